#!/bin/bash
# A discharge into a dry valley of V shape: water enters below the level of critical flow alone, and all of it; equal bits; the steady
# flow does not know how it began.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXACT TOLERANCE: relative
    at_most "$1: $2, not $3: relative error" "$(calculate "($2 - $3) / $3 < 0 ? ($3 - $2) / $3 : ($2 - $3) / $3")" "$4"
}
cat >valley.yaml <<'CASE'
title: an inlet of a dry valley
model: shallow-water
mesh: {box: {size: [40 m, 40 m], cells: [10, 80], element: quadrangle}}
materials: {all: {elevation: "ZERO + 0.5 * abs(y - 20) - 0.02 * x", manning: 0.03}}
initial: {depth: 0}
boundaries: {left: {discharge: 5 m3/s}, right: outflow, bottom: wall, top: wall}
time: {steps: 2, dt: 1e-4}
output: {lines: {inlet: {from: [2 m, 0.25 m], to: [2 m, 39.75 m], count: 80}}}
limits: {mass_error: 1e-13}
CASE
sed -i 's/ZERO/0/' valley.yaml
# level of critical flow: 2 faces of 0.5 m at each height 0.125 + 0.25 i above the axis of the valley
level=$(awk 'BEGIN { low = 0; high = 20; for (k = 0; k < 200; k++) { x = (low + high) / 2; s = 0
    for (i = 0; i < 40; i++) { d = x - 0.125 - 0.25 * i; if (d > 0) s += d * sqrt(d) }
    if (s * sqrt(9.81) < 5) low = x; else high = x } printf "%.15g", x }')
# entered TOLERANCE: the cells behind the inlet have the share of critical flow, and none above the level
entered() {
    awk -F, -v level="$level" -v most="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        { d = level - 0.5 * ($c["y_m"] > 20 ? $c["y_m"] - 20 : 20 - $c["y_m"]); want = d > 0 ? 1e-4 * sqrt(9.81) * d * sqrt(d) / 4 : 0
          wet += want > 0; error = $c["depth_m"] - want; if (want == 0 ? error != 0 : error * error > (most * want) ^ 2) { print; bad = 1 } }
        END { exit bad || wet < 4 || wet > 40 || NR != 81 }' run/lines/inlet.csv || fail "other faces: $(cat run/lines/inlet.csv)"
}
# one step, in which the contributions of the first pass enter
run valley.yaml --set time.steps=1
entered 1e-9
near 'all of it' "$(calculate "-($(value run/balance.csv out_left_m3 last))")" 5e-4 1e-12
hash=$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json)
run valley.yaml --set time.steps=1 --lanes 4
[ "$hash" = "$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json)" ] || fail 'lanes'
if "$eagre" devices | grep -q opencl:0.0; then
    run valley.yaml --set time.steps=1 --device opencl:0.0
    [ "$hash" = "$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json)" ] || fail OpenCL
fi
run valley.yaml --set time.steps=1 --precision f32 --set limits.mass_error=1e-5
entered 1e-5
# a bed far above zero, and far more and far less water: exact all the same
for q in 1e-9 1e4; do
    run valley.yaml --set "boundaries.left={discharge: $q}" --set 'materials.all.elevation="1000 + 0.5 * abs(y - 20) - 0.02 * x"' --set time.dt=1e-6 \
        --set limits.mass_error=1
    near "$q m3/s" "$(calculate "-($(value run/balance.csv out_left_m3 last))")" "$(calculate "2e-6 * $q")" 1e-12
done
# none, and water to take out
for q in 0 -1; do
    run valley.yaml --set "boundaries.left={discharge: $q}"
    near "$q m3/s" "1 + $(value run/balance.csv out_left_m3 last)" 1 0
done
# the steady flow, and nothing on high ground at any time
run valley.yaml --set 'time={end: 300 s}' --set 'output.maxima={variables: [max_depth]}' --set 'output.record={every: 10 s}'
near 'steady: what comes in leaves' "$(calculate "($(value run/balance.csv out_right_m3 last) - $(value run/balance.csv out_right_m3 30)) / 10")" 5 1e-3
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["y_m"] < 14 || $c["y_m"] > 26 { if ($c["depth_m"] > 0) { print; exit 1 } }' run/lines/inlet.csv ||
    fail 'water on high ground'
