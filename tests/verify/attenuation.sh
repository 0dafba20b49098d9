#!/bin/bash
# Quality factors: against the model without loss, to rounding, for very large ones, with walls, a free surface, an
# inflow, a layer and both cells; a wave in a box against constant Q; energy that only falls; the same bits on lanes and
# from a checkpoint; outputs that have the same names.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >elastic.yaml <<'CASE'
title: elastic waves
model: elastic
mesh: {box: {size: [100 m, 100 m], cells: [8, 8]}}
materials: {all: {density: "y < 50 ? 2 : 1", lambda: "y < 50 ? 4 : 2", mu: "y < 50 ? 3 : 1"}}
initial: {velocity: ["exp(-((x - 40)^2 + (y - 45)^2) / 80)", 0]}
boundaries: {left: {absorbing: 20 m}, right: wall, bottom: {inflow: {velocity: ["sin(t)", 0]}}, top: free-surface}
sources: {s: {at: [30 m, 70 m], moment: [1, 2, 3], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}}
time: {end: 15 s, dt: 0.2 s}
numerics: {order: 3}
output: {receivers: {interval: 0.5 s, at: {a: [60 m, 60 m], b: [21 m, 90 m]}}}
CASE
cat >sh.yaml <<'CASE'
title: SH waves
model: sh
mesh: {box: {size: [100 m, 100 m], cells: [8, 8]}}
materials: {all: {density: "y < 50 ? 2 : 1", vs: "y < 50 ? 1.2 : 1"}}
initial: {velocity: "exp(-((x - 40)^2 + (y - 45)^2) / 80)"}
boundaries: {left: absorbing, right: wall, bottom: wall, top: free-surface}
sources: {s: {at: [30 m, 70 m], moment: [1, 2], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}}
time: {end: 15 s, dt: 0.2 s}
numerics: {order: 3}
output: {receivers: {interval: 0.5 s, at: {a: [60 m, 60 m], b: [21 m, 90 m]}}}
CASE
sed 's/model: sh/model: acoustic/; s/vs:/vp:/; s/moment: \[1, 2\]/explosion: 1/
     s/initial: .*/initial: {pressure: "exp(-((x - 40)^2 + (y - 45)^2) \/ 80)"}/' sh.yaml >acoustic.yaml
band='attenuation: {mechanisms: 2, band: [0.02 Hz, 0.2 Hz]}'
for model in elastic sh acoustic; do
    quality=$([ $model = sh ] && echo 'qs: 1e11' || { [ $model = elastic ] && echo 'qp: 1e11, qs: 1e11' || echo 'qp: 1e11'; })
    sed "s/^materials: {all: {/materials: {all: {$quality, /; s/^title/$band\ntitle/" $model.yaml >loss.yaml
    for element in triangle quadrangle; do
        [ $element = triangle ] || [ $model != sh ] || continue
        out=plain run $model.yaml --set mesh.box.element=$element
        out=loss run loss.yaml --set mesh.box.element=$element
        [ "$(head -1 plain/seismograms/receivers.csv)" = "$(head -1 loss/seismograms/receivers.csv)" ] ||
            fail "$model: other columns"
        difference=$(paste -d, plain/seismograms/receivers.csv loss/seismograms/receivers.csv | awk -F, 'NR > 1 {
            for (i = 2; i <= NF / 2; i++) { d = $i - $(i + NF / 2); d = d < 0 ? -d : d; most = d > most ? d : most
                v = $i < 0 ? -$i : $i; size = v > size ? v : size } } END { print most / size }')
        at_most "$model, $element, Q of 1e11" "$difference" 2e-9
    done
done

# A standing wave of sound of 10 m, in a box of walls: after so many periods its amplitude is exp(-pi t f / Q), and its
# energy the square of that, within the error of the fit and what memory takes to fill.
cat >box.yaml <<'CASE'
title: a standing wave with loss
model: acoustic
attenuation: {band: [0.5 Hz, 8 Hz], reference: 2 Hz}
mesh: {box: {size: [5 m, 0.625 m], cells: [8, 1]}}
materials: {all: {density: 1, vp: 20 m/s, qp: 60}}
initial: {pressure: "cos(2 * pi * x / 10)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 5 s}
numerics: {order: 5}
output: {gauges: {a: [0.01 m, 0.3 m]}, record: {every: 0.5 s}}
CASE
run box.yaml
first=$(value run/gauges.csv a_pressure_Pa 2)
last=$(value run/gauges.csv a_pressure_Pa last)
loss=$(calculate "-log($last / $first) / (3.14159265358979 * 2 * 4.5)")
at_most 'loss of a standing wave, over 1/60' "$(calculate "(($loss * 60 - 1) ^ 2) ^ 0.5")" 0.03
at_most 'energy' "$(summary energy_growth)" 1e-12
! grep -q '"fading"' run/summary.json || fail 'what the medium takes is blamed on the scheme'
awk -F, 'NR > 2 && $2 > last { exit 1 } { last = $2 }' run/balance.csv || fail 'the energy rises'

# resume and lanes
sed "s/^materials: {all: {/materials: {all: {qp: 30, qs: 20, /; s/^title/$band\ntitle/" elastic.yaml >loss.yaml
out=whole run loss.yaml --set output.fields.every='7 s'
out=wide run loss.yaml --device host:2 --lanes 1 --set output.fields.every='7 s'
cmp whole/seismograms/receivers.csv wide/seismograms/receivers.csv || fail 'other bits with one lane'
out=part run loss.yaml --set time.end='7 s' --set output.fields.every='7 s'
"$eagre" resume part --no-measure -q --set time.end='15 s' </dev/null || fail 'resume'
cmp whole/seismograms/receivers.csv part/seismograms/receivers.csv || fail 'other bits from a checkpoint'
