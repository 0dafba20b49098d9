#!/bin/bash
# The folder of a run in other hands: each of its files, and each input of its case, is swapped with another, cut, flipped in
# one bit, removed, emptied, made longer, or replaced by that of another run or by an older state of itself. Then come
# `verify` and `resume`. What changes a result is told; a run that goes on ends with the bytes that it would have had.
# In the long form all kinds, else every so many-th. TAMPER_TABLE=FILE: the table of docs/checkpoints.md is written there.
set -u
eagre=$EAGRE_BUILD/eagre
library=$EAGRE_BUILD/tests/libtorture.so
[ -e "$library" ] || exit 77 # not beside the sanitizers
base=/tmp
[ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/eagre-tamper-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
host=(-q --no-measure --device host:1)
stride=17 # odd: each kind has its turn
[ "${EAGRE_TESTS:-}" != long ] || stride=1
limit=600 # s, after which a command that hangs is ended: far more than any takes, also where the processors are busy
failed=0
what=begin

fail() {
    echo "FAILED: $what: $*"
    failed=1
}
must() {
    "$@" >out 2>err || { echo "$*: exit code $?: $(cat out err)" && exit 1; }
}

# ---- the runs

mkdir in
printf 'time (s),discharge (m3/s)\n0,0.5\n1,1\n9,0.5\n' >in/flow.csv
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 2\n0 0.1\n0.2 0.1\n' >in/bed.asc
{
    printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 "shore"\n2 2 "lake"\n$EndPhysicalNames\n'
    printf '$Nodes\n6\n1 0 0 0\n2 2 0 0\n3 4 0 0\n4 0 2 0\n5 2 2 0\n6 4 2 0\n$EndNodes\n'
    printf '$Elements\n8\n1 1 2 1 1 1 2\n2 1 2 1 1 2 3\n3 1 2 1 1 3 6\n4 1 2 1 1 6 5\n5 1 2 1 1 5 4\n6 1 2 1 1 4 1\n'
    printf '7 3 2 2 1 1 2 5 4\n8 3 2 2 1 2 3 6 5\n$EndElements\n'
} >in/basin.msh
# inputs of other content: of another run, and older
for kind in other older; do
    cp -r in in.$kind
    value=$([ $kind = other ] && echo 7 || echo 8)
    sed -i "s/^1,1\$/1,$value/" in.$kind/flow.csv
    sed -i "s/^0 0.1\$/0 0.$value/" in.$kind/bed.asc
    sed -i "s/^3 4 0 0\$/3 4.$value 0 0/" in.$kind/basin.msh
done
cat >case.yaml <<'CASE'
title: water that comes and goes
model: shallow-water
mesh: {gmsh: in/basin.msh}
materials: {lake: {elevation: {raster: in/bed.asc}, manning: 0.02}}
initial: {depth: "x < 2 ? 1 : 0.5"}
boundaries: {shore: {discharge: {csv: in/flow.csv, after: hold}}}
time: {steps: 20}
exact: {depth: "1"}
output: {fields: {steps: 8, variables: [depth]}, record: {every: 0.1 s}, gauges: {a: [1 m, 1 m]}, maxima: {}}
checkpoint: {steps: 10, keep: 2}
CASE
sed 's/0.5"/0.6"/' case.yaml >other.yaml
must "$eagre" run case.yaml -o older "${host[@]}"
must "$eagre" run other.yaml -o other "${host[@]}"
must "$eagre" resume other --set time.steps=40 "${host[@]}"
cp -r older ended
must "$eagre" resume ended --set time.steps=40 "${host[@]}"
must "$eagre" verify ended

# Killed at the checkpoint of its end: what came after that of step 30 is there, and no checkpoint knows it.
kill_one() { # ACTION
    rm -rf killed
    cp -r older killed
    EAGRE_TORTURE_FOLDER=$work/killed EAGRE_TORTURE=$1 LD_PRELOAD=$library \
        "$eagre" resume "$work/killed" --set time.steps=40 "${host[@]}" >out 2>err
}
kill_one list
call=$(sed -n 's/^torture: \([0-9]*\) open.*step-000000000040.*/\1/p' err | head -1)
[ -n "$call" ] || { echo "no call makes the checkpoint of step 40: $(cat err)" && exit 1; }
{ kill_one "kill:$call"; } 2>/dev/null
[ $? = 137 ] && [ ! -e killed/summary.json ] && [ -s killed/files.part ] && [ -s killed/fields/fields-000005.vtkhdf ] ||
    { echo "not killed where it was to be: $(find killed)" && exit 1; }
rm -f killed/checkpoints/*.tmp*

# ---- tampering

# tamper KIND FILE SIBLING OTHER OLDER: false where there is nothing to do
tamper() {
    local kind=$1 file=$2 sibling=$3 bytes value
    [ -e "$file" ] || case $kind in other | older) ;; *) return 1 ;; esac
    cp "$file" was 2>/dev/null || : >was
    bytes=$(stat -c %s was)
    case $kind in
    swapped) [ -e "$sibling" ] && mv "$file" t && mv "$sibling" "$file" && mv t "$sibling" ;;
    cut) truncate -s $((bytes / 2)) "$file" ;;
    flipped)
        value=$(od -An -tu1 -j $((bytes / 2)) -N 1 "$file")
        printf "\\$(printf %o $((value ^ 1)))" | dd of="$file" bs=1 seek=$((bytes / 2)) conv=notrunc status=none
        ;;
    deleted) rm "$file" ;;
    emptied) : >"$file" ;;
    longer) echo 1,2,3 >>"$file" ;;
    other) [ -e "$4" ] && cp "$4" "$file" ;;
    older) [ -e "$5" ] && cp "$5" "$file" ;;
    esac || return 1
    ! cmp -s "$file" was
}

# What a run has to come to, without what tells of the machine and the clock.
content() {
    (
        cd "$1" && find . -type f ! -name log.txt ! -name summary.json ! -name files.json ! -path './checkpoints/*' |
            LC_ALL=C sort | xargs cksum && grep -E '"(exit|steps|state_hash|time)"' summary.json
        sed -n 's/.*"snapshots": \([0-9]*\).*/\1 snapshots/p' summary.json
    ) 2>&1
}
all_but_log() {
    (cd "$1" && find . -type f ! -name log.txt | LC_ALL=C sort | xargs cksum)
}
sentence() { # of what was said, without the folder
    sed "s,$work/,,g; s,bad/,,g" | tr -d '\n' | cut -c1-"${1:-150}"
}

# check RUN TARGET KIND FILE ALSO: after the tampering of FILE; a refusal names it, or what else may be named
check() {
    local v=0 r=0 again=0 said told noticed=no
    what="$1, $2 $3"
    timeout "$limit" "$eagre" verify bad >verified 2>&1 || v=$?
    said=$(grep -m 1 'not whole' verified || tail -1 verified)
    all_but_log bad >before
    timeout "$limit" "$eagre" resume bad --no-measure --device host:1 -q >out 2>err || r=$?
    told=$(grep -m 1 '^eagre: ' err || head -1 err)
    printf '%s: verify %s: %s | resume %s: %s\n' "$what" $v "$(sentence <<<"$said")" $r "$(sentence 220 <<<"$told")"
    cells[$column]="$v, $r"
    ! grep -q 'not needed' verified || noticed=yes # a checkpoint with a whole one behind it
    case $v in 6 | 9) noticed=yes ;; 0 | 75) ;; *) fail "verify gives $v: $(cat verified)" ;; esac
    [ "$1" = ended ] || [ $v != 0 ] || fail "verify holds a run that was killed for one that has ended"
    case $r in
    0)
        content bad >is
        cmp -s ought is || fail "goes on, and ends with other bytes: $(diff ought is | head -5)"
        "$eagre" verify bad >verified 2>&1 || again=$?
        [ "$2 $v" != 'newest-checkpoint 9' ] || grep -q "passed over and removed:" bad/log.txt || fail "passes over it without a word"
        [ $again = 0 ] || fail "goes on, and verify gives $again then: $(cat verified)"
        ;;
    6 | 9)
        all_but_log bad >after
        cmp -s before after || fail "is refused, and yet changed: $(diff before after | head -5)"
        grep -qE "($4|$5)" err || fail "the refusal names neither $4 nor $5: $(cat err)"
        ;;
    *) fail "resume gives $r: $(cat err)" ;;
    esac
    # verify reads the folder alone; the log is not listed, since it tells of the machine; a checkpoint may be removed
    case $2,$3 in *input,* | log.txt,* | *-checkpoint,deleted) return ;; esac
    if [ $noticed = no ] && { [ "$1" = ended ] || [ $r != 0 ]; }; then
        fail "verify does not notice it: $(cat verified)"
    fi
}

kinds=(swapped cut flipped deleted emptied longer other older)
# NAME FILE SIBLING [OLDER]: of the run's folder; inputs lie beside it
targets() {
    cat <<'LIST'
newest-checkpoint checkpoints/NEW checkpoints/OLD checkpoints/OLD
older-checkpoint checkpoints/OLD checkpoints/NEW checkpoints/NEW
case.yaml case.yaml log.txt
files.json files.json case.yaml
log.txt log.txt balance.csv
gauges.csv gauges.csv balance.csv
balance.csv balance.csv errors.csv
errors.csv errors.csv gauges.csv
first-snapshot fields/fields-000000.vtkhdf fields/fields-000002.vtkhdf fields/fields-000001.vtkhdf
promised-snapshot fields/fields-000003.vtkhdf fields/fields-000001.vtkhdf fields/fields-000002.vtkhdf
last-snapshot fields/fields-000005.vtkhdf fields/fields-000004.vtkhdf fields/fields-000003.vtkhdf
index fields/fields.vtkhdf.series fields/fields.mesh.h5
mesh fields/fields.mesh.h5 fields/fields-000000.vtkhdf fields/fields-000000.vtkhdf
maxima maxima.vtkhdf picture.png
picture picture.png summary.json
summary summary.json files.json
raster-input bed.asc flow.csv
table-input flow.csv bed.asc
mesh-input basin.msh bed.asc
LIST
}

number=0 tried=0 column=0
declare -a cells
one() { # RUN TARGET FILE SIBLING OLDER KIND
    local folder=bad
    cells[$column]='-'
    case $2 in *input) folder=in ;; esac
    rm -rf bad
    cp -r "$1" bad
    local older=older/$3 also=bad/$4
    # a checkpoint of another run is whole: the tables are not those that it knows
    [ "$2 $6" != 'newest-checkpoint other' ] || also='bad/[a-z]*.csv'
    [ -z "$5" ] || older=$1/$5
    if [ $folder = in ]; then
        cp -r in in.good
        tamper "$6" "in/$3" "in/$4" "in.other/$3" "in.older/$3" && check "$1" "$2" "$6" "in/$3" "in/$4" && tried=$((tried + 1))
        rm -rf in
        mv in.good in
    else
        tamper "$6" "bad/$3" "bad/$4" "other/$3" "$older" && check "$1" "$2" "$6" "bad/$3" "$also" && tried=$((tried + 1))
    fi
}
[ -z "${TAMPER_TABLE:-}" ] || {
    printf '| of a run | what |'
    printf ' %s |' "${kinds[@]}"
    printf '\n|---|---|'
    printf -- '---|%.0s' "${kinds[@]}"
    printf '\n'
} >"$TAMPER_TABLE"
content ended >ought
for run in ended killed; do
    new=$(ls $run/checkpoints | tail -1) old=$(ls $run/checkpoints | head -1)
    [ "$new" != "$old" ] || { echo "$run: there is but one checkpoint" && exit 1; }
    while read -r name file sibling of; do
        file=${file/NEW/$new} sibling=${sibling/NEW/$new} of=${of/NEW/$new}
        cells=() column=0
        for kind in "${kinds[@]}"; do
            number=$((number + 1))
            [ $((number % stride)) != 0 ] || one $run "$name" "${file/OLD/$old}" "${sibling/OLD/$old}" "${of/OLD/$old}" "$kind"
            column=$((column + 1))
        done
        [ -z "${TAMPER_TABLE:-}" ] || {
            printf '| %s | %s |' "$run" "${name//-/ }"
            printf ' %s |' "${cells[@]}"
            printf '\n'
        } >>"$TAMPER_TABLE"
    done < <(targets)
done
[ $tried -ge $((220 / stride)) ] || fail "only $tried kinds were tried"
echo "$tried kinds of tampering"
exit $failed
