#!/bin/bash
# Linear friction: uniform flow decays as e^(-kt), under the Coriolis force too, for any step; a slope has its final velocity; water
# swings in a parabola until it lies still (Sampson, Easton and Singh 2006), at both orders.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# ---- uniform flow: e^(-kt), and round with f
cat >decay.yaml <<'CASE'
title: uniform flow that friction slows
model: shallow-water
mesh: {box: {size: [40 km, 40 km], cells: [4, 4], element: triangle}}
materials: {all: {elevation: -10 m, linear_friction: 2e-3 1/s}}
initial: {level: 0 m, velocity: [1, 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 2000 s}
output: {gauges: {a: [10 km, 11 km]}}
limits: {mass_error: 1e-14}
CASE
difference() { # COLUMN VALUE
    calculate "sqrt((($(value run/gauges.csv "$1" last)) - ($2))^2)"
}
for order in 1 2; do
    run decay.yaml --set numerics.order=$order
    at_most "order $order: e^-4" "$(difference a_velocity_x_m_per_s 'exp(-4)')" 1e-14
    run decay.yaml --set numerics.order=$order --set physics.coriolis=1e-3 --set time.cfl=0.1
    at_most "order $order: u" "$(difference a_velocity_x_m_per_s 'exp(-4) * cos(2)')" 3e-5
    at_most "order $order: v" "$(difference a_velocity_y_m_per_s '-exp(-4) * sin(2)')" 3e-5
done

# ---- an even slope of the level along a channel between two levels: u = g S / k, whatever the step
cat >slope.yaml <<'CASE'
title: a channel between two levels
model: shallow-water
mesh: {box: {size: [2000 m, 100 m], cells: [40, 2], element: quadrangle}}
materials: {all: {elevation: -10 m, linear_friction: 0.05 1/s}}
initial: {level: "-1e-5 * x", velocity: [9.81e-5 / 0.05, 0]}
boundaries: {left: {level: 0 m}, right: {level: -0.02 m}, bottom: wall, top: wall}
time: {end: 4000 s}
output: {gauges: {a: [975 m, 25 m]}}
limits: {mass_error: 1e-13}
CASE
for cfl in 0.9 0.3; do
    run slope.yaml --set numerics.order=2 --set time.cfl=$cfl
    at_most "cfl $cfl: velocity between two levels" "$(difference a_velocity_x_m_per_s 9.81e-5/0.05)" 2e-5
done

# ---- Sampson's bowl
{
    echo '| cells | m | order 1 | order 2 |'
    echo '|---|---|---|---|'
    for element in triangle quadrangle; do
        for order in 1 2; do
            for cells in 100 200; do
                run sampson --set "mesh.box.cells=[$cells, $((cells / 50))]" --set mesh.box.element=$element --set numerics.order=$order
                declare "e${order}_$cells=$(value run/errors.csv depth_l1 last)"
            done
        done
        at_least "$element, order 1: observed order" "$(order "$e1_100" "$e1_200" 2)" 0.8
        at_least "$element, order 2: observed order" "$(order "$e2_100" "$e2_200" 2)" 1.1
        at_most "$element: error at second order" "$(calculate "$e2_200 / $e1_200")" 0.35
        for cells in 100 200; do
            one=e1_$cells two=e2_$cells
            echo "| ${element}s | $((10000 / cells)) | $(short "${!one}") | $(short "${!two}") |"
        done
    done
} | table linear-friction
