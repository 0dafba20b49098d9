#!/bin/bash
# Where nodal DG keeps its state makes no difference to a bit of it, nor to seismograms, energy and a run that goes on: two
# states, one that is updated in place, one in the host's memory; with matched layers, too. What does not fit is refused, with the need.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
cat >shots.yaml <<'EOF2'
model: acoustic
mesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}
materials: {all: {density: 1, vp: "1 + 0.2*x"}}
initial: {pressure: "exp(-20*(x^2+y^2))"}
boundaries: {left: {pml: 0.5}, right: wall, front: free-surface, back: wall, bottom: {pml: 0.6}, top: wall}
sources:
  push: {at: [0.3, 0.6, 0.4], explosion: 1, time: {ricker: {frequency: 40 Hz}}}
  pull: {at: [0.3, 0.6, 0.7], explosion: -2, time: {ricker: {frequency: 40 Hz}}}
time: {end: 0.04}
numerics: {degree: 3}
output:
  receivers: {interval: 7 ms, at: {a: [0.2, 0.7, 0.6], b: [0.31, 0.6, 0.4]}}
  gauges: {g: [0.4, 0.4, 0.4]}
  fields: {every: 0.02}
EOF2
cat >rock.yaml <<'EOF2'
model: elastic
mesh: {forest: {level: 1, levels: "x < 0.4 ? 3 : 1"}, box: {size: [1, 1], cells: [2, 2]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {velocity: ["sin(3*x)", "cos(2*y)"]}
boundaries: {left: absorbing, right: free-surface, bottom: wall, top: absorbing}
sources: {kick: {at: [0.3, 0.6], force: [1, 2], time: {ricker: {frequency: 100 Hz}}}}
time: {end: 0.02}
numerics: {degree: 4, steps: ssprk3, flux: rusanov, material: nodes}
output: {picture: none, fields: {every: 0.01}, receivers: {interval: 2 ms, at: {a: [0.2, 0.7]}}}
EOF2
number() { # of a summary
    sed -n "s/.*\"$2\": *\"\{0,1\}\([^,\"}]*\).*/\1/p" "$1/summary.json" | head -1
}
run() { # case, folder, options
    "$eagre" run "$1.yaml" -o "$2" -q --no-measure --force "${@:3}" || fail "$*"
}
same() { # reference, folder
    [ "$(number "$1" state_hash)" = "$(number "$2" state_hash)" ] || fail "$2: another hash than $1"
    [ "$(number "$1" energy_J)$(number "$1" energy_J_per_m)" = "$(number "$2" energy_J)$(number "$2" energy_J_per_m)" ] ||
        fail "$2: another energy than $1"
    cmp "$1/seismograms/receivers.csv" "$2/seismograms/receivers.csv" || fail "$2: other seismograms than $1"
}
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
for case in shots rock; do
    run $case $case-two --device host:2 --set numerics.storage=separate
    for device in host:2 checked:2 $opencl; do
        for storage in in-place out-of-core; do
            # in the short form other devices than the host have each storage in one of the cases
            case $device-$case-$storage in
                checked*-shots-out-of-core | checked*-rock-in-place | opencl*-shots-in-place | opencl*-rock-out-of-core)
                    [ "${EAGRE_TESTS:-}" = long ] || continue ;;
            esac
            run $case $case-one --device "$device" --set numerics.storage=$storage
            same $case-two $case-one
        done
    done
    # a run that goes on
    end=0.04
    [ $case = shots ] || end=0.02
    storage=in-place
    [ $case = shots ] || storage=out-of-core
    run $case $case-half --device host:2 --set numerics.storage=$storage --set time.end=$(python3 -c "print($end / 2)")
    "$eagre" resume $case-half -q --no-measure --set time.end=$end --device host:1 || fail "resume of $case"
    same $case-two $case-half
done
cmp shots-two/gauges.csv shots-one/gauges.csv || fail "other gauges"

# what fits is taken: auto goes to one state where two are too many, and says so
sed -i 's/degree: 3/degree: 5/; s/level: 1/level: 3/; s/end: 0.04/end: 0.01/; s/every: 0.02/every: 0.01/; s/interval: 7 ms/interval: 2 ms/' shots.yaml
sed 's/{pml: 0.5}/{pml: 0.125}/; s/{pml: 0.6}/absorbing/' shots.yaml >layers.yaml
sed -i 's/{pml: 0.[56]}/absorbing/g' shots.yaml
needs=$("$eagre" check shots.yaml --device host:1 --set numerics.storage=separate | sed -n 's/.*about \([0-9.e+-]*\) MB on the device.*/\1/p')
cap() {
    python3 -c "print(int($needs * 1e6 * $1))"
}
run shots large-two --device host:2 --set numerics.storage=separate
run shots large-cap --device host:2 --set numerics.device_memory="$(cap 0.9)"
same large-two large-cap
"$eagre" check shots.yaml --device host:1 --set numerics.device_memory="$(cap 0.9)" | grep -q 'updated in place' ||
    fail "what auto takes is not told"
# a quarter of it is enough for a state out of core
large='host:2'
[ "${EAGRE_TESTS:-}" != long ] || large="host:2 checked:2 $opencl"
for device in $large; do
    run shots large-quarter --device "$device" --set numerics.device_memory="$(cap 0.25)"
    same large-two large-quarter
    "$eagre" check shots.yaml --device "$device" --set numerics.device_memory="$(cap 0.25)" >out
    grep -q "in the host's memory" out || fail "what a quarter takes is not told"
done
# what fits is taken of the stages of a step, too
run shots large-some --device host:2 --lanes 1 --set numerics.storage=out-of-core --set numerics.device_memory="$(cap 0.6)"
same large-two large-some
"$eagre" check shots.yaml --device host:2 --lanes 1 --set numerics.storage=out-of-core --set numerics.device_memory="$(cap 0.6)" |
    grep -q '[234] stages a visit' || fail "how many stages a visit takes is not told"
"$eagre" bench --model acoustic --mesh forest --cells 512 --degree 7 --seconds 0.2 --device host:1 --device-memory 1e7 |
    grep -q 'node-stages/s' || fail "bench out of core"
got=0
run_refused() {
    got=0
    "$eagre" run shots.yaml -o bad -q --no-measure --device host:2 --set "$@" 2>err || got=$?
}
run_refused numerics.storage=in-place --set numerics.device_memory=1e4
[ $got = 7 ] && grep -q 'need [0-9.e+-]* GB on host:2, where 1e-05 GB may be taken' err || fail "$got: $(cat err)"
run_refused numerics.storage=out-of-core --set numerics.device_memory=1e4
[ $got = 7 ] && grep -q 'GB may be taken' err || fail "$got: $(cat err)"
run_refused numerics.storage=out-of-core --set numerics.device_memory="$(cap 0.19)"
[ $got = 7 ] || fail "$got: $(cat err)"
least=$(sed -n 's/.*the state out of core needs \([0-9.]*\) MB on host:2, where [0-9.]* MB may be taken.*/\1/p' err)
[ -n "$least" ] || fail "$(cat err)"
run shots large-least --device host:2 --set numerics.storage=out-of-core --set numerics.device_memory="$(python3 -c "print($least * 1.001e6)")"
same large-two large-least
# a layer stays on the device
run layers thin-two --device host:2 --set numerics.storage=separate
run layers thin-cap --device host:2 --set numerics.device_memory="$(cap 0.45)"
same thin-two thin-cap
"$eagre" check layers.yaml --device host:2 --set numerics.device_memory="$(cap 0.45)" | grep -q "in the host's memory" ||
    fail "what auto takes with a layer is not told"
