#!/bin/bash
# The isentropic vortex: orders from 12 to 24 squares a side, before they are asymptotic (docs/verification-atmosphere.md has
# finer ones); and inertia-gravity waves of small amplitude against the exact solution of the linear equations.
source "$EAGRE_SOURCE/tests/verify/lib.bash"
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
