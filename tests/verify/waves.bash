# What the verification tests of linear waves share. Sourced after lib.bash; skips the test where gmsh is not there.
#   gmsh_mesh GEO FILE NAME=NUMBER...   makes FILE from tests/data/verify/GEO.geo, its nodes rounded to multiples of 2^-20 m
#   square HALF H                       a square of side 2 HALF about the origin with triangles of edge H, made once: its path
#   errors VARIABLE                     L1, L2, Linf at the end
# EAGRE_MESHES names a folder with squares that were made before, by `waves-floors.sh prepare`, for machines without gmsh.
#
# Gmsh places the nodes of a transfinite block within 1e-12 of where they belong, so its quadrangles are parallelograms to
# 1e-12 only, and the scheme, which takes them for exact ones, would keep a constant state to 1e-11 only. Rounded, the
# corners of a block that stand at multiples of 2^-20 m make exact parallelograms. Triangles need no rounding.
if [ -z "${EAGRE_MESHES:-}" ] && ! command -v gmsh >/dev/null; then
    echo 'gmsh is not there'
    exit 77
fi
gmsh_mesh() {
    local geo=$1 file=$2 setting
    local -a numbers=()
    shift 2
    for setting; do numbers+=(-setnumber "${setting%%=*}" "${setting#*=}"); done
    gmsh -2 -v 0 -format msh41 "${numbers[@]}" "$cases/$geo.geo" -o raw.msh >/dev/null 2>&1 ||
        fail "gmsh made no mesh of $geo.geo"
    awk 'function near(x) { x = x * 1048576; x = x < 0 ? -int(0.5 - x) : int(x + 0.5); return x / 1048576 }
        /^\$Nodes/ { inside = 1 }
        /^\$EndNodes/ { inside = 0 }
        inside && NF == 3 { printf "%.17g %.17g %.17g\n", near($1), near($2), near($3); next }
        { print }' raw.msh >"$file"
}
square() {
    local name=square-$1-$2.msh
    if [ -f "$work/$name" ]; then
        :
    elif [ -n "${EAGRE_MESHES:-}" ] && [ -f "$EAGRE_MESHES/$name.gz" ]; then
        gzip -dc "$EAGRE_MESHES/$name.gz" >"$work/$name"
    else
        gmsh_mesh waves-square "$work/$name" "half=$1" "h=$2"
    fi
    echo "$work/$name"
}
errors() {
    local norm
    for norm in l1 l2 linf; do value "$out/errors.csv" "$1_$norm" last; done
}
