#!/bin/bash
# Shots on 2 and 3 ranks: seismograms and states are those of one process, to the last bit, by ADER-DG and on forests in the
# plane and in space, with hanging faces, layers and receivers that are dropped; so is a survey that goes on on fewer ranks.
# Sources and receivers of a forest without shots are, too.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >ader.yaml <<'CASE'
title: a line of shots
model: elastic
mesh: {box: {size: [8 m, 4 m], cells: [40, 32], element: triangle}}
materials: {all: {density: 1, vp: 2, vs: "y > 2 ? 0.5 : 1"}}
sources:
  gun: {at: [0 m, 3 m], explosion: 1, time: {ricker: {frequency: 4 Hz, delay: 0.25 s}}, spread: smooth}
  other: {at: [0.25 m, 3 m], force: [0, 1], time: "sin(9 * t)"}
shots: {lines: {s: {from: [1 m, 0 m], to: [7 m, 0 m], count: 3}}, follow: [true, false], outside: drop}
boundaries: {left: absorbing, right: {absorbing: 1 m}, bottom: wall, top: free-surface}
time: {end: 0.05 s}
numerics: {order: 2}
output:
  receivers: {interval: 2 ms, format: [csv, segy], lines: {c: {from: [0.5 m, 3 m], to: [3.5 m, 3 m], count: 4}}}
CASE
sed -e 's/model: elastic/model: acoustic/; s/, vs: "[^"]*"//; s/, spread: smooth//; s/order: 2/degree: 2/; s/{absorbing: 1 m}/{pml: 1 m}/' \
    -e 's/mesh: .*/mesh: {forest: {level: 4, levels: "x < 3 ? 5 : 0"}, box: {size: [8 m, 4 m], cells: [4, 2]}}/' ader.yaml >plane.yaml
cat >space.yaml <<'CASE'
title: shots over rock
model: elastic
mesh: {forest: {level: 1, levels: "x < 0.7 && z > 0.4 ? 2 : 0"}, box: {size: [2, 1, 1], cells: [4, 3, 3]}}
materials: {all: {density: 1, vp: 2, vs: "z > 0.5 ? 0.8 : 1"}}
sources: {knock: {at: [0, 0, 0.9], force: [0, 0, -1], time: {gaussian: {sigma: 0.005, delay: 0.02}}}}
shots: {grids: {g: {from: [0.3, 0.2, 0], to: [1.7, 0.8, 0], count: [2, 2, 1]}}, select: "1, 4"}
boundaries: {left: absorbing, right: absorbing, front: wall, back: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.04}
checkpoint: {steps: 3, keep: 100}
numerics: {degree: 2}
output:
  picture: {normal: y, variable: velocity}
  receivers: {interval: 0.004, format: [sac], variables: [velocity], lines: {l: {from: [0, 0.5, 1], to: [2, 0.5, 1], count: 5}}}
CASE
cases="ader"
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases="ader plane space"
for case in $cases; do
    alone $case.yaml
    counts=3
    [ $case != plane ] || counts=2
    [ "${EAGRE_TESTS:-}" != long ] || counts='2 3'
    for n in $counts; do
        ranks $n $case.yaml
        rm -rf alone/checkpoints ranks/checkpoints
        same $n
    done
done
[ "$case" = space ] || exit 0

# without shots
sed '/^shots:/d; s/at: \[0, 0, 0.9\]/at: [0.5, 0.4, 0.9]/; s/\[sac\]/[csv, segy]/' space.yaml >single.yaml
alone single.yaml
for n in $counts; do
    ranks $n single.yaml
    rm -rf alone/checkpoints ranks/checkpoints
    same $n
done

# on three ranks to a checkpoint in the second shot, on from there on two
alone space.yaml
ranks 3 space.yaml
steps=$(sed -n 's/.*"steps": \([0-9]*\).*/\1/p' ranks/summary.json | head -1)
for file in ranks/checkpoints/*; do
    number=${file##*step-}
    number=$((10#${number%.eagre}))
    [ $number -le $((steps / 2 + 4)) ] || rm "$file"
done
timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" resume ranks -q --no-measure --device host:1 </dev/null
rm -rf alone/checkpoints ranks/checkpoints
same 2
