#!/bin/bash
# What boundaries bring over time, onto dry ground: the integral of a table or an expression, whatever is written, at both orders, on
# squares and triangles, in f32; levels, waves and inflows as with steps of a third; a pulse after an hour of nothing; a case that
# is fed by another one; the forecast of `check`.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXACT TOLERANCE: relative
    at_most "$1: relative error" "$(calculate "($2 - $3) / $3 < 0 ? ($3 - $2) / $3 : ($2 - $3) / $3")" "$4"
}
cat >valley.yaml <<'CASE'
title: a dry valley takes its hydrograph
model: shallow-water
mesh: {box: {size: [2 km, 100 m], cells: [40, 2], element: quadrangle}}
materials: {all: {elevation: "8 - 0.004 * x", manning: 0.03}}
initial: {depth: 0}
boundaries: {left: {discharge: {csv: q.csv}}, right: wall, bottom: wall, top: wall}
time: {end: 4 h}
limits: {mass_error: 1e-14}
CASE
printf 't,q (m3/s)\n0,0\n7200,300\n14400,0\n' >q.csv
came() { calculate "-($(summary out_left_m3))"; }

rows=
for arguments in '' '--set numerics.order=2' '--set output.fields.every=1h' '--set output.fields.steps=200' \
    '--set mesh.box.element=triangle --set numerics.order=2' '--set time.cfl=0.3' '--set boundaries.left.discharge.after=hold' \
    '--precision f32 --set limits.mass_error=1e-4' '--set boundaries.left.discharge="t<7200?t/24:(14400-t)/24"'; do
    run valley.yaml $arguments
    near "a hydrograph ($arguments)" "$(came)" 2160000 1e-8
    rows+="| a hydrograph, \`$arguments\` | $(summary steps) | $(came) | 2160000 |
"
done
"$eagre" check valley.yaml --no-measure >checked
first=$(sed -n 's/^time .*first dt \([0-9.e+]*\) s.*/\1/p' checked)
at_most 'the first step that check foresees' "$first" 60
! grep -q 'no cell limits' checked || fail 'check: a boundary limits the step'

# a pulse of which nothing is to be seen for an hour: of two jumps each is met within a 512th of a step
run valley.yaml --set 'boundaries.left.discharge="t > 3600 && t < 3900 ? 20 : 0"' --set time.end=2h
near 'a pulse' "$(came)" 6000 1e-4
rows+="| 20 m3/s from 3600 s to 3900 s | $(summary steps) | $(came) | 6000 |
"
# without an end of time an expression is followed as far as that goes
run valley.yaml --set 'boundaries.left.discharge="t > 600 ? t / 100 : 0"' --set 'time={steps: 300}'
now=$(summary time)
at_least 'the time after 300 steps' "$now" 700
near 'a ramp' "$(came)" "$(calculate "($now * $now - 360000) / 200")" 1e-3

for left in '{level: "7.5 + t / 3600"}' '{level: "t > 1800 ? 9 : 7"}' '{radiate: "7.5 + 2 * sin(2 * pi * t / 7200)", still: 7.5}' \
    '{tide: {mean: 7.5 m, constituents: {M2: {amplitude: 2 m, phase: 90 deg}}}}' \
    '{inflow: {depth: "t > 1800 ? 0.5 : 0", speed: 4}}' '{inflow: {depth: 0.3, speed: "t > 1800 ? 4 : 0"}}'; do
    run valley.yaml --set "boundaries.left=$left" --set time.end=1h --set time.cfl=0.3
    fine=$(came)
    run valley.yaml --set "boundaries.left=$left" --set time.end=1h
    near "$left" "$(came)" "$fine" 5e-4
    rows+="| \`$left\` | $(summary steps) | $(came) | $fine, steps of a third |
"
done

# a case that another one feeds (guide, "Sections")
run valley.yaml --set 'output={record: {every: 1 min}, sections: {gate: [1000, 100, 1000, 0]}}'
mv run upstream
fed=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "section_gate_m3_per_s") at = i; next }
    { if (NR > 2) sum += ($1 - t) * ($at + q) / 2; t = $1; q = $at } END { printf "%.17g", sum }' upstream/balance.csv)
run valley.yaml --set 'boundaries.left.discharge={csv: upstream/balance.csv, column: section_gate_m3_per_s}' \
    --set materials.all.elevation='"4 - 0.004 * x"' --set mesh.box.size='[1 km, 100 m]' --set mesh.box.cells='[20, 2]'
near 'what another case brings' "$(came)" "$fed" 1e-8
rows+="| the discharge of another case | $(summary steps) | $(came) | $fed |
"
{
    echo '| boundary on the left | steps | came in, m3 | its integral, m3 |'
    echo '|---|---|---|---|'
    printf '%s' "$rows"
} | table boundaries-in-time
