#!/bin/bash
# The log tells what solves the last level of p-multigrid: where that has few rows, `coarse: geometric` has no coarser meshes.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >cube.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1, 1, 1], cells: [5, 5, 5]}}
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {value: 0}, bottom: {value: 0}, top: {value: 0}, front: {value: 0}, back: {value: 0}}
numerics: {degree: 2, preconditioner: p-multigrid}
output: {picture: none}
CASE
told() { # TEXT OPTION...
    "$eagre" run cube.yaml -q --no-measure --force -o out --device host:1 "${@:2}" || fail "$*"
    grep -qE "$1" out/log.txt || fail "$*: $(grep preconditioner out/log.txt)"
}
few='by algebraic multigrid \(amg\): too few for the coarser meshes of numerics.coarse: geometric$'
told "preconditioner p-multigrid; of the last level 64 rows, $few" --set numerics.coarse=geometric
told 'of the last level 64 rows, by algebraic multigrid \(amg\)$' --set numerics.coarse=amg
told 'of the last level 343 rows, by algebraic multigrid \(amg\)$' --set mesh.box.cells='[8, 8, 8]'
told 'of the last level 729 rows, by coarser meshes \(geometric\)$' --set mesh.box.cells='[10, 10, 10]'
told 'preconditioner jacobi$' --set numerics.preconditioner=jacobi
