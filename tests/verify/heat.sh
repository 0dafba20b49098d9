#!/bin/bash
# Heat: a source that moves, against an integral; steps that adapt themselves, against what they promise.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
error() { # NORM of the last errors
    value run/errors.csv "$1" last
}
steps() {
    summary steps
}

# ---- a torch over a half space: the integral of Eagar and Tsai along its path, by Simpson's rule in the root of the time
run "$EAGRE_SOURCE/examples/weld/case.yaml"
awk -F, '
    function kernel(u, w,   t) {
        t = u * u
        return 2 / (2 * a * t + s * s) * exp(-(w + v * t) ^ 2 / (4 * a * t + 2 * s * s))
    }
    BEGIN { pi = 3.141592653589793; power = 300; s = 0.001; v = 0.01; a = 1e-5; capacity = 3e6; end = 1; n = 1000 }
    NR > 1 && $2 > -0.003 && $2 < v * end + s / 1000 {
        sum = 0
        for (i = 0; i <= n; i++)
            sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * kernel(i * sqrt(end) / n, $2 - v * end)
        exact = power / (pi * capacity * sqrt(4 * pi * a)) * sum * sqrt(end) / n / 3
        e = ($5 - 293) / exact - 1
        e = e < 0 ? -e : e
        if (!(e <= worst)) worst = e
        count++
    }
    END { print count, worst }' run/lines/path.csv >worst
read -r count worst <worst
at_least 'samples behind the torch' "$count" 60
at_most 'behind the torch, part of the rise' "$worst" 0.01
echo "behind the torch: $count samples, at most $(short "$worst") of the rise"
at_most 'energy of the torch' "$(summary balance_error)" 1e-5

# ---- adaptive steps: the error follows the tolerance
cat >mode.yaml <<'CASE'
title: a mode decays
model: heat
mesh: {box: {size: [1 m, 1 m, 0.1 m], cells: [2, 2, 1]}}
materials: {all: {kappa: 1, capacity: 2}}
initial: {temperature: "sin(pi * x) * sin(pi * y)"}
boundaries: {left: {value: 0}, right: {value: 0}, front: {value: 0}, back: {value: 0}, bottom: insulated, top: insulated}
time: {end: 0.2 s, dt: 0.01 s, tolerance: 1e-2}
numerics: {degree: 6, tolerance: 1e-10}
exact: {temperature: "sin(pi * x) * sin(pi * y) * exp(-pi^2 * t)"}
CASE
{
    echo '| tolerance, K | steps | L2, K | ratio |'
    echo '|---|---|---|---|'
    before=
    for tolerance in 1e-2 1e-3 1e-4; do
        run mode.yaml --set time.tolerance=$tolerance
        now=$(error temperature_l2)
        at_most "a mode, tolerance $tolerance" "$now" $tolerance
        ratio=
        if [ -n "$before" ]; then
            ratio=$(calculate "$before / $now")
            at_least "a mode, tolerance $tolerance: the error falls" "$ratio" 4
            at_most "a mode, tolerance $tolerance: the error falls" "$ratio" 25
            ratio=$(printf %.1f "$ratio")
        fi
        echo "| $tolerance | $(steps) | $(short "$now") | $ratio |"
        before=$now
    done
} | table heat-tolerance

# ---- fewer steps than of one length, where a short beginning is followed by a long end
cat >burst.yaml <<'CASE'
title: a burst, and what follows
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 1, 1]}}
materials: {all: {kappa: 0.01, capacity: 1, source: "-100 * exp(-100 * t)"}}
initial: {temperature: "1 + cos(pi * x)"}
boundaries: {left: insulated, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 1 s, dt: 0.001 s}
numerics: {degree: 5, tolerance: 1e-10}
output: {fields: {every: 0.3 s}}
exact: {temperature: "cos(pi * x) * exp(-0.01 * pi^2 * t) + exp(-100 * t)"}
CASE
run burst.yaml
fixed=$(error temperature_l2)
run burst.yaml --set time.dt=0.01 --set time.tolerance=0.01
at_most 'a burst: adaptive steps' "$(steps)" 150
at_most 'a burst: the error of many more equal steps' "$(error temperature_l2)" "$fixed"
[ "$(awk -F, 'NR > 1 { printf "%.12g ", $1 }' run/errors.csv)" = '0 0.3 0.6 0.9 1 ' ] ||
    fail "what is due is not met: $(cat run/errors.csv)"
echo "a burst: $(steps) steps err by $(short "$(error temperature_l2)") K, 1000 of one length by $(short "$fixed") K"

# a source that begins late: without dt_most it is stepped over
late=(--set 'materials.all.source="100 * (1 - tanh((t - 0.7) / 0.01)^2)"' --set 'initial.temperature="cos(pi * x) - 1"'
    --set 'exact.temperature="cos(pi * x) * exp(-0.01 * pi^2 * t) + tanh((t - 0.7) / 0.01)"' --set output.fields={} --set time.tolerance=0.1)
run burst.yaml "${late[@]}"
at_least 'stepped over' "$(error temperature_l2)" 1
run burst.yaml "${late[@]}" --set time.dt_most=0.02
at_most 'met by dt_most' "$(error temperature_l2)" 0.1

# kinks: a source that is switched on, and one that is switched all the time; the mean is what has come in
kinks=(--set 'initial.temperature="cos(pi * x)"' --set output.fields={} --set 'exact.temperature=0')
run burst.yaml "${kinks[@]}" --set 'materials.all.source="t < 0.5 ? 0 : 1"' --set time.tolerance=1e-3 --set time.dt_most=0.1 \
    --set 'exact.temperature="cos(pi * x) * exp(-0.01 * pi^2 * t) + max(0, t - 0.5)"'
at_most 'switched on' "$(error temperature_l2)" 1e-3
at_most 'switched on: steps' "$(steps)" 60
run burst.yaml "${kinks[@]}" --set 'materials.all.source="mod(t, 0.1) < 0.05 ? 0 : 2"' --set time.tolerance=1e-2 --set time.dt_most=0.03
at_most 'switched all the time' "$(calculate "($(summary temperature_mean_K) - 1)^2")" 1e-4
at_most 'switched all the time: steps' "$(steps)" 500
