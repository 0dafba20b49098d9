#!/bin/bash
# Verdicts of solutions that are wrong inside an element. Boundary layers of c: by degree, by thickness; where nothing falls there is none.
# Layers of fluxes, exchange and sources, and of the first moments of heat, by what the solution leaves of the equation; balances; values
# that nodes or f32 do not see. Each with a case beside it that must be silent.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

cat >rod.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 1, 1]}}
materials: {all: {kappa: 1, c: 400, source: 400}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 2}
output: {picture: none}
CASE
names() { # NAME SETTING...: what `check` tells
    local settings=() name=$1
    shift
    for setting; do settings+=(--set "$setting"); done
    "$eagre" check rod.yaml --no-measure --device host:1 "${settings[@]}" >out 2>err || fail "$(cat err)"
    [ "$(sed -n 's/^verdicts   \(.*\);.*/\1/p' out)" = "$name" ] || fail "$*: $(cat out err)"
}
# layers of 0.05 m in elements of 0.25 m, 4.78 of which degree 2 takes
names boundary-layer
grep -qF 'sqrt(kappa / c) = 0.05 m at (0, 0.5, 0.5) m, where the element is 0.25 m thick: degree 2 resolves it in elements of up to 0.239 m' err ||
    fail "$(cat err)"
names '' numerics.degree=3
names '' 'mesh.box.cells=[5, 1, 1]'
names '' materials.all.c=300 materials.all.source=300
names '' 'boundaries.left={value: 1}'
names '' 'boundaries.left=insulated'

# a flux, an exchange and a source beside a large c
cat >react.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 1, 1]}}
materials: {all: {kappa: 1, c: 1e6}}
boundaries: {left: {flux: 1}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 3}
output: {picture: none}
CASE
speaks unresolved react
grep -q '"place": .0.125, 0.5, 0.5.*elements of degree 3 do not resolve the solution: the error of its gradient is about 97' run/summary.json ||
    fail "$(grep -A3 verdicts run/summary.json)"
speaks unresolved react --set materials.all.c=1000
speaks unresolved react --set materials.all.c=1e9
silent react --set materials.all.c=100
silent react --set materials.all.c=1000 --set numerics.degree=6
silent react --set materials.all.c=1000 --set 'mesh.box.map=[0.2 * x + 0.8 * x^3, y, z]'
speaks unresolved react --set 'boundaries.left={exchange: 1e3, outside: 1}'
speaks unresolved react --set 'boundaries.left={exchange: 1e7, outside: 1}'
silent react --set 'boundaries.left={exchange: 1e3, outside: 1}' --set materials.all.c=100
speaks unresolved react --set boundaries.left=insulated --set 'materials.all={kappa: 1, c: 1e4, source: "x < 0.6 ? 1e4 : 0"}'
silent react --set boundaries.left=insulated --set 'materials.all={kappa: 1, c: 1e4, source: "1e4 * x * x"}'
speaks unresolved react --set numerics.degree=1 --set materials.all.c=100
silent react --set numerics.degree=1 --set materials.all.c=2
waves='materials.all={kappa: 1, c: 0, source: "12 * pi^2 * sin(2 * pi * x) * sin(2 * pi * y) * sin(2 * pi * z)"}'
zero='boundaries={left: {value: 0}, right: {value: 0}, front: {value: 0}, back: {value: 0}, bottom: {value: 0}, top: {value: 0}}'
speaks unresolved react --set "$waves" --set "$zero" --set numerics.degree=1 --set 'mesh.box.cells=[8, 8, 8]'
silent react --set "$waves" --set "$zero" --set numerics.degree=1 --set 'mesh.box.cells=[14, 14, 14]'
silent react --set "$waves" --set "$zero" --set 'mesh.box.cells=[2, 2, 2]'

# heat that has just come into a wall: thicknesses of 12 and 37 mm, and of 0.12 m, in elements of 0.25 m
cat >wall.yaml <<'CASE'
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 1, 1]}}
materials: {all: {kappa: 50 W/m/K, capacity: 3.6e6 J/m3/K}}
initial: {temperature: 300}
boundaries: {left: {flux: 1e5}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 10 s, dt: 0.1 s}
numerics: {degree: 3}
output: {picture: none}
CASE
long=(--set 'time={end: 1000 s, dt: 10 s}')
value='boundaries.left={value: 1000}' exchange='boundaries.left={exchange: 1e6, outside: 1000}'
speaks unresolved wall
silent wall --set 'time={end: 100 s, dt: 1 s}'
silent wall --set 'mesh.box.map=[0.1 * x + 0.9 * x^3, y, z]'
speaks unresolved wall --set "$value"
grep -q 'polynomials of the highest degree, 3, have 3[0-9.]* % of the amplitude of what varies in temperature, most of it in the element at .0.125' \
    run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
speaks balance wall --set "$value" --set 'time={end: 200 s, dt: 2 s}'
silent wall --set "$value" "${long[@]}"
speaks unresolved wall --set "$exchange"
silent wall --set "$exchange" "${long[@]}"
late='boundaries.left={value: "t > 500 ? 1000 : 300"}'
speaks unresolved wall --set "$late" --set 'time={end: 510 s, dt: 0.5 s}'
silent wall --set "$late" --set 'time={end: 3000 s, dt: 10 s}'

# a run that goes on knows what was before
run wall --set time='{end: 40 s, dt: 1 s}' --set output.record.every='10 s' --set 'boundaries.left={flux: "t < 20 ? 1e5 : 0"}'
cp run/summary.json whole
run wall --set time='{end: 20 s, dt: 1 s}' --set output.record.every='10 s' --set 'boundaries.left={flux: "t < 20 ? 1e5 : 0"}'
"$eagre" resume run --set time.end=40 --no-measure --device host:1 -q >out 2>err || fail "$(cat err)"
[ "$(grep error_estimate whole)" = "$(grep error_estimate run/summary.json)" ] || fail "$(grep error_estimate whole run/summary.json)"

# solves that end before anything has changed: short steps in f32, a loose tolerance
cat >oven.yaml <<'CASE'
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 1, 1]}}
materials: {all: {kappa: 0.02 W/m/K, capacity: 1e6 J/m3/K, source: "x < 0.5 ? 1e5 : 0"}}
initial: {temperature: 300}
boundaries: {left: insulated, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 4 s, dt: 0.001 s}
numerics: {degree: 2, precision: f32}
output: {picture: none}
CASE
speaks balance oven
grep -q 'differ by 100 % of all that passed: solves that end at a residual of 1e-05' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent oven --set time.dt=0.4 --set materials.all.source=1e5
silent oven --set numerics.precision=f64 --set materials.all.source=1e5
loose=(--set 'time={end: 20000 s, dt: 20 s}' --set 'materials.all={kappa: 50, capacity: 3.6e6, source: "x < 0.5 ? 3600 : 0"}' --set numerics.precision=f64)
speaks balance oven "${loose[@]}" --set numerics.tolerance=1e-3
silent oven "${loose[@]}" --set numerics.tolerance=1e-6
silent oven --set materials.all.source=0 # nothing passes
silent oven --set materials.all.source=0 --set initial.temperature='300 + x' --set 'time={end: 1e7 s, dt: 1e5 s}' # nor at the end

# two values that meet at an edge, and go over into each other; what a value has between nodes; digits
cat >plate.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 4, 4]}}
materials: {all: {kappa: 1}}
boundaries: {left: {value: 1}, right: insulated, front: insulated, back: insulated, bottom: {value: 0}, top: insulated}
numerics: {degree: 3}
output: {picture: none}
CASE
speaks balance plate
grep -q 'as at edges where two values meet' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent plate --set 'boundaries.left={value: "sin(pi / 2 * z)"}'
far=(--set boundaries.bottom=insulated --set 'boundaries.right={value: 0}')
disc() { echo "boundaries.left={value: \"hypot(y - 0.56, z - 0.56) < $1 ? 1 : 0\"}"; }
spot() { echo "boundaries.left={exchange: \"100 * exp(-((y - 0.56)^2 + (z - 0.56)^2) / $1^2)\", outside: 1}"; }
foreseen narrow-source plate "${far[@]}" --set "$(disc 0.04)"
run plate "${far[@]}" --set "$(disc 0.3)"
! grep -q narrow-source run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
speaks narrow-source plate "${far[@]}" --set 'boundaries.left={value: "cos(16 * pi * y)"}' --set numerics.degree=2
silent plate "${far[@]}" --set 'boundaries.left={value: "cos(2 * pi * y)"}'
silent plate "${far[@]}" --set 'boundaries.left={value: "1 + sin(2 * pi * x) * y"}' # 1, but for rounding
speaks narrow-source plate "${far[@]}" --set "$(spot 0.02)"
silent plate "${far[@]}" --set "$(spot 0.2)"
run plate "${far[@]}" --set 'boundaries.left={value: 10000.1}' --set 'boundaries.right={value: 10000}' --set numerics.precision=f32
grep -q '"precision".*f32 rounds values of 10000.1 by 0.0006, 0.6 % of what u varies by' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent plate "${far[@]}" --set 'boundaries.left={value: 10000.1}' --set 'boundaries.right={value: 10000}'
silent plate "${far[@]}" --set 'boundaries.left={value: 20.1}' --set 'boundaries.right={value: 20}' --set numerics.precision=f32
