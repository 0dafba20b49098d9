#!/bin/bash
# Snapshots that ranks write together: where a call of one rank on the run's files fails, the run ends with exit code 6 on all
# and says why once, or does as if nothing had been; where one is killed at a call, the job ends. In each case what has a
# final name is whole, and where nobody was killed nothing else is left. Ranks that do not see rank 0's folder give it what
# they have. In the long form every call; else a third of them.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
library=$EAGRE_BUILD/tests/libtorture.so

cat >case.yaml <<'CASE'
title: three pieces of a mesh
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [40, 20], element: triangle}}
materials: {all: {elevation: "0.2 * sin(x)", manning: 0.02}}
initial: {depth: "x < 8 ? 2 : 0.4"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {steps: 6, cfl: 0.9}
exact: {depth: 1}
output: {picture: none, fields: {steps: 3, variables: [depth, velocity]}}
CASE
alone case.yaml
line=("$eagre" run "$work/case.yaml" -o ranks -q --no-measure --device host:1)
stride=3 least=3
[ "${EAGRE_TESTS:-}" != long ] || stride=1 least=10
[ "$(find alone/fields -name 'fields-*.vtkhdf' | wc -l)" = 3 ] || fail "the run has not written three snapshots"

# What has a final name is whole, and the index names it.
whole() {
    local file
    for file in ranks/fields/*.vtkhdf; do
        [ -e "$file" ] || continue
        "$eagre" info "$file" >out 2>&1 || fail "$1: $(cat out)"
    done
    [ ! -e ranks/fields/fields.vtkhdf.series ] || "$eagre" info ranks >out 2>&1 || fail "$1: $(cat out)"
}

# Three ranks, ACTION at the calls of rank RANK on the run's folder; $code
tortured() { # RANK ACTION
    local rank with=()
    rm -rf ranks
    for rank in 0 1 2; do
        [ "$rank" = 0 ] || with+=(:)
        with+=(-n 1)
        [ "$rank" != "$1" ] || with+=(-x "EAGRE_TORTURE_FOLDER=$work/ranks" -x "EAGRE_TORTURE=$2" -x "LD_PRELOAD=$library")
        with+=("${line[@]}")
    done
    code=0
    timeout "$limit" mpirun -q --oversubscribe "${with[@]}" >out 2>err </dev/null || code=$?
}

if [ -e "$library" ]; then
    tortured 1 count
    calls=$(sed -n 's/torture: \([0-9]*\) calls/\1/p' err)
    [ "$code" = 0 ] && [ "${calls:-0}" -gt 12 ] || fail "rank 1 has made ${calls:-no} calls on the files: $(cat err)"
    refused=0
    for call in $(seq 1 $stride "$calls"); do
        tortured 1 "ENOSPC:$call"
        whole "call $call of rank 1 fails"
        [ -z "$(find ranks -name '*.tmp*')" ] || fail "call $call of rank 1 fails: $(find ranks -name '*.tmp*')"
        if [ $code = 0 ]; then
            same 3 # close(), or the first look for the folder: then rank 0 writes for all
        else
            [ $code = 6 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'No space left' err ||
                fail "call $call of rank 1 fails: $code, $(cat err)"
            refused=$((refused + 1))
        fi
    done
    [ $refused -ge $least ] || fail "only $refused failed calls of rank 1 were told"
    for action in short:1+ EINTR:2; do
        tortured 1 $action
        [ $code = 0 ] || fail "rank 1, $action: $code, $(cat err)"
        same 3
    done
    tortured 0 list
    mv err calls
    for name in 'open .*fields.mesh.h5.tmp.*' 'rename .*/fields.mesh.h5' 'rename .*/fields.vtkhdf.series'; do
        call=$(sed -n "s,^torture: \([0-9]*\) $name\$,\1,p" calls | head -1)
        [ -n "$call" ] || fail "rank 0 has made no call '$name': $(cat calls)"
        tortured 0 "ENOSPC:$call"
        whole "call $call of rank 0 fails"
        [ $code = 6 ] && [ "$(wc -l <err)" = 1 ] || fail "call $call of rank 0 fails: $code, $(cat err)"
        [ -z "$(find ranks -name '*.tmp*')" ] || fail "call $call of rank 0 fails: $(find ranks -name '*.tmp*')"
    done
    for rank in 0 1; do
        for call in 6 12; do
            tortured $rank "kill:$call"
            [ $code != 0 ] || fail "rank $rank is killed at call $call and all is well"
            whole "rank $rank is killed at call $call"
        done
    done
    timeout "$limit" mpirun -q --oversubscribe -n 3 "${line[@]}" --force </dev/null
    same 3
fi

# Folders of their own: a rank sees what it has of its own alone.
mkdir -p a b
rm -rf ranks
code=0
line=("$eagre" run "$work/case.yaml" -o ranks --no-measure --device host:1)
timeout "$limit" mpirun -q --oversubscribe -n 1 -wdir "$work/a" "${line[@]}" : -n 2 -wdir "$work/b" "${line[@]}" >out 2>err \
    </dev/null || code=$?
[ $code = 0 ] && grep -q 'not all ranks see this folder' err || fail "folders of their own: $code, $(cat err)"
[ -z "$(find b -type f)" ] || fail "folders of their own: $(find b -type f)"
mv a/ranks ranks
same 3
