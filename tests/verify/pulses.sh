#!/bin/bash
# What comes by expressions of t that change within steps: rain, discharges of points and of pumps, concentrations and loads of
# solutes. Pulses of 3.5 steps, wherever they begin: a smooth one comes in to 1e-4, one that jumps to two 512ths of a step.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >pulses.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 10 m], cells: [50, 5], element: quadrangle}}
materials: {all: {elevation: 0, rain: "1e-4 * PULSE"}}
initial: {depth: 1}
solutes: {dye: {initial: 0}, salt: {initial: 0}}
inflows:
  spring: {at: [21, 5], discharge: "3 * PULSE"}
  spill: {at: [51, 5], discharge: 0, loads: {dye: "PULSE"}}
  brine: {at: [81, 5], discharge: 0.5, concentrations: {salt: "PULSE"}}
structures: {drain: {from: [91 m, 5 m], pump: {discharge: "PULSE"}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 8 s, dt: 0.2 s}
output: {picture: none}
CASE
# came WHAT COLUMN ASKED: how much of it is wrong
came() {
    at_most "$1" "$(calculate "sqrt(($(value run/balance.csv "$2" last) / ($3) - 1)^2)")" "$bound"
}
# pulses EXPRESSION INTEGRAL BOUND OPTION...
pulses() {
    bound=$3
    sed "s/PULSE/($1)/" pulses.yaml >pulse.yaml
    run pulse.yaml "${@:4}"
    came "rain of $1" rain_m3 "0.1 * $2"
    came "discharge $1" inflow_spring_m3 "3 * $2"
    came "load $1" solute_dye_in "$2"
    came "concentration $1" solute_salt_in "0.5 * $2"
    came "pump $1" through_drain_m3 "$2"
}
for at in 2 2.05 2.1 2.17; do
    # two jumps, each met within 0.2 s / 512, of a pulse of 0.7 s
    pulses "t > $at \&\& t < $at + 0.7 ? 1 : 0" 0.7 1.2e-3
    # half a wave of a squared sine
    pulses "t > $at \&\& t < $at + 0.7 ? sin(pi * (t - $at) \/ 0.7)^2 : 0" 0.35 1e-4
    pulses "exp(-((t - $at - 1) \/ 0.35)^2)" "0.35 * sqrt(3.141592653589793)" 1e-4
done
pulses "t > 2 \&\& t < 2.7 ? 1 : 0" 0.7 1.2e-3 --set numerics.precision=f32
pulses "t > 2 \&\& t < 2.7 ? 1 : 0" 0.7 1.2e-3 --set numerics.order=2
