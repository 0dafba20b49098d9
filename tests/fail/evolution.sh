#!/bin/bash
# Fluxes from circles of finite radius take degrees 1 and 2 alone.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >bubble.yaml <<'CASE'
title: a bubble
model: atmosphere
mesh: {box: {size: [100 m, 100 m], cells: [4, 4]}}
initial: {theta_perturbation: "exp(-((x - 50)^2 + (y - 50)^2) / 900)"}
boundaries: {left: wall, right: wall, bottom: wall, top: open}
time: {steps: 4}
numerics: {degree: 3}
CASE
"$eagre" run bubble.yaml -q --no-measure -o good --set numerics.degree=1 --set numerics.flux=evolution-bilinear

refused 3 "--set numerics.flux=evolution-bilinear: error: steps of this flux are of second order and take numerics.degree: 1 or 2; numerics.flux: evolution takes all degrees" \
    bubble.yaml --set numerics.flux=evolution-bilinear
