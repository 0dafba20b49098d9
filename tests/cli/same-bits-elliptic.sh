#!/bin/bash
# One state_hash, one number of iterations and one estimate of the error for poisson and heat, whatever the device, the threads and the lanes.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >poisson.yaml <<'CASE'
title: a bit of everything
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [3, 2, 3]}}
materials: {all: {kappa: ["1 + x", 2, 1], c: "exp(y)", source: "sin(x) + z"}}
boundaries:
  left: {value: "y * z"}
  right: {flux: "cos(y)"}
  front: {exchange: 2, outside: "x"}
  back: insulated
  bottom: {periodic: top}
  top: {periodic: bottom}
numerics: {degree: 4}
CASE
cat >curved.yaml <<'CASE'
title: curved
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [3, 2, 3], map: ["x + 0.1 * y^2", "y", "z + 0.1 * x * y"]}}
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 3, preconditioner: none}
CASE
cat >heat.yaml <<'CASE'
title: a bit of everything
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2]}}
materials: {all: {kappa: "1 + x", capacity: "2 + y", source: "exp(-10 * (x - t)^2)"}}
initial: {temperature: "sin(x)"}
boundaries: {left: {value: "t"}, right: {exchange: 2, outside: 1}, front: insulated, back: insulated, bottom: insulated, top: {flux: "t"}}
time: {end: 0.4 s, dt: 0.1 s}
numerics: {degree: 4}
CASE
# determinants below 2^-100, where the operator divides as IEEE has it and not by DIVIDE
cat >tiny.yaml <<'CASE'
title: tenths of a nanometre
model: poisson
mesh: {box: {size: [2e-10 m, 2e-10 m, 2e-10 m], cells: [2, 2, 2], map: ["x + 1e9 * y * z", "y", "z"], geometry_degree: 1}}
materials: {all: {kappa: 1, source: 1e20}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 3, tolerance: 1e-5}
CASE
result_of() { # CASE ARGUMENT...: hash, iterations, estimate
    "$eagre" run "$@" -q --no-measure --force -o run --set output.picture=none
    sed -n 's/.*"\(state_hash\|iterations\|error_estimate\)": "\{0,1\}\([0-9a-f.+-]*\).*/\2/p' run/summary.json | tr '\n' ' '
}
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p')
cuda=$("$eagre" devices | sed -n 's/^\(cuda:[0-9]*\) .*yes  yes .*/\1/p')
others=$(printf '%s\n' 'host:1 --lanes 4' checked 'host:2 --lanes 8' $opencl $cuda)
taken=0
# ARGUMENT...: other devices give what one thread with one lane gives; in the short form every second of them, beginning with
# the first and the second in turn
same() {
    local devices=$others expected found other
    [ "${EAGRE_TESTS:-}" = long ] || devices=$(awk -v from=$((taken++ % 2)) 'NR % 2 != from' <<<"$devices")
    expected=$(result_of "$@" --device host:1 --lanes 1)
    [ "$(wc -w <<<"$expected")" -eq 3 ] || fail "$*: hash, iterations or estimate is missing: $expected"
    while read -r other; do
        found=$(result_of "$@" --device $other)
        [ "$found" = "$expected" ] || fail "$*: $found on $other, $expected on host:1 --lanes 1"
    done <<<"$devices"
}
for case in poisson curved heat; do
    same $case.yaml
done
same poisson.yaml --precision f32 --set numerics.tolerance=1e-5
same tiny.yaml --precision f32
same curved.yaml --set numerics.preconditioner=p-multigrid --set numerics.preconditioner_precision=f32
schwarz=(--set numerics.preconditioner=schwarz)
same poisson.yaml "${schwarz[@]}" --set numerics.coarse_on=host
[ "$(result_of poisson.yaml "${schwarz[@]}" --set numerics.coarse_on=host)" = "$(result_of poisson.yaml "${schwarz[@]}")" ] ||
    fail "coarse_on: other bits on the host"
same heat.yaml --set time.tolerance=1e-2
same heat.yaml --precision f32 --set numerics.tolerance=1e-5 --set time.scheme=euler
[ "$(result_of heat.yaml --set time.dt=0.2)" != "$(result_of heat.yaml)" ] || fail "the hash does not see a step"
