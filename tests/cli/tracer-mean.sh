#!/bin/bash
# The mass error of a tracer whose mean is 0 is one of what moves, not of a rounding error: it was 1 and more.
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
