#!/bin/bash
# p-multigrid on 2, 3, 4 and 7 ranks: state, iterations, errors and balance are those of one process, to the last
# bit: the diagonal and subdomains as smoothers, in f64, f32 and f32 inside f64, degrees 1 to 7, distorted, curved and periodic
# meshes, a free mean, coarser meshes, ranks without nodes, OpenCL, BoomerAMG where it is installed; heat.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cp "$EAGRE_SOURCE/tests/mpi/poisson.yaml" .
sed -i 's/preconditioner: jacobi/preconditioner: p-multigrid/' poisson.yaml
plain=(--set output.picture=none)
subdomains=(--set numerics.smoother=schwarz)
narrow=(--set numerics.preconditioner_precision=f32)
counts=7 geometric=3
[ "${EAGRE_TESTS:-}" != long ] || { counts='3 7' geometric='3 4'; }
same_on poisson.yaml "$counts" "${plain[@]}"
same_on poisson.yaml 4 "${plain[@]}" "${narrow[@]}" --set numerics.degree=7 --set 'mesh.box.cells=[4, 3, 3]'
same_on poisson.yaml 2 "${plain[@]}" "${subdomains[@]}" "${narrow[@]}" --set mesh.box.geometry_degree=2 \
    --set 'mesh.box.cells=[6, 5, 4]'
same_on poisson.yaml 2 "${plain[@]}" --set numerics.degree=1 --set 'mesh.box.cells=[17, 16, 15]' --precision f32
same_on poisson.yaml "$geometric" "${plain[@]}" "${narrow[@]}" --set numerics.degree=2 --set 'mesh.box.cells=[12, 10, 8]' \
    --set numerics.coarse=geometric

opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
[ -z "$opencl" ] || {
    alone poisson.yaml "${plain[@]}" "${narrow[@]}" --set numerics.degree=3
    rm -rf ranks
    timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" run poisson.yaml -o ranks -q --no-measure --device "$opencl" \
        "${plain[@]}" "${narrow[@]}" --set numerics.degree=3 </dev/null
    same 2
}
! alone poisson.yaml "${plain[@]}" --set numerics.coarse=hypre 2>err || {
    ranks 2 poisson.yaml "${plain[@]}" --set numerics.coarse=hypre
    [ "$(grep '"iterations"' alone/summary.json)" = "$(grep '"iterations"' ranks/summary.json)" ] || fail "BoomerAMG"
}

# Periodic in two directions, one element wide in one, nothing fixes the mean.
cat >periodic.yaml <<'CASE'
title: a free mean
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [11, 1, 12]}}
materials: {all: {kappa: [2, 0.3, 0.1, 1, "0.2 * sin(6.283185307179586 * x)", 1.5], source: "sin(6.283185307179586 * (x + y))"}}
boundaries:
  left: {periodic: right}
  right: {periodic: left}
  front: {periodic: back}
  back: {periodic: front}
  bottom: {flux: "0.1 * sin(6.283185307179586 * x)"}
  top: insulated
numerics: {degree: 4, preconditioner: p-multigrid}
CASE
same_on periodic.yaml 2 "${plain[@]}"

cp "$EAGRE_SOURCE/tests/mpi/heat.yaml" .
same_on heat.yaml 3 "${plain[@]}" "${subdomains[@]}" --set numerics.preconditioner=p-multigrid --set 'time.end=15 s' \
    --set 'output.fields.every=10 s'
