#!/bin/bash
# What ends a run early, with a checkpoint and exit code 75: signals, a file STOP, the end of the wall time. What it
# leaves is what an uninterrupted run of as many steps has, and it goes on from there.
set -Eeuo pipefail
# Under nohup a shell cannot stop ignoring SIGHUP, and runs that it starts would ignore it too.
[[ $(trap -p HUP) != *"''"* ]] || exec env --default-signal=HUP bash "$0"
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
number() { # FOLDER KEY
    sed -n "s/.*\"$2\": \"\{0,1\}\([0-9a-z]*\).*/\1/p" "$1/summary.json" | head -1
}

# It never ends by itself, in the time of a test.
cat >long.yaml <<'CASE'
title: water to and fro
model: shallow-water
mesh: {box: {size: [10 m, 2 m], cells: [5, 2]}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 5 ? 1.1 : 1"}
boundaries: {left: wall, right: outflow, bottom: wall, top: {level: "1 + 0.1 * sin(t)"}}
time: {end: 1e8 s}
output: {record: {every: 50 s}, gauges: {g: [2 m, 1 m]}}
CASE

# wait_until TEXT CONDITION...: while the run goes on, at most five minutes
wait_until() {
    local what=$1 end=$((SECONDS + 300))
    shift
    until "$@"; do
        kill -0 $pid 2>/dev/null || fail "it ended before $what: $(cat err)"
        ((SECONDS < end)) || fail "waited in vain for $what: $(cat err)"
        sleep 0.05
    done
}
has_rows() {
    [ -s "$1/balance.csv" ] && [ "$(wc -l <"$1/balance.csv")" -ge "$2" ]
}
checkpoints() {
    ls "$1/checkpoints" 2>/dev/null | wc -l
}
has_checkpoints() {
    [ "$(checkpoints "$1")" -ge "$2" ]
}
# begin FOLDER ARGUMENT...: run or resume, in the background, until it has begun to advance
begin() {
    local folder=$1 rows=3
    shift
    [ ! -e "$folder" ] || rows=$(($(wc -l <"$folder/balance.csv") + 1))
    set -m
    "$eagre" "$@" "${host[@]}" >out 2>err </dev/null &
    pid=$!
    set +m
    wait_until "rows of $folder" has_rows "$folder" $rows
}
# ended CODE
ended() {
    local got=0
    wait $pid || got=$?
    pid=
    [ $got = "$1" ] || fail "exit code $got, not $1: $(cat err)"
}
# stopped FOLDER: as it should be, and as far as an uninterrupted run of as many steps
stopped() {
    local steps
    ended 75
    steps=$(number "$1" steps)
    grep -q "^eagre: stopped after step $steps at t = .* s; to go on: eagre resume $1\$" err || fail "it says: $(cat err)"
    [ "$(number "$1" exit)" = stopped ] || fail "the summary says $(number "$1" exit)"
    [ -s "$1/checkpoints/$(printf 'step-%012d.eagre' "$steps")" ] || fail "no checkpoint of step $steps"
}
like_never_stopped() {
    "$eagre" run long.yaml "${host[@]}" -o whole --force --set time.steps="$(number "$1" steps)"
    [ "$(number "$1" state_hash)" = "$(number whole state_hash)" ] || fail "another state than that of a run never stopped"
    for table in gauges balance; do
        head -n "$(wc -l <"$1/$table.csv")" whole/$table.csv | cmp - "$1/$table.csv" || fail "$table.csv is another one"
    done
}

begin a run long.yaml -o a
kill -TERM $pid
stopped a
for signal in USR1 INT HUP XCPU; do
    begin a resume a
    kill -$signal $pid
    stopped a
done
like_never_stopped a

# killed while the compiler is at work: its temporary folder goes too
mkdir tmp
cat >slow-cc <<'CC'
#!/bin/sh
for word; do
    case $word in --version) exec cc "$@" ;; esac
done
case " $* " in *kernels.c*) echo >"${0%/*}/compiling"; until [ -e "${0%/*}/go" ] || [ ! -e "$0" ]; do sleep 0.05; done ;; esac
exec cc "$@"
CC
chmod +x slow-cc
for signal in TERM KILL; do
    rm -f compiling go
    CC=$PWD/slow-cc TMPDIR=$PWD/tmp EAGRE_CACHE=$PWD/cache-$signal "$eagre" run long.yaml "${host[@]}" -o killed --force >out 2>err </dev/null &
    pid=$!
    wait_until "the compiler" test -e compiling
    [ -d tmp/eagre-?????? ] || fail "no temporary folder: $(ls tmp)"
    kill -$signal $pid
    echo >go
    wait $pid || true
    pid=
    end=$((SECONDS + 300))
    while [ -d tmp/eagre-?????? ]; do
        ((SECONDS < end)) || fail "SIG$signal leaves $(ls tmp)"
        sleep 0.05
    done
done

# nohup: SIGHUP, which is ignored from the beginning, stays ignored
trap '' HUP
begin a resume a
trap - HUP
kill -HUP $pid
rows=$(wc -l <a/balance.csv)
wait_until "it to go on" has_rows a $((rows + 2))
kill -TERM $pid
stopped a

# a table that grows past the limit of file sizes: no signal ends the run, but an error; what is there is whole
got=0
(
    ulimit -f 64
    "$eagre" run long.yaml "${host[@]}" -o large --set output.record.every=0.2 --set time.end=1e6 --set checkpoint.steps=100 >out 2>err
) || got=$?
[ $got = 6 ] && grep -q '^eagre: large/.*: File too large$' err || fail "a file that is too large: $got: $(cat err)"
"$eagre" verify large >out || [ $? = 75 ] || fail "verify after that: $(cat out)"
env --block-signal=ALRM "$eagre" resume large "${host[@]}" --walltime 1 >out 2>err || [ $? = 75 ] || fail "resume after that: $(cat err)"

# the folder in other hands: an editor saves a table, files are removed, the log is replaced. The run says so and ends.
# others REGEX COMMAND...
others() {
    local text=$1
    shift
    rm -rf o
    begin o run long.yaml -o o
    (cd o && "$@")
    ended 6
    grep -q "^eagre: o/$text" err || fail "$*: it says: $(cat err)"
}
others 'gauges.csv: is another file after [0-9]* rows: it was replaced while it was being written' sed -i s/x/x/ gauges.csv
others 'balance.csv: is missing after [0-9]* rows: it was removed' rm -f gauges.csv balance.csv
others 'balance.csv: has [0-9]* bytes, not the [0-9]* of its [0-9]* rows: it was changed' truncate -s 20 balance.csv
others 'balance.csv: is missing' sh -c 'rm -rf ../o/* 2>/dev/null || true' # the run adds files meanwhile
# after=SIGNAL: found when a checkpoint is written, and at the end; the list is made of what was written
rm -rf o
begin o run long.yaml -o o
cp o/case.yaml case.was
sed -i s/water/Water/ o/case.yaml
kill -TERM $pid
ended 6
grep -q '^eagre: o/case.yaml: is not the file that the run has written: it was replaced' err || fail "it says: $(cat err)"
rm -rf o
begin o run long.yaml -o o
cp o/log.txt log.was
rm o/log.txt
cp log.was o/log.txt
kill -TERM $pid
ended 6
grep -q '^eagre: o/log.txt: is missing or another file' err || fail "it says: $(cat err)"

# a picture that cannot be written costs the picture alone
rm -rf o
begin o run long.yaml -o o
mkdir o/picture.png
kill -TERM $pid
ended 6
grep -q '^eagre: o/picture.png: is a folder, not a plain file: .*; the result is complete, and its summary has been written' err ||
    fail "it says: $(cat err)"
[ "$(number o exit)" = stopped ] || fail "there is no summary"
"$eagre" verify o >out || fail "$(cat out)"

# a file STOP, which is removed
begin a resume a
touch a/STOP
stopped a
[ ! -e a/STOP ] || fail "STOP is still there"

# SIGUSR2 writes a checkpoint and goes on; another run into the folder is refused meanwhile
begin b run long.yaml -o b
kill -USR2 $pid
wait_until "a checkpoint" has_checkpoints b 1
rows=$(wc -l <b/balance.csv)
wait_until "it to go on" has_rows b $((rows + 2))
for words in "resume b" "run long.yaml -o b --force"; do
    got=0
    "$eagre" $words "${host[@]}" >out2 2>err2 || got=$?
    [ $got = 6 ] && grep -q 'b/log.txt: another run is writing into this folder' err2 || fail "$words: $got: $(cat err2)"
done
has_checkpoints b 1 || fail "a refused run removed the checkpoint"
kill -TERM $pid
stopped b
like_never_stopped b

# A second SIGINT ends the process at once: the first one has given up the handler, bit 2 of the mask. The process is held
# (SIGSTOP) as soon as that is seen, so that it cannot have ended before the second one comes; where it has, once more.
gave_up() {
    local mask
    mask=$(sed -n 's/^SigCgt:\t//p' /proc/$pid/status 2>/dev/null) || true
    [ -z "$mask" ] || [ $((0x$mask & 2)) = 0 ]
}
for ((try = 0; try < 8; try++)); do
    rm -rf c
    begin c run long.yaml -o c --set 'mesh.box.cells=[200, 200]' --set output.record.every=0.01 --set time.end=1e5
    kill -INT $pid
    until gave_up; do :; done
    kill -STOP $pid 2>/dev/null || true
    kill -INT $pid 2>/dev/null || true
    kill -CONT $pid 2>/dev/null || true
    got=0
    wait $pid || got=$?
    pid=
    [ $got = 75 ] || break
done
[ $got = 130 ] || fail "two SIGINT gave $got"

# killed: it goes on all the same, from nothing less than the last checkpoint
begin d run long.yaml -o d --set checkpoint.steps=500
wait_until "checkpoints" has_checkpoints d 2
kill -9 $pid
wait $pid || true
begin d resume d
kill -TERM $pid
stopped d
like_never_stopped d

# before its first step, and again without one in between
late=(env --block-signal=ALRM "$eagre") # the alarm of a set-up that takes more than the second is kept off
"${late[@]}" run long.yaml "${host[@]}" -o e --walltime 1 2>err && fail "no stop" || [ $? = 75 ]
stopped_at_once() {
    [ "$(number e steps)" = 0 ] && [ "$(ls e/checkpoints)" = step-000000000000.eagre ] ||
        fail "it stopped after step $(number e steps) with $(ls e/checkpoints)"
    [ "$(wc -l <e/gauges.csv)" = 2 ] && [ "$(ls e/fields/*.vtkhdf | wc -l)" = 1 ] || fail "tables or snapshots"
}
stopped_at_once
got=0
SLURM_JOB_END_TIME=$(date +%s) "${late[@]}" resume e "${host[@]}" 2>err || got=$?
[ $got = 75 ] || fail "the end of the job: $got: $(cat err)"
stopped_at_once
for time in 4 12 40; do # slow machines need longer to begin
    got=0
    SLURM_JOB_END_TIME=1 "$eagre" resume e "${host[@]}" --walltime $time 2>err || got=$? # the option counts
    [ $got = 75 ] || { [ $got = 11 ] && grep -q 'stopped in the set-up' err; } || fail "--walltime $time: $got: $(cat err)"
    [ "$(number e steps)" = 0 ] || break
done
[ "$(number e steps)" -gt 0 ] || fail "--walltime 40: no step"
like_never_stopped e

# a checkpoint by the clock
begin f run long.yaml -o f --set checkpoint.every=0.1
wait_until "checkpoints" has_checkpoints f 2
kill -TERM $pid
stopped f
