"""A channel of 32 triangles, whose water is twice as deep on the left; and a folder with its results."""

import pytest

import eagre


def channel(**changes):
    case = {
        "title": "a channel",
        "model": "shallow-water",
        "mesh": {"box": {"size": ["4 m", "1 m"], "cells": [8, 2], "element": "triangle"}},
        "materials": {"all": {"elevation": 0, "manning": 0.03}},
        "initial": {"depth": "x < 2 ? 2 : 1"},
        "boundaries": {"left": "wall", "right": "outflow", "bottom": "wall", "top": "wall"},
        "time": {"end": "0.2 s"},
        "output": {
            "fields": {"every": "0.1 s"},
            "gauges": {"left": ["1 m", "0.5 m"], "right": ["3 m", "0.5 m"]},
            "maxima": {"flooded_depth": 0.05},
        },
    }
    return {**case, **changes}


@pytest.fixture
def case():
    return channel()


@pytest.fixture
def run(case):
    with eagre.Run(case, device="host:1") as made:
        yield made


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    return eagre.run(channel(), tmp_path_factory.mktemp("results") / "channel", device="host:1")
