#!/bin/bash
# Systems given by their matrices on 2 and 3 ranks, on OpenCL and on the checking device: all files are those of one
# process, to the last bit; with E, an inflow, a reflection, a medium that jumps, a source, one of the whole domain and receivers, on both cells.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

mixed_mesh 12 8
cat >linear.yaml <<'CASE'
title: lossy Maxwell on a mixed mesh
model: linear
system:
  variables: {Ez: V/m, Hx: A/m, Hy: A/m, M: A/m} # M follows and acts by E alone, as a memory variable
  parameters: {eps: F/m, sigma: S/m}
  A: {Ez: [0, 0, -1 / eps, 0], Hy: [-1, 0, 0, 0], M: [0, 0, -0.3, 0]}
  B: {Ez: [0, 1 / eps, 0, 0], Hx: [1, 0, 0, 0], M: [0, 0.3, 0, 0]}
  E: {Ez: [-sigma / eps, 0, 0, 0.1], M: [0, 0, 0, -1]}
mesh: {gmsh: mixed.msh}
materials: {squares: {eps: 1, sigma: "0.1 * x"}, halves: {eps: 3, sigma: 0.2}}
initial: {Ez: "sin(x) * cos(y)"}
sources: {s: {at: [7.3 m, 4.1 m], rate: [1, 0, 0.5, 0], time: {ricker: {frequency: 0.5 Hz, delay: 2 s}}}}
body: {Ez: "0.1 * sin(x + t)", M: "0.05 * y * cos(t)"}
boundaries: {left: {inflow: {Ez: "sin(t)"}}, right: absorbing, bottom: {reflection: {Ez: [-1, 0, 0, 0]}}, top: absorbing}
time: {steps: 40}
numerics: {order: 3}
output:
  fields: {steps: 20}
  receivers: {interval: 0.1 s, at: {a: [3 m, 2 m], b: [10 m, 6 m]}}
  maxima: {}
CASE
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
for reaction in explicit implicit; do
    sed -i "s/^numerics:.*/numerics: {order: 3, reaction: $reaction}/" linear.yaml
    rm -rf alone
    alone linear.yaml
    for n in 2 3; do
        ranks $n linear.yaml
        same $n
    done
    for device in checked $opencl; do
        rm -rf ranks
        "$eagre" run linear.yaml -o ranks -q --no-measure --device "$device" </dev/null
        same 1
    done
done

# a medium that remembers
cat >linear.yaml <<'CASE'
title: waves with loss on a mixed mesh
model: elastic
attenuation: {mechanisms: 2, band: [0.2 Hz, 2 Hz]}
mesh: {gmsh: mixed.msh}
materials: {squares: {density: 2, vp: "2 + 0.1 * x", vs: 1, qp: 40, qs: 20}, halves: {density: 1, vp: 2, vs: 1}}
initial: {velocity: ["sin(x) * cos(y)", 0]}
sources: {s: {at: [7.3 m, 4.1 m], moment: [1, 0, 0.5], time: {ricker: {frequency: 0.5 Hz, delay: 2 s}}}}
boundaries: {left: {inflow: {velocity: ["sin(t)", 0]}}, right: absorbing, bottom: wall, top: free-surface}
time: {steps: 40}
numerics: {order: 3}
output:
  fields: {steps: 20}
  receivers: {interval: 0.1 s, at: {a: [3 m, 2 m], b: [10 m, 6 m]}}
  maxima: {}
CASE
rm -rf alone
alone linear.yaml
for n in 2 3; do
    ranks $n linear.yaml
    same $n
done
for device in checked $opencl; do
    rm -rf ranks
    "$eagre" run linear.yaml -o ranks -q --no-measure --device "$device" </dev/null
    same 1
done

# Matched layers, whose cells lie on all ranks.
cat >matched.yaml <<'CASE'
title: sound between matched layers
model: acoustic
mesh: {box: {size: [12 m, 6 m], cells: [12, 6]}}
materials: {all: {density: 2, vp: "y > 3 ? 2 : 3"}}
initial: {pressure: "exp(-(x - 6)^2 - (y - 4)^2)"}
boundaries: {left: {pml: 2 m}, right: {pml: 3 m}, bottom: {pml: 2 m}, top: free-surface}
time: {steps: 40}
numerics: {order: 3}
output:
  fields: {steps: 20}
  receivers: {interval: 0.1 s, at: {a: [3 m, 2 m], b: [10 m, 5 m]}}
  maxima: {}
CASE
rm -rf alone
alone matched.yaml
for n in 2 3; do
    ranks $n matched.yaml
    same $n
done
for device in checked $opencl; do
    rm -rf ranks
    "$eagre" run matched.yaml -o ranks -q --no-measure --device "$device" </dev/null
    same 1
done
