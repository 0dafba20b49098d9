#!/bin/bash
# Houses, roads, walls and levees: shapes change bed and roughness of the cells that they cover, in the order of the case, as
# expressions would; whatever the format; and what is wrong is refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >case.yaml <<'END'
title: shapes
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [40, 20]}}
materials: {all: {elevation: ELEVATION, manning: MANNING}}
initial: {level: "x < 4 ? 1 : -1"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 20}
output: {picture: none, fields: {steps: 1000000}}
END
hash_of() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
run() { # FOLDER ELEVATION MANNING [TERRAIN]
    sed "s/ELEVATION/$2/; s/MANNING/$3/" case.yaml >"$1.yaml"
    [ -z "${4:-}" ] || echo "terrain: {$4}" >>"$1.yaml"
    "$eagre" run "$1.yaml" -o "$1" -q --no-measure --device host:1
}
equal() { [ -n "$(hash_of "$1")" ] && [ "$(hash_of "$1")" = "$(hash_of "$2")" ] || fail "$1: $(hash_of "$1"), $2: $(hash_of "$2")"; }

# two houses, one with a yard, of heights that they have themselves; a road over all of them; a levee whose crest falls
cat >houses.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"height": 2.5, "name": "a"}, "geometry": {"type": "Polygon", "coordinates":
  [[[6, 2], [10, 2], [10, 8], [6, 8], [6, 2]], [[7, 4], [7, 6], [9, 6], [9, 4], [7, 4]]]}},
 {"type": "Feature", "properties": {"height": 4}, "geometry": {"type": "MultiPolygon", "coordinates":
  [[[[12, 1], [13, 1], [13, 3], [12, 3], [12, 1]]], [[[12, 7], [13, 7], [13, 9], [12, 9], [12, 7]]]]}},
 {"type": "Feature", "properties": {}, "geometry": null}]}
END
printf 'x,y\n0,4.5\n20,4.5\n20,5.5\n0,5.5\n' >road.csv
printf 'x,y,z\n15.25,-1,1.5\n15.25,11,1.5\n' >levee.csv
a='x > 6 \&\& x < 10 \&\& y > 2 \&\& y < 8 \&\& !(x > 7 \&\& x < 9 \&\& y > 4 \&\& y < 6)'
b='x > 12 \&\& x < 13 \&\& (y > 1 \&\& y < 3 || y > 7 \&\& y < 9)'
run expression "\"($a) ? 2.5 : ($b) ? 4 : x > 15 \&\& x < 15.5 ? 1.5 : 0\"" '"y > 4.5 \&\& y < 5.5 ? 0.015 : 0.05"'
shapes='houses: {polygons: houses.geojson, raise: {attribute: height}}, road: {polygons: road.csv, manning: 0.015}, levee: {lines: levee.csv, crest: {attribute: z}}'
run shapes 0 0.05 "$shapes"
equal expression shapes
"$eagre" verify shapes >/dev/null
# a width; the last one has its way; a crest below the bed changes nothing
run wide 0 0.05 'wall: {lines: levee.csv, width: 2 m, elevation: 3}, low: {lines: levee.csv, width: 2 m, crest: 1}, last: {lines: levee.csv, elevation: 2}'
run wide-expression '"abs(x - 15.25) <= 1 ? (x > 15 \&\& x < 15.5 ? 2 : 3) : 0"' 0.05
equal wide wide-expression
if command -v mpirun >/dev/null && grep -q EAGRE_MPI=1 "$EAGRE_BUILD/build.ninja"; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
    mpirun -q --oversubscribe -n 2 "$eagre" run shapes.yaml -o ranks -q --no-measure --device host:1 </dev/null
    equal shapes ranks
fi

# Blocked cells: a channel whose upper part they fill is the channel without that part; nothing goes in, no rain falls there; the
# same bits on other devices and ranks
printf 'x,y\n-1,7.5\n21,7.5\n21,11\n-1,11\n' >upper.csv
channel() { # FOLDER WIDTH CELLS BLOCK ORDER
    cat >channel.yaml <<END
title: a channel
model: shallow-water
mesh: {box: {size: [20 m, $2 m], cells: [40, $3]}}
materials: {all: {elevation: "y > 7.5 ? 3 : 0.1 * sin(x)", manning: 0.03, rain: 0.1 m/h, infiltration: 10 mm/h}}
$4
initial: {level: "x < 4 ? 5 : -1"}
boundaries: {left: {discharge: 2 m3/s}, right: outflow, bottom: wall, top: wall}
time: {end: 3 s}
numerics: {order: $5}
output: {picture: none, fields: {steps: 1000000}, sections: {across: [15 m, -1 m, 15 m, 20 m]}, gauges: {a: [8.1 m, 2.3 m], b: [5.2 m, 7.3 m]}}
limits: {mass_error: 1e-13}
END
    "$eagre" run channel.yaml -o "$1" -q --no-measure --device "${6:-host:1}"
}
rounded() { sed '1d; s/[^,]*$//' "$1" | awk -F, '{ for (i = 1; i < NF; i++) printf "%.10g ", $i; print "" }'; }
block='terrain: {upper: {polygons: upper.csv, block: true}}'
for order in 1 2; do
    channel whole-$order 7.5 15 '' $order
    channel part-$order 10 20 "$block" $order
    [ "$(rounded whole-$order/gauges.csv)" = "$(rounded part-$order/gauges.csv)" ] || fail "order $order: $(diff whole-$order/gauges.csv part-$order/gauges.csv)"
    cut -d, -f3 <(tail -1 part-$order/balance.csv) | grep -q '^0$' || fail "clipped: $(tail -1 part-$order/balance.csv)"
    [ $order = 1 ] || ! "$eagre" devices | grep -q opencl:0.0 || channel other-$order 10 20 "$block" $order opencl:0.0
    [ ! -d other-$order ] || equal part-$order other-$order
done
if [ -d ranks ]; then
    mpirun -q --oversubscribe -n 3 "$eagre" run channel.yaml -o ranks-blocked -q --no-measure --device host:1 </dev/null
    equal part-2 ranks-blocked
fi

refused() { # CODE TEXT TERRAIN
    local got=0
    sed 's/ELEVATION/0/; s/MANNING/0.05/' case.yaml >bad.yaml
    echo "terrain: {a: {$3}}" >>bad.yaml
    "$eagre" check bad.yaml >out 2>&1 || got=$?
    [ $got = "$1" ] && grep -qF -- "$2" out || fail "$3: $got, not '$2': $(cat out)"
}
refused 3 'terrain.a' 'polygons: road.csv'
refused 3 'terrain.a' 'polygons: road.csv, lines: levee.csv, raise: 1'
refused 4 'none.geojson: cannot be opened' 'polygons: none.geojson, raise: 1'
refused 4 "houses.geojson: feature 1: has no number 'name'" 'polygons: houses.geojson, raise: {attribute: name}'
refused 4 'road.csv: a point at (0, 4.5) has no height z' 'lines: road.csv, crest: {attribute: z}'
refused 3 'terrain.a.manning is 30 s/m^(1/3) in one of its shapes' 'polygons: road.csv, manning: 30'
printf 'x,y\n100,100\n110,100\n110,110\n' >far.csv
refused 3 'terrain.a covers no cell of the mesh; are its coordinates metres' 'polygons: far.csv, raise: 1'
sed -i '$a inflows: {spring: {at: [3 m, 5 m], discharge: 1}}' case.yaml
refused 3 'inflows.spring.at, (3, 5), lies in a cell that the terrain blocks; move it to a free cell' 'polygons: road.csv, block: true'
sed -i '$d' case.yaml
printf 'x,y\n1,1\n2,2\n' >short.csv
refused 4 'short.csv: feature 1: a ring needs 3 points or more, and has 2' 'polygons: short.csv, raise: 1'
printf 'east,north\n1,1\n2,2\n' >names.csv
refused 4 'names.csv: has no columns x and y' 'lines: names.csv, raise: 1'
echo '{"type": "Point", "coordinates": [1, 2]}' >point.json
refused 4 'point.json: feature 1: is a point; lines are needed' 'lines: point.json, raise: 1'
echo '{"type": "LineString", "coordinates": [[1, 2], [3, 4]]}' >line.json
refused 4 'line.json: feature 1: is a line; polygons are needed' 'polygons: line.json, raise: 1'
echo '{"type": "Feature", ' >cut.json
refused 4 'cut.json:2: ' 'lines: cut.json, raise: 1'
echo '{"type": "FeatureCollection", "features": []}' >empty.json
refused 4 'empty.json: holds no line' 'lines: empty.json, raise: 1'
echo x >any.gpkg
EAGRE_GDAL=none refused 4 'any.gpkg: this needs GDAL, which is not installed' 'lines: any.gpkg, raise: 1'

command -v ogr2ogr >/dev/null || { echo 'no ogr2ogr here'; exit 77; }
refused 4 'any.gpkg: GDAL cannot read it: ' 'lines: any.gpkg, raise: 1'
ogr2ogr -f GPKG houses.gpkg houses.geojson -a_srs EPSG:32632 -nlt MULTIPOLYGON
ogr2ogr houses.shp houses.geojson -a_srs EPSG:32632 -where 'height > 0'
for file in houses.gpkg houses.shp; do
    run by-gdal 0 0.05 "${shapes/houses.geojson/$file}"
    equal expression by-gdal
    rm -rf by-gdal
done
