#!/bin/bash
# Moments that coincide up to rounding are one: 0.3 s and 3 x 0.1 s, whose products differ in the last bit. No step
# lies between them, and a run that stops there goes on as if it had not stopped.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
host=(--no-measure --device host:1 -q)

box='mesh: {box: {size: [2 m, 1 m], cells: [6, 3]}}'
sides='boundaries: {left: wall, right: wall, bottom: wall, top: wall}'
output='output: {fields: {every: 0.3}, record: {every: 0.1}, gauges: {g: [1.3 m, 0.5 m]}}'
cat >water.yaml <<CASE
model: shallow-water
$box
materials: {all: {elevation: "0", manning: 0.03}}
initial: {depth: "x < 1 ? 0.2 : 0.1"}
$sides
time: {end: 1.2 s}
$output
CASE
cat >sound.yaml <<CASE
model: acoustic
$box
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-20 * ((x - 1)^2 + (y - 0.5)^2))"}
$sides
time: {end: 1.2 s}
numerics: {order: 2}
${output/g: /g: }
CASE
cat >air.yaml <<CASE
model: atmosphere
mesh: {box: {size: [20 m, 10 m], cells: [4, 2], element: triangle}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "0.5 * exp(-((x - 10)^2 + (y - 5)^2) / 9)"}
$sides
numerics: {degree: 1}
time: {end: 1.2 s}
output: {fields: {every: 0.3}, record: {every: 0.1}}
CASE
cat >heat.yaml <<CASE
model: heat
mesh: {box: {size: [2 m, 1 m, 1 m], cells: [4, 2, 2]}}
materials: {all: {kappa: 0.1, capacity: 1}}
initial: {temperature: "x < 1 ? 1 : 0"}
boundaries: {left: {value: 1}, right: {value: 0}, bottom: {flux: 0}, top: {flux: 0}, front: {flux: 0}, back: {flux: 0}}
numerics: {degree: 2}
time: {end: 1.2 s, dt: 0.05 s, tolerance: 0.01, scheme: bdf2}
output: {fields: {every: 0.3}, record: {every: 0.1}}
CASE

# moments FOLDER: the times of its records, each once, 0.1 s apart, and those of its snapshots
moments() {
    awk -F, 'NR > 1 { d = $1 - before; if (NR > 2 && (d < 0.0999 || d > 0.1001)) exit 1; before = $1 } END { if (NR != 14) exit 1 }' \
        "$1/balance.csv" || fail "$1: records at $(cut -d, -f1 "$1/balance.csv" | tr '\n' ' ')"
    [ "$(ls "$1"/fields/fields-0*.vtkhdf | wc -l)" = 5 ] || fail "$1: $(ls "$1/fields")"
}
for case in water sound air heat; do
    "$eagre" run $case.yaml "${host[@]}" -o $case
    moments $case
    # to 0.3 s, and from there to the end
    "$eagre" run $case.yaml "${host[@]}" -o parts --force --set time.end=0.3 --set checkpoint.keep=9
    [ $case = heat ] && continue # whose tolerance is distributed over the time up to the end
    "$eagre" resume parts "${host[@]}" --set time.end=1.2
    cmp $case/balance.csv parts/balance.csv || fail "$case: in two parts"
    [ "$(grep state_hash $case/summary.json)" = "$(grep state_hash parts/summary.json)" ] || fail "$case: its state in two parts"
    # the end of a run that is not the multiple is met to the last bit, and no step leads to it from the multiple
    "$eagre" run $case.yaml "${host[@]}" -o end --force --set output.fields.every=0.7 --set output.record.every=0.7 --set time.end=2.1
    awk -F, 'END { exit !($1 == 2.1 && NR == 5) }' end/balance.csv || fail "$case: $(cut -d, -f1 end/balance.csv)"
done

# rasters in time whose moment is 3 x 0.1 s, up to rounding
for k in 0 1; do
    printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n%s %s\n' $k $k >rain$k.asc
done
sed 's/manning: 0.03/&, rain: {raster: [rain0.asc, rain1.asc], times: [0 s, 0.30000000000000004 s], after: hold, scale: 1e-7}/' \
    water.yaml >rain.yaml
"$eagre" run rain.yaml "${host[@]}" -o rain
moments rain
[ "$(grep '"steps"' rain/summary.json)" = "$(grep '"steps"' water/summary.json)" ] || fail "rain: $(grep '"steps"' rain/summary.json), not as without"
