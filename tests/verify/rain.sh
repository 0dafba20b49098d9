#!/bin/bash
# Rain and infiltration against exact solutions: the hydrograph of a plane under steady rain (kinematic wave), infiltration
# from standing water by Horton, and by Green and Ampt; and small rain over deep water in f32.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# near WHAT VALUE EXACT TOLERANCE: relative
near() {
    at_most "$1: relative error" "$(calculate "($2 - $3) / $3 < 0 ? ($3 - $2) / $3 : ($2 - $3) / $3")" "$4"
}
percent() { # FOUND EXACT
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2g", 100 * (a - b) / b }'
}
# pond MATERIAL ARGUMENT...: a closed pond with a level bed for an hour
pond() {
    cat >pond.yaml <<CASE
title: a pond
model: shallow-water
mesh: {box: {size: [4 m, 3 m], cells: [4, 3], element: quadrangle}}
materials: {all: {elevation: 0 m, $1}}
initial: {depth: 0.5 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 h}
output: {record: {every: 10 min}}
CASE
    shift
    run pond.yaml "$@"
}

# A plane of 100 m and slope 0.05, rain of 50 mm/h for 20 min on dry ground. With alpha = sqrt(S) / n, q = alpha h^(5/3):
# before t_e = (L / (alpha i^(2/3)))^(3/5) = 565 s the water at the foot is i t deep; then i L runs off.
cat >plane.yaml <<'CASE'
title: rain on a plane
model: shallow-water
mesh: {box: {size: [100 m, 2 m], cells: [50, 1], element: quadrangle}}
materials: {all: {elevation: "5 - 0.05 * x", manning: 0.05, rain: {csv: rain.csv, between: steps, after: hold}}}
initial: {depth: 0 m}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 30 min}
output: {record: {every: 60 s}}
limits: {mass_error: 1e-13}
CASE
printf 'time (s),rain (mm/h)\n0,50\n1200,0\n3600,0\n' >rain.csv
kinematic() { # TIME: volume that left by then, m3, up to the end of the rain
    awk -v t="$1" 'BEGIN { i = 50e-3 / 3600; a = sqrt(0.05) / 0.05; L = 100; te = (L / (a * i ^ (2 / 3))) ^ 0.6
        s = t < te ? t : te; out = a * i ^ (5 / 3) * s ^ (8 / 3) / (8 / 3); if (t > te) out += i * L * (t - te)
        printf "%.17g\n", 2 * out }'
}
{
    echo '| elements | run off by 5 min | 10 min | 20 min | steady discharge |'
    echo '|---|---|---|---|---|'
    for choice in quadrangle triangle 'quadrangle 2' 'triangle 2'; do
        element=${choice% *} order=1
        [ "$choice" = "$element" ] || order=2
        run plane.yaml --set mesh.box.element=$element --set numerics.order=$order
        line="| ${element}s, order $order |"
        for minutes in 5 10 20; do
            found=$(value run/balance.csv out_right_m3 $((minutes + 1)))
            exact=$(kinematic $((60 * minutes)))
            near "$element, $minutes min" "$found" "$exact" "$([ $minutes = 5 ] && echo 0.05 || echo 0.02)"
            line="$line $(percent "$found" "$exact") % |"
        done
        near "$element: all rain" "$(value run/balance.csv rain_m3 last)" "$(calculate '200 * 50e-3 / 3')" 1e-12
        rate=$(calculate "($(value run/balance.csv out_right_m3 21) - $(value run/balance.csv out_right_m3 20)) / 60")
        near "$element: steady" "$rate" "$(calculate '200 * 50e-3 / 3600')" 1e-3
        echo "$line $(percent "$rate" "$(calculate '200 * 50e-3 / 3600')") % |"
    done
} | table rain-plane

# Ponded: F = fc t + (f0 - fc) / k (1 - e^(-k t)).
pond 'infiltration: {horton: {initial: 60 mm/h, final: 6 mm/h, decay: 3 1/h}}'
near Horton "$(value run/balance.csv infiltrated_m3 last)" "$(calculate '12 * (0.006 + 0.018 * (1 - exp(-3)))')" 1e-12
# F - S log(1 + F / S) = K t, solved by F = K t + S log(1 + F / S)
exact=$(awk 'BEGIN { S = 0.167 * 0.3; K = 6.5e-3; F = 0.03; for (i = 0; i < 200; i++) F = K + S * log(1 + F / S); printf "%.17g", 12 * F }')
pond 'infiltration: {green_ampt: {conductivity: 6.5 mm/h, suction: 0.167 m, deficit: 0.3}}'
near 'Green and Ampt' "$(value run/balance.csv infiltrated_m3 last)" "$exact" 2e-3
coarse=$(value run/balance.csv infiltrated_m3 last)
pond 'infiltration: {green_ampt: {conductivity: 6.5 mm/h, suction: 0.167 m, deficit: 0.3}}' --set time.cfl=0.2
at_most 'Green and Ampt: shorter steps' "$(calculate "($(value run/balance.csv infiltrated_m3 last) - $exact)^2")" \
    "$(calculate "($coarse - $exact)^2")"
# A capacity above the rain takes all of it; evaporation takes no more than there is.
pond 'rain: 5 mm/h, infiltration: 20 mm/h' --set initial.depth=0
near 'rain below the capacity' "$(value run/balance.csv infiltrated_m3 last)" "$(calculate '12 * 0.005')" 1e-12
pond 'evaporation: 1 m/h' --set 'materials.all.evaporation=2e-4'
near 'all water evaporates' "$(value run/balance.csv evaporated_m3 last)" 6 1e-13
# 1 mm/h over half a metre: a step brings 1e-8 m, less than the rounding of f32
pond 'rain: 1 mm/h' --precision f32 --set time.dt=0.05 --set 'time.end=10 min' --set output.record.every=600
near 'f32' "$(calculate "$(value run/balance.csv volume_m3 last) - 6")" "$(calculate '12 * 0.001 / 6')" 1e-3

# What the ground takes up and what falls, cell by cell: 36 mm/h under standing water for 100 s. The sums of the cells, which a line
# through their centres has, are those of the balance. A snapshot holds the same, from a checkpoint too.
cat >field.yaml <<'CASE'
title: standing water over a soil
model: shallow-water
mesh: {box: {size: [20 m, 2 m], cells: [20, 1], element: quadrangle}}
materials: {all: {elevation: "0.02 * x", infiltration: 36 mm/h, rain: "(20 + t) / 3.6e6", rain_factor: "1 + 0.1 * x"}}
initial: {depth: "x < 10 ? 0.2 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 100 s}
checkpoint: {steps: 10}
output:
  fields: {every: 50 s, variables: [depth, infiltration_depth, rain_depth]}
  lines: {cells: {from: [0.5 m, 1 m], to: [19.5 m, 1 m], count: 20}}
  maxima: {variables: [infiltrated, rain_depth]}
CASE
total() { # COLUMN: m3
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { s += 2 * $c } END { printf "%.17g\n", s }' run/lines/cells.csv
}
shown() { # FILE NAME: smallest and largest
    "$eagre" info "run/$1" | awk -v name="$2" '$1 == name { print $2, $4 }'
}
run field.yaml
near 'infiltration of the cells' "$(total infiltration_depth_m)" "$(value run/balance.csv infiltrated_m3 last)" 1e-13
near 'rain of the cells' "$(total rain_depth_m)" "$(value run/balance.csv rain_m3 last)" 1e-13
near 'rain of the cells, exactly' "$(total rain_depth_m)" "$(calculate '40 * 2 * (2000 + 5000) / 3.6e6')" 1e-12
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } NR == 2 { a = $c["infiltration_depth_m"] } END { exit !(a > 0.00099999 && a < 0.00100001 && $c["infiltration_depth_m"] > 0 && $c["infiltration_depth_m"] < a) }' \
    run/lines/cells.csv || fail "$(cat run/lines/cells.csv)"
for name in infiltration_depth rain_depth; do
    most=$(shown fields/fields-000002.vtkhdf $name)
    [ -n "$most" ] && [ "$most" = "$(shown maxima.vtkhdf ${name/infiltration_depth/infiltrated})" ] || fail "$name: $most"
    [ "$most" != "$(shown fields/fields-000001.vtkhdf $name)" ] || fail "$name of 50 s: $most"
done
cp -r run whole
run field.yaml --set time.steps=12
"$eagre" resume run --no-measure -q --set time.steps=100000 2>/dev/null >out || fail "$(cat out)"
cmp run/lines/cells.csv whole/lines/cells.csv || fail 'resumed: other depths'

# What a step takes of deep water is far below the rounding of its depth in f32: it is taken in the end.
cat >pond.yaml <<'CASE'
title: a deep pond in the sun
model: shallow-water
mesh: {box: {size: [40 m, 20 m], cells: [20, 10], element: quadrangle}}
materials: {all: {elevation: "-3 + 0.1 * x / 40", evaporation: 5 mm/day, infiltration: 0.5 mm/h}}
initial: {level: 0}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 5 min}
limits: {mass_error: 1e-7}
CASE
for arguments in '' '--precision f32' '--precision f32 --set numerics.order=2' '--precision f32 --set mesh.box.element=triangle'; do
    run pond.yaml $arguments
    near "evaporated $arguments" "$(value run/balance.csv evaporated_m3 last)" "$(calculate '800 * 5e-3 * 300 / 86400')" 1e-6
    near "infiltrated $arguments" "$(value run/balance.csv infiltrated_m3 last)" "$(calculate '800 * 0.5e-3 / 12')" 1e-6
done
# a film that dries out has lost what there was, in f32 too
run pond.yaml --precision f32 --set initial='{depth: 0.1 mm}' --set materials.all.infiltration='10 mm/h'
near 'a film' "$(calculate "$(value run/balance.csv evaporated_m3 last) + $(value run/balance.csv infiltrated_m3 last)")" 0.08 1e-5
