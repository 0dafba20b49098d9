"""How far a run has come, for people and programs."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._library import ProgressStruct


@dataclass(frozen=True)
class Progress:
    """How far a run has come (eg_progress)."""

    time: float  # s
    time_end: float  # s; infinite where only steps end the run
    dt: float  # s, of the next step
    steps: int
    steps_end: int
    seconds: float  # of wall time
    rate: float  # in rate_unit
    rate_unit: str
    left: float  # s of wall time until the end; infinite: not known yet

    @classmethod
    def of(cls, p: ProgressStruct) -> "Progress":
        """From what the library tells."""
        unit = (p.rate_unit or b"").decode()
        return cls(p.time, p.time_end, p.dt, p.steps, p.steps_end, p.seconds, p.rate, unit, p.left)

    @property
    def fraction(self) -> float:
        """Of the run, 0 to 1."""
        by_time = self.time / self.time_end if self.time_end > 0 and math.isfinite(self.time_end) else 0.0
        by_steps = self.steps / self.steps_end if self.steps_end > 0 else 0.0
        return min(1.0, max(by_time, by_steps))

    def __str__(self) -> str:
        left = f", {self.left:.0f} s left" if math.isfinite(self.left) else ""
        return (
            f"{100 * self.fraction:5.1f} %  t = {self.time:.6g} s, {self.steps} steps, "
            f"{self.rate:.3g} {self.rate_unit}{left}"
        )


def _notebook_line() -> Callable[[str], Any] | None:
    """A line of a notebook that can be changed; None elsewhere."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        return None
    shell = get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    handle = display({"text/plain": ""}, raw=True, display_id=True)  # type: ignore[no-untyped-call, unused-ignore]
    return lambda line: handle.update({"text/plain": line}, raw=True)


def show_progress() -> Callable[[Progress], Any]:
    """A function that keeps one line up to date: of a notebook, or of the terminal's standard error."""
    line = _notebook_line()
    if line is not None:
        return lambda progress: line(str(progress))

    def tell(progress: Progress) -> None:
        end = "\n" if progress.fraction >= 1 else ""
        sys.stderr.write(f"\r{progress}\033[K{end}")
        sys.stderr.flush()

    return tell
