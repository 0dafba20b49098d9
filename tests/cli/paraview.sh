#!/bin/bash
# ParaView opens what eagre writes: cells of the plane, point data on them, hexahedra, forests, a mesh that changes; and the
# state that `eagre export` makes shows it (skipped where ParaView's pvpython is missing: exit 77).
source "${EAGRE_SOURCE:?}/tests/lib.bash"
examples=$EAGRE_SOURCE/examples

run() { # NAME CASE SETTINGS...
    local name=$1 case=$2
    shift 2
    "$eagre" run "$examples/$case" -q --no-measure -o "$name" "$@"
    "$eagre" export "$name" -o "$name.py" >/dev/null
}
run plane dam-break/case.yaml --set time.end=1
# The state names the index by its whole path, in a text that Python reads.
grep -qF "files = ['$work/plane/fields/fields.vtkhdf.series']" plane.py || fail "$(cat plane.py)"
"$eagre" export plane/fields/fields-000001.vtkhdf --variable velocity -o "it's.py" >/dev/null
grep -qF "components = 3" "it's.py" || fail "$(cat "it's.py")"
! "$eagre" export plane --variable none -o none.py 2>err || fail "a field that is not there is taken"
grep -qF "has no field 'none'" err || fail "$(cat err)"
# Coupled in other ways it is not: such a key is refused by its name.
for word in catalyst adios; do
    ! "$eagre" check $examples/dam-break/case.yaml --set output.$word=1 >err 2>&1 || fail "output.$word is taken"
    grep -qF "output.$word" err || fail "$(cat err)"
done
command -v pvpython >/dev/null && { [ -n "${DISPLAY:-}" ] || command -v Xvfb >/dev/null; } || {
    echo "no pvpython, or no screen for it (Debian: apt install paraview python3-paraview xvfb)"
    exit 77
}

run points swirl/case.yaml --set time.end=0.1 --set output.fields.every=0.05 --set 'limits={}'
run solid poisson-cube/case.yaml --set 'mesh.box.cells=[2,2,2]' --set 'limits={}'
run changing pressure-pulse/case.yaml --set time.end=0.05 --set 'limits={}'

# The script of the state, then what it has: number of snapshots, range of the field, cells.
cat >look.py <<'END'
import sys
name = sys.argv[1]
exec(open(name + ".py").read())
print(name, len(fields.TimestepValues), dimension, fields.GetDataInformation().GetNumberOfCells(),
      "%.6g %.6g" % data[variable].GetRange(0))
END
if [ -z "${DISPLAY:-}" ]; then # a screen in memory, which names its number once it is there
    mkfifo number
    Xvfb -noreset -displayfd 3 -screen 0 800x600x24 3>number 2>screen.log &
    trap 'kill %1; rm -rf "$work"' EXIT
    read -r screen <number
    export DISPLAY=:$screen
fi
for name in plane points solid changing; do
    pvpython --force-offscreen-rendering look.py $name >>seen 2>log || fail "$(cat seen log)"
    ! grep -E "ERR|Error" log || fail "ParaView complains of $name"
done
compare() { # NAME DIMENSION: what ParaView sees is what eagre sees
    local line
    line=$(grep "^$1 " seen) || fail "ParaView did not open $1: $(cat seen log)"
    echo "$line"
    read -r _ _ dimension cells low high <<<"$line"
    [ "$dimension" = "$2" ] && [ "$cells" -gt 0 ] || fail "$line"
    [ "$low" != "$high" ] || fail "$1 has one value: $line"
}
compare plane 2
compare points 2
compare solid 3
compare changing 2
# The numbers are those that eagre tells.
"$eagre" info "$(ls plane/fields/fields-*.vtkhdf | tail -1)" >info
read -r _ _ _ cells low high <<<"$(grep '^plane ' seen)"
tell=$(sed -n 's/^  depth *\([^ ]*\) to \([^ ]*\) m,.*/\1 \2/p' info)
[ "$(printf '%.5g %.5g' $tell)" = "$(printf '%.5g %.5g' "$low" "$high")" ] || fail "depth: $low to $high, not $tell"
[ "$(sed -n 's/^  mesh *\(.*\) cells,.*/\1/p' info | tr -d ' ')" = "$cells" ] || fail "$cells cells: $(cat info)"
