#!/bin/bash
# Semi-implicit steps that are refused or do not converge.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >bubble.yaml <<'CASE'
title: a bubble
model: atmosphere
mesh: {box: {size: [100 m, 100 m], cells: [4, 4]}}
initial: {theta_perturbation: "exp(-((x - 50)^2 + (y - 50)^2) / 900)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 s}
numerics: {degree: 1, flux: hllc, integrator: semi-implicit}
CASE
"$eagre" run bubble.yaml -q --no-measure -o good

refused 3 "--set numerics.flux=rusanov: error: numerics.integrator: semi-implicit needs numerics.flux: hllc: its implicit part contains the sound terms of that flux alone" \
    bubble.yaml --set numerics.flux=rusanov
