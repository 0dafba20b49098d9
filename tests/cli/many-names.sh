#!/bin/bash
# 100 boundaries and 300 regions, whose names have the 127 letters that Gmsh allows and differ in the last ones: every model
# runs to its end and its summary tells of all of them. Receivers and gauges, whose names have 200, do not write over each other.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

# A row of 300 cells, each its own region; the 300 faces below have 100 names, the others are the rim.
strip() { # DIMENSION: quadrangles or hexahedra
    awk -v d="$1" 'BEGIN {
        n = 300; long = sprintf("%117s", ""); gsub(/ /, "n", long)
        print "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n" 401
        for (i = 0; i < n; i++) printf "%d %d \"%sr%09d\"\n", d, i + 1, long, i
        for (i = 0; i < 100; i++) printf "%d %d \"%sb%09d\"\n", d - 1, i + 1001, long, i
        printf "%d 2000 \"rim\"\n", d - 1
        print "$EndPhysicalNames\n$Nodes\n" 2 * (d - 1) * (n + 1)
        for (z = 0; z < d - 1; z++) for (y = 0; y < 2; y++) for (x = 0; x <= n; x++) print node(x, y, z), x, y, z
        print "$EndNodes\n$Elements\n" (d == 2 ? 3 * n + 2 : 5 * n + 2)
        type = d == 2 ? 3 : 5; face = d == 2 ? 1 : 3
        for (i = 0; i < n; i++) {
            j = i + 1
            if (d == 2) element(3, i + 1, node(i, 0, 0) " " node(j, 0, 0) " " node(j, 1, 0) " " node(i, 1, 0))
            else element(5, i + 1, ring(i, j, 0) " " ring(i, j, 1))
            if (d == 2) {
                element(1, 1001 + i % 100, node(i, 0, 0) " " node(j, 0, 0))
                element(1, 2000, node(i, 1, 0) " " node(j, 1, 0))
            } else {
                element(3, 1001 + i % 100, ring(i, j, 0))
                element(3, 2000, ring(i, j, 1))
                for (y = 0; y < 2; y++)
                    element(3, 2000, node(i, y, 0) " " node(j, y, 0) " " node(j, y, 1) " " node(i, y, 1))
            }
        }
        for (x = 0; x <= n; x += n)
            if (d == 2) element(1, 2000, node(x, 0, 0) " " node(x, 1, 0))
            else element(3, 2000, node(x, 0, 0) " " node(x, 1, 0) " " node(x, 1, 1) " " node(x, 0, 1))
        print "$EndElements"
    }
    function node(x, y, z) { return (z * 2 + y) * 301 + x + 1 }
    function ring(i, j, z) { return node(i, 0, z) " " node(j, 0, z) " " node(j, 1, z) " " node(i, 1, z) }
    function element(type, group, nodes) { print ++elements, type, 2, group, group, nodes }' >strip$1.msh
}
strip 2
strip 3
long=$(printf 'n%.0s' $(seq 117)) longer=$(printf 'n%.0s' $(seq 190))

# CASE MODEL DIMENSION MATERIAL BOUNDARY REST...: the case, its folder MODEL
run() {
    local model=$1 dimension=$2 material=$3 boundary=$4 rim=$5
    shift 5
    {
        printf 'title: many names\nmodel: %s\nmesh: {gmsh: strip%s.msh}\nmaterials:\n' "$model" "$dimension"
        for i in $(seq 0 299); do printf '  %sr%09d: %s\n' "$long" "$i" "$material"; done
        printf 'boundaries:\n  rim: %s\n' "$rim"
        for i in $(seq 0 99); do printf '  %sb%09d: %s\n' "$long" "$i" "$boundary"; done
        printf '%s\n' "$@"
    } >"$model.yaml"
    "$eagre" run "$model.yaml" -q --no-measure --device host:1 -o "$model" || fail "$model"
    "$eagre" verify "$model" >out || fail "$model: $(cat out)"
    "$eagre" report "$model" >report || fail "report $model"
}
entries() { # MODEL BEFORE: how many boundaries the summary tells of, by names that differ
    grep -o "\"$2n*b[0-9]*" "$1/summary.json" | sort -u | wc -l
}
places="{${longer}p000000001: [1.5, 0.5], ${longer}p000000002: [7.5, 0.5]}"

run shallow-water 2 '{elevation: 0, manning: 0.03}' outflow wall 'initial: {depth: 1}' 'time: {steps: 2}' "output: {gauges: $places}"
[ "$(entries shallow-water out_)" = 100 ] || fail "$(grep -c out_ shallow-water/summary.json) entries"
[ "$(head -1 shallow-water/balance.csv | tr , '\n' | sort -u | wc -l)" = 105 ] || fail "columns of balance.csv"
[ "$(head -1 shallow-water/gauges.csv | tr , '\n' | grep -c 'p00000000[12]_depth')" = 2 ] || fail "columns of gauges.csv"
for model in advection acoustic elastic sh; do
    case $model in
    advection) material='{velocity: [1, 0]}' boundary=outflow rim=outflow ;;
    acoustic) material='{density: 1, vp: 1}' boundary=absorbing rim=wall ;;
    elastic) material='{density: 1, vp: 2, vs: 1}' boundary=absorbing rim=wall ;;
    sh) material='{density: 1, vs: 1}' boundary=absorbing rim=wall ;;
    esac
    run $model 2 "$material" $boundary $rim 'numerics: {order: 1}' 'time: {steps: 2}' \
        "output: {receivers: {at: $places, interval: 0.01 s, format: [csv, sac]}}"
    columns=$(head -1 $model/seismograms/receivers.csv | tr , '\n' | sort -u | wc -l)
    files=$(find $model/seismograms -name '*.sac' | wc -l)
    [ "$columns" = $((files + 1)) ] && [ $((files % 2)) = 0 ] || fail "$model: $columns columns, $files files"
done
run poisson 3 '{kappa: 1, source: 0}' '{value: 0}' insulated 'numerics: {degree: 1}'
[ "$(entries poisson flux_)" = 100 ] || fail "$(grep -c flux_ poisson/summary.json) entries"
run heat 3 '{kappa: 1, capacity: 1}' '{value: 0}' insulated 'numerics: {degree: 1}' 'initial: {temperature: 1}' \
    'time: {end: 0.2 s, dt: 0.1 s}'
[ "$(entries heat flux_)" = 100 ] || fail "$(grep -c flux_ heat/summary.json) entries"

# a name of which no file name can be made is refused before the run
if "$eagre" run acoustic.yaml -q -o longer --set "output.receivers.at={${longer}012345678901234567890123456789: [1, 0.5]}" 2>err; then fail "a name of 220 letters"; fi
grep -q "has 220 letters; files and columns have it in theirs: at most 200 are taken" err || fail "$(cut -c1-300 err)"
