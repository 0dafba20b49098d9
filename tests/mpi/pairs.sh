#!/bin/bash
# A checkpoint knows neither device nor ranks: written on one process, on OpenCL, on two and on three ranks, it is the
# same file; and from each a run goes on on each of these, and on four ranks (in the short form on every second of them,
# beginning with the first and the second in turn), with the files of a run that was never stopped.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >case.yaml <<'CASE'
title: a flood over three pieces of the mesh
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [40, 24], element: triangle}}
materials: {all: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02}}
initial: {depth: "x < 8 ? 2 : (y < 6 ? 0.4 : 0)"}
boundaries: {left: {level: "2 + sin(t)"}, right: {discharge: "0.5 + t"}, bottom: {discharge: 2}, top: outflow}
time: {steps: 24, cfl: 0.9}
checkpoint: {steps: 8}
output:
  picture: none
  fields: {steps: 12}
  gauges: {left: [2 m, 9.9 m], right: [15 m, 3 m]}
CASE

opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
places="one ${opencl:+opencl} 2 3"

# on PLACE COMMAND ARGUMENT...: one process on the host, one on OpenCL, or so many ranks
on() {
    local place=$1
    shift
    case $place in
    one) "$eagre" "$@" -q --no-measure --device host:1 </dev/null ;;
    opencl) "$eagre" "$@" -q --no-measure --device "$opencl" </dev/null ;;
    *) timeout "$limit" mpirun -q --oversubscribe -n "$place" "$eagre" "$@" -q --no-measure --device host:1 </dev/null ;;
    esac
}

turn=0
alone case.yaml
middle=checkpoints/step-000000000016.eagre
for writer in $places; do
    rm -rf written
    on "$writer" run case.yaml -o written
    cmp "written/$middle" "alone/$middle" || fail "the checkpoint of $writer is not that of one process"
    rm written/summary.json
    reading=$((turn++))
    for reader in $places 4; do
        [ "${EAGRE_TESTS:-}" = long ] || [ $((reading++ % 2)) = 0 ] || continue
        rm -rf ranks
        cp -r written ranks
        on "$reader" resume ranks
        (cd alone && find . -type f ! -name summary.json ! -name log.txt ! -name files.json | sort) >files
        while read -r file; do
            cmp -s "alone/$file" "ranks/$file" || fail "written on $writer, resumed on $reader: $file differs"
        done <files
        [ "$(of_summary alone)" = "$(of_summary ranks)" ] || fail "written on $writer, resumed on $reader: the summary"
    done
done
