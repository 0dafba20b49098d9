#!/bin/bash
# Rain of gauges: each cell has the rain of the nearest gauge. The line halfway between two gauges is an edge of cells, so the
# volumes are exact; so are those of a point that has no cell nearer to it than to the others, and of a region without gauges.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

printf 'name,x (m),y (m)\neast,30,10\nwest,10,10\nfar,30,1000\n' >gauges.csv
printf 'time (min),far (mm/h),west (mm/h),east (mm/h)\n0,500,36,0\n30,500,0,72\n60,0,0,0\n' >storm.csv
cat >gauges.yaml <<'CASE'
title: rain gauges
model: shallow-water
mesh: {box: {size: [40 m, 20 m], cells: [40, 20], element: triangle}}
materials: {all: {elevation: 0 m, rain: {gauges: gauges.csv, csv: storm.csv, between: steps, after: hold}}}
initial: {depth: 0.5 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 h}
output: {fields: {every: 1 h, variables: [rain_depth, depth]}, record: {every: 10 min}, gauges: {w: [5, 5], e: [35, 5]}}
limits: {mass_error: 1e-13}
CASE
run gauges.yaml
near() { # WHAT FOUND EXACT
    at_most "$1, relative error" "$(awk -v a="$2" -v b="$3" "BEGIN { d = a / b - 1; print d < 0 ? -d : d }")" 1e-12
}
# west 18 mm on 400 m2 in the first half hour, east 36 mm on 400 m2 in the second
near "rain of the gauges" "$(value run/balance.csv rain_m3 last)" 21.6
"$eagre" export run/fields --variable rain_depth --pixel 1 -o depth.asc >/dev/null 2>&1
awk 'NF > 3 { for (i = 1; i <= NF; i++) { expected = i <= 20 ? 0.018 : 0.036; d = $i - expected
     if (d > 1e-7 || d < -1e-7) { print "column " i ": " $i; exit 1 }; seen++ } } END { exit seen != 800 }' depth.asc ||
    fail "the depth of rain of a cell is not that of its nearest gauge"

# names that are numbers are names
sed 's/east/3/; s/west/2/; s/far/1/' gauges.csv >numbers.csv
sed 's/east (mm/3 (mm/; s/west (mm/2 (mm/; s/far (mm/1 (mm/' storm.csv >numbered.csv
run gauges.yaml --set 'materials.all.rain={gauges: numbers.csv, csv: numbered.csv, between: steps, after: hold}'
near "rain of gauges with numbers" "$(value run/balance.csv rain_m3 last)" 21.6

refuse() { # TEXT ARGUMENT...
    local text=$1
    shift
    ! "$eagre" check gauges.yaml "$@" >out 2>&1 || fail "check $*: accepted"
    grep -F -e "$text" out >/dev/null || fail "expected '$text', found
$(cat out)"
}
printf 'name,x,y\na,1,1\na,2,2\n' >bad.csv
refuse "bad.csv:3: column 'name', 'a': line 2 has this name, too" --set materials.all.rain.gauges=bad.csv
printf 'name,x,y\na,1,1\nb,1,1\n' >bad.csv
refuse "bad.csv:3: column 'name', 'b': line 2 has a gauge at this place, too" --set materials.all.rain.gauges=bad.csv
printf 'name,x,y\nnorth,1,1\n' >bad.csv
refuse "storm.csv:1: there is no column 'north'" --set materials.all.rain.gauges=bad.csv
refuse "materials.all.rain.column does not go with gauges" --set materials.all.rain.column=west
