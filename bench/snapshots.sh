#!/bin/sh
# The rate of snapshots beside what the disk takes: a dam on triangles with a snapshot after each step, in turn with
# `dd conv=fsync` of as many files of the same bytes into the same folder. Prints rounds and medians.
#   bench/snapshots.sh DEVICE [CELLS [STEPS [ROUNDS [FOLDER]]]]      `eagre` is on PATH; 2000000, 24, 5, a folder of TMPDIR
# The time is that from the end of set-up to the end of the run, with its steps and its picture: a lower bound of the rate.
set -eu
device=${1:?usage: bench/snapshots.sh DEVICE [CELLS [STEPS [ROUNDS [FOLDER]]]]}
side=$(awk -v cells="${2:-2000000}" 'BEGIN { print int(sqrt(cells / 2) + 0.5) }')
steps=${3:-24} rounds=${4:-5}
command -v eagre >/dev/null || { echo "bench/snapshots.sh: eagre is not on PATH" >&2; exit 1; }
work=$(mktemp -d ${5:+-p "$5"})
trap 'rm -rf "$work"' EXIT
cat >"$work/case.yaml" <<EOF
title: a dam
model: shallow-water
mesh: {box: {size: [1000 m, 1000 m], cells: [$side, $side], element: triangle}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 500 ? 2 : 1"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: $steps, end: 1000 s}
output: {fields: {steps: 1}}
EOF

now() { date +%s.%N; }
# run FOLDER: seconds from the end of set-up to the end
run() {
    eagre run "$work/case.yaml" -o "$work/$1" --force -q --no-measure --device "$device"
    awk '/"wall_seconds"/ { gsub(/,/, ""); wall = $2 } /"setup"/ { gsub(/[,}]/, ""); setup = $3 }
        END { print wall - setup }' "$work/$1/summary.json"
}
copy() { # NUMBER: seconds that so many copies take
    from=$(now)
    for i in $(seq "$1"); do dd if="$2" of="$work/copy$i" bs=1M conv=fsync 2>"$work/log" || cat "$work/log" >&2; done
    echo "$(now) $from" | awk '{ print $1 - $2 }'
    rm -f "$work"/copy*
}
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

run with >/dev/null # kernels are compiled
echo "| snapshots, MB/s | dd, MB/s | part |"
echo "|---|---|---|"
for _ in $(seq "$rounds"); do
    with=$(run with)
    file=$(ls "$work"/with/fields/fields-*.vtkhdf | tail -1)
    taken=$(copy "$steps" "$file")
    echo "$with $steps $(wc -c <"$file") $taken" | awk '{
        bytes = $2 * $3; mine = bytes / $1 / 1e6; disk = bytes / $4 / 1e6
        printf "%.0f %.0f %.2f\n", mine, disk, mine / disk }' | tee -a "$work/rounds" | sed 's/ / | /g; s/.*/| & |/'
done
for column in 1 2 3; do cut -d' ' -f$column "$work/rounds" | median; done | paste -sd' ' | sed 's/^/median: /'
