"""Cases: files, or dictionaries with the keys of a case file (docs/case-reference.md)."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np

CaseLike = Union[str, "os.PathLike[str]", Mapping[str, Any], "Case"]
Settings = Union[Mapping[str, Any], Sequence[str], None]


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, os.PathLike):
        return json.dumps(os.fspath(value), ensure_ascii=False)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if hasattr(value, "save") or hasattr(value, "dims"):
        raise TypeError("a text of a case holds no volume: give the mapping itself to run(), or name a file of Volume.save()")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is not finite: a case takes finite numbers")
    return repr(number)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(str(k))}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)) or isinstance(value, np.ndarray) and value.ndim > 0:
        return "[" + ", ".join(_flow(v) for v in value) + "]"
    return _scalar(value)


def _block(mapping: Mapping[str, Any], indent: str) -> list[str]:
    lines = []
    for key, value in mapping.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{indent}{_scalar(str(key))}:", *_block(value, indent + "  ")]
        else:
            lines.append(f"{indent}{_scalar(str(key))}: {_flow(value)}")
    return lines


def to_yaml(case: Mapping[str, Any]) -> str:
    """The text of a case file with these keys. Texts keep their units ("8 s"); numbers are SI."""
    return "\n".join(_block(case, "")) + "\n"


def settings_of(settings: Settings) -> list[str]:
    """Overrides as "KEY=VALUE": of a mapping from keys with dots ("time.end") to values, or as they are."""
    if settings is None:
        return []
    if isinstance(settings, Mapping):
        return [
            f"{key}={value if isinstance(value, str) else _flow(value)}" for key, value in settings.items()
        ]
    return list(settings)


class Case:
    """A case from memory: a mapping, or the text of a case file. File names in it belong to `folder`."""

    def __init__(self, source: str | Mapping[str, Any], folder: str | os.PathLike[str] = ".", name: str = "case"):
        self.text = source if isinstance(source, str) else to_yaml(source)
        self.folder = Path(folder)
        self.name = name


def as_case(case: CaseLike) -> Path | Case:
    """A file, or a case from memory."""
    if isinstance(case, Case):
        return case
    return Case(case) if isinstance(case, Mapping) else Path(case)
