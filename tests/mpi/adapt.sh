#!/bin/bash
# Cells that follow waves on 3 ranks, or the air on 2 and 7 (in the long form 2 and 3, and 4 and 7 too): state, meshes, snapshots,
# gauges, seismograms, errors and picture are those of one process, to the last bit, while cells go from rank to rank; so is a run
# that goes on on another number of ranks.
# Cells of the plane are squares, those of space are curved, and their state is out of core.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >plane.yaml <<'CASE'
title: a pulse of the plane
model: acoustic
mesh:
  box: {size: [1, 1], cells: [2, 2]}
  forest: {level: 5, adapt: {lowest: 4, highest: 6, every: 2, refine: 0.1, coarsen: 0.05, indicator: energy, buffer: 2}}
materials: {all: {density: 1, vp: "x < 0.5 ? 1 : 1.5"}}
initial: {pressure: "exp(-((x - 0.4)^2 + (y - 0.6)^2) / 0.01)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: {pml: 0.05}}
sources: {bang: {at: [0.7, 0.2], explosion: 1e-6, time: "sin(300*t)"}}
time: {steps: 10}
numerics: {degree: 2}
checkpoint: {steps: 5}
output:
  fields: {steps: 5}
  gauges: {middle: [0.5, 0.5], edge: [0.1, 0.9]}
  lines: {across: {from: [0, 0.1], to: [1, 0.9], count: 21}}
  receivers: {interval: 1e-4, at: {a: [0.42, 0.6], b: [0.72, 0.2], c: [0.9, 0.9]}}
CASE
cat >space.yaml <<'CASE'
title: a knock on rock
model: elastic
mesh:
  box: {size: [2, 1, 1], cells: [4, 3, 3], map: [x, "y + 0.1 * sin(pi*x) * sin(pi*z)", "z + 0.1 * sin(pi*x)"]}
  forest: {level: 1, adapt: {lowest: 1, highest: 2, every: 1, refine: 0.01, coarsen: 3e-3, indicator: energy}}
materials: {all: {density: 1, vp: 2, vs: "z > 0.5 ? 0.8 : 1"}}
initial: {velocity: ["exp(-((x - 1)^2 + (y - 0.5)^2 + (z - 0.5)^2) / 0.04)", 0, 0]}
boundaries: {left: absorbing, right: absorbing, front: wall, back: absorbing, bottom: absorbing, top: free-surface}
time: {steps: 6}
checkpoint: {steps: 3}
numerics: {degree: 2, storage: out-of-core}
output: {fields: {steps: 3}, gauges: {a: [0.3, 0.4, 0.5]}, picture: {normal: y, variable: velocity}}
CASE
cat >air.yaml <<'CASE'
title: a bubble that drifts
model: atmosphere
mesh:
  box: {size: [1 km, 1 km], cells: [3, 2], element: triangle}
  adapt: {lowest: 7, highest: 9, every: 4, refine: 0.2, coarsen: 0.1}
initial: {theta_perturbation: "0.5*exp(-((x - 900)^2 + (y - 400)^2) / 5e3)", velocity: [200, 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: open}
time: {steps: 12}
numerics: {degree: 1}
checkpoint: {steps: 6}
output: {fields: {steps: 6}, gauges: {middle: [500, 500], edge: [1, 400]}}
CASE
sed -e 's/^time:.*/time: {steps: 8}/; s/^checkpoint.*/checkpoint: {steps: 4}/; s/every: 4/every: 2/; s/steps: 6/steps: 4/; s/refine: 0.2, coarsen: 0.1/indicator: jumps, refine: 1e-3, coarsen: 3e-4/' \
    -e 's/^numerics.*/numerics: {degree: 1, flux: hllc, integrator: semi-implicit, viscosity: 2 m2\/s}/' air.yaml >implicit.yaml
of_adaptation() {
    sed -n 's/.*"adaptation": \(.*\), "seconds".*/\1/p' "$1/summary.json"
}
cases='air implicit'
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases='air implicit plane space'
for case in $cases; do
    alone $case.yaml
    grep -qE '"changes": [2-9]' alone/summary.json || fail "$case: $(of_adaptation alone)"
    counts=3
    [ $case != air ] || counts='2 7'
    [ "${EAGRE_TESTS:-}" != long ] || counts='2 3 4 7'
    for n in $counts; do
        ranks $n $case.yaml
        same $n
        cmp alone/picture.png ranks/picture.png || fail "$case: another picture on $n ranks"
        [ "$(of_adaptation alone)" = "$(of_adaptation ranks)" ] || fail "$case: $(of_adaptation ranks)"
    done

    # ---- three ranks begin, two go on
    half=$(sed -n 's/^checkpoint: {steps: \([0-9]*\)}/\1/p' $case.yaml)
    rm -rf ranks
    timeout "$limit" mpirun -q --oversubscribe -n 3 "$eagre" run $case.yaml -o ranks -q --no-measure --device host:1 \
        --set time.steps="$half" </dev/null
    timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" resume ranks -q --no-measure --device host:1 \
        --set time.steps=$((2 * half)) </dev/null
    [ "$(sed -n 's/.*"state_hash": *//p' ranks/summary.json)" = "$(sed -n 's/.*"state_hash": *//p' alone/summary.json)" ] ||
        fail "$case: resumed on two ranks"
done
