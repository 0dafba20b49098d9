#!/bin/bash
# Rain and evaporation by series of rasters: as a table where the rasters are even; mass; the same bits on devices, ranks and after a kill; and what
# is wrong is refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >case.yaml <<'END'
title: rain that moves
model: shallow-water
mesh: {box: {size: [30 m, 20 m], cells: [30, 20]}}
materials: {all: {elevation: "0.05 * (30 - x) + 0.1 * sin(y)", manning: 0.03, infiltration: 2 mm/h, RAIN}}
initial: {depth: 0}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 200 s}
output: {picture: none, fields: {steps: 1000000, variables: [depth, rain_depth, infiltration_depth]}, record: {every: 20 s}, lines: {a: {from: [0.5 m, 0.5 m], to: [29.5 m, 19.5 m], count: 40}}}
limits: {mass_error: LIMIT}
END
number() { sed -n "s/.*\"$2\": \"*\([^\",]*\).*/\1/p" "$1/summary.json" | head -1; }
run() { # FOLDER RAIN ARGUMENT...
    local folder=$1
    sed "s|RAIN|$2|; s|LIMIT|${limit:-1e-13}|" case.yaml >"$folder.yaml"
    shift 2
    "$eagre" run "$folder.yaml" -o "$folder" -q --no-measure --device host:1 "$@" 2>out || fail "$folder: $(cat out)"
}
equal() { [ -n "$(number "$1" state_hash)" ] && [ "$(number "$1" state_hash)" = "$(number "$2" state_hash)" ] || fail "$1: $(number "$1" state_hash), $2: $(number "$2" state_hash)"; }
near() { awk -v a="$1" -v b="$2" -v most="$3" 'BEGIN { exit !((a - b) ^ 2 <= (most * b) ^ 2 && b != 0) }' || fail "$1 is not $2"; }
raster() { # FILE EXPRESSION of column i and row j from the north: 6 by 4 squares of 5 m
    awk "BEGIN { print \"ncols 6\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 5\"
        for (j = 0; j < 4; j++) { for (i = 0; i < 6; i++) printf \"%g \", $2; print \"\" } }" >"$1"
}
for k in 0 1 2; do
    raster even-$k.asc "10 + 20 * $k"
    raster r$k.asc "(i - 2 * $k) ^ 2 < 4 ? 20 + j : 0"
done
files='raster: [even-0.asc, even-1.asc, even-2.asc], times: [0 s, 70 s, 200 s], scale: 2.7777777777777776e-7'
printf 'time (s),rain (mm/h)\n0,10\n70,30\n200,50\n' >table.csv

# even rasters are a table
for between in line steps; do
    run table-$between "rain: {csv: table.csv, between: $between}"
    run even-$between "rain: {$files, between: $between}"
    near "$(number even-$between rain_m3)" "$(number table-$between rain_m3)" 1e-12
    near "$(number even-$between volume_m3)" "$(number table-$between volume_m3)" 1e-4
done
near "$(number even-line rain_m3)" "$(awk 'BEGIN { print 600 * (70 * 20 + 130 * 40) / 3.6e6 }')" 1e-6

# so evaporation, from a lake; and no more than there is: films of 0.2 to 0.7 mm dry out
still() { # FOLDER EVAPORATION ARGUMENT...
    local folder=$1 rate=$2
    shift 2
    run "$folder" "evaporation: {$rate}" --set materials.all.elevation=0 --set boundaries.right=wall --set materials.all.infiltration=0 "$@"
}
for between in line steps; do
    still wet-table-$between "csv: table.csv, between: $between" --set initial.depth=0.5
    still wet-$between "$files, between: $between" --set initial.depth=0.5
    near "$(number wet-$between evaporated_m3)" "$(number wet-table-$between evaporated_m3)" 1e-10
done
near "$(number wet-line evaporated_m3)" "$(awk 'BEGIN { print 600 * (70 * 20 + 130 * 40) / 3.6e6 }')" 1e-6
still gone "$files" --set 'initial.depth="(2 + mod(floor(x), 6)) * 1e-4"'
near "$(number gone evaporated_m3)" "$(number gone volume_first_m3)" 1e-13
[ "$(number gone volume_m3)" = 0 ] && [ "$(number gone clipped_m3)" = 0 ] || fail "left: $(number gone volume_m3) m3"

# one that moves; a region of its own beside one with a number; steps, order 2, f32, OpenCL, ranks
both() { # RAIN
    echo "rain: {$1}, rain_factor: \"1 + 0.1 * cos(x)\", evaporation: {raster: [even-1.asc, r0.asc, r2.asc], times: [0 s, 100 s, 170 s], scale: 1.3e-7, after: hold}"
}
moves='raster: [r0.asc, r1.asc, r2.asc], times: [10 s, 60 s, 150 s], scale: 2.7777777777777776e-7, after: hold'
run moves "$(both "$moves")"
"$eagre" verify moves >/dev/null
if "$eagre" devices | grep -q opencl:0.0; then
    run other "$(both "$moves")" --device opencl:0.0
    equal moves other
    cmp moves/lines/a.csv other/lines/a.csv
    still gone-other "$files" --set 'initial.depth="(2 + mod(floor(x), 6)) * 1e-4"' --set time.end=60 --device opencl:0.0
    still gone-first "$files" --set 'initial.depth="(2 + mod(floor(x), 6)) * 1e-4"' --set time.end=60
    equal gone-other gone-first
fi
run lanes "$(both "$moves")" --lanes 4 --device host:2 --set numerics.blocks=moving
equal moves lanes
limit=1 run single "$(both "$moves")" --precision f32
near "$(number single rain_m3)" "$(number moves rain_m3)" 1e-6
near "$(number single volume_m3)" "$(number moves volume_m3)" 1e-2
awk -v a="$(number moves evaporated_m3)" 'BEGIN { exit !(a > 0.05) }' || fail "evaporated: $(number moves evaporated_m3) m3"
if command -v mpirun >/dev/null && grep -q EAGRE_MPI=1 "$EAGRE_BUILD/build.ninja"; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
    mpirun -q --oversubscribe -n 3 "$eagre" run moves.yaml -o ranks -q --no-measure --device host:1 </dev/null
    equal moves ranks
    cmp moves/balance.csv ranks/balance.csv
    cmp moves/lines/a.csv ranks/lines/a.csv
fi

# from a checkpoint between two rasters, and from one at the time of a raster; a raster that changed meanwhile
for stop in 'time.steps=90' 'time.end=60'; do
    run cut "$(both "$moves")" --set $stop --force
    [ $stop = time.end=60 ] && [ "$(tail -1 cut/balance.csv | cut -d, -f1)" != 60 ] && fail "$(tail -1 cut/balance.csv)"
    cp -r cut spoilt
    more=$([ $stop = time.end=60 ] && echo time.end=200 || echo time.steps=100000)
    "$eagre" resume cut -q --no-measure --device host:1 --set $more
    equal moves cut
    cp r1.asc kept.asc && cp r2.asc r1.asc
    "$eagre" resume spoilt -q --no-measure --device host:1 --set $more 2>out && fail 'a raster was changed'
    grep -q 'raster\[1\] is not the file that the run began with' out || fail "$(cat out)"
    cp kept.asc r1.asc && rm -r spoilt
done

refused() { # CODE TEXT RAIN
    local got=0
    sed "s|RAIN|rain: {$3}|; s|LIMIT|1|" case.yaml >bad.yaml
    "$eagre" check bad.yaml >out 2>&1 || got=$?
    [ $got = "$1" ] && grep -qF -- "$2" out || fail "$3: $got, not '$2': $(cat out)"
}
refused 3 'has 2 times for 3 rasters; each raster has one' "${moves/10 s, /}"
refused 3 "are 10 s to 150 s and do not cover the run; give 'after: hold'" "${moves/, after: hold/}"
refused 3 'must be above the value before it' "${moves/60 s/160 s}"
refused 3 'materials.all.rain.times is missing' 'raster: [r0.asc]'
refused 3 'materials.all.rain' "csv: table.csv, $moves"
refused 4 'none.asc' "${moves/r1/none}"
refused 3 "holds rain of 0 to 23 m/s; it must be zero or more, and at most 36 m/h. A raster in mm/h has 'scale:" "${moves/, scale: 2.7777777777777776e-7/}"
raster r1.asc '-1'
refused 3 'r1.asc holds rain of -2.77778e-07 to -2.77778e-07 m/s' "$moves"
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 5\n1 1\n1 1\n' >r1.asc
refused 4 'r1.asc' "$moves"
run dry "rain: {$moves, nodata: dry}, evaporation: {raster: [r1.asc], times: [0 s], after: hold, scale: 1e-7, nodata: none}"
refused 3 "found 'none'" "$moves, nodata: none"
sed 's|RAIN|evaporation: {raster: [r0.asc, r2.asc], times: [0 s, 200 s]}|; s|LIMIT|1|' case.yaml >bad.yaml
"$eagre" check bad.yaml >out 2>&1 && fail 'evaporation of 20 m/s'
grep -q 'r0.asc holds evaporation of 0 to 23 m/s; it must be zero or more' out || fail "$(cat out)"
