"""Seismograms of a run: SEG-Y as eagre writes it (revision 1, IEEE floats), and SAC."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .errors import InputError
from .pictures import Picture, picture, with_options

_UNITS = {1: "Pa", 5: "m", 6: "m/s", 7: "m/s^2"}


@dataclass(frozen=True)
class Gather:
    """Traces of one file of SEG-Y."""

    path: Path
    values: np.ndarray  # [traces, samples], in `unit`
    time: np.ndarray  # [samples] s
    unit: str  # "" where the file does not tell
    receivers: np.ndarray  # [traces, 3] m: x, y, elevation
    sources: np.ndarray  # [traces, 3] m: x, y, elevation
    record: int  # number of the shot

    @property
    def offsets(self) -> np.ndarray:
        """Distance from source to receiver in x and y, [traces], m; negative where the receiver has the lower x."""
        apart = self.receivers[:, :2] - self.sources[:, :2]
        return np.asarray(np.copysign(np.hypot(apart[:, 0], apart[:, 1]), apart[:, 0]))

    @with_options
    def plot(self, *, output: str | os.PathLike[str] | None = None, **options: Any) -> Picture:
        """The traces as a section."""
        return picture(self.path, output=output, **options)

    def to_xarray(self) -> Any:
        """An xarray.DataArray [trace, time] with coordinates x, y, z, offset and units."""
        import xarray

        along: dict[str, Any] = {"trace": np.arange(len(self.values)), "time": ("time", self.time, {"units": "s"})}
        for d, axis in enumerate("xyz"):
            along[axis] = ("trace", self.receivers[:, d], {"units": "m"})
        along["offset"] = ("trace", self.offsets, {"units": "m"})
        return xarray.DataArray(self.values, along, ("trace", "time"), attrs={"units": self.unit})


def _scaled(values: np.ndarray, scalar: np.ndarray) -> np.ndarray:
    """Whole numbers times a scalar of SEG-Y, a divisor where it is negative."""
    scalar = np.where(scalar == 0, 1, scalar).astype(float)
    return np.asarray(np.where(scalar > 0, values * scalar, values / np.abs(scalar)))


def _bytes_of(path: Path) -> bytes:
    """Of a plain file: a device or pipe may have no end."""
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: is not a file")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error


def read_segy(path: str | os.PathLike[str]) -> Gather:
    """Reads a file of seismograms in SEG-Y, revision 1, of IEEE floats and traces of one length."""
    path = Path(path)
    data = _bytes_of(path)
    if len(data) < 3600 or int.from_bytes(data[3224:3226], "big") != 5:
        raise InputError(f"{path}: is no file of SEG-Y with IEEE floats (format code 5)")
    samples = int.from_bytes(data[3220:3222], "big")
    trace = np.dtype([("header", "u1", 240), ("values", ">f4", samples)])
    if samples == 0 or (len(data) - 3600) % trace.itemsize:
        raise InputError(f"{path}: {len(data) - 3600} bytes are no whole traces of {samples} samples")
    traces = np.frombuffer(data, trace, offset=3600)
    header = np.ascontiguousarray(traces["header"])

    def number(byte: int, kind: str) -> np.ndarray:
        size = np.dtype(kind).itemsize
        return np.ascontiguousarray(header[:, byte - 1 : byte - 1 + size]).view(kind)[:, 0].astype(np.int64)

    heights, places = number(69, ">i2"), number(71, ">i2")
    receivers = [_scaled(number(b, ">i4"), places) for b in (81, 85)] + [_scaled(number(41, ">i4"), heights)]
    depth = number(45, ">i4") - number(49, ">i4")
    sources = [_scaled(number(b, ">i4"), places) for b in (73, 77)] + [_scaled(depth, heights)]
    begin = 1e-3 * _scaled(number(109, ">i2"), number(215, ">i2"))[0]
    interval = 1e-6 * number(117, ">u2")[0]
    return Gather(
        path,
        traces["values"].astype(np.float32),
        begin + interval * np.arange(samples),
        _UNITS.get(int(number(203, ">i2")[0]), ""),
        np.stack(receivers, 1),
        np.stack(sources, 1),
        int(number(9, ">i4")[0]),
    )


@dataclass(frozen=True)
class Trace:
    """A seismogram of SAC."""

    path: Path
    station: str
    component: str
    unit: str
    time: np.ndarray  # [samples] s
    values: np.ndarray  # [samples] in `unit`
    receiver: np.ndarray  # [3] m

    @with_options
    def plot(self, *, output: str | os.PathLike[str] | None = None, **options: Any) -> Picture:
        """The curve of the trace."""
        return picture(self.path, output=output, **options)


def read_sac(path: str | os.PathLike[str]) -> Trace:
    """Reads a seismogram in SAC's binary format, version 6, evenly sampled, of either byte order."""
    path = Path(path)
    data = _bytes_of(path)
    order = next((o for o in "<>" if len(data) >= 632 and np.frombuffer(data, f"{o}i4", 158)[76] == 6), None)
    if order is None:
        raise InputError(f"{path}: is no file of SAC, version 6")
    real, whole = (np.frombuffer(data, f"{order}{kind}4", 158) for kind in "fi")
    count = int(whole[79])
    if count < 0 or len(data) != 632 + 4 * count:
        raise InputError(f"{path}: has {len(data) - 632} bytes of samples, not {4 * count}")

    def text(word: int) -> str:
        found = data[4 * word : 4 * word + 8].decode("ascii", "replace").strip()
        return "" if found == "-12345" else found

    def rest(word: int, of: int) -> float:
        # what rounding to single precision took
        return float(real[word]) if abs(real[word]) <= 1e-7 * abs(float(real[of])) else 0.0

    interval = float(real[0]) + rest(46, 0)
    begin = float(real[5]) + rest(47, 5)
    return Trace(
        path,
        text(110),
        text(150),
        text(144),
        begin + interval * np.arange(count),
        np.frombuffer(data, f"{order}f4", count, 632).astype(np.float32),
        real[40:43].astype(float),
    )
