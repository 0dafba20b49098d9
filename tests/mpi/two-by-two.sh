#!/bin/bash
# Two ranks of two threads each give the files of one thread: meshes large enough that loops of the set-up are cut, and a writer
# beside the steps. `make test-threads` runs this under the thread sanitizer, which sees what two threads do at once.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

cat >flood.yaml <<'CASE'
title: a flood
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [200, 100], element: triangle}}
materials: {all: {elevation: "0.2 * sin(x) * cos(0.7 * y)", manning: 0.02}}
initial: {depth: "x < 8 ? 2 : (y < 6 ? 0.4 : 0)"}
boundaries: {left: {level: "2 + sin(t)"}, right: {discharge: "0.5 + t"}, bottom: wall, top: outflow}
time: {steps: 12}
checkpoint: {steps: 6}
output: {fields: {steps: 2}, gauges: {right: [15 m, 3 m]}, maxima: {}}
CASE
cat >waves.yaml <<'CASE'
title: waves
model: elastic
mesh: {box: {size: [4 m, 4 m], cells: [50, 50], element: triangle}}
materials: {all: {density: 1, lambda: 2, mu: 1}}
initial: {velocity: ["exp(-x^2)", "sin(2 * y)"]}
boundaries: {left: wall, right: {absorbing: 1 m}, bottom: wall, top: free-surface}
sources: {push: {at: [1.1 m, 2.3 m], force: [1, 2], time: {ricker: {frequency: 200 Hz}}}}
time: {steps: 6}
numerics: {order: 3}
output: {fields: {steps: 2}}
CASE
cat >heat.yaml <<'CASE'
title: heat
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [8, 8, 8]}}
materials: {all: {kappa: "1 + x", capacity: "2 + y", source: "exp(-10 * (x - t)^2)"}}
initial: {temperature: "sin(x)"}
boundaries: {left: {value: "t"}, right: {exchange: 2, outside: 1}, front: insulated, back: insulated, bottom: insulated, top: {flux: "t"}}
time: {end: 0.2 s, dt: 0.1 s}
numerics: {degree: 4, preconditioner: schwarz}
output: {fields: {steps: 1}}
CASE
for case in flood waves heat; do
    alone $case.yaml
    mv alone one
    "$eagre" run $case.yaml -o alone -q --no-measure --device host:2 </dev/null
    diff -rq -x summary.json -x log.txt -x files.json one alone || fail "$case: two threads give other files"
    rm -r one
    rm -rf ranks
    timeout "$limit" mpirun -q --oversubscribe --bind-to none -n 2 "$eagre" run $case.yaml -o ranks -q --no-measure \
        --device host:2 </dev/null
    same 2
done
