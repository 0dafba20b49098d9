#!/bin/bash
# Linear waves that are refused: meshes, orders, media, boundaries, keys of other models, too little memory.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >waves.yaml <<'CASE'
title: waves
model: elastic
mesh: {box: {size: [4 m, 1 m], cells: [8, 2], element: triangle}}
materials: {all: {density: 1, vp: 2, vs: 1}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: free-surface}
time: {end: 0.01 s, cfl: 0.9}
CASE
"$eagre" run waves.yaml -q --no-measure -o good

# begins CODE TEXT ARGUMENT...: as refused, where only the beginning of the message counts, since lists of words grow
begins() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run waves.yaml "$@" -o bad >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && [[ $(cat err) == "$text"* ]] || fail "$*: $got: $(cat err)"
    [ ! -s out ] && [ ! -e bad ] || fail "$*: something was written"
}

# a quadrangle that is no parallelogram, by its number in the file
cat >skew.msh <<'MESH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "shore"
2 2 "sea"
$EndPhysicalNames
$Nodes
6
1 0 0 0
2 1 0 0
3 2 0 0
4 2.2 1 0
5 1 1 0
6 0 1 0
$EndNodes
$Elements
8
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 1 1 3 4
4 1 2 1 1 4 5
5 1 2 1 1 5 6
6 1 2 1 1 6 1
17 3 2 2 1 1 2 5 6
18 3 2 2 1 2 3 4 5
$EndElements
MESH
skew=(--set 'mesh={gmsh: skew.msh}' --set 'materials={sea: {density: 1, vp: 2, vs: 1}}' --set 'boundaries={shore: wall}')
begins 4 'eagre: skew.msh: quadrangle 18 at (1.55151515, 0.515151515) is no parallelogram; ' "${skew[@]}"
sed -i 's/^4 2.2 1 0/4 2 1 0/' skew.msh
"$eagre" run waves.yaml "${skew[@]}" -q --no-measure -o mended

# the order
for order in 0 13; do
    begins 3 "--set numerics.order=$order: error: numerics.order: must be between 1 and 12, found '$order'" \
        --set numerics.order=$order
done
begins 3 "--set numerics.order=2.5: error: numerics.order: expected a whole number, found '2.5'" --set numerics.order=2.5
begins 3 '--set numerics.degree=3: error: numerics.degree is not taken here: ' --set numerics.degree=3
begins 3 "--set numerics.flux=godunov: error: numerics.flux: expected upwind or rusanov, found 'godunov'" \
    --set numerics.flux=godunov

# the medium: Poisson's ratio, density, keys that belong together
begins 3 "waves.yaml:4:35: error: vs is not below vp / sqrt(4/3), so that Poisson's ratio is out of its range, -1 to 1/2 at cell 0, (0.333333333, 0.166666667): vp = 2, vs = 1.8
    4 | materials: {all: {density: 1, vp: 2, vs: 1}}" --set materials.all.vs=1.8
set -- 'materials={all: {density: 1, lambda: -0.7, mu: 1}}'
begins 3 "--set $1: error: lambda is not above -2/3 mu, so that Poisson's ratio is out of its range, -1 to 1/2 at cell 0, " \
    --set "$1"
set -- 'materials={all: {density: 1, vp: "2 - x", vs: 1}}'
begins 3 "--set $1: error: vs is not below vp / sqrt(4/3), " --set "$1"
"$eagre" run waves.yaml --set 'materials={all: {density: 1, lambda: -0.6, mu: 1}}' -q --no-measure -o auxetic
for value in -1 0; do
    begins 3 "--set materials.all.density=$value: error: materials.all.density: must be above 0, found '$value'" \
        --set materials.all.density=$value
done
begins 3 '--set materials.all.density="2 - x": error: materials.all.density is -' --set 'materials.all.density="2 - x"'
set -- 'materials={all: {density: 1, vp: 2}}'
begins 3 "--set $1: error: missing key 'vs' in materials.all: " --set "$1"
set -- 'materials={all: {density: 1, lambda: 2}}'
begins 3 "--set $1: error: missing key 'mu' in materials.all: " --set "$1"
set -- 'materials={all: {vp: 2, vs: 1}}'
begins 3 "--set $1: error: missing key 'density' in materials.all; " --set "$1"
set -- 'materials={all: {density: 1, vp: 2, vs: 1, lambda: 1}}'
begins 3 "--set $1: error: materials.all needs exactly one of the keys vp, lambda, c11; found more than one" --set "$1"
set -- 'materials={all: {density: 1, vp: 2, mu: 1}}'
begins 3 "--set $1: error: materials.all.mu has no meaning without 'lambda'" --set "$1"

# a fluid beside rock: what would leave shear in it
sea=(--set 'materials.all.vs="x < 2 ? 1 : 0"')
"$eagre" run waves.yaml "${sea[@]}" -q --no-measure -o sea
"$eagre" run waves.yaml --set 'materials.all.vs="x < 2 ? 0 : 1"' -q --no-measure -o sea-first
"$eagre" run waves.yaml --set 'materials={all: {density: 1, lambda: 4, mu: "x < 2 ? 1 : 0"}}' -q --no-measure -o sea-of-moduli
with='a fluid in an elastic medium (vs or mu is 0 somewhere)'
begins 3 '--set materials.all.vs=-1: error: materials.all.vs: must be 0 or more' --set materials.all.vs=-1
begins 3 "--set numerics.flux=rusanov: error: $with slips along rock, which the Rusanov flux cannot represent; use 'upwind'" \
    "${sea[@]}" --set numerics.flux=rusanov
begins 3 "--set numerics.material_order=2: error: $with needs numerics.material_order 1: " \
    "${sea[@]}" --set numerics.material_order=2
begins 3 "--set numerics.form=conservative: error: $with slips along rock, and in the conservative form " \
    "${sea[@]}" --set numerics.form=conservative
begins 3 "--set initial={from: good}: error: $with cannot begin with another run, " "${sea[@]}" --set 'initial={from: good}'
set -- 'boundaries.bottom={inflow: {velocity: [0, "sin(t)"]}}'
begins 3 "--set $1: error: $with cannot lie at an inflow boundary, " "${sea[@]}" --set "$1"
begins 3 'waves.yaml:4:12: error: cell 18 contains fluid (vs or mu is 0) and rock, fluid at (2.1' \
    --set 'materials.all.vs="x < 2.1 ? 1 : 0"'
begins 3 '--set initial.stress=[1, 1, 0.1]: error: initial.stress is not a pressure at (2.' "${sea[@]}" --set 'initial.stress=[1, 1, 0.1]'
for at in '3, 0.5' '2, 0.5'; do
    for spread in '' 'spread: point, '; do
        set -- "sources={a: {at: [$at], ${spread}moment: [1, 1, 1], time: \"sin(t)\"}}"
        begins 3 "--set $1: error: a source at ($at) has a moment with shear, and the medium there is a fluid; give an explosion or a force" \
            "${sea[@]}" --set "$1"
    done
done
"$eagre" run waves.yaml "${sea[@]}" -q --no-measure -o sources --set "sources={a: {at: [3, 0.5], moment: [1, 1, 0], time: \"sin(t)\"}, b: {at: [2, 0.5], explosion: 1, time: \"sin(t)\"}, c: {at: [1.9, 0.5], moment: [0, 0, 1], time: \"sin(t)\"}}"

# boundaries that are not joined with each other, that no shift joins, and words of other models
begins 3 "waves.yaml:5:31: error: boundaries.left is periodic with 'right', whose entry is not {periodic: left}" \
    --set boundaries.right=wall
begins 3 "waves.yaml:5:31: error: boundaries.left is periodic with 'right', whose entry is not {periodic: left}" \
    --set 'boundaries.right={periodic: top}'
begins 3 "--set boundaries.left={periodic: west}: error: box has no boundary 'west' to be periodic with" \
    --set 'boundaries.left={periodic: west}'
begins 4 "eagre: box: the boundaries 'left' (2 faces) and 'bottom' (8 faces) cannot be joined: " \
    --set 'boundaries={left: {periodic: bottom}, bottom: {periodic: left}, right: wall, top: wall}'
begins 4 "eagre: box: the boundary 'left' is joined with itself: " \
    --set 'boundaries={left: {periodic: left}, right: wall, bottom: wall, top: wall}'
begins 3 '--set boundaries.top=outflow: error: boundaries.top: expected ' --set boundaries.top=outflow
begins 3 "--set boundaries.top={level: 1}: error: unknown key 'level' in boundaries.top; it is a key of the model shallow-water" \
    --set 'boundaries.top={level: 1}'
got=0
"$eagre" run waves.yaml --set model=advection --set 'materials={all: {velocity: [1, 0]}}' -o bad >out 2>err || got=$?
[ $got = 3 ] && grep -q "^waves.yaml:5:83: error: boundaries.top: expected .*, found 'free-surface'" err || fail "$got: $(cat err)"

# keys of other models, values that are not finite
begins 3 "--set initial.depth=1: error: unknown key 'depth' in initial; it is a key of the model shallow-water" \
    --set initial.depth=1
begins 3 "--set limits.mass_error=1: error: unknown key 'mass_error' in limits; " --set limits.mass_error=1
begins 3 '--set boundaries.bottom={absorbing: 5 km}: error: boundaries.bottom.absorbing is 5000 m wide; the mesh has only 4 m by 1 m' \
    --set 'boundaries.bottom={absorbing: 5 km}'
begins 3 '--set initial.stress=[1, 2]: error: initial.stress: expected 3 values ' --set 'initial.stress=[1, 2]'
set -- 'initial.velocity=["1/(x-x)", 0]'
begins 3 "--set $1: error: initial.velocity[0] is inf at cell 0, " --set "$1"

# largest values of other models
begins 3 "--set output.maxima={flooded_depth: 1}: error: unknown key 'flooded_depth' in output.maxima; it is a key of the model shallow-water" \
    --set 'output.maxima={flooded_depth: 1}'
begins 3 "--set output.maxima={variables: [max_depth]}: error: output.maxima.variables[0]: expected max_speed, max_pressure or max_shear, found 'max_depth'" \
    --set 'output.maxima={variables: [max_depth]}'

# more cells than can be numbered; more unknowns than there is memory for: said with the number before the solver is built
begins 4 'eagre: box: 1000000 x 100000 give 200000000000 cells; ' --set 'mesh.box.cells=[1000000, 100000]'
memory=$("$eagre" devices | awk '$1 ~ /^host/ && $3 == "GiB" { print int($2) }')
if ! grep -q asan <(nm -D "$eagre" 2>/dev/null); then # a sanitizer takes terabytes of addresses for itself
    if [ "${memory:-1000}" -lt 64 ]; then # else the mesh alone takes minutes
        cells=$((memory * 65 + 65))       # of order 12 two thousand such rows take 1.4 times the memory
        begins 7 "eagre: $(awk -v n=$((cells * 2000 * 390)) 'BEGIN { printf "%.6g", n }') unknowns ($((cells * 2000)) cells of order 12) need " \
            --set "mesh.box.cells=[$cells, 1000]" --set numerics.order=12 --device host:1 --overcommit
    fi
    got=0
    (
        ulimit -v 1000000
        "$eagre" run waves.yaml --set 'mesh.box.cells=[400, 400]' --set numerics.order=10 --overcommit -o bad >out 2>err
    ) || got=$?
    [ $got = 7 ] || fail "too little memory gave $got: $(cat err)"
    grep -q '^eagre: out of memory: [0-9]* bytes (.* GiB) more are needed' err || fail "$(cat err)"
    [ ! -e bad ] || fail "a folder was made"
fi

# expressions of time that become infinite, or are no numbers: named, with the time, and the state before is kept
ceases() { # CODE TEXT ARGUMENT...
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run waves.yaml -q --no-measure --force -o ceased "$@" >out 2>err || got=$?
    [ "$got" = "$code" ] && [[ $(head -1 err) == *"$text"* ]] || fail "$*: $got: $(cat err)"
}
to_be=(--set time.end=1 --set 'sources={shot: {at: [2, 0.5], explosion: 1, time: "sqrt(0.5 - t)"}}')
ceases 5 'sources.shot.time is not a number at t = 0.5' "${to_be[@]}"
grep -q '"exit": "diverged"' ceased/summary.json || fail "$(cat ceased/summary.json)"
! grep -q 'not finite' <("$eagre" info "$(ls ceased/fields/*.vtkhdf | tail -1)") || fail "the last state is not finite"
ceases 3 'sources.shot.time is inf at t = 0 s' --set 'sources={shot: {at: [2, 0.5], explosion: 1, time: "1 / t"}}'
open=(--set time.end=1 --set boundaries.right=absorbing)
ceases 5 'boundaries.left.inflow.velocity[1] is not a number at (0, ' "${open[@]}" --set 'boundaries.left={inflow: {velocity: [0, "sqrt(0.5 - t)"]}}'
grep -q '), t = 0.5[0-9]* s; it must be a finite number at all times' err || fail "$(cat err)"
ceases 3 'boundaries.left.inflow.velocity[0] is inf at (0, ' "${open[@]}" --set 'boundaries.left={inflow: {velocity: ["1 / t", 0]}}'

# more samples of receivers than anyone reads
begins 3 '--set output.receivers={at: {r: [1, 0.5]}, interval: 1e-10}: error: output.receivers.interval: 1e-10 s gives 1e+08 records' \
    --set 'output.receivers={at: {r: [1, 0.5]}, interval: 1e-10}'

# SH waves have no P waves, no explosions, and forces along z alone
sed 's/^model.*/model: sh/; s/vp: 2, //' waves.yaml >sh.yaml
"$eagre" run sh.yaml -q --no-measure -o good-sh
sh_refused() {
    local text=$1 got=0
    shift
    "$eagre" run sh.yaml "$@" -o bad >out 2>err </dev/null || got=$?
    [ "$got" = 3 ] && grep -qF -- "$text" err || fail "$*: $got: $(cat err)"
}
sh_refused "unknown key 'vp' in materials.all; it is a key of the model acoustic, elastic" --set materials.all.vp=2
sh_refused "unknown key 'explosion' in sources.shot; it is a key of the model acoustic, elastic" \
    --set 'sources={shot: {at: [1, 0.5], explosion: 1, time: "t"}}'
sh_refused 'sources.shot.force: expected a force for each metre, found a list' --set 'sources={shot: {at: [1, 0.5], force: [1, 1], time: "t"}}'
sh_refused 'sources.shot.moment: expected 2 values such as [0, 1e12], found 3' \
    --set 'sources={shot: {at: [1, 0.5], moment: [1, 1, 1], time: "t"}}'
sh_refused 'materials.all.vs: must be above 0' --set materials.all.vs=0
