#!/bin/bash
# The verdict of elements at a boundary layer of c: by degree, by thickness; where nothing falls there is none.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >rod.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 1, 1]}}
materials: {all: {kappa: 1, c: 400, source: 400}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 2}
output: {picture: none}
CASE
told() { # NAME SETTING...: what `check` tells
    local settings=() name=$1
    shift
    for setting; do settings+=(--set "$setting"); done
    "$eagre" check rod.yaml --no-measure --device host:1 "${settings[@]}" >out 2>err || fail "$(cat err)"
    [ "$(sed -n 's/^verdicts   \(.*\);.*/\1/p' out)" = "$name" ] || fail "$*: $(cat out err)"
}
# layers of 0.05 m in elements of 0.25 m, 4.78 of which degree 2 takes
told boundary-layer
grep -qF 'sqrt(kappa / c) = 0.05 m at (0, 0.5, 0.5) m, where the element is 0.25 m thick: degree 2 resolves it in elements of up to 0.239 m' err ||
    fail "$(cat err)"
told '' numerics.degree=3
told '' 'mesh.box.cells=[5, 1, 1]'
told '' materials.all.c=300 materials.all.source=300
told '' 'boundaries.left={value: 1}'
told '' 'boundaries.left=insulated'
