#!/bin/bash
# Meshes that are refused: each with exit code, file, line and a way out; nothing is written.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >good.msh <<'MESH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "shore"
2 2 "sea"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
$EndNodes
$Elements
6
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 1 1 3 4
4 1 2 1 1 4 1
5 2 2 2 1 1 2 3
6 2 2 2 1 1 3 4
$EndElements
MESH
cat >mesh.yaml <<'CASE'
title: a mesh
model: shallow-water
mesh: {gmsh: "${MESH}"}
materials: {sea: {elevation: 0}}
initial: {level: 1}
boundaries: {shore: wall}
time: {end: 0.1 s}
CASE
"$eagre" run mesh.yaml -q --no-measure --set vars.MESH=good.msh -o good

# the two triangles with nodes of their own on the diagonal: a wall in mid-water, unless it is meant
sed -e '/^\$Nodes/{n;s/4/6/}' -e 's/^4 0 1 0$/&\n5 0 0 0\n6 1 1 0/' -e 's/^6 2 2 2 1 1 3 4$/6 2 2 2 1 5 6 4/' \
    -e 's/^\(3 1 2 1 1\) 3 4$/\1 6 4/; s/^\(4 1 2 1 1\) 4 1$/\1 4 5/' good.msh >torn.msh
refused 4 'eagre: torn.msh: elements 6 and 5 meet at the face from (0, 0) to (1, 1), but each has nodes of its own there (the first of 2 faces), so that it would be a wall: merge the nodes that coincide (in Gmsh: Coherence before meshing, or Coherence Mesh); where a thin wall is meant, give its faces a name and list it in mesh.slits' \
    mesh.yaml --set vars.MESH=torn.msh
"$eagre" run mesh.yaml -q --no-measure --set vars.MESH=torn.msh --set 'mesh.slits=[unnamed]' --set boundaries.unnamed=wall -o slit
got=0
"$eagre" check mesh.yaml --set vars.MESH=torn.msh --set 'mesh.slits=[shor]' >out 2>err || got=$?
[ $got = 3 ] && grep -q "torn.msh has no boundary 'shor'; did you mean 'shore'?" err || fail "$got: $(cat err)"

refused 4 'mesh.yaml:3:14: error: mesh.gmsh: none.msh: cannot be opened: No such file or directory
    3 | mesh: {gmsh: "${MESH}"}
      |              ^~~~~~~~~' mesh.yaml --set vars.MESH=none.msh
head -c 200 good.msh >cut.msh
refused 4 'eagre: cut.msh:17: the number of elements is 6, but what follows has room for at most 5: the file is cut short or the number is wrong; save it again' \
    mesh.yaml --set vars.MESH=cut.msh
sed 's/^2.2 0/3.0 0/' good.msh >version.msh
refused 4 "eagre: version.msh:2: the format's version is '3.0'; 2.2 and 4.1 are read: convert the mesh with gmsh OLD.msh -save -format msh41 -o NEW.msh" \
    mesh.yaml --set vars.MESH=version.msh
sed 's/^6 2 2 2 1 1 3 4/6 2 2 2 1 1 3 2/' good.msh >inverted.msh
refused 4 'eagre: inverted.msh: elements 5 and 6 lie on the same side of the face from (0, 0) to (1, 0) that they share: one of them is inverted (folded over the other) or listed twice; move its nodes or remove it' \
    mesh.yaml --set vars.MESH=inverted.msh
sed 's/^4 0 1 0/4 0.5 0.5 0/' good.msh >flat.msh
refused 4 'eagre: flat.msh: element 6 (triangle) has no area in the x, y plane: its nodes are at (0, 0), (1, 1), (0.5, 0.5); remove it or move a node' \
    mesh.yaml --set vars.MESH=flat.msh

# boundaries: one without a name, one that the case leaves out, one that the mesh lacks
sed 's/^4 1 2 1 1 4 1/4 15 2 3 1 1/' good.msh >unnamed.msh
refused 3 "mesh.yaml:6:1: error: boundary 'unnamed' of unnamed.msh has no entry; add it to boundaries (wall, outflow, critical, radiate, {level: ...}, {tide: ...}, {radiate: ...}, {discharge: ...}, {rating: ...}, {normal_depth: ...}, {inflow: ...} or {periodic: ...})
    6 | boundaries: {shore: wall}
      | ^~~~~~~~~~" mesh.yaml --set vars.MESH=unnamed.msh
sed '/^boundaries/s/right: outflow, //' good.yaml >lacks.yaml
refused 3 "lacks.yaml:6:1: error: boundary 'right' of box has no entry; add it to boundaries (wall, outflow, critical, radiate, {level: ...}, {tide: ...}, {radiate: ...}, {discharge: ...}, {rating: ...}, {normal_depth: ...}, {inflow: ...} or {periodic: ...})
    6 | boundaries: {left: wall, bottom: wall, top: wall}
      | ^~~~~~~~~~" lacks.yaml
refused 3 "--set boundaries.harbour=wall: error: good.msh has no boundary 'harbour'; it has 'shore'" \
    mesh.yaml --set vars.MESH=good.msh --set boundaries.harbour=wall

# `info` refuses them too
got=0
"$eagre" info version.msh >out 2>err || got=$?
[ $got = 4 ] && [ ! -s out ] || fail "info gave $got"
grep -q "^eagre: version.msh:2: the format's version is '3.0'" err || fail "info says $(cat err)"

# a box whose map folds cells over others, or has no value somewhere
cat >hill.yaml <<'CASE'
title: a hill
model: shallow-water
mesh: {box: {size: [4 m, 1 m], cells: [8, 4]}}
materials: {all: {elevation: 0}}
initial: {level: 1}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.1 s}
CASE
"$eagre" run hill.yaml -q --no-measure --set 'mesh.box.map=[x, "y + 0.3 * (1 - y) * exp(-(x - 2)^2)"]' -o hill
refused 4 'eagre: box with a map: elements 17 and 33 lie on the same side of the face from (0.5, 0.25) to (0, 0.25) that they share: one of them is inverted (folded over the other) or listed twice; move its nodes or remove it' \
    hill.yaml --set 'mesh.box.map=[x, "y * (1 - y)"]'
refused 4 'eagre: box with a map: a node has the coordinate y = 2.5e+15; coordinates are finite and at most 1e15 m: correct it' \
    hill.yaml --set 'mesh.box.map=[x, "1e16 * y"]'
