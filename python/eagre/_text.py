"""Texts and whole numbers as the library takes them."""

from __future__ import annotations

import operator
import os
from typing import Any

from .errors import UsageError


def encode(text: Any) -> bytes:
    """Of a text or path. A NUL would end it within the library."""
    given = os.fspath(text)
    encoded = given if isinstance(given, bytes) else given.encode()
    if b"\0" in encoded:
        raise UsageError(f"{text!r} holds a NUL, the character of code 0; texts and file names have none")
    return encoded


def encode_optional(text: Any) -> bytes | None:
    """None stays None."""
    return None if text is None else encode(text)


def whole(value: Any, bits: int, what: str) -> int:
    """A number that an integer of so many bits holds; ctypes would cut it short."""
    number = operator.index(value)
    if not -(1 << (bits - 1)) <= number < 1 << (bits - 1):
        raise UsageError(f"{what} is {number}, which is out of range")
    return number
