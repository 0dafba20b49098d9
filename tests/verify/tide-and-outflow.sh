#!/bin/bash
# What a river modeller expects of a name: a tide of 1 m is 1 m high at the boundary of a bay, however it ends; still water leaves
# through an outflow, so that a flow over a bump becomes fast behind it; `radiate` keeps the level of a sea, which stays at rest.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >bay.yaml <<'CASE'
title: a tide in a bay with a wall at its head
model: shallow-water
mesh: {box: {size: [2 km, 100 m], cells: [20, 1], element: quadrangle}}
materials: {all: {elevation: -20 m, manning: 0.02}}
initial: {level: 0}
boundaries: {left: {tide: {constituents: {M2: {amplitude: 1 m}}}}, right: wall, bottom: wall, top: wall}
time: {end: 13 h}
output: {maxima: {}, record: {every: 5 min}, gauges: {head: [1950 m, 50 m]}}
CASE
highest() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "head_level_m") at = i; next }
        $1 > 21600 && $at > most { most = $at } END { print most }' run/gauges.csv
}
run bay.yaml
at_most 'a tide of 1 m' "$(highest)" 1.03
at_least 'a tide of 1 m' "$(highest)" 0.97
run bay.yaml --set boundaries.left.tide.as=radiate
at_least 'a wave of 1 m before a wall' "$(highest)" 1.9

# 1.53 m2/s over a bump of 0.2 m from still water of 0.66 m: fast behind it, 0.4057 m deep
cat >bump.yaml <<'CASE'
title: a flow from slow to fast
model: shallow-water
mesh: {box: {size: [25 m, 1 m], cells: [100, 4], element: quadrangle}}
materials: {all: {elevation: "max(0, 0.2 - 0.05 * (x - 10)^2)"}}
initial: {level: 0.66 m}
boundaries: {left: {discharge: 1.53 m3/s}, right: outflow, bottom: wall, top: wall}
time: {end: 200 s}
output: {record: {every: 1 s}, gauges: {behind: [20 m, 0.5 m]}}
CASE
for element in quadrangle triangle; do
    run bump.yaml --set mesh.box.element=$element
    depth=$(value run/gauges.csv behind_depth_m last)
    at_most "behind the bump on ${element}s" "$depth" 0.411
    at_least "behind the bump on ${element}s" "$depth" 0.400
done
"$eagre" check bump.yaml --no-measure >checked 2>&1
grep -q 'at rest .* runs out' checked || fail "no word of still water at an outflow: $(cat checked)"
run bump.yaml --set boundaries.right=radiate
at_least 'behind the bump before water without end' "$(value run/gauges.csv behind_depth_m last)" 1.05
"$eagre" check bump.yaml --no-measure --set boundaries.right=radiate >checked 2>&1
! grep -q 'runs out' checked || fail "radiate: $(cat checked)"
"$eagre" check bump.yaml --no-measure --set initial='{depth: 0.5}' --set 'materials.all.elevation=-0.01 * x' >checked 2>&1
! grep -q 'runs out' checked || fail "water on a slope: $(cat checked)"

# at rest
run bump.yaml --set boundaries.left=radiate --set boundaries.right=radiate
at_most 'speed of a lake' "$(awk -F, 'NR > 1 { for (i = 2; i <= NF; i++) if (names[i] ~ /velocity/ && $i * $i > 1e-30) most = 1; next }
    { for (i = 1; i <= NF; i++) names[i] = $i } END { print most + 0 }' run/gauges.csv)" 0

# a point inflow at the rim: what leaves at once is told
cat >spring.yaml <<'CASE'
title: a spring at the rim
model: shallow-water
mesh: {box: {size: [40 m, 20 m], cells: [20, 10], element: quadrangle}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: 0}
inflows: {well: {at: [20 m, 9 m], discharge: 1 m3/s}, spring: {at: [39.5 m, 9 m], discharge: 1 m3/s}}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 1 min}
CASE
"$eagre" check spring.yaml --no-measure >checked 2>&1
grep -q "verdict inflow-lost: inflows.spring: its cell is at the boundary 'right'" checked && ! grep -q 'inflows.well' checked || fail "$(cat checked)"
"$eagre" check spring.yaml --no-measure --set boundaries.right=wall >checked 2>&1
! grep -q 'leaves at once' checked || fail "$(cat checked)"
