#!/bin/bash
# Monai valley, measured in a basin at 1:400: levels at three gauges (root mean square difference at most
# 0.5 cm over 25 s), and run-up at three places: the highest level of water deeper than 1 mm in a window of
# 0.1 m round the place, whose coordinates the measurement calls approximate. Triangles of 0.028 m at first order, the largest cells that
# have the run-ups; second order on cells of 0.056 m. The long form, which `make nightly` runs, takes the squares of the raster, 0.014 m,
# and both orders on these and on triangles of 0.028 m, with bounds on each gauge and place. MONAI names the folder of the data.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
long=${EAGRE_TESTS:-}

data=${MONAI:-$EAGRE_SOURCE/../shared/data/monai}
[ -f "$data/Benchmark_2_Bathymetry.asc" ] || {
    echo "the data of Monai valley are not here: MONAI names their folder"
    exit 77
}
data=$(cd "$data" && pwd)

places="5.1575,1.8800 5.0300,2.2062 4.9975,2.3200"
gauges='{ch5: [4.521, 1.196], ch7: [4.521, 1.696], ch9: [4.521, 2.196]'
p=0
for place in $places; do
    for i in -3 -2 -1 0 1 2 3; do
        for j in -3 -2 -1 0 1 2 3; do
            gauges+=$(awk -v at="$place" -v i=$i -v j=$j -v p=$p 'BEGIN { split(at, x, ",")
                printf ", p%d_%d_%d: [%.4f, %.4f]", p, i + 3, j + 3, x[1] + 0.014 * i, x[2] + 0.014 * j }')
        done
    done
    p=$((p + 1))
done
device=host

# compute ELEMENT ACROSS ALONG ORDER
compute() {
    run "$EAGRE_SOURCE/examples/monai/case.yaml" --set "vars.MONAI=$data" --set "mesh.box.element=$1" --set "mesh.box.cells=[$2, $3]" \
        --set "numerics.order=$4" --set output.fields.every=5 --set "output.gauges=$gauges}"
}
levels() { # of the gauges, against the measurement
    "$EAGRE_BUILD/tests/verify-monai-compare" run/gauges.csv "$data/output_ch5-7-9.txt" "${EAGRE_TABLES:-.}/${1:-monai-gauges}.png"
}
# computed run-up of place P, m
climb() {
    awk -F, -v p="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ "^p" p "_.*_depth_m$") depth[++n] = i; next }
        { for (k = 1; k <= n; k++) if ($depth[k] > 1e-3 && $(depth[k] + 1) > most) most = $(depth[k] + 1) }
        END { printf "%.4f\n", most }' run/gauges.csv
}
if [ "$long" = long ]; then compute quadrangle 392 243 1; else compute triangle 196 122 1; fi
levels | table monai-gauges
{
    echo '| place, m | run-up computed, m | measured in six runs, m |'
    echo '|---|---|---|'
    p=0
    for place in $places; do
        measured=$(awk -v at="$place" 'BEGIN { split(at, x, ",") }
            { sub(/\r$/, "") }
            NF == 8 && $1 + 0 == x[1] + 0 && $2 + 0 == x[2] + 0 {
                low = high = $3
                for (i = 4; i <= 8; i++) { if ($i < low) low = $i; if ($i > high) high = $i }
                print low " to " high }' "$data/OBS_RUNUP.txt")
        echo "| ${place/,/, } | $(climb $p) | $measured |"
        at_least "run-up at $place" "$(climb $p)" "$(calculate "0.75 * ${measured%% *}")"
        at_most "run-up at $place" "$(climb $p)" "$(calculate "1.25 * ${measured##* }")"
        p=$((p + 1))
    done
} | table monai-runup

# both ELEMENT ACROSS ALONG ORDER LEVELS RUNUPS: the bounds are the root mean squares of the gauges in cm, and ranges LEAST-MOST of the
# run-ups in m: 10 % beside what was found when this was written
both() {
    local element=$1 order=$4 bound=($5) ranges=($6) found=() p
    compute "$1" "$2" "$3" "$4"
    mapfile -t found <<<"$(levels monai-other | awk -F'|' 'NR > 2 { print $3 + 0 }')"
    echo "| ${element}s | $(awk "BEGIN { print 5.488 / $2 }") | $order | ${found[0]} | ${found[1]} | ${found[2]} | $(climb 0) | $(climb 1) | $(climb 2) |"
    for p in 0 1 2; do
        at_most "${element}s, order $order: gauge $p" "${found[p]}" "${bound[p]}"
        at_least "${element}s, order $order: run-up $p" "$(climb $p)" "${ranges[p]%-*}"
        at_most "${element}s, order $order: run-up $p" "$(climb $p)" "${ranges[p]#*-}"
    done
}
{
    echo '| cells | m | order | ch5, cm | ch7, cm | ch9, cm | run-up, m | | |'
    echo '|---|---|---|---|---|---|---|---|---|'
    both triangle 98 61 2 '0.43 0.39 0.39' '0-0.08 0.048-0.06 0.043-0.054'
    if [ "$long" = long ]; then
        both quadrangle 392 243 1 '0.42 0.4 0.37' '0.062-0.077 0.049-0.061 0.046-0.058'
        both quadrangle 392 243 2 '0.44 0.4 0.38' '0.07-0.087 0.052-0.065 0.047-0.058'
        both triangle 196 122 1 '0.42 0.39 0.37' '0.062-0.077 0.049-0.061 0.045-0.056'
        both triangle 196 122 2 '0.44 0.4 0.38' '0.057-0.071 0.049-0.061 0.046-0.058'
    fi
} | table monai-orders
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
