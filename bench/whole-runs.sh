#!/bin/sh
# Runs the examples at a size that matters and prints a table of where their time goes, as Markdown, from their summaries:
# set-up (mesh, kernels from the cache, first state), steps or solve, what is written after and between them, all.
#   bench/whole-runs.sh DEVICE [small] [NAME...]      `eagre` is on PATH; EXAMPLES is the folder of examples
# `small` takes about a sixteenth of the cells, for a processor; names are those of examples. Each case is run twice, and the
# second counts: the first compiles the kernels. A case that needs more memory than there is says so.
set -eu
device=${1:?usage: bench/whole-runs.sh DEVICE [small] [NAME...]}
shift
size=large
[ "${1:-}" != small ] || { size=small; shift; }
EXAMPLES=${EXAMPLES:-$(cd "$(dirname "$0")/../examples" && pwd)}
command -v eagre >/dev/null || {
    echo "bench/whole-runs.sh: eagre is not on PATH" >&2
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# of KEY: a number of the summary; of seconds one of its parts
of() { sed -n "s/.*\"$1\": \([-+.e0-9]*\).*/\1/p" "$work/run/summary.json" | head -1; }

# row NAME WHAT SETTING...
row() {
    name=$1 what=$2
    shift 2
    for setting in "$@"; do
        set -- "$@" --set "$setting"
        shift
    done
    for _ in first second; do
        code=0
        eagre run "$EXAMPLES/$name/case.yaml" -o "$work/run" --force -q --no-measure --device "$device" "$@" \
            >"$work/log" 2>&1 || code=$?
        # 10: a limit of the example, which is that of its own size
        case $code in
        0 | 10) ;;
        *)
            echo "| $name, $what | $(head -1 "$work/log") | | | | | | |"
            return
            ;;
        esac
    done
    awk -v name="$name, $what" -v cells="$(of cells)" -v unknowns="$(of unknowns)" -v steps="$(of steps)" \
        -v iterations="$(of iterations)" -v setup="$(of setup)" -v advance="$(of advance)" -v all="$(of wall_seconds)" \
        'BEGIN { printf "| %s | %d | %d | %d | %.2f | %.2f | %.2f | %.2f |\n", name, cells, unknowns,
            (iterations > 0 ? iterations : steps), setup, advance, all - setup - advance, all }'
}

chosen=" $* "
is_chosen() { [ "$chosen" = "  " ] || case $chosen in *" $1 "*) ;; *) return 1 ;; esac; }
# pick LARGE SMALL
pick() { if [ $size = large ]; then echo "$1"; else echo "$2"; fi; }

echo "| case | cells | unknowns | steps or iterations | set-up, s | steps, s | output and the end, s | all, s |"
echo "|---|---|---|---|---|---|---|---|"
! is_chosen dam-break || row dam-break 'its own mesh'
! is_chosen river || row river 'its own mesh, 1 h'
! is_chosen thacker-planar || row thacker-planar "a period" \
    "mesh.box.cells=[$(pick '400, 400' '100, 100')]" "limits.mass_error=1"
! is_chosen layer || row layer 'order 5' "mesh.box.cells=[$(pick '512, 256' '128, 64')]"
! is_chosen valley || row valley 'order 6, its own mesh' numerics.order=6
! is_chosen poisson-cube || row poisson-cube 'degree 5, p-multigrid' \
    "mesh.box.cells=[$(pick '64, 64, 64' '20, 20, 20')]" numerics.preconditioner=p-multigrid
! is_chosen kershaw || row kershaw 'degree 5, p-multigrid' "mesh.box.cells=[$(pick '96, 48, 48' '36, 18, 18')]"
! is_chosen cooling || row cooling 'degree 4, 60 steps' "mesh.box.cells=[$(pick '40, 40, 40' '12, 12, 12')]"
! is_chosen rod || row rod 'degree 3, f32, 70 steps, its own mesh'
! is_chosen weld || row weld 'degree 4, 100 steps' "mesh.box.cells=[$(pick '90, 30, 30' '30, 10, 10')]"
