"""Media from arrays: values on a regular grid, as the key `volume` of a case takes them."""

from __future__ import annotations

import ctypes
import hashlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from ctypes import POINTER, byref, c_double, c_float, c_int64, cast
from pathlib import Path
from typing import Any

import numpy as np

from ._context import Context
from ._library import ArrayStruct, lib
from ._text import encode
from .errors import UsageError

_VERTICAL = {"z": 1, "elevation": 1, "height": 1, "altitude": 1, "depth": -1}
_NAMES = {"x": "x", "easting": "x", "distance": "x", "y": "y", "northing": "y"}


class Volume:
    """Values on a regular grid of the plane or of space.

    values    [x, y, z] of float32 or else float64; in the plane [x, y], where y is the vertical
    origin    m: place of values[0, 0, 0]
    spacing   m: distances of values along each axis, above 0

    It stands for a number in a case, or in settings: {"materials": {"all": {"vp": Volume(...)}}}.
    """

    def __init__(self, values: Any, origin: Sequence[float], spacing: Sequence[float]):
        if np.ma.is_masked(values):
            raise ValueError("values of this masked array are masked; give a value to all, such as array.filled(...) does")
        given = np.asarray(values)
        if given.dtype.kind not in "fiu":
            raise ValueError(f"a volume has real numbers, not {given.dtype}")
        self.values = given if given.dtype == np.float32 else given.astype(np.float64, copy=False)
        self.origin, self.spacing = [[float(x) for x in numbers] for numbers in (origin, spacing)]
        n = self.values.ndim
        if n not in (2, 3) or len(self.origin) != n or len(self.spacing) != n:
            raise ValueError(
                f"a volume has values of 2 or 3 dimensions, and as many numbers of origin and spacing; given are "
                f"{n}, {len(self.origin)} and {len(self.spacing)}"
            )

    def __repr__(self) -> str:
        return f"<Volume of {' x '.join(map(str, self.values.shape))} from {self.origin} m, every {self.spacing} m>"

    @classmethod
    def of(cls, array: Any) -> "Volume":
        """Of an xarray.DataArray with coordinates in m, whose dimensions are called x, y and z or depth. A depth counts
        down from 0; in the plane z is the vertical. ValueError where coordinates are missing or not at equal distances."""
        dims = [str(d) for d in array.dims]
        axes = [_NAMES.get(d.lower()) or ("z" if d.lower() in _VERTICAL else None) for d in dims]
        plane = len(dims) == 2
        if plane:
            axes = ["y" if a == "z" else a for a in axes]
        if sorted(map(str, axes)) != (["x", "y"] if plane else ["x", "y", "z"]):
            raise ValueError(f"the dimensions {dims} are not x, y and z or depth: rename them, or give an eagre.Volume")
        values, origin, spacing = np.asarray(array.values), [], []
        for axis, name in enumerate(dims):
            x = _sign(array, name) * _coordinates(array, name)
            if len(x) > 1 and x[0] > x[-1]:
                x, values = x[::-1], np.flip(values, axis)
            origin.append(float(x[0]))
            spacing.append(float(x[-1] - x[0]) / (len(x) - 1) if len(x) > 1 else 1.0)
        order = sorted(range(len(dims)), key=lambda axis: str(axes[axis]))
        return cls(np.transpose(values, order), [origin[a] for a in order], [spacing[a] for a in order])

    def save(self, path: str | os.PathLike[str]) -> dict[str, Any]:
        """Writes a netCDF file. Gives what stands for it in a case."""
        n, bytes_each = self.values.ndim, self.values.itemsize
        single = self.values.dtype == np.float32
        address = self.values.ctypes.data
        strides = self.values.strides
        if any(s % bytes_each for s in strides):
            return Volume(self.values.copy(), self.origin, self.spacing).save(path)
        given = ArrayStruct(
            size=ctypes.sizeof(ArrayStruct),
            dimensions=n,
            count=(c_int64 * 3)(*self.values.shape),
            stride=(c_int64 * 3)(*(s // bytes_each for s in strides)),
            values=None if single else cast(address, POINTER(c_double)),
            singles=cast(address, POINTER(c_float)) if single else None,
            origin=(c_double * 3)(*self.origin),
            spacing=(c_double * 3)(*self.spacing),
        )
        context = Context()
        try:
            context.check(lib.eg_array_write(context.handle, encode(path), byref(given)))
        finally:
            context.close()
        return {"volume": os.path.abspath(path)}

    def _hash(self) -> str:
        told = hashlib.sha256(repr((self.values.shape, self.values.dtype.str, self.origin, self.spacing)).encode())
        told.update(np.ascontiguousarray(self.values).tobytes())
        return told.hexdigest()[:16]


def _sign(array: Any, name: str) -> int:
    """-1 of a depth: by the attribute `positive` of the CF conventions, else by the name."""
    sign = _VERTICAL.get(name.lower())
    told = str(array.coords[name].attrs.get("positive", "")).lower() if sign and name in array.coords else ""
    return {"up": 1, "down": -1}.get(told, sign or 1)


def _coordinates(array: Any, name: str) -> np.ndarray:
    if name not in array.coords:
        raise ValueError(f"the dimension {name!r} has no coordinates; assign them, in m")
    x = np.asarray(array.coords[name].values, float)
    even = np.linspace(x[0], x[-1], len(x))
    if len(x) > 1 and not np.all(np.abs(x - even) <= 1e-3 * abs(x[1] - x[0])):
        raise ValueError(f"the coordinates of {name!r} are not at equal distances; interpolate on an even grid")
    return x


def _volume_of(value: Any) -> Volume | None:
    """Of what stands for one: a Volume, or an xarray.DataArray."""
    if isinstance(value, Volume):
        return value
    if isinstance(value, np.ndarray) and value.ndim > 1:
        raise TypeError(
            f"an array of {' x '.join(map(str, value.shape))} has no place in a case: "
            "give eagre.Volume(array, origin, spacing)"
        )
    return Volume.of(value) if hasattr(value, "dims") and hasattr(value, "coords") else None


def _ranks() -> int:
    """Of an MPI launcher."""
    return max(int(os.environ.get(name, "1")) for name in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE"))


class Saved:
    """The volumes of a case, as files of a folder, which is made where there is one; None: of a folder for the time being."""

    def __init__(self, folder: Path | None):
        self._folder = folder
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    def of(self, value: Any) -> Any:
        """The same with maps of files in the place of volumes."""
        volume = _volume_of(value)
        if volume is not None:
            return self._save(volume)
        if isinstance(value, Mapping):
            return {key: self.of(one) for key, one in value.items()}
        return [self.of(one) for one in value] if isinstance(value, (list, tuple)) else value

    def _save(self, volume: Volume) -> dict[str, Any]:
        if _ranks() > 1:
            raise UsageError("ranks cannot all write a volume: save() it on one before, and name the file in the case")
        if self._folder is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="eagre-")
            self._folder = Path(self._temporary.name)
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{volume._hash()}.nc"
        return {"volume": os.path.abspath(path)} if path.exists() else volume.save(path)

    def close(self) -> None:
        """Removes a folder for the time being."""
        if self._temporary:
            self._temporary.cleanup()
        self._temporary = None
