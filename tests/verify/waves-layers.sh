#!/bin/bash
# Seismograms of a layer on a half-space against sums over wavenumber and frequency (tests/verify/wavenumber.h, which
# tests/unit/wavenumber.c checks against closed forms): a force below the layer, receivers on the surface and in the layer. The misfit is
# sqrt(sum (s - r)^2 / sum r^2) over both velocities.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# misfit FIRST SECOND RECEIVER: of the columns FIRST and SECOND of the run and the receiver of exact.csv, per cent
misfit() {
    awk -F, -v a="$1" -v b="$2" -v r="$3" '
        FNR == NR { for (i = 2; i <= NF; i++) exact[FNR, i] = $i; next }
        FNR > 1 { k = FNR - 1; x = exact[k, 2 * r]; y = exact[k, 2 * r + 1]
            error += ($a - x) ^ 2 + ($b - y) ^ 2; size += x ^ 2 + y ^ 2 }
        END { if (!(size > 0)) exit 1; printf "%.4g\n", 100 * sqrt(error / size) }' exact.csv "$out/seismograms/receivers.csv"
}
cat >case.yaml <<END
model: elastic
mesh: {box: {origin: [-750 m, -700 m], size: [1500 m, 700 m], cells: [45, 21], element: quadrangle}}
materials: {all: {density: 2200, vp: "y > -100 ? 2000 : 3200", vs: "y > -100 ? 1200 : 1847.5"}}
sources: {shot: {at: [0, -150 m], force: [0, -1e9], time: {ricker: {frequency: 8 Hz, delay: 0.15 s}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.5 s}
numerics: {order: 6}
output: {picture: none, receivers: {interval: 0.005 s, at: {a: [200, 0], b: [300, -60]}}}
END
"$EAGRE_BUILD/tests/verify-wavenumber" layer=100,2200,2000,1200 layer=0,2200,3200,1847.5 depth=150 force=0,1e9 \
    frequency=8 delay=0.15 end=0.5 samples=101 receiver=200,0 receiver=300,60 >exact.csv
run case.yaml
at_most 'elastic, on the surface: misfit, per cent' "$(misfit 5 6 1)" 1
at_most 'elastic, in the layer: misfit, per cent' "$(misfit 10 11 2)" 1
