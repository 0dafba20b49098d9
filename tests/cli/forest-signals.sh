#!/bin/bash
# A run on a forest that gets SIGSEGV or SIGABRT ends: what MPI loads for its own use keeps no handlers of these.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
nm -D "$eagre" | grep -E '__[at]san_init' >/dev/null && exit 77 # the sanitizers handle them
ulimit -c 0
cat >case.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 m, 2 m], cells: [8, 4]}, forest: {level: 2}}
materials: {all: {density: 1, vp: 2}}
initial: {pressure: "exp(-(x - 1)^2 - (y - 1)^2)"}
boundaries: {left: free-surface, right: free-surface, bottom: free-surface, top: free-surface}
time: {end: 1e6 s}
numerics: {degree: 2}
output: {picture: none, fields: {steps: 1000000000}, record: {every: 0.5 s}}
CASE
# ends SIGNAL: of a run that has begun to step
ends() {
    local got=0 waited=0
    rm -rf out
    "$eagre" run case.yaml -o out -q --no-measure --device host:1 2>err </dev/null &
    local run=$!
    while ! [ -s out/balance.csv ] || [ "$(wc -l <out/balance.csv)" -lt 2 ]; do
        kill -0 $run 2>/dev/null || fail "the run ended: $(cat err)"
        sleep 0.1
        [ $((++waited)) -lt 5000 ] || { kill -9 $run; fail "the run did not begin"; }
    done
    kill -"$1" $run
    for ((waited = 0; waited < 5000; waited++)); do
        [[ $(ps -o stat= -p $run) == [!Z]* ]] || break
        sleep 0.1
    done
    kill -9 $run 2>/dev/null || true
    wait $run || got=$?
    [ $got = "$2" ] || fail "exit code $got after SIG$1, not $2"
}
ends SEGV 139
ends ABRT 134
