#!/bin/bash
# Units of the files of earthquakes: moments in N m in a CMTSOLUTION, a rupture with areas in m2, slips in m, or rocks in SI, and
# moments that no earthquake has are told with the unit of the format; right ones are not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"
cat >case.yaml <<'CASE'
model: elastic
mesh: {box: {origin: [-10 km, -10 km, -10 km], size: [20 km, 20 km, 10 km], cells: [2, 2, 1]}, forest: {level: 0}}
materials: {all: {density: 2700, vp: 6000, vs: 3500}}
sources: {}
boundaries: {left: absorbing, right: absorbing, front: absorbing, back: absorbing, bottom: absorbing, top: free-surface}
time: {steps: 1}
numerics: {degree: 2}
output: {picture: none}
CASE
origin='origin: {latitude: 46 deg, longitude: 7 deg}'
units() { # TEXT SOURCES: check doubts the file, by the text; without one it does not
    "$eagre" check case.yaml --no-measure --device host:1 --set "sources={$2}" >out 2>err || fail "$2: $(cat err)"
    [ -n "$1" ] || { ! grep 'verdict units' err && return; fail "$2"; }
    grep 'verdict units' err | grep -qF -e "$1" || fail "$2: expected '$1', found $(cat err)"
}

cmt() { # MOMENT MAGNITUDE
    printf ' PDEW2011  3 11  5 46 23.00  46.0000    7.0000  5.0 %s 0.0 HERE\nevent name: E\ntime shift: 0\nhalf duration: 2\n' $2
    printf 'latitude: 46\nlongitude: 7\ndepth: 5\nMrr: %s\nMtt: -%s\nMpp: 0\nMrt: 0\nMrp: 0\nMtp: 0\n' $1 $1
}
of_cmt="cmt: {file: cmt, $origin}"
cmt 5e25 6.3 >cmt
units '' "$of_cmt"
cmt 5e18 6.3 >cmt
units 'cmt:1: the moment is 5e+11 N m, a magnitude Mw of 1.73, and the header has 6.3: a CMTSOLUTION has moments in dyne cm, not N m' "$of_cmt"
cmt 5e25 0 >cmt
units '' "$of_cmt"
cmt 5e11 0 >cmt
units 'a magnitude Mw of -2.93, and earthquakes have -2 to 10.5: a CMTSOLUTION has moments in dyne cm' "$of_cmt"
cmt 5e32 0 >cmt
units 'a magnitude Mw of 11.' "$of_cmt"

srf() { # AREA RATE SPEED DENSITY: 20 points, 1 km apart
    awk -v area=$1 -v rate=$2 -v speed=$3 -v density=$4 'BEGIN {
        print "2.0"; print "POINTS 20"
        for (i = 0; i < 20; i++) {
            printf "7 %.7f %g 0 90 %s 0 0.1 %s %s\n", 46 + (i % 5) / 111.195, 3 + int(i / 5), area, speed, density
            print "0 1 3 0 0 0 0"; print 0.5 * rate, rate, 0.5 * rate } }' >srf
}
of_srf="srf: {file: srf, $origin, spread: point}"
srf 1e10 500 350000 2.7
units '' "$of_srf"
srf 1e6 5 3500 2.7
units 'srf:3: the area of this point is 100 m2, and the next point is 1000 m away: AREA is in cm^2, which 1e+10 would be' "$of_srf"
srf 1e10 500 3500 2.7
units 'srf:3: VS and DEN of this point are 35 m/s and 2700 kg/m3, a rigidity of 3.31e+06 Pa: they are in cm/s and g/cm^3' "$of_srf"
units "" "srf: {file: srf, $origin, spread: point, rigidity: 30 GPa}"
srf 1e10 5 350000 2.7
units 'of its size, and ruptures slip by 1e-5 to 1e-3: slips and their rates are in cm and cm/s' "$of_srf"
