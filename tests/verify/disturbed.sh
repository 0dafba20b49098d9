#!/bin/bash
# Steady flows with friction return when their depth is disturbed by 2 % from cell to cell: uniform flow down a slope, and MacDonald's
# channels (channels.bash). The distance is the root mean square of the relative distances of depths from the steady state of the same
# mesh. Manning's flow above Froude 1.5 is unstable by the equations (roll waves; Vedernikov's number is 2/3 of Froude's): there the
# disturbance leaves with the flow, before it has grown. The long form takes more of Froude's numbers and longer channels.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
source "$EAGRE_SOURCE/tests/verify/channels.bash"
long=${EAGRE_TESTS:-}
returned=1e-6

# flow NAME CASE STEADY SECONDS SETTING...: both cells, both orders.
flow() {
    local name=$1 case=$2 steady=$3 seconds=$4 element order found end
    shift 4
    for element in triangle quadrangle; do
        for order in 1 2; do
            found=$("$EAGRE_BUILD/tests/verify-disturbed" "$case" "$device" "$steady" "$seconds" 2 0.02 \
                "mesh.box.element=$element" "numerics.order=$order" "$@") || fail "$name"
            at_least "$name: the disturbance" "$(awk 'NR == 1 { print $2 }' <<<"$found")" 0.01
            read -r _ end <<<"$(tail -n 1 <<<"$found")"
            echo "| $name | $element | $order | $(awk 'NR == 2 { print $2 }' <<<"$found") | $end |"
            at_most "$name on ${element}s, order $order" "$end" $returned
        done
    done
}

cat >uniform.yaml <<'CASE'
title: uniform flow down a slope
model: shallow-water
mesh: {box: {size: [96 m, 24 m], cells: [24, 6], element: triangle}}
materials: {all: {elevation: 0, manning: 0.033}}
initial: {depth: 0.75 m}
boundaries: {left: outflow, right: outflow, bottom: wall, top: wall}
time: {end: 100 h}
output: {picture: none}
CASE
# uniform FROUDE SECONDS LENGTH: 0.75 m deep, n 0.033, cells of 4 m; the slope is Manning's. The exact flow is steady.
uniform() {
    local depth=0.75 width=24 speed slope discharge left right
    read -r speed slope discharge <<<"$(awk -v F="$1" -v h=$depth -v w=$width 'BEGIN { u = F * sqrt(9.81 * h)
        printf "%.12g %.12g %.12g", u, (0.033 * u) ^ 2 / h ^ (4 / 3), w * h * u }')"
    left="{discharge: $discharge m3/s}" right="{normal_depth: {slope: $slope}}"
    holds '>=' "$1" 1 && left="{inflow: {depth: $depth m, speed: $speed m/s}}" right=outflow
    flow "uniform, Froude $1" uniform.yaml 0 "$2" "mesh.box.size=[$3 m, $width m]" \
        "mesh.box.cells=[$(($3 / 4)), 6]" "materials.all.elevation=-$slope * x" "initial.velocity=[$speed m/s, 0]" \
        "boundaries.left=$left" "boundaries.right=$right"
}
# macdonald NAME ROWS: in channel.yaml
macdonald() {
    flow "MacDonald, $1, $2 rows" channel.yaml 1600 1200 'time.end=100 h' "mesh.box.cells=[100, $2]"
}
{
    echo '| flow | cells | order | at half the time | at the end |'
    echo '|---|---|---|---|---|'
    uniform 0.1 2400 96
    uniform 0.7 300 96
    uniform 0.95 300 96
    uniform 1.0 400 200
    uniform 1.1 200 96
    uniform 1.4 200 96
    channel "$slow" 2 0.033 "${slow_ends[@]}"
    macdonald slow 2
    macdonald slow 4
    channel "$fast" 2.5 0.04 "${fast_ends[@]}"
    macdonald fast 2
    channel "$fall" 2 0.0218 "${fall_ends[@]}"
    macdonald 'slow to fast' 2
    channel "$rise" 2 0.0218 "${rise_ends[@]}"
    macdonald 'fast to slow' 2
    if [ "$long" = long ]; then
        uniform 0.1 4000 200
        for froude in 0.2 0.4 0.5 0.6 0.7 0.8 0.9; do uniform $froude 2000 200; done
        for froude in 0.95 0.98 1.0 1.02 1.05; do uniform $froude 600 200; done
        for froude in 1.1 1.2 1.4 1.6 1.8 2 3 4; do uniform $froude 400 200; done
    fi
} | table disturbed
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
