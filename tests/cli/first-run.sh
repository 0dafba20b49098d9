#!/bin/bash
# A first run compiles what depends on its case, and takes all else from the library (cmake/built-in.cmake).
source "${EAGRE_SOURCE:?}/tests/lib.bash"
grep -qm1 '^flags.* avx2' /proc/cpuinfo 2>/dev/null || exit 77
[ -s "$EAGRE_BUILD/built-in/eg_built_in_0.c" ] || exit 77

compiles() { # CASE KERNELS: these kernel files are compiled and no other
    local case=$1
    shift
    EAGRE_CACHE=$PWD/cache "$eagre" run "$case" -v -o run --force --device host:2 --set time.steps=1 >log 2>&1 || fail "$(cat log)"
    [ "$(sed -n 's/^compiled \(.*\) for host:2 in .*/\1/p' log | sort | tr '\n' ' ')" = "$* " ] || fail "$case: $(grep compiled log)"
    rm -rf cache
}
for precision in f64 f32; do
    sed "s/^model:.*/&\nnumerics: {precision: $precision}/" >water.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [4 m, 2 m], cells: [4, 2], element: triangle}}
materials: {all: {elevation: 0, manning: 0.02}}
initial: {depth: "x < 2 ? 1 : 0.5"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1}
CASE
    compiles water.yaml fv/shallow_water.c
done
compiles "$EAGRE_SOURCE/examples/dam-break/case.yaml" fv/shallow_water.c fv/shallow_water_open.c fv/shallow_water_series.c
