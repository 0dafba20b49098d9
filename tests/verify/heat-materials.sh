#!/bin/bash
# Conductivity and capacity that change with time: a manufactured solution is met to first order by backward Euler and to second
# by bdf2, with a value given at a boundary and the tensor in place of a number; steps that adapt themselves keep their tolerance;
# energy balances; a run that goes on ends with the same bits; a conductivity that falls to zero ends a run, with its state kept.
#
# T = 1 + sin(pi x / 2) exp(-t), kappa = 1 + sin(3 t) / 2, C = 2 + cos(2 t) in the unit cube.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >case.yaml <<'END'
title: materials that change with time
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 1, 1], element: hexahedron}}
materials:
  all:
    kappa: "1 + 0.5 * sin(3 * t)"
    capacity: "2 + cos(2 * t)"
    source: "exp(-t) * sin(pi * x / 2) * ((1 + 0.5 * sin(3 * t)) * pi^2 / 4 - (2 + cos(2 * t)))"
initial: {temperature: "1 + sin(pi * x / 2)"}
boundaries: {left: {value: 1}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 1 s, dt: 0.1 s, scheme: bdf2}
numerics: {degree: 8, tolerance: 1e-12}
exact: {temperature: "1 + sin(pi * x / 2) * exp(-t)"}
limits: {balance_error: 1e-8}
END
options='-q --no-measure --device host:1 --force'
l2() { # folder: the last one
    tail -n 1 "$1/errors.csv" | cut -d, -f3
}
run() { # folder, settings
    "$eagre" run case.yaml -o "$1" $options "${@:2}"
    "$eagre" verify "$1" >/dev/null
}
order() { # of scheme $1 at least $2, further settings
    run coarse --set time.scheme="$1" --set time.dt=0.05 "${@:3}"
    run fine --set time.scheme="$1" --set time.dt=0.025 "${@:3}"
    awk -v a="$(l2 coarse)" -v b="$(l2 fine)" -v least="$2" 'BEGIN { exit !(log(a / b) / log(2) > least) }' ||
        fail "$*: $(l2 coarse) to $(l2 fine)"
}
order euler 0.95
order bdf2 1.95
number=$(l2 fine)
tensor='materials.all.kappa=["1 + 0.5 * sin(3 * t)", 1, "2 + t"]'
run tensor --set time.dt=0.025 --set "$tensor"
awk -v a="$(l2 tensor)" -v b="$number" 'BEGIN { exit !((a - b) ^ 2 < 1e-16 * b) }' || fail "tensor: $(l2 tensor), $number"
run adapted --set time.tolerance=1e-4
awk -v a="$(l2 adapted)" 'BEGIN { exit !(a < 1e-4 && a > 1e-6) }' || fail "adapted: $(l2 adapted)"

# on the preconditioners, which are set up anew
for preconditioner in schwarz p-multigrid; do
    run other --set time.dt=0.025 --set numerics.preconditioner=$preconditioner
    awk -v a="$(l2 other)" -v b="$number" 'BEGIN { exit !((a - b) ^ 2 < 1e-16 * b) }' || fail "$preconditioner: $(l2 other), $number"
done

# going on
run whole
run half --set time.end=0.5
"$eagre" resume half -q --no-measure --device host:1 --set time.end=1
diff <(grep state_hash whole/summary.json) <(grep state_hash half/summary.json) || fail "the state after a resume"

# a conductivity that is none: the state before is kept
code=0
"$eagre" run case.yaml -o refused $options --set 'materials.all.kappa="1 - 2 * t"' >out 2>&1 || code=$?
[ $code = 5 ] || fail "exit code $code"
grep -q 'materials.all.kappa must be above zero, and is 0 at t = 0.5 s' out || fail "$(cat out)"
grep -q '"time": 0.4' refused/summary.json || fail "time: $(grep time refused/summary.json)"
code=0
"$eagre" run case.yaml -o refused $options --set 'materials.all.capacity="1 - 2 * t"' >out 2>&1 || code=$?
[ $code = 5 ] && grep -q 'materials.all.capacity must be above zero' out || fail "$code: $(cat out)"
