#!/bin/bash
# Open boundaries: crests and troughs leave, of a hundredth and of three tenths of the depth, on squares and triangles; a wave
# comes in as it is given and goes out again; supercritical flow comes in with depth and speed; a flow down a slope leaves at its
# normal depth; nothing comes in where nothing was; nothing is taken that is not there.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# returned GAUGE COLUMN STILL PASSED: the largest |level - STILL| after the time PASSED as a part of that before, and the latter
returned() {
    awk -F, -v name="$1_$2" -v still="$3" -v passed="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
        { v = $at - still; v = v < 0 ? -v : v; if ($1 < passed) { if (v > wave) wave = v } else if (v > back) back = v }
        END { printf "%.6f %.4f\n", back / wave, wave }' run/gauges.csv
}
# leaves NAME ARGUMENT...
leaves() {
    local name=$1 left right wave
    shift
    run hump "$@"
    read -r left wave < <(returned left level_m 0 55)
    read -r right wave < <(returned right level_m 0 55)
    at_most "$name: returned at the left" "$left" 0.02
    at_most "$name: returned at the right" "$right" 0.02
    at_least "$name: the wave" "$wave" 0.07
    awk -v name="$name" -v l="$left" -v r="$right" 'BEGIN { printf "| %s | %.2f | %.2f |\n", name, 100 * l, 100 * r }'
}
{
    echo '| two waves of | back from `{radiate: 0}`, % | back from `radiate`, % |'
    echo '|---|---|---|'
    for element in triangle quadrangle; do
        for height in 0.1 -0.1 3 -3; do
            leaves "$height m, ${element}s" --set mesh.box.element=$element \
                --set "initial.level=2 * $height * exp(-((x - 500) / 50)^2)"
        done
    done
} | table boundaries-leave
leaves '0.1 m in a current of 1 m/s that comes in' --set 'boundaries.left={inflow: {depth: 10, speed: 1}}' \
    --set 'initial.velocity=[1, 0]' --set 'boundaries.right={inflow: {depth: 10, speed: -1}}'

# A wave comes in and returns from the wall at the other end: what is at the gauge first is what was given, and nothing is left.
{
    echo '| wave that comes in | its height at 25 m / given | left after it has gone out, % |'
    echo '|---|---|---|'
    for element in triangle quadrangle; do
        for height in 0.1 -0.1 3 -3; do
            run hump --set initial.level=0 --set boundaries.right=wall --set mesh.box.element=$element --set time.end=400 \
                --set 'output.gauges={near: [25, 2]}' --set "boundaries.left={radiate: \"$height * exp(-((t - 40) / 15)^2)\"}"
            read -r left wave < <(returned near level_m 0 350)
            part=$(calculate "sqrt(($wave / $height)^2)")
            at_most "$height m, $element: its height" "$part" 1.02
            at_least "$height m, $element: its height" "$part" 0.98
            at_most "$height m, $element: left" "$left" 0.02
            awk -v name="$height m, ${element}s" -v p="$part" -v l="$left" 'BEGIN { printf "| %s | %.3f | %.2f |\n", name, p, 100 * l }'
        done
    done
} | table boundaries-enter

# Uniform supercritical flow stays as it is, to the last bit; over a bump it is Bernoulli's, of first order or better.
run rush --set materials.all.elevation=0 --set exact.depth=0.5
grep -q '"depth": {"l1": 0, "l2": 0, "linf": 0}' run/summary.json || fail "a uniform flow has changed: $(cat run/summary.json)"
{
    echo '| cells of a length of 20 m | L1 of the depth, triangles | squares |'
    echo '|---|---|---|'
    for n in 80 160; do
        for element in triangle quadrangle; do
            run rush --set mesh.box.element=$element --set "mesh.box.cells=[$n, $((n / 40))]"
            l1=$(awk '/"depth": \{"l1"/ { sub(/,/, "", $3); print $3 }' run/summary.json)
            printf -v "l1_${element}_$n" %s "$l1"
        done
        triangle=l1_triangle_$n quadrangle=l1_quadrangle_$n
        echo "| $n | $(short "${!triangle}") | $(short "${!quadrangle}") |"
    done
    at_least 'order on triangles' "$(order "$l1_triangle_80" "$l1_triangle_160" 2)" 0.6
    at_least 'order on squares' "$(order "$l1_quadrangle_80" "$l1_quadrangle_160" 2)" 1.5
} | table boundaries-rush

# Uniform flow: Manning's depth, (q n / sqrt(S))^(3/5), from a dry bed, from a film and from too much water, at rest.
{
    echo '| at the start | depth at the outflow / normal depth, triangles | squares |'
    echo '|---|---|---|'
    for depth in 0 0.2 2; do
        row="| $depth m |"
        for element in triangle quadrangle; do
            run slope --set initial.depth=$depth --set mesh.box.element=$element
            part=$(calculate "$(value run/gauges.csv end_depth_m last) / exp(0.6 * log(0.03 / sqrt(0.002)))")
            at_most "normal depth after $depth m, $element" "$part" 1.02
            at_least "normal depth after $depth m, $element" "$part" 0.98
            row+=$(printf ' %.4f |' "$part")
        done
        echo "$row"
    done
} | table boundaries-slope

# A film drains off a plane whose upper end is an outflow too: nothing comes in there. Over a flat bed what came in is what was lacking.
run slope --set initial.depth=0.02 --set boundaries.left=outflow --set time.end=200
at_most 'water that came in at the upper end' "$(calculate "-($(value run/balance.csv out_left_m3 last))")" 0
run hump --set 'initial.level=-6 * exp(-((x - 500) / 50)^2)' --set boundaries.left=radiate --set mesh.box.element=quadrangle
at_most 'level at the end' "$(calculate "sqrt(($(value run/gauges.csv left_level_m last))^2)")" 0.05

# What is taken is at most the critical flow, 8/27 h sqrt(g h) from water at rest; it is booked, and nothing is added.
run slope --set 'materials.all={elevation: 0, manning: 0}' --set initial.depth=0.5 --set boundaries.left=wall --set 'boundaries.right={discharge: -1000}' \
    --set time.end=10 --set limits.clipped=1e-9 --set limits.mass_error=1e-13
at_most 'taken' "$(value run/balance.csv out_right_m3 last)" "$(calculate '10 * 4 * 8 / 27 * 0.5 * sqrt(9.81 * 0.5) * 1.001')"
at_least 'taken' "$(value run/balance.csv out_right_m3 last)" "$(calculate '10 * 4 * 8 / 27 * 0.5 * sqrt(9.81 * 0.5) * 0.98')"
run slope --set materials.all.elevation=0 --set initial.depth=0.5 --set boundaries.left=wall --set 'boundaries.right={discharge: -0.5}' --set time.end=10
at_most 'taken less 5 m3' "$(calculate "sqrt(($(value run/balance.csv out_right_m3 last) - 5)^2)")" 1e-9
