#!/bin/bash
# Losses of the rain: curve numbers against a published storm and table, initial and continuing losses by hand; constants of all laws
# by rasters and classes against the same by number and expression; what is refused or in doubt.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXACT TOLERANCE: absolute
    at_most "$1: error" "$(calculate "$2 - ($3) < 0 ? ($3) - ($2) : $2 - ($3)")" "$4"
}
# storm INFILTRATION ARGUMENT...: a closed basin of 4 m x 3 m under the rain of rain.csv
storm() {
    cat >storm.yaml <<CASE
title: a storm
model: shallow-water
mesh: {box: {size: [4 m, 3 m], cells: [4, 3], element: quadrangle}}
materials: {all: {elevation: 0 m, rain: {csv: rain.csv, between: steps, after: hold}, infiltration: $1}}
initial: {depth: 0 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 7 h}
output: {record: {every: 1 h}, picture: none}
limits: {mass_error: 1e-6}
CASE
    shift
    run storm.yaml "$@"
}
depth() { # COLUMN ROW: inches over the basin
    calculate "$(value run/balance.csv "$1" "$2") / 12 / 0.0254"
}

# V. T. Chow, D. R. Maidment, L. W. Mays, Applied hydrology (1988), example 5.5.2: CN 80, inches of excess rain by hours.
fallen=(0 0.2 0.9 1.27 2.31 4.65 5.29 5.36)
excess=(0 0 0.06 0.18 0.76 2.59 3.15 3.21)
{
    echo 'time (h),rain (mm/h)'
    for i in 0 1 2 3 4 5 6; do echo "$i,$(calculate "25.4 * (${fallen[i + 1]} - ${fallen[i]})")"; done
    echo 7,0
} >rain.csv
storm '{scs: {curve_number: 80}}'
for i in 0 1 2 3 4 5 6 7; do
    near "excess after $i h" "$(depth volume_m3 $((i + 1)))" "${excess[i]}" 0.0051
    near "loss after $i h" "$(depth infiltrated_m3 $((i + 1)))" \
        "$(awk -v p="${fallen[i]}" 'BEGIN { x = p - 0.5; printf "%.17g", (x > 0 ? 0.5 + 2.5 * x / (x + 2.5) : p) }')" 1e-12
done
# the loss does not depend on the steps, nor on the precision of the state beyond its rounding
storm '{scs: {curve_number: 80}}' --set time.dt=97
near 'long steps' "$(depth infiltrated_m3 last)" "$(calculate '0.5 + 2.5 * 4.86 / 7.36')" 1e-12
storm '{scs: {curve_number: 80}}' --precision f32
near 'f32' "$(depth volume_m3 last)" "$(calculate '4.86 - 2.5 * 4.86 / 7.36')" 2e-5
storm '{scs: {curve_number: 80}}' --set numerics.order=2 --set mesh.box.element=triangle
near 'order 2' "$(depth infiltrated_m3 last)" "$(calculate '0.5 + 2.5 * 4.86 / 7.36')" 1e-12
storm '{scs: {curve_number: 100}}'
near 'CN 100 takes nothing' "$(depth infiltrated_m3 last)" 0 0

# TR-55, table 2-1: inches of runoff for rain of 3 and 5 inches
for row in '60 0.33 1.30' '70 0.71 2.04' '80 1.25 2.89' '90 1.98 3.88'; do
    read -r number three five <<<"$row"
    for rain in 3 5; do
        printf 'time (h),rain (mm/h)\n0,0\n2,%s\n4,0\n' "$(calculate "$rain * 12.7")" >rain.csv
        storm "{scs: {curve_number: $number}}"
        near "CN $number, $rain inches" "$(depth volume_m3 last)" "$([ $rain = 3 ] && echo "$three" || echo "$five")" 0.0101
    done
done

# 20 mm/h for an hour, 2 mm/h, and 10 mm/h for two: of 12 mm at first 48 min remain 12 min of 20 - 5; 2 mm/h are lost, and 2 x 5
printf 'time (h),rain (mm/h)\n0,0\n1,20\n2,2\n3,10\n5,0\n' >rain.csv
storm '{initial_continuing: {initial_loss: 12 mm, continuing_loss: 5 mm/h}}'
mm() { calculate "$(value run/balance.csv "$1" last) / 12 * 1000"; }
near 'initial and continuing loss' "$(mm infiltrated_m3)" "$(calculate '12 + (20 - 12) / 20 * 5 + 2 + 2 * 5')" 1e-9
storm '{initial_continuing: {initial_loss: 0 mm, continuing_loss: 0 mm/h}}'
near 'no loss' "$(mm infiltrated_m3)" 0 0
storm '{initial_continuing: {initial_loss: 1 m, continuing_loss: 0 mm/h}}'
near 'all is lost' "$(mm volume_m3)" 0 0
# standing water is left alone
storm '{scs: {curve_number: 40}}' --set initial='{depth: 0.3 m}' --set materials.all.rain=0
near 'no rain, no loss' "$(mm infiltrated_m3)" 0 0

# Constants by raster, by classes and by expression are those of numbers, on the left half and the right half.
hash_of() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' run/summary.json; }
printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner -1\ncellsize 2\n1 2\n' >soil.asc
sed -i 's/cellsize 2/cellsize 2\nNODATA_value -9/; s/nrows 1/nrows 3/; s/^1 2$/1 2\n1 2\n1 2/' soil.asc
cat >soil.csv <<'CSV'
class,initial (mm/h),final (mm/h),decay (1/h),conductivity (mm/h),suction (mm),deficit,curve_number,initial_loss (mm),continuing_loss (mm/h)
1,50,5,2,6.5,167,0.3,70,12,5
2,20,2,4,3.4,89,0.2,85,3,1
CSV
classes='{raster: soil.asc, classes: soil.csv}'
either() { echo "\"x < 2 ? $1 : $2\""; }
alike() { # WHAT BY-CLASSES BY-EXPRESSION ARGUMENT...
    local name=$1 one=$2 other=$3
    shift 3
    storm "$one" --set time.end=2.5h --set initial='{depth: "0.001 * x"}' "$@"
    local first
    first=$(hash_of)
    storm "$other" --set time.end=2.5h --set initial='{depth: "0.001 * x"}' "$@"
    [ -n "$first" ] && [ "$first" = "$(hash_of)" ] || fail "$name: by classes $first, by expression $(hash_of)"
}
for precision in f64 f32; do
    alike Horton "{horton: {initial: $classes, final: $classes, decay: $classes}}" \
        "{horton: {initial: $(either '50 / 3.6e6' '20 / 3.6e6'), final: $(either '5 / 3.6e6' '2 / 3.6e6'), decay: $(either '2 / 3600' '4 / 3600')}}" \
        --precision $precision
    alike 'Green and Ampt' "{green_ampt: {conductivity: $classes, suction: $classes, deficit: $classes}}" \
        "{green_ampt: {conductivity: $(either '6.5 / 3.6e6' '3.4 / 3.6e6'), suction: $(either 0.167 0.089), deficit: $(either 0.3 0.2)}}" \
        --precision $precision
    alike 'curve numbers' "{scs: {curve_number: $classes}}" "{scs: {curve_number: $(either 70 85)}}" --precision $precision
    alike 'initial and continuing' "{initial_continuing: {initial_loss: $classes, continuing_loss: $classes}}" \
        "{initial_continuing: {initial_loss: $(either 0.012 0.003), continuing_loss: $(either '5 / 3.6e6' '1 / 3.6e6')}}" \
        --precision $precision
done
# a decay of each cell that is the same everywhere is the number
alike 'one decay' '{horton: {initial: 50 mm/h, final: 5 mm/h, decay: "2 / 3600 + 0 * x"}}' \
    '{horton: {initial: 50 mm/h, final: 5 mm/h, decay: 2 1/h}}'

# blocks at rest before the rain; a checkpoint within the storm
cat >hill.yaml <<'CASE'
title: losses on a slope
model: shallow-water
mesh: {box: {size: [20 m, 8 m], cells: [40, 16], element: triangle}}
materials: {all: {elevation: "0.02 * x", manning: 0.03, rain: {csv: rain.csv, between: steps, after: hold}, infiltration: {scs: {curve_number: "70 + x"}}}}
initial: {depth: 0 m}
boundaries: {left: outflow, right: wall, bottom: wall, top: wall}
time: {end: 1.5 h}
checkpoint: {steps: 10}
output: {picture: none, record: {every: 10 min}}
CASE
printf 'time (h),rain (mm/h)\n0,0\n0.5,40\n1,0\n' >rain.csv
run hill.yaml
whole=$(hash_of)
for blocks in all moving; do
    run hill.yaml --set numerics.blocks=$blocks
    [ "$whole" = "$(hash_of)" ] || fail "blocks: $blocks"
done
steps=$(sed -n 's/.*"steps": \([0-9]*\).*/\1/p' run/summary.json | head -1)
run hill.yaml --set time.steps=$((steps * 2 / 3))
"$eagre" resume run --no-measure -q --set time.steps=100000000 >out 2>&1 || fail "$(cat out)"
[ "$whole" = "$(hash_of)" ] || fail "resumed: $(hash_of), not $whole"

# what is refused, and what is in doubt
told() { # CODE TEXT INFILTRATION ARGUMENT...
    local code=$1 text=$2 got=0 soil=$3
    shift 3
    sed "s#infiltration: .*}}\$#infiltration: $soil}}#" storm.yaml >bad.yaml
    rm -rf run
    "$eagre" run bad.yaml -o run -q "$@" >out 2>&1 || got=$?
    mkdir -p run && touch run/summary.json
    [ $got = "$code" ] && cat out run/summary.json | grep -qF "$text" || fail "$soil: $got, $(cat out)"
}
sed -i 's/rain: {csv[^}]*}, //' storm.yaml
told 3 'materials.all.infiltration.scs is a loss of the rain, and there is none here' '{scs: {curve_number: 70}}'
storm 0
told 3 "materials.all.infiltration.scs.curve_number: must be between 1 and 100, found '0.7'" '{scs: {curve_number: 0.7}}'
told 3 'curve_number is 120 at cell 0' '{scs: {curve_number: "120 + 0 * x"}}'
told 3 'deficit is 30 at cell 0' '{green_ampt: {conductivity: 1e-6, suction: 0.1, deficit: "30 + 0 * x"}}'
sed 's/curve_number/number/; s/conductivity (mm\/h)/conductivity/; s/suction (mm)/suction/' soil.csv >bare.csv
told 4 "bare.csv:2: column 'conductivity', '6.5': the number has no unit: name it in the head, as 'conductivity (mm/h)'" \
    '{green_ampt: {conductivity: {raster: soil.asc, classes: bare.csv}, suction: 0.1, deficit: 0.3}}'
told 4 "bare.csv:2: column 'suction', '167': the number has no unit: name it in the head, as 'suction (mm)'" \
    '{green_ampt: {conductivity: 1e-6, suction: {raster: soil.asc, classes: bare.csv}, deficit: 0.3}}'
sed 's/(mm\/h)/(m\/h)/g; s/(mm)/(m)/g' soil.csv >large.csv
large='{raster: soil.asc, classes: large.csv}'
told 0 'green_ampt.conductivity of class 1 is 6500 mm/h, and coarse sand takes some 200 mm/h: check its unit' \
    "{green_ampt: {conductivity: $large, suction: 0.1, deficit: 0.3}}"
told 0 'green_ampt.suction of class 1 is 167 m, and that of clay is some 0.3 m: check its unit' \
    "{green_ampt: {conductivity: 1e-6, suction: $large, deficit: 0.3}}"
told 0 'horton.initial of class 1 is 50000 mm/h' "{horton: {initial: $large, final: $classes, decay: 2 1/h}}"
told 0 'horton.decay is 7200 1/h' '{horton: {initial: 1e-5, final: 1e-6, decay: 2}}'
told 0 'initial_loss of class 1 is 12000 mm, and initial losses are some 5 to 50 mm' \
    "{initial_continuing: {initial_loss: $large, continuing_loss: $classes}}"
told 0 'curve_number falls to 12; those of tables are 30' '{scs: {curve_number: 12}}'
