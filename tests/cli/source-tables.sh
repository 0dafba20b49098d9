#!/bin/bash
# Sources from a table: the same run as by keys of the case, of every action and time function; and what is wrong in a
# table, by line, column and value.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >case.yaml <<'CASE'
model: elastic
mesh: {box: {size: [4 m, 2 m], cells: [8, 4]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
sources: {table: sources.csv}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: free-surface}
time: {end: 0.5 s}
numerics: {order: 3}
output:
  receivers: {interval: 50 ms, format: [csv, sac], at: {a: [2 m, 1.2 m]}}
CASE
printf 'time,value\n0,0\n0.25,1\n0.5,0\n' >rate.csv
printf 'time,value\n0.125,0\n0.375,1\n0.625,0\n' >late.csv
# keys: the sources by keys
cat >keys.yaml <<'KEYS'
sources:
  p: {at: [1.3 m, 1.1 m], explosion: 1, time: {ricker: {frequency: 4 Hz, delay: 0.25 s}}}
  f: {at: [2.5 m, 1 m], force: [0.5, -1], spread: point, time: {gaussian: {sigma: 0.05 s, delay: 0.2 s}}}
  m: {at: [3 m, 0.5 m], moment: [1, -1, 0.25], time: {csv: late.csv}}
  q: {at: [1 m, 0.5 m], double_couple: {strike: 0 deg, dip: 30 deg, rake: 90 deg, moment: 2, x_azimuth: 90 deg}, time: {brune: {rise: 0.1 s, delay: 0.05 s}}}
KEYS
cat >sources.csv <<'TABLE'
name,x,y,explosion,force_x,force_y,spread,moment_xx,moment_yy,moment_xy,strike,dip,rake,moment,x_azimuth,function,frequency,sigma (ms),rise,delay,series,onset
p,1.3,1.1,1,,,,,,,,,,,,ricker,4,,,0.25,,
f,250 cm,1,,0.5,-1,point,,,,,,,,,gaussian,,50,,0.15 s,,0.05
m,3,0.5,,,,,1,-1,0.25,,,,,,,,,,,rate.csv,125 ms
q,1,0.5,,,,smooth,,,,0,30,90,2,90,brune,,,0.1,0.05,,
TABLE
sed -e '/^sources:/{r keys.yaml
d}' case.yaml | awk '/^sources:/ && seen++ { next } { print }' >by-keys.yaml
"$eagre" run by-keys.yaml -o keys -q --no-measure
"$eagre" run case.yaml -o table -q --no-measure
cmp keys/seismograms/receivers.csv table/seismograms/receivers.csv
cmp keys/seismograms/a.stress_xx.sac table/seismograms/a.stress_xx.sac
grep -q "$(grep -o '"state_hash": "[0-9a-f]*"' keys/summary.json)" table/summary.json
# the resolved case, from another folder; some by keys and some in the table
(mkdir -p away && cd away && "$eagre" run ../table/case.yaml -o again -q --no-measure)
cmp keys/seismograms/receivers.csv away/again/seismograms/receivers.csv
sed -n '1p;3p;5p' sources.csv >half.csv
sed -e '/^  f:/d; /^  q:/d; s/^sources:/sources:\n  table: half.csv/' by-keys.yaml >both.yaml
"$eagre" run both.yaml -o both -q --no-measure
awk -F, 'NR == FNR { for (i = 1; i <= NF; i++) v[FNR, i] = $i; next }
    FNR > 1 { for (i = 2; i <= NF; i++) { d = $i - v[FNR, i]; m = $i < 0 ? -$i : $i; if (d < 0) d = -d
        if (d > worst) worst = d; if (m > most) most = m } }
    END { exit !(most > 0.01 && worst < 1e-13 * most) }' keys/seismograms/receivers.csv both/seismograms/receivers.csv
# a SAC file beside the table
cp table/seismograms/a.stress_xx.sac stf.sac
printf 'name,x,y,explosion,series\np,1,1,1,stf.sac\n' >sources.csv
"$eagre" run case.yaml -o sac -q --no-measure
"$eagre" run case.yaml -o sac-keys -q --no-measure --set 'sources={p: {at: [1, 1], explosion: 1, time: {sac: stf.sac}}}'
cmp sac/seismograms/receivers.csv sac-keys/seismograms/receivers.csv

# refuses TEXT TABLE
refuses() {
    local got=0
    printf '%b' "$2" >sources.csv
    "$eagre" run case.yaml -o bad 2>message >/dev/null || got=$?
    [ "$got" = 4 ] && grep -qF "$1" message && [ ! -e bad ] || { echo "$1: $got"; cat message; exit 1; }
}
refuses 'sources.csv:2: the row has no strength; a source of model elastic needs the columns of exactly one strength' \
    'name,x,y,explosion,function,rise\np,1,1,,brune,0.1\n'
refuses 'sources.csv:2: the row has several strengths' 'name,x,y,explosion,force_x,force_y,function,rise\np,1,1,1,1,1,brune,0.1\n'
refuses "sources.csv:2: column 'force_y' has no value" 'name,x,y,force_x,force_y,function,rise\np,1,1,1,,brune,0.1\n'
refuses "sources.csv:3: column 'function', 'rickr': must be one of ricker, gaussian, brune, heaviside, heaviside_rate" \
    'name,x,y,explosion,function,frequency\np,1,1,1,ricker,1\nq,1,1,1,rickr,1\n'
refuses "sources.csv:2: column 'frequency' has no value" 'name,x,y,explosion,function,frequency\np,1,1,1,ricker,\n'
refuses "sources.csv:2: column 'function', 'ricker': its number is not above 0" \
    'name,x,y,explosion,function,frequency\np,1,1,1,ricker,-1\n'
refuses 'sources.csv:2: the row has no time function' 'name,x,y,explosion\np,1,1,1\n'
refuses 'sources.csv:2: the row has two time functions' 'name,x,y,explosion,function,rise,series\np,1,1,1,brune,1,a.csv\n'
refuses 'absent.csv' 'name,x,y,explosion,series\np,1,1,1,absent.csv\n'
refuses 'sources.csv:2: a source at (9, 1) lies outside the mesh' 'name,x,y,explosion,function,rise\np,9,1,1,brune,0.1\n'
refuses "sources.csv:1: the column 'explosoin' is not known; did you mean 'explosion'?" 'name,x,y,explosoin\np,1,1,1\n'
refuses "sources.csv:1: the column 'force_z' is not known" 'name,x,y,force_z\np,1,1,1\n'
refuses "sources.csv:2: column 'spread', 'wide': must be smooth or point" \
    'name,x,y,spread,explosion,function,rise\np,1,1,wide,1,brune,0.1\n'
refuses "sources.csv:2: column 'dip', '95': the dip of 95 degrees is not between 0 and 90" \
    'name,x,y,strike,dip,rake,moment,x_azimuth,function,rise\nq,1,1,0,95,90,1,90,brune,0.1\n'
refuses "sources.csv:2: column 'x_azimuth' has no value" \
    'name,x,y,strike,dip,rake,moment,function,rise\nq,1,1,0,45,90,1,brune,0.1\n'
refuses "sources.csv:2: column 'moment', '0': must be above 0" \
    'name,x,y,strike,dip,rake,moment,x_azimuth,function,rise\nq,1,1,0,45,90,0,90,brune,0.1\n'
refuses 'this double couple has no part that acts in model elastic' \
    'name,x,y,strike,dip,rake,moment,x_azimuth,function,rise\nq,1,1,90,90,0,1,90,brune,0.1\n'
