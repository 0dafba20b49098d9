#!/bin/bash
# Verdicts of ranks are those of one process: values, places and sentences.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >wave.yaml <<'CASE'
title: one fast cell
model: acoustic
mesh: {box: {size: [1 m, 1 m], cells: [64, 64], element: quadrangle}}
materials: {all: {density: 1, vp: "x > 0.75 && x < 0.765625 && y > 0.25 && y < 0.265625 ? 10 : 1"}}
initial: {pressure: "exp(-40 * ((x - 0.5)^2 + (y - 0.5)^2))"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 4}
numerics: {order: 1}
output: {picture: none}
CASE
cat >water.yaml <<'CASE'
title: more than there is
model: shallow-water
mesh: {box: {size: [100 m, 100 m], cells: [72, 72], element: quadrangle}}
materials: {all: {elevation: 2000}}
initial: {depth: "x > 50 ? 1 : 0"}
boundaries: {left: {discharge: -2}, right: wall, bottom: wall, top: wall}
time: {steps: 4}
numerics: {precision: f32}
output: {picture: none}
CASE
cat >disc.yaml <<'CASE'
title: a disc
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [24, 24]}}
materials: {all: {velocity: ["0.5 - y", "x - 0.5"]}}
initial: {tracer: "hypot(x - 0.5, y - 0.75) < 0.15 ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 8}
numerics: {order: 4}
output: {picture: none}
CASE
# The array of a summary.
verdicts() { sed -n '/"verdicts"/,/^  \]/p' "$1/summary.json"; }
for case in wave water disc; do
    "$eagre" run $case.yaml -o one-$case --no-measure -q --device host:1 >out 2>&1 </dev/null || fail "$case: $(cat out)"
    [ "$(verdicts one-$case | wc -l)" -gt 2 ] || fail "$case: no verdict"
    for ranks in 2 3; do
        timeout "$limit" mpirun --oversubscribe -n $ranks "$eagre" run $case.yaml -o $case-$ranks --no-measure -q --device host:1 >out 2>&1 </dev/null ||
            fail "$case, $ranks ranks: $(cat out)"
        [ "$(verdicts one-$case)" = "$(verdicts $case-$ranks)" ] || fail "$case, $ranks ranks: $(verdicts $case-$ranks)"
    done
done
