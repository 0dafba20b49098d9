#!/bin/bash
# Air with numerics.limiter (docs/theory/limiters.md):
# - a slotted disc of warm air and of a tracer stays between its bounds at the nodes of snapshots, where it does not without, and its
#   error is not larger by more than a little; mass, rho theta and tracer stay to 1e-13;
# - cold air that falls without viscosity keeps theta to 1e-8 K; on triangles that change, in stratified air with open boundaries
#   and a sponge, too; a run that goes on has the same bits.
# The long form has all degrees and fluxes, and the cold pool for 8 minutes.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
discs='1:evolution 2:rusanov 3:hllc' pools='1:hllc 3:evolution' end=30
[ "${EAGRE_TESTS:-}" != long ] || {
    discs=$(for p in 1 2 3 4 5 6; do echo $p:{evolution,hllc,rusanov}; done)
    pools='1:hllc 2:rusanov 3:evolution 4:hllc 5:rusanov 6:evolution' end=480
}

# outside COLUMN LOW HIGH FILE: how far the columns COLUMN_min and COLUMN_max, or COLUMN, are outside, at all records
outside() {
    awk -F, -v name="$1" -v low="$2" -v high="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name || index($i, name "_min") == 1 || index($i, name "_max") == 1) at[i] = 1; next }
        { for (i in at) { x = $i; if (x != x + 0 || x !~ /[0-9]/) bad = 1; worst = low - x > worst ? low - x : worst; worst = x - high > worst ? x - high : worst; any = 1 } }
        END { if (!any || bad) exit 1; printf "%.3g\n", worst }' "$4"
}

# disc DEGREE FLUX
disc() {
    local without error_without theta tracer between error cells=$(($1 < 3 ? 24 / $1 : 8)) most=1.15
    [ "$1" -le 3 ] || most=1.35 # cells of a high degree lose more of what they do not resolve
    local -a of=(--set "numerics.degree=$1" --set "numerics.flux=$2" --set "mesh.box.cells=[$cells, $cells]")
    run atmosphere-limiter "${of[@]}" --set numerics.limiter=none
    without=$(outside tracer 0 1 run/balance.csv) error_without=$(value run/errors.csv theta_perturbation_l1 last)
    run atmosphere-limiter "${of[@]}"
    theta=$(outside theta_perturbation 0 0.1 run/balance.csv) tracer=$(outside tracer 0 1 run/balance.csv)
    between=$(outside tracer 0 1 run/lines/across.csv) error=$(value run/errors.csv theta_perturbation_l1 last)
    echo "| $1 | $2 | $without | $theta | $tracer | $between | $(short "$error_without") | $(short "$error") |"
    at_most "theta of the disc, degree $1, $2" "$theta" 1e-13
    at_most "tracer of the disc, degree $1, $2" "$tracer" 1e-12
    at_most "tracer between nodes, degree $1, $2" "$between" 2e-2
    at_most "L1 error of the disc, degree $1, $2" "$error" "$(calculate "$most * $error_without")"
    at_least "tracer of the disc, degree $1, $2, without a limiter" "$without" 0.05
}
{
    echo '| degree | flux | tracer outside without, at nodes | theta with, K | tracer with | tracer between nodes | L1 error of theta without | with |'
    echo '|---|---|---|---|---|---|---|---|'
    for d in $discs; do
        disc "${d%:*}" "${d#*:}"
    done
} | table atmosphere-limiter-disc

cat >pool.yaml <<'CASE'
title: a cold pool without viscosity
model: atmosphere
mesh: {box: {size: [6.4 km, 3.2 km], cells: [24, 12]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "hypot((x - 3200) / 1500, (y - 1600) / 800) < 1 ? -8 : 0", tracer: "x < 3000 ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 30 s}
numerics: {limiter: {theta: [292 K, 300 K], tracer: [0, 1]}}
output: {record: {every: 10 s}, picture: none}
limits: {mass_error: 1e-13, theta_error: 1e-13, tracer_error: 1e-13}
CASE
# Outputs take the air at rest at a place, cells its polynomial: that leaves 8e-10 K between nodes of cells of 800 m at degree 3.
# pool DEGREE FLUX
pool() {
    local without cells=$((24 / $1))
    local -a of=(--set "numerics.degree=$1" --set "numerics.flux=$2" --set "mesh.box.cells=[$cells, $((cells / 2))]" --set "time.end=$end s")
    run pool.yaml "${of[@]}" --set numerics.limiter=none --set 'time.end=30 s' # later some diverge
    without=$(outside theta_perturbation -8 0 run/balance.csv)
    run pool.yaml "${of[@]}"
    echo "| $1 | $2 | $without | $(outside theta_perturbation -8 0 run/balance.csv) | $(outside tracer 0 1 run/balance.csv) | $(summary steps) |"
    at_least "theta of the pool without a limiter, degree $1, $2" "$without" 1
    at_most "theta of the pool, degree $1, $2" "$(outside theta_perturbation -8 0 run/balance.csv)" 1e-8
    at_most "tracer of the pool, degree $1, $2" "$(outside tracer 0 1 run/balance.csv)" 1e-8
}
{
    echo "| degree | flux | theta outside without, up to 30 s, K | with, up to $end s | tracer with | steps |"
    echo '|---|---|---|---|---|---|'
    for p in $pools; do
        pool "${p%:*}" "${p#*:}"
    done
} | table atmosphere-limiter-pool

# Triangles that change: density moves with the air at rest, which is evaluated anew, and with it the mean of the tracer. theta of
# isentropic air does not.
changing=(--set numerics.degree=2 --set 'output.record.every=5 s' --set 'mesh.box.cells=[2, 1]' --set 'time.end=10 s'
    --set 'mesh.adapt={lowest: 3, highest: 9, first: 8, every: 10, refine: 0.05, coarsen: 0.02}')
run pool.yaml "${changing[@]}"
at_most "theta on triangles that change" "$(outside theta_perturbation -8 0 run/balance.csv)" 1e-10
at_most "tracer on triangles that change" "$(outside tracer 0 1 run/balance.csv)" 1e-5
whole=$(sed -n 's/.*"state_hash": *"\([^"]*\)".*/\1/p' run/summary.json)
run pool.yaml "${changing[@]}" --set 'time.end=5 s' --set 'checkpoint={keep: 2}'
"$eagre" resume run --no-measure -q --device host:1 --set 'time.end=10 s' >stdout 2>stderr || fail "resume: $(cat stderr)"
part=$(sed -n 's/.*"state_hash": *"\([^"]*\)".*/\1/p' run/summary.json)
[ "$whole" = "$part" ] || fail "a run that went on has other bits: $part, not $whole"

# Air at rest over a hill stays at rest to the bit, with bounds that it touches
run pool.yaml --set 'mesh.box.map=[x, "y + (1 - y / 3200) * 500 * exp(-(x - 3000)^2 / 1e6)"]' --set 'mesh.box.cells=[12, 6]' \
    --set atmosphere.background=constant-frequency --set initial.theta_perturbation=0 --set initial.tracer=1 --set numerics.degree=3 \
    --set 'numerics.limiter={theta: [300 K, 309.94729 K], tracer: [0, 1]}' --set 'time={steps: 100}'
[ "$(summary kinetic_energy_J_per_m)" = 0 ] || fail "air at rest moves: $(summary kinetic_energy_J_per_m) J/m"
at_most "theta' of air at rest" "$(outside theta_perturbation 0 0 run/balance.csv)" 0
at_least "theta' of air at rest" "$(outside theta_perturbation 0 0 run/balance.csv)" 0

# Stratified air, open sides and a sponge, in single precision
run pool.yaml --precision f32 --set 'atmosphere={background: constant-frequency, wind: 20 m/s, sponge: {top: 800 m, right: 1 km}}' \
    --set boundaries.left=open --set boundaries.right=open --set limits='{}' --set 'numerics.limiter.theta=[291.9 K, 310 K]' \
    --set 'output.fields={every: 30 s, variables: [theta, tracer]}' --set numerics.degree=2
at_most "tracer, f32" "$(outside tracer 0 1 run/balance.csv)" 1e-5
files=(run/fields/*.vtkhdf)
"$eagre" info "${files[-1]}" >info
read -r low high < <(sed -n 's/^ *theta  *\([0-9.]*\) to \([0-9.]*\) K.*/\1 \2/p' info)
at_least "least theta, f32" "$low" 291.899
at_most "greatest theta, f32" "$high" 310.001
