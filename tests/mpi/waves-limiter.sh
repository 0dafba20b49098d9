#!/bin/bash
# A tracer between two bounds on 2 and 3 ranks: state, balance and snapshots are those of one process, to the last bit, where
# cells are limited at the borders of ranks.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
cat >disc.yaml <<'CASE'
title: stripes that cross the borders of ranks
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [96, 96], element: triangle}}
materials: {all: {velocity: ["0.5 - y", "x - 0.5"]}}
initial: {tracer: "sin(20 * x) * sin(20 * y) > 0 ? 1 : 0"}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {steps: 6}
numerics: {order: 3, material_order: 2, limiter: {bounds: [0, 1]}}
output: {fields: {steps: 3}}
CASE
sed -e 's/"0.5 - y", "x - 0.5"/1, 0.5/' -e 's/, material_order: 2//' disc.yaml >straight.yaml
counts=3
[ "${EAGRE_TESTS:-}" != long ] || counts='2 3'
for case in disc straight; do
    alone $case.yaml
    for n in $counts; do
        ranks "$n" $case.yaml
        same "$n"
    done
done
