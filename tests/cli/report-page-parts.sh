#!/bin/bash
# What a page has beside fields and curves: words of fields, extremes with place and time, places of the case, a text, a background
# and a second run; what is wrong with them is told, and the page then is not written.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
command -v python3 >/dev/null || { echo 'no python3: pages are not read'; exit 77; }

cat >case.yaml <<'CASE'
title: a page
model: shallow-water
mesh: {box: {size: [100 m, 40 m], cells: [10, 4], element: quadrangle}}
materials: {all: {elevation: "x > 80 ? 5 : 0"}}
initial: {depth: "x < 20 ? 2 : x < 80 ? 0.5 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 2 s}
output: {fields: {every: 1 s, variables: [depth, level, velocity, elevation]}, gauges: {middle: [50 m, 20 m]}}
CASE
cat >wave.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 km, 2 km], cells: [8, 4], element: quadrangle}}
materials: {all: {density: 1000, vp: 1500}}
initial: {pressure: "exp(-((x - 1000)^2 + (y - 500)^2) / 1e5)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
numerics: {order: 2}
time: {end: 0.01 s}
output:
  fields: {every: 0.01 s}
  receivers: {interval: 0.01 s, lines: {l: {from: [1 km, 1 km], to: [3 km, 1 km], count: 3}}}
CASE
run() { "$eagre" run "$1.yaml" -o "$2" --no-measure --device host:1 -q "${@:3}" || fail "$2 does not run"; }
run case first
run case second --set 'initial.depth=x < 20 ? 3 : x < 80 ? 0.5 : 0'
run wave wave
printf 'ncols 4\nnrows 2\nxllcorner -10\nyllcorner -10\ncellsize 40\nNODATA_value -9999\n0 1 2 3\n4 5 -9999 254\n' >map.asc
printf '\xef\xbb\xbf# Result\n\nTwo states, <script>alert(1)</script>:\n- before\n- after\n' >text.txt
"$eagre" report first --html --text text.txt --background map.asc --compare second >/dev/null || fail 'no page'
"$eagre" report wave --html >/dev/null || fail 'no page of waves'
"$eagre" report second --html >/dev/null || fail 'no plain page'

cat >look.py <<'END'
import json, re
def page(name):
    text = open(name + "/report.html").read()
    return text, json.loads(re.search(r'<script type="application/json" id="run">(.*?)</script>', text, re.S)[1])
def expect(condition, *what):
    if not condition: raise SystemExit(f"FAILED: {what}")
text, run = page("first")
expect([s["run"] for s in run["sets"]] == [0, 1] and run["other"] == "second", run["sets"])
fields = {f["name"]: f for f in run["sets"][0]["fields"]}
expect(fields["depth"]["words"] == "water depth" and fields["elevation"]["words"] == "bed elevation", fields)
most = fields["depth"]["extremes"][0][1]
expect(most["value"] == 2 and most["time"] == 0 and most["x"] == [5, 5], most)
expect(fields["level"]["extremes"][0][1]["value"] == 2, "the level of dry land counts", fields["level"]["extremes"])
expect(len(fields["velocity"]["extremes"]) == 3 and len(fields["velocity"]["extremes"][2][1]["x"]) == 2, fields["velocity"])
along, size = (fields["velocity"]["extremes"][k][1]["value"] for k in (0, 2))
expect(size >= along > 1, "the magnitude of the velocity", along, size)
expect(run["sets"][1]["fields"][0]["extremes"][0][1]["value"] == 3, "of the second run", run["sets"][1]["fields"][0])
expect(run["marks"] == [{"name": "middle", "kind": "gauge", "x": [50, 20]}], run["marks"])
expect(run["text"].startswith("# Result") and "<script>alert" not in text, "a text is a part of the page")
background = run["background"]
expect(background["size"] == [4, 2] and background["low"] == [-10, -10] and background["step"] == 40, background)
text, run = page("wave")
expect([(m["name"], m["kind"]) for m in run["marks"]] == [("l", "receiver"), ("", "receiver"), ("", "receiver")], run["marks"])
expect(run["text"] is None and run["background"] is None and "other" not in run, "more than was asked for")
END
python3 look.py || fail 'see above'

refused() { # TEXT OPTIONS
    rm -f second/report.html
    ! "$eagre" report second "${@:2}" >out 2>&1 || fail "${*:2} is taken"
    grep -qF -- "$1" out || fail "${*:2}: $(cat out)"
    [ ! -e second/report.html ] || fail "${*:2}: a page is written"
}
refused 'are of the page that --html writes' --text text.txt
refused 'no.txt' --html --text no.txt
printf 'a\0b' >zero.txt
refused 'zero.txt: is no text: it has a zero byte' --html --text zero.txt
head -c 1000001 /dev/zero | tr '\0' a >long.txt
refused 'long.txt' --html --text long.txt
printf 'good\nGr\366\337e\n' >latin.txt
refused 'latin.txt:2: the byte 0xf6 is no UTF-8' --html --text latin.txt
sed 's/corner -10/corner 5000/' map.asc >far.asc
refused 'far.asc: lies from x = 5000 to 5160 m and y = 5000 to 5080 m, beside the fields of the run' --html --background far.asc
refused 'no.asc' --html --background no.asc
refused 'nowhere: is not a folder' --html --compare nowhere
