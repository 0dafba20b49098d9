#!/bin/bash
# Rain on rough ground: a metre falls in an hour on dry hills with hollows, which all fill and spill. Three hours later the hollows hold what
# the cells' beds can hold (verify-hollows computes it), and the rest has run off. The long form takes finer cells, and ground whose
# hollows are a few cells wide and a cell deep.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
long=${EAGRE_TESTS:-}
rough='0.02*(200-x) + 0.3*sin(x/7.3+y/5.1) + 0.2*sin(x/3.1)*sin(y/2.7)'

# hollows NAME ELEMENT ORDER PART LESS ELSEWHERE SETTING...: PART is how far what is held may be off, LESS what may lack in hollows,
# ELSEWHERE what may stand beside them, as parts of the exact volume
hollows() {
    local name=$1 element=$2 order=$3 part=$4 most_less=$5 most_elsewhere=$6 found exact held less more elsewhere
    shift 6
    found=$("$EAGRE_BUILD/tests/verify-hollows" "$cases/hollows.yaml" "$device" "mesh.box.element=$element" "numerics.order=$order" "$@") ||
        fail "hollows of $name"
    read -r exact held less more elsewhere _ <<<"$found"
    echo "| $name | $element | $order | $exact | $held | $(calculate "$held / $exact" | cut -c 1-6) | $less | $more | $elsewhere |"
    at_least "$name, exact volume, m3" "$exact" 1
    at_most "$name on ${element}s, order $order: held" "$held" "$(calculate "$exact * (1 + $part)")"
    at_least "$name on ${element}s, order $order: held" "$held" "$(calculate "$exact * (1 - $part)")"
    at_most "$name on ${element}s, order $order: lacks" "$less" "$most_less"
    at_most "$name on ${element}s, order $order: elsewhere" "$elsewhere" "$most_elsewhere"
}
{
    echo '| ground | cells | order | hollows hold, exact, m3 | found, m3 | found / exact | lacks, part | too much in hollows | elsewhere |'
    echo '|---|---|---|---|---|---|---|---|---|'
    for element in triangle quadrangle; do
        hollows 'hills, cells of 5 m' $element 1 0.02 1e-3 2e-3
        hollows 'hills, cells of 5 m' $element 2 0.05 0.02 1e-2
    done
    if [ "$long" = long ]; then
        fine='mesh.box.cells=[40, 20]' large='mesh.box.size=[200 m, 100 m]'
        for element in triangle quadrangle; do
            hollows 'hills, cells of 2.5 m' $element 1 0.02 1e-3 2e-3 "$fine"
            hollows 'hills, cells of 2.5 m' $element 2 0.03 0.01 5e-3 "$fine"
        done
        rugged=("$fine" "$large" "materials.all.elevation=$rough" 'time.end=8 h')
        for element in triangle quadrangle; do hollows 'rough, cells of 5 m' $element 1 0.02 2e-3 2e-3 "${rugged[@]}"; done
        # ponds a cell wide stand above their sills on triangles, or below them on squares
        hollows 'rough, cells of 5 m' triangle 2 0.08 0.02 0.015 "${rugged[@]}"
        hollows 'rough, cells of 5 m' quadrangle 2 0.05 0.08 0.025 "${rugged[@]}"
    fi
} | table hollows
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
