"""The combinations that the case language allows, from `eagre schema`, and a small case for each.

A *variant* is one form of a case (a model in 2D or 3D, with or without a forest). Its *axes* are what can be chosen, each with
its *choices*: every key of `numerics` and every boundary as the schema has them, and what cannot be read there, in `MORE` below.
A key that is new in `numerics`, or a new kind of boundary, is an error here until it says what it takes.
"""

# Keys of numerics that are neither a list of words nor a short range: choices, or None for those that change no program.
NUMBERS = {
    "dry_depth": None,
    "device_memory": None,
    "iterations": None,
    "limiter": ["none", "bounds"],
    "tolerance": None,
    "viscosity": [0, 0.5],
}
# The same where a model has its own.
NUMBERS_OF = {("limiter", "atmosphere"): ["none", "theta", "both"]}
# What stands for a choice that is a map.
FORMS = {("limiter", "bounds"): {"bounds": [-1, 2]}, ("limiter", "theta"): {"theta": [290, 310]},
         ("limiter", "both"): {"theta": [290, 310], "tracer": [-1, 2]}}
LONGEST_RANGE = 16
OTHERS = {"hypre"}  # a library that not every machine has
# Keys that have a meaning beside some choices of another key alone: elsewhere they are left out.
LEFT_OUT = "-"
BESIDE = {
    "overlap": ("preconditioner", ["schwarz"]),
    "coarse": ("preconditioner", ["p-multigrid"]),
    "coarse_on": ("preconditioner", ["schwarz"]),
    "preconditioner_precision": ("preconditioner", ["schwarz", "p-multigrid"]),
    "smoother": ("preconditioner", ["p-multigrid"]),
    "smoothing": ("preconditioner", ["p-multigrid"]),
}

# Kinds of boundary: what left and right are given. `two`: of two and of three dimensions.
PERIODIC = "periodic"
LAYER = " layer"  # behind a word that may have a thickness, too
BOUNDARIES = {
    "shallow-water": {
        "discharge": {"discharge": 0.01}, "level": {"level": 1}, "still": None,  # of radiate
        "concentrations": None,  # of what flows in
        "radiate layer": {"radiate": "1 + 0.1 * t", "still": 1}, "normal_depth": {"normal_depth": {"slope": 0.01}},
        "tide": {"tide": {"constituents": {"M2": {"amplitude": 0.1, "phase": 0}}, "mean": 1}}, "rating": None, "inflow": {"inflow": {"depth": 1, "speed": 0.1}}},
    "advection": {"inflow": {"inflow": {"tracer": "sin(t + y)"}}},
    "acoustic": {"inflow": {"inflow": {"pressure": "sin(t)", "velocity": [0.1, "y"]}}, "absorbing layer": {"absorbing": 0.6},
                 "pml": {"pml": 1}},
    "elastic": {"inflow": {"inflow": {"velocity": ["sin(t + y)", 0]}}, "absorbing layer": {"absorbing": 0.6},
                "pml": {"pml": 1}},
    "sh": {"inflow": {"inflow": {"velocity": "sin(t)"}}, "absorbing layer": {"absorbing": 0.6},
           "pml": {"pml": 1}},
    "atmosphere": {},
    "linear": {"inflow": {"inflow": {"p": "sin(t + y)", "vx": "sin(t)"}},
               "reflection": {"reflection": {"vx": ["0", "1 - 2 * nx^2", 0]}}},
    "poisson": {"value": {"value": "y"}, "flux": {"flux": "1 + y"}, "exchange": {"exchange": 2, "outside": "z"}},
}
BOUNDARIES["heat"] = BOUNDARIES["poisson"]
PLAIN = {"shallow-water": "wall", "linear": "absorbing", "poisson": {"value": 0}, "heat": {"value": 0}}
PARTS_OF_OTHERS = {"outside"}  # of an exchange
# Sound with losses, for the model that takes any system.
SYSTEM = {"variables": {"p": "Pa", "vx": "m/s", "vy": "m/s"}, "parameters": {"K": "Pa", "rho": "kg/m3"},
          "A": {"p": [0, "K", 0], "vx": ["1 / rho", 0, 0]}, "B": {"p": [0, 0, "K"], "vy": ["1 / rho", 0, 0]},
          "E": {"p": [-1, 0, 0]}, "energy": {"p": ["1 / K", 0, 0], "vx": [0, "rho", 0], "vy": [0, 0, "rho"]}}

# What materials are given, constant and varying with the place.
MATERIALS = {
    "velocity": ([1, 0.5, 0.25], ["1 + 0.1 * y", "0.5 - 0.1 * x", 0.25]),
    "density": (1, "1 + 0.2 * floor(x)"), "vp": (2, "2 + 0.1 * x"), "vs": (1, "1 + 0.1 * y"),
    "elevation": (0, "0.1 * x"), "manning": (0.03, "0.03 + 0.01 * x"),
    "kappa": (1, "1 + x"), "capacity": (2, "2 + y"), "source": (1, "sin(x) + z"),
}
TWICE = {"lambda", "mu", "c", "linear_friction"}  # instead of others, or left out
# What falls on shallow water and what takes it, and other laws of friction: materials beside those above.
LOSSES = {"none": {}, "rain": {"rain": 1e-4},
          "soil": {"rain": 1e-4, "infiltration": {"horton": {"initial": 1e-4, "final": 1e-5, "decay": 1e-2}}, "evaporation": 1e-6},
          "storm": {"rain": 1e-4, "infiltration": {"scs": {"curve_number": "70 + x"}}, "chezy": 40},
          "map": {"rain": 1e-4, "infiltration": {"horton": {"initial": 1e-4, "final": 1e-5, "decay": "1e-2 + 1e-3 * x"}},
                  "manning": {"depths": [0.01, 1], "values": [0.1, 0.03]}}}

# Materials that make a system of matrices, as matched layers in the plane do: tests/verify/{attenuation,anisotropy,matched}.sh have these.
# On forests factors of quality are an axis of their own.
OF_PRESETS = {"qp", "qs", "epsilon", "delta", "gamma", "tilt", "c11", "c13", "c15", "c33", "c35", "c55"}

QUALITY = {"qp": 60, "qs": 30}
BAND = {"mechanisms": 2, "band": [0.01, 0.1]}

BUMP = "0.1 * exp(-4 * ((x - 1)^2 + (y - 1)^2))"
INITIAL = {"depth": "1 + " + BUMP, "tracer": BUMP, "pressure": BUMP, "temperature": BUMP,
           "theta_perturbation": "0.1 * exp(-((x - 100)^2 + (y - 100)^2) / 5e3)"}


def axis_of_key(name, key, model):
    """The choices of a key of numerics; None: it is no axis."""
    if "enum" in key:
        return [word for word in key["enum"] if word not in OTHERS]
    if name in NUMBERS:
        return NUMBERS_OF.get((name, model), NUMBERS[name])
    low, high = key.get("minimum"), key.get("maximum")
    if key.get("type") == "integer" and high - low < LONGEST_RANGE:
        return list(range(low, high + 1))
    raise SystemExit("numerics.%s: say in NUMBERS of %s which values are tried" % (name, __file__))


def boundary_kinds(variant):
    kinds = []
    for form in variant.schema["boundaries"]["additionalProperties"]["anyOf"]:
        kinds += form.get("enum", [])
        for name in form.get("properties", {}):
            given = BOUNDARIES[variant.model]
            if name in kinds:
                name += LAYER
            if name in PARTS_OF_OTHERS or given.get(name, "") is None or (name == "pml" and not variant.has_forest):
                continue
            if name != PERIODIC and name not in given:
                raise SystemExit("boundaries: %s of %s: say in BOUNDARIES of %s what it is given" %
                                 (name, variant.model, __file__))
            kinds.append(name)
    return kinds


class Variant:
    """One form of a case: `schema` are the properties of its root."""

    def __init__(self, schema):
        self.schema = schema
        self.model = schema["model"]["enum"][0]
        mesh = schema["mesh"]["properties"]
        self.box = mesh["box"]["properties"]
        self.dimensions = self.box["cells"]["maxItems"]
        self.has_forest = "forest" in mesh
        self.name = "%s %dD%s" % (self.model, self.dimensions, " forest" if self.has_forest else "")
        self.axes = {}
        for name, key in schema["numerics"]["properties"].items():
            choices = axis_of_key(name, key, self.model)
            if choices:
                self.axes[name] = choices + ([LEFT_OUT] if name in BESIDE else [])
        self.axes["element"] = self.box["element"]["enum"]
        self.axes["boundary"] = boundary_kinds(self)
        self.axes.update(self.more(mesh))

    def more(self, mesh):
        """The axes that keys outside of numerics make."""
        axes = {}
        if "map" in self.box or self.has_forest:
            axes["shape"] = ["box", "affine", "curved"]
        if self.has_forest:
            axes["levels"] = ["one", "two", "adapt"]
            axes["quality"] = ["none", "some"]
        elif "adapt" in mesh:
            axes["levels"] = ["one", "adapt"]
        if "materials" in self.schema:
            axes["medium"] = ["constant", "varying"]
        if self.model in ("poisson", "heat"):
            axes["medium"] = ["constant", "varying", "tensor"]
        if self.model == "shallow-water":
            axes["losses"] = list(LOSSES)
        if "sources" in self.schema:
            axes["source"] = ["none", "point"]
        if "maxima" in self.schema["output"]["properties"]:
            axes["maxima"] = ["no", "yes"]
        time = self.schema.get("time", {"properties": {}})["properties"]
        if self.model in ("poisson", "heat"):
            axes["scheme"] = time["scheme"]["enum"] if "scheme" in time else [LEFT_OUT]
        return axes


def box_of(variant, row):
    """The roots of a forest are two unit squares or cubes; else there are some more cells."""
    if variant.has_forest:
        size, cells = [2] + [1] * (variant.dimensions - 1), [2] + [1] * (variant.dimensions - 1)
    else:
        size = [200 if variant.model == "atmosphere" else 2] * variant.dimensions
        cells = {"shallow-water": [9, 7]}.get(variant.model, [2 if variant.dimensions == 3 else 3] * variant.dimensions)
    box = {"size": size, "cells": cells, "element": row["element"]}
    shape = {"affine": ["x + 0.2 * y", "y", "z"], "curved": ["x", "y + 0.1 * sin(x)", "z"]}.get(row.get("shape"))
    if shape:
        box["map"] = shape[:variant.dimensions]
    return box


def write_quadrangles(path, curved):
    """The quadtrees' roots come from a file where they are no box: two quadrangles, or two whose sides are not parallel."""
    points = [(0, 0), (1, 0), (2, 0), (0.2, 1), (1.3 if curved else 1.2, 1), (2.2, 1)]
    names = {"left": (1, 4), "right": (3, 6), "bottom": (1, 2, 2, 3), "top": (4, 5, 5, 6)}
    with open(path, "w") as file:
        file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n5\n")
        for i, name in enumerate(names):
            file.write('1 %d "%s"\n' % (i + 1, name))
        file.write('2 5 "all"\n$EndPhysicalNames\n$Nodes\n6\n')
        for i, (x, y) in enumerate(points):
            file.write("%d %g %g 0\n" % (i + 1, x, y))
        lines = [(i + 1, ends[k], ends[k + 1]) for i, ends in enumerate(names.values()) for k in range(0, len(ends), 2)]
        file.write("$EndNodes\n$Elements\n%d\n" % (len(lines) + 2))
        for k, (tag, a, b) in enumerate(lines):
            file.write("%d 1 2 %d %d %d %d\n" % (k + 1, tag, tag, a, b))
        for k, corners in enumerate(("1 2 5 4", "2 3 6 5")):
            file.write("%d 3 2 5 5 %s\n" % (len(lines) + k + 1, corners))
        file.write("$EndElements\n")


def mesh_of(variant, row, folder):
    mesh = {"box": box_of(variant, row)}
    if variant.has_forest and variant.dimensions == 2 and row["shape"] != "box":
        del mesh["box"]
        mesh["gmsh"] = row["shape"] + ".msh"
        write_quadrangles(folder / mesh["gmsh"], row["shape"] == "curved")
    if variant.has_forest:
        mesh["forest"] = forest = {"level": 0}
        if "gmsh" in mesh:
            forest["dimension"] = 2
        if row["levels"] == "two":
            forest["levels"] = "x < 1.35 ? 0 : 1"
        elif row["levels"] == "adapt":
            forest["adapt"] = {"lowest": 0, "highest": 1, "every": 1, "refine": 1e-3, "coarsen": 1e-9}
    elif row.get("levels") == "adapt":
        mesh["adapt"] = {"lowest": 0, "highest": 2, "every": 1, "refine": 0.1}
    return mesh


def materials_of(variant, row):
    given = {}
    if "system" in variant.schema:
        return {"all": {"K": 4, "rho": 1 if row["medium"] == "constant" else "1 + 0.2 * x"}}
    for name, key in variant.schema["materials"]["additionalProperties"]["properties"].items():
        if name in TWICE or name in OF_PRESETS:
            continue
        if name not in MATERIALS:
            if variant.model != "shallow-water":
                raise SystemExit("materials: %s of %s: say in MATERIALS of %s what it is given" %
                                 (name, variant.model, __file__))
            continue  # what LOSSES has
        value = MATERIALS[name][row["medium"] != "constant"]
        given[name] = value[:variant.dimensions] if isinstance(value, list) else value
    if row["medium"] == "tensor":
        given["kappa"] = [2, "1 + x", 1]
    given.update(LOSSES[row.get("losses", "none")])
    if row.get("quality") == "some":
        given.update({key: QUALITY[key] for key in QUALITY if key in variant.schema["materials"]["additionalProperties"]["properties"]})
    if "chezy" in given:
        del given["manning"]
    return {"all": given}


def initial_of(variant):
    given = {}
    for name, key in variant.schema["initial"]["properties"].items():
        if name in INITIAL:
            given[name] = INITIAL[name]
        elif name == "velocity" and variant.model in ("elastic", "acoustic"):
            given[name] = [BUMP] + [0] * (variant.dimensions - 1)
        elif name == "velocity" and variant.model == "sh":
            given[name] = BUMP
    return given


def boundaries_of(variant, row):
    sides = ["left", "right", "bottom", "top"] + (["front", "back"] if variant.dimensions == 3 else [])
    kind = row["boundary"]
    given = dict.fromkeys(sides, PLAIN.get(variant.model, "wall"))
    value = BOUNDARIES[variant.model].get(kind, kind)
    given["left"] = value
    given["right"] = kind if kind in ("outflow", "insulated") else given["right"]
    if kind == PERIODIC:
        given["left"], given["right"] = {PERIODIC: "right"}, {PERIODIC: "left"}
    return given


def case_of(variant, row, folder):
    """The case of a row {axis: choice}; files beside it go to `folder`."""
    case = {"title": variant.name, "model": variant.model, "mesh": mesh_of(variant, row, folder),
            "boundaries": boundaries_of(variant, row), "numerics": {}, "output": {"picture": "none"}}
    for name in variant.schema["numerics"]["properties"]:
        if row.get(name, LEFT_OUT) != LEFT_OUT:
            case["numerics"][name] = FORMS.get((name, row[name]), row[name])
    if "tolerance" in variant.schema["numerics"]["properties"] and variant.model in ("poisson", "heat"):
        case["numerics"]["tolerance"] = 1e-3
    if "materials" in variant.schema:
        case["materials"] = materials_of(variant, row)
    if row.get("quality") == "some":
        case["attenuation"] = BAND
    if "system" in variant.schema:
        case.update(system=SYSTEM, initial={"p": BUMP})
    elif variant.schema.get("initial", {}).get("properties"):
        case["initial"] = initial_of(variant)
    if "time" in variant.schema:
        case["time"] = {"dt": 0.1, "end": 0.2, "scheme": row["scheme"]} if variant.model == "heat" else {"steps": 2}
    if variant.model == "atmosphere":
        case["atmosphere"] = {"background": "isentropic", "theta": 300}
    if row.get("maxima") == "yes":
        case["output"]["maxima"] = {}
    if row.get("source") == "point":
        place = [0.9, 0.7, 0.3][:variant.dimensions]
        what = {"advection": {"rate": 1}, "sh": {"force": 1}, "linear": {"rate": [1, 0, 2]}}.get(variant.model, {"force": [1, 2, 3][:variant.dimensions]})
        case["sources"] = {"push": {"at": place, "time": "sin(9 * t)", **what}}
        case["output"]["receivers"] = {"interval": 1e-3, "at": {"here": place}}
    return case
