#!/bin/bash
# Eddy viscosity and dispersion in shallow water against exact solutions: a shear wave and a vortex that decay, on skewed meshes,
# too; the law of Smagorinsky; a cloud of a solute that spreads along and across the flow. Momentum and amounts are kept, a lake
# rests, no amount is negative, thin water does not shorten steps.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXPRESSION BOUND
    at_most "$1: $2 for $3" "$(calculate "sqrt((($2) - ($3))^2)")" "$4"
}
lowest() {
    "$eagre" info "$1" | awk -v f="$2" '$1 == f { print $2 }'
}

# ---- a shear wave, which waves leave alone, on a parallelogram of N x N cells with nodes moved aside
parallelogram() { # N SHEAR ASIDE IS_QUADRANGLES
    awk -v n="$1" -v shear="$2" -v aside="$3" -v quad="$4" '
        function node(i, j) { return j * (n + 1) + i + 1 }
        function line(tag, a, b) { print ++number, 1, 2, tag, tag, a, b }
        BEGIN {
            print "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n5"
            print "1 1 \"left\"\n1 2 \"right\"\n1 3 \"bottom\"\n1 4 \"top\"\n2 5 \"all\"\n$EndPhysicalNames"
            print "$Nodes\n" (n + 1) * (n + 1)
            for (j = 0; j <= n; j++)
                for (i = 0; i <= n; i++) {
                    inside = i > 0 && i < n && j > 0 && j < n
                    x = i + inside * aside * sin(7 * i + 11 * j * j)
                    y = j + inside * aside * cos(5 * i * i + 3 * j)
                    printf "%d %.17g %.17g 0\n", node(i, j), 100 * (x + shear * y) / n, 100 * y / n
                }
            print "$EndNodes\n$Elements\n" 4 * n + (quad ? 1 : 2) * n * n
            for (i = 0; i < n; i++) { line(3, node(i, 0), node(i + 1, 0)); line(4, node(i + 1, n), node(i, n)) }
            for (j = 0; j < n; j++) { line(1, node(0, j + 1), node(0, j)); line(2, node(n, j), node(n, j + 1)) }
            for (j = 0; j < n; j++)
                for (i = 0; i < n; i++) {
                    a = node(i, j); b = node(i + 1, j); c = node(i + 1, j + 1); d = node(i, j + 1)
                    if (quad)
                        print ++number, 3, 2, 5, 5, a, b, c, d
                    else
                        print ++number, 2, 2, 5, 5, a, b, c "\n" ++number, 2, 2, 5, 5, a, c, d
                }
            print "$EndElements"
        }' >mesh.msh
}
cat >shear.yaml <<'CASE'
title: a shear wave that viscosity takes
model: shallow-water
mesh: {gmsh: mesh.msh}
materials: {all: {elevation: 0}}
initial: {depth: 1, velocity: ["1e-3 * sin(2 * pi * y / 100)", 0]}
physics: {viscosity: 1 m2/s}
numerics: {order: 2}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 200 s}
output: {fields: {every: 200 s, variables: [depth, velocity]}}
exact: {velocity: ["1e-3 * sin(2 * pi * y / 100) * exp(-4 * pi^2 / 1e4 * t)", "0"]}
limits: {mass_error: 1e-14}
CASE
{
    echo '| cells | shear | moved aside | order | 16 x 16 | 32 x 32 |'
    echo '|---|---|---|---|---|---|'
    for row in "triangles 0 0 2" "triangles 1 0 2" "triangles 0 0.2 2" "squares 0 0 2" "parallelograms 1 0 2" "quadrangles 0 0.2 2" \
        "squares 0 0 1" "parallelograms 1 0 1"; do
        read -r name shear aside order <<<"$row"
        is_quadrangles=1
        [ "$name" != triangles ] || is_quadrangles=0
        for n in 16 32; do
            parallelogram $n "$shear" "$aside" $is_quadrangles
            run shear.yaml --set numerics.order="$order"
            declare "e$n=$(value run/errors.csv velocity_l2 last)"
        done
        # at order 1 errors are integrated over cells, in which a value is constant: of first order
        at_least "$row: observed order" "$(order "$e16" "$e32" 2)" "$([ "$order" = 2 ] && echo 1.2 || echo 0.95)"
        at_most "$row: the error of the wave" "$e32" "$([ "$order" = 2 ] && echo 3e-6 || echo 2e-5)"
        echo "| $name | $shear | $aside | $order | $(short "$e16") | $(short "$e32") |"
    done
} | table mixing
parallelogram 32 0 0 1
for precision in f32 mixed; do
    run shear.yaml --set numerics.order=1 --set numerics.precision=$precision --set limits.mass_error=1e-6
    at_most "$precision" "$(value run/errors.csv velocity_l2 last)" 2e-5
done
parallelogram 16 1 0 0
rerun shear.yaml --set numerics.order=1 && fail "viscosity on triangles was taken at order 1"
grep -q "viscosity on triangles needs numerics.order: 2" stderr || fail "$(cat stderr)"

# ---- vortices of Taylor and Green: exp(-2 nu k^2 t) of them is left
cat >vortices.yaml <<'CASE'
title: vortices that viscosity takes
model: shallow-water
mesh: {box: {size: [100 m, 100 m], cells: [40, 40], element: triangle}}
materials: {all: {elevation: 0}}
initial:
  depth: "10 + 1e-4 / (4 * 9.81) * (cos(4 * pi * x / 100) + cos(4 * pi * y / 100))"
  velocity: ["-0.01 * cos(2 * pi * x / 100) * sin(2 * pi * y / 100)", "0.01 * sin(2 * pi * x / 100) * cos(2 * pi * y / 100)"]
physics: {viscosity: {constant: 1 m2/s}}
numerics: {order: 2}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 60 s}
output: {fields: {every: 60 s, variables: [depth, velocity]}}
exact: {velocity: ["-0.01 * cos(2 * pi * x / 100) * sin(2 * pi * y / 100) * exp(-8 * pi^2 / 1e4 * t)", "0.01 * sin(2 * pi * x / 100) * cos(2 * pi * y / 100) * exp(-8 * pi^2 / 1e4 * t)"]}
CASE
sed -i 's/left: wall.*/left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}/' vortices.yaml
for element in triangle quadrangle; do
    run vortices.yaml --set mesh.box.element=$element
    at_most "vortices on ${element}s" "$(calculate "$(value run/errors.csv velocity_l2 last) / (0.01 / sqrt(2) * exp(-0.0078957 * 60))")" 0.05
done

# ---- Smagorinsky: u_t = k (|u_y| u_y)_y with k = C^2 A has the solution of Barenblatt (1952)
cat >smagorinsky.yaml <<'CASE'
title: a jet by the law of Smagorinsky
model: shallow-water
mesh: {box: {size: [10 m, 100 m], cells: [4, 40], element: quadrangle}}
materials: {all: {elevation: 0}}
initial: {depth: 1, velocity: ["100^-0.25 * max(0, 0.5 - 1 / 6 * (abs(y - 50) * 100^-0.25)^1.5)^2", 0]}
physics: {viscosity: {smagorinsky: 0.4}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {end: 2000 s}
output: {fields: {every: 2000 s, variables: [depth, velocity]}}
CASE
for n in 80 160; do # k is 0.25 m2
    c=$(calculate "0.5 / sqrt(100 / $n * 2.5)")
    run smagorinsky.yaml --set "mesh.box.cells=[4, $n]" --set physics.viscosity.smagorinsky="$c" --set numerics.order=2 \
        --set 'exact={velocity: ["(100 + 0.25 * t)^-0.25 * max(0, 0.5 - 1 / 6 * (abs(y - 50) * (100 + 0.25 * t)^-0.25)^1.5)^2", "0"]}'
    declare "s$n=$(value run/errors.csv velocity_l2 last)"
done
at_least "the jet: observed order" "$(order "$s80" "$s160" 2)" 1.5
at_most "the jet: error" "$s160" 2e-4

# ---- momentum: two streams of other depths come to their mean; the constant and Smagorinsky's part add up to any sum
cat >streams.yaml <<'CASE'
title: two streams that mix
model: shallow-water
mesh: {box: {size: [4 m, 8 m], cells: [4, 8], element: quadrangle}}
materials: {all: {elevation: "y < 4 ? -1 : 0"}}
initial: {level: 1, velocity: ["y < 4 ? 1 : 0", 0]}
physics: {viscosity: {constant: 2 m2/s, smagorinsky: 0.2}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {end: 200 s}
output: {fields: {every: 200 s, variables: [depth, velocity]}}
exact: {velocity: ["2 / 3", "0"]}
CASE
for order in 1 2; do
    run streams.yaml --set numerics.order=$order
    at_most "order $order: momentum" "$(value run/errors.csv velocity_linf last)" 1e-12
done
run streams.yaml --set numerics.precision=f32
at_most "f32: momentum" "$(value run/errors.csv velocity_linf last)" 1e-5
# ---- a lake over a rough bed, with islands, stays as it is
cat >lake.yaml <<'CASE'
title: a lake
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [20, 10], element: triangle}}
materials: {all: {elevation: "sin(x) * cos(1.3 * y)"}}
initial: {level: 0.3}
solutes: {even: {initial: 0.7, dispersion: 1 m2/s}, salt: {initial: "x < 10 ? 2 : 0", dispersion: {longitudinal: 1 m2/s, transverse: 0.3 m2/s}}}
physics: {viscosity: {constant: 1 m2/s, smagorinsky: 0.2}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
numerics: {order: 2}
time: {end: 20 s}
output: {fields: {every: 20 s, variables: [depth, velocity, even, salt]}, maxima: {variables: [max_even, max_salt]}}
exact: {velocity: ["0", "0"]}
limits: {mass_error: 1e-14, solute_error: 1e-14}
CASE
run lake.yaml
at_most "the lake, m/s" "$(value run/errors.csv velocity_linf last)" 1e-14
near "an even solute stays even" "$("$eagre" info run/maxima.vtkhdf | awk '$1 == "max_even" { sub(/,$/, "", $4); print $4 }')" 0.7 1e-12
at_least "salt" "$(lowest run/fields/fields-000001.vtkhdf salt)" 0
[ "$(value run/balance.csv solute_salt_clipped last)" = 0 ] || fail "amounts were below zero"

# ---- a dam break over a rough bed: wet and dry, with all that mixes
for order in 1 2; do
    element=$([ $order = 1 ] && echo quadrangle || echo triangle)
    run lake.yaml --set 'initial={level: "x < 5 ? 1.5 : -0.5"}' --set mesh.box.element=$element --set numerics.order=$order --set materials.all.manning=0.03
    at_least "order $order: salt" "$(lowest run/fields/fields-000001.vtkhdf salt)" 0
    near "order $order: an even solute stays even" "$("$eagre" info run/maxima.vtkhdf | awk '$1 == "max_even" { sub(/,$/, "", $4); print $4 }')" 0.7 1e-11
done

# ---- thin water beside deep water: steps are those of the viscosity, 0.9 / (8 nu / dx^2), and no shorter
run streams.yaml --set 'materials.all.elevation="y < 4 ? -1 : 0.99999"' --set physics.viscosity="2 m2/s" --set time.end="10 s"
at_most "steps of thin water" "$(summary steps)" "$(calculate "10 / (0.9 / 32) + 2")"

# ---- water that begins to move knows the step of its viscosity before: 2 s by 0.9 / (8 nu / dx^2), and the verdict tells
run streams.yaml --set 'mesh.box.size=[4 m, 20 m]' --set 'mesh.box.cells=[4, 20]' --set materials.all.elevation=0 \
    --set 'initial={depth: "y < 10 ? 1 : 0.5"}' --set physics.viscosity="20 m2/s" --set time.end="2 s" --set 'exact={velocity: ["0", "0"]}'
at_least "steps from rest" "$(summary steps)" 355
at_most "speed from rest" "$(value run/errors.csv velocity_linf last)" 0.7
grep -q '"name": "short-steps"' run/summary.json || fail "the verdict short-steps is missing"
run streams.yaml --set physics.viscosity="0.1 m2/s" --set time.end="2 s"
! grep -q '"name": "short-steps"' run/summary.json || fail "the verdict short-steps is said of 0.1 m2/s"

# ---- a cloud in uniform flow: its variances are 64 m2 + 2 D t along the flow and across it
cat >cloud.yaml <<'CASE'
title: a cloud that spreads along and across the flow
model: shallow-water
mesh: {box: {size: [120 m, 120 m], cells: [32, 32], element: triangle}}
materials: {all: {elevation: 0}}
initial: {depth: 1, velocity: [0.8, 0.6]}
solutes: {dye: {initial: "exp(-((x - 52)^2 + (y - 54)^2) / 128)", dispersion: {longitudinal: 2 m2/s, transverse: 0.5 m2/s}}}
numerics: {order: 2}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 20 s}
output: {fields: {every: 20 s, variables: [depth, dye]}}
exact: {dye: "64 / sqrt((64 + 4 * t) * (64 + t)) * exp(-(0.8 * (x - 52) + 0.6 * (y - 54) - t)^2 / (128 + 8 * t) - (0.8 * (y - 54) - 0.6 * (x - 52))^2 / (128 + 2 * t))"}
limits: {solute_error: 1e-13}
CASE
{
    echo '| cells | 32 x 32 | 64 x 64 | no dispersion, 64 x 64 |'
    echo '|---|---|---|---|'
    for element in triangle quadrangle; do
        for n in 32 64; do
            run cloud.yaml --set "mesh.box.cells=[$n, $n]" --set mesh.box.element=$element
            declare "c$n=$(value run/errors.csv dye_l2 last)"
        done
        run cloud.yaml --set "mesh.box.cells=[64, 64]" --set mesh.box.element=$element --set solutes.dye.dispersion=0
        without=$(value run/errors.csv dye_l2 last)
        at_least "a cloud on ${element}s: observed order" "$(order "$c32" "$c64" 2)" 1.5
        at_most "a cloud on ${element}s: of the error without dispersion" "$(calculate "$c64 / $without")" 0.05
        echo "| ${element}s | $(short "$c32") | $(short "$c64") | $(short "$without") |"
    done
} | table mixing-cloud
# of first order, in still water, triangles: dispersion in all directions
run cloud.yaml --set 'initial={depth: 1}' --set solutes.dye.dispersion="1 m2/s" --set numerics.order=1 \
    --set 'exact={dye: "64 / (64 + 2 * t) * exp(-((x - 52)^2 + (y - 54)^2) / (128 + 4 * t))"}' --set 'mesh.box.cells=[64, 64]'
at_most "a cloud in still water at order 1" "$(value run/errors.csv dye_linf last)" 0.05
