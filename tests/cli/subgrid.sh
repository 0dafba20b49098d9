#!/bin/bash
# Sub-grid ground: the same bits on all devices and lanes, and on all blocks; maps on pixels are levels less the ground.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

awk 'BEGIN { print "ncols 40\nnrows 40\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999"
    for (j = 0; j < 40; j++) { for (i = 0; i < 40; i++) printf "%.4f ", 0.5 * sin(i / 3) * cos(j / 4) + 0.01 * i; print "" } }' >ground.asc
cat >case.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [40 m, 40 m], cells: [10, 10], element: triangle}}
materials: {all: {elevation: {raster: ground.asc, subgrid: 7}, manning: 0.02}}
initial: {level: "x < 15 ? 0.4 : -0.3"}
boundaries: {left: {discharge: 1 m3/s}, right: {normal_depth: {slope: 0.01}}, bottom: wall, top: {level: "0.2 + 0.1 * sin(t)"}}
time: {steps: 40}
output: {maxima: {variables: [max_depth, max_level, max_speed], rasters: {like: ground.asc, format: asc}}}
CASE
hash_of() { # ARGUMENT...
    "$eagre" run case.yaml -q --no-measure --force -o run --set output.picture=none "$@" </dev/null || fail "$*"
    sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' run/summary.json
    cat run/maxima/*.asc | cksum
}
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p')
cuda=$("$eagre" devices | sed -n 's/^\(cuda:[0-9]*\) .*yes  yes .*/\1/p')
for more in '' 'materials.all.rain=1 m/h' 'mesh.box.element=quadrangle' 'materials.all.manning=0'; do
    settings=(${more:+--set "$more"} ${more:+$([ "$more" != materials.all.manning=0 ] || echo --set boundaries.right=critical)})
    expected=$(hash_of --device host:1 --lanes 1 "${settings[@]}")
    while read -r device; do
        # shellcheck disable=SC2086
        found=$(hash_of --device $device "${settings[@]}")
        [ "$found" = "$expected" ] || fail "$more: $found on $device, $expected on host:1 --lanes 1"
    done < <(printf '%s\n' 'host:2 --lanes 4' 'host:1 --lanes 16' 'host:1 --set numerics.blocks=moving' checked $opencl $cuda)
done

# Where water was, the map is the highest level of the cell less the pixel, and not below 0.
"$eagre" run case.yaml -q --no-measure --force -o run --set output.picture=none </dev/null
paste -d' ' run/maxima/max_depth.asc run/maxima/max_level.asc ground.asc | awk 'NR > 6 {
    for (i = 1; i <= 40; i++) {
        expected = $(40 + i) - $(80 + i); n += $i > 0
        if ($i > 0 && ($i - expected > 1e-9 || expected - $i > 1e-9)) { print "row " NR ", column " i ": " $i ", expected " expected; exit 1 }
        if ($i == 0 && expected > 0) dry++ } }
    END { if (n < 300 || dry > 400) { print n " wet, " dry " dry below the level"; exit 1 } }' || fail 'the map of depths'
