#!/bin/bash
# Snapshots by time, of which there must be one near; and what `info` says of netCDF files of which a case would have to choose a
# variable: of eagre's own meshes with fields, and of wind.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >pond.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [4 m, 2 m], cells: [4, 2]}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 2 ? 1 : 0.5"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 4 s}
output: {fields: {every: 2 s}, picture: none}
CASE
"$eagre" run pond.yaml -q --no-measure --device host:1 -o pond
for time in -1 0 2.9 '5 s'; do # half of the interval of 2 s lies before the first one and behind the last one
    "$eagre" export pond --time "$time" --above 0.1 -o out.geojson >out 2>&1 || fail "$time: $(cat out)"
done
for time in -1.1 5.1 '1 h'; do
    code=0
    "$eagre" export pond --time "$time" --above 0.1 -o out.geojson >out 2>&1 || code=$?
    [ $code = 2 ] && grep -q 'pond: has no snapshot near t = .* s; it has 0 s to 4 s' out || fail "$time: exit $code: $(cat out)"
    code=0
    "$eagre" picture pond --time "$time" -o out.png >out 2>&1 || code=$?
    [ $code = 2 ] && grep -q 'it has 0 s to 4 s' out || fail "picture $time: exit $code: $(cat out)"
done
"$eagre" export pond -o pond.nc >out 2>&1
"$eagre" info pond.nc >out
grep -q '^pond.nc: a netCDF file, variables mesh2d_node_x (15); .*mesh2d_face_nodes (16 x 3); .*mesh2d_depth (3 x 16)' out || fail "$(cat out)"
"$eagre" info --json pond.nc | grep -q '"kind": "netcdf", "variables": "mesh2d_node_x (15); ' || fail "$("$eagre" info --json pond.nc)"
command -v ncgen >/dev/null || exit 0
cat >wind.cdl <<'CDL'
netcdf wind {
dimensions: time = 2 ; y = 3 ; x = 4 ;
variables:
  double time(time) ; time:units = "hours since 2021-07-14 00:00:00" ;
  double y(y) ; y:units = "m" ;
  double x(x) ; x:units = "m" ;
  float u10(time, y, x) ; u10:units = "m s-1" ;
  float v10(time, y, x) ; v10:units = "m s-1" ;
data: time = 0, 1 ; y = 0, 1, 2 ; x = 0, 1, 2, 3 ;
}
CDL
ncgen -k netCDF-4 -o wind.nc wind.cdl
"$eagre" info wind.nc >out
grep -q 'u10 (2 x 3 x 4) m s-1; v10 (2 x 3 x 4) m s-1' out || fail "$(cat out)"
