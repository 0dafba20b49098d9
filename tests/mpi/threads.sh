#!/bin/bash
# Where ranks and threads are more than processors, a warning, the log and the summary tell the numbers and what to do.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
command -v taskset >/dev/null || exit 77

cat >flood.yaml <<'CASE'
title: a flood
model: shallow-water
mesh: {box: {size: [20 m, 12 m], cells: [30, 20], element: triangle}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: "x < 8 ? 2 : 0.4"}
boundaries: {left: wall, right: {level: 0.5}, bottom: wall, top: wall}
time: {end: 0.1 s}
output: {picture: none}
CASE
cat >rod.yaml <<'CASE'
title: a rod
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2]}}
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {flux: 0}, front: {flux: 0}, back: {flux: 0}, bottom: {flux: 0}, top: {flux: 0}}
output: {picture: none}
CASE

# The first processor that this shell may run on.
one=$(taskset -cp $$ | sed 's/.*: *//; s/[,-].*//')
crowded() { # WORDS COMMAND...
    local words=$1
    shift
    rm -rf folder
    timeout "$limit" "$@" -o folder --no-measure >out 2>err </dev/null || fail "$*: $(cat err)"
    grep -qxF "eagre: warning: $words" err || fail "$*: $(cat err)"
    grep -qF "warning: $words" folder/log.txt || fail "$*: the log does not tell"
    grep -qF "\"warning\": \"$words" folder/summary.json || fail "$*: the summary does not tell"
}
calm() { # COMMAND...
    rm -rf folder
    timeout "$limit" "$@" -o folder --no-measure >out 2>err </dev/null || fail "$*: $(cat err)"
    ! grep -rq 'wait for each other' err folder || fail "$*: a warning without reason: $(cat err)"
}
on_one=(taskset -c "$one" "$eagre" run)
case $(nproc --all) in
1) bound='the machine has no more' many=$bound ;;
*) bound='the process is bound to them' many='the launcher binds the ranks to them' ;;
esac
for case in flood rod; do
    crowded "3 ranks on a machine, of 1 thread each, share 1 processor ($many) and wait for each other; start 1 rank there \
(mpirun -n), or let the ranks run on more (mpirun --bind-to none)" \
        mpirun -q --oversubscribe -n 3 "${on_one[@]}" $case.yaml --device host:1
    crowded "2 threads share 1 processor ($bound) and wait for each other; take --device host:1" \
        "${on_one[@]}" $case.yaml --device host:2
    calm "${on_one[@]}" $case.yaml --device host
done
[ "$(nproc)" -gt 1 ] || exit 0
ranks=$(nproc)
crowded "$ranks ranks on a machine, of 3 threads each, share $ranks processors (the machine has no more) and wait for each \
other; take --device host:1, or let the ranks run on more (mpirun --bind-to none)" \
    mpirun -q --bind-to none --oversubscribe -n "$ranks" "$eagre" run flood.yaml --device host:3
calm mpirun -q --bind-to none --oversubscribe -n "$ranks" "$eagre" run flood.yaml --device host:1
calm mpirun -q --bind-to none --oversubscribe -n "$ranks" "$eagre" run flood.yaml
