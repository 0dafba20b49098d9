#!/bin/bash
# Rain of a netCDF file: rates and depths of intervals, spread over cells by areas, so that volumes are exact on cells that do
# not fit the pixels; bits on devices and lanes, and from a checkpoint; what is missing, and what is refused.
# Needs ncgen (package netcdf-bin).
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
command -v ncgen >/dev/null || { echo "skipped: no ncgen, which makes the files"; exit 77; }

# file NAME UNITS TIME-ATTRIBUTES BOUNDS TIMES VALUES: 3 x 4 pixels of 10 m, rows from the north
file() {
    cat >"$1.cdl" <<CDL
netcdf $1 {
dimensions: time = UNLIMITED ; y = 3 ; x = 4 ; nv = 2 ;
variables:
  double time(time) ; time:units = "minutes since 2021-07-14 04:00:00" ; $3
  double bounds(time, nv) ;
  double y(y) ; y:units = "m" ;
  double x(x) ; x:units = "km" ;
  short rain(time, y, x) ; rain:units = "$2" ; rain:scale_factor = 0.5 ; rain:_FillValue = -1s ;
data:
 time = $5 ; $4
 y = 25, 15, 5 ; x = 0.005, 0.015, 0.025, 0.035 ;
 rain = $6 ;
}
CDL
    ncgen -k netCDF-4 -o "$1.nc" "$1.cdl"
}
first='2,4,6,8, 10,12,14,16, 18,20,22,24'
two=2,2,2,2,2,2,2,2,2,2,2,2
none=0,0,0,0,0,0,0,0,0,0,0,0
file rates 'mm/hr' '' '' '0, 5, 10' "$first, $two, $none"
file depths 'kg m-2' 'time:bounds = "bounds" ;' 'bounds = 0,1, 2,4, 4,10 ;' '1, 4, 10' "$first, $two, $two"
file sums 'mm' '' '' '0, 5, 10' "$first, $first, $two"
cat >case.yaml <<'CASE'
title: rain of a radar
model: shallow-water
mesh: {box: {size: [40 m, 30 m], cells: [7, 5], element: triangle}}
materials: {all: {elevation: 0, rain: {netcdf: rates.nc}}}
initial: {depth: 0.5 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {start: 2021-07-14T06:00:00+02:00, end: 10 min}
output: {record: {every: 5 min}}
limits: {mass_error: 1e-13}
CASE
fell() { # WHAT ROW EXACT
    at_most "$1" "$(awk -v a="$(value run/balance.csv rain_m3 "$2")" -v b="$3" 'BEGIN { d = a / b - 1; print d < 0 ? -d : d }')" 1e-12
}
# 0.5 mm/h times the sum 156 of the first frame on 100 m2, then 1 mm/h on 1200 m2, then none
run case.yaml
fell 'linear rates' 2 0.375
fell 'linear rates' last 0.425
hash=$(grep state_hash run/summary.json)
run case.yaml --set materials.all.rain.between=steps
fell 'rates in steps' last "$(calculate '(7.8 + 1.2) / 3600 * 300 ')"
# kg/m2 of intervals: 78 mm m2 in the first minute, none in the second, then 1 mm twice
run case.yaml --set materials.all.rain.netcdf=depths.nc
fell 'depths of intervals' last "$(calculate '7.8 + 1.2 + 1.2')"
grep -q 'missing-values' run/summary.json || fail 'no verdict tells the interval that is missing'
# without bounds an interval ends at its time: the first one before the run
run case.yaml --set materials.all.rain.netcdf=sums.nc
fell 'depths without bounds' last "$(calculate '7.8 + 1.2')"
! grep -q 'missing-values' run/summary.json || fail 'a verdict where nothing is missing'

# Bits.
for device in 'host:2 --lanes 4' checked $("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1); do
    "$eagre" run case.yaml -q --no-measure -o other --force --device $device
    [ "$(grep state_hash other/summary.json)" = "$hash" ] || fail "other bits on $device"
done
"$eagre" run case.yaml -q --no-measure -o on --set checkpoint.steps=50 --set checkpoint.keep=100
ls -d on/checkpoints/* | sort | tail -n +3 | xargs rm -rf
"$eagre" resume on --no-measure -q
[ "$(grep state_hash on/summary.json)" = "$hash" ] || fail 'other bits from a checkpoint'

# Columns before rows: by the names of the coordinates, or by their attributes.
turned() { awk -v t="$1" 'BEGIN { split(t, v, /, */); for (i = 1; i <= 4; i++) for (j = 0; j < 3; j++) printf "%s%s", v[4 * j + i], i * (j + 1) == 12 ? "" : "," }'; }
sed "s/rain(time, y, x)/rain(time, x, y)/; s/rain = .*/rain = $(turned "$first"), $two, $none ;/" rates.cdl >turned.cdl
sed 's/\<x\>/a/g; s/\<y\>/b/g; s/"km" ;/& a:axis = "X" ;/' turned.cdl >axes.cdl
sed 's/\<x\>/a/g; s/\<y\>/b/g; s/"m" ;/& b:standard_name = "projection_y_coordinate" ;/' turned.cdl >standard.cdl
for name in turned axes standard; do
    ncgen -k netCDF-4 -o $name.nc $name.cdl
    run case.yaml --set materials.all.rain.netcdf=$name.nc
    [ "$(grep state_hash run/summary.json)" = "$hash" ] || fail "$name: other bits with columns before rows"
done

# Missing values, and what is refused.
refuse() { # TEXT ARGUMENT...
    local text=$1
    shift
    ! "$eagre" check case.yaml "$@" >out 2>&1 || fail "check $*: accepted"
    grep -F -e "$text" out >/dev/null || fail "expected '$text', found
$(cat out)"
}
file holes 'mm/h' '' '' '0, 5, 25' "-1,$(echo $first | cut -d, -f2-), $two, $none"
refuse 'holes.nc: rain at 2021-07-14T06:00:00+02:00 has values for' --set materials.all.rain.netcdf=holes.nc
run case.yaml --set materials.all.rain.netcdf=holes.nc --set materials.all.rain.missing=dry --set materials.all.rain.between=steps
fell 'rates with a hole' last "$(calculate '(7.7 + 1.2) / 3600 * 300 ')"
grep -q 'at 1 of its 3 times rain lacks values in up to 8 of 70 cells, with centres from (1.90476, 20) to (9.52381, 28), where it counts as none, and 1 times are missing' run/summary.json ||
    fail 'the verdict on what is missing'
# a radar elsewhere: the summary has the extents of both
sed 's/0.005, 0.015, 0.025, 0.035/5.005, 5.015, 5.025, 5.035/' rates.cdl >far.cdl
ncgen -k netCDF-4 -o far.nc far.cdl
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
for ranks in 1 $(command -v mpirun >/dev/null && grep -q EAGRE_MPI=1 "$EAGRE_BUILD/build.ninja" && echo 2); do
    launch=()
    [ $ranks = 1 ] || launch=(mpirun --oversubscribe -n 2)
    run_far=("${launch[@]}" "$eagre" run case.yaml -o far --force -q --no-measure --device host:1 --set output.picture=none)
    "${run_far[@]}" --set materials.all.rain.netcdf=far.nc --set materials.all.rain.missing=dry >out 2>&1 || fail "$(cat out)"
    grep -q '"missing-values".*far.nc: rain covers (5000, 0) to (5040, 30), and the mesh (0, 0) to (40, 30): they do not meet, and none of it falls' \
        far/summary.json || fail "$ranks ranks: $(grep -A3 verdicts far/summary.json)"
done
refuse 'and does not cover the run' --set time.end=11min
refuse 'which date time 0 is; give time.start' --set 'time={end: 10 min}'
refuse "has no variable 'snow'; those over time, y and x are rain" --set materials.all.rain.variable=snow
change() { # TEXT SED
    sed "$2" rates.cdl >bad.cdl
    ncgen -k netCDF-4 -o bad.nc bad.cdl
    refuse "$1" --set materials.all.rain.netcdf=bad.nc
}
change "rain is in 'K'; a rate is in mm/h" 's/mm.hr/K/'
change 'its x is in degrees_east, and the mesh in metres' 's/"km"/"degrees_east"/'
change 'values of its x are not evenly apart' 's/0.025/0.026/'
change 'its calendar is noleap' 's/04:00:00" ;/04:00:00" ; time:calendar = "noleap" ;/'
change "has the units 'minutes'" 's/minutes since 2021-07-14 04:00:00/minutes/'
change 'time 3 does not come after' 's/time = 0, 5, 10/time = 0, 5, 5/'
change 'must be zero or more' 's/rain = 2/rain = -2/'
change 'has values for' 's/x = 0.005, 0.015, 0.025, 0.035/x = 0.007, 0.017, 0.027, 0.037/'
change 'both dimensions of rain behind the time are x by their names' 's/"m" ;/& y:axis = "X" ;/'
ncgen -k classic -o classic.nc rates.cdl
refuse 'convert it with nccopy -k netCDF-4' --set materials.all.rain.netcdf=classic.nc
echo nothing >text.nc
refuse 'cannot be read as a netCDF-4 file' --set materials.all.rain.netcdf=text.nc
