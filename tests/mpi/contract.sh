#!/bin/bash
# Rows of all schemes have the same bits on several ranks: state, time and sums (tests/kernel/contract.h).
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
compare() { # SCHEME RANKS...
    local program=$EAGRE_BUILD/tests/test-kernel-contract_$1 n
    for n in 1 "${@:2}"; do
        timeout "$limit" mpirun -q --oversubscribe -n "$n" "$program" ranks >rows-"$n" || { cat rows-"$n"; fail "$1, $n ranks"; }
        cmp rows-1 rows-"$n" || { diff rows-1 rows-"$n"; fail "$1, $n ranks: other bits"; }
    done
    [ "$(wc -l <rows-1)" -ge 6 ] || fail "$1: not all rows"
}
compare fv 3
compare ader 3
compare deg 3
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || compare dg 2 3
