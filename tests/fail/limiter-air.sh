#!/bin/bash
# Bounds of theta and of a tracer of air that cannot be kept, or do not go with the rest of a case.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >air.yaml <<'CASE'
title: cold air over a tracer
model: atmosphere
mesh: {box: {size: [2 km, 1 km], cells: [4, 2]}}
atmosphere: {background: constant-frequency, theta: 300 K}
initial: {theta_perturbation: "hypot(x - 1000, y - 500) < 300 ? -4 : 0", tracer: "x < 500 ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 2}
numerics: {degree: 2, limiter: {theta: [23 degC, 310 K], tracer: [0, 1]}}
output: {picture: none}
CASE
"$eagre" run air.yaml -q --no-measure -o good

# says CODE TEXT ARGUMENT...: TEXT is in the message, once
says() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run air.yaml "$@" -o bad >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && [ "$(grep -cF -- "$text" err)" = 1 ] || fail "$*: $got: $(cat err)"
    [ ! -e bad ] || fail "$*: something was written"
}
says 3 'numerics.limiter.theta' --set 'numerics.limiter={theta: [310, 290]}'
says 3 'numerics.limiter.theta' --set 'numerics.limiter={theta: 300}'
says 3 'limiter' --set 'numerics.limiter={}'
says 3 "unknown key 'bounds' in numerics.limiter" --set 'numerics.limiter={bounds: [0, 1]}'
says 3 'numerics.limiter.theta is [-4, 0] K; theta is the whole potential temperature' --set 'numerics.limiter={theta: [-4, 0]}'
says 3 'the initial theta is ' --set 'numerics.limiter.theta=[299, 310]'
says 3 'outside numerics.limiter.theta, [290, 303] K; theta of the air at rest is 300 to 303.07' \
    --set 'numerics.limiter.theta=[290, 303]'
says 3 'the initial tracer is 1 at ' --set 'numerics.limiter.tracer=[0, 0.9]'
says 3 'numerics.limiter.tracer needs initial.tracer' --set initial.tracer=0
says 3 'theta of the air at rest, which comes in through open boundaries or in a sponge, is ' --set boundaries.top=open \
    --set 'numerics.limiter.theta=[290, 303]'
says 3 'numerics.limiter.tracer is [0.5, 1], and air without a tracer comes in' --set 'atmosphere.sponge={top: 200 m}' \
    --set 'numerics.limiter.tracer=[0.5, 1]' --set initial.tracer=0.7
says 3 'numerics.limiter needs explicit steps, numerics.integrator: ssp-rk3' --set numerics.integrator=semi-implicit \
    --set numerics.flux=hllc
for flux in evolution-constant evolution-bilinear; do
    says 3 'numerics.limiter needs a flux that takes what flows from one side' --set numerics.flux=$flux
done
says 3 'numerics.limiter.theta cannot be combined with numerics.viscosity' --set 'numerics.viscosity=5 m2/s'
says 3 'numerics.limiter chooses its steps by time.cfl' --set 'time={steps: 2, dt: 0.01 s}'
says 3 'numerics.limiter needs a time.cfl of at most 1, and it is 1.2' --set time.cfl=1.2

# a tracer alone goes with viscosity, and bounds that hold what comes in with what lets it in
"$eagre" run air.yaml -q --no-measure -o viscous --set 'numerics.limiter={tracer: [0, 1]}' --set 'numerics.viscosity=5 m2/s'
"$eagre" run air.yaml -q --no-measure -o open --set boundaries.top=open --set 'atmosphere.sponge={left: 200 m}'
