#!/usr/bin/env python3
"""What the preconditioners of poisson take on meshes and conductivities that are hard for one of them: iterations and seconds.

    bench/preconditioners.py EAGRE FOLDER [PATTERN]      the table, of the meshes whose names match PATTERN

Meshes and runs go to FOLDER. The device is that of EAGRE_DEVICE, host:1 without it. Seconds are those of set-up and solve of
the preconditioner, of one run. docs/theory/p-multigrid.md, "Which preconditioner", has the table and what follows from it."""
import itertools
import json
import os
import random
import re
import subprocess
import sys

HOW = {
    "auto": [],
    "the diagonal": ["numerics.preconditioner=jacobi"],
    "p-multigrid, 3": ["numerics.preconditioner=p-multigrid", "numerics.smoothing=3"],
    "6": ["numerics.preconditioner=p-multigrid", "numerics.smoothing=6"],
    "subdomains, 3": ["numerics.preconditioner=p-multigrid", "numerics.smoother=schwarz", "numerics.smoothing=3"],
}
FACES = [(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


class Mesh:
    """Hexahedra whose corners are told by their places."""

    def __init__(self):
        self.number, self.nodes, self.hexes, self.regions = {}, [], [], []

    def node(self, point):
        key = tuple(round(x * 1e12) for x in point)
        if key not in self.number:
            self.number[key] = len(self.nodes)
            self.nodes.append(point)
        return self.number[key]

    def add(self, corners, region="all"):
        u, v, w = ([corners[k][d] - corners[0][d] for d in range(3)] for k in (1, 3, 4))
        volume = sum(u[d] * (v[d - 2] * w[d - 1] - v[d - 1] * w[d - 2]) for d in range(3))
        self.hexes.append([self.node(p) for p in (corners if volume > 0 else corners[4:] + corners[:4])])
        self.regions.append(region)

    def write(self, path, only_left):
        """As Gmsh 2.2: the boundary `given`, all of it or its left end, and `rest`."""
        outer, left = {}, min(p[0] for p in self.nodes)
        for corners in self.hexes:
            for face in FACES:
                found = tuple(corners[i] for i in face)
                key = tuple(sorted(found))
                outer[key] = None if key in outer else found
        names = sorted(set(self.regions))
        with open(path, "w") as out:
            out.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{len(names) + 1 + only_left}\n2 1 \"given\"\n")
            out.write('2 2 "rest"\n' if only_left else "")
            for i, name in enumerate(names):
                out.write(f'3 {i + 3} "{name}"\n')
            out.write(f"$EndPhysicalNames\n$Nodes\n{len(self.nodes)}\n")
            for i, point in enumerate(self.nodes):
                out.write("%d %.17g %.17g %.17g\n" % (i + 1, *point))
            rows = []
            for face in filter(None, outer.values()):
                rest = only_left and any(self.nodes[i][0] > left + 1e-12 for i in face)
                rows.append((3, 1 + rest, face))
            rows += [(5, names.index(r) + 3, h) for h, r in zip(self.hexes, self.regions)]
            out.write(f"$EndNodes\n$Elements\n{len(rows)}\n")
            for i, (kind, group, corners) in enumerate(rows):
                out.write(f"{i + 1} {kind} 2 {group} {group} {' '.join(str(c + 1) for c in corners)}\n")
            out.write("$EndElements\n")


def corners_of(box):
    """Of ((x0, x1), (y0, y1), (z0, z1)), in Gmsh's order."""
    return [(box[0][i], box[1][j], box[2][k]) for k in (0, 1) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]


def tensor(x, y, z, region=lambda i, j, k: "all"):
    mesh = Mesh()
    for k, j, i in itertools.product(*(range(len(ticks) - 1) for ticks in (z, y, x))):
        name = region(i, j, k)
        if name:
            mesh.add(corners_of([ticks[n:n + 2] for ticks, n in ((x, i), (y, j), (z, k))]), name)
    return mesh


def ticks(count, end=1.0):
    return [end * i / count for i in range(count + 1)]


def cube(n, height=1.0, region=lambda i, j, k: "all"):
    return tensor(ticks(n), ticks(n), ticks(n, height), region)


def trapezia(layers, split, depth):
    """An L whose layers shrink by 0.15 toward its re-entrant edge."""
    ring = [(0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0)]
    points = [tuple(a[d] + (b[d] - a[d]) * t / split for d in (0, 1)) for a, b in zip(ring, ring[1:]) for t in range(split)]
    points.append(ring[-1])
    mesh, z = Mesh(), ticks(depth)

    def prism(quad):
        for low, high in zip(z, z[1:]):
            mesh.add([(*p, low) for p in quad] + [(*p, high) for p in quad])

    for s in (0.15**layer for layer in range(layers)):
        for a, b in zip(points, points[1:]):
            prism([(a[0] * s, a[1] * s), (b[0] * s, b[1] * s), (b[0] * s * 0.15, b[1] * s * 0.15),
                   (a[0] * s * 0.15, a[1] * s * 0.15)])
    s = 0.15**layers
    for (x, y), i, j in itertools.product(((-1, -1), (-1, 0), (0, 0)), range(split), range(split)):
        prism([((x + (i + a) / split) * s, (y + (j + b) / split) * s) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))])
    return mesh


def graded_grid(layers, depth):
    """The same L of a tensor grid, whose elements are flat."""
    half = [0.0] + [0.15**layer for layer in range(layers, -1, -1)]
    x, n = [-v for v in reversed(half)][:-1] + half, len(half) - 1
    return tensor(x, x, ticks(depth), lambda i, j, k: None if i >= n > j else "all")


def fichera(layers):
    mesh, faces = Mesh(), []
    for axis, side, i, j in itertools.product(range(3), (-1, 1), (-1, 0), (-1, 0)):
        square = []
        for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
            point = [0, 0, 0]
            point[axis], point[(axis + 1) % 3], point[(axis + 2) % 3] = side, i + a, j + b
            square.append(point)
        if any(sum(p[d] for p in square) < 0 for d in range(3)):
            faces.append(square)
    for s in (0.15**layer for layer in range(layers)):
        for face in faces:
            mesh.add([tuple(x * s * 0.15 for x in p) for p in face] + [tuple(x * s for x in p) for p in face])
    s = 0.15**layers
    for low in itertools.product((-1, 0), repeat=3):
        if low != (0, 0, 0):
            mesh.add(corners_of([(x * s, (x + 1) * s) for x in low]))
    return mesh


def checkered(i, j, k):
    return "ab"[(i + j + k) % 2]


def scattered(i, j, k):
    return "k%d" % random.Random(i * 10007 + j * 101 + k).randrange(10)


TWO, TEN = {"a": 1, "b": 1e6}, {"k%d" % i: 1e6**(i / 9) for i in range(10)}
WAVY = {"all": '"10^(3 * sin(40 * x) + 3 * sin(37 * y) * sin(43 * z))"'}
# name: mesh, degree, kappa of the regions, whether values are given on the left alone
CASES = {}
for n in (7, 10, 16):
    CASES[f"cube, {n}³"] = (lambda n=n: cube(n), 4, {"all": 1}, False)
for p, split, depth in ((4, 1, 1), (8, 1, 1), (8, 1, 2), (4, 4, 4)):
    name = f"L of trapezia, {6 * split} x {depth} a layer, degree {p}"
    CASES[name] = (lambda s=split, d=depth: trapezia(6, s, d), p, {"all": 1}, False)
for depth in (1, 4):
    CASES[f"L of a grid, {depth} deep"] = (lambda d=depth: graded_grid(6, d), 4, {"all": 1}, False)
for p in (4, 6, 8):
    CASES[f"Fichera's corner, degree {p}"] = (lambda: fichera(5), p, {"all": 1}, False)
for n in (7, 8):
    CASES[f"kappa 1 and 1e6 by turns, {n}³"] = (lambda n=n: cube(n, 1, checkered), 4, TWO, False)
    CASES[f"kappa scattered to 1e6, {n}³"] = (lambda n=n: cube(n, 1, scattered), 4, TEN, False)
    CASES[f"kappa to 1e12 in elements, {n}³"] = (lambda n=n: cube(n), 4, WAVY, False)
    CASES[f"flat, 1:1000, {n}³"] = (lambda n=n: cube(n, 1e-3), 4, {"all": 1}, False)
    CASES[f"flat, 1:1000, {n}³, left given"] = (lambda n=n: cube(n, 1e-3), 4, {"all": 1}, True)
    CASES[f"flat, 1:100, scattered, {n}³"] = (lambda n=n: cube(n, 1e-2, scattered), 4, TEN, False)
CASES["flat, 1:100, 12³, left given"] = (lambda: cube(12, 1e-2), 4, {"all": 1}, True)


def run(eagre, folder, settings):
    command = [eagre, "run", f"{folder}/case.yaml", "-q", "--no-measure", "--force", "-o", f"{folder}/run"]
    command += [word for setting in settings for word in ("--set", setting)]
    command += ["--device", os.environ.get("EAGRE_DEVICE") or "host:1"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 5):
        sys.exit(done.stderr)
    with open(f"{folder}/run/summary.json") as file:
        summary = json.load(file)
    seconds = sum(summary["seconds"][part] for part in ("preconditioner", "coarse", "solve"))
    return ("> " if done.returncode else "") + f"{summary['iterations']}, {seconds:.2g} s", summary["preconditioner"]


def main():
    eagre, folder, pattern = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""
    print("| mesh | elements times n³ | taken by auto | " + " | ".join(list(HOW)[1:]) + " |\n" + "|---" * (len(HOW) + 2) + "|")
    for name, (make, degree, kappa, only_left) in CASES.items():
        if not re.search(pattern, name):
            continue
        place = os.path.join(folder, re.sub(r"\W+", "-", name))
        os.makedirs(place, exist_ok=True)
        mesh = make()
        mesh.write(f"{place}/mesh.msh", only_left)
        materials = "".join(f"  {region}: {{kappa: {value}, source: 1}}\n" for region, value in kappa.items())
        with open(f"{place}/case.yaml", "w") as out:
            out.write(f"model: poisson\nmesh: {{gmsh: mesh.msh}}\nmaterials:\n{materials}boundaries:\n  given: {{value: 0}}\n"
                      + ("  rest: insulated\n" if only_left else "") + f"numerics: {{degree: {degree}, tolerance: 1e-8}}\n")
        found = {how: run(eagre, place, settings) for how, settings in HOW.items()}
        taken = found["auto"][1].removesuffix(" (auto)").replace("jacobi", "the diagonal")
        row = [name, str(len(mesh.hexes) * degree**3), f"{taken}: {found['auto'][0]}"]
        print("| " + " | ".join(row + [found[how][0] for how in list(HOW)[1:]]) + " |", flush=True)


main()
