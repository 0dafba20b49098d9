# Channels of 1000 m with friction whose exact depth is known, by I. MacDonald's method (Analysis and computation of steady open channel
# flow, thesis, Reading 1996): the depth h(x) is chosen, and the bed is what makes it steady,
#   dz/dx = (q^2 / (g h^3) - 1) dh/dx - n^2 q^2 / h^(10/3)
# Those of O. Delestre et al., SWASHES, Int. J. Numer. Meth. Fluids 72 (2013), section 3.2. Sourced after lib.bash.
#   slow, fast, fall, rise      their depths, m, expressions of x: slow, fast, from slow to fast, and from fast to slow with a jump
#   inflow DEPTH Q              the boundary of a fast flow that comes in, m and m2/s
#   channel DEPTH Q N LEFT RIGHT    writes channel.yaml: 100 cells along 1000 m, 2 across 20 m
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
slow="$critical * (1 + 0.5 * exp(-16 * (x / 1000 - 0.5)^2))"
fast="$critical * (1 - 0.2 * exp(-36 * (x / 1000 - 0.5)^2))"
fall="$critical * (x <= 500 ? 1 - tanh(3 * (x / 1000 - 0.5)) / 3 : 1 - tanh(6 * (x / 1000 - 0.5)) / 6)"
rise="$critical * (x <= 500 ? 0.9 - exp(-x / 250) / 6 : 1 - 0.348427 * exp(-20 * (x / 1000 - 0.5)) + 0.552264 * exp(-40 * (x / 1000 - 0.5)) - 0.55558 * exp(-60 * (x / 1000 - 0.5)) + 0.8 * exp(x / 1000 - 1))"
inflow() { # DEPTH Q: the fast flow that comes in
    awk -v h="$1" -v q="$2" 'BEGIN { printf "{inflow: {depth: %.12g m, speed: %.12g m/s}}", h, q / h }'
}
# the boundaries of each: LEFT and RIGHT
slow_ends=('{discharge: 40 m3/s}' '{level: 0.7484 m}')
fast_ends=("$(inflow "$(calculate '(4 / 9.81)^(1 / 3) * (1 - 0.2 * exp(-9))')" 2.5)" outflow)
fall_ends=('{discharge: 40 m3/s}' outflow)
rise_ends=("$(inflow "$(calculate '(4 / 9.81)^(1 / 3) * (0.9 - 1 / 6)')" 2)" '{level: 1.334749 m}')
channel() {
    bed "${1/x <= 500/x + 0 <= 500}" "$2" "$3"
    cat >channel.yaml <<CASE
title: a channel with friction
model: shallow-water
mesh: {box: {size: [1000 m, 20 m], cells: [100, 2], element: triangle}}
materials: {all: {elevation: {raster: channel.asc, register: node}, manning: $3}}
initial: {depth: "$1", velocity: ["$2 / ($1)", 0]}
boundaries: {left: $4, right: $5, bottom: wall, top: wall}
time: {end: 800 s}
output: {fields: {variables: [depth]}, picture: none}
exact: {depth: "$1"}
CASE
}
