#!/bin/bash
# Bounds of a tracer that cannot be kept, or do not go with the rest of a case.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >tracer.yaml <<'CASE'
title: tracer
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [4, 4], element: triangle}}
materials: {all: {velocity: [1, 0]}}
initial: {tracer: "x < 0.5 ? 1 : 0"}
boundaries: {left: outflow, right: outflow, bottom: wall, top: wall}
time: {end: 0.01 s}
numerics: {order: 2, limiter: {bounds: [0, 1]}}
CASE
"$eagre" run tracer.yaml -q --no-measure -o good

# says CODE TEXT ARGUMENT...: TEXT is in the message
says() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run tracer.yaml "$@" -o bad >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && [[ $(cat err) == *"$text"* ]] || fail "$*: $got: $(cat err)"
    [ ! -e bad ] || fail "$*: something was written"
}
says 3 'numerics.limiter.bounds' --set 'numerics.limiter={bounds: [1, 0]}'
says 3 'numerics.limiter.bounds' --set 'numerics.limiter={bounds: 1}'
says 3 'bounds' --set 'numerics.limiter={}'
says 3 'numerics.limiter' --set 'numerics.limiter=bounds'
says 3 'the initial tracer is 1 at ' --set 'numerics.limiter.bounds=[0, 0.9]'
says 3 'the initial tracer is 0 at ' --set 'numerics.limiter.bounds=[0.1, 1]'
says 3 'the velocity points inwards at the outflow boundary by the cell at (0.' --set 'numerics.limiter.bounds=[0.1, 1]' \
    --set initial.tracer=0.5
says 3 "the tracer 2 beyond boundary 'left' is outside numerics.limiter.bounds, [0, 1]" --set 'boundaries.left={inflow: {tracer: 2}}'
says 3 'numerics.limiter needs the conservative form' --set numerics.form=quasi-conservative
says 3 'numerics.limiter cannot be combined with sources' \
    --set 'sources={s: {at: [0.5, 0.5], rate: 1, time: {ricker: {frequency: 100 Hz, delay: 0.02 s}}}}'
says 3 'time.dt has steps in which 8 times what a cell holds would leave it, and numerics.limiter allows 1; take 0.1249 or less' \
    --set 'time={steps: 2, dt: 1}'

# flow that converges: not an error, but said, once, with place and size; a turning one is kept to the bounds without a word
"$eagre" run tracer.yaml --no-measure -o converging --set 'materials.all.velocity=["0.5 - x", 0]' >out 2>&1
[ "$(grep -c 'the velocity of the scheme has a divergence of ' out)" = 1 ] || fail "no word of divergence: $(cat out)"
"$eagre" run tracer.yaml --no-measure -o turning --set 'materials.all.velocity=["0.5 - y", "x - 0.5"]' \
    --set numerics.material_order=2 --set 'boundaries={left: outflow, right: outflow, bottom: outflow, top: outflow}' >out 2>&1
! grep -q 'divergence' out || fail "divergence where there is none: $(cat out)"

# an expression beyond a boundary is cut
"$eagre" run tracer.yaml -q --no-measure -o cut --set 'boundaries.left={inflow: {tracer: "5 * cos(t)"}}'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "tracer_max") at = i } END { exit !(at && $at <= 1 + 1e-12) }' cut/balance.csv ||
    fail "inflow is not cut: $(cat cut/balance.csv)"
