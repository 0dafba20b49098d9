#!/bin/bash
# Verdicts of shallow water: steps that fall; each with a case that must speak, and one beside it that must not.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

# speaks NAME CASE OPTION...: the run has that verdict alone; silent CASE OPTION...: it has none
run() {
    "$eagre" run "$1.yaml" -o run --force --no-measure --device host:1 -q "${@:2}" >out 2>err || [ $? = 10 ] || fail "$*: $(cat out err)"
}
speaks() {
    run "${@:2}"
    [ "$(grep -c '^    {"name"' run/summary.json)" = 1 ] && grep -q "^    {\"name\": \"$1\"" run/summary.json ||
        fail "$*: $(grep -A3 verdicts run/summary.json)"
}
silent() {
    run "$@"
    grep -qF '"verdicts": []' run/summary.json || fail "$*: $(grep -A3 verdicts run/summary.json)"
}

# a film of 10 um into which the sea breaks: steps of 330 s, then of 0.15 s; a wave of 10 cm makes them 50 times shorter
cat >film.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 10 m], cells: [10, 1], element: quadrangle}}
materials: {all: {elevation: 0}}
initial: {depth: 1e-5}
boundaries: {left: {level: "t < 1e6 ? 1e-5 : 20"}, right: radiate, bottom: wall, top: wall}
time: {end: 1000030 s}
numerics: {dry_depth: 1e-9}
output: {record: {every: 1000 s}, picture: none}
CASE
speaks step-fall film
grep -qE '"value": 2[0-9]{3}\.' run/summary.json && grep -qF 'the steps fell to 0.147 s' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent film --set 'boundaries.left.level=t < 1e6 ? 1e-5 : 0.1' --set 'time.end=1003000 s'
