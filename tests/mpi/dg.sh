#!/bin/bash
# Nodal DG on graded forests has the same bits on 1, 2 and 3 ranks (dg.c).
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
for n in 1 2 3; do
    timeout "$limit" mpirun -q --oversubscribe -n $n "$EAGRE_BUILD/tests/mpi-dg" >waves-$n || fail "$n ranks"
    cmp waves-1 waves-$n || { diff waves-1 waves-$n; fail "$n ranks: other bits"; }
done
[ "$(wc -l <waves-1)" = 4 ] || fail "not all problems"
