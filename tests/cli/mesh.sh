#!/bin/bash
# Meshes of areas: squares and triangles, of polygons with holes and of rasters without their missing data, with edges along
# breaklines and shorter where they are wanted; they run; what is wrong is refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >town.geojson <<'END'
{"type": "Feature", "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": [
 [[[0, 0], [40, 0], [40, 20], [0, 20], [0, 0]], [[10, 5], [20, 5], [20, 15], [10, 15], [10, 5]]],
 [[[12, 7], [18, 7], [18, 13], [12, 13], [12, 7]]]]}}
END
awk 'BEGIN { print "ncols 20\nnrows 10\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -9999"
    for (j = 0; j < 10; j++) { for (i = 0; i < 20; i++) printf "%s ", i < 4 + j ? -9999 : i / 10; print "" } }' >dem.asc
number() { sed -n "s/^  $2 *\([0-9 ]*\).*/\1/p" "$1" | tr -d ' '; }
mesh() { "$eagre" mesh "$@"; }

# squares: as many as have their middle in the area
mesh town.geojson --cell 1 --quadrangles -o town.msh >info
[ "$(number info cells)" = $((800 - 100 + 36)) ] && grep -q ' all ' info && grep -q ' edge ' info || fail "$(cat info)"
mesh dem.asc --cell 2 --quadrangles -q
"$eagre" info dem.msh >info
grep -q '^  cells  *115: 115 quadrangles' info || fail "$(cat info)"
cat >case.yaml <<'END'
title: water on a mesh
model: shallow-water
mesh: {gmsh: MESH}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: "x > 30 ? 2 : 1"}
boundaries: {edge: wall}
time: {steps: 20}
limits: {mass_error: 1e-12}
output: {picture: none, fields: {steps: 1000000}}
END
sed 's/MESH/town.msh/' case.yaml >town.yaml
"$eagre" run town.yaml -o town -q --no-measure --device host:1
sed 's/MESH/dem.msh/; s/elevation: 0/elevation: {raster: dem.asc}/' case.yaml >dem.yaml
"$eagre" run dem.yaml -o dem -q --no-measure --device host:1

# squares that are no part of the raster's sides do not reach beyond it
mesh dem.asc --cell 3 --quadrangles -o three.msh >info
grep -q 'bounds  *x 12 to 39 m, y 0 to 18 m' info || fail "$(cat info)"
sed 's/three.msh/dem.msh/; s/MESH/three.msh/; s/elevation: 0/elevation: {raster: dem.asc}/' case.yaml >three.yaml
"$eagre" run three.yaml -o three -q --no-measure --device host:1

refused() { # CODE TEXT ARGUMENT...
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" mesh "$@" -o no.msh >out 2>&1 || got=$?
    [ $got = "$code" ] && grep -qF -- "$text" out || fail "mesh $*: $got, not '$text': $(cat out)"
    [ ! -e no.msh ] || fail "mesh $*: a file"
}
refused 2 '--cell SIZE is needed: the edge length' town.geojson
refused 2 '--cell SIZE is needed: the edge length' town.geojson --cell=-1
refused 2 '--quadrangles makes squares of one size' town.geojson --cell 1 --quadrangles --refine town.geojson
refused 2 'no cell of 500 m has its middle in the area' town.geojson --cell 500 --quadrangles
refused 2 'choose larger cells' town.geojson --cell 1e-9 --quadrangles
refused 4 'none.geojson: cannot be opened' none.geojson --cell 1
(PATH=/nowhere "$eagre" mesh town.geojson --cell 1 -o no.msh) >out 2>&1 && fail 'triangles without gmsh'
grep -q 'triangles are made by gmsh, which is not on PATH' out || fail "$(cat out)"

command -v gmsh >/dev/null || { echo 'no gmsh here'; exit 77; }
mesh town.geojson --cell 2 -o coarse.msh >coarse
coarse=$(number coarse cells)
[ "$coarse" -gt 250 ] && [ "$coarse" -lt 800 ] || fail "$(cat coarse)"
sed 's/MESH/coarse.msh/' case.yaml >coarse.yaml
"$eagre" run coarse.yaml -o coarse-run -q --no-measure --device host:1
# each triangle of a raster has its elevation, beside missing data too
for cell in 2 3; do
    mesh dem.asc --cell $cell -o tri.msh >info
    grep -q 'triangles' info || fail "$(cat info)"
    sed 's/MESH/tri.msh/; s/elevation: 0/elevation: {raster: dem.asc}/' case.yaml >tri.yaml
    "$eagre" run tri.yaml -o tri -q --no-measure --device host:1 --force
done
refused 2 'no cell of 15 m lies wholly where the raster has data' dem.asc --cell 15
# edges follow a line: no node is nearer to it than 1e-9 but on it, and its points are nodes
printf 'x,y\n25,3\n30,11\n38,17\n' >line.csv
mesh town.geojson --cell 2 --breaklines line.csv -o broken.msh >info
awk '/^\$Nodes/ { inside = 1 } /^\$EndNodes/ { inside = 0 } inside && NF == 3 && $1 != int($1) + 0.5 { x = $1; y = $2
    if (x > 24.9 && x < 30.1) { d = (x - 25) * 8 - (y - 3) * 5; if (d < 1e-6 && d > -1e-6) on++ } } END { exit !(on >= 4) }' broken.msh ||
    fail 'no edges along the line'
# lines that leave the area, cross and touch each other, lie on the outline and over each other, are closed, or are outside
cat >lines.csv <<'END'
shape,x,y
1,-5,3
1,50,3.5
2,30,-10
2,30,30
3,30,-10
3,30,30
4,32,8
4,36,8
4,36,12
4,32,12
4,32,8
5,34,8
5,34,11
6,0,0
6,40,0
7,100,0
7,110,5
END
mesh town.geojson --cell 2 --breaklines lines.csv -o crossed.msh >info 2>err
grep -q 'lines.csv: 1 of 7 breaklines lie outside the area, and are left out' err || fail "$(cat err)"
cells=$(number info cells)
[ "$cells" -gt $((coarse - 100)) ] && [ "$cells" -lt $((coarse + 200)) ] || fail "$cells cells, and $coarse without lines"
awk '/^\$Nodes/ { inside = 1 } /^\$EndNodes/ { inside = 0 } inside && NF == 3 { d = ($1 - 30)^2 + ($2 - 3 - 0.5 * 35 / 55)^2; at += d < 1e-12
    on += ($1 - 30)^2 < 1e-12; end += ($1 - 34)^2 + ($2 - 8)^2 < 1e-12 } END { exit !(at == 1 && on >= 10 && end == 1) }' crossed.msh ||
    fail 'no nodes where the lines meet'
sed 's/MESH/crossed.msh/' case.yaml >crossed.yaml
"$eagre" run crossed.yaml -o crossed -q --no-measure --device host:1
# shorter edges in a polygon
printf 'x,y,size\n22,2,0.5\n28,2,0.5\n28,8,0.5\n22,8,0.5\n' >fine.csv
mesh town.geojson --cell 2 --refine fine.csv -o fine.msh >fine
[ "$(number fine cells)" -gt $((coarse + 200)) ] || fail "$(cat fine)"
printf 'x,y\n45,3\n50,11\n' >out.csv
refused 4 'out.csv: no breakline lies inside the area' town.geojson --cell 2 --breaklines out.csv
refused 4 "town.geojson: feature 1: has no number 'size'" town.geojson --cell 2 --refine town.geojson
