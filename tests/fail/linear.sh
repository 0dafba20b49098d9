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

# ends FROM TO TEXT: as `wrong`, and the line ends with TEXT
ends() { wrong "$1" "$2" "$3"$'\n'; }
ends 'p: Pa' 'p: kPa' "the unit of 'p' is not the one of SI: 1 kPa is 1000 there"
ends 'vx: m/s' 't: m/s' "'t' means something else in a case; take another name"
ends 'parameters: {K: Pa' 'parameters: {vx: Pa' "'vx' is a variable, too"
ends 'time: {end: 0.1 s}' 'time: {end: 0.1 s}\nbody: {q: "sin(t)"}' "'q' is none of the system's variables"
ends 'time: {end: 0.1 s}' 'time: {end: 0.1 s}\nbody: {p: "sin(z)"}' 'this value may depend on x, y, t, not on z'
ends 'time: {end: 0.1 s}' 'time: {end: 0.1 s}\nbody: {p: "1 / t"}' 'at all times of the run, its end included'
ends 'p: \[0, K, 0\]' 'q: [0, K, 0]' "'q' is none of the system's variables"
ends 'p: \[0, K, 0\]' 'p: [0, L, 0]' "unknown name 'L'; did you mean 'K'?"
ends 'p: \[0, K, 0\]' 'p: [0, -K, 0]' 'along the direction at 0 degrees 0 + 2 i is an eigenvalue'
ends 'vx: \[1 / rho, 0, 0\]}' 'vx: [0, 0, 0]}' \
    'along the direction at 0 degrees the eigenvalue 0, 3 times, has fewer eigenvectors'
ends 'p: \[1 / K, 0, 0\]' 'p: [-1 / K, 0, 0]' 'some state has no energy, or less'
ends 'p: \[1 / K, 0, 0\]' 'p: [1 / K, 1, 0]' \
    "the energy's matrix is not symmetric: row vx has another entry for p than row p for vx; write both alike"
ends 'reflection: {vy' 'reflection: {vz' "'vz' is none of the system's variables"
ends 'initial: {p:' 'initial: {P:' "unknown key 'P' in initial; did you mean 'p'?"
ends 'K: 4 Pa, ' '' "missing key 'K' in materials.all; for example 'K: 2600'"
ends 'K: 4 Pa' 'K: 4 m' "expected a pressure such as '0.5 Pa', found '4 m' (a length)"
ends 'K: 4 Pa' 'K: 0' "system.energy.p[0] (line 8), '1 / K', is not finite"
ends 'variables: {.*' 'variables: {}' 'a system has one variable or more, such as {p: Pa, vx: m/s, vy: m/s}'
ends 'parameters: {K: Pa' 'parameters: {exp: Pa' "'exp' means something else in a case; take another name"
ends 'p: Pa' 'p: kg kg kg kg kg kg kg kg kg kg kg kg kg kg' "the unit of 'p': it is too long"
ends 'p: Pa' 'p: 3' "the unit of 'p': a unit begins with a symbol; that of a number is 1"
ends 'p: Pa' 'p: "a;b"' "the unit of 'p': it has a character that no unit has"
ends 'p: Pa' 'p: m/s m/s' \
    "the unit of 'p': ambiguous after '/': put the divisor in parentheses, as in 'W/(m2 K)'"
ends '{K: Pa, rho' '{K: F/m, rho' 'materials.all.K: write the number alone; it is in F/m'
ends 'reflection: {vy: \[0, 0' 'reflection: {vy: [0, 1 / nx' \
    "boundaries.bottom.reflection.vy[1], '1 / nx', is not finite at the normal (0, -1) of a face of boundary bottom"
ends 'materials:' 'material:' "unknown key 'material'; did you mean 'materials'?"
ends 'materials.*' '' "missing key 'materials'; for example 'materials: {all: {K: 1, rho: 1}}'"

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

# one variable, whose rows may be numbers, and no materials; then what has too many entries, and columns of one name
cat >one.yaml <<'CASE'
title: a flow
model: linear
system: {variables: {u: 1}, A: {u: 2}}
mesh: {box: {size: [1 m, 1 m], cells: [2, 2]}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
initial: {u: 1}
time: {end: 0.1 s}
CASE
"$eagre" run one.yaml -q --no-measure -o one.run
cp one.yaml base.yaml
ends 'u: 2' 'u: [2, 3]' 'system.A.u needs 1 entry, one a variable; found 2'
ends 'initial:' 'sources: {s: {at: [0.4, 0.4], rate: [1, 2], time: "sin(t)"}}\ninitial:' \
    'sources.s.rate needs 1 entry, one a variable; found 2'
ends 'u: 1}, A: {u: 2}' 'u: m, u_m: 1}' "'u_m' has the column of 'u', u_m; take another name"
ends 'u: 1}, A: {u: 2}' 'u: 1, b_u: 1}}\noutput: {gauges: {a: [0.4, 0.4], a_b: [0.2, 0.4]}' \
    'gauges a and a_b both have a column a_b_u; take another name'
# E that is implicit
ends 'initial:' 'numerics: {reaction: implicit}\ninitial:' \
    'numerics.reaction is implicit, but the system has no matrix E; leave it out'
ends 'A: {u: 2}}' 'A: {u: 2}, E: {u: -1}}\nnumerics: {order: 9, reaction: implicit}' \
    'numerics.reaction: implicit has orders to 8, and numerics.order is 9; take order 8 or explicit'
# a coupling that is small in its units alone
ends 'u: 1}, A: {u: 2}' 'u: 1, s: m}, A: {u: [1, 0], s: [1e-9, 1]}' \
    'along the direction at 0 degrees the eigenvalue 1, 2 times, has fewer eigenvectors'

# names that mean something else to other systems, and those that begin with others
sed 's/u: 1}, A: {u: 2}/displacement: 1, velocity: 1, a: m, a_a: m, a_a_a: m}, A: {a: [0, 0, 2, 0, 0]}/; s/^initial: {u/initial: {a/' one.yaml >names.yaml
echo 'output: {receivers: {interval: 0.05 s, at: {r: [0.4, 0.4]}, variables: [displacement, a, a_a, velocity]}}' >>names.yaml
"$eagre" run names.yaml -q --no-measure -o names.run
read -r head <names.run/seismograms/receivers.csv
[ "$head" = time_s,r_displacement,r_a_m,r_a_a_m,r_velocity ] || fail "columns of receivers: $head"

# as many variables as there may be, with cells of one value, too: chains of two
cat >many.yaml <<'CASE'
title: 24 variables
model: linear
mesh: {box: {size: [1 m, 1 m], cells: [2, 2]}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
initial: {v23: x}
exact: {v23: x}
time: {steps: 1, end: 1 s}
output: {fields: {every: 1 s}, gauges: {g: [0.4, 0.4]}, maxima: {}}
CASE
row() { # VARIABLE: the unit row of the other one of its pair
    local j list=
    for ((j = 0; j < 24; j++)); do list+=$((j == ($1 ^ 1))),; done
    echo "v$1: [${list%,}]"
}
names=$(for ((i = 0; i < 24; i++)); do printf 'v%d: 1, ' $i; done)
rows=$(for ((i = 0; i < 24; i++)); do printf '%s, ' "$(row $i)"; done)
echo "system: {variables: {${names%, }}, A: {${rows%, }}}" >>many.yaml
for order in 1 2; do
    "$eagre" run many.yaml -q --no-measure -o many.$order --set numerics.order=$order
done

# a template's comments are those of its model
"$eagre" init cavity -o cavity.yaml >init
grep -q 'A parameter of the system' cavity.yaml && ! grep -q 'Shear modulus' cavity.yaml || fail "comments of cavity: $(cat cavity.yaml)"

# a rate that makes steps short, a rotation whose phase is lost, and growth that no step mends
cat >rates.yaml <<'CASE'
title: sound that decays
model: linear
system:
  variables: {p: Pa, vx: m/s, vy: m/s}
  A: {p: [0, 4, 0], vx: [1, 0, 0]}
  B: {p: [0, 0, 4], vy: [1, 0, 0]}
  E: {p: [-1e5, 0, 0]}
mesh: {box: {size: [1 m, 1 m], cells: [2, 2], element: quadrangle}}
initial: {p: "sin(pi * x)"}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 0.1 s}
numerics: {order: 3}
CASE
"$eagre" check rates.yaml --no-measure >out || fail "$(cat out)"
grep -q '; E, of 1e+05 1/s, makes it shorter: numerics.reaction: implicit$' out || fail "a fast decay: $(cat out)"
"$eagre" check rates.yaml --no-measure --set numerics.reaction=implicit >out || fail "$(cat out)"
! grep 'makes it shorter' out || fail "an implicit one: $(cat out)"
"$eagre" check rates.yaml --no-measure --set numerics.order=1 --set 'system.E={vx: [0, 0, 300], vy: [0, -300, 0]}' --set time.end=100 \
    >out 2>err || fail "$(cat err)"
grep -q 'verdict long-steps: E turns .* until the end: its phase is lost then; take' err || fail "a rotation: $(cat err)"
"$eagre" run rates.yaml --no-measure -q -o grown --set 'system.E={p: [50, 0, 0], vx: [0, 50, 0], vy: [0, 0, 50]}' --set time.end=10 2>err &&
    fail 'growth'
grep -q 'By system.E the state grows by itself, as exp(50 t), and no step mends that: let the run end earlier$' err || fail "growth: $(cat err)"

# a source of the whole domain that changes within steps, and some that do not
body() { # EXPRESSION
    "$eagre" check rates.yaml --no-measure --set system.E={} --set "body={p: \"$1\"}" >out 2>err || fail "$1: $(cat err)"
    grep -q 'verdict coarse-steps: body.p changes within steps of .* at 3 times each' err
}
body 'sin(2 * pi * 1e4 * t) * sin(2 * pi * x)' || fail 'a wave within a step'
body 'exp(-((t - 0.0213) / 1e-5)^2)' || fail 'a pulse within a step'
for fits in 'sin(2 * pi * 20 * t) * sin(2 * pi * x)' 'exp(-((t - 0.05) / 2e-2)^2)' 't < 0.05 ? 1 : 0' '3 * x'; do
    ! body "$fits" || fail "$fits: $(cat err)"
done
