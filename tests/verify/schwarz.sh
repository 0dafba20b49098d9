#!/bin/bash
# Iterations with the two-scale Schwarz preconditioner are those of the table of docs/theory/schwarz.md: of the smaller meshes, with
# weights and without.
set -Eeuo pipefail
program=$EAGRE_BUILD/tests/verify-schwarz
table=$EAGRE_SOURCE/docs/theory/schwarz.md
failed=0

# told MESH ROW COLUMN: the iterations to 1e-8 in the table
told() {
    awk -F'|' -v mesh="$1" -v row="$2" -v column="$3" '
        $2 ~ /[a-z]/ { at = $2; gsub(/ /, "", at) }
        { name = $3; gsub(/^ +| +$/, "", name) }
        at == mesh && name == row && NF == 7 { split($6, number, " "); print number[column]; exit }' "$table"
}
# compare MESH PLAIN CELLS COLUMN
compare() {
    local row=both wanted got
    [ "$2" = 0 ] || row='both, plain'
    wanted=$(told "$1" "$row" "$4")
    got=$("$program" device=host mesh="$1" plain="$2" first="$3" last="$3" | awk -v n="$3" '$1 == n { print $4 }')
    echo "$1, $row, $3^3: $got, the table has $wanted"
    [ -n "$got" ] && [ "$got" = "$wanted" ] || failed=1
}
for mesh in cube smooth strong; do
    compare $mesh 0 8 1
    compare $mesh 1 8 1
done
compare cube 0 16 2
compare cube 1 16 2
exit $failed
