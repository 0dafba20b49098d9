#!/bin/bash
# Hanging faces of 3D cells of high degree: what a group cannot hold of them is in the device's memory, with the bits of the host, and
# their kernels compile for CUDA, whose groups have 48 KB.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
cat >rock.yaml <<'EOF2'
model: elastic
mesh: {forest: {level: 0, levels: "x < 1.35 ? 0 : 1"}, box: {size: [2, 1, 1], cells: [2, 1, 1]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {velocity: ["0.1 * exp(-4 * ((x - 1)^2 + (y - 1)^2))", 0, 0]}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {steps: 2}
numerics: {degree: 9}
output: {picture: none}
EOF2
sed 's/elastic/acoustic/; s/, vs: 1//; s/degree: 9/degree: 13, flux: rusanov/' rock.yaml >air.yaml
hash_of() { # CASE DEVICE
    "$eagre" run "$1.yaml" -o "$1" -q --no-measure --force --device "$2" || fail "$*"
    sed -n 's/.*"state_hash": *"\([^"]*\)".*/\1/p' "$1/summary.json"
}
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
for case in rock air; do
    [ -n "$opencl" ] || break
    host=$(hash_of $case host:1) found=$(hash_of $case "$opencl")
    [ "$host" = "$found" ] || fail "$case: $found, of the host $host"
done

mkdir fake
ln -s "$EAGRE_BUILD/tests/libfake-cuda.so" fake/libcuda.so.1
export LD_LIBRARY_PATH=$PWD/fake:${LD_LIBRARY_PATH:-}
"$eagre" devices | grep -q '^cuda:0 .* yes  *yes ' || exit 0
shapes=(rock:9:upwind rock:15:rusanov air:13:rusanov)
[ "${EAGRE_TESTS:-}" != long ] || shapes+=(rock:8:rusanov rock:10:upwind rock:12:central rock:15:upwind air:15:upwind air:15:rusanov)
for shape in "${shapes[@]}"; do
    IFS=: read -r case degree flux <<<"$shape"
    "$eagre" run "$case.yaml" -o compiled -q --no-measure --force --device cuda:0 --set time.dt=1e-3 --set numerics.degree="$degree" \
        --set numerics.flux="$flux" || fail "$shape"
done
