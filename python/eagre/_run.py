"""Runs: a case set up on a device, advanced step by step, its state read and written."""

from __future__ import annotations

import ctypes
import html
import math
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import byref, c_char_p, c_int32, c_int64, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._arrays import Geometry, doubles, take_geometry
from ._context import Context
from ._dlpack import StateTensor
from ._library import WISH_CHECKPOINT, WISH_STOP, ProgressFunction, RunOptions, StateShape, VariableStruct, lib
from ._progress import Progress, show_progress
from ._signals import kept_signals
from ._text import encode, encode_optional, whole
from .case import Case, CaseLike, Settings, as_case, settings_of
from .errors import EagreError, UsageError
from .volume import Saved

if TYPE_CHECKING:
    from .results import Results

ProgressLike = Union[bool, Callable[[Progress], Any]]


@dataclass(frozen=True)
class Variable:
    """An output of a model."""

    name: str
    unit: str  # "1" of a number
    components: int
    sentence: str


_owner = 0  # the process that has made runs, whose threads a process made by fork lacks


def _refuse_fork(device: str | None) -> None:
    """libgomp and drivers wait for the threads of the first process for ever."""
    global _owner
    if _owner not in (0, os.getpid()) and device != "host:1":
        raise UsageError(
            f"this process was made by fork, and process {_owner} has made runs before: their threads are not here; "
            "give device='host:1', or start processes with multiprocessing's method 'spawn'"
        )
    _owner = _owner or os.getpid()


class Run:
    """A case on a device, at a moment between two steps.

    case        a file, a mapping with the keys of a case file, or a Case; a mapping may hold media as eagre.Volume
    output      the folder to write; None: nothing is written. Volumes are written to the folder OUTPUT.inputs
    settings    overrides: {"time.end": "2 s"}, or ["time.end=2 s"]
    device      "auto", "host", "host:4", "cuda:0", "opencl:0.0"
    force       writes over the run that the folder holds
    progress    True: a line that is kept up to date, also in notebooks; or a function of a Progress
    walltime    s from now, after which the run stops with a checkpoint; 0: no end
    strict      True: verdicts are errors (LimitError)
    lanes, overcommit, measure, profile: as the command's options

    Numbers are SI. One thread at a time uses a run; stop(), checkpoint(), time and steps may be used by others. A function that
    is called with a Progress may read the state. A context manager: `with Run(case) as run: ...`; the run is
    freed at its end, and by close().
    """

    def __init__(
        self,
        case: CaseLike | None,
        output: str | os.PathLike[str] | None = None,
        *,
        settings: Settings = None,
        device: str | None = None,
        force: bool = False,
        progress: ProgressLike = False,
        walltime: float = 0,
        lanes: int = 0,
        overcommit: bool = False,
        measure: bool = False,
        profile: bool = False,
        strict: bool = False,
        _resume: bool = False,
    ):
        self._handle = c_void_p()
        self._raised: BaseException | None = None
        self._finished = False
        self._process = os.getpid()
        self._advancing = 0  # the thread that advances the run
        _refuse_fork(device)
        if math.isnan(walltime):
            raise UsageError("walltime is NaN; give seconds")
        self._saved = Saved(None if output is None else Path(os.fspath(output) + ".inputs"))
        self._context = Context()
        self._show = show_progress() if progress is True else progress or None
        self._callback = ProgressFunction(self._on_progress)
        self.output = None if output is None else os.fspath(output)
        texts = [encode(s) for s in settings_of(self._saved.of(settings))]
        options = RunOptions(
            size=ctypes.sizeof(RunOptions),
            settings=(c_char_p * len(texts))(*texts) if texts else None,
            setting_count=len(texts),
            output=encode_optional(output),
            force=force,
            overcommit=overcommit,
            device=encode_optional(device),
            lanes=whole(lanes, 32, "lanes"),
            measure=measure,
            profile=profile,
            strict=strict,
            walltime=walltime,
            progress=self._callback,
        )
        try:
            self._context.check(self._create(case, options, _resume))
        except BaseException:
            self.close()
            raise

    def _create(self, case: CaseLike | None, options: RunOptions, resume: bool) -> int:
        made = byref(self._handle)
        if resume:
            return int(lib.eg_run_resume(self._context.handle, byref(options), made))
        if case is None:
            raise UsageError("no case is given")
        source = as_case(self._saved.of(case))
        if isinstance(source, Case):
            text, name, folder = encode(source.text), encode(source.name), encode(source.folder)
            return int(lib.eg_run_create_text(self._context.handle, text, name, folder, byref(options), made))
        options.case_file = encode(source)
        return int(lib.eg_run_create(self._context.handle, byref(options), made))

    @classmethod
    def resume(cls, folder: str | os.PathLike[str], **options: Any) -> "Run":
        """Continues the run of a folder from its newest checkpoint; options as for Run, without a case."""
        return cls(None, folder, _resume=True, **options)

    # ---- the end of it

    def close(self) -> None:
        """Frees the run. Without finish() there is no summary. UsageError while it advances."""
        if self._process != os.getpid():  # made by fork: the run is that of the other process
            self._handle = self._context.handle = c_void_p()
            return
        if self._advancing:
            raise UsageError("the run advances: it can be closed when advance() has ended; stop() asks for that")
        if self._handle:
            lib.eg_run_destroy(byref(self._handle))
        self._context.close()
        self._saved.close()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_context", None):
            self.close()

    @property
    def _open(self) -> c_void_p:
        """For what any thread may ask."""
        if self._process != os.getpid():
            raise UsageError(f"the run belongs to process {self._process}; this one was made by fork and cannot use it")
        if not self._handle:
            raise UsageError("the run is closed")
        return self._handle

    @property
    def _run(self) -> c_void_p:
        """For one thread at a time."""
        handle = self._open
        if self._advancing not in (0, threading.get_ident()):
            raise UsageError("another thread advances the run; one thread at a time uses it")
        return handle

    @property
    def _still(self) -> c_void_p:
        """For what changes the run."""
        handle = self._run
        if self._advancing:
            raise UsageError("the run advances: a function that is told of its progress can read it, not change it")
        return handle

    def __repr__(self) -> str:
        if not self._handle or self._process != os.getpid():
            return "<Run: closed>" if self._process == os.getpid() else f"<Run of process {self._process}>"
        where = f", output {self.output}" if self.output is not None else ""
        return f"<Run {self.model}: {self.cells} cells, step {self.steps}, t = {self.time:.9g} s{where}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.describe() if self._handle and self._process == os.getpid() else repr(self))}</pre>"

    # ---- time

    @property
    def time(self) -> float:
        """Time of the state, s."""
        return float(lib.eg_run_time(self._open))

    @property
    def time_end(self) -> float:
        """End of the case, s; infinite where only steps end it."""
        return float(lib.eg_run_time_end(self._open))

    @property
    def steps(self) -> int:
        """Steps so far."""
        return int(lib.eg_run_steps(self._open))

    @property
    def dt(self) -> float:
        """Length of the next step, s, as stability allows it."""
        return float(lib.eg_run_dt(self._run))

    @property
    def done(self) -> bool:
        """Whether the case's end has been reached."""
        return bool(lib.eg_run_is_done(self._run))

    def advance(self, time: float = math.inf) -> float:
        """Advances to `time` (s) exactly, or to the case's end; writes the outputs on the way. Gives the time."""
        self._call(lib.eg_run_advance, float(time))
        return self.time

    def step(self, steps: int = 1) -> float:
        """Takes so many steps, fewer where the case ends. Gives the time, s."""
        self._call(lib.eg_run_advance_steps, whole(steps, 64, "the number of steps"))
        return self.time

    def finish(self) -> None:
        """Writes the last snapshot, picture and summary, and closes all files. LimitError where a limit is broken."""
        if not self._finished:
            self._still
            self._finished = True
            self._call(lib.eg_run_finish)

    def checkpoint(self) -> None:
        """Asks for a checkpoint, which the next step writes."""
        lib.eg_run_ask(self._open, WISH_CHECKPOINT)

    def stop(self) -> None:
        """Asks the run to stop with a checkpoint, also from another thread: advance() raises StoppedError. A further call of
        advance() goes on from there, as it does after an interrupt."""
        lib.eg_run_ask(self._open, WISH_STOP)

    def _keep(self, raised: BaseException) -> None:
        """An exception cannot pass through C: it stops the run, and is raised behind it. The first one counts."""
        self._raised = self._raised or raised
        lib.eg_run_ask(self._handle, WISH_STOP)

    def _on_progress(self, _user: int, progress: Any) -> None:
        try:  # also without a function: here Python calls handlers of signals
            if self._show:
                self._show(Progress.of(progress.contents))
        except BaseException as raised:
            self._keep(raised)

    @contextmanager
    def _as_advancing(self) -> Iterator[c_void_p]:
        handle = self._still
        self._advancing = threading.get_ident()
        try:
            yield handle
        finally:
            self._advancing = 0

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        """Calls what takes steps or writes outputs."""
        with self._as_advancing() as handle, kept_signals(self._keep):
            status = function(handle, *arguments)
        self._check(status)

    def _check(self, status: int) -> None:
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        self._context.check(status)

    # ---- what there is

    @property
    def model(self) -> str:
        """The model of the case: "shallow-water"."""
        return str(lib.eg_run_model(self._run).decode())

    @property
    def dimension(self) -> int:
        """Of the mesh: 2 or 3."""
        return int(lib.eg_run_dimension(self._run))

    @property
    def cells(self) -> int:
        """Number of cells."""
        return int(lib.eg_run_cells(self._run))

    @property
    def generation(self) -> int:
        """How often cells have changed. While it stays the same, so do centroids and geometry."""
        return int(lib.eg_run_generation(self._run))

    @property
    def variables(self) -> dict[str, Variable]:
        """The outputs of the model by name."""
        found: dict[str, Variable] = {}
        made = VariableStruct()
        while lib.eg_run_variable(self._run, len(found), byref(made)):
            name = made.name.decode()
            found[name] = Variable(name, made.unit.decode(), made.components, made.sentence.decode())
        return found

    @property
    def balance(self) -> dict[str, float]:
        """The balance at the present time: the columns of balance.csv by name, such as out_sea_m3."""
        names: list[str] = []
        while name := lib.eg_run_balance_name(self._run, len(names)):
            names.append(name.decode())
        values = np.empty(len(names))
        self._call(lib.eg_run_balance, doubles(values), len(names))
        return dict(zip(names, values.tolist()))

    @property
    def centroids(self) -> np.ndarray:
        """Centroids of the cells, [cells, 3], m."""
        address = lib.eg_run_centroids(self._run)
        if not address:
            raise MemoryError(lib.eg_context_error(self._context.handle).decode())
        return np.ctypeslib.as_array(address, (self.cells, 3)).copy()

    @property
    def geometry(self) -> Geometry:
        """Corners of the cells."""
        return take_geometry(self._context, lib.eg_run_geometry, self._run)

    @property
    def regions(self) -> np.ndarray:
        """Region of each cell, [cells]: an index of region_names."""
        region = np.empty(self.cells, np.int32)
        address = region.ctypes.data_as(ctypes.POINTER(c_int32))
        self._context.check(lib.eg_run_regions(self._run, address, region.size))
        return region

    @property
    def region_names(self) -> list[str]:
        """Names of the regions of the mesh."""
        names: list[str] = []
        while (name := lib.eg_run_region_name(self._run, len(names))) is not None:
            names.append(name.decode())
        return names

    def describe(self) -> str:
        """What `eagre check` tells: mesh, memory, disk, time step."""
        text = c_char_p()
        self._context.check(lib.eg_run_describe(self._run, byref(text)))
        return (text.value or b"").decode()

    # ---- values

    def _components(self, variable: str) -> int:
        found = self.variables.get(variable)
        return found.components if found else 1

    def read(self, variable: str) -> np.ndarray:
        """A variable at the centres of all cells, [cells], or [cells, components]; in its unit (variables)."""
        count = self._components(variable)
        values = np.empty((self.cells, count))
        self._context.check(lib.eg_run_read(self._run, encode(variable), doubles(values), values.size))
        return values[:, 0] if count == 1 else values

    def read_at(self, variable: str, points: Any) -> np.ndarray:
        """A variable at points, [points, 2 or 3] in m: [points], or [points, components]; NaN outside the mesh.

        UsageError where the points have another shape; in 2D a third coordinate is not used.
        """
        given = np.asarray(points, float)
        if given.ndim != 2 or not self.dimension <= given.shape[1] <= 3:
            raise UsageError(f"points have the shape [points, {self.dimension}]; given is {list(given.shape)}")
        x = np.zeros((len(given), 3))
        x[:, : given.shape[1]] = given
        count = self._components(variable)
        values = np.empty((len(x), count))
        self._context.check(
            lib.eg_run_read_at(self._run, encode(variable), len(x), doubles(x), doubles(values))
        )
        return values[:, 0] if count == 1 else values

    def write(self, variable: str, values: Any) -> None:
        """Writes a variable at the centres of cells, values as read() gives them; UsageError where it follows from others.

        The state of each cell is shifted by a constant: its form inside the cell stays. What changes counts in no balance.
        """
        given = np.ascontiguousarray(values, float)
        count = self._components(variable)
        form = (self.cells,) if count == 1 else (self.cells, count)
        if given.ndim != len(form) or given.shape[1:] != form[1:]:
            raise UsageError(f"{variable} has the shape {list(form)}; given is {list(given.shape)}")
        self._check(lib.eg_run_write(self._still, encode(variable), doubles(given), given.size))

    def is_writable(self, variable: str) -> bool:
        """Whether write() takes it."""
        return bool(lib.eg_run_is_writable(self._run, encode(variable)))

    @property
    def state_hash(self) -> int:
        """Hash of the state, the same on every device."""
        found = c_uint64()
        self._context.check(lib.eg_run_state_hash(self._run, byref(found)))
        return found.value

    def state_shape(self) -> StateShape:
        """cells, values of a cell, variables, degree, bytes of a number."""
        shape = StateShape()
        self._context.check(lib.eg_run_state_shape(self._run, byref(shape)))
        return shape

    @property
    def state(self) -> np.ndarray:
        """A copy of the state as it is stored, [cells, variables, values of a variable].

        Assigning an array of this shape puts it in the place of the state; the step that stability allows is then
        found anew. What it gains or loses counts in no balance.
        """
        shape = self.state_shape()
        state = np.empty(
            (shape.cells, shape.variables, shape.values // shape.variables),
            np.float64 if shape.bytes == 8 else np.float32,
        )
        self._context.check(
            lib.eg_run_read_state_rows(self._run, state.ctypes.data_as(c_void_p), state.nbytes)
        )
        return state

    @state.setter
    def state(self, values: Any) -> None:
        shape = self.state_shape()
        form = (shape.cells, shape.variables, shape.values // shape.variables)
        given = np.ascontiguousarray(values, np.float64 if shape.bytes == 8 else np.float32)
        if given.shape != form:
            raise UsageError(f"the state has the shape {form}; given is {given.shape}")
        self._check(
            lib.eg_run_write_state_rows(self._still, given.ctypes.data_as(c_void_p), given.nbytes)
        )

    def state_tensor(self) -> StateTensor:
        """The state where it is, without a copy: for numpy.from_dlpack(), cupy.from_dlpack(), torch.from_dlpack().

        Its shape is [blocks, values of a cell, lanes]; state_slots() gives the place of a cell. It shows the state
        until the run advances, is written to or closed, and is to be read alone.
        """
        tensor = c_void_p()
        self._context.check(lib.eg_run_state_tensor(self._run, byref(tensor)))
        return StateTensor(self, tensor.value or 0)

    def state_slots(self) -> np.ndarray:
        """Cell c stands at tensor[slot[c] // lanes, :, slot[c] % lanes]; [cells]."""
        slots = np.empty(self.cells, np.int64)
        address = slots.ctypes.data_as(ctypes.POINTER(c_int64))
        self._context.check(lib.eg_run_state_slots(self._run, address, slots.size))
        return slots


def run(
    case: CaseLike,
    output: str | os.PathLike[str],
    *,
    settings: Settings = None,
    device: str | None = None,
    force: bool = False,
    resume: bool = False,
    progress: ProgressLike = False,
    walltime: float = 0,
    lanes: int = 0,
    overcommit: bool = False,
    measure: bool = False,
    profile: bool = False,
    strict: bool = False,
) -> "Results":
    """Runs a case to its end, as the command does, and gives its results. Options are those of Run.

    resume: continues the run of the folder from its newest checkpoint; the case is then the one that the folder has kept.
    """
    from .results import Results

    options: dict[str, Any] = {
        "settings": settings,
        "device": device,
        "force": force,
        "progress": progress,
        "walltime": walltime,
        "lanes": lanes,
        "overcommit": overcommit,
        "measure": measure,
        "profile": profile,
        "strict": strict,
    }
    made = Run.resume(output, **options) if resume else Run(case, output, **options)
    with made:
        try:
            made.advance()
        except EagreError:
            made.finish()  # what was found so far is complete, and the failure is told again
            raise
        made.finish()
    return Results(output)
