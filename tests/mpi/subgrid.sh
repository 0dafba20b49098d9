#!/bin/bash
# Sub-grid ground on 2 and 3 ranks: every file is that of one process, to the last bit, maps on pixels too. A run that stops in the
# middle goes on to the same end, on other ranks.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

awk 'BEGIN { print "ncols 100\nnrows 60\nxllcorner 0\nyllcorner 0\ncellsize 1"
    for (j = 0; j < 60; j++) { for (i = 0; i < 100; i++) printf "%.4f ", 2 * sin(i / 9) * cos(j / 7) + 0.5 * sin(i / 2 + j) + 0.01 * i; print "" } }' >ground.asc
cat >flood.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 60 m], cells: [20, 12], element: triangle}}
materials: {all: {elevation: {raster: ground.asc, subgrid: 12}, manning: "0.02 + 0.0002 * x", rain: 0.5 m/h}}
initial: {level: "x < 50 ? 0.4 : -0.5"}
boundaries: {left: {discharge: "2 + sin(t)"}, right: {normal_depth: {slope: 0.01}}, bottom: {level: "0.4 + 0.1 * sin(t / 5)"}, top: critical}
time: {end: 40 s}
output:
  fields: {every: 20 s, variables: [depth, level, velocity, wet_fraction, elevation]}
  record: {every: 5 s}
  maxima: {variables: [max_depth, max_level, max_speed, arrival_time, flood_duration], rasters: {like: ground.asc, format: asc}}
  gauges: {a: [20 m, 30 m], b: [77 m, 13 m]}
CASE
alone flood.yaml
for n in 2 3; do
    ranks $n flood.yaml
    same $n
    cmp alone/maxima/max_depth.asc ranks/maxima/max_depth.asc || fail "maps of $n ranks"
done
alone flood.yaml --set mesh.box.element=quadrangle
ranks 2 flood.yaml --set mesh.box.element=quadrangle
same 2

hash_of() {
    sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' "$1/summary.json"
}
whole=$(hash_of alone)
ranks 3 flood.yaml --set mesh.box.element=quadrangle --set time.steps=60
"$eagre" resume ranks --no-measure -q --device host:1 --set time.steps=1000000 </dev/null || fail 'resume'
[ "$(hash_of ranks)" = "$whole" ] || fail "$(hash_of ranks) after a stop, $whole without"
[ "$(tail -1 alone/balance.csv)" = "$(tail -1 ranks/balance.csv)" ] || fail "the balance after a stop"
cmp alone/maxima/max_depth.asc ranks/maxima/max_depth.asc || fail 'maps after a stop'
