#!/bin/bash
# precision: mixed, waves of f32 in a state of f64 (docs/theory/shallow-water-mixed.md): how far it is from f64. A lake of 400 m between
# hills of 1000 m whose level is disturbed by 1e-6 m and by 1 m, over an hour; Thacker's bowls; a uniform flow of little friction, which
# errors of each step would drive away; a river through open boundaries; rain and a soil. Mass holds as in f64. Lakes at rest are in
# lake.sh. At last what refuses it.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# apart A B FILE COLUMN: the largest difference of a column
apart() {
    paste -d, "$1/$3" "$2/$3" | awk -F, -v name="$4" '
        NR == 1 { for (i = 1; i <= NF / 2; i++) if ($i == name) at = i; if (!at) exit 1; next }
        { d = $at - $(at + NF / 2); if (d < 0) d = -d; if (d > most) most = d; rows++ }
        END { if (!rows) exit 1; printf "%.3g\n", most }' || fail "$1 and $2: no $4 in $3"
}
both() {
    for precision in f64 mixed; do out=$precision run "$@" --precision $precision; done
    out=mixed
    at_most "$1: mass error" "$(summary mass_error)" 1e-13
}
cat >hills.yaml <<'CASE'
title: a lake between hills, 1000 m above the datum
model: shallow-water
mesh: {box: {size: [20 km, 20 km], cells: [40, 40], element: triangle}}
materials:
  all:
    elevation: "1000 + 900 * ((x / 10000 - 1)^2 + (y / 10000 - 1)^2) / 2 + 60 * sin(x / 700) * cos(y / 900)"
    manning: 0.03
initial: {level: 1400}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 h}
output: {gauges: {a: [10 km, 10 km], b: [13 km, 11 km], c: [6 km, 8 km]}, fields: {every: 6 min, variables: [depth]}}
CASE
cat >flow.yaml <<'CASE'
title: uniform flow, 10 m deep, on the slope that Manning's law asks for
model: shallow-water
mesh: {box: {size: [400 m, 100 m], cells: [40, 10], element: triangle}}
materials: {all: {elevation: "-x * (0.01 * 0.5)^2 / 10^(4/3)", manning: 0.01}}
initial: {depth: 10, velocity: [0.5, 0]}
boundaries: {left: {discharge: 500 m3/s}, right: {normal_depth: {slope: 1.1604e-6}}, bottom: wall, top: wall}
time: {steps: 20000, end: 100 h}
exact: {depth: 10, velocity: [0.5, 0]}
CASE
{
    echo '| case | quantity | apart from f64 |'
    echo '|---|---|---|'
    for rise in 1e-6 1; do
        both hills.yaml --set "initial.level=1400 + $rise * exp(-((x - 11000)^2 + (y - 9000)^2) / 2e6)"
        for gauge in a b c; do
            found=$(apart f64 mixed gauges.csv ${gauge}_level_m)
            echo "| lake, disturbed by $rise m | level at gauge $gauge, m | $found |"
            at_most "disturbed by $rise m, gauge $gauge" "$found" "$(calculate "1e-7 * $rise + 1e-12")"
        done
    done
    for bowl in planar radial; do
        both "$EAGRE_SOURCE/examples/thacker-$bowl/case.yaml" --set 'mesh.box.cells=[40, 40]'
        found=$(apart f64 mixed errors.csv depth_l1)
        echo "| Thacker, $bowl | L1 error of the depth, m | $found |"
        at_most "Thacker, $bowl" "$found" 1e-8
    done
    both flow.yaml
    for quantity in depth velocity; do
        found=$(apart f64 mixed errors.csv ${quantity}_linf)
        echo "| uniform flow, 20,000 steps | largest error, $quantity | $found |"
        at_most "uniform flow, $quantity" "$found" 1e-6
    done
    both "$EAGRE_SOURCE/examples/river/case.yaml" --set 'time.end=5 min'
    echo "| river, 5 min | mass error | $(short "$(summary mass_error)") |"
    both hills.yaml --set 'time.end=10 min' --set 'materials.all.rain=50 mm/h' \
        --set 'materials.all.infiltration={horton: {initial: 50 mm/h, final: 5 mm/h, decay: 0.001}}'
    echo "| rain and a soil | mass error | $(short "$(summary mass_error)") |"
} | table mixed-precision
[ "${PIPESTATUS[0]}" = 0 ] || exit 1

# A run that is continued has the bits of one that was not stopped.
river=("$EAGRE_SOURCE/examples/river/case.yaml" --precision mixed)
out=whole run "${river[@]}" --set time.steps=60
out=stopped run "${river[@]}" --set time.steps=30
"$eagre" resume stopped --no-measure -q --device "$device" --set time.steps=60 >stdout 2>stderr </dev/null || fail "resume: $(cat stderr)"
[ "$(grep state_hash whole/summary.json)" = "$(grep state_hash stopped/summary.json)" ] || fail 'resumed: other bits'

# refused TEXT CASE ARGUMENT...
refused() {
    local text=$1 code=0
    shift
    out=bad rerun "$@" || code=$?
    [ $code = 3 ] && grep -qF -- "$text" stderr || fail "$*: $code, $(cat stderr)"
}
refused 'precision: mixed is of first order; take order: 1, or precision: f64 or f32' hills.yaml --precision mixed --set numerics.order=2
refused "expected f64 or f32, found 'mixed'" "$EAGRE_SOURCE/examples/plane-wave/case.yaml" --precision mixed
