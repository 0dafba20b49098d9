#!/bin/bash
# Verdicts of shallow water on what is given in another unit or from another datum: rain, pumps, crests, rating curves, waves, periodic ground, dry depths; each with a case that must speak, and one beside it that must not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

# rain of a minute taken for that of an hour; the strongest storms; a film that the dry depth holds, and ponds that drained to one
cat >slope.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 20 m], cells: [50, 10], element: quadrangle}}
materials: {all: {elevation: "0.02 * (100 - x)", manning: 0.03, rain: "t < 300 ? 300 / 3.6e6 : 0"}}
initial: {depth: 0}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 600 s}
output: {picture: none}
CASE
silent slope
speaks units slope --set materials.all.rain='4800 mm/h'
foreseen units slope --set materials.all.rain='4800 mm/h'
grep -q 'materials.all.rain reaches 4800 mm/h' err || fail "$(cat err)"
printf 'time,rain (mm/h)\n0,490\n60,0\n600,0\n' >rain.csv
silent slope --set 'materials.all.rain={csv: rain.csv, between: steps}'
printf 'time,rain (mm/h)\n0,550\n60,0\n600,0\n' >rain.csv
speaks units slope --set 'materials.all.rain={csv: rain.csv, between: steps}'
speaks dry slope --set numerics.dry_depth='3 cm'
grep -q '"value": 0.9' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent slope --set numerics.dry_depth='3 mm'
silent slope --set numerics.dry_depth='3 mm' --set time.end='2 h' # all but a film has run off
silent slope --set numerics.dry_depth='3 cm' --set 'initial.depth=x > 80 ? 0.5 : 0' --set boundaries.right=wall

# levels of a pump as depths; a pit of the pump that cells do not have
cat >polder.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [60 m, 30 m], cells: [20, 10], element: quadrangle}}
materials: {all: {elevation: "100 + 0.02 * abs(x - 31)", manning: 0.03}}
initial: {level: 101 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
structures: {p: {from: [31 m, 15 m], pump: {discharge: 0.3, on: 100.8, off: 100.3}}}
time: {steps: 2}
output: {picture: none}
CASE
silent polder
silent polder --set structures.p.pump.on=99.5 --set structures.p.pump.off=99.1
silent polder --set structures.p.pump.on=120
speaks units polder --set structures.p.pump.on=0.8 --set structures.p.pump.off=0.3
grep -q '0.8 m, .* lies at 100.* m: it never stops' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
speaks units polder --set structures.p.pump.on=800 --set structures.p.pump.off=0.3
grep -q 'it never starts' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"

# a crest as a height; of a levee that the bed has already; of one that holds in part
printf 'x,y\n22,0\n22,30\n' >levee.csv
levee='{levee: {lines: levee.csv, crest: 101.5}}'
silent polder --set "terrain=$levee"
silent polder --set "terrain=${levee/101.5/99.9}"
silent polder --set "terrain=${levee/101.5/100.6}" --set 'materials.all.elevation=100 + 0.2 * y'  --set structures.p.pump.on=110 --set structures.p.pump.off=109
speaks units polder --set "terrain=${levee/101.5/1.5}"
grep -q '98.* m or more below the bed' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"

# a levee's point without an elevation, one in cm, and a dam; as terrain and as a weir
printf 'x,y,z\n22,0,101.5\n22,9,101.5\n22,15,0\n22,21,101.5\n22,30,101.5\n' >pit.csv
by_points='{levee: {lines: levee.csv, crest: {attribute: z}}}'
speaks units polder --set "terrain=${by_points/levee.csv/pit.csv}"
grep -q 'terrain.levee.crest is [0-9.]* m somewhere, and the lowest bed that it covers lies at 100' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
sed 's/15,0$/15,101.2/' pit.csv >whole.csv
silent polder --set "terrain=${by_points/levee.csv/whole.csv}"
silent polder --set "terrain=${levee/101.5/400}"
speaks units polder --set "terrain=${levee/101.5/10150}"
grep -q 'terrain.levee.crest raises the bed by 100[0-9.]* m, and the highest dam has 305 m' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
speaks units polder --set 'terrain={houses: {lines: levee.csv, raise: 850}}'
silent polder --set 'terrain={houses: {lines: levee.csv, raise: 8.5}}'
weir() { echo "structures={w: {along: [22 m, 0 m, 22 m, 9 m, 22 m, 15 m, 22 m, 21 m, 22 m, 30 m], weir: {crests: [101.5, 101.4, $1, 101.4, 101.5]}}}"; }
silent polder --set "$(weir 101.3)"
speaks units polder --set "$(weir 0)"
grep -q 'structures.w.weir.crests\[2\] is 0 m, and the bed along it lies between 100.* has the point no elevation' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
speaks units polder --set "$(weir 10140)"
speaks units polder --set 'structures={w: {along: [22 m, 0 m, 22 m, 30 m], weir: {crest: 10150}}}'
grep -q 'crest is 10150 m or higher, and the bed on both sides lies at 100.* m at most: the highest dam has 305 m' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"

# a terrain in centimetres
awk 'BEGIN { print "ncols 22\nnrows 12\nxllcorner -3\nyllcorner -3\ncellsize 3"
    for (j = 0; j < 12; j++) for (i = 0; i < 22; i++) print 100 + 0.05 * i + 0.1 * sin(2 * i) * cos(3 * j) }' >hills.asc
hills='materials.all.elevation={raster: hills.asc, nodata: nearest}'
silent polder --set "$hills" --set 'structures={}' --set initial.level=100.5
speaks units polder --set "${hills/nearest/nearest, scale: 100}" --set 'structures={}' --set initial.level=10000
grep -q 'between more than half of neighbouring cells the bed is steeper than 45 degrees' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"

# a rating curve of stages, of a boundary and of a structure
printf 'level,discharge\n0,0\n1,10\n4,110\n' >stage.csv
printf 'level,discharge\n100,0\n101,10\n104,110\n' >level.csv
silent polder --set 'boundaries.right={rating: level.csv}'
speaks units polder --set 'boundaries.right={rating: stage.csv}'
silent polder --set 'boundaries.right={rating: level.csv}' --set initial.level=105 --set structures.p.pump.off=100.4
printf 'upstream,downstream,discharge\n0,0,0\n0,5,-1\n5,0,1\n5,5,0\n' >stages.csv
printf 'upstream,downstream,discharge\n100,100,0\n100,105,-1\n105,100,1\n105,105,0\n' >levels.csv
silent polder --set 'structures={r: {from: [11, 15], to: [51, 15], rating: levels.csv}}'
speaks units polder --set 'structures={r: {from: [11, 15], to: [51, 15], rating: stages.csv}}'

# a slope without end, in a pair; ground that repeats, rough ground, a slope along the pair
cat >endless.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [400 m, 10 m], cells: [80, 2], element: quadrangle}}
materials: {all: {elevation: "0.01 * (400 - x)", manning: 0.03}}
initial: {depth: 1 m}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {steps: 2}
output: {picture: none}
CASE
speaks incompatible endless
foreseen incompatible endless
grep -q 'endless.yaml:5:.*the ground beyond it is 3.95 m' err || fail "$(cat err)"
speaks incompatible endless --set 'materials.all.elevation=1e-4 * x' --set mesh.box.element=triangle
silent endless --set 'materials.all.elevation=0.2 * cos(2 * pi * x / 400)'
silent endless --set 'materials.all.elevation=0.2 * sin(1e5 * x)'
silent endless --set 'materials.all.elevation=0.1 * y'
silent endless --set 'boundaries={left: {discharge: 3}, right: {normal_depth: {slope: 0.01}}, bottom: {periodic: top}, top: {periodic: bottom}}' --set mesh.box.element=triangle

# a wave that begins at its crest: what is still then
cat >bay.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [1 km, 40 m], cells: [100, 4], element: quadrangle}}
materials: {all: {elevation: -10 m, manning: 0.02}}
initial: {level: 0 m}
boundaries: {left: {radiate: "0.5 * cos(2 * pi * t / 300)"}, right: wall, bottom: wall, top: wall}
time: {end: 300 s}
output: {picture: none}
CASE
speaks source-cut bay
silent bay --set boundaries.left.still=0
silent bay --set 'boundaries.left.radiate=0.5 * sin(2 * pi * t / 300)'
silent bay --set 'boundaries.left.radiate=0.5 * sin(2 * pi * (t + 5) / 300)'
silent bay --set initial.level=0.5
silent bay --set boundaries.left.radiate=0.3
