#!/bin/bash
# Runs that go on from checkpoints: everything in the folder is at the end what an uninterrupted run has, byte by byte,
# whatever the device; what is damaged or changed is told, and left alone.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
set -E
host=(--no-measure --device host:1)

# A river with all kinds of open boundaries and a table of discharges; receivers, sources and an absorbing layer; a
# solution that is known.
printf 'time (s),discharge (m3/s)\n0,1\n1,3\n2,0.5\n' >flow.csv
cat >river.yaml <<'CASE'
title: a river reach
model: shallow-water
mesh: {box: {size: [20 m, 4 m], cells: [12, 3], element: triangle}}
materials: {all: {elevation: "0.5 - 0.02 * x + 0.02 * y", manning: 0.02, rain: "1e-5 * (1 + sin(t))", infiltration: {horton: {initial: 36 mm/h, final: 3.6 mm/h, decay: 0.5 1/s}}}}
initial: {depth: "x < 8 ? 1 : 0"}
inflows: {spring: {at: [11 m, 2 m], discharge: "0.1 + 0.1 * sin(t)"}, tap: {at: [5 m, 1 m], discharge: -0.01}}
structures: {pump: {from: [3 m, 1 m], to: [18 m, 2 m], pump: {discharge: 0.2, on: 1.3, off: 1.2}}, weir: {from: [7 m, 2 m], to: [12 m, 2 m], weir: {crest: 1 m, width: 1 m, breach: {crest: "1 - t / 8", width: "t / 4"}}}}
bed: {lifts: {a: {height: "0.1 * sin(x)", start: 0.4 s, rise: 1 s}}}
boundaries:
  left: {discharge: {csv: flow.csv, after: hold}}
  right: outflow
  bottom: wall
  top: {level: "0.9 + 0.1 * sin(t)"}
time: {end: 2 s}
output: {fields: {every: 0.5 s, variables: [depth, level, velocity, elevation, infiltration_depth, rain_depth]}, record: {every: 0.05 s}, gauges: {a: [5 m, 1 m], b: [15 m, 2 m]}, maxima: {variables: [max_depth, max_speed, arrival_time, max_hazard, hazard_class, flood_duration, infiltrated]}}
checkpoint: {steps: 7, keep: 100}
CASE
cat >quake.yaml <<'CASE'
title: an explosion
model: elastic
mesh: {box: {size: [4 m, 2 m], cells: [6, 3], element: triangle}}
materials: {all: {density: 1, vp: 2, vs: 1}}
sources:
  shot: {at: [1.3 m, 1.1 m], explosion: 1, time: {ricker: {frequency: 2.5 Hz, delay: 0.4 s}}}
  second: {at: [3 m, 1 m], force: [1, 0], time: "sin(3 * t)"}
boundaries: {left: absorbing, right: {absorbing: 1 m}, bottom: wall, top: free-surface}
time: {end: 0.6 s}
numerics: {order: 3}
output:
  fields: {steps: 10}
  record: {every: 0.1 s}
  gauges: {g: [2 m, 0.5 m]}
  receivers: {interval: 10 ms, format: [csv, sac, segy], at: {a: [2 m, 1 m], edge: [4 m, 2 m]}}
  maxima: {variables: [max_shear, max_speed]}
checkpoint: {steps: 9, keep: 100}
CASE
cat >exact.yaml <<'CASE'
title: a wave carried round
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [4, 4]}}
materials: {all: {velocity: [1, 0.5]}}
initial: {tracer: "sin(2 * pi * (x - y))"}
exact: {tracer: "sin(2 * pi * (x - y - 0.5 * t))"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.5 s}
numerics: {order: 3}
output: {fields: {every: 0.1 s}}
checkpoint: {steps: 4, keep: 100}
CASE

# What a folder holds, apart from what tells of the machine and of the course of time.
content() {
    (
        cd "$1"
        find . -type f ! -name log.txt ! -name summary.json ! -name files.json | LC_ALL=C sort | xargs cksum
        grep -vE '"(throughput|wall_seconds|seconds|device|compiler|output)"' summary.json
        sed -n 's/.*"snapshots": \([0-9]*\).*/\1 snapshots/p' summary.json
    )
}
# same FOLDER LIKE WHAT: and whole by its own account
same() {
    "$eagre" verify "$1" >out || fail "$3: $(cat out)"
    ! grep 'not listed' out || fail "$3"
    content "$1" >is
    content "$2" >ought
    cmp -s is ought || fail "$3: $(diff ought is)"
}
# forget FOLDER COUNT: the newest checkpoints, and what a run writes at its end
forget() {
    local all=("$1"/checkpoints/*)
    rm -f "${all[@]:$((${#all[@]} - $2))}"
    rm -f "$1"/{summary.json,picture.png,maxima.vtkhdf,files.json}
}
# resume CODE TEXT FOLDER ARGUMENT...: the exit code, and a text of the messages
resume() {
    local code=$1 text=$2 folder=$3 got=0
    shift 3
    "$eagre" resume "$folder" -q "${host[@]}" "$@" >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] || fail "resume $folder $*: exit code $got, not $code: $(cat err)"
    [ -z "$text" ] || grep -qF -- "$text" err || fail "resume $folder $*: no '$text' in: $(cat err)"
}

# ---- every model, from several places, on other devices and lanes

opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
# goes_on CASE FOLDER DEVICE: from some way back, a copy of the folder ends as the whole run does
goes_on() {
    rm -rf went-on
    cp -r "$2" went-on
    forget went-on $((back % count))
    back=$((back + count / 4 + 1))
    resume 0 '' went-on --device $3
    same went-on "$1" "$1 of $2 on $3"
}
for case in river quake exact; do
    "$eagre" run $case.yaml -q "${host[@]}" -o $case
    count=$(ls $case/checkpoints | wc -l)
    [ "$count" -ge 4 ] || fail "$case: $count checkpoints"
    back=0
    devices=("host:1 --lanes 1" checked "host:2 --lanes 4" $opencl)
    # in the short form two models go on on two of them, and one begins on OpenCL, too
    [ "${EAGRE_TESTS:-}" = long ] || case $case in
        quake) devices=("host:1 --lanes 1" $opencl) ;;
        exact) devices=(checked "host:2 --lanes 4") ;;
    esac
    for device in "${devices[@]}"; do
        goes_on $case $case "$device"
    done
    if [ -n "$opencl" ] && { [ "${EAGRE_TESTS:-}" = long ] || [ $case = quake ]; }; then
        "$eagre" run $case.yaml -q --no-measure -o opencl --force --device $opencl
        same opencl $case "$case on $opencl"
        for device in "host:1 --lanes 1" checked $opencl; do
            goes_on $case opencl "$device"
        done
    fi
done
rm -rf went-on
cp -r river went-on
"$eagre" run river.yaml -q "${host[@]}" -o single --precision f32
cp -r single went-on-single
forget went-on-single 3
resume 0 '' went-on-single --lanes 2
same went-on-single single "river in f32"

# a run that has ended, once more; a log that tells of it
resume 0 '' went-on
same went-on river "a run that has ended"
grep -q 'goes on from went-on/checkpoints/step-.*: step [0-9]*, t = ' went-on/log.txt || fail "the log: $(cat went-on/log.txt)"

# ---- what the dead left: rows and snapshots after the checkpoint, temporary files; and what is not the run's

cp -r river died
forget died 3
echo '1.9,1,2' >>died/balance.csv # a torn row
cp died/fields/fields-000001.vtkhdf died/fields/fields-000005.vtkhdf
for name in fields/fields-000003.vtkhdf checkpoints/step-000000000007.eagre seismograms/receivers.csv summary.json; do
    mkdir -p died/seismograms
    echo torn >died/$name.tmp4711
done
echo mine >died/checkpoints/notes
echo mine >died/fields/mine.tmp1
resume 0 '' died
[ "$(cat died/checkpoints/notes)" = mine ] && [ "$(cat died/fields/mine.tmp1)" = mine ] || fail "others' files are gone"
rm -r died/checkpoints/notes died/fields/mine.tmp1
same died river "what a dead run left"

# --force removes the checkpoints, and not what is not the run's
echo mine >died/checkpoints/notes
touch died/STOP died/checkpoints/step-000000000007.eagre.tmp4711
"$eagre" run exact.yaml -q "${host[@]}" -o died --force
[ "$(cat died/checkpoints/notes)" = mine ] || fail "--force removed what is not the run's"
rm died/checkpoints/notes
same died exact "--force over checkpoints"

# ---- damage

damage() { # FILE: a bit of its middle
    local at=$(($(stat -c %s "$1") / 2))
    printf "\\$(printf %o $(($(od -An -tu1 -j $at -N 1 "$1") ^ 1)))" |
        dd of="$1" bs=1 seek=$at conv=notrunc status=none
}
resume 9 'nowhere/checkpoints: is not there, so it holds no checkpoint' nowhere
[ ! -e nowhere ] || fail "a folder was made"
cp -r exact none
rm none/checkpoints/*
before=$(content none)
resume 9 'none/checkpoints: holds no whole checkpoint' none
cp -r river newest
forget newest 2
last=$(ls newest/checkpoints/* | tail -1)
damage "$last"
resume 0 '' newest
grep -q "$last: is damaged" newest/log.txt || fail "the log says: $(cat newest/log.txt)"
same newest river "the newest checkpoint damaged"

# a damaged newer one is no reason to remove a good one, whatever is kept
sed 's/^checkpoint.*/checkpoint: {steps: 20, keep: 1, end: false}/' river.yaml >one.yaml
"$eagre" run one.yaml -q "${host[@]}" -o one
first=$(ls one/checkpoints)
cp one/checkpoints/"$first" one/checkpoints/step-000000099999.eagre
damage one/checkpoints/step-000000099999.eagre
rm one/summary.json
touch one/STOP
resume 75 '' one
[ "$(ls one/checkpoints)" = "$first" ] || fail "kept are $(ls one/checkpoints)"
resume 0 '' one

# all are damaged: each is told, and nothing is changed
cp -r exact all
rm all/checkpoints/step-00000000000*
for file in all/checkpoints/*; do
    damage "$file"
done
before=$(content all)
resume 9 'all/checkpoints: holds no whole checkpoint' all
for file in all/checkpoints/*; do
    grep -qF "$file: is damaged" err || fail "$file is not told of: $(cat err)"
done
[ "$before" = "$(content all)" ] || fail "a refused resume changed the folder"

# tables that were changed or cut, a snapshot that is gone
cp -r river changed
forget changed 1
sed -i '3s/.*/0.1,7,7,7,7,7,7,7,7/' changed/gauges.csv
cp changed/gauges.csv mine.csv
cp changed/balance.csv balance.csv
resume 9 'changed/gauges.csv: its first ' changed
cmp changed/gauges.csv mine.csv && cmp changed/balance.csv balance.csv || fail "a refused resume changed a table"
head -3 river/gauges.csv >changed/gauges.csv
resume 9 'changed/gauges.csv: is cut short: byte ' changed
[ "$(wc -l <changed/gauges.csv)" = 3 ] || fail "a refused resume changed a table"
rm changed/gauges.csv
resume 9 'changed/gauges.csv: cannot be opened to go on: No such file' changed
cp river/gauges.csv changed/gauges.csv
rm changed/fields/fields-000001.vtkhdf
resume 9 'changed/fields/fields-000001.vtkhdf: is missing; the run cannot continue from its checkpoint without this file' changed
cp river/fields/fields-000001.vtkhdf changed/fields
resume 0 '' changed
same changed river "after all that"

# a mesh that was changed
sed 's/^mesh:.*/mesh: {gmsh: basin.msh}/; s/^boundaries:/boundaries: {shore: wall}/; /^  \(left\|right\|bottom\|top\)/d
    s/cells: .*//; s/, gauges.*/}/; s/^initial.*/initial: {level: 1}/; s/^materials.*/materials: {all: {elevation: 0}}/
    /^inflows/d; /^structures/d; /^bed/d' river.yaml >mesh.yaml
cat >basin.msh <<'MESH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "shore"
2 2 "sea"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
$EndNodes
$Elements
6
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 1 1 3 4
4 1 2 1 1 4 1
5 2 2 2 1 1 2 3
6 2 2 2 1 1 3 4
$EndElements
MESH
"$eagre" run mesh.yaml -q "${host[@]}" -o mesh
sed -i 's/^3 1 1 0/3 1.5 1 0/' basin.msh
# the eagre that goes on is told, and the one before where it is another one
eagre_version=$("$eagre" version -q)
cp -r mesh of-old
sed -i 's/^3 1.5 1 0/3 1 1 0/' basin.msh
for file in of-old/checkpoints/*; do
    "$EAGRE_BUILD/tests/checkpoint-without" "$file" version older 0.0.9
    mv older "$file"
done
resume 0 '' of-old
grep -q "  by eagre $eagre_version; the checkpoint is of eagre 0.0.9\$" of-old/log.txt || fail "the log: $(cat of-old/log.txt)"
grep -q '"version_before": "0.0.9"' of-old/summary.json || fail "$(cat of-old/summary.json)"
cp -r mesh of-now
resume 0 '' of-now
grep -q "  by eagre $eagre_version\$" of-now/log.txt || fail "the log: $(cat of-now/log.txt)"
! grep -q version_before of-now/summary.json || fail "$(cat of-now/summary.json)"
sed -i 's/^3 1 1 0/3 1.5 1 0/' basin.msh
resume 9 "mesh.gmsh is not the file that the run began with: $PWD/basin.msh: is longer than it was: it has" mesh
# a checkpoint of before there was that section: what the mesh is made of is compared then too
without() { # FOLDER: its checkpoints without the section
    local file
    for file in "$1"/checkpoints/*; do
        "$EAGRE_BUILD/tests/checkpoint-without" "$file" inputs older
        mv older "$file"
    done
}
without mesh
resume 9 'basin.msh is not the one that the run began with: restore it, or start a new run' mesh
sed -i 's/^3 1.5 1 0/3 1 1 0/' basin.msh
resume 0 '' mesh

# a table that was changed, cut or removed; one of the same length too
cp flow.csv flow.good
before=$(content river)
sed -i 's/^1,3$/1,4/' flow.csv
resume 9 "boundaries.left.discharge.csv is not the file that the run began with: $PWD/flow.csv: is damaged or was changed: its checksum differs; restore it, or start a new run" river
echo 3,1 >>flow.csv
resume 9 "$PWD/flow.csv: is longer than it was: it has" river
head -2 flow.good >flow.csv
resume 9 "$PWD/flow.csv: is cut short: it has" river
rm flow.csv
resume 9 "$PWD/flow.csv: is missing" river
[ "$before" = "$(content river)" ] || fail "a refused resume changed the folder"
cp flow.good flow.csv # the same bytes are the same file, whenever they were written
cp -r river older-run
without older-run
sed -i 's/^0,1$/0,7/' flow.csv
resume 0 '' older-run # as ever without the section
cp flow.good flow.csv

# a raster
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 20\n0 0.1\n0.2 0.3\n' >bed.asc
sed 's/elevation: [^,]*,/elevation: {raster: bed.asc},/' river.yaml >raster.yaml
"$eagre" run raster.yaml -q "${host[@]}" -o raster
sed -i 's/0.3/0.4/' bed.asc
resume 9 "materials.all.elevation.raster is not the file that the run began with: $PWD/bed.asc: is damaged or was changed" raster
sed -i 's/0.4/0.3/' bed.asc
cp -r raster raster-on
forget raster-on 1
resume 0 '' raster-on
same raster-on raster "a run with a raster and a table"

# ---- a run that has ended goes on to a later end: the state is that of one run to it, where its first end was met there too

state() {
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"
}
first_end() { # CASE END: the case up to there, and on
    "$eagre" run $1.yaml -q "${host[@]}" -o longer --force --set time.end=$2 ${3:+--set "$3"}
    [ -s "$(ls longer/checkpoints/* | tail -1)" ] || fail "$1: no checkpoint of the end"
    end=$(sed -n 's/^  *end: \([^ ]*\).*/\1/p' $1/case.yaml)
    resume 0 '' longer --set time.end=$end --set title=longer ${3:+--set "$3"} --device host:2
    [ "$(state longer)" = "$(state $1)" ] || fail "$1: $(state longer) behind $2 s, not $(state $1)"
    "$eagre" verify longer >out || fail "$1: $(cat out)"
    grep -q "^# changed at step [0-9]*, t = $2 s: time.end: $2 -> $end\$" longer/case.yaml || fail "$1: $(cat longer/case.yaml)"
    grep -q "^    \"step [0-9]*, t = $2 s: time.end: $2 -> $end\"" longer/summary.json || fail "$(cat longer/summary.json)"
    grep -q "the case was changed at step [0-9]*, t = $2 s: time.end: $2 -> $end" longer/log.txt || fail "the log: $(cat longer/log.txt)"
}
first_end river 1
for table in gauges.csv balance.csv; do
    cmp longer/$table river/$table || fail "$table of a longer run"
done
resume 0 '' longer # and again, without a word
[ "$(state longer)" = "$(state river)" ] || fail "once more"
grep -q 'time.end: 1 -> 2' longer/summary.json && grep -q 'time.end: 1 -> 2' longer/case.yaml || fail "a change is forgotten"
"$eagre" report --json longer | grep -q 'time.end: 1 -> 2' || fail "report forgets a change"
# steps follow a bound of an expression at a boundary up to the end, which is told; of a table they do not
cat >tide.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 10 m], cells: [10, 1]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {level: 1 m}
boundaries: {left: {level: "1 + 0.2 * sin(t / 3)^2"}, right: wall, bottom: wall, top: wall}
time: {end: 4 s}
output: {picture: none}
CASE
printf 'time,level\n0,1\n10,1.2\n' >tide.csv
for tide in '"1 + 0.2 * sin(t / 3)^2"' '{csv: tide.csv}'; do
    sed "s|{level: .*}, right|{level: $tide}, right|" tide.yaml >other.yaml
    "$eagre" run other.yaml -q "${host[@]}" -o tide --force 2>/dev/null
    "$eagre" resume tide --no-measure --set time.end=6 >out 2>err || fail "$(cat err)"
    told=$(grep -c 'boundaries.left: steps follow a bound of this expression up to time.end, which changes: a run to 6 s' err) || true
    [ "$told" = $([[ $tide != *csv* ]] && echo 1 || echo 0) ] || fail "$tide: $(cat err)"
done
"$eagre" resume tide --no-measure --set title=tide >out 2>err || fail "$(cat err)"
! grep -q 'steps follow' err || fail "$(cat err)"
first_end quake 0.4
cmp longer/seismograms/receivers.csv quake/seismograms/receivers.csv || fail "seismograms of a longer run"
first_end exact 0.4

# what may change, and what not; nothing of the folder is touched where one may not
resume 0 '' longer --set time.end=0.55 --set 'output.record={every: 0.02 s}' --set checkpoint.keep=3 --set 'limits={tracer_l1: 1}' \
    --set output.fields.every=0.25 --set 'output.picture.range=[0, 1]'
"$eagre" report longer >out || fail "$(cat out)"
grep -q '^0.52' longer/balance.csv || fail "rows of 0.02 s: $(cat longer/balance.csv)"
before=$(content longer)
for key in mesh.box.cells=[4,5] materials.all.velocity=[1,1] numerics.order=2 time.cfl=0.1 initial.tracer=1 numerics.precision=f32; do
    resume 3 "${key%%=*} would change the past: start a new run with initial: {from: DIR}" longer --set time.end=0.6 --set "$key"
done
resume 3 'exact.tracer cannot change while a run goes on: errors.csv and the norms' longer --set exact.tracer=x
resume 3 'output.gauges.g cannot change while a run goes on: gauges.csv has no such columns for the time before' longer --set 'output.gauges={g: [0.5, 0.5]}'
resume 3 'output.maxima.variables cannot change while a run goes on: they are taken over all steps' longer --set output.maxima={}
resume 3 'time.end is 0.5 s, and the run has reached 0.55 s' longer --set time.end=0.5
resume 3 'time.steps is 3, and the run has taken ' longer --set time.steps=3
resume 3 "unknown key 'ende' in time; did you mean 'end'?" longer --set time.ende=3
resume 3 'vars.A cannot change while a run goes on: the checkpoint has the file names' longer --set vars.A=3
[ "$before" = "$(content longer)" ] || fail "a refused change touched the folder"
# from an earlier end than was meant, and without a checkpoint of the end
cp -r river shorter
forget shorter 3
resume 0 '' shorter --set time.end=1.9 --set checkpoint.end=false
grep -q '"time": 1.9,' shorter/summary.json || fail "$(cat shorter/summary.json)"
[ $((10#$(ls shorter/checkpoints | tail -1 | tr -dc 0-9))) -lt "$(sed -n 's/.*"steps": \([0-9]*\).*/\1/p' shorter/summary.json)" ] || fail "a checkpoint of the end that was not wanted"

# ---- what the command takes

for bad in 0 -5 x '5 weeks' nan inf 0x10 1: :1 1:2:3:4 1:60 1:00:99 01:30: 1-1 1-1:99 -1-01:00 1-2-3:00 '1e' 1e13 0:00 '3 h 5'; do
    resume 2 "--walltime takes a time such as 90 min" nowhere --walltime "$bad"
done
for good in 3600 '90 min' 90min '2 h' 1.5h '1e3 s' '2 d' 90:00 01:30:00 1-12 1-12:00 1-12:00:00 100:00:00; do
    [ "$good" = 1-12 ] || resume 9 'is not there' nowhere --walltime "$good"
done
resume 2 '--precision' exact --precision f32
resume 2 '--force' exact --force
