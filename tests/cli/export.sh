#!/bin/bash
# Fields as rasters and outlines: they have the snapshot's values, the squares and the projection of another raster, and GDAL
# reads them, where it is.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >case.yaml <<'END'
title: a flood
model: shallow-water
mesh: {box: {origin: [500000 m, 5000000 m], size: [40 m, 20 m], cells: [40, 20]}}
materials: {all: {elevation: "hypot(x - 500030, y - 5000010) < 4 ? 2 : 0", manning: 0.03}}
initial: {depth: "x < 500020 ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 12 s}
output: {fields: {every: 2 s}, maxima: {variables: [max_depth, max_hazard, hazard_class, arrival_time]}}
END
"$eagre" run case.yaml -o r -q --no-measure --device host:1
refused() { # CODE TEXT ARGUMENT...
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" export "$@" >out 2>&1 || got=$?
    [ $got = "$code" ] && grep -qF -- "$text" out || fail "export $*: $got, $(cat out)"
}

# rasters: of squares that halve the cells, the mean depth is the volume
[ "$("$eagre" export r --pixel 0.5 --time 2 -o depth.asc)" = depth.asc ] || fail 'no name'
awk 'NR > 6 { for (i = 1; i <= NF; i++) { s += $i; n++ } } END { printf "%.12g %d\n", s / n, n }' depth.asc >mean
[ "$(cut -d' ' -f2 mean)" = 3200 ] || fail "$(head -6 depth.asc)"
awk '{ exit !($1 > 0.4999999 && $1 < 0.5000001) }' mean || fail "mean depth $(cat mean), not 0.5"
"$eagre" export r/maxima.vtkhdf --variable hazard_class --pixel 2 -o class.asc >/dev/null
awk 'NR > 6 { for (i = 1; i <= NF; i++) { if ($i !~ /^[0-6]$/) exit 1; seen[$i] } } END { exit !(0 in seen && 4 in seen) }' class.asc ||
    fail "$(cat class.asc)"
"$eagre" info class.asc >/dev/null

# an outline: the island is a hole, and its area is that of the squares above
"$eagre" export r --variable depth --above 0.01 -o flood.geojson >/dev/null
python=$(command -v python3 || true)
if [ -n "$python" ]; then
    "$eagre" export r --pixel 0.25 -o fine.asc >/dev/null
    "$python" - <<'END' || fail 'the outline is not that of the raster'
import json
data = json.load(open('flood.geojson'))
feature, = data['features']
assert feature['properties']['variable'] == 'depth' and feature['properties']['time_s'] == 12, feature['properties']
polygons = feature['geometry']['coordinates']
assert any(len(p) > 1 for p in polygons), 'no hole'
area = 0
for polygon in polygons:
    for ring in polygon:
        assert ring[0] == ring[-1]
        area += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip([(x - 5e5, y - 5e6) for x, y in ring], [(x - 5e5, y - 5e6) for x, y in ring[1:]])) / 2
rows = [line.split() for line in open('fine.asc')][6:]
wet = sum(float(v) > 0.01 for row in rows for v in row) * 0.25**2
assert abs(area - feature['properties']['area_m2']) < 1e-6 and abs(area - wet) < 0.02 * area, (area, wet)
END
fi

# UGRID: all snapshots on their mesh, read as the format says by hand, and by ncdump
"$eagre" export r -o r.nc >/dev/null
"$eagre" export r --variable velocity --time 2 -o one.nc >/dev/null
"$eagre" export r --pixel 1 --time 4 -o four.asc >/dev/null
if [ -n "$python" ]; then
    "$python" - <<'END' || fail 'the netCDF file'
import struct
data = open('r.nc', 'rb').read()
at = 4
assert data[:4] == b'CDF\2'
def take(form):
    global at
    got = struct.unpack_from('>' + form, data, at)
    at += struct.calcsize('>' + form)
    return got if len(got) > 1 else got[0]
def name():
    global at
    n = take('i'); text = data[at:at + n].decode(); at += (n + 3) // 4 * 4
    return text
def attributes():
    global at
    tag, n = take('ii'); found = {}
    for _ in range(n):
        key = name(); kind, count = take('ii'); size = {2: 1, 4: 4, 5: 4}[kind]
        found[key] = data[at:at + count * size].decode() if kind == 2 else struct.unpack_from('>' + {4: 'i', 5: 'f'}[kind], data, at)[0]
        at += (count * size + 3) // 4 * 4
    return found
records = take('i'); tag, n = take('ii')
dimensions = [(name(), take('i')) for _ in range(n)]
whole = attributes(); tag, n = take('ii'); variables = {}
for _ in range(n):
    key = name(); rank = take('i'); of = [take('i') for _ in range(rank)]; about = attributes(); kind, size = take('iI')
    variables[key] = (of, about, kind, size, take('q'))
assert records == 7 and dict(dimensions)['mesh2d_nFaces'] == 1600 and 'UGRID-1.0' in whole['Conventions'], (records, dimensions, whole)
step = 8 + sum(v[3] for k, v in variables.items() if v[0][:1] == [3] and k != 'time')
times = [struct.unpack_from('>d', data, variables['time'][4] + i * step)[0] for i in range(records)]
assert times == [0, 2, 4, 6, 8, 10, 12] and len(data) == variables['time'][4] + records * step, times
x, y = [struct.unpack_from('>%dd' % dict(dimensions)['mesh2d_nNodes'], data, variables['mesh2d_node_' + k][4]) for k in 'xy']
faces = struct.unpack_from('>4800i', data, variables['mesh2d_face_nodes'][4])
depth = struct.unpack_from('>1600f', data, variables['mesh2d_depth'][4] + 2 * step)
assert variables['mesh2d_velocity_x'][1]['long_name'] == 'velocity, x-component' and variables['mesh2d_depth'][1]['units'] == 'm'
volume = 0
for c in range(1600):
    a, b, d = faces[3 * c:3 * c + 3]
    area = ((x[b] - x[a]) * (y[d] - y[a]) - (x[d] - x[a]) * (y[b] - y[a])) / 2
    assert area > 0
    volume += area * depth[c]
assert abs(volume - 400) < 1e-3, volume
END
fi
if command -v ncdump >/dev/null; then
    ncdump -k r.nc >kind
    grep -q '64-bit offset' kind || fail "$(cat kind)"
    ncdump -h one.nc >header
    grep -q 'time = UNLIMITED ; // (1 currently)' header && grep -q 'float mesh2d_velocity_y(time, mesh2d_nFaces)' header &&
        ! grep -q depth header || fail "$(cat header)"
    ncdump -v time r.nc | grep -q 'time = 0, 2, 4, 6, 8, 10, 12 ;' || fail 'times of ncdump'
fi

# what is refused
refused 2 '-o names the file' r --pixel 1
refused 2 'the extension selects the format' r --pixel 1 -o x.png
refused 2 'a raster needs --pixel SIZE' r -o x.asc
refused 2 '--pixel is -1 m; it has to be above 0' r --pixel=-1 -o x.asc
refused 2 'an outline needs --above' r -o x.geojson
refused 2 "has no field 'dept'; it has depth, elevation, level, velocity; did you mean 'depth'?" r --variable dept --pixel 1 -o x.asc
refused 4 'cannot be' nothing --pixel 1 -o x.asc
EAGRE_GDAL=none refused 4 'x.tif: this needs GDAL, which is not installed' r --pixel 1 -o x.tif
[ ! -e x.asc ] && [ ! -e x.tif ] || fail 'a file of what was refused'

command -v gdalinfo >/dev/null || { echo 'no gdalinfo here'; exit 77; }
# a GeoTIFF with the squares and the projection of another one, cloud-optimised
gdal_translate -q -a_srs EPSG:32632 class.asc like.tif
"$eagre" export r --time 2 --like like.tif -o depth.tif >/dev/null
gdalinfo depth.tif >info
grep -q 'LAYOUT=COG' info || gdalinfo --version | grep -q 'GDAL 3.0' || fail "$(cat info)"
grep -q 'WGS 84 / UTM zone 32N' info && grep -q 'Size is 20, 10' info && grep -q 'NoData Value=-9999' info || fail "$(cat info)"
"$eagre" export r --time 2 --like like.tif -o coarse.asc >/dev/null
grep -q UTM coarse.prj || fail 'no projection beside the grid'
gdal_translate -q -of AAIGrid depth.tif back.asc
awk 'NR == FNR { if (FNR > 6) a[FNR] = $0; next } FNR > 6 { n = split(a[FNR], b, " "); split($0, c, " ")
    for (i = 1; i <= n; i++) if ((d = b[i] - c[i]) * d > 1e-12) exit 1 }' <(grep -v NODATA coarse.asc | sed '1i\#') <(grep -vi nodata back.asc | sed '1i\#') ||
    fail 'the GeoTIFF has other values'
"$eagre" export r --variable depth --above 0.01 --like like.tif -o utm.geojson >/dev/null
ogrinfo -al -so utm.geojson >info
grep -q 'WGS 84 / UTM zone 32N' info && grep -q 'Feature Count: 1' info || fail "$(cat info)"
cmp <(grep -v '"crs"' utm.geojson) flood.geojson

# the projection of the case's rasters goes into what is exported, without --like; where there is none a warning says so
cat >projected.yaml <<'CASE'
title: a projected case
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [4, 2], element: quadrangle}}
materials: {all: {elevation: {raster: bed.tif, nodata: nearest}}}
initial: {depth: 1}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.1 s}
CASE
printf 'ncols 20\nnrows 10\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n' >bed.asc
for i in $(seq 10); do echo 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0; done >>bed.asc
gdal_translate -q -a_srs EPSG:32632 bed.asc bed.tif
"$eagre" run projected.yaml -o p -q --no-measure
"$eagre" export p --variable depth --above 0.01 -o p.geojson >/dev/null 2>said
"$eagre" export p/fields/fields-000000.vtkhdf --variable depth --pixel 1 -o p.tif >/dev/null 2>>said
"$eagre" export p -o p.nc >/dev/null 2>>said
[ ! -s said ] || fail "$(cat said)"
ogrinfo -al -so p.geojson | grep -q 'WGS 84 / UTM zone 32N' || fail "$(ogrinfo -al -so p.geojson)"
gdalinfo p.tif | grep -q 'WGS 84 / UTM zone 32N' || fail "$(gdalinfo p.tif)"
if command -v ncdump >/dev/null; then
    ncdump -h p.nc >header
    grep -q 'projected_coordinate_system:crs_wkt = .*UTM zone 32N' header &&
        grep -q 'projected_coordinate_system:wkt = .*UTM zone 32N' header && # the attribute and the name that MDAL reads
        grep -q 'mesh2d_node_x:grid_mapping = "projected_coordinate_system"' header &&
        grep -q 'mesh2d_depth:grid_mapping' header || fail "$(cat header)"
fi
# that of the run itself: another run in whose folder it stands has another one, or a damaged summary
cp -r r p/within
rm -f p/within/summary.json
"$eagre" export p/within --variable depth --above 0.01 -o within.geojson >/dev/null 2>said
grep -q 'within.geojson: no projection is known' said || fail "of the other run: $(cat said)"
cp -r r beside
echo '{' >p/summary.json
cp -r beside p/whole
"$eagre" export p/whole --variable depth --above 0.01 -o whole.geojson >/dev/null 2>said || fail "beside a damaged summary: $(cat said)"
"$eagre" export r --variable depth --above 0.01 -o plain.geojson >/dev/null 2>said
grep -q 'plain.geojson: no projection is known' said || fail "$(cat said)"
