#!/bin/bash
# Systems given by their matrices: elastic waves against model elastic, to rounding; a cavity and a telegraph line
# against exact solutions, with the order of each scheme; rotation by E; what the energy does; the same bits on lanes and
# from a checkpoint.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >elastic.yaml <<'CASE'
title: elastic waves
model: elastic
mesh: {box: {size: [100 m, 100 m], cells: [10, 10]}}
materials: {all: {density: "y < 50 ? 2 : 1", lambda: "y < 50 ? 4 : 2", mu: "y < 50 ? 3 : 1"}}
initial: {velocity: ["exp(-((x - 40)^2 + (y - 45)^2) / 80)", 0]}
boundaries: {left: absorbing, right: wall, bottom: {inflow: {velocity: ["sin(t)", 0]}}, top: free-surface}
sources: {s: {at: [30 m, 70 m], force: [1, 2], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}}
time: {end: 20 s}
numerics: {order: 4}
output: {receivers: {interval: 0.5 s, at: {a: [60 m, 60 m], b: [20 m, 90 m]}}}
CASE
cat >matrices.yaml <<'CASE'
title: the same by matrices
model: linear
system:
  variables: {sxx: Pa, syy: Pa, sxy: Pa, vx: m/s, vy: m/s}
  parameters: {rho: kg/m3, lam: Pa, mu: Pa}
  A:
    sxx: [0, 0, 0, -(lam + 2 * mu), 0]
    syy: [0, 0, 0, -lam, 0]
    sxy: [0, 0, 0, 0, -mu]
    vx: [-1 / rho, 0, 0, 0, 0]
    vy: [0, 0, -1 / rho, 0, 0]
  B:
    sxx: [0, 0, 0, 0, -lam]
    syy: [0, 0, 0, 0, -(lam + 2 * mu)]
    sxy: [0, 0, 0, -mu, 0]
    vx: [0, 0, -1 / rho, 0, 0]
    vy: [0, -1 / rho, 0, 0, 0]
mesh: {box: {size: [100 m, 100 m], cells: [10, 10]}}
materials: {all: {rho: "y < 50 ? 2 : 1", lam: "y < 50 ? 4 : 2", mu: "y < 50 ? 3 : 1"}}
initial: {vx: "exp(-((x - 40)^2 + (y - 45)^2) / 80)"}
boundaries:
  left: absorbing
  right: {reflection: {vx: [0, 0, 0, -1, 0], vy: [0, 0, 0, 0, -1]}}
  bottom: {inflow: {vx: "sin(t)"}}
  top: {reflection: {syy: [0, -1, 0, 0, 0], sxy: [0, 0, -1, 0, 0]}}
sources: {s: {at: [30 m, 70 m], rate: [0, 0, 0, 1, 2], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}}
time: {end: 20 s}
numerics: {order: 4}
output: {receivers: {interval: 0.5 s, at: {a: [60 m, 60 m], b: [20 m, 90 m]}}}
CASE

# compare A B: the largest difference of all columns but the first of two tables, over the largest value
compare() {
    paste -d, "$1" "$2" | awk -F, 'NR > 1 { for (i = 2; i <= NF / 2; i++) {
        d = $i - $(i + NF / 2); d = d < 0 ? -d : d; most = d > most ? d : most
        v = $i < 0 ? -$i : $i; size = v > size ? v : size } } END { print most / size, size }'
}

for flux in upwind rusanov; do
    for element in triangle quadrangle; do
        [ $flux = upwind ] || [ $element = triangle ] || continue
        [ $flux = upwind ] || boundaries=(--set boundaries.top=absorbing --set boundaries.right=absorbing)
        for case in elastic matrices; do
            "$eagre" run $case.yaml -q --no-measure -o $case.run --force --set numerics.flux=$flux \
                --set mesh.box.element=$element "${boundaries[@]}" 2>/dev/null
        done
        read -r difference size < <(compare elastic.run/seismograms/receivers.csv matrices.run/seismograms/receivers.csv)
        awk -v d="$difference" -v s="$size" 'BEGIN { exit !(d < 2e-13 && s > 0.01) }' ||
            fail "elastic waves by matrices, $flux, $element: $difference of $size"
    done
done

# observed CASE VARIABLE ORDER CELLS...: the order between two meshes is at least ORDER - 0.3
observed() {
    local case=$1 variable=$2 order=$3 error=()
    shift 3
    for cells in "$@"; do
        "$eagre" run "$case" -q --no-measure -o order.run --force --set numerics.order="$order" \
            --set mesh.box.cells="$cells"
        error+=("$(error_of order.run "$variable")")
    done
    awk -v a="${error[0]}" -v b="${error[1]}" -v o="$order" 'BEGIN { exit !(log(a / b) / log(2) > o - 0.3) }' ||
        fail "$case of order $order: ${error[*]}"
}
error_of() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "'"$2"'_l2") at = i } END { print $at }' "$1/errors.csv"; }

cat >line.yaml <<'CASE'
title: a telegraph line without distortion
model: linear
system:
  variables: {V: V, I: A}
  parameters: {loss: 1/s}
  A: {V: [0, 2], I: [0.5, 0]}
  E: {V: [-loss, 0], I: [0, -loss]}
mesh: {box: {size: [1 m, 0.25 m], cells: [8, 2]}}
materials: {all: {loss: 3}}
initial: {V: "2 * sin(2 * pi * x)", I: "sin(2 * pi * x)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.5 s}
output: {fields: {every: 0.2 s}}
exact: {V: "2 * sin(2 * pi * (x - t)) * exp(-3 * t)", I: "sin(2 * pi * (x - t)) * exp(-3 * t)"}
CASE
sed 's/eps: 8.85.*,/eps: 2,/; s/mu: 1.25.*}}/mu: 0.5}}/; s/ ns/ s/; s/299792458/1/; s/^time:.*/time: {end: 0.3 s}/
    s/^output:.*//; s/^limits:.*//' "$EAGRE_SOURCE/examples/cavity/case.yaml" >cavity.yaml
for order in 2 4; do
    observed line.yaml V $order '[8,2]' '[16,4]'
    observed cavity.yaml Ez $order '[8,8]' '[16,16]'
done

# A line that is stiff takes shorter steps and stays right.
"$eagre" run line.yaml -q --no-measure -o stiff.run --set materials.all.loss=3000 --set 'exact={V: "0"}'
awk -v e="$(error_of stiff.run V)" 'BEGIN { exit !(e < 1e-6) }' || fail "a stiff line: $(error_of stiff.run V)"

# The bits of lanes, and of a run from a checkpoint.
state_hash() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
"$eagre" run line.yaml -q --no-measure -o whole.run
"$eagre" run line.yaml -q --no-measure -o lanes.run --lanes 1
"$eagre" run line.yaml -q --no-measure -o half.run --set time.end=0.2
"$eagre" resume half.run --no-measure -q --set time.end=0.5
for run in lanes half; do
    [ "$(state_hash $run.run)" = "$(state_hash whole.run)" ] || fail "$run: another state"
done
"$eagre" run line.yaml -q --no-measure -o whole.run --force --set numerics.reaction=implicit
"$eagre" run line.yaml -q --no-measure -o lanes.run --force --set numerics.reaction=implicit --lanes 1
"$eagre" run line.yaml -q --no-measure -o half.run --force --set numerics.reaction=implicit --set time.end=0.2
"$eagre" resume half.run -q --set time.end=0.5
for run in lanes half; do
    [ "$(state_hash $run.run)" = "$(state_hash whole.run)" ] || fail "$run: another state where E is implicit"
done

# A line with series resistance, where the voltage spreads as exp(s t), s = -r/2 + sqrt(r^2/4 - k^2): with E implicit the
# step does not know r, voltage keeps the order and current loses one.
cat >loss.yaml <<'CASE'
title: a telegraph line with loss
model: linear
system: {variables: {V: V, I: A}, parameters: {r: 1/s}, A: {V: [0, 1], I: [1, 0]}, E: {I: [0, -r]}}
mesh: {box: {size: [1 m, 0.25 m], cells: [8, 2]}}
materials: {all: {r: 1}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.5 s}
numerics: {reaction: implicit}
CASE
spread() { # RATE ORDER CELLS: error of the voltage, and of the current over its size; options of the run follow
    local s current
    read -r s current < <(awk -v r="$1" 'BEGIN { k = 2 * atan2(0, -1); s = -k * k / (r / 2 + sqrt(r * r / 4 - k * k))
        printf "%.17g %.17g\n", s, s / k }')
    "$eagre" run loss.yaml -q --no-measure -o loss.run --force --set materials.all.r="$1" --set numerics.order="$2" \
        --set mesh.box.cells="$3" --set initial="{V: \"sin(2 * pi * x)\", I: \"($current) * cos(2 * pi * x)\"}" "${@:4}" --set \
        exact="{V: \"exp(($s) * t) * sin(2 * pi * x)\", I: \"($current) * exp(($s) * t) * cos(2 * pi * x)\"}" >/dev/null 2>&1
    awk -v a="$(error_of loss.run V)" -v b="$(error_of loss.run I)" -v c="$current" 'BEGIN { print a, b / -c }'
}
for rate in 13 1e4 1e8; do
    for order in 2 3 4; do
        read -r a b < <(spread $rate $order '[8,2]')
        read -r c d < <(spread $rate $order '[16,4]')
        awk -v a="$a" -v b="$b" -v c="$c" -v d="$d" -v o=$order 'BEGIN { exit !(log(a / c) / log(2) > o - 0.3 && log(b / d) / log(2) > o - 1.1) }' ||
            fail "a lossy line of rate $rate, order $order: $a $b, $c $d"
    done
done
[ "$(sed -n 's/.*"steps": \([0-9]*\).*/\1/p' loss.run/summary.json)" = 264 ] || fail "steps of a lossy line"
read -r a b < <(spread 1e8 8 '[8,2]')
awk -v a="$a" -v b="$b" 'BEGIN { exit !(a < 1e-10 && b < 1e-8) }' || fail "a lossy line of order 8: $a $b"
read -r a b < <(spread 1e4 4 '[8,2]' --set numerics.precision=f32)
awk -v a="$a" -v b="$b" 'BEGIN { exit !(a < 1e-4 && b < 2e-3) }' || fail "a lossy line in f32: $a $b"
read -r a b < <(spread 1e4 4 '[8,2]' --set mesh.box.element=quadrangle)
awk -v a="$a" -v b="$b" 'BEGIN { exit !(a < 1e-4 && b < 2e-3) }' || fail "a lossy line on squares: $a $b"
# At rest with a leak, V = sinh(m (1 - x)) / sinh(m), m^2 = r g.
sed -e 's/parameters: {r: 1\/s}/parameters: {r: 1\/s, g: 1\/s}/; s/E: {/E: {V: [-g, 0], /; s/{r: 1}/{r: 1e4, g: 1e-3}/; s/end: 0.5/end: 5/' \
    -e 's/{periodic: right}/{inflow: {V: 1, I: "sqrt(1e-7) * cosh(sqrt(10)) \/ sinh(sqrt(10))"}}/' \
    -e 's/{periodic: left}/{inflow: {I: "sqrt(1e-7) \/ sinh(sqrt(10))"}}/' loss.yaml >leak.yaml
for key in initial exact; do
    echo "$key: {V: \"sinh(sqrt(10) * (1 - x)) / sinh(sqrt(10))\", I: \"sqrt(1e-7) * cosh(sqrt(10) * (1 - x)) / sinh(sqrt(10))\"}"
done >>leak.yaml
"$eagre" run leak.yaml -q --no-measure -o leak.run
awk -v a="$(error_of leak.run V)" -v b="$(error_of leak.run I)" 'BEGIN { exit !(a < 1e-5 && b < 1e-7) }' ||
    fail "a leaky line at rest: $(error_of leak.run V) $(error_of leak.run I)"

# Receivers between steps, and what a source does in its cell, have E: with E = -5 everywhere all is exp(-5 t) times what it
# is without, from a source that is exp(5 t) times as large.
cat >lossy.yaml <<'CASE'
title: sound in a medium that damps all alike
model: linear
system:
  variables: {p: Pa, vx: m/s, vy: m/s}
  A: {p: [0, 1, 0], vx: [1, 0, 0]}
  B: {p: [0, 0, 1], vy: [1, 0, 0]}
  E: {p: [-5, 0, 0], vx: [0, -5, 0], vy: [0, 0, -5]}
mesh: {box: {size: [1 m, 1 m], cells: [8, 8]}}
initial: {p: "exp(-40 * ((x - 0.5)^2 + (y - 0.5)^2))"}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 0.5 s}
numerics: {order: 6}
output: {receivers: {interval: 0.0123 s, at: {b: [0.6 m, 0.6 m]}}}
CASE
# differ CASE OTHER: the largest difference of samples from those of OTHER times exp(-5 t), over the largest one
differ() {
    for case in "$1" "$2"; do "$eagre" run "$case.yaml" -q --no-measure -o "$case.run" --force; done
    paste -d, "$1.run/seismograms/receivers.csv" "$2.run/seismograms/receivers.csv" | awk -F, 'NR > 1 {
        for (i = 2; i <= NF / 2; i++) {
            d = $i - $(i + NF / 2) * exp(-5 * $1); d = d < 0 ? -d : d; most = d > most ? d : most
            v = $i < 0 ? -$i : $i; size = v > size ? v : size } } END { print most / size }'
}
sed '/^  E:/d' lossy.yaml >lossless.yaml
awk -v d="$(differ lossy lossless)" 'BEGIN { exit !(d < 5e-5) }' || fail "receivers with E: $(differ lossy lossless)"
for case in lossy lossless; do
    pulse='sin(6 * t)^2'
    [ $case = lossless ] || pulse="exp(-5 * t) * $pulse"
    sed "s/^initial:.*/sources: {s: {at: [0.3 m, 0.4 m], rate: [1, 0, 0], time: \"$pulse\"}}/" $case.yaml >driven-$case.yaml
done
awk -v d="$(differ driven-lossy driven-lossless)" 'BEGIN { exit !(d < 2e-3) }' ||
    fail "a source with E: $(differ driven-lossy driven-lossless)"
for case in lossy driven-lossy; do sed -i 's/order: 6/order: 6, reaction: implicit/' $case.yaml; done
awk -v d="$(differ lossy lossless)" 'BEGIN { exit !(d < 1e-6) }' || fail "receivers, implicit: $(differ lossy lossless)"
awk -v d="$(differ driven-lossy driven-lossless)" 'BEGIN { exit !(d < 5e-5) }' ||
    fail "a source, implicit: $(differ driven-lossy driven-lossless)"

# A reflection may make what moves of what rests: beyond the left side u is m.
cat >made.yaml <<'CASE'
title: what enters is made of a variable that rests
model: linear
system: {variables: {u: m/s, m: m/s}, A: {u: [1, 0]}, B: {u: [0, 0]}}
mesh: {box: {size: [1 m, 0.25 m], cells: [8, 2]}}
initial: {m: 2}
boundaries: {left: {reflection: {u: [0, 1]}}, right: absorbing, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 3 s}
exact: {u: "2", m: "2"}
CASE
"$eagre" run made.yaml -q --no-measure -o made.run
awk -v e="$(error_of made.run u)" 'BEGIN { exit !(e < 1e-6) }' || fail "u made of m: $(error_of made.run u)"

# A rotation by E does not grow at any order, and is judged where its steps are too long.
cat >turn.yaml <<'CASE'
title: an inertial oscillation
model: linear
system:
  variables: {u: m/s, v: m/s}
  parameters: {f: 1/s}
  A: {u: [1, 0], v: [0, 1]}
  E: {u: [0, f], v: [-f, 0]}
mesh: {box: {size: [1 m, 1 m], cells: [4, 4]}}
materials: {all: {f: 100}}
initial: {u: 1}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 5 s}
CASE
energy() { tail -n 1 "$1/balance.csv" | cut -d, -f2; }
for order in 1 2 3 4 5 6 7 8; do
    "$eagre" run turn.yaml --no-measure -o turn.run --force --set numerics.order=$order >log 2>&1 </dev/null
    awk -v e="$(energy turn.run)" 'BEGIN { exit !(e <= 0.5 * (1 + 1e-12)) }' || fail "order $order: $(energy turn.run)"
    grep -q 'verdict *long-steps: E turns' log || [ $order -gt 4 ] || fail "order $order: no verdict"
done
"$eagre" run turn.yaml --no-measure -o turn.run --force --set numerics.order=8 --set time.cfl=0.5 \
    --set 'exact={u: "cos(100 * t)"}' >log 2>&1 </dev/null
! grep -q long-steps log || fail "order 8: $(cat log)"
awk -v e="$(error_of turn.run u)" 'BEGIN { exit !(e < 1e-3) }' || fail "order 8: $(error_of turn.run u)"

# Of rough waves in a rotation that is as fast as they cross a cell some grow where E is explicit, and none where it is
# implicit.
cat >rough.yaml <<'CASE'
title: rough sound that turns
model: linear
system:
  variables: {p: Pa, vx: m/s, vy: m/s}
  A: {p: [0, 1, 0], vx: [1, 0, 0]}
  B: {p: [0, 0, 1], vy: [1, 0, 0]}
  E: {vx: [0, 0, 178], vy: [0, -178, 0]}
mesh: {box: {size: [1 m, 1 m], cells: [4, 4]}}
initial: {p: "sin(37 * x + 11 * y^2) * cos(23 * y * x)", vx: "cos(31 * x + 17 * y)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {steps: 10000, end: 1000 s}
CASE
for order in 3 4 5; do
    "$eagre" run rough.yaml --no-measure -o rough.run --force --set numerics.order=$order \
        --set numerics.reaction=implicit >log 2>&1 </dev/null
    awk -v e="$(energy rough.run)" 'BEGIN { exit !(e < 0.25) }' || fail "implicit, order $order: $(energy rough.run)"
done
"$eagre" run rough.yaml --no-measure -o rough.run --force --set time.steps=4000 >log 2>&1 </dev/null
awk -v e="$(energy rough.run)" 'BEGIN { exit !(e > 5) }' || fail "explicit: $(energy rough.run)"
grep -q 'long-steps: E turns .* may grow' log || fail "explicit, no verdict: $(cat log)"

# Energy is measured where it can only fall, and a reflection that brings some in is told.
growth() { tail -n 1 "$1/balance.csv" | cut -d, -f3; }
"$eagre" run cavity.yaml -q --no-measure -o energy.run
[[ $(growth energy.run) =~ ^[0-9.e-]+$ ]] || fail "growth of a cavity: $(growth energy.run)"
"$eagre" run cavity.yaml --no-measure -o energy.run --force --set 'boundaries.left={reflection: {Ez: [-2, 0, 0]}}' \
    --set time.end=0.01 >log 2>&1 </dev/null
grep -q "reflection of boundary 'left' brings energy in" log || fail "$(cat log)"
[ "$(growth energy.run)" = nan ] || fail "growth with a reflection that brings energy in: $(growth energy.run)"
"$eagre" run line.yaml -q --no-measure -o energy.run --force
[ "$(growth energy.run)" = nan ] || fail "growth without system.energy: $(growth energy.run)"
