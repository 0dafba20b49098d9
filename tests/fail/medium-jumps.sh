#!/bin/bash
# A medium given at nodes that jumps inside a cell or on its face gets a warning with the place; one that varies does not, and neither
# does one that is constant in cells.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77

cat >jump.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 0}, box: {size: [1, 1], cells: [4, 4]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: x}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1}
numerics: {material: nodes}
CASE
# says TEXT ARGUMENT...: the only warning of run and check, on one process; none where TEXT is empty
says() {
    local text=$1 command
    shift
    for command in "run jump.yaml -o said --force" "check jump.yaml"; do
        "$eagre" $command --no-measure "$@" >out 2>err </dev/null || fail "$command $*: $(cat err)"
        if [ -n "$text" ]; then
            [ "$(grep -c warning err)" = 1 ] && grep -q -- "$text" err || fail "$command $*: expected $text
found: $(cat err)"
        else
            ! grep -q warning err || fail "$command $*: $(cat err)"
        fi
    done
}
says '' --set 'materials.all.vp=1 + 3 * x'
says '' --set 'materials.all.vp=x < 0.4 ? 1 : 2' --set numerics.material=cell
says 'the medium jumps by 75 % at (0.4, 0.1), inside a cell' --set 'materials.all.vp=x < 0.4 ? 1 : 2'
says 'jumps by 50 % at (0.5, 0), ' --set 'materials.all.density=x < 0.5 ? 1 : 2'
says 'jumps by 10 % at (0.4, 0.1), ' --set 'materials.all.density=x < 0.4 ? 1 + x : (1 + x) / 0.9'
