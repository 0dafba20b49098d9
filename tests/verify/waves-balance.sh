#!/bin/bash
# What linear waves have to keep, on a mesh of triangles and parallelograms with two materials:
# - a constant state stays constant to 1e-13 of its size, inside periodic sides, walls and free surfaces where it is a
#   solution (largest difference at any quadrature point);
# - the amount of a tracer stays the same to 1e-13;
# - energy never grows from one step to the next by more than 1e-12 of what it was at first, for rough data: a state drawn
#   at random at each point.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
source "${EAGRE_SOURCE:?}/tests/verify/waves.bash"
gmsh_mesh waves-mixed mesh.msh
"$eagre" info mesh.msh | grep -q 'quadrangles' || fail 'the mesh has no quadrangles'

periodic='{left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}'
level='{left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}'
closed='{left: wall, right: wall, bottom: wall, top: wall}'
free='{left: free-surface, right: free-surface, bottom: free-surface, top: free-surface}'
declare -A rock=([acoustic]='{outside: {density: 1, vp: 1}, block: {density: 2.5, vp: 1.7}}'
    [elastic]='{outside: {density: 1, vp: 1.8, vs: 1}, block: {density: 2.5, vp: 3, vs: 1.7}}'
    [advection]='{outside: {velocity: [1, 0.7]}, block: {velocity: [1, 0.7]}}'
    [shear]='{outside: {velocity: [1, 0]}, block: {velocity: [1, 0]}}')

# computes MODEL MATERIAL BOUNDARIES STATE ORDER END EXACT LINES...
computes() {
    printf '%s\n' "title: balance" "model: $1" 'mesh: {gmsh: mesh.msh}' "materials: ${rock[$2]}" "boundaries: $3" \
        "initial: $4" "time: {end: $6, cfl: 0.9}" "numerics: {order: $5}" "$7" >case.yaml
    shift 7
    run case.yaml "$@"
}

# all_of MODEL STATE: the state with what it leaves out, which is 0
all_of() {
    local state=${2%\}}
    case $1:$2 in acoustic:*pressure* | elastic:*stress*) ;; acoustic:*) state+=', pressure: 0' ;;
    elastic:*) state+=', stress: [0, 0, 0]' ;; esac
    case $1:$2 in advection:* | *velocity*) ;; *) state+=', velocity: [0, 0]' ;; esac
    echo "$state}"
}

# constant NAME MODEL MATERIAL BOUNDARIES STATE "VARIABLE ..." SIZE
constant() {
    local order precision variable error worst bound how
    for how in '1 f64' '5 f64' '3 f32'; do
        read -r order precision <<<"$how"
        bound=1e-13
        [ $precision = f64 ] || bound=1e-4
        computes "$2" "$3" "$4" "$5" "$order" 0.5 "exact: $(all_of "$2" "$5")" --precision "$precision"
        worst=0
        for variable in $6; do
            error=$(value run/errors.csv "${variable}_linf" last)
            at_most "$1, order $order, $precision: $variable" "$error" "$(calculate "$bound * $7")"
            worst=$(calculate "($error > $worst ? $error : $worst)")
        done
        echo "| $1 | $order | $precision | $(summary steps) | $(short "$(calculate "$worst / $7")") |"
    done
}
{
    echo '| constant state | order | precision | steps | largest difference / size |'
    echo '|---|---|---|---|---|'
    constant 'tracer, periodic' advection advection "$periodic" '{tracer: 3}' tracer 3
    constant 'tracer along walls' advection shear "$level" '{tracer: 3}' tracer 3
    constant 'pressure and velocity, periodic' acoustic acoustic "$periodic" '{pressure: 3, velocity: [2, -1]}' \
        'pressure velocity' 3
    constant 'pressure between walls' acoustic acoustic "$closed" '{pressure: 3}' 'pressure velocity' 3
    constant 'velocity with a free surface all round' acoustic acoustic "$free" '{velocity: [2, -1]}' \
        'pressure velocity' 2
    constant 'stress and velocity, periodic' elastic elastic "$periodic" '{stress: [3, -2, 1], velocity: [2, -1]}' \
        'stress velocity' 3
    constant 'stress between walls' elastic elastic "$closed" '{stress: [3, -2, 1]}' 'stress velocity' 3
    constant 'velocity with a free surface all round' elastic elastic "$free" '{velocity: [2, -1]}' \
        'stress velocity' 2
} | table waves-constant

# The amount of a tracer that is rough, between periodic sides and walls.
noise='mod(sin(127.1 * x + 311.7 * y + %s) * 43758.5453, 1) - 0.5'
random() {
    printf "$noise" "$1"
}
for order in 2 4 6; do
    computes advection advection "$periodic" "{tracer: \"1.5 + $(random 0)\"}" $order 1 'output: {record: {every: 0.05}}'
    at_most "tracer, order $order: mass error" "$(summary mass_error)" 1e-13
    computes advection shear "$level" "{tracer: \"1.5 + $(random 0)\"}" $order 1 'output: {record: {every: 0.05}}'
    at_most "tracer between walls, order $order: mass error" "$(summary mass_error)" 1e-13
done

# energy NAME MODEL BOUNDARIES STATE ORDERS ARGUMENT...
energy() {
    local name=$1 model=$2 boundaries=$3 state=$4 orders=$5 order growth first
    shift 5
    for order in $orders; do
        computes "$model" "$model" "$boundaries" "$state" "$order" 1 'output: {record: {every: 0.05}}' "$@"
        growth=$(summary energy_growth)
        first=$(value run/balance.csv energy_J_per_m 1)
        at_least "$name, order $order: energy at the start" "$first" 1e-6
        echo "| $name | $order | $(summary steps) | $(short "$growth") |" \
            "$(short "$(calculate "$(value run/balance.csv energy_J_per_m last) / $first")") |"
        at_most "$name, order $order: growth of the energy" "$growth" 1e-12
    done
}
rough_elastic="{stress: [\"$(random 1)\", \"$(random 2)\", \"$(random 3)\"], velocity: [\"$(random 4)\", \"$(random 5)\"]}"
rough_acoustic="{pressure: \"$(random 1)\", velocity: [\"$(random 4)\", \"$(random 5)\"]}"
smooth_elastic='{velocity: ["sin(2 * pi * (x + y))", "cos(2 * pi * x)"]}'
smooth_acoustic='{pressure: "sin(2 * pi * (x + y))"}'
{
    echo '| data | order | steps | largest growth of the energy | energy left |'
    echo '|---|---|---|---|---|'
    energy 'acoustic, rough, periodic' acoustic "$periodic" "$rough_acoustic" '2 3 4 5'
    energy 'elastic, rough, periodic' elastic "$periodic" "$rough_elastic" '2 3 4 5'
    energy 'elastic, rough, free surface' elastic "$free" "$rough_elastic" '2 5'
    energy 'elastic, rough, walls' elastic "$closed" "$rough_elastic" '3 4'
    energy 'elastic, rough, Rusanov' elastic "$periodic" "$rough_elastic" '2 5' --set numerics.flux=rusanov
    energy 'elastic, rough, f32' elastic "$periodic" "$rough_elastic" '4' --precision f32
    energy 'acoustic, smooth, periodic' acoustic "$periodic" "$smooth_acoustic" '2 5 8'
    energy 'elastic, smooth, periodic' elastic "$periodic" "$smooth_elastic" '2 5 8'
} | table waves-energy

# The growth is seen where there is some: steps twice as long as stable ones.
computes elastic elastic "$periodic" "$rough_elastic" 3 1 'output: {record: {every: 0.2}}' --set time.cfl=4
at_least 'growth of the energy with steps too long' "$(summary energy_growth)" 1e-3
