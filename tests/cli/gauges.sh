#!/bin/bash
# output.record.variables: the columns of each gauge, those that are asked for, in their order; derived ones agree with depth and velocity.
# What cannot be sampled at a point, and a resume with other columns, are refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >case.yaml <<'CASE'
title: gauges of a dam break
model: shallow-water
mesh: {box: {size: [20 m, 2 m], cells: [40, 4], element: triangle}}
materials: {all: {elevation: "0.02 * x", manning: 0.03}}
initial: {level: "x < 10 ? 1.2 : 0.5"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 s}
output:
  gauges: {near: [9 m, 1 m], far: [14 m, 0.6 m]}
  record: {every: 0.2 s}
  picture: none
CASE
run() { "$eagre" run case.yaml -q --no-measure --force --device host:1 "$@" >stdout 2>stderr </dev/null; }
run -o plain || fail "$(cat stderr)"
run -o more --set 'output.record.variables=[froude, depth, velocity, discharge, speed, elevation, level]' || fail "$(cat stderr)"
head -1 more/gauges.csv | grep -q '^time_s,near_froude,near_depth_m,near_velocity_x_m_per_s,near_velocity_y_m_per_s,near_discharge_x_m2_per_s,' ||
    fail "columns: $(head -1 more/gauges.csv)"
paste -d, plain/gauges.csv more/gauges.csv | awk -F, '
    function near(a, b) { return a - b < 1e-12 && b - a < 1e-12 }
    NR == 1 { if (NF != 9 + 1 + 2 * 9) { print "columns: " NF; bad = 1 } next }
    { for (g = 0; g < 2; g++) { p = 2 + 4 * g; q = 11 + 9 * g; speed = sqrt($(p + 2)^2 + $(p + 3)^2); moved += speed
        if (!near($(q + 1), $p) || !near($(q + 2), $(p + 2)) || !near($(q + 3), $(p + 3)) || !near($(q + 4), $p * $(p + 2)) ||
            !near($(q + 5), $p * $(p + 3)) || !near($(q + 6), speed) || !near($(q + 7), $(p + 1) - $p) || !near($(q + 8), $(p + 1)) ||
            !near($q, speed / sqrt(9.81 * $p))) { print "row " NR ", gauge " g; bad = 1 } } }
    END { exit bad || moved < 1 || NR != 7 }' || fail 'derived columns'

refused() { # MESSAGE ARGUMENT...
    local message=$1
    shift
    run -o refused "$@" && fail "taken: $*"
    grep -qF "$message" stderr || fail "$*: $(cat stderr)"
}
refused "found 'rain_depth'" --set 'output.record.variables=[depth, rain_depth]'
refused "'depth' is given twice" --set 'output.record.variables=[depth, depth]'
run -o short --set time.steps=2 --set 'checkpoint={every: 1 h}' || fail "$(cat stderr)"
"$eagre" resume short -q --set 'output.record.variables=[froude]' 2>stderr && fail 'resumed with other columns'
grep -qF 'gauges.csv has other columns for the time before' stderr || fail "$(cat stderr)"
