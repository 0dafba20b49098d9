#!/bin/bash
# Sums, gathering, agreement, ghosts, parts and a file that all write (the same from any number, also where the ranks keep
# their bytes until they meet) on 1, 2, 5 and 9 ranks (comm.c): no rank is without cells.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
for n in 1 2 5 9; do
    timeout "$limit" mpirun -q --oversubscribe -n $n "$EAGRE_BUILD/tests/mpi-comm" "$work/spread-$n" "$work/kept-$n" ||
        fail "$n ranks"
    cmp spread-1 spread-$n && cmp spread-1 kept-$n || fail "$n ranks: the file differs"
done
