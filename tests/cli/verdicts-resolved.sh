#!/bin/bash
# Verdicts of what is carried: whether cells resolve a tracer at the end; and of air that moves through the domain without a viscosity.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >hill.yaml <<'CASE'
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [20, 20]}}
materials: {all: {velocity: ["sin(pi * x)^2 * sin(2 * pi * y)", "-sin(pi * y)^2 * sin(2 * pi * x)"]}}
initial: {tracer: "exp(-((x - 0.5)^2 + (y - 0.75)^2) / 2 / 0.1^2)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.4 s}
numerics: {order: 4, material_order: 4}
output: {picture: none}
CASE
cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [6.4 km, 3.2 km], cells: [16, 8]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "-8 * exp(-((x - 3200)^2 + (y - 1600)^2) / 500^2)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 10 min}
numerics: {degree: 2}
output: {picture: none}
CASE
run() { "$eagre" run hill.yaml -o "$1" --force --no-measure --device "${DEVICE:-host:1}" "${@:2}" >out 2>err || fail "$(cat err)"; }
verdicts() { grep -o '"name": "[a-z-]*", "value": [0-9.e-]*' "$1/summary.json"; }

# a swirl draws a hill out to a thread; one that is as narrow as a cell is lost. The same on other threads and lanes
run wide
[ -z "$(grep -v '^eagre: *[0-9]' err)" ] || fail "a wide hill: $(cat err)"
run narrow --set 'initial.tracer=exp(-((x - 0.5)^2 + (y - 0.75)^2) / 2 / 0.02^2)'
grep -qE 'verdict unresolved: the polynomials of the highest degree, 3, have 1[0-9.]* % of the amplitude of what varies in tracer' err || fail "$(cat err)"
verdicts narrow | grep -q '"unresolved", "value": 0.1' || fail "$(cat narrow/summary.json)"
DEVICE=host:2 run same --set 'initial.tracer=exp(-((x - 0.5)^2 + (y - 0.75)^2) / 2 / 0.02^2)' --lanes 1
[ "$(verdicts narrow)" = "$(verdicts same)" ] || fail "$(verdicts narrow; verdicts same)"

# air
told() { # NAME SETTING...: what `check` tells
    local settings=() name=$1
    shift
    for setting; do settings+=(--set "$setting"); done
    "$eagre" check air.yaml --no-measure --device host:1 "${settings[@]}" >out 2>err || fail "$(cat err)"
    [ "$(sed -n 's/^verdicts   \(.*\);.*/\1/p' out)" = "$name" ] || fail "$*: $(cat out err)"
}
told viscosity
grep -q 'air.yaml:4:.*verdict viscosity: air that is [5-8][0-9.]* K warmer or colder.*numerics.viscosity is 0 m2/s; about [1-9]e+02 m2/s damp' err || fail "$(cat err)"
told '' numerics.viscosity=40
told '' time.end=30
told '' 'atmosphere={background: isothermal, temperature: 250 K}' 'initial.theta_perturbation=0.1 * exp(-((x - 3200)^2 + (y - 1600)^2) / 500^2)'
told '' 'initial.theta_perturbation=0'
told '' 'numerics.limiter.theta=[285, 300]'
