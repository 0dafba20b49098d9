#!/bin/bash
# Verdicts of what receivers see of sources: waves that come too late, records that end too early, receivers beside a source, sides of Gmsh
# meshes that waves graze; and of waves that fade though nothing takes them. Each with a case that says it, and one beside it that does not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

cat >plane.yaml <<'CASE'
model: elastic
mesh: {box: {size: [2000 m, 1000 m], cells: [40, 20]}}
materials: {all: {density: 2000, vp: 3000, vs: 1700}}
initial: {}
sources: {shot: {at: [510, 510], explosion: 1, time: {ricker: {frequency: 8 Hz}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 1 s}
numerics: {order: 4}
output: {receivers: {interval: 5 ms, at: {a: [1300, 950]}}, picture: none}
CASE
sed -e 's/mesh: {/mesh: {forest: {level: 2}, /; s/\[40, 20\]/[10, 5]/; s/order: 4/degree: 4/' plane.yaml >forest.yaml
cases=plane
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases='plane forest'
all=$cases

told '' ''

# the fastest wave needs 0.3 s to the receiver, and the source begins at 0.008 s
told no-arrival 'no wave comes to 1 of 1 receivers before the end at 0.29 s: the fastest, of 3000 m/s, comes to the one at (1300, 950) at 0.3' time.end=0.29
told '' '' time.end=0.5
told no-arrival '1 of 2 receivers' time.end=0.5 'output.receivers.at={a: [1300, 950], b: [1990, 10]}' mesh.box.origin='[0, 0]' 'sources.shot.time={ricker: {frequency: 8 Hz, delay: 0.2 s}}'
told '' '' time.end=0.29 'initial={velocity: [0, 0], stress: ["exp(-((x - 1000)^2 + (y - 500)^2) / 1e4)", 0, 0]}'

# a receiver in the cell of a source, and two cells beside it
told near-source 'a receiver at (530, 510) is 20 m away from a source, in cells of 50 m' 'output.receivers.at={a: [530, 510]}'
told '' '' 'output.receivers.at={a: [610, 510]}'

# g/cm3 and exchanged speeds
told units 'waves of 3000 m/s in a density of 2 kg/m3: is this g/cm3' materials.all.density=2
told units "vp is 3000 m/s and vs 2300 m/s: Poisson's ratio is negative" materials.all.vs=2300

# waves that graze a side, on meshes of Gmsh as in a box; a side whose faces end before, and one that turns away
cases=plane
command -v gmsh >/dev/null || fail "gmsh is needed"
# HEIGHT up to which the left side is "left"; above it is "upper"
gmsh_case() {
    printf 'Point(1) = {0,0,0,100}; Point(2) = {2000,0,0,100}; Point(3) = {2000,1000,0,100}; Point(4) = {0,1000,0,100}; Point(5) = {0,%s,0,100};
Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,5}; Line(5) = {5,1}; Curve Loop(1) = {1,2,3,4,5}; Plane Surface(1) = {1};
Physical Curve("bottom") = {1}; Physical Curve("right") = {2}; Physical Curve("top") = {3}; Physical Curve("upper") = {4}; Physical Curve("left") = {5};
Physical Surface("all") = {1};\n' "$1" >side.geo
    gmsh -2 -format msh22 side.geo -o side.msh >gmsh.log 2>&1 || fail "$(cat gmsh.log)"
}
sed -e 's/^mesh.*/mesh: {gmsh: side.msh}/; s/left: absorbing/left: absorbing, upper: wall/; s/frequency: 8/frequency: 5/' plane.yaml >gmsh.yaml
cases=gmsh
graze=('sources.shot.at=[50, 110]' 'output.receivers.at={a: [60, 900]}')
gmsh_case 900
told '' ''
told grazing 'by way of boundaries.left, which they meet at 82.* degrees: about 0.7[0-9]* of the direct wave' "${graze[@]}"
cp err whole
told '' '' "${graze[@]}" boundaries.left=wall
told 'source-cut, no-arrival' '' "${graze[@]}" time.end=0.25 # too early for what comes back
told '' '' 'sources.shot.at=[600, 110]' 'output.receivers.at={a: [610, 900]}'
gmsh_case 300 # the waves would meet the side at 469 m, which is a wall
told '' '' "${graze[@]}"

# runs: the verdicts of the summary
verdicts() { # CASE OPTION...
    "$eagre" run "$1.yaml" -o run --force --no-measure --device host:1 -q "${@:2}" >out 2>err || fail "$*: $(cat out err)"
    sed -n 's/^    {"name": "\([a-z-]*\)".*/\1/p' run/summary.json | tr '\n' ' '
}
expect() { # NAMES CASE OPTION...
    local found
    found=$(verdicts "${@:2}")
    [ "$found" = "$1" ] || fail "${*:2}: '$found' for '$1': $(grep -A3 verdicts run/summary.json)"
}
for case in $all; do
    expect 'record-cut ' $case --set time.end='0.5 s'
    grep -q '"place": \[1300, 950\]' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
    expect '' $case
done
expect '' plane --set time.end='0.5 s' --set time.steps=20 # stopped before its end

# echoes between walls, as large as ever, however long it lasts
cat >tube.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [2 m, 0.1 m], cells: [40, 2]}}
materials: {all: {density: 1.2, vp: 340}}
sources: {s: {at: [0.3 m, 0.05 m], explosion: 1, time: {ricker: {frequency: 400 Hz}}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 30 ms}
numerics: {order: 5}
output: {picture: none, receivers: {interval: 0.05 ms, at: {e: [2 m, 0.05 m], m: [1 m, 0.05 m]}}}
CASE
expect '' tube
expect 'record-cut ' tube --set time.end='19 ms' --set 'mesh.box={size: [6 m, 0.1 m], cells: [120, 2]}' --set 'output.receivers.at={e: [6 m, 0.05 m]}'

# a tracer that fades, and waves between walls; what leaves is no loss
cat >tracer.yaml <<'CASE'
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [16, 16]}}
materials: {all: {velocity: [1, 0]}}
initial: {tracer: "sin(4 * pi * x)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {end: 1 s}
numerics: {order: 1}
output: {record: {every: 0.5 s}, picture: none}
CASE
expect 'fading ' tracer
expect '' tracer --set numerics.order=3
expect '' tracer --set numerics.order=3 --set 'initial.tracer=exp(-((x - 0.8) / 0.15)^2)' --set time.end=0.3 \
    --set boundaries='{left: outflow, right: outflow, bottom: wall, top: wall}'
cat >sound.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [1 m, 1 m], cells: [12, 12], element: quadrangle}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "cos(2 * pi * x)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 s}
numerics: {order: 1}
output: {picture: none}
CASE
expect 'fading ' sound
expect '' sound --set numerics.order=3
expect '' sound --set numerics.order=3 --set boundaries='{left: absorbing, right: absorbing, bottom: wall, top: wall}'

# cells that change: a pulse that spreads below what they are chosen by, and one that they follow
if [ "$all" != plane ]; then
    cat >spreads.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 2, adapt: {lowest: 1, highest: 4, every: 4, refine: 0.1, coarsen: 0.02}}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-((x - 0.2)^2 + (y - 0.2)^2) / 0.03^2)"}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 0.9 s}
numerics: {degree: 3}
output: {picture: none}
CASE
    expect 'fading ' spreads
    grep -q 'cells that change took about 0.[3-6]' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
    expect '' spreads --set mesh.forest.adapt.refine=1e-3 --set mesh.forest.adapt.coarsen=1e-4 --set mesh.forest.adapt.highest=5
    # chosen so seldom that the pulse is out of the buffer; in a run that is shorter than that, too
    cases=spreads fine=(mesh.forest.adapt.refine=1e-3 mesh.forest.adapt.coarsen=1e-4 mesh.forest.adapt.highest=5)
    told resolution 'cells are chosen each 60 steps, in which waves cross 1[0-9.]* of the smallest cells; a buffer of 1' \
        "${fine[@]}" mesh.forest.adapt.every=60
    told '' '' "${fine[@]}" mesh.forest.adapt.every=60 mesh.forest.adapt.buffer=8
    told '' '' "${fine[@]}" mesh.forest.adapt.every=20
    told '' '' "${fine[@]}" mesh.forest.adapt.every=60 time.end=0.03
fi
