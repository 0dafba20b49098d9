#!/bin/bash
# Materials of forests of space from volumes: what a volume of a trilinear field gives is what the expression gives, to
# rounding, in a cell and at nodes, in bytes of either order; what is wrong with a volume is told at its key; a volume that
# changes between a run and its resume is noticed.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
options='-q --no-measure --device host:1 --force'

# 2000 + 0.5 x + 0.25 y - 0.125 z for x = 0, 500, 1000, y = 0, 500, 1000, depths 0, 250, ... 1000: integers as floats
# numbers ORDER: the bytes, depth fastest; of each float sign, exponent and mantissa
numbers() {
    awk -v order="$1" 'BEGIN { for (y = 0; y <= 1000; y += 500) for (x = 0; x <= 1000; x += 500) for (d = 0; d <= 1000; d += 250) {
        v = 2000 + 0.5 * x + 0.25 * y + 0.125 * d
        e = 0; while (v >= 2) { v /= 2; e++ }
        m = int((v - 1) * 2^23)
        b[3] = int((e + 127) / 2); b[2] = (e + 127) % 2 * 128 + int(m / 65536); b[1] = int(m / 256) % 256; b[0] = m % 256
        for (i = 0; i < 4; i++) printf "\\%03o", b[order == "xdr" ? 3 - i : i] } }'
}
printf "$(numbers native)" >vp.raw
printf "$(numbers xdr)" >xdr.raw
[ "$(wc -c <vp.raw)" = 180 ] || fail "$(wc -c <vp.raw) bytes"
header='n1=5 n2=3 n3=3 d1=0.25 d2=0.5 d3=0.5 label1="depth, km"'
echo "$header in=\"vp.raw\" data_format=\"native_float\" esize=4" >vp.rsf
echo "$header in=\"./xdr.raw\" data_format=\"xdr_float\"" >xdr.rsf

cat >case.yaml <<'END'
title: volumes
model: elastic
mesh: {forest: {level: 1}, box: {origin: [0, 0, -1 km], size: [1 km, 1 km, 1 km], cells: [1, 1, 1]}}
materials: {all: {density: 2000, vp: VP, vs: 1000}}
initial: {velocity: ["sin(0.005 * x) * cos(0.004 * z)", 0, "cos(0.003 * y)"]}
boundaries: {left: absorbing, right: wall, front: wall, back: wall, bottom: absorbing, top: free-surface}
time: {end: 0.1 s}
numerics: {degree: 3}
output: {picture: none, gauges: {there: [300 m, 400 m, -200 m]}, fields: {every: 0.05 s}}
END
of() { sed "s#VP#$1#" case.yaml >"$2"; }
# Whether the last rows of two tables are equal to 1e-9, and the values not all zero.
same() {
    paste -d, <(tail -n 1 "$1") <(tail -n 1 "$2") | awk -F, '{ n = NF / 2; for (i = 2; i <= n; i++) {
        d = $i - $(i + n); if (d < 0) d = -d; if (d > 1e-9 * (1 + $i * $i)) exit 1; if ($i != 0) some = 1 } exit !some }' ||
        fail "$1: $(tail -n 1 "$1"), $2: $(tail -n 1 "$2")"
}
wrong() { # CASE WORDS
    "$eagre" check "$1" >out 2>&1 && fail "$1 is taken"
    grep -qF "$2" out || fail "$1: $(cat out)"
}
of '{volume: vp.rsf, axes: zxy, surface: 0 m, unit: 1 km}' volume.yaml
of '{volume: xdr.rsf, axes: zxy, surface: 0 m, unit: 1 km, scale: 2}' twice.yaml
of '"2000 + 0.5 * x + 0.25 * y - 0.125 * z"' expression.yaml
for material in cell nodes; do
    for case in volume expression; do
        "$eagre" run $case.yaml -o $case-$material $options --set numerics.material=$material
    done
    same volume-$material/gauges.csv expression-$material/gauges.csv
done
"$eagre" run twice.yaml -o twice $options --set materials.all.vp.scale=1
cmp twice/gauges.csv volume-cell/gauges.csv || fail "another order of bytes"
"$eagre" check twice.yaml | grep -q 'fastest wave 5.* m/s' || fail "scale"
# in the middle between two numbers the upper one is the nearest
of '{volume: vp.rsf, axes: zxy, surface: 0 m, unit: 1 km, between: nearest}' nearest.yaml
"$eagre" check nearest.yaml | grep -q 'fastest wave 2844 m/s' || fail "$("$eagre" check nearest.yaml)"

# cells by wavelength: those that the expression asks for; vs of a volume alone
sed -i 's/level: 1}/level: 1, wavelength: {nodes: 8, frequency: 1.3 Hz}}/' volume.yaml expression.yaml
for case in volume expression; do
    "$eagre" check $case.yaml --set 'materials.all.vs={volume: vp.rsf, axes: zxy, surface: 0 m, unit: 1 km, scale: 0.2}' | grep leaves >$case.txt
done
cmp volume.txt expression.txt && grep -q 'of level 3 to 4' volume.txt || fail "$(cat volume.txt expression.txt)"
of '{volume: vp.rsf, axes: zxy, surface: -10 m, unit: 1 km}' bad.yaml
sed -i 's/level: 1}/level: 1, wavelength: {nodes: 8, frequency: 1.3 Hz}}/' bad.yaml
wrong bad.yaml 'wavelengths need speeds that are numbers, expressions, or volumes that cover the domain'
sed -i 's/, wavelength: {[^}]*}//' volume.yaml expression.yaml

# what is refused
of '{volume: vp.rsf, axes: zxy, unit: 1 km}' bad.yaml
wrong bad.yaml 'materials.all.vp at cell 0: volume vp.rsf: (250, 250, -750) is outside; it covers x from 0 to 1000, y from 0 to 1000, z from 0 to 1000'
of '{volume: vp.rsf, axes: zxy, surface: 0 m, unit: 1 km, scale: -1}' bad.yaml
wrong bad.yaml 'materials.all.vp is -2281.25 at cell 0, (250, 250, -750); it must be above zero'
of '{volume: vp.rsf, axes: xx}' bad.yaml
wrong bad.yaml 'materials.all.vp.axes'
of '{volume: none.rsf}' bad.yaml
wrong bad.yaml 'none.rsf'
head -c 170 vp.raw >short.raw
sed 's/vp.raw/short.raw/' vp.rsf >short.rsf
of '{volume: short.rsf, axes: zxy, surface: 0 m, unit: 1 km}' bad.yaml
wrong bad.yaml 'short.raw holds 170 bytes, and 5 times 3 times 3 numbers of 4 bytes are 180: it is cut short'

# a run that goes on has the same numbers
"$eagre" run volume.yaml -o half $options --set time.end=0.05
printf "$(numbers native | sed 's/^\\[0-7]*/\\001/')" >vp.raw
if "$eagre" resume half -q --no-measure --set time.end=0.1 >out 2>&1; then fail "a volume that has changed is taken"; fi
grep -q 'materials.all.vp.volume, its numbers, is not the file that the run began with' out || fail "$(cat out)"
printf "$(numbers native)" >vp.raw
"$eagre" resume half -q --no-measure --device host:1 --set time.end=0.1
cmp half/gauges.csv volume-cell/gauges.csv || fail "a resumed run"

# ---- in the plane: a NumPy file of the same speeds, on quadtrees by wavelength and on triangles, elastic, SH and acoustic waves
# flat ORDER: vp of x = 0, 500, 1000 and y = -1000, -750, ... 0, y fastest
flat() {
    awk 'BEGIN { for (x = 0; x <= 1000; x += 500) for (y = -1000; y <= 0; y += 250) {
        v = 2000 + 0.5 * x - 0.125 * y
        e = 0; while (v >= 2) { v /= 2; e++ }
        m = int((v - 1) * 2^23)
        b[3] = int((e + 127) / 2); b[2] = (e + 127) % 2 * 128 + int(m / 65536); b[1] = int(m / 256) % 256; b[0] = m % 256
        for (i = 0; i < 4; i++) printf "\\%03o", b[i] } }'
}
header="{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5), }"
printf '\223NUMPY\001\000\074\000%s\n' "$header" >vp.npy
[ "${#header}" = 59 ] || fail "a header of ${#header}"
printf "$(flat)" >>vp.npy
volume='{volume: vp.npy, axes: yx, origin: [0 m, -1 km], spacing: [500 m, 250 m]}'
expression='"2000 + 0.5 * x - 0.125 * y"'
plane() { # NAME MODEL MESH MATERIAL NUMERICS
    cat >"$1.yaml" <<END2
model: $2
mesh: {$3}
materials: {all: {density: 2000, $4}}
initial: {velocity: $([ "$2" = sh ] && echo '"sin(0.005 * x)"' || echo '["sin(0.005 * x) * cos(0.004 * y)", 0]')}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.05 s}
numerics: {$5}
output: {picture: none, gauges: {there: [300 m, -200 m]}}
END2
    "$eagre" run "$1.yaml" -o "$1" $options
}
box='box: {origin: [0, -1 km], size: [1 km, 1 km], cells: [2, 2]}'
for way in volume expression; do
    plane quad-$way elastic "forest: {level: 1, wavelength: {nodes: 8, frequency: 2 Hz}}, $box" \
        "vp: ${!way}, vs: $([ $way = volume ] && echo "${volume%\}}, scale: 0.5}" || echo '"1000 + 0.25 * x - 0.0625 * y"')" 'degree: 3, material: nodes'
    plane sh-$way sh "$box" "vs: ${!way}" 'order: 3, material_order: 2'
    plane sound-$way acoustic "$box" "vp: ${!way}" 'order: 2'
done
for case in quad sh sound; do same $case-volume/gauges.csv $case-expression/gauges.csv; done
grep -o '"cells": [0-9]*' quad-volume/summary.json | cmp - <(grep -o '"cells": [0-9]*' quad-expression/summary.json) || fail "cells by wavelength"
wrong_set() { "$eagre" check sound-volume.yaml --set "$1" >out 2>&1 && fail "$1 is taken"; grep -qF "$2" out || fail "$1: $(cat out)"; }
wrong_set 'materials.all.vp={volume: vp.npy}' 'error: materials.all.vp: vp.npy: nothing in it tells the directions'
wrong_set 'materials.all.vp={volume: vp.npy, axes: xyz}' "materials.all.vp.axes"
wrong_set 'materials.all.vp={volume: vp.npy, raster: a.asc}' 'needs exactly one of the keys raster, volume'
wrong_set 'materials.all.vp={raster: a.asc, axes: xy}' "has no meaning without 'volume'"
wrong_set 'materials.all.vp={volume: vp.npy, axes: xy, origin: [0 m, 0 m], spacing: [1 m, 0 m]}' 'spacing'
