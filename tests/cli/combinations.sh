#!/bin/bash
# Combinations of what the case language allows run, or are refused by name (combinations.py): on the host, by OpenCL, and as far as a
# compiler goes for CUDA, where these are found. The long form takes each form of a case, all orders and degrees, and all kinds of
# device for each. With groups of at most 64 threads OpenCL gives the same bits.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
mkdir fake
ln -s "$EAGRE_BUILD/tests/libfake-cuda.so" fake/libcuda.so.1
arguments=(--jobs "$(nproc)")
[ "${EAGRE_TESTS:-}" != long ] || arguments+=(--all)
"$eagre" devices | grep -q '^opencl:0.0 .* yes  *yes ' && arguments+=(--device opencl:0.0)
LD_LIBRARY_PATH=$work/fake "$eagre" devices | grep -q '^cuda:0 .* yes  *yes ' && arguments+=(--cuda "$work/fake")
python3 "$EAGRE_SOURCE/tests/cli/combinations.py" "$eagre" "${arguments[@]}" || fail "combinations"

[[ "${arguments[*]}" == *opencl* ]] || exit 0
cat >sound.yaml <<'CASE'
title: groups of ten rows of 32 cells
model: acoustic
mesh: {box: {size: [4 m, 4 m], cells: [9, 7]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "sin(x + 2 * y)"}
boundaries: {left: wall, right: absorbing, bottom: wall, top: free-surface}
numerics: {order: 7}
time: {steps: 2}
CASE
hash_of() { # ARGUMENT...
    "$eagre" run sound.yaml -q --no-measure --force -o sound "$@"
    grep state_hash sound/summary.json
}
expected=$(hash_of --device host:1)
for most in 4096 256 64; do
    found=$(POCL_MAX_WORK_GROUP_SIZE=$most hash_of --device opencl:0.0 --lanes 32)
    [ "$found" = "$expected" ] || fail "groups of $most: $found, of the host $expected"
done
