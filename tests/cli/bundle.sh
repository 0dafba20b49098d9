#!/bin/bash
# The bundle runs by itself: all but glibc comes from its own folder, and the environment is empty.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
if nm "$EAGRE_BUILD/eagre" | grep __asan_init >/dev/null; then
    echo "skipped: a sanitized build is not bundled"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$EAGRE_SOURCE/tools/bundle" "$EAGRE_BUILD" "$work/bundle" >"$work/log"
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
[ "$(du -sm "$work/bundle" | cut -f1)" -lt 60 ] || { du -ah "$work/bundle" | sort -h | tail; exit 1; }
