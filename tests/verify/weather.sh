#!/bin/bash
# Wind and pressure of the air against exact solutions: the inverse barometer is at rest, over a hill with a shore, at open
# boundaries and in f32; a basin in a steady wind comes to the set-up of g h dh/dx = tau / rho; a ring of pressure that
# comes slowly leaves the level that it is in balance with.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >rest.yaml <<'CASE'
title: inverse barometer
model: shallow-water
mesh: {box: {size: [100 km, 100 km], cells: [20, 20], element: triangle}}
materials: {all: {elevation: "-20 + 25 * exp(-((x - 3e4)^2 + (y - 5e4)^2) / 1e8)", manning: 0.03}}
initial: {level: "3000 * exp(-((x - 5e4)^2 + (y - 5e4)^2) / 4e8) / (1025 * 9.81)"}
boundaries: {left: wall, right: {level: 0 m}, bottom: {radiate: 0 m}, top: wall}
physics: {pressure: "101325 - 3000 * exp(-((x - 5e4)^2 + (y - 5e4)^2) / 4e8)", water_density: 1025 kg/m3}
time: {end: 1 h}
output: {maxima: {variables: [max_speed]}}
CASE
fastest() {
    "$eagre" info run/maxima.vtkhdf | sed -n 's/.*max_speed .* to \([^ ]*\) m.s,.*/\1/p'
}
for order in 1 2; do
    run rest.yaml --set numerics.order=$order
    at_most "speed in balance with the pressure, m/s, order $order" "$(fastest)" 1e-13
    run rest.yaml --set numerics.order=$order --precision f32
    at_most "the same in f32" "$(fastest)" 1e-5
done
# without the pressure in the balance it is far from rest
run rest.yaml --set physics.pressure=101325
at_least 'speed where there is no such pressure, m/s' "$(fastest)" 0.1

cat >setup.yaml <<'CASE'
title: set-up by wind
model: shallow-water
mesh: {box: {size: [10 km, 200 m], cells: [50, 1], element: quadrangle}}
materials: {all: {elevation: 0, linear_friction: 0.002}}
initial: {level: 2 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
physics: {wind: {speed: 20 m/s, from: 270 deg, drag: 2e-3, air_density: 1.25 kg/m3}}
time: {end: 6 h}
output: {record: {every: 6 h}, gauges: {l: [2500.1 m, 100 m], r: [7500.1 m, 100 m]}}
CASE
# h^2 = C + 2 s x / g with s = 1.25 2e-3 20^2 / 1000, and the volume 2 m 10 km; x: the middle of the gauge's cell
exact() {
    awk -v x="$1" 'function volume(c) { return ((c + a * 1e4) ^ 1.5 - c ^ 1.5) / (1.5 * a) }
        BEGIN { a = 2 * 1e-3 / 9.81; low = 0; high = 10
                for (i = 0; i < 200; i++) { c = (low + high) / 2; if (volume(c) < 2e4) low = c; else high = c }
                printf "%.12g", sqrt(low + a * x) }'
}
deviation() { # GAUGE X
    awk -v a="$(value run/gauges.csv "$1_depth_m" last)" -v b="$(exact "$2")" 'BEGIN { d = a - b; print d < 0 ? -d : d }'
}
# of a set-up of 0.5 m over the basin
for order in 1 2; do
    run setup.yaml --set numerics.order=$order
    at_most "depth in the west, order $order, m" "$(deviation l 2500)" 0.008
    run setup.yaml --set numerics.order=$order --set 'mesh.box.cells=[200, 1]'
    at_most "depth in the west, finer, order $order, m" "$(deviation l 2525)" 0.002
    at_most "depth in the east, finer, order $order, m" "$(deviation r 7525)" 0.002
done
# from the east it is the mirror image
run setup.yaml --set numerics.order=2 --set 'mesh.box.cells=[200, 1]' --set physics.wind.from=90deg
at_most 'depth in the east of a wind from there, m' "$(deviation r 2475)" 0.002
# no wind: nothing moves
run setup.yaml --set physics.wind.speed=0
at_most 'level without wind, m' "$(awk -v a="$(value run/gauges.csv l_depth_m last)" 'BEGIN { d = a - 2; print d < 0 ? -d : d }')" 0

# A pressure that falls in the whole lake moves no water between walls; at a boundary with a level it lets water in: in
# balance the level is (101325 - p) / (rho g) above it.
printf 'time (h),pressure (hPa)\n0,1013.25\n4,983.25\n40,983.25\n' >fall.csv
cat >inlet.yaml <<'CASE'
title: the inverse barometer lets water in
model: shallow-water
mesh: {box: {size: [2 km, 200 m], cells: [40, 1], element: quadrangle}}
materials: {all: {elevation: 0, linear_friction: 0.002}}
initial: {level: 2 m}
boundaries: {left: {level: 2 m}, right: wall, bottom: wall, top: wall}
physics: {pressure: {csv: fall.csv}}
time: {end: 12 h}
output: {record: {every: 12 h}, gauges: {r: [1900 m, 100 m]}}
CASE
run inlet.yaml
at_most 'level in balance, m' "$(awk -v a="$(value run/gauges.csv r_level_m last)" 'BEGIN { d = a - 2 - 3000 / 9810; print d < 0 ? -d : d }')" 1e-6
run inlet.yaml --set boundaries.left=wall
at_most 'level between walls, m' "$(awk -v a="$(value run/gauges.csv r_level_m last)" 'BEGIN { d = a - 2; print d < 0 ? -d : d }')" 1e-12
