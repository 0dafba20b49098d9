#!/bin/bash
# What is installed works without the sources: the command, and a C program against the shared and
# the static library by way of pkg-config.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$EAGRE_BUILD" --prefix "$work/usr" >"$work/log"
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name eagre.pc)")
library=$(dirname "$PKG_CONFIG_PATH")
for file in bin/eagre include/eagre/eagre.h share/man/man1/eagre.1; do
    [ -e "$work/usr/$file" ] || { echo "not installed: $file"; exit 1; }
done

case=$EAGRE_SOURCE/examples/dam-break/case.yaml
sanitize=
if nm "$work/usr/bin/eagre" | grep __asan_init >/dev/null; then
    sanitize="-fsanitize=address,undefined"
fi
cc -std=c11 -Wall -Wextra -Werror $sanitize "$EAGRE_SOURCE/examples/embed/embed.c" -o "$work/shared" \
    $(pkg-config --cflags --libs eagre)
LD_LIBRARY_PATH=$library "$work/shared" "$case" 1 >"$work/shared.txt"
cc -std=c11 -Wall -Wextra -Werror $sanitize "$EAGRE_SOURCE/examples/embed/embed.c" -o "$work/static" \
    $(pkg-config --cflags eagre) "$library/libeagre.a" \
    $(pkg-config --static --libs eagre | sed 's/-leagre//')
"$work/static" "$case" 1 >"$work/static.txt"
cmp "$work/shared.txt" "$work/static.txt"
[ "$(wc -l <"$work/shared.txt")" = 11 ] || { cat "$work/shared.txt"; exit 1; }

# The header is C++ as well, and includes what it needs.
for header in "$work"/usr/include/eagre/*.h; do
    cc -std=c11 -Wall -Wextra -Werror -fsyntax-only -x c "$header" $(pkg-config --cflags eagre)
    if command -v g++ >/dev/null; then
        g++ -Wall -Wextra -Werror -fsyntax-only -x c++ "$header" $(pkg-config --cflags eagre)
    fi
done

# Outside the library's names nothing is exported.
nm -D --defined-only "$library/libeagre.so" | awk '{ print $3 }' | grep -v '^eg_' >"$work/names" || true
[ ! -s "$work/names" ] || { echo "exported without the prefix eg_:"; cat "$work/names"; exit 1; }
