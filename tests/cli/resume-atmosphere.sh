#!/bin/bash
# A run of the atmosphere with semi-implicit steps goes on from a checkpoint to the same bits, also with a tracer.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
set -E

cat >air.yaml <<'CASE'
title: a bubble
model: atmosphere
mesh: {box: {size: [100 m, 100 m], cells: [5, 5]}}
initial: {theta_perturbation: "exp(-((x - 50)^2 + (y - 40)^2) / 900)"}
boundaries: {left: wall, right: wall, bottom: wall, top: open}
time: {end: 0.5 s}
numerics: {degree: 1, flux: hllc, integrator: semi-implicit}
output: {fields: {every: 0.2 s}}
checkpoint: {steps: 2, keep: 100}
CASE
for tracer in "" "--set initial.tracer=x/100"; do
    # shellcheck disable=SC2086
    "$eagre" run air.yaml $tracer -q --no-measure --device host:1 -o whole --force
    hash=$(grep -o '"state_hash"[^,]*' whole/summary.json)
    last=(whole/checkpoints/*)
    [ "${#last[@]}" -ge 3 ] || { echo "FAILED: ${#last[@]} checkpoints"; exit 1; }
    rm -f "${last[@]: -2}" whole/{summary.json,picture.png,files.json}
    "$eagre" resume whole -q --no-measure --device host:1
    [ "$hash" = "$(grep -o '"state_hash"[^,]*' whole/summary.json)" ] || { echo "FAILED: $tracer other bits"; exit 1; }
done
