#!/bin/bash
# Runs that cannot start or do not end well: the output folder, the device, memory, divergence.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

# an output folder with something in it: untouched, also with --force where it is not the run's
mkdir full
echo 'not yours' >full/precious
got=0
"$eagre" run good.yaml -o full >out 2>err || got=$?
[ $got = 2 ] || fail "a full folder gave $got"
[ "$(cat err)" = 'eagre: full: the output folder is not empty; choose another with -o, or give --force to write over the run in it' ] ||
    fail "$(cat err)"
[ "$(ls full)" = precious ] || fail "something was written"

# --force overwrites a run alone: not over other files, however they are called, nor over what the case reads
forced() { # CODE TEXT ARGUMENT...: nothing is changed where it is refused
    local code=$1 text=$2 got=0 before
    shift 2
    before=$(find . -type f ! -name out ! -name err ! -name before | sort | xargs cksum)
    "$eagre" run "$@" -q --no-measure --device host:1 --force >out 2>err || got=$?
    [ $got = "$code" ] && { [ -z "$text" ] || grep -qF -- "$text" err; } || fail "run $* --force: exit code $got, not $code: $(cat err)"
    [ "$code" = 0 ] || [ "$before" = "$(find . -type f ! -name out ! -name err | sort | xargs cksum)" ] ||
        fail "run $* --force: something was changed"
}
forced 2 'full: holds files, but no list (files.json) of a run that has written them: precious; --force overwrites a run alone' \
    good.yaml -o full
for name in gauges.csv case.yaml fields/fields-000000.vtkhdf lines/../summary.json; do
    rm -rf odd
    mkdir -p odd/fields odd/lines
    echo mine >odd/$name
    forced 2 ': has the name of a file of a run, but there is no list' good.yaml -o odd
done
echo mine >full/log.txt
forced 2 'full/log.txt: is not the log of a run' good.yaml -o full
mkdir -p p/lines p/sub
cp good.yaml p/case.yaml
echo x >p/lines/survey.csv
forced 2 'p: holds p/case.yaml, which the run reads (the case): --force does not write over a folder with inputs' p/case.yaml -o p
mv p/case.yaml p/sub
forced 2 'p: holds p/sub/case.yaml' p/sub/case.yaml -o p
forced 2 'p/: holds full/../p/sub/case.yaml' full/../p/sub/case.yaml -o p/
ln -s ../p/sub/case.yaml full/link.yaml
forced 2 'p: holds full/link.yaml' full/link.yaml -o p
ln -s "$PWD"/p q
forced 2 'q: holds p/sub/case.yaml' p/sub/case.yaml -o q
(cd p && forced 2 '.: holds sub/case.yaml' sub/case.yaml -o .)
rm full/link.yaml q
printf 'time,discharge\n0,1\n9,1\n' >p/sub/flow.csv
flow='boundaries.left={discharge: {csv: p/sub/flow.csv}}'
forced 2 'p: holds ' good.yaml --set "$flow" -o p
grep -q 'sub/flow.csv, which the run reads (boundaries.left.discharge.csv)' err || fail "$(cat err)"
mv p/sub/flow.csv full/flow.csv
ln -s ../../full/flow.csv p/sub/flow.csv # the link is in the folder, and the file is not
forced 2 'p: holds ' good.yaml --set "$flow" -o p
rm -r p full

# over a run: what its list names goes, others' files stay and are told
"$eagre" run good.yaml -q --no-measure --device host:1 -o p --set 'output.gauges={g: [1, 0.5]}' --set checkpoint.steps=1
mkdir p/lines
echo x >p/lines/survey.csv
echo x >p/notes
code=0
"$eagre" run good.yaml --no-measure --device host:1 -o p --force >out 2>err || code=$?
[ $code = 0 ] && grep -q 'p: left alone, since no run has written it: ' err || fail "$code: $(cat err)"
grep -q 'lines/survey.csv' err && grep -q notes err && [ "$(cat p/lines/survey.csv p/notes | tr -d '\n')" = xx ] || fail "$(cat err)"
[ ! -e p/gauges.csv ] && [ "$(ls p/checkpoints | wc -l)" = 1 ] || fail "files of the run before are left: $(ls p p/checkpoints)"
"$eagre" verify p >out || fail "$(cat out)"
cp -r p was
again() { # what is in p again
    rm -rf p
    cp -r was p
}
echo 9,9 >>p/balance.csv
forced 2 'p/balance.csv: is not what the run in this folder has written there' good.yaml -o p
again
echo mine >p/gauges.csv
forced 2 'p/gauges.csv: has the name of a file of a run, but the list of the run in this folder does not have it' good.yaml -o p
again
echo mine >p/fields/fields-000007.vtkhdf
forced 2 'p/fields/fields-000007.vtkhdf: has the name of a file of a run' good.yaml -o p
again
sed -i 's/"bytes": /"bytes": 1/' p/files.json
forced 2 'p/files.json: is damaged or not the list of a run' good.yaml -o p
again
mv p/fields elsewhere
ln -s ../elsewhere p/fields
forced 2 'p/fields: is not a folder' good.yaml -o p
again
rm p/files.json
forced 2 ': has the name of a file of a run, but there is no list' good.yaml -o p
again
sed -i 's,"name": "balance.csv","name": "../good.yaml",' p/files.json # a list that names what is outside
forced 2 'p/files.json: is damaged or not the list of a run' good.yaml -o p
again
forced 0 '' good.yaml -o p
rm -rf p was odd elsewhere

# a run that was killed before its list was written: by its journal; a file that came later is not the run's
"$eagre" run good.yaml -q --no-measure --device host:1 -o p --set time.end=1e6 --set output.fields.every=1e5 &
pid=$!
until grep -q 'snapshot at step 0' p/log.txt 2>/dev/null && [ -s p/fields/fields.vtkhdf.series ] &&
    [ -s p/fields/fields-000000.vtkhdf ] && [ -s p/balance.csv ]; do
    kill -0 $pid || fail "the run ended before it had written"
    sleep 0.05
done
kill -9 $pid
wait $pid || true
[ -s p/files.part ] || fail "there is no journal: $(ls p)"
mv p/balance.csv keep
cp keep p/balance.csv
forced 2 'p/balance.csv: has the name of a file of a run, but the list of the run in this folder does not have it' good.yaml -o p
mv keep p/balance.csv
echo x >p/notes
forced 0 '' good.yaml -o p
[ -e p/notes ] && [ ! -e p/files.part ] || fail "left are $(ls p)"
"$eagre" verify p >out || fail "$(cat out)"
rm -r p

# a folder that cannot be made
got=0
"$eagre" run good.yaml -o good.yaml/inside >out 2>err || got=$?
[ $got = 6 ] && grep -q 'good.yaml/inside' err || fail "$got: $(cat err)"

# devices
got=0
"$eagre" run good.yaml --device cuda:99 -o bad >out 2>err || got=$?
[ $got = 8 ] || fail "cuda:99 gave $got"
grep -q '^eagre: cuda:99 is not present; this machine has host:' err || fail "$(cat err)"
got=0
"$eagre" run good.yaml --device opencl:99.99 -o bad >out 2>err || got=$?
[ $got = 8 ] || fail "opencl:99.99 gave $got"
grep -q '^eagre: opencl:99.99 is not present' err || fail "$(cat err)"
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
        "$eagre" run good.yaml --set 'mesh.box.cells=[16000, 16000]' --overcommit -o bad >out 2>err
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
refused 3 "--set output.maxima=true: error: output.maxima: expected a map (keys: flooded_depth, rasters, variables), found 'true'" \
    good.yaml --set output.maxima=true
refused 3 "--set output.maxima={variables: [depth]}: error: output.maxima.variables[0]: expected max_depth, max_level, max_speed, max_speed_time, max_discharge, arrival_time, max_depth_time, elevation, max_hazard, hazard_degree, hazard_class, flood_duration, infiltrated, rain_depth, max_concentration_1, max_concentration_2, max_concentration_3, max_concentration_4, max_concentration_5, max_concentration_6, max_concentration_7, max_concentration_8, max_concentration_time_1, max_concentration_time_2, max_concentration_time_3, max_concentration_time_4, max_concentration_time_5, max_concentration_time_6, max_concentration_time_7 or max_concentration_time_8, found 'depth'" \
    good.yaml --set 'output.maxima={variables: [depth]}'
refused 3 "--set output.maxima={variables: [max_depth, max_depth]}: error: output.maxima.variables: 'max_depth' is given twice" \
    good.yaml --set 'output.maxima={variables: [max_depth, max_depth]}'
refused 3 "--set output.maxima={flooded: 1 m}: error: unknown key 'flooded' in output.maxima; the keys are flooded_depth, rasters, variables" \
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
    --set 'initial.velocity=[0, 0]' --set boundaries.right=wall --set materials.all.manning=0 --set 'time={end: 2 s, dt: 0.08 s}')
"$eagre" run "${long[@]}" --set limits.clipped=1e-2 >out 2>err || fail "it ended with $?: $(cat err)"
grep -q '^eagre: warning: verdict clipped: the water added where depths became negative is [0-9.e-]* of the largest volume in the domain' err || fail "$(cat err)"
grep -q '^  verdict     clipped: the water added' out || fail "$(cat out)"
grep -q '"sentence": "the water added' clipped/summary.json || fail "$(cat clipped/summary.json)"
grep -q 'verdict clipped: the water added' clipped/log.txt || fail "$(cat clipped/log.txt)"
got=0
"$eagre" run "${long[@]}" -q --set limits.clipped=1e-6 >out 2>err || got=$?
[ $got = 10 ] && grep -q '^eagre: limit broken: clipped is .*, allowed is 1e-06' err || fail "$got: $(cat err)"
# likewise of a solute, whose balance counts it as come in: a step that is too long for its dispersion
spread=(good.yaml --no-measure --force -o clipped --set 'mesh.box={size: [20 m, 2 m], cells: [20, 2]}' --set initial.depth=1
    --set 'initial.velocity=[0, 0]' --set boundaries.right=wall --set boundaries.left=wall
    --set 'solutes={dye: {initial: "x < 10 ? 1 : 0", dispersion: 50}}' --set limits.solute_error=1e-12)
got=0
"$eagre" run "${spread[@]}" --set 'time={end: 2 s, dt: 0.05 s}' >out 2>err || got=$?
[ $got = 10 ] && grep -q 'limit broken: clipped is .*, allowed is 0.001 where limits.clipped does not say more: some of a solute' err ||
    fail "$got: $(cat err)"
grep -q 'verdict clipped: what was added of solute dye where its amounts became negative is [0-9.e-]* of the largest' err || fail "$(cat err)"
"$eagre" run "${spread[@]}" --set 'time={end: 0.4 s, dt: 0.0008 s}' >out 2>err || fail "$(cat err)"
! grep -q 'verdict clipped' err || fail "$(cat err)"
"$eagre" run good.yaml -q --no-measure --force -o clipped --set limits.clipped=0 2>err || fail "$(cat err)"
[ ! -s err ] && grep -qF '"verdicts": []' clipped/summary.json || fail "a warning without cause: $(cat err)"

# an exact solution that is none at some time or place
not_exact() { # CODE TEXT CASE ARGUMENT...
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run "$@" -q --no-measure --device host:1 --force -o inexact >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && grep -qF -- "$text" err || fail "$*: $got, $(cat err)"
}
not_exact 3 'exact.depth is inf at (0.' good.yaml --set 'exact={depth: "1 / (x - x)"}'
# Later it ends the run as a state that is not finite does: at the next snapshot, whose state is kept, with a summary.
ends_whole() { # TIME
    grep -qF '"exit": "diverged"' inexact/summary.json && grep -qF "\"time\": $1," inexact/summary.json &&
        grep -qF 'errors need a finite number' inexact/summary.json || fail "not at $1: $(cat inexact/summary.json)"
    "$eagre" verify inexact >out 2>err || fail "verify: $(cat err)"
    ! grep -qi nan inexact/errors.csv || fail "$(cat inexact/errors.csv)"
}
not_exact 5 't = 0.1 s; errors need a finite number everywhere' good.yaml --set 'exact={velocity: [0, "sqrt(0.05 - t)"]}'
grep -q 'exact.velocity\[1\] is not a number at (0\.' err || fail "$(cat err)"
ends_whole 0.1
not_exact 5 't = 0.06 s; errors need' good.yaml --set 'exact={velocity: [0, "sqrt(0.05 - t)"]}' \
    --set output.fields.every=0.02 --set time.end=10
ends_whole 0.08
sed 's/^model.*/model: acoustic/; s/^materials.*/materials: {all: {density: 1, vp: 1}}/; s/^initial.*/initial: {}/
    s/outflow/wall/' good.yaml >acoustic.yaml
not_exact 5 'exact.pressure is not a number at (0.' acoustic.yaml --set 'exact={pressure: "sqrt(0.05 - t)"}' --set numerics.order=2
ends_whole 0.1
