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

# Cells that follow the air: the balance counts with the air at rest of the first cells, also in a run that goes on with others. An
# older eagre's checkpoint, which has no sums of it, is taken.
cat >drift.yaml <<'CASE'
model: atmosphere
mesh:
  box: {size: [1.1 km, 0.9 km], cells: [1, 1], element: triangle}
  adapt: {lowest: 2, highest: 6, first: 5, every: 4}
initial: {theta_perturbation: "0.5*exp(-((x-800)^2+(y-350)^2)/1e4)", velocity: ["60 m/s", "0 m/s"]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {steps: 60}
numerics: {degree: 2}
output: {picture: none, record: {every: 0.1 s}}
checkpoint: {steps: 10, keep: 100}
CASE
"$eagre" run drift.yaml -q --no-measure --device host:1 -o drift
[ "$(wc -l <drift/balance.csv)" -gt 10 ] || fail "$(cat drift/balance.csv)"
for back in 1 2 4 5; do
    rm -rf part
    cp -r drift part
    all=(part/checkpoints/*)
    rm -f "${all[@]: -$back}" part/{summary.json,files.json}
    cp -r part older
    "$eagre" resume part -q --no-measure --device host:1
    cmp drift/balance.csv part/balance.csv || fail "the balance of a run that went on"
    for key in mass_kg_per_m mass_error theta_error; do
        [ "$(grep "\"$key\"" drift/summary.json)" = "$(grep "\"$key\"" part/summary.json)" ] || fail "$key of a run that went on"
    done
    for file in older/checkpoints/*; do
        "$EAGRE_BUILD/tests/checkpoint-without" "$file" rest without
        mv without "$file"
    done
    "$eagre" resume older -q --no-measure --device host:1
    grep -qF "$(grep -o '"state_hash"[^,]*' drift/summary.json)" older/summary.json || fail "an older checkpoint"
    rm -r older
done
