#!/bin/bash
# Matched layers that are refused: of elastic waves, beside quality factors, absorbing boundaries, inflow and Rusanov's
# flux, with an inner edge that crosses cells, before a boundary that is no side, wider than the mesh.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >base.yaml <<'CASE'
title: a matched layer
model: acoustic
mesh: {box: {size: [100 m, 100 m], cells: [5, 5]}}
materials: {all: {density: 1000, vp: 1500}}
initial: {pressure: "exp(-((x - 50)^2 + (y - 50)^2) / 200)"}
boundaries: {left: {pml: 20 m}, right: {pml: 20 m}, bottom: {pml: 40 m}, top: free-surface}
time: {end: 0.01 s}
numerics: {order: 2}
CASE
"$eagre" run base.yaml -q --no-measure -o good.run

wrong 'bottom: {pml: 40 m}' 'bottom: {pml: 30 m}' \
    'bad.yaml:6:67: error: the inner edge of boundaries.bottom.pml crosses cells, at cell'
wrong 'bottom: {pml: 40 m}' 'bottom: {pml: 100 m}' 'the matched layers along y are 100 m wide together; the mesh has only'
wrong 'bottom: {pml: 40 m}' 'bottom: {pml: 0 m}' 'boundaries.bottom.pml'
wrong 'bottom: {pml: 40 m}' 'bottom: absorbing' 'boundaries.bottom goes with no matched layer'
wrong 'bottom: {pml: 40 m}' 'bottom: {absorbing: 40 m}' 'boundaries.bottom goes with no matched layer'
wrong 'bottom: {pml: 40 m}' 'bottom: {inflow: {pressure: 1}}' 'boundaries.bottom goes with no matched layer'
wrong 'order: 2' 'order: 2, flux: rusanov' "matched layers ('pml') need numerics.flux: upwind"
wrong 'order: 2' 'order: 2, material_order: 2' 'numerics.material_order is 1'
wrong 'vp: 1500' 'vp: 1500, qp: 50' "a matched layer ('pml') and attenuation do not go together"
wrong 'initial: .*' 'initial: {from: good.run}' 'snapshots do not have what a matched layer remembers'
wrong 'cells: \[5, 5\]' 'cells: [5, 5], map: ["x + 0.1 * y", "y"]' \
    "boundary 'left' is no straight side of the mesh along x or y"
sed 's/model: acoustic/model: elastic/; s/vp: 1500/vp: 1500, vs: 700/; s/initial: .*/initial: {}/' base.yaml >bad.yaml
refused 3 "$("$eagre" check bad.yaml 2>&1)" bad.yaml
grep -q 'matched layers of elastic waves are computed on forests alone' err || fail "$(cat err)"
