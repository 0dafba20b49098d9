#!/bin/bash
# `eagre run`: its folder, its options, its streams.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

content() {
    find "$1" -type f | LC_ALL=C sort | xargs cksum
}
hash_of() {
    sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' "$1/summary.json"
}

cat >small.yaml <<'CASE'
title: a small dam break
model: shallow-water
mesh: {box: {size: [10 m, 2 m], cells: [20, 4], element: quadrangle}}
materials: {all: {elevation: "max(0, 0.2 * (x - 8))", manning: 0.02}}
initial: {depth: "x < 5 ? 1 : 0"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 0.5 s}
output: {fields: {every: 0.1 s}, record: {every: 0.05 s}, gauges: {g: [5.5 m, 1 m]}}
limits: {mass_error: 1e-12}
CASE

# the folder: named after the case, complete, and not overwritten
"$eagre" run small.yaml -q
for file in summary.json case.yaml log.txt gauges.csv balance.csv picture.png; do
    [ -s small.run/$file ] || fail "no $file"
done
[ "$(ls small.run/fields/*.vtkhdf | grep -c 'fields-')" = 6 ] || fail "not 6 snapshots"
[ -z "$(find small.run -name '*.tmp*')" ] || fail "temporary files are left"
before=$(content small.run)
code=0
"$eagre" run small.yaml -q 2>err || code=$?
[ $code = 2 ] || fail "a second run into the folder gave $code"
grep -q -- '--force' err || fail "no way out is named"
[ "$before" = "$(content small.run)" ] || fail "the refused run changed the folder"
"$eagre" run small.yaml --no-measure -q --force

# gauges and balance: a header, then a row each 0.05 s from 0 to 0.5 s
[ "$(wc -l <small.run/gauges.csv)" = 12 ] || fail "gauges.csv has $(wc -l <small.run/gauges.csv) lines"
[ "$(wc -l <small.run/balance.csv)" = 12 ] || fail "balance.csv"

# the case as resolved is a case of its own, with the same result
"$eagre" run small.run/case.yaml --no-measure -q -o again
[ "$(hash_of small.run)" = "$(hash_of again)" ] || fail "the resolved case runs differently"
grep -q "\"case_hash\": \"$(sed -n 's/.*"case_hash": "\(.*\)".*/\1/p' small.run/summary.json)\"" \
    again/summary.json || fail "the resolved case has another hash"

# one hash for any lanes, threads and device; another precision, another hash
for options in "--device host:1 --lanes 1" "--device host:2 --lanes 4" "--device host:2 --lanes 8" \
    "--device host:1 --lanes 16" "--device checked"; do
    "$eagre" run small.yaml --no-measure -q --force -o bits $options
    [ "$(hash_of bits)" = "$(hash_of again)" ] || fail "$options: another hash"
done
"$eagre" run small.yaml --no-measure -q -o single --precision f32 --set limits.mass_error=1e-5
[ "$(hash_of single)" != "$(hash_of again)" ] || fail "f32 has the hash of f64"

# streams: --json is the summary; errors go to the other stream
"$eagre" run small.yaml --json -o json >out
diff <(tr -d ' \n' <out) <(tr -d ' \n' <json/summary.json) >/dev/null || fail "--json is not the summary"
code=0
"$eagre" run small.yaml --no-measure -o json2 --set limits.mass_error=0 --set time.end=0.1 --json >out 2>err || code=$?
[ $code = 0 ] || [ $code = 10 ] || fail "a limit of 0 gave $code"
"$eagre" run small.yaml --no-measure -o set --set time.steps=3 --set vars.X=1 -q
grep -q '"steps": 3,' set/summary.json || fail "--set time.steps=3 did not stop the run"

# a limit that is broken: exit code 10, and complete files
sed 's/^limits.*/exact: {depth: "1"}\nlimits: {depth_l1: 1e-9 m}/' small.yaml >wrong.yaml
code=0
"$eagre" run wrong.yaml --no-measure -q -o wrong 2>err || code=$?
[ $code = 10 ] || fail "a broken limit gave $code"
grep -q 'depth_l1' err || fail "the broken limit is not named"
grep -q '"exit": "limit"' wrong/summary.json || fail "the summary does not tell of the limit"
[ -s wrong/errors.csv ] || fail "no errors.csv"

# a run that blows up: exit code 5, the cell, and the last finite state
code=0
cat >up.yaml <<CASE
title: a dam break in steps that are too long
model: shallow-water
mesh: {box: {size: [10, 1], cells: [40, 4], element: quadrangle}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 5 ? 2 : 1"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 40 s, dt: 0.08 s}
CASE
timeout 60 "$eagre" run up.yaml --no-measure -q -o up 2>err || code=$?
[ $code = 5 ] || fail "steps that are too long gave $code"
grep -q 'cell' err || fail "the cell is not named"
grep -q '"exit": "diverged"' up/summary.json || fail "the summary does not tell of the divergence"
