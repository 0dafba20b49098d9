#!/bin/bash
# Poisson and heat from the command line: observed orders in space and time, solutions that are exact, a norm that another
# program has published.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
error() { # NORM of the last errors
    value run/errors.csv "$1" last
}

# ---- materials that jump on faces of elements: on each side they have the value of that side
cat >layers.yaml <<'CASE'
title: two layers
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 1, 1]}}
materials: {all: {kappa: "x < 0.5 ? 1 : 1000", source: "x < 0.5 ? 2 : 0"}}
boundaries: {left: {value: 0}, right: {flux: 3}, front: insulated, back: insulated, bottom: insulated, top: insulated}
exact: {u: "x < 0.5 ? 4 * x - x^2 : 1.75 + 0.003 * (x - 0.5)"}
numerics: {degree: 3, tolerance: 1e-11}
CASE
run layers.yaml
at_most 'layers, the jump on the left' "$(error u_linf)" 1e-9
run layers.yaml --set 'materials.all={kappa: "x <= 0.5 ? 1 : 1000", source: "2 * (x <= 0.5)"}'
at_most 'layers, the jump on the right' "$(error u_linf)" 1e-9

# ---- orders in space: all kinds of conditions, on plain and on curved elements
# one MESH DEGREE CELLS ARGUMENT...
one() {
    local mesh=$1 degree=$2 cells=$3 l2=() h1=() n found
    shift 3
    for n in "$cells" $((2 * cells)); do
        run "$EAGRE_SOURCE/examples/poisson-cube/case.yaml" --set "numerics.degree=$degree" \
            --set "mesh.box.cells=[$n, $n, $n]" --set numerics.tolerance=1e-12 --set limits={} "$@"
        l2+=("$(error u_l2)")
        h1+=("$(error u_h1)")
    done
    found=("$(order "${l2[0]}" "${l2[1]}" 2)" "$(order "${h1[0]}" "${h1[1]}" 2)")
    echo "| $mesh | $degree | $(short "${l2[0]}") | $(short "${l2[1]}") | ${found[0]} | $(short "${h1[1]}") | ${found[1]} |"
    at_least "$mesh, degree $degree, L2" "${found[0]}" "$(calculate "$degree + 0.7")"
    at_least "$mesh, degree $degree, H1" "${found[1]}" "$(calculate "$degree - 0.3")"
}
around=(--set boundaries.bottom='{value: "cos(pi * x) * cos(pi * y) * cos(pi * z)"}'
    --set boundaries.top='{value: "cos(pi * x) * cos(pi * y) * cos(pi * z)"}'
    --set boundaries.left='{value: "cos(pi * x) * cos(pi * y) * cos(pi * z)"}'
    --set boundaries.right='{value: "cos(pi * x) * cos(pi * y) * cos(pi * z)"}'
    --set boundaries.front='{value: "cos(pi * x) * cos(pi * y) * cos(pi * z)"}'
    --set boundaries.back='{value: "cos(pi * x) * cos(pi * y) * cos(pi * z)"}')
bent=(--set 'mesh.box.map=["x + 0.1 * sin(pi * y)", "y + 0.1 * sin(pi * z)", "z + 0.1 * sin(pi * x)"]')
{
    echo '| mesh | degree | L2, coarse | fine | order | H1, fine | order |'
    echo '|---|---|---|---|---|---|---|'
    one cubes 2 4
    one cubes 4 2
    one curved 2 4 "${bent[@]}" --set mesh.box.geometry_degree=2 "${around[@]}"
    one curved 4 3 "${bent[@]}" --set mesh.box.geometry_degree=4 "${around[@]}"
} | table elliptic-orders

# ---- solutions that are polynomials of the degree: exact but for the solver
cat >poisson.yaml <<'CASE'
title: polynomials
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 3, 2]}}
materials: {all: {kappa: 1}}
boundaries: {left: insulated, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 2, tolerance: 1e-11}
exact: {u: 0}
CASE
exactly() { # WHAT BOUND ARGUMENT...
    local what=$1 bound=$2
    shift 2
    run poisson.yaml "$@"
    at_most "$what" "$(error u_linf)" "$bound"
}
exactly 'exchange' 1e-10 --set 'materials.all={kappa: 1, source: 2}' --set 'exact={u: "1 + x - x^2"}' \
    --set 'boundaries.left={exchange: 2, outside: 0.5}' --set 'boundaries.right={exchange: 2, outside: 0.5}'
at_most 'balance of exchange' "$(summary balance_error)" 1e-10
at_most 'what leaves at one side' "$(calculate "($(summary flux_left) + 1)^2")" 1e-16

given='{value: "x^2 + x * y + y * z"}'
sides=()
for side in left right front back bottom top; do sides+=(--set "boundaries.$side=$given"); done
tensor=(--set 'materials.all={kappa: [2, 0.5, 0.25, 1, 0.1, 3], source: -5.2}' "${sides[@]}"
    --set 'exact={u: "x^2 + x * y + y * z", gradient: ["2 * x + y", "x + z", "y"]}')
exactly 'full tensor' 1e-10 "${tensor[@]}"
at_most 'balance of a full tensor' "$(summary balance_error)" 1e-10
at_most 'gradient' "$(error u_h1)" 1e-9
exactly 'diagonal tensor, c' 1e-10 "${sides[@]}" --set 'exact={u: "x^2 + x * y + y * z"}' \
    --set 'materials.all={kappa: [2, 1, 3], c: "1 + x", source: "-4 + (1 + x) * (x^2 + x * y + y * z)"}' --set numerics.degree=3
exactly 'without preconditioner' 1e-10 "${tensor[@]}" --set numerics.preconditioner=none
exactly 'schwarz' 1e-10 "${tensor[@]}" --set numerics.preconditioner=schwarz
exactly 'p-multigrid' 1e-10 "${tensor[@]}" --set numerics.preconditioner=p-multigrid --set numerics.smoothing=2
exactly 'p-multigrid with subdomains' 1e-10 "${tensor[@]}" --set numerics.preconditioner=p-multigrid \
    --set numerics.smoother=schwarz
exactly 'p-multigrid in f32' 1e-10 "${tensor[@]}" --set numerics.preconditioner=p-multigrid \
    --set numerics.preconditioner_precision=f32

# what periodic sides and a free mean leave
exactly 'periodic' 1e-8 --set numerics.degree=11 --set 'materials.all={kappa: 1, c: 1, source: "(1 + 4 * pi^2) * sin(2 * pi * x)"}' \
    --set 'boundaries.left={periodic: right}' --set 'boundaries.right={periodic: left}' --set 'exact={u: "sin(2 * pi * x)"}'
exactly 'free mean' 1e-8 --set numerics.degree=9 --set 'materials.all={kappa: 1, source: "pi^2 * cos(pi * x)"}' \
    --set 'exact={u: "cos(pi * x)"}'

# ---- a published norm: step-64 of deal.II, -div grad u + 10 / (0.05 + 2 |x|^2) u = 1, u = 0 around
zero=()
for side in left right front back bottom top; do zero+=(--set "boundaries.$side={value: 0}"); done
exactly 'step-64' 1 "${zero[@]}" --set numerics.degree=3 --set 'mesh.box.cells=[12, 12, 12]' \
    --set 'materials.all={kappa: 1, c: "10 / (0.05 + 2 * (x^2 + y^2 + z^2))", source: 1}'
at_most 'norm of step-64' "$(calculate "sqrt(($(error u_l2) - 0.0205261)^2)")" 1e-7

# one element wide and periodic: each element is its own neighbour, and the coarse part counts a node once
exactly 'one element wide' 1e-6 --set 'mesh.box={size: [0.125 m, 1 m, 1 m], cells: [1, 8, 8]}' --set numerics.degree=4 \
    --set 'boundaries.left={periodic: right}' --set 'boundaries.right={periodic: left}' --set 'boundaries.front={value: 0}' \
    --set 'boundaries.back={value: 0}' --set 'boundaries.bottom={value: 0}' --set 'boundaries.top={value: 0}' \
    --set 'materials.all={kappa: 1, source: "2 * pi^2 * sin(pi * y) * sin(pi * z)"}' \
    --set 'exact={u: "sin(pi * y) * sin(pi * z)"}' --set numerics.preconditioner=schwarz
at_most 'its iterations' "$(summary iterations)" 24

# ---- heat: conditions and sources that change with time, exact for Euler since linear in time
cat >heat.yaml <<'CASE'
title: linear in time
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 1]}}
materials: {all: {kappa: 1, capacity: 1, source: "x * y"}}
initial: {temperature: 0}
boundaries:
  left: {flux: "-t * y"}
  right: {flux: "t * y"}
  front: {value: 0}
  back: {exchange: 4, outside: "1.25 * t * x"}
  bottom: insulated
  top: insulated
time: {end: 1 s, dt: 0.3 s, scheme: euler}
numerics: {degree: 2, tolerance: 1e-11}
exact: {temperature: "t * x * y"}
CASE
run heat.yaml
at_most 'heat, linear in time' "$(error temperature_linf)" 1e-10
at_most 'energy balance' "$(summary balance_error)" 1e-10
[ "$(summary steps)" = 4 ] || fail "the step is not made to fit: $(summary steps) steps"

# an exchange that changes, which changes the matrix: by both schemes
for scheme in euler bdf2; do
    run heat.yaml --set "time.scheme=$scheme" --set 'materials.all={kappa: 1, capacity: 1, source: 1}' \
        --set 'boundaries.left={exchange: "1 + 5 * t", outside: t}' --set boundaries.right=insulated \
        --set boundaries.front=insulated --set boundaries.back=insulated --set exact.temperature=t
    at_most "an exchange that changes, $scheme" "$(error temperature_linf)" 1e-10
done

# ---- heat: orders in time against a mode that decays
cat >mode.yaml <<'CASE'
title: a mode decays
model: heat
mesh: {box: {size: [1 m, 1 m, 0.1 m], cells: [2, 2, 1]}}
materials: {all: {kappa: 1, capacity: 2}}
initial: {temperature: "sin(pi * x) * sin(pi * y)"}
boundaries: {left: {value: 0}, right: {value: 0}, front: {value: 0}, back: {value: 0}, bottom: insulated, top: insulated}
time: {end: 0.1 s, dt: 0.01 s}
numerics: {degree: 8, tolerance: 1e-11}
exact: {temperature: "sin(pi * x) * sin(pi * y) * exp(-pi^2 * t)"}
CASE
in_time() { # SCHEME ORDER
    local e=() dt found
    for dt in 0.01 0.005; do
        run mode.yaml --set "time.scheme=$1" --set "time.dt=$dt"
        e+=("$(error temperature_l2)")
    done
    found=$(order "${e[0]}" "${e[1]}" 2)
    echo "| $1 | $(short "${e[0]}") | $(short "${e[1]}") | $found |"
    at_least "$1" "$found" "$(calculate "$2 - 0.1")"
}
{
    echo '| scheme | L2, dt = 0.01 | 0.005 | order |'
    echo '|---|---|---|---|'
    in_time euler 1
    in_time bdf2 2
} | table heat-orders
