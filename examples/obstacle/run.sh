#!/bin/sh
# The sphere with smaller hexahedra, and of any degree: makes the mesh with gmsh, and runs it. Further arguments go to eagre.
#   examples/obstacle/run.sh [ALONG [DEGREE [ARGUMENT...]]]        EAGRE names the command, else it is build/eagre
set -eu
here=$(cd "$(dirname "$0")" && pwd)
eagre=${EAGRE:-$here/../../build/eagre}
along=${1:-6}
[ $# -eq 0 ] || shift
degree=${1:-5}
[ $# -eq 0 ] || shift
mesh=$(mktemp -d)
trap 'rm -rf "$mesh"' EXIT
gmsh -3 -v 2 -order 4 -setnumber along "$along" -setnumber away "$along" "$here/obstacle.geo" -o "$mesh/obstacle.msh"
"$eagre" run "$here/case.yaml" -o "obstacle-$along-$degree" --set "mesh={gmsh: $mesh/obstacle.msh}" \
    --set "numerics.degree=$degree" "$@"
