#!/bin/bash
# The gallery of four examples: two that run, one whose data are not there, one that takes too long. Runs that have ended are
# not run again, and one that fails is told.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
python=
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import sys; assert sys.version_info >= (3, 9)' 2>/dev/null || python=$candidate
done
[ -n "$python" ] || { echo "skipped: no Python 3.9"; exit 77; }
export EAGRE=$eagre EAGRE_DEVICE=host:1 PYTHONDONTWRITEBYTECODE=1
unset MONAI
gallery() { "$python" "$EAGRE_SOURCE/tools/gallery" runs docs "$@"; }
examples=$EAGRE_SOURCE/examples
two=("$examples/poisson-cube/case.yaml" "$examples/thacker-radial/case.yaml" "$examples/monai/case.yaml")

gallery "${two[@]}" >out 2>&1 || fail "$(cat out)"
printf '%s\n' 'poisson-cube: done' 'thacker-radial: done' 'monai: needs measured data, `vars.MONAI`' | cmp - out || fail "$(cat out)"
for name in poisson-cube thacker-radial; do
    [ "$(od -An -c -j 1 -N 3 docs/figures/gallery/$name.png | tr -d ' ')" = PNG ] || fail "no picture of $name"
    grep -qF "](figures/gallery/$name.png)" docs/gallery.md || fail "$name is not in the page"
done
grep -q '^## Heat and potentials$' docs/gallery.md && grep -q '^## Floods and waves' docs/gallery.md || fail "$(cat docs/gallery.md)"
! grep -q '^## The atmosphere' docs/gallery.md || fail 'a heading with nothing below it'
grep -qF 'Not run for this page: it needs measured data' docs/gallery.md || fail 'the example without data has no line'
grep -qE '^64 cells, 0 steps: `eagre run examples/poisson-cube/case.yaml -o poisson-cube`$' docs/gallery.md || fail "$(cat docs/gallery.md)"
while read -r place; do
    [ -e "docs/$place" ] || fail "the page names $place, which is not there"
done < <(grep -oE '\]\([^)]*\)' docs/gallery.md | tr -d ']()' | grep -v '^report.md$')

# the same again, without a run
stamp=$(stat -c %Y.%i runs/poisson-cube/summary.json)
gallery "${two[@]}" >out 2>&1 || fail "$(cat out)"
[ "$stamp" = "$(stat -c %Y.%i runs/poisson-cube/summary.json)" ] || fail 'a run that has ended is made again'

GALLERY_SECONDS=0.5 gallery "$examples/warm-bubble/case.yaml" >out 2>&1 || fail "$(cat out)"
grep -qx 'warm-bubble: takes more than 0.5 s' out || fail "$(cat out)"
grep -qF 'Not run for this page: it takes more than 0.5 s.' docs/gallery.md || fail "$(cat docs/gallery.md)"
mkdir -p examples/broken
printf '# A case with a mistake.\ntitle: broken\nmodel: heat\n' >examples/broken/case.yaml
! gallery "$PWD/examples/broken/case.yaml" >out 2>&1 || fail 'an example that fails is not told'
grep -q '^broken: failed$' out && grep -q 'examples/broken/case.yaml' out || fail "$(cat out)"
