#!/bin/bash
# Pages and comments name what exists, and tools/check-pages sees each kind of offence.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
command -v python3 >/dev/null || exit 77
check=$EAGRE_SOURCE/tools/check-pages
"$check" "$EAGRE_SOURCE"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/docs" "$work/src/base"
cat >"$work/README.md" <<'PAGE'
# A page
[other](docs/other.md), [its section](docs/other.md#two-words), [figure](docs/none.png), [section](#nothing)
`src/base/a.c`, `src/base/b.c`, `eg_known()`, `eg_unknown()`
```sh
cat `src/base/c.c`      # code is not looked at
```
PAGE
printf '# Other\n## Two words\n' >"$work/docs/other.md"
printf '# Lonely\n' >"$work/docs/lonely.md"
cat >"$work/src/base/a.c" <<'SOURCE'
/* What docs/other.md, "Two words", and docs/other.md,
 * "Three words" say; see base/a.c and base/d.h. */
void eg_known(void);
SOURCE
if found=$("$check" "$work"); then
    echo "offences pass"
    exit 1
fi
diff - <(printf '%s\n' "$found") <<'FAULTS'
README.md:2: no file docs/none.png
README.md:2: no section #nothing
README.md:3: no file src/base/b.c
README.md:3: no name eg_unknown()
docs/lonely.md:1: no page links it
src/base/a.c:1: no file base/d.h
src/base/a.c:1: no section "Three words" in docs/other.md
FAULTS
