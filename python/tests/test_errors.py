"""Failures are exceptions with their place."""

import pytest

import eagre
from conftest import channel


def test_errors_of_a_case_have_lines(tmp_path):
    path = tmp_path / "case.yaml"
    text = eagre.to_yaml(channel(time={"ennd": "1 s"}))
    path.write_text(text)
    with pytest.raises(eagre.CaseError, match="did you mean 'end'") as caught:
        eagre.Run(path)
    error = caught.value
    assert error.file == str(path)
    assert '"ennd"' in text.splitlines()[error.line - 1]
    assert error.status == "CASE" and isinstance(error, ValueError)
    with pytest.raises(eagre.CaseError) as caught:
        eagre.Run(channel(time={"ennd": "1 s"}))
    assert (caught.value.file, caught.value.line) == ("case", error.line)


def test_settings(case):
    with eagre.Run(case, settings={"time.end": "0.5 s", "time.cfl": 0.5}, device="host:1") as run:
        assert run.time_end == 0.5
    with pytest.raises(eagre.CaseError, match="time.ned"):
        eagre.Run(case, settings=["time.ned=1"])


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(eagre.EagreError, match="nowhere"):
        eagre.Run("nowhere.yaml")
    with pytest.raises(eagre.errors.InputError):
        eagre.Results(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="finite"):
        eagre.to_yaml({"a": float("nan")})
    with pytest.raises(eagre.errors.DeviceError):
        eagre.Run(channel(), device="cuda:77")
