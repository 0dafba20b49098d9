#!/bin/bash
# Seismograms as seismologists exchange them: miniSEED with codes and a date, dates in SAC and SEG-Y; the same files of many
# ranks and of a run that was stopped; what is refused. Where ObsPy is installed (EAGRE_OBSPY names its Python), what it reads
# equals the table.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
options='-q --no-measure --device host:1 --force'
cat >case.yaml <<'END2'
title: catalogue
model: elastic
mesh: {box: {origin: [0, -1 km], size: [1 km, 1 km], cells: [4, 4]}}
materials: {all: {density: 2000, vp: 3000, vs: 1700}}
sources: {q: {at: [500 m, -500 m], moment: [1e12, 0, 0], time: {gaussian: {sigma: 0.02 s}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 3.6 s, start: 2020-02-29T23:59:59Z}
numerics: {order: 2}
output:
  picture: none
  receivers:
    interval: 3 ms
    format: [csv, sac, mseed, asdf, segy]
    variables: [velocity, displacement, pressure]
    network: ch
    location: "00"
    at: {rock: [300 m, -100 m], b2: [700 m, 0 m]}
END2
"$eagre" run case.yaml -o run $options
bytes() { dd if="$1" bs=1 skip=$(($2 - 1)) count="$3" status=none; } # FILE FROM COUNT, from 1
file=run/seismograms/receivers.mseed
[ "$(wc -c <$file)" = $((20 * 4096)) ] || fail "$(wc -c <$file) bytes"
codes=
for ((i = 0; i < 20; i += 2)); do codes+="$(bytes $file $((i * 4096 + 7)) 14)|"; done
[ "$codes" = 'D ROCK 00CH1CH|D ROCK 00CHZCH|D ROCK 00CX1CH|D ROCK 00CXZCH|D ROCK 00CDHCH|D B2   00CH1CH|D B2   00CHZCH|D B2   00CX1CH|D B2   00CXZCH|D B2   00CDHCH|' ] ||
    fail "$codes"
# year, day, hour, minute, second of SAC's words 70 to 74, and of bytes 157 to 166 of a SEG-Y trace
[ "$(bytes run/seismograms/rock.velocity_x.sac 281 20 | od -An -td4 -w20 | tr -s ' ')" = ' 2020 60 23 59 59' ] ||
    fail "date of SAC"
[ "$(bytes run/seismograms/receivers.sgy 3757 10 | od -An -td2 --endian=big | tr -s ' ')" = ' 2020 60 23 59 59' ] ||
    fail "date of SEG-Y"
[ "$(bytes run/seismograms/rock.velocity_x.sac 609 8)" = 'ch      ' ] || fail "network of SAC"

# a run that stops in between
"$eagre" run case.yaml -o half $options --set time.steps=40
"$eagre" resume half -q --no-measure --device host:2 --set time.steps=100000
cmp $file half/seismograms/receivers.mseed && cmp run/seismograms/receivers.h5 half/seismograms/receivers.h5 || fail "a resumed run"

wrong() { # SETTING WORDS
    "$eagre" check case.yaml --set "output.receivers.$1" >out 2>&1 && fail "$1 is taken"
    grep -qF "$2" out || fail "$1: $(cat out)"
}
wrong 'variables=[stress]' 'SEED has no channel for stress_xx; give variables: a list of velocity, displacement and pressure'
wrong 'network=abc' "the network code 'abc' of receiver 'rock' is not of 1 or 2 letters and digits"
wrong 'network=a.b' "'a.b' is no network code"
wrong 'location=abc' "'abc' is no location code"
wrong 'at={toolong: [300 m, 0 m]}' "the station code of receiver 'toolong' is 'toolong'; miniSEED has room for 5"
wrong 'at={a: [300 m, 0 m], A: [1 m, 0 m]}' 'two receivers are the station CH.A of miniSEED'
wrong 'interval=1 us' 'an interval of 1e-06 s is none; take another interval, or leave mseed out'

# a record section: curves at offsets of any distances, by default colours or curves across the page
"$eagre" run case.yaml -o line $options --set "output.receivers.format=[segy]" --set "output.receivers.variables=[pressure]" \
    --set 'output.receivers.at={a: [100 m, 0 m], b: [300 m, 0 m], c: [350 m, 0 m], d: [900 m, 0 m]}'
for kind in '' '--traces colors' '--traces wiggles' '--traces wiggles --range=-1e-9,1e-9'; do
    "$eagre" picture line/seismograms/receivers.sgy -o "picture${kind// /}.png" $kind >/dev/null || fail "$kind"
done
cmp -s picture.png picture--tracescolors.png || fail "colors are not the default"
[ "$(md5sum picture*.png | cut -c-32 | sort -u | wc -l)" = 3 ] || fail "pictures: $(md5sum picture*.png)"
! "$eagre" picture line/seismograms/receivers.sgy --traces lines -o no.png >out 2>&1 || fail "lines"
grep -qF "traces are drawn as colors or wiggles, not as 'lines'" out || fail "$(cat out)"
! "$eagre" picture run --traces wiggles -o no.png >out 2>&1 || fail "wiggles of a run"
grep -qxF "eagre: --traces is for SEG-Y; run is a run's folder" out || fail "$(cat out)"

[ -z "${EAGRE_OBSPY:-}" ] || "$EAGRE_OBSPY" "$EAGRE_SOURCE/tests/obspy_reads.py" run
