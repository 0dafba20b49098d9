#!/bin/bash
# Where an explosion stands among octrees must not matter to receivers from three cells on: seismograms against the exact ones of a
# full space, v_r = M / (4 pi rho c^2) d/dt (s / r^2 + s' / (r c)) of the moment M times the integral of s, and 0.2 s after the waves
# speed and displacement, as in forest-sources.sh. Cells of 150 m.
# The long form alone (EAGRE_TESTS=long): degrees 4 and 5, in a cell, on a face, an edge and a vertex: a minute on a GPU.
# EAGRE_DEVICE names the device, host:2 where it does not.
[ "${EAGRE_TESTS:-}" = long ] || exit 77
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
device=${EAGRE_DEVICE:-host:2}

cat >explosion.yaml <<'CASE'
model: elastic
mesh: {forest: {level: 0}, box: {origin: [-900 m, -900 m, -900 m], size: [1800 m, 1800 m, 1800 m], cells: [12, 12, 12]}}
materials: {all: {density: 2000, vp: 3000, vs: 1732}}
initial: {}
sources:
  shot: {at: [0 m, 0 m, 0 m], explosion: 1e12, time: {gaussian: {sigma: 0.035 s, delay: 0.22 s}}}
boundaries: {left: {pml: 300 m}, right: {pml: 300 m}, front: {pml: 300 m}, back: {pml: 300 m}, bottom: {pml: 300 m}, top: {pml: 300 m}}
time: {end: 0.75 s}
numerics: {degree: 4}
output:
  picture: none
  receivers:
    interval: 2 ms
    format: [csv]
    at:
      along: [520 m, 0 m, 0 m]
      column: [0 m, 0 m, 580 m]
      plane: [340 m, -330 m, 0 m]
      space: [-300 m, 310 m, 290 m]
      beside: [-510 m, 20 m, 35 m]
CASE

# errors X Y Z: the largest of the receivers, per cent: the misfit, the speed at the end over its peak, the displacement over the static one
errors() {
    awk -F, -v sx="$1" -v sy="$2" -v sz="$3" '
        BEGIN { n = split("along column plane space beside", name, " "); split("520 0 340 -300 -510", x, " ")
                split("0 0 -330 310 20", y, " "); split("0 580 0 290 35", z, " "); c = 3000; sigma = 0.035; pi = 3.14159265358979 }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { for (k = 1; k <= n; k++) {
              d[1] = x[k] - sx; d[2] = y[k] - sy; d[3] = z[k] - sz; r = sqrt(d[1]^2 + d[2]^2 + d[3]^2)
              K = 1e12 / (4 * pi * 2000 * c * c); e = ($1 - r / c - 0.22) / sigma; s = exp(-e * e / 2)
              w = K * (s / r^2 - e / sigma * s / (r * c)); static = K * sigma * sqrt(2 * pi) / r^2
              speed = beyond = 0
              for (m = 1; m <= 3; m++) {
                  v = $(at[name[k] "_velocity_" substr("xyz", m, 1) "_m_per_s"])
                  miss[k] += (v - w * d[m] / r)^2; all[k] += (w * d[m] / r)^2; speed += v^2
                  u[k, m] += v * 0.002; beyond += (u[k, m] - static * d[m] / r)^2
              }
              last[k] = sqrt(speed); if (last[k] > peak[k]) peak[k] = last[k]
              off[k] = sqrt(beyond) / static } }
        function most(a, b) { return a > b ? a : b }
        END { for (k = 1; k <= n; k++) {
                  misfit = most(misfit, sqrt(miss[k] / all[k])); rest = most(rest, last[k] / peak[k]); offset = most(offset, off[k]) }
              printf "%.3f %.3f %.2f\n", 100 * misfit, 100 * rest, 100 * offset }' "$out/seismograms/receivers.csv"
}

# place NAME "X Y Z" "MISFIT SPEED DISPLACEMENT" ARGUMENT...: the bounds, per cent
place() {
    local where=$1 at=($2) bound=($3) found
    shift 3
    run "$PWD/explosion.yaml" --set "sources.shot.at=[${at[0]} m, ${at[1]} m, ${at[2]} m]" "$@"
    read -ra found <<<"$(errors "${at[@]}")"
    echo "$where, $*: ${found[*]}"
    at_most "$where $*: misfit, per cent" "${found[0]}" "${bound[0]}"
    at_most "$where $*: speed that remains, per cent" "${found[1]}" "${bound[1]}"
    at_most "$where $*: static displacement, per cent" "${found[2]}" "${bound[2]}"
}

for degree in 4 5; do
    bounds='0.7 0.15 2.6'
    [ $degree = 4 ] || bounds='0.28 0.025 1.4'
    for at in 'cell 41 63 87' 'face 0 63 87' 'edge 0 0 87' 'vertex 0 0 0'; do
        read -r where xyz <<<"$at"
        place "$where" "$xyz" "$bounds" --set "numerics.degree=$degree"
    done
done
