#!/bin/bash
# Winds that change their shape in time, docs/theory/moving-winds.md: orders in one that folds and unfolds and in one
# with a divergence, which are no product of place and time; constants; a gust; bounds; receivers; decay; going on.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
orders='2 4' elements=triangle folds='12 24'
[ "${EAGRE_TESTS:-}" != long ] || { orders='1 2 3 4 5 6 7 8' elements='triangle quadrangle' folds='24 36'; }

# x = X + alpha sin(2 pi Y), y = Y + beta sin(2 pi x): (u, v) is what moves these places, without a divergence.
Y='(y - 0.1 * sin(2 * t) * sin(2 * pi * x))'
u="0.6 * cos(3 * t) * sin(2 * pi * $Y)"
v="0.2 * cos(2 * t) * sin(2 * pi * x) + 0.2 * pi * sin(2 * t) * cos(2 * pi * x) * $u"
cat >fold.yaml <<CASE
title: a wind that folds and unfolds
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [8, 8], element: triangle}}
materials: {all: {velocity: ["$u", "$v"]}}
initial: {tracer: "2 + sin(2 * pi * x) * cos(2 * pi * y)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.4 s}
numerics: {order: 4}
output: {record: {every: 0.4 s}}
exact: {tracer: "2 + sin(2 * pi * (x - 0.2 * sin(3 * t) * sin(2 * pi * $Y))) * cos(2 * pi * $Y)"}
limits: {mass_error: 1e-12}
CASE
X='(x * exp(-t) + 0.5 * (1 - exp(-t) * (sin(t) + cos(t))))'
exact="exp(-t) * (2 + sin(3 * $X) * cos(3 * (y - sin(3 * t) / 3)))"
in="{inflow: {tracer: \"$exact\"}}"
cat >stretch.yaml <<CASE
title: a wind with a divergence, and what comes in on all sides
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [4, 4], element: triangle}}
materials: {all: {velocity: ["x - sin(t)", "cos(3 * t)"]}}
initial: {tracer: "2 + sin(3 * x) * cos(3 * y)"}
boundaries: {left: $in, right: $in, bottom: $in, top: $in}
time: {end: 1 s}
numerics: {order: 4}
output: {record: {every: 1 s}}
exact: {tracer: "$exact"}
CASE
{
    echo '| wind | cells | order | L2 error, coarse | fine | observed |'
    echo '|---|---|---|---|---|---|'
    for wind in fold stretch; do
        meshes=$folds
        [ $wind = fold ] || meshes='3 6'
        for element in $elements; do
            for o in $orders; do
                errors=()
                for n in $meshes; do
                    run $wind.yaml --set "numerics.order=$o" --set "mesh.box.element=$element" --set "mesh.box.cells=[$n, $n]"
                    errors+=("$(value run/errors.csv tracer_l2 last)")
                done
                found=$(order "${errors[0]}" "${errors[1]}" "$(calculate "${meshes#* } / ${meshes% *}")")
                echo "| $wind | ${element}s | $o | $(short "${errors[0]}") | $(short "${errors[1]}") | $found |"
                at_least "$wind, order $o on ${element}s" "$found" "$(calculate "$o - 0.5")"
            done
        done
    done
} | table moving-winds

# A constant becomes exp(-t) in a divergence of 1, and stays 1 in a vortex whose centre moves.
constant() { # VELOCITY AMOUNT
    local beyond="{inflow: {tracer: \"$2\"}}"
    run stretch.yaml --set "materials.all.velocity=$1" --set initial.tracer=1 --set "exact.tracer=\"$2\"" \
        --set "boundaries={left: $beyond, right: $beyond, bottom: $beyond, top: $beyond}" --set numerics.order=6
    at_most "a constant that becomes $2" "$(value run/errors.csv tracer_linf last)" "$3"
}
constant '["x - sin(t)", "cos(3 * t)"]' 'exp(-t)' 1e-9
constant '["-3 * (y - 0.5 - 0.1 * sin(2 * t))", "3 * (x - 0.5 - 0.1 * cos(t))"]' 1 1e-11

# A wind that becomes a thousand times faster in 0.02 s.
S='(0.01 * t + 0.025 * (log(1 + exp(400 * (t - 0.1))) - log(1 + exp(-40))))'
run fold.yaml --set 'materials.all.velocity=["0.01 + 10 / (1 + exp(-400 * (t - 0.1)))", 0]' --set time.end=0.2 --set output.record.every=0.2 \
    --set "exact.tracer=\"2 + sin(2 * pi * (x - $S)) * cos(2 * pi * y)\""
at_most 'a gust' "$(value run/errors.csv tracer_l2 last)" 2e-3
at_most 'its steps' "$(summary steps)" 400 # by the fastest wind from the beginning there would be 600

# Bounds, mass, and what a run without bounds has.
sed '/^exact/d; s/^initial.*/initial: {tracer: "hypot(x - 0.5, y - 0.5) < 0.3 ? 1 : 0"}/' fold.yaml >disc.yaml
for numerics in 'order: 2' 'order: 4' 'order: 4, precision: f32'; do
    slack=1e-14
    [[ $numerics != *f32* ]] || slack=1e-6
    run disc.yaml --set "numerics={$numerics, limiter: {bounds: [0, 1]}}" --set limits.mass_error=$slack
    at_least "least with $numerics" "$(value run/balance.csv tracer_min last)" -$slack
    at_most "largest with $numerics" "$(value run/balance.csv tracer_max last)" "$(calculate "1 + $slack")"
done
run disc.yaml
at_least 'without bounds' "$(value run/balance.csv tracer_max last)" 1.1
run stretch.yaml --set "numerics={order: 3, limiter: {bounds: [0, 3]}}"
at_most 'bounds beside an inflow' "$(value run/errors.csv tracer_l2 last)" 2e-3

# Receivers inside steps, and a tracer that decays beside one that does not.
run stretch.yaml --set numerics.order=6 --set 'output.receivers={interval: 0.0137 s, at: {r: [0.3 m, 0.7 m]}}'
awk -F, 'NR > 1 { t = $1; e = exp(-t); d = $2 - e * (2 + sin(3 * (0.3 * e + 0.5 * (1 - e * (sin(t) + cos(t))))) * cos(3 * (0.7 - sin(3 * t) / 3)))
        worst = d * d > worst ? d * d : worst; rows++ }
    END { exit !(rows > 70 && worst < 1e-10) }' run/seismograms/receivers.csv || fail "receivers: $(tail -3 run/seismograms/receivers.csv)"
beyond=${exact//\"/}
in="{inflow: {a: \"exp(-2 * t) * $beyond\", b: \"$beyond\"}}"
run stretch.yaml --set 'tracers={names: {a: 1, b: 1}, exchange: {a: [-2, 0]}}' \
    --set 'initial={a: "2 + sin(3 * x) * cos(3 * y)", b: "2 + sin(3 * x) * cos(3 * y)"}' \
    --set "boundaries={left: $in, right: $in, bottom: $in, top: $in}" --set "exact={a: \"exp(-2 * t) * $beyond\", b: \"$beyond\"}"
at_most 'a tracer that decays' "$(value run/errors.csv a_l2 last)" 4e-4
at_most 'one that does not' "$(value run/errors.csv b_l2 last)" 4e-4

# A wind that is no number any more.
code=0
rerun fold.yaml --set 'materials.all.velocity=["sqrt(0.2 - t)", 0]' || code=$?
[ $code = 5 ] && grep -q 'velocity\[0\] is not a number at' stderr || fail "a wind without a value: $code: $(cat stderr)"

# The bits of lanes, and of a run from a checkpoint.
state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
short=(-q --no-measure --device host:1 --set time.dt=0.002 --set output.record.every=0.02)
"$eagre" run disc.yaml "${short[@]}" --set time.end=0.04 -o whole.run
"$eagre" run disc.yaml "${short[@]}" --set time.end=0.04 -o lanes.run --lanes 1
"$eagre" run disc.yaml "${short[@]}" --set time.end=0.02 -o half.run
"$eagre" resume half.run -q --set time.end=0.04
for run in lanes half; do
    [ "$(state_hash $run.run)" = "$(state_hash whole.run)" ] || fail "$run: another state"
    cmp -s $run.run/balance.csv whole.run/balance.csv || fail "$run: another balance"
done
