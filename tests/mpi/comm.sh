#!/bin/bash
# Sums, gathering, agreement and ghosts on 1, 2, 5 and 9 ranks (comm.c): seven pieces of cells, so that on nine ranks some
# have none.
source "$EAGRE_SOURCE/tests/mpi/lib.bash"
for n in 1 2 5 9; do
    timeout 60 mpirun -q --oversubscribe -n $n "$EAGRE_BUILD/tests/mpi-comm" || fail "$n ranks"
done
