#!/bin/bash
# Smooth sources where there is little room for them: in a corner, at the highest degrees, in flat cells, in one periodic cell.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
cat >plane.yaml <<'CASE'
model: elastic
mesh: {forest: {level: 0}, box: {size: [4, 4], cells: [4, 4]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
sources: {a: {at: [0, 0], explosion: 1, time: {ricker: {frequency: 0.1}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {steps: 1}
CASE
sed -e 's/size: \[4, 4\], cells: \[4, 4\]/size: [4, 4, 4], cells: [3, 1, 1]/; s/\[0, 0\]/[0, 0, 0]/; s/left:/front: wall, back: wall, left:/' \
    plane.yaml >space.yaml
passes() {
    "$eagre" check "$@" --no-measure --device host:1 >out 2>&1 || fail "check $*: $(cat out)"
}
for degree in 1 15; do
    passes plane.yaml --set numerics.degree=$degree
    passes plane.yaml --set numerics.degree=$degree --set mesh.box.cells=[1,100] --set 'sources.a.at=[4, 4]'
    passes plane.yaml --set numerics.degree=$degree --set mesh.box.cells=[1,1] --set 'boundaries.left={periodic: right}' \
        --set 'boundaries.right={periodic: left}'
done
passes space.yaml --set numerics.degree=12
