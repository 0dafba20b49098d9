#!/bin/bash
# Semi-implicit steps too long for gravity waves are told in stratified air, and there alone.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >case.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [20 km, 10 km], cells: [2, 1]}}
atmosphere: {background: isothermal, temperature: 250 K}
initial: {theta_perturbation: 0}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {end: 1 s}
numerics: {degree: 2, flux: hllc, integrator: semi-implicit}
CASE
told() { "$eagre" run case.yaml --no-measure -o "$1" --force --device host:1 "${@:2}" >out 2>&1 || fail "$(cat out)"; grep -q 'warning: verdict long-steps: steps of time.acoustic_cfl' out; }
told long || fail "the default is not told: $(cat out)"
! told short --set time.acoustic_cfl=4 || fail "4 is told"
! told explicit --set numerics.integrator=ssp-rk3 || fail "explicit steps are told"
! told isentropic --set 'atmosphere={background: isentropic, theta: 300 K}' || fail "isentropic air is told"
