#!/bin/bash
# SH waves on quadtrees. Their equations are those of acoustic waves with other names: the velocity vz for the pressure,
# minus the stress for the velocity, 1 / rho for K and mu for 1 / rho; a wall is a surface without pressure, and a free
# surface a wall. The kernels of the two systems are separate, and runs of both have to agree within rounding: rough
# states over hanging faces, curved cells, media that vary between and in cells, matched layers, all boundaries, fluxes,
# sources and adaptive meshes. Beside that a plane wave has the order of its nodes.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# twins NAME DENSITY SPEED KEYS...: the keys are those of both; the density of the acoustic twin is 1 / (rho vs^2).
twins() {
    local name=$1 density=$2 speed=$3 drop='sources: '
    shift 3
    [ -n "$pull" ] || drop='# '
    cat >sh.yaml <<END
model: sh
materials: {all: {density: "$density", vs: "$speed"}}
initial: {velocity: "$velocity", stress: ["$stress_x", "$stress_y"]}
boundaries: {left: wall, right: free-surface, bottom: absorbing, top: $top}
time: {end: 0.6}
$drop{push: {at: [0.31, 0.42], force: $force, time: "exp(-(t - 0.2)^2 / 0.005)"}, slip: {at: [0.71, 0.6], moment: [0.3, -0.2], time: "sin(20 * t)"}}
output:
  record: {every: 0.05}
  receivers: {interval: 0.02, at: {a: [0.05, 0.9], b: [0.5, 0.52], c: [0.93, 0.11], d: [0.37, 0.22]}}
  picture: none
END
    printf '%s\n' "$@" >>sh.yaml
    sed -e 's/^model: sh/model: acoustic/' \
        -e "s|density: \"[^\"]*\", vs: |density: \"1 / (($density) * ($speed)^2)\", vp: |" \
        -e "s|^initial: .*|initial: {pressure: \"$velocity\", velocity: [\"-($stress_x)\", \"-($stress_y)\"]}|" \
        -e 's/left: wall/left: free-surface/; s/right: free-surface/right: wall/' \
        -e "s/force: $force/explosion: $explosion/; s/moment: .*\], time/force: $pull, time/" sh.yaml >acoustic.yaml
    for model in sh acoustic; do
        out=$name-$model
        run $model.yaml
    done
    apart "$name"
}
# The largest difference of vz and p at receivers, and of the energies, over the largest values.
apart() {
    paste -d, "$1-sh/seismograms/receivers.csv" "$1-acoustic/seismograms/receivers.csv" >both.csv
    awk -F, -v what="$1" 'function size(x) { return x < 0 ? -x : x }
        NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /_velocity_z_m_per_s$/) vz[substr($i, 1, 1)] = i
                  else if ($i ~ /_pressure_Pa$/) p[substr($i, 1, 1)] = i
                  next }
        { for (k in vz) { rows++; d = size($vz[k] - $p[k]); if (d > worst) worst = d; if (size($p[k]) > most) most = size($p[k]) } }
        END { print what ": " worst / most; exit !(rows > 100 && most > 0.01 && worst < 1e-13 * most) }' both.csv >told || fail "$(cat told)"
    local one other
    one=$(value "$1-sh/balance.csv" energy_J_per_m last) other=$(value "$1-acoustic/balance.csv" energy_J_per_m last)
    at_most "$1: energies apart" "$(calculate "($one / $other - 1)^2")" 1e-24
}

velocity='abs(x-0.4) < 0.2 ? 1 : 0' stress_x='y > 0.61 ? 1 : -1' stress_y='x > y ? 1 : 0' top=absorbing
# An explosion acts on the pressure, a force over rho on the velocity; a moment on the stress, a force over rho on the
# velocity: these are the strengths with the densities and moduli at the two points.
force=0.5 explosion=0.5 pull='[0.13333333333333333, -0.08888888888888889]'
box='box: {size: [1, 1], cells: [1, 1]' levels='levels: "x + y > 1.4 ? 4 : 2"'
graded="mesh: {forest: {level: 2, $levels}, $box}}"
for flux in upwind rusanov; do
    twins "graded-$flux" 1 1.5 "$graded" "numerics: {degree: 3, flux: $flux}"
done
twins central 1 1.5 "mesh: {forest: {level: 3}, $box}}" 'numerics: {degree: 3, flux: central}'
cat >bent.msh <<'END'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
5
1 1 "left"
1 2 "right"
1 3 "bottom"
1 4 "top"
2 5 "all"
$EndPhysicalNames
$Nodes
9
1 0 0 0
2 0.5 0 0
3 1 0 0
4 0 0.5 0
5 0.42 0.57 0
6 1 0.5 0
7 0 1 0
8 0.5 1 0
9 1 1 0
$EndNodes
$Elements
12
1 1 2 1 1 1 4
2 1 2 1 1 4 7
3 1 2 2 1 3 6
4 1 2 2 1 6 9
5 1 2 3 1 1 2
6 1 2 3 1 2 3
7 1 2 4 1 7 8
8 1 2 4 1 8 9
9 3 2 5 1 1 2 5 4
10 3 2 5 1 2 3 6 5
11 3 2 5 1 4 5 8 7
12 3 2 5 1 5 6 9 8
$EndElements
END
twins bent 1 1.5 "mesh: {forest: {level: 1, ${levels//4 : 2/3 : 1}}, gmsh: bent.msh}" 'numerics: {degree: 4}'
twins bent-central 1 1.5 "mesh: {forest: {level: 1, ${levels//4 : 2/3 : 1}}, gmsh: bent.msh}" 'numerics: {degree: 4, flux: central}'
twins adaptive 1 1.5 "mesh: {forest: {level: 3, adapt: {lowest: 2, highest: 4, every: 2, refine: 0.03, coarsen: 1e-3}}, $box}}" \
    'numerics: {degree: 4}'
twins one-state 1 1.5 "$graded" 'numerics: {degree: 5, storage: in-place}' # one array
pull='[0.025, -0.016666666666666666]'
twins blocks 'x < 0.5 ? 1 : 3' 'y < 0.5 ? 1 : 2' "$graded" 'numerics: {degree: 4}'
pull= # sources would take what the medium is at their points
twins nodes '1 + 0.5 * sin(3*x)' '1.2 + 0.4 * cos(4*y)' "$graded" 'numerics: {degree: 4, material: nodes}'
pull='[0.13333333333333333, -0.08888888888888889]' top='{pml: 0.25}'
for flux in upwind rusanov; do
    twins "layer-$flux" 1 1.5 "mesh: {forest: {level: 3}, $box}}" "numerics: {degree: 5, flux: $flux}"
done

# ---- a plane wave along a diagonal, on graded cells
cat >plane.yaml <<'END'
model: sh
mesh: {forest: {level: 3}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 2, vs: 1.5}}
initial: {velocity: "sin(2*pi*(x+y))", stress: ["-3*sqrt(0.5)*sin(2*pi*(x+y))", "-3*sqrt(0.5)*sin(2*pi*(x+y))"]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.3}
exact: {velocity: "sin(2*pi*(x+y-1.5*sqrt(2)*t))", stress: ["-3*sqrt(0.5)*sin(2*pi*(x+y-1.5*sqrt(2)*t))", "-3*sqrt(0.5)*sin(2*pi*(x+y-1.5*sqrt(2)*t))"]}
output: {picture: none}
END
{
    echo '| nodes | level | L2 of the velocity | order | L2 of the stress |'
    echo '|---:|---:|---:|---:|---:|'
    for degree in 1 2 3 5; do
        first=$((degree < 2 ? 4 : degree < 4 ? 3 : 2)) before=
        for level in $first $((first + 1)); do
            run plane.yaml --set "mesh.forest.level=$level" --set "numerics.degree=$degree" --set "time.cfl=$([ $degree = 5 ] && echo 0.4 || echo 0.9)" \
                --set "mesh.forest.levels=$level + (max(abs(x-0.5), abs(y-0.5)) < 0.2 ? 1 : 0)"
            now=$(value "$out/errors.csv" velocity_l2 last) seen=
            [ -z "$before" ] || seen=$(order "$before" "$now" 2)
            echo "| $((degree + 1)) | $level | $(short "$now") | $seen | $(short "$(value "$out/errors.csv" stress_l2 last)") |"
            before=$now
        done
        at_least "plane SH wave, degree $degree: order observed" "$seen" "$(calculate "$degree + 0.7")"
    done
} | table forests-sh
