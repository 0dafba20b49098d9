#!/bin/bash
# Cells that follow waves: what a run leaves, the same bits on any device, runs that go on, samples without gaps, cases that are
# refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
quiet=(-q --no-measure --force --device host:2)

grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
number() { # of a summary
    sed -n "s/.*\"$2\": *\"\{0,1\}\([^,\"}]*\).*/\1/p" "$1/summary.json" | head -1
}

# ---- a pulse that goes through a strip, against the exact solution: as good as small cells everywhere, with a quarter of them
cat >pulse.yaml <<'EOF'
model: acoustic
mesh:
  box: {size: [4, 0.25], cells: [16, 1]}
  forest: {level: 1, adapt: {lowest: 0, highest: 2, every: 5, refine: 1e-4, coarsen: 1e-6}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-((x-1)/0.1)^2)", velocity: ["exp(-((x-1)/0.1)^2)", 0]}
boundaries: {left: absorbing, right: absorbing, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 2}
numerics: {degree: 5}
output:
  fields: {every: 0.5}
  gauges: {g: [2, 0.1]}
  lines: {axis: {from: [2.5, 0.1], to: [3.5, 0.1], count: 11}}
exact: {pressure: "exp(-((x-1-t)/0.1)^2)", velocity: ["exp(-((x-1-t)/0.1)^2)", 0]}
EOF
"$eagre" run pulse.yaml -o pulse "${quiet[@]}"
"$eagre" run pulse.yaml -o fine "${quiet[@]}" --set mesh.forest.level=2 --set mesh.forest.adapt.lowest=2
error() { sed -n 's/.*"pressure": {"l1": [^,]*, "l2": \([^,]*\),.*/\1/p' "$1/summary.json"; }
awk -v a="$(error pulse)" -v b="$(error fine)" 'BEGIN { exit !(a < 1.2 * b && b < 1e-4) }' ||
    fail "errors: $(error pulse), of small cells everywhere $(error fine)"
[ "$(number fine cells_least)" = 256 ] && [ "$(number fine changes)" = 0 ] || fail "small cells everywhere"
[ "$(number pulse cells_most)" -lt 70 ] || fail "$(number pulse cells_most) cells"
[ "$(number pulse changes)" -gt 5 ] || fail "$(number pulse changes) changes"
grep -q 'cells changed .* times' pulse/log.txt || fail "the log does not tell of changes"
for n in 0 1 2 3 4; do
    [ -s pulse/fields/fields-00000$n.mesh.h5 ] || fail "no mesh of snapshot $n"
    "$eagre" info pulse/fields/fields-00000$n.vtkhdf >info || fail "info of snapshot $n"
done
grep -q "mesh .* $(number pulse cells) cells" info || fail "$(cat info)"
"$eagre" picture --edges pulse -o cells.png >/dev/null || fail "picture of the cells"
[ "$(wc -l <pulse/errors.csv)" = 6 ] && [ "$(wc -l <pulse/gauges.csv)" = 6 ] || fail "tables"

# ---- matched layers: what they leave of a pulse is what they leave of it with small cells everywhere
sed -e 's/\[4, 0.25\], cells: \[16, 1\]/[1, 1], cells: [1, 1]/; s/level: 1, adapt: {lowest: 0, highest: 2/level: 2, adapt: {lowest: 1, highest: 3/' \
    -e 's/^initial.*/initial: {pressure: "exp(-((x-0.6)^2 + (y-0.5)^2)\/0.01)"}/; s/^boundaries.*/boundaries: {left: absorbing, right: {pml: 0.5}, bottom: wall, top: {pml: 0.5}}/' \
    -e '/^exact/d; /^output/,$d; s/end: 2/end: 1.2/; s/degree: 5/degree: 4/; s/refine: 1e-4, coarsen: 1e-6/refine: 1e-2, coarsen: 1e-3/' pulse.yaml >layer.yaml
"$eagre" run layer.yaml -o layer "${quiet[@]}"
"$eagre" run layer.yaml -o small "${quiet[@]}" --set mesh.forest.level=3 --set mesh.forest.adapt.lowest=3
awk -v a="$(number layer energy_J_per_m)" -v b="$(number small energy_J_per_m)" 'BEGIN { exit !(a < 1.01 * b && b < 1.01 * a && b < 1e-3) }' ||
    fail "layers leave $(number layer energy_J_per_m) J/m, with small cells everywhere $(number small energy_J_per_m)"
[ "$(number layer changes)" -gt 5 ] || fail "$(number layer changes) changes beside a layer"

# ---- sources and receivers; the same bits on other devices, and of runs that go on
cat >shots.yaml <<'EOF'
model: elastic
mesh:
  box: {size: [1, 1, 1], cells: [1, 1, 1]}
  forest: {level: 2, adapt: {lowest: 1, highest: 3, every: 3, refine: 0.02, coarsen: 2e-3, indicator: energy, buffer: 0}}
materials: {all: {density: 1, vp: 2, vs: "z > 0.5 ? 0.9 : 1"}}
initial: {velocity: ["exp(-((x - 0.6)^2 + (y - 0.5)^2 + (z - 0.5)^2) / 0.02)", 0, 0]}
boundaries: {left: wall, right: {pml: 0.5}, front: wall, back: wall, bottom: wall, top: free-surface}
sources: {knock: {at: [0.3, 0.3, 0.3], force: [0, 0, 0.01], time: "sin(20*t)"}}
time: {steps: 18}
numerics: {degree: 2}
checkpoint: {steps: 5}
output:
  fields: {steps: 6}
  gauges: {a: [0.6, 0.4, 0.5]}
  receivers: {interval: 2 ms, at: {r: [0.31, 0.5, 0.5], s: [0.9, 0.9, 0.9]}}
EOF
"$eagre" run shots.yaml -o shots "${quiet[@]}"
[ "$(number shots changes)" -gt 2 ] || fail "$(number shots changes) changes of shots"
"$eagre" run shots.yaml -o one "${quiet[@]}" --device host:1 --set numerics.storage=out-of-core
[ "$(number one state_hash)" = "$(number shots state_hash)" ] || fail "one thread, out of core: $(number one state_hash)"
cmp one/seismograms/receivers.csv shots/seismograms/receivers.csv || fail "seismograms out of core"
if "$eagre" devices 2>/dev/null | grep -q 'opencl:0\.0'; then
    "$eagre" run shots.yaml -o opencl "${quiet[@]}" --device opencl:0.0
    [ "$(number opencl state_hash)" = "$(number shots state_hash)" ] || fail "OpenCL: $(number opencl state_hash)"
    cmp opencl/seismograms/receivers.csv shots/seismograms/receivers.csv || fail "seismograms by OpenCL"
fi
for steps in 10 6; do # between two changes, and at one
    "$eagre" run shots.yaml -o part "${quiet[@]}" --set time.steps=$steps
    "$eagre" resume part -q --no-measure --device host:1 --set time.steps=18
    [ "$(number part state_hash)" = "$(number shots state_hash)" ] || fail "resumed at $steps: $(number part state_hash)"
    [ "$(number part changes)" = "$(number shots changes)" ] || fail "changes of a run that went on"
    cmp part/seismograms/receivers.csv shots/seismograms/receivers.csv || fail "seismograms of a run that went on at $steps"
done
"$eagre" compare part shots >/dev/null || fail "snapshots of a run that went on"

# killed, it goes on from its last checkpoint
long=(-q --no-measure --device host:2 --set time.steps=120)
"$eagre" run shots.yaml -o whole "${long[@]}"
"$eagre" run shots.yaml -o killed "${long[@]}" &
process=$!
until ls killed/checkpoints/step-*.eagre >/dev/null 2>&1; do
    kill -0 $process 2>/dev/null || fail "it ended before a checkpoint"
    sleep 0.05
done
kill -9 $process
wait $process 2>/dev/null || true
"$eagre" resume killed -q --no-measure --device host:1 || fail "a run that was killed does not go on"
[ "$(number killed state_hash)" = "$(number whole state_hash)" ] || fail "killed: $(number killed state_hash)"
[ "$(number killed changes)" = "$(number whole changes)" ] || fail "changes of a run that was killed"
cmp killed/seismograms/receivers.csv whole/seismograms/receivers.csv || fail "seismograms of a run that was killed"

# ---- what is refused
refuse() {
    local text=$1
    shift
    ! "$eagre" check pulse.yaml "$@" >out 2>&1 || fail "accepted: $*"
    grep -qF -- "$text" out || fail "$(cat out)"
}
refuse 'adapt.lowest is 3, above mesh.forest.adapt.highest, which is 2' --set mesh.forest.adapt.lowest=3
refuse 'mesh.forest.level is 4; with mesh.forest.adapt it is 0 to 2' --set mesh.forest.level=4
refuse 'it must be below refine' --set mesh.forest.adapt.coarsen=1
refuse 'levels follow from the state' --set mesh.forest.levels=1
refuse "the layer before 'left' is 0.2 m wide, and a cell there may come to 0.25 m" --set 'boundaries.left={pml: 0.2}'
