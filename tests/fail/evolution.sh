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

# points along faces: two or three more than the degree, of explicit steps and fluxes that know no circles
"$eagre" run bubble.yaml -q --no-measure -o more --set numerics.degree=1 --set numerics.edge_points=4 --set time.cfl=1
"$eagre" run bubble.yaml -q --no-measure -o usual --set numerics.degree=1 --set time.cfl=1
end() { sed -n 's/.*"time": \([0-9.e-]*\),.*/\1/p' "$1/summary.json"; }
awk -v a="$(end more)" -v b="$(end usual)" 'BEGIN { r = a / b; exit !(r > 1.07 && r < 1.08) }' || fail "steps: $(end more) and $(end usual)"
refused 3 "--set numerics.edge_points=4: error: numerics.edge_points is 4; at degree 3 it is 5 or 6: with fewer there is no stable step, and more gain nothing" \
    bubble.yaml --set numerics.edge_points=4
refused 3 "--set numerics.edge_points=5: error: numerics.edge_points: 5 needs explicit steps with the flux evolution, rusanov or hllc; others take degree + 2 points" \
    bubble.yaml --set numerics.degree=2 --set numerics.flux=evolution-bilinear --set numerics.edge_points=5

refused 3 "--set numerics.flux=evolution-bilinear: error: steps of this flux are of second order and take numerics.degree: 1 or 2; numerics.flux: evolution takes all degrees" \
    bubble.yaml --set numerics.flux=evolution-bilinear
