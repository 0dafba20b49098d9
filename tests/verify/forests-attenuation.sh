#!/bin/bash
# Quality factors on forests: against the model without loss, to rounding, for very large ones, with hanging faces, layers, a free
# surface, a moment and a fluid; a wave in a box against constant Q; the same bits with other lanes, storages, kernels, devices
# and from a checkpoint, also where cells change.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >space.yaml <<'CASE'
title: elastic waves in space
model: elastic
mesh: {box: {size: [100 m, 100 m, 100 m], cells: [2, 2, 2]}, forest: {level: 1, levels: "x < 45 && z > 55 ? 2 : 1"}}
materials: {all: {density: "z < 50 ? 2 : 1", lambda: "z < 50 ? 4 : 2", mu: "z < 50 ? 3 : (y < 50 ? 1 : 0)"}}
boundaries: {left: absorbing, right: wall, front: free-surface, back: wall, bottom: {pml: 25 m}, top: free-surface}
sources: {s: {at: [30 m, 20 m, 60 m], moment: [1, 2, 3, 0.5, 0.2, 0.7], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}}
time: {end: 14 s, dt: 0.35 s}
numerics: {degree: 3}
output: {receivers: {interval: 0.5 s, at: {a: [60 m, 60 m, 70 m], b: [21 m, 30 m, 90 m]}}}
CASE
cat >sh.yaml <<'CASE'
title: SH waves
model: sh
mesh: {box: {size: [100 m, 100 m], cells: [4, 4]}, forest: {level: 0, levels: "x < 45 ? 1 : 0"}}
materials: {all: {density: "y < 50 ? 2 : 1", vs: "y < 50 ? 1.2 : 1"}}
initial: {velocity: "exp(-((x - 40)^2 + (y - 45)^2) / 80)"}
boundaries: {left: absorbing, right: wall, bottom: wall, top: free-surface}
sources: {s: {at: [30 m, 70 m], moment: [1, 2], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}}
time: {end: 15 s, dt: 0.2 s}
numerics: {degree: 3, steps: ssprk3}
output: {receivers: {interval: 0.5 s, at: {a: [60 m, 60 m], b: [21 m, 90 m]}}}
CASE
sed 's/model: sh/model: acoustic/; s/vs:/vp:/; s/moment: \[1, 2\]/explosion: 1/
     s/initial: .*/initial: {pressure: "exp(-((x - 40)^2 + (y - 45)^2) \/ 80)"}/' sh.yaml >acoustic.yaml
band='attenuation: {mechanisms: 2, band: [0.02 Hz, 0.2 Hz]}'
with() { # CASE FACTORS
    sed "s/^materials: {all: {/materials: {all: {$2, /; s/^title/$band\ntitle/" "$1.yaml"
}
# of the receivers' values, over the largest
differ() { # A B
    paste -d, "$1/seismograms/receivers.csv" "$2/seismograms/receivers.csv" | awk -F, 'NR > 1 {
        for (i = 2; i <= NF / 2; i++) { d = $i - $(i + NF / 2); d = d < 0 ? -d : d; most = d > most ? d : most
            v = $i < 0 ? -$i : $i; size = v > size ? v : size } } END { print most / size }'
}
for case in space sh acoustic; do
    large='qp: 1e11, qs: 1e11' some='qp: 24, qs: 20'
    [ $case != sh ] || large='qs: 1e11' some='qs: 20'
    [ $case != acoustic ] || large='qp: 1e11' some='qp: 20'
    with $case "$large" >large.yaml
    with $case "$some" >some.yaml
    out=plain run $case.yaml
    out=large run large.yaml
    out=some run some.yaml
    cmp <(head -1 plain/seismograms/receivers.csv) <(head -1 large/seismograms/receivers.csv) || fail "$case: other columns"
    at_most "$case, Q of 1e11" "$(differ plain large)" 2e-9
    at_least "$case, Q of 20" "$(differ plain some)" 0.01
done

# A standing wave of sound of 10 m, in a box of walls: after so many periods its amplitude is exp(-pi t f / Q), and its
# energy the square of that, within the error of the fit and what memory takes to fill.
cat >box.yaml <<'CASE'
title: a standing wave with loss
model: acoustic
attenuation: {band: [0.5 Hz, 8 Hz], reference: 2 Hz}
mesh: {box: {size: [5 m, 1.25 m, 1.25 m], cells: [4, 1, 1]}, forest: {level: 0}}
materials: {all: {density: 1, vp: 20 m/s, qp: 60}}
initial: {pressure: "cos(2 * pi * x / 10)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall, front: wall, back: wall}
time: {end: 5 s}
numerics: {degree: 5}
output: {gauges: {a: [0.01 m, 0.3 m, 0.3 m]}, record: {every: 0.5 s}}
CASE
run box.yaml
first=$(value run/gauges.csv a_pressure_Pa 2)
last=$(value run/gauges.csv a_pressure_Pa last)
loss=$(calculate "-log($last / $first) / (3.14159265358979 * 2 * 4.5)")
at_most 'loss of a standing wave, over 1/60' "$(calculate "(($loss * 60 - 1) ^ 2) ^ 0.5")" 0.03
at_most 'energy' "$(summary energy_growth)" 1e-12
! grep -q '"fading"' run/summary.json || fail 'what the medium takes is blamed on the scheme'
awk -F, 'NR > 2 && $2 > last { exit 1 } { last = $2 }' run/balance.csv || fail 'the energy rises'

# the same bits: of a run that changes its cells, of one that does not, and of one that goes on
same() { # WHAT ARGUMENT...
    out=other run lossy.yaml "${@:2}"
    cmp whole/seismograms/receivers.csv other/seismograms/receivers.csv || fail "$1: other seismograms"
    [ "$(summary state_hash)" = "$(out=other summary state_hash)" ] || fail "$1: another state"
}
out=whole
with space 'qp: 24, qs: 20' | sed 's/end: 14 s/end: 5.6 s/' >lossy.yaml
run lossy.yaml --set output.fields.every='2.8 s'
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
same lanes --lanes 1 --set output.fields.every='2.8 s'
for storage in in-place out-of-core; do
    same $storage --set numerics.storage=$storage --set output.fields.every='2.8 s'
done
[ -z "$opencl" ] || same OpenCL --device "$opencl" --set output.fields.every='2.8 s'
sed 's/{pml: 25 m}/absorbing/' lossy.yaml >open.yaml && mv open.yaml lossy.yaml
run lossy.yaml --set output.fields.every='2.8 s'
same parts --set numerics.kernels=parts --set output.fields.every='2.8 s'
out=part run lossy.yaml --set time.end='2.8 s' --set output.fields.every='2.8 s'
"$eagre" resume part -q --set time.end='5.6 s' </dev/null || fail 'resume'
cmp whole/seismograms/receivers.csv part/seismograms/receivers.csv || fail 'other bits from a checkpoint'
sed 's|: 0)"|: 2)"|; s|levels: "[^"]*"|adapt: {lowest: 0, highest: 2, every: 2, refine: 1e-2, coarsen: 1e-4}|' lossy.yaml >moving.yaml && mv moving.yaml lossy.yaml
grep -q adapt lossy.yaml || fail 'no cells that change'
run lossy.yaml
same 'cells that change, lanes' --lanes 2
