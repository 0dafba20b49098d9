#!/bin/bash
# Verdicts of runs: in the summary, the log, the report, Python's results and checkpoints, once each; errors where limits.verdicts
# or --strict want that, before the first step where they are known by then; the same on ranks; the guide has all names.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >disc.yaml <<'CASE'
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [16, 16]}}
materials: {all: {velocity: ["0.5 - y", "x - 0.5"]}}
initial: {tracer: "hypot(x - 0.5, y - 0.75) < 0.15 ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.2 s}
numerics: {order: 4}
output: {record: {every: 0.05 s}, picture: none}
CASE
cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [20 km, 10 km], cells: [2, 1]}}
atmosphere: {background: isothermal, temperature: 250 K}
initial: {theta_perturbation: 0}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {end: 100 s}
numerics: {degree: 2, flux: hllc, integrator: semi-implicit}
output: {picture: none}
CASE
# CODE FOLDER CASE OPTION...: a run that ends with that code
ends() {
    local got=0
    "$eagre" run "$3.yaml" -o "$2" --force --no-measure --device host:1 "${@:4}" >out 2>err || got=$?
    [ $got = "$1" ] || fail "$2 ended with $got: $(cat out err)"
}

# at records: told once, with the worst value; where one reads of it
ends 0 disc disc
grep -qE '"name": "extremes", "value": -?[0-9.]+, "bound": (-0|1).1[0-9]*, "place": \[0\.[0-9]+, 0\.[0-9]+\], "time": 0[.0-9]*, "sentence": "tracer was in' disc/summary.json ||
    fail "$(cat disc/summary.json)"
[ "$(grep -c 'verdict extremes: tracer was in' disc/log.txt)" = 1 ] || fail "$(cat disc/log.txt)"
[ "$(grep -c 'warning: verdict extremes: tracer was in' err)" = 1 ] || fail "$(cat err)"
grep -q '^  verdict     extremes: tracer was in' out || fail "$(cat out)"
"$eagre" report disc >report && grep -q '^  verdict     extremes: tracer was in' report || fail "$(cat report)"
"$eagre" report disc --html && grep -q '"verdicts": *\[' disc/report.html || fail "the page has no verdicts"
ends 0 plain disc --set numerics.order=1 --strict
grep -qF '"verdicts": []' plain/summary.json && ! grep verdict err out plain/log.txt || fail "$(cat plain/summary.json)"

# errors: by name, all of them, by the option; others are none
ends 10 named disc --set limits.verdicts='[clipped, extremes]'
grep -q '"exit": "limit"' named/summary.json && grep -q '^eagre: verdict extremes: tracer was in' err || fail "$(cat err)"
ends 10 all disc --set limits.verdicts='[all]' -q
ends 10 strict disc --strict
ends 0 other disc --set limits.verdicts='[clipped]'
ends 3 unknown disc --set limits.verdicts='[extreme]'
grep -q "did you mean 'extremes'" err || fail "$(cat err)"

# known at set-up: by check, and before the first step
"$eagre" check air.yaml --no-measure --device host:1 >out 2>err || fail "check: $(cat err)"
grep -q '^verdicts   long-steps;' out && grep -q 'air.yaml:7:.*warning: verdict long-steps: steps of time.acoustic_cfl 9' err || fail "$(cat out err)"
got=0
"$eagre" check air.yaml --no-measure --strict --device host:1 >out 2>err || got=$?
[ $got = 10 ] && grep -q '^verdicts   long-steps;' out || fail "check --strict gave $got: $(cat out err)"
ends 10 early air --strict
grep -q '"exit": "limit"' early/summary.json && grep -q '"steps": 0,' early/summary.json || fail "$(cat early/summary.json)"

# a run that goes on knows what was said, and does not say it again
ends 0 part air --set time.end=50
"$eagre" resume part --set time.end=100 --no-measure --device host:1 >out 2>err || fail "$(cat err)"
[ "$(grep -c 'verdict long-steps' part/log.txt)" = 1 ] && ! grep 'warning: verdict' err || fail "$(cat err part/log.txt)"
ends 0 whole air
[ "$(grep '"long-steps"' whole/summary.json)" = "$(grep '"long-steps"' part/summary.json)" ] || fail "$(cat {whole,part}/summary.json)"
got=0
"$eagre" resume part --set limits.verdicts='[long-steps]' --set time.end=150 --no-measure --device host:1 >out 2>err || got=$?
[ $got = 10 ] || fail "a verdict that became an error gave $got: $(cat err)"

# each name has its line in the guide, and each line there is one
names=$("$eagre" explain limits.verdicts | sed -n 's/^ *value *list: all, //p' | sed 's/,//g; s/ or / /' | tr ' ' '\n' | LC_ALL=C sort)
lines=$(sed -n '/^## Verdicts/,/^## [^V]/s/^| `\([a-z-]*\)` .*/\1/p' "$EAGRE_SOURCE/docs/guide.md" | LC_ALL=C sort)
[ -n "$names" ] && [ "$names" = "$lines" ] || fail "the guide's table of verdicts: $(diff <(echo "$names") <(echo "$lines"))"

# a template to begin with has none that is known at its beginning; two need files of the user's
for name in $("$eagre" init | awk '{ print $1 }'); do
    "$eagre" init "$name" -o "$name.yaml" >out
    case $name in tsunami | rain-on-grid | flood-map) continue ;; esac
    "$eagre" check "$name.yaml" --no-measure --strict --device host:1 >out 2>err || fail "template $name: $(cat err)"
done
