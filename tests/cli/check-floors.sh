#!/bin/bash
# The include law holds, and tools/check-floors sees each kind of offence against it.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
check=$EAGRE_SOURCE/tools/check-floors
"$check" "$EAGRE_SOURCE"

mkdir -p "$work"/src/{base,mesh,io/case,io/picture,scheme/fv,scheme/dg} "$work"/{cli,kernels/fv} "$work/include/eagre"
touch include/eagre/api.h src/base/base.h src/io/writer.h src/io/picture/picture.h src/scheme/dg/dg.h kernels/fv/step.h
echo '#include "base/base.h"' >src/mesh/mesh.h

expect() { # file, text of the file, offence
    printf '%s\n' "$2" >"$1"
    if found=$("$check" "$work"); then
        echo "no offence found in $1: $2"
        exit 1
    fi
    if [ "${found%%$'\n'*}" != "$3" ]; then
        printf 'expected: %s\nfound:    %s\n' "$3" "$found"
        exit 1
    fi
    rm "$1"
}

"$check" "$work"
expect src/base/a.c '#include "mesh/mesh.h"' \
    'src/base/a.c:1: base includes src/mesh/mesh.h, of a floor that it may not see (may see: include kernels)'
expect src/mesh/a.c '#include "../io/writer.h"' \
    'src/mesh/a.c:1: mesh includes src/io/writer.h, of a floor that it may not see (may see: include base comm element)'
expect src/scheme/fv/a.c '#include "scheme/dg/dg.h"' \
    'src/scheme/fv/a.c:1: scheme fv includes src/scheme/dg/dg.h, a scheme beside it'
expect src/io/case/a.c '#include "io/picture/picture.h"' \
    'src/io/case/a.c:1: room io/case includes src/io/picture/picture.h, of a room that it may not see (may see: )'
expect cli/a.c $'#include <stdio.h>\n#  include "base/base.h"' \
    'cli/a.c:2: cli includes src/base/base.h, of a floor that it may not see (may see: include)'
expect src/io/a.c '#include <mpi.h>' 'src/io/a.c:1: <mpi.h> belongs to comm only'
expect src/mesh/a.c '#include <CL/cl.h>' 'src/mesh/a.c:1: <CL/cl.h> belongs to device only'
expect src/mesh/a.c '#include <jansson.h>' 'src/mesh/a.c:1: <jansson.h> belongs to base io only'
expect src/base/a.c '#include "nowhere.h"' \
    'src/base/a.c:1: "nowhere.h" is in none of the folders that are searched; a library is included with <>'
expect kernels/fv/a.c '#include <math.h>' \
    'kernels/fv/a.c:1: <math.h>: kernels include nothing from outside; see kernels/target'
mkdir -p python/eagre
expect python/eagre/a.py $'import pandas\n\ndef f():\n    import pandas\n    from . import b' \
    'python/eagre/a.py:1: pandas: a module of the package imports itself, NumPy and modules of Python; IPython, pandas, pyvista and xarray in functions; see the table of tools/check-floors'
mkdir src/attic
expect src/attic/a.c '' \
    'src/attic/a.c:1: folder src/attic is on no floor; enter it in the table of tools/check-floors'
mkdir src/io/many
for ((i = 1; i <= 30; i++)); do touch src/io/many/$i.c; done
"$check" "$work"
expect src/io/many/31.c '' 'src/io/many:31: files in one folder; at most 30 may be'
rm -r src cli kernels include
if "$check" "$work" >/dev/null; then
    echo "an empty tree passes"
    exit 1
fi
