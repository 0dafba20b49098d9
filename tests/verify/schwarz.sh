#!/bin/bash
# Iterations with the two-scale Schwarz preconditioner are those of the table of docs/theory/schwarz.md: of the smaller meshes, with
# weights and without.
set -Eeuo pipefail
program=$EAGRE_BUILD/tests/verify-schwarz
table=$EAGRE_SOURCE/docs/theory/schwarz.md
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# told MESH ROW COLUMN: the iterations to 1e-2 and to 1e-8 in the table
told() {
    awk -F'|' -v mesh="$1" -v row="$2" -v column="$3" '
        $2 ~ /[a-z]/ { at = $2; gsub(/ /, "", at) }
        { name = $3; gsub(/^ +| +$/, "", name) }
        at == mesh && name == row && NF == 7 { split($4, loose, " "); split($6, number, " "); print loose[column], number[column]; exit }' "$table"
}
# compare MESH SCALES PLAIN CELLS COLUMN
compare() {
    local row=both wanted got
    [ "$2" = both ] || row='fine alone'
    [ "$3" = 0 ] || row="$row, plain"
    wanted=$(told "$1" "$row" "$5")
    got=$("$program" device=host mesh="$1" scales="$2" plain="$3" mark=1e-2 first="$4" last="$4" | awk -v n="$4" '$1 == n { print $3, $4 }')
    echo "$1, $row, $4^3: $got, the table has $wanted"
    [ -n "$got" ] && [ "$got" = "$wanted" ] || failed=1
}
for mesh in cube smooth strong; do
    compare $mesh both 0 8 1
    compare $mesh both 1 8 1
    compare $mesh fine 1 8 1
done
compare cube both 0 16 2
compare cube both 1 16 2

# The key that stands for the paper's fine part does what the program does.
cat >"$folder/cube.yaml" <<'CASE'
title: the cube of Table 1
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [8, 8, 8]}}
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {value: 0}, front: {value: 0}, back: {value: 0}, bottom: {value: 0}, top: {value: 0}}
numerics: {degree: 3, tolerance: 1e-8, preconditioner: schwarz-fine}
output: {picture: none}
CASE
"$EAGRE_BUILD/eagre" run "$folder/cube.yaml" -q --no-measure --device host:1 -o "$folder/out"
got=$(sed -n 's/.*"iterations": *\([0-9]*\).*/\1/p' "$folder/out/summary.json" | head -n 1)
echo "numerics.preconditioner: schwarz-fine: $got"
[ "$got" = "$(told cube 'fine alone, plain' 1 | cut -d ' ' -f 2)" ] || failed=1
exit $failed
