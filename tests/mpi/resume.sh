#!/bin/bash
# A run on three ranks is killed behind a checkpoint and goes on, on two ranks (shallow water with open boundaries) or on
# one process (waves with sources and receivers): the files are those of one process that was never stopped.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >flood.yaml <<'CASE'
title: a flood
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [120, 70], element: triangle}}
materials: {all: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02}}
initial: {depth: "x < 8 ? 2 : (y < 6 ? 0.4 : 0)"}
boundaries: {left: {level: "2 + sin(t)"}, right: {discharge: "0.5 + t"}, bottom: {discharge: 2}, top: outflow}
time: {steps: 400, cfl: 0.9}
checkpoint: {steps: 20}
output:
  picture: none
  fields: {steps: 100}
  gauges: {left: [2 m, 9.9 m], right: [15 m, 3 m]}
  maxima: {}
CASE
cat >waves.yaml <<'CASE'
title: a shot
model: acoustic
mesh: {box: {size: [20 m, 10 m], cells: [90, 44], element: triangle}}
materials: {all: {density: "1 + 0.02 * x", vp: 3}}
initial: {}
sources: {shot: {at: [10 m, 5 m], explosion: 1, time: {ricker: {frequency: 20 Hz, delay: 50 ms}}}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {absorbing: 1 m}, top: free-surface}
time: {steps: 200, cfl: 0.9}
numerics: {order: 3}
checkpoint: {steps: 20}
output:
  picture: none
  fields: {steps: 100}
  receivers: {interval: 1 ms, format: [csv], at: {near: [10.1 m, 5 m], far: [2 m, 3 m]}}
  maxima: {}
CASE

# Kills a rank as soon as there is a checkpoint behind step 0, however long the machine takes for it.
interrupted() {
    rm -rf ranks
    local job code=0
    start 3 "$1" -o ranks
    until ls ranks/checkpoints 2>/dev/null | grep -qE '^step-0*[1-9][0-9]*\.eagre$'; do
        kill -0 $job 2>/dev/null || fail "$1: the job ended by itself: $(cat err)"
        sleep 0.02
    done
    kill -KILL "$(ls pids | tail -1)"
    wait $job || code=$?
    [ $code != 0 ] || fail "$1: a job with a killed rank ended well"
    [ ! -e ranks/summary.json ] || fail "$1: the run was over before it was killed"
}
goes_on() { # CASE N; leaves the whole run in `alone`
    alone "$1.yaml"
    interrupted "$1.yaml"
    timeout "$limit" mpirun -q --oversubscribe -n "$2" "$eagre" resume ranks -q --no-measure --device host:1 </dev/null
    mv alone/checkpoints .
    rm -rf ranks/checkpoints
    same "$2"
    mv checkpoints alone
}

# ---- another run's state on another mesh: the bits of one process
hash_of() {
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"
}
moved() { # NAME CELLS, from the run in `alone`
    rm -rf "$1.other" one ranks
    mv alone "$1.other"
    sed "s,^initial.*,initial: {from: $1.other}," "$1.yaml" >moved.yaml
    local arguments=(run moved.yaml -q --no-measure --device host:1 --set "mesh.box.cells=$2" "${@:3}")
    "$eagre" "${arguments[@]}" -o one
    timeout "$limit" mpirun -q --oversubscribe -n 3 "$eagre" "${arguments[@]}" -o ranks </dev/null
    [ "$(hash_of one)" = "$(hash_of ranks)" ] || fail "$1 on another mesh: $(hash_of ranks) on three ranks, not $(hash_of one)"
}
goes_on flood 2

# ---- one that has ended goes on to a later end, on other ranks: its bits are those of a run that met the first end too
hash=$(hash_of alone)
rm -rf ranks
mpirun -q --oversubscribe -n 2 "$eagre" run flood.yaml -o ranks -q --no-measure --device host:1 --set time.steps=200 </dev/null
timeout "$limit" mpirun -q --oversubscribe -n 3 "$eagre" resume ranks -q --no-measure --device host:1 --set time.steps=400 </dev/null
grep -q "\"state_hash\": \"$hash\"" ranks/summary.json || fail "a longer run on three ranks: $(cat ranks/summary.json)"
grep -q 'time.steps: 200 -> 400' ranks/summary.json || fail "a change is not told"

moved flood '[91,60]' --set time.steps=5

goes_on waves 1
moved waves '[70,57]' --set time.steps=5

cat >oven.yaml <<'CASE'
title: an oven
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 4, 4], map: ["x + 0.1 * y^2", "y", "z"]}}
materials: {all: {kappa: 1, capacity: 2}}
initial: {temperature: "1 + x - 2 * y * z + sin(3 * z)"}
boundaries: {left: insulated, right: insulated, front: insulated, back: {value: 1}, bottom: insulated, top: insulated}
time: {end: 0.1 s, dt: 0.05 s}
numerics: {degree: 3}
CASE
alone oven.yaml
moved oven '[7,8,7]' --set time.end=0.05 # three pieces of nodes
