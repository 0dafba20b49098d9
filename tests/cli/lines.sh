#!/bin/bash
# output.lines of models that take steps: a sample is what a gauge at its place records at the end, points outside the mesh have
# no value, and a run that goes on writes its lines anew.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

# The fields of row $2 of file $1 whose columns are named behind, each after a blank.
fields() {
    awk -F, -v row="$2" -v names="${*:3}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(names, name, " ") }
        NR == row { for (i = 1; i <= n; i++) printf " %s", name[i] in at ? $at[name[i]] : "missing"; print "" }' "$1"
}
last() { wc -l <"$1"; }

lines='output.lines={axis: {from: [50 m, 132 m], to: [150 m, 132 m], count: 5}, out: {from: [-10 m, 1 m], to: [10 m, 1 m], count: 3}}'
"$eagre" run "$EAGRE_SOURCE/examples/dam-break/case.yaml" -o dam -q --no-measure --device host:1 --set time.end=1 --set "$lines"
columns='depth_m level_m velocity_x_m_per_s velocity_y_m_per_s'
for point in 2:reservoir 4:breach; do
    row=${point%:*} gauge=${point#*:}
    expected=$(fields dam/gauges.csv "$(last dam/gauges.csv)" $(for c in $columns; do echo "${gauge}_$c"; done))
    found=$(fields dam/lines/axis.csv "$row" $columns)
    [ "$found" = "$expected" ] || fail "line: $found, gauge $gauge: $expected"
done
[ "$(last dam/lines/axis.csv)" = 6 ] || fail "$(last dam/lines/axis.csv) rows"
[ "$(fields dam/lines/axis.csv 3 distance_m x_m y_m)" = " 25 75 132" ] || fail "places: $(fields dam/lines/axis.csv 3 distance_m x_m y_m)"
[ "$(fields dam/lines/out.csv 2 depth_m)" = " nan" ] || fail "outside:$(fields dam/lines/out.csv 2 depth_m)"
[ "$(fields dam/lines/out.csv 4 depth_m)" != " nan" ] || fail "inside: no value"
! grep -q concentration dam/lines/axis.csv || fail "columns of solutes: $(head -1 dam/lines/axis.csv)"
"$eagre" verify dam >/dev/null

# of solutes those that there are, by their names; the outputs behind them keep their values
"$eagre" run "$EAGRE_SOURCE/examples/dam-break/case.yaml" -o dyed -q --no-measure --device host:1 --set time.end=0.1 --set "$lines" \
    --set 'solutes={dye: {initial: 3}, salt: {initial: 2}}' --set materials.reservoir.rain=1e-3
[ "$(head -1 dyed/lines/axis.csv | tr , '\n' | grep -E 'concentration|dye|salt' | tr '\n' ' ')" = 'dye salt ' ] ||
    fail "columns: $(head -1 dyed/lines/axis.csv)"
awk -v found="$(fields dyed/lines/axis.csv 2 dye salt rain_depth_m)" 'BEGIN { split(found, v, " ")
    exit !(v[1] > 2.9 && v[1] <= 3 && v[2] > 1.9 && v[2] <= 2 && v[3] > 0.99e-4 && v[3] < 1.01e-4) }' ||
    fail "$(fields dyed/lines/axis.csv 2 dye salt rain_depth_m)"

# what lies outside is told; a line without a point in the mesh is refused, before the run
"$eagre" run "$EAGRE_SOURCE/examples/dam-break/case.yaml" -o told --no-measure --device host:1 --set time.steps=1 --set "$lines" >/dev/null 2>err
grep -q "warning: verdict outside: [12] of the 3 points of line 'out' lie outside the mesh, which spans .* to .*: their rows have no values" err || fail "no warning: $(cat err)"
grep -q "line 'axis'" err && fail "$(cat err)"
got=0
"$eagre" run "$EAGRE_SOURCE/examples/dam-break/case.yaml" -o told -q --force --no-measure --device host:1 \
    --set 'output.lines={away: {from: [-10 m, 1 m], to: [-20 m, 1 m]}}' >/dev/null 2>err || got=$?
[ $got = 3 ] && grep -q "line 'away' has no point in the mesh, which spans .* to " err || fail "a line outside: $got: $(cat err)"

# further on, from the checkpoint of the end
cp dam/lines/axis.csv before.csv
"$eagre" resume dam -q --no-measure --device host:1 --set time.end=1.2
cmp -s before.csv dam/lines/axis.csv && fail "the lines are those of the first end"
expected=$(fields dam/gauges.csv "$(last dam/gauges.csv)" breach_depth_m)
[ "$(fields dam/lines/axis.csv 4 depth_m)" = "$expected" ] || fail "after resume: not $expected"

# polynomials of a cell, at the point itself
line='output.lines={down: {from: [1000 m, -1200 m], to: [1000 m, -100 m], count: 2}}'
"$eagre" run "$EAGRE_SOURCE/examples/layer/case.yaml" -o layer -q --no-measure --device host:1 --set time.end=20ms --set "$line"
found=$(fields layer/lines/down.csv 2 velocity_x_m_per_s velocity_y_m_per_s stress_xx_Pa stress_xy_Pa)
expected=$(fields layer/gauges.csv "$(last layer/gauges.csv)" below_velocity_x_m_per_s below_velocity_y_m_per_s below_stress_xx_Pa below_stress_xy_Pa)
[ "$found" = "$expected" ] || fail "line: $found, gauge: $expected"

# three coordinates are of space
if "$eagre" check "$EAGRE_SOURCE/examples/dam-break/case.yaml" \
    --set 'output.lines={axis: {from: [0 m, 1 m, 0 m], to: [1 m, 1 m, 1 m]}}' 2>err; then
    fail "a line in space is taken"
fi
grep -q 'output.lines.axis.from' err || fail "$(cat err)"

# one word for numbers of samples and of receivers
"$eagre" check "$EAGRE_SOURCE/examples/dam-break/case.yaml" --no-measure --set "${lines//count/points}" >out 2>err && fail 'points is taken'
grep -q "output.lines.axis.points is not taken here: the number of samples is 'count'" err || fail "$(cat err)"
