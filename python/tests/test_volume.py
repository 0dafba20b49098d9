"""Media from arrays: the same run as of an expression, in a case, in settings and in a study; what is refused."""

import numpy as np
import pytest

import eagre


def sea(vp):
    return {
        "model": "acoustic",
        "mesh": {"box": {"origin": [0, -1000], "size": [1000, 1000], "cells": [8, 8]}},
        "materials": {"all": {"density": 2000, "vp": vp}},
        "initial": {"pressure": "exp(-((x - 500)^2 + (y + 500)^2) / 1e4)"},
        "boundaries": {side: "absorbing" for side in ("left", "right", "bottom", "top")},
        "time": {"end": 0.05},
        "numerics": {"order": 3, "material_order": 2},
    }


X, Y = np.linspace(0, 1000, 5), np.linspace(-1000, 0, 6)
SPEED = 2000 + 0.5 * X[:, None] - 0.125 * Y


def end_of(case, **options):
    with eagre.Run(case, device="host:1", **options) as run:
        run.advance()
        return run.read("pressure")


@pytest.fixture(scope="module")
def wanted():
    return end_of(sea("2000 + 0.5 * x - 0.125 * y"))


@pytest.mark.parametrize(
    "values", [SPEED, SPEED.astype(np.float32), np.asfortranarray(SPEED), np.repeat(SPEED, 2, 1)[:, ::2], SPEED.astype(int).astype(">i4")]
)
def test_a_volume_is_the_expression(wanted, values):
    found = end_of(sea(eagre.Volume(values, [0, -1000], [250, 200])))
    exact = np.array_equal(np.asarray(values, float), SPEED)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=(1e-13 if exact else 1e-2) * np.abs(wanted).max())


def test_a_data_array_is_a_volume(wanted):
    xarray = pytest.importorskip("xarray")
    array = xarray.DataArray(SPEED[:, ::-1].T, {"depth": -Y[::-1], "x": X}, ("depth", "x"))
    np.testing.assert_allclose(end_of(sea(array)), wanted, atol=1e-13)
    down = array.rename(depth="z")
    down.coords["z"].attrs["positive"] = "down"
    np.testing.assert_allclose(end_of(sea(down)), wanted, atol=1e-13)
    with pytest.raises(ValueError, match="not at equal distances"):
        end_of(sea(array.assign_coords(x=X**2)))
    with pytest.raises(ValueError, match="no coordinates"):
        end_of(sea(array.drop_vars("x")))
    with pytest.raises(ValueError, match="are not x, y and z"):
        end_of(sea(array.rename(x="time")))


def test_settings_and_files(wanted, tmp_path):
    volume = eagre.Volume(SPEED, [0, -1000], [250, 200])
    results = eagre.run(sea(1), tmp_path / "run", settings={"materials.all.vp": volume}, device="host:1")
    assert len(list((tmp_path / "run.inputs").glob("*.nc"))) == 1
    assert results.summary["exit"] == "done"
    saved = volume.save(tmp_path / "vp.nc")
    np.testing.assert_allclose(end_of(sea(saved)), wanted, atol=1e-13)
    netcdf = pytest.importorskip("xarray")
    pytest.importorskip("scipy")
    array = netcdf.open_dataset(tmp_path / "vp.nc", engine="scipy")["values"]
    assert array.dims == ("x", "y") and np.array_equal(array.values, SPEED)
    np.testing.assert_array_equal(array.coords["y"].values, Y)


def test_a_study_of_volumes(tmp_path):
    volumes = [eagre.Volume(factor * SPEED, [0, -1000], [250, 200]) for factor in (1, 1.5)]
    case = sea(1)
    case["output"] = {"fields": {"every": 0.05}}
    study = eagre.Study(case, tmp_path / "study", {"materials.all.vp": volumes}).run(processes=1)
    assert [row["state"] for row in study.table()] == ["done", "done"]
    assert [m.folder for m in eagre.Study(case, tmp_path / "study", {"materials.all.vp": volumes}).members] == [
        m.folder for m in study.members
    ]


def test_what_is_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="2 or 3 dimensions"):
        eagre.Volume(np.zeros(3), [0], [1])
    with pytest.raises(ValueError, match="as many numbers"):
        eagre.Volume(SPEED, [0, 0, 0], [1, 1])
    with pytest.raises(ValueError, match="masked"):
        eagre.Volume(np.ma.masked_greater(SPEED, 2100), [0, -1000], [250, 200])
    eagre.Volume(np.ma.masked_greater(SPEED, 1e9), [0, -1000], [250, 200])
    for wrong in (SPEED.astype(complex), SPEED > 2100, SPEED.astype(str)):
        with pytest.raises(ValueError, match="a volume has real numbers"):
            eagre.Volume(wrong, [0, -1000], [250, 200])
    with pytest.raises(TypeError, match=r"an array of 5 x 6 has no place in a case: give eagre.Volume"):
        eagre.Run(sea(SPEED), device="host:1")
    with pytest.raises(TypeError, match="give eagre.Volume"):
        eagre.run(sea(1), tmp_path / "array", settings={"materials.all.vp": SPEED}, device="host:1")
    with pytest.raises(eagre.errors.UsageError, match="spacing 0 along y"):
        eagre.Volume(SPEED, [0, 0], [1, 0]).save(tmp_path / "v.nc")
    with pytest.raises(TypeError, match="holds no volume"):
        eagre.Case(sea(eagre.Volume(SPEED, [0, 0], [1, 1])))
    with pytest.raises(eagre.errors.InputError, match="is outside; it covers x from 0 to 4, y from 0 to 5"):
        eagre.Run(sea(eagre.Volume(SPEED, [0, 0], [1, 1])), device="host:1")
    monkeypatch.setenv("OMPI_COMM_WORLD_SIZE", "2")
    with pytest.raises(eagre.errors.UsageError, match="name the file in the case"):
        eagre.Run(sea(eagre.Volume(SPEED, [0, 0], [1, 1])), device="host:1")
