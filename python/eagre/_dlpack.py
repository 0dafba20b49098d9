"""The state of a run as a tensor of DLPack."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._run import Run


class _Managed(Structure):
    """DLManagedTensor (dlpack.h)"""


_Managed._fields_ = [
    ("data", c_void_p),
    ("device_type", c_int32),
    ("device_id", c_int32),
    ("dimensions", c_int32),
    ("code", c_uint8),
    ("bits", c_uint8),
    ("lanes", c_uint16),
    ("shape", POINTER(c_int64)),
    ("strides", POINTER(c_int64)),
    ("byte_offset", c_uint64),
    ("owner", c_void_p),
    ("deleter", CFUNCTYPE(None, c_void_p)),
]

_NAME = b"dltensor"
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [c_void_p, c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, [c_void_p, c_char_p]


def _delete(tensor: int) -> None:
    _Managed.from_address(tensor).deleter(tensor)


def _forget_unused(capsule: int) -> None:
    # a capsule that somebody has taken over has another name
    if _is_valid(capsule, _NAME):
        _delete(_pointer(capsule, _NAME))


_forget = CFUNCTYPE(None, c_void_p)(_forget_unused)


class StateTensor:
    """An object for from_dlpack(). It keeps its run open as long as it lives itself; take it once."""

    def __init__(self, run: "Run", tensor: int):
        self._run = run
        self._tensor = tensor
        shown = _Managed.from_address(tensor)
        self.shape = tuple(shown.shape[i] for i in range(shown.dimensions))
        self._device = (shown.device_type, shown.device_id)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, stream: Any = None, **_: Any) -> Any:
        if not self._tensor:
            raise BufferError("the tensor has been taken; ask the run for another")
        tensor, self._tensor = self._tensor, 0
        return _new(tensor, _NAME, ctypes.cast(_forget, c_void_p))

    def __del__(self) -> None:
        if getattr(self, "_tensor", 0):
            _delete(self._tensor)
