#!/bin/bash
# Verdicts of heat and Poisson's equation: sources that nodes or steps do not see, steps that are long, values beyond the data; each
# with a case that must speak, and one beside it that must not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

cat >plate.yaml <<'CASE'
model: heat
mesh: {box: {size: [1 m, 1 m, 0.1 m], cells: [8, 8, 1]}}
materials: {all: {kappa: 50 W/m/K, capacity: 3.6e6 J/m3/K, source: 0}}
initial: {temperature: 293}
boundaries: {left: insulated, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 100 s, dt: 1 s, scheme: bdf2}
numerics: {degree: 4}
output: {record: {every: 10 s}, picture: none}
CASE
# of this width, in elements of 0.125 m whose nodes are 0.02 to 0.04 m apart
spot() { echo "materials.all.source=1e7 * exp(-((x - 0.43)^2 + (y - 0.57)^2) / $1^2)"; }
speaks narrow-source plate --set "$(spot 0.005)"
foreseen narrow-source plate --set "$(spot 0.02)"
silent plate --set "$(spot 0.06)"
silent plate --set "$(spot 0.02)" --set numerics.degree=8
silent plate --set 'materials.all.source=x < 0.5 ? 1e5 : 0' # a jump between elements
silent plate --set 'materials.all.source=1e5'
speaks narrow-source plate --set 'materials.all.source=hypot(x - 0.44, y - 0.57) < 1e-3 ? 1e9 : 0'
speaks narrow-source plate --set 'boundaries.right={flux: "1e6 * exp(-((y - 0.43) / 0.005)^2)"}'
silent plate --set 'boundaries.right={flux: "1e6 * exp(-((y - 0.43) / 0.06)^2)"}'
cat >steady.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 0.5 m], cells: [4, 4, 2], map: [x + 0.05 * y * y, y, z]}}
materials: {all: {kappa: 1, source: "exp(-((x - 0.4)^2 + (y - 0.4)^2) / 0.01^2)"}}
boundaries: {left: {value: 0}, right: {value: 0}, front: {value: 0}, back: {value: 0}, bottom: insulated, top: insulated}
numerics: {degree: 3}
output: {picture: none}
CASE
speaks narrow-source steady
silent steady --set 'materials.all.source=exp(-((x - 0.4)^2 + (y - 0.4)^2) / 0.3^2)'

# one value everywhere: what a solve leaves of its tolerance is no value beyond the data
silent steady --set 'materials.all.source=0' --set 'boundaries={left: {value: 1}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}' \
    --set numerics.preconditioner=jacobi

# kappa jumps inside elements, and on their faces
speaks kappa-jump steady --set 'materials.all.source=0' --set 'materials.all.kappa=z < 0.3 ? 1 : 5'
foreseen kappa-jump plate --set 'materials.all.kappa=x < 0.55 ? 50 : 200'
silent plate --set 'materials.all.kappa=x < 0.5 ? 50 : 200'
silent plate --set 'materials.all.kappa=50 * exp(3 * x)'
speaks kappa-jump steady --set 'materials.all.source=0' --set 'materials.all.kappa=[1, "y < 0.3 ? 1 : 5", 1]'
silent steady --set 'materials.all.source=0' --set 'materials.all.kappa=[1, 100, 1]'

# a pulse within a step, a ramp; a source that moves by so much in a step that what it leaves is wrong
speaks coarse-steps plate --set 'boundaries.right={flux: "t > 12 && t < 15 ? 1e5 : 0"}' --set time.dt=10
foreseen coarse-steps plate --set 'boundaries.right={flux: "t > 12 && t < 15 ? 1e5 : 0"}' --set time.dt=10
silent plate --set 'boundaries.right={flux: "t > 12 && t < 15 ? 1e5 : 0"}' --set time.dt=0.1 --set 'mesh.box.cells=[40, 1, 1]' # whose layer is thin
silent plate --set 'boundaries.right={flux: "1e3 * t"}' --set time.dt=10
moving='materials.all.source=1e7 * exp(-((x - 0.1 - 0.008 * t)^2 + (y - 0.5)^2) / 0.1^2)'
speaks coarse-steps plate --set "$moving" --set time.dt=10 --set time.scheme=euler
grep -q 'the range of the temperature' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent plate --set "$moving" --set time.dt=5
silent plate --set "$moving" --set time.dt=1 --set time.scheme=euler
silent plate --set "$moving" --set time='{end: 100 s, dt: 1 s, tolerance: 0.1}'
silent plate --set 'materials.all.source=1e5' --set time.dt=10 --set time.scheme=euler # steps are exact
# heat that a wall gives off: the first steps are wrong, later ones are not
cold='boundaries={left: {value: 200}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}'
silent plate --set "$cold" --set time.scheme=euler

# values beyond the data: a jump within an element, a kappa along a diagonal; what heats may heat
jump=(--set 'initial.temperature=x > 0.44 ? 393 : 293' --set 'mesh.box.cells=[2, 1, 1]' --set numerics.degree=2)
speaks extremes plate "${jump[@]}" --set time='{end: 1000 s, dt: 100 s}' --set output.record.every='100 s'
grep -q 'temperature was in .290.75.*, and nothing cools' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent plate "${jump[@]}" --set time='{end: 10000 s, dt: 1000 s}' --set output.record.every='1000 s'
silent plate --set 'materials.all.source=1e6'
silent plate --set 'materials.all.source=-1e6'
silent plate --set 'boundaries.right={exchange: 500, outside: "293 + 100 * sin(t / 10)"}' --set 'mesh.box.cells=[40, 1, 1]'
silent plate --set 'boundaries.right={value: "293 + t"}'
speaks extremes steady --set 'materials.all={kappa: [0.5, 0.499, 0, 0.5, 0, 1], source: 0}' --set 'boundaries.left={value: "y > 0.2 ? 1 : 0"}'
speaks balance steady --set 'materials.all={kappa: 1, source: 0}' --set 'boundaries.left={value: "y > 0.2 ? 1 : 0"}' # whose flux is infinite
silent steady --set 'materials.all={kappa: 1, source: 0}' --set 'boundaries.left={value: "sin(pi * y)"}'
silent steady --set 'materials.all={kappa: 1, source: 1}'
silent steady --set 'materials.all={kappa: 1, c: 1, source: 0}' --set 'boundaries.left={value: "sin(pi * y)"}'

# a kappa that jumps within elements, and between them
speaks kappa-jump steady --set 'materials.all={kappa: "x < 0.45 ? 0.01 : 1", source: 1}'
silent steady --set 'materials.all={kappa: "x < 0.5 + 0.05 * y * y ? 0.01 : 1", source: 1}'
silent steady --set 'materials.all={kappa: "1 + x", source: 1}'

# a run that goes on knows what was before
run plate "${jump[@]}" --set time='{end: 300 s, dt: 100 s}' --set output.record.every='100 s'
"$eagre" resume run --set time.end=1000 --no-measure --device host:1 -q >out 2>err || fail "$(cat err)"
grep '"extremes"' run/summary.json >part
run plate "${jump[@]}" --set time='{end: 1000 s, dt: 100 s}' --set output.record.every='100 s'
[ "$(cat part)" = "$(grep '"extremes"' run/summary.json)" ] || fail "$(cat part; grep '"extremes"' run/summary.json)"
