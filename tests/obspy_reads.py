"""What ObsPy reads of the seismograms of a run equals its table, to single precision: obspy_reads.py RUN."""

import csv
import sys
from pathlib import Path

import numpy as np
import obspy

folder = Path(sys.argv[1]) / "seismograms"
with (folder / "receivers.csv").open(newline="") as file:
    rows = list(csv.reader(file))
table = dict(zip(rows[0], np.array(rows[1:], float).T))
words = {"H": "velocity", "X": "displacement", "D": "pressure"}
stream = obspy.read(str(folder / "receivers.mseed"))
assert len(stream) == len(table) - 1, stream
for trace in stream:
    station, channel = trace.stats.station.lower(), trace.stats.channel
    start = f"{station}_{words[channel[1]]}"
    axis = {"1": "_x", "2": "_z", "E": "_x", "N": "_y", "Z": "_y", "H": ""}[channel[2]]
    (column,) = [name for name in table if name.startswith(start + axis)]
    assert np.array_equal(trace.data, table[column].astype("f4")), trace
    assert abs(trace.stats.delta - table["time_s"][1]) < 1e-9
    assert abs(trace.stats.endtime - trace.stats.starttime - table["time_s"][-1]) < 1e-6
print(f"{len(stream)} traces from {stream[0].stats.starttime} on are those of the table")
