#!/bin/bash
# Solutes on 3 ranks, on OpenCL and on the checking device, and after a run that was stopped: all files are those of one process,
# to the last bit; on a mixed mesh, at both orders and in f32.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

mixed_mesh 24 12
cat >solutes.yaml <<'CASE'
title: solutes on a hilly plain
model: shallow-water
mesh: {gmsh: mixed.msh}
materials:
  squares: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02, rain: 360 mm/h}
  halves: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.03, infiltration: 36 mm/h, evaporation: 3 mm/h}
initial: {depth: "x < 8 ? 1 : (y < 6 ? 0.2 : 0)"}
solutes:
  dye: {unit: mg/l, initial: "x < 4 ? 2 : 0", half_life: 5 s, rain: "0.1 * t"}
  salt: {initial: 0.3}
inflows: {spring: {at: [10 m, 5 m], discharge: 3, concentrations: {salt: "1 + t"}, loads: {dye: 0.1}}, pump: {at: [5.1 m, 7 m], discharge: -1}}
structures:
  culvert: {from: [2 m, 5 m], to: [18.1 m, 5.3 m], culvert: {inverts: [0.2, 0.1], diameter: 0.5, length: 16}}
  levee: {along: [4, -1, 12, 11], weir: {crest: 0.6}}
boundaries: {left: {level: 1, concentrations: {dye: 1}}, right: {discharge: "0.5 + t", concentrations: {salt: 4}}, bottom: wall, top: outflow}
time: {steps: 60, cfl: 0.9}
output:
  fields: {steps: 30, variables: [depth, concentration_1, concentration_2]}
  maxima: {variables: [max_depth, max_concentration_1, max_concentration_time_1]}
  sections: {across: [7, -1, 9, 5, 7.3, 11]}
  record: {every: 0.5 s, variables: [depth, concentration_1, concentration_2]}
  gauges: {left: [2 m, 9.9 m], seam: [10 m, 5 m], right: [15 m, 3 m]}
checkpoint: {steps: 30}
CASE
grep -v culvert solutes.yaml >second.yaml
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
equal_on_devices() {
    alone "$@"
    ranks 3 "$@"
    same 3
    for device in checked $opencl; do
        rm -rf ranks
        "$eagre" run "$1" -o ranks -q --no-measure --device "$device" "${@:2}" </dev/null
        same 1
    done
}
equal_on_devices solutes.yaml
equal_on_devices second.yaml --set numerics.order=2
equal_on_devices solutes.yaml --precision f32 --set time.steps=20

# A run that ends at step 30 goes on.
alone second.yaml --set numerics.order=2
rm -rf ranks
"$eagre" run second.yaml -o ranks -q --no-measure --device host:2 --set numerics.order=2 --set time.steps=30 </dev/null
timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" resume ranks -q --no-measure --device host:1 --set time.steps=60 </dev/null
for file in balance.csv gauges.csv; do # the run that ended has a row more
    [ "$(tail -1 alone/$file)" = "$(tail -1 ranks/$file)" ] || fail "after a restart the last row of $file differs"
done
for file in maxima.vtkhdf fields/fields-000002.vtkhdf; do
    cmp -s alone/$file ranks/$file || fail "after a restart $file differs"
done
