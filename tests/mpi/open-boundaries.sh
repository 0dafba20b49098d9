#!/bin/bash
# Open boundaries of all kinds, which become wet and dry, at second order on 2, 3 and 5 ranks: time steps, state, balance and snapshots
# are those of one process, to the last bit. What a rank finds at the open faces of ghosts does not bound its steps.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

printf 'level,discharge\n-1,0\n0.02,0.05\n2,4\n' >rating.csv
printf 'time,value\n0,0.1\n0.4,0.6\n1,-0.2\n2,0.3\n9,0.1\n' >series.csv
# Triangles on a grid of narrow and wide rows and columns in turn: a wide cell beside a narrow one.
awk 'BEGIN {
    nx = 60; ny = 24
    print "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n5\n1 1 \"left\"\n1 2 \"right\"\n1 3 \"bottom\"\n1 4 \"top\"\n2 5 \"all\"\n$EndPhysicalNames"
    print "$Nodes\n" (nx + 1) * (ny + 1)
    for (j = 0; j <= ny; j++) for (i = 0; i <= nx; i++) {
        printf "%d %.9f %.9f 0\n", 1 + i + j * (nx + 1), 20 / nx * (i - i % 2 / 2), 8 / ny * (j - j % 2 / 2)
    }
    print "$EndNodes\n$Elements\n" 2 * nx * ny + 2 * nx + 2 * ny
    for (j = 0; j < ny; j++) for (k = 0; k < 2; k++)
        printf "%d 1 2 %d %d %d %d\n", ++e, 1 + k, 1 + k, 1 + k * nx + j * (nx + 1), 1 + k * nx + (j + 1) * (nx + 1)
    for (i = 0; i < nx; i++) for (k = 0; k < 2; k++)
        printf "%d 1 2 %d %d %d %d\n", ++e, 3 + k, 3 + k, 1 + i + k * ny * (nx + 1), 2 + i + k * ny * (nx + 1)
    for (j = 0; j < ny; j++) for (i = 0; i < nx; i++) {
        a = 1 + i + j * (nx + 1); c = a + nx + 2
        printf "%d 2 2 5 5 %d %d %d\n%d 2 2 5 5 %d %d %d\n", ++e, a, a + 1, c, ++e, a, c, c - 1
    }
    print "$EndElements"
}' >uneven.msh
cat >case.yaml <<'CASE'
title: an open side
model: shallow-water
mesh: {box: {size: [20 m, 8 m], cells: [40, 16], element: triangle}}
materials: {all: {elevation: "0.02 * x", manning: 0.1}}
initial: {level: "x < 5 ? 0.3 : 0"}
boundaries: {left: outflow, right: {discharge: 0.5 m3/s}, bottom: wall, top: wall}
numerics: {order: 2}
time: {steps: 60}
output: {fields: {steps: 30, variables: [depth, velocity]}}
CASE
# as_one "RANKS ..." ARGUMENT...
as_one() {
    local n counts=$1
    shift
    alone case.yaml "$@"
    for n in $counts; do
        ranks "$n" case.yaml "$@"
        same "$n"
    done
}
# Water reaches a dry outflow over ground with friction: critical flow would be faster.
as_one 3
# A discharge that grows onto dry ground, beside wide cells whose narrow neighbours are on other ranks; at first order, too.
grows=(--set 'mesh={gmsh: uneven.msh}' --set 'initial={level: -1}' --set time.steps=12 --set
    'boundaries={left: wall, right: {discharge: "20 * t"}, bottom: wall, top: wall}')
as_one '3 5' "${grows[@]}"
as_one 3 "${grows[@]}" --set numerics.order=1
# A rank that has only vertices at a discharge has some of its faces beside ghosts.
as_one 2 --set 'mesh={box: {size: [20 m, 8 m], cells: [20, 60], element: triangle}}' --set 'initial={level: -1}' --set time.steps=12 --set \
    'boundaries={left: {discharge: 20}, right: {discharge: 20}, bottom: {discharge: 40}, top: {discharge: 40}}'

# All kinds, on ground that rises out of the water.
hills=(--set 'mesh={gmsh: uneven.msh}' --set 'materials={all: {elevation: "0.02 * x + 0.1 * sin(1.3 * x) * cos(pi * y / 4)", manning: 0.1}}')
table='{csv: series.csv, column: value, after: hold}'
for sides in 'left: outflow, right: outflow, bottom: outflow, top: radiate' \
    "left: {level: $table}, right: {discharge: $table}, bottom: {level: \"0.4 * sin(9 * t)\"}, top: critical" \
    'left: {rating: rating.csv}, right: {normal_depth: {slope: 0.01}}, bottom: {inflow: {depth: "0.1 + t", speed: "3 * t"}}, top: {discharge: -1}' \
    "left: {tide: {constituents: {X: {amplitude: 0.4, period: 1 s}}}}, right: {radiate: $table, still: 0.1}, bottom: {periodic: top}, top: {periodic: bottom}"; do
    as_one '2 3 5' "${hills[@]}" --set "boundaries={$sides}"
done
