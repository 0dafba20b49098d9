#!/bin/bash
# Matched layers of acoustic and SH waves: what comes back at 83 degrees to the normal of a layer of 0.8 wavelengths,
# against a mesh on which the side is far away; a box with layers under a free surface that does not grow; outputs,
# lanes and a run from a checkpoint.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# Source and receiver 50 m above the layer, 814 m apart: the way by its edge meets it at 83 degrees.
cat >acoustic.yaml <<'CASE'
title: a wave that grazes a matched layer
model: acoustic
mesh: {box: {origin: [-160 m, -160 m], size: [1160 m, 480 m], cells: [29, 12]}}
materials: {all: {density: 1000, vp: 2000}}
boundaries: {left: {pml: 160 m}, right: {pml: 160 m}, bottom: {pml: 160 m}, top: {pml: 160 m}}
sources: {s: {at: [0.01 m, 50.02 m], explosion: 1e9, time: {ricker: {frequency: 10 Hz, delay: 0.12 s}}}}
time: {end: 0.62 s}
numerics: {order: 4}
output: {receivers: {interval: 2 ms, at: {a60: [173.2 m, 50.01 m], a75: [373.2 m, 50.01 m], a83: [814.5 m, 50.01 m]}}}
CASE
sed 's/model: acoustic/model: sh/; s/vp:/vs:/; s/explosion:/force:/' acoustic.yaml >sh.yaml
far='[1160 m, 960 m]'

# reflected A B COLUMN: the largest difference of a column over its peak
reflected() {
    local at
    at=$(head -n 1 "$1/seismograms/receivers.csv" | tr , '\n' | grep -n "^$3$" | cut -d: -f1)
    paste -d, <(cut -d, -f"$at" "$1/seismograms/receivers.csv") <(cut -d, -f"$at" "$2/seismograms/receivers.csv") |
        awk -F, 'NR > 1 { d = $1 - $2; d = d < 0 ? -d : d; most = d > most ? d : most
            v = $2 < 0 ? -$2 : $2; size = v > size ? v : size } END { print (size > 0 ? most / size : "nan") }'
}
for of in 'acoustic triangle pressure_Pa' 'acoustic quadrangle pressure_Pa' 'sh triangle velocity_z_m_per_s'; do
    read -r case element column <<<"$of"
    out=near run $case.yaml --set mesh.box.element="$element"
    out=far run $case.yaml --set mesh.box.element="$element" --set "mesh.box.size=$far" --set 'mesh.box.cells=[29, 24]' \
        --set 'mesh.box.origin=[-160 m, -640 m]'
    for at in a60 a75 a83; do
        at_most "what comes back, $of, $at" "$(reflected near far "${at}_$column")" 0.005
    done
done

# Sound in a box below a free surface, with layers at three sides, in two media: the energy falls, and is gone.
cat >box.yaml <<'CASE'
title: a box of layers below a free surface
model: acoustic
mesh: {box: {size: [160 m, 120 m], cells: [8, 6]}}
materials: {all: {density: 1000, vp: "y > 60 ? 1500 : 2000"}}
initial: {pressure: "exp(-((x - 80)^2 + (y - 80)^2) / 400)"}
boundaries: {left: {pml: 40 m}, right: {pml: 40 m}, bottom: {pml: 40 m}, top: free-surface}
time: {steps: 3000}
numerics: {order: 3}
output: {gauges: {a: [81 m, 79 m]}, record: {every: 0.1 s}}
CASE
for precision in f64 f32; do
    out=$precision run box.yaml --set numerics.precision=$precision
    first=$(value $precision/balance.csv energy_J_per_m 1)
    last=$(value $precision/balance.csv energy_J_per_m last)
    at_most "energy that is left, $precision" "$(calculate "$last / $first")" 1e-4
done
run box.yaml --set mesh.box.element=quadrangle
at_most 'energy that is left in squares' \
    "$(calculate "$(value run/balance.csv energy_J_per_m last) / $(value run/balance.csv energy_J_per_m 1)")" 1e-4

# The same bits on one lane and from a checkpoint.
out=whole run box.yaml --set time.steps=400 --set output.fields.steps=200
out=wide run box.yaml --device host:2 --lanes 1 --set time.steps=400 --set output.fields.steps=200
cmp whole/gauges.csv wide/gauges.csv || fail 'other bits with one lane'
out=part run box.yaml --set time.steps=200 --set output.fields.steps=200
"$eagre" resume part --no-measure -q --set time.steps=400 </dev/null || fail 'resume'
state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
[ -n "$(state_hash whole)" ] && [ "$(state_hash part)" = "$(state_hash whole)" ] || fail 'other bits from a checkpoint'
