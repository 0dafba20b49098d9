#!/bin/bash
# The binary interface of the library stays as tests/data/abi has it: names and versions of what it exports, prototypes, sizes
# and offsets of structs, values of enums. What is added is written into that file by
#     EAGRE_SOURCE=$PWD EAGRE_BUILD=$PWD/build tests/cli/abi.sh write
# What is changed or taken away breaks programs: it needs a new soname (CMakeLists.txt), and a new version in cmake/exports.map.
# EAGRE_ABI_BEFORE=PATH, an older libeagre.so.0 with debugging information, is compared by abidiff, too.
. "${EAGRE_SOURCE:?}/tests/lib.bash"
kept=$EAGRE_SOURCE/tests/data/abi/libeagre.so.0
library=$EAGRE_BUILD/libeagre.so.0
include=$EAGRE_SOURCE/include
if nm -D "$library" | grep -E '__[at]san_init' >/dev/null; then
    echo "skipped: the library is built with a sanitizer"
    exit 77
fi

# The headers without what is not the project's, a declaration a line.
cc -std=c11 -E -I"$include" -include eagre/bench.h -include eagre/eagre.h -x c /dev/null |
    awk '/^# [0-9]/ { own = index($3, "/eagre/") > 0; next } own' | tr -s ' \n\t' ' ' |
    sed 's/__attribute__((visibility("default"))) *//g; s/\([;{}]\) */\1\n/g' >declarations
grep -E '\beg_[a-z0-9_]+ ?\(.*;$|^typedef .*eg_[a-z_]+_function' declarations | sed 's/^ *//' | LC_ALL=C sort >prototypes

# Members of the structs: of "type name, *other, third[4];" each name.
awk '
/^typedef struct eg_[a-z_]* \{|^typedef struct eg_[a-z_]*\{/ { name = $3; sub(/\{.*/, "", name); inside = 1; row("STRUCT(" name ");"); next }
/^typedef enum [a-z_]* \{|^enum \{/ { values = 1; next }
/^\}|^ ?eg_[a-z_]*;$/ { inside = 0; values = 0; next }
function row(text) { print text }
inside && /;$/ {
    sub(/;$/, "")
    count = split($0, part, ",")
    for (i = 1; i <= count; i++) {
        member = part[i]
        if (match(member, /\(\*[a-z_]+\)/)) { member = substr(member, RSTART + 2, RLENGTH - 3) }
        else { sub(/\[.*/, "", member); sub(/ *$/, "", member); sub(/.*[ *]/, "", member) }
        row("MEMBER(" name ", " member ");")
    }
}' declarations >abi_rows.h
grep -o '\bEG_[A-Z0-9_]*\b' declarations | grep -v -E 'EG_(API|STATUS)' | LC_ALL=C sort -u | sed 's/.*/VALUE(&);/' >>abi_rows.h
cc -std=c11 -Wall -Werror -I"$include" -I. "$EAGRE_SOURCE/tests/cli/abi.c" -o abi

{
    echo "# $(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p') on $(uname -m): written by tests/cli/abi.sh"
    nm -D --defined-only "$library" | awk '/@@/ { print $2, $3 }' | LC_ALL=C sort
    cat prototypes
    ./abi
} >found
if [ "${1:-}" = write ]; then
    cp found "$kept"
    exit 0
fi
if [ "$(uname -m)" != x86_64 ]; then
    echo "skipped: the sizes that are kept are those of x86_64"
    exit 77
fi
diff -u "$kept" found >difference || true
if grep '^-[^-]' difference; then
    fail "the binary interface has changed; see the head of tests/cli/abi.sh
$(cat difference)"
fi
if grep '^+[^+]' difference; then
    echo "added, and not yet written into $kept"
fi

if [ -n "${EAGRE_ABI_BEFORE:-}" ] && command -v abidiff >/dev/null; then
    abidiff --headers-dir1 "$include" --headers-dir2 "$include" --no-added-syms "$EAGRE_ABI_BEFORE" "$library" || fail "abidiff"
fi
