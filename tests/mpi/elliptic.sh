#!/bin/bash
# Elliptic models on 2, 3, 4 and 7 ranks: state, iterations, errors, balance, probes, lines, snapshots and pictures are those of
# one process, to the last bit: degrees 1 to 5, all kinds of elements, given values, exchange, fluxes and periodic sides,
# a tensor, a free mean, the diagonal and Schwarz as preconditioners, fewer pieces of 4096 nodes than ranks, OpenCL. Heat with
# sources and given values that move.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cp "$EAGRE_SOURCE/tests/mpi/poisson.yaml" .
plain=(--set output.picture=none)
schwarz=(--set numerics.preconditioner=schwarz)
same_on poisson.yaml 2
same_on poisson.yaml 7 "${plain[@]}"
counts=4
[ "${EAGRE_TESTS:-}" != long ] || counts='2 4'
same_on poisson.yaml "$counts" "${plain[@]}" "${schwarz[@]}"
# by unequal shares, and by OpenCL
unlike poisson.yaml "${plain[@]}" "${schwarz[@]}"
same 3
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
[ -z "$opencl" ] || {
    rm -rf ranks
    timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" run poisson.yaml -o ranks -q --no-measure --device "$opencl" \
        "${plain[@]}" "${schwarz[@]}" </dev/null
    same 2
}

same_on poisson.yaml 3 "${plain[@]}" "${schwarz[@]}" --set numerics.degree=1 --set 'mesh.box.cells=[21, 20, 20]'
same_on poisson.yaml 4 "${plain[@]}" --set numerics.degree=2 --set 'mesh.box.cells=[13, 12, 11]' --set numerics.precision=f32
same_on poisson.yaml 3 --set output.picture.arrows=true --set output.picture.normal=x "${schwarz[@]}" --set numerics.degree=5 --set mesh.box.geometry_degree=2

same_on poisson.yaml 2 "${plain[@]}" "${schwarz[@]}" --set numerics.preconditioner_precision=f32

# Periodic in two directions, nothing fixes the mean.
cat >periodic.yaml <<'CASE'
title: a free mean
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [9, 8, 7]}}
materials: {all: {kappa: [2, 0.3, 0.1, 1, "0.2 * sin(6.283185307179586 * x)", 1.5], source: "sin(6.283185307179586 * (x + y))"}}
boundaries:
  left: {periodic: right}
  right: {periodic: left}
  front: {periodic: back}
  back: {periodic: front}
  bottom: {flux: "0.1 * sin(6.283185307179586 * x)"}
  top: insulated
numerics: {degree: 3}
CASE
same_on periodic.yaml 3 "${plain[@]}" "${schwarz[@]}"
same_on periodic.yaml 2 "${plain[@]}" "${schwarz[@]}" --set numerics.coarse_on=host

cp "$EAGRE_SOURCE/tests/mpi/heat.yaml" .
same_on heat.yaml 2 "${plain[@]}" "${schwarz[@]}"
