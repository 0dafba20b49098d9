#!/bin/bash
# What is installed works without the sources: the command, and a C program against the shared and
# the static library by way of pkg-config, and of CMake's find_package.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$EAGRE_BUILD" --prefix "$work/usr" >"$work/log"
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name eagre.pc)")
library=$(dirname "$PKG_CONFIG_PATH")
for file in bin/eagre include/eagre/eagre.h share/man/man1/eagre.1 share/bash-completion/completions/eagre \
    share/fish/vendor_completions.d/eagre.fish share/zsh/site-functions/_eagre; do
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

# A project of CMake finds it, in the version that it asks for.
mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.20)
project(outside LANGUAGES C)
find_package(eagre \${WANTED} REQUIRED)
add_executable(embed $EAGRE_SOURCE/examples/embed/embed.c)
target_link_libraries(embed eagre::eagre)
END
cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$work/usr" -DWANTED=0.1 "-DCMAKE_C_FLAGS=$sanitize" >"$work/log"
cmake --build "$work/project/build" >"$work/log"
"$work/project/build/embed" "$case" 1 >"$work/found.txt"
cmp "$work/shared.txt" "$work/found.txt"
if cmake -S "$work/project" -B "$work/project/other" -DCMAKE_PREFIX_PATH="$work/usr" -DWANTED=9.0 >"$work/log" 2>&1; then
    echo "version 9.0 is found"
    exit 1
fi

# Coupling, from C and from Fortran.
cc -std=c11 -Wall -Wextra -Werror $sanitize "$EAGRE_SOURCE/examples/embed/couple.c" -o "$work/couple" \
    $(pkg-config --cflags --libs eagre) -lm
LD_LIBRARY_PATH=$library "$work/couple" "$case" >"$work/couple.txt"
grep 'and then by 0 m$' "$work/couple.txt" >"$work/apart" || { cat "$work/couple.txt"; exit 1; }
if [ -n "$sanitize" ]; then
    echo "not built: the example in Fortran, where the library needs a sanitizer's runtime"
elif command -v gfortran >/dev/null; then
    gfortran -std=f2018 -Wall -Wextra -Werror -J "$work" "$EAGRE_SOURCE/examples/fortran/coupled.f90" -o "$work/coupled" \
        $(pkg-config --libs eagre)
    LD_LIBRARY_PATH=$library "$work/coupled" "$case" >"$work/coupled.txt"
    # rain of ten stops, of which the last is not seen any more; little has left through the outflow
    awk '{ water[NR] = $3 } END { exit !(NR == 10 && water[10] > water[1] + 0.008) }' "$work/coupled.txt" ||
        { cat "$work/coupled.txt"; exit 1; }
    if LD_LIBRARY_PATH=$library "$work/coupled" nowhere.yaml 2>"$work/err" >"$work/out"; then
        echo "no failure without a case"
        exit 1
    fi
    grep 'nowhere.yaml' "$work/out" >"$work/names" || { cat "$work/out" "$work/err"; exit 1; }
else
    echo "not built: the example in Fortran, since there is no gfortran"
fi

# The header is C++ as well, and includes what it needs.
for header in "$work"/usr/include/eagre/*.h; do
    cc -std=c11 -Wall -Wextra -Werror -fsyntax-only -x c "$header" $(pkg-config --cflags eagre)
    if command -v g++ >/dev/null; then
        g++ -Wall -Wextra -Werror -fsyntax-only -x c++ "$header" $(pkg-config --cflags eagre)
    fi
done

# Outside the library's names, which have a version, nothing is exported.
nm -D --defined-only "$library/libeagre.so" | awk '{ print $3 }' | grep -v '^eg_.*@@EAGRE_0$\|^EAGRE_0$' >"$work/names" || true
[ ! -s "$work/names" ] || { echo "exported without the prefix eg_ or the version EAGRE_0:"; cat "$work/names"; exit 1; }
