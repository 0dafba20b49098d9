#!/bin/bash
# Implicit steps of seconds: a run that is asked to stop in the first one is left in its solve, with a checkpoint of the state before it, from
# which it goes on to the same bits.
set -Eeuo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -9 $pid 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
eagre=$EAGRE_BUILD/eagre
host=(--no-measure --device host:1)

fail() {
    echo "FAILED: $*"
    exit 1
}
number() { # FOLDER KEY
    sed -n "s/.*\"$2\": \"\{0,1\}\([0-9a-z.]*\).*/\1/p" "$1/summary.json" | head -1
}
# FOLDER CASE: asks it to stop soon after its first step has begun, and waits for its end
stop() {
    local got=0 end=$((SECONDS + 300))
    "$eagre" run "$2" "${host[@]}" -o "$1" >out 2>err </dev/null &
    pid=$!
    until grep -q '^  output' out; do
        kill -0 $pid 2>/dev/null && ((SECONDS < end)) || fail "it does not begin: $(cat err)"
        sleep 0.05
    done
    sleep 0.3
    kill -TERM $pid
    wait $pid || got=$?
    pid=
    [ $got = 75 ] && grep -q '^eagre: stopped after step ' err || fail "exit code $got: $(cat err)"
}

cat >implicit.yaml <<'CASE'
title: implicit steps that take seconds
model: atmosphere
mesh: {box: {size: [1 km, 1 km], cells: [80, 80], element: triangle}}
initial: {theta_perturbation: "0.5*exp(-((x - 500)^2 + (y - 300)^2) / 1e4)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 40}
numerics: {degree: 3, integrator: semi-implicit, tolerance: 1e-10, flux: hllc}
output: {picture: none}
CASE
stop part implicit.yaml
[ "$(number part steps)" = 0 ] || fail "$(number part steps) steps were taken after the signal"
[ "$(number part iterations)" = 0 ] || fail "iterations of a step that was left count: $(number part iterations)"
"$eagre" resume part "${host[@]}" -q --set time.steps=1
"$eagre" run implicit.yaml "${host[@]}" -q -o whole --set time.steps=1
for key in state_hash iterations steps; do
    [ -n "$(number whole $key)" ] && [ "$(number part $key)" = "$(number whole $key)" ] ||
        fail "$key is $(number part $key), not $(number whole $key)"
done
