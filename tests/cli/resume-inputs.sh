#!/bin/bash
# A run goes on with the files that it began with: those that its case names, and those that are read beside them.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
# resume CODE TEXT FOLDER
resume() {
    local got=0
    "$eagre" resume "$3" -q --no-measure --device host:1 >out 2>&1 </dev/null || got=$?
    [ "$got" = "$1" ] || fail "resume $3: exit code $got, not $1: $(cat out)"
    [ -z "$2" ] || grep -qF -- "$2" out || fail "resume $3: no '$2' in: $(cat out)"
}
# changed FOLDER KEY FILE: with another file, without it and with it again
changed() {
    cp -p "$3" kept
    printf 'x' | dd of="$3" bs=1 seek=$(($(stat -c %s kept) - 2)) conv=notrunc status=none
    ! cmp -s "$3" kept || fail "$3 is as it was"
    resume 9 "$2: what is read with it is not the file that the run began with" "$1"
    grep -qF "$3" out || fail "$3 is not named: $(cat out)"
    rm "$3"
    resume 9 "$2: what is read with it is not the file that the run began with" "$1"
    cp -p kept "$3"
    resume 0 '' "$1"
}

# ---- time functions that a table of sources names, in another folder; several rows name one
cat >quake.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 m, 2 m], cells: [8, 4]}}
materials: {all: {density: 1, vp: 2}}
sources: {table: sources.csv}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: free-surface}
time: {steps: 4}
numerics: {order: 2}
output: {picture: none}
CASE
mkdir -p rates
printf 'time,value\n0,0\n0.25,1\n0.5,0\n' >rates/a.csv
printf 'name,x,y,explosion,series\np,1.3,1.1,1,rates/a.csv\nq,2.3,1.1,1,rates/a.csv\n' >sources.csv
"$eagre" run quake.yaml -o quake -q --no-measure --device host:1
changed quake sources.table rates/a.csv
# from another folder, too
(mkdir -p away && cd away && "$eagre" resume ../quake -q --no-measure --device host:1) || fail "from another folder"

# ---- the projection of an ASCII grid
cat >flood.yaml <<'CASE'
model: shallow-water
mesh: {box: {origin: [500000 m, 5000000 m], size: [20 m, 10 m], cells: [8, 4]}}
materials: {all: {elevation: {raster: BED}}}
initial: {level: 1 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 3}
output: {picture: none}
CASE
{
    printf 'ncols 9\nnrows 6\nxllcorner 499995\nyllcorner 4999995\ncellsize 5\n'
    for row in 1 2 3 4 5 6; do echo 0 1 0 2 0 "0.$row" 0 1 0; done
} >bed.asc
sed 's/BED/bed.asc/' flood.yaml >text.yaml
"$eagre" run text.yaml -o text -q --no-measure --device host:1
echo 'LOCAL_CS["here"]' >bed.prj
resume 9 'materials.all.elevation.raster: ' text
grep -q 'bed.prj is read with this file, and was not there when the run began; remove it, or start a new run' out || fail "$(cat out)"
rm bed.prj
resume 0 '' text

# ---- what GDAL reads beside a GeoTIFF, a shapefile and a GeoPackage
command -v ogr2ogr >/dev/null || exit 0
gdal_translate -q -co TFW=YES -co PROFILE=BASELINE bed.asc bed.tif
rm -f bed.tif.aux.xml
sed 's/BED/bed.tif/' flood.yaml >tiff.yaml
"$eagre" run tiff.yaml -o tiff -q --no-measure --device host:1
changed tiff materials.all.elevation.raster bed.tfw
cat >bed.tif.aux.xml <<'XML'
<PAMDataset><PAMRasterBand band="1"><Offset>1</Offset><Scale>2</Scale></PAMRasterBand></PAMDataset>
XML
resume 9 'bed.tif.aux.xml is read with this file, and was not there when the run began' tiff
rm bed.tif.aux.xml
cat >houses.geojson <<'JSON'
{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"height": 2.5}, "geometry": {"type": "Polygon",
"coordinates": [[[500006, 5000002], [500010, 5000002], [500010, 5000008], [500006, 5000008], [500006, 5000002]]]}}]}
JSON
for format in shp gpkg fgb; do
    ogr2ogr houses.$format houses.geojson -a_srs EPSG:32632
    { cat text.yaml; echo "terrain: {houses: {polygons: houses.$format, raise: {attribute: height}}}"; } >$format.yaml
    "$eagre" run $format.yaml -o $format -q --no-measure --device host:1
    resume 0 '' $format
done
hash_of() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
[ "$(hash_of shp)" = "$(hash_of gpkg)" ] && [ "$(hash_of shp)" = "$(hash_of fgb)" ] || fail "formats differ"
changed shp terrain.houses.polygons houses.dbf
# a journal of SQLite would be merged into the file by who reads it
cp houses.gpkg kept
echo changes >houses.gpkg-wal
resume 4 'houses.gpkg: changes of it are still in ' gpkg
cmp houses.gpkg kept
: >houses.gpkg-wal
"$eagre" check gpkg.yaml --no-measure >out 2>&1 || fail "an empty journal: $(cat out)"

# ---- no file leads GDAL to another file or host, whatever its name
cat >vrt <<XML
<OGRVRTDataSource><OGRVRTLayer name="houses"><SrcDataSource>$PWD/houses.geojson</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>
XML
for format in shp gpkg fgb tab dat; do
    cp vrt led.$format
    { cat text.yaml; echo "terrain: {houses: {polygons: led.$format, raise: 1 m}}"; } >led.yaml
    got=0
    "$eagre" check led.yaml --no-measure >out 2>&1 || got=$?
    [ $got = 4 ] && grep -q 'formats are shapefile, GeoPackage' out || fail "led.$format: $got: $(cat out)"
done
