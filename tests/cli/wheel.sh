#!/bin/bash
# A wheel of this build's library follows the rules of tools/wheel, and runs a case from where it is unpacked, with nothing from
# outside.
. "${EAGRE_SOURCE:?}/tests/lib.bash"
. "${EAGRE_SOURCE:?}/tests/python.bash"
unset EAGRE_LIBRARY
for command in patchelf readelf strip; do
    command -v $command >/dev/null || { echo "skipped: there is no $command (Debian: apt install patchelf binutils)"; exit 77; }
done
"$python" -c 'import tomllib' 2>/dev/null || { echo "skipped: tools/wheel needs Python 3.11"; exit 77; }

library=$EAGRE_BUILD/for-wheel/libeagre.so
[ -e "$library" ] || library=$EAGRE_BUILD/libeagre.so
"$python" "$EAGRE_SOURCE/tools/wheel" "$library" wheels >out 2>&1 || fail "$(cat out)"
wheel=$(tail -1 out)
case $wheel in
wheels/eagre-*-py3-none-manylinux_2_*_$(uname -m).whl) ;;
*) fail "the wheel is called $wheel" ;;
esac
version=$("$eagre" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | sed -n 1p)
case $wheel in
wheels/eagre-$version-*) ;;
*) fail "python/pyproject.toml and CMakeLists.txt differ in the version: $wheel, $version" ;;
esac

"$python" -m zipfile -e "$wheel" site
[ -e site/eagre/py.typed ] && [ -e "site/eagre-$version.dist-info/RECORD" ] || fail "files are missing: $(ls site)"
if find site -name '*.pyc' -o -name '__pycache__' | grep .; then
    fail "compiled Python lies in the wheel"
fi
cat >use.py <<'END'
import sys
sys.path.insert(0, "site")
import eagre
case = {
    "model": "shallow-water",
    "mesh": {"box": {"size": [4, 1], "cells": [8, 2]}},
    "materials": {"all": {"elevation": 0}},
    "initial": {"depth": "x < 2 ? 2 : 1"},
    "boundaries": {side: "wall" for side in ("left", "right", "bottom", "top")},
    "time": {"end": 0.1},
}
results = eagre.run(case, "result", device="host:1")
mapped = [line.split()[-1] for line in open("/proc/self/maps") if "/" in line]
print(len(results) > 0, any("site/eagre/lib/libeagre.so.0" in m for m in mapped), any("eagre.libs/libcairo-" in m for m in mapped))
END
"$python" -I use.py >used 2>&1 || fail "the wheel does not run: $(cat used)"
[ "$(cat used)" = "True True True" ] || fail "libraries come from outside the wheel: $(cat used)"

# What it does not have is told: forests, and ranks that a launcher has started.
cat >lacks.py <<'END'
import sys
sys.path.insert(0, "site")
import eagre
case = {
    "model": "acoustic",
    "mesh": {"box": {"size": [1, 1], "cells": [1, 1]}, "forest": {"level": 1}},
    "materials": {"all": {"density": 1, "vp": 1}},
    "initial": {"pressure": "x"},
    "boundaries": {side: "wall" for side in ("left", "right", "bottom", "top")},
    "time": {"end": 0.1},
}
try:
    eagre.Run(case, device="host:1")
except eagre.errors.UsageError as error:
    print(str(error)[:60])
END
"$python" -I lacks.py >lacks 2>&1 || fail "$(cat lacks)"
grep -q '^this eagre was built without p4est, which forests need' lacks || fail "forests are not refused: $(cat lacks)"
OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 "$python" -I lacks.py >lacks 2>&1 || fail "$(cat lacks)"
grep -q '^a launcher has started several processes' lacks || fail "ranks are not refused: $(cat lacks)"

# The tag is the one that it merits, by the tool of manylinux where it is there.
if "$python" -c 'import auditwheel' 2>/dev/null; then
    tag=$(grep -oE 'manylinux_2_[0-9]+_[a-z0-9_]+' <<<"${wheel%.whl}")
    "$python" -m auditwheel show "$wheel" 2>&1 | tr '\n' ' ' | grep -q "following platform tag: \"$tag\"" || fail "not $tag"
fi

# MPI is the machine's: a library that needs it is refused.
if readelf -d "$EAGRE_BUILD/libeagre.so" | grep -q libmpi; then
    ! "$python" "$EAGRE_SOURCE/tools/wheel" "$EAGRE_BUILD/libeagre.so" none >out 2>&1 || fail "a wheel with MPI is made"
    grep -q 'libmpi.*EAGRE_MPI=OFF' out && [ ! -e none ] || fail "$(cat out)"
fi

# Rules that are broken are found.
mkdir broken
cat >break.py <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as whole, zipfile.ZipFile(sys.argv[2], "w") as broken:
    for name in whole.namelist():
        if "libcairo-" not in name:
            broken.writestr(name, whole.read(name))
END
"$python" break.py "$wheel" "broken/${wheel##*/}"
if "$python" "$EAGRE_SOURCE/tools/wheel" --check "broken/${wheel##*/}" >out 2>&1; then
    fail "a library that is missing is not found"
fi
grep 'from outside' out >found || fail "$(cat out)"

# Long form: the wheel that users get has forests. It is built from the sources of p4est, over the network.
if [ "${EAGRE_TESTS:-}" = long ]; then
    make -C "$EAGRE_SOURCE" wheel BUILD_WHEEL="$work/build-wheel" >out 2>&1 || fail "$(tail -n 20 out)"
    rm -rf site
    "$python" -m zipfile -e "$EAGRE_SOURCE/$(tail -1 out)" site
    grep -q '^License: Apache-2.0 AND GPL-2.0-or-later$' site/*.dist-info/METADATA && [ -s site/*.dist-info/LICENSE.GPL-2.0-or-later ] ||
        fail "the licence of p4est is not told"
    sed -i 's/^    eagre.Run(case.*/    print(eagre.Run(case, device="host:1").cells)/' lacks.py
    [ "$("$python" -I lacks.py 2>/dev/null)" = 4 ] || fail "no forest of 4 cells: $("$python" -I lacks.py 2>&1)"
fi
