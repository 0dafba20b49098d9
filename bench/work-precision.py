#!/usr/bin/env python3
"""Error against seconds of shallow water, first and second order: a dam break over dry ground, Stoker's, Thacker's bowl.

    bench/work-precision.py EAGRE PICTURE.png      needs matplotlib; one thread of the processor

Errors are means of |depth - exact| at the centres of the cells at the end, seconds those of the steps alone; prints a table in Markdown.
At first order the errors of the summary are those over the cells; here both orders are held at the centres, by snapshots.
"""
import json, math, os, subprocess, sys, tempfile

G = 9.81
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def dry(x, y, t):
    c = math.sqrt(10 * G)
    if t <= 0 or x <= -c * t:
        return 10.0
    return max(0.0, 2 * c - x / t) ** 2 / (9 * G)


def bowl(x, y, t):
    c = 40 / 41 / (1 - 9 / 41 * math.cos(math.sqrt(7.848) * t))
    return max(0.0, 0.1 * c * (1 - c * (x * x + y * y)))


def wet(x, y, t, state={}):
    """A. Ritter's fan and the bore behind it over 1 m of water, J. J. Stoker 1957."""
    if not state:
        low, high = 1.0, 10.0
        def gap(h):  # the speed that bore and fan give to the depth between them
            return 2 * (math.sqrt(G * 10) - math.sqrt(G * h)) - (h - 1) * math.sqrt(G / 2 * (1 / h + 1))
        for _ in range(200):
            h = (low + high) / 2
            low, high = (h, high) if gap(h) > 0 else (low, h)
        u = 2 * (math.sqrt(G * 10) - math.sqrt(G * h))
        state.update(h=h, u=u, bore=u * h / (h - 1))
    h, c0 = state["h"], math.sqrt(10 * G)
    if x <= -c0 * t:
        return 10.0
    if x <= (state["u"] - math.sqrt(G * h)) * t:
        return (2 * c0 - x / t) ** 2 / (9 * G)
    return h if x <= state["bore"] * t else 1.0


CASES = [
    ("dam break over dry ground", "tests/data/verify/dam-dry.yaml", dry, 20.0, [(125, 2), (250, 3), (500, 5), (1000, 10)]),
    ("dam break over 1 m of water", "tests/data/verify/dam-wet.yaml", wet, 20.0, [(125, 2), (250, 3), (500, 5), (1000, 10)]),
    ("Thacker's bowl, one period", "examples/thacker-radial/case.yaml", bowl, 2.242850732733187, [(20, 20), (40, 40), (80, 80), (160, 160)]),
]


def centres(file):
    import h5py
    h = h5py.File(file)["VTKHDF"]
    x, c, o = h["Points"][:], h["Connectivity"][:], h["Offsets"][:]
    return [x[c[o[i]:o[i + 1]]].mean(0) for i in range(len(o) - 1)], h["CellData"]["depth"][:]


def measure(eagre, case, exact, end, cells, order, work):
    run = os.path.join(work, "run")
    subprocess.run([eagre, "run", os.path.join(ROOT, case), "-o", run, "-q", "--force", "--no-measure", "--device", "host:1",
                    "--set", f"mesh.box.cells=[{cells[0]}, {cells[1]}]", "--set", f"numerics.order={order}", "--set",
                    f"output={{fields: {{every: {end} s, variables: [depth]}}, picture: none}}"], check=True)
    summary = json.load(open(os.path.join(run, "summary.json")))
    last = sorted(f for f in os.listdir(os.path.join(run, "fields")) if f.endswith(".vtkhdf"))[-1]
    places, depth = centres(os.path.join(run, "fields", last))
    error = sum(abs(d - exact(p[0], p[1], end)) for p, d in zip(places, depth)) / len(depth)
    return summary["cells"], summary["seconds"]["advance"], error


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    eagre = os.path.abspath(sys.argv[1])
    figure, axes = plt.subplots(1, len(CASES), figsize=(13, 4), constrained_layout=True)
    print("| case | triangles | order 1, m | s | order 2, m | s |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        for axis, (name, case, exact, end, meshes) in zip(axes, CASES):
            rows = [[measure(eagre, case, exact, end, m, order, work) for m in meshes] for order in (1, 2)]
            for a, b in zip(*rows):
                print(f"| {name} | {a[0]} | {a[2]:.2e} | {a[1]:.3f} | {b[2]:.2e} | {b[1]:.3f} |", flush=True)
            for order, row in zip((1, 2), rows):
                axis.loglog([r[1] for r in row], [r[2] for r in row], "o-", label=f"order {order}")
            axis.set_title(name)
            axis.set_xlabel("seconds of one core")
            axis.grid(True, which="both", alpha=0.3)
        axes[0].set_ylabel("mean error of the depth, m")
        axes[0].legend()
        figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()
