"""BMI of explicit models."""

import json

import numpy as np
import pytest

import eagre
from conftest import channel
from test_run import WAVES

# BMI 2.0: every model has these methods.
METHODS = """initialize update update_until finalize get_component_name get_input_item_count get_output_item_count
get_input_var_names get_output_var_names get_var_grid get_var_type get_var_units get_var_itemsize get_var_nbytes
get_var_location get_current_time get_start_time get_end_time get_time_units get_time_step get_value get_value_ptr
get_value_at_indices set_value set_value_at_indices get_grid_rank get_grid_size get_grid_type get_grid_shape
get_grid_spacing get_grid_origin get_grid_x get_grid_y get_grid_z get_grid_node_count get_grid_edge_count
get_grid_face_count get_grid_edge_nodes get_grid_face_edges get_grid_face_nodes get_grid_nodes_per_face""".split()

AIR = {
    "model": "atmosphere",
    "mesh": {"box": {"size": [1000, 1000], "cells": [4, 4], "element": "triangle"}},
    "atmosphere": {"background": "isentropic", "theta": 300},
    "initial": {"theta_perturbation": "exp(-((x - 500)^2 + (y - 500)^2) / 1e4)"},
    "boundaries": {side: "wall" for side in ("left", "right", "bottom", "top")},
    "time": {"end": 1},
    "numerics": {"degree": 2},
}


@pytest.fixture
def bmi(tmp_path):
    path = tmp_path / "case.yaml"
    path.write_text(eagre.to_yaml(channel()))
    made = eagre.Bmi(device="host:1")
    made.initialize(str(path))
    yield made
    made.finalize()


def test_every_method_is_there():
    assert [m for m in METHODS if not callable(getattr(eagre.Bmi, m, None))] == []


def test_variables(bmi):
    assert bmi.get_component_name() == "eagre shallow-water"
    assert bmi.get_input_item_count() == 5
    assert {"depth", "velocity_x", "velocity_y", "state"} <= set(bmi.get_output_var_names())
    assert bmi.get_var_units("velocity_x") == "m/s" and bmi.get_var_type("depth") == "float64"
    assert bmi.get_var_nbytes("depth") == 32 * 8 and bmi.get_var_nbytes("state") == 3 * 32 * 8
    assert bmi.get_var_location("depth") == "face"
    with pytest.raises(eagre.errors.UsageError, match="dept"):
        bmi.get_var_grid("dept")


def test_grid(bmi):
    faces, nodes, edges = (getattr(bmi, f"get_grid_{n}_count")(0) for n in ("face", "node", "edge"))
    assert (faces, nodes) == (32, 27) and nodes - edges + faces == 1  # Euler
    per_face = bmi.get_grid_nodes_per_face(0, np.empty(faces, int))
    corners = bmi.get_grid_face_nodes(0, np.empty(per_face.sum(), int))
    x = bmi.get_grid_x(0, np.empty(nodes))
    assert (x.min(), x.max()) == (0, 4) and corners.max() == nodes - 1
    ends = bmi.get_grid_edge_nodes(0, np.empty(2 * edges, int)).reshape(-1, 2)
    of_side = bmi.get_grid_face_edges(0, np.empty(per_face.sum(), int))
    assert set(ends[of_side[0]]) == set(corners[:2])
    assert bmi.get_grid_type(0) == "unstructured" and bmi.get_grid_rank(0) == 2


def test_two_halves_of_a_channel_are_one(bmi):
    """What one component reads the other is given: the state goes on in it to the last bit."""
    other = eagre.Bmi(channel(), device="host:1")
    other.initialize()
    shown = bmi.get_value_ptr("depth")
    for _ in range(3):
        bmi.update()
    assert shown is bmi.get_value_ptr("depth")
    np.testing.assert_array_equal(shown, bmi.get_value("depth", np.empty(32)))
    other.set_value("state", bmi.get_value_ptr("state"))
    np.testing.assert_array_equal(other.get_value_ptr("depth"), shown)
    other.finalize()


def test_water_is_added(bmi):
    depth = bmi.get_value_ptr("depth").copy()
    bmi.set_value_at_indices("depth", np.array([3, 5]), np.array([7.0, 8.0]))
    depth[[3, 5]] = 7, 8
    np.testing.assert_array_equal(bmi.get_value_ptr("depth"), depth)
    bmi.set_value("level", np.full(32, 1.5))
    np.testing.assert_array_equal(bmi.get_value_ptr("depth"), np.full(32, 1.5))
    bmi.update_until(0.05)
    assert bmi.get_current_time() == 0.05 and bmi.get_time_units() == "s"
    with pytest.raises(eagre.errors.UsageError, match="before"):
        bmi.update_until(0.01)


SIDES = ("left", "right", "bottom", "top")


def waves(model, materials, initial, **changes):
    boundaries = {side: "absorbing" for side in SIDES}
    return {**WAVES, "model": model, "materials": {"all": materials}, "initial": initial, "boundaries": boundaries, **changes}


QUADRANGLES = {"box": {"size": [1, 1], "cells": [3, 3], "element": "quadrangle"}}
ROCK = {"density": 1, "vp": 2, "vs": 1}
# a case of each explicit model, and what may be set beside the state
MODELS = {
    "acoustic": (WAVES, {"pressure", "velocity_x", "velocity_y"}),
    "acoustic, quadrangles": ({**WAVES, "mesh": QUADRANGLES}, {"pressure", "velocity_x", "velocity_y"}),
    "elastic": (
        waves("elastic", ROCK, {"velocity": ["sin(x)", "y"]}),
        {"velocity_x", "velocity_y", "stress_xx", "stress_yy", "stress_xy"},
    ),
    "sh": (waves("sh", {"density": 1, "vs": 1}, {"velocity": "sin(x)"}), {"velocity", "stress_x", "stress_y"}),
    "advection": (
        waves("advection", {"velocity": [1, 0.5]}, {"tracer": "x * y"}, boundaries={s: "outflow" for s in SIDES}),
        {"tracer"},
    ),
    "atmosphere": (
        AIR,
        {"theta_perturbation", "theta", "velocity_x", "velocity_y", "density_perturbation"},
    ),
    "octrees": (
        {
            **WAVES,
            "mesh": {"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}, "forest": {"level": 1}},
            "boundaries": {side: "absorbing" for side in (*SIDES, "front", "back")},
            "initial": {"pressure": "sin(x) + y * z"},
            "numerics": {"degree": 2},
        },
        {"pressure", "velocity_x", "velocity_y", "velocity_z"},
    ),
}


def started(case):
    bmi = eagre.Bmi(case, device="host:1")
    try:
        bmi.initialize()
    except eagre.EagreError as error:
        if "without p4est" in str(error):
            pytest.skip(str(error))
        raise
    return bmi


@pytest.mark.parametrize("name", MODELS)
def test_the_state_of_other_explicit_models(name):
    bmi = started(MODELS[name][0])
    before = bmi.get_value_ptr("state").copy()
    bmi.update()
    bmi.set_value("state", before)
    np.testing.assert_array_equal(bmi.get_value_ptr("state"), before)
    bmi.update()
    bmi.finalize()


@pytest.mark.parametrize("name", MODELS)
def test_variables_of_other_explicit_models(name):
    """Each input is what it was set to; the others stay, and so does the form of polynomials."""
    case, inputs = MODELS[name]
    bmi = started(case)
    assert set(bmi.get_input_var_names()) == inputs | {"state"}
    bmi.update()
    for given in sorted(inputs):
        follows = {"theta", "theta_perturbation", "density_perturbation"} if given.startswith("theta") else {given}
        stay = {other: np.array(bmi.get_value_ptr(other)) for other in inputs - follows}
        values = bmi.get_value_ptr(given) + 0.1 * np.arange(1, 1 + bmi.get_grid_size(0)) / bmi.get_grid_size(0)
        state = bmi.get_value_ptr("state").copy()
        bmi.set_value(given, values)
        np.testing.assert_allclose(bmi.get_value_ptr(given), values, rtol=1e-9, atol=1e-9)
        for other, wanted in stay.items():
            np.testing.assert_allclose(bmi.get_value_ptr(other), wanted, rtol=1e-9, atol=1e-9, err_msg=other)
        assert (bmi.get_value_ptr("state") != state).any()
    before = bmi.get_value_ptr("state").copy()
    bmi.set_value(given, bmi.get_value_ptr(given))
    np.testing.assert_allclose(bmi.get_value_ptr("state"), before, rtol=1e-12, atol=1e-12)
    bmi.update()
    with pytest.raises(eagre.errors.UsageError, match="cannot be set"):
        bmi.set_value("pressure_perturbation" if name == "atmosphere" else "speed", values)
    bmi.finalize()


def test_a_file_of_options(tmp_path):
    options = tmp_path / "bmi.json"
    options.write_text(json.dumps({"case": channel(), "output": str(tmp_path / "out"), "settings": {"time.end": 0.05}}))
    bmi = eagre.Bmi(device="host:1")
    bmi.initialize(str(options))
    bmi.update_until(bmi.get_end_time())
    bmi.finalize()
    assert eagre.Results(tmp_path / "out").summary["exit"] == "done"


def test_models_that_solve_systems_are_refused():
    heat = {
        "model": "heat",
        "mesh": {"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}},
        "materials": {"all": {"kappa": 1, "capacity": 1}},
        "initial": {"temperature": 1},
        "boundaries": {s: "insulated" for s in ("left", "right", "front", "back", "bottom", "top")},
        "time": {"end": 1, "dt": 1},
        "numerics": {"degree": 1},
    }
    with pytest.raises(eagre.errors.UsageError, match="explicit"):
        eagre.Bmi(heat, device="host:1").initialize()
