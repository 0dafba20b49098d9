#!/bin/bash
# A state out of core on a driver of OpenCL that takes the data of a write when it is queued (early_writes.c): blocks that come to the
# device are what the visit before left, with the bits of the host.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
[ -n "$opencl" ] || exit 77
cat >shots.yaml <<'EOF2'
model: acoustic
mesh: {forest: {level: 2}, box: {size: [1, 1], cells: [2, 2]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-20*(x^2+y^2))"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
sources: {push: {at: [0.3, 0.6], explosion: 1, time: {ricker: {frequency: 10 Hz}}}}
time: {steps: 40}
numerics: {degree: 3}
output: {picture: none}
EOF2
hash_of() {
    sed -n 's/.*"state_hash": *"\([^"]*\)".*/\1/p' "$1/summary.json"
}
"$eagre" run shots.yaml -o host -q --no-measure --device host:1
export OPENCL_LAYERS=$EAGRE_BUILD/tests/libearly-writes.so EARLY_WRITES=$PWD/taken
"$eagre" run shots.yaml -o layer -q --no-measure --device "$opencl" --set numerics.storage=out-of-core
[ -e taken ] || {
    echo "the loader of OpenCL takes no layers"
    exit 77
}
[ "$(hash_of host)" = "$(hash_of layer)" ] || fail "hash $(hash_of layer), of the host $(hash_of host)"
"$EAGRE_BUILD/tests/test-unit-device_visits" >out 2>&1 || fail "$(cat out)"
