#!/bin/bash
# Point sources that cannot be meant, all of them in one pass: cut off at time 0, or of no strength; and those that may be
# meant, as warnings.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >waves.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 m, 2 m], cells: [8, 4]}}
materials: {all: {density: 1, vp: 2}}
initial: {}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: free-surface}
time: {steps: 1, end: 50 s}
numerics: {order: 3}
CASE
with() { # LINE...: the case with these sources, bad.yaml
    { cat waves.yaml; echo 'sources:'; printf '  %s\n' "$@"; } >bad.yaml
}
with 'a: {at: [1, 1], explosion: 1, time: {ricker: {frequency: 1 Hz, delay: 0.4 s}}}' \
    'b: {at: [1, 1], explosion: 1, time: {gaussian: {sigma: 1 s, delay: 0 s}}}' \
    'c: {at: [1, 1], explosion: 1, time: {brune: {rise: 1 s, delay: -0.4 s}}}' \
    'd: {at: [1, 1], force: [0, 0], time: "sin(t)"}'
refused 3 "bad.yaml:9:39: error: the time function is cut off: it has reached 0.445 of its peak at time 0, where the run begins; its \
delay is 0.4 s and must be 1 s or more, 1 / frequency (without a delay: 1.5 / frequency); write what is cut off on purpose as an \
expression of t
    9 |   a: {at: [1, 1], explosion: 1, time: {ricker: {frequency: 1 Hz, delay: 0.4 s}}}
      |                                       ^
bad.yaml:10:39: error: the time function is cut off: it has reached 1 of its peak at time 0, where the run begins; its delay is \
0 s and must be 3.72 s or more, 3.72 sigma (without a delay: 6 sigma); write what is cut off on purpose as an expression of t
   10 |   b: {at: [1, 1], explosion: 1, time: {gaussian: {sigma: 1 s, delay: 0 s}}}
      |                                       ^
bad.yaml:11:39: error: the time function is cut off: it has reached 0.729 of its peak at time 0, where the run begins; its delay \
is -0.4 s and must be 0 s or more; write what is cut off on purpose as an expression of t
   11 |   c: {at: [1, 1], explosion: 1, time: {brune: {rise: 1 s, delay: -0.4 s}}}
      |                                       ^
bad.yaml:12:11: error: the strength of this source is 0; remove it, or give a strength
   12 |   d: {at: [1, 1], force: [0, 0], time: \"sin(t)\"}
      |           ^" bad.yaml
printf 'name,x,y,explosion,function,frequency,delay\na,1,1,1,ricker,1,0.9\nb,1,1,1,ricker,1,\nc,1,1,0,ricker,1,1\n' >shots.csv
{ cat waves.yaml; echo 'sources: {table: shots.csv}'; } >bad.yaml
"$eagre" run bad.yaml -o bad -q 2>err && fail 'a table of sources that are cut off was taken'
grep -q 'shots.csv:2: the time function is cut off: it has reached 0.00506 of its peak' err || fail "the table: $(cat err)"
grep -q 'shots.csv:4: the strength of this source is 0' err || fail "the table: $(cat err)"
! grep 'shots.csv:3' err || fail 'a wavelet without a delay was refused'

# ---- what may be meant
printf 't,v\n0,1\n1,0\n' >rate.csv
with 'a: {at: [1, 1], force: [1, 0], time: "cos(3 * t)"}' 'b: {at: [1, 1], force: [1, 0], time: "sin(3 * t)"}' \
    'c: {at: [1, 1], explosion: 1, time: {csv: rate.csv}}' 'd: {at: [1, 1], explosion: 1, time: {ricker: {frequency: 1 Hz, delay: 60 s}}}'
"$eagre" run bad.yaml -o bad --no-measure >out 2>err || fail "$(cat err)"
jump="the time function has reached 1 of its peak at time 0, where the run begins: the jump there has frequencies that no mesh \
resolves; let it begin with 0, later"
[ "$(cat err)" = "bad.yaml:9:40: warning: verdict source-cut: $jump" ] || fail "warnings: $(cat err)"
with 'd: {at: [1, 1], explosion: 1, time: {csv: rate.csv}}'
"$eagre" run bad.yaml -o bad --force --no-measure >out 2>err || fail "$(cat err)"
[ "$(cat err)" = "bad.yaml:9:39: warning: verdict source-cut: $jump" ] || fail "warnings: $(cat err)"
with 'd: {at: [1, 1], explosion: 1, time: {ricker: {frequency: 1 Hz, delay: 60 s}}}'
"$eagre" run bad.yaml -o bad --force --no-measure >out 2>err || fail "$(cat err)"
[ "$(cat err)" = "bad.yaml:9:39: warning: verdict source-cut: this source acts from 57.8982 s to 62.1018 s, and the run lasts from 0 to 50 s: \
it does nothing" ] || fail "warnings: $(cat err)"
