#!/bin/bash
# Second order of shallow water: in closed basins with rough beds, steps and islands water comes to rest, from small disturbances and
# large ones, with friction and without; its energy does not grow. tests/verify/steady.sh has flows. The long form takes more beds,
# times and disturbances, and prints the table of docs/verification.md.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
long=${EAGRE_TESTS:-}
rough='3*sin(x/37)*cos(y/23)+1.5*sin(x/7.3+y/5.1)+0.8*sin(x/3.1)*sin(y/2.7)'
smooth='3*sin(x/37)*cos(y/23)'
bowl='0.0005*((x-100)^2+(y-50)^2)-0.5'
ramps='abs(x-40*floor(x/40)-20)-10+0.3*sin(y/9)'
blocks='floor(x/20)+floor(y/25)-2*floor((floor(x/20)+floor(y/25))/2) > 0 ? 1 : -1'

# basin NAME BED LEVEL N ELEMENT PRECISION SECONDS SPEED GROWTH: the largest speed at the end, and growth of the energy
basin() {
    local row
    row=$("$EAGRE_BUILD/tests/verify-rest" "$cases/basin.yaml" "$device" "$7" 1 "materials.all.elevation=$2" "initial.level=$3" \
        "materials.all.manning=$4" "mesh.box.element=$5" "numerics.precision=$6") || fail "basin $*"
    read -r _ speed _ growth <<<"$row"
    echo "| $1 | $5 | $4 | $3 | $6 | $7 | $speed | $growth |"
    at_most "basin $1, $5, n $4, level $3, $6: speed" "$speed" "$8"
    at_most "basin $1, $5, n $4, level $3, $6: growth of the energy" "$growth" "$9"
}
{
    echo '| bed | cells | n | level at the start, m | precision | after, s | largest speed, m/s | growth of the energy |'
    echo '|---|---|---|---|---|---|---|---|'
    for element in triangle quadrangle; do
        basin rough "$rough" '0.5 + 0.3*x/200' 0.03 $element f64 1200 5e-4 1e-9
        basin rough "$rough" '0.5 + 1e-6*sin(x)*cos(y)' 0 $element f64 300 1e-7 1
        basin blocks "$blocks" '0.5 + 0.3*x/200' 0 $element f64 600 2e-4 1e-9
    done
    basin rough "$rough" '0.5 + 0.3*x/200' 0.03 triangle f32 1200 4e-3 1e-3
    # 1.3 to 2 times what was found when this was written. With n = 0.1 the energy grew once, by 4e-7 of what was lost.
    if [ "$long" = long ]; then
        for n in 0 0.01 0.03 0.1; do
            growth=$([ $n = 0.1 ] && echo 1e-6 || echo 1e-9)
            basin smooth "$smooth" '0.5 + 0.3*x/200' $n triangle f64 7200 1e-2 "$growth"
            basin smooth "$smooth" '0.5 + 0.3*x/200' $n quadrangle f64 7200 5e-4 "$growth"
            basin bowl "$bowl" '0.5 + 1*x/200' $n triangle f64 7200 9.3e-3 "$growth"
            basin bowl "$bowl" '0.5 + 1*x/200' $n quadrangle f64 7200 1e-6 "$growth"
            basin rough "$rough" '0.5 + 1*x/200' $n triangle f64 7200 2e-4 "$growth"
            basin rough "$rough" '0.5 + 1*x/200' $n quadrangle f64 7200 1e-5 "$growth"
            # water of 10 m that loses little: its energy is rounded by that part
            basin ramps "$ramps" '0.5 + 0.3*x/200' $n triangle f64 7200 7e-7 3e-9
            basin ramps "$ramps" '0.5 + 0.3*x/200' $n quadrangle f64 7200 1e-11 3e-9
        done
    fi
} | table rest
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
