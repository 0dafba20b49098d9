#!/bin/bash
# Rows of all schemes have the same bits on 1, 2 and 3 ranks: state, time and sums (tests/kernel/contract.h).
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
schemes=(fv ader deg)
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || schemes+=(dg)
for scheme in "${schemes[@]}"; do
    for n in 1 2 3; do
        timeout "$limit" mpirun -q --oversubscribe -n $n "$EAGRE_BUILD/tests/test-kernel-contract_$scheme" ranks >rows-$n \
            || { cat rows-$n; fail "$scheme, $n ranks"; }
        cmp rows-1 rows-$n || { diff rows-1 rows-$n; fail "$scheme, $n ranks: other bits"; }
    done
    [ "$(wc -l <rows-1)" -ge 6 ] || fail "$scheme: not all rows"
done
