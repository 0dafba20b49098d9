#!/bin/bash
# Anisotropic media that are refused: percent in place of ratios, degrees in place of radians, stiffnesses that are not
# positive definite, keys that do not go together, fluids, forests, attenuation.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >base.yaml <<'CASE'
title: waves in beds
model: elastic
mesh: {box: {size: [1000 m, 1000 m], cells: [2, 2]}}
materials: {all: {density: 2200, MEDIUM}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
sources: {s: {at: [333 m, 777 m], explosion: 1e12, time: {ricker: {frequency: 2 Hz, delay: 1 s}}}}
time: {end: 0.1 s}
CASE

# wrong MEDIUM TEXT ARGUMENT...: the first line of the message has TEXT
wrong() {
    local got=0 medium=$1 text=$2
    shift 2
    sed "s|MEDIUM|$medium|" base.yaml >bad.yaml
    "$eagre" run bad.yaml -o bad "$@" >out 2>err </dev/null || got=$?
    [ $got -ne 0 ] && [[ $(head -n 1 err) == *"$text"* ]] || fail "$medium: $got: $(cat err)"
    [ ! -s out ] && [ ! -e bad ] || fail "$medium: something was written"
}
speeds='vp: 3000, vs: 1500'

wrong "$speeds, epsilon: 200" 'error: epsilon or delta is above 20: it is a ratio, 0.2 for 20 %, at cell 0, '
wrong "$speeds, delta: \"100 + x\"" 'epsilon or delta is above 20: it is a ratio, 0.2 for 20 %, at cell '
wrong "$speeds, tilt: 30" "materials.all.tilt: an angle needs its unit; write '30 deg'"
wrong "$speeds, tilt: \"30 + x\"" 'tilt is above 2 pi: expressions and rasters give radians'
wrong "$speeds, epsilon: -0.6" 'the stiffness is not positive definite: some deformation would give energy, at cell 0, '
wrong "$speeds, delta: 1.5" 'vp = 3000, vs = 1500, delta = 1.5'
wrong "$speeds, delta: -0.6" 'delta is too low for these speeds: there is no stiffness c13 with it, at cell 0, '
wrong "$speeds, delta: \"x > 500 ? -0.6 : 0\"" 'there is no stiffness c13 with it, at cell '
wrong 'c11: 47 GPa, c33: 34 GPa, c55: 8 GPa' 'c11 needs c13 beside it: give c11, c33, c55 and c13'
wrong 'c11: 47 GPa, c33: 34 GPa, c55: 8 GPa, c13: 47 GPa' 'c11 = 4.7e+10, c33 = 3.4e+10, c55 = 8e+09, c13 = 4.7e+10'
wrong 'c11: 47 GPa, c33: 34 GPa, c55: 8 GPa, c13: 17 GPa, c15: 1 GPa, c35: 40 GPa' 'the stiffness is not positive definite'
wrong 'c11: 47 GPa, c33: 34 GPa, c55: 0, c13: 17 GPa' 'the stiffness is not positive definite'
wrong 'c11: 47 s, c33: 34 GPa, c55: 8 GPa, c13: 17 GPa' 'materials.all.c11'
wrong "c11: 47 GPa, $speeds" 'materials.all needs exactly one of the keys vp, lambda, c11; found more than one'
wrong "c33: 47 GPa, $speeds" "materials.all.c33 has no meaning without 'c11'"
wrong 'lambda: 4 GPa, mu: 2 GPa, epsilon: 0.1' "materials.all.epsilon has no meaning without 'vp'"
wrong 'vp: 3000, vs: 0, epsilon: 0.1' 'a fluid (vs or mu is 0) does not go with anisotropy: at cell 0'
wrong "$speeds, epsilon: 0.1, qp: 50" 'anisotropy and attenuation do not go together; leave one of them out'
wrong "$speeds, epsilon: 0.1" 'numerics.material_order' --set numerics.material_order=2
wrong "$speeds, epsilon: 0.1" 'numerics.form' --set numerics.form=conservative
wrong "$speeds, gamma: 0.1" "unknown key 'gamma' in materials.all; it is a key of the model sh"
wrong "$speeds, epsilon: 0.1" 'media on forests are isotropic' --set mesh.forest='{levels: 1}'
wrong "$speeds, epsilon: 0.2 deg" "materials.all.epsilon: takes a number, and '0.2 deg' is an angle"
sed -i 's/^model: .*/model: sh/; s/explosion: 1e12/force: 1e6/' base.yaml
wrong 'vs: 1500, gamma: -0.5' 'gamma is not above -1/2, so that the stiffness is not positive, at cell 0, '
wrong 'vs: 1500, gamma: 30' 'gamma is above 20: it is a ratio, 0.2 for 20 %, at cell 0, '
wrong 'vs: 1500, tilt: "40 + x"' 'tilt is above 2 pi'

# Percent that may be meant are doubted, and so are GPa without their unit.
doubt() {
    sed "s|MEDIUM|$1|" base.yaml >doubt.yaml
    "$eagre" check doubt.yaml >out 2>err </dev/null || fail "$1: $(cat err)"
    grep -q "$2" err || fail "$1: $(cat err)"
}
doubt 'vs: 1500, gamma: 15' 'verdict units: materials.all.gamma is 15: in rocks'
sed -i 's/^model: .*/model: elastic/; s/force: 1e6/explosion: 1e12/' base.yaml
doubt "$speeds, epsilon: 15" 'verdict units: materials.all.epsilon is 15: in rocks'
doubt 'c11: 47, c33: 34, c55: 8, c13: 17' 'are these km/s, GPa or g/cm3?'
