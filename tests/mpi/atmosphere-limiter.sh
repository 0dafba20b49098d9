#!/bin/bash
# Air between bounds on 2 and 3 ranks: state and balance are those of one process, to the last bit, where cells are limited at the
# borders of ranks; on triangles that change, too.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
cat >cold.yaml <<'CASE'
title: stripes of cold air and of a tracer that cross the borders of ranks
model: atmosphere
mesh: {box: {size: [6.4 km, 6.4 km], cells: [24, 24]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "sin(x / 300) * sin(y / 300) > 0 ? -8 : 0", tracer: "sin(x / 200) > 0 ? 1 : 0"}
boundaries: {left: wall, right: open, bottom: wall, top: wall}
time: {steps: 6}
numerics: {degree: 3, limiter: {theta: [292 K, 300 K], tracer: [0, 1]}}
output: {fields: {steps: 3}, picture: none}
CASE
sed -e 's/cells: \[24, 24\]}/cells: [1, 1]}, adapt: {lowest: 4, highest: 10, first: 9, every: 2}/' cold.yaml >changing.yaml
counts=3
[ "${EAGRE_TESTS:-}" != long ] || counts='2 3'
for case in cold changing; do
    alone $case.yaml
    grep -q '"state_hash"' alone/summary.json
    for n in $counts; do
        ranks "$n" $case.yaml
        same "$n"
    done
done
