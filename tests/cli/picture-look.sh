#!/bin/bash
# What a reader chooses of a picture: size and pixels an inch, window, colours, values above one, title; each changes it, wrong ones
# are refused before anything is written, and curves refuse what is for maps.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >case.yaml <<'CASE'
title: a flood
model: shallow-water
mesh: {box: {size: [1 km, 400 m], cells: [20, 8]}}
materials: {all: {elevation: "0.001 * (1000 - x)"}}
initial: {depth: "x < 500 ? 2 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 20 s}
output: {fields: {every: 10 s, variables: [depth, velocity, elevation]}, gauges: {middle: [600 m, 200 m]}, record: {every: 10 s}}
CASE
"$eagre" run case.yaml -o run --no-measure --device host:1 -q || fail "no run"
printf 'x,theta_perturbation_K\n0,1\n1,2\n' >values.csv

number() { od -An -tu1 -j "$2" -N 4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }
drawn() { # NAME OPTIONS
    "$eagre" picture run -o "$1" "${@:2}" >/dev/null || fail "no $1 with ${*:2}"
}
sized() { # WIDTH HEIGHT OPTIONS; 0: any
    drawn sized.png "${@:3}"
    [ "$(number sized.png 16)" = "$1" ] || fail "${*:3}: a width of $(number sized.png 16)"
    [ "$2" = 0 ] || [ "$(number sized.png 20)" = "$2" ] || fail "${*:3}: a height of $(number sized.png 20)"
}
sized 900 500 --size 900x500PX
! grep -qa pHYs sized.png || fail 'a size in pixels tells inches'
sized 900 500 --size 900x500px --dpi 300
sized 1890 1181 --size 160x100mm --dpi 300
[ "$(od -An -c -j 37 -N 4 sized.png | tr -d ' ')$(number sized.png 41)" = pHYs11811 ] || fail "the file does not tell 300 pixels an inch"
sized 630 0 --size '8 cm'
[ "$(od -An -c -j 37 -N 4 sized.png | tr -d ' ')$(number sized.png 41)" = pHYs7874 ] || fail "a size in cm is not told"
sized 1260 0 --size 6.3in
sized 1260 787 --size 160mmx10cm
# a chosen page: text becomes smaller, or the page is refused with a size that would do
sized 630 197 --size 80x25mm
"$eagre" picture run -o bad.png --size 160x15mm >out 2>&1 && fail 'a map without room'
would=$(sed -n 's/.*has no room for the map: \([0-9]*\) x \([0-9]*\) pixels .*would do.*/\1x\2px/p' out)
drawn would.png --size "$would"
drawn map.svg
grep -q '<image' map.svg && ! grep -q '<pattern' map.svg || fail 'the map of an SVG is a pattern'
sized 700 0 --dpi 100
drawn a.pdf --size 160mm --dpi 300
! grep -qa 'MediaBox.*NaN' a.pdf || fail "the page has no size"
# 300 pixels an inch more than 100: the page is as large
drawn b.pdf --size 160mm --dpi 100
box() { grep -a -o 'MediaBox \[[^]]*\]' "$1" | head -1 | awk '{ printf "%.0f", $4 }'; }
[ "$(box a.pdf)" = "$(box b.pdf)" ] || fail "the pages are $(box a.pdf) and $(box b.pdf) points wide"

options=('' '--window 100,0.5km,0,200' '--window 100,500,0,300' '--colors grey' '--colors sequential' '--above 0.5' '--above 1' '--title Existing' '--arrows --above 1.9')
for ((i = 0; i < ${#options[@]}; i++)); do
    drawn "look-$i.png" ${options[i]}
    for ((j = 0; j < i; j++)); do
        ! cmp -s "look-$i.png" "look-$j.png" || fail "'${options[i]}' changes nothing of '${options[j]}'"
    done
done
drawn same.png --window 100,500,0,200
cmp same.png look-1.png || fail "0.5km is not 500 m"
for extra in '--compare run' '--movie movie.png'; do
    [ "${extra#--movie}" != "$extra" ] || extra="$extra -o with.png"
    "$eagre" picture run $extra --window 100,500,0,300 --above 0.3 --colors grey --title Both --dpi 60 >/dev/null || fail "none with $extra"
done
[ "$(number movie.png 16)" = 420 ] || fail "the movie is $(number movie.png 16) pixels wide"

refused() { # TEXT OPTIONS
    ! "$eagre" picture run -o bad.png "${@:2}" >out 2>&1 || fail "${*:2} is taken"
    grep -qF -- "$1" out || fail "${*:2}: $(cat out)"
    [ ! -e bad.png ] || fail "${*:2}: something is written"
}
for dpi in 1e6 0 -300 nan 19 300dpi; do refused '--dpi takes a number of pixels an inch from 20 to 2400' --dpi $dpi; done
for size in 160m x100 0x100mm 160x 160x100x50 1e3mm -5mm 160 160x100 160mmx100px px ''; do refused '--size' --size "$size"; done
refused 'sides of 100 to 16384 pixels' --size 16385x400px
refused 'sides of 100 to 16384 pixels' --size 160000mm
refused 'with a unit (mm, cm, in, px)' --size 160x100
refused 'at most 67108864 are drawn' --size 16384x16384px
refused '--window takes four lengths' --window 0,1,2
refused '--window takes four lengths' --window 5,5,0,1
refused '--window takes four lengths' --window 0,1,0,nan
refused '--window takes four lengths' --window 0,1,0,1,2
refused 'the window from 100000 to 500000 m in x shows nothing: the cells extend from 0 to 1000 m there' --window 100km,500km,0,200
refused 'has at most 100 times their extent' --window -1000km,1000km,0,200
refused "there are no colours 'gray'; there are sequential, water, diverging, earth, grey; did you mean 'grey'?" --colors gray
refused '--above takes a number' --above deep
refused '--above is a length, but the values are in m/s' --variable velocity --above 10cm
drawn length.png --above 50cm
cmp length.png look-5.png || fail '50cm is not 0.5'
drawn untitled.png --title ''
! cmp -s untitled.png look-0.png || fail 'an empty title is none'
for option in '--colors grey' '--above 1' '--window 0,1,0,1' '--edges'; do
    ! "$eagre" picture values.csv -o bad.png $option >out 2>&1 || fail "curves take $option"
    grep -qF -- "${option%% *} is for maps; values.csv is a table, of which there are curves" out || fail "$(cat out)"
done
"$eagre" picture values.csv -o values.svg --title 'Of a table' --size 400x300px >/dev/null || fail 'no table'
for option in '--time 3' '--index 0' '--arrows' '--contours 1'; do
    ! "$eagre" picture values.csv -o bad.png $option >out 2>&1 || fail "curves take $option"
    grep -qF -- "${option%% *} is for snapshots; values.csv is a table" out || fail "$(cat out)"
done
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 5\nNODATA_value -9999\n0 1\n0 2\n' >bed.asc
for option in --arrows '--time 3' '--variable depth' '--compare run'; do
    ! "$eagre" picture bed.asc -o bad.png $option >out 2>&1 || fail "rasters take $option"
    grep -qF -- "${option%% *} is for" out && grep -qF 'bed.asc is a raster' out || fail "$(cat out)"
done
! "$eagre" picture values.csv --movie bad.png >out 2>&1 || fail 'a movie of a table'
grep -qF -- '--movie is for snapshots, indices of them and folders of runs; values.csv is a table' out || fail "$(cat out)"

# what a title says of itself: the same picture with that title
called() { # TITLE SOURCE OPTIONS
    "$eagre" picture "$2" -o called.png "${@:3}" >/dev/null && "$eagre" picture "$2" -o titled.png "${@:3}" --title "$1" >/dev/null || fail "no picture of ${*:2}"
    cmp called.png titled.png || fail "${*:2} is not called '$1'"
}
called 'velocity x' run --variable velocity_x
called 'speed: norm of velocity' run --variable velocity
refused "has no field 'velocity_z'" --variable velocity_z
refused "has no field 'velocity_xy'" --variable velocity_xy
"$eagre" picture run -o none.png --above 100 >out 2>&1 || fail 'nothing above 100 m'
grep -qF 'no value is above 100 m: nothing has a colour' out || fail "$(cat out)"
# depth and level of one gauge are told apart
for order in depth_m,a_level_m level_m,a_depth_m; do
    printf "time_s,a_$order\n0,1,2\n1,1,2\n" >gauge.csv
    "$eagre" picture gauge.csv -o "gauge-${order%%_*}.png" >/dev/null || fail 'no gauge'
done
! cmp -s gauge-depth.png gauge-level.png || fail 'both curves of a gauge have its name'

# the difference of hexahedra is shown where one of the two is above: its panel, the third, loses colours on the left
cat >rod.yaml <<'CASE'
model: heat
mesh: {box: {size: [1, 1, 1], cells: [4, 2, 2]}}
materials: {all: {kappa: 1, capacity: 1, source: SOURCE}}
initial: {temperature: x}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 0.1, dt: 0.05}
numerics: {degree: 2}
output: {picture: none}
CASE
for source in 1 5; do
    sed "s/SOURCE/$source/" rod.yaml >"rod-$source.yaml"
    "$eagre" run "rod-$source.yaml" -o "rod-$source" -q --no-measure --device host:1
done
coloured() { # FILE: pixels of the third panel, in the left and in the right half of its map, that are reddish
    python3 - "$1" <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
at, packed = 8, b""
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IHDR":
        width, height, depth, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
    packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
    at += 12 + length
size = {2: 3, 6: 4}[colour]
raw, rows, before = zlib.decompress(packed), [], bytearray(width * size)
for y in range(height):
    line = bytearray(raw[y * (width * size + 1) + 1:(y + 1) * (width * size + 1)])
    kind = raw[y * (width * size + 1)]
    for i in range(len(line)):
        a, b = line[i - size] if i >= size else 0, before[i]
        c = before[i - size] if i >= size else 0
        p = a + b - c
        paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
        line[i] = (line[i] + [0, a, b, (a + b) // 2, paeth][kind]) % 256
    rows.append(line)
    before = line
left, right = 1062 * width // 1500, 1394 * width // 1500
count = [0, 0]
for line in rows:
    for x in range(left, right):
        r, g, b = line[x * size:x * size + 3]
        count[x >= (left + right) // 2] += r > g + 20 and r > b + 20
print(*count)
END
}
"$eagre" picture rod-1 --compare rod-5 -o whole.png >/dev/null
"$eagre" picture rod-1 --compare rod-5 --above 0.8 -o above.png >/dev/null
read -r left right <<<"$(coloured whole.png)"
read -r none some <<<"$(coloured above.png)"
[ "$left" -gt 1000 ] && [ "$right" -gt 1000 ] && [ $((4 * none)) -lt "$left" ] && [ "$some" = "$right" ] ||
    fail "pixels of the difference: $left, $right; above 0.8: $none, $some"
