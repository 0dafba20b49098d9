#!/bin/bash
# Each command's output and exit code, for what is right and for what is wrong.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

fail() {
    echo "FAILED: $*"
    [ ! -f out ] || cat out
    exit 1
}
# expect CODE TEXT ARGUMENT...: the exit code, and a text that the output (both streams) holds
expect() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" "$@" >out 2>&1 </dev/null || got=$?
    [ "$got" = "$code" ] || fail "eagre $*: exit code $got, not $code"
    [ -z "$text" ] || grep -qF -- "$text" out || fail "eagre $*: no text '$text'"
}

cat >case.yaml <<'CASE'
title: a small dam break
model: shallow-water
mesh: {box: {size: [10 m, 2 m], cells: [20, 4]}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 5 ? 1 : 0.2"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 0.5 s}
output: {fields: {every: 0.25 s}, gauges: {g: [5 m, 1 m]}}
CASE

# help, version, words that are wrong
expect 0 'run CASE' --help
expect 0 'eagre 0.' version
for command in run resume ensemble converge verify check init devices info picture compare report schema explain reference keys version; do
    expect 0 "eagre $command" $command --help
    expect 0 "eagre $command" help $command
done
expect 2 "unknown command 'ru'; did you mean 'run'?"  ru case.yaml
expect 2 "run needs a name" run
expect 2 "unknown option '--devise'; did you mean '--device'?" run --devise host case.yaml
expect 2 "--device needs a value" run case.yaml --device
expect 2 "'b' is one argument too many" run a b
expect 2 "did you mean 'manning'?" explain maning
expect 2 "no template 'nothing'; there are dam-break, river, " init nothing
expect 0 'tsunami ' init
expect 2 "no model 'nothing'" schema nothing

# the table of keys
expect 0 's/m^(1/3)' explain manning
expect 0 'boundaries.*.discharge.csv' keys
expect 0 '"$schema"' schema shallow-water
expect 0 'materials.NAME.kappa' reference heat
expect 2 "no model 'nothing'" reference nothing
for template in $("$eagre" init | sed 's/ .*//'); do
    expect 0 '' init "$template" -o "$template.yaml"
    expect 2 "$template.yaml" init "$template" -o "$template.yaml"
    case $template in
    tsunami | rain-on-grid | flood-map) ;; # they name files that are not there
    street-flood) expect 0 'run time   about ' check $template.yaml --device host:1 ;;
    *) expect 0 'memory ' check "$template.yaml" --device host:1 ;;
    esac
done
for model in shallow-water advection acoustic elastic sh atmosphere poisson heat; do
    expect 0 "model: $model" init $model -o -
done
# names of boundaries differ by model, and the list says by which
expect 0 'Of poisson, heat:' explain boundaries
expect 0 'Of shallow-water:' explain boundaries

# a run, and what describes it
expect 0 'host' devices
expect 0 'mesh       box: 160 triangles, 0 quadrangles, 105 nodes' check case.yaml
expect 0 'cells that set dt: 80 of 160 are alike' check case.yaml
expect 0 'disk       3 snapshots of ' check case.yaml
expect 0 'disk       21 snapshots of ' check case.yaml --no-measure --set 'output={fields: {steps: 10}}' --set 'time={steps: 200}'
grep -q 'run time' out && fail "check --no-measure computes steps"
expect 0 '' check -q case.yaml
[ ! -s out ] || fail "check -q says: $(cat out)"
expect 0 'at (382000.17, 6354000.33), area 0.125 m2' check case.yaml --set 'mesh.box.origin=[382000, 6354000]' --set initial.depth=1 \
    --set 'output.gauges={g: [382005, 6354001]}'
expect 0 'no cell limits it' check case.yaml --set initial.depth=0
expect 5 "from the initial state: cell 0 (element 2 of box) at (0.166667, 0.333333), region 'all': depth 1e+300 m" \
    check case.yaml --set initial.depth=1e300
[ ! -e case.run ] || fail "check left a folder"
expect 0 'done' run case.yaml -o a --device host:1
expect 0 '160 triangles' check case.yaml
expect 0 'snapshots' report a
expect 0 'shallow-water' info case.yaml
expect 0 'done' info a
expect 0 'depth' info a/fields/fields-000000.vtkhdf
expect 0 'gauge.png' picture a --variable depth -o gauge.png
expect 2 "there is no bench of 'nothing'; there are shallow-water" bench --model nothing
[ -s gauge.png ] || fail "no picture"
expect 0 'done' run case.yaml -o plain --device host:1 --set output.picture=none
[ ! -e plain/picture.png ] && [ -e a/picture.png ] || fail "a picture that was not wanted"
expect 0 '' verify plain
expect 3 'output.picture: expected none or a map' run case.yaml --device host:1 --set output.picture=off
expect 2 "has no field 'nothing'" picture a --variable nothing
expect 4 'No such file' info nowhere

# two runs: the same bits, then not
expect 0 '' run case.yaml -o b --device host:2 --lanes 4 -q
[ ! -s out ] || fail "-q is not quiet"
expect 0 'equal: 3 snapshots' compare a b
expect 0 '' run case.yaml -o c -q --set 'initial.depth=x < 5 ? 1 : 0.3'
expect 1 'snapshot 0' compare a c
expect 4 'nowhere' compare a nowhere

# largest values of all steps: described, drawn, compared; without them in one run, and where they alone differ
expect 0 '' run case.yaml -o d -q --set 'output.maxima={}'
expect 0 'max_discharge' info d/maxima.vtkhdf
expect 0 'maxima.vtkhdf largest values of all steps' report d
expect 0 'most.png' picture d/maxima.vtkhdf -o most.png
expect 0 'when.png' picture d/maxima.vtkhdf --variable arrival_time -o when.png
[ -s most.png ] && [ -s when.png ] || fail "no picture"
expect 0 '' run case.yaml -o e -q --device host:1 --set 'output.maxima={}'
expect 0 ', largest values among them, bit by bit' compare d e
expect 1 'a has no maxima.vtkhdf, as d has' compare a d
expect 1 'd/maxima.vtkhdf' compare d/fields/fields-000002.vtkhdf d/maxima.vtkhdf
expect 0 '' run case.yaml -o f -q --set 'output.maxima={flooded_depth: 0.5 m}'
expect 1 'arrival_time' compare d f
