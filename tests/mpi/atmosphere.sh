#!/bin/bash
# The atmosphere on 2, 3, 4 and 7 ranks: state, gauges, balance and snapshots are those of one process, to the last bit, with
# the evolution operator, whose vertices lie between ranks, through a periodic boundary too, and fluxes of faces alone.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >bubble.yaml <<'CASE'
title: a bubble between ranks
model: atmosphere
mesh: {box: {size: [1000 m, 1000 m], cells: [50, 50]}}
atmosphere: {background: isentropic, theta: 300 K}
initial:
  theta_perturbation: "exp(-((x - 100)^2 + (y - 500)^2) / 40000)"
  velocity: ["10 * sin(0.006 * y)", "3 * cos(0.01 * x)"]
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: open}
time: {steps: 4}
numerics: {degree: 2}
output: {fields: {steps: 2}, gauges: {middle: [500 m, 500 m], seam: [0 m, 300 m]}}
CASE
alone bubble.yaml
counts='2 7'
[ "${EAGRE_TESTS:-}" != long ] || counts='2 3 7'
for n in $counts; do
    ranks $n bubble.yaml
    same $n
done
alone bubble.yaml --set numerics.flux=hllc --set numerics.degree=3
ranks 3 bubble.yaml --set numerics.flux=hllc --set numerics.degree=3
same 3
alone bubble.yaml --set numerics.precision=f32
ranks 4 bubble.yaml --set numerics.precision=f32
same 4
alone bubble.yaml --set numerics.flux=evolution-bilinear
ranks 3 bubble.yaml --set numerics.flux=evolution-bilinear
same 3
