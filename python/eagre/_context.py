"""A context of libeagre: log and last error of what is made with it."""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable
from ctypes import byref, c_void_p
from typing import Any

from ._library import LOG_INFO, LOG_WARN, ContextOptions, LogFunction, lib
from .errors import error_of

logger = logging.getLogger("eagre")
_LEVELS = {LOG_WARN: logging.WARNING, LOG_INFO: logging.INFO}


def _tell(_user: int, level: int, line: bytes) -> None:
    logger.log(_LEVELS.get(level, logging.DEBUG), line.decode(errors="replace"))


_log = LogFunction(_tell)


class Context:
    """Owns one context. Warnings and messages go to the logger "eagre" of Python's logging."""

    def __init__(self) -> None:
        self.handle = c_void_p()
        level = LOG_INFO if logger.isEnabledFor(logging.INFO) else LOG_WARN
        self._options = ContextOptions(size=ctypes.sizeof(ContextOptions), log=_log, level=level)
        status = lib.eg_context_create(byref(self._options), byref(self.handle))
        if status != 0:
            raise error_of(lib.eg_status_name(status).decode(), lib.eg_status_sentence(status).decode())

    def check(self, status: int) -> None:
        """Raises the exception of a status that is a failure."""
        if status == 0:
            return
        message = lib.eg_context_error(self.handle).decode(errors="replace").rstrip()
        raise error_of(
            lib.eg_status_name(status).decode(), message or lib.eg_status_sentence(status).decode()
        )

    def take_text(self, call: Callable[..., int], *arguments: Any) -> str:
        """Calls a function that returns a text in its last argument."""
        text = c_void_p()
        self.check(call(self.handle, *arguments, byref(text)))
        try:
            return ctypes.string_at(text.value or 0).decode(errors="replace")
        finally:
            lib.eg_release_text(self.handle, byref(text))

    def close(self) -> None:
        """Destroys it; what was made with it is gone before."""
        if self.handle:
            lib.eg_context_destroy(byref(self.handle))
