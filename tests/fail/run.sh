#!/bin/bash
# Runs that cannot start or do not end well: the output folder, the device, memory, divergence.
source "$EAGRE_SOURCE/tests/fail/expect.bash"

# an output folder with something in it: untouched, also with --force where it is not the run's
mkdir full
echo 'not yours' >full/precious
got=0
"$eagre" run good.yaml -o full >out 2>err || got=$?
[ $got = 2 ] || fail "a full folder gave $got"
[ "$(cat err)" = 'eagre: full: the output folder is not empty; choose another with -o, or give --force to write over the run in it' ] ||
    fail "$(cat err)"
[ "$(ls full)" = precious ] || fail "something was written"
"$eagre" run good.yaml -q --no-measure -o full --force
[ "$(cat full/precious)" = 'not yours' ] || fail "--force removed what is not the run's"

# a folder that cannot be made
got=0
"$eagre" run good.yaml -o good.yaml/inside >out 2>err || got=$?
[ $got = 6 ] && grep -q 'good.yaml/inside' err || fail "$got: $(cat err)"

# devices
got=0
"$eagre" run good.yaml --device cuda:99 -o bad >out 2>err || got=$?
[ $got = 8 ] || fail "cuda:99 gave $got"
grep -q '^eagre: cuda:99 is not there; this machine has host:' err || fail "$(cat err)"
got=0
"$eagre" run good.yaml --device opencl:99.99 -o bad >out 2>err || got=$?
[ $got = 8 ] || fail "opencl:99.99 gave $got"
grep -q '^eagre: opencl:99.99 is not there' err || fail "$(cat err)"
refused 2 "eagre: 'hots' is no device; give auto, host, host:THREADS, checked, cuda:N or opencl:PLATFORM.DEVICE (eagre devices lists those of this machine)" \
    good.yaml --device hots
[ ! -e bad ] || fail "a folder was made"

# memory: more cells than can be numbered, and more than there is
refused 4 'eagre: box: 1000000 x 1000000 give 2000000000000 cells; at most 536870911 fit: take fewer' \
    good.yaml --set 'mesh.box.cells=[1000000, 1000000]'
if ! grep -q asan <(nm -D "$eagre" 2>/dev/null); then # a sanitizer takes terabytes of addresses for itself
    got=0
    (
        ulimit -v 1000000
        "$eagre" run good.yaml --set 'mesh.box.cells=[16000, 16000]' -o bad >out 2>err
    ) || got=$?
    [ $got = 7 ] || fail "too little memory gave $got: $(cat err)"
    grep -q '^eagre: out of memory: [0-9]* bytes (.* GiB) more are needed' err || fail "$(cat err)"
    [ ! -e bad ] || fail "a folder was made"
fi

# divergence: exit code 5, the cell, the last finite state, complete files
got=0
"$eagre" run good.yaml -q --no-measure --set time.cfl=50 --set time.end=100 -o blown >out 2>err || got=$?
[ $got = 5 ] || fail "a CFL number of 50 gave $got"
grep -qE "^eagre: the run diverged in step [0-9]+ at t = .* in cell [0-9]+ .* at \(.*\), region 'all': depth .* Try a smaller time.cfl$" err ||
    fail "$(cat err)"
grep -q '"exit": "diverged"' blown/summary.json || fail "the summary says something else"
last=$(ls blown/fields/*.vtkhdf | tail -1)
"$eagre" info "$last" >out
! grep -q 'not finite' out || fail "the last state is not finite: $(cat out)"
step=$(sed -n 's/.*"steps": \([0-9]*\),.*/\1/p' blown/summary.json)
grep -q "step $step\$" out || fail "the last snapshot is not that of step $step"

# the largest values are those of the states before: finite, of that step, and known to the folder
"$eagre" run good.yaml -q --no-measure --set time.cfl=50 --set time.end=100 --set 'output.maxima={}' -o burst >out 2>err &&
    fail "it did not diverge"
"$eagre" info burst/maxima.vtkhdf >out
grep -q 'max_speed' out && ! grep -q 'not finite' out || fail "the largest values: $(cat out)"
grep -q "step $step\$" out || fail "the largest values are not those of step $step: $(cat out)"
"$eagre" verify burst >out || fail "$(cat out)"
grep -q '"maxima.vtkhdf"' burst/files.json || fail "maxima.vtkhdf is not listed"

# keys of the largest values
refused 3 "--set output.maxima=true: error: output.maxima: expected a map (keys: variables, flooded_depth), found 'true'" \
    good.yaml --set output.maxima=true
refused 3 "--set output.maxima={variables: [depth]}: error: output.maxima.variables[0]: expected max_depth, max_level, max_speed, max_discharge, arrival_time, max_depth_time or elevation, found 'depth'" \
    good.yaml --set 'output.maxima={variables: [depth]}'
refused 3 "--set output.maxima={variables: [max_depth, max_depth]}: error: output.maxima.variables: 'max_depth' is given twice" \
    good.yaml --set 'output.maxima={variables: [max_depth, max_depth]}'
refused 3 "--set output.maxima={flooded: 1 m}: error: unknown key 'flooded' in output.maxima; the keys are variables, flooded_depth" \
    good.yaml --set 'output.maxima={flooded: 1 m}'
refused 3 "--set output.maxima={flooded_depth: -1 m}: error: output.maxima.flooded_depth: must be 0 or more, found '-1 m'" \
    good.yaml --set 'output.maxima={flooded_depth: -1 m}'
refused 3 "--set output.maxima={flooded_depth: 1 s}: error: output.maxima.flooded_depth: expected a length such as '0.5 m', found '1 s' (a time)" \
    good.yaml --set 'output.maxima={flooded_depth: 1 s}'

# a boundary's expression that is no number: named, with the time; exit code 5 and the last finite state
for kind in level discharge; do
    got=0
    "$eagre" run good.yaml -q --no-measure --set "boundaries.right={$kind: \"sqrt(0.05 - t)\"}" --force -o ceased >out 2>err || got=$?
    [ $got = 5 ] || fail "a $kind that is no number gave $got: $(cat err)"
    grep -qE "boundaries.right.$kind is not a number at t = 0\.0[56][0-9]* s; it must be a finite number at all times" err || fail "$(cat err)"
    grep -q '"exit": "diverged"' ceased/summary.json || fail "the summary says something else"
    ! grep -q 'not finite' <("$eagre" info "$(ls ceased/fields/*.vtkhdf | tail -1)") || fail "the last state is not finite"
done
refused 3 "--set boundaries.right={level: \"1 / t\"}: error: boundaries.right.level is inf at t = 0 s; it must be a finite number at all times of the run, its end included" \
    good.yaml --set 'boundaries.right={level: "1 / t"}'

# steps that are too long for positive depths: the water that had to be added is told, and may be limited
long=(good.yaml --no-measure --force -o clipped --set 'mesh.box={size: [20 m, 2 m], cells: [20, 2]}' --set 'initial.depth=x < 10 ? 2 : 0'
    --set boundaries.right=wall --set materials.all.manning=0 --set 'time={end: 2 s, dt: 0.08 s}')
"$eagre" run "${long[@]}" >out 2>err || fail "it ended with $?: $(cat err)"
grep -q '^eagre: warning: what was added where depths came out negative is [0-9.e-]* of the largest volume held' err || fail "$(cat err)"
grep -q '^  warning     what was added' out || fail "$(cat out)"
grep -q '"warning": "what was added' clipped/summary.json || fail "$(cat clipped/summary.json)"
grep -q 'warning: what was added' clipped/log.txt || fail "$(cat clipped/log.txt)"
got=0
"$eagre" run "${long[@]}" -q --set limits.clipped=1e-6 >out 2>err || got=$?
[ $got = 10 ] && grep -q '^eagre: limit broken: clipped is .*, allowed is 1e-06' err || fail "$got: $(cat err)"
"$eagre" run good.yaml -q --no-measure --force -o clipped --set limits.clipped=0 2>err || fail "$(cat err)"
[ ! -s err ] && ! grep -q '"warning"' clipped/summary.json || fail "a warning without cause: $(cat err)"
