#!/bin/bash
# Solutes in shallow water: a wave of concentration in uniform flow, at both orders; a constant concentration stays constant and
# others keep their bounds in a dam break over a rough bed; amounts are kept in all precisions; decay, rain, evaporation, inflows,
# loads, boundaries, pumps, sections and largest values against exact solutions.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXPRESSION BOUND
    at_most "$1: $2 for $3" "$(calculate "sqrt((($2) - ($3))^2)")" "$4"
}
size() {
    calculate "sqrt(($1)^2)"
}
highest() { # FILE FIELD
    "$eagre" info "$1" | awk -v f="$2" '$1 == f { sub(/,$/, "", $4); print $4 }'
}
lowest() {
    "$eagre" info "$1" | awk -v f="$2" '$1 == f { print $2 }'
}

# ---- a wave in uniform flow: exact where it is moved along
cat >wave.yaml <<'CASE'
title: a wave of concentration in uniform flow
model: shallow-water
mesh: {box: {size: [100 m, 100 m], cells: [40, 40], element: triangle}}
materials: {all: {elevation: 0}}
initial: {depth: 1, velocity: [1, 0.5]}
solutes: {dye: {initial: "2 + cos(2 * pi * x / 100) * cos(2 * pi * y / 100)"}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 30 s}
output: {fields: {every: 30 s, variables: [depth, dye]}}
exact: {concentration_1: "2 + cos(2 * pi * (x - t) / 100) * cos(2 * pi * (y - 0.5 * t) / 100)"}
limits: {mass_error: 1e-14, solute_error: 1e-14}
CASE
{
    echo '| cells | m | order 1 | order 2 |'
    echo '|---|---|---|---|'
    for element in triangle quadrangle; do
        for order in 1 2; do
            for cells in 40 80; do
                run wave.yaml --set "mesh.box.cells=[$cells, $cells]" --set mesh.box.element=$element --set numerics.order=$order
                declare "e${order}_$cells=$(value run/errors.csv dye_l1 last)"
            done
        done
        at_least "$element, order 1: observed order" "$(order "$e1_40" "$e1_80" 2)" 0.8
        at_least "$element, order 2: observed order" "$(order "$e2_40" "$e2_80" 2)" 1.7
        for cells in 40 80; do
            one=e1_$cells two=e2_$cells
            echo "| ${element}s | $(calculate "100 / $cells") | $(short "${!one}") | $(short "${!two}") |"
        done
    done
} | table solutes

# ---- a dam break over a rough bed, wet and dry, out of the domain
cat >dam.yaml <<'CASE'
title: a dam break with solutes
model: shallow-water
mesh: {box: {size: [20 m, 5 m], cells: [80, 20], element: triangle}}
materials: {all: {manning: 0.03, elevation: "0.2 * sin(2 * x) * cos(3 * y)"}}
initial: {level: "x < 5 ? 1.5 : -0.1"}
solutes: {even: {initial: 0.7}, dye: {initial: "y < 2.5 ? 3 : 0"}}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 6 s}
output: {fields: {every: 2 s, variables: [depth, even, dye]}, maxima: {variables: [max_even, max_dye]}}
CASE
for order in 1 2; do
    run dam.yaml --set numerics.order=$order --set limits.solute_error=1e-14 --set limits.mass_error=1e-14
    near "order $order: the even one stays even" "$(highest run/maxima.vtkhdf max_even)" 0.7 1e-12
    at_most "order $order: bound" "$(highest run/maxima.vtkhdf max_dye)" 3.000000000001
    at_least "order $order: bound" "$(lowest run/fields/fields-000003.vtkhdf dye)" 0
done
run dam.yaml --set numerics.precision=mixed --set limits.solute_error=1e-14
run dam.yaml --set numerics.precision=f32 --set limits.solute_error=1e-6
near "f32: the even one stays even" "$(highest run/maxima.vtkhdf max_even)" 0.7 1e-3

# ---- still water: decay, rain, evaporation, loads, inflows, a pump
cat >still.yaml <<'CASE'
title: still water
model: shallow-water
mesh: {box: {size: [10 m, 10 m], cells: [4, 4], element: quadrangle}}
materials: {all: {elevation: 0}}
initial: {depth: 0.5}
solutes: {dye: {initial: 2}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 100 s, dt: 0.25 s}
output: {record: {every: 10 s, variables: [depth, dye]}, gauges: {a: [1 m, 1 m]}}
limits: {solute_error: 1e-13}
CASE
run still.yaml --set solutes.dye.half_life="50 s"
near "half-life" "$(value run/balance.csv solute_dye_held last)" 25 1e-12
near "half-life" "$(value run/balance.csv solute_dye_decayed last)" 75 1e-12
run still.yaml --set solutes.dye.decay="0.01 1/s"
near "decay" "$(value run/gauges.csv a_dye last)" "2 * exp(-1)" 1e-13
run still.yaml --set materials.all.rain="5e-3 m/s" --set solutes.dye.rain=8
near "rain" "$(value run/gauges.csv a_dye last)" 5 1e-12
run still.yaml --set materials.all.rain="5e-3 m/s" --set 'solutes.dye.rain="t / 50"'
near "rain over time" "$(value run/gauges.csv a_dye last)" 1.5 1e-12
run still.yaml --set materials.all.evaporation="2.5e-3 m/s"
near "evaporation leaves it" "$(value run/gauges.csv a_dye last)" 4 1e-12
run still.yaml --set materials.all.infiltration="2.5e-3 m/s"
near "infiltration takes it along" "$(value run/gauges.csv a_dye last)" 2 1e-12
near "infiltration takes it along" "$(value run/balance.csv solute_dye_infiltrated last)" 50 1e-11
run still.yaml --set 'inflows={a: {at: [1, 1], discharge: 0, loads: {dye: 3}}}'
near "a load" "$(value run/balance.csv solute_dye_held last)" "100 + 300" 1e-10
run still.yaml --set 'inflows={a: {at: [1, 1], discharge: 0.1, concentrations: {dye: "t / 10"}}, b: {at: [9, 9], discharge: -0.1}}'
near "an inflow over time" "$(value run/balance.csv solute_dye_in last)" 50 1e-11
printf 'time,load\n0,0\n30,0\n30.5,8\n31,0\n' >spill.csv
run still.yaml --set 'inflows={a: {at: [1, 1], discharge: 0, loads: {dye: {csv: spill.csv, after: hold}}}}'
near "a spill" "$(value run/balance.csv solute_dye_in last)" 4 1e-12

cat >pump.yaml <<'CASE'
title: a pump between two pools
model: shallow-water
mesh: {box: {size: [10 m, 2 m], cells: [10, 2], element: quadrangle}}
materials: {all: {elevation: "abs(x - 5) < 1 ? 5 : 0"}}
initial: {depth: "abs(x - 5) < 1 ? 0 : 1"}
solutes: {dye: {initial: "x < 5 ? 2 : 0"}}
structures: {lift: {from: [1, 1], to: [9, 1], pump: {discharge: 0.01, on: 0.1, off: 0.05}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 50 s}
output: {sections: {middle: [5.1, 3, 5.1, -1]}, fields: {every: 10 s, variables: [depth, dye]}}
limits: {solute_error: 1e-13}
CASE
for order in 1 2; do
    run pump.yaml --set numerics.order=$order
    near "a pump" "$(value run/balance.csv through_lift_dye last)" 1 1e-12
    near "a pump, a second" "$(value run/balance.csv through_lift_dye_per_s last)" 0.02 1e-13
    near "over a section" "$(size "$(value run/balance.csv section_middle_dye last)")" 1 1e-12
done

# ---- a channel: what comes in at a boundary goes through a section and out
cat >channel.yaml <<'CASE'
title: a channel with a dye at its inflow
model: shallow-water
mesh: {box: {size: [100 m, 4 m], cells: [50, 4], element: triangle}}
materials: {all: {elevation: "-0.001 * x", manning: 0.03}}
initial: {depth: 1, velocity: [1.05, 0]}
solutes: {dye: {initial: 0}, other: {initial: 1}}
boundaries: {left: {discharge: 4.2, concentrations: {dye: 2.5, other: {csv: two.csv}}}, right: {level: 0.9}, bottom: wall, top: wall}
time: {end: 600 s}
output: {sections: {line: [50.1, -1, 50.2, 5]}, fields: {every: 300 s, variables: [depth, dye]}}
limits: {solute_error: 1e-13}
CASE
printf 'time,c\n0,1\n1000,1\n' >two.csv
for order in 1 2; do
    run channel.yaml --set numerics.order=$order
    near "order $order: at a boundary" "$(value run/balance.csv solute_dye_in last)" "2.5 * 4.2 * 600" 1e-7
    near "order $order: through a section" "$(value run/balance.csv section_line_dye_per_s last)" \
        "2.5 * $(value run/balance.csv section_line_m3_per_s last)" 1e-4
    near "order $order: the even one" "$(value run/balance.csv section_line_other last)" "$(value run/balance.csv section_line_m3 last)" 1e-8
done

# ---- exact concentrations beside snapshots of the water alone; the hash; a load over a second; what is not finite
cat >pond.yaml <<'CASE'
title: a pond
model: shallow-water
mesh: {box: {size: [10 m, 10 m], cells: [5, 5], element: triangle}}
materials: {all: {elevation: "0.01 * x"}}
initial: {depth: 0.5}
solutes: {dye: {initial: 1}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 10 s}
exact: {dye: 1}
limits: {dye_l1: 1e-12}
CASE
hash_of() {
    run pond.yaml "$@"
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json
}
one=$(hash_of)
[ "$one" = "$(hash_of --set 'output={fields: {every: 10 s, variables: [depth, dye]}}')" ] ||
    fail 'the hash depends on the variables'
[ "$one" != "$(hash_of --set solutes.dye.initial=2 --set 'exact={dye: 2}')" ] || fail 'the hash ignores solutes'
"$eagre" check pond.yaml --set 'initial={from: run}' --set 'solutes={dye: {}}' >out 2>&1 && fail 'solutes of another run are dropped'
grep -q 'solutes.dye: the water of another run comes without its solutes' out || fail "$(cat out)"
printf 'time,load\n0,1000\n1,0\n10,0\n' >load.csv
run pond.yaml --set 'inflows={spill: {at: [5.1, 5.2], discharge: 0, loads: {dye: {csv: load.csv, between: steps}}}}' \
    --set 'limits={dye_l1: 1e9}'
near "a load over a second" "$(value run/balance.csv solute_dye_in last)" 1000 1e-9
code=0
"$eagre" run pond.yaml -q --no-measure -o infinite --precision f32 --set solutes.dye.initial=1e39 \
    --set initial.depth=0.1 --set 'materials.all.elevation=0.1 * x' \
    --set 'exact={dye: 1e39}' --set 'limits={dye_l1: 1e99}' 2>stderr </dev/null || code=$?
[ $code = 5 ] && grep -q '"exit": "diverged"' infinite/summary.json || fail "exit $code of amounts that are not finite"
