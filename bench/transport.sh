#!/bin/bash
# The transport equation in one dimension of section 3.3 (A. Lacasta 2012), u_t + c u_x = 0 by the upwind scheme: 10,000 steps of
# 0.1 ms on 1 km in n cells, on several devices. Prints the rows of tables 3.2 and 3.3 in Markdown.
#   bench/transport.sh DEVICE...         `eagre` is on PATH; CELLS="..." and STEPS=N take others
#   bench/transport.sh host:1 host:16 cuda:0 cuda:0,f32
# The first device is the one core, against which speed-ups are given. Seconds are those of the time steps. The scheme is ADER-DG of
# order 1, which is upwind; its cells stand in a row, one cell high. Errors: L1 against the exact solution, and of the mass. With R =
# 5 n steps / s, the operations of listing 3.2, and R_peak the multiply-adds measured by `eagre bench`: eta = R / R_peak (3.5), and
# gamma = S_up / (R_peak / R_peak of the core) (3.6); the print of (3.6) has the fraction upside down. Joules are those of the
# whole process, from set-up to end, where NVML tells them.
set -euo pipefail
: "${1:?usage: bench/transport.sh DEVICE[,f32]...}"
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >case.yaml <<'CASE'
title: a hill of tracer that moves along a line
model: advection
mesh: {box: {size: [1000 m, 0.01 m], cells: [4096, 1], element: quadrangle}}
materials: {all: {velocity: [1 m/s, 0 m/s]}}
initial: {tracer: "exp(-((x - 500) / 50)^2)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {steps: 10000, dt: 1e-4 s}
numerics: {order: 1}
output: {fields: {every: 1 h}, picture: none}
exact: {tracer: "exp(-((x - t - 500) / 50)^2)"}
CASE
of() { sed -n "s/.*\"$1\": {*\(\"value\": \)*\([-+.e0-9]*\).*/\2/p" run/summary.json | head -1; }
# millijoules of a GPU since its driver was loaded, and 0 where it does not tell them
energy() { # DEVICE
    local number=${1#cuda:}
    [ "$number" != "$1" ] && python3 - "$number" 2>/dev/null <<'PYTHON' || echo 0
import ctypes, sys
nvml, device, spent = ctypes.CDLL("libnvidia-ml.so.1"), ctypes.c_void_p(), ctypes.c_ulonglong()
fault = nvml.nvmlInit_v2() or nvml.nvmlDeviceGetHandleByIndex_v2(int(sys.argv[1]), ctypes.byref(device))
sys.exit(1) if fault or nvml.nvmlDeviceGetTotalEnergyConsumption(device, ctypes.byref(spent)) else print(spent.value)
PYTHON
}
transport() { # DEVICE PRECISION CELLS STEPS
    eagre run case.yaml -o run -q --force --no-measure --device "$1" --precision "$2" --set "mesh.box.cells=[$3, 1]" --set "time.steps=$4"
}
peak() { # DEVICE PRECISION
    eagre bench --model advection --order 1 --cells 100000 --seconds 1 --device "$1" --precision "$2" --json |
        sed 's/.*"multiply_add": \([-+.e0-9]*\).*/\1/'
}
steps=${STEPS:-10000}
declare -A peaks
for each in "$@"; do
    [ "${each%,f32}" = "$each" ] && precision=f64 || precision=f32
    transport "${each%,f32}" "$precision" 4096 10
    peaks[$each]=$(peak "${each%,f32}" "$precision")
done
echo '| n | device | precision | ms | speed-up | error, L1 | mass error | eta | gamma | J |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for n in ${CELLS:-1048576 524288 131072}; do
    core=
    for each in "$@"; do
        device=${each%,f32}
        [ "$device" = "$each" ] && precision=f64 || precision=f32
        before=$(energy "$device")
        transport "$device" "$precision" "$n" "$steps"
        spent=$(($(energy "$device") - before))
        ms=$(awk -v s="$(of advance)" 'BEGIN { print 1e3 * s }')
        awk -v n="$n" -v device="$device" -v precision="$precision" -v steps="$steps" -v ms="$ms" -v core="${core:-$ms}" -v l1="$(of l1)" \
            -v mass="$(of mass_error)" -v peak="${peaks[$each]}" -v first="${peaks[$1]}" -v spent="$spent" 'BEGIN {
            printf "| %d | %s | %s | %.1f | %.1f | %.1e | %.1e | %.2g | %.2g | %s |\n", n, device, precision, ms, core / ms, l1, mass,
                5e3 * n * steps / ms / peak, core / ms * first / peak, (spent > 0 ? sprintf("%.0f", spent / 1e3) : "") }'
        core=${core:-$ms}
    done
done
