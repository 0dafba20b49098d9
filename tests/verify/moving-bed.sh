#!/bin/bash
# Ground that moves: still water that is lifted evenly stays still, to the last digits, at both orders; a piston in a long
# channel makes the wave of the linear theory; a series of rasters is the lifts between them; and faults lift where they
# should, however they are turned.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# ---- a lake
cat >lake.yaml <<'CASE'
title: a lake that is lifted
model: shallow-water
mesh: {box: {size: [100 m, 60 m], cells: [20, 12], element: triangle}}
materials: {all: {elevation: "-3 + 2.5 * exp(-((x - 50)^2 + (y - 30)^2) / 200) + 0.05 * x", manning: 0.03}}
initial: {level: 0 m}
bed: {lifts: {up: {height: 1.5 m, start: 2 s, rise: 5 s}, down: {height: -0.5 m, start: 4 s}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 10 s}
output: {record: {every: 1 s}, gauges: {a: [20 m, 30 m]}, maxima: {variables: [max_speed]}}
exact: {velocity: [0, 0]}
limits: {mass_error: 1e-14, velocity_linf: 1e-14 m/s}
CASE
for order in 1 2; do
    run lake.yaml --set "numerics.order=$order"
    near_level() { # TIME LEVEL
        at_most "level at $1 s" "$(calculate "($(value run/gauges.csv a_level_m $(($1 + 1))) - $2)^2")" 1e-28
    }
    near_level 3 0.3
    near_level 4 0.1
    near_level 9 1
    at_most 'lifted' "$(calculate "($(value run/balance.csv lifted_m3 last) - 6000)^2")" 1e-20
done
hash=$(summary state_hash)
awk 'BEGIN { print "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 100\n1.5 1.5\n1.5 1.5" }' >up.asc
awk 'NR > 5 { $0 = "0.5 0.5" } { print }' up.asc >half.asc
same_hash() { # WHAT ARGUMENT...
    run lake.yaml --set numerics.order=2 --set 'limits={}' "${@:2}"
    [ "$(summary state_hash)" = "$hash" ] || fail "$1: another state"
}
same_hash 'a raster' --set 'bed.lifts.up={height: {raster: up.asc}, start: 2 s, rise: 5 s}'
# from 0 to 0.5 m at 1 s, to 1.5 m at 3 s
run lake.yaml --set numerics.order=2 --set 'bed={rasters: {raster: [half.asc, up.asc], times: [1 s, 3 s]}}'
near_level 1 0.5
near_level 2 1
near_level 9 1.5

# ---- a piston: eta(x, t) = mean over the rise of (D(x - c s) + D(x + c s)) / 2
cat >piston.yaml <<'CASE'
title: a piston below a channel
model: shallow-water
mesh: {box: {size: [60 km, 200 m], cells: [600, 2], element: quadrangle}}
materials: {all: {elevation: -100 m}}
initial: {level: 0 m}
bed: {lifts: {piston: {height: "0.01 * exp(-((x - 30000) / 3000)^2)", rise: 200 s}}}
boundaries: {left: {radiate: 0 m}, right: {radiate: 0 m}, bottom: wall, top: wall}
time: {end: 500 s}
numerics: {order: 2}
output: {record: {every: 100 s}, gauges: {middle: [30050 m, 100 m], aside: [36050 m, 100 m], far: [42050 m, 100 m]}}
limits: {mass_error: 1e-13}
CASE
piston() { # X TIME
    awk -v x="$1" -v t="$2" 'function d(x) { return 0.01 * exp(-((x - 30000) / 3000)^2) }
        BEGIN { c = sqrt(981); n = 2000; first = t > 200 ? t - 200 : 0
            for (i = 0; i <= n; i++) { s = first + (t - first) * i / n
                sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * 0.5 * (d(x - c * s) + d(x + c * s)) }
            printf "%.10g\n", sum * (t - first) / n / 3 / 200 }'
}
worst=0
run piston.yaml
for gauge in middle:30050 aside:36050 far:42050; do
    for t in 100 200 300 400 500; do
        error=$(calculate "$(value run/gauges.csv "${gauge%:*}_level_m" $((t / 100 + 1))) - $(piston "${gauge#*:}" "$t")")
        worst=$(calculate "(($error)^2 > ($worst)^2) ? $error : $worst")
    done
done
at_most 'piston: error of a wave of 5 mm' "$(calculate "sqrt(($worst)^2)")" 3e-5
echo "piston: error of the level $(short "$worst") m, of a crest of $(piston 42050 500) m"

# ---- a fault that falls to the east, and thrusts: the ground above it rises, east of its upper edge; turned, it is the same
head='x (km),y (km),depth (km),strike,dip,rake,length (km),width (km),slip,start,rise (min)'
cat >quake.yaml <<'CASE'
title: a fault below a sea
model: shallow-water
mesh: {box: {origin: [-100 km, -100 km], size: [200 km, 200 km], cells: [40, 40], element: quadrangle}}
materials: {all: {elevation: -3 km}}
initial: {level: 0 m}
bed: {faults: {csv: faults.csv, at: top}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 s}
output: {record: {every: 1 s}, gauges: {east: [12.5 km, 2.5 km], west: [-12.5 km, 2.5 km], south: [2.5 km, -12.5 km]}}
CASE
printf '%s\n0,0,5,0,30,90,80,40,4,0.5,0\n' "$head" >faults.csv
run quake.yaml
at_least 'east of the edge' "$(value run/gauges.csv east_level_m last)" 1
at_most 'west of it' "$(value run/gauges.csv west_level_m last)" 0.1
east=$(value run/gauges.csv east_level_m last)
printf '%s\n0,0,5,90,30,90,80,40,4,0.5,0\n' "$head" >faults.csv
run quake.yaml
at_most 'turned by 90 degrees' "$(calculate "($(value run/gauges.csv south_level_m last) - $east)^2")" 1e-16
# the same place named otherwise; two halves of the slip
printf '%s\n0,0,15,90,30,90,80,40,4,0.5,0\n' "$head" >faults.csv
edge=$(calculate '-20 * cos(3.14159265358979 / 6)')
printf '%s\n0,%s,15,90,30,90,80,40,1,0.5,0\n0,%s,15,90,30,90,80,40,3,0.2,0\n' "$head" "$edge" "$edge" >faults.csv
run quake.yaml --set bed.faults.at=middle
at_most 'by its middle' "$(calculate "($(value run/gauges.csv south_level_m last) - $east)^2")" 1e-16
