#!/bin/bash
# What goes where: results on stdout, messages and progress on stderr, colour on a terminal alone.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
esc=$'\033'

# --json is JSON and nothing else, also for a run that ends badly
"$eagre" run good.yaml --json --no-measure -o a >out 2>err
python3 -m json.tool out >/dev/null || fail "--json is no JSON"
[ ! -s err ] || fail "a run that goes well says: $(cat err)"
got=0
"$eagre" run good.yaml --json --no-measure -o b --set time.cfl=50 --set time.end=100 >out 2>err || got=$?
[ $got = 5 ] || fail "divergence gave $got"
python3 -c 'import json; assert json.load(open("out"))["exit"] == "diverged"'
for command in 'devices --json' 'report a --json' 'schema' 'schema shallow-water'; do
    "$eagre" $command >out
    python3 -m json.tool out >/dev/null || fail "$command prints no JSON"
done
python3 - <<'PYTHON'
import json, subprocess, os
eagre = os.environ["EAGRE_BUILD"] + "/eagre"
devices = json.loads(subprocess.run([eagre, "devices", "--json"], capture_output=True, check=True).stdout)
assert any(d["device"].startswith("host") and d["usable"] for d in devices), devices
PYTHON

# -q: errors alone; without it heading and report are on stdout
"$eagre" run good.yaml -q --no-measure -o c >out 2>err
[ ! -s out ] && [ ! -s err ] || fail "-q says: $(cat out err)"
"$eagre" run good.yaml --no-measure -o d >out 2>err
for text in 'a channel' '  output      d' '  exit        done' '  picture     d/picture.png' '  written to  d'; do
    grep -qxF -- "$text" out || fail "no line '$text' in: $(cat out)"
done
[ ! -s err ] || fail "stderr holds: $(cat err)"
"$eagre" run good.yaml -v --no-measure -o e >out 2>err
grep -q 'snapshot at step 0' err || fail "-v tells nothing"

# what cannot be printed is an error
got=0
"$eagre" keys >/dev/full 2>err || got=$?
[ $got = 6 ] || fail "a full disk behind stdout gave $got"

# without a terminal there is no escape sequence; on one there is, unless NO_COLOR or TERM forbid it
script -qec true /dev/null </dev/null >/dev/null 2>&1 || exit 77 # no pseudo-terminals here
on_terminal() { # VARIABLE=VALUE... -- ARGUMENT...: prints what the terminal gets
    local environment=()
    while [ "$1" != -- ]; do environment+=("$1") && shift; done
    shift
    env "${environment[@]}" script -qec "'$eagre' $*" /dev/null </dev/null || true
}
"$eagre" check none.yaml >out 2>&1 || true
! grep -q "$esc" out || fail "an escape sequence in a file"
on_terminal TERM=xterm -- check none.yaml >out
grep -q "$esc\[1;31m" out || fail "no colour on a terminal: $(cat -v out)"
on_terminal TERM=xterm NO_COLOR=1 -- check none.yaml >out
! grep -q "$esc" out || fail "NO_COLOR is not obeyed: $(cat -v out)"
on_terminal TERM=xterm NO_COLOR= -- check none.yaml >out
grep -q "$esc\[1;31m" out || fail "an empty NO_COLOR takes the colour away"
on_terminal TERM=dumb -- check none.yaml >out
! grep -q "$esc" out || fail "colour on a dumb terminal"

# the progress line is rewritten in place and cleared at the end
on_terminal TERM=xterm -- run good.yaml --no-measure -o f >out
grep -q $'\r[ 0-9.]* %  t .*  dt .* M cell updates/s  ETA .*  mass error' out || fail "no progress: $(cat -v out)"
grep -q $'\r'"$esc\[K  exit        done" out || fail "the progress line is not cleared: $(cat -v out)"

# what does not apply is left out: the drift of waves with sources, the time of a solve
"$eagre" init sound -q && "$eagre" init potential -q && "$eagre" init cooling -q
on_terminal TERM=xterm -- run sound.yaml --set time.steps=20 --no-measure --device host:1 -o g >out
grep -q 'unknowns/s  ETA' out && ! grep -qi 'nan' out || fail "progress of waves: $(cat -v out)"
on_terminal TERM=xterm -- run potential.yaml --set mesh.box.cells=[20,20,10] --no-measure --device host:1 -o h >out
grep -q $'\riteration [0-9]*, residual [-0-9.e+]*, to reach [-0-9.e+]*  [0-9.]* M unknown iterations/s' out ||
    fail "no progress of poisson: $(cat -v out)"
on_terminal TERM=xterm -- run cooling.yaml --set time.end=60 --no-measure --device host:1 -o i >out
grep -q $'\r[ 0-9.]* %  t .* M unknown iterations/s  ETA' out || fail "no progress of heat: $(cat -v out)"

# what was not measured is not called a limit, and a run that stops says so once
"$eagre" run good.yaml --no-measure -o j >out 2>err
grep -q 'what limits it was not measured' out || fail "$(cat out)"
got=0
"$eagre" run good.yaml --no-measure -o k --walltime 0.001 >out 2>err || got=$?
[ $got = 11 ] && grep -q 'stopped in the set-up, at the end of the wall time' err || fail "$got: $(cat out err)"
! grep -q throughput out || fail "a rate of no step: $(cat out)"

# a small case stays in the cache: no part of the memory's bandwidth is told
"$eagre" run good.yaml -o l --device host:1 >out 2>err
grep -q 'data in cache' out && ! grep -q 'copy bandwidth' out || fail "$(cat out)"
grep -q '"bandwidth_fraction": null' l/summary.json || fail "$(cat l/summary.json)"
