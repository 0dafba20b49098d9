#!/bin/bash
# Rayleigh waves: the exact eigenfunction of a half space, once along a periodic strip five wavelengths deep, runs under
# a free surface for five periods. Its speed follows from its phase in the last period, read by gauges near the surface:
# right to 0.1 %, as the amplitude has to be to 1 %.
#
# With k = 2 pi / L, q = k sqrt(1 - c^2 / vp^2), s = k sqrt(1 - c^2 / vs^2) and p = k x - w t the displacement is
#   u_x = (-k A exp(q y) + s B exp(s y)) sin p,  u_y = (q A exp(q y) - k B exp(s y)) cos p,  B = 2 k q A / (s^2 + k^2),
# where c is the root of (2 - c^2 / vs^2)^2 = 4 sqrt(1 - c^2 / vp^2) sqrt(1 - c^2 / vs^2).
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
source "${EAGRE_SOURCE:?}/tests/verify/waves.bash"
gmsh_mesh waves-strip mesh.msh below=5 above=0 h=0.15

# rayleigh POISSON FLUX ORDER BOUND; vs = 1, rho = 1, L = 1
rayleigh() {
    local vp c end found
    vp=$(calculate "sqrt((2 - 2 * $1) / (1 - 2 * $1))")
    c=$(awk -v vp="$vp" 'BEGIN {
        low = 0.5; high = 0.9999999
        for (i = 0; i < 60; i++) {
            c = (low + high) / 2
            if ((2 - c * c)^2 < 4 * sqrt(1 - c * c / vp / vp) * sqrt(1 - c * c)) low = c; else high = c
        }
        printf "%.17g\n", c }')
    end=$(calculate "5 / $c")
    awk -v vp="$vp" -v c="$c" -v end="$end" -v flux="$2" -v order="$3" '
    # a exp(q y) + b exp(s y), times f(p)
    function part(a, b, f, time) {
        return sprintf("(%.17g * exp(%.17g * y) + %.17g * exp(%.17g * y)) * %s(%.17g * x - %.17g * %s)", a, q, b, s, f,
            k, w, time)
    }
    function fields(name, time) {
        print name ":"
        printf "  velocity: [\"%s\", \"%s\"]\n", part(w * k, -w * s * B, "cos", time), part(w * q, -w * k * B, "sin", time)
        printf "  stress: [\"%s\", \"%s\", \"%s\"]\n", part(lambda * (q * q - k * k) - 2 * k * k, 2 * k * s * B, "cos", time),
            part(lambda * (q * q - k * k) + 2 * q * q, -2 * k * s * B, "cos", time),
            part(-2 * k * q, (s * s + k * k) * B, "sin", time)
    }
    BEGIN {
        k = 2 * atan2(0, -1); w = k * c; lambda = vp * vp - 2
        q = k * sqrt(1 - c * c / vp / vp); s = k * sqrt(1 - c * c); B = 2 * k * q / (s * s + k * k)
        print "title: Rayleigh wave"
        print "model: elastic"
        print "mesh: {gmsh: mesh.msh}"
        printf "materials: {lower: {density: 1, vp: %.17g, vs: 1}}\n", vp
        fields("initial", "0")
        fields("exact", "t")
        print "boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: absorbing, top: free-surface}"
        printf "time: {end: %.17g s, cfl: 0.9}\n", end
        printf "numerics: {order: %d, flux: %s}\n", order, flux
        print "output: {gauges: {a: [0.1 m, -0.02 m], b: [0.45 m, 0], c: [0.8 m, -0.1 m]}, record: {every: 0.02 s}}"
        printf "%.17g %.17g %.17g %.17g %.17g\n", k, w, q, s, B >"numbers.txt"
    }' >case.yaml
    run case.yaml
    found=$(awk -F, -v end="$end" '
    FILENAME == "numbers.txt" { split($0, n, " "); k = n[1]; w = n[2]; q = n[3]; s = n[4]; B = n[5]; next }
    FNR == 1 {
        x["a"] = 0.1; y["a"] = -0.02; x["b"] = 0.45; y["b"] = 0; x["c"] = 0.8; y["c"] = -0.1
        for (i = 2; i <= NF; i++) if ($i ~ /velocity_y/) gauge[i] = substr($i, 1, 1)
        next
    }
    $1 >= end * 0.8 {
        for (i in gauge) {
            g = gauge[i]; p = k * x[g] - w * $1
            size = w * (q * exp(q * y[g]) - k * B * exp(s * y[g]))
            S = size * sin(p); C = size * cos(p)
            ss += S * S; cc += C * C; sc += S * C; su += S * $i; cu += C * $i
        }
        times += $1; rows++
    }
    END {
        det = ss * cc - sc * sc
        a = (su * cc - cu * sc) / det; b = (cu * ss - su * sc) / det
        printf "%.9f %.9f\n", atan2(-b, a) / (w * times / rows), sqrt(a * a + b * b) - 1
    }' numbers.txt run/gauges.csv)
    set -- "$1" "$2" "$3" "$4" $found
    echo "| $1 | $2 | $3 | $(printf '%.6f' "$c") | $(printf '%.6f' "$(calculate "$c * (1 + $5)")") | $(short "$5") |" \
        "$(short "$6") | $(short "$(value run/errors.csv velocity_l2 last)") |"
    at_most "Poisson's ratio $1, $2, order $3: relative error of the speed" "$(calculate "sqrt(($5)^2)")" "$4"
    at_most "Poisson's ratio $1, $2, order $3: relative error of the amplitude" "$(calculate "sqrt(($6)^2)")" 1e-2
}
{
    echo "| Poisson's ratio | flux | order | speed / vs | found | relative error | amplitude's | L2 of the velocity |"
    echo '|---|---|---|---|---|---|---|---|'
    rayleigh 0.25 upwind 4 1e-3
    rayleigh 0.25 upwind 6 1e-5
    rayleigh 0.4 upwind 6 1e-5
    rayleigh 0.25 rusanov 6 1e-5
} | table waves-rayleigh
