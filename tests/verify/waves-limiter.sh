#!/bin/bash
# A tracer with numerics.limiter (docs/theory/limiters.md):
# - a slotted disc stays within [-1e-12, 1 + 1e-12] at the nodes of snapshots at every order, where it does not without, and
#   its mass stays as it is to 1e-13; in velocities that turn, with a factor of time and f32, too;
# - smooth data that reach both bounds keep the order of the scheme.
# The long form has all orders and cells.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
orders='1 2 3 4 6' smooth='2 4' most=2
[ "${EAGRE_TESTS:-}" != long ] || { orders='1 2 3 4 5 6 8 10 12' smooth='1 2 3 4 5 6' most=5; }

# extreme COLUMN FILE: how far the tracer in it is outside [0, 1]
extreme() {
    awk -F, -v names="$1" '
        NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) for (k = 1; k <= n; k++) if ($i == name[k]) at[k] = i; next }
        { for (k = 1; k <= n; k++) { x = $at[k]; if (x != x + 0 || x !~ /[0-9]/) bad = 1
                                     worst = -x > worst ? -x : worst; worst = x - 1 > worst ? x - 1 : worst } }
        END { if (NR < 2 || bad) exit 1; printf "%.3g\n", worst }' "${@:2}"
}
nodes() { extreme 'tracer_min tracer_max' run/balance.csv; }

# disc ORDER CELLS
disc() {
    local without error_without with between error
    run waves-limiter --set "numerics.order=$1" --set "mesh.box.element=$2" --set numerics.limiter=none
    without=$(nodes) error_without=$(value run/errors.csv tracer_l1 last)
    run waves-limiter --set "numerics.order=$1" --set "mesh.box.element=$2"
    with=$(nodes) error=$(value run/errors.csv tracer_l1 last)
    between=$(for f in run/lines/*.csv; do extreme tracer "$f"; done | sort -g | tail -1)
    echo "| ${2}s | $1 | $without | $with | $between | $(short "$error_without") | $(short "$error") |"
    at_most "disc on $2s, order $1" "$with" 1e-12
    at_most "disc on $2s, order $1, between nodes" "$between" 1e-2
    at_most "L1 error of the disc on $2s, order $1" "$error" "$(calculate "1.15 * $error_without")"
    [ "$1" = 1 ] || at_least "disc on $2s, order $1, without a limiter" "$without" 0.05
}
{
    echo '| cells | order | outside without, at nodes | with, at nodes | with, between nodes | L1 error without | with |'
    echo '|---|---|---|---|---|---|---|'
    i=1
    for o in $orders; do
        for cell in triangle quadrangle; do
            if [ $most = 5 ] || [ $((i++ % 2)) = 0 ]; then disc "$o" $cell; fi
        done
        i=$((i + 1))
    done
} | table waves-limiter-disc

# turns WHAT BOUND ARGUMENT...
turns() {
    run waves-limiter --set 'materials.all.velocity=["pi*(0.5 - y)", "pi*(x - 0.5)"]' --set numerics.material_order=2 \
        --set 'boundaries={left: outflow, right: outflow, bottom: outflow, top: outflow}' --set 'limits={}' \
        --set exact.tracer=0 --set numerics.order=3 --set time.end=0.2 "${@:3}"
    at_most "$1" "$(nodes)" "$2"
    echo "| $1 | $(nodes) |"
}
{
    echo '| a slotted disc that is turned, order 3 | outside at nodes |'
    echo '|---|---|'
    turns 'triangles' 1e-12
    turns 'squares, a factor of time that changes its sign' 1e-12 --set mesh.box.element=quadrangle \
        --set 'velocity_factor="cos(3 * pi * t / 0.2)"'
    turns 'triangles, f32' 3e-6 --precision f32
} | table waves-limiter-turns

# rises ORDER CELLS
wave='sin(2*pi*(x - t))*sin(2*pi*(y - 0.5*t))'
rises() {
    local limiter cells found
    local -a e=()
    for limiter in none '{bounds: [0, 1]}'; do
        for cells in 8 16; do
            run waves-limiter --set "numerics.order=$1" --set "mesh.box.element=$2" --set "numerics.limiter=$limiter" \
                --set "mesh.box.cells=[$cells, $cells]" --set 'initial.tracer="0.5 + 0.5*sin(2*pi*x)*sin(2*pi*y)"' \
                --set "exact.tracer=\"0.5 + 0.5*$wave\""
            e+=("$(value run/errors.csv tracer_l2 last)" "$(value run/errors.csv tracer_linf last)")
        done
    done
    found=$(order "${e[4]}" "${e[6]}" 2)
    echo "| ${2}s | $1 | $(short "${e[0]}") | $(short "${e[2]}") | $(short "${e[4]}") | $(short "${e[6]}") | $found |" \
        "$(short "${e[3]}") | $(short "${e[7]}") |"
    at_least "smooth data on $2s, order $1" "$found" "$(calculate "$1 - 0.3")"
    at_most "smooth data on $2s, order $1, 16 cells" "${e[6]}" "$(calculate "1.15 * ${e[2]}")"
}
{
    echo '| cells | order | L2 without, 8 cells a side | 16 | L2 with, 8 | 16 | observed with | largest without, 16 | with |'
    echo '|---|---|---|---|---|---|---|---|---|'
    for o in $smooth; do
        rises "$o" triangle
        [ $most = 2 ] || rises "$o" quadrangle
    done
} | table waves-limiter-smooth

# which cells share a block does not matter, at a front either
hashes=$(for lanes in 1 4 16; do
    run waves-limiter --lanes $lanes --set 'time.end=0.05 s' --set 'exact.tracer=0'
    sed -n 's/.*"state_hash": *"\([^"]*\)".*/\1/p' run/summary.json
done | sort -u)
[ "$(wc -l <<<"$hashes")" = 1 ] || fail "bounds: other bits with other lanes: $hashes"
