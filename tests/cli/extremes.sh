#!/bin/bash
# Least and greatest of what is advected: columns of balance.csv and entries of the summary, those of the fields; a verdict where they
# leave the range of the data, none where they do not; the same on ranks and after a resume.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >disc.yaml <<'CASE'
title: a disc with a slot turns round
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [24, 24]}}
materials: {all: {velocity: ["0.5 - y", "x - 0.5"]}}
initial: {tracer: "hypot(x - 0.5, y - 0.75) < 0.15 && !(abs(x - 0.5) < 0.025 && y < 0.85) ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.2 s}
numerics: {order: 4}
output: {record: {every: 0.1 s}, picture: none}
CASE
cat >pool.yaml <<'CASE'
title: a cold pool without viscosity
model: atmosphere
mesh: {box: {size: [6.4 km, 3.2 km], cells: [8, 4]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "hypot((x - 3200) / 1500, (y - 1600) / 800) < 1 ? -8 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 40 s}
numerics: {degree: 3}
output: {record: {every: 20 s}, picture: none, fields: {every: 40 s}}
CASE
run() { "$eagre" run "$1.yaml" -o "$2" --no-measure --device host:1 "${@:3}" >out 2>&1 || fail "$2: $(cat out)"; }
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } END { print c ? $c : "none" }' "$1/balance.csv"; }

run disc disc
grep -qE 'warning: verdict extremes: tracer was in \[-0\.[0-9]+, 1\.[0-9]+\], initial and boundary data in \[0, 1\]' out || fail "a disc of order 4: $(cat out)"
grep -qE '"name": "extremes".*"sentence": "tracer was in' disc/summary.json && grep -q 'verdict extremes: tracer' disc/log.txt || fail "not in summary and log"
awk -v low="$(column disc tracer_min)" -v high="$(column disc tracer_max)" 'BEGIN { exit !(low < -0.1 && high > 1.1) }' ||
    fail "$(tail -1 disc/balance.csv)"
grep -qF "\"tracer_max\": $(column disc tracer_max)" disc/summary.json || fail "the summary has another tracer_max"
run disc plain --set numerics.order=1
! grep warning out || fail "first order is told to leave the range"
awk -v low="$(column plain tracer_min)" -v high="$(column plain tracer_max)" 'BEGIN { exit !(low >= 0 && high <= 1) }' ||
    fail "$(tail -1 plain/balance.csv)"
# smooth data, well resolved; what comes in is data, too
run disc smooth --set 'initial.tracer=exp(-60 * ((x - 0.5)^2 + (y - 0.6)^2))'
! grep warning out || fail "smooth: $(cat out)"
run disc inflow --set numerics.order=1 --set 'materials.all.velocity=[1, 0]' --set boundaries.left='{inflow: {tracer: 3}}' --set boundaries.right=outflow
! grep warning out || fail "inflow: $(cat out)"

# a flow that varies, and its means in cells, which diverge: the remedy is not the limiter
cat >swirl.yaml <<'CASE'
title: a flow along streamlines
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [8, 8]}}
materials: {all: {velocity: ["sin(pi * x) * cos(pi * y)", "-cos(pi * x) * sin(pi * y)"]}}
initial: {tracer: "y"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.5 s}
numerics: {order: 3}
output: {record: {every: 0.1 s}, picture: none}
CASE
run swirl means
grep -q 'verdict extremes: tracer was in .*numerics.material_order is 1.*take numerics.material_order: 3' out || fail "means of a flow: $(cat out)"
run swirl polynomials --set numerics.material_order=3
! grep 'verdict extremes' out || fail "polynomials of a flow: $(cat out)"
run swirl wind --set 'materials.all.velocity=["cos(t) * sin(pi * x) * cos(pi * y)", "-cos(t) * cos(pi * x) * sin(pi * y)"]' \
    --set 'initial.tracer=y > 0.5'
grep -q 'verdict extremes: .*numerics.limiter' out && ! grep 'material_order' out || fail "a wind of time, which is taken at points: $(cat out)"
run disc constant --set 'materials.all.velocity=[1, 0]' --set boundaries.left='{inflow: {tracer: 0}}' --set boundaries.right=outflow
grep -q 'verdict extremes: .*numerics.limiter: {bounds: \[LOW, HIGH\]}' out || fail "a constant flow: $(cat out)"

run pool pool
grep -qE 'warning: verdict extremes: theta was in .* K, initial and boundary data in \[292, 300\].*numerics.viscosity of about [0-9e+]+ m2/s' out || fail "pool: $(cat out)"
[ "$(column pool theta_perturbation_min_K)" != none ] && [ "$(column pool theta_min_K)" = none ] || fail "$(head -1 pool/balance.csv)"
awk -v low="$(column pool theta_perturbation_min_K)" 'BEGIN { exit !(low < -8.8) }' || fail "$(cat pool/balance.csv)"
run pool smooth-air --set 'initial.theta_perturbation=-2 * exp(-((x - 3200)^2 + (y - 1600)^2) / 800^2)' --set numerics.viscosity=75
! grep warning out || fail "smooth air: $(cat out)"

# a run that goes on has the same table and the same verdict
run pool part --set time.end=20 --set checkpoint.keep=2
"$eagre" resume part --no-measure --set time.end=40 --device host:1 >out 2>&1 || fail "$(cat out)"
cmp pool/balance.csv part/balance.csv || fail "balance.csv of a run that went on"
[ "$(grep '"extremes"' pool/summary.json)" = "$(grep '"extremes"' part/summary.json)" ] || fail "$(grep '"extremes"' {pool,part}/summary.json)"
