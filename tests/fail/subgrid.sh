#!/bin/bash
# What does not go with sub-grid ground is refused by name; and the verdict on slopes that are too steep for it.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

awk 'BEGIN { print "ncols 20\nnrows 20\nxllcorner 0\nyllcorner 0\ncellsize 2"
    for (j = 0; j < 20; j++) { for (i = 0; i < 20; i++) printf "%g ", 0.2 * i + 0.1 * (i * j % 3); print "" } }' >hill.asc
cp hill.asc copy.asc
printf 'level,discharge\n0,0\n3,9\n' >rating.csv
echo '{"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]]]}' >houses.geojson
cat >case.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [40 m, 40 m], cells: [2, 2], element: quadrangle}}
materials: {all: {elevation: {raster: hill.asc, subgrid: 5}, manning: 0.03}}
initial: {level: 1 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 3}
CASE
# ends CODE TEXT ARGUMENT...: the command ends with CODE and these words
ends() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run case.yaml -o run --force -q --no-measure --device host:1 --set output.picture=none "$@" >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && { [ -z "$text" ] || grep -qF -- "$text" err; } || fail "$*: expected $code: $text
found $got: $(cat err)"
}
beside() { # KEY SETTING...
    ends 3 "$1 does not go with sub-grid ground (elevation.subgrid): " --set "$2"
}
ends 0 ''
beside 'order: 2' numerics.order=2
beside 'this precision' numerics.precision=f32
beside 'this precision' numerics.precision=mixed
beside terrain 'terrain={a: {polygons: houses.geojson, raise: 2 m}}'
beside structures 'structures={a: {from: [5, 5], to: [35, 35], weir: {crest: 1, width: 1}}}'
beside inflows 'inflows={a: {at: [5 m, 5 m], discharge: 1}}'
beside bed 'bed={lifts: {a: {height: 1 m, start: 0 s}}}'
beside physics.coriolis 'physics={coriolis: 1e-4}'
beside output.sections 'output.sections={a: [20, -1, 20, 41]}'
beside linear_friction materials.all.linear_friction=0.1
beside infiltration 'materials.all.infiltration=1 mm/h'
beside infiltration materials.all.infiltration=0
beside evaporation 'materials.all.evaporation=1 mm/h'
beside outflow boundaries.left=outflow
beside radiate boundaries.left=radiate
beside radiate 'boundaries.left={radiate: 1}'
beside inflow 'boundaries.left={inflow: {depth: 1, speed: 1}}'
beside rating 'boundaries.left={rating: rating.csv}'
beside 'as: radiate' 'boundaries.left={tide: {as: radiate, constituents: {M2: {amplitude: 1 m, phase: 0 deg}}}}'
ends 3 'periodic does not go with sub-grid ground (elevation.subgrid): faces of the two sides have other pixels' \
    --set 'boundaries={left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}'
ends 3 'must be between 2 and 100' --set materials.all.elevation.subgrid=1
ends 3 "leave one of them out" --set materials.all.elevation.sample=mean
ends 3 'max_depth on the pixels of the ground needs max_level among the variables' \
    --set 'output.maxima={variables: [max_depth], rasters: {pixel: 2 m, format: asc}}'
ends 4 'raster hill.asc: (' --set 'mesh.box.size=[80 m, 40 m]'
# a resolved case has 0 for what there is not, and is accepted again
ends 0 '' --set materials.all.linear_friction=0

# two regions: one ground for both
cat >two.msh <<'MESH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
2 1 "a"
2 2 "b"
$EndPhysicalNames
$Nodes
6
1 0 0 0
2 20 0 0
3 40 0 0
4 0 20 0
5 20 20 0
6 40 20 0
$EndNodes
$Elements
2
1 3 2 1 1 1 2 5 4
2 3 2 2 2 2 3 6 5
$EndElements
MESH
regions() { # SECOND: the elevation of region b
    echo "materials={a: {elevation: {raster: hill.asc, subgrid: 5}}, b: {elevation: $1}}"
}
two=(--set 'mesh={gmsh: two.msh}' --set 'boundaries={unnamed: wall}')
ends 0 '' "${two[@]}" --set "$(regions '{raster: hill.asc, subgrid: 5}')"
for other in '{raster: hill.asc, subgrid: 4}' '{raster: copy.asc, subgrid: 5}' '{raster: hill.asc}' 1; do
    ends 3 'is another than that of other regions: sub-grid ground is one for all' "${two[@]}" --set "$(regions "$other")"
done

# rain on ground that falls by 2 m a cell
ends 0 '' --set 'initial={depth: 0}' --set 'materials.all.rain=500 mm/h' --set boundaries.left=critical --set 'time={end: 10 min}'
grep -q '"name": "unresolved"' run/summary.json || fail "no verdict: $(cat run/summary.json)"
ends 0 '' --set 'time={end: 10 s}'
! grep -q unresolved run/summary.json || fail 'a verdict of a lake'
