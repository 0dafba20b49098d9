#!/bin/bash
# What goes wrong on many ranks is told once, with the words and the exit code of one process, and no rank stays behind.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >good.yaml <<'CASE'
title: a flood
model: shallow-water
mesh: {box: {size: [20 m, 12 m], cells: [60, 40], element: triangle}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: "x < 8 ? 2 : 0.4"}
boundaries: {left: wall, right: {level: 0.5}, bottom: wall, top: wall}
time: {end: 0.4 s, cfl: 0.9}
output: {picture: none, fields: {every: 0.2 s}}
CASE

# The same words and exit code as of one process.
told() { # CODE ARGUMENT...
    local code=$1 got=0 expected=0
    shift
    rm -rf alone ranks
    alone good.yaml "$@" >out 2>expected || expected=$?
    ranks 3 good.yaml "$@" >out 2>err || got=$?
    [ "$got" = "$code" ] && [ "$expected" = "$code" ] || fail "$*: exit codes $expected and $got"
    sed -i 's/alone/ranks/g' expected
    cmp -s expected err || fail "$*: on one process $(cat expected), on three $(cat err)"
    [ ! -s out ] || fail "$*: something on stdout"
}
told 3 --set time.cfll=1
told 3 --set 'boundaries.left=nothing'
told 3 --set 'initial.depth="x > 15 ? -1 : 1"'
told 3 --set 'output.gauges.far=[30 m, 1 m]'
told 4 --set 'mesh={gmsh: missing.msh}'
told 8 --device cuda:99
told 10 --set limits.mass_error=1e-30
told 5 --set 'time={end: 10 s, dt: 0.2 s}'
same 3
told 5 --set 'exact={velocity: [0, "sqrt(x / 100 + 0.1 - t)"]}' --set output.fields.every=0.05
same 3

# What one rank alone meets is told once, by rank 0: kernels that are not there, and one that goes astray in a later step.
odd_rank() { # WORDS KERNELS ARGUMENT...
    local words=$1 kernels=$2 code=0
    shift 2
    local line=("$eagre" run good.yaml -o odd -q --no-measure --force --set time.end=0.1 "$@")
    timeout "$limit" mpirun -q --oversubscribe -n 1 "${line[@]}" : -n 1 -x EAGRE_KERNELS="$kernels" "${line[@]}" : \
        -n 1 "${line[@]}" >out 2>err </dev/null || code=$?
    [ $code = 8 ] && [ "$(wc -l <err)" = 1 ] && grep -q "$words" err || fail "one rank fails: $code, $(cat err)"
}
mkdir nothing
odd_rank 'nothing.*cannot be opened' "$work/nothing" --device host:1
cp -r "$EAGRE_SOURCE/kernels" astray
sed -i 's/^    SHARED wave fastest\[LANES\];/&\n    if (count[COUNT_STEPS] > 2) q1[1 << 26] = R(0.0);/' \
    astray/fv/shallow_water.c
odd_rank 'kernel sw_step .* accesses' "$work/astray" --device checked

code=0
EAGRE_EXCHANGE=magic timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" run good.yaml -o magic -q --no-measure \
    --device host:1 2>err </dev/null || code=$?
[ $code = 2 ] && grep -q "EAGRE_EXCHANGE is 'magic'; it takes auto or host" err || fail "EAGRE_EXCHANGE: $code, $(cat err)"

# So is what one rank's device has no room for, in the middle of a set-up in which ranks ask each other: a cell of this degree fits
# into what a group shares on a host, and not on OpenCL.
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
if [ -n "$opencl" ] && grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    cat >rock.yaml <<'CASE'
title: rock
model: elastic
mesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [1, 1, 1], map: [x, "y + 0.1 * sin(pi*x)", z]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {velocity: [x, 0, 0]}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {steps: 1}
numerics: {degree: 9, storage: in-place}
CASE
    line=("$eagre" run rock.yaml -o rock -q --no-measure)
    code=0
    timeout "$limit" mpirun -q --oversubscribe -n 2 "${line[@]}" --device host:1 : -n 1 "${line[@]}" --device "$opencl" \
        >out 2>err </dev/null || code=$?
    [ $code = 3 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'does not fit into the memory that a thread block' err ||
        fail "one rank's device: $code, $(cat err)"
fi

# So is what one rank has no memory for, at any time from its set-up on: in between ranks sum areas and send each other what
# ghosts have.
short_rank() { # VALUE ARGUMENT...: the second rank's EAGRE_TORTURE
    local torture=$1 line
    shift
    line=("$eagre" run good.yaml -o short -q --no-measure --force --device host:1 --set time.end=0.01 "$@")
    timeout "$limit" mpirun -q --oversubscribe -n 1 "${line[@]}" : -n 1 -x LD_PRELOAD="$EAGRE_BUILD/tests/libtorture.so" \
        -x EAGRE_TORTURE="$torture" "${line[@]}" >out 2>err </dev/null
}
rain=(--set 'materials.all.rain=100 mm/h' --set physics.coriolis=1e-4)
if ! grep -q 'EAGRE_SANITIZE:[A-Z]*=ON' "$EAGRE_BUILD/CMakeCache.txt"; then # sanitizers have an allocator of their own
    short_rank count-malloc-eagre "${rain[@]}" || fail "a count: $(cat err)" # compiles
    for call in 414 470 608; do # of the cache of kernels some may fail, and nothing is lost: then one before it
        for try in {0..9}; do
            code=0
            short_rank malloc-eagre:$((call - try)) "${rain[@]}" || code=$?
            [ $code = 0 ] || break
        done
        [ $code = 7 ] && [ "$(wc -l <err)" = 1 ] || fail "no memory at call $call: $code, $(cat err)"
    done
fi

# A folder that is in use is refused, and nothing in it changes.
before=$(cat ranks/summary.json)
code=0
timeout "$limit" mpirun -q --oversubscribe -n 3 "$eagre" run good.yaml -o ranks -q --no-measure --device host:1 2>err || code=$?
[ $code = 2 ] && [ "$(grep -c 'not empty' err)" = 1 ] || fail "a folder in use: $code, $(cat err)"
[ "$(cat ranks/summary.json)" = "$before" ] || fail "the run in the folder was changed"

# Each rank makes entries of a file of shapes: where it is another one, the cases differ.
printf 'x,y,name\n5,5,a\n6,6,b\n' >two.csv
printf 'x,y,name\n5,5,a\n' >one.csv
got=0
timeout "$limit" mpirun --oversubscribe -n 1 "$eagre" run good.yaml -o differ -q --set 'output.gauges={all: {points: two.csv}}' : \
    -n 1 "$eagre" run good.yaml -o differ -q --set 'output.gauges={all: {points: one.csv}}' >out 2>err || got=$?
[ $got = 4 ] && grep -q '^eagre: ranks read different cases' err && [ ! -e differ ] || fail "other cases: $got: $(cat err)"

# A rank that is killed takes the others with it. The job has no end of its own: it is waited for as long as the test may take.
start 3 good.yaml -o killed --set time.end=1000 --set output.fields.every=100
until grep -qs snapshot killed/log.txt; do
    kill -0 $job 2>/dev/null || fail "the job ended by itself: $(cat err)"
    sleep 0.02
done
victims=$(ls pids)
[ "$(echo "$victims" | wc -l)" = 3 ] || fail "three ranks are not running: $victims"
for victim in $victims; do
    is_running "$victim" || fail "rank $victim is not running"
done
kill -KILL "$(echo "$victims" | tail -1)"
code=0
wait $job || code=$?
[ $code != 0 ] || fail "a job with a killed rank ended well"
for victim in $victims; do
    while is_running "$victim"; do sleep 0.02; done
done
