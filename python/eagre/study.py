"""Parameter studies: one case with many settings, each in a process and a folder of its own; resumable."""

from __future__ import annotations

import csv
import ctypes
import hashlib
import itertools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ctypes import byref, c_char_p, c_int, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from ._context import Context
from ._library import EnsembleMember, EnsembleOptions, lib
from ._run import Run
from ._text import encode, encode_optional
from .case import Case, CaseLike, as_case, settings_of
from .errors import AbsentError, EagreError, UsageError, error_of
from .results import Results, Snapshot, html_table
from .volume import Saved

Parameters = Union[Mapping[str, Sequence[Any]], Iterable[Mapping[str, Any]]]

# The package's own folder comes first: the process finds the same one.
_MEMBER = "import sys; sys.path.insert(0, sys.argv.pop(1)); from eagre.study import _member; sys.exit(_member())"
_ANEW, _INTERRUPTED, _ENDED = 1, 2, 3  # eg_member_state
_CODES = {"DIVERGED": 5, "LIMIT": 10, "STOPPED": 75}  # exit codes; all else is 1


@dataclass(frozen=True)
class Member:
    """One run of a study."""

    settings: dict[str, Any]  # of the keys that are varied
    folder: Path  # of its run
    _message: Path  # the file that has its error

    @property
    def state(self) -> str:
        """"done", "limit" (a limit of the case is broken), "stopped" (with a checkpoint), "diverged", "failed", "new"."""
        try:
            state = str(json.loads((self.folder / "summary.json").read_text())["exit"])
        except (OSError, ValueError, KeyError):
            return "failed" if self.error else "new"
        error = self.error
        return "stopped" if error and error.status == "STOPPED" else state

    @property
    def error(self) -> EagreError | None:
        """Why it failed, as the exception that it raised."""
        try:
            told = json.loads(self._message.read_text())
        except (OSError, ValueError):  # there is none, or who wrote it was killed meanwhile
            return None
        return error_of(told["status"], told["message"])

    @property
    def results(self) -> Results:
        """What it has written."""
        return Results(self.folder)


class Study:
    """Runs of one case with other settings: an ensemble, as the command `eagre ensemble` makes it.

    case         as for eagre.run(); a file is read when the study is made
    folder       of the study: members.csv, and runs/NAME, where NAME follows from case and settings
    parameters   {"materials.all.manning": [0.02, 0.03], ...}: every combination; or a list of settings

    Media as eagre.Volume are written to the folder `inputs` of the study when it is made.

    A run that is done is not made again: run() goes on where it was interrupted or killed, and takes up runs from
    their checkpoints. The runs of a study that is killed stop, each with a checkpoint. A changed case, or other settings, are other runs; other content of files that the case names is not
    noticed.
    """

    def __init__(self, case: CaseLike, folder: str | os.PathLike[str], parameters: Parameters):
        saved = Saved(Path(folder) / "inputs")
        source = as_case(saved.of(case))
        if isinstance(source, Case):
            self._text, self._home, self._name = source.text, source.folder, source.name
        else:
            self._text, self._home, self._name = source.read_text(), source.parent, str(source)
        self.folder = Path(folder)
        if isinstance(parameters, Mapping):
            names = list(parameters)
            lists = [saved.of(_values_of("parameters", name, values)) for name, values in parameters.items()]
            given = [dict(zip(names, row)) for row in itertools.product(*lists)]
        else:
            given = [saved.of(_settings_of_member(row)) for row in parameters]
        for settings in given:
            _check_settings(settings)
        by_name = {self._key(settings): settings for settings in given}
        self.members = [
            Member(settings, self.folder / "runs" / name, self.folder / "messages" / f"{name}.json")
            for name, settings in by_name.items()
        ]

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

    def _write_settings(self) -> Path:
        """The table of members: settings.csv."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "settings.csv"
        keys = list(dict.fromkeys(key for m in self.members for key in m.settings))
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(["name", *keys])
            for member in self.members:
                texts = dict(text.split("=", 1) for text in settings_of(member.settings))
                table.writerow([member.folder.name, *(texts.get(key, "") for key in keys)])
        return path

    @contextmanager
    def _ensemble(self, context: Context, **options: Any) -> Iterator[c_void_p]:
        handle = c_void_p()
        given = EnsembleOptions(
            size=ctypes.sizeof(EnsembleOptions),
            case_file=encode(self._name),
            case_text=encode(self._text),
            case_folder=encode(self._home),
            output=encode(self.folder),
            table=encode(self._write_settings()),
            **options,
        )
        context.check(lib.eg_ensemble_create(context.handle, byref(given), byref(handle)))
        try:
            yield handle
        finally:
            lib.eg_ensemble_destroy(byref(handle))

    def run(
        self,
        processes: int | None = None,
        device: str | None = None,
        progress: Callable[[Member, int, int], Any] | bool = False,
        exceed: Mapping[str, Sequence[float]] | None = None,
        force: bool = False,
    ) -> "Study":
        """Makes all runs that are not done, so many at a time (None: one a GPU, or a processor).

        device     of each, or several, separated by commas; None: the GPUs, else the processors, which they share alike
        progress   is called with each member when it ends, how many have ended, and how many there are; True: a line each
        exceed     {"depth": [0.1, 0.5]}: levels of the largest values for the maps in `exceedance`; those of a call before go
        force      runs whose files are damaged are made anew

        All settings are checked before the first run. A run that fails leaves the others alone: member.error has the reason.
        """
        tell = _print_member if progress is True else progress or (lambda *_: None)
        if processes is not None and processes < 1:
            raise UsageError(f"processes is {processes}; it has to be at least 1, or None")
        levels = [encode(_level_of(name, of)) for name, of in (exceed or {}).items()]
        context = Context()
        try:
            with self._ensemble(
                context,
                device=encode_optional(device),
                jobs=processes or 0,
                exceed=(c_char_p * len(levels))(*levels) if levels else None,
                exceed_count=len(levels),
                force=force,
            ) as ensemble:
                self._run_members(context, ensemble, tell)
                context.take_text(_finish, ensemble)
        finally:
            context.close()
        return self

    def _run_members(self, context: Context, ensemble: c_void_p, tell: Callable[[Member, int, int], Any]) -> None:
        told = EnsembleMember()
        wanted = []
        for i in range(lib.eg_ensemble_count(ensemble)):
            context.check(lib.eg_ensemble_describe(ensemble, i, byref(told)))
            if told.state != _ENDED:
                wanted.append((i, told.state))
        # of the processes that are not under way; each thread takes one from it, and puts it back
        devices = [lib.eg_ensemble_device(ensemble, j).decode() for j in range(lib.eg_ensemble_jobs(ensemble))]

        def make(what: tuple[int, int]) -> tuple[int, int]:
            device = devices.pop()
            try:
                return what[0], self._make(self.members[what[0]], what[1], device)
            finally:
                devices.append(device)

        with ThreadPoolExecutor(len(devices)) as pool:
            try:
                for count, (i, code) in enumerate(pool.map(make, wanted)):
                    lib.eg_ensemble_tell(ensemble, i, code)
                    tell(self.members[i], count + 1, len(wanted))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def _make(self, member: Member, state: int, device: str) -> int:
        """One run in a process of its own; its exit code."""
        member._message.unlink(missing_ok=True)
        what = {
            "text": self._text,
            "home": str(self._home.absolute()),
            "name": self._name,
            "settings": settings_of(member.settings),
            "device": device,
            "output": str(member.folder),
            "resumes": state == _INTERRUPTED,
            "force": state == _ANEW,
            "message": str(member._message),
        }
        code, said = _await([sys.executable, "-c", _MEMBER, str(Path(__file__).parent.parent)], json.dumps(what))
        if code != 0 and not member._message.exists():
            _tell_error(member._message, "INTERNAL", said or f"the process ended with {code}")
        return code

    @property
    def exceedance(self) -> Snapshot:
        """The maps of `exceed`: study.exceedance["max_depth_above_0_5"] is the fraction of members above, cell by cell."""
        made = self.folder / "members.csv"
        if made.exists():
            with made.open(newline="", encoding="utf-8") as file:
                names = {row[0] for row in list(csv.reader(file))[1:]}
            if names != {member.folder.name for member in self.members}:
                raise AbsentError(f"{self.folder}: the maps there are of other runs; run(exceed=...) makes those of this study")
        return Results(self.folder).exceedance

    def table(self, **measures: Callable[[Results], Any]) -> list[dict[str, Any]]:
        """A row for each run: its settings, its state, and measures of its results (None where there are none).

        study.table(mass_error=lambda r: r.summary["balance"]["mass_error"], peak=lambda r: r.gauges["g_depth_m"].max())
        """
        rows = []
        for member in self.members:
            row: dict[str, Any] = {**member.settings, "state": member.state}
            for name, measure in measures.items():
                row[name] = measure(member.results) if row["state"] in ("done", "limit") else None
            rows.append(row)
        return rows


def _values_of(what: str, name: str, values: Any) -> list[Any]:
    """The values of a key. A text is one value, not the letters of it."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise UsageError(f"{what}: {name} is {values!r}; it takes a list, such as [{values!r}]")
    return list(values)


def _settings_of_member(row: Any) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise UsageError(f"parameters: {row!r} is no mapping from keys of the case to values, such as {{'time.end': '5 s'}}")
    return dict(row)


def _check_settings(settings: Mapping[str, Any]) -> None:
    for name, value in settings.items():
        try:
            settings_of({name: value})
        except TypeError as error:
            raise UsageError(f"parameters: {name} is {value!r}, which is no value of a case: {error}") from error


def _level_of(name: str, levels: Any) -> str:
    try:
        return f"{name}={','.join(repr(float(level)) for level in _values_of('exceed', name, levels))}"
    except (TypeError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"exceed: {name} is {levels!r}; it takes numbers") from error


def _finish(_context: c_void_p, ensemble: c_void_p, text: Any) -> int:
    code = c_int()
    return int(lib.eg_ensemble_finish(ensemble, byref(code), text))


def _await(command: list[str], line: str) -> tuple[int, str]:
    """Runs it with a line of input; its input stays open as long as this process lives. Its exit code, and what it complains of."""
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdin=pipe, stdout=none, stderr=pipe, text=True) as made:
        assert made.stdin and made.stderr
        made.stdin.write(line + "\n")
        made.stdin.flush()
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


def _tell_error(path: Path, status: str, message: str) -> None:
    path.write_text(json.dumps({"status": status, "message": message}))


def _member() -> int:
    """One run, in a process of its own, which the line of input describes."""
    what = json.loads(sys.stdin.readline())
    try:
        if what["resumes"]:
            run = Run.resume(what["output"], device=what["device"])
        else:
            case = Case(what["text"], what["home"], what["name"])
            run = Run(case, what["output"], settings=what["settings"], device=what["device"], force=what["force"])
        with run:
            _stop_at_end_of_input(run)
            try:
                run.advance()
            finally:
                run.finish()
    except EagreError as error:
        _tell_error(Path(what["message"]), error.status, str(error))
        return _CODES.get(error.status, 1)
    Path(what["message"]).unlink(missing_ok=True)  # of a process before, which was about to end when this one began
    return 0
