#!/bin/bash
# Triangles that follow warm air in a wind, against the exact solution: the errors of small triangles everywhere, their order,
# and a part of their cells.
#   atmosphere-adapt.sh        degrees 2 and 3, two levels each; the uniform mesh of the finer one
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

error_of() { sed -n 's/.*"theta_perturbation": {"l1": [^,]*, "l2": \([^,]*\),.*/\1/p' $out/summary.json; }
cells_most() { sed -n 's/.*"cells_most": \([0-9]*\).*/\1/p' $out/summary.json; }

for degree in 2 3; do
    for level in 9 11; do
        run warm-air --set numerics.degree=$degree --set mesh.adapt.highest=$level
        errors[level]=$(error_of)
        cells=$(cells_most)
    done
    at_least "order of degree $degree" "$(order "${errors[9]}" "${errors[11]}" 2)" "$(calculate "$degree + 0.8")"
    at_most "cells of degree $degree" "$cells" 800 # of 4096
    at_most "mass error of degree $degree" "$(summary mass_error)" 1e-14
done
run warm-air --set numerics.degree=2 --set mesh.adapt.highest=9
adapted=$(error_of)
run warm-air --set numerics.degree=2 --set mesh.adapt.highest=9 --set mesh.adapt.lowest=9
at_most 'error beside that of small triangles everywhere' "$(calculate "$adapted / $(error_of)")" 1.001
