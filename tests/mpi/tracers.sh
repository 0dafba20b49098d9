#!/bin/bash
# Several tracers that exchange, on 2 and 3 ranks, OpenCL and the checking device: all files are those of
# one process, to the last bit; with what comes in, a factor of time, bounds, a source and receivers, on both cells.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

mixed_mesh 12 8
cat >tracers.yaml <<'CASE'
title: tracers on a mixed mesh
model: advection
tracers: {names: {a: mol/m3, b: mol/m3, c: 1}, exchange: {a: [-2, 0, 0.1], b: [2, -1, 0], c: [0, 0, -0.1]}}
mesh: {gmsh: mixed.msh}
materials: {squares: {velocity: [2, "1 + 0.1 * x"]}, halves: {velocity: [2, "2 + 0.1 * x"]}}
velocity_factor: "cos(2 * t)"
initial: {a: "sin(x) * cos(y)", c: "x > 8 ? 1 : 0"}
sources: {s: {at: [7.3 m, 4.1 m], rate: [1, 0, 0.5], time: {ricker: {frequency: 0.5 Hz, delay: 2 s}}}}
boundaries: {left: {inflow: {a: "sin(t)", c: 1}}, right: outflow, bottom: {inflow: {b: 0.5}}, top: outflow}
time: {end: 0.24 s, dt: 0.01 s}
numerics: {order: 3, material_order: 2}
output:
  fields: {steps: 12}
  receivers: {interval: 0.02 s, at: {a: [3 m, 2 m], b: [10 m, 6 m]}}
  maxima: {}
CASE
cat >limited.yaml <<'CASE'
title: tracers between bounds on a mixed mesh
model: advection
tracers: {names: {a: mol/m3, b: mol/m3, c: 1}, exchange: {a: [-2, 0, 0], b: [2, -1, 0], c: [0, 0, -0.1]}}
mesh: {gmsh: mixed.msh}
materials: {all: {velocity: [2, 1]}}
initial: {a: "sin(x) * cos(y)", c: "x > 8 ? 1 : 0"}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {steps: 16}
numerics: {order: 3, precision: f32, limiter: {bounds: {a: [-2, 2], b: [-4.1, 4.1], c: [-1, 1]}}}
output: {fields: {steps: 8}}
CASE
sed -e 's/^materials.*/materials: {squares: {velocity: [2, "1 + 0.1 * x * cos(t)"]}, halves: {velocity: ["2 * sin(3 * t + y)", "2 + 0.1 * x"]}}/' \
    -e '/^velocity_factor/d; /^sources/d; s/, material_order: 2//; s/^time:.*/time: {end: 0.12 s}/; s/{steps: 12}/{every: 0.06 s}/' tracers.yaml >wind.yaml
sed -e 's/velocity: .*/velocity: ["2 * cos(5 * t + y)", 1]}}/; s/^time:.*/time: {end: 0.2 s}/; s/{steps: 8}/{every: 0.1 s}/' limited.yaml >limited-wind.yaml
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
counts=(3 2 3 2)
[ "${EAGRE_TESTS:-}" != long ] || counts=('2 3' '2 3' '2 3' '2 3')
i=0
for case in tracers limited wind limited-wind; do
    alone $case.yaml
    for n in ${counts[i++]}; do
        ranks "$n" $case.yaml
        same "$n"
    done
    for device in checked $opencl; do
        rm -rf ranks
        "$eagre" run $case.yaml -o ranks -q --no-measure --device "$device" </dev/null
        same 1
    done
done
