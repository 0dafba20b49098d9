#!/bin/bash
# Sources s(x, t) of model linear, docs/theory/linear.md: manufactured solutions, without E and with it, their orders;
# receivers inside steps; a point source beside; lanes.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
orders='2 4' elements=triangle
[ "${EAGRE_TESTS:-}" != long ] || { orders='1 2 3 4 5 6 7 8' elements='triangle quadrangle'; }

exact='{p: "cos(3 * t) * sin(2 * pi * x)", vx: "sin(2 * pi * (x + y)) * sin(t)", vy: "t * sin(2 * pi * y)"}'
p='-3 * sin(3 * t) * sin(2 * pi * x) + 2 * (2 * pi * cos(2 * pi * (x + y)) * sin(t) + t * 2 * pi * cos(2 * pi * y))'
vx='sin(2 * pi * (x + y)) * cos(t) + 2 * cos(3 * t) * 2 * pi * cos(2 * pi * x)'
cat >body.yaml <<CASE
title: a manufactured solution
model: linear
system:
  variables: {p: Pa, vx: m/s, vy: m/s}
  parameters: {K: Pa, rho: kg/m3}
  A: {p: [0, K, 0], vx: [1 / rho, 0, 0]}
  B: {p: [0, 0, K], vy: [1 / rho, 0, 0]}
mesh: {box: {size: [1 m, 1 m], cells: [4, 4], element: triangle}}
materials: {all: {K: 2, rho: 0.5}}
body: {p: "$p", vx: "$vx", vy: "sin(2 * pi * y)"}
initial: {p: "sin(2 * pi * x)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.25 s}
numerics: {order: 4}
output: {record: {every: 0.25 s}}
exact: $exact
CASE
# E turns p and vx into each other and lets vy decay: s takes it off the exact solution.
with_e=(--set 'system.E={p: [0, 3, 0], vx: [-3, 0, 0], vy: [0, 0, -5]}'
    --set "body={p: \"$p - 3 * sin(2 * pi * (x + y)) * sin(t)\", vx: \"$vx + 3 * cos(3 * t) * sin(2 * pi * x)\",
        vy: \"(1 + 5 * t) * sin(2 * pi * y)\"}")
{
    echo '| E | cells | order | L2 error of p, coarse | fine | p | vx | vy |'
    echo '|---|---|---|---|---|---|---|---|'
    for e in without with implicit; do
        more=()
        [ $e = without ] || more=("${with_e[@]}")
        [ $e != implicit ] || more+=(--set numerics.reaction=implicit)
        for element in $elements; do
            for o in $orders; do
                for n in 6 9; do
                    run body.yaml --set "numerics.order=$o" --set "mesh.box.element=$element" --set "mesh.box.cells=[$n, $n]" "${more[@]}"
                    for v in p vx vy; do eval "$v$n=$(value run/errors.csv ${v}_l2 last)"; done
                done
                found="$(order "$p6" "$p9" 1.5) $(order "$vx6" "$vx9" 1.5) $(order "$vy6" "$vy9" 1.5)"
                # shellcheck disable=SC2086
                set -- $found
                echo "| $e | ${element}s | $o | $(short "$p6") | $(short "$p9") | $1 | $2 | $3 |"
                for i in "$@"; do at_least "order $o on ${element}s $e E" "$i" "$(calculate "$o - 0.4")"; done
            done
        done
    done
} | table body-sources

run body.yaml --set numerics.order=6 --set 'output.receivers={interval: 0.0037 s, at: {r: [0.3 m, 0.7 m]}}'
awk -F, 'NR > 1 { t = $1; d = $2 - cos(3 * t) * sin(6.283185307179586 * 0.3); worst = d * d > worst ? d * d : worst; rows++ }
    END { exit !(rows > 60 && worst < 1e-9) }' run/seismograms/receivers.csv || fail "receivers: $(tail -3 run/seismograms/receivers.csv)"

# Beside a point source: as the sum of both alone.
point='sources={s: {at: [0.31, 0.42], rate: [1, 0, 0], time: {ricker: {frequency: 8 Hz, delay: 0.14 s}}}}'
receivers=(--set 'output.receivers={interval: 0.01 s, at: {r: [0.3 m, 0.7 m]}}' --set time.end=0.3 --set output.record.every=0.3)
for with in both body point; do
    more=("${receivers[@]}")
    [ $with = body ] || more+=(--set "$point")
    [ $with != point ] || more+=(--set 'body={}' --set 'initial={p: 0}')
    run body.yaml "${more[@]}"
    cp run/seismograms/receivers.csv $with.csv
done
paste -d, both.csv body.csv point.csv | awk -F, 'NR > 1 { for (i = 2; i < 5; i++) { d = $i - $(i + 4) - $(i + 8); worst = d * d > worst ? d * d : worst
        v = $(i + 8) < 0 ? -$(i + 8) : $(i + 8); most = v > most ? v : most } } END { exit !(worst < 1e-24 && most > 0.01) }' ||
    fail "both: $(tail -1 both.csv) $(tail -1 body.csv) $(tail -1 point.csv)"

state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
"$eagre" run body.yaml -q --no-measure --device host:1 --set time.dt=0.002 --set time.end=0.02 --set output.record.every=0.01 -o whole.run
"$eagre" run body.yaml -q --no-measure --device host:1 --set time.dt=0.002 --set time.end=0.02 --set output.record.every=0.01 -o lanes.run --lanes 1
"$eagre" run body.yaml -q --no-measure --device host:1 --set time.dt=0.002 --set time.end=0.01 --set output.record.every=0.01 -o half.run
"$eagre" resume half.run -q --set time.end=0.02
for run in lanes half; do
    [ "$(state_hash $run.run)" = "$(state_hash whole.run)" ] || fail "$run: another state"
done
