#!/bin/bash
# Quality factors that are refused: below 1, with bulk that would gain, without a band, bands that are none, a medium that
# varies in cells; the same on forests.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >base.yaml <<'CASE'
title: a medium that remembers
model: elastic
attenuation: {band: [0.5 Hz, 5 Hz]}
mesh: {box: {size: [100 m, 100 m], cells: [4, 4]}}
materials: {all: {density: 2000, vp: 200, vs: 100, qp: 40, qs: 20}}
initial: {velocity: ["exp(-(x - 50)^2 / 500)", 0]}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.02 s}
numerics: {order: 2}
CASE
"$eagre" run base.yaml -q --no-measure -o good.run

wrong 'qs: 20' 'qs: 0.5' 'bad.yaml:5:64: error: a quality factor is below 1 at cell 0'
wrong 'qs: 20' 'qs: -20' 'a quality factor is below 1'
wrong 'qs: 20' 'qs: "x < 50 ? 20 : 0"' 'qp = 40, qs = 0'
wrong 'qp: 40' 'qp: 61' 'qp is above 3/4 (vp / vs)^2 qs, so that changes of volume would gain energy, at cell 0'
wrong 'qp: 40, ' '' 'qs needs qp beside it, which is at most 3/4 (vp / vs)^2 qs'
wrong 'vs: 100' 'vs: 0' 'a fluid (vs or mu is 0) does not go with qp and qs on triangles and quadrangles; forests have qp in fluids, too: at cell 0'
wrong 'attenuation: .*' 'time: {end: 1 s}' "'time'"
wrong '\[0.5 Hz, 5 Hz\]' '[5 Hz, 0.5 Hz]' 'must be above the value before it'
wrong '\[0.5 Hz, 5 Hz\]' '[0 Hz, 5 Hz]' 'attenuation.band has to begin above 0 Hz'
wrong '\[0.5 Hz, 5 Hz\]' '[1 Hz, 1.0000001 Hz]' 'attenuation.band ends at 1.0000001 times its beginning'
wrong '\[0.5 Hz, 5 Hz\]' '[1e-100 Hz, 1e100 Hz]' 'attenuation.band ends at 1e+200 times its beginning'
wrong '\[0.5 Hz, 5 Hz\]' '[5e5 mHz, 5 kHz]' 'attenuation.band begins at 500 Hz, and no cell resolves waves above'
wrong '\[0.5 Hz, 5 Hz\]' '[500 Hz, 5 kHz]' 'attenuation.band begins at 500 Hz, and no cell resolves waves above'
wrong '{band' '{mechanisms: 6, band' 'must be between 1 and 5'
wrong ', qp: 40, qs: 20' '' 'attenuation needs qp or qs in materials'
wrong 'order: 2' 'order: 2, material_order: 2' 'numerics.material_order is 1'
wrong 'order: 2' 'order: 2, form: conservative' 'the natural form'
wrong 'initial: .*' 'initial: {from: good.run}' 'snapshots do not have what a medium with attenuation remembers'
sed '/^attenuation/d' base.yaml >bad.yaml
refused 3 "$("$eagre" check bad.yaml 2>&1)" bad.yaml
grep -q 'a quality factor needs a band of frequencies over which it holds' err || fail "$(cat err)"
"$eagre" check base.yaml --set attenuation.mechanisms=1 --set 'attenuation.band=[0.05 Hz, 50 Hz]' --set materials.all.qp=1 \
    --set materials.all.qs=1 >out 2>err && fail 'no spring'
grep -q 'a quality factor is so low that these mechanisms leave no spring' err || fail "$(cat err)"

# What is told: mechanisms that hold Q badly, and a band without the waves of a source.
told() { # TEXT ARGUMENT...
    "$eagre" check base.yaml --no-measure "${@:2}" >out 2>err </dev/null || fail "${*:2}: $(cat err)"
    grep -qF "$1" err
}
shot() { # HERTZ SECONDS
    echo "sources={s: {at: [50, 50], force: [1, 0], time: {ricker: {frequency: $1 Hz, delay: $2 s}}}}"
}
told 'verdict resolution: half of the energy of ' --set "$(shot 40 0.05)" || fail 'a source above the band'
told 'verdict resolution: half of the energy of ' --set "$(shot 0.05 40)" || fail 'a source below the band'
! told 'half of the energy of ' --set "$(shot 2 1)" || fail 'a source in the band'
told 'verdict resolution: 1/Q is up to ' --set 'attenuation.band=[1e-4 Hz, 1e4 Hz]' || fail 'a wide band'
told 'verdict resolution: speeds are given at 1e-09 Hz' --set 'attenuation.reference=1e-9 Hz' || fail 'a reference below the band'
told 'verdict resolution: speeds are given at 500 Hz' --set 'attenuation.reference=500 Hz' || fail 'a reference above the band'
! told 'speeds are given' --set 'attenuation.reference=40 Hz' || fail 'a reference a little above the band'
! told '1/Q is up to ' || fail 'a band that holds'

# on forests, whose fluids have qp alone
cp base.yaml plane.yaml
sed 's/cells: \[4, 4\]}}/cells: [4, 4]}, forest: {level: 0}}/; s/order: 2/degree: 2/' plane.yaml >base.yaml
"$eagre" check base.yaml --no-measure >out 2>err || fail "a quadtree: $(cat err)"
"$eagre" check base.yaml --no-measure --set materials.all.vs=0 >out 2>err || fail "a fluid: $(cat err)"
wrong 'qs: 20' 'qs: 0.5' 'a quality factor is below 1 at cell 0'
wrong 'qp: 40' 'qp: 61' 'qp is above 3/4 (vp / vs)^2 qs, so that changes of volume would gain energy, at cell 0'
wrong 'qp: 40, ' '' 'qs needs qp beside it, which is at most 3/4 (vp / vs)^2 qs'
wrong 'attenuation: .*' 'limits: {energy_growth: 1}' 'a quality factor needs a band of frequencies over which it holds'
wrong '\[0.5 Hz, 5 Hz\]' '[500 Hz, 5 kHz]' 'attenuation.band begins at 500 Hz, and no cell resolves waves above'
wrong 'qp: 40' 'epsilon: 0.1, qp: 40' 'media on forests are isotropic'
sed -i 's/size: \[100 m, 100 m\], cells: \[4, 4\]/size: [100 m, 100 m, 100 m], cells: [4, 4, 4]/
    s/0\]}$/0, 0]}/; s/boundaries: {/boundaries: {front: wall, back: wall, /' base.yaml
"$eagre" check base.yaml --no-measure >out 2>err || fail "an octree: $(cat err)"
wrong 'qp: 40' 'qp: 60' 'one mechanism would lose more of S than of P waves with these quality factors'
wrong 'qs: 20' 'qs: "z < 50 ? 20 : 0"' 'qp = 40, qs = 0'
sed -i 's/model: elastic/model: acoustic/; s/, vs: 100, qp: 40, qs: 20/, qp: 40/; s/^initial.*/initial: {pressure: "exp(-(x - 50)^2 \/ 500)"}/' base.yaml
"$eagre" check base.yaml --no-measure >out 2>err || fail "sound: $(cat err)"
wrong 'qp: 40' 'qs: 40' "unknown key 'qs'"
