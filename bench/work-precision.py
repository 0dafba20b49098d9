#!/usr/bin/env python3
"""Error against seconds of shallow water, first and second order.

    bench/work-precision.py EAGRE PICTURE.png [exact|monai|valley]      needs h5py and matplotlib; one thread of the processor

exact    dam breaks over dry ground and over 1 m of water, Thacker's bowl: mean |depth - exact| at the centres of the cells at the end
monai    levels at the three gauges, root mean square over 25 s: from the measurement, and from second order on
         cells half as long as the finest; MONAI names the folder of the data
valley   a dam breaks above a winding valley that this script makes: largest depth and arrival time, means over the ground that the
         reference floods; the reference is second order on triangles half as long as the finest, averaged over each rectangle of two cells

Seconds are those of user and system, less those of the same run with one step. Prints a table in Markdown.
"""
import csv, json, math, os, resource, subprocess, sys, tempfile

G = 9.81
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


# ---- runs


def run(eagre, case, folder, order, cells, *settings):
    """Seconds of processor time of one run into `folder`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([eagre, "run", case, "-o", folder, "-q", "--force", "--no-measure", "--device", "host:1",
                    "--set", f"mesh.box.cells=[{cells[0]}, {cells[1]}]", "--set", f"numerics.order={order}", "--set",
                    "output.picture=none"] + [word for s in settings for word in ("--set", s)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cost(eagre, case, folder, order, cells, *settings):
    """Triangles and seconds of the steps; results are in `folder`."""
    for _ in range(2):  # the first one compiles the kernels
        one = run(eagre, case, folder, order, cells, "time.steps=1", *settings)
    all = run(eagre, case, folder, order, cells, *settings)
    return json.load(open(os.path.join(folder, "summary.json")))["cells"], max(all - one, 1e-3)


def cells_of(file):
    """Centres of the cells of a VTKHDF file, and its cell data."""
    import h5py
    h = h5py.File(file)["VTKHDF"]
    points, connectivity, offsets = h["Points"][:], h["Connectivity"][:], h["Offsets"][:]
    corners = offsets[1] - offsets[0]
    return points[connectivity].reshape(-1, corners, 3).mean(1), {k: v[:] for k, v in h["CellData"].items()}


# ---- exact solutions


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


def exact_panel(title, case, exact, end, meshes):
    def measure(eagre, work, order, cells):
        folder = os.path.join(work, "run")
        counted = cost(eagre, os.path.join(ROOT, case), folder, order, cells,
                       f"output={{fields: {{every: {end} s, variables: [depth]}}, picture: none}}")
        last = sorted(f for f in os.listdir(os.path.join(folder, "fields")) if f.endswith(".vtkhdf"))[-1]
        centres, data = cells_of(os.path.join(folder, "fields", last))
        return counted + (sum(abs(d - exact(p[0], p[1], end)) for p, d in zip(centres, data["depth"])) / len(centres),)
    return title, ["mean error of the depth, m"], meshes, measure


# ---- Monai valley


def levels(file, names, scale, times):
    """Columns of a table of comma- or tab-separated values, interpolated in time."""
    import numpy
    rows = list(csv.reader(open(file), delimiter="\t" if "\t" in open(file).readline() else ","))
    table = numpy.array([[float(v) for v in r if v.strip()] for r in rows[1:] if r])
    header = [h.strip() for h in rows[0] if h.strip()]
    return [numpy.interp(times, table[:, 0], scale * table[:, header.index(n)]) for n in names]


def monai_panel():
    import numpy
    data = os.environ.get("MONAI") or sys.exit("MONAI names the folder of the data")
    times = numpy.arange(0, 25.001, 0.05)
    measured = levels(os.path.join(data, "output_ch5-7-9.txt"), ["ch5(cm)", "ch7(cm)", "ch9(cm)"], 1, times)
    reference = []

    def compute(eagre, work, order, cells, counted):
        folder = os.path.join(work, "run")
        take = (cost if counted else run)(eagre, os.path.join(ROOT, "examples/monai/case.yaml"), folder, order, cells,
                                          "vars.MONAI=" + data, "output.fields.every=25")
        return take, levels(os.path.join(folder, "gauges.csv"), ["ch5_level_m", "ch7_level_m", "ch9_level_m"], 100, times)

    def distance(a, b):
        return float(numpy.sqrt(numpy.mean([(x - y) ** 2 for x, y in zip(a, b)])))

    def measure(eagre, work, order, cells):
        if not reference:
            reference.extend(compute(eagre, work, 2, (392, 243), False)[1])
        counted, series = compute(eagre, work, order, cells, True)
        return counted + (distance(series, measured), distance(series, reference))
    return "Monai valley, three gauges", ["from the measurement, cm", "from the fine mesh, cm"], \
        [(49, 30), (98, 61), (196, 122)], measure


# ---- a dam break in a valley

# The valley of bench/town-flood.sh, with ground that undulates by 0.5 m over 90 to 170 m. The dam stands at x = 600 m and holds 12 m
# of water in the river.
VALLEY = """
title: a dam breaks above a winding valley
model: shallow-water
mesh: {box: {size: [2640 m, 680 m], cells: [66, 17], element: triangle}}
materials:
  all:
    elevation: "60 - 0.004 * x - 4 * exp(-((y - 250 - 80 * sin(2 * pi * x / 1400)) / 30)^4)
      + 0.05 * max(abs(y - 250 - 80 * sin(2 * pi * x / 1400)) - 60, 0) + 0.2 * max(abs(y - 250 - 80 * sin(2 * pi * x / 1400)) - 200, 0)
      + 0.25 * sin(x / 21 + y / 47) + 0.25 * sin(x / 33 - y / 15)"
    manning: 0.035
initial: {level: "x < 600 ? 66 : 0"}
boundaries: {left: wall, right: {normal_depth: {slope: 0.004}}, bottom: wall, top: wall}
time: {end: 240 s, cfl: 0.9}
output:
  fields: {every: 240 s, variables: [depth]}
  maxima: {flooded_depth: 10 cm, variables: [max_depth, arrival_time]}
limits: {mass_error: 1e-12}
"""
LENGTH, WIDTH = 2640, 680


def valley_panel():
    import numpy
    reference = {}

    def compute(eagre, work, order, cells, counted):
        case = os.path.join(work, "valley.yaml")
        open(case, "w").write(VALLEY)
        take = (cost if counted else run)(eagre, case, os.path.join(work, "run"), order, cells)
        return (take,) + cells_of(os.path.join(work, "run", "maxima.vtkhdf"))

    def rectangle(centres, cells):
        """The index of the rectangle, of the mesh of `cells` rectangles cut in two, that holds each centre."""
        return (centres[:, 1] * cells[1] / WIDTH).astype(int) * cells[0] + (centres[:, 0] * cells[0] / LENGTH).astype(int)

    def mean(index, values, size):
        with numpy.errstate(invalid="ignore"):
            return numpy.bincount(index, values, size) / numpy.bincount(index, minlength=size)

    def measure(eagre, work, order, cells):
        if not reference:
            reference["centres"], reference["data"] = compute(eagre, work, 2, (1056, 272), False)[1:]
        counted, centres, data = compute(eagre, work, order, cells, True)
        size, own, fine = cells[0] * cells[1], rectangle(centres, cells), rectangle(reference["centres"], cells)
        error = {v: abs(mean(own, data[v], size) - mean(fine, reference["data"][v], size)) for v in data}
        flooded = (mean(fine, reference["data"]["max_depth"], size) > 0.1) & (mean(own, centres[:, 0], size) > 600)
        both = flooded & numpy.isfinite(error["arrival_time"])
        return counted + (float(numpy.mean(error["max_depth"][flooded])), float(numpy.mean(error["arrival_time"][both])))
    return "dam break in a valley", ["largest depth, mean error, m", "arrival time, mean error, s"], \
        [(66, 17), (132, 34), (264, 68), (528, 136)], measure


PANELS = {
    "exact": lambda: [
        exact_panel("dam break over dry ground", "tests/data/verify/dam-dry.yaml", dry, 20.0, [(125, 2), (250, 3), (500, 5), (1000, 10)]),
        exact_panel("dam break over 1 m of water", "tests/data/verify/dam-wet.yaml", wet, 20.0, [(125, 2), (250, 3), (500, 5), (1000, 10)]),
        exact_panel("Thacker's bowl, one period", "examples/thacker-radial/case.yaml", bowl, 2.242850732733187,
                    [(20, 20), (40, 40), (80, 80), (160, 160)]),
    ],
    "monai": lambda: [monai_panel()],
    "valley": lambda: [valley_panel()],
}


def draw(axes, title, errors, rows):
    for k, name in enumerate(errors):
        for order, row in zip((1, 2), rows):
            axes[k].loglog([r[1] for r in row], [r[2 + k] for r in row], "o-", label=f"order {order}")
        low, high = min(r[2 + k] for row in rows for r in row), max(r[2 + k] for row in rows for r in row)
        if high < 2 * low:  # a difference of some per cent looks like one
            axes[k].set_ylim(low / 2, high * 2)
        axes[k].set_title(title)
        axes[k].set_xlabel("seconds of one core")
        axes[k].set_ylabel(name)
        axes[k].grid(True, which="both", alpha=0.3)


def table(title, errors, rows):
    columns = "".join(f" order {order}: {name} |" for order in (1, 2) for name in errors + ["s"])
    print(f"| {title}, triangles |{columns}\n|---|" + "---|" * (2 * len(errors) + 2))
    for pair in zip(*rows):
        values = "".join("".join(f" {e:.2e} |" for e in r[2:]) + f" {r[1]:.2f} |" for r in pair)
        print(f"| {pair[0][0]} |{values}", flush=True)
    print()


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[3:4] and sys.argv[3] not in PANELS:
        sys.exit(__doc__)
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    eagre = os.path.abspath(sys.argv[1])
    panels = PANELS[sys.argv[3] if len(sys.argv) == 4 else "exact"]()
    count = sum(len(p[1]) for p in panels)
    figure, axes = plt.subplots(1, count, figsize=(4.4 * count, 4), constrained_layout=True)
    first = 0
    with tempfile.TemporaryDirectory() as work:
        for title, errors, meshes, measure in panels:
            rows = [[measure(eagre, work, order, m) for m in meshes] for order in (1, 2)]
            table(title, errors, rows)
            draw(axes[first:], title, errors, rows)
            first += len(errors)
        axes[0].legend()
        figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()
