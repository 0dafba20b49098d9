#!/bin/bash
# Snapshots of continuous fields on hexahedra have each node that elements share once, in half of the bytes; `check` tells
# them. Where a boundary is periodic elements keep nodes of their own. Other precisions and degrees.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >case.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [12, 12, 12]}}
materials: {all: {kappa: 1, source: "x + 2 * y"}}
boundaries: {left: {value: 0}, right: insulated, bottom: {value: 1}, top: {value: 0}, front: insulated, back: insulated}
numerics: {degree: 3}
output: {picture: none}
CASE
options=(-q --no-measure --device host:1)
bytes() { stat -c %s "$1"/fields/*.h5 "$1"/fields/*.vtkhdf | awk '{ sum += $1 } END { print sum }'; }
is_common() { grep -qa common_nodes "$1/fields/fields-000000.vtkhdf"; }

grep -v '^boundaries' case.yaml >periodic.yaml
cat >>periodic.yaml <<'CASE'
boundaries:
  {left: {value: 0}, right: insulated, bottom: {value: 1}, top: {value: 0}, front: {periodic: back}, back: {periodic: front}}
CASE

# The source does not depend on z, so that the solution is the same.
"$eagre" run case.yaml "${options[@]}" -o common
"$eagre" run periodic.yaml "${options[@]}" -o own
is_common common || fail "nodes are not in common"
! is_common own || fail "nodes with two places are in common"
awk -v common="$(bytes common)" -v own="$(bytes own)" 'BEGIN { exit !(common < 0.53 * own) }' ||
    fail "$(bytes common) bytes with common nodes, $(bytes own) without"
for name in case periodic; do
    [ $name = case ] && folder=common || folder=own
    told=$("$eagre" check $name.yaml --no-measure --device host:1 | sed -n 's/^disk .* \([0-9.e+]*\) MB in all$/\1/p')
    awk -v told="$told" -v is="$(bytes $folder)" 'BEGIN { exit !(told * 1e6 > 0.98 * is && told * 1e6 < 1.02 * is) }' ||
        fail "$name: check tells $told MB for $(bytes $folder) bytes"
done
# What is read is what was written: each element has its 64 nodes, and the largest value is that of the state.
for name in common own; do
    "$eagre" info $name/fields/fields-000000.vtkhdf | grep -E '^  (mesh|degree) ' >$name.txt
    "$eagre" info $name/fields/fields-000000.vtkhdf | sed -n 's/^  u  *0 to \([0-9.]\{7\}\).*/\1/p' >>$name.txt
done
diff common.txt own.txt || fail "other values with common nodes"
grep -q 'on 110 592 nodes: 64 a hexahedron' common.txt && [ "$(wc -l <common.txt)" -eq 3 ] || fail "$(cat common.txt)"

for word in degree=1 degree=2 degree=5 degree=7 precision=f32; do
    "$eagre" run case.yaml "${options[@]}" -o "w-$word" --set numerics.$word --set 'mesh.box.cells=[3, 2, 4]'
    "$eagre" run case.yaml "${options[@]}" -o "t-$word" --set numerics.$word --set 'mesh.box.cells=[3, 2, 4]' --device host:2
    "$eagre" compare "w-$word" "t-$word" >out || fail "$word: $(cat out)"
    is_common "w-$word" || fail "$word: nodes are not in common"
done
