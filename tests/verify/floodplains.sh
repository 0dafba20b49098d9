#!/bin/bash
# Tests 1 to 3 of the Environment Agency's benchmark of flood programs (S. Neelz, G. Pender 2013, report SC120002): a depression keeps
# its water when the level outside falls; 16 depressions fill, each to its sill; a short flood passes over an obstruction by its momentum.
# Final levels are those of the ground and of the volume, computed here from the formulas of the beds. The long form takes finer meshes
# and prints the tables of docs/verification-floods.md.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"
long=${EAGRE_TESTS:-}

last() { value run/gauges.csv "$1" last; }
millimetres() { printf '%.3f' "$1"; }
most() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } $at > m { m = $at } END { print m }' run/gauges.csv; }
closed() { at_most "$1: mass error" "$(value run/balance.csv mass_error last)" 1e-13; }
within() { # WHAT VALUE EXACT DISTANCE
    at_most "$1" "$2" "$(calculate "$3 + $4")"
    at_least "$1" "$2" "$(calculate "$3 - $4")"
}

# ---- test 1. The sill of squares is the bed at their centroids: half a cell from its top.
pond() { # CELLS ORDER TOLERANCE
    run ea-pond --set "mesh.box.cells=[$1, $(($1 / 7))]" --set numerics.order="$2"
    echo "| $((700 / $1)) m | $2 | $(millimetres "$(most p1_level_m)") | $(millimetres "$(most p2_level_m)") | $(millimetres "$(last p1_level_m)") | $(millimetres "$(last p2_level_m)") |"
    closed "pond of $1 cells"
    within 'highest level, p1' "$(most p1_level_m)" 10.35 6e-3
    within 'highest level, p2' "$(most p2_level_m)" 10.35 6e-3
    within 'the pond' "$(last p1_level_m)" 10.25 "$3"
    within 'a level pond' "$(last p2_level_m)" "$(last p1_level_m)" 1e-4
    at_most 'outside' "$(last shore_depth_m)" 0.005
}
{
    echo '| cells | order | highest level at 400 m, m | at 600 m | last level at 400 m | at 600 m |'
    echo '|---|---|---|---|---|---|'
    pond 70 2 8e-3
    if [ "$long" = long ]; then
        pond 70 1 8e-3
        pond 140 1 6e-3
        pond 140 2 6e-3
    fi
} | table floodplain-pond

# ---- test 2. Columns of gauges from the formula of the bed: the sill of each depression, to the south or, in the lowest row, to the
# east; and what the ponds hold at their levels.
cat >ponds.awk <<'AWK'
function z(x, y) { return 8.5731 - x / 2000 + y / 1500 + 5 / 32 * (cos(pi * x / 250) + cos(pi * y / 250)) - 3 / 32 * cos(pi * x / 250) * cos(pi * y / 250) }
function sill(x, y, south,   s, c, t, low, high) { # the highest, along the way, of the lowest ground across it
    high = -1e9
    for (s = 0; s <= 400; s += 5) {
        low = 1e9
        for (c = -60; c <= 60; c += 5) { t = south ? z(x + c, y - s) : z(x + s, y + c); if (t < low) low = t }
        if (low > high) high = low
    }
    return high
}
NR == 1 { pi = atan2(0, -1); for (i = 1; i <= NF; i++) { if ($i ~ /_level_m$/) level[++m] = i; if ($i ~ /_depth_m$/) depth[++n] = i } }
END {
    for (k = 1; k <= 16; k++) {
        x = int((k - 1) / 4) * 500; y = (k - 1) % 4 * 500; l = $level[k]
        print k, $depth[k], k == 13 ? 0 : sill(x + 250, y + 250, y > 0) - z(x + 250, y + 250)
        if ($depth[k] > 1e-3)
            for (i = x + 5; i < x + 500; i += 10) for (j = y + 5; j < y + 500; j += 10) if (z(i, j) < l) volume += (l - z(i, j)) * 100
    }
    print "volume", volume
}
AWK
depressions() { # ELEMENT CELLS ORDER DISTANCE [HOURS]: ponds that have overflowed are within DISTANCE m of their sills
    local k depth sill
    run ea-depressions --set time.end="${5:-48} h" --set mesh.box.element="$1" --set "mesh.box.cells=[$2, $2]" --set numerics.order="$3"
    awk -F, -f ponds.awk run/gauges.csv >ponds
    echo "| $1 | $((2000 / $2)) | $3 $(awk 'NF == 3 { printf "| %.3f ", $2 }' ponds)| $(awk '$1 == "volume" { printf "%.0f", $2 }' ponds) |"
    closed "depressions, $*"
    within 'volume' "$(value run/balance.csv volume_m3 last)" 97200 1e-6
    while read -r k depth sill; do
        case $k in
        volume) within "what the ponds hold" "$depth" 97200 4500 ;;
        2 | 3 | 4 | 6 | 7 | 8) within "depth at point $k" "$depth" "$sill" "$4" ;;   # they fed others
        13) ;;
        14 | 15 | 16) at_most "depth at point $k" "$depth" 1e-9 ;;                  # out of reach
        *) at_most "depth at point $k" "$depth" "$(calculate "$sill + 0.02")" ;;
        esac
    done <ponds
}
{
    echo "| cells | m | order |$(printf ' %d |' $(seq 16)) in the ponds, m3 |"
    echo "|---|---|---|$(printf -- '---|%.0s' $(seq 16))---|"
    depressions quadrangle 50 1 0.025 24
    depressions quadrangle 50 2 0.035 24
    if [ "$long" = long ]; then
        for order in 1 2; do
            depressions quadrangle 50 $order 0.025
            depressions quadrangle 100 $order 0.02
            depressions triangle 100 $order 0.02
        done
    fi
} | table floodplain-depressions

# ---- test 3. The first depression holds 1,310 m3 to its brim: a slow flood of that volume fills it and stops; the short one does not.
obstruction() { # ELEMENT CELLS ORDER
    run ea-obstruction --set mesh.box.element="$1" --set "mesh.box.cells=[$2, $(($2 / 3))]" --set numerics.order="$3"
    echo "| $1 | $((300 / $2)) | $3 | $(millimetres "$(last p1_depth_m)") | $(millimetres "$(last p2_depth_m)") |"
    closed "obstruction, $*"
    at_most 'level before the obstruction' "$(last p1_level_m)" 10
    at_least 'depth behind the obstruction' "$(last p2_depth_m)" 0.04
    at_most 'depth behind the obstruction' "$(last p2_depth_m)" 0.085
    at_most 'water on the crest' "$(last crest_depth_m)" 0.002
    within 'volume' "$(value run/balance.csv volume_m3 last)" 1310 2
}
{
    echo '| cells | m | order | depth at 150 m, m | depth at 250 m, m |'
    echo '|---|---|---|---|---|'
    obstruction quadrangle 30 2
    if [ "$long" = long ]; then
        for element in quadrangle triangle; do
            for cells in 30 60 150; do
                for order in 1 2; do
                    obstruction $element $cells $order
                done
            done
        done
    fi
} | table floodplain-obstruction
printf 'time (s),discharge (m3/s)\n0,0\n100,2.62\n500,2.62\n600,0\n900,0\n' >slow.csv
run ea-obstruction --set mesh.box.cells='[30, 10]' --set "boundaries.left.discharge.csv=$PWD/slow.csv"
at_most 'a slow flood: depth behind the obstruction' "$(last p2_depth_m)" 1e-6
at_least 'a slow flood: level before the obstruction' "$(last p1_level_m)" 9.99

# ---- a closed basin of the ground of test 2: with friction, too, its water comes to rest, by Manning's law as 1 / t.
cat >basin.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [500 m, 500 m], cells: [25, 25], element: quadrangle}}
materials:
  all:
    elevation: "8 - x / 2000 + y / 1500 + 5 / 32 * (cos(pi * x / 250) + cos(pi * y / 250)) - 3 / 32 * cos(pi * x / 250) * cos(pi * y / 250)"
    manning: 0.03
initial: {depth: 5 cm}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 24 h}
output:
  record: {every: 12 h}
  gauges: {p1: [250, 250], p2: [150, 250], p3: [350, 250], p4: [250, 150], p5: [250, 350]}
  picture: none
CASE
basin() { # ELEMENT ORDER MOST
    run basin.yaml --set mesh.box.element="$1" --set numerics.order="$2"
    fastest=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /velocity/) at[++n] = i; next } { m = 0; for (k = 1; k <= n; k++) {
        v = $at[k] < 0 ? -$at[k] : $at[k]; if (v > m) m = v } } END { printf "%.3g", m }' run/gauges.csv)
    echo "| $1s | $2 | $fastest |"
    closed basin
    at_most "$1s, order $2: speed in a basin" "$fastest" "$3"
}
{
    echo '| cells | order | fastest of five points after 24 h, m/s |'
    echo '|---|---|---|'
    basin quadrangle 1 1e-5
    basin triangle 1 5e-4
    if [ "$long" = long ]; then
        basin quadrangle 2 1e-5
        basin triangle 2 5e-4
    fi
} | table floodplain-basin
