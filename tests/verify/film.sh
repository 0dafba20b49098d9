#!/bin/bash
# Nearly dry cells: a thin film on rugged, steep ground runs together in hollows. Depths are never negative, and no
# velocity runs away: at every snapshot it stays below that of a free fall over the whole relief, 2.24 m. The film has to
# move, too: on ground that falls more from cell to cell than the film is deep, no face sees the slope.
#
# The same with a wave that rushes over the film and up the steps: water 2 m deep is let go at once. The tip of a dam
# break is faster than a free fall, v = 2 sqrt(g h) (Ritter), and then goes down with the bed: v^2 = 4 g 2 m + 2 g 1.04 m,
# from the highest bed under the deep water to the lowest. On triangles and squares, in f64 and f32; and on seven meshes
# that are looked at 50 times a second. There a film beside deep water overshoots where faces may pull, to 10.7 to 18 m/s:
# for a moment, in one cell.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# film NAME MOST LEAST ARGUMENT...: bounds on the largest speed of all snapshots, m/s
film() {
    local name=$1 most=$2 least=$3 fastest file i
    local -a files
    shift 3
    run film "$@"
    fastest=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "velocity_linf") at = i; next }
        !($at + 0 == $at) { print "nan"; exit } $at > most { most = $at } END { printf "%.6g\n", most }' run/errors.csv)
    at_most "$name: speed" "$fastest" "$most"
    at_least "$name: speed" "$fastest" "$least"
    files=(run/fields/fields-*.vtkhdf)
    for ((i = 0; i < ${#files[@]}; i += ${#files[@]} / 10 + 1)); do
        file=${files[i]}
        at_least "$name: least depth in $file" "$("$eagre" info "$file" | awk '$1 == "depth" { print $2 }')" 0
    done
    printf '| %s | %.2f | %.2f | %s | %s |\n' "$name" "$fastest" "$most" "$(summary steps)" \
        "$(short "$(summary mass_error)")"
}
# often ELEMENT CELLS: the wave, seen 50 times a second
often() {
    film "wave, $2 x $2, $1s" "$tip" 4.7 "${wave[@]}" --set output.fields.every=0.02 \
        --set "mesh.box.element=$1" --set "mesh.box.cells=[$2, $2]"
}
fall=$(calculate 'sqrt(2 * 9.81 * 2.24)')
tip=$(calculate 'sqrt(9.81 * (4 * 2 + 2 * 1.04))')
wave=(--set 'initial.depth="x < 1.5 ? 2 : 1e-4"' --set time.end=5)
squares=(--set mesh.box.element=quadrangle)
second=(--set numerics.order=2)
single=(--precision f32 --set limits.mass_error=1e-5)
{
    echo '| case | fastest, m/s | bound, m/s | steps | mass error |'
    echo '|---|---|---|---|---|'
    film 'film, triangles' "$fall" 3.7
    film 'film, squares' "$fall" 3.7 "${squares[@]}"
    film 'film, triangles, f32' "$fall" 3.7 "${single[@]}"
    film 'wave over the film, triangles' "$tip" 4.7 "${wave[@]}"
    film 'wave over the film, squares' "$tip" 4.7 "${wave[@]}" "${squares[@]}"
    film 'wave over the film, squares, f32' "$tip" 4.7 "${wave[@]}" "${squares[@]}" "${single[@]}"
    film 'film, triangles, order 2' "$fall" 3.7 "${second[@]}"
    film 'film, squares, order 2' "$fall" 3.7 "${squares[@]}" "${second[@]}"
    film 'wave over the film, triangles, order 2' "$tip" 4.7 "${wave[@]}" "${second[@]}"
    for cells in 12 18 20 45 64; do often triangle $cells; done
    for cells in 16 20; do often quadrangle $cells; done
} | table film
