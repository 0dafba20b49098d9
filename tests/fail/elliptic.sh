#!/bin/bash
# Poisson and heat that are refused: boundaries, coefficients, keys of other models; a solve that does not converge; limits.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >case.yaml <<'CASE'
title: a cube
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2]}}
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {value: 0}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 3}
CASE
"$eagre" run case.yaml -q --no-measure -o good

wrong() { # SETTING TEXT: the case with this setting is refused with this text
    refused 3 "--set $1: error: $2" case.yaml --set "$1"
}

# boundaries
wrong 'boundaries={left: {value: 0}, right: insulated, front: insulated, back: insulated, bottom: insulated}' \
    "boundary 'top' of box has no entry; add it to boundaries ({value: ...}, {flux: ...}, {exchange: ..., outside: ...}, insulated or {periodic: ...})"
wrong 'boundaries.left={value: 0, flux: 1}' \
    'boundaries.left needs exactly one of the keys periodic, value, flux, exchange; found more than one'
wrong 'boundaries.left={outside: 1, flux: 0}' "boundaries.left.outside has no meaning without 'exchange'"
wrong 'boundaries.left={exchange: "-x - 1"}' \
    'boundaries.left.exchange must be zero or more, and is -1 at (0, 0, 0), in element 1 of box'
wrong 'boundaries.left={periodic: right}' "boundaries.left is periodic with 'right', whose entry is not {periodic: left}"
wrong 'boundaries.left={periodic: west}' "box has no boundary 'west' to be periodic with"

# nothing fixes the mean, and what comes in does not go out
refused 3 'case.yaml:5:13: error: sources bring in 1 and boundaries 0, together 1: with c = 0 and no given value they must cancel, or there is no solution; give a value or an exchange at a boundary, or c, or correct the source
    5 | boundaries: {left: {value: 0}, right: {value: 0}, front: insulated, back...
      |             ^' case.yaml --set boundaries.left=insulated --set boundaries.right=insulated
"$eagre" run case.yaml -q --no-measure -o mended --set boundaries.left=insulated --set 'boundaries.right={flux: -1}' 2>err
[ ! -s err ] || fail "what cancels is told: $(cat err)"
"$eagre" run case.yaml --no-measure --force -o mended --set boundaries.left=insulated --set 'boundaries.right={flux: -0.9995}' >out 2>err
grep -q 'warning: verdict incompatible: sources bring in 1 and boundaries -0.9995, together 0.0005, which is 0.00026 of what comes in and goes out: .* 0.0005 is subtracted from the source everywhere' err ||
    fail "what hardly cancels is not told: $(cat err)"

# coefficients, with the place
wrong 'materials.all.kappa=x - 0.4' 'materials.all.kappa must be above zero, and is -0.4 at (0, 0, 0), in element 1 of box'
wrong 'materials.all.kappa=-1' 'materials.all.kappa must be above zero, and is -1 at (0.25, 0.25, 0.25), in element 1 of box'
wrong 'materials.all.kappa=[1, 2]' \
    'materials.all.kappa has 2 values; a diagonal tensor has 3 (xx, yy, zz), a full one 6 (xx, xy, xz, yy, yz, zz)'
wrong 'materials.all.kappa=[1, 2, 0, 1, 0, 1]' \
    'materials.all.kappa is not positive definite at (0.25, 0.25, 0.25), in element 1 of box'
wrong 'materials.all.c=x - 2' 'materials.all.c must be zero or more, and is -2 at (0, 0, 0), in element 1 of box'
wrong 'materials.all.source=1 / x' 'materials.all.source must be finite, and is inf at (0, 0, 0), in element 1 of box'

# exact solutions: seen before the solve
wrong 'exact={u: "sqrt(x - 0.4)"}' 'exact.u is not a number at (0, 0, 0); errors need a finite number everywhere'
wrong 'exact={u: x, gradient: [1, 0, "1 / x"]}' 'exact.gradient[2] is inf at (0, 0, 0); errors need a finite number everywhere'
wrong 'materials.all.source=sqrt(x - 0.4)' \
    'materials.all.source must be finite, and is not a number at (0, 0, 0), in element 1 of box'

# keys
wrong numerics.order=3 "numerics.order is not taken here: spectral elements are named by their polynomial degree; give 'degree'"
wrong numerics.smoothing=2 'numerics.smoothing has no meaning without numerics.preconditioner: p-multigrid'
wrong numerics.preconditioner_precision=f32 \
    'numerics.preconditioner_precision has no meaning without numerics.preconditioner: schwarz or p-multigrid'
refused 3 '--set numerics.preconditioner_precision=f64: error: numerics.preconditioner_precision is f64, more than numerics.precision; leave it out' \
    case.yaml --set numerics.preconditioner_precision=f64 --set numerics.preconditioner=schwarz --precision f32
wrong numerics.overlap=2 'numerics.overlap has no meaning without numerics.preconditioner: schwarz'
wrong numerics.coarse_on=host 'numerics.coarse_on has no meaning without numerics.preconditioner: schwarz'
refused 3 '--set numerics.coarse_on=host: error: numerics.coarse_on has no meaning without numerics.preconditioner: schwarz' \
    case.yaml --set numerics.coarse_on=host --set numerics.preconditioner=schwarz-fine
wrong numerics.coarse=amg 'numerics.coarse has no meaning without numerics.preconditioner: p-multigrid'
refused 3 "--set numerics.coarse=hypre: error: numerics.coarse: hypre is taken where something fixes the solution's mean: a given value, an exchange, or c above 0" \
    case.yaml --set numerics.coarse=hypre --set numerics.preconditioner=p-multigrid --set boundaries.left=insulated \
    --set boundaries.right=insulated --set materials.all.source=0
# a library that may not be there: an error that names the key, or a run that says what it is
if "$eagre" run case.yaml -q --no-measure -o boomer --set numerics.preconditioner=p-multigrid --set numerics.coarse=hypre 2>err; then
    grep -q '"reproducible": false' boomer/summary.json || fail "$(cat boomer/summary.json)"
else
    [[ $(cat err) == '--set numerics.coarse=hypre: error: numerics.coarse: '* ]] || fail "$(cat err)"
fi
wrong numerics.degree=13 "numerics.degree: must be between 1 and 12, found '13'"
wrong 'mesh.box.cells=[2, 2]' 'mesh.box.cells: expected 3 values such as [4, 4, 4], found 2'
wrong mesh.box.element=triangle "mesh.box.element: expected hexahedron, found 'triangle'"
wrong 'output.probes={a: [2, 0, 0]}' \
    "probe 'a' at (2, 0, 0) lies outside the mesh, which spans 0 to 1 by 0 to 1 by 0 to 1"
wrong 'limits={u_l2: 1}' 'limits.u_l2 needs exact.u, which the case does not give'

wrong 'output.flux=[lefd, right]' "box has no boundary 'lefd'; did you mean 'left'?"
wrong 'mesh.box={size: [2, 1, 1], cells: [2, 2, 2], kershaw: [1, 1]}' \
    'mesh.box.kershaw deforms the unit cube: mesh.box.origin is [0, 0, 0] and mesh.box.size [1, 1, 1] with it'
wrong 'mesh.box={size: [1, 1, 1], cells: [2, 2, 2], kershaw: [1, 0]}' "mesh.box.kershaw[1]: must be between 0.01 and 1, found '0'"

# heat: steps, and sources that come to no number later
cat >heat.yaml <<'CASE'
title: what goes wrong in time
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [1, 1, 1]}}
materials: {all: {kappa: 1, capacity: 1, source: 0}}
initial: {temperature: 0}
boundaries: {left: {value: 0}, right: {flux: 0}, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 1 s, dt: 0.1 s}
numerics: {degree: 2}
CASE
late() { # CODE TEXT SETTING...: the run ends so
    local code=$1 text=$2 got=0 set=()
    shift 2
    for setting in "$@"; do set+=(--set "$setting"); done
    "$eagre" run heat.yaml -q --no-measure --force -o late "${set[@]}" >out 2>err || got=$?
    [ "$got" = "$code" ] && [[ $(cat err) == *"$text"* ]] || fail "$*: $got: $(cat err)"
}
late 3 'time.tolerance adapts the steps of bdf2, and time.scheme is euler' time.tolerance=1 time.scheme=euler
late 3 "time.dt_most has no meaning without 'tolerance'" time.dt_most=1
# a value of time that is none: the run ends with what it had before, whole
late 3 'materials.all.source must be finite, and is inf at (0, 0, 0), in element 1 of box' 'materials.all.source=1 / t'
for at in '' time.scheme=bdf2 time.tolerance=1; do
    late 5 'materials.all.source must be finite, and is inf at t = 0.5 s, at (0, 0, 0), in element 1 of box' 'materials.all.source=1 / max(0.5 - t, 0)' $at
    grep -q '"exit": "diverged"' late/summary.json || fail "$(cat late/summary.json)"
    "$eagre" verify late >out || fail "$(cat out)"
    "$eagre" info "$(ls late/fields/*.vtkhdf | tail -1)" >out
    ! grep -q 'not finite' out || fail "the last state is not finite: $(cat out)"
done
late 5 'exact.temperature is not a number at (0, 0, 0), t = 0.6 s; errors need a finite number everywhere and at all times of the run' \
    'exact={temperature: "sqrt(0.55 - t)"}' 'output={fields: {every: 0.2 s}}'
late 5 'boundaries.right.flux must be finite, and is inf at t = 0.5 s, at (1, 0, 0), in element 1 of box' 'boundaries.right.flux=1 / (t - 0.5)'
late 5 'boundaries.left.value must be finite, and is inf at t = 0.5 s, at (0, 0, 0), in element 1 of box' 'boundaries.left.value=1 / (t - 0.5)'
late 5 'boundaries.right.exchange must be finite, and is inf at t = 0.5 s, at (1, 0, 0), in element 1 of box' 'boundaries.right={exchange: "1 / max(0.5 - t, 0)", outside: 1}'
grep -q '"exit": "diverged"' late/summary.json || fail "$(cat late/summary.json)"
late 5 'and still errs by more than time.tolerance allows' 'materials.all.source=t < 0.5 ? 0 : 1e20' time.tolerance=1e-3
grep -q '"exit": "diverged"' late/summary.json || fail "$(cat late/summary.json)"

# more records than anyone reads are refused; multiples that come closer than steps do are not counted one by one
late 3 'output.record.every: 1e-12 s gives 1e+12 records until time.end = 1 s, at most 10000000 are possible; use 1e-07 s or longer' \
    output.record.every=1e-12
late 3 'output.fields.every: 1e-08 s gives 1e+08 records' output.fields.every=1e-8
late 0 '' output.record.every=1e-7
[ "$(wc -l <late/balance.csv)" = 12 ] || fail "$(wc -l late/balance.csv)"

# no convergence: exit 5, and all that was reached is there
ends() { # CODE TEXT ARGUMENT...: the run ends so, with its files
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run case.yaml -q --no-measure --force -o ended "$@" >out 2>err || got=$?
    [ "$got" = "$code" ] && [[ $(cat err) == "$text"* ]] || fail "$*: $got: $(cat err)"
    "$eagre" verify ended >out || fail "$*: $(cat out)"
}
ends 5 'eagre: conjugate gradients have not converged: after 3 iterations the residual is ' --set numerics.iterations=3
[ "$(wc -l <ended/residuals.csv)" = 5 ] && [ -s ended/residuals.png ] || fail "no residuals"
grep -q '"exit": "diverged"' ended/summary.json || fail "$(cat ended/summary.json)"
# the preconditioner of a case that names none, by nodes, edges and kappa; and a choice that is far worse is told
auto() { # NAME SETTING...
    local name=$1 set=()
    shift
    for setting in "$@"; do set+=(--set "$setting"); done
    "$eagre" check case.yaml --no-measure "${set[@]}" >out
    grep -qF "preconditioner $name" out || fail "$*: $(cat out)"
}
big='numerics.degree=4' flat='mesh.box={size: [1, 1, 0.01], cells: [8, 8, 8]}' jump='materials.all.kappa=x < 0.5 ? 1 : 1e4'
auto 'jacobi (auto)'
auto 'jacobi' numerics.preconditioner=jacobi
auto 'p-multigrid, smoother jacobi, smoothing 3 (auto)' $big 'mesh.box.cells=[8, 8, 8]'
auto 'p-multigrid, smoother jacobi, smoothing 3 (auto)' $big 'mesh.box.cells=[8, 8, 8]' "$jump"
auto 'p-multigrid, smoother schwarz, smoothing 3 (auto)' $big "$flat"
auto 'p-multigrid, smoother jacobi, smoothing 6 (auto)' $big "$flat" "$jump"
auto 'jacobi (auto)' $big 'mesh.box.cells=[8, 8, 8]' 'materials.all.kappa=10^(3 * sin(40 * x) * sin(37 * y) * sin(43 * z))'
auto 'p-multigrid, smoother jacobi, smoothing 3 (auto)' $big 'mesh.box.cells=[8, 8, 8]' 'materials.all.kappa=10^(2 * sin(40 * x) * sin(37 * y))'
# what auto takes is the faster one in seconds, and is silent; subdomains beside jumps of kappa are told
uneven='materials.all.kappa=10^(3 * sin(40 * x) + 3 * sin(37 * y) * sin(43 * z))'
many() { # NAME SENTENCE SETTING...: the verdict of a solve of many iterations; no sentence: none
    local name=$1 text=$2 set=()
    shift 2
    for setting in "$@"; do set+=(--set "$setting"); done
    "$eagre" run case.yaml -q --no-measure --force -o many --set "$uneven" --set mesh.box.cells=[4,4,4] --set $big "${set[@]}" 2>err || true
    [ "$(sed -n 's/^  "iterations": \([0-9]*\),/\1/p' many/summary.json)" -ge 1000 ] || fail "$name: $(cat many/summary.json)"
    [ "$(grep -cF "with the preconditioner $name; $text" many/summary.json)" = $((${#text} > 0)) ] || fail "$name: $(cat many/summary.json)"
}
many 'jacobi (auto)' ''
many jacobi 'p-multigrid mostly takes 10 to 150' numerics.preconditioner=jacobi
many schwarz 'subdomains suit a kappa that is alike' numerics.preconditioner=schwarz numerics.iterations=1000
many 'p-multigrid, smoother schwarz' 'subdomains suit' numerics.preconditioner=p-multigrid numerics.smoother=schwarz numerics.iterations=1000
ends 5 'eagre: conjugate gradients have not converged: after 1000 iterations' --set "$flat" --set "$jump" --set numerics.iterations=1000 \
    --set numerics.preconditioner=none
grep -q '"sentence": "a solve took 1000 iterations with the preconditioner none; p-multigrid mostly takes 10 to 150' ended/summary.json ||
    fail "$(grep verdicts -A2 ended/summary.json)"
grep -q '"preconditioner": "none"' ended/summary.json || fail 'the summary does not tell the preconditioner'

# what rounding leaves: the residual is that of the solution, and a tolerance below it is told with what is reached
wrong numerics.tolerance=2 "numerics.tolerance: must be between 1e-15 and 0.1, found '2'"
wrong numerics.tolerance=1e-20 "numerics.tolerance: must be between 1e-15 and 0.1, found '1e-20'"
for model in case heat; do
    refused 3 '--set numerics.tolerance=1e-12: error: numerics.tolerance is 1e-12, and numbers of numerics.precision: f32 have 7 digits: give at least 1e-07, or take f64' \
        $model.yaml --set numerics.tolerance=1e-12 --precision f32
done
hard=(--set 'mesh.box={size: [1, 1, 1], cells: [4, 4, 4], kershaw: [0.1, 0.1]}' --set numerics.degree=5 --precision f32)
ends 5 'eagre: rounding in f32 leaves a relative residual of ' "${hard[@]}" --set numerics.tolerance=1e-7
reached=$(sed 's/.*relative residual of \([0-9.e-]*\) .*/\1/' err) raised=$(sed 's/.*Raise numerics.tolerance to \([0-9.e-]*\),.*/\1/' err)
awk -v r="$reached" -v t="$raised" 'BEGIN { exit !(r > 1e-6 && r < 1e-3 && t > r && t < 3 * r) }' || fail "$(cat err)"
"$eagre" run case.yaml -q --no-measure --force -o ended "${hard[@]}" --set numerics.tolerance="$raised"
awk -F'[:,]' -v t="$raised" '/"residual"/ { exit !($2 <= t) }' ended/summary.json || fail "$(grep residual ended/summary.json)"
ends 10 'eagre: limit broken: iterations is 9, allowed is 2' --set limits.iterations=2
ends 10 'eagre: limit broken: u_linf is 0.125' --set exact.u=0 --set limits.u_linf=0.1

# a slice that shows nothing is refused before anything is computed; pictures that nobody wants are not drawn
ends_not() {
    "$eagre" run case.yaml -q --no-measure -o sliced "$@" >out 2>err && fail "$*: passes"
    [[ $(cat err) == *"output.picture"*"the picture's slice across y at 7 m lies outside the mesh, which spans 0 to 1 m there"* ]] ||
        fail "$*: $(cat err)"
    [ ! -e sliced/summary.json ] || fail "$*: was computed"
}
ends_not --set output.picture.normal=y --set output.picture.at=7
"$eagre" run case.yaml -q --no-measure -o bare --set output.picture=none >out 2>&1 || fail "$(cat out)"
[ -z "$(ls bare | grep png)" ] && [ -s bare/residuals.csv ] || fail "pictures: $(ls bare)"

# two cubes with nodes of their own on the side between them
{
    printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 "skin"\n$EndPhysicalNames\n$Nodes\n16\n'
    n=0
    for x in 0 1 1 2; do for y in 0 1; do for z in 0 1; do echo "$((n += 1)) $x $y $z"; done; done; done
    printf '$EndNodes\n$Elements\n4\n1 3 2 1 1 1 2 4 3\n2 3 2 1 2 13 14 16 15\n'
    printf '3 5 2 0 1 1 5 7 3 2 6 8 4\n4 5 2 0 1 9 13 15 11 10 14 16 12\n$EndElements\n'
} >torn.msh
torn=(case.yaml --set 'mesh={gmsh: torn.msh}' --set 'boundaries={skin: {value: 0}, unnamed: insulated}')
got=0
"$eagre" check "${torn[@]}" >out 2>err || got=$?
[ $got = 4 ] && grep -q 'elements 3 and 4 meet at the face from (1, 0, 0) to (1, 1, 1), but each has nodes of its own' err ||
    fail "$got: $(cat err)"
"$eagre" check "${torn[@]}" --set 'mesh.slits=[unnamed]' >out
