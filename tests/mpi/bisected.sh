#!/bin/bash
# Leaves of adaptive triangles on 2 and 7 ranks, in the long form on 3 and 5, too, are those of one process, and no rank has all
# (bisected.c).
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
counts='2 7'
[ "${EAGRE_TESTS:-}" != long ] || counts='2 3 5 7'
for n in $counts; do
    timeout "$limit" mpirun -q --oversubscribe -n $n "$EAGRE_BUILD/tests/mpi-bisected" || fail "$n ranks"
done
