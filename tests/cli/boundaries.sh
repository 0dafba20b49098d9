#!/bin/bash
# Names of boundaries from shapes: what lies along the edge, cuts it or is near it, of boxes and of meshes of areas; a side that is
# named so is that side; what names nothing, or a face twice, is refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >area.geojson <<'END'
{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [40, 0], [40, 20], [0, 30], [0, 0]]]}}
END
feature() { # NAME WIDTH TYPE COORDINATES
    printf '{"type": "Feature", "properties": {%s%s}, "geometry": {"type": "%s", "coordinates": %s}}' \
        "${1:+\"name\": \"$1\"}" "${2:+, \"width\": $2}" "$3" "$4"
}
shapes() { # FILE FEATURE...
    local file=$1 IFS=,
    shift
    printf '{"type": "FeatureCollection", "features": [%s]}\n' "$*" >"$file"
}
faces() { sed -n "s/^  $1  *\([0-9 ]*\) faces*$/\1/p" info | tr -d ' '; }
named() { # NAME FACES FEATURE...: of the area in squares of 2 m
    local name=$1 count=$2
    shift 2
    shapes shapes.geojson "$@"
    "$eagre" mesh area.geojson --cell 2 --quadrangles --boundaries shapes.geojson -o named.msh >info
    [ "$(faces "$name")" = "$count" ] || fail "$name: $count, not: $(cat info)"
}
# a line along a side, up to a corner; drawn by hand beside it; along the staircase; across
named in 15 "$(feature in '' LineString '[[0, 0], [0, 30]]')"
named in 15 "$(feature in '' LineString '[[1, -7], [1, 38]]')"
# a point twice at its end
named in 15 "$(feature in '' LineString '[[0, 0], [0, 30], [0, 30]]')"
named in 10 "$(feature in '' LineString '[[-1, 0.4], [-1, 0.4], [0.7, 12], [0.7, 12], [-1, 20.5], [-1, 20.5]]')"
named in 10 "$(feature in '' LineString '[[-1, 0.4], [0.7, 12], [-1, 20.5]]')"
named in 12 "$(feature in '' LineString '[[0, 30], [20, 25]]')"
named in 1 "$(feature in '' LineString '[[-5, 5.3], [9, 5.3]]')"
named in 1 "$(feature in '' LineString '[[-5, 6], [9, 6]]')"
named in 1 "$(feature in '' LineString '[[0, 5.3], [9, 5.3]]')"
named in 5 "$(feature in 10 LineString '[[-5, 5.3], [9, 5.3]]')"
# points, polygons with holes, two shapes of one name, UTF-8
named out 1 "$(feature out '' Point '[40.5, 9.3]')"
named out 5 "$(feature out 10 Point '[40.5, 9.3]')"
named out 1 "$(feature out 0.1 Point '[40.5, 9.3]')"
named out 6 "$(feature out '' Polygon '[[[34.5, -5], [45, -5], [45, 17.5], [34.5, 17.5], [34.5, -5]], [[34, 4.5], [46, 4.5], [46, 15.5], [34, 15.5], [34, 4.5]]]')"
named 'Köln Süd' 2 "$(feature 'Köln Süd' '' Point '[40.5, 9.3]')" "$(feature 'Köln Süd' '' Point '[-0.5, 9.3]')"
[ "$(faces edge)" = 68 ] || fail "edge: $(cat info)"
printf 'x,y,name\n0,9,in\n40,9,out\n' >points.csv
"$eagre" mesh area.geojson --cell 2 --quadrangles --boundaries points.csv -o named.msh >info
[ "$(faces in)" = 2 ] && [ "$(faces out)" = 2 ] || [ "$(faces in)" = 1 ] && [ "$(faces out)" = 1 ] || fail "$(cat info)"

# a side of a box by a line is that side, and a part of it another boundary
cat >case.yaml <<'END'
title: openings
model: shallow-water
mesh: {box: {size: [40 m, 20 m], cells: [20, 10]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: 1}
boundaries: {left: {discharge: 20}, right: outflow, bottom: wall, top: wall}
time: {steps: 20}
output: {picture: none, fields: {steps: 1000000}}
END
run() { "$eagre" run "$@" -q --no-measure --device host:1 --force; }
hash_of() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
run case.yaml -o sides
shapes openings.geojson "$(feature river '' LineString '[[0, 0], [0, 20]]')"
sed 's/10\]}/&, boundaries: openings.geojson/; s/left/river/' case.yaml >openings.yaml
run openings.yaml -o openings
[ "$(hash_of sides)" = "$(hash_of openings)" ] || fail 'a side by a line is another'
shapes openings.geojson "$(feature river '' Polygon '[[[-1, 4], [1, 4], [1, 8], [-1, 8], [-1, 4]]]')"
sed 's/river/left: wall, &/' openings.yaml >part.yaml
run part.yaml -o part
[ "$(hash_of sides)" != "$(hash_of part)" ] && head -1 part/balance.csv | grep -q out_river_m3 || fail 'a part of a side'
"$eagre" check part.yaml --device host:1 >out && grep -q 'left: wall, .*river: discharge' out || fail "$(cat out)"
if command -v mpirun >/dev/null && grep -q EAGRE_MPI=1 "$EAGRE_BUILD/build.ninja"; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
    mpirun -q --oversubscribe -n 2 "$eagre" run part.yaml -o ranks -q --no-measure --device host:1 </dev/null
    [ "$(hash_of part)" = "$(hash_of ranks)" ] || fail 'two ranks'
fi
# a run goes on with the same shapes alone
run part.yaml -o half --set time.steps=10
sed -i 's/, 8\]/, 9]/g' openings.geojson
got=0
"$eagre" resume half --no-measure -q --device host:1 --set time.steps=20 2>err || got=$?
[ $got != 0 ] && grep -q 'mesh.boundaries is not the file that the run began with' err || fail "$(cat err)"

refused() { # CODE TEXT FEATURE...
    local code=$1 text=$2 got=0
    shift 2
    shapes shapes.geojson "$@"
    "$eagre" mesh area.geojson --cell 2 --quadrangles --boundaries shapes.geojson -o no.msh >out 2>&1 || got=$?
    [ $got = "$code" ] && grep -qF -- "$text" out || fail "$*: $got, not '$text': $(cat out)"
    [ ! -e no.msh ] || fail "$*: a file"
}
refused 4 "shape 1 'in' at (20, 15): no face of the mesh's edge is near" "$(feature in '' LineString '[[20, 15], [25, 15]]')"
refused 4 "shape 1 'in' at (7.1, 50.2): no face of the mesh's edge is near" "$(feature in '' Point '[7.1, 50.2]')"
refused 4 "shape 1 'in' at (5, 5): no face of the mesh's edge has its middle inside" "$(feature in '' Polygon '[[[5, 5], [6, 5], [6, 6], [5, 5]]]')"
refused 4 "shape 1 at (0, 0): has no attribute 'name'" "$(feature '' '' LineString '[[0, 0], [0, 30]]')"
refused 4 'its width is no number above 0' "$(feature in 0 Point '[0, 5]')"
refused 4 'its width is no number above 0' "$(feature in '"wide"' Point '[0, 5]')"
refused 4 "is named 'a' by shape 1 and 'b' by shape 2" "$(feature a '' LineString '[[0, 0], [0, 20]]')" "$(feature b '' LineString '[[0, 10], [0, 30]]')"
refused 4 "a name has no quotes" "$(feature 'a\"b' '' Point '[0, 5]')"
refused 4 'shapes.geojson: holds no shape'

command -v gmsh >/dev/null && command -v ogr2ogr >/dev/null || { echo 'no gmsh or ogr2ogr here'; exit 77; }
shapes shapes.geojson "$(feature in '' LineString '[[0, 0], [0, 30]]')" "$(feature out '' LineString '[[40, 4], [40, 16]]')"
ogr2ogr -f GPKG shapes.gpkg shapes.geojson -a_srs EPSG:32632
"$eagre" mesh area.geojson --cell 2 --boundaries shapes.gpkg -o triangles.msh >info
[ "$(faces in)" = 15 ] && [ "$(faces out)" -ge 5 ] && [ "$(faces out)" -le 7 ] || fail "$(cat info)"
