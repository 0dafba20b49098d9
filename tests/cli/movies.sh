#!/bin/bash
# Movies of runs and comparisons of two: animated PNG and, where ffmpeg is there, MP4; the same bytes again; one that is killed; what is refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

refused() {
    local text=$1
    shift
    ! "$eagre" picture "$@" >out 2>&1 || fail "picture $* succeeds"
    grep -qF -- "$text" out || fail "picture $*: no text '$text' in $(cat out)"
}
drawn() {
    local name=$1
    shift
    [ "$("$eagre" picture "$@")" = "$name" ] && [ -s "$name" ] || fail "picture $* writes no $name"
}
# the number after the four letters of acTL: how many pictures there are
pictures() { od -An -tu1 -j "$(($(grep -abo acTL "$1" | head -1 | cut -d: -f1) + 7))" -N 1 "$1" | tr -d ' '; }

cat >case.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [10 m, 4 m], cells: [20, 8]}}
materials: {all: {elevation: 0}}
initial: {depth: "x < 5 ? 1 : 0.2"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.5 s}
output: {fields: {every: 0.25 s}}
CASE
run() { "$eagre" run case.yaml --no-measure -o "$1" --device host:1 -q "${@:2}" || fail "$1 does not run"; }
run first
run second --set 'initial.depth=x < 5 ? 1 : 0.3'
run finer --set 'mesh.box.cells=[30, 8]'

drawn a.png first --movie a.png --arrows
drawn b.png first --movie b.png --arrows
cmp a.png b.png || fail "a movie is not the same again"
[ "$(pictures a.png)" = 3 ] || fail "the movie has $(pictures a.png) pictures, not 3"
# times of different lengths leave titles different room: pictures keep their size
run slow --set 'time.end=9100 s' --set 'output.fields.every=4550 s' --set 'mesh.box={size: [10 km, 3 km], cells: [10, 3]}'
for letters in 44 45 46 47 48; do
    drawn t.png slow --movie t.png --title "$(head -c $letters /dev/zero | tr '\0' W)" --size 150mm
done
if command -v ffmpeg >/dev/null; then
    drawn a.mp4 first --movie a.mp4
    [ "$(od -An -c -j 4 -N 4 a.mp4 | tr -d ' ')" = ftyp ] || fail "a.mp4 is no MP4"
    ! ls -d a.mp4.?* 2>/dev/null || fail "something is left over"
    if command -v ffprobe >/dev/null; then
        ffprobe -v error -count_frames -show_entries stream=nb_read_frames,r_frame_rate -of csv=p=0 a.mp4 >count
        [ "$(cat count)" = 4/1,3 ] || fail "a.mp4 has other pictures: $(cat count)"
    fi
    # killed in the midst of its work: no movie, no folder, no ffmpeg
    run many --set output.fields.every=0.003
    for signal in TERM KILL; do
        "$eagre" picture many --movie k.mp4 >out 2>&1 &
        killed=$!
        for ((i = 0; i < 15000; i++)); do
            ! ls k.mp4.*/k.mp4 >/dev/null 2>&1 || break
            kill -0 $killed 2>/dev/null || fail "the movie was made before it could be killed: $(cat out)"
            sleep 0.02
        done
        children=$(pgrep -P $killed ffmpeg) || fail 'no ffmpeg is at work'
        kill -$signal $killed
        ! wait $killed 2>/dev/null || fail "a movie that is killed succeeds"
        for ((i = 0; i < 15000; i++)); do
            ! kill -0 $children 2>/dev/null && ! ls -d k.mp4* >/dev/null 2>&1 && break
            sleep 0.02
        done
        ! ls -d k.mp4* 2>/dev/null || fail "something is left over by SIG$signal"
        ! kill -0 $children 2>/dev/null || fail "ffmpeg goes on after SIG$signal"
    done
    refused 'cannot be written' first --movie nowhere/b.mp4
    refused 'ffmpeg ended with' first --movie a.nothing
    ! env PATH="$work" "$eagre" picture first --movie b.mp4 >out 2>&1 && grep -qF 'not on PATH' out || fail "without ffmpeg: $(cat out)"
else
    echo "no ffmpeg: movies but animated PNG are not made"
    refused 'not on PATH' first --movie b.mp4
fi
drawn compare.png first --compare second
drawn c.png first --compare second -o c.png --variable velocity --time 0.25
refused 'on different meshes' first --compare finer
refused '--time and --index choose one' first --movie x.png --time 0
refused 'names its own file' first --movie x.png -o y.png
refused 'holds no snapshots' . --movie x.png
