#!/bin/bash
# picture.png marks receivers of lines and grids, and where absorbing layers end. The state is 0 everywhere: pictures differ by
# their marks alone.
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

if grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    trees=(--set 'mesh.forest={level: 0}' --set 'numerics={degree: 2}')
    drawn forest "${trees[@]}"
    drawn matched "${trees[@]}" --set 'boundaries.left={pml: 600 m}'
    ! cmp -s forest/picture.png matched/picture.png || fail 'a matched layer is not marked'
fi
