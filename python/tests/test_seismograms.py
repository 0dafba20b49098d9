"""Seismograms in SEG-Y and SAC."""

import numpy as np
import pytest

import eagre
from test_run import WAVES


@pytest.fixture(scope="module")
def waves(tmp_path_factory):
    output = {
        "receivers": {
            "interval": 0.01,
            "format": ["csv", "sac", "segy"],
            "variables": ["pressure"],
            "at": {"near": [0.4, 0.5], "far": [0.7, 0.5]},
        }
    }
    sources = {"bang": {"at": [0.3, 0.5], "explosion": 1, "time": {"ricker": {"frequency": 10, "delay": 0.1}}}}
    case = {**WAVES, "output": output, "sources": sources}
    return eagre.run(case, tmp_path_factory.mktemp("waves") / "out", device="host:1")


def test_formats_hold_the_same(waves):
    gather = eagre.read_segy(waves.folder / "seismograms" / "receivers.sgy")
    table = waves.table("seismograms/receivers")
    assert gather.values.shape == (2, 21) and gather.unit == "Pa"
    np.testing.assert_allclose(gather.time, table["time_s"], atol=1e-9)
    np.testing.assert_allclose(gather.values[0], table["near_pressure_Pa"], rtol=1e-6)
    np.testing.assert_allclose(gather.receivers[:, 0], [0.4, 0.7])
    np.testing.assert_allclose(gather.offsets, [0.1, 0.4], atol=1e-9)
    trace = eagre.read_sac(waves.folder / "seismograms" / "far.pressure.sac")
    assert (trace.station, trace.unit) == ("far", "Pa")
    np.testing.assert_allclose(trace.values, gather.values[1])
    np.testing.assert_allclose(trace.time, gather.time, atol=1e-12)
    assert len(waves.seismograms) == 3


def test_other_files_are_refused(tmp_path):
    (tmp_path / "a.sgy").write_bytes(bytes(5000))
    (tmp_path / "a.sac").write_bytes(bytes(700))
    for read, name in ((eagre.read_segy, "a.sgy"), (eagre.read_sac, "a.sac"), (eagre.read_sac, "b.sac")):
        with pytest.raises(eagre.errors.InputError, match=name):
            read(tmp_path / name)
