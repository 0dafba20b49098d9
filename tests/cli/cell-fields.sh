#!/bin/bash
# output.fields.cells: snapshots of forests and of adaptive triangles hold the level of each cell and the rank that computes it.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >waves.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 1, adapt: {lowest: 1, highest: 4, every: 2, refine: 2e-3, coarsen: 5e-5}}, box: {size: [2 m, 1 m], cells: [2, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-40 * ((x - 0.5)^2 + (y - 0.5)^2))"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.2 s}
numerics: {degree: 3}
output: {fields: {every: 0.1 s, cells: [level, owner]}, picture: none}
CASE
"$eagre" run waves.yaml -q --no-measure -o waves --device host:1 || fail 'no run'
"$eagre" run waves.yaml -q --no-measure -o plain --device host:1 --set 'output.fields={every: 0.1 s}' || fail 'no run'
hash() { sed -n 's/^  "state_hash": "\(.*\)",/\1/p' "$1/summary.json"; }
[ "$(hash waves)" = "$(hash plain)" ] || fail 'fields of cells change the state'
file=$(ls waves/fields/*-00*.vtkhdf | tail -1)
"$eagre" info "$file" >out
grep -qE '^  level +1 to 4' out && grep -qE '^  owner +0 to 0' out || fail "$(cat out)"
"$eagre" info "$(ls plain/fields/*-00*.vtkhdf | tail -1)" | grep -qE '^  (level|owner) ' && fail 'fields that nobody asked for'
"$eagre" picture "$file" --variable level -o level.png >out && [ -s level.png ] || fail "no picture: $(cat out)"
"$eagre" init warm-bubble -o air.yaml >out
"$eagre" run air.yaml -q --no-measure -o air --device host:1 --set time.end=1 --set 'output.fields.cells=[level]' 2>err || fail "$(cat err)"
"$eagre" info "$(ls air/fields/*-00*.vtkhdf | tail -1)" >out
grep -qE '^  level ' out || fail "$(cat out)"
