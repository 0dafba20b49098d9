#!/bin/bash
# Thin water on slopes: uniform flow stays as it is, and is reached from rest, where the water is a hundredth of the bed's
# rise from cell to cell as where it is ten times that; and a film drains off a plane as the kinematic wave does.
#   thin.sh         some of the cases
#   thin.sh full    all of them, 504 runs from Manning's velocity, and the table of docs/verification-floods.md
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
form=${1:-short}

# plane SLOPE MANNING RATIO START ARGUMENT...: sets found_u, found_h, the mean velocity and depth of the two triangles of a
# square over those of uniform flow, and across, the flow across over that along. RATIO = depth / rise of the bed over 4 m;
# START times Manning's velocity at first.
plane() {
    local slope=$1 manning=$2 ratio=$3 start=$4 h u t
    shift 4
    read -r h u t < <(awk -v s="$slope" -v n="$manning" -v r="$ratio" 'BEGIN { h = r * 4 * s
        u = sqrt(s) * exp(2 / 3 * log(h)) / n; printf "%.17g %.17g %.17g\n", h, u, 0.25 * 640 / (u + sqrt(9.81 * h)) }')
    run plane --set "materials={all: {elevation: \"-$slope * x\", manning: $manning}}" --set initial.depth="$h" \
        --set "initial.velocity=[$(calculate "$start * $u"), 0]" --set time.end="$t" --set output.record.every="$t" "$@"
    found_u=$(calculate "($(gauge velocity_x_m_per_s) / $u)")
    found_h=$(calculate "($(gauge depth_m) / $h)")
    across=$(calculate "($(gauge velocity_y_m_per_s) / $u)")
}
gauge() {
    calculate "($(value run/gauges.csv lower_$1 last) + $(value run/gauges.csv upper_$1 last)) / 2"
}
# near NAME: within 2 % of uniform flow
near() {
    local what
    for what in found_u found_h; do
        at_most "$1: $what" "${!what}" 1.02
        at_least "$1: $what" "${!what}" 0.98
    done
    at_most "$1: flow across" "$(calculate "sqrt(($across)^2)")" 0.02
}
farther() { # FROM-ONE VALUE: the larger distance from 1
    awk -v most="$1" -v v="$2" 'BEGIN { v = v > 1 ? v - 1 : 1 - v; printf "%.17g\n", (v > most ? v : most) }'
}
elements='triangle quadrangle'
ratios='0.01 0.1 0.5 0.95 1.05 2 10'
if [ "$form" = full ]; then
    for element in $elements; do
        for cfl in 0.9 0.1; do
            echo "| slope, ${element}s, CFL $cfl | n = 0.01 | 0.03 | 0.2 |"
            echo '|---|---|---|---|'
            for slope in 0.001 0.01 0.02 0.1 0.3 1; do
                row="| $slope"
                for manning in 0.01 0.03 0.2; do
                    most=0
                    for ratio in $ratios; do
                        plane $slope $manning "$ratio" 1 --set mesh.box.element=$element --set time.cfl=$cfl
                        near "$element, CFL $cfl, slope $slope, n $manning, depth / rise $ratio"
                        most=$(farther "$(farther "$most" "$found_u")" "$found_h")
                    done
                    row+=" | $(short "$most")"
                done
                echo "$row |"
            done
            echo
        done
    done | table thin-uniform
fi
for element in $elements; do
    for ratio in 0.01 0.95 1.05; do
        plane 0.1 0.03 $ratio 1 --set mesh.box.element=$element
        near "$element, depth / rise $ratio"
    done
    plane 0.001 0.2 0.1 1 --set mesh.box.element=$element --set time.cfl=0.1
    near "$element, slope 0.001"
    plane 1 0.03 0.1 1 --set mesh.box.element=$element
    near "$element, slope 1"
done
plane 0.1 0.03 0.1 1 --precision f32 --set numerics.dry_depth=1e-6
near 'f32'

# From rest: 1 mm on a slope of 0.1 runs at 0.105 m/s with n = 0.03 and at 0.063 m/s with n = 0.05.
{
    echo '| slope | n | depth / rise | found / exact, triangles | squares |'
    echo '|---|---|---|---|---|'
    while read -r slope manning ratio; do
        row="| $slope | $manning | $ratio"
        for element in $elements; do
            plane "$slope" "$manning" "$ratio" 0 --set mesh.box.element=$element
            near "from rest, $element, slope $slope, n $manning, depth / rise $ratio"
            row+=" | $(printf '%.4f' "$found_u")"
        done
        echo "$row |"
    done <<END
0.1 0.05 0.0025
0.1 0.03 0.5
0.1 0.03 0.95
0.02 0.01 0.95
0.001 0.2 0.1
1 0.2 0.95
END
} | table thin-rest

# A film of 2 cm drains off 100 m of 5 %, n = 0.05, from rest: by the kinematic wave, whose rarefaction reaches the lower end
# after 182 s, u t / 100 m = 0.60 of it has left then. With the mesh ever more, and at 2 m within 3 %.
{
    echo '| cells, m | left after 182 s, triangles | squares |'
    echo '|---|---|---|'
    exact=$(awk 'BEGIN { printf "%.17g", 182 * sqrt(0.05) * exp(2 / 3 * log(0.02)) / 0.05 / 100 }')
    declare -A before=([triangle]=0 [quadrangle]=0)
    for cell in 5 2 1; do
        row="| $cell"
        for element in $elements; do
            run plane --set "materials={all: {elevation: \"-0.05 * x\", manning: 0.05}}" --set initial.depth=0.02 \
                --set "mesh={box: {size: [100 m, $cell m], cells: [$((100 / cell)), 1], element: $element}}" \
                --set time.end=182 --set 'output.gauges={lower: [50 m, 0.3 m]}' --set numerics.dry_depth=1e-6
            volume=$(value run/balance.csv volume_m3 last)
            left=$(calculate "1 - $volume / (100 * $cell * 0.02)")
            at_most "$element, $cell m: left" "$left" "$exact"
            at_least "$element, $cell m: left, more than before" "$left" "${before[$element]}"
            [ $cell = 5 ] || at_least "$element, $cell m: left" "$left" "$(calculate "0.97 * $exact")"
            before[$element]=$left
            row+=" | $(printf '%.4f' "$left")"
        done
        echo "$row |"
    done
    echo "| kinematic wave | $(printf '%.4f' "$exact") | $(printf '%.4f' "$exact") |"
} | table thin-drain
