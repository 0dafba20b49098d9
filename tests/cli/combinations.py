#!/usr/bin/env python3
"""Runs combinations of what the case language allows, on kinds of device.

  combinations.py EAGRE [--all] [--device DEVICE]... [--cuda FOLDER] [--jobs N] [--seconds N] [--only TEXT] [--rows FILE] [--list] [--times]

Of two axes (combinations_cases.py) each pair of choices that the command takes occurs in a row. A row runs for some steps on the
host: it ends with `done`, its values are finite, and its balances hold. On a --device it has the host's state_hash. With --cuda,
the folder of a libcuda.so.1 that computes nothing, its kernels are compiled for CUDA by NVRTC.

Without --all, models that have the same keys share a table, of each range of numbers a few are taken, and the kind of device is an
axis, too, but for what stands in LONG_ALONE. With --all, each form of a case has its own table, with all numbers, and each row runs on all devices.

FILE has the rows to run, a line each, as --list prints them.

What is in REFUSED is refused by the command, by an error of the case that says why; nothing else is.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from combinations_cases import BESIDE, LEFT_OUT, Variant, case_of  # noqa: E402

FEW = 3  # numbers of a range in the short form
STRIDE = 16
LONGEST = 600  # s, of a run
HOST, CUDA = "host:1", "cuda"  # the latter: compiled alone
CASE, MESH = 3, 4  # codes of the command
# What a device may refuse, by an error of the case.
REFUSED_BY_DEVICE = ["numerics.storage: a cell of this degree does not fit into the memory that a thread block shares; take 'separate'",
                     "numerics.overlap: subdomains of "]

BOUNDS_OF_AIR = ("theta", "both")

# What the command refuses: axes, and whether choices of them do not go together.
REFUSED = [
    (("material_order", "order"), lambda material, order: material > order),
    (("reaction", "order"), lambda reaction, order: reaction == "implicit" and order > 8),
    (("precision", "order"), lambda precision, order: precision == "mixed" and order == 2),
    (("precision", "preconditioner_precision"), lambda own, of: (own, of) == ("f32", "f64")),
    (("kernels", "storage"), lambda kernels, storage: kernels == "parts" and storage in ("in-place", "out-of-core")),
    (("shape", "boundary"), lambda shape, boundary: shape != "box" and boundary == "pml"),
    (("variant", "flux", "boundary"), lambda variant, flux, boundary:
     variant.startswith("elastic") and (flux, boundary) == ("rusanov", "pml")),
    (("storage", "flux", "shape", "levels"), lambda storage, flux, shape, levels:
     (flux, shape) == ("rusanov", "curved") and levels != "one"),
    (("model", "flux", "degree"), lambda model, flux, degree: flux.startswith("evolution-") and degree > 2),
    (("degree", "overlap"), lambda degree, overlap: overlap != LEFT_OUT and overlap > degree),
    (("viscosity", "flux"), lambda viscosity, flux: viscosity > 0 and flux.startswith("evolution-")),
    (("limiter", "form"), lambda limiter, form: (limiter, form) == ("bounds", "quasi-conservative")),
    (("limiter", "source"), lambda limiter, source: (limiter, source) == ("bounds", "point")),
    (("limiter", "viscosity"), lambda limiter, viscosity: limiter in BOUNDS_OF_AIR and viscosity > 0),
    (("limiter", "flux"), lambda limiter, flux: limiter in BOUNDS_OF_AIR and flux.startswith("evolution-")),
    (("limiter", "integrator"), lambda limiter, integrator: limiter in BOUNDS_OF_AIR and integrator == "semi-implicit"),
    (("integrator", "flux"), lambda integrator, flux: integrator == "semi-implicit" and flux != "hllc"),
]
# What the short form, where the device is an axis, leaves to the long one, as PoCL compiles for minutes there: high orders, and the
# preconditioners of many programs, which the tests of kernels (sem_pmg, sem_schwarz, amg, geometric), of ranks, and
# cli/same-bits-elliptic compare with the host's.
HIGH = 8
MANY_PROGRAMS = ("p-multigrid", "schwarz", "schwarz-fine")
LONG_ALONE = [
    (("device", "order"), lambda device, order: device.startswith("opencl") and order > HIGH),
    (("device", "degree"), lambda device, degree: device.startswith("opencl") and degree > HIGH),
    (("device", "preconditioner"), lambda device, preconditioner: device.startswith("opencl") and preconditioner in MANY_PROGRAMS),
]
# What cannot be looked at where nothing is computed: the set-up of p-multigrid iterates without end, and that of schwarz factors a
# coarse matrix. kernel/compile_cuda compiles their programs.
NEEDS_VALUES = ("p-multigrid", "schwarz")
NOT_COMPILED = [(("device", "preconditioner"), lambda device, preconditioner: device == CUDA and preconditioner in NEEDS_VALUES)]
# The same of keys that are left out beside some choices of another, and given beside the others.
NO_MEANING = [((key, of), lambda choice, other, these=these: (choice != LEFT_OUT) != (other in these))
              for key, (of, these) in BESIDE.items()]
RULES = REFUSED + NO_MEANING + NOT_COMPILED + LONG_ALONE


# ---- tables


def few_of(choices):
    n = len(choices)
    if not isinstance(choices[0], int) or n <= FEW:
        return choices
    if choices[-1] == LEFT_OUT:
        return few_of(choices[:-1]) + [LEFT_OUT]
    return [choices[i] for i in (0, n // 4, n - 1)]


class Table:
    """Rows {axis: choice} of variants with the same axes; `variant` is an axis, too."""

    def __init__(self, variants, everything, devices):
        self.variants = {v.name: v for v in variants}
        self.rules = {}
        self.axes = {"variant": list(self.variants)}
        if not everything:
            self.axes["device"] = devices
        for v in variants:
            for name, choices in v.axes.items():
                known = self.axes.setdefault(name, [])
                known += [c for c in (choices if everything else few_of(choices)) if c not in known]
        for axis in self.axes:
            if axis != "variant":  # which says model and dimensions, too
                self.rules[axis] = [rule for rule in RULES if axis in rule[0]]

    def allows(self, row, but=None, new=None):
        """Whether the command takes it, as far as it is chosen; `but` is an entry of REFUSED that is not looked at. Of a row that it
        takes without the axis `new`, only what looks at that is asked."""
        variant = self.variants.get(row.get("variant"))
        if variant and any(c not in variant.axes[a] for a, c in row.items() if a in variant.axes):
            return False
        if variant:
            row = dict(row, model=variant.model, dimensions=variant.dimensions)
        return not any(all(a in row for a in axes) and is_refused(*(row[a] for a in axes))
                       for axes, is_refused in self.rules.get(new, RULES) if axes is not but)

    def complete(self, row, missing, but=None):
        """The row with all axes, chosen so that it covers most of what is missing; None: nothing goes with it."""
        open_axes = [a for a in self.axes if a not in row]
        if not open_axes:
            return row
        axis = open_axes[0]

        def gain(choice):
            return sum(pair_of(axis, choice, a, c) in missing for a, c in row.items()) if missing else 0

        for choice in sorted(self.axes[axis], key=gain, reverse=True):
            wider = dict(row, **{axis: choice})
            if self.allows(wider, but, axis):
                done = self.complete(wider, missing, but)
                if done:
                    return done
        return None

    def refused(self):
        """For each entry of REFUSED a row that it alone refuses, where there is one."""
        rows = []
        for axes, is_refused in REFUSED:
            given = [a for a in axes if a != "model"]
            choices = [c for c in itertools.product(*(self.axes.get(a, []) for a in given))
                       if is_refused(*(["any"] * (len(axes) - len(given)) + list(c)))]
            made = (self.complete(dict(zip(given, c)), {}, axes) for c in choices
                    if self.allows(dict(zip(given, c)), axes))
            rows.append(next(filter(None, made), None))
        return [row for row in rows if row]

    def rows(self):
        """A covering set."""
        missing = collections.OrderedDict()
        for (a, these), (b, those) in itertools.combinations(self.axes.items(), 2):
            for pair in itertools.product(these, those):
                missing[pair_of(a, pair[0], b, pair[1])] = True
        rows = []
        while missing:
            pair = next(iter(missing))
            (a, x), (b, y) = pair
            seed = {a: x, b: y}
            row = self.complete(seed, missing) if self.allows(seed) else None
            if row:
                rows.append(row)
                for (c, u), (d, v) in itertools.combinations(row.items(), 2):
                    missing.pop(pair_of(c, u, d, v), None)
            missing.pop(pair, None)
        return rows


def pair_of(a, x, b, y):
    return ((a, x), (b, y)) if a < b else ((b, y), (a, x))


def tables_of(eagre, everything, devices):
    schema = json.loads(subprocess.run([eagre, "schema"], check=True, capture_output=True, text=True).stdout)
    variants = [Variant(form["properties"]) for form in schema["anyOf"]]
    if everything:
        return [Table([v], True, devices) for v in variants]
    alike = collections.OrderedDict()
    for v in variants:
        alike.setdefault((tuple(sorted(v.axes)), v.has_forest), []).append(v)
    return [Table(group, False, devices) for group in alike.values()]


# ---- runs


def start(command, folder, environment=None):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST,
                              env=dict(os.environ, **(environment or {})))
    except subprocess.TimeoutExpired:
        return -1, "has not ended after %d s" % LONGEST
    return done.returncode, done.stderr


def run(eagre, folder, device, environment=None, more=()):
    out = folder / device.replace(":", "-")
    command = [eagre, "run", "case.json", "-q", "--no-measure", "--device", device, "-o", str(out), *more]
    code, text = start(command, folder, environment)
    return code, text, json.loads((out / "summary.json").read_text()) if code == 0 else {}


def holds_mass(row):
    """A source adds to it, and the quasi-conservative form keeps it where its quadrature is exact."""
    return row.get("source") != "point" and row.get("form") != "quasi-conservative"


def is_sane(summary, row):
    """Why a summary is not; None: it is."""
    loose = 1e-3 if row["precision"] == "f32" else 1e-9
    balance = summary["balance"]
    if summary["exit"] != "done":
        return "ended with " + summary["exit"]
    if any(value is None for name, value in balance.items() if name.startswith(("energy_J", "mass_kg", "amount"))):
        return "a balance is not finite: %s" % balance
    if holds_mass(row) and abs(balance.get("mass_error") or 0) > loose:  # null: the boundary lets something in
        return "mass error %g" % balance["mass_error"]
    return None


class Runner:
    def __init__(self, options):
        self.options, self.start = options, time.time()
        self.fake = {"LD_LIBRARY_PATH": options.cuda + ":" + os.environ.get("LD_LIBRARY_PATH", "")} if options.cuda else None

    def row(self, table, row):
        """What is wrong with a row: lines; and the seconds that it takes."""
        start = time.time()
        if self.options.seconds and start - self.start > self.options.seconds:
            return None, 0
        with tempfile.TemporaryDirectory() as name:
            lines = self.lines(table.variants[row["variant"]], row, pathlib.Path(name))
        return lines, time.time() - start

    def lines(self, variant, row, folder):
        devices = [row["device"]] if "device" in row else self.options.devices
        case = case_of(variant, row, folder)
        (folder / "case.json").write_text(json.dumps(case))
        lines, host = [], None
        if devices != [CUDA]:
            code, text, host = run(self.options.eagre, folder, HOST)
            if code != 0:
                return ["host: %d: %s" % (code, text.strip())]
            wrong = is_sane(host, row)
            lines = ["host: " + wrong] if wrong else []
        for device in devices:
            if device == CUDA:
                lines += self.compiles(folder, case) if row.get("preconditioner") not in NEEDS_VALUES else []
            elif device != HOST:
                lines += self.equals(folder, device, host)
        return lines

    def refusal(self, table, row):
        """What is wrong with the refusal of a row."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "case.json").write_text(json.dumps(case_of(table.variants[row["variant"]], row, folder)))
            code, text, _ = run(self.options.eagre, folder, HOST)
        return [] if code in (CASE, MESH) else ["is in REFUSED, and the command gives %d: %s" % (code, text.strip())]

    def compiles(self, folder, case):
        """By NVRTC, for a device that computes nothing: so the time step is given, but where a limiter of air chooses it."""
        chooses = case["model"] == "atmosphere" and isinstance(case["numerics"].get("limiter"), dict)
        more = ["--set", "time.dt=1e-3"] if "steps" in case.get("time", {}) and not chooses else []
        if iterates(case) or chooses:  # without end, where nothing is computed
            command = [self.options.eagre, "check", "case.json", "-q", "--no-measure", "--device", "cuda:0", *more]
            code, text = start(command, folder, self.fake)
        else:
            code, text, _ = run(self.options.eagre, folder, "cuda:0", self.fake, more)
        return [] if code == 0 or is_refusal(code, text) else ["%s: %d: %s" % (CUDA, code, text.strip())]

    def equals(self, folder, device, host):
        code, text, found = run(self.options.eagre, folder, device)
        if code != 0:
            return [] if is_refusal(code, text) else ["%s: %d: %s" % (device, code, text.strip())]
        if found["state_hash"] != host["state_hash"]:
            return ["%s: state_hash %s, of the host %s" % (device, found["state_hash"], host["state_hash"])]
        return []


def iterates(case):
    return case["model"] in ("poisson", "heat") or case["numerics"].get("integrator") == "semi-implicit"


def is_refusal(code, text):
    return code == CASE and any(words in text for words in REFUSED_BY_DEVICE)


def words_of(row):
    return ", ".join("%s %s" % (a, c) if a != "variant" else c for a, c in row.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("eagre")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--device", action="append", default=[])
    parser.add_argument("--cuda", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--rows", type=lambda path: set(pathlib.Path(path).read_text().splitlines()))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args()
    options.eagre = str(pathlib.Path(options.eagre).resolve())
    options.devices = [HOST] + options.device + ([CUDA] if options.cuda else [])
    tables = tables_of(options.eagre, options.all, options.devices)
    jobs = [(table, row) for table in tables for row in table.rows()
            if options.only in words_of(row) and (options.rows is None or words_of(row) in options.rows)]
    # where the time ends before the rows do, rows of all tables have run
    jobs = [job for k in range(STRIDE) for job in jobs[k::STRIDE]]
    if options.list:
        print("\n".join(words_of(row) for _, row in jobs))
        return 0
    runner, bad, left = Runner(options), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (_, row), (lines, seconds) in zip(jobs, pool.map(lambda job: runner.row(*job), jobs)):
            bad += bool(lines)
            left += lines is None
            if options.times:
                print("%6.2f s  %s" % (seconds, words_of(row)), flush=True)
            for line in lines or []:
                print("%s\n    %s" % (words_of(row), line), flush=True)
        refused = [(table, row) for table in tables for row in table.refused()] if not options.only else []
        for (_, row), lines in zip(refused, pool.map(lambda job: runner.refusal(*job), refused)):
            bad += bool(lines)
            for line in lines:
                print("%s\n    %s" % (words_of(row), line), flush=True)
    print("%d combinations on %s, %d that are refused: %d wrong, %d left out for want of time, %.0f s" %
          (len(jobs), ", ".join(options.devices), len(refused), bad, left, time.time() - runner.start))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
