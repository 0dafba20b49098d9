#!/bin/bash
# The four convergence tests of Castro, Behrens and Pelties (2013) by fits over series of meshes, and how far errors fall:
# 4.1 (a tracer in a constant velocity), 4.2 (in one that varies along the diagonal), 4.3 (in a swirl that turns back), 4.4
# (elastic P and S waves). In 4.2 and 4.3 the velocity is in each cell a polynomial of the scheme's order.
#   waves-floors.sh                        coarse meshes, a few seconds
#   waves-floors.sh full [TEST/ORDER...]   all of it, or what the patterns name: '4.[23]/6'. For a GPU: minutes there, hours on
#                                          two threads of a processor.
#   waves-floors.sh prepare FOLDER         writes the meshes of the full form, and of waves-convergence, for machines without
#                                          gmsh, where EAGRE_MESHES then names the folder
# EAGRE_DEVICE names the device, host:2 where it does not; EAGRE_JOBS is how many series run side by side, 1; EAGRE_FLUX is
# the flux of 4.4 and of the medium, upwind where it is not named. Rows are told on stderr as they come.
#
# "medium" is no test of the paper: plane P waves in a rock whose speed varies by a fifth and whose impedance does not, so that
# nothing is reflected and all is back after a whole way (tests/data/verify/waves-medium.yaml).
#
# Gmsh makes each mesh from its own edge length, so none is a refinement of another. The order observed is the slope of the
# straight line through log(error) against log(h), by least squares over the finest meshes of a series, whose errors have
# left the range where a mesh does not resolve the wave: four or more, on which h falls to a half at least. h is the spacing
# that the mesh has, the root of its area over its cells, which is not quite in proportion to the edge that Gmsh was given: at
# order 7 two meshes one sixth apart would show 5.9 by the one and 7.2 by the other. For Linf of plane waves, where all cells
# compete, h is the longest edge of the mesh; Gmsh makes it longer by a fifth on coarse meshes and by a third on fine ones,
# and by the spacing their slope would be lower by 0.2. It also scatters, so that they have more meshes. The standard error,
# from the scatter about the line, is told with each slope. Fits have to show the order minus 0.3, of 4.2 and 4.3 in L1 and
# L2. Series with a bound have to end below it in L1 and L2.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash" || exit
source "${EAGRE_SOURCE:?}/tests/verify/waves.bash"

# A series: test, order, meshes in the fit, bound of the finest mesh, cost, edges of the triangles over the square's side.
# The cost is about what it takes in 1e9 updates of an unknown, more than half of it on the finest mesh. Long ones first.
full='
4.2 6 5 1e-12 64 0.1 0.05 0.035 0.025 0.0175 0.0125 0.0045
4.3 7 5 1e-10 39 0.1 0.05 0.025 0.0175 0.0125 0.00875 0.00625
4.3 6 5 1e-10 51 0.1 0.05 0.025 0.0175 0.0125 0.00875 0.0045
4.4 6 18 1e-12 207 0.1 0.085 0.07 0.06 0.05 0.042 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125 0.0105 0.00875 0.0075 0.00625 0.0033
4.2 7 5 1e-12 20 0.1 0.05 0.035 0.025 0.0175 0.0125 0.00875
4.4 7 17 1e-12 87 0.1 0.085 0.07 0.06 0.05 0.042 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125 0.0105 0.00875 0.0075 0.00625
4.3 5 5 - 14 0.1 0.05 0.025 0.0175 0.0125 0.00875 0.00625
4.3 4 5 - 7.5 0.1 0.05 0.025 0.0175 0.0125 0.00875 0.00625
4.3 3 5 - 3.2 0.1 0.05 0.025 0.0175 0.0125 0.00875 0.00625
4.3 2 4 - 2.6 0.1 0.05 0.025 0.0125 0.00875 0.00625 0.0045
4.2 5 5 - 2.5 0.1 0.05 0.035 0.025 0.0175 0.0125
4.2 4 5 - 1.3 0.1 0.05 0.035 0.025 0.0175 0.0125
4.2 3 5 - 1.6 0.1 0.05 0.035 0.025 0.0175 0.0125 0.00875
4.2 2 5 - 1.4 0.1 0.05 0.025 0.0175 0.0125 0.00875 0.00625
4.1 7 7 - 19 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125
4.1 6 7 - 12 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125
4.1 5 7 - 7 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125
4.1 4 7 - 3.6 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125
4.1 3 5 - 2.9 0.05 0.035 0.025 0.0175 0.0125 0.00875
4.1 2 5 - 2.4 0.025 0.0175 0.0125 0.00875 0.00625
4.4 5 17 - 32 0.1 0.085 0.07 0.06 0.05 0.042 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125 0.0105 0.00875 0.0075 0.00625
4.4 4 17 - 17 0.1 0.085 0.07 0.06 0.05 0.042 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125 0.0105 0.00875 0.0075 0.00625
4.4 3 14 - 7.2 0.06 0.05 0.042 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125 0.0105 0.00875 0.0075 0.00625
4.4 2 14 - 2.1 0.06 0.05 0.042 0.035 0.03 0.025 0.021 0.0175 0.015 0.0125 0.0105 0.00875 0.0075 0.00625
medium 7 5 - 21 0.1 0.07 0.05 0.035 0.025 0.0175
medium 6 5 - 13 0.1 0.07 0.05 0.035 0.025 0.0175
medium 5 5 - 8 0.1 0.07 0.05 0.035 0.025 0.0175
medium 4 5 - 5 0.1 0.07 0.05 0.035 0.025 0.0175
medium 3 5 - 3 0.07 0.05 0.035 0.025 0.0175 0.0125
medium 2 5 - 1 0.05 0.035 0.025 0.0175 0.0125 0.00875'
short='4.2 3 3 - 0.04 0.05 0.035 0.025'

# half TEST: half the side of its square, as the meshes are named
half() { case $1 in 4.4) echo 50 ;; *) echo 0.5 ;; esac }
# edge TEST H: the triangles' edge in metres
edge() { case $1 in 4.4) awk "BEGIN { print 100 * $2 }" ;; *) echo "$2" ;; esac }

# mesh TEST H: its path; 4.3 is on the unit square
mesh() {
    local file shifted
    file=$(square "$(half "$1")" "$(edge "$1" "$2")")
    [ "$1" = 4.3 ] || { echo "$file" && return; }
    shifted=$work/unit-$2.msh
    [ -f "$shifted" ] || awk '/^\$Nodes/ { inside = 1 }
        /^\$EndNodes/ { inside = 0 }
        inside && NF == 3 { printf "%.17g %.17g %.17g\n", $1 + 0.5, $2 + 0.5, $3; next }
        { print }' "$file" >"$shifted"
    echo "$shifted"
}

# longest TEST MESH: its longest edge over the side of the square
longest() {
    "$eagre" info "$2" | awk -v side="$(calculate "2 * $(half "$1")")" '$1 == "edges" { print $4 / side }'
}

# fit X Y COUNT: slope of the log of one column of `points` against that of another over the last rows, and its standard
# error, from how the points scatter about the line
fit() {
    tail -n "$3" points | awk -v of="$1" -v at="$2" '
        { n++; x[n] = log($of); y[n] = log($at); sx += x[n]; sy += y[n] }
        END { for (i = 1; i <= n; i++) { xx += (x[i] - sx / n)^2; xy += (x[i] - sx / n) * (y[i] - sy / n) }
              for (i = 1; i <= n; i++) rest += (y[i] - sy / n - xy / xx * (x[i] - sx / n))^2
              printf "%.2f %.2f\n", xy / xx, sqrt(rest / (n - 2) / xx) }'
}

# ask OPERATOR WHAT VALUE BOUND: notes what does not hold, and goes on
ask() {
    holds "$1" "$3" "$4" || echo "FAILED: $2: $3, not $1 $4" >>missed
}

# series TEST ORDER COUNT BOUND COST H...: rows and fit of a series, in a folder of its own
series() {
    local test=$1 order=$2 count=$3 bound=$4 h mesh edge last by case variable=tracer row i norms=(L1 L2 Linf)
    local -a arguments now before=() slope
    shift 5
    mkdir "$work/$test-$order"
    cd "$work/$test-$order"
    touch rows missed
    arguments=(--set "numerics.order=$order")
    case $test in
    4.1) case=waves-advection ;;
    4.2) case=waves-variable ;;
    4.3) case=waves-swirl ;;
    4.4) # errors of the velocity alone: they are found on the host, and take longer there than the steps on a GPU
        case=$work/plane.yaml variable=velocity
        ;;
    medium) case=waves-medium variable=velocity ;;
    esac
    case $test in 4.4 | medium) arguments+=(--set "numerics.flux=${EAGRE_FLUX:-upwind}") ;; esac
    case $test in 4.[23] | medium) arguments+=(--set "numerics.material_order=$order") ;; esac
    case $test in 4.[123]) arguments+=(--set limits.mass_error=1e-12) ;; esac
    for h; do
        mesh=$(mesh "$test" "$h")
        edge=$(longest "$test" "$mesh")
        run "$case" --set "vars.MESH=$mesh" "${arguments[@]}"
        now=($(errors "$variable"))
        echo "$h $(calculate "1 / sqrt($(summary cells))") $edge ${now[*]}" >>points
        row="| $test | $order | $h | $(printf '%.4f' "$edge") | $(summary cells) | $(summary steps) |"
        row+=" $(awk "BEGIN { printf \"%.2g\", $(summary unknowns) * $(summary steps) * 1e-9 }") |"
        for i in 0 1 2; do row+=" $(short "${now[i]}") |"; done
        for i in 0 1 2; do
            [ ${#before[@]} = 0 ] ||
                row+=" $(order "${before[i]}" "${now[i]}" "$(calculate "sqrt($(summary cells) / $last)")")"
            row+=' |'
        done
        echo "$row" | tee -a rows >&2
        before=("${now[@]}")
        last=$(summary cells)
        rm -r "$out"
    done
    row="| $test | $order | $(tail -n "$count" points | head -n 1 | cut -d ' ' -f 1) to $h | $count |"
    for i in 0 1 2; do
        by=2
        [ "$test/$i" != 4.4/2 ] || by=3
        slope=($(fit $by $((i + 4)) "$count"))
        row+=" ${slope[0]} ± ${slope[1]} |"
        case $test/$i in 4.[23]/2) continue ;; esac
        ask '>=' "$test, order $order, order observed in ${norms[i]}" "${slope[0]}" "$(calculate "$order - $less")"
    done
    echo "$row" | tee fitted >&2
    [ "$bound" != - ] || return 0
    echo "| $test | $order | $h | $bound | $(short "${now[0]}") | $(short "${now[1]}") | $(short "${now[2]}") |" >floor
    for i in 0 1; do ask '<=' "$test, order $order, h = $h: ${norms[i]}" "${now[i]}" "$bound"; done
}

# compute PLAN: all series of it, so many at a time, and the tables
compute() {
    local plan=$1 test order rest h
    awk '{ n++; cost += $5 } END { print n " series, about " cost "e9 updates of an unknown\n" }' <<<"$plan"
    while read -r test order _ _ _ rest; do
        for h in $rest; do mesh "$test" "$h" >/dev/null; done
    done <<<"$plan"
    while read -r test order rest; do
        while [ "$(jobs -rp | wc -l)" -ge "${EAGRE_JOBS:-1}" ]; do sleep 0.2; done
        # shellcheck disable=SC2086
        (series $test $order $rest >"$work/output-$test-$order") &
    done <<<"$plan"
    wait
    {
        echo '| test | order | h / side | longest edge | cells | steps | 1e9 updates | L1 | L2 | Linf | order, L1 | L2 | Linf |'
        echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|'
        each "$plan" rows
    } | table waves-floors-1-errors
    echo
    {
        echo '| test | order | h / side | meshes | slope, L1 | L2 | Linf |'
        echo '|---|---|---|---|---|---|---|'
        each "$plan" fitted
    } | table waves-floors-2-orders
    echo
    {
        echo '| test | order | h / side | bound | L1 | L2 | Linf |'
        echo '|---|---|---|---|---|---|---|'
        each "$plan" floor
    } | table waves-floors-3-floors
    each "$plan" missed >misses
    while read -r test order _; do
        [ -f "$work/$test-$order/fitted" ] || cat "$work/output-$test-$order" >>misses
    done <<<"$plan"
    cat misses
    [ ! -s misses ]
}
# each PLAN FILE: that file of all its series, by test and order
each() {
    local test order
    while read -r test order _; do
        [ ! -f "$work/$test-$order/$2" ] || cat "$work/$test-$order/$2"
    done < <(sort -k1,1 -k2,2n <<<"$1")
}

device=${EAGRE_DEVICE:-host:2}
sed -n '/^exact:/,$!p' "$cases/waves-plane.yaml" >plane.yaml
sed -n '/^exact:/,/^  stress:/p' "$cases/waves-plane.yaml" | sed '$d' >>plane.yaml
less=0.3
case ${1:-} in
full)
    shift
    [ $# -gt 0 ] || set -- '*'
    plan=
    while read -r test order rest; do
        for pattern; do
            # shellcheck disable=SC2053
            [[ $test/$order == $pattern ]] && plan+="$test $order $rest"$'\n' && break
        done
    done < <(sed 1d <<<"$full")
    [ -n "$plan" ] || fail "no series is called $*"
    compute "${plan%$'\n'}"
    ;;
prepare)
    folder=${2:?the folder of the meshes}
    case $folder in /*) ;; *) folder=$OLDPWD/$folder ;; esac
    mkdir -p "$folder"
    while read -r test _ _ _ _ edges; do
        for h in $edges; do square "$(half "$test")" "$(edge "$test" "$h")"; done
    done < <(printf '%s\n4.4 - - - - 0.1 0.05\n' "$full" | sed 1d) >/dev/null
    for file in square-*.msh; do gzip -9c "$file" >"$folder/$file.gz"; done
    du -sh "$folder"
    ;;
*) compute "$short" ;;
esac
