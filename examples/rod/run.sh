#!/bin/sh
# The rod with about as many hexahedra as the paper's: makes the mesh with gmsh, and runs it. Further arguments go to eagre.
#   examples/rod/run.sh [DEGREE [ARGUMENT...]]        EAGRE names the command, else it is build/eagre
set -eu
here=$(cd "$(dirname "$0")" && pwd)
eagre=${EAGRE:-$here/../../build/eagre}
degree=${1:-7}
[ $# -eq 0 ] || shift
mesh=$(mktemp -d)
trap 'rm -rf "$mesh"' EXIT
gmsh -3 -v 2 -setnumber core 8 -setnumber rings 5 -setnumber layers 279 "$here/rod.geo" -o "$mesh/rod.msh"
"$eagre" run "$here/case.yaml" -o "rod-$degree" --set "mesh={gmsh: $mesh/rod.msh}" \
    --set "numerics.degree=$degree" --set output.record.every=2.8 "$@"
