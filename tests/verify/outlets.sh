#!/bin/bash
# Boundaries that rivers and seas end at: uniform flow leaves at normal depth undisturbed; a fall at critical depth has
# Ritter's discharge; a rating curve lets out what comes in, at its level; a tide is the sum of its constituents; what leaves
# through one of two periodic sides enters through the other, to the last bit.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# near WHAT VALUE EXACT TOLERANCE: relative
near() {
    at_most "$1: relative error" "$(calculate "($2 - $3) / $3 < 0 ? ($3 - $2) / $3 : ($2 - $3) / $3")" "$4"
}
linf() { # FIELD
    awk -v key="\"$1\":" '$1 == key { sub(/},?$/, "", $7); print $7 }' run/summary.json
}

# 4 m3/s on a slope of 0.002, 4 m wide: Manning's depth is (q n / sqrt(S))^(3/5).
normal=$(calculate 'exp(0.6 * log(0.03 / sqrt(0.002)))')
for element in triangle quadrangle; do
    run slope --set mesh.box.element=$element --set 'mesh.box.cells=[50, 4]' --set time.end=300 \
        --set 'boundaries.right={normal_depth: {slope: 0.002}}' --set exact.depth="$normal" \
        --set initial.depth="$normal" --set "initial.velocity=[1 / $normal, 0]"
    at_most "uniform flow, $element: depth" "$(linf depth)" 1e-13
done
run slope --set mesh.box.element=quadrangle --set 'boundaries.right={normal_depth: {slope: 0.002, manning: 0.03}}' \
    --set initial.depth=2
near 'normal depth' "$(value run/gauges.csv end_depth_m last)" "$normal" 1e-4

# Water at rest begins to fall over a rim: 8/27 h sqrt(g h), with 4/9 h there.
run slope --set 'materials.all={elevation: 0}' --set initial.depth=1 --set boundaries.left=wall --set boundaries.right=critical \
    --set 'mesh.box={size: [200 m, 4 m], cells: [100, 1], element: quadrangle}' --set time.end=40 --set 'output.gauges={end: [199, 2]}'
near 'critical discharge' "$(value run/balance.csv out_right_m3 last)" "$(calculate '4 * 40 * 8 / 27 * sqrt(9.81)')" 0.01
near 'critical depth' "$(value run/gauges.csv end_depth_m last)" "$(calculate '4 / 9')" 0.04

printf 'level (cm),discharge (l/s)\n20,0\n100,2000\n180,6000\n' >curve.csv
run slope --set mesh.box.element=quadrangle --set "boundaries.right={rating: $PWD/curve.csv}" --set initial.depth=0.5 \
    --set time.end=3000 --set 'output.record={every: 60 s}' --set limits.mass_error=1e-13
near 'level of the rating curve' "$(value run/gauges.csv end_level_m last)" 1.4 1e-6
near 'its discharge' "$(calculate "($(value run/balance.csv out_right_m3 51) - $(value run/balance.csv out_right_m3 50)) / 60")" 4 1e-6

# A tide of three constituents over half a day, held as a level and let in as a wave.
constituents='{M2: {amplitude: 1.2 m, phase: 40 deg}, K1: {amplitude: 30 cm, phase: 1 rad}, seiche: {amplitude: 0.1 m, period: 2 h}}'
sum='0.2 + 1.2 * cos(2 * pi * t / 44714.16439357 - 2 * pi / 9) + 0.3 * cos(2 * pi * t / 86164.09075957 - 1) + 0.1 * cos(pi * t / 3600)'
sea=(--set mesh.box='{size: [40 km, 1 km], cells: [40, 1], element: quadrangle}' --set materials.all.elevation=-20 --set
    materials.all.manning=0 --set initial.level=0.2 --set boundaries.right=wall --set 'time.end=12 h' --set 'output={record: {every: 60 s}, gauges: {g: [1000, 500]}}')
for as in level radiate; do
    other="{level: \"$sum\"}"
    [ $as = level ] || other="{radiate: \"$sum\", still: 0.2 m}"
    run hump "${sea[@]}" --set "boundaries.left={tide: {constituents: $constituents, mean: 0.2 m, as: $as}}"
    tide=$(value run/gauges.csv g_level_m last)
    run hump "${sea[@]}" --set "boundaries.left=$other"
    near "tide as $as" "$tide" "$(value run/gauges.csv g_level_m last)" 1e-9
done

# A hump in a current that runs through periodic sides, and the same one beginning at the sides: the states are shifted.
round=(--set 'boundaries={left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}' --set
    time.end=40 --set 'mesh.box.size=[1000 m, 40 m]' --set 'mesh.box.cells=[100, 4]' --set 'initial.velocity=[3, 0.5]' --set limits.mass_error=1e-14 --set
    'materials.all={elevation: "-10 + sin(pi * x / 250)", manning: 0.03}' --set 'output.gauges={a: [303, 7], b: [803, 7]}')
for element in triangle quadrangle; do
    run hump "${round[@]}" --set mesh.box.element=$element --set 'initial.level=0.2 * exp(-((x - 500) / 50)^2)'
    inside=$(value run/gauges.csv a_level_m last)
    run hump "${round[@]}" --set mesh.box.element=$element \
        --set 'initial.level=0.2 * exp(-(x / 50)^2) + 0.2 * exp(-((x - 1000) / 50)^2)'
    at_most "periodic, $element" "$(calculate "sqrt(($inside - $(value run/gauges.csv b_level_m last))^2)")" 1e-12
    run hump "${round[@]}" --set mesh.box.element=$element --set materials.all='{elevation: -10}' --set initial.level=0 \
        --set time.end=10 --set 'exact={velocity: [3, 0.5]}'
    at_most "a current that runs round, $element" "$(linf velocity)" 1e-14
done
