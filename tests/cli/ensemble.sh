#!/bin/bash
# Ensembles: members, their table and maps of exceedance; stopped and killed in the middle and continued, with the bytes of one that
# was not; members that fail, that were computed with another case, and folders in use.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >case.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [10 m, 2 m], cells: [10, 2]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: "x < 5 ? 1 : 0.2"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 0.2 s}
output: {maxima: {}, picture: none}
CASE
# run CODE ARGUMENT...: its exit code; both streams in `out`
run() {
    local code=$1 got=0
    shift
    "$eagre" ensemble "$@" >out 2>&1 </dev/null || got=$?
    [ "$got" = "$code" ] || fail "eagre ensemble $*: exit code $got, not $code: $(cat out)"
}
says() { grep -qF -- "$1" out || fail "no '$1' in: $(cat out)"; }
# the table without the seconds of each member
table() { sed 's/,[^,]*$//' "$1/members.csv"; }

# A table: a weight each, an empty field, a name in quotes. All of the left half is above 0.5 m in the members of weight 1 and 2 of 4.
cat >members.csv <<'TABLE'
name,weight,initial.depth,time.end
low,1,0.4,
"two, three",2,x < 5 ? 1 : 0.2,0.1 s
high,1,"max(x < 5 ? 0.7 : 0.1, 0)",
TABLE
run 0 case.yaml --settings members.csv -o e --exceed depth=0.5,0.9 --device host
says '  done        3'
says 'exceedance.vtkhdf, of 3 members: max_depth_above_0_5, max_depth_above_0_9'
[ "$(cut -d, -f1-3 e/members.csv | head -2 | tail -1)" = "low,1,0.4" ] || fail "$(cat e/members.csv)"
grep -q '^"two, three",2,.*,done,0,,' e/members.csv || fail "$(cat e/members.csv)"
[ -z "$(ls e/messages)" ] || fail "members say something"
cat >probe.sh <<'PROBE'
"$eagre" export e/exceedance.vtkhdf --variable "$1" --pixel 1 -o "$1.asc" >/dev/null
tail -2 "$1.asc" | awk '{print $1 + 0, $10 + 0}' | sort -u
PROBE
export eagre
[ "$(bash probe.sh max_depth_above_0_5)" = "0.75 0" ] || fail "$(cat max_depth_above_0_5.asc)"
[ "$(bash probe.sh max_depth_above_0_9)" = "0.5 0" ] || fail "$(cat max_depth_above_0_9.asc)"
"$eagre" picture e/exceedance.vtkhdf --variable max_depth_above_0_9 -o map.png >/dev/null || fail "no picture"
"$eagre" picture e/exceedance.vtkhdf --variable max_depth_above_0_9 -o titled.png --title 'fraction of members, largest water depth above 0.9 m' >/dev/null
cmp map.png titled.png || fail "the map of exceedance is called otherwise"

# the maps have the projection of the case's rasters
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n0 0\n0 0\n' >bed.asc
echo 'LOCAL_CS["here"]' >bed.prj
run 0 case.yaml --draw 'time.end=uniform(0.1, 0.2)' --members 1 --set 'materials.all.elevation={raster: bed.asc}' -o projected \
    --exceed depth=0.5 --device host
"$eagre" export projected/exceedance.vtkhdf --pixel 1 -o projected.asc >/dev/null 2>out || fail "$(cat out)"
grep -q here projected.prj || fail "no projection: $(cat out)"

# each member is the run that eagre run makes
"$eagre" run case.yaml -o alone -q --no-measure --device host:1 --set initial.depth=0.4
cmp alone/maxima.vtkhdf e/runs/low/maxima.vtkhdf || fail "a member is not the run"

# nothing is computed again; another case is told, and computed where that is asked for
cp -a e/runs/low/log.txt low.txt
run 0 case.yaml --settings members.csv -o e --exceed depth=0.5,0.9 --device host
cmp low.txt e/runs/low/log.txt || fail "a member was computed again"
# a run that was stopped at its end, before it had written all, is continued there
cp e/runs/high/maxima.vtkhdf maxima
rm e/runs/high/maxima.vtkhdf
sed -i 's/"exit": "done"/"exit": "stopped"/' e/runs/high/summary.json
run 0 case.yaml --settings members.csv -o e --exceed depth=0.5,0.9 --device host
cmp maxima e/runs/high/maxima.vtkhdf || fail "a run was not completed"
run 2 case.yaml --settings members.csv -o e --set time.cfl=0.5
says "e: 3 of 3 members were computed with another case or other settings: 'low', 'two, three', 'high'. --force"
sed -i 's/^low,1,0.4/low,1,0.45/' members.csv
run 2 case.yaml --settings members.csv -o e
says "e: 1 of 3 members were computed with another case or other settings: 'low'."
run 0 case.yaml --settings members.csv -o e --force --exceed depth=0.42 --device host
[ "$(bash probe.sh max_depth_above_0_42)" = "1 0.25" ] || fail "$(cat max_depth_above_0_42.asc)"

# maps are those of the last call, or none
run 0 case.yaml --settings members.csv -o e --device host
[ ! -e e/exceedance.vtkhdf ] || fail "maps of another call"

# damaged members are named, and computed anew where that is asked for
: >e/runs/low/summary.json
: >e/runs/low/case.yaml # what the run that takes its place has to take for its own
: >e/runs/high/maxima.vtkhdf
run 4 case.yaml --settings members.csv -o e --device host
says "So files of 2 of 3 members are damaged: 'low', 'high'. --force"
run 0 case.yaml --settings members.csv -o e --device host --force
rm e/runs/high/maxima.vtkhdf
run 4 case.yaml --settings members.csv -o e --device host --exceed depth=0.42
says "e/runs/high/maxima.vtkhdf: is missing. So files of 1 of 3 members"
run 0 case.yaml --settings members.csv -o e --device host --exceed depth=0.42 --force
cmp maxima e/runs/high/maxima.vtkhdf || fail "other largest values"

# --strict counts at the end, whatever members were made with
dry() {
    run "$1" case.yaml --draw 'time.end=uniform(0.1, 0.2)' --members 1 --set initial.depth=0 -o dry --device host "${@:3}"
    says '1 member in dry'
    grep -q "^1,.*,$2,dry," dry/members.csv || fail "$(cat dry/members.csv)"
}
dry 0 done,0
dry 10 limit,10 --strict
dry 0 done,0

# the folder of many runs is told, their table drawn against the members, and the folder of a run left alone
for command in info picture report 'report --html'; do
    "$eagre" $command e >out 2>&1 && fail "$command of many runs"
    says 'e: is the folder of many runs; name one of them, e/runs/NAME, the table e/members.csv or the map e/exceedance.vtkhdf'
done
"$eagre" info e/members.csv >out || fail "$(cat out)"
"$eagre" picture e/members.csv -o members.png >out 2>&1 || fail "$(cat out)"
run 2 case.yaml --settings members.csv -o alone
says 'alone: is the folder of a run'
run 2 case.yaml --settings members.csv --settings bad.csv -o wrong
run 7 case.yaml --draw 'time.end=uniform(0.1, 0.2)' --members 2000000000 -o wrong
says 'so many members take about'
run 2 case.yaml --draw 'time.end=uniform(1 s, 2 s)' --members 2 -o wrong
says 'the unit stands behind the bracket'
run 0 case.yaml --draw ' time.end = uniform(0.1, 0.2) s' --members 1 -o blanks --device host -q

# what is wrong is told before anything is there
run 3 case.yaml --draw 'materials.all.manning=normal(0.01, 0.01)' --members 20 -o wrong
says '--draw materials.all.manning=normal(0.01, 0.01): error: member '
run 2 case.yaml --settings members.csv --exceed depth=1 -o wrong --set 'output={picture: none}'
says "--set 'output.maxima={}'"
run 2 case.yaml --settings members.csv --jobs 0 -o wrong
run 8 case.yaml --settings members.csv --device cuda:99 -o wrong
[ ! -e wrong ] || fail "a folder of nothing"

# members that fail leave the others alone, and are left out; those with another mesh have no map with the others
cat >bad.csv <<'TABLE'
name,initial.depth,mesh.box.cells,boundaries.left
good,0.5,,
bad,0.5,,{level: {csv: none.csv}}
far,1e300,,
TABLE
cat >bad.csv <<'TABLE'
name,initial.depth,boundaries.left,limits
good,0.5,,
bad,0.5,{level: {csv: none.csv}},
far,1e300,,
strict,0.5,,{mass_error: 1e-300}
TABLE
run 4 case.yaml --settings bad.csv -o f --exceed depth=0.1 --device host
says "eagre: member 'bad': exit code 4; see f/messages/bad.txt"
says "eagre: member 'far': exit code 5; see f/messages/far.txt"
says '  done        1'
says '  not done    bad, far, strict'
says 'exceedance.vtkhdf, of 1 member:'
grep -q 'none.csv: cannot be opened' f/messages/bad.txt || fail "no message of bad"
grep -q '^bad,.*,failed,4,' f/members.csv && grep -q '^far,.*,failed,5,' f/members.csv &&
    grep -q '^strict,.*,limit,10,' f/members.csv || fail "$(cat f/members.csv)"
printf 'name,mesh.box.cells\na,"[10, 2]"\nb,"[10, 4]"\n' >meshes.csv
run 4 case.yaml --settings meshes.csv -o meshes --exceed depth=0.1 --device host
says "the members 'a' and 'b' have different cells"
run 0 case.yaml --settings meshes.csv -o pixels --exceed depth=0.5,0.9 --device host --set 'output.maxima.rasters={pixel: 1 m, format: asc}'
says 'pixels/exceedance/*.asc: rasters, as the cells of the members differ'
[ "$(tail -2 pixels/exceedance/max_depth_above_0_9.asc | awk '{print $1 + 0, $10 + 0}' | sort -u)" = '1 0' ] ||
    fail "$(cat pixels/exceedance/max_depth_above_0_9.asc)"

# killed, ended by SIGTERM, or at the end of its time, and continued: all as if it had not been
printf 'time.steps\n12000\n1000\n1000\n1000\n' >steps.csv # the first one is under way for some time
many() { echo case.yaml --settings steps.csv --draw 'materials.all.manning=uniform(0.01,0.05)' --seed 3 --exceed depth=0.3 --device host --jobs 2 \
    --set checkpoint.steps=200 --set mesh.box.cells=[40,8] --set time.end=1h; }
run 0 $(many) -o whole -q
[ ! -s out ] || fail "-q is not quiet"
start() {
    "$eagre" ensemble $(many) -o "$1" >out 2>&1 &
    process=$!
    for ((i = 0; i < 500; i++)); do
        [ -z "$(ls "$1"/runs/1/checkpoints 2>/dev/null)" ] || break
        sleep 0.02
    done
}
start killed
"$eagre" ensemble $(many) -o killed >other 2>&1 && fail "two at once"
grep -q 'killed: another eagre works here' other || fail "$(cat other)"
kill -KILL $process
wait $process && fail "not killed"
for ((i = 0; i < 500; i++)); do # its members stop; until then they have the folder
    "$eagre" ensemble $(many) -o killed -q >out 2>&1 && break
    grep -q 'another eagre works here' out || fail "$(cat out)"
    sleep 0.02
done
start shot # one member alone, as by the system where memory is short
read -r member _ <"/proc/$process/task/$process/children" || : # no line end
kill -KILL "$member"
code=0
wait $process || code=$?
[ $code = 75 ] || fail "exit code $code, not 75: $(cat out)"
says 'its process was killed'
start stopped
kill -TERM $process
wait $process && fail "not stopped"
says '; the same command goes on with them'
grep -q '^1,.*,missing,75,' stopped/members.csv || fail "$(cat stopped/members.csv)"
run 75 $(many) -o stopped --walltime 4 # too little to begin with any
run 0 $(many) -o stopped
for folder in killed stopped; do
    grep 'goes on from' $folder/runs/1/log.txt >from || fail "$folder: not continued from a checkpoint"
    ! grep -q 'step 12000' from || fail "$folder: a member has not stopped: $(cat from)"
    cmp whole/exceedance.vtkhdf $folder/exceedance.vtkhdf || fail "another map of $folder"
    [ "$(table whole)" = "$(table $folder)" ] || fail "another table of $folder: $(table $folder)"
    for i in 1 2 3 4; do
        cmp whole/runs/$i/maxima.vtkhdf $folder/runs/$i/maxima.vtkhdf || fail "other maxima"
        "$eagre" verify -q $folder/runs/$i || fail "$folder/runs/$i is not whole"
    done
done
