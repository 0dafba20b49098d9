#!/bin/bash
# The tables of docs/papers that no other script makes, as Markdown:
#   bench/papers.sh NAME DEVICE [tiny]      `eagre` is on PATH; `tiny` is a test of this script
#     castro      memory by order (figure 6), and seconds against error on one core, on all, and on DEVICE (figure 14)
#     remacle     iterations of table 1 up to 128^3 elements; VERIFY_SCHWARZ names build/tests/verify-schwarz
#     hanindhito  the standing wave of code 4.1, and the rows of tables 6.6 to 6.13
#     lacasta     speed-up of DEVICE and of all cores over one (tables 5.4 and 5.6); MESH names examples/two-boxes' mesh of 106,648
#     block       norm (12) of figure 4 for both bubbles, between 64 bits on the host, or on the device REFERENCE, and 64 or 32 bits on DEVICE; COMPARE names
#                 build/tests/verify-atmosphere-compare
set -euo pipefail
usage='usage: bench/papers.sh castro|remacle|hanindhito|lacasta|block DEVICE [tiny]'
name=${1:?$usage} device=${2:?$usage} size=${3:-}
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
cores=host:$(nproc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

run() { # FOLDER CASE DEVICE ARGUMENT...
    local folder=$1 case=$2 on=$3
    shift 3
    eagre run "$case" -q --no-measure --force -o "$folder" --device "$on" --set output.picture=none "$@"
}
of() { sed -n "s/.*\"$2\": {*\(\"value\": \)*\"\{0,1\}\([-+.a-z0-9]*\).*/\2/p" "$1/summary.json" | head -n 1; }
advanced() { sed -n 's/.*"advance": \([-+.e0-9]*\).*/\1/p' "$1/summary.json"; }
last() { # FILE COLUMN: the last value of a column
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { v = $at } END { print v }' "$1"
}
calc() { awk "BEGIN { printf \"%.3g\", $1 }"; }
same() { [ "$(of "$1" state_hash)" = "$(of "$2" state_hash)" ] && echo equal || echo different; }

castro() {
    local orders='1 2 3 4 5 6 7' edges='10 20 40 80' order n a b c d
    [ "$size" != tiny ] || orders='1 2' edges=4
    cat >plane.yaml <<'CASE'
title: plane P and S waves, test 4.4 of Castro, Behrens and Pelties (2013)
model: elastic
mesh: {box: {size: [100, 100], cells: [20, 20], element: triangle}}
materials: {all: {density: 1, lambda: 2, mu: 1}}
initial:
  velocity:
    - "0"
    - "2 * sqrt(0.5) * sin(2 * pi / 25 * (x + y))"
  stress:
    - "-0.5 * sin(2 * pi / 25 * (x + y))"
    - "-2.5 * sin(2 * pi / 25 * (x + y))"
    - "-0.5 * sin(2 * pi / 25 * (x + y))"
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 17.677669529663689 s, cfl: 0.9}
numerics: {order: 5}
exact:
  velocity:
    - "sqrt(0.5) * (sin(2 * pi / 25 * (x + y - 2 * sqrt(2) * t)) - sin(2 * pi / 25 * (x + y - sqrt(2) * t)))"
    - "sqrt(0.5) * (sin(2 * pi / 25 * (x + y - 2 * sqrt(2) * t)) + sin(2 * pi / 25 * (x + y - sqrt(2) * t)))"
CASE
    echo '| order | bytes a triangle on the device, f64 | f32 | triangles in 6 GB, f64 |'
    echo '|--:|--:|--:|--:|'
    bytes() { # ORDER PRECISION: of 131,072 triangles
        eagre check plane.yaml --device "$device" --set "numerics.order=$1" --precision "$2" --set 'mesh.box.cells=[256, 256]' |
            awk '/^memory/ { k = $3 == "GB" ? 1e9 : $3 == "MB" ? 1e6 : 1e3; printf "%.0f", $2 * k / 131072 }'
    }
    for order in $orders; do
        a=$(bytes "$order" f64) b=$(bytes "$order" f32)
        echo "| $order | $a | $b | $(calc "6e9 / $a") |"
    done
    echo
    echo "| order | triangles | L2 of the velocity, f64 | f32 | one core, s | $cores, s | $device, s | its f32, s | one core over $device | bits |"
    echo '|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|'
    for order in ${orders#1}; do
        for n in $edges; do
            local with=(--set "numerics.order=$order" --set "mesh.box.cells=[$n, $n]")
            run warm plane.yaml "$device" "${with[@]}"
            run warm plane.yaml "$device" "${with[@]}" --precision f32
            run one plane.yaml host:1 "${with[@]}"
            run all plane.yaml "$cores" "${with[@]}"
            run gpu plane.yaml "$device" "${with[@]}"
            run f32 plane.yaml "$device" "${with[@]}" --precision f32
            a=$(advanced one) b=$(advanced all) c=$(advanced gpu) d=$(advanced f32)
            echo "| $order | $(of one cells) | $(calc "$(last one/errors.csv velocity_l2)") |" \
                "$(calc "$(last f32/errors.csv velocity_l2)") | $(calc "$a") | $(calc "$b") | $(calc "$c") | $(calc "$d") |" \
                "$(calc "$a / $c") | $(same one gpu) |"
        done
    done
}

remacle() {
    local most=128 mesh rows n
    [ "$size" != tiny ] || most=8
    echo '| mesh | preconditioner | to 1e-2: 8^3 16^3 32^3 64^3 128^3 | to 1e-8 | seconds of the last, set-up and solve |'
    echo '|---|---|---|---|---|'
    for mesh in cube smooth strong; do
        for rows in 'both 0 weighted' 'both 1 plain' 'fine 1 fine_alone,_plain'; do
            set -- $rows
            "${VERIFY_SCHWARZ:?names the program verify-schwarz}" device="$device" mesh=$mesh scales="$1" plain="$2" first=8 last=$most mark=1e-2 |
                awk -v mesh=$mesh -v name="$3" '$1 ~ /^[0-9]+$/ { a = a " " $3; b = b " " $4; s = $5 ", " $6 }
                    END { gsub("_", " ", name); printf "| %s | %s |%s |%s | %s |\n", mesh, name, a, b, s }'
        done
    done
}

hanindhito() {
    local levels='4 5 6' steps='8 1024' level n hash
    [ "$size" != tiny ] || levels=1 steps=8
    echo '| case | device | largest error of p | of the velocity | seconds of the steps | state |'
    echo '|---|---|---|---|--:|---|'
    for on in host:1 "$cores" "$device"; do
        [ "$size" != tiny ] || local less=(--set mesh.forest.level=1 --set 'limits={}')
        run code "$root/examples/standing-wave/case.json" "$on" --set 'output.fields.steps=240' ${less[@]+"${less[@]}"}
        echo "| code 4.1 | $on | $(calc "$(last code/errors.csv pressure_linf)") | $(calc "$(last code/errors.csv velocity_linf)") | $(calc "$(advanced code)") | $(of code state_hash) |"
    done
    cat >cube.yaml <<'CASE'
title: a standing wave in a cube of cells of 512 nodes
model: acoustic
mesh: {box: {size: [1, 1, 1], cells: [1, 1, 1]}, forest: {level: 4}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "cos(2*pi*x) * cos(2*pi*y) * cos(2*pi*z)"}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {steps: 8}
numerics: {degree: 7}
output: {fields: {steps: 100000}, picture: none}
checkpoint: {end: false}
CASE
    echo
    echo '| level | steps | steps, s | the whole run, s |'
    echo '|--:|--:|--:|--:|'
    run warm cube.yaml "$device" --set mesh.forest.level=1
    for level in $levels; do
        for n in $steps; do
            run box cube.yaml "$device" --set "mesh.forest.level=$level" --set "time.steps=$n"
            echo "| $level | $n | $(calc "$(advanced box)") | $(calc "$(of box wall_seconds)") |"
        done
    done
}

lacasta() {
    local end=400 edges=5 hours=0.2
    [ "$size" != tiny ] || end=0.05 edges=20 hours=0.0005
    cp "${MESH:?names the mesh of two-boxes}" two-boxes.msh
    cp "$root/examples/two-boxes/case.yaml" .
    echo "| dam break of table 5.6, $end s | steps | seconds of the steps | speed-up | state |"
    echo '|---|--:|--:|--:|---|'
    local one=
    run warm case.yaml "$device" --set time.steps=10
    for on in host:1 "$cores" "$device"; do
        run box case.yaml "$on" --set "time.end=$end" --set "output.fields={every: $end s, variables: [depth]}" --set 'output.gauges={}' \
            --set "output.record={every: $end s}"
        [ -n "$one" ] || one=$(advanced box)
        echo "| $on | $(of box steps) | $(calc "$(advanced box)") | $(calc "$one / $(advanced box)") | $(of box state_hash) |"
    done
    echo
    echo "The flood of table 5.4 on $edges m, its hydrograph shortened to $hours h:"
    echo
    for on in host:1 "$cores" "$device"; do
        "$root/bench/town-flood.sh" "$on" "$work/town" "$hours" "$edges" | awk -v on="$on" '/^\| [0-9.]+ m/ { print "| " on " " $0 }'
        echo "state: $(of "town/run-$edges" state_hash)"
    done
}

block() {
    local times='100 200 300 400 500 600 700' level=11 every=100 end bubble t
    [ "$size" != tiny ] || times=1 level=3 every=1
    sed '/^output/,$d; /^numerics/d; /^time/d; /^mesh/d' "$root/examples/warm-bubble/case.yaml" >giraldo.yaml
    sed '/^output/,$d; /^numerics/d; /^time/d; /^mesh/,/^  adapt/d' "$root/examples/warm-and-cold-bubble/adaptive.yaml" >robert.yaml
    end=$((every * $(wc -w <<<"$times")))
    echo '| bubble | against 64 bits of the host | time, s | u, m/s | w, m/s | p, Pa | rho theta, kg K/m3 | theta, K |'
    echo '|---|---|--:|--:|--:|--:|--:|--:|'
    for bubble in giraldo robert; do
        cat >>$bubble.yaml <<CASE
mesh:
  box: {size: [1 km, 1 km], cells: [1, 1]}
  adapt: {lowest: $level, highest: $level, first: $level, every: 1000000}
time: {end: $end s}
numerics: {degree: 2, viscosity: 0.1 m2/s}
output: {fields: {every: $every s, variables: [theta_perturbation, velocity, pressure_perturbation]}, picture: none}
CASE
        run "$bubble-host" $bubble.yaml "${REFERENCE:-$cores}"
        run "$bubble-64" $bubble.yaml "$device"
        run "$bubble-32" $bubble.yaml "$device" --precision f32
        for bits in 64 32; do
            for t in $times; do
                local file
                file=fields/fields-$(printf %06d $((t / every))).vtkhdf
                "${COMPARE:?names the program verify-atmosphere-compare}" norm "$bubble-host/$file" "$bubble-$bits/$file" |
                    awk -F, -v row="| $bubble | $bits bits of $device | $t |" 'NR > 1 { row = row " " $2 " |" } END { print row }'
            done
        done
    done
}

case $name in
castro | remacle | hanindhito | lacasta | block) "$name" ;;
*) echo "bench/papers.sh: $name is none of castro, remacle, hanindhito, lacasta, block" >&2 && exit 2 ;;
esac
