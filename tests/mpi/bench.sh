#!/bin/bash
# The bench on ranks tells what exchange costs; its figures are not judged here, but they fit together.
measures=1
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" bench --cells 20000 --seconds 0.1 --device host:1 --json >result </dev/null ||
    fail "exit code $?"
[ "$(wc -l <result)" = 1 ] || fail "$(cat result)"
python3 - <<'JUDGE' || fail "$(cat result)"
import json
r = json.load(open("result"))
assert r["bench"] == "shallow-water" and r["ranks"] == 2
assert 19000 < r["cells"] < 21000
assert min(r["step"], r["alone"], r["beside"], r["exchange"]) > 0
assert abs(r["efficiency"] - r["alone"] / r["step"]) < 1e-6 * r["efficiency"]
assert 0 <= r["hidden"] <= 1
assert r["link"].startswith("through the host: ")
JUDGE

# of a linear solver: the parts of an iteration, on one process and on ranks
judge_parts() {
    [ "$(wc -l <result)" = 1 ] || fail "$(cat result)"
    python3 - "$@" <<'JUDGE' || fail "$(cat result)"
import json, sys
r = json.load(open("result"))
assert r["bench"] == sys.argv[1] and r["cells"] == 64 and r["degree"] == int(sys.argv[2]) and r.get("ranks", 1) == int(sys.argv[3])
assert [p["name"].split(",")[0] for p in r["parts"]] == sys.argv[4:]
assert min(min(p["seconds"], p["rate"]) for p in r["parts"]) > 0
JUDGE
}
options="--cells 60 --seconds 0.02 --device host:1 --json"
for model in poisson heat; do
    timeout "$limit" "$eagre" bench --model $model --degree 3 $options >result || fail "exit code $?"
    judge_parts $model 3 1 operator operator preconditioner iteration
    timeout "$limit" "$eagre" bench --model $model --degree 1 --precision f32 $options >result || fail "exit code $?"
    judge_parts $model 1 1 operator operator iteration
    timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" bench --model $model --degree 3 $options >result </dev/null ||
        fail "exit code $?"
    judge_parts $model 3 2 operator operator preconditioner iteration
done
