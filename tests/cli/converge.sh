#!/bin/bash
# Series against an exact solution: errors are those of the runs, orders those of the errors; against cells, against the time step, or
# none; what has no result, and what is refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >wave.yaml <<'CASE'
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [4, 4]}}
materials: {all: {velocity: [1 m/s, 0]}}
initial: {tracer: "sin(2 * pi * x)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.25 s}
numerics: {order: 3}
output: {picture: none}
exact: {tracer: "sin(2 * pi * (x - t))"}
CASE
# run CODE ARGUMENT...: its exit code; both streams in `out`
run() {
    local code=$1 got=0
    shift
    "$eagre" converge "$@" >out 2>&1 </dev/null || got=$?
    [ "$got" = "$code" ] || fail "eagre converge $*: exit code $got, not $code: $(cat out)"
}
says() { grep -qF -- "$1" out || fail "no '$1' in: $(cat out)"; }

run 0 wave.yaml --vary 'mesh.box.cells=[4, 4], [8, 8], [16, 16]' --device host
says 'order against the edge length of the cells'
says 'wave.converge/converge.csv, wave.converge/converge.png'
[ -s wave.converge/converge.png ] || fail "no picture"
python3 - wave.converge <<'CHECK' || fail "$(cat wave.converge/converge.csv)"
import csv, json, math, sys
rows = list(csv.DictReader(open(sys.argv[1] + "/converge.csv")))
runs = [json.load(open(f"{sys.argv[1]}/runs/{i}/summary.json")) for i in (1, 2, 3)]
assert [row["mesh.box.cells"] for row in rows] == ["[4, 4]", "[8, 8]", "[16, 16]"]
for i, (row, run) in enumerate(zip(rows, runs)):
    assert int(row["cells"]) == run["cells"] == 2 * 4 ** (i + 2)
    assert math.isclose(float(row["edge_length"]), run["cells"] ** -0.5)
    for norm in ("l1", "l2", "linf"):
        assert float(row["tracer_" + norm]) == run["errors"]["tracer"][norm]
        if i == 0:
            assert row[f"tracer_{norm}_order"] == ""
        else:
            ratio = runs[i - 1]["errors"]["tracer"][norm] / run["errors"]["tracer"][norm]
            assert math.isclose(float(row[f"tracer_{norm}_order"]), math.log2(ratio))
assert 2.6 < float(rows[2]["tracer_l2_order"]) < 3.4
CHECK

# nothing is computed again, and one mesh more is
cp wave.converge/runs/1/log.txt one.txt
run 0 wave.yaml --vary 'mesh.box.cells=[4, 4], [8, 8], [16, 16], [20, 20]' --device host -q
[ ! -s out ] || fail "-q is not quiet"
cmp one.txt wave.converge/runs/1/log.txt || fail "a run was made again"
[ "$(wc -l <wave.converge/converge.csv)" = 5 ] || fail "$(cat wave.converge/converge.csv)"

run 0 wave.yaml --vary time.cfl=0.9,0.45 --device host -o steps
says 'order against the mean time step'
head -1 steps/converge.csv | grep -q ',time_step_s,' || fail "$(cat steps/converge.csv)"
run 0 wave.yaml --vary numerics.order=2,4 --device host -o orders
says 'no order: neither the number of cells nor a key of time differs'
[ ! -e orders/converge.png ] || fail "a picture without orders"

# one has no result: the others are told; a broken limit is an exit code, and its errors are in the table
run 3 wave.yaml --vary 'mesh.box.cells=[4, 4], [8, 8], [8, 8]' --vary 'boundaries.left={periodic: right},{periodic: right},wall' \
    --device host -o failed
says '[8, 8], wall'
says 'no result'
run 10 wave.yaml --vary 'mesh.box.cells=[4, 4], [8, 8]' --set 'limits={tracer_l2: 1e-3}' --device host -o limited
[ "$(grep -c 'e-0' limited/converge.csv)" -ge 1 ] || grep -q '0\.0' limited/converge.csv || fail "$(cat limited/converge.csv)"

run 2 wave.yaml
says 'converge needs a series: --vary KEY=A,B,...'
run 3 wave.yaml --vary 'mesh.box.cell=[4, 4],[8, 8]' -o none
says "--vary mesh.box.cell=[4, 4],[8, 8]: error: unknown key 'cell' in mesh.box; did you mean 'cells'?"
sed '/^exact/d' wave.yaml >without.yaml
run 2 without.yaml --vary time.cfl=0.9,0.45 -o none
says 'without.yaml: has no exact solution (exact)'
[ ! -e none ] || fail "a folder of nothing"
