#!/bin/bash
# Shots: each has the seismograms of a run of its own, to the last bit; receivers that go along, those outside the mesh, a
# selection, a table; surveys that go on after they were stopped or killed; and cases that are refused.
set -Eeuo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
eagre=$EAGRE_BUILD/eagre
quiet=(-q --no-measure --device host:1)

fail() {
    echo "FAILED: $*"
    exit 1
}
hash_of() {
    sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"
}

cat >ader.yaml <<'CASE'
title: a line of shots
model: acoustic
mesh: {box: {size: [8 m, 4 m], cells: [16, 8]}}
materials: {all: {density: 1, vp: "y > 2 ? 1 : 2"}}
sources:
  gun: {at: [0 m, 3 m], explosion: 1, time: {ricker: {frequency: 4 Hz, delay: 0.25 s}}}
  other: {at: [0.25 m, 3 m], explosion: 0.5, time: "sin(9 * t)"}
shots: {lines: {s: {from: [1 m, 0 m], to: [4 m, 0 m], count: 4}}, follow: [true, false]}
boundaries: {left: absorbing, right: {absorbing: 1 m}, bottom: wall, top: free-surface}
time: {end: 0.5 s}
numerics: {order: 3}
output:
  picture: none
  receivers: {interval: 10 ms, format: [csv, sac, segy], lines: {c: {from: [0.5 m, 3 m], to: [3.5 m, 3 m], count: 4}}, at: {far: [-1 m, 1 m]}}
checkpoint: {steps: 10}
CASE
sed -e 's/mesh: {/mesh: {forest: {level: 1, levels: "x < 2 ? 2 : 0"}, /; s/\[16, 8\]/[4, 2]/' \
    -e 's/{absorbing: 1 m}/{pml: 1 m}/; s/order: 3/degree: 3/' ader.yaml >dg.yaml
cases=ader
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases="ader dg"

# ---- each is a run of its own; but for the number of the record in SEG-Y
# plain FILE: the headers of traces without the record's number
plain() {
    local length=$((240 + 4 * 51)) at
    cp "$1" "$1.plain"
    for ((at = 3600; at < $(stat -c %s "$1"); at += length)); do
        for byte in 8 16; do
            printf '\0\0\0\0' | dd of="$1.plain" bs=1 seek=$((at + byte)) conv=notrunc status=none
        done
    done
}
for case in $cases; do
    "$eagre" run $case.yaml -o $case "${quiet[@]}"
    [ "$(ls $case/seismograms | wc -l)" = $((4 * (2 + 5 * 3))) ] || fail "$case: $(ls $case/seismograms)"
    for k in 1 3; do
        sed -e '/^shots:/d' -e "s/at: \[0 m, 3 m\]/at: [$k m, 3 m]/; s/at: \[0.25 m/at: [$k.25 m/" \
            -e "s/\[3.5 m, 3 m\]/[$((k + 3)).5 m, 3 m]/; s/\[0.5 m, 3 m\]/[$k.5 m, 3 m]/; s/\[-1 m/[$((k - 1)) m/" \
            $case.yaml >alone.yaml
        "$eagre" run alone.yaml -o alone "${quiet[@]}" --force
        cmp alone/seismograms/receivers.csv $case/seismograms/s_$k.csv || fail "$case: shot $k"
        cmp alone/seismograms/c_2.velocity_y.sac $case/seismograms/s_$k.c_2.velocity_y.sac || fail "$case: SAC"
        plain alone/seismograms/receivers.sgy
        plain $case/seismograms/s_$k.sgy
        cmp alone/seismograms/receivers.sgy.plain $case/seismograms/s_$k.sgy.plain || fail "$case: SEG-Y"
        rm $case/seismograms/*.plain
        [ "$(od -An -j 3608 -N 4 -t u1 $case/seismograms/s_$k.sgy)" = "   0   0   0   $k" ] || fail "$case: record $k"
    done
    grep -q '"shots": {"count": 4, "seconds": ' $case/summary.json || fail "$case: $(cat $case/summary.json)"
    "$eagre" verify $case >out || fail "$case: $(cat out)"
    ! grep 'not listed' out || fail "$case"

    # other lanes and threads
    "$eagre" run $case.yaml -o wide -q --no-measure --device host:2 --lanes 2 --force
    [ "$(hash_of wide)" = "$(hash_of $case)" ] || fail "$case: other lanes, other states"
    cmp wide/seismograms/s_4.csv $case/seismograms/s_4.csv

    # where steps are recorded: sources on faces and inside cells are in other numbers of cells
    inside='shots.lines={s: {from: [1 m, 0 m], to: [3.9 m, 0 m], count: 4}}'
    for device in host:1 checked; do
        "$eagre" run $case.yaml -o recorded-${device%:1} -q --no-measure --device $device --force --set "$inside" \
            --set time.end='0.3 s' || fail "$case on $device"
    done
    [ "$(hash_of recorded-host)" = "$(hash_of recorded-checked)" ] || fail "$case: other states by recordings"
    cmp recorded-host/seismograms/s_4.csv recorded-checked/seismograms/s_4.csv || fail "$case: recordings"

    # other places for the state
    for storage in in-place out-of-core; do
        [ $case = dg ] || continue
        "$eagre" run dg.yaml -o stored "${quiet[@]}" --force --set numerics.storage=$storage
        [ "$(hash_of stored)" = "$(hash_of dg)" ] || fail "$storage: other states"
        cmp stored/seismograms/s_4.csv dg/seismograms/s_4.csv || fail "$storage"
    done

    # a part of the list
    "$eagre" run $case.yaml -o part "${quiet[@]}" --force --set 'shots.select="2, 4"'
    (cd part/seismograms && ls *.csv | xargs) | grep -qx 's_2.csv s_4.csv' || fail "$case: select"
    cmp part/seismograms/s_4.sgy $case/seismograms/s_4.sgy

    # gone on from its checkpoints, and after it was killed
    "$eagre" run $case.yaml -o stopped "${quiet[@]}" --force --set 'checkpoint.keep=1000'
    ls stopped/checkpoints >names
    for number in $(seq 1 5 "$(wc -l <names)"); do
        name=$(sed -n "${number}p" names)
        rm -rf again
        cp -r stopped again
        (cd again/checkpoints && sed "1,${number}d" ../../names | xargs -r rm)
        "$eagre" resume again "${quiet[@]}" || fail "$case: from $name"
        for file in again/checkpoints/*; do # without a trace of the clock
            cmp "$file" "stopped/${file#again/}" || fail "$case: from $name: another checkpoint"
        done
        [ "$(hash_of again)" = "$(hash_of $case)" ] || fail "$case: from $name other states"
        for file in $case/seismograms/*; do
            cmp "$file" "again/seismograms/${file##*/}" || fail "$case: from $name"
        done
        "$eagre" verify again >out || fail "$case: from $name: $(cat out)"
    done
    rm -rf killed
    "$eagre" run $case.yaml -o killed "${quiet[@]}" --force --set time.end=2 &
    process=$!
    while [ ! -e killed/seismograms/s_1.sgy ] && kill -0 $process 2>/dev/null; do
        sleep 0.02
    done
    kill -9 $process || echo "$case: it has ended before it could be killed"
    wait $process || true
    "$eagre" resume killed "${quiet[@]}" || fail "$case: killed"
    "$eagre" run $case.yaml -o whole "${quiet[@]}" --force --set time.end=2
    [ "$(hash_of killed)" = "$(hash_of whole)" ] || fail "$case: killed"
    for file in whole/seismograms/*; do
        cmp "$file" "killed/seismograms/${file##*/}" || fail "$case: killed"
    done
    got=0
    "$eagre" resume killed "${quiet[@]}" --set time.end=3 2>message || got=$?
    [ "$got" = 3 ] && grep -qF 'time.end cannot change: it holds for all shots' message || fail "$case: $got, $(cat message)"

    # receivers outside
    drop=(--set 'shots.lines.s.to=[6 m, 0 m]' --set shots.lines.s.count=6)
    "$eagre" run $case.yaml -o dropped "${quiet[@]}" --force "${drop[@]}" --set shots.outside=drop
    head -1 dropped/seismograms/s_6.csv | grep -q c_2_pressure || fail "$case: drop"
    ! head -1 dropped/seismograms/s_6.csv | grep -q c_3_pressure || fail "$case: drop"
    cmp dropped/seismograms/s_4.csv $case/seismograms/s_4.csv || fail "$case: drop"
done

# ---- cells that follow the waves: each shot begins with those of a run of its own
if [ "$cases" != ader ]; then
    sed -e 's/level: 1, levels: "x < 2 ? 2 : 0"/level: 1, adapt: {lowest: 1, highest: 3, every: 4, refine: 1e-2, coarsen: 1e-3}/' \
        -e 's/count: 4}}, follow/count: 2}}, follow/; s/end: 0.5/end: 0.3/' dg.yaml >adapt.yaml
    "$eagre" run adapt.yaml -o adapt "${quiet[@]}" --set checkpoint.keep=1000 --set checkpoint.steps=5
    sed -e '/^shots:/d' -e "s/at: \[0 m, 3 m\]/at: [4 m, 3 m]/; s/at: \[0.25 m/at: [4.25 m/" \
        -e "s/\[3.5 m, 3 m\]/[7.5 m, 3 m]/; s/\[0.5 m, 3 m\]/[4.5 m, 3 m]/; s/\[-1 m/[3 m/" adapt.yaml >alone.yaml
    "$eagre" run alone.yaml -o alone "${quiet[@]}" --force
    cmp alone/seismograms/receivers.csv adapt/seismograms/s_2.csv || fail "adapt: shot 2"
    (cd adapt/checkpoints && ls | sed 1d | xargs rm) # the first one is in the first shot
    "$eagre" resume adapt -q --no-measure --device host:2
    cmp alone/seismograms/receivers.csv adapt/seismograms/s_2.csv || fail "adapt: a run that went on"
fi

# ---- a table, of shots that receivers do not follow
printf 'name,x (m),y (m)\nfirst,1,0\nB-2,3,0.25\n' >shots.csv
for case in $cases; do
    sed 's/^shots:.*/shots: {table: shots.csv}/; s/far: \[-1 m/far: [0 m/' $case.yaml >table.yaml
    "$eagre" run table.yaml -o table "${quiet[@]}" --force
    sed -e '/^shots:/d' -e 's/at: \[0 m, 3 m\]/at: [3 m, 3.25 m]/; s/at: \[0.25 m, 3 m/at: [3.25 m, 3.25 m/' table.yaml >alone.yaml
    "$eagre" run alone.yaml -o alone "${quiet[@]}" --force
    cmp alone/seismograms/receivers.csv table/seismograms/B-2.csv || fail "$case: table"
done

# ---- refused
refuses() { # TEXT, settings
    local got=0 text=$1
    shift
    "$eagre" run ader.yaml -o bad "${quiet[@]}" "$@" 2>message || got=$?
    { [ "$got" = 3 ] || [ "$got" = 4 ]; } && grep -qF -- "$text" message && [ ! -e bad ] || fail "$* gave $got: $(cat message)"
}
refuses "shot 's_6': the receiver 'c_3' at (8.5, 3) lies outside the mesh, which spans (0, 0) to (8, 4)" "${drop[@]}"
refuses "shot 's_4': a source at (9, 3) lies outside the mesh" --set 'shots.lines.s.to=[9 m, 0 m]'
refuses "shot 's_2': all receivers lie outside the mesh" \
    --set 'shots={lines: {s: {from: [4, 0], to: [7.7, 0], count: 2}}, follow: [true, false], outside: drop}' \
    --set 'output.receivers.at.far=[1, 1]'
refuses "'2-9' must be numbers of shots and ranges, ascending, from 1 to 4" --set 'shots.select="2-9"'
refuses "'3, 1' must be numbers" --set 'shots.select="3, 1"'
refuses "'initial.pressure' is not possible with shots: each shot begins at rest" --set 'initial.pressure=1'
refuses "'output.fields.every' is not possible with shots" --set output.fields.every=0.1
refuses "'output.gauges' is not possible with shots" --set 'output.gauges={a: [1, 1]}'
refuses "'time.steps' is not possible with shots: each shot ends at time.end" --set time.steps=5
sed -e '/^  picture:/d; /^  receivers:/d; s/^output:/output: {}/' ader.yaml >silent.yaml
got=0
"$eagre" run silent.yaml -o bad "${quiet[@]}" 2>message || got=$?
[ "$got" = 3 ] && grep -qF "silent.yaml:8:1: error: shots need 'output.receivers'" message || fail "$got: $(cat message)"
