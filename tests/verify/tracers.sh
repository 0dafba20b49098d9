#!/bin/bash
# Several tracers, docs/theory/tracers.md: a decay chain that is carried, against Bateman's solution, with what comes in
# through all boundaries in a flow that turns back: orders; amounts of a source; receivers inside steps; decay 10^6 times
# faster than a step; the same bits as of a tracer alone; bounds of each tracer; zero exchange.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
orders='2 4' elements=triangle
[ "${EAGRE_TESTS:-}" != long ] || { orders='1 2 3 4 5 6' elements='triangle quadrangle'; }

beyond='{a: "exp(-2 * t) * (1 + 0.5 * sin(x + y - 0.5 * sin(3 * t)))",
    b: "2 * (exp(-t) - exp(-2 * t)) * (1 + 0.5 * sin(x + y - 0.5 * sin(3 * t)))", c: "2 + cos(2 * x - 2 / 3 * sin(3 * t))"}'
cat >chain.yaml <<CASE
title: a decay chain and a tracer that stays
model: advection
tracers: {names: {a: mol/m3, b: mol/m3, c: 1}, exchange: {a: [-2, 0, 0], b: [2, -1, 0]}}
mesh: {box: {size: [1 m, 1 m], cells: [4, 4], element: triangle}}
materials: {all: {velocity: [1 m/s, 0.5 m/s]}}
velocity_factor: "cos(3 * t)"
initial: {a: "1 + 0.5 * sin(x + y)", c: "2 + cos(2 * x)"}
boundaries: {left: {inflow: $beyond}, right: {inflow: $beyond}, top: {inflow: $beyond}, bottom: {inflow: $beyond}}
time: {end: 1.2 s, cfl: 0.9}
numerics: {order: 4}
output: {record: {every: 0.3 s}}
exact: $beyond
CASE
{
    echo '| cells | order | L2 error of a, coarse | fine | order | of b | of c |'
    echo '|---|---|---|---|---|---|---|'
    for element in $elements; do
        for o in $orders; do
            for n in 4 8; do
                run chain.yaml --set "numerics.order=$o" --set "mesh.box.element=$element" --set "mesh.box.cells=[$n, $n]"
                for v in a b c; do eval "$v$n=$(value run/errors.csv ${v}_l2 last)"; done
            done
            found="$(order "$a4" "$a8" 2) $(order "$b4" "$b8" 2) $(order "$c4" "$c8" 2)"
            # shellcheck disable=SC2086
            set -- $found
            echo "| ${element}s | $o | $(short "$a4") | $(short "$a8") | $1 | $2 | $3 |"
            for i in "$@"; do at_least "order $o on ${element}s" "$i" "$(calculate "$o - 0.35")"; done
        done
    done
} | table tracers-chain

# What a source has added after 1 s: for a the integral of exp(-2 (1 - s)) times its course, -0.00581499483.
cat >source.yaml <<'CASE'
title: a source of a decay chain
model: advection
tracers: {names: {a: mol/m3, b: mol/m3}, exchange: {a: [-2, 0], b: [2, -1]}}
mesh: {box: {size: [1 m, 1 m], cells: [6, 6], element: triangle}}
materials: {all: {velocity: [1 m/s, 0.5 m/s]}}
sources: {s: {at: [0.31, 0.42], rate: [1, 0.5], time: {ricker: {frequency: 2 Hz, delay: 0.6 s}}}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 1 s, cfl: 0.9}
numerics: {order: 4}
output: {record: {every: 1 s}}
CASE
for place in '[0.31, 0.42]' '[0.5, 0.5]' '[0.5, 0.42]'; do # in a cell, on a vertex, on a face
    run source.yaml --set "sources.s.at=$place"
    at_most "amount of a source at $place" "$(calculate "($(value run/balance.csv amount_a last) + 0.00581499483)^2")" 1e-18
    at_most "and of what it becomes" "$(calculate "($(value run/balance.csv amount_b last) - 0.00747016528)^2")" 1e-18
done
run source.yaml --set sources={} --set 'initial={a: "2 + sin(2 * pi * x)", b: 1}' --set numerics.order=5 \
    --set 'output.receivers={interval: 0.0137 s, at: {r: [0.3 m, 0.7 m]}}'
awk -F, 'NR > 1 { t = $1; s = 2 + sin(6.283185307179586 * (0.3 - t)); a = exp(-2 * t) * s
        b = exp(-t) + 2 * (exp(-t) - exp(-2 * t)) * s
        d = $2 - a; worst = d * d > worst ? d * d : worst; d = $3 - b; worst = d * d > worst ? d * d : worst; rows++ }
    END { exit !(rows > 70 && worst < 1e-7) }' run/seismograms/receivers.csv || fail "receivers: $(tail -3 run/seismograms/receivers.csv)"

# Steps do not know of fast decay: the exponential is exact, amounts are to rounding, nothing is below 0 or not finite.
run source.yaml --set sources={} --set 'initial={a: 1, b: 1}' --set 'tracers.exchange={a: [-2e6, 1e6], b: [2e6, -1e6]}' \
    --set limits.mass_error=1e-9
at_most 'equilibrium of a fast exchange' "$(calculate "($(value run/balance.csv amount_a last) - 2 / 3)^2")" 1e-18
run source.yaml --set sources={} --set 'initial={a: 1, b: 1}' --set 'tracers.exchange={a: [-2e6, 0], b: [0, 0]}'
at_most 'a that has decayed' "$(value run/balance.csv amount_a last)" 0
at_most 'b that stays' "$(calculate "($(value run/balance.csv amount_b last) - 1)^2")" 1e-26
for rate in 1e6 1e12 1e16; do # the slow decay of a, beside that of what it turns into
    run source.yaml --set sources={} --set 'initial={a: 1}' --set "tracers.exchange={a: [-2, 0], b: [2, -$rate]}"
    at_most "a beside a decay of $rate" "$(calculate "($(value run/balance.csv amount_a last) * exp(2) - 1)^2")" 1e-24
    at_most 'b, which follows a' "$(calculate "($(value run/balance.csv amount_b last) * exp(2) * ($rate - 2) / 2 - 1)^2")" 1e-24
done
run source.yaml --set sources={} --set 'initial={a: 1, b: 1}' --set 'tracers.exchange={a: [0, -3], b: [3, 0]}' # turns
at_most 'rotation of two tracers' "$(calculate "($(value run/balance.csv amount_a last) - cos(3) + sin(3))^2")" 1e-24

# A tracer among others, without exchange, has the bits that it has alone, limited or not.
cat >disc.yaml <<'CASE'
title: a disc
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [6, 6], element: triangle}}
materials: {all: {velocity: [1 m/s, 0.5 m/s]}}
initial: {tracer: "hypot(x - 0.5, y - 0.5) < 0.3 ? 1 : 0"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.1 s}
numerics: {order: 4}
output: {record: {every: 0.05 s}}
limits: {mass_error: 1e-6}
CASE
for with in numerics.limiter=none 'numerics.limiter={bounds: [0, 1]}' 'numerics={order: 3, material_order: 3, limiter: {bounds: [0, 1]}}' \
    'numerics={order: 3, material_order: 2, form: quasi-conservative}' numerics.precision=f32; do
    for names in '' '{tracer: 1}' '{a: kg/m3, tracer: 1, c: 1}'; do
        run disc.yaml --set "$with" ${names:+--set "tracers={names: $names}"}
        found=$(value run/balance.csv tracer_min last),$(value run/balance.csv tracer_max last)
        [ "${first:-$found}" = "$found" ] || fail "$with: a tracer of $names is $found, not $first"
        first=$found
    done
    unset first
done

# Bounds of each tracer: a chain in a box that it does not leave, at orders with both kinds of fluxes.
for numerics in 'order: 4' 'order: 3, material_order: 2'; do
    run disc.yaml --set limits.mass_error=1e-13 \
        --set 'tracers={names: {a: 1, b: 1, c: 1}, exchange: {a: [-4, 0, 0], b: [4, -2, 0]}}' \
        --set 'initial={a: "x < 0.5 ? 1 : 0", b: "y < 0.5 ? 2 : 0", c: "x < 0.5 ? 3 : -1"}' \
        --set "numerics={$numerics, limiter: {bounds: {a: [0, 1], b: [0, 2], c: [-1, 3]}}}"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { e = 1e-12; if ($at["a_min"] < -e || $at["a_max"] > 1 + e || $at["b_min"] < -e || $at["b_max"] > 2 + e ||
              $at["c_min"] < -1 - e || $at["c_max"] > 3 + e) bad = 1 }
        END { exit bad || NR < 2 }' run/balance.csv || fail "bounds: $(cat run/balance.csv)"
done
run disc.yaml --set 'tracers={names: {a: 1, b: 1}}' --set 'initial={a: "x < 0.5 ? 1 : 0", b: "x < 0.5 ? 1 : 0"}' \
    --set 'numerics.limiter={bounds: {b: [0, 1]}}'
at_least 'a tracer without bounds' "$(value run/balance.csv a_max last)" 1.01
at_most 'one with bounds beside it' "$(value run/balance.csv b_max last)" 1.000000000001

# Eight tracers at a high order, where stacks are large.
run disc.yaml --set "tracers={names: {a: 1, b: 1, c: 1, d: 1, e1: 1, f: 1, g: 1, h: 1}}" --set 'initial={h: "2 + sin(2 * pi * x)"}' \
    --set 'numerics={order: 10, material_order: 2}' --set 'velocity_factor="cos(t)"' --set 'mesh.box.cells=[2, 2]' --set time.end=0.01
at_most 'the last of eight tracers' "$(calculate "($(value run/balance.csv amount_h last) - 2)^2")" 1e-24

# The bits of lanes, and of a run from a checkpoint, with more tracers than an old checkpoint had ranges of.
state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
many=(--set 'tracers={names: {a: 1, b: 1, c: 1, d: 1, f: 1}, exchange: {a: [-1, 0, 0, 0, 2]}}' --set 'initial={a: 1, f: "sin(2 * pi * x)"}')
"$eagre" run disc.yaml -q --no-measure --device host:1 "${many[@]}" -o whole.run
"$eagre" run disc.yaml -q --no-measure --device host:1 "${many[@]}" -o lanes.run --lanes 1
"$eagre" run disc.yaml -q --no-measure --device host:1 "${many[@]}" -o half.run --set time.end=0.05
"$eagre" resume half.run --no-measure -q --set time.end=0.1
for run in lanes half; do
    [ "$(state_hash $run.run)" = "$(state_hash whole.run)" ] || fail "$run: another state"
    cmp -s $run.run/balance.csv whole.run/balance.csv || fail "$run: another balance"
done
