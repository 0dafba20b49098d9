#!/bin/bash
# A bulge of a millimetre makes no cell reach where a higher level is asked for: only the four cells of the right half are divided.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
cat >bulge.yaml <<'CASE'
model: acoustic
mesh:
  box: {size: [2 km, 2 km, 2 km], cells: [2, 2, 2], map: [x, y, "z + 0.001 * sin(pi * x / 1000) * sin(pi * y / 1000)"]}
  forest: {level: 0, levels: "x > 1100 ? 1 : 0"}
materials: {all: {density: 1000, vp: 1500}}
initial: {pressure: 0}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {steps: 1}
numerics: {degree: 2}
CASE
for shape in curved straight; do
    [ $shape = curved ] || sed -i 's/map: .*\]}/map: [x, y, z]}/' bulge.yaml
    "$eagre" run bulge.yaml -o $shape -q --no-measure --device host:1
    grep -q '"cells": 36,' $shape/summary.json || fail "$shape: $(grep '"cells":' $shape/summary.json), not 36"
done
