#!/bin/bash
# Tracers that a case cannot have, and exchange that leads out of bounds.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >tracers.yaml <<'CASE'
title: tracers
model: advection
tracers: {names: {a: mol/m3, b: 1}, exchange: {a: [-1, 0], b: [1, -1]}}
mesh: {box: {size: [1 m, 1 m], cells: [4, 4], element: triangle}}
materials: {all: {velocity: [1, 0]}}
initial: {a: 1}
boundaries: {left: outflow, right: outflow, bottom: wall, top: wall}
time: {end: 0.01 s}
numerics: {order: 2}
CASE
"$eagre" run tracers.yaml -q --no-measure -o good

# says CODE TEXT ARGUMENT...: TEXT is in the message
says() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run tracers.yaml "$@" -o bad >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && [[ $(cat err) == *"$text"* ]] || fail "$*: $got: $(cat err)"
    [ ! -e bad ] || fail "$*: something was written"
}
says 3 "unknown key 'c' in initial" --set initial.c=1
says 3 "unknown key 'tracer' in initial" --set initial.tracer=1
says 3 "'c' is none of the tracers" --set 'tracers.exchange.c=[0, 0]'
says 3 'tracers.exchange.a' --set 'tracers.exchange.a=[1]'
says 3 'tracers.exchange.a' --set 'tracers.exchange.a="[x, 1]"'
says 3 "missing key 'names' in tracers" --set 'tracers={exchange: {a: [1]}}'
says 3 'tracers.names names no tracer' --set 'tracers={names: {}}'
says 3 '9 tracers are too many; at most 8' --set 'tracers={names: {a: 1, b: 1, c: 1, d: 1, f: 1, g: 1, h: 1, i: 1, j: 1}}'
says 3 "'x' means something else in a case" --set 'tracers={names: {x: 1}}'
says 3 "the unit of 'a' is not the one of SI" --set 'tracers={names: {a: km}}'
says 3 'sources.s.rate' --set 'sources={s: {at: [0.5, 0.5], rate: 1, time: {ricker: {frequency: 100 Hz, delay: 0.02 s}}}}'
says 3 'tracers.exchange leads b beyond 1, its upper bound, by 1 1/s' --set 'numerics.limiter={bounds: {a: [0, 2], b: [0, 1]}}'
says 3 'b, which has bounds, takes part of what a has, which has none' --set 'numerics.limiter={bounds: {b: [0, 1]}}'
says 3 'the initial a is 1 at ' --set 'numerics.limiter={bounds: {a: [0, 0.9]}}'
says 3 'numerics.limiter.bounds' --set 'numerics.limiter={bounds: {c: [0, 1]}}'
says 3 'numerics.limiter cannot be combined with velocity_factor and an inflow boundary yet' --set 'velocity_factor="cos(t)"' \
    --set 'numerics.limiter={bounds: [0, 1]}' --set 'boundaries.left={inflow: {a: 1}}'
says 3 'numerics.limiter cannot be combined with tracers.exchange and an inflow boundary yet' \
    --set 'numerics.limiter={bounds: {a: [0, 2], b: [0, 9]}}' --set 'boundaries.left={inflow: {a: 1}}'
circle='tracers.exchange={a: [-1e11, 1e11], b: [1e11, -1e11]}'
says 3 'tracers turn into each other and back by rates up to 2e+11 1/s, 2e+09 until time.end' --set "$circle"
says 3 'samples of receivers take tracers.exchange of up to 1e+11 1/s' --set 'tracers.exchange={a: [-1e11, 0], b: [0, 0]}' \
    --set 'output.receivers={interval: 1 ms, at: {r: [0.3, 0.7]}}'
wind='materials.all.velocity=["cos(t)", 0]'
says 3 'velocity_factor is for velocities that do not depend on t' --set "$wind" --set 'velocity_factor="cos(t)"'
says 3 'numerics.material_order does not go with a velocity that depends on t' --set "$wind" --set numerics.material_order=2
says 3 'numerics.form: quasi-conservative does not go with a velocity' --set "$wind" --set numerics.form=quasi-conservative
says 3 'sources do not go with a velocity that depends on t yet' --set "$wind" \
    --set 'sources={s: {at: [0.5, 0.5], rate: [1, 0], time: {ricker: {frequency: 100 Hz, delay: 0.02 s}}}}'
says 3 'a velocity that depends on t needs time.end' --set "$wind" --set 'time={steps: 3}'
says 3 'time.dt does not go with numerics.limiter and a velocity' --set "$wind" --set time.dt=0.001 \
    --set 'numerics.limiter={bounds: {a: [0, 2], b: [0, 9]}}'
says 3 'may turn inwards at the outflow boundary' --set "$wind" --set 'tracers.exchange={a: [0, 0]}' --set initial.a=1 \
    --set 'numerics.limiter={bounds: {a: [0.5, 2]}}'
for settings in "materials.all.velocity=[\"t\", 0]" "$wind"; do # of which only the beginning is known
    "$eagre" check tracers.yaml --no-measure --set "$settings" >out || fail "$(cat out)"
    grep -q 'no step is longer than a hundredth of time.end, 0.0001 s' out && ! grep 'what comes in' out || fail "$settings: $(cat out)"
done
cat >halves.msh <<'MSH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
1 1 "rim"
2 2 "one"
2 3 "other"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
$EndNodes
$Elements
6
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 1 1 3 4
4 1 2 1 1 4 1
5 2 2 2 2 1 2 3
6 2 2 3 3 1 3 4
$EndElements
MSH
printf 'ncols 2\nnrows 2\nxllcorner -1\nyllcorner -1\ncellsize 2\n1 1\n1 1\n' >u.asc
says 3 'a velocity of rasters does not go with one that depends on t' --set 'mesh={gmsh: halves.msh}' \
    --set 'boundaries={rim: outflow}' \
    --set 'materials={one: {velocity: ["cos(t)", 0]}, other: {velocity: {raster: [u.asc, u.asc]}}}'

sed -i '/^tracers/d' tracers.yaml # a single tracer knows no names of others
says 3 "unknown key 'a' in initial"
says 3 "unknown key 'c' in initial" --set 'initial={tracer: 1, c: 1}'
