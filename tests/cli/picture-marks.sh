#!/bin/bash
# Pictures mark receivers of lines and grids, where absorbing layers end, and interfaces of a medium, also of snapshots and in slices
# of space. The state is 0 everywhere: pictures differ by their marks alone.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

cat >case.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 km, 2 km], cells: [8, 4], element: quadrangle}}
materials: {all: {density: 1000, vp: 1500}}
initial: {pressure: 0}
boundaries: {left: absorbing, right: wall, bottom: wall, top: wall}
numerics: {order: 2}
time: {end: 0.01 s}
CASE
drawn() {
    "$eagre" run case.yaml -o "$1" --no-measure --device host:1 -q "${@:2}" || fail "$1 does not run"
    [ -s "$1/picture.png" ] || fail "$1 has no picture"
}
line='{interval: 0.01 s, lines: {l: {from: [1 km, 1 km], to: [3 km, 1 km], count: 3}}}'
ends='{interval: 0.01 s, lines: {l: {from: [1 km, 1 km], to: [3 km, 1 km], count: 2}}}'
grid='{interval: 0.01 s, grids: {l: {from: [1 km, 1 km], to: [3 km, 1.5 km], count: [2, 2]}}}'
grid_of_two='{interval: 0.01 s, grids: {l: {from: [1 km, 1 km], to: [3 km, 1 km], count: [2, 1]}}}'
drawn plain
drawn line --set "output.receivers=$line"
drawn ends --set "output.receivers=$ends"
drawn grid --set "output.receivers=$grid"
drawn two --set "output.receivers=$grid_of_two"
drawn layer --set 'boundaries.left={absorbing: 600 m}'
drawn wide --set 'boundaries.left={absorbing: 900 m}'
pictures=(plain line ends grid layer wide)
for ((i = 0; i < ${#pictures[@]}; i++)); do
    for ((j = i + 1; j < ${#pictures[@]}; j++)); do
        ! cmp -s "${pictures[i]}/picture.png" "${pictures[j]}/picture.png" ||
            fail "the pictures of ${pictures[i]} and ${pictures[j]} are equal"
    done
done
cmp ends/picture.png two/picture.png || fail 'a grid of two receivers is drawn otherwise than a line of two'

# more than can be told apart: every k-th of them
drawn many --set 'output.receivers={interval: 0.01 s, lines: {l: {from: [1 km, 1 km], to: [3 km, 1 km], count: 20000}}}'

# a medium that jumps has a line, one that varies smoothly none
drawn jump --set 'materials.all.vp=y > 900 ? 1500 : 2000'
drawn even --set 'materials.all.vp=1500 + 0.5 * y'
! cmp -s plain/picture.png jump/picture.png || fail 'an interface is not marked'
cmp plain/picture.png even/picture.png || fail 'a medium without interfaces has a line'

# a snapshot in its folder has the same marks, elsewhere none
snapshot() { # NAME OPTIONS: of what case.yaml says
    drawn "$1" --set 'output.fields={every: 0.01 s}' "${@:2}"
    "$eagre" picture "$1" -o "$1.png" >/dev/null || fail "no picture of $1"
}
snapshot bare
snapshot marked --set "output.receivers=$line" --set 'boundaries.left={absorbing: 600 m}' --set 'materials.all.vp=y > 900 ? 1500 : 2000'
! cmp -s bare.png marked.png || fail 'a picture of a snapshot has no marks'
cp -r marked/fields alone
"$eagre" picture alone -o alone.png >/dev/null
! cmp -s alone.png marked.png || fail 'a snapshot without its run has marks'
echo '{' >marked/case.yaml
"$eagre" picture marked -o broken.png >out 2>&1 || fail "without its case a snapshot has no picture: $(cat out)"
grep -q 'no places and interfaces are marked: .*case.yaml' out || fail "$(cat out)"
cmp broken.png alone.png || fail 'there are marks of a case that cannot be read'

if grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    trees=(--set 'mesh.forest={level: 0}' --set 'numerics={degree: 2}')
    drawn forest "${trees[@]}"
    drawn matched "${trees[@]}" --set 'boundaries.left={pml: 600 m}'
    ! cmp -s forest/picture.png matched/picture.png || fail 'a matched layer is not marked'

    # slices of space: what is near the slice
    cat >space.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4 km, 2 km, 2 km], cells: [4, 2, 2]}, forest: {level: 0}}
materials: {all: {density: 1000, vp: 1500}}
initial: {pressure: 0}
boundaries: {left: absorbing, right: wall, bottom: wall, top: wall, front: wall, back: wall}
numerics: {degree: 1}
time: {end: 0.001 s}
output: {picture: {normal: y, at: 1 km}}
CASE
    slice() { "$eagre" run space.yaml -o "$1" --no-measure --device host:1 -q "${@:2}" || fail "$1 does not run"; }
    places() { echo "{interval: 0.001 s, lines: {l: {from: [1 km, $1 km, 1 km], to: [3 km, $1 km, 1 km], count: 3}}}"; }
    slice clear
    slice near --set "output.receivers=$(places 1)"
    slice far --set "output.receivers=$(places 1.5)"
    slice deep --set 'materials.all.vp=z > 900 ? 1500 : 2000'
    slice edge --set 'boundaries.left={pml: 1100 m}'
    cmp clear/picture.png far/picture.png || fail 'receivers beside a slice are drawn'
    for name in near deep edge; do
        ! cmp -s clear/picture.png $name/picture.png || fail "a slice shows nothing of $name"
    done
fi
