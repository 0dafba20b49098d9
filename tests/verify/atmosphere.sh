#!/bin/bash
# The isentropic vortex: orders from 12 to 24 squares a side, before they are asymptotic, in the long form those of finer
# meshes of three kinds (docs/verification-atmosphere.md has the reason); and inertia-gravity waves of small amplitude
# against the exact solution of the linear equations; waves over a mountain against the steady linear solution.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
compare=$EAGRE_BUILD/tests/verify-atmosphere-compare
degrees="2 4"
[ "${EAGRE_TESTS:-}" != long ] || degrees="1 2 3 4 5 6"
error() { tail -n 1 run/errors.csv | cut -d, -f3; }
for flux in evolution hllc; do
    for p in $degrees; do
        for n in 12 24; do
            run atmosphere-vortex --set numerics.flux=$flux --set numerics.degree=$p --set "mesh.box.cells=[$n, $n]"
            [ $n = 24 ] || coarse=$(error)
        done
        echo "| $flux | $p | $(short "$coarse") | $(short "$(error)") | $(order "$coarse" "$(error)" 2) |"
        at_least "order of the vortex, $flux, degree $p" "$(order "$coarse" "$(error)" 2)" "$(calculate "$p + 0.2")"
    done
done

run "$EAGRE_SOURCE/examples/inertia-gravity-wave/case.yaml" --set time.end=120 --set 'mesh.box.cells=[90, 3]' \
    --set output.picture=none
"$compare" wave run/fields/fields-000001.vtkhdf 0.01 >wave.csv
# the difference of theta' over theta', root mean squares
at_most "error of gravity waves" "$(awk -F, '$1 == "theta" { print $2 / $3 }' wave.csv)" 0.05
cat wave.csv

# Waves over the mountain of the example in a strong wind and air, where they rise five times as fast: after 12 minutes w is that of
# the steady linear solution but for 20 %, u, which has more of the long waves, for 50 %. Straight edges of the ground, sponge and
# time are in it (docs/verification-atmosphere.md).
run "$EAGRE_SOURCE/examples/mountain-wave/case.yaml" --set output.picture=none --set output.fields.every=720 --set time.end=720 \
    --set numerics.degree=3 --set 'mesh.box.cells=[25, 8]' --set numerics.integrator=semi-implicit --set atmosphere.wind=50 \
    --set atmosphere.frequency=0.05 --set atmosphere.sponge.rate=0.05
"$compare" mountain run/fields/fields-000001.vtkhdf -5000 12000 9000 50 0.05 >mountain.csv
at_most "error of u over a mountain" "$(awk -F, '$1 == "u" { print $2 / $3 }' mountain.csv)" 0.51
at_most "error of w over a mountain" "$(awk -F, '$1 == "w" { print $2 / $3 }' mountain.csv)" 0.205

# Asymptotic orders: a mesh of each kind, and one with edges half as long. With cfl 0.9 the error in time shows in degree 6.
levels() {
    echo "mesh={box: {origin: [-10 m, -10 m], size: [20 m, 20 m], cells: [1, 1]}, adapt: {lowest: $(($1 - 2)), highest: $1," \
        "first: $1, variable: density, every: 10, refine: 1e-4, coarsen: 4e-5, buffer: 2}}"
}
squares() { echo "mesh.box.cells=[$1, $1]"; }
converge() { # KIND DEGREE END COARSE FINE, the last two as keys of the mesh
    local coarse fine
    run atmosphere-vortex --set numerics.degree="$2" --set time.end="$3" --set time.cfl=0.45 --set "$4"
    coarse=$(error)
    run atmosphere-vortex --set numerics.degree="$2" --set time.end="$3" --set time.cfl=0.45 --set "$5"
    fine=$(error)
    echo "| $1 | $2 | $(short "$coarse") | $(short "$fine") | $(order "$coarse" "$fine" 2) |"
    at_least "order of the vortex, $1, degree $2" "$(order "$coarse" "$fine" 2)" "$(calculate "$2 + 0.8")"
}
if [ "${EAGRE_TESTS:-}" = long ]; then
    source "$EAGRE_SOURCE/tests/verify/waves.bash"
    gmsh_mesh waves-square coarse.msh half=10 h=0.65
    gmsh -refine -v 0 -format msh41 coarse.msh -o fine.msh >/dev/null
    for p in $degrees; do
        converge squares "$p" 1 "$(squares $((p < 6 ? 36 : 48)))" "$(squares $((p < 6 ? 72 : 96)))"
        converge unstructured "$p" 0.25 "mesh={gmsh: $work/coarse.msh}" "mesh={gmsh: $work/fine.msh}"
        converge adaptive "$p" "$([ "$p" = 5 ] && echo 0.25 || echo 1)" "$(levels 11)" "$(levels 13)"
    done
fi
