#!/bin/bash
# Eddy viscosity and dispersion on 3 ranks, on OpenCL and on the checking device, with blocks at rest, and after a run that was
# stopped: all files are those of one process, to the last bit; on a mixed mesh, of quadrangles at first order, and in f32.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

mixed_mesh 24 12
cat >mixing.yaml <<'CASE'
title: mixing on a hilly plain
model: shallow-water
mesh: {gmsh: mixed.msh}
materials:
  squares: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02, rain: 36 mm/h}
  halves: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.03, infiltration: 36 mm/h}
initial: {depth: "x < 8 ? 1 : (y < 6 ? 0.2 : 0)"}
physics: {viscosity: {constant: 0.05 m2/s, smagorinsky: 0.2}}
solutes:
  dye: {initial: "x < 4 ? 2 : 0", dispersion: {longitudinal: 0.3 m2/s, transverse: 0.1 m2/s}}
  salt: {initial: 0.3}
inflows: {spring: {at: [10 m, 5 m], discharge: 3, concentrations: {salt: "1 + t"}, loads: {dye: 0.1}}}
structures: {levee: {along: [4, -1, 12, 11], weir: {crest: 0.6}}}
boundaries: {left: {level: 1, concentrations: {dye: 1}}, right: {discharge: "0.5 + t"}, bottom: wall, top: outflow}
numerics: {order: 2}
time: {steps: 60, cfl: 0.9}
output:
  fields: {steps: 30, variables: [depth, velocity, concentration_1, concentration_2]}
  maxima: {variables: [max_depth, max_speed, max_concentration_1]}
  record: {every: 0.5 s, variables: [depth, velocity, concentration_1]}
  gauges: {left: [2 m, 9.9 m], seam: [10 m, 5 m], right: [15 m, 3 m]}
checkpoint: {steps: 30}
CASE
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
equal_on_devices() {
    alone "$@"
    for count in 2 3; do
        ranks $count "$@"
        same $count
    done
    for device in checked $opencl; do
        rm -rf ranks
        "$eagre" run "$1" -o ranks -q --no-measure --device "$device" "${@:2}" </dev/null
        same 1
    done
}
equal_on_devices mixing.yaml
equal_on_devices mixing.yaml --precision f32 --set time.steps=20

# Without solutes blocks rest; quadrangles alone are taken at first order, also in mixed precision.
cat >dry.yaml <<'CASE'
title: a dam break that stays in a corner
model: shallow-water
mesh: {box: {size: [64 m, 64 m], cells: [64, 64], element: quadrangle}}
materials: {all: {elevation: "0.02 * x", manning: 0.05}}
initial: {depth: "x^2 + y^2 < 64 ? 1 : 0"}
physics: {viscosity: {constant: 0.1 m2/s, smagorinsky: 0.2}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 60}
output: {fields: {steps: 30, variables: [depth, velocity]}, maxima: {variables: [max_speed]}}
CASE
for order in 1 2; do
    equal_on_devices dry.yaml --set numerics.order=$order --set numerics.blocks=moving
    "$eagre" run dry.yaml -o all -q --no-measure --force --device host:1 --set numerics.order=$order --set numerics.blocks=all </dev/null
    [ "$(of_summary alone)" = "$(of_summary all)" ] || fail "order $order: all blocks differ from those that move"
done
equal_on_devices dry.yaml --set numerics.precision=mixed

# A run that ends at step 30 goes on.
alone mixing.yaml
rm -rf ranks
"$eagre" run mixing.yaml -o ranks -q --no-measure --device host:2 --set time.steps=30 </dev/null
timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" resume ranks -q --no-measure --device host:1 --set time.steps=60 </dev/null
for file in maxima.vtkhdf fields/fields-000002.vtkhdf; do
    cmp -s alone/$file ranks/$file || fail "after a restart $file differs"
done
