#!/bin/bash
# Heat goes on from checkpoints of any number of ranks on any other, with steps of one length and with steps that adapt
# themselves; a checkpoint of ranks is that of one process. What is wrong with an elliptic model is told once, in the words and
# with the exit code of one process; a rank that fails alone ends the job; `check` tells of ranks what it tells of one.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cp "$EAGRE_SOURCE/tests/mpi/heat.yaml" .
cp "$EAGRE_SOURCE/tests/mpi/poisson.yaml" .
plain=(--set output.picture=none)

# Begun on FROM ranks, taken up on TO.
goes_on() { # FROM "TO ..." ARGUMENT...
    local to middle
    alone heat.yaml "${plain[@]}" "${@:3}"
    middle=$(cd alone && ls checkpoints/* | head -1)
    ranks "$1" heat.yaml "${plain[@]}" "${@:3}"
    cmp "ranks/$middle" "alone/$middle" || fail "the checkpoint of $1 ranks is not that of one process: $*"
    rm -rf begun ranks/summary.json
    find ranks/checkpoints -type f ! -name "${middle#*/}" -delete
    mv ranks begun
    for to in $2; do
        rm -rf ranks
        cp -r begun ranks
        if [ "$to" = 1 ]; then
            "$eagre" resume ranks -q --no-measure --device host:1 </dev/null
        else
            timeout "$limit" mpirun -q --oversubscribe -n "$to" "$eagre" resume ranks -q --no-measure --device host:1 </dev/null
        fi
        same "$to"
    done
}
goes_on 2 "1 3"
goes_on 3 2 --set time.tolerance=2

told() { # CODE CASE ARGUMENT...
    local code=$1 case=$2 got=0 expected=0
    shift 2
    rm -rf alone ranks
    alone "$case" "$@" >out 2>expected || expected=$?
    ranks 3 "$case" "$@" >out 2>err || got=$?
    [ "$got" = "$code" ] && [ "$expected" = "$code" ] || fail "$*: exit codes $expected and $got: $(cat err)"
    sed -i 's/alone/ranks/g' expected
    cmp -s expected err || fail "$*: on one process $(cat expected), on three $(cat err)"
}
told 3 poisson.yaml --set boundaries.left.valu=1
told 3 poisson.yaml --set 'output.probes.far=[3 m, 0 m, 0 m]'
told 3 poisson.yaml --set 'materials.all.kappa="x < 0.9 ? 1 : -1"'
told 5 heat.yaml "${plain[@]}" --set numerics.iterations=3
same 3
told 10 poisson.yaml "${plain[@]}" --set limits.u_l2=1e-9
same 3

# One rank has no kernels.
mkdir nothing
code=0
line=("$eagre" run poisson.yaml -o odd -q --no-measure --device host:1)
timeout "$limit" mpirun -q --oversubscribe -n 1 "${line[@]}" : -n 1 -x EAGRE_KERNELS="$work/nothing" "${line[@]}" 2>err </dev/null ||
    code=$?
[ $code = 8 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'nothing.*cannot be opened' err || fail "one rank fails: $code, $(cat err)"

timeout "$limit" mpirun -q --oversubscribe -n 3 "$eagre" check heat.yaml --device host:1 </dev/null >ranks.txt
"$eagre" check heat.yaml --device host:1 </dev/null >alone.txt
own='^(memory|ranks)|while it was set up|a run takes about|of them about .* on the device|not counted in either'
grep -vE "$own" ranks.txt >out
grep -vE "$own" alone.txt | cmp -s - out || fail "check: $(diff alone.txt ranks.txt)"
grep -q '^  *a run takes about .*B on this machine; .* can be taken' ranks.txt || fail "check does not tell the memory: $(cat ranks.txt)"
grep -q '^ranks  *3$' ranks.txt || fail "check does not tell the ranks: $(cat ranks.txt)"
