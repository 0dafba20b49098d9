#!/bin/bash
# A kernel that does not compile is told in one sentence: what does not fit and what would, or the first error; and a GPU that cannot
# be opened. What the compiler says goes to a file. By the host's compiler, OpenCL's, and NVRTC where it is found.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
export TMPDIR=$work EAGRE_KERNELS=$work/kernels POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
cp -r "$EAGRE_SOURCE/kernels" kernels
cat >sound.yaml <<'CASE'
title: sound in a closed box
model: acoustic
mesh: {box: {size: [2 m, 2 m], cells: [2, 2]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "x"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
numerics: {order: 3}
time: {steps: 1}
CASE
mkdir fake
ln -s "$EAGRE_BUILD/tests/libfake-cuda.so" fake/libcuda.so.1
devices=host:1
"$eagre" devices | grep -q '^opencl:0.0 .* yes  *yes ' && devices+=" opencl:0.0"
LD_LIBRARY_PATH=$work/fake "$eagre" devices | grep -q '^cuda:0 .* yes  *yes ' && devices+=" cuda:0"

# a GPU that another process has for itself is told once the mesh is there
case $devices in *cuda*)
    code=0
    FAKE_CUDA_BUSY=1 LD_LIBRARY_PATH=$work/fake "$eagre" run sound.yaml -q --no-measure --device cuda:0 -o bad 2>err || code=$?
    [ $code = 8 ] && grep -q '^eagre: cuda:0 (Fake GPU): making a context failed: ' err && [ ! -e bad ] || fail "busy: $code: $(cat err)" ;;
esac

told() { # WORDS: each device refuses the case by one line with these words; all that the compiler says is in the file that is named
    local device code kept
    for device in $devices; do
        code=0
        LD_LIBRARY_PATH=$work/fake "$eagre" run sound.yaml -q --no-measure --device "$device" -o bad >out 2>err || code=$?
        [ $code = 8 ] || fail "$device: $code: $(cat err)"
        [ "$(grep -c '^eagre: ' err)" = 1 ] && ! grep -v '^eagre: ' err | grep -qv '^[0-9]* errors* generated' || fail "$device: $(cat err)"
        grep -q "$1" err || fail "$device, not '$1': $(cat err)"
        kept=$(sed -n 's/.*(all that the compiler says is in \(.*\))$/\1/p' err)
        [ -z "$kept" ] && [ "$device" = opencl:0.0 ] || [ -s "$kept" ] || fail "$device: no file: $(cat err)"
        rm -rf bad
    done
}
sed -i 's/SHARED real s\[SIZE_OF_S\]/SHARED real s[900000 + SIZE_OF_S]/' kernels/ader/step.h
told 'wants 7[0-9]* bytes of .*; take a lower degree or order, another numerics.precision or another --device'
sed -i 's/900000 + /unknown + /' kernels/ader/step.h
line=$(grep -n 'unknown + ' kernels/ader/step.h | cut -d: -f1)
told "ader/acoustic.c does not compile for .*: ader/step.h[:(]$line.*unknown"
