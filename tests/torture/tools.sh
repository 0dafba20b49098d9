#!/bin/bash
# What looks at runs while an allocation fails: page, movie, comparison, exports, results and states. Each says so; nothing is
# left over. In the long form every allocation.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
stride=199
[ "${EAGRE_TESTS:-}" != long ] || stride=1
cat >water.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [4 m, 2 m], cells: [4, 2], element: triangle}}
materials: {all: {elevation: "0.1 * x"}}
initial: {depth: "x < 2 ? 1 : 0.5"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.2 s}
output: {fields: {every: 0.1 s}, gauges: {a: [1 m, 1 m]}, maxima: {}}
CASE
cat >waves.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [1 m, 1 m], cells: [2, 2], element: triangle}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "x * y"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.1 s}
numerics: {order: 3}
output: {fields: {every: 0.05 s}}
CASE
cat >trees.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 1}, box: {size: [1 m, 1 m, 1 m], cells: [1, 1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "x * y"}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {end: 0.1 s}
numerics: {degree: 2}
output: {fields: {every: 0.05 s}}
CASE
cases=(water waves)
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases+=(trees)
for case in "${cases[@]}"; do
    "$eagre" run $case.yaml --no-measure -o $case --device host:1 -q || fail "$case does not run"
    "$EAGRE_BUILD/tests/torture-tools" $case.yaml $case $stride >out 2>&1 || fail "$case: $(cat out)"
    ! ls -d movie.mp4.?* 2>/dev/null || fail "something is left of a movie"
    "$eagre" verify $case -q || fail "$case is hurt"
done
cat out
