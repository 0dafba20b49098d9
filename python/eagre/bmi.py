"""BMI, the Basic Model Interface 2.0 of CSDMS, for explicit models: coupling by standard names of methods.

E. W. H. Hutton, M. D. Piper, G. E. Tucker, The Basic Model Interface 2.0: A standard interface for coupling numerical
models in the geosciences, Journal of Open Source Software 5 (2020) 2317; bmi.readthedocs.io.
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from ._arrays import Geometry
from ._run import Run
from .case import CaseLike, Settings
from .errors import UsageError

_CELLS, _ROWS = 0, 1  # grids
_AXES = {2: "xy", 3: "xyz"}
_TENSORS = {3: ("xx", "yy", "xy"), 6: ("xx", "yy", "zz", "xy", "yz", "xz")}


def _component_names(dimension: int, count: int) -> tuple[str, ...]:
    return tuple(_AXES[dimension]) if count == dimension else _TENSORS[count]


class Bmi:
    """An explicit model (shallow water, waves, atmosphere) behind BMI.

    initialize() takes a case file; or a file .json with the keys case, output, settings and device. Without a file it
    takes what the constructor was given. Time is in s, from 0.

    Variables are outputs of the model at cells: "depth", and a component each of vectors and tensors: "velocity_x",
    "stress_xx". Grid 0 has the cells, of the plane as faces of an unstructured grid, in space as points. Input are
    those that do not follow from others (docs/python.md), the level of shallow water, and of every model "state", all
    rows of the state one after the other (grid 1). Values that are set act from the next step on.

    Where the cells of a case change (mesh.adapt), ask for sizes and grids again after each update.
    """

    def __init__(
        self,
        case: CaseLike | None = None,
        output: str | os.PathLike[str] | None = None,
        settings: Settings = None,
        device: str | None = None,
    ):
        self._given: dict[str, Any] = {
            "case": case,
            "output": output,
            "settings": settings,
            "device": device,
        }
        self._made: Run | None = None

    # ---- control

    def initialize(self, config_file: str | None = None) -> None:
        """Sets up the case."""
        given = dict(self._given)
        if config_file and str(config_file).endswith(".json"):
            with open(config_file) as file:
                given.update(json.load(file))
        elif config_file:
            given["case"] = config_file
        run = Run(given.pop("case"), given.pop("output"), **given)
        try:
            self._shape = run.state_shape()
        except UsageError as error:
            run.close()
            raise UsageError(f"BMI is for explicit models: {error}") from error
        self._made = run
        self._outputs = self._name_outputs()
        self._values: dict[str, np.ndarray] = {}
        self._geometry: tuple[int, Geometry | None] = (-1, None)

    def _name_outputs(self) -> dict[str, tuple[str, int, str]]:
        """Name: variable, component, unit."""
        names = {}
        for variable in self._run.variables.values():
            if variable.components == 1:
                names[variable.name] = (variable.name, 0, variable.unit)
                continue
            for c, axis in enumerate(_component_names(self._run.dimension, variable.components)):
                names[f"{variable.name}_{axis}"] = (variable.name, c, variable.unit)
        return names

    @property
    def _run(self) -> Run:
        if self._made is None:
            raise UsageError("initialize() comes first")
        return self._made

    def update(self) -> None:
        """Takes one step."""
        self._run.step()
        self._refresh()

    def update_until(self, time: float) -> None:
        """Advances to a time, s, exactly."""
        if time < self._run.time:
            raise UsageError(f"{time} s lies before the present time, {self._run.time} s")
        self._run.advance(time)
        self._refresh()

    def finalize(self) -> None:
        """Writes what is left to write, and frees the run."""
        if self._made is None:
            return
        try:
            if self._made.output is not None:
                self._made.finish()
        finally:
            self._made.close()
            self._made = None

    # ---- what it is

    def get_component_name(self) -> str:
        return f"eagre {self._run.model}"

    def get_input_item_count(self) -> int:
        return len(self.get_input_var_names())

    def get_output_item_count(self) -> int:
        return len(self.get_output_var_names())

    def get_input_var_names(self) -> tuple[str, ...]:
        level = ("level",) if self._run.model == "shallow-water" else ()
        written = (name for name, (variable, _, _) in self._outputs.items() if self._run.is_writable(variable))
        return (*written, *level, "state")

    def get_output_var_names(self) -> tuple[str, ...]:
        return (*self._outputs, "state")

    # ---- variables

    def _output(self, name: str) -> tuple[str, int, str]:
        found = self._outputs.get(name)
        if found is None:
            raise UsageError(f"there is no variable {name!r}; there are {', '.join(self.get_output_var_names())}")
        return found

    def get_var_grid(self, name: str) -> int:
        if name == "state":
            return _ROWS
        self._output(name)
        return _CELLS

    def get_var_type(self, name: str) -> str:
        if name == "state":
            return "float64" if self._shape.bytes == 8 else "float32"
        self._output(name)
        return "float64"

    def get_var_units(self, name: str) -> str:
        return "1" if name == "state" else self._output(name)[2]

    def get_var_itemsize(self, name: str) -> int:
        return np.dtype(self.get_var_type(name)).itemsize

    def get_var_nbytes(self, name: str) -> int:
        return self.get_grid_size(self.get_var_grid(name)) * self.get_var_itemsize(name)

    def get_var_location(self, name: str) -> str:
        on_faces = self.get_var_grid(name) == _CELLS and self._run.dimension == 2
        return "face" if on_faces else "node"

    # ---- time

    def get_start_time(self) -> float:
        return 0.0

    def get_current_time(self) -> float:
        return self._run.time

    def get_end_time(self) -> float:
        return self._run.time_end

    def get_time_step(self) -> float:
        return self._run.dt

    def get_time_units(self) -> str:
        return "s"

    # ---- values

    def _read(self, name: str) -> np.ndarray:
        if name == "state":
            return self._run.state.reshape(-1)
        variable, component, _ = self._output(name)
        values = self._run.read(variable)
        return values if values.ndim == 1 else values[:, component]

    def _refresh(self) -> None:
        """What get_value_ptr() has given shows the state that there is now."""
        for name, values in list(self._values.items()):
            now = self._read(name)
            if now.shape == values.shape:
                values[:] = now
            else:
                del self._values[name]  # cells have changed

    def get_value(self, name: str, dest: np.ndarray) -> np.ndarray:
        dest[:] = self._read(name)
        return dest

    def get_value_ptr(self, name: str) -> np.ndarray:
        """An array that each update fills anew. To change the state call set_value()."""
        if name not in self._values:
            self._values[name] = np.array(self._read(name))
        return self._values[name]

    def get_value_at_indices(self, name: str, dest: np.ndarray, inds: np.ndarray) -> np.ndarray:
        dest[:] = self._read(name)[inds]
        return dest

    def set_value(self, name: str, src: np.ndarray) -> None:
        if name not in self.get_input_var_names():
            raise UsageError(f"{name!r} cannot be set; input is {', '.join(self.get_input_var_names())}")
        values = np.asarray(src).reshape(-1)
        if name == "state":
            self._run.state = values.reshape(self._run.state.shape)
        elif name == "level":
            self._run.write("depth", np.maximum(values - self._run.read("elevation"), 0))
        else:
            variable, component, _ = self._output(name)
            whole = self._run.read(variable)
            whole.reshape(len(values), -1)[:, component] = values
            self._run.write(variable, whole)
        self._refresh()

    def set_value_at_indices(self, name: str, inds: np.ndarray, src: np.ndarray) -> None:
        values = np.array(self._read(name))
        values[inds] = src
        self.set_value(name, values)

    # ---- grids

    def _check_grid(self, grid: int) -> None:
        if grid not in (_CELLS, _ROWS):
            raise UsageError(f"there is no grid {grid}; there are {_CELLS} (cells) and {_ROWS} (rows of the state)")

    def _mesh(self, grid: int) -> Geometry:
        """Of the plane; corners change with the cells alone."""
        self._check_grid(grid)
        if grid != _CELLS or self._run.dimension != 2:
            raise UsageError(f"grid {grid} has no edges and faces: it is of type {self.get_grid_type(grid)}")
        generation, geometry = self._geometry
        if geometry is None or generation != self._run.generation:
            geometry = self._run.geometry
            self._geometry = (self._run.generation, geometry)
        return geometry

    def get_grid_type(self, grid: int) -> str:
        self._check_grid(grid)
        if grid == _ROWS:
            return "vector"
        return "unstructured" if self._run.dimension == 2 else "points"

    def get_grid_rank(self, grid: int) -> int:
        self._check_grid(grid)
        return 1 if grid == _ROWS else self._run.dimension

    def get_grid_size(self, grid: int) -> int:
        """Number of values of a variable of this grid."""
        self._check_grid(grid)
        return self._run.cells * (self._shape.values if grid == _ROWS else 1)

    def get_grid_shape(self, grid: int, shape: np.ndarray) -> np.ndarray:
        self._check_grid(grid)
        if grid == _CELLS:
            raise UsageError("the cells have no shape of rows and columns")
        shape[:] = self.get_grid_size(grid)
        return shape

    def get_grid_spacing(self, grid: int, spacing: np.ndarray) -> np.ndarray:
        raise UsageError("no grid is uniform: there is no spacing")

    def get_grid_origin(self, grid: int, origin: np.ndarray) -> np.ndarray:
        raise UsageError("no grid is uniform: there is no origin")

    def _coordinate(self, grid: int, d: int, to: np.ndarray) -> np.ndarray:
        self._check_grid(grid)
        if grid == _ROWS:
            raise UsageError("rows of the state have no coordinates; those of cells are the nodes of grid 0")
        to[:] = (self._mesh(grid).x if self._run.dimension == 2 else self._run.centroids)[:, d]
        return to

    def get_grid_x(self, grid: int, x: np.ndarray) -> np.ndarray:
        """Of nodes, m: corners of cells of the plane, centroids of hexahedra."""
        return self._coordinate(grid, 0, x)

    def get_grid_y(self, grid: int, y: np.ndarray) -> np.ndarray:
        return self._coordinate(grid, 1, y)

    def get_grid_z(self, grid: int, z: np.ndarray) -> np.ndarray:
        return self._coordinate(grid, 2, z)

    def get_grid_node_count(self, grid: int) -> int:
        if self.get_grid_type(grid) == "unstructured":
            return len(self._mesh(grid).x)
        return self.get_grid_size(grid)

    def get_grid_face_count(self, grid: int) -> int:
        return self._mesh(grid).cells

    def get_grid_nodes_per_face(self, grid: int, nodes_per_face: np.ndarray) -> np.ndarray:
        nodes_per_face[:] = np.diff(self._mesh(grid).first)
        return nodes_per_face

    def get_grid_face_nodes(self, grid: int, face_nodes: np.ndarray) -> np.ndarray:
        face_nodes[:] = self._mesh(grid).vertex
        return face_nodes

    def _edges(self, grid: int) -> tuple[np.ndarray, np.ndarray]:
        """Nodes of edges, [edges, 2], and the edge of each side of each face."""
        mesh = self._mesh(grid)
        following = np.arange(1, len(mesh.vertex) + 1)
        following[mesh.first[1:] - 1] = mesh.first[:-1]
        sides = np.sort(np.stack([mesh.vertex, mesh.vertex[following]], 1), 1)
        edges, of_side = np.unique(sides, axis=0, return_inverse=True)
        return edges, of_side.reshape(-1)

    def get_grid_edge_count(self, grid: int) -> int:
        return len(self._edges(grid)[0])

    def get_grid_edge_nodes(self, grid: int, edge_nodes: np.ndarray) -> np.ndarray:
        edge_nodes[:] = self._edges(grid)[0].reshape(-1)
        return edge_nodes

    def get_grid_face_edges(self, grid: int, face_edges: np.ndarray) -> np.ndarray:
        face_edges[:] = self._edges(grid)[1]
        return face_edges
