#!/bin/bash
# `eagre verify`: a whole folder is whole; any byte changed, any file gone or cut is told by its name. And what `eagre
# info` tells of a checkpoint.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
set -E
host=(-q --no-measure --device host:1)

# verify CODE TEXT FOLDER: the exit code, and a text of the output
verify() {
    local got=0
    "$eagre" verify "$3" >out 2>err </dev/null || got=$?
    [ "$got" = "$1" ] || fail "verify $3: exit code $got, not $1: $(cat out err)"
    grep -qF -- "$2" out err || fail "verify $3: no '$2' in: $(cat out err)"
    [ "$1" != 0 ] || grep -qxE '  all (else )?is whole' out || fail "verify $3: $(cat out)"
}
flip() { # FILE BYTE: its lowest bit
    local value
    value=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\$(printf %o $((value ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

cat >case.yaml <<'CASE'
title: a small explosion
model: acoustic
mesh: {box: {size: [4 m, 2 m], cells: [4, 2]}}
materials: {all: {density: 1, vp: 2}}
sources: {shot: {at: [1.3 m, 1.1 m], explosion: 1, time: {ricker: {frequency: 2.5 Hz, delay: 0.4 s}}}}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: free-surface}
time: {end: 0.5 s}
numerics: {order: 2}
output:
  fields: {every: 0.25 s}
  gauges: {g: [2 m, 0.5 m]}
  receivers: {interval: 10 ms, format: [csv, sac, segy], at: {a: [2 m, 1 m]}}
exact: {pressure: "0"}
checkpoint: {steps: 2}
CASE
"$eagre" run case.yaml "${host[@]}" -o run
verify 0 'run: a run that has ended' run
grep -qx '  snapshots   3' out && grep -qx '  checkpoints 2' out || fail "$(cat out)"
listed=$(sed -n 's/.*"name": "\([^"]*\)".*/\1/p' run/files.json)
there=$(cd run && find . -type f ! -name log.txt ! -name files.json ! -path './checkpoints/*' | sed 's,^\./,,' | LC_ALL=C sort)
[ "$listed" = "$there" ] || fail "listed are $listed"
grep -q "^  files       $(echo "$listed" | wc -l) in the list" out || fail "$(cat out)"
if command -v xxhsum >/dev/null; then # the sums are those of others too
    sum=$(xxhsum -H2 run/balance.csv | sed 's/ .*//')
    grep -q "\"balance.csv\", .*\"$sum\"" run/files.json || fail "xxhsum gives $sum"
fi

# each file: a bit at its beginning, in its middle and at its end; shorter, longer, gone
for name in $listed files.json; do
    bytes=$(stat -c %s "run/$name")
    for at in 0 $((bytes / 2)) $((bytes - 1)); do
        rm -rf bad
        cp -r run bad
        flip "bad/$name" $at
        verify 6 "  not whole   bad/$name:" bad
    done
    truncate -s $((bytes - 2)) "bad/$name" # the last byte of JSON is but a line's end
    verify 6 "  not whole   bad/$name:" bad
    cp "run/$name" "bad/$name"
    verify 0 '' bad
    echo >>"bad/$name"
    if [ "$name" = files.json ]; then
        verify 6 'bad/files.json: is damaged or was changed: it is not the text that a run writes' bad
    else
        verify 6 "  not whole   bad/$name: is longer than it was: it has $((bytes + 1)) of $bytes bytes" bad
        rm "bad/$name"
        verify 6 "  not whole   bad/$name: is missing" bad
    fi
done
rm -rf bad
cp -r run bad
sed -i 's/"bytes": \([0-9]*\), "xxh3_128"/"bytes": 1\1, "xxh3_128"/' bad/files.json
verify 6 'bad/files.json: is damaged or was changed' bad
sed -i 's/"name": "/"name": "..\//' bad/files.json
verify 6 'bad/files.json: entry 0 lacks a name' bad
got=0
"$eagre" verify bad -q >out 2>err || got=$?
[ $got = 6 ] && [ ! -s out ] || fail "-q: $got: $(cat out)"

# what is nobody's is told, and is no fault
rm -rf bad
cp -r run bad
echo mine >bad/notes.txt
echo mine >bad/fields/fields-000009.vtkhdf
verify 0 '  not listed  fields/fields-000009.vtkhdf' bad
grep -qx '  not listed  notes.txt' out || fail "$(cat out)"

# checkpoints: 9, whatever else there is
last=$(ls bad/checkpoints | tail -1)
flip "bad/checkpoints/$last" 100
verify 9 "  not whole   bad/checkpoints/$last: is damaged" bad
first=$(ls bad/checkpoints | head -1)
[ "$first" != "$last" ] || fail "one checkpoint alone"
cp "run/checkpoints/$last" bad/checkpoints
flip "bad/checkpoints/$first" 100
verify 0 "  not needed  bad/checkpoints/$first: is damaged" bad
grep -qx '  all else is whole' out || fail "$(cat out)"
flip "bad/checkpoints/$last" 100
verify 9 "  not whole   bad/checkpoints/$first: is damaged" bad
rm bad/balance.csv
verify 9 "  not whole   bad/balance.csv: is missing" bad

# a run that has not ended: no list
unfinished() {
    rm -rf bad
    cp -r run bad
    rm bad/files.json bad/summary.json
}
unfinished
verify 75 'bad: a run that has not ended' bad
known=$((3 + 2 + $(ls bad/fields/*-*.vtkhdf | wc -l))) # tables, case.yaml and the mesh, snapshots
grep -qx "  files       $known, as far as the newest checkpoint records them" out || fail "$(cat out)"
echo '1,2,3' >>bad/balance.csv # after the checkpoint: it will be cut off
verify 75 'what the newest checkpoint records is intact; the rest cannot be checked until the run ends' bad
flip bad/gauges.csv 30
verify 6 '  not whole   bad/gauges.csv: its first ' bad
unfinished
flip bad/fields/fields-000001.vtkhdf 2000
verify 6 '  not whole   bad/fields/fields-000001.vtkhdf: is damaged' bad
rm bad/fields/fields-000001.vtkhdf
verify 6 '  not whole   bad/fields/fields-000001.vtkhdf: ' bad
unfinished
flip "bad/checkpoints/$last" 100
verify 9 "  not whole   bad/checkpoints/$last: is damaged" bad
rm -r bad/checkpoints
verify 11 'there is no checkpoint: these files cannot be checked until the run ends' bad
unfinished
echo '# mine' >>bad/case.yaml
verify 6 '  not whole   bad/case.yaml:' bad

# the list of a run that has ended is gone: nothing proves its files
rm -rf bad
cp -r run bad
rm bad/files.json
verify 6 'bad/files.json: is missing, and summary.json is there' bad

# resume takes the list away and writes it anew
rm -rf bad
cp -r run bad
"$eagre" resume bad "${host[@]}"
verify 0 'has ended' bad

# no run
mkdir none
verify 4 'none: is not the folder of a run' none
verify 4 'nowhere: is not the folder of a run' nowhere
got=0
"$eagre" verify 2>err || got=$?
[ $got = 2 ] || fail "no folder: $got"

# what a checkpoint tells
"$eagre" info "run/checkpoints/$last" >out
steps=$((10#$(echo "$last" | tr -dc 0-9)))
for line in "run/checkpoints/$last: checkpoint of eagre [0-9.]*" '  format      1\.0, .* KiB, whole' \
    "  moment      step $steps, t = [0-9.e-]* s, after 3 snapshots" \
    "  case_hash   $(sed -n 's/.*"case_hash": "\([0-9a-f]*\)".*/\1/p' run/summary.json)" \
    '  model       acoustic, order 2, f64' '  state  *[0-9]* bytes' '  gauges.csv  *32 bytes'; do
    grep -qx "$line" out || fail "info tells no '$line': $(cat out)"
done
flip "run/checkpoints/$last" 100
got=0
"$eagre" info "run/checkpoints/$last" >out 2>err || got=$?
[ $got = 9 ] && grep -q "^eagre: run/checkpoints/$last: is damaged" err || fail "info: $got: $(cat out err)"
"$eagre" info "$EAGRE_SOURCE"/tests/data/checkpoint/format-1.0 >out
grep -q 'checkpoint$' out || fail "$(cat out)"
