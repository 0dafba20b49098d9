#!/bin/bash
# A run that is asked to stop in a solve, which would take hours: poisson says what it has reached, heat keeps the step before. The
# signal comes when the solve is known to be under way; how fast the machine is does not matter.
set -Eeuo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -9 $pid 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
eagre=$EAGRE_BUILD/eagre
host=(--no-measure --device host:1 --force)

fail() {
    echo "FAILED: $*"
    exit 1
}
number() { # FOLDER KEY
    sed -n "s/.*\"$2\": \"\{0,1\}\([0-9a-z.]*\).*/\1/p" "$1/summary.json" | head -1
}
wait_until() { # WHAT CONDITION...: while the run goes on, at most five minutes
    local what=$1 end=$((SECONDS + 300))
    shift
    until "$@"; do
        kill -0 $pid 2>/dev/null || fail "it ended before $what: $(cat err)"
        ((SECONDS < end)) || fail "waited in vain for $what: $(cat err)"
        sleep 0.05
    done
}
begin() { # FOLDER CASE
    set -m
    "$eagre" run "$2" "${host[@]}" -o "$1" >out 2>err </dev/null &
    pid=$!
    set +m
}
ended() { # CODE: soon, where a solve would take hours
    local got=0 end=$((SECONDS + 120))
    while kill -0 $pid 2>/dev/null; do
        ((SECONDS < end)) || fail 'it goes on'
        sleep 0.05
    done
    wait $pid || got=$?
    pid=
    [ $got = "$1" ] || fail "exit code $got, not $1: $(cat err)"
}

# one solve that rounding does not let come to an end for hours
cat >poisson.yaml <<'CASE'
title: a solve without an end
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 4, 4], kershaw: [0.01, 0.01]}}
materials: {all: {kappa: "1 + 1e6 * (sin(9 * x) * sin(8 * y) > 0)", source: 1}}
boundaries: {left: {value: 0}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 6, tolerance: 1e-14, preconditioner: none, iterations: 1000000}
output: {picture: none}
CASE
# TERM reaches a program that has told its heading, and so hears it
for signal in TERM INT HUP; do
    begin p poisson.yaml
    wait_until 'the heading' grep -q '^  output' out
    sleep 0.3
    kill -$signal $pid
    ended 11
    grep -qE '^eagre: stopped (before the solve|in the solve, after [0-9]+ iterations, with a relative residual of [0-9.e+-]+), as requested; poisson has one solve and writes no checkpoint: run it again, with --force to use the same folder$' err ||
        fail "SIG$signal: $(cat err)"
done
# in_time COMMAND...: with more and more time, until the set-up of a slow machine fits into it; $got
in_time() {
    local time
    for time in 2 8 32 128; do
        got=0
        "$@" --walltime $time >out 2>err || got=$?
        grep -qE '^eagre: stopped (in the set-up|before the solve)' err || break
    done
}
in_time "$eagre" run poisson.yaml "${host[@]}" -o p
[ $got = 11 ] && grep -q '^eagre: stopped in the solve, after ' err || fail "the wall time: $got: $(cat err)"

# two steps that are taken at once, and a third without an end
for scheme in bdf2 euler; do
    cat >heat.yaml <<CASE
title: a step without an end
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 4, 4], kershaw: [0.01, 0.01]}}
materials: {all: {kappa: "t < 2.5 ? 1e-9 : 1 + 1e6 * (sin(9 * x) * sin(8 * y) > 0)", capacity: 1e-6, source: "1e-6 * t"}}
initial: {temperature: x}
boundaries: {left: {value: 0}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 4 s, dt: 1 s, scheme: $scheme}
numerics: {degree: 6, tolerance: 1e-13, preconditioner: none, iterations: 1000000}
output: {record: {every: 1 s}, picture: none}
CASE
    rm -rf h
    begin h heat.yaml
    wait_until 'the second step' eval '[ -s h/solves.csv ] && [ "$(wc -l <h/solves.csv)" -ge 3 ]'
    sleep 0.3
    kill -TERM $pid
    ended 75
    grep -q '^eagre: stopped after step 2 at t = 2 s; to go on: eagre resume h$' err || fail "$(cat err)"
    "$eagre" run heat.yaml "${host[@]}" -q -o whole --set time.end=2
    [ "$(number h state_hash)" = "$(number whole state_hash)" ] || fail "$scheme: another state than that of a run of two steps"
    for key in balance_error stored_W energy_J; do
        [ "$(number h $key)" = "$(number whole $key)" ] || fail "$scheme: $key is $(number h $key), not $(number whole $key)"
    done
    cmp h/balance.csv whole/balance.csv || fail "$scheme: another balance"
    # it goes on from there, and stops there again
    in_time "$eagre" resume h -q --no-measure --device host:1
    [ $got = 75 ] && [ "$(number h steps)" = 2 ] && [ "$(number h stored_W)" = "$(number whole stored_W)" ] || fail "$scheme: resume: $got: $(cat err)"
done

# the end of the wall time comes in the set-up, which nothing else hears
got=0
"$eagre" run poisson.yaml "${host[@]}" -o p --set mesh.box.cells='[16, 16, 16]' --walltime 0.05 >out 2>err || got=$?
[ $got = 11 ] && grep -q '^eagre: stopped in the set-up, at the end of the wall time, without a checkpoint' err || fail "the set-up: $got: $(cat err)"

# the end of a run is written: rasters of 50 million squares, which take many seconds; the result is whole, and resume writes them
cat >dam.yaml <<'CASE'
title: a dam
model: shallow-water
mesh: {box: {size: [20 km, 10 km], cells: [20, 10]}}
materials: {all: {elevation: 0}}
initial: {level: "x < 5 ? 2 : 0.1"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 1 s}
output: {picture: none, fields: {steps: 1000000}, maxima: {variables: [max_depth, arrival_time], rasters: {pixel: 2 m, format: asc}}}
CASE
begin d dam.yaml
wait_until 'the largest values' test -e d/maxima.vtkhdf
kill -TERM $pid
ended 75
grep -qE '^eagre: stopped (before|while) .*; the result is complete, and its summary has been written$' err || fail "the end: $(cat err)"
[ "$(number d exit)" = stopped ] &&
    grep -q "message.*stopped " d/summary.json && "$eagre" verify d >/dev/null || fail "it is not whole: $(cat d/summary.json)"
"$eagre" resume d -q --no-measure --device host:1 --set output.maxima.rasters.pixel=500
[ "$(ls d/maxima | wc -l)" = 2 ] || fail "resume wrote $(ls d/maxima)"
