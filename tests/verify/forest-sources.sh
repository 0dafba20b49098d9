#!/bin/bash
# Where an explosion stands in a quadtree must not matter to receivers from three cells on, in its column and row of cells, too:
# seismograms against the exact ones of a full space, sqrt(sum |v - v_e|^2 / sum v_e^2), and when the waves have left velocity and
# displacement, per cent of peak and of the static displacement. In the plane v_r = K d/dt of s * t / sqrt(t^2 - r^2/c^2),
# K = M / (2 pi rho c^2 r).
#   forest-sources.sh        degree 4 and 5, smooth in a cell, on a face and on a vertex, points, and points in quadrangles of ADER-DG: some
#                            seconds
#   forest-sources.sh full   degrees 1 to 8 and both precisions: the tables of docs/verification-forests.md
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

cat >explosion.yaml <<'CASE'
model: elastic
mesh: {forest: {level: 0}, box: {origin: [-1260 m, -1260 m], size: [2520 m, 2520 m], cells: [14, 14]}}
materials: {all: {density: 2000, vp: 3000, vs: 1732}}
initial: {}
sources:
  shot: {at: [55.8 m, 55.8 m], explosion: 1e12, time: {gaussian: {sigma: 0.035 s, delay: 0.22 s}}}
boundaries: {left: {pml: 540 m}, right: {pml: 540 m}, bottom: {pml: 540 m}, top: {pml: 540 m}}
time: {end: 1.0 s}
numerics: {degree: 4}
output:
  receivers:
    interval: 4 ms
    format: [csv]
    at: {column: [55.8 m, 690 m], row: [-630 m, 40 m], left: [-400 m, 500 m], right: [400 m, 500 m]}
CASE

case=explosion end=1.0
# errors X Y: name of receiver, error of the velocity at the end over its peak, of the displacement over the static one, and of the
# whole seismogram, per cent
errors() {
    awk -F, -v sx="$1" -v sy="$2" -v end="$end" '
        function exact(t, rate,   k, theta, step, tau, e, sum) {
            step = 0.0005
            for (k = 0; k * step < 3; k++) {
                theta = k * step
                tau = r / c * (exp(theta) + exp(-theta)) / 2
                if (tau > t + 0.1) break
                e = (t - tau - 0.22) / 0.035
                sum += (k ? 1 : 0.5) * step * tau * exp(-e * e / 2) * (rate ? -e / 0.035 : 1)
            }
            return K * sum
        }
        BEGIN { split("column row left right", name, " "); split("55.8 -630 -400 400", x, " "); split("690 40 500 500", y, " "); c = 3000 }
        NR == 1 { for (i = 1; i <= NF; i++) for (k = 1; k <= 4; k++) {
                      if ($i == name[k] "_velocity_x_m_per_s") vx[k] = i
                      if ($i == name[k] "_velocity_y_m_per_s") vy[k] = i }
                  next }
        { for (k = 1; k <= 4; k++) {
              dx = x[k] - sx; dy = y[k] - sy; r = sqrt(dx * dx + dy * dy)
              K = 1e12 / (2 * 3.14159265358979 * 2000 * c * c * r); w = exact($1, 1)
              miss[k] += ($vx[k] - w * dx / r)^2 + ($vy[k] - w * dy / r)^2; all[k] += w^2
              ux[k] += $vx[k] * 0.004; uy[k] += $vy[k] * 0.004
              lx[k] = $vx[k]; ly[k] = $vy[k]
              v = sqrt(lx[k]^2 + ly[k]^2); peak[k] = v > peak[k] ? v : peak[k] } }
        END { for (k = 1; k <= 4; k++) {
                  dx = x[k] - sx; dy = y[k] - sy; r = sqrt(dx * dx + dy * dy)
                  K = 1e12 / (2 * 3.14159265358979 * 2000 * c * c * r)
                  static = K * 0.035 * sqrt(2 * 3.14159265358979)
                  w = exact(end, 1); u = exact(end, 0)
                  printf "%s %.4f %.4f %.4f\n", name[k], 100 * sqrt((lx[k] - w * dx / r)^2 + (ly[k] - w * dy / r)^2) / peak[k],
                         100 * sqrt((ux[k] - u * dx / r)^2 + (uy[k] - u * dy / r)^2) / static,
                         100 * sqrt(miss[k] / all[k]) } }' "$out/seismograms/receivers.csv"
}

# place NAME X Y SPEED DISPLACEMENT SEISMOGRAM ARGUMENT...: the bounds, per cent
place() {
    local where=$1 x=$2 y=$3 speed=$4 displacement=$5 seismogram=$6 name v u s
    shift 6
    run "$PWD/$case.yaml" --set "sources.shot.at=[$x m, $y m]" "$@"
    errors "$x" "$y" >errors.txt
    while read -r name v u s; do
        echo "$where, $*: $name $v $u $s"
        at_most "$where $*: speed that remains at $name, per cent" "$v" "$speed"
        at_most "$where $*: static displacement at $name, per cent" "$u" "$displacement"
        at_most "$where $*: seismogram at $name, per cent" "$s" "$seismogram"
    done <errors.txt
}
# The seismograms of mirrored receivers.
symmetric() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
             { d = $at["left_velocity_y_m_per_s"] - $at["right_velocity_y_m_per_s"]; if (d < 0) d = -d
               v = $at["right_velocity_y_m_per_s"]; if (v < 0) v = -v
               if (d > most) most = d; if (v > peak) peak = v }
             END { print most / peak }' "$out/seismograms/receivers.csv"
}

point=(--set sources.shot.spread=point)
if [ "${1:-}" = full ]; then
    for degree in 1 2 3 4 5 6 7 8; do
        for at in 'cell 55.8 55.8' 'near 171 9' 'face 55.8 0' 'vertex 0 0'; do
            place $at 100 300 100 --set "numerics.degree=$degree"
            place $at 100 300 100 --set "numerics.degree=$degree" "${point[@]}"
        done
    done
    place vertex 0 0 100 100 100 --precision f32
else
    place cell 55.8 55.8 0.03 0.4 1
    place face 55.8 0 0.03 0.4 1
    place vertex 0 0 0.03 0.4 1
    place vertex 0 0 0.01 0.2 0.15 --set numerics.degree=5
    place face 55.8 0 0.1 1 1.3 "${point[@]}"
    place vertex 0 0 0.1 1 1.3 "${point[@]}"
    "$eagre" check "$PWD/explosion.yaml" --no-measure | grep -q 'left: perfectly matched layer' ||
        fail 'check names no matched layer'
    # the same as a moment
    cp "$out/seismograms/receivers.csv" explosion.csv
    sed 's/explosion: 1e12/moment: [1e12, 1e12, 0]/' explosion.yaml >moment.yaml
    run "$PWD/moment.yaml" --set "sources.shot.at=[0 m, 0 m]" "${point[@]}"
    cmp explosion.csv "$out/seismograms/receivers.csv" || fail 'the moment of an explosion has other seismograms'
    at_most 'explosion on a vertex: mirrored receivers' "$(symmetric)" 1e-12
    run "$PWD/moment.yaml" --set "sources.shot.at=[0 m, 0 m]"
    at_most 'smooth explosion on a vertex: mirrored receivers' "$(symmetric)" 1e-9
    # quadrangles of ADER-DG, until waves come back from the boundary: a point leaves out the profile that no shear stress sees, of
    # which 73 to 117 % of the static displacement stayed in its column
    sed -e 's/forest: {level: 0}, //; s/{pml: 540 m}/absorbing/g; s/degree: 4/order: 4/; s/end: 1.0 s/end: 0.94 s/' \
        -e 's/-1260/-1620/g; s/2520/3240/g; s/\[14, 14\]/[18, 18], element: quadrangle/' explosion.yaml >quadrangles.yaml
    case=quadrangles end=0.94
    place vertex 0 0 0.45 6.3 6.9 "${point[@]}"
    place near 171 9 0.71 14.1 12.3 "${point[@]}"
fi
