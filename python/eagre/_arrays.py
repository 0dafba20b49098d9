"""Arrays of libeagre as NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import POINTER, byref, c_double
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._context import Context
from ._library import GeometryStruct, lib


def doubles(array: np.ndarray) -> Any:
    """The address of an array of doubles, for a call."""
    return array.ctypes.data_as(POINTER(c_double))


@dataclass(frozen=True)
class Geometry:
    """Corners of cells. Those of cell c are x[vertex[first[c]:first[c + 1]]], counter-clockwise in the plane; of a
    hexahedron round its bottom, then round its top."""

    dimension: int
    x: np.ndarray  # [nodes, 3] m
    first: np.ndarray  # [cells + 1]
    vertex: np.ndarray  # [first[-1]]

    @property
    def cells(self) -> int:
        return len(self.first) - 1

    def corners(self, cell: int) -> np.ndarray:
        """Corners of a cell, [corners, 3], m."""
        return np.asarray(self.x[self.vertex[self.first[cell] : self.first[cell + 1]]])

    def polygons(self) -> list[np.ndarray]:
        """Outlines of cells of the plane, [corners, 2] each, m: for matplotlib's PolyCollection."""
        if self.dimension != 2:
            raise ValueError("cells of the plane have outlines; these are hexahedra")
        return [p[:, :2] for p in np.split(self.x[self.vertex], self.first[1:-1])]


def take_geometry(context: Context, call: Callable[..., int], *arguments: Any) -> Geometry:
    """Copies what a call gives, and frees it."""
    made = POINTER(GeometryStruct)()
    context.check(call(*arguments, byref(made)))
    try:
        g = made.contents
        first = np.ctypeslib.as_array(g.first, (g.cells + 1,)).copy()
        return Geometry(
            g.dimension,
            np.ctypeslib.as_array(g.x, (g.nodes, 3)).copy(),
            first,
            np.ctypeslib.as_array(g.vertex, (int(first[-1]),)).copy(),
        )
    finally:
        lib.eg_geometry_free(context.handle, byref(made))
