#!/bin/bash
# `check` foresees steps, disk and memory of shallow water: dry domains on meshes from files, too, by a run on a coarser mesh; no
# step behind time.steps; at least so many steps where nothing tells of later ones.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

near() { # WHAT FORESEEN FOUND TOLERANCE
    awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN { exit !(a > 0 && b > 0 && a < b * (1 + t) && a > b * (1 - t)) }' ||
        fail "$1: $2 foreseen, $3 found"
}
steps_told() { sed -n 's/^run time .* for \([0-9]*\) steps.*/\1/p' told; }

cp "$EAGRE_SOURCE"/examples/two-boxes/{case.yaml,two-boxes.msh} .
"$eagre" check case.yaml --device host:1 --set time.end=20 --set 'output={fields: {every: 2}}' >told
"$eagre" run case.yaml --device host:1 --set time.end=20 --set 'output={fields: {every: 2}}' -q --no-measure -o a
near steps "$(steps_told)" "$(sed -n 's/.*"steps": \([0-9]*\).*/\1/p' a/summary.json | head -1)" 0.2
near "MB on disk" "$(sed -n 's/^disk .* \([0-9.]*\) MB in all/\1/p' told)" \
    "$(cat a/fields/fields* | wc -c | awk '{ print $1 / 1e6 }')" 0.05

steps=$(steps_told)
"$eagre" check case.yaml --device host:1 --set time.end=20 --set 'output={fields: {steps: 7}}' >told
near snapshots "$(sed -n 's/.*so many steps write about \([0-9]*\) snapshots/\1/p' told)" $((1 + (steps + 6) / 7)) 0.2

# no step behind time.steps, and one is enough
for steps in 1 2 40; do
    "$eagre" check case.yaml --device host:1 --set time.steps=$steps >told
    [ "$(steps_told)" = $steps ] || fail "time.steps $steps: $(cat told)"
done

# what takes longer than is looked at: on a coarser mesh
"$eagre" check case.yaml --device host:1 --set time.end=6000 >told
grep -q 'on a mesh of [0-9]* cells it takes' told || fail "no coarser mesh: $(cat told)"

# where there is none, since there are few cells, and a part is dry: at least so many
for depth in 2 0; do
    "$eagre" check good.yaml --device host:1 --set time.end=1e7 --set boundaries.right=wall --set 'initial.velocity=[0, 0]' \
        --set "initial.depth=x < 2 ? 2 : $depth" >told
    word=about
    [ $depth != 0 ] || word='at least'
    grep -q "^run time   $word " told || fail "depth $depth: $(cat told)"
done
