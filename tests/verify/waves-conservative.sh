#!/bin/bash
# Sound in a medium that varies in a cell, in conservative form: p_t + (K v)_x = 0, v_t + (p / rho)_x = 0. Where K = 1 / rho = b(x),
# both b p and b v are a wave of any shape in y = int dx / b, at speed 1. b = 1 + x / 4 is a polynomial, so that the medium is exact.
# The order of the L2 error of the pressure is that of the scheme minus 0.3 at least; the long form has orders 2 to 6 on both cells.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

wave="exp(-((4 * log(1 + x / 4) - t - 0.8) / 0.15)^2) / (1 + x / 4)"
cat >sound.yaml <<CASE
model: acoustic
mesh: {box: {size: [2 m, 0.2 m], cells: [40, 4]}}
materials: {all: {density: "1 / (1 + x / 4)", vp: "1 + x / 4"}}
initial: {pressure: "${wave/ - t/}", velocity: ["${wave/ - t/}", 0]}
boundaries: {left: absorbing, right: absorbing, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.4}
numerics: {form: conservative}
exact: {pressure: "$wave"}
CASE
# observed ELEMENT ORDER
observed() {
    local cells found e=()
    for cells in 20 40; do
        run sound.yaml --set "mesh.box.cells=[$cells, $((cells / 10))]" --set "mesh.box.element=$1" --set "numerics.order=$2" \
            --set "numerics.material_order=$2"
        e+=("$(value run/errors.csv pressure_l2 last)")
    done
    found=$(order "${e[0]}" "${e[1]}" 2)
    echo "| $1 | $2 | $(short "${e[0]}") | $(short "${e[1]}") | $found |"
    at_least "$1, order $2" "$found" "$(calculate "$2 - 0.3")"
}
{
    echo '| cells | order | L2, 0.1 m | L2, 0.05 m | order |'
    echo '|---|---|---|---|---|'
    if [ "${EAGRE_TESTS:-}" = long ]; then
        for element in triangle quadrangle; do for order in 2 3 4 5 6; do observed $element $order; done; done
    else
        observed triangle 4
        observed quadrangle 3
    fi
} | table waves-conservative
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
