"""Pictures, movies and pages of what a run has written. Those of `eagre picture`, `eagre report --html` and `eagre export`."""

from __future__ import annotations

import base64
import ctypes
import functools
import html
import inspect
import math
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ._context import Context
from ._library import PageOptions, PictureOptions, lib
from ._text import encode, encode_optional, whole
from .errors import InputError, UsageError

_TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".pdf": "application/pdf", ".mp4": "video/mp4", ".webm": "video/webm"}


class Picture:
    """What the library has drawn: a notebook shows it, save() keeps it.

    data    the bytes of the file
    ending  ".png", ".svg", ".pdf", ".mp4" or ".webm"
    """

    def __init__(self, data: bytes, ending: str):
        self.data, self.ending = data, ending

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the file. InputError where its ending is another: plot() and movie() take it as `output`."""
        path = Path(path)
        if path.suffix != self.ending:
            raise InputError(f"{path}: this is a {self.ending}; give the name as output, where it is drawn")
        path.write_bytes(self.data)
        return path

    def _address(self) -> str:
        return f"data:{_TYPES[self.ending]};base64,{base64.b64encode(self.data).decode()}"

    def _repr_png_(self) -> bytes | None:
        return self.data if self.ending == ".png" else None

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.ending == ".svg" else None

    def _repr_html_(self) -> str | None:
        if self.ending in (".mp4", ".webm"):
            return f'<video controls loop src="{self._address()}"></video>'
        return f'<embed src="{self._address()}" width="100%" height="600">' if self.ending == ".pdf" else None

    def __repr__(self) -> str:
        return f"<Picture {self.ending[1:]}, {len(self.data)} bytes>"


class Page:
    """The page of a run, one file that a browser opens: a notebook shows it."""

    def __init__(self, path: Path):
        self.path = path

    def _repr_html_(self) -> str:
        text = html.escape(self.path.read_text(), quote=True)
        return f'<iframe srcdoc="{text}" width="100%" height="720" style="border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<Page {self.path}>"


def _check(time: Any, index: int | None, normal: str | None, dpi: float | None, window: Any) -> None:
    """What the library would take for something else."""
    if time is not None and index is not None:
        raise UsageError(f"time is {time} and index {index}; one of them says which snapshot")
    if isinstance(time, float) and not math.isfinite(time):
        raise UsageError(f"time is {time}; it has to be finite")
    if normal not in (None, "x", "y", "z"):
        raise UsageError(f"normal is {normal!r}; it has to be 'x', 'y' or 'z'")
    if dpi is not None and not 0 < dpi < math.inf:
        raise UsageError(f"dpi is {dpi}; it has to be above 0 and finite")
    if window is not None and len(window) != 4:
        raise UsageError(f"window is {window}; it takes four numbers: from, to along x and from, to along y, in m")


def options_of(
    source: str | os.PathLike[str],
    variable: str | None = None,
    *,
    range: tuple[float, float] | None = None,
    time: float | str | np.datetime64 | None = None,
    index: int | None = None,
    normal: str | None = None,
    at: float | None = None,
    arrows: bool = False,
    edges: bool = False,
    width: int = 0,
    height: int = 0,
    contours: Sequence[float] | float = (),
    dpi: float | None = None,
    title: str | None = None,
    colors: str | None = None,
    above: float | None = None,
    window: tuple[float, float, float, float] | None = None,
    traces: str | None = None,
) -> PictureOptions:
    """The struct of the library for these words, which are the options of `eagre picture`."""
    low, high = (0.0, 0.0) if range is None else map(float, range)
    _check(time, index, normal, dpi, window)
    date = str(time) if isinstance(time, (str, np.datetime64)) else None
    lines = [contours] if isinstance(contours, (int, float)) else list(contours)
    levels = (ctypes.c_double * len(lines))(*map(float, lines))
    return PictureOptions(
        size=ctypes.sizeof(PictureOptions),
        source=encode(source),
        variable=encode_optional(variable),
        has_range=range is not None,
        low=low,
        high=high,
        has_time=time is not None and not date,
        time=0.0 if date else time or 0.0,
        has_index=index is not None,
        index=whole(index or 0, 64, "index"),
        normal=encode_optional(normal),
        has_at=at is not None,
        at=at or 0.0,
        arrows=arrows,
        edges=edges,
        width=whole(width, 32, "width"),
        height=whole(height, 32, "height"),
        contours=levels,
        contour_count=len(lines),
        dpi=dpi or 0.0,
        title=encode_optional(title),
        colors=encode_optional(colors),
        has_above=above is not None,
        above=above or 0.0,
        has_window=window is not None,
        window=(0.0, 0.0, 0.0, 0.0) if window is None else tuple(map(float, window)),
        traces=encode_optional(traces),
        date=encode_optional(date),
    )


_Function = TypeVar("_Function", bound=Callable[..., Any])


def with_options(function: _Function) -> _Function:
    """Names the options of pictures in the signature of a function that passes them on, and refuses others."""
    of = inspect.signature(function)
    own = [p for p in of.parameters.values() if p.kind is not p.VAR_KEYWORD]
    more = [p for p in inspect.signature(options_of).parameters.values() if p.kind is p.KEYWORD_ONLY]
    known = {p.name for p in own + more}

    @functools.wraps(function)
    def checked(*arguments: Any, **options: Any) -> Any:
        for name in options:
            if name not in known:
                names = ", ".join(p.name for p in more)
                raise TypeError(f"{function.__name__}() has no option {name!r}; those of pictures are {names}")
        return function(*arguments, **options)

    checked.__signature__ = of.replace(parameters=own + more)  # type: ignore[attr-defined]
    return checked  # type: ignore[return-value]


def _draw(call: Callable[[Context, bytes], Any], output: str | os.PathLike[str] | None, ending: str) -> Picture:
    """What a call writes into the file that it is given: `output`, or one that is then forgotten."""
    context = Context()
    try:
        with tempfile.TemporaryDirectory(prefix="eagre-") as folder:
            path = Path(output) if output is not None else Path(folder) / f"picture{ending}"
            call(context, encode(path))
            return Picture(path.read_bytes(), path.suffix)
    finally:
        context.close()


@with_options
def picture(
    source: str | os.PathLike[str],
    variable: str | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    compare: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Picture:
    """Draws a file of a run, a mesh, a raster, a table or seismograms, as `eagre picture` does.

    source    the file, or the folder of a run; its Results
    variable  the field; of a table its columns
    output    the file to keep, whose name ends in .png, .pdf or .svg; None: a PNG that is only shown
    compare   another file or folder: both, and their difference, side by side

    range     least and largest value of the colours       contours  levels of lines
    time      s, or a date: the snapshot nearest to it     index     of a snapshot, from 0; -1 is the last
    normal    "x", "y", "z": slices of hexahedra           at        m: where a slice lies
    arrows    of the velocity, or of a gradient            edges     of the cells
    traces    "wiggles": SEG-Y as a record section
    width, height  pixels                                  dpi       pixels an inch of text and lines
    title     above the picture                            colors    "sequential", "water", "diverging", "earth", "grey"
    above     only greater values have a colour            window    m: the part from, to along x and from, to along y
    """
    given = options_of(source, variable, **options)

    def call(context: Context, path: bytes) -> None:
        given.output = path
        if compare is None:
            context.take_text(lib.eg_picture_draw, ctypes.byref(given))
        else:
            context.take_text(lib.eg_picture_compare, ctypes.byref(given), encode(compare))

    return _draw(call, output, ".png")


@with_options
def movie(
    source: str | os.PathLike[str],
    variable: str | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Picture:
    """All snapshots one after the other: an animated PNG, or by ffmpeg what the ending of `output` says (.mp4, .webm)."""
    given = options_of(source, variable, **options)
    return _draw(
        lambda context, path: context.take_text(lib.eg_picture_movie, ctypes.byref(given), path), output, ".png"
    )


def page(
    folder: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    *,
    text: str | os.PathLike[str] | None = None,
    background: str | os.PathLike[str] | None = None,
    compare: str | os.PathLike[str] | None = None,
) -> Page:
    """The page of a run, as `eagre report --html` writes it.

    output      the file; None: FOLDER/report.html
    text        a file of text, which stands above the fields
    background  a raster, in grey below fields of the plane
    compare     the folder of a second run, whose fields stand beside those of the first
    """
    given = PageOptions(
        size=ctypes.sizeof(PageOptions),
        folder=encode(folder),
        output=encode_optional(output),
        text=encode_optional(text),
        background=encode_optional(background),
        other=encode_optional(compare),
    )
    context = Context()
    try:
        return Page(Path(context.take_text(lib.eg_page_write, ctypes.byref(given)).rstrip("\n")))
    finally:
        context.close()
