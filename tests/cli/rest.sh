#!/bin/bash
# Blocks at rest: numerics.blocks changes no file of a run, whole, resumed or in several parts.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >case.yaml <<'END'
title: a dam breaks over a dry plain on which rain begins to fall
model: shallow-water
mesh: {box: {size: [60 m, 40 m], cells: [60, 40], element: triangle}}
materials: {all: {elevation: "2 * exp(-((x - 40)^2 + (y - 25)^2) / 30)", manning: 0.03}}
initial: {depth: "x < 10 ? 2 : 0"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
inflows: {spring: {at: [50 m, 8 m], discharge: "t < 1 ? 0 : 0.5"}}
time: {end: 2 s}
output: {picture: none, record: {every: 0.25 s}, fields: {every: 1 s}, maxima: {flooded_depth: 0.01}, gauges: {hill: [40 m, 25 m]}}
END
for blocks in all moving; do
    "$eagre" run case.yaml -o $blocks -q --no-measure --device host:1 --set numerics.blocks=$blocks
done
"$eagre" run case.yaml -o first -q --no-measure --device host:1 --set numerics.blocks=moving --set checkpoint.end=true --set time.end=1
"$eagre" resume first -q --no-measure --device host:1 --set time.end=2 ||
    fail "the first half is not resumed"
for run in moving first; do
    diff <(grep state_hash all/summary.json) <(grep state_hash $run/summary.json) || fail "$run: another state"
    for table in balance.csv gauges.csv; do
        cmp all/$table $run/$table || fail "$run: another $table"
    done
    "$eagre" compare all $run >/dev/null || fail "$run: other fields"
done
