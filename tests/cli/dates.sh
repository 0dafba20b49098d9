#!/bin/bash
# Dates: a case in dates has the bits of the same case in seconds, whatever the zone; outputs have dates; a run that goes on
# writes the same tables; and dates that cannot be are refused with what to write.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

# flood NAME TIME DISCHARGES RAIN
flood() {
    cat >"$1.yaml" <<CASE
title: a flood
model: shallow-water
mesh: {box: {size: [100 m, 20 m], cells: [20, 4]}}
materials: {all: {elevation: "0.001 * (100 - x)", manning: 0.03, rain: {csv: $4, between: steps, after: hold}}}
initial: {level: 0.5 m}
boundaries: {left: {discharge: {csv: $3}}, right: {level: 0.5 m}, bottom: wall, top: wall}
time: $2
output:
  fields: {every: 5 min}
  record: {every: 1 min}
  gauges: {g: [50, 10]}
  maxima: {variables: [max_depth, arrival_time]}
CASE
}
hash_of() {
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"
}
tell() { # TEXT ARGUMENT...: check refuses with a message that has the text
    local text=$1
    shift
    ! "$eagre" check "$@" >out 2>&1 || fail "check $*: accepted"
    grep -F -e "$text" out >/dev/null || fail "check $*: expected '$text', found
$(cat out)"
}

printf 'time,q (m3/s)\n-3600,1\n300,2\n1800,1\n' >q.csv
printf 'time,rain (mm/h)\n0,1\n300,20\n' >r.csv
printf 'time,q (m3/s)\n2024-02-29T00:00+02:00,1\n2024-02-29 00:05:00+01:00,2\n2024-02-28T23:30:00Z,1\n' >q-dates.csv
printf 'time (UTC);rain (mm/h)\n2024-02-28 23:00;1\n2024-02-28 23:05:00;20\n' >r-dates.csv
flood seconds '{end: 10 min}' q.csv r.csv
flood dates '{start: 2024-02-29T00:00:00+01:00, end: 2024-02-28T23:10Z}' q-dates.csv r-dates.csv
"$eagre" run seconds.yaml --no-measure -o s >/dev/null
"$eagre" run dates.yaml --no-measure -o d >/dev/null 2>err
[ ! -s err ] || fail "warnings: $(cat err)"
[ "$(hash_of s)" = "$(hash_of d)" ] || fail "the case in dates has other bits"

# Tables, but for their last column, are those in seconds.
for table in gauges balance; do
    cut -d, -f1-"$(head -1 s/$table.csv | tr , '\n' | wc -l)" d/$table.csv | cmp - s/$table.csv || fail "$table.csv"
done
grep -q ',date$' s/gauges.csv && fail "a table of a case without a start has dates"
[ "$(head -1 d/gauges.csv)" = "$(head -1 s/gauges.csv),date" ] || fail "the header of gauges.csv"
[ "$(tail -1 d/gauges.csv | sed 's/.*,//')" = 2024-02-29T00:10:00+01:00 ] || fail "the last date of gauges.csv"
grep -q '"start": "2024-02-29T00:00:00+01:00"' d/summary.json || fail "the start in the summary"
grep -q '"date": "2024-02-29T00:10:00+01:00"' d/summary.json || fail "the date in the summary"
"$eagre" info d/fields | grep 'date  *2024-02-29T00:10:00+01:00' >/dev/null || fail "info tells no date"
"$eagre" report d | grep 'date  *2024-02-29T00:10:00+01:00' >/dev/null || fail "report tells no date"
"$eagre" export d/fields -o d.nc >/dev/null 2>&1
grep -a -q 'seconds since 2024-02-28 23:00:00' d.nc || fail "the time of the netCDF file has no date"
"$eagre" export d/maxima.vtkhdf -o m.nc >/dev/null 2>&1
[ "$(grep -a -o 'seconds since 2024-02-28 23:00:00' m.nc | wc -l)" = 2 ] || fail "the arrival has no date"
"$eagre" picture d/gauges.csv -o g.png >/dev/null

# From its first checkpoint on it writes the same tables.
"$eagre" run dates.yaml --no-measure -o e --set checkpoint.steps=100 --set checkpoint.keep=100 >/dev/null
[ "$(ls e/checkpoints | wc -l)" -ge 3 ] || fail "checkpoints: $(ls e/checkpoints)"
ls -d e/checkpoints/* | sort | tail -n +2 | xargs rm -rf
"$eagre" resume e --no-measure >/dev/null 2>err || fail "resume: $(cat err)"
cmp d/gauges.csv e/gauges.csv && cmp d/balance.csv e/balance.csv || fail "tables of a run that went on"
[ "$(hash_of e)" = "$(hash_of d)" ] || fail "a run that went on has other bits"

# A date without a zone is UTC, and doubted where the start has another zone.
sed 's/(UTC)//' r-dates.csv >r-plain.csv
flood plain '{start: 2024-02-29T00:00:00+01:00, end: 10 min}' q-dates.csv r-plain.csv
"$eagre" check plain.yaml --no-measure 2>&1 | grep 'warning: r-plain.csv has dates without a zone, which are UTC' >/dev/null || fail "no warning"

# So are those of winds, of faults and of the case itself, of which one warning tells.
zoneless() { # TEXT ARGUMENT...: check has this one warning of a zone
    "$eagre" check dates.yaml --no-measure --set time.end=600 "${@:2}" >out 2>&1 || fail "check $*: $(cat out)"
    [ "$(grep -c 'without a zone' out)" = 1 ] && grep -qF -e "$1" out || fail "$*: $(cat out)"
}
printf 'time,speed,from\n2024-02-28T23:00,5,270\n2024-02-28T23:30,9,270\n' >wind.csv
zoneless 'wind.csv has dates without a zone, which are UTC' --set 'physics.wind={csv: wind.csv}'
zoneless "time.end: '2024-02-28T23:10' is a date without a zone" --set time.end=2024-02-28T23:10
for k in 0 1; do printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 50\n1e-6 1e-6\n' >r$k.asc; done
zoneless "materials.all.rain.times[0]: '2024-02-28T23:00' is a date" \
    --set 'materials.all.rain={raster: [r0.asc, r1.asc], times: [2024-02-28T23:00, 2024-02-28T23:30]}'
printf 'x,y,depth,strike,dip,rake,length,width,slip,start\n50,10,1e3,0,30,90,1e3,1e3,0.1,2024-02-28T23:01\n' >faults.csv
zoneless 'faults.csv has dates without a zone, which are UTC' --set 'bed={faults: {csv: faults.csv}}'
sed -i 's/2024[^,]*/&Z/' wind.csv
"$eagre" check dates.yaml --no-measure --set 'physics.wind={csv: wind.csv}' 2>&1 | grep -F zone && fail "a warning of zones"

# Data whose ends hold, of another year: named by tables, winds, rasters, files and inflows, before the run and after it.
another_year() { # TEXT ARGUMENT...
    "$eagre" check dates.yaml --no-measure "${@:2}" >out 2>&1 || fail "check $*: $(cat out)"
    grep -F 'verdict source-cut: ' out | grep -qF -e "$1" || fail "$*: expected '$1', found $(cat out)"
}
sed 's/2024-02-2[89]/2023-02-28/' wind.csv >wind-2023.csv
sed 's/^2024-02-28/2025-02-28/' r-dates.csv >r-2025.csv
another_year '2023-03-01T00:00:00+01:00 to 2023-03-01T00:30:00+01:00, all before the run begins: the last one holds throughout' \
    --set 'physics.wind={csv: wind-2023.csv, after: hold}'
another_year 'r-2025.csv has values from 31622400 s to 31622700 s, 2025-03-01' --set 'materials.all.rain={csv: r-2025.csv, after: hold}'
another_year 'after it ends: the first one holds throughout' --set 'materials.all.rain={csv: r-2025.csv, after: hold}'
another_year 'materials.all.rain.times has values from' \
    --set 'materials.all.rain={raster: [r0.asc, r1.asc], times: [2023-02-28T23:00Z, 2023-02-28T23:30Z], after: hold}'
printf 'name,x,y\na,50,10\n' >springs.csv
printf 'time,a\n2023-02-28T23:00Z,1\n2023-02-28T23:30Z,2\n' >flows.csv
another_year 'flows.csv has values from' --set 'inflow_table={csv: springs.csv, discharges: flows.csv}'
"$eagre" check dates.yaml --no-measure 2>&1 | grep source-cut && fail "a verdict on data of the run"

# Dates choose snapshots, in any zone.
"$eagre" picture d --time 300 -o at.png >/dev/null
"$eagre" picture d --time 2024-02-28T23:06Z -o on.png >/dev/null
cmp at.png on.png || fail "the picture of a date"
cmp -s at.png <("$eagre" picture d -o last.png >/dev/null; cat last.png) && fail "the date is that of the last snapshot"
for time in 300 '2024-02-29 00:04:00+01:00'; do "$eagre" export d/fields --time "$time" --pixel 5 -o "$time.asc" >/dev/null; done
cmp 300.asc '2024-02-29 00:04:00+01:00.asc' || fail "the export of a date"
for choice in 'no dates, which a case with time.start has' "the time '2024-02-30' is no date: the month does not have that day"; do
    folder=d date=2024-02-30
    [[ $choice != no\ dates* ]] || { folder=s date=2024-02-29; }
    "$eagre" picture $folder --time $date -o no.png >out 2>&1 && fail "$date of $folder: accepted"
    grep -qF -e "$choice" out || fail "$date of $folder: $(cat out)"
done
"$eagre" export d/fields --time 2024-02-28T23:06Z -o one.nc >/dev/null
[ "$(wc -c <one.nc)" -lt "$(wc -c <d.nc)" ] || fail "an export of one date has all"

# What is refused.
flood start '{end: 10 min}' q-dates.csv r.csv
tell "q-dates.csv:2: the time '2024-02-29T00:00+02:00' is a date, and the case does not say which date time 0 is" start.yaml
tell "time.end: '2024-03-01' is a date, and the case does not say which date" seconds.yaml --set time.end=2024-03-01
tell "time.end: '2024-02-28T23:00Z' is not after time.start, 2024-02-29T00:00:00+01:00" dates.yaml --set time.end=2024-02-28T23:00Z
tell "time.start: '2023-02-29' is no date: the month does not have that day" dates.yaml --set time.start=2023-02-29
tell "time.start: '29.02.2024' is no date: a date is written as 2021-07-14T06:00:00Z" dates.yaml --set time.start=29.02.2024
tell "it has to be a whole second" dates.yaml --set time.start=2024-02-29T00:00:00.5Z
tell "is a date; this key takes seconds or a time with its unit, such as '1 h'" dates.yaml --set output.record.every=2024-03-01
rows() { # TEXT ROW ROW: a hydrograph that is refused
    printf 't,q\n%s\n%s\n' "$2" "$3" >bad.csv
    tell "$1" dates.yaml --set 'boundaries.left={discharge: {csv: bad.csv}}'
}
rows "bad.csv:3: the time '600' is a number where line 2 has a date" 2024-02-28T23:00Z,1 600,2
rows "bad.csv:2: the time '14/07/2021 04:00' is no date" '14/07/2021 04:00,1' '14/07/2021 05:00,2'
rows "bad.csv:3: the date does not come after that in line 2" 2024-10-27T02:30,1 2024-10-27T02:00,2
rows "covers 3600 s to 7200 s, 2024-02-29T01:00:00+01:00 to 2024-02-29T02:00:00+01:00" 2024-02-29T00:00Z,1 2024-02-29T01:00Z,2
rows "covers -3600 s to 60 s" 2024-02-28T22:00Z,1 2024-02-28T23:01Z,2
printf 't q\n2024-02-28 23:00 1\n2024-02-28 23:30 2\n' >bad.csv
tell "its time of day are two columns; join them by T" dates.yaml --set 'boundaries.left={discharge: {csv: bad.csv}}'
