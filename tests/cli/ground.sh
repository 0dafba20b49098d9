#!/bin/bash
# Receivers on the ground: on a slope of a raster their heights are those of the surface, on ranks and in adaptive meshes, too; in
# the plane and where the top is flat; what is refused.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
options='-q --no-measure --device host:1 --force'
printf 'ncols 2\nnrows 2\nxllcorner 4\nyllcorner 5\ncellsize 1\nNODATA_value -9999\n1.5 1.75 1 1.25\n' >dem.asc
cat >hill.yaml <<'END2'
title: receivers on a slope, 1 + x / 4 + y / 2
model: acoustic
mesh:
  forest: {level: 1}
  box: {origin: [0, 0, -1], size: [1, 1, 2], cells: [2, 2, 2], topography: {raster: dem.asc, register: node, origin: [4 m, 5 m]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-9 * (x^2 + y^2 + z^2))"}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: free-surface}
time: {end: 0.2}
numerics: {degree: 2}
output:
  picture: none
  receivers: {interval: 0.05, format: [csv, sac], vertical: surface, variables: [velocity, pressure], at: {a: [0.5, 0.25, 0], b: [1, 1, -0.5], c: [0, 0.3, 0]}}
END2
number() { dd if="$1" bs=4 skip="$2" count=1 status=none | od -An -tf4 | tr -d ' '; } # SAC WORD
"$eagre" run hill.yaml -o hill $options
heights=
for name in a b c; do heights+="$(number hill/seismograms/$name.pressure.sac 42) "; done
[ "$heights" = '1.25 1.25 1.15 ' ] || fail "$heights"
# what is recorded there is what is recorded at these heights
"$eagre" run hill.yaml -o plain $options --set output.receivers.vertical=mesh \
    --set 'output.receivers.at={a: [0.5, 0.25, 1.2499999], b: [1, 1, 1.25], c: [0, 0.3, 1.1499999]}'
paste -d, <(tail -n 1 hill/seismograms/receivers.csv) <(tail -n 1 plain/seismograms/receivers.csv) | awk -F, '{ n = NF / 2
    for (i = 2; i <= n; i++) { d = $i - $(i + n); if (d < 0) d = -d; if (d > 1e-6) exit 1; if ($i > 1e-3) some = 1 } exit !some }' ||
    fail "$(tail -n 1 hill/seismograms/receivers.csv plain/seismograms/receivers.csv)"
"$eagre" run hill.yaml -o adapted $options --set 'mesh.forest.adapt={lowest: 1, highest: 2, every: 2, refine: 1e-2, coarsen: 1e-4}'
[ "$(number adapted/seismograms/a.pressure.sac 42)" = 1.25 ] || fail "in an adaptive mesh"

# in the plane, with a flat top: the number itself
cat >plane.yaml <<'END2'
model: acoustic
mesh: {box: {origin: [0, -1 km], size: [1 km, 1.3 km], cells: [4, 4]}}
materials: {all: {density: 2000, vp: 3000}}
initial: {pressure: "exp(-((x - 500)^2 + (y + 500)^2) / 1e4)"}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.1 s}
output: {picture: none, receivers: {interval: 0.01 s, vertical: surface, format: [sac, csv], lines: {l: {from: [0, 0], to: [1 km, -10 m], count: 3}}}}
END2
"$eagre" run plane.yaml -o plane $options
[ "$(number plane/seismograms/l_1.pressure.sac 41) $(number plane/seismograms/l_3.pressure.sac 41)" = '300 290' ] || fail "plane"
wrong() { # CASE SETTING WORDS
    "$eagre" check "$1" --set "$2" >out 2>&1 && fail "$2 is taken"
    grep -qF "$3" out || fail "$2: $(cat out)"
}
wrong plane.yaml 'output.receivers.at={x: [-1, 0]}' "the receiver 'x', below which there is no mesh, at (-1, 0) lies outside the mesh"
wrong plane.yaml 'output.receivers.at={x: [1, 10]}' "the receiver 'x' at (1, 310) lies outside the mesh"

command -v mpirun >/dev/null && grep -q 'EAGRE_MPI=1' "$EAGRE_BUILD/build.ninja" || exit 0
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 3 "$eagre" run hill.yaml -o ranks $options >out 2>&1 || fail "$(cat out)"
cmp hill/seismograms/receivers.csv ranks/seismograms/receivers.csv || fail "ranks"
