#!/bin/bash
# The descriptions of packages name what the build needs, in the versions that the sources have.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
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
# The recipes are what their languages can read: Spack's with its words as stubs, conda's by Jinja and YAML.
export PYTHONDONTWRITEBYTECODE=1
version=$(sed -n 's/^project(eagre VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
if command -v python3 >/dev/null; then
    python3 - <<'END' || fail "packaging/spack"
import sys, types
told = []
class CMakePackage:
    define = staticmethod(lambda name, value: f"-D{name}={value}")
    define_from_variant = staticmethod(lambda name, variant: f"-D{name}={variant}")
stub = types.ModuleType("spack.package")
stub.CMakePackage = CMakePackage
for word in ("license", "version", "variant", "depends_on", "generator"):
    setattr(stub, word, lambda *a, word=word, **k: told.append((word, *a)))
sys.modules["spack"], sys.modules["spack.package"] = types.ModuleType("spack"), stub
made = {}
exec(open("packaging/spack/eagre/package.py").read(), made)
variants = {t[1] for t in told if t[0] == "variant"}
given = made["Eagre"]().cmake_args()
assert {a.split("=")[1] for a in given} - {"False", "RelWithDebInfo"} == variants, (given, variants)
assert ("depends_on", "hdf5@1.10:") in told
END
fi
for python in python3 /usr/bin/python3; do
    "$python" -c 'import jinja2, yaml' 2>/dev/null || continue
    VERSION=$version "$python" - <<'END' || fail "packaging/conda"
import os, re, jinja2, yaml
text = re.sub(r"#.*", "", open("packaging/conda/meta.yaml").read())
words = dict(compiler="compiler_{}".format, stdlib="stdlib_{}".format, pin_subpackage=lambda name, **_: name,
             load_file_regex=lambda load_file, regex_pattern, **_: re.search(regex_pattern, open(load_file).read()))
recipe = yaml.safe_load(jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(text).render(**words))
assert str(recipe["package"]["version"]) == os.environ["VERSION"], recipe["package"]
assert {"p4est", "hdf5", "yaml"} <= set(recipe["requirements"]["host"]) and recipe["test"]["commands"]
END
    break
done
# The image's stages name files that there are, and no folder of a build goes into it.
grep -qx 'build\*/' .containerignore || fail ".containerignore takes builds"
bash -n packaging/conda/build.sh
