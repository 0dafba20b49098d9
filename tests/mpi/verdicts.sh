#!/bin/bash
# Verdicts of ranks are those of one process: values, places and sentences. In the short form on two and on three ranks in turn.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >wave.yaml <<'CASE'
title: one fast cell
model: acoustic
mesh: {box: {size: [1 m, 1 m], cells: [64, 64], element: quadrangle}}
materials: {all: {density: 1, vp: "x > 0.75 && x < 0.765625 && y > 0.25 && y < 0.265625 ? 10 : 1"}}
initial: {pressure: "exp(-40 * ((x - 0.5)^2 + (y - 0.5)^2))"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 4}
numerics: {order: 1}
output: {picture: none}
CASE
cat >water.yaml <<'CASE'
title: more than there is
model: shallow-water
mesh: {box: {size: [100 m, 100 m], cells: [72, 72], element: quadrangle}}
materials: {all: {elevation: 2000}}
initial: {depth: "x > 50 ? 1 : 0"}
boundaries: {left: {discharge: -2}, right: wall, bottom: wall, top: wall}
time: {steps: 4}
numerics: {precision: f32}
output: {picture: none}
CASE
cat >disc.yaml <<'CASE'
title: a disc
model: advection
mesh: {box: {size: [1 m, 1 m], cells: [24, 24]}}
materials: {all: {velocity: ["0.5 - y", "x - 0.5"]}}
initial: {tracer: "hypot(x - 0.5, y - 0.75) < 0.15 ? 1 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 8}
numerics: {order: 4}
output: {picture: none}
CASE
cat >lake.yaml <<'CASE'
title: waves of a few cells, of which more come in, and a river in one cell
model: shallow-water
mesh: {box: {size: [100 m, 100 m], cells: [72, 72], element: triangle}}
materials: {all: {elevation: "x / 50", rain: "t > 0.01 ? 1e-4 : 0"}}
initial: {level: "4 + 0.4 * sin(2 * pi * x / 3)"}
boundaries: {left: {level: "4 + 0.1 * sin(40 * t)"}, right: wall, bottom: wall, top: wall}
inflows: {river: {at: [50.1, 50.2], discharge: 30}}
time: {end: 0.4 s}
numerics: {order: 2}
output: {picture: none}
CASE
cat >plate.yaml <<'CASE'
title: a jump within elements, a source between nodes, a pulse between steps
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [8, 8, 8]}}
materials: {all: {kappa: 50, capacity: 3.6e6, source: "1e3 * exp(-((x - 0.44)^2 + (y - 0.56)^2) / 0.01^2)"}}
initial: {temperature: "x > 0.44 ? 393 : 293"}
boundaries: {left: insulated, right: {flux: "t > 11 && t < 13 ? y : 0"}, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 50 s, dt: 5 s, scheme: euler}
numerics: {degree: 2, preconditioner: jacobi}
output: {record: {every: 5 s}, picture: none}
CASE
cat >wall.yaml <<'CASE'
title: layers of a value, a flux and a source in elements of degree 1
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [12, 9, 7]}}
materials: {all: {kappa: 50, capacity: 3.6e6, source: "x < 0.53 ? 1e6 : 0"}}
initial: {temperature: 300}
boundaries: {left: {value: 1000}, right: {flux: 1e5}, front: insulated, back: {exchange: 100, outside: 1000}, bottom: insulated, top: insulated}
time: {end: 100 s, dt: 5 s}
numerics: {degree: 1}
output: {record: {every: 25 s}, picture: none}
CASE
cat >rock.yaml <<'CASE'
title: receivers beside a source, beside a side, and too far away
model: elastic
mesh: {box: {size: [2000 m, 1000 m], cells: [60, 30], map: [x, "y + 1e-9 * x"]}}
materials: {all: {density: 2000, vp: 3000, vs: 1700}}
initial: {}
sources: {shot: {at: [50, 110], explosion: 1, time: {ricker: {frequency: 12 Hz}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.4 s}
numerics: {order: 3}
output: {receivers: {interval: 2 ms, at: {near: [60, 110], graze: [60, 800], far: [1990, 900]}}, picture: none}
CASE
sed 's/near: .*, far/early: [400, 150], same: [760, 210], late: [800, 150], far/
    s/^title: .*/title: a record that ends with the largest value, not on the first rank/' rock.yaml >cut.yaml
cat >leaves.yaml <<'CASE'
title: waves that leave, of first order, of higher ones below
model: acoustic
mesh: {box: {size: [4, 1], cells: [160, 40]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-((x - 1)^2 + (y - 0.3)^2) / 0.1^2)"}
boundaries: {left: absorbing, right: {inflow: {pressure: "cos(40 * t)"}}, bottom: wall, top: wall}
time: {end: 5 s, steps: 4}
numerics: {order: 1}
output: {picture: none}
CASE
sed 's/order: 1/order: 2/; s/"exp.*"}/"sin(20 * pi * x)"}/; s/\[160, 40\]/[300, 20]/' leaves.yaml >waves.yaml
cat >hump.yaml <<'CASE'
title: a hump of water that leaves
model: shallow-water
mesh: {box: {size: [40 km, 10 km], cells: [160, 40]}}
materials: {all: {elevation: -100 m}}
initial: {level: "exp(-((x - 8e3)^2 + (y - 1e3)^2) / 1.5e3^2)"}
boundaries: {left: radiate, right: radiate, bottom: wall, top: wall}
time: {end: 1200 s, steps: 4}
output: {picture: none}
CASE
cat >turn.yaml <<'CASE'
title: a velocity that varies within cells
model: advection
mesh: {box: {origin: [-0.5, -0.5], size: [1, 1], cells: [48, 48]}}
materials: {all: {velocity: ["-2 * pi * y", "2 * pi * x"]}}
initial: {tracer: "exp(-((x - 0.25)^2 + y^2) / 0.02^2)"}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {end: 5 s, steps: 4}
numerics: {order: 5}
output: {picture: none}
CASE
cat >spreads.yaml <<'CASE'
title: cells that lose the wave that they should follow
model: acoustic
mesh: {forest: {level: 2, adapt: {lowest: 1, highest: 4, every: 4, refine: 0.1, coarsen: 0.02}}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-((x - 0.2)^2 + (y - 0.2)^2) / 0.03^2)"}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 0.9 s}
numerics: {degree: 3}
output: {picture: none}
CASE
# what a case leaves out: a sea wider than its Rossby radius, short waves, a level that begins apart from the water, rain on houses,
# a dry side, a polder, a section along the flow, friction
printf 'house,x,y\n1,100000,0\n1,300000,0\n1,300000,400000\n1,100000,400000\n' >houses.csv
cat >sea.yaml <<'CASE'
title: a sea
model: shallow-water
mesh: {box: {size: [600 km, 400 km], cells: [60, 40]}}
materials: {all: {elevation: "x > 450e3 && x < 470e3 ? 10 : -60", rain: 1 mm/h}}
terrain: {houses: {polygons: houses.csv, block: true}}
initial: {level: 0}
boundaries: {left: {level: "20 * cos(t / 7000)"}, right: wall, bottom: {radiate: "-100 + sin(t / 7000)"}, top: wall}
time: {end: 37 h, steps: 4}
output: {picture: none}
CASE
cat >canal.yaml <<'CASE'
title: a canal
model: shallow-water
mesh: {box: {size: [400 m, 20 m], cells: [40, 4], element: quadrangle}}
materials: {all: {elevation: "0.02 * (400 - x)"}}
initial: {depth: 1, velocity: [3, 0]}
boundaries: {left: {discharge: 60}, right: outflow, bottom: wall, top: wall}
time: {end: 60 s}
output: {picture: none, record: {every: 10 s}, sections: {s: [100, 10, 300, 10]}}
CASE
cat >pipe.yaml <<'CASE'
title: a flow that spreads in a bent mesh
model: advection
mesh: {box: {size: [1, 1], cells: [3, 3], element: triangle, map: ["(1 + x) * cos(pi / 2 * y)", "(1 + x) * sin(pi / 2 * y)"]}}
materials: {all: {velocity: [x, y]}}
initial: {tracer: 1}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {end: 1 s, steps: 4}
output: {picture: none}
CASE
cases='wave water disc lake plate wall rock cut leaves waves hump turn sea canal pipe'
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases="$cases spreads"
# The array of a summary.
verdicts() {
    sed -n '/"verdicts"/,/^  \]/p' "$1/summary.json"
    grep -o '"error_estimate.*' "$1/summary.json" || true
}
turn=0
for case in $cases; do
    counts=$((2 + turn++ % 2))
    [ "${EAGRE_TESTS:-}" != long ] || counts='2 3'
    "$eagre" run $case.yaml -o one-$case --no-measure -q --device host:1 >out 2>&1 </dev/null || fail "$case: $(cat out)"
    [ "$(verdicts one-$case | wc -l)" -gt 2 ] || fail "$case: no verdict"
    [ $case != cut ] || grep -q '"name": "record-cut".*"place": \[760, 210\]' one-cut/summary.json || fail "$(verdicts one-cut)"
    for ranks in $counts; do
        timeout "$limit" mpirun --oversubscribe -n $ranks "$eagre" run $case.yaml -o $case-$ranks --no-measure -q --device host:1 >out 2>&1 </dev/null ||
            fail "$case, $ranks ranks: $(cat out)"
        [ "$(verdicts one-$case)" = "$(verdicts $case-$ranks)" ] || fail "$case, $ranks ranks: $(diff <(verdicts one-$case) <(verdicts $case-$ranks))"
    done
done
