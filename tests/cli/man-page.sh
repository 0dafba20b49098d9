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

# A page for each command, with each of its options.
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
"$EAGRE_SOURCE/tools/manual-pages" "$EAGRE_BUILD/eagre" "$pages"
[ "$(ls "$pages" | wc -l)" -ge 15 ] || fail "pages of commands: $(ls "$pages")"
for made in "$pages"/eagre-*.1; do
    command=${made##*/eagre-}
    for option in $("$EAGRE_BUILD/eagre" "${command%.1}" --help | sed -n 's/^  ....--\([a-z0-9-]*\) .*/\1/p'); do
        grep -qF -- "\-\-${option//-/\\-}" "$made" || fail "eagre-$command lacks --$option"
    done
done

if command -v groff >/dev/null; then
    for made in "$page" "$pages"/eagre-*.1; do
        groff -man -t -ww -z "$made" 2>"$pages/warnings" || true
        [ ! -s "$pages/warnings" ] || fail "$(cat "$pages/warnings")"
    done
fi
