#!/bin/bash
# Steady flow over a bump against Bernoulli's equation: slow all the way, and from slow to fast, critical at the crest. L1
# errors of the depth on three meshes, the observed order, and the discharge, which has to be the same everywhere.
#
# On squares the steady flow is of second order: where the water is deeper than the steps of the bed, the thrust is that of
# the slope from centre to centre. Triangles cut the bump askew, and the order is that of the scheme; with the fast flow
# behind the crest the error is not monotone, it depends on how the cells lie there. Bounds: the order from the coarsest
# mesh to the finest, the finest mesh's error and its discharge; on the errors 1.3 times what was found when this was
# written.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# one CASE ELEMENT Q ORDER FINEST DISCHARGE: bounds are the last three
one() {
    local name=$1 element=$2 cells gauge row='' worst=0
    local -a e=()
    for cells in 50 100 200; do
        run "$name" --set "mesh.box.element=$element" --set "mesh.box.cells=[$cells, $((cells / 50))]"
        e+=("$(value run/errors.csv depth_l1 last)")
        row+=" $(short "${e[-1]}") |"
    done
    for gauge in before crest behind; do
        worst=$(awk -v h="$(value run/gauges.csv ${gauge}_depth_m last)" -v q="$3" -v w="$worst" \
            -v u="$(value run/gauges.csv ${gauge}_velocity_x_m_per_s last)" \
            'BEGIN { e = h * u / q - 1; if (e < 0) e = -e; printf "%.2e", (e > w ? e : w) }')
    done
    echo "| $name | $element |$row $(order "${e[0]}" "${e[2]}" 4) | $worst |"
    at_least "$name on ${element}s: order" "$(order "${e[0]}" "${e[2]}" 4)" "$4"
    at_most "$name on ${element}s: error" "${e[2]}" "$5"
    at_most "$name on ${element}s: discharge" "$worst" "$6"
}
{
    echo '| case | cells | L1 of the depth, 0.5 m | 0.25 m | 0.125 m | order | largest relative error of the discharge |'
    echo '|---|---|---|---|---|---|---|'
    one bump triangle 4.42 0.85 2.1e-4 4.1e-5
    one bump quadrangle 4.42 1.6 8.1e-7 1e-7
    one bump-critical triangle 1.53 0.45 1.7e-3 2.5e-4
    one bump-critical quadrangle 1.53 1.6 3.6e-4 1e-6
} | table bump
