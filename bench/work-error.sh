#!/bin/bash
# Processor time against error, as tables in Markdown:
#   bench/work-error.sh EAGRE graded     a slow basin in rock, cells by wavelength against cells of one size
#   bench/work-error.sh EAGRE schemes    nodal DG on a forest against ADER-DG on triangles, one smooth problem
# Seconds are those of user and system on one thread, less those of the same run with one step: other work on the machine
# changes them little. docs/lab/forests.md has the results.
set -euo pipefail
eagre=$(realpath "${1:?usage: bench/work-error.sh EAGRE graded|schemes}")
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# seconds ARGUMENT...: runs eagre into the folder `run`; seconds of the processor
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$eagre" run "$@" -o run -q --no-measure --force --device host:1 >log 2>&1; } 2>time || { cat log >&2; exit 1; }
    awk 'END { print $1 + $2 }' time
}
# cost ARGUMENT...: seconds of the steps alone; the whole run is in `run`. Kernels are compiled before.
cost() {
    seconds "$@" --set 'time={steps: 1}' >/dev/null
    local begin end
    begin=$(seconds "$@" --set 'time={steps: 1}')
    end=$(seconds "$@")
    awk "BEGIN { s = $end - $begin; printf \"%.3f\", s > 0 ? s : 0 }"
}
of() { sed -n "s/.*\"$1\": \([-+.e0-9]*\).*/\1/p" run/summary.json | head -1; }

# ---- graded: a plane S pulse of 2 Hz from below; the basin is four times as slow and its sides are those of cells
graded() {
    cat >basin.yaml <<'EOF'
model: elastic
mesh:
  box: {origin: [-2 km, -4 km], size: [4 km, 4 km], cells: [2, 2]}
  forest: {level: 2}
materials:
  all:
    density: "y > -500 && abs(x) < 1000 ? 1900 : 2600"
    vp: "y > -500 && abs(x) < 1000 ? 1800 : 5200"
    vs: "y > -500 && abs(x) < 1000 ? 800 : 3200"
initial:
  velocity: ["(1 - 2 * (pi * (y + 2250) / 1600)^2) * exp(-(pi * (y + 2250) / 1600)^2)", 0]
  stress: [0, 0, "-2600 * 3200 * (1 - 2 * (pi * (y + 2250) / 1600)^2) * exp(-(pi * (y + 2250) / 1600)^2)"]
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: absorbing, top: free-surface}
time: {end: 2.2 s}
output:
  picture: none
  receivers: {interval: 5 ms, at: {middle: [0, 0], side: [700 m, 0], rock: [1.6 km, 0]}}
EOF
    basin='y > -500 && abs(x) < 1000'
    seconds basin.yaml --set "mesh.forest.levels=$basin ? 5 : 3" --set numerics.degree=8 >/dev/null
    cp run/seismograms/receivers.csv exact.csv
    echo '| cells | size | degree | number | steps | misfit | s |'
    echo '|---|---|---:|---:|---:|---:|---:|'
    for degree in 3 4 5 6 7; do
        row 'by wavelength' '500 m, 125 m' "$degree" --set "mesh.forest.levels=$basin ? 4 : 2"
        row 'of one size' '125 m' "$degree" --set mesh.forest.level=4
    done
}
# row NAME SIZE DEGREE SETTING...: the misfit is sqrt(sum (v - e)^2 / sum e^2) of all receivers and components of velocity
row() {
    local name=$1 size=$2 degree=$3 time
    shift 3
    time=$(cost basin.yaml --set "numerics.degree=$degree" "$@")
    awk -F, 'FNR == 1 { file++ }
        FNR == 1 && file == 1 { for (i = 2; i <= NF; i++) if ($i ~ /velocity/) taken[i] = 1 }
        FNR == 1 { next }
        file == 1 { for (i in taken) e[FNR, i] = $i; next }
        { for (i in taken) { error += ($i - e[FNR, i])^2; signal += e[FNR, i]^2 } }
        END { printf "%.2g %%\n", 100 * sqrt(error / signal) }' exact.csv run/seismograms/receivers.csv >misfit
    echo "| $name | $size | $degree | $(of cells) | $(of steps) | $(cat misfit) | $time |"
}

# ---- schemes: a plane acoustic wave along the diagonal of a periodic square, over half a period
schemes() {
    cat >wave.yaml <<'EOF'
model: acoustic
mesh: {box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial:
  pressure: "sin(4*pi*(x+y))"
  velocity: ["sqrt(0.5)*sin(4*pi*(x+y))", "sqrt(0.5)*sin(4*pi*(x+y))"]
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 5}
output: {picture: none}
exact: {pressure: "sin(4*pi*(x+y-sqrt(2)*t))"}
EOF
    echo '| scheme | order | cells | steps | L2 | s |'
    echo '|---|---:|---:|---:|---:|---:|'
    for order in 3 4 6; do
        for level in 3 4 5; do
            time=$(cost wave.yaml --set "numerics.degree=$((order - 1))" --set "mesh.forest={level: $level}")
            wave_row 'nodal DG, squares'
        done
        for cells in 8 16 32; do
            time=$(cost wave.yaml --set "numerics.order=$order" --set "mesh.box.cells=[$cells, $cells]" \
                --set mesh.box.element=triangle)
            wave_row 'ADER-DG, triangles'
        done
    done
}
wave_row() {
    local error
    error=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "pressure_l2") at = i } END { printf "%.2e", $at }' run/errors.csv)
    echo "| $1 | $order | $(of cells) | $(of steps) | $error | $time |"
}

case ${2:-} in
graded) graded ;;
schemes) schemes ;;
*)
    echo "usage: bench/work-error.sh EAGRE graded|schemes" >&2
    exit 2
    ;;
esac
