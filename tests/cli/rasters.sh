#!/bin/bash
# Materials from rasters, in models that the other tests of rasters have none of: what a raster of a linear field gives is
# what the expression gives, to rounding; a raster serves a component of a velocity, and all heights of a mesh of hexahedra;
# what is wrong with a raster is told at its key.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

# A raster of a + b x + c y at the nodes of a grid of 4 x 3 points, 1 m apart, from (0, 0).
raster() {
    awk -v a="$1" -v b="$2" -v c="$3" 'BEGIN {
        print "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999"
        for (j = 2; j >= 0; j--) { for (i = 0; i < 4; i++) printf "%.17g ", a + b * i + c * j; print "" } }'
}
# Whether the last rows of two tables are equal to 1e-12, and the values not all zero.
same() {
    paste -d, <(tail -n 1 "$1") <(tail -n 1 "$2") | awk -F, '{ n = NF / 2; for (i = 2; i <= n; i++) {
        d = $i - $(i + n); if (d < 0) d = -d; if (d > 1e-12) exit 1; if ($i != 0) some = 1 } exit !some }' ||
        fail "$1: $(tail -n 1 "$1"), $2: $(tail -n 1 "$2")"
}
wrong() { # case, words
    "$eagre" check "$1" >out 2>&1 && fail "$1 is taken"
    grep -qF "$2" out || fail "$1: $(cat out)"
}
raster 1 0.5 0.25 >k.asc
raster 0.5 0.5 0 >u.asc
raster 0 0 -0.5 >v.asc
sed 's/^1 /-9999 /' k.asc >hole.asc
options='-q --no-measure --device host:1'

# Poisson's equation: all materials at once
cat >poisson.yaml <<'END'
title: rasters
model: poisson
mesh: {box: {size: [3 m, 2 m, 1 m], cells: [3, 4, 2], element: hexahedron}}
materials: {all: {kappa: RASTER, c: RASTER, source: RASTER}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: {flux: 1}}
numerics: {degree: 3, tolerance: 1e-13}
output: {probes: {middle: [1.2 m, 0.7 m, 0.3 m], corner: [2.9 m, 1.9 m, 1 m]}}
END
sed 's/RASTER/{raster: k.asc, register: node}/g' poisson.yaml >raster.yaml
sed 's/RASTER/"1 + 0.5 * x + 0.25 * y"/g' poisson.yaml >expression.yaml
"$eagre" run raster.yaml -o raster $options
"$eagre" run expression.yaml -o expression $options
same raster/probes.csv expression/probes.csv
"$eagre" verify raster >/dev/null

# heat, in f32 and f64, with the raster scaled
cat >heat.yaml <<'END'
title: rasters
model: heat
mesh: {box: {size: [3 m, 2 m, 1 m], cells: [3, 2, 1], element: hexahedron}}
materials: {all: {kappa: RASTER, capacity: RASTER, source: RASTER}}
initial: {temperature: "x"}
boundaries: {left: {value: 0}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: {flux: 1}}
time: {end: 0.2 s, dt: 0.1 s}
numerics: {degree: 2, tolerance: 1e-13}
output: {probes: {middle: [1.2 m, 0.7 m, 0.3 m]}}
END
sed 's/RASTER/{raster: k.asc, register: node, scale: 2}/g' heat.yaml >raster.yaml
sed 's/RASTER/"2 + x + 0.5 * y"/g' heat.yaml >expression.yaml
"$eagre" run raster.yaml -o heat-raster $options
"$eagre" run expression.yaml -o heat-expression $options
same heat-raster/probes.csv heat-expression/probes.csv

# advection: a raster for each component of the velocity
cat >tracer.yaml <<'END'
title: rasters
model: advection
mesh: {box: {size: [3 m, 2 m], cells: [12, 8]}}
materials: {all: {velocity: VELOCITY}}
initial: {tracer: "exp(-((x - 1)^2 + (y - 1)^2) / 0.1)"}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {end: 0.2 s}
numerics: {order: 3}
output: {gauges: {there: [1.2 m, 0.8 m]}}
END
sed 's/VELOCITY/{raster: [u.asc, v.asc], register: node}/' tracer.yaml >raster.yaml
sed 's/VELOCITY/["0.5 + 0.5 * x", "-0.5 * y"]/' tracer.yaml >expression.yaml
"$eagre" run raster.yaml -o tracer-raster $options
"$eagre" run expression.yaml -o tracer-expression $options
same tracer-raster/gauges.csv tracer-expression/gauges.csv
# what flows out is not summed: no mass error; a pure number has no unit
[ "$(head -1 tracer-raster/balance.csv)" = time_s,amount,half_square,tracer_min,tracer_max ] || fail "$(head -1 tracer-raster/balance.csv)"
grep -q mass_error tracer-raster/summary.json && fail 'mass_error of an open domain'
"$eagre" info tracer-raster/fields/fields-000000.vtkhdf | grep -q '^  tracer .* to [0-9.e-]*, at the cells ' || fail "$("$eagre" info tracer-raster/fields/fields-000000.vtkhdf)"

# what is refused
sed 's/cellsize 1/cellsize 0.5/' k.asc >small.asc
sed 's/RASTER/{raster: small.asc}/g' poisson.yaml >bad.yaml
wrong bad.yaml 'bad.yaml:4:26: error: materials.all.kappa: raster small.asc: ('
sed 's/RASTER/{raster: hole.asc, register: node}/g' poisson.yaml >bad.yaml
wrong bad.yaml 'which is missing (NODATA_value)'
sed 's/RASTER/[1, {raster: k.asc}, 1]/' poisson.yaml >bad.yaml
wrong bad.yaml 'materials.all.kappa[1]: expected a number or an expression of x, y, z, found a map'
sed 's/VELOCITY/{raster: u.asc}/' tracer.yaml >bad.yaml
wrong bad.yaml 'materials.all.velocity.raster: expected a list such as [u.asc, v.asc]'
sed 's/VELOCITY/{raster: [u.asc, none.asc], register: node}/' tracer.yaml >bad.yaml
wrong bad.yaml 'none.asc'
raster -1 0.5 0 >negative.asc
sed 's/RASTER/{raster: negative.asc, register: node}/g' poisson.yaml >bad.yaml
wrong bad.yaml 'materials.all.kappa must be above zero'

# a file that changes between a run and its resume is noticed
raster 9 0.5 0 >k.asc
if "$eagre" resume heat-raster -q --set time.end=0.3 >out 2>&1; then fail "a raster that has changed is taken"; fi
grep -q 'materials.all.kappa.raster is not the file that the run began with' out || fail "$(cat out)"

# water: the bed from several rasters, of which the first with data at a place gives it, and the state at time 0 from rasters
# is what expressions give, on one rank and on two, bit by bit
raster 1 0.5 0.25 >wide.asc
raster 3 0.5 0.25 | sed '7s/.*/-9999 -9999 -9999 -9999/' >survey.asc # without data in the north: from y = 1 on the wide one
raster 5 0 0 >level.asc
raster 5 0 0 | awk 'NR > 6 { $4 = -9999 } { print }' >lake.asc # no lake from x = 2 on
raster 0.25 0 0.5 >u.asc
cat >water.yaml <<'END'
title: rasters
model: shallow-water
mesh: {box: {size: [3 m, 2 m], cells: [12, 8]}}
materials: {all: {elevation: ELEVATION, manning: 0.03}}
initial: {level: LEVEL, velocity: VELOCITY}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 3}
output: {gauges: {a: [1.2 m, 0.8 m], b: [2.7 m, 1.7 m]}}
END
sed 's/ELEVATION/{raster: [survey.asc, wide.asc], register: node}/
     s/LEVEL/{raster: [lake.asc], register: node, nodata: dry}/
     s/VELOCITY/{raster: [u.asc, v.asc], register: node, nodata: still}/' water.yaml >raster.yaml
sed 's/ELEVATION/"(y < 1 ? 3 : 1) + 0.5 * x + 0.25 * y"/
     s/LEVEL/"x > 2 ? -9 : 5"/
     s/VELOCITY/["0.25 + 0.5 * y", "-0.5 * y"]/' water.yaml >expression.yaml
"$eagre" run raster.yaml -o water-raster $options
"$eagre" run expression.yaml -o water-expression $options
same water-raster/gauges.csv water-expression/gauges.csv
sed 's/{raster: \[survey.asc, wide.asc\]/{raster: [survey.asc, small.asc]/' raster.yaml >bad.yaml
wrong bad.yaml 'none of the 2 rasters has a value at ('
sed 's/, nodata: dry//' raster.yaml >bad.yaml
wrong bad.yaml 'which is missing (NODATA_value)'
sed 's/{raster: \[u.asc, v.asc\]/{raster: [small.asc, v.asc]/' raster.yaml >moved.yaml
"$eagre" check moved.yaml >/dev/null # still where it does not reach
sed 's/nodata: dry/nodata: still/' raster.yaml >bad.yaml
wrong bad.yaml 'nodata'
