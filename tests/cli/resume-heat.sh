#!/bin/bash
# Heat that goes on from checkpoints: everything in the folder is at the end what an uninterrupted run has, byte by byte,
# whatever stopped it, wherever, and on whatever device it goes on. Poisson, which has none, says so.
set -Eeuo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -9 $pid 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
eagre=$EAGRE_BUILD/eagre
host=(-q --no-measure --device host:1)

fail() {
    echo "FAILED: $*"
    exit 1
}

# Steps that are no binary fractions, sources and conditions that move, every table there is.
cat >heat.yaml <<'CASE'
title: a block that is heated
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2], map: ["x + 0.1 * y^2", "y", "z"]}}
materials: {all: {kappa: "1 + x", capacity: "2 + y", source: "exp(-10 * (x - t)^2)"}}
initial: {temperature: "sin(x)"}
boundaries:
  left: {value: "t"}
  right: {exchange: "2 + t", outside: 1}
  front: insulated
  back: {flux: "t"}
  bottom: {periodic: top}
  top: {periodic: bottom}
time: {end: 1 s, dt: 0.1 s}
numerics: {degree: 3}
output:
  fields: {every: 0.3 s}
  record: {every: 0.1 s}
  probes: {p: [0.1, 0.1, 0.1], q: [0.7, 0.5, 0.5]}
  lines: {a: {from: [0, 0, 0], to: [2, 1, 1], count: 11}}
exact: {temperature: "t * x", gradient: ["t", 0, 0]}
checkpoint: {steps: 1, keep: 100}
CASE

content() { # what a folder holds, apart from what tells of the machine and of the course of time
    (
        cd "$1"
        find . -type f ! -name log.txt ! -name summary.json ! -name files.json | LC_ALL=C sort | xargs cksum
        grep -vE '"(throughput|wall_seconds|seconds|device|compiler|output)"' summary.json
    )
}
# same FOLDER LIKE WHAT: and whole by its own account
same() {
    "$eagre" verify "$1" >out || fail "$3: $(cat out)"
    ! grep 'not listed' out || fail "$3: $(cat out)"
    content "$1" >is
    content "$2" >ought
    cmp -s is ought || fail "$3: $(diff ought is)"
}
# resume CODE TEXT FOLDER ARGUMENT...: with the command $by
by=("$eagre")
resume() {
    local code=$1 text=$2 folder=$3 got=0
    shift 3
    "${by[@]}" resume "$folder" "${host[@]}" "$@" >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] || fail "resume $folder $*: exit code $got, not $code: $(cat err)"
    [ -z "$text" ] || grep -qF -- "$text" err || fail "resume $folder $*: no '$text' in: $(cat err)"
}
# back_to STEP FOLDER COPY: the copy is as if the run had been killed some time after that step
back_to() {
    rm -rf "$3"
    cp -r "$2" "$3"
    for file in "$3"/checkpoints/*; do
        [[ $((10#$(basename "$file" .eagre | cut -d- -f2))) -le $1 ]] || rm "$file"
    done
    [ -s "$3/checkpoints/$(printf 'step-%012d.eagre' "$1")" ] || fail "no checkpoint of step $1 in $2"
    rm -f "$3"/{summary.json,picture.png,residuals.csv,residuals.png,files.json}
}

# ---- from every step, on every device, by both schemes

opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
cuda=$("$eagre" devices | sed -n 's/^\(cuda:[0-9]*\) .*yes  yes .*/\1/p' | head -1)
devices=('host:1 --lanes 1' 'host:2 --lanes 8' checked)
[ -z "$opencl" ] || devices+=("$opencl")
[ -z "$cuda" ] || devices+=("$cuda")
for scheme in bdf2 euler; do
    "$eagre" run heat.yaml "${host[@]}" -o $scheme --set time.scheme=$scheme
    [ "$(ls $scheme/checkpoints | wc -l)" = 10 ] || fail "$scheme: checkpoints are $(ls $scheme/checkpoints)"
    steps=(1 2 3 5 9)
    [ $scheme = bdf2 ] || steps=(1 6)
    for step in "${steps[@]}"; do
        back_to $step $scheme went-on
        [ $step != 3 ] || printf '0.9,1,2' >>went-on/balance.csv # a torn row
        resume 0 '' went-on --device ${devices[$((step % ${#devices[@]}))]}
        same went-on $scheme "$scheme from step $step on ${devices[$((step % ${#devices[@]}))]}"
    done
done
for device in "${devices[@]}"; do
    back_to 2 bdf2 went-on
    resume 0 '' went-on --device $device
    same went-on bdf2 "from step 2 on $device"
done
grep -q 'goes on from went-on/checkpoints/step-000000000002.eagre: step 2, t = 0.2' went-on/log.txt || fail "the log: $(cat went-on/log.txt)"
if [ -n "$opencl" ]; then
    "$eagre" run heat.yaml -q --no-measure -o opencl --device $opencl --set time.scheme=bdf2
    same opencl bdf2 "$opencl from the beginning"
    back_to 4 opencl went-on
    resume 0 '' went-on
    same went-on bdf2 "from $opencl to the host"
fi
single=(--precision f32 --set numerics.tolerance=1e-5)
"$eagre" run heat.yaml "${host[@]}" -o single "${single[@]}"
back_to 5 single went-on
resume 0 '' went-on --lanes 4
same went-on single "f32"

# steps that adapt themselves
"$eagre" run heat.yaml "${host[@]}" -o adaptive --set time.tolerance=0.05 --set time.dt=0.02
last=$(ls adaptive/checkpoints | tail -1 | sed 's/step-0*\([0-9]*\).*/\1/')
[ "$last" -gt 8 ] || fail "$last steps"
for step in 1 2 3 $((last - 1)); do
    back_to $step adaptive went-on
    resume 0 '' went-on --device ${devices[$((step % ${#devices[@]}))]}
    same went-on adaptive "adaptive, from step $step"
done

# a run that has ended, once more
back_to 5 single went-on
resume 0 '' went-on
resume 0 '' went-on
same went-on single "a run that had ended"

# on to a later end: the state of one run to it; its step stays
state() {
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"
}
"$eagre" run heat.yaml "${host[@]}" -o longer --set time.scheme=bdf2 --set time.end=0.4 --set checkpoint={}
resume 3 'time.end is 0.95 s, no multiple of the step of 0.1 s that the run takes; 0.9 s and 1 s are' longer --set time.end=0.95
resume 3 'materials.all.kappa would change the past' longer --set materials.all.kappa=1
resume 0 '' longer --set time.end=1 --set numerics.iterations=500
[ "$(state longer)" = "$(state bdf2)" ] || fail "a longer run: $(state longer), not $(state bdf2)"
cmp longer/probes.csv bdf2/probes.csv && cmp longer/solves.csv bdf2/solves.csv || fail "tables of a longer run"
grep -q '"step 4, t = 0.4 s: time.end: 0.4 -> 1"' longer/summary.json || fail "$(cat longer/summary.json)"
resume 3 'time.end cannot change here: time.tolerance is distributed over the time up to it' adaptive --set time.end=2

# ---- what stops it

# stopped FOLDER STEPS: with a checkpoint, a summary, and the tables as far as they are due
stopped() {
    grep -q "^eagre: stopped after step $2 at t = .* s; to go on: eagre resume $1\$" err || fail "it says: $(cat err)"
    grep -q '"exit": "stopped"' "$1/summary.json" || fail "the summary: $(cat "$1/summary.json")"
    [ -s "$1/checkpoints/$(printf 'step-%012d.eagre' "$2")" ] || fail "no checkpoint of step $2"
    for table in balance probes solves; do
        head -n "$(wc -l <"$1/$table.csv")" bdf2/$table.csv | cmp - "$1/$table.csv" || fail "$table.csv of $1"
    done
    "$eagre" verify "$1" >out || fail "$1: $(cat out)"
}
# A time of 1 s is at its end when the set-up is. The alarm of a set-up that takes longer is kept off.
late=(env --block-signal=ALRM "$eagre")
got=0
"${late[@]}" run heat.yaml "${host[@]}" -o timed --set time.scheme=bdf2 --walltime 1 2>err || got=$?
[ $got = 75 ] || fail "--walltime: $got: $(cat err)"
stopped timed 0
by=("${late[@]}")
SLURM_JOB_END_TIME=$(date +%s) resume 75 '' timed
by=("$eagre")
stopped timed 0
resume 0 '' timed
rm timed/checkpoints/step-000000000000.eagre # of the stop alone
content timed >is
content bdf2 >ought
cmp is ought || fail "after --walltime: $(diff ought is)"
for step in 1 6 9; do
    back_to $step bdf2 asked
    touch asked/STOP
    resume 75 '' asked
    [ ! -e asked/STOP ] || fail "STOP is still there"
    stopped asked $step
    by=("${late[@]}")
    resume 75 '' asked --walltime 1
    by=("$eagre")
    stopped asked $step
    resume 0 '' asked
    same asked bdf2 "stopped at step $step"
done

# Signals: a run that takes long.
wait_until() { # WHAT CONDITION...: while the run goes on, at most five minutes
    local what=$1 end=$((SECONDS + 300))
    shift
    until "$@"; do
        kill -0 $pid 2>/dev/null || fail "it ended before $what: $(cat err)"
        ((SECONDS < end)) || fail "waited in vain for $what: $(cat err)"
        sleep 0.05
    done
}
has_rows() {
    [ -s "$1/solves.csv" ] && [ "$(wc -l <"$1/solves.csv")" -ge "$2" ]
}
has_checkpoints() {
    [ "$(ls "$1/checkpoints" 2>/dev/null | wc -l)" -ge "$2" ]
}
begin() { # FOLDER ARGUMENT...: in the background, until it has taken steps
    local folder=$1
    shift
    set -m
    "$eagre" run heat.yaml "${host[@]}" -o "$folder" "$@" --set time.end=1e6 --set output.fields={} >out 2>err </dev/null &
    pid=$!
    set +m
    wait_until "steps of $folder" has_rows "$folder" 4
}
ended() { # CODE
    local got=0
    wait $pid || got=$?
    pid=
    [ $got = "$1" ] || fail "exit code $got, not $1: $(cat err)"
}
for signal in TERM USR1 INT; do
    begin $signal --set 'checkpoint={}'
    kill -$signal $pid
    ended 75
    [ "$(ls $signal/checkpoints | wc -l)" = 1 ] || fail "$signal: $(ls $signal/checkpoints)"
    grep -q 'to go on: eagre resume' err || fail "$signal: $(cat err)"
    "$eagre" verify $signal >out || fail "$signal: $(cat out)"
done
begin clock --set 'checkpoint={every: 0.05 s, keep: 2}'
wait_until "checkpoints by the clock" has_checkpoints clock 2
kill -USR2 $pid
kill -9 $pid
wait $pid || true
pid=
got=0
"$eagre" verify clock >out || got=$?
[ $got = 75 ] || fail "what a killed run left: $got: $(cat out)"
[ "$(sed -n 's/^  files  *\([0-9]*\), as far.*/\1/p' out)" -ge 4 ] || fail "not all tables are looked at: $(cat out)"

# ---- what has changed

back_to 5 bdf2 changed
sed -i '3s/.*/0.1,7,7/' changed/probes.csv
cp changed/probes.csv mine.csv
resume 9 'changed/probes.csv: its first ' changed
cmp changed/probes.csv mine.csv || fail "a refused resume changed a table"
cp bdf2/probes.csv changed
head -2 bdf2/solves.csv >changed/solves.csv
resume 9 'changed/solves.csv: is cut short: byte ' changed
cp bdf2/solves.csv changed
resume 0 '' changed
same changed bdf2 "after all that"

# a mesh; also by a checkpoint of before files were measured
cat >block.msh <<'MESH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
2 1 "skin"
3 2 "block"
$EndPhysicalNames
$Nodes
8
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
7 1 1 1
8 0 1 1
$EndNodes
$Elements
7
1 5 2 2 2 1 2 3 4 5 6 7 8
2 3 2 1 1 1 2 3 4
3 3 2 1 1 5 6 7 8
4 3 2 1 1 1 2 6 5
5 3 2 1 1 4 3 7 8
6 3 2 1 1 1 4 8 5
7 3 2 1 1 2 3 7 6
$EndElements
MESH
cat >mesh.yaml <<'CASE'
title: one element
model: heat
mesh: {gmsh: block.msh}
materials: {block: {kappa: 1, capacity: 1, source: x}}
initial: {temperature: 0}
boundaries: {skin: {value: 0}}
time: {end: 1 s, dt: 0.25 s}
numerics: {degree: 3}
checkpoint: {steps: 2}
CASE
"$eagre" run mesh.yaml "${host[@]}" -o mesh
cp -r mesh ought.run
sed -i 's/^7 1 1 1/7 1.5 1 1/' block.msh
resume 9 "mesh.gmsh is not the file that the run began with: $PWD/block.msh: is longer than it was" mesh
for file in mesh/checkpoints/*; do
    "$EAGRE_BUILD/tests/checkpoint-without" "$file" inputs older
    mv older "$file"
done
resume 9 'block.msh is not the one that the run began with: restore it, or start a new run' mesh
sed -i 's/^7 1.5 1 1/7 1 1 1/' block.msh
resume 0 '' mesh
cp ought.run/checkpoints/* mesh/checkpoints # those without the section are others
same mesh ought.run "a mesh that was put back"

# ---- poisson: it ends before its solve, and promises nothing

sed -n '/^title\|^model\|^mesh/p' heat.yaml | sed 's/heat$/poisson/' >poisson.yaml
cat >>poisson.yaml <<'CASE'
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
CASE
got=0
"${late[@]}" run poisson.yaml "${host[@]}" -o poisson --walltime 1 2>err || got=$?
[ $got = 11 ] && grep -q 'stopped before the solve, as requested; poisson has one solve' err || fail "poisson: $got: $(cat err)"
[ ! -e poisson/summary.json ] && [ ! -e poisson/checkpoints ] || fail "poisson left $(ls poisson)"
got=0
"$eagre" verify poisson >out || got=$?
[ $got = 11 ] && grep -q 'has not ended' out || fail "poisson: $(cat out)"
resume 9 'holds no checkpoint' poisson
"$eagre" run poisson.yaml "${host[@]}" -o poisson --force
"$eagre" verify poisson >out || fail "poisson: $(cat out)"
