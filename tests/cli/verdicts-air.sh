#!/bin/bash
# Verdicts of air that are known before the first step: a lid above a mountain, sound with long steps, gauges in a sponge; and a warning where
# nothing moves. Each with a case that says it, and one beside it that does not.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >mountain.yaml <<'CASE'
model: atmosphere
mesh: {box: {origin: [-20 km, 0], size: [40 km, 12 km], cells: [16, 6], map: [x, "y + (1 - y / 12e3) * 400 / (1 + (x / 3000)^2)"]}}
atmosphere: {background: constant-frequency, theta: 280 K, frequency: 0.01 1/s, wind: 10 m/s}
boundaries: {left: open, right: open, bottom: wall, top: wall}
time: {end: 1 h}
numerics: {degree: 3, flux: hllc}
output: {gauges: {lee: [2 km, 3 km]}, picture: none}
CASE
cat >bubble.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [20 km, 10 km], cells: [8, 4]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {pressure_perturbation: "100 * exp(-((x - 10000)^2 + (y - 3000)^2) / 1500^2)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 60 s}
numerics: {degree: 3, flux: hllc, integrator: semi-implicit}
output: {picture: none}
CASE
told() { # CASE NAMES TEXT SETTING...: the names of all verdicts of `check`, and a part of what it says; without both nothing
    local case=$1 names=$2 text=$3 settings=()
    shift 3
    for setting; do settings+=(--set "$setting"); done
    "$eagre" check $case.yaml --no-measure --device host:1 "${settings[@]}" >out 2>err </dev/null || fail "$case $*: $(cat err)"
    [ "$(sed -n 's/^verdicts   \(.*\);.*/\1/p' out)" = "$names" ] &&
        if [ -n "$names$text" ]; then grep -q -- "$text" err; else [ ! -s err ]; fi ||
        fail "$case $*: expected '$names': $text
found: $(grep ^verdicts out) $(cat err)"
}
told mountain lid 'mountain.yaml:3:.*a wind over ground that rises by .* makes waves, .* m long upward, 1 of whose amplitude the wall above sends back'
told mountain '' '' atmosphere.sponge='{top: 4 km, rate: 0.05}'
told mountain '' '' 'mesh.box.map=[x, y]'
told mountain '' '' time.end='30 min'
told mountain lid '0.8 of whose amplitude the open side above sends back' boundaries.top=open
told mountain lid '0.8[0-9]* of whose amplitude the sponge sends back' atmosphere.sponge='{top: 600 m, rate: 0.05}'
told mountain lid '0.[89][0-9]* of whose amplitude the sponge sends back' atmosphere.sponge='{top: 4 km, rate: 1e-4}' # it takes hardly anything
told mountain '' '' 'mesh.box.map=[x, "y + (1 - y / 12e3) * 400 / (1 + (x / 500)^2)"]' mesh.box.cells='[80, 6]' # no waves that rise
told mountain '' '' atmosphere='{background: isentropic, theta: 280 K, wind: 10 m/s}'
told mountain in-layer 'output.gauges.lee lies in a layer of atmosphere.sponge, 1e+04 m thick.*move it by 1000 m' atmosphere.sponge='{top: 10 km, rate: 0.05}'
told mountain '' '' atmosphere.sponge='{top: 8 km, left: 5 km, right: 5 km, rate: 0.05}'

told bubble long-steps 'the initial state has sound, and steps of time.acoustic_cfl 9'
told bubble '' '' numerics.integrator=ssp-rk3
told bubble '' '' time.acoustic_cfl=1
told bubble '' '' 'initial={theta_perturbation: "0.1 * exp(-((x - 10000)^2 + (y - 3000)^2) / 1500^2)"}'
told bubble '' 'warning: the air is at rest, without a wind.*nothing moves' 'initial={}'
told bubble '' '' 'initial={theta_perturbation: 0}'
told bubble '' '' 'initial={}' 'atmosphere.wind=10' 'boundaries.left={periodic: right}' 'boundaries.right={periodic: left}'

# waves of gravity at open sides: there and back while the run lasts; not yet; where a layer takes them; without waves
waves=('numerics={degree: 3, flux: hllc}' 'mesh.box.cells=[20, 10]' 'initial={theta_perturbation: "0.5 * exp(-((x - 10000)^2 + (y - 3000)^2) / 1500^2)"}'
    'atmosphere={background: constant-frequency, theta: 300 K, frequency: 0.02 1/s}' boundaries.left=open boundaries.right=open time.end='1200 s')
told bubble lid 'waves of gravity run from here to an open side, 1e+04 m away, and back with up to 2[0-2]' "${waves[@]}"
told bubble '' '' "${waves[@]}" time.end='600 s'
told bubble lid 'an open side, 7000 m away' "${waves[@]}" time.end='800 s' boundaries.top=open
told bubble '' '' "${waves[@]}" 'atmosphere={background: constant-frequency, theta: 300 K, frequency: 0.02 1/s, sponge: {left: 4 km, right: 4 km}}'
told bubble '' '' "${waves[@]}" boundaries.left=wall boundaries.right=wall
told bubble viscosity 'air that is' "${waves[@]}" 'atmosphere={background: isentropic, theta: 300 K}'

# circles leave patterns of pressure that gravity lets grow; a wind, or a short run, is silent
circles=('numerics={degree: 2, flux: evolution-bilinear}' 'time.end=15 min')
told bubble energy-growth 'lets patterns of pressure from cell to cell grow, tenfold in .* s and by 10^8' "${circles[@]}"
told bubble '' '' "${circles[@]}" time.end='5 min'
told bubble '' '' "${circles[@]}" atmosphere.wind=20 'boundaries.left={periodic: right}' 'boundaries.right={periodic: left}'
told bubble '' '' "${circles[@]}" numerics.flux=evolution
# numbers in other units: degrees Celsius, which Kelvins of the same number are not; km/h
told bubble 'long-steps, units' 'atmosphere.theta is 20 K, as cold as no air is; write .20 degC.' atmosphere.theta=20 'mesh.box.size=[2 km, 1 km]'
told bubble long-steps 'the initial state has sound' atmosphere.theta='20 degC'
told mountain units 'atmosphere.wind is 200: the strongest winds of the air reach 115 m/s' atmosphere.wind=200
told mountain '' '' atmosphere.wind='60 m/s'
