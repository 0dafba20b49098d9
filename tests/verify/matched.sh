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

# reflected A B: the largest part of the peak by which a column of receivers differs
reflected() {
    paste -d, "$1/seismograms/receivers.csv" "$2/seismograms/receivers.csv" | awk -F, 'NR > 1 {
        for (i = 2; i <= NF / 2; i++) { d = $i - $(i + NF / 2); d = d < 0 ? -d : d; if (d > most[i]) most[i] = d
            v = $(i + NF / 2); v = v < 0 ? -v : v; if (v > size[i]) size[i] = v } }
        END { for (i in most) if (size[i] > 0 && most[i] / size[i] > worst) worst = most[i] / size[i]; print worst }'
}
