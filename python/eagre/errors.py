"""Failures as exceptions: one class for each status of libeagre (include/eagre/status.h)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLACE = re.compile(r"^(?P<file>[^\n]+?):(?P<line>\d+):(?:(?P<column>\d+):)? (?:error|warning): (?P<text>.*)$", re.M)


# Options of the command as this package calls them.
_OPTIONS = {
    "-o": "output",
    "--out": "output",
    "--set": "settings",
    "--force": "force=True",
    "--overcommit": "overcommit=True",
    "--device": "device",
    "--lanes": "lanes",
    "--walltime": "walltime",
}
_OPTION = re.compile(r"(?<![\w/.-])(?:%s)(?![\w/.-])" % "|".join(sorted(_OPTIONS, key=len, reverse=True)))


@dataclass(frozen=True)
class Place:
    """One error of a case file: where it is, and what is wrong."""

    file: str
    line: int
    column: int  # from 1; 0: the whole line
    text: str


class EagreError(Exception):
    """A call of libeagre failed. `status` is its name ("CASE"), the text of the exception its message.

    `places` lists errors that belong to a line of a file; `file` and `line` are those of the first, or None.
    """

    status = "INTERNAL"

    def __init__(self, message: str):
        super().__init__(message)
        self.places = [
            Place(m["file"], int(m["line"]), int(m["column"] or 0), m["text"])
            for m in _PLACE.finditer(message)
        ]

    @property
    def file(self) -> str | None:
        return self.places[0].file if self.places else None

    @property
    def line(self) -> int | None:
        return self.places[0].line if self.places else None


class UsageError(EagreError, ValueError):
    """The call is wrong: a variable, shape or option that there is not."""

    status = "USAGE"


class CaseError(EagreError, ValueError):
    """The case is wrong; `places` has every error with its line."""

    status = "CASE"


class MeshError(EagreError):
    """The mesh is wrong."""

    status = "MESH"


class InputError(EagreError):
    """A file that is read is wrong, or not there."""

    status = "INPUT"


class AbsentError(InputError, AttributeError):
    """A run has not written this: hasattr(results, "maxima") is false."""


class DivergedError(EagreError, ArithmeticError):
    """The run diverged; the state is the last finite one."""

    status = "DIVERGED"


class FileError(EagreError, OSError):
    """Reading or writing a file failed."""

    status = "IO"


class OutOfMemoryError(EagreError, MemoryError):
    """There is not enough memory."""

    status = "MEMORY"


class DeviceError(EagreError):
    """The device failed, or is not there."""

    status = "DEVICE"


class CheckpointError(EagreError):
    """No checkpoint is usable."""

    status = "CHECKPOINT"


class LimitError(EagreError):
    """A limit of the case was exceeded; the results are complete."""

    status = "LIMIT"


class UnfinishedError(EagreError):
    """The run stopped early, without a checkpoint."""

    status = "UNFINISHED"


class StoppedError(EagreError):
    """The run stopped early, with a checkpoint from which it can be resumed."""

    status = "STOPPED"


_CLASSES = {
    c.status: c
    for c in (
        EagreError,
        UsageError,
        CaseError,
        MeshError,
        InputError,
        DivergedError,
        FileError,
        OutOfMemoryError,
        DeviceError,
        CheckpointError,
        LimitError,
        UnfinishedError,
        StoppedError,
    )
}


def error_of(status: str, message: str) -> EagreError:
    """The exception for the name of a status. Options in the message have the names that they have here."""
    told = _OPTION.sub(lambda found: _OPTIONS[found[0]], message)
    return _CLASSES.get(status, EagreError)(told)
