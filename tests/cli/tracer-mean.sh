#!/bin/bash
# The mass error of a tracer whose mean is 0 is one of what moves, not of a rounding error: it was 1 and more. Where a source adds tracer
# there is none: it was what the source had added.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >tracer.yaml <<'CASE'
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [8, 8]}}
materials: {all: {velocity: [1, 0.5]}}
initial: {tracer: "sin(2 * pi * x) * cos(2 * pi * y)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.2 s}
numerics: {order: 3}
limits: {mass_error: 1e-12}
CASE
"$eagre" run tracer.yaml -o run -q --no-measure || fail "a mean of 0"
"$eagre" run tracer.yaml -o run -q --no-measure --force --set 'initial.tracer=1 + x * (1 - x)' || fail "a mean of 1"

source='sources={a: {at: [0.5, 0.5], rate: 1, time: 1}}'
"$eagre" run tracer.yaml -o run -q --no-measure --force --set "$source" 2>err && fail 'a limit with a source'
grep -q 'limits.mass_error needs a run without sources: the balance does not include what they add' err || fail "$(cat err)"
sed -i '/^limits/d' tracer.yaml
"$eagre" run tracer.yaml -o run --no-measure --force --set "$source" >out || fail 'a source'
! grep -q mass_error run/summary.json run/balance.csv && ! grep -q 'mass error' out || fail "$(cat out)"
amount=$(sed -n 's/.*"amount": \([-0-9.e]*\).*/\1/p' run/summary.json | head -1)
awk -v a="$amount" 'BEGIN { exit !(a > 0.19 && a < 0.21) }' || fail "the source of 1 over 0.2 s has added $amount"
