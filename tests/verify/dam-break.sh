#!/bin/bash
# Dam breaks against the solutions of Ritter (dry bed) and Stoker (bore): L1 errors on three meshes of triangles and
# squares, and the observed orders.
#
# What a first-order scheme shows: Ritter's depth is continuous, with kinks at both ends of the fan, which cost it a
# third of an order; Stoker's has a bore, spread over a few cells, and the same kinks. Bound: order >= 0.65 on triangles and
# 0.55 on squares, coarsest mesh to finest. Ritter's velocity is largest at the tip of a film of no depth; the computed tip lags
# behind it, and the error, which counts area whatever the depth, falls slowly (order 0.1). So it has a bound on the
# finest mesh instead, as all errors have: 15 % above what was measured when the test was written.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# The numbers of stoker.yaml solve their equations.
awk 'BEGIN {
    g = 9.81; h = 0.3961748167994429; u = 2.3213549956407444; s = 3.1051336506682135
    a = u - 2 * (sqrt(g) - sqrt(g * h)); b = u - (h - 0.1) * sqrt(g / 2 * (h + 0.1) / (h * 0.1))
    c = s * (h - 0.1) - u * h
    exit a * a + b * b + c * c > 1e-28 }' || fail "stoker.yaml: wrong middle state"

# one CASE ELEMENT ORDER DEPTH VELOCITY: ORDER bounds the order of the depth, the others the finest mesh's errors
one() {
    local name=$1 element=$2 cells row kind i
    local -a depth=() velocity=()
    for cells in 100 200 400; do
        run "$name" --set "mesh.box.cells=[$cells, $((cells / 50))]" --set "mesh.box.element=$element"
        depth+=("$(value run/errors.csv depth_l1 last)")
        velocity+=("$(value run/errors.csv velocity_l1 last)")
    done
    for kind in depth velocity; do
        local -n errors=$kind
        row="| $name | $element | $kind |"
        for i in 0 1 2; do row+=" $(short "${errors[i]}") |"; done
        row+=" $(order "${errors[0]}" "${errors[1]}" 2) | $(order "${errors[1]}" "${errors[2]}" 2) |"
        echo "$row"
    done
    at_least "$name on ${element}s: order of the depth" "$(order "${depth[0]}" "${depth[2]}" 4)" "$3"
    at_most "$name on ${element}s: error of the depth" "${depth[2]}" "$4"
    at_most "$name on ${element}s: error of the velocity" "${velocity[2]}" "$5"
}
{
    echo '| case | cells | quantity | L1, 0.2 m | L1, 0.1 m | L1, 0.05 m | order | order |'
    echo '|---|---|---|---|---|---|---|---|'
    one ritter triangle 0.65 3.13e-3 0.33
    one ritter quadrangle 0.55 4.93e-3 0.35
    one stoker triangle 0.7 2.91e-3 0.0136
    one stoker quadrangle 0.7 4.56e-3 0.0215
} | table dam-break
