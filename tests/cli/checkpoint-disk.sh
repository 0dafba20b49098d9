#!/bin/bash
# More checkpoints than the disk has room for are refused before the first step, with a number that fits; fewer, and one that is
# written at the end alone, are not. The disk is one of 8 MB, where users may make one.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
unshare -rm mount -t tmpfs none . 2>/dev/null || { echo 'no small disk can be made here'; exit 77; }
cat >pond.yaml <<'CASE'
title: a pond
model: shallow-water
mesh: {box: {size: [100 m, 100 m], cells: [100, 100]}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 50 ? 2 : 1"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 30}
checkpoint: {steps: 1, keep: 1000}
output: {picture: none}
CASE
mkdir small
on_small() { # CODE ARGUMENT...
    local got=0
    unshare -rm sh -c 'mount -t tmpfs -o size=8m none small && exec "$@"' sh "$eagre" run pond.yaml -o small/out -q --no-measure \
        --device host:1 "${@:2}" >out 2>&1 || got=$?
    [ $got = "$1" ] || fail "${*:2}: $got: $(cat out)"
}
on_small 6
grep -qE 'checkpoint.keep: 31 checkpoints of [0-9.]+ MB take about [0-9.]+ GB on the disk, and .* can be taken \(free in .*\); a number of .* fits; --overcommit continues regardless$' out ||
    fail "$(cat out)"
on_small 0 --set checkpoint.keep=3
on_small 0 --set checkpoint.steps=15
