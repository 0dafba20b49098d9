#!/bin/bash
# Fluid beside solid on triangles and parallelograms:
# - the guided wave of a layer of fluid on a solid (scholte.py): the order of accuracy, orders 1 to 8; f32;
# - all plane waves of one slowness at a contact, with their exact coefficients (oblique.py); the solid slips along it;
# - the stress of the fluid stays a pressure, and the energy of a rough state has no rise in any row, with walls, a free
#   surface and an absorbing boundary beside both media, and in a fluid alone;
# - a fluid alone has the waves of the model acoustic.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
tools=$EAGRE_SOURCE/tests/verify
full=${EAGRE_TESTS:-}
[ "$full" != long ] || full=full

# ---- the guided wave
python3 "$tools/scholte.py" write >scholte.yaml
# guided ELEMENT ORDER CELLS: two rows of the table. Of parallelograms the stress along the surface of a solid is better by less
# than the whole order on coarse meshes, with a fluid and without one.
guided() {
    local element=$1 o=$2 n=$3 variable found
    local -A less=([triangle]=0.3 [quadrangle]=0.5)
    local -a e=()
    for k in 1 2; do
        run scholte.yaml --set "mesh.box.element=$element" --set "numerics.order=$o" \
            --set "mesh.box.cells=[$((k * n)), $((k * n * 3 / 2))]"
        e+=("$(value "$out/errors.csv" velocity_l2 last)" "$(value "$out/errors.csv" stress_l2 last)")
    done
    for variable in 0 1; do
        found=$(order "${e[variable]}" "${e[2 + variable]}" 2)
        echo "| $element | $o | $n | $([ $variable = 0 ] && echo velocity || echo stress) | $(short "${e[variable]}") |" \
            "$(short "${e[2 + variable]}") | $found |"
        at_least "guided wave, $element, order $o" "$found" "$(calculate "$o - ${less[$element]}")"
    done
}
{
    echo '| cells | order | n | L2 of | n × 3n/2 | 2n × 3n | observed |'
    echo '|---|---|---|---|---|---|---|'
    for element in triangle quadrangle; do
        guided $element 1 64
        for o in 2 3; do guided $element $o 16; done
        for o in 4 5 6 7 8; do guided $element $o 4; done
    done
} | table waves-fluid
run scholte.yaml --set numerics.order=4 --set 'mesh.box.cells=[16, 24]'
exact=$(value "$out/errors.csv" velocity_l2 last)
run scholte.yaml --set numerics.order=4 --set 'mesh.box.cells=[16, 24]' --precision f32
at_most 'guided wave in f32: error over that in f64' "$(calculate "$(value "$out/errors.csv" velocity_l2 last) / $exact")" 1.1

# ---- aslant
{
    echo '| cells | order | n | largest error of the velocity, over the largest velocity |'
    echo '|---|---:|---:|---:|'
    python3 "$tools/oblique.py" fluid write |
        sed 's|^mesh:.*|mesh: {box: {size: [4, 1], cells: [32, 8], element: triangle}}|; s|^numerics:.*|numerics: {order: 6}|' >oblique.yaml
    for element in triangle quadrangle; do
        for n in 8 16; do
            run oblique.yaml --set "mesh.box.element=$element" --set "mesh.box.cells=[$((4 * n)), $n]"
            error=$(python3 "$tools/oblique.py" fluid check "$out")
            echo "| $element | 6 | $n | $error |"
        done
        at_most "oblique waves, $element: error" "$error" 1e-5
    done
} | table waves-fluid-oblique

# ---- rough: no rise, and no shear in the fluid, which nothing would take away
cat >rough.yaml <<'CASE'
model: elastic
mesh: {box: {size: [1, 1], cells: [12, 12], element: triangle}}
materials: {all: {density: "x < 0.5 ? 1 : 3", vp: "y < 0.5 ? 2 : 4", vs: "x < 0.5 ? 1 : 0"}}
initial:
  velocity: ["abs(x-0.4) < 0.2 ? 1 : 0", "y > 0.61 ? 1 : -1"]
  stress: ["x > y ? 1 : 0", "x >= 0.5 && x > y ? 1 : 0", "x < 0.5 && x + y > 0.7 ? 1 : 0"]
boundaries: {left: wall, right: free-surface, bottom: absorbing, top: wall}
time: {end: 1}
numerics: {order: 4}
output: {picture: none, record: {every: 0.02}, gauges: {a: [0.51, 0.3], b: [0.8, 0.7], c: [0.52, 0.99]}}
CASE
rough() {
    run rough.yaml "$@"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "energy_J_per_m") at = i; next }
        NR > 2 && $at > before * (1 + 1e-14) { print "energy rises in row " NR; bad = 1 }
        { before = $at }
        END { exit bad || NR < 50 }' "$out/balance.csv" || fail "rough state: $*"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { sub(/_Pa$/, "", $i); at[$i] = i }; next }
        { for (g = 1; g <= 3; g++) {
              n = substr("abc", g, 1) "_stress_"
              off = $at[n "xx"] - $at[n "yy"]; shear = $at[n "xy"]; size = $at[n "xx"]
              worst = worst > off * off + shear * shear ? worst : off * off + shear * shear
              most = most > size * size ? most : size * size } }
        END { if (!(most > 0.01 && worst < 1e-24 * most)) { print "shear in the fluid: " worst " of " most; exit 1 } }' \
        "$out/gauges.csv" || fail "rough state: $*"
}
for o in 1 2 5; do rough --set numerics.order=$o; done
rough --set numerics.order=3 --set mesh.box.element=quadrangle
rough --set numerics.order=3 --set 'boundaries={left: absorbing, right: wall, bottom: free-surface, top: {absorbing: 0.2 m}}'
[ "$full" != full ] || for o in 3 4 6 7 8; do rough --set numerics.order=$o; done

# ---- a fluid alone
cat >alone.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [1, 1], cells: [6, 6], element: triangle}}
materials: {all: {density: 2, vp: 3}}
initial: {pressure: "sin(2 * x + y)", velocity: [0.3, "cos(x)"]}
sources:
  push: {at: [0.5, 0.5], spread: point, force: [1, 2], time: "sin(9 * t)^2"}
  bang: {at: [0.31, 0.66], explosion: 3, time: "sin(9 * t)^2"}
boundaries: {left: wall, right: free-surface, bottom: absorbing, top: wall}
time: {steps: 20, dt: 2 ms}
numerics: {order: 5}
output: {picture: none, gauges: {a: [0.2, 0.9], b: [0.77, 0.31]}}
CASE
# seen PRESSURE SIGN: pressure and velocity at the gauges
seen() {
    for name in a b; do
        calculate "$2 * $(value "$out/gauges.csv" ${name}_$1_Pa last)"
        value "$out/gauges.csv" ${name}_velocity_y_m_per_s last
    done
}
run alone.yaml
seen pressure 1 >acoustic.txt
run alone.yaml --set model=elastic --set materials.all.vs=0 \
    --set 'initial={stress: ["-sin(2 * x + y)", "-sin(2 * x + y)", 0], velocity: [0.3, "cos(x)"]}'
seen stress_yy -1 >elastic.txt
paste elastic.txt acoustic.txt | awk '{ d = $1 - $2; if (d * d > 1e-24 * $2 * $2) { print $0; bad = 1 } }
    END { exit bad || NR != 4 }' || fail 'a fluid alone differs from acoustic waves'
