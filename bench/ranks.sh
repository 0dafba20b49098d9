#!/bin/bash
# How runs become faster with ranks: waves on octrees, air on triangles and Poisson's equation, each of one size for all numbers of
# ranks. Prints a table in Markdown: seconds of the steps or of the solve (the least of three runs), speed-up and efficiency, what part of the time the ranks
# spend in messages (with the wait for others) at least and at most of all behind the set-up, the cells or nodes of a rank, and whether all hashes are equal.
#   bench/ranks.sh [RANKS] [SIZE]      eagre and mpirun are on PATH; "1 2 4" and host by default
#     SIZE host: ranks of one thread on the host, a minute or two on two cores
#          gpu:  ranks take the GPUs of the machine in turn (cuda:0, cuda:1, ...), larger cases, three minutes on two GPUs
# EAGRE_MPIRUN: the launcher and its options before -n; "mpirun --oversubscribe --bind-to none".
set -euo pipefail
counts=${1:-1 2 4} size=${2:-host}
launch=${EAGRE_MPIRUN:-mpirun -q --oversubscribe --bind-to none}
export LC_ALL=C OMP_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
case $size in
host)
    export OMPI_MCA_mpi_yield_when_idle=1 # ranks may be more than cores
    device=(--device host:1) level=3 steps=8 air='120, 120' elements='10, 10, 10' highest=12
    ;;
gpu)
    export OMP_NUM_THREADS=8 # the set-up
    device=() level=5 steps=100 air='700, 700' elements='40, 40, 40' highest=14
    ;;
*) echo "SIZE is $size; it must be host or gpu" >&2 && exit 2 ;;
esac
cat >octrees.yaml <<CASE
title: octrees of 7 x 7 x 7 nodes
model: acoustic
mesh: {box: {size: [1, 1, 1], cells: [1, 1, 1]}, forest: {level: $level}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-((x - 0.4)^2 + (y - 0.6)^2 + (z - 0.5)^2) / 0.02)"}
boundaries: {left: absorbing, right: absorbing, front: wall, back: wall, bottom: wall, top: absorbing}
time: {steps: $steps}
numerics: {degree: 6}
output: {picture: none}
checkpoint: {end: false}
CASE
cat >air.yaml <<CASE
title: a bubble
model: atmosphere
mesh: {box: {size: [1 km, 1 km], cells: [$air], element: triangle}}
initial: {theta_perturbation: "0.5*exp(-((x - 500)^2 + (y - 300)^2) / 1e4)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: $steps}
numerics: {degree: 3}
output: {picture: none, fields: {variables: [theta_perturbation]}}
checkpoint: {end: false}
CASE
cat >adaptive.yaml <<CASE
title: a bubble on triangles that change
model: atmosphere
mesh: {box: {size: [1 km, 1 km], cells: [1, 1], element: triangle}, adapt: {lowest: 8, highest: $highest, every: 4, refine: 0.1, coarsen: 0.05}}
initial: {theta_perturbation: "0.5*exp(-((x - 500)^2 + (y - 300)^2) / 4e4)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: $((5 * steps))}
numerics: {degree: 2}
output: {picture: none}
checkpoint: {end: false}
CASE
cat >poisson.yaml <<CASE
title: Poisson's equation
model: poisson
mesh: {box: {size: [1, 1, 1], cells: [$elements], element: hexahedron}}
materials: {all: {kappa: 1, source: "x + y * z"}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 5, tolerance: 1e-8, preconditioner: p-multigrid}
output: {picture: none}
CASE
# of KEY FOLDER: the first number of that name
of() { sed -n "s/.*\"$1\": \([-+.e0-9]*\).*/\1/p" "$2/summary.json" | head -1; }
# run RANKS CASE FOLDER ARGUMENT...
run() {
    local n=$1 case=$2 folder=$3
    shift 3
    # shellcheck disable=SC2086
    $launch -n "$n" eagre run "$case.yaml" -o "$folder" -q --force --no-measure "${device[@]}" "$@" </dev/null >"$folder.out" 2>&1 ||
        { cat "$folder.out" >&2 && exit 1; }
}
echo '| case | ranks | s | speed-up | efficiency | in messages, of ranks | of a rank | hash |'
echo '|---|---|---|---|---|---|---|---|'
for case in octrees air adaptive poisson; do
    short=(--set time.steps=2)
    [ $case != poisson ] || short=()
    key=advance
    [ $case != poisson ] || key=solve
    run 1 $case warm "${short[@]}" # compiles
    first= hash=
    for n in $counts; do
        seconds=
        for turn in 1 2 3; do # the fastest counts
            run "$n" $case "turn"
            this=$(of $key turn)
            [ -z "$seconds" ] || awk -v a="$this" -v b="$seconds" 'BEGIN { exit !(a < b) }' || continue
            seconds=$this
            rm -rf "$case-$n"
            mv turn "$case-$n"
        done
        found=$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$case-$n/summary.json")
        first=${first:-$seconds} hash=${hash:-$found}
        messages=$(awk -v wall="$(of wall_seconds "$case-$n")" -v setup="$(of setup "$case-$n")" '/"name": "(ghosts|step sizes and agreement|sums and other data)"/ {
                split($0, part, "\"seconds\": "); split(part[2], number, "[:,}]"); least += number[2]; most += number[6] }
            END { if (most > 0) printf "%.0f to %.0f %%", 100 * least / (wall - setup), 100 * most / (wall - setup) }' "$case-$n/summary.json")
        share=$(sed -n 's/.*; of each \(.*\)$/\1/p' "$case-$n/log.txt" | head -1)
        awk -v name="$case" -v n="$n" -v s="$seconds" -v first="$first" -v from="${counts%% *}" -v messages="$messages" \
            -v share="${share:-all}" -v hash="$([ "$hash" = "$found" ] && echo same || echo OTHER)" 'BEGIN {
            printf "| %s | %d | %.2f | %.2f | %.0f %% | %s | %s | %s |\n", name, n, s, first / s, 100 * first * from / s / n, messages, share, hash }'
    done
done
