#!/bin/bash
# No files of a folder need each other in a circle, and tools/check-circles sees one.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
check=$EAGRE_SOURCE/tools/check-circles
"$check" "$EAGRE_BUILD"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objects=$work/CMakeFiles/eagre-objects.dir/src/floor
mkdir -p "$objects"
compile() { # name, text
    printf '%s\n' "$2" >"$work/$1.c"
    cc -c "$work/$1.c" -o "$objects/$1.c.o"
}
compile a 'int b(void); int a_class; int a(void) { return b(); }'
compile b 'extern int a_class; int b(void) { return a_class; }'
"$check" "$work" # a table may be known
compile b 'int a(void); int b(void) { return a(); }'
if found=$("$check" "$work"); then
    echo "a circle passes"
    exit 1
fi
for line in '  floor/a.c uses' '      b of floor/b.c' '  floor/b.c uses' '      a of floor/a.c'; do
    grep -qxF "$line" <<<"$found" || { echo "$found has no line '$line'"; exit 1; }
done
rm "$objects"/*
if "$check" "$work" >/dev/null; then
    echo "a folder without objects passes"
    exit 1
fi
