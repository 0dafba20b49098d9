#!/bin/bash
# The scripts of bench/ that make whole floods, in short: the town in a valley on triangles of 20 m, and the two boxes. Depths at
# the gauges fall away from the river, mass is kept, and f32 is near f64.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
PATH=$EAGRE_BUILD:$PATH
export PATH

"$EAGRE_SOURCE/bench/town-flood.sh" "$device" town 0.3 20 >table 2>stderr || fail "town-flood.sh: $(cat stderr)"
grep -q '^| 20 m | 8976 | ' table || fail "no row of the mesh: $(cat table)"
depth() { awk -F'|' -v gauge="$1" '$2 + 0 == gauge && NF == 4 { print $3 + 0 }' table; }
at_least 'gauge 7, beside the river' "$(depth 7)" 4
at_most 'gauge 1, upstream' "$(depth 1)" "$(depth 7)"
at_most 'gauge 21, a street further up' "$(depth 21)" "$(depth 7)"
at_most 'mass error' "$(awk -F'|' '$2 ~ /20 m/ { print $8 + 0 }' table)" 1e-13

# `check` foresees the steps of a valley that is dry at first
foreseen=$("$eagre" check town/town.yaml --device "$device" --set 'mesh.box={size: [2640 m, 680 m], cells: [132, 34], element: triangle}' |
    awk '/^run time/ { print $7 }')
taken=$(awk -F'|' '$2 ~ /20 m/ { print $4 + 0 }' table)
at_most 'steps foreseen / taken' "$(calculate "$foreseen / $taken")" 1.2
at_least 'steps foreseen / taken' "$(calculate "$foreseen / $taken")" 0.8

boxes=$EAGRE_SOURCE/examples/two-boxes
"$EAGRE_SOURCE/bench/two-boxes.sh" "$device" "$boxes/case.yaml" "$boxes/two-boxes.msh" 60 >table 2>stderr || fail "two-boxes.sh: $(cat stderr)"
[ "$(grep -c '^| f' table)" = 5 ] || fail "rows of the boxes: $(cat table)"
at_most 'f32 against f64' "$(awk '/values differ, by at most/ { print $(NF - 1) }' table)" 1e-4
