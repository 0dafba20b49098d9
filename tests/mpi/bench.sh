#!/bin/bash
# The bench on ranks tells what exchange costs; its figures are not judged here, but they fit together.
source "$EAGRE_SOURCE/tests/mpi/lib.bash"

timeout "$limit" mpirun -q --oversubscribe -n 2 "$eagre" bench --cells 20000 --device host:1 --json >result </dev/null ||
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
