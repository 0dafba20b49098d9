#!/bin/bash
# Where other programs take the processor from the steps that `check` looks at, it tells what the fastest of them come to.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >pool.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100, 100], cells: [40, 40]}}
materials: {all: {manning: 0.03, elevation: 0}}
initial: {depth: "x < 50 ? 2 : 1"}
boundaries: {left: wall, right: wall, top: wall, bottom: wall}
time: {end: 1e5}
CASE
"$eagre" check pool.yaml --device host:1 >told # compiles
"$eagre" check pool.yaml --device host:1 >told 2>err &
check=$!
while kill -STOP $check 2>/dev/null; do # half of the time is not its own
    sleep 0.06
    kill -CONT $check 2>/dev/null || break
    sleep 0.02
done
wait $check || fail "$(cat err)"
about=$(sed -n 's/^run time *[a-z ]* \([0-9.e+]*\) s for .*/\1/p' told)
quiet=$(sed -n 's/^ *the machine is busy: at the pace of the fastest steps it takes \([0-9.e+]*\) s$/\1/p' told)
[ -n "$quiet" ] || fail "does not see that it was stopped: $(cat told)"
awk -v a="$about" -v q="$quiet" 'BEGIN { exit !(q > 0 && q < 0.7 * a) }' || fail "$(cat told)"
