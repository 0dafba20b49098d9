#!/bin/bash
# Systems given by their matrices that are refused: names, units, rows, systems that are not hyperbolic, waves of two
# materials that do not meet, an energy that is not positive.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >base.yaml <<'CASE'
title: sound by matrices
model: linear
system:
  variables: {p: Pa, vx: m/s, vy: m/s}
  parameters: {K: Pa, rho: kg/m3}
  A: {p: [0, K, 0], vx: [1 / rho, 0, 0]}
  B: {p: [0, 0, K], vy: [1 / rho, 0, 0]}
  energy: {p: [1 / K, 0, 0], vx: [0, rho, 0], vy: [0, 0, rho]}
mesh: {box: {size: [1 m, 1 m], cells: [2, 2]}}
materials: {all: {K: 4 Pa, rho: 1 kg/m3}}
initial: {p: "sin(pi * x)"}
boundaries: {left: absorbing, right: absorbing, bottom: {reflection: {vy: [0, 0, -1]}}, top: absorbing}
time: {end: 0.1 s}
CASE
"$eagre" run base.yaml -q --no-measure -o good.run

# wrong FROM TO TEXT: the base with one text in the place of another; the message ends with TEXT in its first line
wrong() {
    local got=0
    sed "s|$1|$2|" base.yaml >bad.yaml
    cmp -s base.yaml bad.yaml && fail "'$1' is not in the case"
    "$eagre" run bad.yaml -o bad >out 2>err </dev/null || got=$?
    [ $got -ne 0 ] && [[ $(head -n 1 err) == *"$3" ]] || fail "$1 -> $2: $got: $(cat err)"
    [ ! -s out ] && [ ! -e bad ] || fail "$1 -> $2: something was written"
}

wrong 'p: Pa' 'p: kPa' "the unit of 'p' is not the one of SI: 1 kPa is 1000 there"
wrong 'vx: m/s' 't: m/s' "'t' means something else in a case; take another name"
wrong 'parameters: {K: Pa' 'parameters: {vx: Pa' "'vx' is a variable, too"
wrong 'p: \[0, K, 0\]' 'q: [0, K, 0]' "'q' is none of the system's variables"
wrong 'p: \[0, K, 0\]' 'p: [0, L, 0]' "unknown name 'L'; did you mean 'K'?"
wrong 'p: \[0, K, 0\]' 'p: [0, -K, 0]' 'along the direction at 0 degrees 0 + 2 i is an eigenvalue'
wrong 'vx: \[1 / rho, 0, 0\]}' 'vx: [0, 0, 0]}' \
    'along the direction at 0 degrees the eigenvalue 0, 3 times, has fewer eigenvectors'
wrong 'p: \[1 / K, 0, 0\]' 'p: [-1 / K, 0, 0]' 'some state has no energy, or less'
wrong 'p: \[1 / K, 0, 0\]' 'p: [1 / K, 1, 0]' \
    "the energy's matrix is not symmetric: row vx has another entry for p than row p for vx; write both alike"
wrong 'reflection: {vy' 'reflection: {vz' "'vz' is none of the system's variables"
wrong 'initial: {p:' 'initial: {P:' "unknown key 'P' in initial; did you mean 'p'?"
wrong 'K: 4 Pa, ' '' "missing key 'K' in materials.all; for example 'K: 2600'"
wrong 'K: 4 Pa' 'K: 4 m' "expected a pressure such as '0.5 Pa', found '4 m' (a length)"
wrong 'K: 4 Pa' 'K: 0' 'an entry of the system'"'"'s matrices is not finite'

# two ways of a flow: all waves leave the middle
cat >meet.yaml <<'CASE'
title: two flows apart
model: linear
system: {variables: {u: 1}, parameters: {a: m/s}, A: {u: [a]}}
mesh: {box: {size: [1 m, 1 m], cells: [2, 2]}}
materials: {all: {a: "x < 0.5 ? -1 : 1"}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
initial: {u: 1}
time: {end: 0.1 s}
CASE
got=0
"$eagre" run meet.yaml -o bad >out 2>err || got=$?
[ $got -ne 0 ] && [[ $(head -n 1 err) == *"do not meet in one state" ]] || fail "two flows apart: $(cat err)"
"$eagre" run meet.yaml -q --no-measure -o rusanov.run --set numerics.flux=rusanov
