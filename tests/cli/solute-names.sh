#!/bin/bash
# Outputs have the names of a case's solutes, and snapshots and gauges have them by default; the numbers that stand for them are
# read wherever an output is named.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >pond.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [10 m, 4 m], cells: [10, 4], element: triangle}}
materials: {all: {elevation: 0}}
initial: {depth: 1}
solutes: {dye: {unit: mg/l, initial: "x < 5 ? 1 : 0"}, road_salt: {initial: 2}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 2 s}
output: {fields: {every: 1 s}, gauges: {g: [5.2, 2.1]}, picture: {variable: road_salt}, maxima: {variables: [max_dye, max_road_salt, max_dye_time]}}
exact: {road_salt: "2"}
limits: {road_salt_linf: 1e-12}
CASE
sed 's/\[max_dye.*time\]/[max_concentration_1, max_concentration_2, max_concentration_time_1]/; s/variable: road_salt/variable: concentration_2/
    s/road_salt: "2"/concentration_2: "2"/; s/road_salt_linf/concentration_2_linf/' pond.yaml >numbers.yaml
for case in pond numbers; do
    "$eagre" run $case.yaml -q --no-measure --device host:1 -o $case
    "$eagre" info $case/fields/fields-000001.vtkhdf >fields
    grep -q '^  dye  *0 to 1' fields && grep -q '^  road_salt  *2 to 2' fields || fail "$case: $(cat fields)"
    grep -q '^  max_dye_time ' <("$eagre" info $case/maxima.vtkhdf) || fail "$case: $("$eagre" info $case/maxima.vtkhdf)"
    [ "$(head -1 $case/gauges.csv)" = time_s,g_depth_m,g_level_m,g_velocity_x_m_per_s,g_velocity_y_m_per_s,g_dye,g_road_salt ] ||
        fail "$case: $(head -1 $case/gauges.csv)"
    [ "$(head -1 $case/errors.csv)" = time_s,road_salt_l1,road_salt_l2,road_salt_linf ] || fail "$case: $(head -1 $case/errors.csv)"
done
cmp pond/gauges.csv numbers/gauges.csv && cmp pond/picture.png numbers/picture.png || fail 'numbers stand for something else'
# a run that goes on from the case as it is written out
"$eagre" run numbers.yaml -q --no-measure --device host:1 -o half --set time.end='1 s'
"$eagre" resume half -q --no-measure --device host:1 --set time.end='2 s'
cmp half/gauges.csv pond/gauges.csv || fail "$(head -1 half/gauges.csv)"
# few names are left to numbers; a wrong one is told with the names that there are
code=0
"$eagre" check pond.yaml --set 'output.fields.variables=[depth, slat]' >out 2>&1 || code=$?
[ $code = 3 ] && grep -q 'froude, dye, road_salt, ' out || fail "$code: $(cat out)"
