#!/bin/bash
# A flood through a town in a valley, made by this script, of the size and length of section 5.2 (A. Lacasta 2012: the dam break
# of Tous): 39 h, dry at first, CFL 0.9, triangles of 5 m (144,672) and of 2.5 m (563,712), Manning zones, a hydrograph, free
# outflow, 21 gauges. Prints largest depths at the gauges on both meshes, and how long the hours took.
#   bench/town-flood.sh DEVICE FOLDER [HOURS [MESHES]]        `eagre` is on PATH; 39 hours, the meshes `5 2.5`
# With fewer HOURS the hydrograph is as high and so much shorter: a step costs the same, and 39 h take 39/HOURS times as long.
# FOLDER keeps the case (valley.asc, houses.geojson, zones.geojson, hydrograph.csv, town.yaml) and the results.
set -euo pipefail
usage='usage: bench/town-flood.sh DEVICE FOLDER [HOURS [MESHES]]'
device=${1:?$usage} folder=${2:?$usage} hours=${3:-39} meshes=${4:-5 2.5}
export LC_ALL=C
mkdir -p "$folder"
cd "$folder"

# The valley falls by 4 per mille along x; the river bends round y = 250 m in a bed 60 m wide; the town lies on its left bank, on a
# slope of 5 to 25 per cent.
awk 'BEGIN {
    pi = atan2(0, -1); w = 5; nx = 561; ny = 141
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %d\n", nx, ny, w
    for (j = ny - 1; j >= 0; j--) { row = ""
        for (i = 0; i < nx; i++) { x = i * w; y = j * w
            axis = 250 + 80 * sin(2 * pi * x / 1400); d = y - axis; a = d < 0 ? -d : d
            z = 60 - 0.004 * x - 4 * exp(-(d / 30) ^ 4)
            if (a > 60) z += 0.05 * (a - 60)
            if (a > 200) z += 0.2 * (a - 200)
            row = row sprintf("%.3f ", z) }
        print row } }' >valley.asc
# Streets 8 m wide between blocks of 20 m by 16 m, some with a yard, on 400 m by 180 m.
awk 'BEGIN { printf "{\"type\": \"FeatureCollection\", \"features\": ["
    for (i = 0; i < 14; i++) for (j = 0; j < 7; j++) { if ((i * 7 + j * 3) % 11 == 0) continue
        x = 1300 + 28 * i + 4 * (j % 2); y = 360 + 24 * j + 3 * (i % 3)
        printf "%s\n{\"type\": \"Feature\", \"properties\": {\"height\": %d}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[%d, %d], [%d, %d], [%d, %d], [%d, %d], [%d, %d]]]}}", \
            n++ ? "," : "", 6 + (i + j) % 3 * 3, x, y, x + 20, y, x + 20, y + 16, x, y + 16, x, y }
    print "]}" }' >houses.geojson
zone() { printf '{"type": "Feature", "properties": {"n": %s}, "geometry": {"type": "Polygon", "coordinates": [[%s]]}}' "$1" "$2"; }
{
    echo '{"type": "FeatureCollection", "features": ['
    zone 0.08 '[0, 430], [1250, 430], [1250, 700], [0, 700], [0, 430]' && echo ,
    zone 0.05 '[1250, 340], [1720, 340], [1720, 560], [1250, 560], [1250, 340]' && echo ,
    zone 0.1 '[300, 0], [2000, 0], [2000, 90], [300, 90], [300, 0]'
    echo ']}'
} >zones.geojson
awk -v hours="$hours" 'BEGIN { print "time (s),discharge (m3/s)"; k = hours / 39 * 3600
    n = split("0 50 4 1000 8 3000 11 6000 13 15000 15 13000 19 7000 25 2700 32 900 39 300", v, " ")
    for (i = 1; i < n; i += 2) printf "%.6g,%s\n", v[i] * k, v[i + 1] }' >hydrograph.csv
gauges=$(awk 'BEGIN { for (i = 0; i < 21; i++) printf "%sg%d: [%.1f m, %.1f m]", i ? ", " : "", i + 1, 1294 + 28 * (i % 7) * 2, 356 + 24.5 * int(i / 7) }')
cat >town.yaml <<CASE
title: a flood through a town in a valley
model: shallow-water
mesh: {box: {size: [2640 m, 685 m], cells: [528, 137], element: triangle}}
materials: {all: {elevation: {raster: valley.asc, register: node}, manning: 0.03}}
terrain:
  zones: {polygons: zones.geojson, manning: {attribute: n}}
  houses: {polygons: houses.geojson, raise: {attribute: height}}
initial: {depth: 0 m}
boundaries: {left: {discharge: {csv: hydrograph.csv}}, right: outflow, bottom: wall, top: wall}
time: {end: $hours h, cfl: 0.9}
output:
  gauges: {$gauges}
  record: {every: $(awk -v h="$hours" 'BEGIN { print h * 3600 / 390 }') s}
  sections: {town: [1200 m, 0 m, 1200 m, 680 m]}
  maxima: {flooded_depth: 5 cm, variables: [max_depth, max_speed, arrival_time, elevation]}
  fields: {every: $(awk -v h="$hours" 'BEGIN { print h * 3600 / 39 }') s, variables: [depth, velocity]}
  picture: {variable: depth, arrows: true}
limits: {mass_error: 1e-6}    # f64 keeps 1e-13
CASE
of() { sed -n "s/.*\"$1\": {*\(\"value\": \)*\([-+.e0-9]*\).*/\2/p" "$2/summary.json" | head -1; }
declare -A box=([5]='{size: [2640 m, 685 m], cells: [528, 137], element: triangle}' [2.5]='{size: [2752.5 m, 640 m], cells: [1101, 256], element: triangle}' [20]='{size: [2640 m, 680 m], cells: [132, 34], element: triangle}')
echo '| triangles of | cells | steps | s | the 39 h, min | M cells/s | mass error |'
echo '|---|---|---|---|---|---|---|'
for edge in $meshes; do
    eagre run town.yaml -o "run-$edge" -q --force --no-measure --device "$device" --set "mesh.box=${box[$edge]}"
    awk -v edge="$edge" -v wall="$(of wall_seconds "run-$edge")" -v setup="$(sed -n 's/.*"setup": \([-+.e0-9]*\).*/\1/p' "run-$edge/summary.json")" \
        -v steps="$(of steps "run-$edge")" -v cells="$(of cells "run-$edge")" -v mass="$(of mass_error "run-$edge")" -v hours="$hours" 'BEGIN {
        s = wall - setup; printf "| %s m | %d | %d | %.1f | %.2f | %.4g | %.1e |\n", edge, cells, steps, s, s * 39 / hours / 60, cells * steps / s / 1e6, mass }'
done
# largest depth of each gauge, of the records
largest() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /_depth_m$/) { n++; at[n] = i } next }
        { for (i = 1; i <= n; i++) if ($at[i] > most[i]) most[i] = $at[i] } END { for (i = 1; i <= n; i++) printf "%.3f\n", most[i] }' "run-$1/gauges.csv"
}
echo
echo "| gauge |$(for edge in $meshes; do printf ' largest depth, %s m |' "$edge"; done)"
echo "|---|$(for edge in $meshes; do printf -- '---|'; done)"
for edge in $meshes; do largest "$edge" >"largest-$edge"; done
paste -d' ' $(for edge in $meshes; do echo "largest-$edge"; done) | awk '{ printf "| %d |", NR; for (i = 1; i <= NF; i++) printf " %s |", $i; print "" }'
