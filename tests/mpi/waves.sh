#!/bin/bash
# Linear waves on 2, 3, 4 and 7 ranks: state, seismograms, gauges, balance, errors and snapshots are those of one process,
# to the last bit: with sources whose kernels span ranks (where cells 16383 and 16384 meet) and a periodic boundary,
# receivers on faces and vertices, periodic, free and absorbing boundaries with a
# damping layer, inflow, media that vary in a cell, a mixed mesh, SH waves, and fewer pieces of 4096 cells than ranks.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >elastic.yaml <<'CASE'
title: a shot and a push
model: elastic
mesh: {box: {origin: [0 m, -1600 m], size: [3200 m, 1600 m], cells: [160, 90], element: triangle}}
materials:
  all:
    density: "y > -400 ? 2600 : 2700"
    vp: "y > -400 ? 4000 : 6000"
    vs: "y > -400 ? 2000 : 3464"
initial: {}
sources:
  shot: {at: [1000 m, -800 m], explosion: 1e12, time: {gaussian: {sigma: 250 us, delay: 1 ms}}}
  push: {at: [2110 m, -333 m], force: [0, 1e9], time: {ricker: {frequency: 1 kHz, delay: 1 ms}}}
  seam: {at: [2706.7 m, -568 m], force: [1e9, 0], time: {ricker: {frequency: 1 kHz, delay: 1 ms}}}
  jump: {at: [0 m, -405 m], moment: [0, 0, 1e9], time: {ricker: {frequency: 1 kHz, delay: 1 ms}}}
  point: {at: [500 m, -700 m], spread: point, explosion: 1e9, time: {ricker: {frequency: 1 kHz, delay: 1 ms}}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {absorbing: 300 m}, top: free-surface}
time: {end: 3 ms, cfl: 0.9}
numerics: {order: 3}
output:
  fields: {every: 1.5 ms, variables: [velocity, pressure]}
  record: {every: 500 us}
  receivers:
    interval: 250 us
    format: [csv, sac, segy]
    at: {near: [1000 m, -801 m], top: [1500 m, -1 m], seam: [2000 m, -400 m], push: [2130 m, -341 m]}
  gauges: {below: [1000 m, -1200 m], edge: [2100 m, -300 m]}
  lines: {across: {from: [-100 m, -200 m], to: [3300 m, -1500 m], count: 35}}
  maxima: {}
CASE
alone elastic.yaml
counts='2 7'
[ "${EAGRE_TESTS:-}" != long ] || counts='2 4 7'
for n in $counts; do
    ranks $n elastic.yaml
    same $n
done
small=(--set 'mesh.box.cells=[40, 20]' --set numerics.order=5)
alone elastic.yaml "${small[@]}"
ranks 3 elastic.yaml "${small[@]}"
same 3

mixed_mesh 130 60
cat >acoustic.yaml <<'CASE'
title: a medium that varies
model: acoustic
mesh: {gmsh: mixed.msh}
materials:
  squares: {density: "1 + 0.02 * x", vp: "2 + sin(0.3 * y)"}
  halves: {density: "1.2 + 0.01 * y", vp: 3}
initial: {pressure: "exp(-((x - 10)^2 + (y - 5)^2))"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: free-surface}
time: {steps: 8, cfl: 0.9}
numerics: {order: 3, material_order: 2}
output: {fields: {steps: 4}, gauges: {seam: [10 m, 5 m], edge: [1 m, 3 m]}}
CASE
alone acoustic.yaml
ranks 3 acoustic.yaml
same 3

cat >advection.yaml <<'CASE'
title: a tracer carried in
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [80, 80], element: triangle}}
materials: {all: {velocity: [1 m/s, 0.5 m/s]}}
boundaries: {left: {inflow: {tracer: "sin(6 * (x - t))"}}, bottom: {inflow: {tracer: "sin(6 * (x - t))"}}, right: outflow, top: outflow}
initial: {tracer: "sin(6 * x)"}
time: {steps: 10}
numerics: {order: 3}
exact: {tracer: "sin(6 * (x - t))"}
output: {fields: {steps: 5}}
CASE
alone advection.yaml --precision f32
ranks 3 advection.yaml --precision f32
same 3

cat >sh.yaml <<'CASE'
title: a plane wave, a line force and a torque
model: sh
mesh: {box: {origin: [0 m, -400 m], size: [1000 m, 400 m], cells: [130, 60], element: triangle}}
materials: {all: {density: "y > -100 ? 1900 : 2500", vs: "y > -100 ? 400 + 0.2 * x : 2000"}}
sources:
  push: {at: [500 m, -200 m], force: 1e9, time: {ricker: {frequency: 1 kHz, delay: 1 ms}}}
  turn: {at: [0 m, -102 m], moment: [1e9, 2e9], time: {ricker: {frequency: 1 kHz, delay: 1 ms}}}
boundaries:
  left: {periodic: right}
  right: {periodic: left}
  bottom: {inflow: {velocity: "0.01 * sin(1000 * t)", stress: [0, "-5e4 * sin(1000 * t)"]}}
  top: free-surface
time: {steps: 12}
numerics: {order: 4, material_order: 2}
output:
  fields: {steps: 6, variables: [velocity, stress, shear]}
  receivers: {interval: 20 us, format: [csv, segy], at: {near: [500 m, -201 m], low: [300 m, -399 m]}}
  gauges: {corner: [1 m, -102 m]}
  maxima: {}
CASE
alone sh.yaml
ranks 3 sh.yaml
same 3
