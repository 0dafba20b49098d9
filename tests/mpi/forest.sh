#!/bin/bash
# Forests of the plane and of space, of one level and graded, are the same on 1, 3 and 5 ranks, in the long form on 2, too: leaves,
# faces, what is across them (forest.c), also when leaves change. Some ranks have no leaf in the smallest ones.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
counts='1 3 5'
[ "${EAGRE_TESTS:-}" != long ] || counts='1 2 3 5'
for n in $counts; do
    timeout "$limit" mpirun -q --oversubscribe -n $n "$EAGRE_BUILD/tests/mpi-forest" >forests-$n || fail "$n ranks"
    cmp forests-1 forests-$n || { diff forests-1 forests-$n; fail "$n ranks: other forests"; }
done
[ "$(wc -l <forests-1)" = 22 ] || fail "not all forests"
