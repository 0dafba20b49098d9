#!/bin/bash
# Normal depth by each law of friction: Manning, Strickler, Chezy, and n over the depth, by numbers, classes and rasters; what shows
# them, and what is refused.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXACT TOLERANCE: relative
    at_most "$1: relative error" "$(calculate "($2 - ($3)) / ($3) < 0 ? (($3) - $2) / ($3) : ($2 - ($3)) / ($3)")" "$4"
}
# channel ROUGHNESS ARGUMENT...: 2 m2/s down a slope of 0.001 for two hours, from 1 m
channel() {
    cat >channel.yaml <<CASE
title: a channel
model: shallow-water
mesh: {box: {size: [400 m, 10 m], cells: [80, 2], element: quadrangle}}
materials: {all: {elevation: "0.4 - 0.001 * x", $1}}
initial: {depth: 1 m}
boundaries: {left: {discharge: 20 m3/s}, right: outflow, bottom: wall, top: wall}
time: {end: 2 h}
output:
  picture: none
  fields: {every: 2 h, variables: [depth, velocity, manning, land_class]}
  lines: {axis: {from: [2.5 m, 2.5 m], to: [397.5 m, 2.5 m], count: 80}}
CASE
    shift
    run channel.yaml "$@"
}
normal() { # WHAT DEPTH ROUGHNESS ARGUMENT...: at both ends and in the middle
    local what=$1 depth=$2
    shift 2
    channel "$@"
    for row in 2 41 81; do
        near "$what, row $row" "$(sed -n "${row}p" run/lines/axis.csv | cut -d, -f4)" "$depth" "${tolerance:-1e-9}"
    done
}
shown() { # NAME: smallest and largest
    "$eagre" info run/fields/fields-000001.vtkhdf | awk -v name="$1" '$1 == name { print $2, $4 }'
}
manning=$(calculate '(2 * 0.03 / sqrt(0.001)) ^ 0.6')
chezy=$(calculate '(2 / 40 / sqrt(0.001)) ^ (2 / 3)')
# n falls from 0.06 at 0.5 m to 0.03 at 2 m: h^(5/3) = 2 n(h) / sqrt(S)
by_depth=$(awk 'BEGIN { h = 1; for (i = 0; i < 300; i++) { n = 0.06 - 0.02 * (h - 0.5); h = 0.5 * h + 0.5 * (2 * n / sqrt(0.001)) ^ 0.6 }; printf "%.17g", h }')
normal Manning "$manning" 'manning: 0.03'
normal Strickler "$manning" 'strickler: 33.333333333333333'
for order in 1 2; do
    for element in quadrangle triangle; do
        # at second order the water at a wall of triangles is not even
        tolerance=$([ $order$element = 2triangle ] && echo 2e-3 || echo 1e-8)
        normal "Chezy, order $order, ${element}s" "$chezy" 'chezy: 40' --set numerics.order=$order --set mesh.box.element=$element
        normal "by depth, order $order, ${element}s" "$by_depth" 'manning: {depths: [0.5 m, 2 m], values: [0.06, 0.03]}' \
            --set numerics.order=$order --set mesh.box.element=$element
    done
done
tolerance=1e-6
normal 'Chezy, mixed' "$chezy" 'chezy: 40' --set numerics.precision=mixed
tolerance=2e-5
normal 'Chezy, f32' "$chezy" 'chezy: 40' --precision f32
tolerance=1e-8
# uniform flow beyond by the law of the cells, and by a value of the boundary's own
normal 'Chezy beyond' "$chezy" 'chezy: 40' --set 'boundaries.right={normal_depth: {slope: 0.001}}'
normal 'its own beyond' "$chezy" 'chezy: 40' \
    --set "boundaries.right={normal_depth: {slope: 0.001, manning: $(calculate "$chezy ^ (1 / 6) / 40")}}"
near 'n that is shown, of Chezy' "$(shown manning | cut -d' ' -f1)" "$(calculate "$chezy ^ (1 / 6) / 40")" 1e-6
# constant beyond the table
normal 'below the table' "$manning" 'manning: {depths: [3 m, 4 m, 5 m], values: [0.03, 0.05, 0.1]}'
normal 'above the table' "$manning" 'manning: {depths: [0 m, 0.2 m, 1 m], values: [0.1, 0.05, 0.03]}'

# classes: the table of depth of each is that of its region
hash_of() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json; }
{
    printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner -95\ncellsize 200\nNODATA_value -9\n7 12\n'
} >use.asc
printf 'class,manning,manning_shallow,shallow (mm),deep (m)\n7,0.03,0.06,500,2\n12,0.03,0.06,500,2\n3,0.1,0.1,0,1\n' >use.csv
classes='{raster: use.asc, classes: use.csv}'
channel 'manning: {depths: [0.5 m, 2 m], values: [0.06, 0.03]}'
whole=$(hash_of)
channel "manning: $classes"
[ -n "$whole" ] && [ "$(hash_of)" = "$whole" ] || fail "by classes: $(hash_of), not $whole"
[ "$(shown land_class)" = '7 12,' ] || fail "land_class: $(shown land_class)"
"$eagre" export run --variable land_class --index 0 --pixel 10 -o class.asc -q
[ "$(sed -n 's/ /\n/gp' class.asc | grep -cx 7)" = 20 ] && [ "$(tail -1 class.asc | cut -d' ' -f20,21)" = '7 12' ] || fail "$(cat class.asc)"
printf 'class,strickler,chezy\n7,32,40\n12,32,40\n' >other.csv
other='{raster: use.asc, classes: other.csv}'
for key in strickler chezy; do
    channel "$key: $([ $key = chezy ] && echo 40 || echo 32)"
    whole=$(hash_of)
    channel "$key: $other"
    [ "$(hash_of)" = "$whole" ] || fail "$key by classes"
done
channel 'manning: 0.03125'
whole=$(hash_of)
channel 'strickler: 32'
[ "$(hash_of)" = "$whole" ] || fail 'Strickler is not 1 / n'
# roads over the ground have Manning's
echo 'x,y
-1,-1
401,-1
401,11
-1,11' >road.csv
channel "chezy: 40" --set 'terrain={road: {polygons: road.csv, manning: 0.03125}}'
[ "$(hash_of)" = "$whole" ] || fail 'a road over Chezy'

refused() { # CODE TEXT ROUGHNESS
    local got=0
    sed "s#manning: .*}}\$#$3}}#; s#strickler: .*}}\$#$3}}#; s#chezy: .*}}\$#$3}}#" channel.yaml >bad.yaml
    "$eagre" run bad.yaml -o bad --force -q 2>err || got=$?
    [ $got = "$1" ] && grep -qF "$2" err || fail "$3: $got, $(cat err)"
}
refused 3 'takes at most one of the keys manning, strickler, chezy; found more than one' 'manning: 0.03, chezy: 40'
refused 3 'materials.all.strickler is 0.03 m^(1/3)/s at cell 0' 'strickler: 0.03'
refused 3 'materials.all.chezy is 0.02 m^(1/2)/s at cell 0' 'chezy: 0.02'
refused 3 'materials.all.chezy' 'chezy: 0'
refused 3 'materials.all.manning has 2 depths and 3 values; each depth needs its value' \
    'manning: {depths: [0 m, 1 m], values: [0.1, 0.1, 0.1]}'
refused 3 'materials.all.manning has 1 depths and 0 values' 'manning: {depths: [0 m]}'
refused 3 'values has 0 s/m^(1/3); over the depth' 'manning: {depths: [0 m, 1 m], values: [0.1, 0]}'
refused 3 'materials.all.manning.depths' 'manning: {depths: [1 m, 0.5 m], values: [0.1, 0.1]}'
refused 3 'begins at -1 m' 'manning: {depths: [-1 m, 0.5 m], values: [0.1, 0.1]}'
sed -i 's/,500,2$/,500,0.1/' use.csv
refused 4 'use.csv: class 12: deep is 0.1 m, and shallow 0.5 m' "manning: $classes"
sed -i 's/shallow (mm)/shallow/' use.csv
refused 4 "column 'shallow', '500': the number has no unit" "manning: $classes"
