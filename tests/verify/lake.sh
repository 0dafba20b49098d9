#!/bin/bash
# Lakes at rest stay at rest for 10,000 steps, over islands and steep steps, two levels apart, on triangles,
# quadrangles and a mixed mesh, with walls and beside a boundary that holds the level: |velocity| <= 1e-12
# m/s in f64 and with waves of f32, 1e-4 m/s in f32 (limits.velocity_linf of the case ends the run with code 10 otherwise).
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

lake() { # NAME ARGUMENT...
    local name=$1 speed
    shift
    run lake "$@"
    [ "$(summary steps)" = 10000 ] || fail "$name: $(summary steps) steps"
    speed=$(value run/errors.csv velocity_linf last)
    echo "| $name | $(short "$speed") | $(short "$(summary mass_error)") |"
}
quadrangles=(--set mesh.box.element=quadrangle)
mixed=(--set "mesh={gmsh: $cases/mixed.msh}")
held=(--set 'boundaries.left={level: 1.1 m}' --set 'boundaries.right={level: 1.7 m}')
single=(--precision f32 --set limits.velocity_linf=1e-4 --set limits.mass_error=1e-5)
{
    echo '| mesh | largest velocity, m/s | mass error |'
    echo '|---|---|---|'
    lake 'triangles' --set limits.velocity_linf=1e-12
    lake 'quadrangles' "${quadrangles[@]}"
    lake 'mixed' "${mixed[@]}"
    lake 'triangles, level held at two sides' "${held[@]}"
    for element in triangle quadrangle; do
        lake "${element}s, waves of f32" --set "mesh.box.element=$element" --precision mixed
    done
    lake 'mixed, waves of f32, level held at two sides' "${mixed[@]}" "${held[@]}" --precision mixed
    lake 'triangles, f32' "${single[@]}"
    lake 'quadrangles, f32' "${quadrangles[@]}" "${single[@]}"
    lake 'mixed, f32' "${mixed[@]}" "${single[@]}"
} | table lake

# The limit is looked at: a lake that is not level does not pass.
code=0
rerun lake --set 'initial.level="x < 3 ? 1.1001 : 1.1"' --set time.steps=10 || code=$?
[ $code = 10 ] || fail "a lake that moves ended with $code"
