#!/bin/bash
# Waves on quadtrees and octrees by nodal DG, against exact solutions, and their energy.
#   forests.sh         2 to 6 nodes an edge, two levels each; a second or two a series
#   forests.sh full    2 to 8 nodes, one level more, all of them in space, too
# The finest pair of levels has to show the order of the nodes minus 0.3 in L2, uniform and with a middle of
# smaller leaves: plane waves along a diagonal of a periodic square or cube (acoustic; P and S waves), a standing
# wave in a cube with walls, and a mode of two fluids in a box, whose waves cross the interface aslant. Pulses at
# right angles to an interface of two solids, and of a solid and a fluid, have the exact amplitudes of what is reflected and
# transmitted; so have P and S waves that come aslant, from either side. So do waves in
# a cube of curved cells, of one level and with smaller leaves, and a wave through a medium that varies in cells and
# reflects nothing. A line source has the seismograms of Green's function of the plane, over hanging faces. The energy of
# a rough state does not rise in any row; with the central flux its loss is that of the steps, which falls 32-fold when
# they are halved.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
full=${1:-}

periodic='left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}'
cat >acoustic-plane.yaml <<EOF
model: acoustic
mesh: {forest: {level: 3}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial:
  pressure: "sin(2*pi*(x+y))"
  velocity: ["sqrt(0.5)*sin(2*pi*(x+y))", "sqrt(0.5)*sin(2*pi*(x+y))"]
boundaries: {$periodic}
time: {end: 0.5}
exact: {pressure: "sin(2*pi*(x+y-sqrt(2)*t))"}
EOF
cat >elastic-plane.yaml <<EOF
model: elastic
mesh: {forest: {level: 3}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, lambda: 2, mu: 1}}
initial:
  velocity: [0, "2 * sqrt(0.5) * sin(2*pi*(x+y))"]
  stress: ["-0.5 * sin(2*pi*(x+y))", "-2.5 * sin(2*pi*(x+y))", "-0.5 * sin(2*pi*(x+y))"]
boundaries: {$periodic}
time: {end: 0.25}
exact:
  velocity:
    - "sqrt(0.5) * (sin(2*pi*(x+y-2*sqrt(2)*t)) - sin(2*pi*(x+y-sqrt(2)*t)))"
    - "sqrt(0.5) * (sin(2*pi*(x+y-2*sqrt(2)*t)) + sin(2*pi*(x+y-sqrt(2)*t)))"
EOF
cat >acoustic-standing.yaml <<'EOF'
model: acoustic
mesh: {forest: {level: 2}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "cos(pi*x) * cos(pi*y) * cos(pi*z)"}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {end: 0.5}
exact: {pressure: "cos(pi*x) * cos(pi*y) * cos(pi*z) * cos(sqrt(3)*pi*t)"}
EOF
# an S wave along (1, 1, 0) / sqrt(2) that moves along z, and a P wave along z
sxz='-sqrt(0.5)*sin(2*pi*(x+y))' szz='-2*sin(2*pi*z)'
cat >elastic-space.yaml <<EOF
model: elastic
mesh: {forest: {level: 2}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}
materials: {all: {density: 1, lambda: 2, mu: 1}}
initial:
  velocity: [0, 0, "sin(2*pi*(x+y)) + sin(2*pi*z)"]
  stress: ["-sin(2*pi*z)", "-sin(2*pi*z)", "$szz", 0, "$sxz", "$sxz"]
boundaries: {$periodic, front: {periodic: back}, back: {periodic: front}}
time: {end: 0.25}
exact: {velocity: [0, 0, "sin(2*pi*(x+y-sqrt(2)*t)) + sin(2*pi*(z-2*t))"]}
EOF

# Two fluids, 1 and 2, left and right of x = 1/2 in a square with walls: p = cos(2 pi y) cos(w t) times
# cos(k x), then B cos(l (1 - x)), k^2 = (w / c)^2 - 4 pi^2 in each. Pressure and velocity are continuous if
#   k / rho1 sin(k/2) cos(l/2) + l / rho2 sin(l/2) cos(k/2) = 0
read -r W K L B < <(awk 'function k(w, c) { return sqrt(w * w / (c * c) - 4 * pi * pi) }
    function f(w,    a, b) {
        a = k(w, 1) / 2; b = k(w, 1.5) / 2
        return 2 * a * sin(a) * cos(b) + b * sin(b) * cos(a)
    }
    BEGIN { pi = atan2(0, -1); low = 3 * pi + 0.01
        while (f(low) * f(low + 0.1) > 0) low += 0.1
        high = low + 0.1
        for (i = 0; i < 60; i++) { m = (low + high) / 2; if (f(low) * f(m) > 0) low = m; else high = m }
        a = k(low, 1); b = k(low, 1.5)
        printf "%.17g %.17g %.17g %.17g\n", low, a, b, cos(a / 2) / cos(b / 2) }')
mode="(x < 0.5 ? cos($K*x) : $B*cos($L*(1-x))) * cos(2*pi*y)"
cat >acoustic-layers.yaml <<EOF
model: acoustic
mesh: {forest: {level: 3}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: "x < 0.5 ? 1 : 2", vp: "x < 0.5 ? 1 : 1.5"}}
initial: {pressure: "$mode"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.3}
exact: {pressure: "$mode * cos($W*t)"}
EOF

# The same standing wave in a cube that is bent inside, and a wave through a medium of one impedance
bend='0.05 * sin(pi*x) * sin(pi*y) * sin(pi*z)'
cat >acoustic-curved.yaml <<EOF
model: acoustic
mesh:
  forest: {level: 1}
  box: {size: [1, 1, 1], cells: [1, 1, 1], map: ["x + $bend", "y + $bend", "z + $bend"], geometry_degree: 4}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "cos(pi*x) * cos(pi*y) * cos(pi*z)"}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {end: 0.2}
exact: {pressure: "cos(pi*x) * cos(pi*y) * cos(pi*z) * cos(sqrt(3)*pi*t)"}
EOF
sed "s/cells: \[1, 1, 1\]}/cells: [1, 1, 1], map: [\"x + $bend\", \"y + $bend\", \"z + $bend\"], geometry_degree: 4}/" \
    elastic-space.yaml >elastic-curved.yaml
wave() { echo "sin(2*pi*($1 - x) - 0.5 * sin(2*pi*x))"; }
cat >acoustic-impedance.yaml <<EOF
model: acoustic
mesh: {forest: {level: 2}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: "1 + 0.5 * cos(2*pi*x)", vp: "1 / (1 + 0.5 * cos(2*pi*x))"}}
initial: {pressure: "$(wave 0)", velocity: ["$(wave 0)", 0]}
boundaries: {$periodic}
time: {end: 0.5}
numerics: {material: nodes}
exact: {pressure: "$(wave t)"}
EOF

# Pulses of P and S waves in one solid that meet another at x = 2: impedances 2 and 1, then 4.5 and 3
pulse='exp(-25*((s)-1)*((s)-1))'
at() { echo "${pulse//s/$1}"; }
p_in=$(at 'x-2*t') p_back=$(at '4-x-2*t') p_on=$(at '2+2/3*(x-2)-2*t')
s_in=$(at 'x-t') s_back=$(at '4-x-t') s_on=$(at '2+1/2*(x-2)-t')
# of the velocity: reflected (Z1 - Z2) / (Z1 + Z2), transmitted 2 Z1 / (Z1 + Z2)
cat >elastic-interface.yaml <<EOF
model: elastic
mesh: {forest: {level: 4}, box: {size: [4, 4], cells: [1, 1]}}
materials: {all: {density: "x < 2 ? 1 : 1.5", vp: "x < 2 ? 2 : 3", vs: "x < 2 ? 1 : 2"}}
initial:
  velocity: ["$(at x)", "$(at x)"]
  stress: ["-2*$(at x)", "-1*$(at x)", "-1*$(at x)"]
boundaries: {left: absorbing, right: absorbing, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 1.25}
numerics: {degree: 7}
exact:
  velocity:
    - "x < 2 ? $p_in - 5/13*$p_back : 8/13*$p_on"
    - "x < 2 ? $s_in - 1/2*$s_back : 1/2*$s_on"
EOF
# the second one a fluid, along which the first slips: S waves come back whole
sed -e 's/vs: "x < 2 ? 1 : 2"/vs: "x < 2 ? 1 : 0"/; s/^  stress: .*/  stress: [SXX, SXY, SXY]/' \
    -e "s/SXX/\"x < 2 ? -2*$(at x) : 0\"/; s/SXY/\"x < 2 ? -1*$(at x) : 0\"/g" \
    -e 's|- 1/2\*|+ |; s|: 1/2\*|: 0*|' elastic-interface.yaml >fluid-interface.yaml

# Steps are of order 4: from 6 nodes on they have to be shorter, lest their error is the larger one.
cfl=('' 0.9 0.9 0.9 0.9 0.4 0.2 0.1)

# series CASE VARIABLE DEGREE LEVEL LAST [STEEP [CFL [WHERE]]]: a row of the table for each level; the last pair counts. The
# middle, or where WHERE is below 0.2, is STEEP levels higher, with hanging faces around it; 0 where not given.
series() {
    local case=$1 variable=$2 degree=$3 level=$4 last=$5 steep=${6:-0} before='' now='' seen
    local number=${7:-${cfl[$3]}}
    local middle=${8:-max(abs(x-0.5), abs(y-0.5))}
    for (( ; level <= last; level++)); do
        before=$now seen=
        run "$case.yaml" --set "mesh.forest.level=$level" --set "numerics.degree=$degree" \
            --set "time.cfl=$number" \
            --set "mesh.forest.levels=$level + min($steep, $middle < 0.05 ? 2 : $middle < 0.2 ? 1 : 0)"
        now=$(value "$out/errors.csv" "${variable}_l2" last)
        at_most "$case, degree $degree: growth of energy" "$(summary energy_growth)" 1e-12
        [ -z "$before" ] || seen=$(order "$before" "$now" 2)
        name=$case
        [ "$steep" = 0 ] || name+=", graded +$steep"
        echo "| $name | $((degree + 1)) | $number | $level | $(summary cells) | $(summary steps) |" \
            "$(short "$now") | $seen |"
    done
    at_least "$case, degree $degree: order observed" "$seen" "$(calculate "$degree + 0.7")"
}
inner='max(abs(x-0.5), abs(y-0.5)) + 0.1' # boxes round cells that are bent are larger
more=0 plane='1 5' layers='2' graded='2 5' space='2' # degrees
if [ "$full" = full ]; then more=1 plane='1 2 3 4 5 6 7' layers=$plane graded=$plane space=$plane; fi
{
    echo '| case | nodes | CFL | level | cells | steps | L2 | order |'
    echo '|---|---:|---:|---:|---:|---:|---:|---:|'
    for degree in $plane; do
        first=$((degree < 2 ? 4 : degree < 4 ? 3 : 2))
        last=$((first + 1 + (degree < 6 ? more : 0))) # beyond are the floors of rounding
        series acoustic-plane pressure $degree $first $last
        series elastic-plane velocity $degree $first $last
    done
    for degree in $layers; do
        first=$((degree < 2 ? 5 : degree < 4 ? 4 : 3))
        series acoustic-layers pressure $degree $first $((first + 1 + (degree < 6 ? more : 0)))
    done
    for degree in $graded; do
        first=$((degree < 2 ? 4 : degree < 4 ? 3 : 2))
        last=$((first + 1 + (degree < 6 ? more : 0)))
        series acoustic-plane pressure $degree $first $last 2
        series elastic-plane velocity $degree $first $last 1
        series acoustic-layers pressure $degree $((first + 1)) $((last + 1)) 1
        [ "$full" = full ] || [ "$degree" -lt 3 ] || continue
        first=$((degree < 2 ? 4 : degree < 4 ? 2 + more : 2))
        series acoustic-standing pressure $degree $first $((first + 1)) 1
    done
    for degree in $space; do
        first=$((degree < 4 ? 2 + more : degree < 6 ? 2 : 1))
        [ "$degree" -gt 1 ] || first=4
        series acoustic-standing pressure $degree $first $((first + 1))
        series elastic-space velocity $degree $((first < 2 ? 2 : first)) $((first < 2 ? 3 : first + 1))
    done
    series acoustic-curved pressure 2 2 $((3 + more)) 0 0.9
    if [ "$full" = full ]; then
        series acoustic-curved pressure 1 4 5 0 0.9
        series acoustic-curved pressure 3 2 3 0 0.6
        series acoustic-curved pressure 4 1 3 0 0.5
        series acoustic-curved pressure 5 1 2 0 0.3
        series acoustic-curved pressure 6 1 2 0 0.2
        series acoustic-curved pressure 7 1 2 0 0.1
    fi
    [ "$full" != full ] || series acoustic-curved pressure 3 2 3 1 0.6 "$inner"
    series elastic-curved velocity 2 2 3 1 0.9 "$inner"
    series acoustic-impedance pressure 4 3 $((4 + more)) 0 0.3
} | table forests-convergence

# ---- a line source against s' * G, G = H(t - r/c) / (2 pi c^2 sqrt(t^2 - (r/c)^2)), c = 1. With t' = (r/c) cosh(theta)
# the root goes, and the integral over theta has a smooth and even integrand that is 0 at the other end.
cat >line-source.yaml <<'EOF'
model: acoustic
mesh:
  forest: {level: 4, levels: "hypot(x - 0.03, y - 0.02) < 0.3 ? 5 : 4"}
  box: {origin: [-2, -2], size: [4, 4], cells: [1, 1]}
materials: {all: {density: 1, vp: 1}}
sources: {line: {at: [0.03, 0.02], explosion: 1, time: "exp(-(t - 0.5)^2 / 0.0128)"}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 2}
output:
  receivers: {interval: 0.05, at: {a: [0.53, 0.02], b: [-0.57, 0.82], c: [0.33, -0.38], d: [1.03, 0.52]}}
  picture: none
EOF
# misfit: sqrt(sum (p - exact)^2 / sum exact^2) of the table of receivers
misfit() {
    awk -F, 'function exact(r, t,    top, limit, theta, step, u, sum, i) {
            top = (t + 0.5) / r
            if (top <= 1) return 0
            limit = log(top + sqrt(top * top - 1)); step = limit / 1000
            for (i = 0; i < 1000; i++) {
                theta = i * step
                u = t - 0.5 - r * (exp(theta) + exp(-theta)) / 2
                sum += (i ? 1 : 0.5) * -u / 0.0064 * exp(-u * u / 0.0128)
            }
            return sum * step / (2 * atan2(0, -1))
        }
        BEGIN { r["a"] = 0.5; r["b"] = 1; r["c"] = 0.5; r["d"] = sqrt(1.25) }
        NR == 1 { for (i = 2; i <= NF; i++) if ($i ~ /_pressure_Pa$/) name[i] = substr($i, 1, 1); next }
        { for (i in name) { e = exact(r[name[i]], $1); error += ($i - e)^2; signal += e^2; n++ } }
        END { if (n < 100) exit 1; print sqrt(error / signal) }' "$out/seismograms/receivers.csv"
}
{
    bound=('' '' '' 0.15 '' 0.018 '' 6.5e-4)
    echo '| nodes | cells | misfit |'
    echo '|---:|---:|---:|'
    for degree in 3 5 $([ "$full" != full ] || echo 7); do
        run line-source.yaml --set "numerics.degree=$degree"
        found=$(misfit)
        echo "| $((degree + 1)) | $(summary cells) | $(short "$found") |"
        at_most "line source, degree $degree: misfit" "$found" "${bound[degree]}"
    done
} | table forests-source

# ---- two solids: the front of each pulse has passed, amplitudes are -5/13 and 8/13 (P), -1/2 and 1/2 (S), with a fluid 1 and 0
{
    echo '| right of the interface | degree | level | L2 of the velocity | Linf |'
    echo '|---|---:|---:|---:|---:|'
    for right in elastic fluid; do
        for level in 4 $([ "$full" = full ] && echo 5); do
            run $right-interface.yaml --set "mesh.forest.level=$level"
            l2=$(value "$out/errors.csv" velocity_l2 last) linf=$(value "$out/errors.csv" velocity_linf last)
            echo "| $([ $right = fluid ] && echo fluid || echo solid) | 7 | $level | $(short "$l2") | $(short "$linf") |"
            at_most "a solid and one that is $right, level $level: error" "$l2" 1e-5
        done
    done
} | table forests-interface

# ---- aslant: all waves of one slowness along the interface, with their exact coefficients
{
    echo '| right of the interface | degree | level | largest error of the velocity, over the largest velocity |'
    echo '|---|---:|---:|---:|'
    for right in solid fluid; do
        python3 "$EAGRE_SOURCE/tests/verify/oblique.py" $right write >oblique.yaml
        for level in 3 $([ "$full" = full ] && echo 4); do
            run oblique.yaml --set "mesh.forest.level=$level"
            error=$(python3 "$EAGRE_SOURCE/tests/verify/oblique.py" $right check "$out")
            echo "| $right | 7 | $level | $(short "$error") |"
            at_most "aslant, a solid and a $right, level $level: error" "$error" "$([ $level = 3 ] && echo 5e-5 || echo 2e-7)"
        done
    done
} | table forests-oblique

# ---- energy of a rough state has no rise in any row, upwind and central, with hanging faces, four media, a fluid beside rock
cat >rough.yaml <<'EOF'
model: elastic
mesh:
  forest: {level: 2, levels: "x + y > 1.4 ? 4 : abs(x - 0.4) < 0.2 ? 3 : 2"}
  box: {size: [1, 1], cells: [1, 1]}
materials: {all: {density: "x < 0.5 ? 1 : 3", vp: "y < 0.5 ? 2 : 4", vs: 1}}
initial:
  velocity: ["abs(x-0.4) < 0.2 ? 1 : 0", "y > 0.61 ? 1 : -1"]
  stress: ["x > y ? 1 : 0", 0, "x + y > 0.7 ? 1 : 0"]
boundaries: {left: wall, right: free-surface, bottom: absorbing, top: wall}
time: {end: 1}
output: {record: {every: 0.02}}
EOF
sed -e 's/vs: 1}/vs: "x < 0.5 ? 1 : 0"}/' \
    -e 's/^  stress: .*/  stress: ["x > y ? 1 : 0", "x >= 0.5 \&\& x > y ? 1 : 0", "x < 0.5 \&\& x + y > 0.7 ? 1 : 0"]/' \
    rough.yaml >rough-fluid.yaml
# rough DEGREE FLUX STEPS [CASE]
rough() {
    run "${4:-rough}.yaml" --set "numerics.degree=$1" --set "numerics.flux=$2" --set "numerics.steps=$3"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "energy_J_per_m") at = i; next }
        NR > 2 && $at > before { print "energy rises in row " NR; bad = 1 }
        { before = $at }
        END { exit bad || NR < 50 }' "$out/balance.csv" || fail "rough state: $*"
}
if [ "$full" = full ]; then
    for degree in 1 2 4 7; do
        for flux in upwind central; do rough $degree $flux lsrk4; done
        rough $degree upwind ssprk3
    done
else
    rough 1 central lsrk4
    rough 2 upwind ssprk3
    rough 4 upwind lsrk4
fi
[ "$full" != full ] || rough 2 central lsrk4 rough-fluid
rough 4 upwind lsrk4 rough-fluid

# ---- the central flux: 7/1800 w^6 dt^5 of the energy in a second
{
    echo '| dt | loss of energy | by theory | ratio |'
    echo '|---:|---:|---:|---:|'
    before=''
    for dt in 0.01 0.005 0.0025; do
        run acoustic-plane.yaml --set mesh.forest.level=2 --set numerics.degree=7 --set time.end=2 \
            --set "time.dt=$dt" --set numerics.flux=central
        last=$(value "$out/balance.csv" energy_J_per_m last)
        loss=$(calculate "1 - $last / $(value "$out/balance.csv" energy_J_per_m 1)")
        theory=$(calculate "2 * 7 / 1800 * (2 * sqrt(2) * atan2(0, -1))^6 * $dt^5")
        ratio=
        if [ -n "$before" ]; then
            ratio=$(calculate "$before / $loss")
            at_least "central flux, dt $dt: fall of the loss" "$ratio" 31.5
            at_most "central flux, dt $dt: fall of the loss" "$ratio" 32.5
        fi
        at_most "central flux, dt $dt: loss over theory" "$(calculate "$loss / $theory")" 1.02
        echo "| $dt | $(short "$loss") | $(short "$theory") | ${ratio:0:5} |"
        before=$loss
    done
} | table forests-central
