"""Structs and functions of the package are those of the library's binary interface, as its own test keeps it."""

import ctypes
import os
import re
from pathlib import Path

import pytest

from eagre import _library


@pytest.fixture
def kept():
    path = os.environ.get("EAGRE_ABI")
    if not path:
        pytest.skip("EAGRE_ABI names no list of the interface (tests/data/abi/libeagre.so.0)")
    return Path(path).read_text()


@pytest.mark.parametrize("name", _library.STRUCTS)
def test_structs(kept, name):
    struct = _library.STRUCTS[name]
    assert f"\n{name} {ctypes.sizeof(struct)} bytes\n" in kept
    members = re.findall(rf"^{name}\.(\w+) at (\d+), (\d+) bytes$", kept, re.M)
    found = [(f[0], getattr(struct, f[0])) for f in struct._fields_]
    assert [(m, int(at), int(size)) for m, at, size in members] == [(n, f.offset, f.size) for n, f in found]


def _kind(of):
    """How C writes what goes by value; "*" of any address."""
    plain = {None: "void", ctypes.c_int: "int", ctypes.c_int64: "int64_t", ctypes.c_double: "double", ctypes.c_bool: "_Bool"}
    return plain.get(of, "*")


def _told(declared):
    declared = declared.strip()
    if "*" in declared or "[" in declared:
        return "*"
    word = declared.split()[0]
    return "int" if word.startswith("eg_") else word


@pytest.mark.parametrize("name", _library._FUNCTIONS)
def test_functions(kept, name):
    result, arguments = _library._FUNCTIONS[name]
    found = re.search(rf"^(.*?)\b{name}\((.*)\);$", kept, re.M) or re.search(rf"^(.*)\(\*{name}\((.*)\)\)\[3\];$", kept, re.M)
    assert found, f"{name} is not exported"
    if "(*" + name in kept:
        assert _kind(result) == "*"
    else:
        assert _told(found[1]) == _kind(result)
    declared = [] if found[2] == "void" else re.sub(r"\([^()]*\)\[3\]", "*", found[2]).split(",")
    assert [_told(d) for d in declared] == [_kind(a) for a in arguments]
