#!/bin/bash
# initial: {from: ...}: the state of another run. On the same mesh to the last bit; on another one its water to rounding,
# its polynomials where the new ones hold them. What is not there is told.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
set -E
host=(-q --no-measure --device host:1)

state() { # FOLDER: of its end
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"
}
first() { # FOLDER: of its first snapshot
    "$eagre" info "$1/fields/fields-000000.vtkhdf" | sed -n 's/ *state_hash *//p'
}
volume() { # FOLDER ROW
    sed -n "$2p" "$1/balance.csv" | cut -d, -f2
}
# near A B PART: within that part of each other
near() {
    awk -v a="$1" -v b="$2" -v part="$3" 'BEGIN { d = a - b; exit !(d * d <= part * part * a * a) }'
}
# run CODE TEXT ARGUMENT...: the exit code, and a text of the messages
run() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run "$@" "${host[@]}" --force -o new >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] || fail "run $*: exit code $got, not $code: $(cat err)"
    [ -z "$text" ] || grep -qF -- "$text" err || fail "run $*: no '$text' in: $(cat err)"
}

cat >hill.yaml <<'CASE'
title: water over hills
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [12, 6], element: triangle}}
materials: {all: {elevation: "0.4 * sin(x) * cos(0.7 * y) + 0.02 * x", manning: 0.02}}
initial: {depth: "x < 8 ? 2 : (y < 6 ? 0.4 : 0)"}
boundaries: {left: wall, right: wall, bottom: wall, top: outflow}
time: {end: 0.5 s}
output: {fields: {every: 0.25 s}}
CASE
cat >block.yaml <<'CASE'
title: a block
model: elastic
mesh: {box: {size: [4 m, 2 m], cells: [6, 3], element: triangle}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {velocity: ["exp(-4 * ((x - 1)^2 + (y - 1)^2))", "0.1"]}
boundaries: {left: absorbing, right: {absorbing: 1 m}, bottom: wall, top: free-surface}
time: {end: 0.1 s}
numerics: {order: 3}
output: {receivers: {interval: 10 ms, at: {a: [2 m, 1 m]}}, maxima: {}}
CASE
sed 's/^initial.*/initial: {from: hill}/' hill.yaml >hill2.yaml
sed 's/^initial.*/initial: {from: block}/' block.yaml >block2.yaml

# ---- the same mesh, order and precision: the state, and the run that follows can be resumed without the other one

for name in hill block; do
    for precision in f32 f64; do
        "$eagre" run $name.yaml "${host[@]}" --force -o $name --precision $precision
        run 0 '' ${name}2.yaml --precision $precision
        [ "$(first new)" = "$(state $name)" ] || fail "$name, $precision: $(first new), not $(state $name)"
        grep -q "initial state from $name/fields/fields-00000[0-9].vtkhdf: step [0-9]*, t = 0.[15] s, state $(state $name)" new/log.txt || fail "$(cat new/log.txt)"
        grep -q 'to the last bit, from the checkpoint of that moment' new/log.txt || fail "$(cat new/log.txt)"
    done
    was=$(state new)
    mv $name away
    "$eagre" resume new "${host[@]}"
    [ "$(state new)" = "$was" ] || fail "$name: resumed $(state new), not $was"
    mv away $name
done
run 0 '' hill2.yaml --set initial.time=0.25
grep -q 'from hill/fields/fields-000001.vtkhdf: step [0-9]*, t = 0.25 s' new/log.txt || fail "$(cat new/log.txt)"
run 0 '' hill2.yaml --set "initial={from: hill/fields/fields-000001.vtkhdf}"
grep -q 'from .*hill/fields/fields-000001.vtkhdf: step [0-9]*, t = 0.25 s' new/log.txt || fail "$(cat new/log.txt)"
[ -z "$(grep 'to the last bit' new/log.txt)" ] || fail "a snapshot alone: $(cat new/log.txt)"
mv hill/fields/fields-000001.vtkhdf there # a file is an input as others are
got=0
"$eagre" resume new "${host[@]}" 2>err || got=$?
[ $got = 9 ] && grep -q 'initial.from is not the file that the run began with' err || fail "$got: $(cat err)"
mv there hill/fields/fields-000001.vtkhdf

# ---- other meshes, elements and precision: the water is the same to rounding, nowhere less than nothing

last=$(sed -n '$p' hill/balance.csv | cut -d, -f2)
for other in mesh.box.cells=[24,12] mesh.box.cells=[5,3] mesh.box.cells=[13,11] mesh.box.element=quadrangle \
    'materials.all.elevation=0.3 * sin(0.9 * x) - 0.5 * cos(y)'; do
    run 0 '' hill2.yaml --set time.steps=1 --set "$other"
    near "$(volume new 2)" "$last" 1e-14 || fail "$other: $(volume new 2) m3, not $last"
    "$eagre" info new/fields/fields-000000.vtkhdf | grep -q '^  depth  *0 to ' || fail "$(cat out)"
done
run 0 '' hill2.yaml --precision f32 --set time.steps=1
near "$(volume new 2)" "$last" 1e-6 || fail "f32: $(volume new 2)"
# solutes of the other run are left out, which is told, also to a case that has some
"$eagre" run hill.yaml "${host[@]}" --force -o dyed --set 'solutes={dye: {initial: 2}}' --set time.steps=1
said='the solutes of the other run are not taken over: the water of this one'
checked() { # TEXT SETTING...
    "$eagre" check hill2.yaml --no-measure --device host:1 "${@:2}" >out 2>err || fail "$(cat err)"
    [ "$(grep -oF "$said$1" err)" = "${1:+$said$1}" ] || fail "$*: $(cat err)" # without a text nothing is said
}
checked ' begins with solutes.*.initial' --set initial.from=dyed --set 'solutes={dye: {initial: 0}}'
checked ' has none' --set initial.from=dyed
checked '' --set 'solutes={dye: {initial: 0}}'
# half of the domain has the water of that half
run 0 '' hill2.yaml --set time.steps=1 --set mesh.box.size=[10,10]
half=$(volume new 2)
run 0 '' hill2.yaml --set time.steps=1 --set mesh.box.size=[10,10] --set mesh.box.origin=[10,0]
near "$(awk -v a="$half" -v b="$(volume new 2)" 'BEGIN { printf "%.17g", a + b }')" "$last" 1e-14 || fail "two halves: $half and $(volume new 2) of $last"

# a lake at rest: volume moves the level by how the beds differ, at the shore by its cells; level keeps it where it was
sed 's/^initial.*/initial: {level: 0.9}/; s/ + 0.02 \* x"/"/' hill.yaml >lake.yaml
"$eagre" run lake.yaml "${host[@]}" -o lake --set boundaries.top=wall
sed 's/^initial.*/initial: {from: lake}/' lake.yaml >lake2.yaml
error() {
    sed -n 's/.*"level": {.*"linf": \([^}]*\)}.*/\1/p' new/summary.json
}
for cells in 24,12 48,24 6,3; do
    run 0 '' lake2.yaml --set 'exact={level: 0.9}' --set time.steps=1 --set mesh.box.cells=[$cells] --set boundaries.top=wall
    error=$(error)
    awk -v e="$error" 'BEGIN { exit !(e > 1e-4 && e < 0.4) }' || fail "volume, $cells: the level is off by $error m"
    near "$(volume new 2)" "$(volume lake 2)" 1e-14 || fail "volume of a lake on $cells"
    run 0 '' lake2.yaml --set 'exact={level: 0.9}' --set time.steps=1 --set mesh.box.cells=[$cells] --set boundaries.top=wall --set initial.keep=level
    awk -v e="$(error)" 'BEGIN { exit !(e < 1e-14) }' || fail "level, $cells: off by $(error) m"
done

# ---- polynomials: from a coarse mesh of low order to one of high order that holds them, and back

poly='initial={velocity: ["x^2 - x * y", "y^2"], stress: ["x", "y * x", "1 - x^2"]}'
exact='exact={velocity: ["x^2 - x * y", "y^2"], stress: ["x", "y * x", "1 - x^2"]}'
"$eagre" run block.yaml "${host[@]}" -o poly --set "$poly" --set time.end=1e-18
for other in mesh.box.cells=[13,7] mesh.box.element=quadrangle numerics.order=6; do
    run 0 '' block2.yaml --set initial.from=poly --set "$other" --set "$exact" --set time.end=1e-18
    for field in velocity stress; do
        awk -F'"linf": ' -v f="\"$field\": {" 'index($0, f) { split($2, e, "}"); if (e[1] > 2e-12) exit 1; seen = 1 } END { exit !seen }' new/summary.json ||
            fail "$other: $(grep linf new/summary.json)"
    done
done

# ---- the atmosphere: to the last bit by the checkpoint, by the snapshot alone to rounding, integrals on finer cells too

cat >air.yaml <<'CASE'
title: a bubble
model: atmosphere
mesh: {box: {size: [1 km, 1 km], cells: [6, 6]}}
initial: {theta_perturbation: "exp(-((x - 500)^2 + (y - 350)^2) / 2e4)", velocity: ["5 m/s", "0 m/s"], tracer: "x > 500"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {end: 0.5 s}
numerics: {degree: 2}
output: {fields: {every: 0.5 s, variables: [theta_perturbation, velocity, pressure_perturbation, tracer]}, picture: none}
CASE
sed 's/^initial.*/initial: {from: air, with_tracer: true}/' air.yaml >air2.yaml
"$eagre" run air.yaml "${host[@]}" -o air
run 0 '' air2.yaml
[ "$(first new)" = "$(state air)" ] || fail "air: $(first new), not $(state air)"
grep -q 'to the last bit' new/log.txt || fail "$(cat new/log.txt)"
was=$(state new)
mv air away
"$eagre" resume new "${host[@]}"
[ "$(state new)" = "$was" ] || fail "air: resumed $(state new), not $was"
mv away air
cp -r air bare-air
rm -r bare-air/checkpoints
run 0 '' air2.yaml --set initial.from=bare-air
"$eagre" compare air/fields/fields-000001.vtkhdf new/fields/fields-000000.vtkhdf >out || true
awk '/ by at most / { sub(".* by at most ", ""); if ($1 > 1e-12) exit 1 }' out || fail "without its checkpoint: $(cat out)"
adapt='mesh={box: {size: [1 km, 1 km], cells: [6, 6]}, adapt: {lowest: 0, highest: 2, every: 10}}'
for other in mesh.box.cells=[12,12] numerics.degree=3 initial.with_tracer=false "$adapt"; do
    run 0 '' air2.yaml --set time.steps=1 --set "$other"
    near "$(volume new 2)" "$(sed -n '$p' air/balance.csv | cut -d, -f2)" 1e-14 || fail "$other: $(volume new 2) kg/m"
    ! grep -q 'to the last bit' new/log.txt || fail "$other: not the same state"
done
mv new changing # and back to cells that stay, which have other triangles
run 0 '' air2.yaml --set initial.from=changing --set mesh.box.cells=[24,24] --set time.steps=1
near "$(volume new 2)" "$(sed -n '$p' changing/balance.csv | cut -d, -f2)" 1e-9 || fail "from changing cells: $(volume new 2) kg/m"
"$eagre" run air.yaml "${host[@]}" -o cold --set time.steps=1 --set initial.theta_perturbation=-50 --set 'output.fields.variables=[theta_perturbation, velocity, pressure_perturbation]'
run 4 "cold/fields/fields-000001.vtkhdf: has no field 'tracer'" air2.yaml --set initial.from=cold
run 3 ' points of the mesh lie outside that of air/fields/fields-000001.vtkhdf, the first at (' air2.yaml --set 'mesh.box.size=[1 km, 2 km]'
run 4 'which is no air over this background' air2.yaml --set 'initial={from: cold}' --set 'atmosphere.theta=40 K'

# ---- heat: polynomials on hexahedra, curved ones too

cat >oven.yaml <<'CASE'
title: an oven
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 3, 2], map: ["x + 0.1 * y^2", "y", "z"]}}
materials: {all: {kappa: 1, capacity: 2}}
initial: {temperature: "1 + x - 2 * y * z + z^2"}
boundaries: {left: insulated, right: insulated, front: insulated, back: {value: 1}, bottom: insulated, top: insulated}
time: {end: 0.1 s, dt: 0.05 s}
numerics: {degree: 3}
CASE
sed 's/^initial.*/initial: {from: oven}/' oven.yaml >oven2.yaml
for precision in f32 f64; do
    tolerance=$([ $precision = f64 ] && echo 1e-10 || echo 1e-5)
    "$eagre" run oven.yaml "${host[@]}" --force -o oven --precision $precision --set numerics.tolerance=$tolerance
    run 0 '' oven2.yaml --precision $precision --set numerics.tolerance=$tolerance
    [ "$(first new)" = "$(state oven)" ] || fail "heat, $precision: $(first new), not $(state oven)"
done
mv oven away
was=$(state new)
"$eagre" resume new "${host[@]}" --set time.end=0.1
[ "$(state new)" = "$was" ] || fail "heat: resumed $(state new), not $was"
mv away oven
cp -r oven bare
rm -r bare/checkpoints
run 0 '' oven2.yaml --set initial.from=bare # to rounding
"$eagre" compare oven/fields/fields-000001.vtkhdf new/fields/fields-000000.vtkhdf >out || true
awk '/ by at most / { sub(".* by at most ", ""); if ($1 > 1e-13) exit 1 }' out || fail "without its checkpoint: $(cat out)"
flat='exact={temperature: "1 + x - 2 * y * z + z^2"}'
"$eagre" run oven.yaml "${host[@]}" --force -o flat --set boundaries.back=insulated --set time.end=1e-12 --set time.dt=1e-12 --set numerics.degree=4 --set checkpoint.end=false
for other in mesh.box.cells=[3,2,4] numerics.degree=11 numerics.degree=6; do
    run 0 '' oven2.yaml --set initial.from=flat --set "$other" --set boundaries.back=insulated --set time.end=1e-12 --set time.dt=1e-12 --set "$flat"
    awk -F'"linf": ' '/"temperature": {"l1"/ { split($2, e, "[,}]"); if (e[1] > 1e-9) exit 1; seen = 1 } END { exit !seen }' new/summary.json ||
        fail "$other: $(grep linf new/summary.json)"
done
run 3 ' nodes of the mesh lie outside that of oven/fields/fields-000001.vtkhdf, the first at (' oven2.yaml --set mesh.box.size=[1,1,1.5]
run 4 'hill/fields/fields-000002.vtkhdf: is of cells of the plane, not of hexahedra' oven2.yaml --set initial.from=hill
run 4 'oven/fields/fields-000001.vtkhdf: is of hexahedra, not of cells of the plane' hill2.yaml --set initial.from=oven
run 3 'initial needs exactly one of the keys from, temperature; found none' oven.yaml --set initial={}

# ---- --force does not write over the run that it reads

ln -s ../hill block/link
for from in hill block/link hill/fields/fields-000001.vtkhdf; do
    got=0
    "$eagre" run hill2.yaml "${host[@]}" --force -o hill --set initial.from=$from >out 2>err </dev/null || got=$?
    [ $got = 2 ] && grep -qF "hill: holds $from, which the run reads (initial.from)" err || fail "over $from: $got: $(cat err)"
done
rm block/link
"$eagre" verify hill >out || fail "$(cat out)"

# ---- what is not there

run 4 'nowhere: cannot be opened' hill2.yaml --set initial.from=nowhere
run 4 'block/fields/fields-000001.vtkhdf: has no field '"'depth'"', which the initial state needs; it holds stress, velocity' hill2.yaml --set initial.from=block
run 4 'hill: has no snapshot of t = 0.3 s; the nearest is of 0.25 s, the first of 0 s, the last of 0.5 s' hill2.yaml --set initial.time=0.3
run 3 "initial.velocity is what 'from' gives already; leave one of them out" hill2.yaml --set initial.velocity=[0,0]
run 3 'initial needs exactly one of the keys depth, level, from; found more than one' hill2.yaml --set initial.depth=1
run 3 "initial.time has no meaning without 'from'" hill.yaml --set initial.time=1
run 3 ' cells of the mesh lie outside that of hill/fields/fields-000002.vtkhdf, the first at (' hill2.yaml --set mesh.box.size=[40,10]
run 3 ' points of the mesh lie outside that of block/fields/fields-000001.vtkhdf, the first at (' block2.yaml --set mesh.box.size=[40,10]
damaged=hill/fields/fields-000002.vtkhdf
printf '\125' | dd of=$damaged bs=1 seek=$(($(stat -c %s $damaged) / 2)) conv=notrunc status=none
run 4 "$damaged" hill2.yaml
