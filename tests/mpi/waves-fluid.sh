#!/bin/bash
# Fluid beside solid on 2 and 3 ranks: state, seismograms, gauges, balance and snapshots are those of one process, to the last
# bit, where the contact crosses the ranks' parts, sources lie in the fluid, at the contact and in the solid; a cell of both
# and a moment in the fluid are refused on every rank.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >sea.yaml <<'CASE'
title: shots in a sea over rock
model: elastic
mesh: {box: {origin: [0 m, -1600 m], size: [3200 m, 1600 m], cells: [130, 64], element: triangle}}
materials:
  all:
    density: "y > -400 ? 1025 : 2700"
    vp: "y > -400 ? 1500 : 4000"
    vs: "y > -400 ? 0 : 2300"
initial: {}
sources:
  shot: {at: [1000 m, -300 m], explosion: 1e12, time: {gaussian: {sigma: 250 us, delay: 1 ms}}}
  seam: {at: [2700 m, -400 m], explosion: 1e12, time: {gaussian: {sigma: 250 us, delay: 1 ms}}}
  vertex: {at: [1600 m, -400 m], spread: point, force: [1e9, 1e9], time: {gaussian: {sigma: 250 us, delay: 1 ms}}}
  quake: {at: [500 m, -700 m], moment: [1e9, 0, 2e9], time: {gaussian: {sigma: 250 us, delay: 1 ms}}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {absorbing: 300 m}, top: free-surface}
time: {end: 3 ms, cfl: 0.9}
numerics: {order: 3}
output:
  fields: {every: 1.5 ms, variables: [velocity, stress, pressure]}
  record: {every: 500 us}
  receivers: {interval: 250 us, format: [csv, sac], at: {near: [1000 m, -301 m], seam: [1610 m, -400 m]}}
  gauges: {below: [1000 m, -450 m], sea: [2100 m, -20 m]}
  maxima: {}
CASE
alone sea.yaml
for n in 2 3; do
    ranks $n sea.yaml
    same $n
done
alone sea.yaml --precision f32 --set mesh.box.element=quadrangle
ranks 3 sea.yaml --precision f32 --set mesh.box.element=quadrangle
same 3

# squares of fluid beside triangles of rock
mixed_mesh 130 60
cat >tank.yaml <<'CASE'
title: a tank beside a block
model: elastic
mesh: {gmsh: mixed.msh}
materials: {squares: {density: 1, vp: 1.5, vs: 0}, halves: {density: 2.5, lambda: 12, mu: 10}}
initial: {velocity: ["exp(-((x - 10)^2 + (y - 5)^2))", 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: free-surface}
time: {steps: 8, cfl: 0.9}
numerics: {order: 4}
output: {fields: {steps: 4}, gauges: {seam: [10.1 m, 5 m], edge: [1 m, 3 m]}}
CASE
alone tank.yaml
ranks 3 tank.yaml
same 3

# a cell of both, where one rank alone has such cells; a moment in the fluid
refused() {
    local got=0
    ranks 3 sea.yaml "${@:2}" 2>err || got=$?
    [ $got = 3 ] && grep -q "$1" err || fail "$*: $got: $(cat err)"
}
refused 'contains fluid (vs or mu is 0) and rock' --set 'materials.all.vs="y > -1587.3 ? 2300 / 2 : 0"' \
    --set 'materials.all.vp=4000'
refused 'has a moment with shear, and the medium there is a fluid' --set 'sources.quake.at=[500 m, -300 m]'
