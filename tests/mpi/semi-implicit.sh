#!/bin/bash
# Semi-implicit steps of the atmosphere on 2 and 3 ranks are those of one process, to the last bit: the solver's sums, and
# what leaves cells.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >air.yaml <<'CASE'
title: a bubble
model: atmosphere
mesh: {box: {size: [480 m, 1000 m], cells: [48, 100]}}
initial: {theta_perturbation: "exp(-((x - 250)^2 + (y - 400)^2) / 9000)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: open}
time: {end: 0.1 s}
numerics: {degree: 1, flux: hllc, integrator: semi-implicit}
output: {fields: {every: 0.1 s}}
CASE
alone air.yaml
for n in 2 3; do
    ranks $n air.yaml
    same $n
done
