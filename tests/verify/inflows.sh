#!/bin/bash
# Water that comes in and is taken out at points: the volumes of numbers, tables and expressions, onto dry ground too; what
# is taken is at most what is there; the balance closes to rounding, in f32 too; many at once.
source "$EAGRE_SOURCE/tests/verify/lib.bash"

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
