#!/bin/bash
# A whole run in the hands of a bad machine: killed at any time it goes on and ends as if nothing had been; a system
# call that fails is told, with exit code 6, or does no harm; nothing torn is left under a final name.
# In the long form every call, and 200 kills; else a part of them.
set -u
eagre=$EAGRE_BUILD/eagre
library=$EAGRE_BUILD/tests/libtorture.so
[ -e "$library" ] || exit 77 # not beside the sanitizers
base=/tmp
[ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/eagre-torture-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
run=$work/run
host=(-q --no-measure --device host:1)
failed=0
what=begin

# kills at a call, in a checkpoint's folder, and at a time; of the calls every so many-th
if [ "${EAGRE_TESTS:-}" = long ]; then
    kills=75 kills_inside=50 kills_by_time=75 stride=1
else
    kills=6 kills_inside=3 kills_by_time=3 stride=23
fi
RANDOM=${TORTURE_SEED:-4711}

fail() {
    echo "$what: $*"
    failed=1
}

# Every state that shallow water keeps: rain between rasters, a soil, a breach, ground that moves, blocked cells, maxima.
cat >case.yaml <<'CASE'
title: water that comes and goes
model: shallow-water
mesh: {box: {size: [4 m, 2 m], cells: [4, 2], element: triangle}}
materials:
  all:
    elevation: 0
    manning: 0.02
    rain: {raster: [rain-0.asc, rain-1.asc, rain-0.asc], times: [0 s, 0.4 s, 1 s], after: hold}
    rain_factor: "1 + 0.1 * x"
    infiltration: {horton: {initial: 50 mm/h, final: 5 mm/h, decay: 2 1/h}}
terrain: {house: {polygons: house.csv, block: true}}
initial: {depth: "x < 2 ? 1 : 0.5"}
bed: {lifts: {slide: {height: "0.1 * x", start: 0.2 s, rise: 0.8 s}}}
boundaries: {left: {discharge: 0.5 m3/s}, right: outflow, bottom: wall, top: {level: "0.9 + 0.1 * sin(t)"}}
structures:
  dam: {along: [2, -1, 2, 3], weir: {crest: 0.9, breach: {at: [2 m, 0.5 m], crest: {csv: breach.csv, after: hold}, width: 0.4 m}}}
inflows: {spring: {at: [3.3 m, 1.2 m], discharge: 0.05 m3/s}}
numerics: {order: 2}
time: {steps: 36}
exact: {depth: "1"}
output: {fields: {steps: 12, variables: [depth]}, record: {every: 0.1 s}, gauges: {a: [1 m, 1 m]}, maxima: {variables: [max_depth, arrival_time, infiltrated], rasters: {pixel: 0.5 m, format: asc}}}
checkpoint: {steps: 8, keep: 2}
CASE
for k in 0 1; do printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 2\n%s 1e-4\n' ${k}e-3 >rain-$k.asc; done
printf 'x,y\n0.9,0\n1.9,0\n1.9,0.5\n0.9,0.5\n' >house.csv
printf 'time,level\n0,0.9\n1,0.2\n' >breach.csv

# What a run has to come to.
content() {
    (
        cd "$1" && find . -type f ! -name log.txt ! -name summary.json ! -name files.json ! -path './checkpoints/*' |
            LC_ALL=C sort | xargs cksum && grep -E '"(exit|steps|state_hash|time)"' summary.json
    )
}

# eagre_run FOLDER ACTION ARGUMENT...: run or resume, with ACTION at the calls on FOLDER; $code, $work/err
eagre_run() {
    local folder=$1 action=$2
    shift 2
    code=0
    { EAGRE_TORTURE_FOLDER=$folder EAGRE_TORTURE=$action LD_PRELOAD=$library \
        "$eagre" "$@" "${host[@]}"; } >out 2>err || code=$?
}

calls_of() { # FOLDER: how many there are
    rm -rf "$run"
    eagre_run "$1" count run case.yaml -o "$run"
    sed -n 's/^torture: \([0-9]*\) calls$/\1/p' err
}

# Without a word on threads that wait the program starts itself anew, and is tortured all the same.
what='counted'
calls=$(calls_of "$run")
[ -n "$calls" ] && [ "$calls" -gt 100 ] || fail "no calls are counted: '$calls', $(cat err)"
[ "$(unset OMP_WAIT_POLICY GOMP_SPINCOUNT && calls_of "$run")" = "$calls" ] || fail "started anew, it makes no $calls calls: $(cat err)"
[ "$(OMP_WAIT_POLICY=passive calls_of "$run")" = "$calls" ] || fail "started once, it makes no $calls calls: $(cat err)"
rm -rf "$run"

# Whatever has happened: what stands under final names is whole.
check_whole() {
    local got=0
    "$eagre" verify "$run" >verified 2>&1 || got=$?
    case $got in
    0 | 75) ;;                                             # ended, or not yet
    11) ! ls "$run"/checkpoints/*.eagre >/dev/null 2>&1 ;; # no checkpoint so far
    4) [ ! -e "$run/checkpoints" ] ;;
    6) [ "$(grep -c 'not whole' verified)" = 1 ] && grep -q 'files.json: is missing, and summary.json is there' verified ;;
    *) false ;;
    esac || fail "verify gives $got: $(cat verified)"
}

# What resume needs is there, or nothing was ever promised; then it goes on to the end.
check_goes_on() {
    local got=0
    check_whole
    "$eagre" resume "$run" "${host[@]}" >out 2>err || got=$?
    if [ $got = 9 ] && ! ls "$run"/checkpoints/*.eagre >/dev/null 2>&1; then
        got=0
        "$eagre" run case.yaml -o "$run" --force "${host[@]}" >out 2>err || got=$?
    fi
    [ $got = 0 ] || fail "it does not go on: $got, $(cat err)"
    check_like_whole
}

check_like_whole() {
    content "$run" >is
    cmp -s ought is || fail "another result: $(diff ought is)"
    check_whole
    [ -z "$(find "$run" -name '*.tmp*')" ] || fail "left are $(find "$run" -name '*.tmp*')"
}

what="an undisturbed run"
"$eagre" run case.yaml -o "$run" "${host[@]}" || fail "exit code $?"
content "$run" >ought
check_whole
calls=$(calls_of "$run")
inside=$(calls_of "$run/checkpoints")
[ "${calls:-0}" -ge 200 ] && [ "${inside:-0}" -ge 40 ] || { fail "${calls:-no} calls, ${inside:-no} of checkpoints" && exit 1; }

# ---- killed: once or twice, then to the end

tried=0
for ((i = 0; i < kills + kills_inside; i++)); do
    folder=$run number=$calls
    [ $i -lt $kills ] || folder=$run/checkpoints number=$inside
    n=$((RANDOM % number + 1)) again=$((RANDOM % number + 1))
    what="killed at call $n of ${folder##*/}, then at $again"
    rm -rf "$run"
    eagre_run "$folder" kill:$n run case.yaml -o "$run"
    [ $code = 137 ] || fail "exit code $code: $(cat err)"
    check_whole
    eagre_run "$folder" kill-after:$again resume "$run"
    [ $code = 137 ] || [ $code = 0 ] || [ $code = 9 ] || fail "resume: exit code $code: $(cat err)"
    check_goes_on
    tried=$((tried + 1))
done 2>/dev/null # the shell tells of each that is killed
for ((i = 0; i < kills_by_time; i++)); do
    time=0.$(printf %03d $((RANDOM % 150)))
    what="killed after $time s"
    rm -rf "$run"
    timeout -s KILL $time "$eagre" run case.yaml -o "$run" "${host[@]}" >out 2>err
    check_whole
    check_goes_on
    tried=$((tried + 1))
done 2>/dev/null
echo "killed $tried times"

# ---- calls that fail

summary='\(; the result is complete, and its summary has been written\)\{0,1\}'
# disturbed ACTION:N REASON: ends with 6 and the reason, or as ever; goes on later in any case
disturbed() {
    what=$1
    rm -rf "$run"
    eagre_run "$run" "$1" run case.yaml -o "$run"
    tried=$((tried + 1))
    case $code in
    0) check_like_whole ;;
    6)
        refused=$((refused + 1))
        grep -q "^eagre: .*: $2$summary\$" err || fail "it says: $(cat err)"
        check_goes_on
        ;;
    *) fail "exit code $code: $(cat err)" ;;
    esac
}
tried=0 refused=0
for reason in 'ENOSPC No space left on device' 'EIO Input/output error'; do
    for ((n = 1 + RANDOM % stride; n <= calls; n += stride)); do
        disturbed "${reason%% *}:$n" "${reason#* }"
    done
    for ((n = 1 + RANDOM % stride; n <= calls; n += 7 * stride)); do
        disturbed "${reason%% *}:$n+" "${reason#* }"
        [ $code = 6 ] || [ $n -gt $((calls - 10)) ] || fail "exit code $code where nothing can be written"
    done
done
[ $refused -ge $((tried / 4)) ] || fail "only $refused of $tried were refused"
echo "$tried runs with a call that fails, $refused of them refused"
for action in EINTR short; do
    for ((n = 1 + RANDOM % stride; n <= calls; n += stride)); do
        disturbed $action:$n 'no reason'
        [ $code = 0 ] || fail "exit code $code: $(cat err)"
    done
done
disturbed short:1+ 'no reason'
[ $code = 0 ] || fail "exit code $code: $(cat err)"

# the same of a run that goes on
what="resume"
cp -r "$run" half
rm half/{summary,files}.json half/checkpoints/step-000000000032.eagre
rm -rf "$run"
cp -r half "$run"
eagre_run "$run" count resume "$run"
calls=$(sed -n 's/^torture: \([0-9]*\) calls$/\1/p' err)
for action in 'ENOSPC No space left on device' 'EIO Input/output error' EINTR short; do
    for ((n = 1 + RANDOM % stride; n <= calls; n += stride)); do
        what="resume, ${action%% *}:$n"
        rm -rf "$run"
        cp -r half "$run"
        eagre_run "$run" "${action%% *}:$n" resume "$run"
        case $code in
        0) ;;
        6) grep -q "^eagre: .*: ${action#* }$summary\$" err || fail "it says: $(cat err)" ;;
        9) # a checkpoint, or a file that the run goes on with, cannot be read
            grep -q "^eagre: .*: ${action#* }; the run cannot continue from its checkpoint without this file" err ||
                { grep -q 'holds no whole checkpoint' err && tail -1 err | grep -q ": ${action#* }\$"; } || fail "it says: $(cat err)" ;;
        *) fail "exit code $code: $(cat err)" ;;
        esac
        check_goes_on
    done
done

# one checkpoint that fails is told, and the run goes on; two in a row end it, and the one before is still good
fails_inside() { # ACTION
    what="checkpoints: $1"
    rm -rf "$run"
    eagre_run "$run/checkpoints" "$1" run case.yaml -o "$run"
}
for n in 2 $((inside / 2)); do # 1 makes the folder
    fails_inside "ENOSPC:$n"
    [ $code = 0 ] || fail "exit code $code: $(cat err)"
    ! grep -q 'could not be written' err || grep -q 'the run goes on, and stops if the next one fails too' err || fail "it says $(cat err)"
    check_like_whole
done
n=$((inside / 3)) # two of them are left, beside that of the end
fails_inside "ENOSPC:$n+"
[ $code = 6 ] && grep -q "^eagre: $run/checkpoints/step-[0-9]*.eagre.*: No space left on device" err || fail "$code: $(cat err)"
ls "$run"/checkpoints/*.eagre >/dev/null || fail "no checkpoint is left"
check_goes_on

# a run that diverges leaves its checkpoints as they were before
what="divergence"
rm -rf "$run"
code=0
"$eagre" run case.yaml -o "$run" "${host[@]}" --set time.steps=500 --set time.cfl=1e6 \
    --set 'initial.depth=x < 2 ? 1000 : 0' --set checkpoint.steps=1 >out 2>err || code=$?
[ $code = 5 ] || fail "exit code $code: $(cat err)"
"$eagre" verify "$run" >out || fail "$(cat out)"
state=$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$run/summary.json")
code=0
"$eagre" resume "$run" "${host[@]}" >out 2>err || code=$?
[ $code = 5 ] || fail "resumed: exit code $code: $(cat err)"
[ "$state" = "$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$run/summary.json")" ] || fail "resumed: another state"
[ $failed = 0 ] && echo "done"
exit $failed
