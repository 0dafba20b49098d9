#!/bin/bash
# What a page shows (tests/page_view.py, with Chromium): values beyond the bar have a point and their number, a surface in space
# has the colours of the bar, two runs stand side by side over a background, and a telephone shows all of it.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

python=
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! command -v "$candidate" >/dev/null || python=$candidate
done
if [ -z "$python" ] || ! command -v chromium chromium-browser google-chrome >/dev/null; then
    echo "no python3 or no Chromium: the pages are not looked at"
    exit 77
fi

cat >spot.yaml <<'CASE'
title: a hot spot of less than 0.2 % of the nodes
model: heat
mesh: {box: {size: [1 m, 1 m, 0.4 m], cells: [10, 10, 4], element: hexahedron}}
numerics: {degree: 2}
materials: {all: {kappa: 1, capacity: 1}}
initial: {temperature: "293 + 153 * exp(-400 * ((x - 0.5)^2 + (y - 0.5)^2 + (z - 0.4)^2))"}
boundaries: {left: {value: 293}, right: {value: 293}, bottom: {flux: 0}, top: {flux: 0}, front: {flux: 0}, back: {flux: 0}}
time: {end: 1e-5 s, dt: 1e-5 s}
output: {fields: {every: 1e-5 s}}
CASE
cat >plane.yaml <<'CASE'
title: a cell in a thousand has 446
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [40, 40]}}
materials: {all: {velocity: [0, 0]}}
initial: {tracer: "x < 0.025 && y < 0.025 ? 446 : 300 + 60 * x"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
numerics: {order: 1}
time: {end: 0.1 s, dt: 0.1 s}
output: {fields: {every: 0.1 s}, gauges: {middle: [0.5 m, 0.5 m]}}
CASE
cat >brook.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 mm, 20 mm], cells: [10, 2]}}
materials: {all: {elevation: 0}}
initial: {depth: 10 mm}
boundaries: {left: {discharge: 1e-5}, right: outflow, bottom: wall, top: wall}
time: {end: 0.2 s}
CASE
for name in spot plane brook; do
    "$eagre" run $name.yaml --no-measure -o $name --device host:1 -q || fail "$name does not run"
    "$eagre" report $name --html -q || fail "$name has no page"
done
"$eagre" run brook.yaml --no-measure -o stream --device host:1 -q --set initial.depth='x < 0.05 ? 0.02 : 0' --set output.fields.every=0.1 || fail "stream does not run"
printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 0.05\n0 254\n' >map.asc
printf '# A longer word\n\nRindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz\n\n- one\n- two\n' >text.txt
mkdir pair
"$eagre" report stream --html -o pair/report.html --text text.txt --background map.asc --compare brook -q || fail "no page of two runs"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$EAGRE_SOURCE/tests"
"$python" "$EAGRE_SOURCE/tests/page_view.py" spot plane brook pair || fail "a page in a browser"
