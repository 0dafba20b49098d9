#!/bin/sh
# Table 4 of the paper that case.yaml names: the rod with about as many hexahedra, degrees 2 to 7, with the paper's figures beside
# those of this machine, as Markdown. Seconds are `wall_seconds` of the summary, memory is what `eagre check` says of the device.
#   examples/rod/tables.sh DEVICE [FIRST LAST [LAYERS [ARGUMENT...]]]
# LAYERS of hexahedra along the rod, 279 if not said; further arguments go to eagre, such as another preconditioner.
# EAGRE names the command, else it is build/eagre; the kernels' rows come from tests/bench-sem-tables beside it, with CLOCK=cpu by
# the time of the processor.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
eagre=${EAGRE:-$here/../../build/eagre}
tables=$(dirname "$eagre")/tests/bench-sem-tables
device=$1 first=${2:-2} last=${3:-7} layers=${4:-279}
[ $# -lt 4 ] && shift $# || shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gmsh -3 -v 1 -setnumber core 8 -setnumber rings 5 -setnumber layers "$layers" "$here/rod.geo" -o "$work/rod.msh" >&2

# What is told of a degree; nothing where it was not asked for.
seconds= memory= iterations=
degree=2
while [ "$degree" -le 7 ]; do
    if [ "$degree" -ge "$first" ] && [ "$degree" -le "$last" ]; then
        rod() {
            "$eagre" "$@" "$here/case.yaml" --device "$device" --set "mesh={gmsh: $work/rod.msh}" \
                --set "numerics.degree=$degree" --set output.record.every=2.8
        }
        memory="$memory $(rod check "$@" | sed -n 's/^memory  *\(.*\) on the device.*/\1/p') |"
        rod run "$@" -o "$work/run" --force -q --no-measure
        of() { sed -n "s/^  \"$1\": \([0-9.]*\),*/\1/p" "$work/run/summary.json"; }
        seconds="$seconds $(printf %.3g "$(of wall_seconds)") |"
        iterations="$iterations $(of iterations) |"
    else
        seconds="$seconds |" memory="$memory |" iterations="$iterations |"
    fi
    degree=$((degree + 1))
done
"$tables" "device=$device" precision=f32 "clock=${CLOCK:-wall}" "mesh=$work/rod.msh" "first=$first" "last=$last"
cat <<TABLE
| device memory | the paper, f32 | 178 MB | 370 MB | 587 MB | 1147 MB | 1796 MB | 2660 MB |
| device memory | here, f32 |$memory
| 70 steps, s | GTX 980, CUDA, f32 | 13.4 | 14.8 | 32.1 | 53.6 | 90.3 | 134.9 |
| 70 steps, s | GTX 980, OpenCL, f32 | 12.2 | 13.9 | 31.8 | 49.9 | 83.0 | 126.3 |
| 70 steps, s | i7-5960X, OpenMP, f32 | 100.7 | 127.4 | 355.1 | 509.9 | 901.5 | 1393.5 |
| 70 steps, s | i7-5960X, OpenCL, f32 | 102.7 | 156.2 | 384.2 | 479.7 | 1052.1 | 1168.5 |
| 70 steps, s | here, f32 |$seconds
| iterations in all | here, f32 |$iterations
TABLE
