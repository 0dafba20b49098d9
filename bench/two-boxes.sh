#!/bin/bash
# The dam break between two boxes of section 5.3 (A. Lacasta 2012): seconds of its 400 s on one device, and what snapshots every 200
# steps, precision, order and meshes do to them. Prints a table in Markdown.
#   gmsh -2 -bin -setnumber coarse 1 examples/two-boxes/two-boxes.geo -o two-boxes.msh
#   bench/two-boxes.sh DEVICE examples/two-boxes/case.yaml two-boxes.msh [SECONDS]      `eagre` is on PATH; 400
# Seconds are those from the end of set-up to the end of the run. The box is one of squares cut in two, of as many triangles and
# as large, full on one half. The error of f32 is the mean and the largest difference of the depths from f64 at the end.
set -euo pipefail
usage='usage: bench/two-boxes.sh DEVICE CASE MESH [SECONDS]'
device=${1:?$usage} case=$(realpath "${2:?$usage}") mesh=$(realpath "${3:?$usage}") end=${4:-400}
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$case" case.yaml
cp "$mesh" two-boxes.msh

of() { sed -n "s/.*\"$1\": {*\(\"value\": \)*\([-+.e0-9]*\).*/\2/p" "$2/summary.json" | head -1; }
# row NAME FOLDER ARGUMENT...
row() {
    local name=$1 folder=$2
    shift 2
    eagre run case.yaml -o "$folder" -q --force --no-measure --device "$device" --set "time.end=$end" --set output.picture=none "$@"
    awk -v name="$name" -v wall="$(of wall_seconds "$folder")" -v setup="$(sed -n 's/.*"setup": \([-+.e0-9]*\).*/\1/p' "$folder/summary.json")" \
        -v steps="$(of steps "$folder")" -v cells="$(of cells "$folder")" -v files="$(of snapshots "$folder")" 'BEGIN {
        s = wall - setup; printf "| %s | %d | %d | %d | %.3f | %.3g |\n", name, cells, steps, files, s, cells * steps / s / 1e6 }'
}
quiet=(--set "output.fields={every: $end s, variables: [depth]}" --set 'output.gauges={}' --set "output.record={every: $end s}")
row warm warm "${quiet[@]}" --set time.steps=10 >/dev/null
row warm warm "${quiet[@]}" --set time.steps=10 --precision f32 >/dev/null
row warm warm "${quiet[@]}" --set time.steps=10 --set numerics.order=2 >/dev/null
echo '| run | triangles | steps | snapshots | s | M cells/s |'
echo '|---|---|---|---|---|---|'
row 'f64, nothing written on the way' plain "${quiet[@]}"
row 'f64, a snapshot every 200 steps, gauges every 1 s' written
row 'f32' single "${quiet[@]}" --precision f32
row 'f64, order 2' second "${quiet[@]}" --set numerics.order=2
cells=$(of cells plain)
across=$(awk -v n="$cells" 'BEGIN { print int(sqrt(n / 4) + 0.5) }')
row 'f64, a box of squares cut in two' box "${quiet[@]}" --set 'boundaries={left: wall, right: wall, bottom: wall, top: wall}' \
    --set "mesh={box: {size: [162 m, 81 m], cells: [$((2 * across)), $across], element: triangle}}"
last() { ls "$1"/fields/fields-*.vtkhdf | tail -1; }
echo
eagre compare "$(last plain)" "$(last single)" || true
