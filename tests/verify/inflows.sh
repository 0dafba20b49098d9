#!/bin/bash
# Water that comes in and is taken out at points: the volumes of numbers, tables and expressions, onto dry ground too; what
# is taken is at most what is there; the balance closes to rounding, in f32 too; many at once.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXACT TOLERANCE: relative
    at_most "$1: relative error" "$(calculate "($2 - $3) / $3 < 0 ? ($3 - $2) / $3 : ($2 - $3) / $3")" "$4"
}
cat >points.yaml <<'CASE'
title: a spring, a storm drain, a table and two pumps
model: shallow-water
mesh: {box: {size: [100 m, 60 m], cells: [25, 15], element: triangle}}
materials: {all: {elevation: "0.02 * x + 0.5 * sin(x / 9) * cos(y / 7)", manning: 0.03}}
initial: {depth: "x > 25 ? 0.4 : 0"}
inflows:
  spring: {at: [31 m, 22 m], discharge: 0.5 m3/s}
  drain: {at: [31.1 m, 22.1 m], discharge: "0.3 + 0.3 * sin(t / 10)"}
  table: {at: [70 m, 40 m], discharge: {csv: q.csv, between: steps, after: hold}}
  tap: {at: [31.2 m, 22 m], discharge: -5 l/s}
  greedy: {at: [20 m, 50 m], discharge: -2}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 300 s}
output: {record: {every: 10 s}}
limits: {mass_error: 1e-15}
CASE
printf 't,q (l/s)\n0,0\n20,1500\n100,100\n120,0\n' >q.csv
for arguments in '' '--set mesh.box.element=quadrangle' '--precision f32 --set limits.mass_error=1e-7'; do
    run points.yaml $arguments
    near 'spring' "$(value run/balance.csv inflow_spring_m3 last)" 150 1e-13
    near 'drain' "$(value run/balance.csv inflow_drain_m3 last)" "$(calculate '90 + 3 * (1 - cos(30))')" 1e-4
    near 'table' "$(value run/balance.csv inflow_table_m3 last)" 122 1e-13
    near 'tap' "$(value run/balance.csv inflow_tap_m3 last)" -1.5 1e-13
    at_least greedy "$(value run/balance.csv inflow_greedy_m3 last)" -599
    at_most 'greedy' "$(value run/balance.csv inflow_greedy_m3 last)" -50
    at_most 'clipped' "$(value run/balance.csv clipped_m3 last)" 1e-9
done

# A pond that 200 pumps share out among them is empty, and no emptier.
{
    sed '/^inflows/,/greedy/d' points.yaml
    echo inflows:
    for i in $(seq 200); do
        echo "  p$i: {at: [$((i * 37 % 100)).5 m, $((i * 23 % 60)).5 m], discharge: -1}"
    done
} >pumps.yaml
run pumps.yaml --set materials.all.elevation=0 --set initial.depth=0.2 --set time.end='20 min' --set limits.clipped=1e-12
at_most 'what is left' "$(value run/balance.csv volume_m3 last)" 2
at_least 'what is left' "$(value run/balance.csv volume_m3 last)" 0

# from tables: the same state as by keys, to the last bit
cat >table.yaml <<'CASE'
title: many inflows
model: shallow-water
mesh: {box: {size: [60 m, 20 m], cells: [15, 5], element: quadrangle}}
materials: {all: {elevation: 0 m}}
initial: {depth: "x < 30 ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 10 s}
CASE
printf 'name,x,y (m),discharge (l/s)\na,10,5,100\nb,50,5,-20\nc-1,50,15,2000\n' >places.csv
run table.yaml --set 'inflows={a: {at: [10, 5], discharge: 0.1}, b: {at: [50, 5], discharge: -0.02}, c-1: {at: [50, 15], discharge: 2}}'
hash=$(summary state_hash)
run table.yaml --set 'inflow_table={csv: places.csv}'
[ "$(summary state_hash)" = "$hash" ] || fail 'inflows of a table: another state'
printf 't,a,c-1,b\n0,0.1,2,-0.02\n20,0.1,2,-0.02\n' >discharges.csv
run table.yaml --set 'inflow_table={csv: places.csv, discharges: discharges.csv}'
[ "$(summary state_hash)" = "$hash" ] || fail 'inflows of a table over time: another state'
at_most 'inflow c-1' "$(calculate "($(value run/balance.csv inflow_c-1_m3 last) - 20)^2")" 1e-20
