#!/bin/bash
# Sections: what goes through a line is what the part behind it gains, for the line turned round with the other sign; a series of
# one case is the inlet of another; what is wrong is refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >first.yaml <<'END'
title: a wave down a channel
model: shallow-water
mesh: {box: {size: [40 m, 4 m], cells: [80, 8], element: quadrangle}}
materials: {all: {elevation: "0.02 * (40 - x)", manning: 0.03}}
initial: {depth: 0.2 m}
boundaries: {left: {discharge: "1 + t / 10"}, right: outflow, bottom: wall, top: wall}
time: {end: 20 s}
output: {sections: {gate: [39.5, 4.1, 39.5, -0.1], turned: [39.5, -0.1, 39.5, 1, 39.5, 4.1]}, record: {every: 0.5 s}, picture: none, fields: {steps: 1000000}, gauges: {a: [39.75, 0.25], b: [39.75, 3.75]}}
END
run() { "$eagre" run "$@" -q --no-measure --device host:1; }
column() { # FILE NAME: values of the column
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i; next } { print $k }' "$1"
}
run first.yaml -o first
diff <(column first/balance.csv section_gate_m3) <(column first/balance.csv section_turned_m3 | sed 's/^-//; s/^0$/0/') >diff ||
    fail "turned round: $(head -4 diff)"
column first/balance.csv section_turned_m3 | tail -n 1 | grep -q ^- || fail "no other sign: $(tail -n 1 first/balance.csv)"
# the column of cells behind it, which are all alike, loses what the outflow takes and gains what comes through
passed=$(column first/balance.csv section_gate_m3 | tail -n 1)
left=$(column first/balance.csv out_right_m3 | tail -n 1)
held=$(column first/gauges.csv a_depth_m | awk 'NR == 1 { first = $1 } { last = $1 } END { printf "%.17g", 2 * (last - first) }')
awk -v p="$passed" -v l="$left" -v h="$held" 'BEGIN { d = p - l - h; exit !(p > 1 && d < 1e-9 && d > -1e-9) }' ||
    fail "$passed m3 through the section, $left m3 left, $held m3 more there"

# the inlet of another case
sed 's/title:.*/title: further down/; s/left: {discharge.*}, right/left: {discharge: {csv: first\/balance.csv, column: section_gate_m3_per_s}}, right/
     s/sections: {.*}, record/record/' first.yaml >second.yaml
run second.yaml -o second
came=$(column second/balance.csv out_left_m3 | tail -n 1)
awk -v p="$passed" -v c="$came" 'BEGIN { d = p + c; exit !(d < 0.01 * p && d > -0.01 * p) }' || fail "$passed m3 went, $came m3 came"

# over a levee, a pump and faces, at both orders: what goes from one closed basin to the other
cat >levee.yaml <<'END'
title: over a levee
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [10, 6], element: triangle}}
materials: {all: {elevation: 0 m, manning: 0.03}}
initial: {level: "x < 11 ? 2 : 1"}
structures: {levee: {along: [10, 5, 10, -1], weir: {crest: 1.2 m}}, pump: {from: [3 m, 8 m], to: [17 m, 8 m], pump: {discharge: 0.1}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 4 s}
output: {sections: {across: [10, 11, 10, -1], beside: [15, 11, 15, -1]}, record: {every: 1 s}, fields: {variables: [depth], steps: 1000000}, picture: none}
END
for order in 1 2; do
    run levee.yaml --set numerics.order=$order -o levee$order
    row=$(tail -n 1 levee$order/balance.csv)
    "$eagre" export levee$order --variable depth --pixel 0.01 -o depth$order.asc >out 2>&1 || fail "$(cat out)"
    right=$(awk 'NR == 1 { n = $2 } NF > 3 { for (i = n / 2 + 1; i <= n; i++) sum += $i } END { printf "%.17g", sum * 1e-4 }' depth$order.asc)
    awk -v p="$(column levee$order/balance.csv section_across_m3 | tail -n 1)" -v r="$right" \
        'BEGIN { d = p - (r - 110); exit !(p > 10 && d < 0.05 && d > -0.05) }' ||
        fail "order $order: $right m3 on the right, not what went over: $row"
done

# a run that stops and goes on has the same table
cp -r first whole
run first.yaml -o parted --set checkpoint.end=true --set time.end=10
"$eagre" resume parted -q --no-measure --device host:1 --set time.end=20
cmp whole/balance.csv parted/balance.csv

refused() { # TEXT SECTION
    local got=0
    "$eagre" check first.yaml --set "output.sections={a: $2}" >out 2>&1 || got=$?
    [ $got = 3 ] && grep -qF -- "$1" out || fail "$2: $got, $(cat out)"
}
refused 'output.sections.a has 5 numbers; a line has x and y of two points or more, one after the other' '[0, 1, 2, 3, 4]'
refused 'output.sections.a has 2 numbers' '[0, 1]'
refused 'output.sections.a separates no two cells of the mesh' '[50, 0, 50, 4]'
refused "output.sections.a[1]: expected a length" '[0, high, 2, 3]'
got=0
"$eagre" resume parted --no-measure --set 'output.sections={b: [1, 0, 1, 4]}' --set time.end=30 >out 2>&1 || got=$?
[ $got = 3 ] && grep -q 'balance.csv has other columns' out || fail "$got: $(cat out)"
