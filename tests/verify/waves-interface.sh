#!/bin/bash
# Plane waves at a flat interface, a free surface and a rigid wall, against the exact amplitudes. The incident wave comes
# from below, at right angles as a pulse, or aslant as an endless train whose length fits the periodic width.
#
# The amplitudes of the outgoing waves solve the conditions at y = 0: velocity and traction are continuous (Zoeppritz's
# equations), the traction vanishes (free surface), the velocity does (wall). All waves are there from the start, as
# they have to be for an endless train, but the gauges are read only after what stood in their window has left it: what
# they then see has come from the interface during the run, and nothing has come back from the ends yet. The amplitudes
# are found by least squares of all components at all gauges and times on the shapes of the waves. They have to be right
# to 1e-4 of the incident wave at right angles, and to 1e-3 aslant.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
source "${EAGRE_SOURCE:?}/tests/verify/waves.bash"

# waves MODEL END INCIDENT ANGLE: the waves to the file waves.txt, a line each:
#   side name amplitude  stress xx, yy, xy, velocity x, y of a unit wave  slowness x, y
# Of SH waves these are stress xz, yz, nothing, velocity z, nothing.
# END is interface, free-surface or wall; lower rock rho 1, vp 1, vs 0.6, upper rho 1.3, vp 1.5, vs 0.85.
waves() {
    awk -v model="$1" -v end="$2" -v incident="$3" -v angle="$4" '
    # Wave n of a medium: sign of its way along y, kind, speed from the horizontal slowness px.
    function wave(n, side, name, kind, up,    rho, cp, cs, mu, lambda, c, dx, dy, mx, my) {
        rho = side < 0 ? 1 : 1.3; cp = side < 0 ? 1 : 1.5; cs = side < 0 ? 0.6 : 0.85
        if (model == "acoustic") cs = 0
        mu = rho * cs * cs; lambda = rho * cp * cp - 2 * mu
        c = kind == "P" ? cp : cs
        dx = px * c; dy = up * sqrt(1 - dx * dx)
        SIDE[n] = side; NAME[n] = name; QX[n] = dx / c; QY[n] = dy / c
        if (kind == "SH") {
            U[n, 1] = -mu * dx / c; U[n, 2] = -mu * dy / c; U[n, 4] = 1
            return
        }
        mx = kind == "P" ? dx : -dy; my = kind == "P" ? dy : dx
        U[n, 1] = -(lambda * (mx * dx + my * dy) + 2 * mu * mx * dx) / c
        U[n, 2] = -(lambda * (mx * dx + my * dy) + 2 * mu * my * dy) / c
        U[n, 3] = -mu * (mx * dy + my * dx) / c
        U[n, 4] = mx; U[n, 5] = my
    }
    BEGIN {
        px = sin(angle * atan2(0, -1) / 180) / (incident == "P" ? 1 : 0.6)
        waves = 0
        wave(0, -1, "incident", incident, 1)
        elastic = model == "elastic"; sh = model == "sh"
        kind = sh ? "SH" : "P"
        wave(++waves, -1, "reflected_" kind, kind, -1)
        if (elastic) wave(++waves, -1, "reflected_S", "S", -1)
        if (end == "interface") {
            wave(++waves, 1, "transmitted_" kind, kind, 1)
            if (elastic) wave(++waves, 1, "transmitted_S", "S", 1)
        }
        # the conditions, components 2 and 3: traction, 4 and 5: velocity
        if (end == "interface") rows = elastic ? "2 3 4 5" : sh ? "2 4" : "2 5"
        if (end == "free-surface") rows = elastic ? "2 3" : "2"
        if (end == "wall") rows = elastic ? "4 5" : sh ? "4" : "5"
        count = split(rows, row, " ")
        for (i = 1; i <= count; i++) {
            for (j = 1; j <= waves; j++) A[i, j] = -SIDE[j] * U[j, row[i]]
            A[i, count + 1] = -U[0, row[i]]
        }
        for (k = 1; k <= count; k++) { # Gauss-Jordan with pivots
            p = k
            for (i = k + 1; i <= count; i++)
                if (A[i, k] * A[i, k] > A[p, k] * A[p, k]) p = i
            for (j = k; j <= count + 1; j++) { x = A[k, j]; A[k, j] = A[p, j]; A[p, j] = x }
            for (i = 1; i <= count; i++) {
                if (i == k) continue
                x = A[i, k] / A[k, k]
                for (j = k; j <= count + 1; j++) A[i, j] -= x * A[k, j]
            }
        }
        for (n = 0; n <= waves; n++)
            printf "%d %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", SIDE[n], NAME[n],
                n ? A[n, count + 1] / A[n, n] : 1, U[n, 1], U[n, 2], U[n, 3], U[n, 4], U[n, 5], QX[n], QY[n]
    }' >waves.txt
}

# expression SHAPE COMPONENT SIGN: the sum of the waves as a text for the case; SHAPE has @ for the phase in seconds
expression() {
    awk -v shape="$1" -v component="$2" -v sign="$3" -v time="$4" '
    {
        at = sprintf("(%.17g*x+%.17g*y-%s)", $9, $10, time)
        text = shape
        gsub(/@/, at, text)
        sum[$1] = sum[$1] sprintf("%s(%.17g)*%s", sum[$1] == "" ? "" : " + ", sign * $3 * $(3 + component), text)
    }
    END { if (sum[1] == "") print sum[-1]; else print "y < 0 ? " sum[-1] " : " sum[1] }' waves.txt
}

# section NAME SHAPE TIME: `initial` or `exact`
section() {
    echo "$1:"
    if [ "$model" = acoustic ]; then
        echo "  pressure: \"$(expression "$2" 1 -1 "$3")\""
    elif [ "$model" = sh ]; then
        printf '  stress: ["%s", "%s"]\n' "$(expression "$2" 1 1 "$3")" "$(expression "$2" 2 1 "$3")"
        printf '  velocity: "%s"\n' "$(expression "$2" 4 1 "$3")"
        return
    else
        printf '  stress: ["%s", "%s", "%s"]\n' "$(expression "$2" 1 1 "$3")" "$(expression "$2" 2 1 "$3")" \
            "$(expression "$2" 3 1 "$3")"
    fi
    printf '  velocity: ["%s", "%s"]\n' "$(expression "$2" 4 1 "$3")" "$(expression "$2" 5 1 "$3")"
}

# project KIND RATE FROM: amplitudes by least squares from gauges.csv, of the waves of each side, from the time FROM on.
# KIND sine: sin(RATE s), pulse: exp(-(RATE s)^2).
project() {
    awk -F, -v kind="$1" -v rate="$2" -v from="$3" -v model="$model" -v late="${4:-0}" '
    BEGIN { n = 0 }
    function shape(s) { s -= late; return kind == "sine" ? sin(rate * s) : exp(-rate * s * rate * s) }
    FILENAME == "waves.txt" {
        split($0, w, " "); SIDE[n] = w[1]; NAME[n] = w[2]; AMPLITUDE[n] = w[3]
        for (i = 1; i <= 5; i++) U[n, i] = w[3 + i]
        QX[n] = w[9]; QY[n] = w[10]; n++
        next
    }
    FILENAME == "places.txt" { split($0, w, " "); X[w[1]] = w[2]; Y[w[1]] = w[3]; next }
    FNR == 1 {
        for (i = 2; i <= NF; i++) {
            gauge[i] = $i; sub(/_.*/, "", gauge[i])
            c = $i
            component[i] = c ~ /stress_x[xz]/ ? 1 : c ~ /stress_y[yz]/ ? 2 : c ~ /stress_xy/ ? 3 : c ~ /pressure/ ? 6 : \
                c ~ /velocity_[xz]/ ? 4 : 5
        }
        next
    }
    $1 >= from - 1e-9 {
        for (i = 2; i <= NF; i++) {
            g = gauge[i]; side = Y[g] < 0 ? -1 : 1
            for (k = 0; k < n; k++)
                S[k] = SIDE[k] != side ? 0 : (component[i] == 6 ? -U[k, 1] : U[k, component[i]]) * \
                    shape(QX[k] * X[g] + QY[k] * Y[g] - $1)
            for (k = 0; k < n; k++) {
                for (j = 0; j < n; j++) M[k, j] += S[k] * S[j]
                M[k, n] += S[k] * $i
            }
        }
    }
    END {
        for (k = 0; k < n; k++) {
            if (M[k, k] == 0) { print "nothing seen of " NAME[k] > "/dev/stderr"; exit 1 }
            for (i = 0; i < n; i++) {
                if (i == k) continue
                x = M[i, k] / M[k, k]
                for (j = k; j <= n; j++) M[i, j] -= x * M[k, j]
            }
        }
        for (k = 0; k < n; k++) printf "%s %.17g %.17g\n", NAME[k], AMPLITUDE[k], M[k, n] / M[k, k]
    }' waves.txt places.txt run/gauges.csv
}

# strip NAME BELOW ABOVE WIDTH: the mesh
strip() {
    gmsh_mesh waves-strip "$1.msh" "below=$2" "above=$3" "width=$4" h=0.1
}

# compute MODEL END INCIDENT ANGLE KIND: case, run, amplitudes; a row of the table for each wave
compute() {
    local model=$1 end=$2 incident=$3 angle=$4 kind=$5 rate last from late=0 shape top=absorbing y lower upper=''
    local name exact found below=1.9 above=0 width=1 got most=0
    waves "$model" "$end" "$incident" "$angle"
    local speed
    [ "$incident" = P ] && speed=1 || speed=0.6
    if [ "$kind" = sine ]; then
        # a whole wave fits the width: wavelength = width sin(angle); read for a period, when the slowest wave has
        # crossed 0.4 m
        rate=$(calculate "2 * 3.14159265358979323846 * $speed / sin($angle * 3.14159265358979323846 / 180)")
        from=0.8
        last=$(calculate "$from + 2 * 3.14159265358979323846 / $rate")
        shape="sin($rate*@)"
        y='0.1 0.25 0.4'
    else
        # at right angles: half a width of the pulse is 0.1 s; it meets y = 0 at 0.7 s and is read until it has passed
        below=$(calculate "1.5 * $speed")
        rate=10
        width=0.3
        from=0
        last=1.8
        late=-0.7
        shape="exp(-($rate*(@+0.7))^2)"
        y='0.25'
    fi
    lower='lower: {density: 1, vp: 1, vs: 0.6}'
    if [ "$end" = interface ]; then
        above=2.5
        upper=', upper: {density: 1.3, vp: 1.5, vs: 0.85}'
    else
        top=$end
    fi
    strip mesh "$below" "$above" "$width"
    : >places.txt
    local gauges='' i=0 x
    for x in 0.13 0.21 0.27; do
        for name in $y; do
            i=$((i + 1))
            echo "b$i $x -$name" >>places.txt
            gauges+="b$i: [$x m, -$name m], "
            if [ "$above" != 0 ]; then
                echo "a$i $x $name" >>places.txt
                gauges+="a$i: [$x m, $name m], "
            fi
        done
    done
    {
        echo "title: $incident wave at $angle degrees"
        echo "model: $model"
        echo 'mesh: {gmsh: mesh.msh}'
        echo "materials: {$lower$upper}"
        section initial "$shape" 0
        echo "boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: absorbing, top: $top}"
        echo "time: {end: $last s, cfl: 0.9}"
        echo 'numerics: {order: 6}'
        echo "output: {gauges: {${gauges%, }}, record: {every: 0.01 s}}"
        [ "$kind" = sine ] || section exact "$shape" t
    } | case $model in
    acoustic) sed 's/, vs: [0-9.]*//g' ;;
    sh) sed 's/, vp: [0-9.]*//g' ;;
    *) cat ;;
    esac >case.yaml
    run case.yaml
    if [ "$kind" = pulse ]; then
        got=$(value run/errors.csv velocity_l2 last)
        at_most "$model, $end, $incident: error of the velocity" "$got" 1e-3
    fi
    project $kind "$rate" "$from" "$late" >amplitudes.txt
    while read -r name exact found; do
        echo "| $model | $end | $incident | $angle | ${name/_/ } | $(printf '%.6f' "$exact") |" \
            "$(printf '%.6f' "$found") | $(short "$(calculate "$found - ($exact)")") |"
        at_most "$model, $end, $incident at $angle degrees: $name is off by" \
            "$(calculate "sqrt(($found - ($exact))^2)")" "${6:-1e-3}"
    done <amplitudes.txt
}
{
    echo '| model | at y = 0 | incident | angle | wave | exact amplitude | found | difference |'
    echo '|---|---|---|---|---|---|---|---|'
    for end in interface free-surface wall; do
        compute acoustic $end P 0 pulse 1e-4
        compute elastic $end P 0 pulse 1e-4
        compute elastic $end S 0 pulse 1e-4
        compute sh $end SH 0 pulse 1e-4
    done
    compute elastic interface P 20 sine
    compute elastic interface P 35 sine
    compute elastic interface S 15 sine
    compute acoustic interface P 30 sine
    compute sh interface SH 20 sine
    compute elastic free-surface P 40 sine
    compute elastic wall P 40 sine
    compute sh free-surface SH 40 sine
    compute sh wall SH 40 sine
} | table waves-interface
