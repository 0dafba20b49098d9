"""Signals of Python while the library works.

Python calls the handler of a signal between two of its instructions, and what it raises within a function that C has called is lost:
ctypes cannot pass it through C. While the library works, each handler of Python is therefore called by one that keeps what it
raises.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def _keeping(handler: Callable[[int, Any], Any], keep: Callable[[BaseException], None]) -> Callable[[int, Any], None]:
    def call(number: int, frame: Any) -> None:
        try:
            handler(number, frame)
        except BaseException as raised:
            keep(raised)

    return call


@contextmanager
def kept_signals(keep: Callable[[BaseException], None]) -> Iterator[None]:
    """Gives `keep` what handlers raise meanwhile. Python calls them in the main thread alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: handler for number in signal.valid_signals() if callable(handler := signal.getsignal(number))}
    set_here = {}
    try:
        for number, handler in before.items():
            set_here[number] = _keeping(handler, keep)
            signal.signal(number, set_here[number])
        yield
    finally:
        for number, ours in set_here.items():
            if signal.getsignal(number) is ours:  # no function that was called has set another one
                signal.signal(number, before[number])
