#!/bin/bash
# The Coriolis force: uniform flow goes round in inertial circles, without a loss; a geostrophic jet stays, at second order to
# small errors; still water stays still; the parameter of a latitude and of a beta plane.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# ---- inertial circles: a quarter of a turn, and a whole one
cat >circle.yaml <<'CASE'
title: inertial circles
model: shallow-water
mesh: {box: {size: [40 km, 40 km], cells: [4, 4], element: quadrangle}}
materials: {all: {elevation: -10 m}}
initial: {level: 0 m, velocity: [1, 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
physics: {coriolis: 1e-4 1/s}
time: {end: 62831.853071795865 s}
output: {record: {every: 15707.963267948966 s}, gauges: {a: [10 km, 10 km]}}
limits: {mass_error: 1e-14}
CASE
circle() { # TURN U V TOLERANCE
    at_most "u after $1 quarters" "$(calculate "sqrt(($(value run/gauges.csv a_velocity_x_m_per_s $(($1 + 1))) - $2)^2)")" "$4"
    at_most "v after $1 quarters" "$(calculate "sqrt(($(value run/gauges.csv a_velocity_y_m_per_s $(($1 + 1))) - $3)^2)")" "$4"
}
for order in 1 2; do
    run circle.yaml --set "numerics.order=$order"
    circle 1 0 -1 2e-3
    circle 4 1 0 8e-3
    u=$(value run/gauges.csv a_velocity_x_m_per_s last) v=$(value run/gauges.csv a_velocity_y_m_per_s last)
    at_most 'loss of speed' "$(calculate "sqrt((1 - ($u)^2 - ($v)^2)^2)")" 1e-11
done
run circle.yaml --set time.cfl=0.225
circle 1 0 -1 1.3e-4 # a quarter of the step, a sixteenth of the error
circle 4 1 0 5e-4
# f of a latitude: 30 degrees have f = Omega, a day of the stars for a circle and twice that for half of one
run circle.yaml --set 'physics.coriolis={latitude: -30 deg}' --set time.end=43082.05 --set output.record.every=21541.025 --set time.cfl=0.225
circle 1 0 1 1e-3
circle 2 -1 0 1e-3

# ---- a jet along a channel, f u = -g d(level)/dy, over one inertial period
cat >jet.yaml <<'CASE'
title: a geostrophic jet
model: shallow-water
mesh: {box: {size: [16 km, 400 km], cells: [4, 100], element: quadrangle}}
materials: {all: {elevation: -100 m}}
initial:
  level: "0.1 * exp(-((y - 200e3) / 50e3)^2)"
  velocity: ["9.81 / 1e-4 * 0.1 * 2 * (y - 200e3) / 50e3^2 * exp(-((y - 200e3) / 50e3)^2)", 0]
physics: {coriolis: 1e-4 1/s}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {end: 62832 s}
output: {gauges: {crest: [2 km, 198 km], side: [2 km, 166 km]}}
limits: {mass_error: 1e-12}
CASE
change() { # COLUMN: of its first value, as a part of the largest
    calculate "sqrt((($(value run/gauges.csv "$1" last)) / ($(value run/gauges.csv "$1" 1)) - 1)^2)"
}
run jet.yaml --set numerics.order=2
at_most 'crest of the jet' "$(change crest_level_m)" 1e-3
at_most 'its speed' "$(change side_velocity_x_m_per_s)" 1e-3
echo "jet: its crest has lost $(short "$(change crest_level_m)") of it, its speed $(short "$(change side_velocity_x_m_per_s)")"
run jet.yaml
at_most 'crest of the jet, first order' "$(change crest_level_m)" 0.06
echo "first order: $(short "$(change crest_level_m)") and $(short "$(change side_velocity_x_m_per_s)")"

# ---- still water
cat >lake.yaml <<'CASE'
title: still water that turns
model: shallow-water
mesh: {box: {size: [100 km, 60 km], cells: [20, 12], element: triangle}}
materials: {all: {elevation: "-30 + 40 * exp(-((x - 50e3)^2 + (y - 30e3)^2) / 2e8)", manning: 0.03}}
initial: {level: 0 m}
physics: {coriolis: {latitude: 54 deg, from_y: 30 km}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1000}
exact: {velocity: [0, 0]}
limits: {mass_error: 1e-14, velocity_linf: 1e-12 m/s}
CASE
for order in 1 2; do
    run lake.yaml --set "numerics.order=$order"
done
