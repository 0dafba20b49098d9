#!/bin/bash
# Receivers of a run: what is in seismograms/, that all formats say the same, that --force removes the old ones and
# nothing else, and that samples do not depend on threads and lanes.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >small.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 m, 2 m], cells: [8, 4]}}
materials: {all: {density: 1, vp: 2}}
sources:
  shot: {at: [1.3 m, 1.1 m], explosion: 1, time: {ricker: {frequency: 2.5 Hz, delay: 0.4 s}}}
  second: {at: [3 m, 1 m], force: [1, 0], time: "sin(3 * t)"}
boundaries: {left: absorbing, right: {absorbing: 1 m}, bottom: wall, top: free-surface}
time: {end: 1 s}
numerics: {order: 3}
output:
  fields: {every: 0.5 s}
  receivers: {interval: 10 ms, format: [csv, sac, segy], at: {a: [2 m, 1 m], edge: [4 m, 2 m]}}
CASE
"$eagre" run small.yaml -o first -q --no-measure
[ "$(ls first/seismograms | wc -l)" = 8 ] || { ls first/seismograms; exit 1; }
[ "$(wc -l <first/seismograms/receivers.csv)" = 102 ] # a header, and samples at 0, 0.01, ..., 1
head -1 first/seismograms/receivers.csv |
    grep -qx 'time_s,a_pressure_Pa,a_velocity_x_m_per_s,a_velocity_y_m_per_s,edge_pressure_Pa,edge_velocity_x_m_per_s,edge_velocity_y_m_per_s'
awk -F, 'NR > 1 && ($2 > 1e-3 || $2 < -1e-3) { moved = 1 } END { exit !moved }' first/seismograms/receivers.csv
# the last 4 bytes of a SAC file are its last sample, little-endian; SEG-Y's traces are as long as the table
last=$(tail -c 4 first/seismograms/a.pressure.sac | od -An -t f4 | tr -d ' ')
table=$(tail -1 first/seismograms/receivers.csv | cut -d, -f2)
awk -v a="$last" -v b="$table" 'BEGIN { d = a - b; if (d < 0) d = -d; m = b < 0 ? -b : b; exit !(d <= 1e-6 * m) }'
[ "$(stat -c %s first/seismograms/receivers.sgy)" = $((3600 + 6 * (240 + 4 * 101))) ]

# a section has no names of columns to choose by
for file in receivers.sgy a.pressure.sac; do
    ! "$eagre" picture "first/seismograms/$file" --variable pressure -o none.png 2>message
    grep -q 'a picture shows all traces' message && [ ! -e none.png ]
done

# 24 traces of each component and more: a section for each, one below the other; fewer are curves
height() { od -An -j 20 -N 4 -t u1 "$1" | awk '{ print $3 * 256 + $4 }'; }
for count in 23 24; do
    "$eagre" run small.yaml -o line -q --no-measure --device host:1 --force --set time.steps=20 \
        --set "output.receivers={interval: 10 ms, format: [segy], lines: {l: {from: [0.1, 1], to: [3.9, 1], count: $count}}}"
    "$eagre" picture line/seismograms/receivers.sgy -o $count.png >/dev/null
done
! "$eagre" picture line/seismograms/receivers.sgy --size 60x20mm -o none.png 2>message || fail "traces in no room"
grep -q 'has no room for its traces: .* would do' message && [ ! -e none.png ] || fail "$(cat message)"
[ "$(height 24.png)" = 2100 ] && [ "$(height 23.png)" -lt 1000 ] || fail "sections of $(height 24.png) and $(height 23.png) pixels"

"$eagre" run small.yaml -o second -q --no-measure --device host:1 --lanes 4
cmp first/seismograms/receivers.csv second/seismograms/receivers.csv

echo mine >first/seismograms/notes.txt
"$eagre" run small.yaml -o first -q --no-measure --force --set 'output.receivers.format=[csv]'
[ -f first/seismograms/notes.txt ]
[ ! -f first/seismograms/a.pressure.sac ]
cmp first/seismograms/receivers.csv second/seismograms/receivers.csv

# a medium that varies in each cell: another seismogram, the same whatever the lanes
varying=(--set numerics.material_order=3 --set 'materials.all.vp="2 + 0.1 * x"' --set 'materials.all.density="1 + 0.1 * y"')
"$eagre" run small.yaml -o third -q --no-measure "${varying[@]}"
"$eagre" run small.yaml -o fourth -q --no-measure --device host:1 --lanes 4 "${varying[@]}"
cmp third/seismograms/receivers.csv fourth/seismograms/receivers.csv
! cmp -s third/seismograms/receivers.csv second/seismograms/receivers.csv

# a SAC file as time function, in either byte order
cp second/seismograms/a.pressure.sac little.sac
swap() { # the other byte order: words turned round, but for the names
    od -An -v -w4 -t x1 "$1" | awk '{ n++; if (n > 110 && n <= 158) print $1, $2, $3, $4; else print $4, $3, $2, $1 }' |
        while read -r a b c d; do printf '%b' "\\x$a\\x$b\\x$c\\x$d"; done
}
swap little.sac >big.sac
"$eagre" run small.yaml -o fifth -q --no-measure --set 'sources.shot.time={sac: little.sac}'
"$eagre" run small.yaml -o sixth -q --no-measure --set 'sources.shot.time={sac: big.sac}'
cmp fifth/seismograms/receivers.csv sixth/seismograms/receivers.csv
! cmp -s fifth/seismograms/receivers.csv second/seismograms/receivers.csv
head -c 1000 little.sac >cut.sac
echo 'no seismogram' >text.sac
put() { cp little.sac "$1" && printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }
put version.sac 304 '\007'
put uneven.sac 420 '\000'
put nan.sac 636 '\000\000\300\177'
refuses() {
    local got=0
    "$eagre" run small.yaml -o bad -q --no-measure --set "sources.shot.time={sac: $1}" 2>message || got=$?
    [ "$got" = 3 ] || [ "$got" = 4 ] && grep -qF "$2" message && [ ! -e bad ] || { echo "$1: $got"; cat message; exit 1; }
}
refuses none.sac 'none.sac'
refuses cut.sac 'cut.sac: byte 316: NPTS is 101, but the file has room for 92 samples'
refuses text.sac 'text.sac: has 14 bytes; the header of a SAC file alone has 632'
refuses version.sac "version.sac: byte 304: the header's version, NVHDR, is 7; only 6 is read"
refuses uneven.sac 'uneven.sac: byte 420: LEVEN is 0; only 1 is read, evenly sampled'
refuses nan.sac 'nan.sac: sample 2, at 0.01 s, is nan'

# smoothed steps: of a force, and the rate of a moment; a step as the rate of a moment is warned of
"$eagre" run small.yaml -o seventh --no-measure --set 'sources.second.time={heaviside: {rise: 0.2 s}}' \
    --set 'sources.shot.time={heaviside_rate: {rise: 0.2 s, delay: 0.1 s}}' 2>message >/dev/null
! grep 'time function' message || exit 1
"$eagre" run small.yaml -o eighth --no-measure --set 'sources.shot.time={heaviside: {rise: 0.2 s}}' >/dev/null 2>message
grep -q 'sources.shot.time.heaviside.*\|the time function of a moment is its rate' message || { cat message; exit 1; }

# what cannot be is refused before anything is written
for bad in 'sources.shot.at=[9, 9]' 'output.receivers.at={far: [4.1, 0]}' \
    'sources.shot.time={ricker: {frequency: -1}}' 'sources.shot.time={csv: none.csv}' 'sources.shot.moment=[1, 1, 0]'; do
    if "$eagre" run small.yaml -o bad -q --no-measure --set "$bad" 2>message; then
        echo "accepted: $bad"
        exit 1
    fi
    [ -s message ] && [ ! -e bad ] || { cat message; exit 1; }
done
