"""Results of a run: snapshots, largest values, tables and the summary, from the folder that it wrote."""

from __future__ import annotations

import csv
import html
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import Geometry, doubles, take_geometry
from ._context import Context
from ._library import ResultField, ResultSnapshot, lib
from ._text import encode
from .errors import AbsentError, InputError, UsageError
from .pictures import Page, Picture, movie, page, picture, with_options

_UNITS = "m|s|kg|g|K|Pa|J|W|N|rad|h|mm"
_UNIT = re.compile(rf"_((?:(?:{_UNITS})\d*)(?:_per_(?:{_UNITS})\d*)*)$")


def unit_of(column: str) -> str:
    """The unit in the name of a column: "velocity_x_m_per_s" has m/s; "1" where there is none."""
    found = _UNIT.search(column)
    return re.sub(r"([a-zA-Z])(\d)", r"\1^\2", found[1].replace("_per_", "/")) if found else "1"


def html_table(head: Iterable[Any], rows: Iterable[Iterable[Any]], caption: str = "") -> str:
    """A table as a notebook shows it."""

    def line(kind: str, cells: Iterable[Any]) -> str:
        return "<tr>" + "".join(f"<{kind}>{html.escape(str(c))}</{kind}>" for c in cells) + "</tr>"

    told = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{told}{line('th', head)}{''.join(line('td', row) for row in rows)}</table>"


@dataclass(frozen=True)
class Field:
    """A field of a snapshot."""

    name: str
    unit: str  # "1" of a number
    components: int


class _Set:
    """The snapshots that a path names, open by the library."""

    def __init__(self, path: str | os.PathLike[str]):
        self.context = Context()
        self.handle = c_void_p()
        self.context.check(
            lib.eg_results_open(self.context.handle, encode(path), byref(self.handle))
        )

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.eg_results_close(byref(self.handle))
        if hasattr(self, "context"):
            self.context.close()

    def __len__(self) -> int:
        return int(lib.eg_results_count(self.handle))

    @cached_property
    def start(self) -> str:
        made = c_char_p()
        self.context.check(lib.eg_results_start(self.handle, byref(made)))
        return (made.value or b"").decode()

    def describe(self, i: int) -> ResultSnapshot:
        made = ResultSnapshot()
        self.context.check(lib.eg_results_snapshot(self.handle, i, byref(made)))
        return made

    def fields(self, i: int, count: int) -> dict[str, Field]:
        found, made = {}, ResultField()
        for f in range(count):
            self.context.check(lib.eg_results_field(self.handle, i, f, byref(made)))
            found[made.name.decode()] = Field(made.name.decode(), made.unit.decode(), made.components)
        return found

    def read(self, i: int, f: int, count: int, components: int) -> np.ndarray:
        values = np.empty((count, components))
        self.context.check(lib.eg_results_read(self.handle, i, f, doubles(values), values.size))
        return values[:, 0] if components == 1 else values

    def geometry(self, i: int) -> Geometry:
        return take_geometry(self.context, lib.eg_results_geometry, self.handle, i)


class Snapshot(Mapping[str, np.ndarray]):
    """Fields at one moment, by name: [values], or [values, components].

    Values stand at cells in canonical order; where `degree` is above 0, at the nodes of each cell, one cell after the
    other, whose places are geometry.x.
    """

    def __init__(self, of: _Set, number: int):
        self._set, self._number = of, number
        made = of.describe(number)
        self.time: float = made.time  # s
        self.start: str = of.start  # date of time 0, ISO 8601; "" where the case has no time.start
        self.step: int = made.step
        self.state_hash: int = made.state_hash
        self.cells: int = made.cells
        self.degree: int = made.degree
        self.values_count: int = made.values
        self.path = Path(made.path.decode())
        self.fields: dict[str, Field] = of.fields(number, made.fields)

    def __getitem__(self, name: str) -> np.ndarray:
        field = self.fields.get(name)
        if field is None:
            raise KeyError(f"{self.path}: has no field {name!r}; it holds {', '.join(self.fields)}")
        return self._set.read(self._number, list(self.fields).index(name), self.values_count, field.components)

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    @cached_property
    def geometry(self) -> Geometry:
        """Corners of the cells; where fields have values at nodes, x has these."""
        return self._set.geometry(self._number)

    @cached_property
    def points(self) -> np.ndarray:
        """Where values stand, [values, 3], m: nodes, or means of the cells' corners."""
        g = self.geometry
        if self.degree > 0:
            return g.x
        sums = np.add.reduceat(g.x[g.vertex], g.first[:-1])
        return sums / np.diff(g.first)[:, None]

    @with_options
    def plot(self, variable: str | None = None, **options: Any) -> Picture:
        """A map of a field, or a slice through hexahedra; None: the depth of water, or the first field."""
        return picture(self.path, variable, **options)

    def to_xarray(self) -> Any:
        """An xarray.Dataset: see Results.to_xarray()."""
        return _dataset([self])

    def to_pyvista(self) -> Any:
        """A pyvista.UnstructuredGrid; where fields are polynomials, of Lagrange cells of their degree up to 10."""
        import pyvista

        return pyvista.read(str(self.path))

    @property
    def date(self) -> np.datetime64 | None:
        """The date in UTC, to a millisecond; None where the case has no time.start."""
        return _dates(self.start, [self.time])[0] if self.start else None

    def __repr__(self) -> str:
        return f"<Snapshot t = {self.time:.9g} s, {self.cells} cells: {', '.join(self.fields)}>"

    def _repr_html_(self) -> str:
        where = f"at nodes of degree {self.degree}" if self.degree else "at cells"
        rows = [(f.name, "" if f.unit == "1" else f.unit, f.components) for f in self.fields.values()]
        return html_table(
            ("field", "unit", "components"), rows, f"t = {self.time:.9g} s, {self.cells} cells, values {where}"
        )

    def _repr_png_(self) -> bytes:
        return self.plot().data


def _corners(geometry: Geometry) -> np.ndarray:
    """Nodes of each cell, [cells, most corners]; -1 where a cell has fewer."""
    count = np.diff(geometry.first)
    corners = np.full((geometry.cells, int(count.max(initial=0))), -1, np.int64)
    corners[np.arange(corners.shape[1]) < count[:, None]] = geometry.vertex
    return corners


def _topology(geometry: Geometry) -> dict[str, Any]:
    """The mesh by the conventions of UGRID 1.0."""
    name, cells = ("mesh2d", "face") if geometry.dimension == 2 else ("mesh3d", "volume")
    axes = "xyz"[: geometry.dimension]
    about = {
        "cf_role": "mesh_topology",
        "topology_dimension": geometry.dimension,
        "node_coordinates": " ".join(f"{name}_node_{axis}" for axis in axes),
        f"{cells}_node_connectivity": f"{name}_{cells}_nodes",
        f"{cells}_dimension": "cell",
    }
    corners = {"cf_role": f"{cells}_node_connectivity", "start_index": 0, "_FillValue": -1}
    made: dict[str, Any] = {name: ((), 0, about), f"{name}_{cells}_nodes": (("cell", "corner"), _corners(geometry), corners)}
    for d, axis in enumerate(axes):
        made[f"{name}_node_{axis}"] = ("node", geometry.x[:, d], {"units": "m", "long_name": f"{axis} of the nodes"})
    return made


def _components(field: Field, dimension: int) -> list[str]:
    """What the components of a field are called, as in the columns of tables."""
    if field.components == 6:
        return ["xx", "yy", "zz", "xy", "yz", "xz"]
    if field.components == 3 and dimension == 2 and field.unit == "Pa":  # a stress; vectors have a third number, 0
        return ["xx", "yy", "xy"]
    return list("xyz")[: field.components]


def _date(text: str) -> np.datetime64:
    """In UTC, of ISO 8601; NaT of what is none."""
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return np.datetime64("NaT", "ms")
    return np.datetime64(moment.astimezone(timezone.utc).replace(tzinfo=None), "ms")


def _dates(start: str, seconds: Any) -> np.ndarray:
    """In UTC, so many seconds after the start; NaT of NaN."""
    milliseconds = np.asarray(seconds, float) * 1000
    known = np.isfinite(milliseconds)
    offset = np.where(known, np.rint(np.where(known, milliseconds, 0)), 0).astype("timedelta64[ms]")
    return np.where(known, _date(start) + offset, np.datetime64("NaT", "ms"))


def _dataset(snapshots: list[Snapshot]) -> Any:
    import xarray

    if not snapshots:
        raise UsageError("there are no snapshots")
    first = snapshots[0]
    if any(s.values_count != first.values_count for s in snapshots):
        raise UsageError("cells change between these snapshots: take one at a time")
    geometry = first.geometry
    mesh, location = f"mesh{geometry.dimension}d", "face" if geometry.dimension == 2 else "volume"
    place, location = ("node", "node") if first.degree > 0 else ("cell", location)
    times, start = [s.time for s in snapshots], first.start
    coordinates: dict[str, Any] = {"time": ("time", times, {"units": "s", "long_name": "time"})}
    if start:  # xarray has dates to a nanosecond
        coordinates["time"] = ("time", _dates(start, times).astype("datetime64[ns]"), {"long_name": "time, UTC"})
    for d, axis in enumerate("xyz"[: geometry.dimension]):
        coordinates[axis] = (place, first.points[:, d], {"units": "m", "long_name": f"{axis} of the {place}s"})
    variables = _topology(geometry)
    for name, field in first.fields.items():
        dimensions = ("time", place) + (() if field.components == 1 else (f"{name}_component",))
        if field.components > 1:
            coordinates[f"{name}_component"] = _components(field, geometry.dimension)
        about = {"units": field.unit, "long_name": name.replace("_", " "), "mesh": mesh, "location": location}
        variables[name] = (dimensions, np.stack([s[name] for s in snapshots]), about)
    return xarray.Dataset(variables, coordinates, {"Conventions": "CF-1.8 UGRID-1.0"})


def _number(text: str) -> float:
    """NaN of what is none."""
    try:
        return float(text)
    except ValueError:
        return float(np.nan)


class Table(Mapping[str, np.ndarray]):
    """A table of a run by columns; names end in units ("breach_depth_m"), which `units` has. Words are NaN.

    Where the case has time.start the last column, date, has numpy.datetime64 in UTC.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path = Path(path)
        try:
            with open(self.path, newline="") as file:
                rows = list(csv.reader(line for line in file if not line.startswith("#")))
        except OSError as error:
            raise InputError(f"{self.path}: {error.strerror}") from error
        if not rows:
            raise InputError(f"{self.path}: is empty")
        names = rows[0]
        values = np.array([[_number(v) for v in row] for row in rows[1:]], float)
        values = values.reshape(-1, len(names))
        self._columns = {name: values[:, i] for i, name in enumerate(names)}
        if names[-1] == "date":
            self._columns["date"] = np.array([_date(row[-1]) for row in rows[1:]], "datetime64[ms]")
        self.units = {name: unit_of(name) for name in names}

    def __getitem__(self, name: str) -> np.ndarray:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with the first column (time) as index; attrs["units"] has the units."""
        import pandas

        frame = pandas.DataFrame(dict(self._columns))
        frame.attrs["units"] = dict(self.units)
        return frame.set_index(frame.columns[0])

    def to_xarray(self) -> Any:
        """An xarray.Dataset along the first column, with units."""
        import xarray

        index = next(iter(self._columns))
        variables = {
            name: (index, column, {} if column.dtype.kind == "M" else {"units": self.units[name]})
            for name, column in self._columns.items()
            if name != index
        }
        return xarray.Dataset(variables, {index: (index, self[index], {"units": self.units[index]})})

    @with_options
    def plot(self, *columns: str, output: str | os.PathLike[str] | None = None, **options: Any) -> Picture:
        """Curves, in a panel for each quantity; columns by name, or the start or end of it. None are all."""
        return picture(self.path, ",".join(columns) or None, output=output, **options)

    @property
    def _rows(self) -> int:
        return len(next(iter(self._columns.values())))

    def __repr__(self) -> str:
        return f"<Table {self.path.name}: {self._rows} rows of {', '.join(self._columns)}>"

    def _repr_html_(self) -> str:
        """The first rows and the last."""
        shown = range(self._rows) if self._rows <= 12 else [*range(6), *range(self._rows - 5, self._rows)]
        rows = [[str(column[i]) if column.dtype.kind == "M" else f"{column[i]:.6g}" for column in self._columns.values()] for i in shown]
        if self._rows > 12:
            rows.insert(6, ["..."] * len(self))
        return html_table(self._columns, rows, f"{self.path.name}, {self._rows} rows")


@dataclass(frozen=True)
class Verdict:
    """Why a result may not be right: what came, and what it should have kept to. SI; None: not a finite number."""

    name: str
    value: float | None
    bound: float | None
    place: tuple[float, ...]  # of 0 to 3 coordinates
    time: float | None
    sentence: str


class Results:
    """What a run has written into its folder. The run may go on: reload() looks again."""

    def __init__(self, folder: str | os.PathLike[str]):
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise InputError(f"{self.folder}: there is no such folder")

    def __fspath__(self) -> str:
        """Functions that take a folder take these, too."""
        return str(self.folder)

    def reload(self) -> None:
        """Forgets what was read."""
        for name in ("summary", "_set"):
            self.__dict__.pop(name, None)

    @cached_property
    def summary(self) -> dict[str, Any]:
        """summary.json, which a run writes at its end; SI."""
        path = self.folder / "summary.json"
        try:
            return dict(json.loads(path.read_text()))
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}; a run writes it when it ends") from error

    @property
    def verdicts(self) -> list[Verdict]:
        """What the run says against its result; empty: nothing."""
        return [Verdict(**{**v, "place": tuple(v["place"])}) for v in self.summary["verdicts"]]

    @cached_property
    def _set(self) -> _Set:
        return _Set(self.folder)

    def __len__(self) -> int:
        """Number of snapshots; 0 as long as there are none, and in the folder of an ensemble."""
        places = (self.folder, self.folder / "fields")
        return len(self._set) if any(any(p.glob("*.vtkhdf.series")) for p in places) else 0

    def __getitem__(self, i: int) -> Snapshot:
        count = len(self)
        if not -count <= i < count:
            raise IndexError(f"{self.folder}: there is no snapshot {i}; it holds {count}")
        return Snapshot(self._set, i % count)

    def __iter__(self) -> Iterator[Snapshot]:
        return (self[i] for i in range(len(self)))

    @property
    def times(self) -> np.ndarray:
        """Times of the snapshots, s."""
        return np.array([snapshot.time for snapshot in self])

    def at(self, time: float) -> Snapshot:
        """The snapshot nearest to a time, s."""
        return self[int(np.argmin(np.abs(self.times - time)))]

    def to_xarray(self) -> Any:
        """All snapshots as one xarray.Dataset [time, cell or node, component], with units, names and the mesh (UGRID 1.0)."""
        return _dataset(list(self))

    @with_options
    def plot(self, variable: str | None = None, *, output: str | os.PathLike[str] | None = None, **options: Any) -> Picture:
        """A map of a snapshot, the last where neither time nor index is given; see eagre.picture()."""
        return picture(self.folder, variable, output=output, **options)

    @with_options
    def movie(self, variable: str | None = None, *, output: str | os.PathLike[str] | None = None, **options: Any) -> Picture:
        """All snapshots as an animated PNG, or by ffmpeg as what the ending of `output` says (.mp4, .webm)."""
        return movie(self.folder, variable, output=output, **options)

    def report(self, output: str | os.PathLike[str] | None = None, **options: str | os.PathLike[str] | None) -> Page:
        """The page of the run for a browser (docs/report.md), which a notebook shows; None: report.html in the folder.

        text, background, compare: files and a second run, as for eagre.page().
        """
        return page(self.folder, output, **options)

    @property
    def maxima(self) -> Snapshot:
        """Largest values of all steps. AbsentError, which hasattr() takes as no, where the case does not ask for them."""
        return Snapshot(_Set(self._written("maxima.vtkhdf", "output.maxima")), 0)

    @property
    def exceedance(self) -> Snapshot:
        """In the folder of an ensemble: for each level the fraction of members above it, cell by cell. AbsentError else."""
        path = self.folder / "exceedance.vtkhdf"
        if not path.exists():
            raise AbsentError(f"{path}: there is no such file; an ensemble writes it for its levels (exceed)")
        return Snapshot(_Set(path), 0)

    def _written(self, name: str, key: str) -> Path:
        path = self.folder / name
        if not path.exists():
            raise AbsentError(f"{path}: there is no such file; a run writes it where its case has {key}")
        return path

    def table(self, name: str) -> Table:
        """A table of the run: "gauges", "probes", "balance", "errors", "lines/NAME"."""
        return Table(self.folder / f"{name}.csv")

    @property
    def tables(self) -> list[str]:
        """Names of the tables that there are; in the folder of an ensemble without those of its runs."""
        paths = [p.relative_to(self.folder) for p in self.folder.rglob("*.csv")]
        return sorted(str(p)[:-4] for p in paths if p.parts[0] != "runs")

    @property
    def gauges(self) -> Table:
        """Water at points over time. AbsentError where the case has no gauges."""
        return Table(self._written("gauges.csv", "output.gauges"))

    @property
    def balance(self) -> Table:
        """The balance over time. AbsentError where the case does not record it."""
        return Table(self._written("balance.csv", "output.record"))

    @property
    def seismograms(self) -> list[Path]:
        """Files of seismograms (read_segy, read_sac; obspy.read of .mseed, pyasdf of .h5)."""
        return sorted(p for p in (self.folder / "seismograms").glob("*") if p.suffix in (".sgy", ".sac", ".segy", ".mseed", ".h5"))

    def _facts(self) -> Iterator[tuple[str, str]]:
        if (self.folder / "summary.json").exists():
            run = self.summary
            yield "end", f"{run['exit']}, t = {run['time']:.9g} s after {run['steps']} steps"
        count = len(self)
        yield "snapshots", f"{count}, t = {self[0].time:.9g} to {self[-1].time:.9g} s" if count else "none"
        if count:
            yield "fields", ", ".join(f"{f.name} ({f.unit})" for f in self[-1].fields.values())
        yield "tables", ", ".join(self.tables)
        if (self.folder / "summary.json").exists():
            yield "verdicts", "; ".join(v.sentence for v in self.verdicts) or "none"

    def _repr_html_(self) -> str:
        return html_table(("", str(self.folder)), self._facts())

    def _repr_png_(self) -> bytes | None:
        return self.plot().data if len(self) else None

    def __repr__(self) -> str:
        return f"<Results {self.folder}: {len(self)} snapshots; tables {', '.join(self.tables)}>"
