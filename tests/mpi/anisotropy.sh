#!/bin/bash
# Anisotropic elastic and SH waves on 2 and 3 ranks, on OpenCL and on the checking device, and from a checkpoint: all
# files are those of one process, to the last bit; with a tilt that varies, a medium that jumps, an inflow, a wall, a free
# surface, a layer, sources on a face and at a vertex, and receivers, on both cells.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

mixed_mesh 12 8
cat >elastic.yaml <<'CASE'
title: waves in tilted beds on a mixed mesh
model: elastic
mesh: {gmsh: mixed.msh}
materials:
  squares: {density: 2, vp: 2.2, vs: 1.2, epsilon: "0.02 * x", delta: 0.1, tilt: "0.1 * y"}
  halves: {density: 1.2, c11: 9, c33: 5, c55: 1.5, c13: 2.5, c15: 0.4, c35: -0.3}
sources:
  f: {at: [7 m, 4.5 m], force: [1, 0.5], time: {ricker: {frequency: 0.5 Hz, delay: 2 s}}}
  m: {at: [5 m, 4 m], moment: [1, 2, 3], time: {ricker: {frequency: 0.5 Hz, delay: 2 s}}}
boundaries: {left: {inflow: {velocity: ["sin(t)", 0]}}, right: wall, bottom: {absorbing: 2 m}, top: free-surface}
time: {steps: 40}
numerics: {order: 3}
output:
  fields: {steps: 20}
  receivers: {interval: 0.1 s, variables: [velocity, pressure], at: {a: [3 m, 2 m], b: [10 m, 6 m]}}
  maxima: {}
CASE
sed 's/^model: elastic/model: sh/; s/squares: .*/squares: {density: 2, vs: 1.2, gamma: "0.02 * x", tilt: "0.1 * y"}/
    s/halves: .*/halves: {density: 1.2, vs: 1.5}/; s/force: \[1, 0.5\]/force: 1/; s/moment: \[1, 2, 3\]/moment: [1, 2]/
    s/velocity: \["sin(t)", 0\]/velocity: "sin(t)"/; s/, pressure\]/]/' elastic.yaml >sh.yaml
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
for case in elastic sh; do
    alone $case.yaml
    for n in 2 3; do
        ranks $n $case.yaml
        same $n
    done
    for device in checked $opencl; do
        rm -rf ranks
        "$eagre" run $case.yaml -o ranks -q --no-measure --device "$device" </dev/null
        same 1
    done
done

# From a checkpoint; and without vectors.
state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
"$eagre" run elastic.yaml -q --no-measure -o half.run --set time.steps=17 --set output.fields.steps=17 </dev/null
"$eagre" resume half.run --no-measure -q --set time.steps=40 </dev/null
"$eagre" run elastic.yaml -q --no-measure -o lanes.run --lanes 1 </dev/null
"$eagre" run elastic.yaml -q --no-measure -o whole.run </dev/null
for run in half lanes; do
    [ "$(state_hash $run.run)" = "$(state_hash whole.run)" ] || fail "$run: another state"
done
