"""Parameter studies."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import eagre
from conftest import channel


def test_a_study_is_made_once(tmp_path):
    grid = {"materials.all.manning": [0.01, 0.05], "time.end": ["0.1 s", "0.2 s"]}
    study = eagre.Study(channel(), tmp_path / "study", grid)
    assert [m.state for m in study.members] == 4 * ["new"]
    told = []
    study.run(processes=2, device="host:1", progress=lambda *what: told.append(what[1:]))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    rows = study.table(end=lambda r: r.summary["time"], water=lambda r: r[-1]["depth"].mean())
    assert [row["end"] for row in rows] == [0.1, 0.2, 0.1, 0.2]
    assert all(row["state"] == "done" and row["water"] > 1 for row in rows)

    # once more, and with one more value: only that one is made
    grid["time.end"].append("0.05 s")
    again = eagre.Study(channel(), tmp_path / "study", grid)
    assert sum(m.state == "new" for m in again.members) == 2
    told.clear()
    again.run(processes=2, device="host:1", progress=lambda *what: told.append(what[1:]))
    assert told == [(1, 2), (2, 2)]


def test_members_that_fail(tmp_path):
    study = eagre.Study(channel(), tmp_path, [{"materials.all.manning": -1}, {"materials.all.manning": 0.02}])
    with pytest.raises(eagre.CaseError, match="manning: must be 0 or more") as told:  # before anything is made
        study.run(device="host:1")
    assert told.value.file.endswith("settings.csv") and told.value.line == 2
    assert not study.members[1].folder.exists()

    settings = [{"boundaries.left": {"level": {"csv": "none.csv"}}}, {"title": 'two, "three"'}]
    study = eagre.Study(channel(), tmp_path, settings)
    study.run(device="host:1")
    bad, good = study.members
    assert (bad.state, good.state) == ("failed", "done")
    assert isinstance(bad.error, eagre.errors.InputError) and "none.csv" in str(bad.error)
    assert good.error is None


def test_maps_of_exceedance(tmp_path):
    study = eagre.Study(channel(), tmp_path, {"initial.depth": [0.4, 0.6, 1.2]})
    study.run(device="host:1", exceed={"depth": [0.5, 1]})
    maxima = [m.results.maxima["max_depth"] for m in study.members]
    for name, level in (("max_depth_above_0_5", 0.5), ("max_depth_above_1", 1)):
        assert (study.exceedance[name] == sum((m > level).astype(float) for m in maxima) / 3).all()
    assert len((tmp_path / "members.csv").read_text().splitlines()) == 4


def test_maps_of_other_runs_are_not_given(tmp_path):
    first = eagre.Study(channel(), tmp_path, {"initial.depth": [0.4, 0.6]}).run(device="host:1", exceed={"depth": [0.5]})
    other = eagre.Study(channel(), tmp_path, {"initial.depth": [1.2]})
    with pytest.raises(eagre.errors.AbsentError, match="of other runs"):
        other.exceedance
    assert first.exceedance["max_depth_above_0_5"].max() == 0.5
    other.run(device="host:1")
    with pytest.raises(eagre.errors.AbsentError, match="no such file"):
        other.exceedance
    (other.members[0].folder / "summary.json").write_text("")
    with pytest.raises(eagre.errors.InputError, match="force=True"):
        other.run(device="host:1")
    assert other.run(device="host:1", force=True).members[0].state == "done"
    whole = eagre.Results(tmp_path)  # of an ensemble
    assert len(whole) == 0 and "members" in whole.tables and "none" in whole._repr_html_() and "0 snapshots" in repr(whole)
    assert whole.table("members")["steps"][0] > 0


@pytest.mark.parametrize(
    "parameters", [{"time.end": "5 s"}, {"time.cfl": 0.5}, {"time.cfl": [None, 0.5]}, [{"time.cfl": None}]]
)
def test_what_is_no_list_of_values_is_told_with_its_key(tmp_path, parameters):
    with pytest.raises(eagre.errors.UsageError, match="parameters: time"):
        eagre.Study(channel(), tmp_path, parameters)


def test_wrong_options_of_a_study_are_told(tmp_path):
    with pytest.raises(eagre.errors.UsageError, match="0.5 is no mapping"):
        eagre.Study(channel(), tmp_path, [0.5])
    study = eagre.Study(channel(), tmp_path, {"time.cfl": [0.5]})
    with pytest.raises(eagre.errors.UsageError, match="exceed: depth is 0.1"):
        study.run(exceed={"depth": 0.1})
    with pytest.raises(eagre.errors.UsageError, match="exceed: depth"):
        study.run(exceed={"depth": ["low"]})
    with pytest.raises(eagre.errors.UsageError, match="processes is 0"):
        study.run(processes=0)


def test_a_member_goes_on_from_its_checkpoint(tmp_path):
    study = eagre.Study(channel(), tmp_path, [{"time.end": "0.3 s"}])
    member = study.members[0]
    with eagre.Run(channel(), member.folder, settings=member.settings, device="host:1") as run:
        run.step(2)
        run.stop()
        try:
            run.advance()
        except eagre.errors.StoppedError:
            pass
    study.run(device="host:1")
    assert member.state == "done" and member.results.summary["time"] == 0.3
    assert "goes on from" in (member.folder / "log.txt").read_text()


KILLED = """
import json, sys
import eagre
case, folder = json.loads(sys.argv[1]), sys.argv[2]
eagre.Study(case, folder, [{"materials.all.manning": 0.02}, {"materials.all.manning": 0.03}]).run(processes=1, device="host:1")
"""


def test_a_study_that_is_killed_goes_on(tmp_path):
    """The run that is under way stops with a checkpoint, and is taken up there; the other is made."""
    case = channel(time={"steps": 20000}, checkpoint={"steps": 1000}, output={"fields": {"every": "1 h"}})
    study = eagre.Study(case, tmp_path, [{"materials.all.manning": 0.02}, {"materials.all.manning": 0.03}])
    first, second = study.members
    environment = {**os.environ, "PYTHONPATH": str(Path(eagre.__file__).parent.parent)}
    killed = subprocess.Popen([sys.executable, "-c", KILLED, json.dumps(case), str(tmp_path)], env=environment)
    end = time.time() + 60
    while not any(first.folder.glob("checkpoints/*.eagre")) and time.time() < end:
        time.sleep(0.005)
    killed.kill()
    killed.wait()
    while first.state == "new" and time.time() < end:
        time.sleep(0.01)
    assert first.state == "stopped" and second.state == "new"
    study.run(processes=2, device="host:1")
    assert (first.state, second.state) == ("done", "done")
    assert first.results.summary["steps"] == 20000
    assert "goes on from" in (first.folder / "log.txt").read_text()
