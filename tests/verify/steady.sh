#!/bin/bash
# Steady flow in channels with friction, by I. MacDonald's method (Analysis and computation of steady open channel flow, thesis,
# Reading 1996): the depth h(x) is chosen, and the bed is what makes it steady,
#   dz/dx = (q^2 / (g h^3) - 1) dh/dx - n^2 q^2 / h^(10/3)
# The channels of 1000 m are those of O. Delestre et al., SWASHES, Int. J. Numer. Meth. Fluids 72 (2013), section 3.2: slow, fast,
# from slow to fast, and from fast to slow with a jump. Beside them a flow over a bump without friction that jumps behind it
# (N. Goutal, F. Maurel 1997). Errors of the depth at first and second order; bounds 1.3 times what was found when this was written.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
critical='cbrt(4/9.81)'

# bed DEPTH Q N: channel.asc by Simpson's rule from the foot upstream, nodes 0.5 m apart. DEPTH is an awk expression of x.
bed() {
    awk -v q="$2" -v n="$3" '
        function tanh(x) { return 1 - 2 / (exp(2 * x) + 1) }
        function cbrt(x) { return x ^ (1 / 3) }
        function h(x) { return '"$1"' }
        function slope(x, d) { d = (h(x + 1e-3) - h(x - 1e-3)) / 2e-3
            return (q * q / (9.81 * h(x) ^ 3) - 1) * d - (n * q) ^ 2 / h(x) ^ (10 / 3) }
        BEGIN { w = 0.5; m = 2000; z[m] = 0
            for (i = m; i > 0; i--) { a = (i - 1) * w; e = 2e-3
                z[i - 1] = z[i] - w / 6 * (slope(a + e) + 4 * slope(a + w / 2) + slope(a + w - e)) }
            printf "ncols %d\nnrows 41\nxllcorner 0\nyllcorner 0\ncellsize %s\n", m + 1, w
            for (i = 0; i <= m; i++) row = row sprintf("%.12g ", z[i])
            for (i = 0; i < 41; i++) print row }' >channel.asc
}
# channel NAME DEPTH Q N LEFT RIGHT FIRST SECOND: the bounds are those of the orders, on triangles and squares
channel() {
    local name=$1 element order i=0 row
    local -a bound=($7 $8)
    bed "${2/x <= 500/x + 0 <= 500}" "$3" "$4"
    cat >channel.yaml <<CASE
title: a channel with friction, $name
model: shallow-water
mesh: {box: {size: [1000 m, 20 m], cells: [100, 2], element: triangle}}
materials: {all: {elevation: {raster: channel.asc, register: node}, manning: $4}}
initial: {depth: "$2", velocity: ["$3 / ($2)", 0]}
boundaries: {left: $5, right: $6, bottom: wall, top: wall}
time: {end: 800 s}
output: {fields: {variables: [depth]}, picture: none}
exact: {depth: "$2"}
CASE
    for element in triangle quadrangle; do
        row="| $name | $element |"
        for order in 1 2; do
            run channel.yaml --set "mesh.box.element=$element" --set numerics.order=$order
            at_most "$name on ${element}s, order $order" "$(value run/errors.csv depth_l1 last)" "${bound[i]}"
            row+=" $(short "$(value run/errors.csv depth_l1 last)") |"
            i=$((i + 1))
        done
        echo "$row"
    done
}
# jump: over the bump, q = 0.18 m2/s and 0.33 m downstream, which jumps at 11.6655 m
jump() {
    local bound=($1 $2) order i=0 row='| behind a bump | triangle |'
    local up='(0.2 + 1.5 * cbrt(0.18^2 / 9.81) - z)' down='(0.33 + 0.18^2 / (19.62 * 0.33^2) - z)'
    local turn='acos(max(-1, 1 - 27 * 0.18^2 / (4 * 9.81 * D^3)))'
    for order in 1 2; do
        run bump --set numerics.order=$order --set initial.level=0.33 --set 'initial.velocity=[0, 0]' \
            --set 'boundaries.left={discharge: 0.09 m3/s}' --set 'boundaries.right={level: 0.33 m}' --set 'mesh.box.cells=[200, 4]' \
            --set "exact.depth=\"x < 11.6655 ? $up / 3 * (1 + 2 * cos(${turn/D/$up} / 3 - (x > 10 ? 2 * pi / 3 : 0))) : $down / 3 * (1 + 2 * cos(${turn/D/$down} / 3))\""
        at_most "bump, order $order" "$(value run/errors.csv depth_l1 last)" "${bound[i]}"
        row+=" $(short "$(value run/errors.csv depth_l1 last)") |"
        i=$((i + 1))
    done
    echo "$row"
}
fall="$critical * (x <= 500 ? 1 - tanh(3 * (x / 1000 - 0.5)) / 3 : 1 - tanh(6 * (x / 1000 - 0.5)) / 6)"
rise="$critical * (x <= 500 ? 0.9 - exp(-x / 250) / 6 : 1 - 0.348427 * exp(-20 * (x / 1000 - 0.5)) + 0.552264 * exp(-40 * (x / 1000 - 0.5)) - 0.55558 * exp(-60 * (x / 1000 - 0.5)) + 0.8 * exp(x / 1000 - 1))"
inflow() { # DEPTH Q: the fast flow that comes in
    awk -v h="$1" -v q="$2" 'BEGIN { printf "{inflow: {depth: %.12g m, speed: %.12g m/s}}", h, q / h }'
}
{
    echo '| flow | cells | order 1 | order 2 |'
    echo '|---|---|---|---|'
    channel slow "$critical * (1 + 0.5 * exp(-16 * (x / 1000 - 0.5)^2))" 2 0.033 '{discharge: 40 m3/s}' '{level: 0.7484 m}' \
        '2.5e-3 1.5e-3' '3.1e-3 9e-5'
    channel fast "$critical * (1 - 0.2 * exp(-36 * (x / 1000 - 0.5)^2))" 2.5 0.04 \
        "$(inflow "$(calculate '(4 / 9.81)^(1 / 3) * (1 - 0.2 * exp(-9))')" 2.5)" outflow '8.5e-4 2.1e-4' '9.3e-4 1.1e-4'
    channel 'slow to fast' "$fall" 2 0.0218 '{discharge: 40 m3/s}' outflow '1.1e-3 1.4e-4' '1.2e-3 3.9e-5'
    channel 'fast to slow' "$rise" 2 0.0218 "$(inflow "$(calculate '(4 / 9.81)^(1 / 3) * (0.9 - 1 / 6)')" 2)" '{level: 1.334749 m}' '2.9e-3 2e-3' '3.8e-3 2.8e-3'
    jump 5e-4 6.8e-4
} | table steady
