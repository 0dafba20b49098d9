#!/bin/bash
# The manual page: every variable of the environment that the sources read is in it, and it is laid out without a warning.
set -euo pipefail
page=$EAGRE_SOURCE/docs/eagre.1
fail() {
    echo "FAILED: $*"
    exit 1
}
names=$(grep -rhoE 'getenv\("[A-Z_]+"\)' "$EAGRE_SOURCE/src" "$EAGRE_SOURCE/cli" | sed 's/.*"\(.*\)".*/\1/')
names+=" $(grep -rhE '^ *static const char \*const names\[\] = \{.*(RANK|SIZE)"' "$EAGRE_SOURCE/src" "$EAGRE_SOURCE/cli" |
    grep -oE '"[A-Z_]+"' | tr -d '"')"
[ "$(wc -w <<<"$names")" -ge 15 ] || fail "too few variables are found: $names"
missing=
for name in $names; do
    [[ $name == HOME ]] && name='$HOME'
    grep -qF -- "$name" "$page" || missing+=" $name"
done
[ -z "$missing" ] || fail "not in docs/eagre.1:$missing"
if command -v groff >/dev/null; then
    groff -man -t -ww -z "$page" 2>warnings.$$ || true
    said=$(cat warnings.$$)
    rm -f warnings.$$
    [ -z "$said" ] || fail "$said"
fi
