#!/bin/bash
# bench/papers.sh makes its tables: their rows are all there, states of two devices are equal, and the iterations of the table of
# Remacle (2015) are those of docs/theory/schwarz.md.
set -Eeuo pipefail
[ "${EAGRE_TESTS:-}" = long ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$EAGRE_BUILD:$PATH VERIFY_SCHWARZ=$EAGRE_BUILD/tests/verify-schwarz COMPARE=$EAGRE_BUILD/tests/verify-atmosphere-compare

fail() {
    echo "FAILED: $*" >&2
    cat "$work"/* >&2
    exit 1
}
table() {
    "$EAGRE_SOURCE/bench/papers.sh" "$1" host:1 tiny >"$work/$1" 2>&1 || fail "$1 ended with $?"
}
table castro
[ "$(grep -c '| equal |$' "$work/castro")" = 1 ] || fail 'castro: states of devices'
table remacle
grep -qx '| strong | fine alone, plain | 14 | 41 | .* |' "$work/remacle" || fail 'remacle: iterations'
[ "$(grep -c '^| [cs][a-z]* |' "$work/remacle")" = 9 ] || fail 'remacle: rows'
table block
[ "$(grep -c '| 64 bits of host:1 | 1 | 0 | 0 | 0 | 0 | 0 |$' "$work/block")" = 2 ] || fail 'block: norms of equal states'
[ "$(grep -c '| 32 bits of host:1 | 1 | [1-9]' "$work/block")" = 2 ] || fail 'block: norms of 32 bits'
if "$EAGRE_BUILD/eagre" version | grep -q 'p4est'; then
    table hanindhito
    [ "$(grep '^| code 4.1' "$work/hanindhito" | awk -F'|' '{ print $7 }' | sort -u | wc -l)" = 1 ] || fail 'hanindhito: states'
fi
if command -v gmsh >/dev/null; then
    gmsh -2 -v 1 -bin -setnumber coarse 1 "$EAGRE_SOURCE/examples/two-boxes/two-boxes.geo" -o "$work/boxes.msh" >/dev/null 2>&1
    MESH=$work/boxes.msh table lacasta
    rm "$work/boxes.msh"
    [ "$(grep '^state: ' "$work/lacasta" | sort -u | wc -l)" = 1 ] || fail 'lacasta: states of the flood'
fi
