#!/bin/bash
# Rain of gauges and of a netCDF file, wind, pressure of the air and dates on 2 and 3 ranks: every file of one process.
# tests/data/cube/rain.nc has depths of intervals, in which a value and an interval are missing.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cp "$EAGRE_SOURCE/tests/data/cube/rain.nc" .
printf 'name,x,y\na,5,5\nb,25,25\nc,12,20\n' >gauges.csv
printf 'time,a (mm/h),b (mm/h),c (mm/h)\n2021-07-14T04:00Z,10,200,30\n2021-07-14T04:10Z,100,0,60\n2021-07-14T05:00Z,0,50,0\n' >storm.csv
printf 'time,speed,from\n2021-07-14T04:00Z,10,270\n2021-07-14T04:10Z,25,350\n2021-07-14T04:30Z,15,20\n' >wind.csv
cat >case.yaml <<'CASE'
title: weather
model: shallow-water
mesh: {box: {size: [30 m, 30 m], cells: [13, 11], element: triangle}}
materials: {all: {elevation: "-2 + 0.1 * x", manning: 0.03, rain: {gauges: gauges.csv, csv: storm.csv}}}
initial: {level: 0 m}
boundaries: {left: {level: 0 m}, right: wall, bottom: wall, top: wall}
physics: {wind: {csv: wind.csv}, pressure: "101325 - 100 * exp(-((x - 10)^2 + (y - 12)^2) / 50)"}
time: {start: 2021-07-14T04:00:00Z, end: 12 min}
output: {fields: {every: 6 min, variables: [depth, velocity, rain_depth]}, record: {every: 2 min}, gauges: {g: [10, 10]}, picture: none}
CASE
for form in '' '--precision f32 --set numerics.order=2'; do
    alone case.yaml $form
    for n in 2 3; do
        ranks $n case.yaml $form
        same $n
    done
done
# the grid of the file ends within the mesh
radar='{netcdf: rain.nc, missing: dry, after: hold}'
alone case.yaml --set "materials.all.rain=$radar"
grep -q missing-values alone/summary.json || fail 'no verdict tells what is missing'
ranks 3 case.yaml --set "materials.all.rain=$radar"
same 3
[ "$(sed -n '/"verdicts"/,/]/p' alone/summary.json)" = "$(sed -n '/"verdicts"/,/]/p' ranks/summary.json)" ] ||
    fail 'ranks have other verdicts'
