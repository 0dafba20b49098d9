#!/bin/bash
# Receivers along lines, on grids and in tables: their names, places and codes in all files, the same samples as of
# receivers one by one, on any ranks; and what is wrong in a table, by line, column and value.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >case.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 m, 2 m], cells: [8, 4]}}
materials: {all: {density: 1, vp: 2}}
sources:
  shot: {at: [1.3 m, 1.1 m], explosion: 1, time: {ricker: {frequency: 2.5 Hz, delay: 0.4 s}}}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: free-surface}
time: {end: 0.5 s}
numerics: {order: 3}
output:
  receivers:
    interval: 50 ms
    format: [csv, sac, segy]
    at: {a: [2 m, 1 m]}
    lines: {ground: {from: [0.5 m, 1.5 m], to: [3.5 m, 1.5 m], count: 10}}
    grids: {net: {from: [1 m, 0.5 m], to: [3 m, 1 m], count: [3, 2]}, mast: {from: [2 m, 0 m], to: [9 m, 2 m], count: [1, 3]}}
    table: stations.csv
CASE
cat >stations.csv <<'TABLE'
# what surveyors bring
name, x (cm), y, network, station
harbour, 150, 1.25 m, EG, HRB1
hill_top, 375, 0.25, , HILL
TABLE
"$eagre" run case.yaml -o run -q --no-measure
names='a ground_01 ground_02 ground_03 ground_04 ground_05 ground_06 ground_07 ground_08 ground_09 ground_10 net_1_1 net_2_1 net_3_1 net_1_2 net_2_2 net_3_2 mast_1 mast_2 mast_3 harbour hill_top'
[ "$(head -1 run/seismograms/receivers.csv | tr , '\n' | sed -n 's/_pressure_Pa$//p' | tr '\n' ' ')" = "$names " ]
for name in $names; do [ -f "run/seismograms/$name.velocity_y.sac" ]; done

# the same one by one, and of two ranks
cat >places <<'PLACES'
    at: {a: [2 m, 1 m], g4: [1.5 m, 1.5 m], g10: [3.5 m, 1.5 m], n: [2 m, 0.5 m], n2: [3 m, 1 m], m: [2 m, 1 m], h: [1.5 m, 1.25 m], t: [3.75 m, 0.25 m]}
PLACES
sed -e '/^    \(lines\|grids\|table\):/d' -e '/^    at:/{r places
d}' case.yaml >single.yaml
"$eagre" run single.yaml -o single -q --no-measure
pairs='a=a ground_04=g4 ground_10=g10 net_2_1=n net_3_2=n2 mast_2=m harbour=h hill_top=t'
# column FILE NAME: the samples of that column
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' "$1"; }
for pair in $pairs; do
    column run/seismograms/receivers.csv "${pair%=*}_velocity_x_m_per_s" >left
    column single/seismograms/receivers.csv "${pair#*=}_velocity_x_m_per_s" >right
    [ -s left ] && cmp left right
done

# bytes FILE OFFSET LENGTH
bytes() { tail -c +$(($2 + 1)) "$1" | head -c "$3"; }
# expect FOUND WANTED
expect() { [ "$1" = "$2" ] || { echo "found '$1', not '$2'"; exit 1; }; }
sac=run/seismograms/harbour.pressure.sac
expect "$(bytes $sac 440 8)$(bytes $sac 608 8)$(bytes $sac 600 8)" 'HRB1    EG      p       '
sac=run/seismograms/hill_top.pressure.sac
expect "$(bytes $sac 440 8)$(bytes $sac 608 8)" 'HILL    -12345  '
expect "$(bytes run/seismograms/ground_10.pressure.sac 440 8)" 'ground_1'
# places in SEG-Y: the 31st trace of 3 variables is of ground_10. Its x, y, elevation; those of the source, whose depth is
# below 0; their distance. Places are in 0.1 mm
number() { bytes run/seismograms/receivers.sgy $((3600 + ($1 - 1) * (240 + 4 * 11) + $2 - 1)) 4 | od -An -t u1 |
    awk '{ v = (($1 * 256 + $2) * 256 + $3) * 256 + $4; if (v >= 2147483648) v -= 4294967296; print v }'; }
expect "$(for byte in 81 85 41 73 77 49 37; do number 31 $byte; done | tr '\n' ' ')" '35000 0 15000 13000 0 -11000 2 '

# what else receivers tell: displacement and pressure beside the velocity, the same in all formats; the velocity's
# samples integrated, which go back to the displacement by differences
"$eagre" run case.yaml -o other -q --no-measure --set output.receivers.interval=2e-3 --set model=elastic \
    --set 'materials.all={density: 1, vp: 2, vs: 1}' --set 'output.receivers.variables=[displacement, pressure, velocity, stress]'
head -1 other/seismograms/receivers.csv | tr , '\n' | sed -n 2,9p | tr '\n' ' ' >names
expect "$(cat names)" 'a_displacement_x_m a_displacement_y_m a_pressure_Pa a_velocity_x_m_per_s a_velocity_y_m_per_s a_stress_xx_Pa a_stress_yy_Pa a_stress_xy_Pa '
awk -F, 'NR > 1 { n++; u[n] = $2; v[n] = $5; p = $4 + ($7 + $8) / 2; if (p < 0) p = -p; if (p > wrong) wrong = p }
    END { if (u[1] != 0 || wrong > 1e-12) exit 1
        for (k = 3; k < n - 1; k++) { d = (u[k - 2] - 8 * u[k - 1] + 8 * u[k + 1] - u[k + 2]) / 0.024 - v[k]
            if (d < 0) d = -d; if (d > worst) worst = d; m = v[k] < 0 ? -v[k] : v[k]; if (m > most) most = m }
        exit !(most > 1e-3 && worst < 1e-2 * most) }' other/seismograms/receivers.csv
sac=other/seismograms/a.displacement_y.sac
expect "$(bytes $sac 600 8)$(bytes $sac 576 8)" 'uy      m       '
last=$(tail -c 4 $sac | od -An -t f4 | tr -d ' ')
awk -v a="$last" -v b="$(tail -1 other/seismograms/receivers.csv | cut -d, -f3)" \
    'BEGIN { d = a - b; if (d < 0) d = -d; m = b < 0 ? -b : b; exit !(m > 0 && d <= 1e-6 * m) }'

# stations of an inventory: on the equator 2.1 m are 1.88646e-5 degrees; away from the section they are put into it
cat >net.xml <<'XML'
<?xml version="1.0"?>
<FDSNStationXML xmlns="http://www.fdsn.org/xml/station/1" schemaVersion="1.1">
<Network code="EG"><Station code="HALF"><Latitude>0</Latitude><Longitude>1.8864620966e-5</Longitude><Elevation>31.15</Elevation></Station>
<Station code="OFF"><Latitude>1e-4</Latitude><Longitude>1.8864620966e-5</Longitude><Elevation>31.15</Elevation></Station></Network>
</FDSNStationXML>
XML
got=0
"$eagre" run case.yaml -o net --no-measure --set 'output.receivers.at={a: [2.1 m, 1.15 m]}' --set output.receivers.stationxml='{file: net.xml, origin: {latitude: 0, longitude: 0, elevation: 30 m}}' \
    >/dev/null 2>message || got=$?
if [ $got = 2 ]; then
    grep -q 'built without libexpat' message
else
    grep -q 'stations are up to 11.06 m away from the section, and are projected onto it' message
    for pair in EG_HALF=a EG_OFF=a; do
        paste <(column net/seismograms/receivers.csv "${pair%=*}_pressure_Pa") <(column net/seismograms/receivers.csv "${pair#*=}_pressure_Pa") |
            awk '{ d = $1 - $2; if (d < 0) d = -d; m = $1 < 0 ? -$1 : $1; if (d > worst) worst = d; if (m > most) most = m }
                END { exit !(most > 1e-3 && worst < 1e-6 * most) }'
    done
    expect "$(bytes net/seismograms/EG_OFF.pressure.sac 440 8)$(bytes net/seismograms/EG_OFF.pressure.sac 608 8)" 'OFF     EG      '
fi

# below a surface of a raster their elevations are those of the raster, unless both are counted from another height
if [ $got != 2 ] && grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    printf 'ncols 2\nnrows 2\nxllcorner -500\nyllcorner -500\ncellsize 1000\n800 700\n690 650\n' >dem.asc
    sed 's/>31.15</>660</' net.xml >high.xml
    cat >hill.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 1}, box: {origin: [-100, -100, 0], size: [200, 200, 400], cells: [2, 2, 2], topography: {raster: dem.asc}}}
materials: {all: {density: 1000, vp: 1500}}
sources: {shot: {at: [1, 2, 300], explosion: 1, time: {ricker: {frequency: 5 Hz}}}}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: free-surface}
time: {steps: 1}
numerics: {degree: 2}
output: {receivers: {interval: 1 ms, stationxml: {file: high.xml, origin: {latitude: 0, longitude: 0}}}}
CASE
    "$eagre" check hill.yaml --no-measure >message 2>&1 || fail "$(cat message)"
    ! grep -q 'all stations lie' message || fail "$(cat message)"
    "$eagre" check hill.yaml --no-measure --set output.receivers.stationxml.origin.elevation='400 m' >message 2>&1 || fail "$(cat message)"
    grep -q "verdict units: all stations lie 4[0-9.]* m or more below the surface of .*dem.asc: origin.elevation, 400 m, is that of the mesh's z = 0" message ||
        fail "$(cat message)"
fi

# depths of QuakeML are in metres
if [ $got != 2 ] && grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    cat >event.xml <<'XML'
<quakeml xmlns="http://quakeml.org/xmlns/quakeml/1.2"><eventParameters><event publicID="e">
<origin publicID="o"><latitude><value>0</value></latitude><longitude><value>0</value></longitude><depth><value>12</value></depth></origin>
<focalMechanism><momentTensor><tensor><Mrr><value>1e12</value></Mrr><Mtt><value>-1e12</value></Mtt><Mpp><value>0</value></Mpp>
<Mrt><value>0</value></Mrt><Mrp><value>0</value></Mrp><Mtp><value>0</value></Mtp></tensor>
<sourceTimeFunction><duration>2</duration></sourceTimeFunction></momentTensor></focalMechanism></event></eventParameters></quakeml>
XML
    cat >event.yaml <<'CASE'
model: elastic
mesh: {forest: {level: 1}, box: {origin: [-500, -500, -1000], size: [1000, 1000, 1000], cells: [2, 2, 2]}}
materials: {all: {density: 1000, vp: 1500, vs: 800}}
sources: {quakeml: {file: event.xml, origin: {latitude: 0, longitude: 0}}}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: free-surface}
time: {end: 10}
numerics: {degree: 2}
CASE
    "$eagre" check event.yaml --no-measure >message 2>&1 || fail "$(cat message)"
    grep -q 'verdict units: event.xml:2: the depth of the event is 12 m: QuakeML has depths in metres' message || fail "$(cat message)"
    sed -i 's/>12</>120</' event.xml
    "$eagre" check event.yaml --no-measure >message 2>&1 || fail "$(cat message)"
    ! grep -q 'the depth of the event' message || fail "$(cat message)"
fi

# the resolved case is a case
"$eagre" run run/case.yaml -o again -q --no-measure
cmp run/seismograms/receivers.csv again/seismograms/receivers.csv

# refuses CODE TEXT ARGUMENT...
refuses() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run case.yaml -o bad "$@" 2>message >/dev/null || got=$?
    [ "$got" = "$code" ] && grep -qF "$text" message && [ ! -e bad ] || { echo "$text: $got"; cat message; exit 1; }
}
# table TEXT: a table of those lines
table() { printf 'name,x,y,station,network\n%b' "$1" >stations.csv; }
table 'far,9,1,,\n'
refuses 4 "stations.csv:2: the receiver 'far' at (9, 1) lies outside the mesh, which spans (0, 0) to (4, 2)"
table 'b,1,1,,\nb c,1,1,,\n'
refuses 4 "stations.csv:3: column 'name', 'b c': a name must consist of letters, digits, '_' and '-'"
table 'b,1,1,,\nb,1.5,1,,\n'
refuses 4 "stations.csv:3: column 'name', 'b': there is a receiver of that name already"
table 'ground_03,1,1,,\n'
refuses 4 "stations.csv:2: column 'name', 'ground_03': there is a receiver of that name already"
table 'b,1,one,,\n'
refuses 4 "stations.csv:2: column 'y', 'one': expected a length"
table 'b,1,2 s,,\n'
refuses 4 "stations.csv:2: column 'y', '2 s': expected a length"
table 'b,,1,,\n'
refuses 4 "stations.csv:2: column 'x' has no value"
table 'b,1,1,LONGSTATION,\n'
refuses 4 "stations.csv:2: column 'station', 'LONGSTATION': a code has at most 8 characters"
refuses 4 'absent.csv' --set output.receivers.table=absent.csv
printf 'name;x;y;network;station\nb;1,5;1;;\n' >stations.csv
refuses 4 "stations.csv:2: column 'x', '1,5': numbers have a decimal point, not a comma"
printf 'name,x,y,station,newtork\nb,1,1,,\n' >stations.csv
refuses 4 "stations.csv:1: the column 'newtork' is not known; did you mean 'network'?"
rm stations.csv
printf 'name,x,y\nb,1,1\n' >stations.csv
refuses 3 'output.receivers.lines.ground.count: must be between 2 and 1000000' --set output.receivers.lines.ground.count=1
refuses 3 "there is a receiver 'a_1' already: names must be unique, since files are named after them" \
    --set 'output.receivers.at={a_1: [1, 1]}' --set 'output.receivers.lines={a: {from: [0, 1], to: [1, 1], count: 2}}'
refuses 3 "the receiver 'ground_09' at (4.5, 1.05556) lies outside the mesh, which spans (0, 0) to (4, 2)" --set 'output.receivers.lines.ground.to=[5, 1]'
refuses 3 "'velocity' is given twice" --set 'output.receivers.variables=[velocity, velocity]'
refuses 3 'outside of the dates of ASDF' --set 'output.receivers.format=[asdf]' --set time.start=2262-05-01
refuses 3 'outside of the years 1 to 9999' --set 'output.receivers.format=[sac]' --set time.start=9999-12-31T23:59:59-12:00
refuses 3 'SEG-Y holds 32767' --set 'output.receivers.grids.net.count=[200, 100]'
refuses 3 'at most 10000000 are possible in a grid' --set 'output.receivers.grids.net.count=[20000, 10000]'
refuses 3 'needs at least one of the keys at, lines, grids, table, stationxml' --set 'output.receivers={interval: 0.1}'
