#!/bin/bash
# One state_hash and one file of largest values for a case, whatever the device, the threads and the lanes; f64 and f32; triangles
# and quadrangles; all kinds of boundaries; wet and dry; with one hold at the end and with many. What the others are compared with is
# compiled without optimisation, and they as a run is.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

case=case.yaml
cat >case.yaml <<'CASE'
title: a bit of everything
model: shallow-water
mesh: {box: {size: [4 m, 4 m], origin: [-2 m, -2 m], cells: [9, 7], element: triangle}}
materials: {all: {elevation: "-0.1 * (1 - x^2 - y^2)", manning: 0.02}}
initial: {depth: "max(0, 0.125 * (1 - 1.25 * (x^2 + y^2)))", velocity: [0.1, "0.02 * x"]}
boundaries:
  left: wall
  right: outflow
  bottom: {level: "0.35 + 0.01 * sin(t)"}
  top: {discharge: 0.1 m3/s}
time: {steps: 23}
output: {fields: {variables: [depth]}, maxima: {}}
CASE

hash_of() { # ARGUMENT...: of a run with them
    "$eagre" run $case -q --no-measure --force -o run --set output.picture=none "$@"
    sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' run/summary.json
    cksum <run/maxima.vtkhdf
}
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p')
cuda=$("$eagre" devices | sed -n 's/^\(cuda:[0-9]*\) .*yes  yes .*/\1/p')

# same DEVICES ARGUMENT...: these give the hash of one thread with one lane; in the short form every second of them,
# beginning with the first and the second in turn
taken=0
same() {
    local devices=$1 expected found other
    shift
    [ "${EAGRE_TESTS:-}" = long ] || devices=$(awk -v from=$((taken++ % 2)) 'NR % 2 != from' <<<"$devices")
    expected=$(EAGRE_QUICK_CC=${CC:-cc} CC=$EAGRE_SOURCE/tests/kernel/quick-cc EAGRE_QUICK_LEVEL=-O0 hash_of --device host:1 --lanes 1 "$@")
    [ ${#expected} -gt 16 ] || fail "no hash"
    while read -r other; do
        found=$(hash_of --device $other "$@")
        [ "$found" = "$expected" ] || fail "$*: $found on $other, $expected on host:1 --lanes 1"
    done <<<"$devices"
}
all=$(printf '%s\n' 'host:1 --lanes 4' 'host:2 --lanes 8' 'host:2 --lanes 16' checked $opencl $cuda)
few=$(printf '%s\n' 'host:2' $opencl $cuda)
same "$all"
# what is combined below stands alone in the long form only
if [ "${EAGRE_TESTS:-}" = long ]; then
    same "$few" --precision f32
    same "$few" --set mesh.box.element=quadrangle
    same "$few" --set 'physics={coriolis: "1 + x"}' --set 'materials.all.linear_friction="2 + y"' --set numerics.order=2
fi
same "$few" --set 'output.fields={steps: 1}'
same "$few" --set boundaries.right=wall --set boundaries.bottom=wall --set boundaries.top=wall
printf 'level,discharge\n0,0\n3,9\n' >rating.csv
printf 'upstream,downstream,discharge\n-1,-1,0\n-1,1,-0.2\n1,-1,0.3\n1,1,0\n' >sluice.csv
same "$few" --set 'boundaries={left: {rating: rating.csv}, right: {tide: {constituents: {M2: {amplitude: 1, phase: 1 rad}}}}, bottom: {periodic: top}, top: {periodic: bottom}}' \
    --set 'structures={a: {from: [0, 0], to: [1.5, 1], bridge: {sill: -0.1, width: 0.2, soffit: -0.05, deck: -0.02, deck_width: 1}},
  w: {along: [0.1, -0.5, 0.3, 0.6], weir: {crest: 0.01, breach: {at: [0.2, 0], crest: "-0.05 * t", width: "t", slope: 0.5}}},
  b: {from: [0.1, 0], to: [-1.5, -1], culvert: {inverts: [-0.1, 0], diameter: 0.1, length: 2}},
  c: {from: [0, 0], to: [1.2, 1], rating: sluice.csv}}'
# The ground moves and turns with the Earth
moves='bed={lifts: {a: {height: "0.02 * x", start: 0.01 s, rise: 0.05 s}, b: {height: "0.01 * y^2", start: 0.02 s}}}'
same "$few" --set "$moves" --set 'physics={coriolis: "1 + x"}' --set numerics.order=2
same "$few" --set "$moves" --set 'physics={coriolis: {latitude: 50 deg, from_y: 0 m}}' --precision f32 --set mesh.box.element=quadrangle \
    --set 'inflows={a: {at: [1, 1], discharge: "0.01 * t"}, b: {at: [1, 1], discharge: -0.02}}'
# under linear friction
same "$few" --set 'materials.all.linear_friction=3' --precision f32
# At second order, from rest, where cells with water are dry at a face
hills=(--set numerics.order=2 --set 'materials.all.elevation="0.3 * sin(3 * x) * cos(2 * y)"'
    --set 'initial={depth: "max(0, 0.1 + 0.3 * cos(2 * x + y))"}')
same "$few" "${hills[@]}" --precision f32
same "$few" "${hills[@]}"
# Rain on it, and a soil
for soil in '{horton: {initial: 36 mm/h, final: 3.6 mm/h, decay: 0.5 1/s}}' \
    '{green_ampt: {conductivity: "1e-5 * (2 + x)", suction: 0.1 m, deficit: 0.3}}'; do
    sed -e 's|manning: 0.02}}|manning: 0.02, rain: "1e-4 * (1 + sin(t))", rain_factor: "2 + x", evaporation: 1e-6,\n  infiltration: '"$soil"'}}|' \
        -e 's|^time: .*|time: {end: 0.5 s}|' case.yaml >rain.yaml
    case=rain.yaml
    [ "${EAGRE_TESTS:-}" != long ] && [[ $soil = *green* ]] || same "$few"
    [ "${EAGRE_TESTS:-}" != long ] && [[ $soil = *horton* ]] || same "$few" --precision f32
    case=case.yaml
done
# Losses of the rain, a decay of each cell, and friction that varies with the depth
ground() { # GROUND ARGUMENT...
    sed -e 's|manning: 0.02}}|'"$1"', rain: "1e-4 * (1 + sin(t))"}}|' -e 's|^time: .*|time: {end: 0.5 s}|' case.yaml >ground.yaml
    case=ground.yaml
    shift
    same "$few" "$@"
    case=case.yaml
}
ground 'chezy: "30 + x", infiltration: {scs: {curve_number: "70 + x"}}' --precision f32
ground 'manning: {depths: [0.1, 0.3, 0.8], values: [0.2, 0.1, 0.03]}, infiltration: {horton: {initial: 36 mm/h, final: 3.6 mm/h, decay: "0.5 + 0.1 * x"}}'
ground 'manning: {depths: [0.1, 0.3, 0.8], values: [0.2, 0.1, 0.03]}, infiltration: {initial_continuing: {initial_loss: 0.01 mm, continuing_loss: "1e-5 * (2 + x)"}}' \
    --set numerics.order=2
[ "$(hash_of --set time.steps=22)" != "$(hash_of)" ] || fail "the hash does not see a step"

# Elastic waves: a state that runs in, a source, a free surface, a damping layer, a joined pair of sides.
case=waves.yaml
cat >waves.yaml <<'CASE'
title: a bit of everything
model: elastic
mesh: {box: {size: [4 m, 4 m], cells: [9, 7], element: triangle}}
materials: {all: {density: 1, lambda: "2 + floor(x / 2)", mu: 1}}
initial: {velocity: ["exp(-x^2)", "sin(2 * y)"]}
boundaries:
  left: {inflow: {velocity: ["sin(t + y)", 0], stress: ["x - t", 0.1, 0]}}
  right: {absorbing: 1 m}
  bottom: wall
  top: free-surface
sources: {push: {at: [1.1 m, 2.3 m], force: [1, 2], time: {ricker: {frequency: 20 Hz}}}}
time: {steps: 9}
numerics: {order: 4}
output: {fields: {variables: [velocity]}, maxima: {}}
CASE
same "$all"
same "$few" --precision f32
same "$few" --set mesh.box.element=quadrangle --set numerics.order=3 --set numerics.flux=rusanov
same "$few" --set 'output.fields={steps: 2}' --set materials.all.lambda=2 \
    --set 'boundaries.bottom={periodic: top}' --set 'boundaries.top={periodic: bottom}'
same "$few" --set numerics.order=3 --set numerics.material_order=3 --set 'materials.all.lambda="2 + sin(x)"' \
    --set 'materials.all.density="1 + 0.1 * y"'
