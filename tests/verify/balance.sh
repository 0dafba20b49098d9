#!/bin/bash
# Water is neither made nor lost: with every kind of boundary, on wet and dry ground, the balance closes to 1e-13 of
# the largest volume held (f32: 1e-5), in every row of balance.csv; what comes in is the hydrograph's integral, also
# onto a dry bed; and no depth is negative.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# The largest of |column| in a CSV file.
largest() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
        { v = $at < 0 ? -$at : $at; if (!(v <= most)) most = v } END { printf "%.17g\n", most }' "$1"
}
# What has left through a free outflow never comes back.
rises() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
        $at < before { exit 1 } { before = $at }' "$1" || fail "$1: $2 falls"
}
# balance NAME BOUND ARGUMENT...
balance() {
    local name=$1 bound=$2 error inflow file low
    shift 2
    run balance --set limits.mass_error="$bound" "$@"
    error=$(largest run/balance.csv mass_error)
    at_most "$name: mass error in a row" "$error" "$bound"
    inflow=$(calculate "-($(value run/balance.csv out_left_m3 last))")
    at_most "$name: inflow less 90 m3" "$(calculate "sqrt(($inflow - 90)^2)")" "$(calculate "90 * $bound")"
    at_least "$name: water through the free outflow" "$(value run/balance.csv out_right_m3 last)" 1
    rises run/balance.csv out_right_m3
    at_least "$name: water through the level" "$(largest run/balance.csv out_top_m3)" 1
    for file in run/fields/fields-*.vtkhdf; do
        low=$("$eagre" info "$file" | awk '$1 == "depth" { print $2 }')
        at_least "$name: least depth in $file" "$low" 0
    done
    echo "| $name | $(short "$error") | $inflow | $(short "$(summary clipped_m3)") |"
}
{
    echo '| run | largest mass error | inflow, m3 (hydrograph: 90) | added where depths came out negative, m3 |'
    echo '|---|---|---|---|'
    balance 'triangles' 1e-13
    balance 'quadrangles' 1e-13 --set mesh.box.element=quadrangle
    balance 'triangles, f32' 1e-5 --precision f32
    balance 'quadrangles, f32' 1e-5 --precision f32 --set mesh.box.element=quadrangle
} | table balance

# A steady discharge onto a dry bed comes in to the last bits.
run balance --set 'boundaries.left={discharge: 2.5 m3/s}'
at_most 'steady inflow less 150 m3' "$(calculate "sqrt(($(value run/balance.csv out_left_m3 last) + 150)^2)")" 1e-10
