#!/bin/bash
# Inflow boundaries against waves that run in: the order of accuracy of the scheme, for a tracer and for plane P and S waves.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# one CASE COLUMN ORDER
one() {
    local name=$1 column=$2 order=$3 cells found
    local -a e=()
    for cells in 8 16; do
        run "$name" --set "numerics.order=$order" --set "mesh.box.cells=[$cells, $cells]"
        e+=("$(value run/errors.csv "$column" last)")
    done
    found=$(order "${e[0]}" "${e[1]}" 2)
    echo "| $name | $order | $(short "${e[0]}") | $(short "${e[1]}") | $found |"
    at_least "$name, order $order" "$found" "$(calculate "$order - 0.3")"
}
{
    echo '| case | order | L2, 8 cells a side | 16 | observed |'
    echo '|---|---|---|---|---|'
    for o in 2 3 5; do one waves-inflow tracer_l2 $o; done
    for o in 3 5; do one waves-inflow-elastic velocity_l2 $o; done
} | table waves-inflow
