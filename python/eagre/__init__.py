"""eagre: partial differential equations by element methods, on processors and GPUs, from Python.

    import eagre
    results = eagre.run("dam-break/case.yaml", "dam-break", progress=True)
    depth = results[-1]["depth"]                     # NumPy, [cells], m

    with eagre.Run(case, settings={"time.end": "2 s"}) as run:
        while not run.done:
            run.step()
            print(run.time, run.read("depth").max())

All numbers are SI. Failures are exceptions of eagre.errors, with the line of the case.
"""

from . import errors
from ._arrays import Geometry
from ._library import lib as _lib
from ._progress import Progress
from ._run import Run, Variable, run
from .bmi import Bmi
from .case import Case, to_yaml
from .errors import CaseError, EagreError
from .pictures import Page, Picture, movie, page, picture
from .results import Field, Results, Snapshot, Table, Verdict
from .seismograms import Gather, Trace, read_sac, read_segy
from .study import Member, Study
from .volume import Volume

__version__ = _lib.eg_version().decode()

__all__ = [
    "Bmi",
    "Case",
    "CaseError",
    "EagreError",
    "Field",
    "Gather",
    "Geometry",
    "Member",
    "Page",
    "Picture",
    "Progress",
    "Results",
    "Run",
    "Snapshot",
    "Study",
    "Table",
    "Trace",
    "Variable",
    "Verdict",
    "Volume",
    "errors",
    "movie",
    "page",
    "picture",
    "read_sac",
    "read_segy",
    "run",
    "to_yaml",
]
