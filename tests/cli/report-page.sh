#!/bin/bash
# The page of a run, `eagre report --html`: what it holds equals the files of the run to half a step of its codes
# (tests/page.py, with h5py), and a browser shows it (tests/browser.py, with Chromium). What is not there is left out, and said.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

page() { "$eagre" report "$1" --html >out 2>&1 || fail "report $1 --html: $(cat out)"; }
refused() {
    local text=$1
    shift
    ! "$eagre" report "$@" >out 2>&1 || fail "report $* succeeds"
    grep -qF -- "$text" out || fail "report $*: no text '$text' in $(cat out)"
}

cat >flood.yaml <<'CASE'
title: a dam <breaks> & "runs"
model: shallow-water
mesh: {box: {size: [10 m, 4 m], cells: [20, 8]}}
materials: {all: {elevation: "0.1 * x"}}
initial: {depth: "x < 5 ? 1 : 0"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 0.5 s}
output: {fields: {every: 0.25 s}, gauges: {middle: [5 m, 1 m]}, maxima: {}}
CASE
cat >cube.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 0.5 m], cells: [2, 2, 1], element: hexahedron}}
numerics: {degree: 2}
materials: {all: {kappa: 1}}
boundaries:
CASE
for side in left right bottom top front back; do
    echo "  $side: {value: \"1 + x + 2 * y - 3 * z\"}" >>cube.yaml
done
cat >swirl.yaml <<'CASE'
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [3, 3], element: triangle}}
materials: {all: {velocity: [0.5 m/s, 0.2 m/s]}}
initial: {tracer: "x + x * y"}
boundaries: {left: wall, right: outflow, bottom: wall, top: outflow}
numerics: {order: 3}
time: {end: 0.1 s}
output: {fields: {every: 0.1 s}}
CASE
cat >follow.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 1, adapt: {lowest: 1, highest: 4, every: 2, refine: 2e-3, coarsen: 5e-5}}, box: {size: [2 m, 1 m], cells: [2, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-40 * ((x - 0.5)^2 + (y - 0.5)^2))"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.2 s}
numerics: {degree: 2}
output: {fields: {every: 0.1 s}}
CASE
cat >trees.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 1, levels: "x < 0.3 ? 2 : 0"}, box: {size: [1 m, 1 m, 1 m], cells: [1, 1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "1 + x + 2 * y - 3 * z"}
boundaries: {left: absorbing, right: absorbing, front: absorbing, back: absorbing, bottom: absorbing, top: absorbing}
time: {end: 1e-9 s}
numerics: {degree: 2}
output: {fields: {every: 1e-9 s}}
CASE
runs=(flood cube swirl)
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || runs+=(follow trees)
for name in "${runs[@]}"; do
    "$eagre" run $name.yaml -o $name --device host:1 -q || fail "$name does not run"
    page $name
    grep -qx "$name/report.html" out || fail "the name of the page: $(cat out)"
done
"$eagre" report flood --html -o same.html -q
cmp same.html flood/report.html || fail "a page is not the same again"
"$eagre" verify flood -q || fail "a page hurts the run's folder"

# a run that goes on: no summary yet, a table that has its head alone
mkdir part
cp -r flood/fields flood/case.yaml part
head -1 flood/gauges.csv >part/gauges.csv
page part
grep -qF 'gauges.csv is not shown' part/report.html || fail "a table without rows is not told"

refused 'is not a folder' nowhere --html
mkdir empty
refused 'is not the folder of a run' empty --html
refused 'give one of them' flood --html --json
refused '-o names the page' flood -o x.html
echo '{' >part/summary.json
refused 'summary.json' part --html
rm part/summary.json
truncate -s 3000 part/fields/fields-000001.vtkhdf
refused 'fields-000001.vtkhdf' part --html

python=
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import h5py' 2>/dev/null || python=$candidate
done
if [ -z "$python" ]; then
    echo "no python3 with h5py: what the pages hold is not compared"
    exit 0
fi
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$EAGRE_SOURCE/tests"
"$python" "$EAGRE_SOURCE/tests/page.py" values "${runs[@]}" || fail "values of a page"
if command -v chromium chromium-browser google-chrome >/dev/null; then
    "$python" "$EAGRE_SOURCE/tests/page.py" browser "${runs[@]}" part || fail "a page in a browser"
else
    echo "no Chromium: the pages are not looked at"
fi
