#!/bin/bash
# `eagre check --json`: the document keeps to docs/check.schema.json, and has what the text has.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
schema=$EAGRE_SOURCE/docs/check.schema.json
cat >valid.py <<'END'
import json, sys
schema, document = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
try:
    import jsonschema
    jsonschema.validate(document, schema)
except ImportError:  # the members of the top alone
    assert set(document) == set(schema["required"]), document
print(eval(sys.argv[3], {"d": document, "r": document["run"], "e": document["errors"], "w": document["warnings"]}))
END
# look CODE CASE EXPRESSION WANTED ARGUMENT...: what the expression of the document d, its run r, errors e and warnings w gives
look() {
    local code=$1 case=$2 expression=$3 wanted=$4 got=0 found
    shift 4
    "$eagre" check "$case" --json --device host:1 "$@" >json 2>err || got=$?
    [ $got = "$code" ] || fail "$case $*: $got: $(cat err)"
    found=$(python3 valid.py "$schema" json "$expression") || fail "$case $*: $(cat json)"
    [ "$found" = "$wanted" ] || fail "$case $*: $found, wanted $wanted: $(cat json)"
    [ "$(python3 -c 'import json; print(json.load(open("json"))["exit_code"])')" = "$code" ] || fail "$case: $(cat json)"
}

cat >pond.yaml <<'CASE'
title: a "pond"
model: shallow-water
mesh: {box: {size: [100, 10], cells: [10, 2]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: "x < 50 ? 1.1 : 1"}
boundaries: {left: wall, right: wall, top: wall, bottom: wall}
time: {end: 10}
output: {fields: {every: 2 s}}
CASE
"$eagre" check pond.yaml --no-measure --device host:1 >text
look 0 pond.yaml '(r["title"], r["model"], r["cells"], r["unknowns"], r["device"], r["precision"], e, w)' \
    "('a \"pond\"', 'shallow-water', 40, 120, 'host:1', 'f64', [], [])" --no-measure
look 0 pond.yaml '"\n".join(l for l in r["text"] if " MB on the " not in l and "a run takes" not in l)' \
    "$(grep -v -e ' MB on the ' -e 'a run takes' text)" --no-measure
look 0 pond.yaml '(r["disk"]["snapshots"], r["time"]["end"], r["run_time"], len(r["time"]["cells"]))' '(6, 10, None, 10)' --no-measure
look 0 pond.yaml '"%g" % r["time"]["dt"] + " " + str(r["time"]["steps"])' \
    "$(sed -n 's/^time *first dt \([0-9.]*\) s, about \([0-9]*\) steps.*/\1 \2/p' text)" --no-measure
look 0 pond.yaml 'r["run_time"]["steps"] >= r["time"]["steps"] * 0.9 and r["run_time"]["seconds"] > 0' True
look 0 pond.yaml 'r["precision"]' f32 --precision f32 --no-measure

# what is wrong, with its place
cat >wrong.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1, 1, 1], cells: [4, 4, 4]}}
materials: {all: {"käppa": 1, kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {value: 0}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 40}
CASE
look 3 wrong.yaml '[(m["file"], m["line"], m["column"], m["value"]) for m in e]' \
    "[('wrong.yaml', 3, 19, '\"käppa\"'), ('wrong.yaml', 5, 20, '40'), (None, None, None, None)]" --set numerics.iterations=0
[ "$(python3 valid.py "$schema" json 'e[2]["setting"] + "; " + e[2]["sentence"]')" = \
    "numerics.iterations=0; numerics.iterations: must be between 1 and 1000000, found '0'" ] || fail "$(cat json)"
look 3 absent.yaml '(r, e[0]["sentence"])' "(None, 'absent.yaml: cannot be opened: No such file or directory')"
EAGRE_DEVICE=gpu "$eagre" check pond.yaml --json >json 2>err && fail 'a device that is none'
python3 valid.py "$schema" json 'e[0]["sentence"]' | grep -q "^'gpu' is no device" || fail "$(cat json)"

# warnings and verdicts are in it, quiet or not, and those that are errors too
sed 's/^initial:.*/initial: {depth: 1, velocity: [300 m\/s, 0]}/' pond.yaml >odd.yaml
"$eagre" check odd.yaml --no-measure 2>err >text
warned=$(grep -c ': warning: ' err) && [ "$warned" -ge 1 ] || fail "nothing is odd: $(cat err)"
look 0 odd.yaml '[(m["file"], m["line"], m["column"]) for m in w]' "[('odd.yaml', 5, 31)]" --no-measure
look 0 odd.yaml 'len(w)' "$warned" --no-measure -q
[ ! -s err ] || fail "quiet, and says: $(cat err)"
cat >coarse.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [200, 200], cells: [20, 20]}}
materials: {all: {density: 1000, vp: 1500}}
boundaries: {left: absorbing, right: absorbing, top: absorbing, bottom: absorbing}
sources: {shot: {at: [100 m, 100 m], explosion: 1, time: {ricker: {frequency: 2000 Hz}}}}
time: {end: 0.05}
numerics: {order: 2}
CASE
"$eagre" check coarse.yaml --no-measure >text 2>err || fail "$(cat err)"
names=$(sed -n 's/^verdicts *\(.*\); docs.*/\1/p' text)
[ -n "$names" ] || fail "no verdict: $(cat text err)"
look 0 coarse.yaml '", ".join(v["name"] for v in r["verdicts"])' "$names" --no-measure
look 10 coarse.yaml '(len(e) > 0, len(r["verdicts"]) > 0)' '(True, True)' --no-measure --strict
# and of each kind of model
for template in river sound warm-bubble potential cooling; do
    "$eagre" init "$template" -o "$template.yaml" >out 2>err || fail "$template: $(cat err)"
    look 0 "$template.yaml" 'len(e)' 0 --no-measure
done
