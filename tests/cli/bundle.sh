#!/bin/bash
# The bundle runs by itself: all but glibc comes from its own folder, and the environment is empty. In the long form it is
# made of a build that was configured without MPI.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
if nm "$EAGRE_BUILD/eagre" | grep __asan_init >/dev/null; then
    echo "skipped: a sanitized build is not bundled"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=$EAGRE_BUILD
[ ! -e "$build/without-mpi/eagre" ] || build=$build/without-mpi
if [ "${EAGRE_TESTS:-}" = long ]; then # configured without MPI
    build=$work/build
    cmake -S "$EAGRE_SOURCE" -B "$build" -G Ninja -DEAGRE_MPI=OFF -DEAGRE_TESTS=OFF >"$work/log"
    cmake --build "$build" -j 2 --target eagre eagre-shared >>"$work/log" || { tail -20 "$work/log"; exit 1; }
fi
# Without MPI a run on many ranks is refused.
code=0
OMPI_COMM_WORLD_SIZE=3 "$build/eagre" run "$EAGRE_SOURCE/examples/dam-break/case.yaml" -o "$work/out" 2>"$work/err" || code=$?
[ $code = 2 ] && grep -q 'built without MPI' "$work/err" || { cat "$work/err"; exit 1; }
OMPI_COMM_WORLD_SIZE=1 "$build/eagre" check "$EAGRE_SOURCE/examples/dam-break/case.yaml" >"$work/log"
"$EAGRE_SOURCE/tools/bundle" "$build" "$work/bundle" >"$work/log"
ldd "$work/bundle/bin/eagre" | awk '/=> \// { print $3 }' | sort -u >"$work/libraries"
if grep -v "^$work/bundle/bin/../lib/" "$work/libraries" |
    grep -Ev '/(libc|libm|libdl|libpthread|librt|libresolv)\.so\.[0-9]+$'; then
    echo "the libraries above are not in the bundle"
    exit 1
fi
grep -q "^$work/bundle/bin/../lib/libhdf5" "$work/libraries"
env -i PATH=/usr/bin:/bin HOME="$work" "$work/bundle/eagre" run \
    "$work/bundle/examples/dam-break/case.yaml" -o "$work/out" --set time.end=0.5 -q
[ -s "$work/out/picture.png" ]
# p4est is there with the MPI that it needs
if grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    cat >"$work/forest.yaml" <<'EOF'
model: acoustic
mesh: {forest: {level: 2}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "x"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 0.1}
EOF
    env -i PATH=/usr/bin:/bin HOME="$work" "$work/bundle/eagre" run "$work/forest.yaml" -o "$work/forest" -q
    [ -s "$work/bundle/share/doc/p4est.txt" ]
fi
# the table of whole runs is made by the bundle alone
env -i PATH="$work/bundle:/usr/bin:/bin" HOME="$work" "$work/bundle/bench/whole-runs.sh" host:1 small dam-break >"$work/table"
grep -Eq '^\| dam-break, its own mesh \| 4388 \| 13164 \| 236 \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \|$' "$work/table" ||
    { cat "$work/table"; exit 1; }
[ "$(du -sm "$work/bundle" | cut -f1)" -lt 60 ] || { du -ah "$work/bundle" | sort -h | tail; exit 1; }
