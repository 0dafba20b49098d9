#!/bin/bash
# Hydraulic structures between two basins: the discharge of each against its formula (Poleni, Villemonte, orifice, HDS-5,
# losses of a barrel), backward, at equal levels and with nothing there; pumps with their levels and curves; and mass.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

near() { # WHAT VALUE EXACT TOLERANCE: relative
    at_most "$1: $2, not $3: relative error" "$(calculate "($2 - $3) / $3 < 0 ? ($3 - $2) / $3 : ($2 - $3) / $3")" "$4"
}
# between LEVEL LEVEL STRUCTURE [ARGUMENT...]: two steps of a millisecond between two basins; their discharge
between() {
    local left=$1 right=$2 structure=$3
    shift 3
    cat >basins.yaml <<CASE
title: two basins
model: shallow-water
mesh: {box: {size: [60 m, 20 m], cells: [15, 5], element: quadrangle}}
materials: {all: {elevation: "x > 24 && x < 36 ? 10 : 0"}}
initial: {level: "x < 30 ? $left : $right"}
structures: {s: {from: [20 m, 10 m], to: [40 m, 10 m], $structure}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {dt: 1e-5, steps: 2}
limits: {mass_error: 1e-15}
CASE
    run basins.yaml "$@"
}
discharge() {
    value run/balance.csv through_s_m3_per_s last
}
weir='weir: {crest: 2, width: 5}'
c=$(calculate '2 / 3 * 0.577 * sqrt(2 * 9.81)')
between 3 1 "$weir"
near 'free weir' "$(discharge)" "$(calculate "5 * $c")" 1e-4
between 2.5 3 "$weir"
near 'weir back, submerged' "$(discharge)" "$(calculate "-5 * $c * exp(0.385 * log(1 - exp(1.5 * log(0.5))))")" 1e-4
between 1.9 1 "$weir"
near 'weir, none' "1 + $(discharge)" 1 0
# breaches: across a weir, and in a levee along a line, whose faces are 4 m wide
breach() { # WHAT EXPECTED WEIR
    between 3 1 "weir: {crest: 2, width: 5, breach: $3}"
    near "$1" "$(discharge)" "$2" 1e-4
}
deep=$(calculate 'exp(1.5 * log(1.5))')
breach 'breach' "$(calculate "$c * (3 + 2 * $deep)")" '{crest: 1.5, width: 2}'
breach 'breach of all' "$(calculate "$c * 5 * $deep")" '{crest: 1.5, width: 9}'
breach 'breach above the crest' "$(calculate "$c * 5")" '{crest: 2.5, width: 2}'
breach 'breach that grows' "$(calculate "$c * (3 + 2 * $deep)")" '{crest: "2 - 25000 * t", width: "1e5 * t"}'
printf 't,level,width\n0,2,0\n2e-5,1.5,2\n' >breach.csv
breach 'breach of a table' "$(calculate "$c * (3 + 2 * $deep)")" \
    '{crest: {csv: breach.csv, after: hold}, width: {csv: breach.csv, column: width, after: hold}}'
between 3 1 "$weir" --set materials.all.elevation=0 --set 'initial.level=x < 32 ? 3 : 1' \
    --set 'structures.s={along: [32, 20, 32, 0], weir: {crest: 2, breach: {at: [33, 9], crest: 1.5, width: 7}}}' --force
# sides of 1 in 1, and of 1 in 2 beyond the end of the weir; across faces of a levee, and submerged
five_halves() { calculate "exp(2.5 * log($1))"; }
breach 'breach with sides' "$(calculate "$c * (2 + 2 * $deep + 0.8 * ($(five_halves 1.5) - 1))")" '{crest: 1.5, width: 2, slope: 1}'
breach 'breach with sides that end' \
    "$(calculate "$c * (4 * $deep + 2 * 0.4 * 2 * ($(five_halves 1.5) - $(five_halves 1.25)))")" '{crest: 1.5, width: 4, slope: 2}'
between 3 2.5 "weir: {crest: 2, width: 5, breach: {crest: 1.5, width: 0, slope: 1}}"
near 'submerged sides' "$(discharge)" "$(awk -v c="$c" 'BEGIN {
    q1 = 0.8 * (1.5 ^ 2.5 - 1); q2 = 0.8 * (1 - 0.5 ^ 2.5)
    printf "%.17g", c * (4 * (1 - 0.5 ^ 1.5) ^ 0.385 + q1 * (1 - q2 / q1) ^ 0.385) }')" 1e-4
between 3 1 "$weir" --set materials.all.elevation=0 --set 'initial.level=x < 32 ? 3 : 1' \
    --set 'structures.s={along: [32, 20, 32, 0], weir: {crest: 2, breach: {at: [33, 9], crest: 1.5, width: 7, slope: 6}}}' --force
near 'breach with sides in a levee' "$(discharge)" \
    "$(calculate "$c * (7 + 7 * $deep + 2 * 0.4 * 6 * ($(five_halves 1.5) - 1))")" 1e-4
# Froehlich (2008): with 10,000 m3 over 1.5 m; the discharge by the level of the cell, which sloshes
growth() { # FAILURE FACTOR SLOPE
    between 3 0.2 "weir: {crest: 2.5, width: 30, breach: {froehlich: {failure: $1, volume: 10000 m3, height: 1.5 m, start: 20 s}}}" \
        --set 'time={end: 620 s, cfl: 0.2}' --set limits.mass_error=1e-12 --set 'output={record: {every: 300 s}, gauges: {up: [20, 10]}}'
    local width
    width=$(calculate "0.27 * $2 * exp(0.32 * log(10000)) * exp(0.04 * log(1.5)) - $3 * 1.5")
    near "$1: width" "$(sed -n 's/.*"breach_s_bottom_width_m": \([^,]*\),*/\1/p' run/summary.json)" "$width" 1e-12
    near "$1: time" "$(sed -n 's/.*"breach_s_formation_time_s": \([^,]*\),*/\1/p' run/summary.json)" \
        "$(calculate '63.2 * sqrt(10000 / 9.81) / 1.5')" 1e-12
    for row in 2 3; do
        near "$1, row $row" "$(value run/balance.csv through_s_m3_per_s $((row)))" "$(
            awk -v width="$width" -v slope="$3" -v c="$c" -v t="$(value run/balance.csv time_s $row)" \
                -v up="$(value run/gauges.csv up_level_m $row)" 'BEGIN {
                part = (t - 20) / (63.2 * sqrt(10000 / (9.81 * 1.5 ^ 2))); deep = 1.5 * part; h = up - 2.5 + deep
                over = up > 2.5 ? up - 2.5 : 0; rest = 30 - width * part - 2 * slope * deep
                printf "%.17g", c * (width * part * h ^ 1.5 + 0.8 * slope * (h ^ 2.5 - over ^ 2.5) + rest * over ^ 1.5) }')" 0.025
    done
}
growth overtopping 1.3 1
growth piping 1 0.7
"$eagre" check basins.yaml 2>/dev/null | grep -q 'breach of s by Froehlich (2008): from 2.5 m down to 1 m between 20 s' || fail 'check'
between 3 1 "$weir" --set materials.all.elevation=0 --set 'initial.level=x < 32 ? 3 : 1' \
    --set 'structures.s={along: [32, 20, 32, 0], weir: {crest: 2, breach: {at: [33, 9], crest: 1.5, width: 7}}}' --force
near 'breach in a levee' "$(discharge)" "$(calculate "$c * (13 + 7 * $deep)")" 1e-4

gate='gate: {sill: 0.5, width: 4, opening: 0.5}'
between 3 0.2 "$gate"
near 'free gate' "$(discharge)" "$(calculate '0.6 * 4 * 0.5 * sqrt(2 * 9.81 * (2.5 - 0.25))')" 1e-4
between 3 2 "$gate"
near 'submerged gate' "$(discharge)" "$(calculate '0.6 * 4 * 0.5 * sqrt(2 * 9.81)')" 1e-4
between 0.8 0.2 "$gate"
near 'gate above the water' "$(discharge)" "$(calculate "4 * $c * exp(1.5 * log(0.3))")" 1e-4
between 3 2 'gate: {sill: 0.5, width: 4, opening: "1e4 * t"}' --set time.dt=2.5e-5
near 'gate that opens' "$(discharge)" "$(calculate '0.6 * 4 * 0.5 * sqrt(2 * 9.81)')" 1e-4
bridge='bridge: {sill: 0, width: 3, soffit: 1, deck: 2, deck_width: 6}'
between 0.8 0 "$bridge"
near 'free bridge' "$(discharge)" "$(calculate "3 * $c * exp(1.5 * log(0.8))")" 1e-4
between 1.8 1.5 "$bridge"
near 'bridge under pressure' "$(discharge)" "$(calculate '0.8 * 3 * sqrt(2 * 9.81 * 0.3)')" 1e-3
between 3 1.5 "$bridge"
near 'bridge and deck' "$(discharge)" "$(calculate "0.8 * 3 * sqrt(2 * 9.81 * 1.5) + 6 * $c")" 1e-3
# a rating table: bilinear, at an entry, backward, beyond the table, against the head, of one upstream level, and in f32
printf 'upstream,downstream,discharge (m3/s)\n1,0,2\n1,2,-4\n3,0,10\n3,2,5\n4,0,20\n4,2,11\n' >sluice.csv
rated() { # LEVEL LEVEL EXPECTED [ARGUMENT...]
    local left=$1 right=$2 expected=$3
    shift 3
    between "$left" "$right" 'rating: sluice.csv' "$@"
    near "rating table, $left m to $right m $*" "$(discharge)" "$expected" 1e-4
}
rated 3.25 0.5 "$(calculate '0.75 * (0.75 * 10 + 0.25 * 5) + 0.25 * (0.75 * 20 + 0.25 * 11)')"
rated 3 2 5
rated 1 1.5 -2.5
rated 5 1 15.5
rated 4 3 11
rated 0.5 0.1 1.7
between 1.3 1.25 'rating: sluice.csv' # -0.85 * 1.75 + 0.15 * 6.875 against the head of 0.05 m
near 'rating table, against the head' "1 + $(discharge)" 1 0
rated 3.25 0.5 "$(calculate '0.75 * (0.75 * 10 + 0.25 * 5) + 0.25 * (0.75 * 20 + 0.25 * 11)')" --precision f32 --set limits.mass_error=1e-6
printf 'upstream,downstream,discharge\n3,0,10\n3,2,5\n' >sluice.csv
rated 2.5 1 7.5
culvert='culvert: {inverts: [0.2, 0], diameter: 1, length: 20}'
a=$(calculate '3.14159265358979 / 4')
between 3 0.3 "$culvert"
losses=$(calculate '1.5 + 2 * 9.81 * 0.013^2 * 20 / exp(4 / 3 * log(0.25))')
inlet=$(calculate "$a / 1.811 * sqrt((2.8 - 0.79 + 0.005) / 0.0375)")
outlet=$(calculate "$a * sqrt(2 * 9.81 * (3 - 0.5) / $losses)")
near 'culvert, inlet control' "$(discharge)" "$(calculate "$inlet < $outlet ? $inlet : $outlet")" 1e-4
between 3 2.5 "$culvert"
near 'culvert, outlet control' "$(discharge)" "$(calculate "$a * sqrt(2 * 9.81 * 0.5 / $losses)")" 1e-3
between 0.8 0 'culvert: {inverts: [0.2, 0], diameter: 1, length: 20, entrance_loss: 0}'
near 'culvert, free' "$(discharge)" "$(calculate "$a / 1.811 * exp(log(0.6 / 0.515) / 0.667)")" 1e-3
between 1 3 "${culvert%\}}, flap: true}"
near 'culvert with a flap' "1 + $(discharge)" 1 0

# Pumps: by levels, by a curve, to the outside, and no more than there is.
between 2 1 'pump: {discharge: 0.7, on: 1.8, off: 1.5}'
near 'pump' "$(discharge)" 0.7 1e-12
between 1.7 1 'pump: {discharge: 0.7, on: 1.8, off: 1.5}'
near 'pump that has not begun' "1 + $(discharge)" 1 0
printf 'head (m),discharge (l/s)\n0,500\n2,300\n' >curve.csv
between 1 2 'pump: {curve: curve.csv}'
near 'curve' "$(discharge)" 0.4 1e-4
between 2 1 'pump: {discharge: 5, on: 1.8, off: 1.5}' --set 'time={end: 120 s}' --set 'structures.s.from=[10, 10]'
near 'pump that stops' "$(value run/balance.csv through_s_m3 last)" 240 0.1
sed -i 's/, to: \[40 m, 10 m\]//' basins.yaml
run basins.yaml --set 'time={end: 60 s}' --set 'structures.s.pump={discharge: 100}'
at_least 'what is left' "$(value run/balance.csv volume_m3 last)" 480
near 'pumped out' "$(value run/balance.csv through_s_m3 last)" "$(calculate "1440 - $(value run/balance.csv volume_m3 last)")" 1e-12

# Two basins come to one level through a culvert and stay there.
between 3 1 'culvert: {inverts: [0, 0], size: [4, 2], length: 15, barrels: 3}' --set 'time={end: 600 s}'
near 'levels' "$(value run/balance.csv through_s_m3 last)" 480 0.03

# A levee of 2 m between two pools on cells of 4 m, straight and aslant: nothing passes below its crest; above it Poleni's
# discharge of the length of the line; a breach lets out what it has to.
levee() { # ELEMENT LEVEL LINE CREST [ARGUMENT...]
    cat >levee.yaml <<CASE
title: a levee
model: shallow-water
mesh: {box: {size: [80 m, 60 m], cells: [20, 15], element: $1}}
materials: {all: {elevation: 0}}
initial: {level: "${line_side} ? $2 : 0"}
structures: {dike: {along: $3, weir: {crest: $4}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {dt: 1e-4, steps: 2}
output: {gauges: {dry: [78, 2]}}
limits: {mass_error: 1e-15}
CASE
    shift 4
    run levee.yaml "$@"
}
through() {
    value run/balance.csv through_dike_m3_per_s last
}
for element in triangle quadrangle; do
    line_side='x < 41'
    levee $element 1.99 '[41, -1, 41, 61]' 2 --set 'time={end: 60 s}'
    near "levee, $element: none" "1 + $(through)" 1 0
    near "levee, $element: dry" "1 + $(value run/gauges.csv dry_depth_m last)" 1 0
    levee $element 2.5 '[41, -1, 41, 61]' 2
    near "levee, $element" "$(calculate "-($(through))")" "$(calculate "60 * $c * exp(1.5 * log(0.5))")" 1e-2
    line_side='x + y < 70'
    levee $element 1.99 '[-1, 71, 71, -1]' 2 --set 'time={end: 60 s}'
    near "levee aslant, $element: none" "1 + $(through)" 1 0
    levee $element 2.5 '[-1, 71, 71, -1]' 2
    near "levee aslant, $element" "$(through)" "$(calculate "60 * sqrt(2) * $c * exp(1.5 * log(0.5))")" 0.06
done
line_side='x < 41'
printf 't,crest\n0,2\n10,0\n20,0\n' >breach.csv
levee triangle 1.5 '[41, -1, 41, 61]' "{csv: breach.csv, after: hold}" --set 'time={end: 400 s}'
near 'breach' "$(calculate "-($(value run/balance.csv through_dike_m3 last))")" "$(calculate '1.5 * 40 * 60 / 2')" 0.1
