#!/bin/bash
# Entries of a case from files of points and lines: as if they were written out, to the last bit, whatever the format; they
# stay in the case of a checkpoint; what is wrong is refused with file and shape.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
printf 'x,y,name,q\n5,5,a,2 l/s\n10.2,5,b c,3 l/s\n12,3,K\xc3\xb6ln,1 l/s\n' >points.csv
cat >lines.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"name": "west", "crest": 0.4, "no": 7},
  "geometry": {"type": "LineString", "coordinates": [[8, -1, 0.4], [8, 11, 0.4]]}},
 {"type": "Feature", "properties": {"name": "east", "crest": "30 cm", "no": 8},
  "geometry": {"type": "MultiLineString", "coordinates": [[[15.1, -1, 0.3], [15.2, 5, 0.3], [15, 11, 0.3]]]}}]}
END
echo '{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [15.15, 4]}}' >breach.geojson
printf 'shape,x,y,z\n1,6,2,0.2\n1,9,2,0.1\n' >culvert.csv
cat >case.yaml <<'END'
title: shapes
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [40, 20], element: quadrangle}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {level: "x < 4 ? 1 : 0.1"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 20}
numerics: {precision: f64}
END
cat case.yaml - >files.yaml <<'END'
inflows: {in: {at: {points: points.csv}, discharge: {attribute: q}}}
structures:
  levees: {along: {lines: lines.geojson}, weir: {crest: {attribute: crest}}}
  pipe: {from: {lines: culvert.csv}, to: {lines: culvert.csv}, culvert: {inverts: {attribute: z}, diameter: 0.5, length: 3}}
output:
  picture: none
  fields: {steps: 1000000}
  gauges: {all: {points: points.csv}, town: [1, 1]}
  sections: {s: {lines: lines.geojson, name: no}}
END
cat case.yaml - >written.yaml <<'END'
inflows: {a: {at: [5, 5], discharge: 2 l/s}, b_c: {at: [10.2, 5], discharge: 3 l/s}, K_ln: {at: [12, 3], discharge: 1 l/s}}
structures:
  west: {along: [8, -1, 8, 11], weir: {crest: 0.4}}
  east: {along: [15.1, -1, 15.2, 5, 15, 11], weir: {crest: 0.3}}
  pipe: {from: [6, 2], to: [9, 2], culvert: {inverts: [0.2, 0.1], diameter: 0.5, length: 3}}
output:
  picture: none
  fields: {steps: 1000000}
  gauges: {a: [5, 5], b_c: [10.2, 5], K_ln: [12, 3], town: [1, 1]}
  sections: {7: [8, -1, 8, 11], 8: [15.1, -1, 15.2, 5, 15, 11]}
END
run() { # FOLDER CASE ARGUMENT...
    "$eagre" run "$2" -o "$1" -q --no-measure --device host:1 --force "${@:3}"
}
equal() { diff <(cd "$1" && cat gauges.csv balance.csv case.yaml) <(cd "$2" && cat gauges.csv balance.csv case.yaml) >diff || fail "$1, $2: $(head -5 diff)"; }
run written written.yaml
run files files.yaml
equal written files
# a crest at each point is the crest where they are alike, and else another one
weir='structures.levees.weir'
run heights files.yaml --set "$weir={crests: {attribute: z}}"
diff files/balance.csv heights/balance.csv >diff || fail "crests: $(head -4 diff)"
sed 's/5, 0.3\]/5, 0.15]/' lines.geojson >low.geojson
sed 's/lines.geojson/low.geojson/; s/steps: 20/steps: 100/' files.yaml >low.yaml
run low low.yaml --set "$weir={crests: {attribute: z}}"
run high low.yaml
last() { tail -1 "$1/balance.csv" | cut -d, -f"$(head -1 "$1/balance.csv" | tr , '\n' | grep -n "^$2\$" | cut -d: -f1)"; }
awk -v l="$(last low through_east_m3)" -v h="$(last high through_east_m3)" 'BEGIN { exit !(l < 1.1 * h && h < 0) }' ||
    fail "through a lower crest: $(last low through_east_m3), $(last high through_east_m3)"
# a crest that falls along its line is, face by face, that of as many weirs
sloping() { awk 'BEGIN { for (k = 0; k < 20; k++) printf "w%d: {along: [8, %g, 8, %g], weir: {crest: %.17g}}, ", k, k / 2, (k + 1) / 2,
    0.3 + (0.1 - 0.3) * (k / 2 + 0.25) / 10 }'; }
run many files.yaml --set time.steps=100 --set "structures={$(sloping)}"
run one files.yaml --set time.steps=100 --set 'structures={w: {along: [8, 0, 8, 10], weir: {crests: [0.3, 10 cm]}}}'
diff many/gauges.csv one/gauges.csv >diff || fail "a crest that falls: $(head -4 diff)"
# a breach where its point is, for the only one that the file has
run breach files.yaml --set "structures.levees={along: {lines: east.geojson}, weir: {crest: 0.3, breach: {at: {points: breach.geojson}, crest: 0, width: 2}}}" 2>err && fail 'no east.geojson'
grep -q 'east.geojson: cannot be opened' err || fail "$(cat err)"
sed '/west/,+1d' lines.geojson >east.geojson
run breach files.yaml --set "structures.levees={along: {lines: east.geojson}, weir: {crest: 0.3, breach: {at: {points: breach.geojson}, crest: 0, width: 2}}}"
grep -A8 '^  east:' breach/case.yaml | grep -q 'at: \[15.15, 4\]' || fail "$(cat breach/case.yaml)"
# a run goes on without the files
run half files.yaml --set time.steps=10
mkdir away && mv points.csv lines.geojson away
"$eagre" resume half --no-measure -q --device host:1 --set time.steps=20
mv away/* .
tail -n 1 half/balance.csv | diff - <(tail -n 1 files/balance.csv) || fail 'the run that went on is another'
# many
awk 'BEGIN { print "x,y"; for (i = 0; i < 10000; i++) printf "%g,%g\n", 0.1 + i % 100 * 0.198, 0.1 + int(i / 100) * 0.098 }' >many.csv
"$eagre" check case.yaml --no-measure --device host:1 --set 'output.gauges={g: {points: many.csv}}' >out || fail "$(cat out)"

refused() { # CODE TEXT SETTING
    local got=0
    "$eagre" check files.yaml --no-measure --device host:1 --set "$3" >out 2>&1 || got=$?
    [ $got = "$1" ] && grep -qF -- "$2" out || fail "$3: $got, not '$2': $(cat out)"
}
gauges() { refused "$1" "$2" "output.gauges={all: {$3}}"; }
gauges 4 "output.gauges.all: points.csv: shape 1 has no 'id'" 'points: points.csv, name: id'
gauges 4 'lines.geojson: feature 1: is a line; points are needed' 'points: lines.geojson'
gauges 4 'output.gauges.all.points: none.csv: cannot be opened' 'points: none.csv'
refused 4 'inflows.in.at.points: none.csv: cannot be opened' 'inflows={in: {at: {points: none.csv}, discharge: {attribute: q}}}'
gauges 3 "unknown key 'raster' in output.gauges.all" 'raster: none.csv'
printf 'x,y,name\n1,1,a b\n2,2,a-b\n3,3,a b\n' >twice.csv
gauges 4 "output.gauges.all: twice.csv: shape 3: output.gauges has another entry 'a_b'" 'points: twice.csv'
printf 'x,y,name\n1,1,a\n2,2,\n' >missing.csv
gauges 4 "output.gauges.all: missing.csv: shape 2 has no 'name'" 'points: missing.csv'
printf 'x,y,name\n7.1,50.2,a\n' >degrees.csv
printf 'x;y;name\n5,0;5,5;a\n' >comma.csv
gauges 4 'comma.csv: feature 1: row 1 has no number in x or y; numbers have a decimal point, not a comma' 'points: comma.csv'
gauges 3 "gauge 'a' at (7.1, 50.2) lies outside the mesh" 'points: degrees.csv'
echo '{"type": "FeatureCollection", "features": []}' >empty.json
gauges 4 'empty.json: holds no point' 'points: empty.json'
echo '{"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}' >multi.json
gauges 4 'multi.json: shape 1 has 2 points; an entry of the case needs one: split it' 'points: multi.json'
refused 3 "output.gauges has another entry 'a', from a file of shapes" 'output.gauges={z: {points: points.csv}, a: [1, 2]}'
refused 4 "structures.levees: lines.geojson: shape 1 has no attribute 'height'" "$weir={crest: {attribute: height}}"
refused 3 'structures.west.weir.crests has 1 elevations' "$weir={crests: [1]}"
refused 3 "needs exactly one of the keys crest, crests" "$weir={coefficient: 0.5}"
refused 4 'shape 1: the point (5, 5) has no elevation z' 'inflows={in: {at: {points: points.csv}, discharge: {attribute: z}}}'
sed 's/, 0.3\]/]/' lines.geojson >flat.geojson
refused 4 'structures.levees: flat.geojson: shape 2: the point (15.1, -1) has no elevation z' 'structures={levees: {along: {lines: flat.geojson}, weir: {crests: {attribute: z}}}}'
# a value of a shape is a number, and no formula
for text in 5-10 1/2 t 1,2; do
    printf '{"type": "Feature", "properties": {"q": "%s"}, "geometry": {"type": "Point", "coordinates": [5, 5]}}' $text >text.geojson
    refused 3 "inflows.in.discharge: '$text', an attribute of a shape, is no number, alone or with its unit" \
        'inflows={in: {at: {points: text.geojson}, discharge: {attribute: q}}}'
done
# a breach belongs to the levee of its name, and lies on it
breach() { # NAME X ...: points of breaches.geojson
    printf '{"type": "FeatureCollection", "features": [' >breaches.geojson
    for ((; $# > 1;)); do
        printf '{"type": "Feature", "properties": {"name": "%s"}, "geometry": {"type": "Point", "coordinates": [%s, 4]}}' "$1" "$2"
        shift 2
        [ $# = 0 ] || printf ,
    done >>breaches.geojson
    printf ']}' >>breaches.geojson
}
breached='structures={levees: {along: {lines: lines.geojson}, weir: {crest: 1, breach: {at: {points: breaches.geojson}, crest: 0, width: 1}}}}'
breach west 8
refused 4 "structures.levees: breaches.geojson: has no shape called 'east'" "$breached"
# one of several levees breaches
omitting=${breached/breaches.geojson\}/breaches.geojson, missing: omit\}}
run some files.yaml --set "$omitting"
grep -A8 '^  west:' some/case.yaml | grep -q 'at: \[8, 4\]' || fail "$(cat some/case.yaml)"
grep -A8 '^  east:' some/case.yaml | grep -q breach && fail "$(cat some/case.yaml)"
breach west 8 eats 15.15
refused 4 "breaches.geojson: shape 2, 'eats', has no shape of its name in" "$omitting"
printf 'x,y\n8,4\n' >nameless.csv
refused 4 "nameless.csv: shape 1 has no name, by which 'missing: omit' finds its shape in" "${omitting/breaches.geojson/nameless.csv}"
refused 3 "at.missing: expected error or omit, found 'some'" "${omitting/omit/some}"
breach west 8 east 15.15 west 8
refused 4 "structures.levees: breaches.geojson: has 2 shapes called 'west', and takes one" "$breached"
breach west 8.9 east 15.15
refused 3 'structures.west.weir.breach.at, (8.9, 4), lies 0.9 m from the line, which is 12 m long' "$breached"
refused 3 "unknown key 'nmae' in output.gauges.all" 'output.gauges={all: {points: points.csv, nmae: id}}'
refused 3 "unknown key 'lines' in output.gauges.all" 'output.gauges={all: {points: points.csv, lines: lines.geojson}}'
refused 3 'output.gauges.all.name: expected a text, found a list' 'output.gauges={all: {points: points.csv, name: [a]}}'
refused 3 'structures.x: ${nope} has no value' 'structures={x: {along: {lines: lines.geojson}, weir: {crest: 2 m, breach: {at: {points: "${nope}"}, crest: 1, width: 2}}}}'

# what a user may not have meant is said: features without a place, outlines in the place of lines, units that differ
said() { # TEXT: a warning of the last check
    grep -qF -- "$1" out || fail "not '$1': $(cat out)"
}
"$eagre" check files.yaml --no-measure --device host:1 >out 2>&1 || fail "$(cat out)"
said "the attribute 'crest' of shape 1 is in SI units, that of shape 2 in cm"
grep -q "the attribute 'q'" out && fail 'units that are alike'
cat >doubtful.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"NAME": "west"}, "geometry": {"type": "Polygon", "coordinates": [[[8, -1], [8, 11], [9, 11], [8, -1]]]}},
 {"type": "Feature", "properties": {"NAME": "none"}, "geometry": null}]}
END
"$eagre" check case.yaml --no-measure --device host:1 --set 'output.sections={s: {lines: doubtful.geojson}}' \
    --set 'terrain={wall: {lines: doubtful.geojson, raise: 1}}' >out 2>&1 || fail "$(cat out)"
said 'output.sections.s: doubtful.geojson: 1 feature without a geometry is left out; 1 polygon is taken as its outline'
said 'terrain.wall.lines: doubtful.geojson: 1 feature without a geometry is left out; 1 polygon is taken as its outline'
# the case of letters is no matter in names of attributes and columns, but where both are there
printf 'X,Y,Name,Q\n5,5,a,2 l/s\n10.2,5,b c,3 l/s\n12,3,K\xc3\xb6ln,1 l/s\n' >upper.csv
sed 's/"name"/"NAME"/; s/"crest"/"Crest"/' lines.geojson >upper.geojson
sed 's/points.csv/upper.csv/; s/lines.geojson/upper.geojson/' files.yaml >upper.yaml
run upper upper.yaml
equal written upper
echo '{"type": "Feature", "properties": {"NAME": "up", "name": "low"}, "geometry": {"type": "Point", "coordinates": [5, 5]}}' >both.geojson
run both case.yaml --set 'output.gauges={g: {points: both.geojson}}' --set output.picture=none
head -1 both/gauges.csv | grep -q low || fail "$(head -1 both/gauges.csv)"

command -v ogr2ogr >/dev/null || { echo 'no ogr2ogr here'; exit 77; }
ogr2ogr -f GPKG lines.gpkg lines.geojson -a_srs EPSG:32632 -nlt MULTILINESTRINGZ
sed 's/lines.geojson/lines.gpkg/' files.yaml >by-gdal.yaml
run by-gdal by-gdal.yaml
equal written by-gdal

# a projection that is not that of the rasters, or of other shapes, is refused by name; so are degrees
elsewhere() { # TEXT SETTING...: what check says, exit 4
    local got=0
    "$eagre" check case.yaml --no-measure --device host:1 "${@:2}" >out 2>&1 || got=$?
    [ $got = 4 ] && grep -qF -- "$1" out || fail "$got, not '$1': $(cat out)"
}
wkt() { gdalsrsinfo -o wkt_esri --single-line "$1" | tail -1; }
printf 'ncols 22\nnrows 12\nxllcorner -1\nyllcorner -1\ncellsize 1\n' >bed.asc
awk 'BEGIN { for (i = 0; i < 264; i++) print 0 }' >>bed.asc
wkt EPSG:32632 >bed.prj
bed='materials.all.elevation={raster: bed.asc}'
ogr2ogr -f GPKG other.gpkg lines.geojson -a_srs EPSG:32633 -nlt MULTILINESTRINGZ
ogr2ogr degrees.shp lines.geojson -a_srs EPSG:4326 -nlt MULTILINESTRINGZ
ogr2ogr -f GeoJSON here.geojson lines.geojson -a_srs EPSG:32632
ogr2ogr -f GeoJSON other.geojson lines.geojson -a_srs EPSG:32633
ogr2ogr -f GPKG high.gpkg lines.geojson -a_srs EPSG:32632+5773 -nlt MULTILINESTRINGZ
for file in here.geojson lines.gpkg lines.geojson high.gpkg; do
    "$eagre" check case.yaml --no-measure --device host:1 --set "$bed" --set "output.sections={s: {lines: $file}}" \
        --set "terrain={w: {lines: $file, raise: 1}}" >out 2>&1 || fail "$file: $(cat out)"
done
for file in other.gpkg other.geojson; do
    is="$file is in WGS 84 / UTM zone 33N, but"
    elsewhere "$is bed.asc in WGS 84 / UTM zone 32N; reproject it with ogr2ogr -t_srs" --set "$bed" --set "output.sections={s: {lines: $file}}"
    elsewhere "$is bed.asc in" --set "$bed" --set "terrain={w: {lines: $file, raise: 1}}"
    elsewhere "$is lines.gpkg in WGS 84 / UTM zone 32N" --set 'terrain={w: {lines: lines.gpkg, raise: 1}}' --set "output.sections={s: {lines: $file}}"
    "$eagre" mesh bed.asc --cell 1 --quadrangles --boundaries $file -o no.msh -q >out 2>&1 && fail "mesh: $file"
    said "$is bed.asc in"
done
elsewhere 'degrees.shp: its coordinates are in degrees (WGS 84), those of a mesh in metres; project it with ogr2ogr -t_srs EPSG:CODE' \
    --set 'output.sections={s: {lines: degrees.shp}}'
sed '1s/{/{"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}, /' lines.geojson >crs84.geojson
elsewhere 'crs84.geojson: its coordinates are in degrees (WGS 84)' --set 'output.sections={s: {lines: crs84.geojson}}'
# without GDAL codes of GeoJSON are compared alone
EAGRE_GDAL=none elsewhere 'other.geojson is in EPSG:32633, but here.geojson in EPSG:32632; reproject it with ogr2ogr -t_srs EPSG:32632' \
    --set 'terrain={w: {lines: here.geojson, raise: 1}}' --set 'output.sections={s: {lines: other.geojson}}'
EAGRE_GDAL=none "$eagre" check case.yaml --no-measure --device host:1 --set "$bed" --set 'output.sections={s: {lines: other.geojson}}' >out 2>&1 || fail "$(cat out)"
# a GeoPackage of shapes without a projection calls it undefined: none is known
ogr2ogr bare.shp lines.gpkg
rm bare.prj
ogr2ogr -f GPKG bare.gpkg bare.shp
"$eagre" check case.yaml --no-measure --device host:1 --set "$bed" --set 'output.sections={s: {lines: bare.gpkg}}' >out 2>&1 || fail "$(cat out)"
# a text such as "30 cm" is no number of a height
ogr2ogr -f GPKG text.gpkg lines.geojson -a_srs EPSG:32632 -nlt MULTILINESTRINGZ -sql 'SELECT name, "30 cm" AS height FROM lines' -dialect OGRSQL 2>/dev/null ||
    ogr2ogr -f GPKG text.gpkg lines.geojson -a_srs EPSG:32632 -nlt MULTILINESTRINGZ -sql "SELECT *, '30 cm' AS height FROM lines" -dialect SQLite
elsewhere "text.gpkg: feature 1: has no number 'height'" --set 'terrain={w: {lines: text.gpkg, raise: {attribute: height}}}'
