#!/bin/bash
# Where a point source stands in the mesh must not matter: misfits against exact seismograms by Cagniard's method, order 6,
# triangles of 50 m, a Ricker wavelet of 10 Hz, vp 3200 m/s, vs 1847.5 m/s, rho 2200 kg/m3: a vertical force on the free
# surface (Lamb), an explosion 50 m below it (Garvin), a vertical force there, and an explosion in a full space; receivers
# at 200 to 450 m. The misfit is sqrt(sum (s - r)^2 / sum r^2) over the traces of both components of all receivers.
#   waves-sources.sh          at a vertex, and beside one: some seconds
#   waves-sources.sh full     all places, and squares, other steps, media and orders, some 15 minutes on one thread
# Bounds are a tenth above the largest misfit of the row's places, which docs/verification-waves.md lists.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
program=$EAGRE_BUILD/tests/verify-waves-sources

# misfits BOUND KEY=VALUE...
misfits() {
    local bound=$1 problem place value rest
    shift
    "$program" "$@" >misfits.txt || fail "verify-waves-sources $* failed"
    echo "$*"
    cat misfits.txt
    while read -r problem place value rest; do
        at_most "$* $problem $place: misfit, per cent" "$value" "$bound"
    done <misfits.txt
}
# row "BOUND..." KEY=VALUE...: bounds for Lamb, Garvin, the buried force and, where there is a fourth, the full space
row() {
    local -a bounds=($1) problems=('problem=lamb' 'problem=garvin depth=50' 'problem=buried depth=50' 'problem=space depth=100')
    local i
    for i in "${!bounds[@]}"; do misfits "${bounds[i]}" ${problems[i]} "${@:2}"; done
}
if [ "${1:-}" = full ]; then
    row '2.1 9.7 2.1 9.1' smooth=0
    row '0.55 0.54 0.52 0.18'
    row '0.42 0.54 0.29 0.18' jitter=0.2
    row '1.17 0.84 1.78 0.20' element=quad
    row '0.47 0.54 0.52 0.17' cfl=0.3
    row '0.55 0.54 0.52 0.18' material_order=2
    row '0.54 0.59 0.98' order=4 cell=25 place=cell,vertex
    row '0.46 0.48 0.15' order=8 frequency=14 place=cell,vertex
else
    misfits 0.55 problem=lamb place=vertex
    misfits 0.54 problem=garvin depth=50 place=near
    misfits 0.7 problem=lamb place=vertex order=10 cell=130
fi
