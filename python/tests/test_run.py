"""Runs step by step, and their state."""

import json

import numpy as np
import pytest

import eagre
from conftest import channel


def test_steps_are_those_of_a_whole_run(run, case):
    run.step()
    run.step(2)
    with pytest.raises(eagre.errors.UsageError, match="-1 steps cannot be taken"):
        run.step(-1)
    assert run.steps == 3 and run.dt > 0
    run.advance(0.1)
    assert run.time == 0.1
    while not run.done:
        run.step()
    assert run.time == run.time_end == 0.2
    with eagre.Run(case, device="host:1") as whole:
        whole.advance()
        assert whole.state_hash == run.state_hash


def test_what_there_is(run):
    assert (run.model, run.dimension, run.cells, run.generation) == ("shallow-water", 2, 32, 0)
    velocity = run.variables["velocity"]
    assert (velocity.unit, velocity.components) == ("m/s", 2)
    assert run.region_names == ["all"] and not run.regions.any()
    geometry = run.geometry
    middles = [geometry.corners(c).mean(0) for c in range(geometry.cells)]
    np.testing.assert_allclose(middles, run.centroids, atol=1e-12)
    assert len(geometry.polygons()) == 32
    assert "32" in run.describe()


def test_values_at_centres_and_points(run):
    depth = run.read("depth")
    assert depth.shape == (32,) and set(depth) == {1, 2}
    assert run.read("velocity").shape == (32, 2)
    np.testing.assert_array_equal(run.read_at("depth", run.centroids), depth)
    np.testing.assert_array_equal(run.read_at("depth", [[0.3, 0.3], [9, 9]]), [2, np.nan])
    for points in ([0.3, 0.3], [[0.3], [0.3]], [[0, 0, 0, 0]]):
        with pytest.raises(eagre.errors.UsageError, match=r"shape \[points, 2\]"):
            run.read_at("depth", points)
    with pytest.raises(eagre.errors.UsageError, match="no variable 'dept'.*depth"):
        run.read("dept")


def test_the_balance_between_steps(case, tmp_path):
    case["boundaries"]["left"] = {"discharge": "3 m3/s"}
    with eagre.Run(case, device="host:1", output=tmp_path / "run") as run:
        time, before = 0, run.balance
        assert before["volume_m3"] == 6 and before["out_left_m3"] == before["out_right_m3"] == 0
        while not run.done:
            run.step()
            now = run.balance
            entered = before["out_left_m3"] - now["out_left_m3"]
            left = now["out_right_m3"] - before["out_right_m3"]
            assert entered == pytest.approx(3 * (run.time - time), rel=1e-9) and left > 0
            assert now["volume_m3"] - before["volume_m3"] == pytest.approx(entered - left, abs=1e-12)
            time, before = run.time, now
        run.finish()
        told, watched = run.balance, run.state_hash
    rows = [row.split(",")[1:] for row in (tmp_path / "run" / "balance.csv").read_text().splitlines()]
    assert rows[0] == list(told) and [float(value) for value in rows[-1]] == list(told.values())
    with eagre.Run(case, device="host:1") as whole:
        whole.advance()
        assert whole.state_hash == watched and whole.balance == told


def test_a_run_that_ends_between_two_rows_is_not_short_of_water(case, tmp_path):
    case["boundaries"]["left"] = {"discharge": "3 m3/s"}
    case["output"]["record"] = {"every": "0.1 s"}
    with eagre.Run(case, device="host:1", output=tmp_path / "run") as run:
        run.advance(0.15)
        run.finish()
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert [verdict["name"] for verdict in summary["verdicts"]] == []


def test_a_state_written_back_changes_nothing(run, case):
    run.step(2)
    run.state = run.state
    run.advance()
    with eagre.Run(case, device="host:1") as whole:
        whole.advance()
        assert whole.state_hash == run.state_hash


@pytest.mark.parametrize("precision", ["f64", "f32"])
def test_a_state_is_written(case, precision):
    """The same water, given as the initial state or written, flows alike."""
    case["numerics"] = {"precision": precision}
    deep = channel(initial={"depth": "x < 2 ? 8 : 1"}, numerics=case["numerics"])
    with eagre.Run(case, device="host:1") as run, eagre.Run(deep, device="host:1") as wanted:
        state, dt = run.state, run.dt
        state[:, 0, 0] = np.where(run.centroids[:, 0] < 2, 8, 1)
        run.state = state
        assert run.dt < dt
        assert run.dt == pytest.approx(wanted.dt, rel=1e-6)
        np.testing.assert_array_equal(run.state[:, 0], state[:, 0])
        run.advance()
        wanted.advance()
        np.testing.assert_allclose(run.read("depth"), wanted.read("depth"), rtol=1e-5)


def test_a_state_that_is_refused(run):
    before = run.state
    with pytest.raises(eagre.errors.DivergedError, match="the previous state has been restored"):
        run.state = np.full_like(before, np.nan)
    np.testing.assert_array_equal(run.state, before)
    run.advance()
    with pytest.raises(eagre.errors.UsageError, match="shape"):
        run.state = before[1:]


def test_a_tensor_shows_the_state(run):
    run.step()
    tensor = np.from_dlpack(run.state_tensor())
    slots, lanes = run.state_slots(), tensor.shape[2]
    np.testing.assert_array_equal(tensor[slots // lanes, :3, slots % lanes], run.state[:, :, 0])
    run.state_tensor()  # one that nobody takes is freed


WAVES = {
    "model": "acoustic",
    "mesh": {"box": {"size": [1, 1], "cells": [3, 3], "element": "triangle"}},
    "materials": {"all": {"density": 1, "vp": 1}},
    "initial": {"pressure": "exp(-20 * ((x - 0.5)^2 + (y - 0.5)^2))"},
    "boundaries": {side: "free-surface" for side in ("left", "right", "bottom", "top")},
    "time": {"end": 0.2},
    "numerics": {"order": 3},
}


def test_the_state_of_polynomials():
    with eagre.Run(WAVES, device="host:1") as run, eagre.Run(WAVES, device="host:1") as other:
        shape = run.state_shape()
        assert (shape.variables, shape.degree, shape.values) == (3, 2, 18)
        run.advance(0.1)
        other.state = run.state
        assert other.state_hash == run.state_hash
        other.state = 2 * run.state
        np.testing.assert_allclose(other.read("pressure"), 2 * run.read("pressure"), rtol=1e-14)
        kept, broken = other.state, other.state
        broken[3, 0, 0] = np.nan
        with pytest.raises(eagre.errors.DivergedError, match="the previous state has been restored"):
            other.state = broken
        np.testing.assert_array_equal(other.state, kept)
        other.advance()


def test_a_variable_is_written(run):
    velocity = np.stack([np.linspace(0, 1, 32), np.zeros(32)], 1)
    depth = run.read("depth")
    run.write("velocity", velocity)
    np.testing.assert_array_equal(run.read("velocity"), velocity)
    np.testing.assert_array_equal(run.read("depth"), depth)
    assert run.is_writable("depth") and not run.is_writable("froude") and not run.is_writable("dept")
    with pytest.raises(eagre.errors.UsageError, match="froude cannot be written; variables of shallow water that can: depth, velocity"):
        run.write("froude", depth)
    with pytest.raises(eagre.errors.UsageError, match="depth has 32 values; given are 31"):
        run.write("depth", depth[1:])
    with pytest.raises(eagre.errors.UsageError, match="no variable 'dept'"):
        run.write("dept", depth)
    with pytest.raises(eagre.errors.DivergedError, match="the previous state has been restored"):
        run.write("depth", np.full(32, np.inf))
    np.testing.assert_array_equal(run.read("depth"), depth)


def test_the_constant_of_a_polynomial_is_written():
    """A constant that is added is that of an initial state with it, everywhere in a cell."""
    more = {**WAVES, "initial": {"pressure": "2 + " + WAVES["initial"]["pressure"]}}
    with eagre.Run(WAVES, device="host:1") as run, eagre.Run(more, device="host:1") as wanted:
        run.write("pressure", run.read("pressure") + 2)
        np.testing.assert_allclose(run.state, wanted.state, atol=1e-14)
        assert run.dt == wanted.dt


def test_progress_is_told_and_stops_a_run(case, tmp_path):
    told = []
    with eagre.Run(case, device="host:1", progress=told.append) as run:
        run.advance()
    assert told[-1].fraction == 1 and "cell updates/s" in str(told[-1])

    def interrupt(_):
        raise KeyboardInterrupt

    case["time"]["end"] = "1 h"
    with eagre.Run(case, tmp_path / "out", device="host:1", progress=interrupt) as run:
        with pytest.raises(KeyboardInterrupt):
            run.advance(1)
            run.advance(3600)
    with eagre.Run.resume(tmp_path / "out", device="host:1") as run:
        assert 0 < run.time < 3600


def test_a_closed_run(run):
    run.close()
    with pytest.raises(eagre.errors.UsageError, match="closed"):
        run.time
