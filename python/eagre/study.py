"""Parameter studies: one case with many settings, each in a process and a folder of its own; resumable."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from ._run import Run
from .case import Case, CaseLike, as_case
from .errors import EagreError, error_of
from .results import Results, html_table

Parameters = Union[Mapping[str, Sequence[Any]], Iterable[Mapping[str, Any]]]

# The package's own folder comes first: the process finds the same one.
_MEMBER = "import sys; sys.path.insert(0, sys.argv.pop(1)); from eagre.study import _member; sys.exit(_member(sys.argv[1]))"
_GOOD = ("done", "limit")


@dataclass(frozen=True)
class Member:
    """One run of a study."""

    settings: dict[str, Any]  # of the keys that are varied
    folder: Path

    @property
    def state(self) -> str:
        """"done", "limit" (a limit of the case is broken), "stopped" (with a checkpoint), "diverged", "failed", "new"."""
        try:
            return str(json.loads((self.folder / "run" / "summary.json").read_text())["exit"])
        except (OSError, ValueError, KeyError):
            return "failed" if (self.folder / "error.json").exists() else "new"

    @property
    def error(self) -> EagreError | None:
        """Why it failed, as the exception that it raised."""
        try:
            told = json.loads((self.folder / "error.json").read_text())
        except OSError:
            return None
        return error_of(told["status"], told["message"])

    @property
    def results(self) -> Results:
        """What it has written."""
        return Results(self.folder / "run")


class Study:
    """Runs of one case with other settings.

    case         as for eagre.run(); a file is read when the study is made
    folder       of the study; each run has a folder in it, named after case and settings
    parameters   {"materials.all.manning": [0.02, 0.03], ...}: every combination; or a list of settings

    A run that is done is not made again: run() goes on where it was interrupted or killed, and takes up runs from
    their checkpoints. The runs of a study that is killed stop, each with a checkpoint. A changed case, or other settings, are other runs; other content of files that the case names is not
    noticed.
    """

    def __init__(self, case: CaseLike, folder: str | os.PathLike[str], parameters: Parameters):
        source = as_case(case)
        if isinstance(source, Case):
            self._text, self._home, self._name = source.text, source.folder, source.name
        else:
            self._text, self._home, self._name = source.read_text(), source.parent, str(source)
        self.folder = Path(folder)
        if isinstance(parameters, Mapping):
            names = list(parameters)
            given = [dict(zip(names, row)) for row in itertools.product(*parameters.values())]
        else:
            given = [dict(row) for row in parameters]
        self.members = [Member(settings, self.folder / self._key(settings)) for settings in given]

    def __repr__(self) -> str:
        states = [m.state for m in self.members]
        told = ", ".join(f"{states.count(s)} {s}" for s in dict.fromkeys(states))
        return f"<Study {self._name} in {self.folder}: {len(states)} runs{': ' if told else ''}{told}>"

    def _repr_html_(self) -> str:
        names = list(dict.fromkeys(name for m in self.members for name in m.settings))
        rows = [[m.settings.get(name, "") for name in names] + [m.state, m.folder.name] for m in self.members]
        return html_table([*names, "state", "folder"], rows, f"{self._name} in {self.folder}")

    def _key(self, settings: Mapping[str, Any]) -> str:
        told = json.dumps([self._text, sorted((k, str(v)) for k, v in settings.items())])
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    def _prepare(self, member: Member, device: str | None) -> None:
        member.folder.mkdir(parents=True, exist_ok=True)
        (member.folder / "error.json").unlink(missing_ok=True)
        (member.folder / "member.json").write_text(
            json.dumps(
                {
                    "text": self._text,
                    "home": str(self._home.absolute()),
                    "name": self._name,
                    "settings": {k: v if isinstance(v, (int, float, str)) else str(v) for k, v in member.settings.items()},
                    "device": device,
                },
                indent=1,
            )
        )

    def run(
        self,
        processes: int | None = None,
        device: str | None = None,
        progress: Callable[[Member, int, int], Any] | bool = False,
    ) -> "Study":
        """Makes all runs that are not done, so many at a time (None: one a processor).

        device     of each; None: on processors, which they share alike
        progress   is called with each member when it ends, how many have ended, and how many there are; True: a line each

        A run that fails leaves the others alone: member.error has the reason.
        """
        wanted = [m for m in self.members if m.state not in _GOOD]
        cores = len(os.sched_getaffinity(0))
        processes = min(processes or cores, max(len(wanted), 1))
        device = device or f"host:{max(1, cores // processes)}"
        tell = _print_member if progress is True else progress or (lambda *_: None)

        def make(member: Member) -> Member:
            self._prepare(member, device)
            home = str(Path(__file__).parent.parent)
            command = [sys.executable, "-c", _MEMBER, home, str(member.folder)]
            code, said = _await(command)
            if code != 0 and not (member.folder / "error.json").exists():
                _tell_error(member.folder, "INTERNAL", said or f"the process ended with {code}")
            return member

        with ThreadPoolExecutor(processes) as pool:
            try:
                for count, member in enumerate(pool.map(make, wanted)):
                    tell(member, count + 1, len(wanted))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return self

    def table(self, **measures: Callable[[Results], Any]) -> list[dict[str, Any]]:
        """A row for each run: its settings, its state, and measures of its results (None where there are none).

        study.table(mass_error=lambda r: r.summary["balance"]["mass_error"], peak=lambda r: r.gauges["g_depth_m"].max())
        """
        rows = []
        for member in self.members:
            row: dict[str, Any] = {**member.settings, "state": member.state}
            for name, measure in measures.items():
                row[name] = measure(member.results) if row["state"] in _GOOD else None
            rows.append(row)
        return rows


def _await(command: list[str]) -> tuple[int, str]:
    """Runs it; its standard input stays open as long as this process lives. Its exit code, and what it complains of."""
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdin=pipe, stdout=none, stderr=pipe, text=True) as made:
        assert made.stderr
        said = made.stderr.read()
        return made.wait(), said


def _stop_at_end_of_input(run: Run) -> None:
    def wait() -> None:
        while os.read(0, 1):
            pass
        run.stop()

    threading.Thread(target=wait, daemon=True).start()


def _print_member(member: Member, count: int, of: int) -> None:
    told = ", ".join(f"{k} = {v}" for k, v in member.settings.items())
    print(f"{count}/{of} {member.state}: {told}")


def _tell_error(folder: Path, status: str, message: str) -> None:
    (folder / "error.json").write_text(json.dumps({"status": status, "message": message}))


def _member(name: str) -> int:
    """One run, in a process of its own."""
    folder = Path(name)
    told = json.loads((folder / "member.json").read_text())
    output = folder / "run"
    try:
        if any((output / "checkpoints").glob("*")):
            run = Run.resume(output, device=told["device"])
        else:
            case = Case(told["text"], told["home"], told["name"])
            run = Run(case, output, settings=told["settings"], device=told["device"], force=output.exists())
        with run:
            _stop_at_end_of_input(run)
            try:
                run.advance()
            finally:
                run.finish()
    except EagreError as error:
        _tell_error(folder, error.status, str(error))
        return 1
    return 0
