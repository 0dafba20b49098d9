#!/bin/bash
# Waves on forests on 2 and 3 ranks, which share equally or not: state, snapshots, gauges, lines, balance, errors and picture are those of one process, to
# the last bit, with hanging faces at the borders of ranks and periodic boundaries, in the plane and in space; so is a run that
# goes on from a checkpoint on another number of ranks.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >plane.yaml <<'CASE'
title: a plane wave over smaller cells
model: acoustic
mesh: {forest: {level: 4, levels: "hypot(x - 0.4, y - 0.6) < 0.3 ? 6 : 0"}, box: {size: [1, 1], cells: [2, 2]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "sin(2*pi*x)", velocity: ["sin(2*pi*x)", 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {steps: 8}
numerics: {degree: 2}
output:
  fields: {steps: 4}
  gauges: {middle: [0.5, 0.5], edge: [0.1, 0.9]}
  lines: {across: {from: [0, 0.1], to: [1, 0.9], count: 21}}
exact: {pressure: "sin(2*pi*(x-t))", velocity: ["sin(2*pi*(x-t))", 0]}
CASE
cat >space.yaml <<'CASE'
title: a knock on rock
model: elastic
mesh: {forest: {level: 1, levels: "x < 0.7 && z > 0.4 ? 2 : 0"}, box: {size: [2, 1, 1], cells: [4, 3, 3]}}
materials: {all: {density: 1, vp: 2, vs: "z > 0.5 ? 0.8 : 1"}}
initial: {velocity: ["exp(-((x - 1)^2 + (y - 0.5)^2 + (z - 0.5)^2) / 0.04)", 0, 0]}
boundaries: {left: absorbing, right: absorbing, front: wall, back: absorbing, bottom: absorbing, top: free-surface}
time: {steps: 6}
checkpoint: {steps: 3}
numerics: {degree: 2}
output: {fields: {steps: 3}, gauges: {a: [0.3, 0.4, 0.5]}, picture: {normal: y, variable: velocity}}
CASE
counts=3 on=2
[ "${EAGRE_TESTS:-}" != long ] || { counts='2 3' on='2 1'; }
for case in plane space; do
    alone $case.yaml
    for n in $counts; do
        ranks $n $case.yaml
        same $n
        cmp alone/picture.png ranks/picture.png || fail "$case: another picture on $n ranks"
    done
done

unlike space.yaml
same 3

# curved cells with hanging faces
bent=(--set 'mesh.box.map=[x, "y + 0.1 * sin(pi*x) * sin(pi*z)", "z + 0.1 * sin(pi*x)"]' --set time.steps=2)
alone space.yaml "${bent[@]}"
ranks 3 space.yaml "${bent[@]}"
same 3

# materials at nodes, where a rank has no cells
few=(--set mesh.forest.level=0 --set mesh.forest.levels=0 --set numerics.material=nodes --set time.steps=2)
alone space.yaml "${few[@]}"
ranks 2 space.yaml "${few[@]}"
same 2

# layers beside a state that is updated in place
layers=(--set 'boundaries.left={pml: 0.5}' --set 'boundaries.top={pml: 0.3}' --set numerics.storage=in-place --set time.steps=2)
alone space.yaml "${layers[@]}"
ranks 3 space.yaml "${layers[@]}"
same 3

# blocks that visit the device, beside ranks with many and without any cells
for n in 2 3; do
    away=("${layers[@]}" --set numerics.storage=out-of-core)
    [ $n = 3 ] || away=("${few[@]}" --set numerics.storage=out-of-core)
    alone space.yaml "${away[@]}"
    ranks $n space.yaml "${away[@]}"
    same $n
done

# half of it on three ranks, the rest on two, and on one in the long form
"$eagre" run space.yaml -o alone -q --no-measure --force --device host:1
for n in $on; do
    ranks 3 space.yaml --set time.steps=3
    timeout "$limit" mpirun -q --oversubscribe -n $n "$eagre" resume ranks -q --no-measure --device host:1 \
        --set time.steps=6 </dev/null
    hash=$(grep '"state_hash"' ranks/summary.json)
    [ "$hash" = "$(grep '"state_hash"' alone/summary.json)" ] || fail "resumed on $n: $hash"
    cmp alone/fields/fields-000002.vtkhdf ranks/fields/fields-000002.vtkhdf || fail "resumed on $n: snapshots"
    for file in balance.csv gauges.csv; do # with a row of the first end
        [ "$(tail -1 alone/$file)" = "$(tail -1 ranks/$file)" ] || fail "resumed on $n: $file"
    done
done
