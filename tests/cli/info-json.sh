#!/bin/bash
# `--json` of `eagre info`, `eagre version` and `eagre export`: the documents keep to their schemas in docs, and have what the texts and
# the files have.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >valid.py <<'END'
import json, sys
schema, d = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
try:
    import jsonschema
    jsonschema.validate(d, schema)
except ImportError:  # the members of the top alone
    forms = [s for s in schema.get("oneOf", [schema]) if s["properties"].get("kind", {}).get("const", d.get("kind")) == d.get("kind")]
    assert len(forms) == 1 and set(forms[0]["required"]) <= set(d) <= set(forms[0]["properties"]), d
print(eval(sys.argv[3]))
END
# look SCHEMA EXPRESSION WANTED ARGUMENT...: what the expression of the document d gives
look() {
    local schema=$1 expression=$2 wanted=$3 found
    shift 3
    "$eagre" "$@" --json >json 2>err || fail "$*: $(cat err)"
    found=$(python3 valid.py "$EAGRE_SOURCE/docs/$schema.schema.json" json "$expression") || fail "$*: $(cat json)"
    [ "$found" = "$wanted" ] || fail "$*: $found, wanted $wanted: $(cat json)"
}
cat >pond.yaml <<'CASE'
title: a "pond"
model: shallow-water
mesh: {box: {size: [100, 10], cells: [10, 2]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: 1.5, velocity: [2, -1]}
boundaries: {left: outflow, right: wall, top: wall, bottom: wall}
time: {end: 1}
output: {fields: {every: 0.5 s}, picture: none, gauges: {a: [5, 5]}}
CASE
"$eagre" run pond.yaml -o run -q --no-measure --device host:1
first=run/fields/fields-000000.vtkhdf
look info '(d["kind"], d["time"], d["step"], d["cells"], d["degree"], d["precision"], [f["name"] for f in d["fields"]])' \
    "('snapshot', 0, 0, 40, 0, 'f64', ['depth', 'elevation', 'level', 'velocity'])" info $first
look info '[(f["unit"], f["low"], f["not_finite"], f["components"]) for f in d["fields"]][0]' "('m', 1.5, 0, [])" info $first
look info '[(c["name"], c["low"], c["high"]) for c in d["fields"][3]["components"]]' "[('x', 2, 2), ('y', -1, -1)]" info $first
"$eagre" info $first | grep -A2 '^  velocity ' | tail -2 | tr -s ' ' >parts
printf ' x 2 to 2 m/s\n y -1 to -1 m/s\n' | diff - parts || fail "components: $(cat parts)"
look info '(d["kind"], [s["time"] for s in d["snapshots"]])' "('snapshots', [0, 0.5, 1])" info run/fields
look info 'd["summary"]["state_hash"]' "$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json)" info run
look info 'd["summary"]["state_hash"]' "$(sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json)" info run/summary.json
look info '(d["rows"], d["has_header"], d["columns"][0]["name"], d["columns"][0]["low"])' "($(($(wc -l <run/gauges.csv) - 1)), True, 'time_s', 0)" info run/gauges.csv
look info '(d["title"], d["model"], d["materials"], d["boundaries"])' "('a \"pond\"', 'shallow-water', ['all'], ['left', 'right', 'top', 'bottom'])" info pond.yaml
printf 'x,y\n0,0\n100,0\n100,10\n0,10\n' >area.csv
"$eagre" mesh area.csv --cell 5 --quadrangles -o area.msh -q
look info '(d["dimension"], d["cells"], d["low"], d["high"], d["area"], d["regions"], d["boundaries"])' \
    "(2, 40, [0, 0, 0], [100, 10, 0], 1000, [{'name': 'all', 'count': 40}], [{'name': 'edge', 'count': 44}])" info area.msh
look export '(d["path"], d["format"], d["variable"], d["unit"], d["time"])' "('depth.asc', 'ESRI ASCII grid', 'depth', 'm', 0)" \
    export $first --variable depth --pixel 5 -o depth.asc
look info '(d["kind"], d["format"], d["columns"], d["rows"], d["spacing"], d["range"], d["code"])' "('raster', 'ESRI ASCII grid', 20, 2, 5, [1.5, 1.5], '')" info depth.asc
look export '(d["format"], "variable" in d)' "('ParaView state', False)" export run -o state.py
[ "$("$eagre" export $first --variable depth --pixel 5 -o depth.asc 2>err)" = depth.asc ] || fail 'export without --json'
look version '(d["version"], len(d["devices"]) > 0, d["libraries"][0].split()[0])' "('$("$eagre" version -q)', True, 'HDF5')" version
# files of data, by the text, too
data=$EAGRE_SOURCE/tests/data
cp "$data/cube/rain.nc" rain.nc
tail -c +2 "$data/volume/a-npy" >a.npy # behind a byte of its fuzz target
tail -c +2 "$data/volume/c3-nc" >medium.nc
cp "$data/srf/two" two.srf
look info '(d["variable"], d["unit"], d["times"], d["first"], d["values"], d["low"], d["high"])' \
    "('rain', 'kg m-2', 3, '2021-07-14T05:00:00Z', [3, 2], [0, 10], [30, 30])" info rain.nc
look info '(d["kind"], d["points"], round(d["magnitude"], 3), d["depth"])' "('cmt', 1, 8.213, 647100)" info "$data/cmt/bolivia"
look info '(d["kind"], d["points"], d["area"], round(d["largest_slip"], 6), d["depths"])' "('srf', 2, 30000, 0.004243, [1000, 2000])" info two.srf
look info '(d["kind"], d["type"], len(d["axes"]))' "('numpy', 'float32', 3)" info a.npy
look info '(d["kind"], d["values"], d["type"])' "('netcdf', [5, 6], 'float64')" info medium.nc
# a dimension that grows has as many values as the header says; in a file that was still to grow it says none
{
    printf "CDF\001\0\0\0\003\0\0\0\012\0\0\0\002\0\0\0\004time\0\0\0\0\0\0\0\001x\0\0\0\0\0\0\002\0\0\0\0\0\0\0\0"
    printf "\0\0\0\013\0\0\0\001\0\0\0\001v\0\0\0\0\0\0\002\0\0\0\0\0\0\0\001\0\0\0\0\0\0\0\0\0\0\0\005\0\0\0\010\0\0\0\150"
    head -c 24 /dev/zero
} >grown.nc
"$eagre" info grown.nc | grep -qF "v (3 x 2)" || fail "$("$eagre" info grown.nc)"
printf "\377\377\377\377" | dd of=grown.nc bs=1 seek=4 conv=notrunc status=none
"$eagre" info grown.nc | grep -qF "v (unlimited x 2)" || fail "$("$eagre" info grown.nc)"
if "$eagre" info "$data/quakeml/tensor" >quake; then
    look info '(d["kind"], round(d["magnitude"], 3), d["half_duration"])' "('quakeml', 5.908, 3)" info "$data/quakeml/tensor"
    grep -q ': an earthquake in QuakeML, points 1, moment 9.16515e+17 N m, magnitude 5.90809, latitude 46.05 deg, ' quake || fail "$(cat quake)"
fi
cat >wave.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [400 m, 200 m], cells: [8, 4]}}
materials: {all: {density: 1000, vp: 1500}}
sources: {a: {at: [100 m, 100 m], explosion: 1, time: {ricker: {frequency: 10 Hz}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {start: 2020-01-02T03:04:05Z, end: 20 ms}
output: {picture: none, receivers: {interval: 5 ms, network: CH, format: [mseed], at: {ROCK: [200 m, 100 m], HILL: [300 m, 100 m]}}}
CASE
"$eagre" run wave.yaml -o wave -q --no-measure --device host:1 2>/dev/null
look info '(d["records"], d["traces"], d["first_trace"], d["samples"], d["interval"], d["first"])' \
    "(6, 6, 'CH.ROCK..HDH', 30, 0.005, '2020-01-02T03:04:05Z')" info wave/seismograms/receivers.mseed
head -c 5000 wave/seismograms/receivers.mseed >cut.mseed
"$eagre" info cut.mseed 2>err && fail 'a cut file'
grep -q 'cut.mseed: byte 4096 begins no whole record of miniSEED' err || fail "$(cat err)"
"$eagre" picture two.srf 2>err && fail 'a picture of a rupture'
grep -q 'is a rupture in the Standard Rupture Format, of which there is no picture: eagre info tells' err || fail "$(cat err)"
got=0
"$eagre" info run/log.txt --json 2>err || got=$?
[ $got = 2 ] && grep -q "run/log.txt is a run's log; --json is of meshes, snapshots, runs, rasters, tables, cases, netCDF, NumPy, CMTSOLUTION, QuakeML, SRF and miniSEED" err || fail "$got: $(cat err)"
