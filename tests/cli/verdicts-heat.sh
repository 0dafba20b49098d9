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

# given and outside temperatures: a day's wave in steps of a day, of either phase, and of an hour; on and off in two steps each; a
# short absence at the beginning, of what then stays
day='2 * pi * t / 86400'
long() { echo "time={end: 10 days, dt: $1}"; }
for value in value 'exchange: 20, outside'; do
    for phase in sin cos; do
        wave="boundaries.left={$value: \"293 + 10 * $phase($day)\"}"
        speaks coarse-steps plate --set "$wave" --set "$(long '1 day')" --set output.record.every='1 day'
        grep -q "boundaries.left.*changes within steps, which look at it at their ends" run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
        silent plate --set "$wave" --set "$(long '1 h')" --set output.record.every='1 day'
    done
done
# far from the initial temperature, too; and a wave that hardly matters beside that distance
speaks coarse-steps plate --set 'initial.temperature=350' --set "boundaries.left={value: \"293 + 10 * sin($day)\"}" --set "$(long '1 day')" --set output.record.every='10 days'
silent plate --set 'initial.temperature=350' --set "boundaries.left={value: \"293 + sin($day)\"}" --set "$(long '1 day')" --set output.record.every='10 days'
speaks coarse-steps plate --set "boundaries.left={flux: \"1000 + 500 * sin($day)\"}" --set "$(long '1 day')" --set output.record.every='10 days'
foreseen coarse-steps plate --set "boundaries.left={value: \"293 + 10 * sin($day)\"}" --set "$(long '1 day')"
silent plate --set "boundaries.left={value: \"293 + (mod(t + 20000, 86400) < 43200 ? 10 : 0)\"}" --set "$(long '1 h')" --set output.record.every='10 days'
silent plate --set 'boundaries.left={value: "t < 5 ? 293 : 400"}' --set time='{end: 1000 s, dt: 10 s}' --set output.record.every='1000 s'
speaks coarse-steps plate --set 'boundaries.left={value: "t < 5 ? 400 : 293"}' --set time='{end: 1000 s, dt: 10 s}' --set output.record.every='1000 s'
speaks coarse-steps plate --set "boundaries.left={exchange: \"abs(mod(t, 100) - 55) < 2 ? 500 : 0\", outside: 400}" --set time='{end: 1000 s, dt: 10 s}' --set output.record.every='1000 s'

# steps that adapt themselves leap over a pulse, however short; steps that are bound do not; nor over one that lasts
adapt='time={end: 20000 s, dt: 1000 s, tolerance: 0.1}'
for width in 20 0.2; do
    pulse="materials.all.source=t > 5000 && t < 5000 + $width ? 1e8 / $width : 0"
    speaks coarse-steps plate --set "$pulse" --set "$adapt" --set output.record.every='20000 s'
    grep -q 'wrong by 100 % of how it varies, most in the step from 5000 s to 9000 s; bound the steps by time.dt_most' run/summary.json ||
        fail "$(grep -A3 verdicts run/summary.json)"
done
silent plate --set 'materials.all.source=t > 5000 && t < 5020 ? 5e6 : 0' --set 'time={end: 20000 s, dt: 5 s, dt_most: 5 s, tolerance: 0.1}' --set output.record.every='20000 s'
silent plate --set 'materials.all.source=t > 5000 && t < 15000 ? 1e4 : 0' --set "$adapt" --set output.record.every='20000 s'
# a run that goes on knows what was before: from its second checkpoint on as from the beginning
pulse='materials.all.source=t > 500 && t < 520 ? 5e6 : 0'
run plate --set "$pulse" --set "$adapt" --set output.record.every='20000 s' --set 'checkpoint={steps: 1, keep: 100}'
grep -A3 verdicts run/summary.json >ought
ls -d run/checkpoints/* | sort -V | tail -n +3 | xargs rm -r
"$eagre" resume run --no-measure --device host:1 -q >out 2>err || fail "$(cat err)"
grep -A3 verdicts run/summary.json | cmp -s - ought || fail "$(cat ought; grep -A3 verdicts run/summary.json)"

# narrow later: a spot that is switched on; one that fades away and was wide enough
run plate --set 'materials.all.source=t > 10 ? 1e7 * exp(-((x - 0.43)^2 + (y - 0.57)^2) / 0.005^2) : 0'
grep -q '"name": "narrow-source"' run/summary.json || fail "a spot that begins late: $(grep -A3 verdicts run/summary.json)"
silent plate --set 'materials.all.source=t > 10 ? 1e7 * exp(-((x - 0.43)^2 + (y - 0.57)^2) / 0.06^2) : 0'
silent plate --set 'materials.all.source=1e7 * exp(-((x - 0.43)^2 + (y - 0.57)^2) / (0.06 - 0.0005 * t)^2 - t / 2)'

# a boundary layer that the element does not resolve: values between nodes
quench='boundaries={left: {value: 1000}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}'
for degree in 2 3 4; do
    speaks unresolved plate --set "$quench" --set mesh.box.cells='[4, 2, 1]' --set numerics.degree=$degree --set time='{end: 1 s, dt: 0.01 s, scheme: euler}' --set output.record.every='1 s'
done
silent plate --set "$quench" --set mesh.box.cells='[4, 2, 1]' --set time='{end: 600 s, dt: 1 s, scheme: euler}' --set output.record.every='600 s'

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

# a flux in W in place of mW; degrees Celsius, which may be below 0; a capacity of a kg, of a m3, of air
cold='boundaries.left={flux: -65000}'
speaks units plate --set "$cold" --set time='{end: 100000 s, dt: 1000 s}' --set output.record.every='100000 s'
silent plate --set "$cold" --set time='{end: 100000 s, dt: 1000 s}' --set output.record.every='100000 s' --set 'initial.temperature=0'
for capacity in 460 4186; do foreseen units plate --set materials.all.capacity=$capacity; done
silent plate --set materials.all.capacity=1.6e6
silent plate --set 'materials.all={kappa: 0.026, capacity: 1.2e3, source: 0}'
silent plate --set 'materials.all={kappa: 1, capacity: 1, source: 0}'

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
