#!/bin/bash
# Sources by strike, dip and rake: the moments that they are, in P-SV and in SH sections, what is left out, what is refused,
# and that the resolved case says the same.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >psv.yaml <<'CASE'
model: elastic
mesh: {box: {size: [4 m, 2 m], cells: [8, 4]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
sources:
  quake: {at: [1.3 m, 1.1 m], moment: [-1, 1, 0], time: {heaviside_rate: {rise: 0.3 s}}}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: free-surface}
time: {end: 0.8 s}
numerics: {order: 3}
output:
  receivers: {interval: 50 ms, at: {a: [2 m, 1.2 m]}}
CASE
sed -e 's/model: elastic/model: sh/; s/vp: 2, //; s/moment: \[.*\], time/moment: [0, 1], time/' psv.yaml >sh.yaml

# same A B: the tables of receivers agree to 1e-12 of their largest number
same() {
    paste -d, "$1/seismograms/receivers.csv" "$2/seismograms/receivers.csv" | awk -F, '
        NR > 1 { for (i = 1; i <= NF / 2; i++) { d = $i - $(i + NF / 2); m = $i < 0 ? -$i : $i
            if (i > 1 && m > most) most = m; if (d < 0) d = -d; if (d > worst) worst = d } }
        END { exit !(most > 1e-6 && worst <= 1e-12 * most) }' || { echo "$1 and $2 differ"; exit 1; }
}
# run CASE FOLDER MECHANISM: with that double couple instead
run() {
    local time='{heaviside_rate: {rise: 0.3 s}}'
    "$eagre" run "$1" -o "$2" --no-measure --set "sources.quake={at: [1.3 m, 1.1 m], double_couple: $3, time: $time}" 2>message >/dev/null
}
# nothing is told but that the cells of this small case are too large for the source
quiet() {
    ! grep -v 'warning: verdict resolution: ' message || exit 1
}
"$eagre" run psv.yaml -o thrust -q --no-measure
run psv.yaml a '{strike: 0 deg, dip: 45 deg, rake: 90 deg, moment: 1, x_azimuth: 90 deg}'
quiet
same thrust a
# the plane of 1 + 180 degrees dips to the other side, and 90 degrees are pi / 2
run psv.yaml b '{strike: 180 deg, dip: 0.78539816339744831 rad, rake: 90 deg, moment: 1, x_azimuth: 1.5707963267948966 rad}'
same thrust b
# the resolved case, whose angles are radians
"$eagre" run a/case.yaml -o again -q --no-measure
cmp a/seismograms/receivers.csv again/seismograms/receivers.csv
# a dip of 30 degrees: xx = -sin 60, yy = sin 60, xy = -cos 60 degrees; down turns xy round
"$eagre" run psv.yaml -o flat -q --no-measure --set 'sources.quake.moment=[-0.86602540378443865, 0.86602540378443865, -0.5]'
run psv.yaml c '{strike: 0 deg, dip: 30 deg, rake: 90 deg, moment: 1, x_azimuth: 90 deg}'
same flat c
run psv.yaml d '{strike: 180 deg, dip: 30 deg, rake: 90 deg, moment: 1, x_azimuth: 90 deg, vertical: down}'
same flat d
# strike-slip on a vertical plane along the section: SH waves alone. Along x (east), the left-lateral fault moves its
# north side west: z is south, so xz = -(east north) = 1
"$eagre" run sh.yaml -o slip -q --no-measure --set 'sources.quake.moment=[1, 0]'
run sh.yaml e '{strike: 90 deg, dip: 90 deg, rake: 0 deg, moment: 1, x_azimuth: 90 deg}'
quiet
same slip e

# what is left out is told
run psv.yaml f '{strike: 30 deg, dip: 45 deg, rake: 90 deg, moment: 1, x_azimuth: 90 deg}'
grep -q "left out: the model elastic has xx, yy and xy alone" message || { cat message; exit 1; }
refuses() {
    local got=0 text=$3
    run "$1" bad "$2" || got=$?
    [ "$got" = 3 ] && grep -qF "$text" message && [ ! -e bad ] || { echo "$2: $got"; cat message; exit 1; }
}
refuses psv.yaml '{strike: 90 deg, dip: 90 deg, rake: 0 deg, moment: 1, x_azimuth: 90 deg}' \
    'this double couple has no part that acts in model elastic: all of it is across the plane'
refuses psv.yaml '{strike: 30, dip: 45 deg, rake: 90 deg, moment: 1, x_azimuth: 90 deg}' \
    "strike: an angle needs its unit; write '30 deg'"
refuses psv.yaml '{strike: 0, dip: 100 deg, rake: 0 deg, moment: 1, x_azimuth: 90 deg}' \
    'the dip of 100 degrees is not between 0 and 90: a plane that dips to the other side'
refuses psv.yaml '{strike: 0, dip: 45 deg, rake: 90 deg, magnitude: 5, x_azimuth: 90 deg}' \
    'a magnitude gives N m, but the plane takes N m per metre across it'
refuses psv.yaml '{strike: 0, dip: 45 deg, rake: 90 deg, moment: 1}' "missing key 'x_azimuth'"
refuses psv.yaml '{strike: 0, dip: 45 deg, rake: 90 deg, moment: -1, x_azimuth: 90 deg}' 'must be above 0'
