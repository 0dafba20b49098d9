#!/usr/bin/env python3
"""Plane waves aslant on an interface of two media, with the exact coefficients of all that comes back and goes on.

    oblique.py solid|fluid write          the case: a solid on the left of x = 2 m, on the right a solid or a fluid
    oblique.py solid|fluid check FOLDER   prints the largest error of the velocity at the gauges over the largest one

At an interface of two solids velocity and traction are continuous (Aki and Richards, Quantitative Seismology, section
5.2); along a fluid the solid slips, and there is no shear traction. All waves have the slowness 1/4 s/m along y. P and S
come from the left and P, with a solid S, from the right. Each meets the same wave in reversed time, so that velocities
are 0 at first and go as sin(k x) sin(omega t). Nodes on the interface know one side alone: the last wave has the
amplitude with which all stresses are continuous at time 0."""
import math
import os
import sys

SLOWNESS, OMEGA, FACE, END = 0.25, 8 * math.pi, 2.0, 0.3
LEFT, SOLID, FLUID = (1.0, 2.0, 1.0), (1.5, 3.0, 1.6), (1.5, 3.0, 0.0)  # density, P and S waves
GAUGES = [(FACE + 0.5 * (i - 6.5) / 7, (0.37 * i) % 1) for i in range(14)]


class Wave:
    """A P or S wave of amplitude 1 m/s that runs towards `side` (1: right)."""

    def __init__(self, medium, kind, side):
        density, p, s = medium
        self.speed = p if kind == "P" else s
        sine = SLOWNESS * self.speed
        self.along = (side * math.sqrt(1 - sine * sine), sine)
        self.velocity = self.along if kind == "P" else (-self.along[1], self.along[0])
        mu = density * s * s
        trace = (density * p * p - 2 * mu) * sum(a * b for a, b in zip(self.along, self.velocity))
        self.stress = {}
        for i, j in ((0, 0), (1, 1), (0, 1)):
            shear = mu * (self.along[i] * self.velocity[j] + self.along[j] * self.velocity[i])
            self.stress[i, j] = -(shear + (trace if i == j else 0)) / self.speed


def solve(matrix, right):
    """Gauss with pivots."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def conditions(wave, slips, right):
    """What is continuous, and with a fluid the shear traction of the solid."""
    values = [wave.velocity[0], wave.stress[0, 0]]
    if slips:
        return values + [0.0 if right else wave.stress[0, 1]]
    return values + [wave.velocity[1], wave.stress[0, 1]]


def answers(which):
    """What each wave that comes in gives on both sides: (wave, amplitude)."""
    right = FLUID if which == "fluid" else SOLID
    slips, kinds = which == "fluid", ("P",) if which == "fluid" else ("P", "S")
    outgoing = [(0, Wave(LEFT, k, -1)) for k in ("P", "S")] + [(1, Wave(right, k, 1)) for k in kinds]
    incoming = [(0, Wave(LEFT, k, 1)) for k in ("P", "S")] + [(1, Wave(right, k, -1)) for k in kinds]
    for side, wave in incoming:
        columns = [[(1 if s else -1) * v for v in conditions(w, slips, s)] for s, w in outgoing]
        given = [(-1 if side else 1) * v for v in conditions(wave, slips, side)]
        sides = [[], []]
        sides[side].append((wave, 1.0))
        for (s, w), amplitude in zip(outgoing, solve(list(zip(*columns)), given)):
            sides[s].append((w, amplitude))
        yield sides


def jump(sides):
    return sum(a * w.stress[1, 1] for w, a in sides[1]) - sum(a * w.stress[1, 1] for w, a in sides[0])


def waves(which):
    """All of them on both sides: (wave, amplitude)."""
    found = list(answers(which))
    scale = [1.0] * (len(found) - 1)
    scale.append(-sum(jump(sides) for sides in found[:-1]) / jump(found[-1]))
    return [[(w, a * factor) for sides, factor in zip(found, scale) for w, a in sides[side]]
            for side in (0, 1)]


def total(side, value):
    """The sum of the waves of a side at time 0, as an expression of the case."""
    terms = ["%.17g*cos(%.17g*(x-%g) + %.17g*y)" % (a * value(w), OMEGA * w.along[0] / w.speed, FACE,
                                                  OMEGA * w.along[1] / w.speed) for w, a in side]
    return "(" + " + ".join(terms) + ")"


def write(which):
    sides, right = waves(which), FLUID if which == "fluid" else SOLID
    both = lambda value: '"x < %g ? %s : %s"' % (FACE, total(sides[0], value), total(sides[1], value))
    medium = ['"x < %g ? %g : %g"' % (FACE, a, b) for a, b in zip(LEFT, right)]
    print("model: elastic")
    print("mesh: {forest: {level: 2}, box: {size: [4, 1], cells: [4, 1]}}")
    print("materials: {all: {density: %s, vp: %s, vs: %s}}" % tuple(medium))
    print("initial:")
    print("  stress: [%s, %s, %s]" % tuple(both(lambda w, k=k: w.stress[k])
                                           for k in ((0, 0), (1, 1), (0, 1))))
    print("boundaries: {left: absorbing, right: absorbing, bottom: {periodic: top}, top: {periodic: bottom}}")
    print("time: {end: %g}" % END)
    print("numerics: {degree: 7}")
    print("output: {picture: none, fields: {every: %g}, gauges: {%s}}" %
          (END, ", ".join("g%d: [%.17g, %.17g]" % (i, x, y) for i, (x, y) in enumerate(GAUGES))))


def exact(sides, x, y, i):
    there = lambda w: OMEGA * (w.along[0] * (x - FACE) + w.along[1] * y) / w.speed
    return math.sin(OMEGA * END) * sum(a * w.velocity[i] * math.sin(there(w)) for w, a in sides[x > FACE])


def check(which, folder):
    with open(os.path.join(folder, "gauges.csv")) as file:
        rows = [line.strip().split(",") for line in file]
    row = dict(zip(rows[0], map(float, rows[-1])))
    sides, worst, most = waves(which), 0.0, 0.0
    for i, (x, y) in enumerate(GAUGES):
        for d, name in enumerate("xy"):
            found = row["g%d_velocity_%s_m_per_s" % (i, name)]
            worst = max(worst, abs(found - exact(sides, x, y, d)))
            most = max(most, abs(exact(sides, x, y, d)))
    print("%.3g" % (worst / most))


if __name__ == "__main__":
    write(sys.argv[1]) if sys.argv[2] == "write" else check(sys.argv[1], sys.argv[3])
