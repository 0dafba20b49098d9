#!/bin/bash
# Triangles that follow the air: what a run leaves, integrals, the same bits on any device and number of ranks, runs that go on,
# cases that are refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
quiet=(-q --no-measure --force --device host:2)

number() { # of a summary
    sed -n "s/.*\"$2\": *\"\{0,1\}\([^,\"}]*\).*/\1/p" "$1/summary.json" | head -1
}

# ---- a warm bubble that drifts through a periodic boundary
cat >drift.yaml <<'END'
model: atmosphere
mesh:
  box: {size: [1 km, 1 km], cells: [1, 1], element: triangle}
  adapt: {lowest: 3, highest: 8, first: 7, every: 6}
initial:
  theta_perturbation: "0.5*exp(-((x-800)^2+(y-350)^2)/1e4)"
  velocity: ["60 m/s", "0 m/s"]
  tracer: "exp(-((x-800)^2+(y-350)^2)/1e4)"
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {steps: 120}
numerics: {degree: 2}
checkpoint: {steps: 50}
output: {fields: {steps: 60, variables: [theta_perturbation, velocity]}, gauges: {g: [900 m, 350 m]}}
END
"$eagre" run drift.yaml -o drift "${quiet[@]}"
[ "$(number drift changes)" -gt 5 ] || fail "$(number drift changes) changes"
[ "$(number drift cells_most)" -lt 250 ] || fail "$(number drift cells_most) cells" # of 512
for what in mass_error theta_error tracer_error; do
    awk -v e="$(number drift $what)" 'BEGIN { exit !(e <= 1e-14) }' || fail "$what $(number drift $what)"
done
for n in 0 1 2; do
    [ -s drift/fields/fields-00000$n.mesh.h5 ] || fail "no mesh of snapshot $n"
    "$eagre" info drift/fields/fields-00000$n.vtkhdf >info || fail "info of snapshot $n"
done
grep -q "mesh .* $(number drift cells) cells" info || fail "$(cat info)"
"$eagre" picture --edges drift -o cells.png >/dev/null || fail "picture of the cells"
grep -q 'cells changed .* times' drift/log.txt || fail "the log does not tell of changes"

# ---- levels of cells, in snapshots of leaves that have come to the host for them
"$eagre" run drift.yaml -o levels "${quiet[@]}" --set 'output.fields={steps: 6, variables: [theta_perturbation], cells: [level]}' || fail "levels"
for file in levels/fields/fields-0000??.vtkhdf; do
    "$eagre" info "$file" >info
    grep -qE '^  level +3 to [78],' info || fail "$file: $(grep level info)"
done
[ "$(number levels state_hash)" = "$(number drift state_hash)" ] || fail "levels: $(number levels state_hash)"

# ---- the same bits
"$eagre" run drift.yaml -o one "${quiet[@]}" --device host:1
[ "$(number one state_hash)" = "$(number drift state_hash)" ] || fail "one thread: $(number one state_hash)"
other=host:1
if "$eagre" devices 2>/dev/null | grep -q 'opencl:0\.0'; then
    other=opencl:0.0
    "$eagre" run drift.yaml -o opencl "${quiet[@]}" --device opencl:0.0
    [ "$(number opencl state_hash)" = "$(number drift state_hash)" ] || fail "OpenCL: $(number opencl state_hash)"
fi
for steps in 70 60; do # between two changes, and at one; on another device
    "$eagre" run drift.yaml -o part "${quiet[@]}" --set time.steps=$steps
    "$eagre" resume part -q --no-measure --device $other --set time.steps=120
    [ "$(number part state_hash)" = "$(number drift state_hash)" ] || fail "resumed at $steps: $(number part state_hash)"
    [ "$(number part changes)" = "$(number drift changes)" ] || fail "changes of a run that went on"
done
"$eagre" compare part drift >/dev/null || fail "snapshots of a run that went on"

# ---- modes as indicator, f32, a sponge; a run that goes on
others=("${quiet[@]}" --set mesh.adapt.indicator=modes --set mesh.adapt.refine=0.02 --set mesh.adapt.coarsen=0.004
    --set numerics.precision=f32 --set 'atmosphere.sponge={top: 300 m, rate: 0.5 1/s}')
"$eagre" run drift.yaml -o modes "${others[@]}" --set time.steps=30
[ "$(number modes cells_most)" -gt "$(number modes cells_least)" ] || fail "modes change nothing"
"$eagre" run drift.yaml -o part "${others[@]}" --set time.steps=18
"$eagre" resume part -q --no-measure --device host:1 --set time.steps=30
[ "$(number part state_hash)" = "$(number modes state_hash)" ] || fail "with a sponge: $(number part state_hash)"

# ---- semi-implicit steps, with viscosity: integrals, the same bits, a run that goes on, and its count of iterations
implicit=("${quiet[@]}" --set 'numerics={degree: 1, flux: hllc, integrator: semi-implicit, viscosity: 2 m2/s}'
    --set mesh.adapt.every=3 --set 'initial.velocity=[20 m/s, 0 m/s]')
"$eagre" run drift.yaml -o implicit "${implicit[@]}" --set time.steps=24
[ "$(number implicit changes)" -gt 3 ] || fail "$(number implicit changes) changes of semi-implicit steps"
for what in mass_error theta_error tracer_error; do
    awk -v e="$(number implicit $what)" 'BEGIN { exit !(e <= 1e-14) }' || fail "semi-implicit: $what $(number implicit $what)"
done
"$eagre" run drift.yaml -o one "${implicit[@]}" --set time.steps=24 --device host:1
[ "$(number one state_hash)" = "$(number implicit state_hash)" ] || fail "semi-implicit, one thread: $(number one state_hash)"
if "$eagre" devices 2>/dev/null | grep -q 'opencl:0\.0'; then
    "$eagre" run drift.yaml -o opencl "${implicit[@]}" --set time.steps=24 --device opencl:0.0
    [ "$(number opencl state_hash)" = "$(number implicit state_hash)" ] || fail "semi-implicit, OpenCL: $(number opencl state_hash)"
fi
for steps in 13 12; do # between two changes, and at one
    "$eagre" run drift.yaml -o part "${implicit[@]}" --set time.steps=$steps
    "$eagre" resume part -q --no-measure --device host:1 --set time.steps=24
    for what in state_hash changes iterations; do
        [ "$(number part $what)" = "$(number implicit $what)" ] || fail "semi-implicit, resumed at $steps: $what $(number part $what)"
    done
done

# ---- a criterion that refines everything is told, and levels beyond memory are refused
"$eagre" run drift.yaml -o all --no-measure --force --device host:1 --set initial.theta_perturbation=1 --set mesh.adapt.highest=7 \
    --set time.steps=1 >out 2>&1
grep -q 'warning.*mesh.adapt refines everything: all 256 cells are of level 7' out || fail "$(cat out)"
! "$eagre" run drift.yaml -o big "${quiet[@]}" --set mesh.adapt.first=30 --set mesh.adapt.highest=30 >out 2>&1 || fail "level 30"
grep -q 'takes about [0-9.e+]* GB of memory on this machine, and [0-9.]* GB can be taken' out || fail "$(cat out)"

# ---- what is refused
refuse() {
    local text=$1
    shift
    ! "$eagre" check drift.yaml "$@" >out 2>&1 || fail "accepted: $*"
    grep -qF -- "$text" out || fail "$(cat out)"
}
refuse 'mesh.adapt.lowest is 9, above mesh.adapt.highest, which is 8' --set mesh.adapt.lowest=9
refuse 'mesh.adapt.first is 2; it is mesh.adapt.lowest to highest, 3 to 8' --set mesh.adapt.first=2
refuse 'mesh.adapt.coarsen is 1; it must be below refine, which is 0.1' --set mesh.adapt.coarsen=1
