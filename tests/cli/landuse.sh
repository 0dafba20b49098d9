#!/bin/bash
# The ground from fine rasters: the mean and the lowest of the pixels of a cell. Classes of land use: a raster or polygons with a table of Manning's n and losses are what expressions say; what is wrong is
# refused with file and class.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >case.yaml <<'END'
title: land use
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [40, 20], element: quadrangle}}
materials: {all: {elevation: 0, manning: MANNING, rain: 30 mm/h, infiltration: LOSSES}}
initial: {level: "x < 4 ? 1 : 0.1"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 20}
output: {picture: none, fields: {steps: 1000000}}
END
# pixels of 5 m: 3 | 7 | 3 | 12 over 3 | 3 | 7 | 12
printf 'ncols 4\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 5\nNODATA_value -1\n3 7 3 12\n3 3 7 12\n' >landuse.asc
printf 'class;manning;infiltration (mm/h)\n3;0.03;5\n07;0.1;10\n12.0;0.015;0\nwood;0.1;3\nroad;0.015;0\n' >landuse.csv
hash_of() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
run() { # FOLDER MANNING LOSSES [TERRAIN]
    sed "s#MANNING#$2#; s#LOSSES#$3#" case.yaml >"$1.yaml"
    [ -z "${4:-}" ] || echo "terrain: {$4}" >>"$1.yaml"
    "$eagre" run "$1.yaml" -o "$1" -q --no-measure --device host:1
}
equal() { [ -n "$(hash_of "$1")" ] && [ "$(hash_of "$1")" = "$(hash_of "$2")" ] || fail "$1: $(hash_of "$1"), $2: $(hash_of "$2")"; }
seven='(x > 5 \&\& x < 10 \&\& y > 5 || x > 10 \&\& x < 15 \&\& y < 5)'
run expression "\"x > 15 ? 0.015 : $seven ? 0.1 : 0.03\"" "\"x > 15 ? 0 : $seven ? 10 / 3.6e6 : 5 / 3.6e6\""
run classes '{raster: landuse.asc, classes: landuse.csv}' '{raster: landuse.asc, classes: landuse.csv}'
equal expression classes
# and the run goes on from a checkpoint
sed 's/^time: .*/time: {steps: 12}\ncheckpoint: {steps: 5}/' classes.yaml >part.yaml
"$eagre" run part.yaml -o part -q --no-measure --device host:1
"$eagre" resume part --no-measure -q --set time.steps=20
equal classes part
cat >landuse.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"use": "wood"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [5, 0], [5, 10], [0, 10], [0, 0]]]}},
 {"type": "Feature", "properties": {"use": "road"}, "geometry": {"type": "Polygon", "coordinates": [[[5, 4], [20, 4], [20, 5], [5, 5], [5, 4]]]}},
 {"type": "Feature", "properties": {"use": 3}, "geometry": {"type": "Polygon", "coordinates": [[[10, 6], [11, 6], [11, 7], [10, 7], [10, 6]]]}}]}
END
run polygons 0.05 0 'use: {polygons: landuse.geojson, manning: {attribute: use, classes: landuse.csv}}'
run by-expression '"x < 5 ? 0.1 : y > 4 \&\& y < 5 ? 0.015 : x > 10 \&\& x < 11 \&\& y > 6 \&\& y < 7 ? 0.03 : 0.05"' 0
equal by-expression polygons

# four pixels a cell, of 0, 0.25, 0.5 and 0.75 m
awk 'BEGIN { print "ncols 80\nnrows 40\nxllcorner 0\nyllcorner 0\ncellsize 0.25\nNODATA_value -9"
    for (j = 39; j >= 0; j--) { for (i = 0; i < 80; i++) printf "%g ", (i % 2 + 2 * (j % 2)) / 4; print "" } }' >fine.asc
ground() { # FOLDER ELEVATION
    sed "s#elevation: 0#elevation: $2#; s#MANNING#0.03#; s#LOSSES#0#; s#level: .*}#depth: \"x < 4 ? 1 : 0.1\"}#" case.yaml >"$1.yaml"
    "$eagre" run "$1.yaml" -o "$1" -q --no-measure --device host:1
}
for choice in 'mean 0.375' 'lowest 0' 'centroid 0.375'; do
    ground by-raster-${choice% *} "{raster: fine.asc, sample: ${choice% *}}"
    ground by-number-${choice% *} "${choice#* }"
    equal by-raster-${choice% *} by-number-${choice% *}
done
# cells between the pixels keep the value at their centroids
printf 'ncols 2\nnrows 1\nxllcorner -15.1\nyllcorner -10\ncellsize 30\n0 3\n' >coarse.asc
ground by-coarse '{raster: coarse.asc, sample: mean}'
ground by-centroid '{raster: coarse.asc}'
equal by-coarse by-centroid

refused() { # CODE TEXT MANNING [TERRAIN]
    local got=0
    sed "s#MANNING#$3#; s#LOSSES#0#" case.yaml >bad.yaml
    [ -z "${4:-}" ] || echo "terrain: {$4}" >>bad.yaml
    "$eagre" check bad.yaml --no-measure --device host:1 >out 2>&1 || got=$?
    [ $got = "$1" ] && grep -qF -- "$2" out || fail "$3: $got, not '$2': $(cat out)"
}
table() { printf "$1" >table.csv; }
classes='{raster: landuse.asc, classes: table.csv}'
table 'class,manning\n3,0.03\n7,0.1\n'
refused 4 'landuse.asc: has the class 12 at (17.5, 2.5), and table.csv does not' "$classes"
table 'class,manning\n3,0.03\n3.0,0.1\n'
refused 4 "table.csv: the class '3' is there twice" "$classes"
table 'class,n\n3,0.03\n'
refused 4 "table.csv" "$classes"
table 'class,manning\n3,rough\n'
refused 4 "table.csv:2: column 'manning', 'rough'" "$classes"
refused 3 'materials.all.manning.classes' '{raster: landuse.asc, classes: landuse.csv, scale: 2}'
table 'class,manning\nwood,0.03\n'
refused 4 "landuse.geojson: shape 2 has the use 'road', which table.csv does not have" 0 'use: {polygons: landuse.geojson, manning: {attribute: use, classes: table.csv}}'
table 'class,manning\nwood,30\nroad,1\n3,1\n'
refused 3 'terrain.use.manning is 30 s/m^(1/3)' 0 'use: {polygons: landuse.geojson, manning: {attribute: use, classes: table.csv}}'
