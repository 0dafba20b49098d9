#!/bin/bash
# Files (*.c, *.h, *.sh, *.md) and functions (eg_...()) that comments in src, kernels, include and cli name exist, and the
# test sees names that do not.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

# Words that comments of C files name, each with file and line: what looks like a file, and eg_...(.
cat >named.awk <<'END'
function note(text, pattern, place) {
    while (match(text, pattern)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (text !~ /^[A-Za-z0-9_]/)
            print place, word
    }
}
FNR == 1 { inside = 0 }
{
    line = $0
    while (line != "") {
        at = index(line, inside ? "*/" : "/*")
        if (inside) {
            text = at ? substr(line, 1, at - 1) : line
            note(text, "[A-Za-z0-9_/.-]*[A-Za-z0-9_]\\.(c|h|sh|md)", FILENAME ":" FNR ":")
            note(text, "eg_[A-Za-z0-9_]+\\(", FILENAME ":" FNR ":")
        }
        line = at ? substr(line, at + 2) : ""
        if (at)
            inside = !inside
    }
}
END

# All endings of the paths of files: name.c, folder/name.c, ...; and what is called or declared outside comments.
known() { # tree
    (cd "$1" && find . -name .git -prune -o -name build -prune -o -type f -regex '.*\.\(c\|h\|sh\|md\)' -print) |
        sed 's|^\./||' | awk '{ print; while (sub(/^[^\/]*\//, "")) print }'
    find "$1"/{src,kernels,include} -name '*.[ch]' -exec sed 's|/\*.*\*/||; /^ \* /d' {} + | grep -o 'eg_[A-Za-z0-9_]*('
    # headers of libraries
    printf '%s\n' mpi.h dlpack.h ogr_api.h ogr_srs_api.h cpl_error.h cpl_vsi.h p4est_connectivity.h
}

unknown() { # tree: names that do not exist, with their places
    known "$1" | sort -u >known
    (cd "$1" && find src kernels include cli -name '*.[ch]' | sort) >sources
    (cd "$1" && xargs awk -f "$work/named.awk" <"$work/sources") | awk 'NR == FNR { known[$1]; next } !($2 in known)' known -
}

unknown "$EAGRE_SOURCE" >found
if [ -s found ]; then
    echo "comments name what is not there:"
    cat found
    exit 1
fi

mkdir -p tree/{src/mesh,kernels,include,cli}
cat >tree/src/mesh/mesh.h <<'END'
/* mesh.h, mesh/mesh.h, src/mesh/mesh.h and eg_mesh_cut() exist; gone.c and run/names.h do not.
 * Nor does eg_mesh_join(). */
int eg_mesh_cut(void); /* old/mesh.h */
END
unknown tree >found
printf 'src/mesh/mesh.h:%s\n' '1: gone.c' '1: run/names.h' '2: eg_mesh_join(' '3: old/mesh.h' >expected
diff expected found
