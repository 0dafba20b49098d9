#!/bin/bash
# Shallow water on 2, 3 and 7 ranks, in the long form on 4, too (each case on some of them): state, gauges, balance, errors, snapshots and picture are those of one process, to
# the last bit; on a mixed mesh with open boundaries of all kinds, in f32 too.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

mixed_mesh 100 50 # 7,500 cells
printf 'time,level\n0,1\n0.1,1.5\n0.4,1.2\n' >level.csv
printf 'upstream,downstream,discharge\n0,0,0\n0,2,-4\n3,0,6\n3,2,5\n' >sluice.csv
printf 'name,x,y,discharge\na,3,3,0.5\nb,17,8,0.25\n' >places.csv
cat >flood.yaml <<'CASE'
title: a flood over a hilly plain
model: shallow-water
mesh: {gmsh: mixed.msh}
materials:
  squares: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02, rain: 36 mm/h, rain_factor: "1 + x / 10"}
  halves: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.03, infiltration: {green_ampt: {conductivity: 1e-5, suction: 0.1, deficit: 0.3}}}
initial: {depth: "x < 8 ? 2 : (y < 6 ? 0.4 : 0)"}
inflow_table: {csv: places.csv}
inflows: {spring: {at: [10 m, 5 m], discharge: 3}, other: {at: [10 m, 5 m], discharge: "-2 * t"}, pump: {at: [5.1 m, 7 m], discharge: -1}}
structures:
  culvert: {from: [2 m, 5 m], to: [18.1 m, 5.3 m], culvert: {inverts: [0.2, 0.1], diameter: 0.5, length: 16}}
  weir: {from: [9.9 m, 5 m], to: [10.3 m, 5 m], weir: {crest: 0.3, width: 1}}
  levee: {along: [4, -1, 12, 11], weir: {crest: "0.9 + t", breach: {at: [7, 4], crest: "0.7 - t", width: "1 + 20 * t"}}}
  sluice: {from: [3 m, 4 m], to: [13 m, 6 m], rating: sluice.csv}
  pump: {from: [2.05 m, 5 m], to: [15 m, 9 m], pump: {discharge: "0.1 + t", on: 1.4, off: 1.3}}
boundaries: {left: {level: {csv: level.csv, column: level, after: hold}}, right: {discharge: "0.5 + t"}, bottom: {discharge: 2}, top: outflow}
time: {steps: 60, cfl: 0.9}
exact: {depth: 1}
output:
  fields: {steps: 30, variables: [depth, velocity, level, infiltration_depth, rain_depth]}
  maxima: {variables: [max_depth, max_level, max_speed, max_speed_time, max_discharge, arrival_time, max_depth_time, max_hazard, flood_duration, infiltrated, rain_depth]}
  sections: {across: [7, -1, 9, 5, 7.3, 11], part: [12, 2, 13, 8]}
  gauges: {left: [2 m, 9.9 m], seam: [10 m, 5 m], right: [15 m, 3 m]}
CASE
alone flood.yaml
counts=7
[ "${EAGRE_TESTS:-}" != long ] || counts='4 7'
for n in $counts; do
    ranks $n flood.yaml
    same $n
done
# Unequal shares, given, and of unlike devices measured.
unlike flood.yaml
same 3
grep -q 'ranks 3 that share unequally, of this one 1472 cells; of each 972 to 5056 cells' ranks/log.txt || fail "$(cat ranks/log.txt)"
rm -rf ranks
timeout "$limit" mpirun -q --oversubscribe -n 1 "$eagre" run flood.yaml -o ranks -q --device checked : \
    -n 1 "$eagre" run flood.yaml -o ranks -q --device host:1 </dev/null
same 2
grep -q 'ranks 2 that share unequally, ' ranks/log.txt || fail "$(cat ranks/log.txt)"
alone flood.yaml --precision f32 --set time.steps=20
ranks 3 flood.yaml --precision f32 --set time.steps=20
same 3
alone flood.yaml --precision mixed --set time.steps=20
ranks 2 flood.yaml --precision mixed --set time.steps=20
same 2
if [ "${EAGRE_TESTS:-}" = long ]; then # order 2 alone; below it is combined
    alone flood.yaml --set numerics.order=2 --set time.steps=20
    ranks 2 flood.yaml --set numerics.order=2 --set time.steps=20
    same 2
fi
# Chezy's law and n over the depth, with losses of the rain, at open sides
rough=(--set 'materials.squares={elevation: "0.2 * sin(x) * cos(0.7 * y)", chezy: 40, rain: 36 mm/h, infiltration: {scs: {curve_number: "70 + x"}}}'
    --set 'materials.halves.manning={depths: [0.1, 0.5], values: [0.1, 0.03]}' --set time.steps=20)
alone flood.yaml "${rough[@]}"
ranks 3 flood.yaml "${rough[@]}"
same 3
# On ground that moves, by faults too, and turns; at second order.
printf 'x,y,depth,strike,dip,rake,length,width,slip,rise\n10,5,3,30,40,80,8,4,1,0.01\n12,5,3,30,40,80,8,4,1,0\n' >faults.csv
moves=(--set 'physics={coriolis: "0.1 + 0.01 * y"}' --set 'materials.squares.linear_friction="0.1 + 0.01 * x"' --set numerics.order=2 --set 'bed={lifts: {a: {height: "0.1 * sin(x)", rise: 0.02 s}}, faults: {csv: faults.csv}}' --set time.steps=20)
alone flood.yaml "${moves[@]}"
ranks 3 flood.yaml "${moves[@]}"
same 3

# Water that leaves by a rating curve and runs round through the other sides, over a bed with friction.
printf 'level,discharge\n0,0\n3,9\n' >rating.csv
sides=(--set 'mesh={box: {size: [20 m, 10 m], cells: [100, 60], element: triangle}}' --set time.steps=30 --set
    'materials={all: {elevation: "0.2 * sin(x) * cos(pi * y / 5)", manning: 0.02}}' --set
    'boundaries={left: {rating: rating.csv}, right: {normal_depth: {slope: 0.01}}, bottom: {periodic: top}, top: {periodic: bottom}}')
alone flood.yaml "${sides[@]}"
ranks 3 flood.yaml "${sides[@]}"
same 3

# Blocks at rest (cli/rest has one process with and without them) on dry ground beside a seam of ranks, over which the water comes later, and a spring that begins to flow.
dry=(--set 'mesh={box: {size: [20 m, 10 m], cells: [100, 60], element: triangle}}' --set time.steps=60 --set 'initial={depth: "x < 8 ? 2 : 0"}'
    --set 'materials={all: {elevation: "0.1 * sin(x)", manning: 0.02}}' --set 'inflows={spring: {at: [18 m, 8 m], discharge: "t < 0.1 ? 0 : 1"}}'
    --set numerics.blocks=moving)
alone flood.yaml "${dry[@]}"
ranks 2 flood.yaml "${dry[@]}"
same 2

# Few cells on many ranks.
small=(--set 'mesh={box: {size: [20 m, 10 m], cells: [60, 40], element: triangle}}' --set
    'materials={all: {elevation: "0.2 * sin(x)", manning: 0}}')
alone flood.yaml "${small[@]}"
ranks 7 flood.yaml "${small[@]}"
same 7

# Memory of a rank falls with their number, while the run is set up too; of rank 0 down to what the whole mesh takes.
large=(check flood.yaml --device host:1 --set 'mesh={box: {size: [20 m, 10 m], cells: [400, 200], element: triangle}}' --set
    'materials={all: {elevation: "0.2 * sin(x)", manning: 0}}')
one=$("$eagre" "${large[@]}" | sed -n 's/^memory .* \([0-9.]*\) MB on the host$/\1/p')
timeout "$limit" mpirun -q --oversubscribe -n 4 "$eagre" "${large[@]}" >check </dev/null
first=$(sed -n 's/.* set up \([0-9.]*\) MB on the host of rank 0.*/\1/p' check)
others=$(sed -n 's/.* and \([0-9.]*\) MB of another$/\1/p' check)
awk -v one="$one" -v first="$first" -v others="$others" \
    'BEGIN { exit !(others > 0 && 2.5 * others < one && others < first && first < 0.7 * one) }' ||
    fail "check: $one MB of one process; of four ranks $first MB on rank 0 and $others MB elsewhere"

# The bed from two rasters, of which the first has no data on the right, and the level at time 0 from one.
awk 'BEGIN { print "ncols 21\nnrows 11\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999"
    for (j = 10; j >= 0; j--) for (i = 0; i < 21; i++) print 0.1 * sin(i) * cos(j) }' >ground.asc
awk 'NR > 6 && (NR - 7) % 21 > 9 { $1 = -9999 } { print }' ground.asc >survey.asc
awk 'NR > 6 { $1 = (NR - 7) % 21 < 8 ? 2 : -9999 } { print }' ground.asc >lake.asc
rasters=("${small[@]:0:2}" --set 'materials={all: {elevation: {raster: [survey.asc, ground.asc], register: node}}}'
    --set 'initial={level: {raster: lake.asc, register: node, nodata: dry}}' --set time.steps=10 --set output.maxima={})
alone flood.yaml "${rasters[@]}"
ranks 2 flood.yaml "${rasters[@]}"
same 2
