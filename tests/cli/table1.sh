#!/bin/bash
# bench/atmosphere-table1.sh in its smallest form: the tables are whole, and a device has the bits of a core. Long form alone, since
# it compiles six programs.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
[ "${EAGRE_TESTS:-}" = long ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

PATH=$EAGRE_BUILD:$PATH "$EAGRE_SOURCE/bench/atmosphere-table1.sh" host:2 tiny >"$work/tables"
[ "$(grep -c '| same |$' "$work/tables")" = 4 ] && [ "$(grep -c '^| evolution, no pattern | ' "$work/tables")" = 1 ] &&
    [ "$(grep -c '^| host:[12], s | ' "$work/tables")" = 2 ] && ! grep -qi 'nan\|inf ' "$work/tables" || {
    cat "$work/tables"
    exit 1
}
