#!/bin/bash
# No files of a folder need each other in a circle, nor do folders of src, and tools/check-circles sees both.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
check=$EAGRE_SOURCE/tools/check-circles
"$check" "$EAGRE_BUILD"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
src=$work/CMakeFiles/eagre-objects.dir/src
objects=$src/floor
mkdir -p "$objects/room"
compile() { # name, text, folder
    printf '%s\n' "$2" >"$work/$1.c"
    cc -c "$work/$1.c" -o "${3:-$objects}/$1.c.o"
}
expect() { # lines of $found
    for line in "$@"; do
        grep -qxF "$line" <<<"$found" || { echo "$found has no line '$line'"; exit 1; }
    done
}
compile a 'int b(void); int a_class; int a(void) { return b(); }'
compile b 'extern int a_class; int b(void) { return a_class; }'
"$check" "$work" # a table may be known
compile b 'int a(void); int b(void) { return a(); }'
if found=$("$check" "$work"); then
    echo "a circle passes"
    exit 1
fi
expect '  floor/a.c uses' '      b of floor/b.c' '  floor/b.c uses' '      a of floor/a.c'

compile b 'int c(void); int b(void) { return c(); }'
compile c 'int c(void) { return 0; }' "$objects/room"
"$check" "$work"
compile c 'extern int a_class; int c(void) { return a_class; }' "$objects/room"
"$check" "$work" # a table of another folder, too
compile c 'int a(void); int c(void) { return a(); }' "$objects/room"
if found=$("$check" "$work"); then
    echo "a circle of folders passes"
    exit 1
fi
expect 'folders need each other in a circle:' '  floor uses floor/room' '      c (floor/room/c.c), by floor/b.c' \
    '  floor/room uses floor' '      a (floor/a.c), by floor/room/c.c'
rm -r "$objects"
mkdir "$objects"
if "$check" "$work" >/dev/null; then
    echo "a folder without objects passes"
    exit 1
fi
