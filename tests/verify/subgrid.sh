#!/bin/bash
# Sub-grid ground (docs/theory/shallow-water-subgrid.md): lakes with islands inside of cells, storage of terraces, uniform flow in a
# channel narrower than a cell, and a valley with a river, a levee, a town: its flood on cells of 20 m against that on the 2 m of the
# terrain, at second order.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# dem NAME COLUMNS ROWS PIXEL BODY: an ASCII grid, z of x and y by lines of awk
dem() {
    awk -v nx="$2" -v ny="$3" -v d="$4" "function abs(a) { return a < 0 ? -a : a } function max(a, b) { return a > b ? a : b }
        function min(a, b) { return a < b ? a : b }
        BEGIN { pi = atan2(0, -1)
            printf \"ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\nNODATA_value -9999\n\", nx, ny, d
            for (j = ny - 1; j >= 0; j--) for (i = 0; i < nx; i++) { x = (i + 0.5) * d; y = (j + 0.5) * d
                $5
                printf \"%.4f%s\", z, i + 1 < nx ? \" \" : \"\n\" } }" >"$1"
}
near() { # WHAT VALUE EXPECTED PART
    at_most "$1, $2 against $3: error" "$(calculate "($2 > $3 ? $2 - $3 : $3 - $2) / $3")" "$4"
}

# ---- lakes: ground that rises through the surface in most cells, beside walls and a held level
dem lake.asc 50 40 2 'z = 2 * sin(x / 13) * cos(y / 9) + 0.5 * sin(x / 2.7 + y)'
cat >lake.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 80 m], cells: [5, 4], element: triangle}}
materials: {all: {elevation: {raster: lake.asc, subgrid: 20}, manning: 0.02}}
initial: {level: 0.3 m}
boundaries: {left: wall, right: {level: 0.3 m}, bottom: wall, top: wall}
time: {steps: 5000}
exact: {velocity: [0, 0]}
limits: {mass_error: 1e-13, velocity_linf: 1e-12}
CASE
{
    echo '| cells | strips | largest velocity, m/s | mass error |'
    echo '|---|---|---|---|'
    for element in triangle quadrangle; do
        for strips in 2 20 100; do
            run lake.yaml --set mesh.box.element=$element --set materials.all.elevation.subgrid=$strips
            [ "$(summary steps)" = 5000 ] || fail "a lake of $(summary steps) steps"
            echo "| ${element}s | $strips | $(short "$(value run/errors.csv velocity_linf last)") | $(short "$(summary mass_error)") |"
        done
    done
} | table subgrid-lakes
[ "${PIPESTATUS[0]}" = 0 ] || exit 1

# ---- storage: ten terraces of 0.1 m in each cell, which rain of 0.2 m fills: up to the level where the sum over terraces is 0.2 m
dem terraces.asc 50 50 2 'k = int(x / 2) % 10; z = 5 + 0.1 * k'
cat >terraces.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 100 m], cells: [5, 5], element: quadrangle}}
materials: {all: {elevation: {raster: terraces.asc, subgrid: 20}, manning: 0.03, rain: 0.36 m/h}}
initial: {level: 5.05 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1950 s}
output: {gauges: {a: [50 m, 50 m]}, record: {every: 1950 s}}
CASE
run terraces.yaml
# at first half of the lowest terrace, 0.005 m; then 0.2 m in all: with k terraces wet (k L - 0.1 k (k - 1) / 2) / 10 = 0.2, k = 6
near 'depth of the terraces' "$(value run/gauges.csv a_depth_m last)" 0.2 1e-12
near 'level of the terraces' "$(value run/gauges.csv a_level_m last)" "$(calculate '5 + (2 + 1.5) / 6')" 1e-12

# ---- a channel of 6 m in cells of 20 m: uniform flow of 10 m3/s, Manning's formula for its bed alone
dem channel.asc 500 50 2 'z = 0.001 * (1000 - x) + (abs(y - 51) < 4 ? 0 : 3)'
cat >channel.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [1 km, 100 m], cells: [50, 5], element: quadrangle}}
materials: {all: {elevation: {raster: channel.asc, subgrid: 20}, manning: 0.03}}
initial: {depth: 0}
boundaries: {left: {discharge: 10 m3/s}, right: {normal_depth: {slope: 0.001}}, bottom: wall, top: wall}
time: {end: 4 h}
output: {gauges: {a: [510 m, 50 m], b: [910 m, 50 m], dry: [510 m, 30 m]}, record: {every: 1 h}}
CASE
run channel.yaml
normal=$(calculate 'exp(0.6 * log(10 * 0.03 / (6 * sqrt(0.001))))')
near 'depth in the middle of the channel' "$(calculate "$(value run/gauges.csv a_level_m last) - 0.49")" "$normal" 0.005
near 'depth near the end of the channel' "$(calculate "$(value run/gauges.csv b_level_m last) - 0.09")" "$normal" 0.01
near 'velocity in the channel' "$(value run/gauges.csv a_velocity_x_m_per_s last)" "$(calculate "10 / (6 * $normal)")" 0.005
at_most 'water beside the channel' "$(value run/gauges.csv dry_depth_m last)" 0
at_most 'clipped in the channel' "$(summary clipped_m3)" 1e-12

# ---- a valley of 480 m: a winding river of 26 m, a levee along faces with a gap, streets between houses
dem valley.asc 240 120 2 '
    mid = 110 + 12 * sin(2 * pi * x / 240); slope = 12 * 2 * pi / 240 * cos(2 * pi * x / 240)
    a = abs(y - mid) / sqrt(1 + slope * slope); base = 0.002 * (480 - x) + 2; e = abs(y - 110)
    z = base + 0.01 * e + (e > 70 ? 0.08 * (e - 70) : 0)
    if (!(x > 200 && x < 240)) z = max(z, base + 1.3 - 0.4 * max(0, abs(y - 140) - 2))
    if (x > 250 && x < 400 && y > 40 && y < 85 && (x - 250) % 24 > 10 && (y - 40) % 22 > 10) z += 4
    if (a < 13) z = min(z, base - 2 + max(0, a - 5) / 3)'
cat >valley.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [480 m, 240 m], cells: [24, 12], element: quadrangle}}
materials: {all: {elevation: {raster: valley.asc, subgrid: 20}, manning: 0.035}}
initial: {depth: 0}
boundaries: {left: {discharge: "min(20 + 80 * t / 600, 100)"}, right: {normal_depth: {slope: 0.002}}, bottom: wall, top: wall}
time: {end: 900 s}
output: {record: {every: 5 min}, maxima: {variables: [max_depth, max_level], rasters: {like: valley.asc, format: asc}}}
CASE
flooded() { # FILE [OTHER]: pixels deeper than 5 cm, of it alone or of both
    awk -v other="${2:-$1}" 'FNR > 6 { for (i = 1; i <= NF; i++) if (FNR == NR) a[FNR, i] = $i; else n += a[FNR, i] > 0.05 && $i > 0.05 }
        END { print n + 0 }' "$1" "${2:-$1}"
}
flood() { # NAME SETTING...
    local name=$1
    shift
    run valley.yaml "$@"
    cp run/maxima/max_depth.asc "$name.asc"
    updates[$name]=$(calculate "$(summary steps) * $(summary cells)")
    at_most "$name: clipped" "$(summary clipped_m3)" 1e-6
}
declare -A updates
flood fine --set mesh.box.cells='[240, 120]' --set materials.all.elevation='{raster: valley.asc, sample: mean}' --set numerics.order=2
flood subgrid
flood means --set materials.all.elevation='{raster: valley.asc, sample: mean}'
{
    echo '| cells | flooded, m2 | part of the fine flood | of the fine flood found | cell updates, of the fine ones |'
    echo '|---|---|---|---|---|'
    fine=$(flooded fine.asc)
    for name in fine subgrid means; do
        echo "| $name | $(calculate "4 * $(flooded $name.asc)") | $(calculate "$(flooded $name.asc) / $fine" | cut -c 1-5) |" \
            "$(calculate "$(flooded $name.asc fine.asc) / $fine" | cut -c 1-5) | 1 / $(calculate "int(${updates[fine]} / ${updates[$name]})") |"
    done
} | table subgrid-valley
near 'extent of the flood' "$(flooded subgrid.asc)" "$(flooded fine.asc)" 0.05
at_least 'flooded pixels found' "$(calculate "$(flooded subgrid.asc fine.asc) / $(flooded fine.asc)")" 0.93
at_least 'extent of the flood with means' "$(calculate "$(flooded means.asc) / $(flooded fine.asc)")" 1.2
at_least 'updates saved' "$(calculate "${updates[fine]} / ${updates[subgrid]}")" 500
