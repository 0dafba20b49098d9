#!/bin/bash
# Wind and pressure of the air of tables and netCDF files: bits on devices and lanes, in single precision, and from a
# checkpoint between two moments; a steady file is as a steady wind; and what is refused. Needs ncgen (package netcdf-bin).
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
command -v ncgen >/dev/null || { echo "skipped: no ncgen, which makes the files"; exit 77; }

cat >weather.cdl <<'CDL'
netcdf weather {
dimensions: time = 3 ; y = 2 ; x = 3 ;
variables:
  double time(time) ; time:units = "minutes since 2021-07-14 04:00:00" ;
  double y(y) ; y:units = "km" ; double x(x) ; x:units = "km" ;
  float u10(time, y, x) ; u10:units = "m s-1" ; float v10(time, y, x) ; v10:units = "m s-1" ;
  float msl(time, y, x) ; msl:units = "hPa" ;
data:
 time = 0, 10, 25 ; y = 15, 5 ; x = 0, 10, 20 ;
 u10 = 0,5,10,0,5,10, 20,20,20,15,15,15, 1,2,3,4,5,6 ;
 v10 = 9,8,7,6,5,4, -20,0,20,-15,0,15, 0,0,0,0,0,0 ;
 msl = 1000,1005,1010,1000,1005,1010, 980,985,1000,985,990,1005, 1013,1013,1013,1013,1013,1013 ;
}
CDL
ncgen -k netCDF-4 -o weather.nc weather.cdl
cat >case.yaml <<'CASE'
title: a bay in a storm
model: shallow-water
mesh: {box: {size: [20 km, 20 km], cells: [20, 20], element: triangle}}
materials: {all: {elevation: "-10 + 12 * exp(-((x - 1e4)^2 + (y - 1e4)^2) / 1e7)", manning: 0.03}}
initial: {level: 0 m}
boundaries: {left: wall, right: {level: 0 m}, bottom: {radiate: 0 m}, top: wall}
physics:
  wind: {netcdf: weather.nc, drag: large-pond}
  pressure: {netcdf: weather.nc, variable: msl}
  coriolis: {latitude: 54 deg}
time: {start: 2021-07-14T06:00:00+02:00, end: 20 min}
output: {fields: {every: 20 min}, record: {every: 5 min}}
CASE
for form in '' '--precision f32' '--set numerics.order=2'; do
    "$eagre" run case.yaml -q --no-measure -o one --force --device host:1 $form
    hash=$(grep state_hash one/summary.json)
    for device in 'host:2 --lanes 4' $("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1); do
        "$eagre" run case.yaml -q --no-measure -o other --force --device $device $form
        [ "$(grep state_hash other/summary.json)" = "$hash" ] || fail "other bits on $device $form"
    done
done
"$eagre" run case.yaml -q --no-measure -o on --set checkpoint.steps=6 --set checkpoint.keep=100
hash=$(grep state_hash on/summary.json)
[ "$(ls on/checkpoints | wc -l)" -ge 5 ] || fail "checkpoints: $(ls on/checkpoints)"
ls -d on/checkpoints/* | sort | tail -n +4 | xargs rm -rf
"$eagre" resume on --no-measure -q
[ "$(grep state_hash on/summary.json)" = "$hash" ] || fail 'other bits from a checkpoint'

# A wind of a table that does not change is a steady wind, whose blocks step as well.
printf 'time (min),speed,from\n0,20,270\n10,20,270\n30,20,270\n' >wind.csv
cat >steady.yaml <<'CASE'
title: a lake
model: shallow-water
mesh: {box: {size: [2 km, 1 km], cells: [40, 10]}}
materials: {all: {elevation: "-3 + 5 * (x / 2000)^2", manning: 0.03}}
initial: {level: 0 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
physics: {wind: {speed: 20 m/s, from: 270 deg}}
time: {end: 20 min}
output: {record: {every: 1 min}}
limits: {mass_error: 1e-13}
CASE
run steady.yaml --set output.record.every=10min
volume=$(value run/balance.csv volume_m3 last)
run steady.yaml --set 'physics.wind={csv: wind.csv}' --set output.record.every=10min
[ "$(value run/balance.csv volume_m3 last)" = "$volume" ] || fail 'a table that does not change is another wind'

refuse() { # TEXT CASE ARGUMENT...
    local text=$1
    shift
    ! "$eagre" check "$@" >out 2>&1 || fail "check $*: accepted"
    grep -F -e "$text" out >/dev/null || fail "expected '$text', found
$(cat out)"
}
refuse 'covers 0 s to 1500 s and not the run' case.yaml --set time.end=30min
refuse "has no variable 'uas'" case.yaml --set 'physics.wind.components=[uas, vas]'
refuse "msl is in 'hPa', not in m/s" case.yaml --set 'physics.wind.components=[msl, v10]'
refuse "u10 is in 'm s-1', not in Pa" case.yaml --set physics.pressure.variable=u10
refuse 'has no value at 2021-07-14T06:00:00+02:00 at cell' case.yaml --set 'mesh.box.origin=[10 km, 0]'
refuse 'physics.wind.from is missing' steady.yaml --set 'physics.wind={speed: 5 m/s}'
refuse 'physics.wind has a wind of 200 m/s' steady.yaml --set physics.wind.speed=200
refuse 'has a pressure of 1013 Pa' steady.yaml --set physics.pressure=1013
refuse 'physics.reference_pressure: must be between 50000 and 120000' steady.yaml --set 'physics={pressure: 1013 hPa, reference_pressure: 1013}'
refuse 'physics.water_density: must be between 500 and 2000' steady.yaml --set physics.water_density=1.025
refuse 'physics.wind.from: must be between' steady.yaml --set 'physics.wind.from=999 deg'
"$eagre" check steady.yaml --no-measure --set physics.wind.drag=3 --set physics.wind.air_density=1025 >out 2>&1
grep -q 'drag is 3: measured coefficients are' out || fail "$(cat out)"
grep -q 'air_density is 1025: air at the ground has' out || fail "$(cat out)"
printf 'time,speed,from\n0,20,270\n3600,20,-999\n' >wind.csv
refuse "must be -360 to 360 deg" steady.yaml --set 'physics.wind={csv: wind.csv}'
printf 'time,speed,from\n0,20,270\n0,20,270\n' >wind.csv
refuse "does not come after the row before" steady.yaml --set 'physics.wind={csv: wind.csv}'
