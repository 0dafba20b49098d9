#!/bin/bash
# Pictures in PNG, PDF and SVG: what the name's ending says, the same bytes again a second later, of all kinds of pictures; another
# ending is refused before anything is written.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >case.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [10 m, 4 m], cells: [20, 8]}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 5 ? 1 : 0.2"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.2 s}
output: {fields: {every: 0.1 s}, gauges: {middle: [5 m, 2 m]}}
CASE
"$eagre" run case.yaml -o run --no-measure --device host:1 -q || fail "no run"

head_of() { head -c "$2" "$1"; }
for ending in pdf svg png; do
    "$eagre" picture run -o "map.$ending" >/dev/null || fail "no map.$ending"
    "$eagre" picture run/gauges.csv -o "lines.$ending" >/dev/null || fail "no lines.$ending"
    "$eagre" picture run --compare run -o "both.$ending" >/dev/null || fail "no both.$ending"
done
sleep 1.1
for name in map lines both; do
    [ "$(head_of $name.pdf 5)" = %PDF- ] || fail "$name.pdf is no PDF"
    tail -c 6 $name.pdf | grep -q '%%EOF' || fail "$name.pdf has no end"
    grep -q '<svg ' $name.svg && tail -c 7 $name.svg | grep -q '</svg>' || fail "$name.svg is no SVG"
    ! grep -qa CreationDate $name.pdf || fail "$name.pdf has a date"
done
grep -q '<image ' map.svg || fail "map.svg has no field"
! grep -q '<image ' lines.svg || fail "curves of lines.svg are pixels"
for ending in pdf svg; do
    "$eagre" picture run -o "again.$ending" >/dev/null
    cmp "map.$ending" "again.$ending" || fail "map.$ending is not the same again"
done
! "$eagre" picture run -o map.jpg >out 2>&1 || fail "a JPEG is written"
grep -qF "map.jpg: a picture whose name ends in '.jpg' cannot be written; let it end in .png, .pdf or .svg" out || fail "$(cat out)"
[ ! -e map.jpg ] || fail "map.jpg is there"
if command -v pdftoppm >/dev/null; then # as large as the PNG, at 200 pixels an inch
    pdftoppm -r 200 -png map.pdf page
    size() { od -An -tu1 -j 16 -N 8 "$1"; }
    [ "$(size page-1.png)" = "$(size map.png)" ] || fail "the PDF has $(size page-1.png), the PNG $(size map.png)"
fi
