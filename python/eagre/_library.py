"""libeagre by ctypes: where it is, its structs and the types of its functions (include/eagre/*.h)."""

from __future__ import annotations

import ctypes
import os
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char_p,
    c_double,
    c_float,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint64,
    c_void_p,
)
from pathlib import Path

SONAME = "libeagre.so.0"

LOG_QUIET, LOG_WARN, LOG_INFO, LOG_DEBUG = range(4)
WISH_CHECKPOINT, WISH_STOP = 1, 2

LogFunction = CFUNCTYPE(None, c_void_p, c_int, c_char_p)


class ContextOptions(Structure):
    """eg_context_options"""

    _fields_ = [("size", c_size_t), ("log", LogFunction), ("log_user", c_void_p), ("level", c_int)]


class ProgressStruct(Structure):
    """eg_progress"""

    _fields_ = [
        ("time", c_double),
        ("time_end", c_double),
        ("dt", c_double),
        ("steps", c_int64),
        ("steps_end", c_int64),
        ("seconds", c_double),
        ("rate", c_double),
        ("rate_unit", c_char_p),
        ("drift_name", c_char_p),
        ("drift", c_double),
        ("iterations", c_int64),
        ("residual", c_double),
        ("goal", c_double),
        ("left", c_double),
    ]


ProgressFunction = CFUNCTYPE(None, c_void_p, POINTER(ProgressStruct))


class RunOptions(Structure):
    """eg_run_options"""

    _fields_ = [
        ("size", c_size_t),
        ("case_file", c_char_p),
        ("settings", POINTER(c_char_p)),
        ("setting_count", c_int),
        ("output", c_char_p),
        ("force", c_bool),
        ("overcommit", c_bool),
        ("device", c_char_p),
        ("lanes", c_int),
        ("share", c_double),
        ("measure", c_bool),
        ("profile", c_bool),
        ("strict", c_bool),
        ("walltime", c_double),
        ("progress", ProgressFunction),
        ("progress_user", c_void_p),
    ]


class ArrayStruct(Structure):
    """eg_array"""

    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("dimensions", c_int),
        ("count", c_int64 * 3),
        ("stride", c_int64 * 3),
        ("values", POINTER(c_double)),
        ("singles", POINTER(c_float)),
        ("origin", c_double * 3),
        ("spacing", c_double * 3),
    ]


class VariableStruct(Structure):
    """eg_variable"""

    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("sentence", c_char_p), ("components", c_int)]


class StateShape(Structure):
    """eg_state_shape"""

    _fields_ = [
        ("cells", c_int64),
        ("values", c_int),
        ("variables", c_int),
        ("degree", c_int),
        ("bytes", c_int),
    ]


class GeometryStruct(Structure):
    """eg_geometry"""

    _fields_ = [
        ("dimension", c_int),
        ("nodes", c_int64),
        ("cells", c_int64),
        ("x", POINTER(c_double)),
        ("first", POINTER(c_int64)),
        ("vertex", POINTER(c_int64)),
    ]


class PictureOptions(Structure):
    """eg_picture_options"""

    _fields_ = [
        ("size", c_size_t),
        ("source", c_char_p),
        ("variable", c_char_p),
        ("output", c_char_p),
        ("has_range", c_bool),
        ("low", c_double),
        ("high", c_double),
        ("has_time", c_bool),
        ("time", c_double),
        ("has_index", c_bool),
        ("index", c_int64),
        ("normal", c_char_p),
        ("has_at", c_bool),
        ("at", c_double),
        ("arrows", c_bool),
        ("edges", c_bool),
        ("width", c_int),
        ("height", c_int),
        ("contours", POINTER(c_double)),
        ("contour_count", c_int),
        ("dpi", c_double),
        ("title", c_char_p),
        ("colors", c_char_p),
        ("has_above", c_bool),
        ("above", c_double),
        ("has_window", c_bool),
        ("window", c_double * 4),
        ("above_is_length", c_bool),
        ("traces", c_char_p),
        ("date", c_char_p),
    ]


class PageOptions(Structure):
    """eg_page_options"""

    _fields_ = [
        ("size", c_size_t),
        ("folder", c_char_p),
        ("output", c_char_p),
        ("text", c_char_p),
        ("background", c_char_p),
        ("other", c_char_p),
    ]


class EnsembleOptions(Structure):
    """eg_ensemble_options"""

    _fields_ = [
        ("size", c_size_t),
        ("case_file", c_char_p),
        ("output", c_char_p),
        ("settings", POINTER(c_char_p)),
        ("setting_count", c_int),
        ("table", c_char_p),
        ("draws", POINTER(c_char_p)),
        ("draw_count", c_int),
        ("member_count", c_int64),
        ("seed", c_int64),
        ("series", POINTER(c_char_p)),
        ("series_count", c_int),
        ("exceed", POINTER(c_char_p)),
        ("exceed_count", c_int),
        ("force", c_bool),
        ("device", c_char_p),
        ("jobs", c_int64),
        ("case_text", c_char_p),
        ("case_folder", c_char_p),
        ("strict", c_bool),
    ]


class EnsembleMember(Structure):
    """eg_ensemble_member"""

    _fields_ = [
        ("name", c_char_p),
        ("folder", c_char_p),
        ("said", c_char_p),
        ("settings", POINTER(c_char_p)),
        ("setting_count", c_int),
        ("state", c_int),
    ]


class ResultSnapshot(Structure):
    """eg_result_snapshot"""

    _fields_ = [
        ("time", c_double),
        ("step", c_int64),
        ("state_hash", c_uint64),
        ("cells", c_int64),
        ("degree", c_int),
        ("values", c_int64),
        ("fields", c_int),
        ("path", c_char_p),
        ("version", c_char_p),
    ]


class ResultField(Structure):
    """eg_result_field"""

    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("components", c_int)]


STRUCTS = {
    "eg_context_options": ContextOptions,
    "eg_progress": ProgressStruct,
    "eg_run_options": RunOptions,
    "eg_array": ArrayStruct,
    "eg_variable": VariableStruct,
    "eg_state_shape": StateShape,
    "eg_geometry": GeometryStruct,
    "eg_picture_options": PictureOptions,
    "eg_page_options": PageOptions,
    "eg_ensemble_options": EnsembleOptions,
    "eg_ensemble_member": EnsembleMember,
    "eg_result_snapshot": ResultSnapshot,
    "eg_result_field": ResultField,
}

_handle = c_void_p
_doubles = POINTER(c_double)

# name: (result, arguments)
_FUNCTIONS = {
    "eg_context_create": (c_int, [POINTER(ContextOptions), POINTER(_handle)]),
    "eg_context_destroy": (None, [POINTER(_handle)]),
    "eg_context_error": (c_char_p, [_handle]),
    "eg_context_bytes_held": (c_int64, [_handle]),
    "eg_array_write": (c_int, [_handle, c_char_p, POINTER(ArrayStruct)]),
    "eg_status_name": (c_char_p, [c_int]),
    "eg_status_sentence": (c_char_p, [c_int]),
    "eg_version": (c_char_p, []),
    "eg_release_text": (None, [_handle, POINTER(c_void_p)]),
    "eg_devices_text": (c_int, [_handle, c_void_p, POINTER(c_void_p)]),
    "eg_template_text": (c_int, [_handle, c_char_p, POINTER(c_void_p)]),
    "eg_explain_text": (c_int, [_handle, c_char_p, POINTER(c_void_p)]),
    "eg_report_text": (c_int, [_handle, c_char_p, c_int, POINTER(c_void_p)]),
    "eg_page_write": (c_int, [_handle, POINTER(PageOptions), POINTER(c_void_p)]),
    "eg_picture_draw": (c_int, [_handle, POINTER(PictureOptions), POINTER(c_void_p)]),
    "eg_picture_movie": (c_int, [_handle, POINTER(PictureOptions), c_char_p, POINTER(c_void_p)]),
    "eg_picture_compare": (c_int, [_handle, POINTER(PictureOptions), c_char_p, POINTER(c_void_p)]),
    "eg_run_create": (c_int, [_handle, POINTER(RunOptions), POINTER(_handle)]),
    "eg_run_create_text": (
        c_int,
        [_handle, c_char_p, c_char_p, c_char_p, POINTER(RunOptions), POINTER(_handle)],
    ),
    "eg_run_resume": (c_int, [_handle, POINTER(RunOptions), POINTER(_handle)]),
    "eg_run_ask": (None, [_handle, c_int]),
    "eg_run_advance": (c_int, [_handle, c_double]),
    "eg_run_advance_steps": (c_int, [_handle, c_int64]),
    "eg_run_finish": (c_int, [_handle]),
    "eg_run_destroy": (None, [POINTER(_handle)]),
    "eg_run_is_done": (c_bool, [_handle]),
    "eg_run_time": (c_double, [_handle]),
    "eg_run_time_end": (c_double, [_handle]),
    "eg_run_steps": (c_int64, [_handle]),
    "eg_run_steps_end": (c_int64, [_handle]),
    "eg_run_dt": (c_double, [_handle]),
    "eg_run_cells": (c_int64, [_handle]),
    "eg_run_generation": (c_int64, [_handle]),
    "eg_run_model": (c_char_p, [_handle]),
    "eg_run_dimension": (c_int, [_handle]),
    "eg_run_variable": (c_bool, [_handle, c_int, POINTER(VariableStruct)]),
    "eg_run_read": (c_int, [_handle, c_char_p, _doubles, c_int64]),
    "eg_run_read_at": (c_int, [_handle, c_char_p, c_int64, _doubles, _doubles]),
    "eg_run_centroids": (_doubles, [_handle]),
    "eg_run_state_hash": (c_int, [_handle, POINTER(c_uint64)]),
    "eg_run_describe": (c_int, [_handle, POINTER(c_char_p)]),
    "eg_run_state_shape": (c_int, [_handle, POINTER(StateShape)]),
    "eg_run_read_state_rows": (c_int, [_handle, c_void_p, c_int64]),
    "eg_run_write_state_rows": (c_int, [_handle, c_void_p, c_int64]),
    "eg_run_write": (c_int, [_handle, c_char_p, _doubles, c_int64]),
    "eg_run_balance_name": (c_char_p, [_handle, c_int]),
    "eg_run_balance": (c_int, [_handle, _doubles, c_int]),
    "eg_run_is_writable": (c_bool, [_handle, c_char_p]),
    "eg_run_geometry": (c_int, [_handle, POINTER(POINTER(GeometryStruct))]),
    "eg_geometry_free": (None, [_handle, POINTER(POINTER(GeometryStruct))]),
    "eg_run_regions": (c_int, [_handle, POINTER(c_int32), c_int64]),
    "eg_run_region_name": (c_char_p, [_handle, c_int]),
    "eg_run_state_tensor": (c_int, [_handle, POINTER(c_void_p)]),
    "eg_run_state_slots": (c_int, [_handle, POINTER(c_int64), c_int64]),
    "eg_ensemble_create": (c_int, [_handle, POINTER(EnsembleOptions), POINTER(_handle)]),
    "eg_ensemble_destroy": (None, [POINTER(_handle)]),
    "eg_ensemble_count": (c_int64, [_handle]),
    "eg_ensemble_describe": (c_int, [_handle, c_int64, POINTER(EnsembleMember)]),
    "eg_ensemble_jobs": (c_int, [_handle]),
    "eg_ensemble_device": (c_char_p, [_handle, c_int]),
    "eg_ensemble_tell": (None, [_handle, c_int64, c_int]),
    "eg_ensemble_finish": (c_int, [_handle, POINTER(c_int), POINTER(c_void_p)]),
    "eg_results_open": (c_int, [_handle, c_char_p, POINTER(_handle)]),
    "eg_results_close": (None, [POINTER(_handle)]),
    "eg_results_count": (c_int64, [_handle]),
    "eg_results_snapshot": (c_int, [_handle, c_int64, POINTER(ResultSnapshot)]),
    "eg_results_start": (c_int, [_handle, POINTER(c_char_p)]),
    "eg_results_field": (c_int, [_handle, c_int64, c_int, POINTER(ResultField)]),
    "eg_results_read": (c_int, [_handle, c_int64, c_int, _doubles, c_int64]),
    "eg_results_geometry": (c_int, [_handle, c_int64, POINTER(POINTER(GeometryStruct))]),
}


def _candidates() -> list[str]:
    """The library of $EAGRE_LIBRARY alone, or that of the wheel, or the one the system finds."""
    named = os.environ.get("EAGRE_LIBRARY")
    if named:
        return [named]
    return [str(Path(__file__).parent / "lib" / SONAME), SONAME]


def _open() -> ctypes.CDLL:
    failures = []
    for name in _candidates():
        if os.sep in name and not os.path.exists(name):
            failures.append(f"{name}: there is no such file")
            continue
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            failures.append(str(error))
    raise ImportError(
        "libeagre is not found:\n  " + "\n  ".join(failures) +
        "\nInstall eagre, or name the library in EAGRE_LIBRARY (build/libeagre.so.0)."
    )


def _load() -> ctypes.CDLL:
    library = _open()
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = _load()
