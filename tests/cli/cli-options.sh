#!/bin/bash
# The command line taken apart: spellings of options, their values, default names.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

usage() { # exact first line of stderr, arguments: exit code 2, a way to the help
    local text=$1 got=0
    shift
    "$eagre" "$@" >out 2>err </dev/null || got=$?
    [ $got = 2 ] && [ "$(head -1 err)" = "$text" ] && [ ! -s out ] ||
        fail "eagre $*: $got, $(cat err)"
}
usage 'eagre: give a command: eagre COMMAND ..., such as eagre run case.yaml'
usage "eagre: unknown command 'chek'; did you mean 'check'?" chek
usage "eagre: unknown command 'telegraph'" telegraph a
usage "eagre: unknown option '--verson'; did you mean 'version'?" --verson
usage "eagre: there is no command 'piture'; did you mean 'picture'?" help piture
usage "eagre: unknown option '-x'" run -x good.yaml
usage 'eagre: check does not take --force' check --force good.yaml
usage 'eagre: --force takes no value' run --force=yes good.yaml
usage "eagre: unknown option '--out'; did you mean '--output'?" run good.yaml --out x

usage 'eagre: --output needs a value: --output PATH' run good.yaml -o
usage "eagre: --set takes KEY=VALUE, such as --set time.end=2, not 'time.end'" run good.yaml --set time.end
usage "eagre: --precision takes f32, f64 or mixed, not 'f16'" run good.yaml --precision f16
usage "eagre: --share takes a number from 0.001 to 1e6, not '0'" run good.yaml --share 0
usage "eagre: --lanes takes a power of two from 1 to 64, not '12'" run good.yaml --lanes 12
usage "eagre: --seconds takes a number above 0, not 'none'" bench --seconds none
usage 'eagre: compare needs two names: eagre compare A B' compare
usage "eagre: --range takes two ascending numbers LOW,HIGH, not '2,1'" picture x --range 2,1
for levels in 1,x , 1,,2 1,; do
    usage "eagre: --contours takes up to 256 numbers A,B,..., not '$levels'" picture x --contours "$levels"
done
usage "eagre: --time takes a time, such as 90 or 40min, or a date, such as 2021-07-14T06:00Z, not 'noon'" picture x --time noon
usage "eagre: --index takes a whole number, not '1.5'" picture x --index 1.5
usage 'eagre: --time and --index both choose a snapshot; give one of them' picture x --time 1 --index 1

# spellings of one thing
"$eagre" run -qoa --precision=f32 --no-measure good.yaml --set=time.steps=2
"$eagre" run --output b --quiet --set numerics.precision=f32 --set time.steps=2 --no-measure -- good.yaml
grep -q '"precision": "f32"' a/summary.json || fail "--precision has no effect"
"$eagre" compare a b -q

# the folder of a run: the case's name, or its folder's
mkdir bay
cp good.yaml bay/case.yaml
"$eagre" run good.yaml -q --no-measure
"$eagre" run bay/case.yaml -q --no-measure
(cd bay && "$eagre" run case.yaml -q --no-measure)
[ -f good.run/summary.json ] && [ -f bay.run/summary.json ] && [ -f bay/bay.run/summary.json ] ||
    fail "default names: $(ls -d ./*.run bay/*)"

# init writes what check takes, and writes nothing over
"$eagre" init lake -o - >lake.txt
"$eagre" init lake -q
cmp lake.txt lake.yaml
"$eagre" check lake.yaml --no-measure >/dev/null
echo mine >mine.yaml
usage 'eagre: mine.yaml: exists already and is not overwritten; give another name with -o' init lake -o mine.yaml
[ "$(cat mine.yaml)" = mine ] || fail "init wrote over a file"

# pictures: which snapshot, which variable, which name
"$eagre" run good.yaml -q --no-measure -o p --set output.fields.every=0.05
[ "$("$eagre" picture p)" = fields-000002-depth.png ] || fail "the last one is the default"
[ "$("$eagre" picture p --time 0.04 --variable velocity --arrows)" = fields-000001-velocity.png ] || fail --time
[ "$("$eagre" picture p --time 40ms --variable depth)" = fields-000001-depth.png ] || fail "--time with a unit"
[ "$("$eagre" picture p --index -3 --edges --range=0,2 -o first.png)" = first.png ] || fail --index
"$eagre" picture p --contours 1.5,0.5 -o lines.png >/dev/null
"$eagre" picture p --contours 77 -o none.png >/dev/null
cmp -s fields-000002-depth.png none.png || fail "a contour that nothing reaches"
! cmp -s lines.png none.png || fail --contours
for wrong in '--normal=w' '--at=middle'; do
    got=0
    "$eagre" picture p $wrong >out 2>&1 || got=$?
    [ $got = 2 ] || fail "picture $wrong: $got, $(cat out)"
done
for picture in fields-000002-depth.png fields-000001-velocity.png first.png; do
    [ "$(head -c 4 $picture | tail -c 3)" = PNG ] || fail "$picture is no picture"
done
usage 'eagre: p: there is no snapshot 3; it holds 3, numbered from 0' picture p --index 3

# info on each kind of file
printf 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -1\n1 2 3\n4 5 -1\n' >bed.asc
printf 't,q\n0,1\n10,2\n' >q.csv
head -c 100 /dev/zero >zeros
: >empty
info() { # FILE TEXT: a line that begins so
    "$eagre" info "$1" >out
    grep -qE "^$2" out || fail "info $1 has no '$2': $(cat out)"
}
info bed.asc '  values      3 x 2, 2 m apart, 1 missing'
info q.csv '  q +1 to 2, ascending'
info good.yaml '  boundaries  left, right, bottom, top'
info p/fields 'p/fields: 3 snapshots'
info p/fields/fields.vtkhdf.series '  time        0 to 0.1 s'
info p/summary.json '  exit        done'
info p/fields/fields-000000.vtkhdf '  depth        1 to 2 m, at the cells [0-9]+ and [0-9]+$'
info "$EAGRE_SOURCE/examples/river/river.msh" '  quality     0\.[0-9]+ at the worst cell: triangle [0-9]+ of the file, at \('
for file in zeros empty; do
    got=0
    "$eagre" info $file >out 2>err || got=$?
    [ $got = 4 ] && grep -q "^eagre: $file: is " err || fail "info $file: $got, $(cat err)"
done

# threads that wait soon sleep; the OpenMP library has read that, which it does before main(); where ranks share a machine, at once
spins() { env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT "$@" OMP_DISPLAY_ENV=verbose "$eagre" version 2>&1 | sed -n "s/.*GOMP_SPINCOUNT = '\(.*\)'/\1/p" | tail -1; }
if [ -n "$(spins)" ]; then # another OpenMP library does not tell
    [ "$(spins)" = 20000 ] || fail "threads spin $(spins)"
    [ "$(spins OMPI_COMM_WORLD_LOCAL_SIZE=2)" = 0 ] || fail "threads of ranks spin $(spins OMPI_COMM_WORLD_LOCAL_SIZE=2)"
    [ "$(spins GOMP_SPINCOUNT=7)" = 7 ] || fail "GOMP_SPINCOUNT is not obeyed"
fi

# a word for one key, for several, and one that sentences of keys have
"$eagre" explain Roughness | head -1 | grep -qxF 'materials.*.manning' || fail "$("$eagre" explain Roughness 2>&1)"
"$eagre" explain stage 2>err && fail "stage is a key"
grep -qF "there is no key 'stage'; these tell of it: boundaries.*.level, initial.level" err || fail "$(cat err)"
"$eagre" explain uniform 2>err && fail "uniform is a key"
grep -qF "there is no key 'uniform'; these tell of it: " err || fail "$(cat err)"
"$eagre" explain maning 2>err && fail "maning is a key"
grep -qF "did you mean 'manning'?" err || fail "$(cat err)"

# cell sizes by wavelength need no level
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 0
cat >sound.yaml <<'EOF2'
model: acoustic
mesh: {forest: {wavelength: {nodes: 8, frequency: 20 Hz}}, box: {size: [100, 100], cells: [1, 1]}}
materials: {all: {density: 1000, vp: 1500}}
initial: {pressure: "x"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1}
EOF2
"$eagre" check sound.yaml --no-measure >out 2>&1 || fail "$(cat out)"
sed -i 's/{wavelength: .* Hz}}/{}/' sound.yaml
"$eagre" check sound.yaml --no-measure >out 2>&1 && fail "a forest without levels"
grep -qF 'mesh.forest needs at least one of the keys levels, level, regions, wavelength, adapt' out || fail "$(cat out)"
