#!/bin/bash
# Shallow water with cells in any order, and by walls instead of cells, has the same bits in each cell, on each device: the bench
# fails where it has not.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

bench() {
    "$EAGRE_BUILD/tests/bench-shallow-water" cells=600 seconds=0.001 "$@" >rows || fail "$*"
    [ "$(grep -c '^| [0-9]' rows)" = 4 ] || fail "$*: $(cat rows)"
}
for rough in 0 1; do
    bench device=checked precision=f32 rough=$rough
    for device in $("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p'); do
        bench "device=$device" precision=f64 rough=$rough
    done
done
"$EAGRE_BUILD/tests/bench-shallow-water" cells=0 2>rows && fail 'no cells'
grep -q "'cells=0' is not an argument" rows || fail "$(cat rows)"
