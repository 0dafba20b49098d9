#!/bin/bash
# Structures of all kinds across and beside the seams of 2, 3 and 5 ranks, at second order, where a rank also has the cells that share
# a vertex with its own ones: state, maxima, balance and snapshots are those of one process, to the last bit.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

mixed_mesh 60 30 # 2,700 cells
printf 'upstream,downstream,discharge\n0,0,0\n0,2,-4\n3,0,6\n3,2,5\n' >sluice.csv
# 90 structures, near and far, at places that fill the plane; at some of their ends there are inflows.
awk 'BEGIN {
    kinds = split("culvert: {inverts: [0.2, 0.1], diameter: 0.5, length: 4};pump: {discharge: \"0.1 + t\", on: 0.3, off: 0.2};" \
        "gate: {sill: 0.1, width: 0.5, opening: \"0.2 + t\"};rating: sluice.csv;" \
        "weir: {crest: 0.2, width: 0.5, breach: {crest: \"0.1 - t\", width: 0.3}};" \
        "bridge: {sill: 0, width: 0.5, soffit: 0.4, deck: 0.5, deck_width: 0.5}", kind, ";")
    for (i = 0; i < 90; i++) {
        x = 0.4 + 19.2 * (i * 0.618034 % 1); y = 0.4 + 9.2 * (i * 0.754878 % 1); step = i % 4 == 3 ? 6.3 : 1.1
        place = sprintf("%.3f m, %.3f m", x, y)
        structures = structures sprintf("  s%d: {from: [%s], to: [%.3f m, %.3f m], %s}\n", i, place, x < 10 ? x + step : x - step, y,
            kind[i % kinds + 1])
        if (i % 5 == 0)
            inflows = inflows sprintf("  i%d: {at: [%s], discharge: \"%g * t\"}\n", i, place, i - 20)
    }
    printf "structures:\n%sinflows:\n%s", structures, inflows
}' >structures
cat - structures >case.yaml <<'CASE'
title: many structures
model: shallow-water
mesh: {gmsh: mixed.msh}
materials:
  squares: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02}
  halves: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.03}
initial: {depth: "x < 8 ? 1 : 0.3"}
boundaries: {left: {level: 1}, right: {discharge: "0.5 + t"}, bottom: wall, top: outflow}
numerics: {order: 2}
time: {steps: 12, cfl: 0.9}
output: {fields: {steps: 6, variables: [depth, velocity]}, maxima: {variables: [max_depth, max_speed]}}
CASE
alone case.yaml
for n in 2 3 5; do
    ranks $n case.yaml
    same $n
done

# One culvert, which has its ends beside a seam of two, three and five ranks; alone, so that no other structure brings its cells.
culvert=(--set 'mesh={box: {size: [20 m, 10 m], cells: [60, 30], element: triangle}}' --set
    'materials={all: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02}}' --set 'inflows={}' --set
    'structures={s: {from: [10.27 m, 9.25 m], to: [11.51 m, 4.62 m], culvert: {inverts: [0.2, 0.1], diameter: 0.5, length: 6}}}')
alone case.yaml "${culvert[@]}"
for n in 2 3 5; do
    ranks $n case.yaml "${culvert[@]}"
    same $n
done

# A levee that breaches where it crosses the seams.
levee=("${culvert[@]}" --set 'structures={s: {along: [3, -1, 17, 11], weir: {crest: 0.4, breach: {at: [10, 5], crest: "0.1 - t", width: "1 + 5 * t"}}}}')
alone case.yaml "${levee[@]}"
for n in 3 5; do
    ranks $n case.yaml "${levee[@]}"
    same $n
done
