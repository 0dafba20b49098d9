"""What a run has written."""

import numpy as np
import pytest

import eagre
from eagre.results import unit_of


def test_snapshots(results):
    assert len(results) == 3
    np.testing.assert_allclose(results.times, [0, 0.1, 0.2])
    last = results[-1]
    assert last.time == 0.2 and last.cells == 32 and last.degree == 0
    assert set(last) == {"depth", "velocity", "level", "elevation"}
    assert last.fields["velocity"].unit == "m/s"
    assert f"{last.state_hash:016x}" == results.summary["state_hash"]
    with eagre.Run(results.folder / "case.yaml", device="host:1") as run:
        run.advance()
        np.testing.assert_array_equal(run.read("depth"), last["depth"])
        np.testing.assert_allclose(last.points, run.centroids, atol=1e-7)
        np.testing.assert_array_equal(last.geometry.first, run.geometry.first)
    assert results.at(0.11).time == 0.1
    with pytest.raises(IndexError):
        results[3]
    with pytest.raises(KeyError, match="depth"):
        last["dept"]


def test_maxima(results):
    assert (results.maxima["max_depth"] >= results[-1]["depth"]).all()


def test_tables(results):
    gauges = results.gauges
    assert gauges.units["left_velocity_x_m_per_s"] == "m/s"
    assert gauges["time_s"][-1] == 0.2 and len(gauges["left_depth_m"]) == 3
    assert "gauges" in results.tables and "balance" in results.tables
    with pytest.raises(eagre.errors.InputError):
        results.table("nothing")


@pytest.mark.parametrize(
    "column, unit",
    [("a_m", "m"), ("flow_m3_per_s", "m^3/s"), ("mass_error", "1"), ("q_W_per_m2", "W/m^2"), ("cells", "1")],
)
def test_units_of_columns(column, unit):
    assert unit_of(column) == unit


def test_pandas(results):
    pytest.importorskip("pandas")
    frame = results.gauges.to_pandas()
    assert frame.index.name == "time_s" and frame.attrs["units"]["right_level_m"] == "m"


def test_xarray(results):
    pytest.importorskip("xarray")
    data = results.to_xarray()
    assert data.depth.dims == ("time", "cell") and data.velocity.attrs["units"] == "m/s"
    assert (data.velocity.sel(velocity_component="x") == data.velocity[..., 0]).all()
    assert results.gauges.to_xarray()["left_depth_m"].attrs["units"] == "m"


def test_a_run_writes_over_one_alone_that_it_is_told_to(case, tmp_path):
    folder = tmp_path / "out"
    eagre.run(case, folder, device="host:1")
    with pytest.raises(eagre.errors.UsageError, match="out"):
        eagre.run(case, folder, device="host:1")
    assert len(eagre.run(case, folder, device="host:1", force=True, progress=True)) == 3


def test_verdicts(results, tmp_path):
    assert results.verdicts == []
    disc = {
        "model": "advection",
        "mesh": {"box": {"size": ["1 m", "1 m"], "cells": [8, 8]}},
        "materials": {"all": {"velocity": [1, 0]}},
        "initial": {"tracer": "x < 0.5 ? 1 : 0"},
        "boundaries": {"left": "wall", "right": "wall", "bottom": "wall", "top": "wall"},
        "time": {"steps": 1},
        "numerics": {"order": 4},
        "output": {"picture": "none"},
    }
    (verdict,) = eagre.run(disc, tmp_path / "disc", device="host:1").verdicts
    assert verdict.name == "extremes" and abs(verdict.value - verdict.bound) > 0.05
    x, y = verdict.place
    assert 0 < x < 1 and 0 < y < 1 and verdict.time >= 0 and verdict.sentence.startswith("tracer was in")
    with pytest.raises(eagre.errors.LimitError, match="verdict extremes: tracer"):
        eagre.run(disc, tmp_path / "strict", device="host:1", strict=True)


def test_dates(results, tmp_path):
    assert results[0].start == "" and results[0].date is None
    case = results.folder / "case.yaml"
    settings = {"time.start": "2024-02-29T00:00:00+01:00", "output.picture": "none"}
    dated = eagre.run(case, tmp_path / "dated", settings=settings, device="host:1")
    assert dated[-1].start == "2024-02-29T00:00:00+01:00"
    assert dated[-1].date == np.datetime64("2024-02-28T23:00:00.200")
    assert dated.gauges["date"][0] == np.datetime64("2024-02-28T23:00:00")
    assert dated.summary["date"] == "2024-02-29T00:00:00.200+01:00"
    np.testing.assert_array_equal(dated[-1]["depth"], results[-1]["depth"])
    last = np.datetime64("2024-02-28T23:00:00.200")
    assert dated.plot(time=last).data == dated.plot().data != dated.plot(time="2024-02-29T00:00+01:00").data
    pytest.importorskip("xarray")
    assert dated.to_xarray().time.dtype.kind == "M" and dated.gauges.to_xarray()["date"].dtype.kind == "M"
