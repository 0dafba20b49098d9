#!/bin/bash
# Verdicts of models: for each a case that must speak, and one beside it that must not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

cat >wave.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [1 m, 1 m], cells: [16, 16], element: quadrangle}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-40 * ((x - 0.5)^2 + (y - 0.5)^2))"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.5 s}
numerics: {order: 3}
output: {record: {every: 0.05 s}, picture: none}
CASE
cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [6.4 km, 3.2 km], cells: [8, 4]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "-2 * exp(-((x - 3200)^2 + (y - 1600)^2) / 800^2)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 40}
numerics: {degree: 2, viscosity: 75 m2/s}
output: {picture: none}
CASE
cat >water.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 10 m], cells: [20, 2], element: quadrangle}}
materials: {all: {elevation: "0"}}
initial: {depth: 1}
boundaries: {left: {discharge: 2 m3/s}, right: wall, bottom: wall, top: wall}
time: {end: 20 s}
output: {record: {every: 5 s}, picture: none}
CASE
cat >heat.yaml <<'CASE'
model: heat
mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {all: {kappa: 1, capacity: 1}}
initial: {temperature: "x * (1 - y)"}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 0.5 s, dt: 0.02 s}
numerics: {degree: 5, preconditioner: jacobi}
output: {record: {every: 0.1 s}, picture: none}
CASE

# energy that nothing brings in
silent wave
grows() { # beside the verdict of such a step
    run "$@"
    [ "$(sed -n 's/^    {"name": "\([a-z-]*\)".*/\1/p' run/summary.json | tr '\n' ' ')" = 'unstable-step energy-growth ' ] || fail "$*: $(grep -A3 verdicts run/summary.json)"
}
grows wave --set time.cfl=2.8 --set time.steps=30
silent air
grows air --set time.cfl=2.5 --set time.steps=8

# one cell that sets the step of all: its place, and what it costs
one='x > 0.5 && x < 0.5625 && y > 0.25 && y < 0.3125'
speaks step-cell wave --set "materials.all.vp=$one ? 10 : 1" --set time.end=0.01
grep -qE '"value": (9.99|10)[0-9]*, "bound": 3, "place": \[0.53125, 0.28125\]' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
foreseen step-cell wave --set "materials.all.vp=$one ? 10 : 1"
silent wave --set "materials.all.vp=$one ? 2 : 1" --set time.end=0.01
silent wave --set "materials.all.vp=x > 0.5 && x < 0.75 && y > 0.25 && y < 0.3125 ? 10 : 1" --set time.end=0.01

# a given step that is not stable, at the cell that would need a shorter one
silent wave --set time='{steps: 2, dt: 2 ms}'
speaks unstable-step wave --set time='{steps: 2, dt: 2 ms}' --set "materials.all.vp=$one ? 10 : 1"
grep -qF '"place": [0.53125, 0.28125]' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
foreseen unstable-step wave --set time='{steps: 2, dt: 20 ms}'

# a discharge that could not come in, or out; what came in by a number, a table and an expression
silent water
silent water --set 'boundaries.left={discharge: "4 * sin(t / 10) + 2"}'
printf 'time,discharge\n0,0\n3,4\n8,1\n30,6\n' >table.csv
silent water --set 'boundaries.left={discharge: {csv: table.csv}}' --set numerics.order=2 # at first order its waves fade
silent water --set 'inflows={hole: {at: [50, 5], discharge: -2}}'
speaks discharge water --set 'inflows={hole: {at: [50, 5], discharge: -60}}'
grep -qF '"place": [50, 5]' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
speaks discharge water --set 'boundaries.left={discharge: -2}' --set 'initial.depth=x > 50 ? 1 : 0' --set 'time.end=5 s'
grep -q "the boundary 'left' was to bring -10 m3 until t = 5 s, and brought -*0 m3: water could not leave there" run/summary.json ||
    fail "$(grep -A3 verdicts run/summary.json)"

# an inflow whose water leaves at once
speaks inflow-lost water --set boundaries.right=outflow --set 'inflows={spring: {at: [99, 6], discharge: 1}}'
grep -qF '"place": [99, 6]' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent water --set boundaries.right=outflow --set 'inflows={spring: {at: [90, 6], discharge: 1}}'

# a line whose ends lie outside of the mesh
speaks outside water --set 'output.lines={long: {from: [5, 5], to: [105, 5], count: 11}}' --set time.steps=2
silent water --set 'output.lines={long: {from: [5, 5], to: [95, 5], count: 11}}' --set time.steps=2

# levels that f32 does not know well enough
silent water --precision f32
silent water --set materials.all.elevation=2000
speaks precision water --set materials.all.elevation=2000 --precision f32
foreseen precision water --set materials.all.elevation=2000 --precision f32
silent water --set materials.all.elevation=2000 --precision f32 --set numerics.dry_depth=0.01

# solves that take more and more iterations
silent heat
speaks iterations heat --set 'materials.all.kappa=t < 0.41 ? 0.05 : 10 + 100 * x * y'
