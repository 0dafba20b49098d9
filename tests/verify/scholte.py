#!/usr/bin/env python3
"""A guided wave of a layer of fluid on a solid half-space: below its speed a Scholte wave, with the exact state.

    scholte.py write      the case: fluid at 0 < y < 1/2 m with a free surface, the solid below, one wavelength across
    scholte.py speed      prints the speed of the wave and of a Scholte wave between two half-spaces, m/s

The potentials of the velocity are, with theta = k x - omega t and exponents a, b, g = k sqrt(1 - c^2 / speed^2),
    solid: A exp(a y) sin theta (P), B exp(b y) cos theta (S);  fluid: C sinh(g (H - y)) sin theta.
At y = 0 the normal velocity and the normal traction are continuous and the shear traction is 0 (Scholte 1947; Aki and
Richards, Quantitative Seismology, section 5.2). At the lower side the exact state comes in."""
import math
import sys

K, DEPTH = 2 * math.pi, 0.5
SOLID, FLUID = (2.0, 2.0, 1.2), (1.0, 1.0)  # density, speeds


def exponents(c):
    return [K * math.sqrt(1 - (c / speed) ** 2) for speed in SOLID[1:] + FLUID[1:]]


def amplitudes(c):
    """B and C of A = 1, by the shear traction and the normal velocity."""
    a, b, g = exponents(c)
    shear = -2 * a * K / (b * b + K * K)
    return shear, -(a + K * shear) / (g * math.cosh(g * DEPTH))


def moduli():
    mu = SOLID[0] * SOLID[2] ** 2
    return SOLID[0] * SOLID[1] ** 2 - 2 * mu, mu


def mismatch(c, deep=False):
    """Of the normal traction, times omega."""
    a, b, g = exponents(c)
    lame, mu = moduli()
    shear, fluid = amplitudes(c)
    stress = (lame * (a * a - K * K) + 2 * mu * (a * a + K * b * shear))
    tanh = 1.0 if deep else math.tanh(g * DEPTH)
    return stress + FLUID[0] * (c * K) ** 2 * fluid * math.cosh(g * DEPTH) * tanh


def speed(deep=False):
    """The slowest root below all speeds."""
    most, steps = min(SOLID[2], FLUID[1]), 20000
    grid = [most * (i + 0.5) / steps for i in range(steps // 10, steps)]
    low, high = next((p, q) for p, q in zip(grid, grid[1:]) if mismatch(p, deep) * mismatch(q, deep) <= 0)
    for _ in range(100):
        middle = 0.5 * (low + high)
        if mismatch(low, deep) * mismatch(middle, deep) <= 0:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def state(c):
    """Stress xx, yy, xy and velocity of the solid, then of the fluid: (list of (amplitude, shape), function)."""
    a, b, g = exponents(c)
    lame, mu = moduli()
    shear, fluid = amplitudes(c)
    omega = c * K
    p, s = "exp(%.17g*y)" % a, "exp(%.17g*y)" % b
    up, down = "sinh(%.17g*(%g-y))" % (g, DEPTH), "cosh(%.17g*(%g-y))" % (g, DEPTH)
    cos, sin = ("%s(%.17g*x-%.17g*t)" % (name, K, omega) for name in ("cos", "sin"))
    pressure = ([(-FLUID[0] * omega * fluid, up)], cos)
    solid = [([((lame * (a * a - K * K) - 2 * mu * K * K) / omega, p), (-2 * mu * K * b * shear / omega, s)], cos),
             ([((lame * (a * a - K * K) + 2 * mu * a * a) / omega, p), (2 * mu * K * b * shear / omega, s)], cos),
             ([(-2 * mu * a * K / omega, p), (-mu * (b * b + K * K) * shear / omega, s)], sin),
             ([(K, p), (b * shear, s)], cos), ([(a, p), (K * shear, s)], sin)]
    return solid, [pressure, pressure, ([], sin), ([(K * fluid, up)], cos), ([(-g * fluid, down)], sin)]


def text(value):
    return "(%s)*%s" % (" + ".join("%.17g*%s" % part for part in value[0]) or "0", value[1])


def section(indent, both, at):
    solid, fluid = both
    value = ['"%s"' % (text(s) if f is None else "y < 0 ? %s : %s" % (text(s), text(f))).replace("*t", at)
             for s, f in zip(solid, fluid)]
    print("%sstress: [%s]" % (indent, ", ".join(value[:3])))
    print("%svelocity: [%s]" % (indent, ", ".join(value[3:])))


def write():
    c = speed()
    both = state(c)
    print("model: elastic")
    print("mesh: {box: {origin: [0, -1], size: [1, 1.5], cells: [4, 6], element: triangle}}")
    print("materials: {all: {density: \"y < 0 ? %g : %g\", vp: \"y < 0 ? %g : %g\", vs: \"y < 0 ? %g : 0\"}}" %
          (SOLID[0], FLUID[0], SOLID[1], FLUID[1], SOLID[2]))
    print("initial:")
    section("  ", both, "*0")
    print("exact:")
    section("  ", both, "*t")
    print("boundaries:")
    print("  left: {periodic: right}\n  right: {periodic: left}\n  top: free-surface\n  bottom:\n    inflow:")
    section("      ", (both[0], [None] * 5), "*t")
    print("time: {end: %.17g}" % (0.5 * 2 * math.pi / (c * K)))
    print("numerics: {order: 4}")
    print("output: {picture: none}")


if __name__ == "__main__":
    write() if sys.argv[1] == "write" else print("%.9g %.9g" % (speed(), speed(True)))
