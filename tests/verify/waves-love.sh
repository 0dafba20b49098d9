#!/bin/bash
# Love waves, which are SH waves caught in a layer on a half-space: a layer of thickness 1 with speed 1 and density 1 on rock with
# speed 3 and density 1.5. With the depth d and c = omega / k the velocity is f(d) cos(k x - omega t),
#   f = cos(n1 d) in the layer, cos(n1) exp(-n2 (d - 1)) below it,  n1^2 = omega^2 - k^2,  n2^2 = k^2 - (omega / 3)^2,
# and traction is continuous where mu1 n1 tan(n1) = mu2 n2 (Aki and Richards, Quantitative Seismology, 7.1): that gives
# omega, by bisection. After one period the fundamental mode and the second one are where they were.
# The stress that the wave begins with, the surface, the interface and the dispersion all have to be right for that.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# mode K BRANCH: omega, n1, n2 of the mode on the branch of the tangent that begins at BRANCH pi
mode() {
    awk -v k="$1" -v branch="$2" 'BEGIN {
        pi = atan2(0, -1)
        c = 3; mu = c * c * 1.5
        low = branch * pi; high = (branch + 0.5) * pi
        most = k * sqrt(1 - 1 / (c * c)) * c   # there n2 is 0
        if (high > most) high = most
        for (i = 0; i < 200; i++) {
            n1 = 0.5 * (low + high)
            omega = sqrt(n1 * n1 + k * k); n2 = sqrt(k * k - omega * omega / (c * c))
            if (n1 * sin(n1) / cos(n1) < mu * n2) low = n1; else high = n1
        }
        printf "%.17g %.17g %.17g\n", omega, n1, n2
    }'
}

# write_case LENGTH DEPTH OMEGA N1 N2 K
write_case() {
    local omega=$3 n1=$4 n2=$5 k=$6 below
    below="cos($n1) * exp($n2 * (y + 1))"
    local f="(y > -1 ? cos($n1 * y) : $below)"
    # the derivative by y; traction is mu times it
    local slope="(y > -1 ? -$n1 * sin($n1 * y) : 13.5 * $n2 * $below)"
    local mu='(y > -1 ? 1 : 13.5)'
    cat >case.yaml <<END
model: sh
mesh: {box: {origin: [0, -$2], size: [$1, $2], cells: [2, 2], element: triangle}}
materials: {all: {density: "y > -1 ? 1 : 1.5", vs: "y > -1 ? 1 : 3"}}
initial:
  velocity: "$f * cos($k * x)"
  stress: ["-$mu * $k / $omega * $f * cos($k * x)", "-$slope / $omega * sin($k * x)"]
boundaries: {left: {periodic: right}, right: {periodic: left}, top: free-surface, bottom: wall}
time: {end: $(calculate "8 * atan2(1, 1) / $omega")}
exact:
  velocity: "$f * cos($k * x - $omega * t)"
  stress: ["-$mu * $k / $omega * $f * cos($k * x - $omega * t)", "-$slope / $omega * sin($k * x - $omega * t)"]
output: {picture: none}
END
}

# love K BRANCH DEPTH "ORDER ..."
love() {
    local k=$1 branch=$2 depth=$3 order e row length along seen
    local -a numbers before
    numbers=($(mode "$k" "$branch"))
    length=$(calculate "8 * atan2(1, 1) / $k")
    write_case "$length" "$depth" "${numbers[@]}" "$k"
    for order in $4; do
        for along in 4 8; do
            run case.yaml --set "mesh.box.cells=[$along, $((depth * along))]" --set "numerics.order=$order"
            e=($(value "$out/errors.csv" velocity_l2 last) $(value "$out/errors.csv" stress_l2 last))
            seen='|'
            [ $along = 4 ] || seen="$(order "${before[0]}" "${e[0]}" 2) | $(order "${before[1]}" "${e[1]}" 2)"
            printf '| %s | %s | %s | %s | %d | %.2e | %.2e | %s |\n' "$branch" "$k" "$(calculate "${numbers[0]} / $k" |
                cut -c1-7)" "$order" "$along" "${e[0]}" "${e[1]}" "$seen"
            before=("${e[@]}")
        done
        at_least "Love wave $branch, order $order: order of the velocity" "${seen%% |*}" "$(calculate "$order - 0.4")"
        at_least "Love wave $branch, order $order: order of the stress" "${seen##*| }" "$(calculate "$order - 0.6")"
    done
}

{
    echo '| mode | k, 1/m | c, m/s | order | cells a wave | velocity, L2 | stress, L2 | order, velocity | stress |'
    echo '|---|---|---|---|---|---|---|---|---|'
    love 2 0 12 '2 3 4 5'
    love 4 1 8 '3 4'
} | table waves-love
