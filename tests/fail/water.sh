#!/bin/bash
# Shallow water that cannot be meant, as errors; and what may be meant, as warnings: each with its place, its value, and what
# would do.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >water.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 40 m], cells: [50, 20]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: 1}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1, end: 10 h}
CASE
# says TEXT SETTING...: the only warning of the case, beside verdicts
says() {
    local text=$1 settings=()
    shift
    for setting; do settings+=(--set "$setting"); done
    "$eagre" run water.yaml -o said --force --no-measure "${settings[@]}" >out 2>all </dev/null || fail "$*: $(cat all)"
    grep -vE 'verdict ([^u]|un[^i])' all >err || true
    [ "$(wc -l <err)" = "$([ -n "$text" ] && echo 1 || echo 0)" ] && { [ -z "$text" ] || grep -qF -- "$text" err; } ||
        fail "$*: expected one warning: $text
found: $(cat err)"
}
# ceases CODE TEXT SETTING...: ends with CODE and these words
ceases() {
    local code=$1 text=$2 settings=() got=0
    shift 2
    for setting; do settings+=(--set "$setting"); done
    "$eagre" run water.yaml -o bad --no-measure "${settings[@]}" >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && grep -qF -- "$text" err && [ ! -e bad ] || fail "$*: expected $code: $text
found $got: $(cat err)"
}

# ---- the state, depths, boundaries
says 'numerics.dry_depth is 1: water that is shallower does not flow' 'numerics.dry_depth=1 m'
says '' 'numerics.dry_depth=1 cm'
says 'the initial speed reaches 300 m/s; water in nature is slower than 100 m/s' 'initial.velocity=[300, 0]'
says '' 'initial.velocity=[30, 0]'
says 'manning is 0.0003 s/m^(1/3) somewhere, and glass has 0.009' 'materials.all.manning=x < 50 ? 3e-4 : 0.03'
says '' 'materials.all.manning=x < 50 ? 0.009 : 0'
says 'bed and water rise by 20.7333 m over a mesh 1 m long: coordinates are metres; are these degrees' 'mesh.box.size=[1, 0.4]' \
    'materials.all.elevation=20 * x' 'time={steps: 1}'
says '' 'mesh.box.size=[1, 0.4]' 'materials.all.elevation=2 * x' 'time={steps: 1}'
says 'boundaries.right: the level goes from -9999 m to -9999 m, where bed and water lie between 0 m and 1 m at time 0' \
    'boundaries.right={level: -9999 m}'
says '' 'boundaries.right={level: "1 + 5 * sin(t)"}'
printf 'time,level\n0,1\n3600,9999\n36000,1\n' >level.csv
says 'boundaries.right: the level goes from 1 m to 9999 m' 'boundaries.right={level: {csv: level.csv}}'
says 'boundaries.left: 9000 m3/s pass through a boundary of 40 m, 225 m2/s: the critical depth is 17.3 m there' \
    'boundaries.left={discharge: 9000}'
says '' 'boundaries.left={discharge: 4000}'
says 'boundaries.left: the speed reaches 3000 m/s' 'boundaries.left={inflow: {depth: 1, speed: 3000}}'
says 'inflows.spring: 5000 m3/s pass through a cell of 1.41421 m' 'inflows={spring: {at: [50, 20], discharge: 5000}}'
says '' 'inflows={spring: {at: [50, 20], discharge: 5}}'

# ---- tables
printf 'time,level (m),rain (mm/h),Q (l/s)\n0,1,2,3\n36000,1,2,3\n' >flow.csv
ceases 4 "flow.csv:1: column 2, 'level (m)', has the unit of a length, and a discharge" 'boundaries.left={discharge: {csv: flow.csv, column: 2}}'
ceases 4 "flow.csv:1: column 3, 'rain (mm/h)', has the unit of a velocity" 'inflows={s: {at: [50, 20], discharge: {csv: flow.csv, column: 3}}}'
ceases 4 "flow.csv:1: column 4, 'Q (l/s)', has the unit of a discharge, and a length" 'boundaries.left={level: {csv: flow.csv, column: 4}}'
says '' 'boundaries.left={discharge: {csv: flow.csv, column: 4}}'
printf 'hours,Q\n0,1\n5,1\n10,1\n' >hours.csv
ceases 4 "hours.csv:1: the times in column 1, 'hours', would be taken in seconds" 'boundaries.left={discharge: {csv: hours.csv, after: hold}}'
sed -i 's/hours/time (h)/' hours.csv
says '' 'boundaries.left={discharge: {csv: hours.csv}}'
sed -i 's/time (h)/time/' hours.csv
says 'hours.csv ends at 10 s, and the run at 36000 s: its last value holds for nearly all of the run' \
    'boundaries.left={discharge: {csv: hours.csv, after: hold}}'
printf 'level,discharge\n0,0\n1,5\n2,4\n' >rating.csv
ceases 4 "rating.csv:4: column 'discharge', '4': more water leaves as the level rises: the discharge must not fall from row to row" \
    'boundaries.right={rating: rating.csv}'

# ---- structures
weir='weir: {crest: 2 m}'
levee() { echo "structures={levee: {along: $1, $2}}"; }
says '' "$(levee '[30, -1, 30, 41]' "$weir")"
says '74.2 % of it lie outside the mesh' "$(levee '[30, 5, 300, 5, 300, 6]' "$weir")"
ceases 3 'structures.levee.along crosses itself: the part from (10, 10) to (60, 30), and that from (60, 10) to (10, 30)' \
    "$(levee '[10, 10, 60, 30, 60, 10, 10, 30]' "$weir")"
says '' "$(levee '[10, 10, 60, 10, 60, 30, 10, 30, 10, 10]' "$weir")"
says 'structures.levee.weir.crest is -3 m at most, and the bed on both sides lies at 0 m or higher: it holds nothing back' \
    "$(levee '[30, -1, 30, 41]' 'weir: {crest: -3 m}')"
breach() { levee '[30, 0, 30, 40]' "weir: {crest: 2 m, breach: {at: [30, 20], $1}}"; }
says '' "$(breach 'crest: 0, width: "min(20, t)"')"
says 'structures.levee.weir.breach.width reaches 400 m, and all of the weir is 40 m wide' "$(breach 'crest: 0, width: 400')"
says 'structures.levee.weir.breach.froehlich reaches 118.891 m, and all of the weir is 40 m wide' \
    "$(breach 'froehlich: {failure: overtopping, volume: 7e7 m3, height: 2 m}')"
failed() { breach "froehlich: {failure: overtopping, volume: 1e4 m3, $1}"; }
says 'weir.breach.froehlich goes down to -3 m, and the bed on both sides lies at 0 m or higher' "$(failed 'height: 5 m')"
says 'weir.breach.froehlich.height is 0.002 m; the breaches' "$(failed 'height: 2 mm')"
says 'weir.breach.froehlich.start is 3600000 s, and the run ends at' "$(failed 'height: 2 m, start: 1000 h')"
says 'materials.all.manning.depths has a depth of 400 m; roughness changes over less than 20 m' \
    'materials.all.manning={depths: [50, 400], values: [0.3, 0.06]}'
ceases 3 'structures.levee.weir.breach.crest is not a number at t = ' "$(breach 'crest: "sqrt(5 - t)", width: 10')"
culvert() { echo "structures={pipe: {from: [10, 20], to: [20, 20], culvert: {$1}}}"; }
says '' "$(culvert 'diameter: 1 m, length: 10 m, inverts: [0, 0]')"
says 'structures.pipe.culvert is 30 m wide, and the cells that it joins 1.41421 m' "$(culvert 'size: [30 m, 1 m], length: 10 m, inverts: [0, 0]')"
says 'structures.pipe.culvert.length is 0.1 m, and its ends lie 10 m apart' "$(culvert 'diameter: 1 m, length: 0.1 m, inverts: [0, 0]')"
says 'structures.pipe.culvert.inverts[1] is -2.5 m, and the bed there 0 m' "$(culvert 'diameter: 1 m, length: 10 m, inverts: [-2, -2.5]')"

# ---- rasters whose missing values are not declared
printf 'ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 40\n1 1 1\n1 -32768 1\n1 1 1\n' >bed.asc
ceases 4 'bed.asc' 'materials.all.elevation={raster: bed.asc}'
grep -q 'which is missing' err || fail "-32768: $(cat err)"
says '' 'materials.all.elevation={raster: bed.asc, nodata: nearest}'

# ---- gauges where no water comes
printf 'x,y\n40,10\n60,10\n60,30\n40,30\n40,10\n' >house.csv
says '' 'terrain={house: {polygons: house.csv, block: true}}' 'output.gauges={g: [10, 10]}'
ceases 3 'output.gauges.g lies in a cell that the terrain blocks, where no water comes; move it to a free cell' \
    'terrain={house: {polygons: house.csv, block: true}}' 'output.gauges={g: [50, 20]}'

# ---- water that is invented
code=0
"$eagre" run water.yaml -o clipped --no-measure --set time.cfl=5 --set time.steps=30 --set 'initial.depth=x < 50 ? 5 : 0' >out 2>err || code=$?
[ "$code" = 10 ] && grep -q 'limit broken: clipped is .*, allowed is 0.001 where limits.clipped does not say more' err || fail "cfl 5: $code: $(cat err)"
"$eagre" run water.yaml -o more --no-measure -q --set time.cfl=5 --set time.steps=30 --set 'initial.depth=x < 50 ? 5 : 0' --set limits.clipped=1e9 ||
    fail 'limits.clipped was not heard'
