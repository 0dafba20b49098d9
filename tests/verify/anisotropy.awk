# Plane waves of anisotropic elastic media, for cases of anisotropy.sh: prints `initial`, `exact`, and the states at
# boundaries, as expressions. Arguments: WHAT, the stiffness C = "c11 c33 c55 c13 c15 c35" and the density R of a medium,
# of another one above it C2, R2; the width W in which waves are periodic; of waves at a surface P, the slowness along x,
# and MODE, qP 1 or qS 0, of the wave that comes from below.
#   waves       both waves of eight directions
#   free, wall  a wave and what a free surface, or a wall, at y = 0 sends back
#   contact     a wave and what a contact of two media at y = 0 sends back and on

function christoffel(m, x, y) { # g11, g22, g12
    g11 = c[m, 1] * x * x + 2 * c[m, 5] * x * y + c[m, 3] * y * y
    g22 = c[m, 3] * x * x + 2 * c[m, 6] * x * y + c[m, 2] * y * y
    g12 = c[m, 5] * x * x + (c[m, 4] + c[m, 3]) * x * y + c[m, 6] * y * y
}

# The wave of the medium m with the slowness (x, y): polarisation, stress; all times cos(w (x px + y py - t)).
function wave(i, m, x, y,    d, s) {
    christoffel(m, x, y)
    d = g11 - rho[m]; s = g22 - rho[m] # the null space of Gamma - rho
    px[i] = x; py[i] = y
    if (d * d > s * s) { ux[i] = -g12 / d; uy[i] = 1 } else { ux[i] = 1; uy[i] = -g12 / s }
    exx = ux[i] * x; eyy = uy[i] * y; exy = ux[i] * y + uy[i] * x
    sxx[i] = -(c[m, 1] * exx + c[m, 4] * eyy + c[m, 5] * exy)
    syy[i] = -(c[m, 4] * exx + c[m, 2] * eyy + c[m, 6] * exy)
    sxy[i] = -(c[m, 5] * exx + c[m, 6] * eyy + c[m, 3] * exy)
}

function determinant(m, x, y) { christoffel(m, x, y); return (g11 - rho[m]) * (g22 - rho[m]) - g12 * g12 }

# The waves of a medium with the slowness P along x whose energy goes up, or down: two, qP first.
function find(i, m, up,    n, a, b, k, middle, kept, steps) {
    steps = 40000; n = 0
    for (k = 0; k < steps; k++) {
        a = -3 + 6 * (k + 0.123) / steps; b = -3 + 6 * (k + 1.123) / steps
        if (determinant(m, P, a) * determinant(m, P, b) > 0) continue
        for (kept = 0; kept < 100; kept++) {
            middle = (a + b) / 2
            if (determinant(m, P, a) * determinant(m, P, middle) > 0) a = middle; else b = middle
        }
        wave(i + n, m, P, (a + b) / 2)
        if ((sxy[i + n] * ux[i + n] + syy[i + n] * uy[i + n] < 0) == up) n++
    }
    if (n != 2) { print "anisotropy.awk: " n " waves" > "/dev/stderr"; exit 1 }
    if (py[i] * py[i] > py[i + 1] * py[i + 1]) swap(i, i + 1)
}

function swap(i, k,    a) {
    a = py[i]; wave(i, medium, P, py[k]); wave(k, medium, P, a)
}

function solve(n,    i, j, k, f, best) {
    for (k = 1; k <= n; k++) {
        best = k
        for (i = k; i <= n; i++) if (a[i, k] * a[i, k] > a[best, k] * a[best, k]) best = i
        for (j = 1; j <= n + 1; j++) { f = a[k, j]; a[k, j] = a[best, j]; a[best, j] = f }
        for (i = 1; i <= n; i++) {
            if (i == k) continue
            f = a[i, k] / a[k, k]
            for (j = k; j <= n + 1; j++) a[i, j] -= f * a[k, j]
        }
    }
    for (k = 1; k <= n; k++) size[k] = a[k, n + 1] / a[k, k]
}

function term(of, i, time) {
    return sprintf("%+.15e * cos(%.15e * x %+.15e * y%s)", of * size[i], w[i] * px[i], w[i] * py[i],
                   time ? sprintf(" - %.15e * t", w[i]) : "")
}

function sum(of, from, to, time,    i, text) {
    text = "0"
    for (i = from; i <= to; i++) text = text " " term(of[i], i, time)
    return text
}

function both(of, time) {
    return "\"" (apart ? "y < 0 ? " sum(of, 0, 2, time) " : " sum(of, 3, 4, time) : sum(of, 0, last, time)) "\""
}

function state(time) {
    return "{stress: [" both(sxx, time) ", " both(syy, time) ", " both(sxy, time) "], velocity: [" both(ux, time) \
        ", " both(uy, time) "]}"
}

function row(k, i, sign, which) {
    a[1, k] = sign * (which == "wall" ? ux[i] : sxy[i]); a[2, k] = sign * (which == "wall" ? uy[i] : syy[i])
    a[3, k] = sign * ux[i]; a[4, k] = sign * uy[i]
}

BEGIN {
    pi = atan2(0, -1)
    for (m = 1; m <= 2; m++) {
        split(m == 1 ? C : C2, given, " ")
        for (i = 1; i <= 6; i++) c[m, i] = given[i]
        rho[m] = m == 1 ? R : R2
    }
    if (WHAT == "waves") {
        split("1 0 2 1 1 1 1 2 0 1 -1 2 -1 1 -2 1", given, " ")
        for (i = 0; i < 16; i++) {
            x = given[2 * int(i / 2) + 1]; y = given[2 * int(i / 2) + 2]; r = sqrt(x * x + y * y)
            christoffel(1, x / r, y / r)
            root = sqrt((g11 - g22) ^ 2 / 4 + g12 ^ 2)
            speed = sqrt(((g11 + g22) / 2 + (i % 2 ? -root : root)) / R)
            wave(i, 1, x / r / speed, y / r / speed)
            w[i] = 2 * pi * r / W * speed
            size[i] = 0.5 + (i * 7 % 16) / 16
            size[i] /= sqrt(ux[i] ^ 2 + uy[i] ^ 2)
        }
        last = 15
    } else {
        medium = 1
        find(1, 1, 1)                       # those that come
        wave(0, 1, P, py[MODE ? 1 : 2])
        find(1, 1, 0)                       # those that go back, 1 and 2
        if (WHAT == "contact") { medium = 2; find(3, 2, 1) }
        n = last = WHAT == "contact" ? 4 : 2
        for (k = 1; k <= n; k++) row(k, k, k < 3 ? 1 : -1, WHAT)
        row(n + 1, 0, -1, WHAT)
        solve(n)
        size[0] = 1
        for (i = 0; i <= n; i++) w[i] = 2 * pi / (W * P)
        apart = WHAT == "contact"
    }
    print "initial: " state(0)
    print "exact: " state(1)
    if (WHAT != "waves") print "boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {inflow: " \
        state(1) "}, top: " (apart ? "{inflow: " state(1) "}" : WHAT == "free" ? "free-surface" : "wall") "}"
    else print "boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}"
}
