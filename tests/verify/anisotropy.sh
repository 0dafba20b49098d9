#!/bin/bash
# Anisotropic elastic waves against exact plane waves at every order, and what free surfaces, walls and contacts send
# back; the isotropic system, media that are turned or stretched, and another way to give one, to rounding; the wavefront
# of a point source; energy; f32.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
exact() { awk "$@" -f "$EAGRE_SOURCE/tests/verify/anisotropy.awk"; }
below=(-v C="9 5 1.5 2.5 0.4 -0.3" -v R=1.2 -v W=1) above=(-v C2="6 4 2 1 -0.2 0.5" -v R2=0.8)
medium='{density: 1.2, c11: 9, c33: 5, c55: 1.5, c13: 2.5, c15: 0.4, c35: -0.3}'

# base TITLE Y MATERIALS: a unit square whose lower side is at Y
base() {
    printf 'title: %s\nmodel: elastic\nmesh: {box: {origin: [0 m, %s m], size: [1 m, 1 m], cells: [8, 8]}}\n' "$1" "$2"
    printf 'materials: {all: %s}\ntime: {end: 0.1 s}\nnumerics: {order: 4}\noutput: {fields: {every: 1 s}}\n' "$3"
}
# observed CASE ORDER CELLS: the order of velocity and stress on CELLS and twice as many is at least ORDER - 0.35
observed() {
    local case=$1 order=$2 n=$3 field errors=()
    shift 3
    for cells in $n $((2 * n)); do
        run "$case" --set numerics.order="$order" --set mesh.box.cells="[$cells,$cells]" "$@"
        for field in velocity stress; do errors+=("$(value run/errors.csv ${field}_l2 last)"); done
    done
    for i in 0 1; do
        at_least "$case $*, order $order" "$(order "${errors[i]}" "${errors[i + 2]}" 2)" "$(calculate "$order - 0.35")"
    done
}

{ base 'waves of eight directions' 0 "$medium" && exact -v WHAT=waves "${below[@]}"; } >waves.yaml
for element in triangle quadrangle; do
    for order_cells in 1,32 2,16 3,8 4,8 5,4 6,4 7,4 8,4; do
        observed waves.yaml ${order_cells%,*} ${order_cells#*,} --set mesh.box.element=$element
    done
done
run waves.yaml --set numerics.precision=f32
at_most 'error of f32' "$(value run/errors.csv velocity_l2 last)" 0.0052
for order in 1 4 8; do
    run waves.yaml --set numerics.order=$order --set time.end=2
    at_most "growth of the energy, order $order" "$(value run/balance.csv energy_growth last)" 1e-12
done

for what in free wall contact; do
    for mode in 1 0; do
        case $what in
        contact) base contact -0.5 '{density: "y < 0 ? 1.2 : 0.8", c11: "y < 0 ? 9 : 6", c33: "y < 0 ? 5 : 4", c55:
  "y < 0 ? 1.5 : 2", c13: "y < 0 ? 2.5 : 1", c15: "y < 0 ? 0.4 : -0.2", c35: "y < 0 ? -0.3 : 0.5"}' ;;
        *) base $what -1 "$medium" ;;
        esac >$what.yaml
        exact -v WHAT=$what -v P=0.25 -v MODE=$mode "${below[@]}" "${above[@]}" >>$what.yaml
        observed $what.yaml 4 8
    done
done

# alike A B WHAT [PART]: tables of receivers, columns but the first, to rounding, or to this part of the largest value
alike() {
    paste -d, "$1" "$2" | awk -F, -v part="${4:-2e-12}" 'NR > 1 { for (i = 2; i <= NF / 2; i++) {
        d = $i - $(i + NF / 2); d = d < 0 ? -d : d; most = d > most ? d : most
        v = $i < 0 ? -$i : $i; size = v > size ? v : size } }
        END { print most / size, size; exit !(most < part * size && size > 1e-4) }' >difference ||
        fail "$3: $(cat difference)"
}
seismograms=run/seismograms/receivers.csv

# The isotropic system, with all that a case may have.
cat >isotropic.yaml <<'CASE'
title: P and SV waves
model: elastic
mesh: {box: {size: [100 m, 100 m], cells: [10, 10]}}
materials: {all: {density: "y < 50 ? 2 : 1", vp: "y < 50 ? 2.2 : 1.5", vs: "y < 50 ? 1.2 : 0.8"}}
initial: {velocity: ["exp(-((x - 40)^2 + (y - 45)^2) / 80)", 0]}
boundaries: {left: {absorbing: 20 m}, right: wall, bottom: {inflow: {velocity: ["sin(t)", 0]}}, top: free-surface}
sources:
  f: {at: [30 m, 70 m], force: [1, 2], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}
  m: {at: [60 m, 20 m], moment: [1, 2, 3], time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}
  e: {at: [61 m, 52 m], explosion: 2, time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}}
time: {end: 20 s}
output: {receivers: {interval: 0.5 s, variables: [velocity, displacement, stress, pressure], at: {a: [63 m, 61 m], b: [21 m, 92 m]}}}
CASE
for element in triangle quadrangle; do
    for flux in upwind rusanov; do
        set=(--set numerics.flux=$flux --set mesh.box.element=$element)
        [ $flux = upwind ] || set+=(--set boundaries.right=absorbing --set boundaries.top=absorbing)
        run isotropic.yaml "${set[@]}" && mv $seismograms wanted.csv
        run isotropic.yaml "${set[@]}" --set materials.all.epsilon=0 --set 'materials.all.tilt=0.01 * x'
        alike wanted.csv $seismograms "isotropic, $element, $flux"
    done
done
lame='{density: "y < 50 ? 2 : 1", lambda: 4, mu: "y < 50 ? 3 : 1"}'
run isotropic.yaml --set "materials.all=$lame" && mv $seismograms wanted.csv
run isotropic.yaml --set "materials.all=${lame%\}}, tilt: 20 deg}"
alike wanted.csv $seismograms "isotropic, of lambda and mu"

# turned ANGLE ELEMENT BOUNDARY: a case that is turned as a whole, and its seismograms turned back
turned() {
    awk -v a=$1 -v element=$2 -v boundary=$3 '
    function at(x, y) { return sprintf("[%.17g, %.17g]", x * c - y * s, x * s + y * c) }
    BEGIN { c = cos(a); s = sin(a); time = "time: {ricker: {frequency: 0.1 Hz, delay: 10 s}}"
        print "title: turned\nmodel: elastic"
        printf "mesh: {box: {size: [100 m, 100 m], cells: [10, 10], element: %s, map: [", element
        printf "\"%.17g * x - %.17g * y\", \"%.17g * x + %.17g * y\"]}}\n", c, s, s, c
        print "materials: {all: {density: 2, vp: 2.2, vs: 1.2, epsilon: 0.2, delta: -0.1, tilt: \"0.3 + " a "\"}}"
        print "boundaries: {left: " boundary ", right: wall, bottom: " boundary ", top: " boundary "}"
        print "sources: {f: {at: " at(31.3, 71) ", force: " at(1, 2) ", " time "},"
        printf "  m: {at: %s, moment: [%.17g, %.17g, %.17g], %s}}\n", at(62, 23), \
            c * c + 2 * s * s - 6 * c * s, s * s + 2 * c * c + 6 * c * s, -c * s + 3 * (c * c - s * s), time
        print "time: {end: 40 s, dt: 0.1 s}\nnumerics: {order: 3}"
        print "output: {receivers: {interval: 1 s, variables: [velocity], at: {a: " at(62, 63) ", b: " at(21, 92) "}}}" }' >turned.yaml
    run turned.yaml
    awk -F, -v a=$1 'NR > 1 { c = cos(a); s = sin(a); printf "%s,%.17g,%.17g,%.17g,%.17g\n", $1, c * $2 + s * $3,
        c * $3 - s * $2, c * $4 + s * $5, c * $5 - s * $4; next } 1' $seismograms
}
# On triangles the points at which a source is taken hang on the order of a cell's corners.
for element in triangle quadrangle; do
    part=2e-12
    [ $element = quadrangle ] || part=2e-3
    for boundary in free-surface absorbing; do
        turned 0 $element $boundary >wanted.csv
        turned 0.5235987755982988 $element $boundary >found.csv
        alike wanted.csv found.csv "turned, $element, $boundary" $part
    done
done

# The entries of a stiffness in place of Thomsen's parameters: 2.2, 1.2, 0.2, -0.1 and the density 2.
cp turned.yaml entries.yaml
run entries.yaml && mv $seismograms wanted.csv
run entries.yaml --set "$(awk 'BEGIN { c33 = 9.68; c55 = 2.88; d = c33 - c55
    printf "materials.all={density: 2, c11: %.17g, c33: %.17g, c55: %.17g, c13: %.17g, tilt: \"0.3 + 0.5235987755982988\"}", c33 * 1.4,
        c33, c55, sqrt(d * (d - 0.2 * c33)) - c55 }')"
alike wanted.csv $seismograms 'entries of the stiffness'

# SH waves: lengths across the axis over sqrt(1 + 2 gamma) are those of an isotropic medium; turned by 90 degrees.
cat >sh.yaml <<'CASE'
title: SH waves
model: sh
mesh: {box: {size: [100 m, 100 m], cells: [10, 10]}}
materials: {all: {density: 2, vs: 1.2}}
initial: {velocity: "exp(-((x - 40)^2 + (y - 45)^2) / 200)"}
boundaries: {left: free-surface, right: wall, bottom: absorbing, top: free-surface}
time: {end: 40 s, dt: 0.1 s}
output: {receivers: {interval: 1 s, variables: [velocity], at: {a: [62 m, 63 m], b: [21 m, 92 m]}}}
CASE
run sh.yaml && mv $seismograms wanted.csv
run sh.yaml --set mesh.box.size='[150 m, 100 m]' --set materials.all.gamma=0.625 \
    --set initial.velocity='exp(-((x / 1.5 - 40)^2 + (y - 45)^2) / 200)' \
    --set output.receivers.at='{a: [93 m, 63 m], b: [31.5 m, 92 m]}'
alike wanted.csv $seismograms 'SH waves, stretched'
run sh.yaml --set mesh.box.size='[100 m, 150 m]' --set materials.all.gamma=0.625 --set materials.all.tilt='90 deg' \
    --set initial.velocity='exp(-((x - 40)^2 + (y / 1.5 - 45)^2) / 200)' \
    --set output.receivers.at='{a: [62 m, 94.5 m], b: [21 m, 138 m]}'
alike wanted.csv $seismograms 'SH waves, turned and stretched'

# The wavefront of an explosion in a tilted medium: between 600 m and 1200 m waves go with the group velocity.
cat >front.yaml <<'CASE'
title: a wavefront
model: elastic
mesh: {box: {origin: [-2 km, -2 km], size: [4 km, 4 km], cells: [40, 40]}}
materials: {all: {density: 2200, vp: 3000, vs: 1500, epsilon: 0.3, delta: 0.1, tilt: 30 deg}}
sources: {s: {at: [0 m, 0 m], explosion: 1e12, time: {ricker: {frequency: 10 Hz, delay: 0.12 s}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 0.6 s}
numerics: {order: 5}
output: {receivers: {interval: 1 ms, variables: [pressure], at: {}}}
CASE
run front.yaml --set "$(awk 'BEGIN { pi = atan2(0, -1); printf "output.receivers.at={"
    for (k = 0; k < 8; k++) for (r = 600; r <= 1200; r += 600)
        printf("%sd%d_%d: [%.9g, %.9g]", k + r > 600 ? ", " : "", k, r, r * cos(k * pi / 8), r * sin(k * pi / 8))
    print "}" }')"
awk -F, 'NR > 1 { for (i = 2; i <= NF; i++) v[NR, i] = $i < 0 ? -$i : $i; n = NR; columns = NF }
    END { pi = atan2(0, -1)
        for (i = 2; i <= columns; i++) { # the largest pressure, by the parabola through three samples
            at = 3
            for (k = 3; k < n; k++) if (v[k, i] > v[at, i]) at = k
            a = v[at - 1, i]; b = v[at, i]; c = v[at + 1, i]
            time[i] = (at + 0.5 * (a - c) / (a - 2 * b + c)) * 1e-3
        }
        rho = 2200; c33 = rho * 3000 ^ 2; c55 = rho * 1500 ^ 2; c11 = c33 * 1.6; d = c33 - c55
        c13 = sqrt(d * (d + 0.2 * c33)) - c55
        for (k = 0; k < 8; k++) {
            best = -1 # of all directions of a plane wave, the one whose energy goes there: its phase comes last
            for (j = 0; j < 20000; j++) {
                f = pi * j / 20000; x = cos(f); y = sin(f); ray = k * pi / 8 - pi / 6
                g11 = c11 * x * x + c55 * y * y; g33 = c55 * x * x + c33 * y * y; g13 = (c13 + c55) * x * y
                speed = sqrt(((g11 + g33) / 2 + sqrt((g11 - g33) ^ 2 / 4 + g13 ^ 2)) / rho)
                slow = (x * cos(ray) + y * sin(ray)) / speed; slow = slow < 0 ? -slow : slow
                if (slow > best) best = slow
            }
            found = (time[2 * k + 3] - time[2 * k + 2]) / 600
            worst = (found / best - 1) ^ 2 > worst ^ 2 ? found / best - 1 : worst
        }
        print worst; exit !(worst ^ 2 < 0.004 ^ 2 && columns == 17) }' $seismograms >front || fail "the wavefront: $(cat front)"
