#!/bin/bash
# Units of the field at keys of forces, moments and heat; messages name them; a bare temperature like 20 is told to be 20 K.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >heat.yaml <<'CASE'
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2], element: hexahedron}}
materials: {all: {kappa: 200 W/m/K, capacity: 3.6 MJ/(m3 K), source: 5 kW/m3}}
initial: {temperature: 293 K}
boundaries: {left: {value: 20 degC}, right: {exchange: 10 W/(m2 K), outside: 5 degC}, bottom: {flux: 10 W/m2}, top: insulated, front: insulated, back: insulated}
time: {end: 1 s, dt: 1 s}
CASE
cat >plane.yaml <<'CASE'
model: elastic
mesh: {box: {size: [4 km, 2 km], cells: [8, 4], element: triangle}}
materials: {all: {density: 2 g/cm3, vp: 3 km/s, vs: 1700 m/s}}
sources: {a: {at: [2 km, 1 km], force: [0, 3 MN/m], time: "t"}, b: {at: [2 km, 1 km], explosion: 1e12 N m/m, time: "t"},
  c: {at: [1 km, 1 km], moment: [1e12 N, 0, 2 MN], time: "t"}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
numerics: {order: 2}
time: {end: 0.1 s}
CASE
checked() { "$eagre" check "$1" --no-measure "${@:2}" >out 2>&1 || fail "check $*: $(cat out)"; }
refused() {
    ! "$eagre" check "$2" --no-measure --set "$3" >out 2>&1 || fail "$3 is taken"
    grep -qF -- "$1" out || fail "$3: no '$1' in $(cat out)"
}
checked heat.yaml
! grep warning out || fail "a temperature with its unit is told"
checked plane.yaml
refused "expected a thermal conductivity such as '0.5 W/(m K)', found '200 W/m2'" heat.yaml 'materials.all.kappa=200 W/m2'
refused "expected a heat flux such as '0.5 W/m2', found '10 W'" heat.yaml boundaries.bottom.flux='10 W'
refused "expected a force for each metre such as '0.5 N/m', found '3 N' (a force" plane.yaml 'sources.a.force=[0, 3 N]'
refused "found '1e13 N m' (an energy or a moment)" plane.yaml sources.b.explosion='1e13 N m'
for set in initial.temperature=20 boundaries.left.value=-5 boundaries.right.outside=20.5; do
    checked heat.yaml --set $set
    grep -q "warning: ${set%=*} is ${set#*=} K; write '${set#*=} degC'" out || fail "$set is not told: $(cat out)"
done
for set in initial.temperature=0 initial.temperature=1 'initial.temperature=20 K' initial.temperature=293; do
    checked heat.yaml --set "$set"
    ! grep warning out || fail "$set is told"
done

if grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    sed 's/^mesh.*/mesh: {forest: {level: 1}, box: {size: [1 km, 1 km, 1 km], cells: [1, 1, 1]}}/; s/order: 2/degree: 2/; /^sources/d; /^  c:/d;
        s/^boundaries.*/boundaries: {left: absorbing, right: absorbing, front: absorbing, back: absorbing, bottom: absorbing, top: absorbing}/' plane.yaml >trees.yaml
    echo 'sources: {a: {at: [310 m, 310 m, 310 m], force: [0, 0, 3 MN], time: "t"}, b: {at: [310 m, 310 m, 310 m], moment: [1e13 N m, 0, 0, 0, 2 kN m, 0], time: "t"}}' >>trees.yaml
    checked trees.yaml
    refused "found '3 N/m' (a force for each metre)" trees.yaml 'sources.a.force=[0, 0, 3 N/m]'
fi
