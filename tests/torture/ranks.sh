#!/bin/bash
# One of two ranks, or the launcher, is killed at any time; the run goes on, on one to three ranks, until it is done, and
# ends as if nothing had been. In the long form 100 kills; else 4.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
kills=4
[ "${EAGRE_TESTS:-}" != long ] || kills=100
RANDOM=${TORTURE_SEED:-4711}

cat >case.yaml <<'CASE'
title: a flood over two pieces of the mesh
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [80, 40], element: triangle}}
materials: {all: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02}}
initial: {depth: "x < 8 ? 2 : (y < 6 ? 0.4 : 0)"}
boundaries: {left: {level: "2 + sin(t)"}, right: outflow, bottom: {discharge: 2}, top: wall}
time: {steps: 160, cfl: 0.9}
checkpoint: {steps: 4}
output: {fields: {steps: 40}, gauges: {left: [2 m, 9.9 m]}}
CASE

# Steps of the newest checkpoint, 0 where there is none.
newest() {
    ls ranks/checkpoints 2>/dev/null | sed -n 's/^step-0*\([0-9]*\)\.eagre$/\1/p' | sort -n | tail -1 | grep . || echo 0
}

# Starts a run on two ranks, and kills the launcher or a rank some thousandths of a second after the checkpoint of so many
# steps. False where the run was over before.
killed_run() { # VICTIM STEPS THOUSANDTHS
    local job rank victim code=0
    rm -rf ranks
    start 2 case.yaml -o ranks
    while [ "$(newest)" -lt "$2" ] && kill -0 $job 2>/dev/null; do
        sleep 0.005
    done
    sleep "0.0$(printf '%02d' "$3")"
    victim=$job
    [ "$1" = launcher ] || victim=$(ls pids | tail -1)
    kill -KILL "$victim" 2>/dev/null || true
    wait $job 2>/dev/null || code=$?
    # ranks without a launcher end by themselves; another run in their folder would be refused until then
    for rank in $(ls pids); do
        while is_running "$rank"; do sleep 0.02; done
    done
    [ $code != 0 ]
}

alone case.yaml
killed=0 late=0
while [ $killed -lt "$kills" ]; do
    victim=rank
    [ $(((killed + 1) % 4)) != 0 ] || victim=launcher
    # a run that was over too early is done again, and struck sooner, until there is nothing to take away
    if ! killed_run $victim $((4 + RANDOM % 120 / (1 + late))) $((RANDOM % 30 / (1 + late))); then
        late=$((late + 1))
        [ $late -lt 120 ] || fail "$late runs in turn were over before they could be killed"
        continue
    fi
    killed=$((killed + 1)) late=0
    timeout "$limit" mpirun -q --oversubscribe -n $((1 + RANDOM % 3)) "$eagre" resume ranks -q --no-measure --device host:1 \
        </dev/null || fail "kill $killed: resume gave $?"
    (cd alone && find . -type f ! -name summary.json ! -name log.txt ! -name files.json | sort) >files
    while read -r file; do
        cmp -s "alone/$file" "ranks/$file" || fail "kill $killed: $file differs"
    done <files
    [ "$(of_summary alone)" = "$(of_summary ranks)" ] || fail "kill $killed: the summary"
    "$eagre" verify ranks >/dev/null || fail "kill $killed: verify gave $?"
done
echo "$killed kills"
