#!/bin/bash
# Seismograms of a layer on a half-space against sums over wavenumber and frequency (tests/verify/wavenumber.h, which
# tests/unit/wavenumber.c checks against closed forms): a force below the layer, receivers on the surface and in the layer, in media
# without loss, with quality factors, and with vertical axes. The misfit is sqrt(sum (s - r)^2 / sum r^2) over both velocities.
# The long form has a point force among octrees, too.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >case.yaml <<END
model: elastic
mesh: {box: {origin: [-750 m, -700 m], size: [1500 m, 700 m], cells: [45, 21], element: quadrangle}}
materials: {all: {density: 2200, vp: "y > -100 ? 2000 : 3200", vs: "y > -100 ? 1200 : 1847.5"}}
sources: {shot: {at: [0, -150 m], force: [0, -1e9], time: {ricker: {frequency: 8 Hz, delay: 0.15 s}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.5 s}
numerics: {order: 5}
output: {picture: none, receivers: {interval: 0.005 s, at: {a: [200, 0], b: [300, -60]}}}
END
exact() { # KEY=VALUE...
    "$EAGRE_BUILD/tests/verify-wavenumber" depth=150 force=0,1e9 frequency=8 delay=0.15 end=0.5 samples=101 receiver=200,0 \
        receiver=300,60 "$@" >exact.csv || fail "verify-wavenumber $*"
}
# misfit RECEIVER X Y UP [COS SIN]: of the receiver of exact.csv, per cent; the columns of its velocities along x and y, which the
# cosines of its direction make one, and upwards
misfit() {
    awk -F, -v r="$1" -v x="$2" -v y="$3" -v up="$4" -v along="${5:-1}" -v across="${6:-0}" '
        FNR == NR { for (i = 2; i <= NF; i++) exact[FNR, i] = $i; next }
        FNR > 1 { k = FNR - 1; a = exact[k, 2 * r]; b = exact[k, 2 * r + 1]
            own = $x * along + (y ? $y * across : 0); error += (own - a) ^ 2 + ($up - b) ^ 2; size += a ^ 2 + b ^ 2 }
        END { if (!(size > 0)) exit 1; printf "%.4g\n", 100 * sqrt(error / size) }' exact.csv "$out/seismograms/receivers.csv"
}
both() { # TEXT BOUND
    at_most "$1, on the surface: misfit, per cent" "$(misfit 1 5 0 6)" "$2"
    at_most "$1, in the layer: misfit, per cent" "$(misfit 2 10 0 11)" "$2"
}

exact layer=100,2200,2000,1200 layer=0,2200,3200,1847.5
run case.yaml
both 'without loss' 0.3
exact mechanisms=3 band=1,30 reference=8 layer=100,2200,2000,1200,40,20 layer=0,2200,3200,1847.5,100,60
run case.yaml --set 'attenuation={mechanisms: 3, band: [1 Hz, 30 Hz], reference: 8 Hz}' \
    --set 'materials.all.qp="y > -100 ? 40 : 100"' --set 'materials.all.qs="y > -100 ? 20 : 60"'
both 'quality factors' 0.3
exact layer=100,2200,2000,1200 thomsen=0.2,0.1 layer=0,2200,3200,1847.5 thomsen=0.1,-0.05
run case.yaml --set 'materials.all.epsilon="y > -100 ? 0.2 : 0.1"' --set 'materials.all.delta="y > -100 ? 0.1 : -0.05"'
both 'vertical axes' 0.3

[ "${EAGRE_TESTS:-}" = long ] || exit 0
cat >octrees.yaml <<END
model: elastic
mesh: {forest: {level: 0}, box: {origin: [-1200 m, -1200 m, -1000 m], size: [2400 m, 2400 m, 1000 m], cells: [16, 16, 10]}}
materials: {all: {density: 2200, vp: "z > -200 ? 2000 : 3200", vs: "z > -200 ? 1200 : 1847.5"}}
initial: {}
sources: {shot: {at: [0 m, 0 m, -300 m], force: [0, 0, -1e12], time: {ricker: {frequency: 4 Hz, delay: 0.3 s}}}}
boundaries: {left: absorbing, right: absorbing, front: absorbing, back: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.9 s}
numerics: {degree: 4}
output: {picture: none, receivers: {interval: 9 ms, format: [csv], at: {a: [500 m, 0, 0], b: [300 m, 400 m, -100 m]}}}
END
"$EAGRE_BUILD/tests/verify-wavenumber" waves=axis layer=200,2200,2000,1200 layer=0,2200,3200,1847.5 depth=300 force=0,1e12 frequency=4 \
    delay=0.3 end=0.9 samples=101 receiver=500,0 receiver=500,100 >exact.csv || fail 'verify-wavenumber'
run octrees.yaml
at_most 'octrees, on the surface: misfit, per cent' "$(misfit 1 8 9 10)" 2.5
at_most 'octrees, in the layer: misfit, per cent' "$(misfit 2 17 18 19 0.6 0.8)" 1.5
