#!/bin/bash
# The descriptions of packages name what the build needs, in the versions that the sources have.
source "$EAGRE_SOURCE/tests/lib.bash"
cd "$EAGRE_SOURCE"
# Debian: each library of tools/setup is a build dependency, and of the headers' package where the static library needs it.
control=packaging/debian/control
for package in $(sed -n '/^build="/,/"$/s/[^a-z0-9-]/ /gp' tools/setup | tr ' ' '\n' | grep -E '^lib.*-dev$|^zlib1g-dev$' |
    grep -vE '^(libc6|libcmocka)-dev$') libopenmpi-dev libp4est-dev; do
    [ "$(grep -c "\b$package\b" $control)" = 2 ] || fail "$control does not name $package twice, for the build and for libeagre-dev"
done
# The library's package is called by its soname.
soname=$(readelf -d "$EAGRE_BUILD/libeagre.so" | sed -n 's/.*(SONAME).*\[libeagre\.so\.\(.*\)\]/\1/p')
grep -q "^Package: libeagre$soname\$" $control || fail "$control has no package libeagre$soname"
# Every option of the build that Spack sets exists.
for option in $(grep -oE '"EAGRE_[A-Z0-9]+"' packaging/spack/eagre/package.py | tr -d '"'); do
    grep -q "^option($option " CMakeLists.txt || fail "packaging/spack: there is no option $option"
done
# The version is found where conda's recipe looks for it.
grep -qE 'VERSION ([0-9.]+) LANGUAGES' CMakeLists.txt || fail "packaging/conda finds no version"
# The recipes are what their languages can read.
if command -v python3 >/dev/null; then
    PYTHONDONTWRITEBYTECODE=1 python3 -c 'import ast; ast.parse(open("packaging/spack/eagre/package.py").read())'
fi
bash -n packaging/conda/build.sh
