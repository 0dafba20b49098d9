#!/bin/bash
# Runs in which an allocation fails: each says so, or does without; nothing is left in memory, and nothing torn in the
# folder. In the long form every allocation.
set -Eeuo pipefail
trap 'echo "failed: line $LINENO"' ERR
eagre=$EAGRE_BUILD/eagre
tool=$EAGRE_BUILD/tests/torture-memory
base=/tmp
[ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/eagre-torture-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
stride=41
[ "${EAGRE_TESTS:-}" != long ] || stride=1

cat >water.yaml <<'CASE'
title: water that comes and goes
model: shallow-water
mesh: {box: {size: [4 m, 2 m], cells: [4, 2], element: triangle}}
materials:
  all:
    elevation: 0
    manning: 0.02
    rain: {raster: [rain-0.asc, rain-1.asc, rain-0.asc], times: [0 s, 0.4 s, 1 s], after: hold}
    rain_factor: "1 + 0.1 * x"
    infiltration: {horton: {initial: 50 mm/h, final: 5 mm/h, decay: 2 1/h}}
terrain: {house: {polygons: house.csv, block: true}}
initial: {depth: "x < 2 ? 1 : 0.5"}
bed: {lifts: {slide: {height: "0.1 * x", start: 0.2 s, rise: 0.8 s}}}
boundaries: {left: {discharge: 0.5 m3/s}, right: outflow, bottom: wall, top: {level: "0.9 + 0.1 * sin(t)"}}
structures:
  dam: {along: [2, -1, 2, 3], weir: {crest: 0.9, breach: {at: [2 m, 0.5 m], crest: {csv: breach.csv, after: hold}, width: 0.4 m}}}
inflows: {spring: {at: [3.3 m, 1.2 m], discharge: 0.05 m3/s}}
numerics: {order: 2}
time: {steps: 12}
exact: {depth: "1"}
output: {fields: {steps: 6, variables: [depth]}, gauges: {a: [1 m, 1 m]}, maxima: {variables: [max_depth, arrival_time, infiltrated], rasters: {pixel: 0.5 m, format: asc}}}
checkpoint: {steps: 5, keep: 1}
CASE
for k in 0 1; do printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 2\n%s 1e-4\n' ${k}e-3 >rain-$k.asc; done
printf 'x,y\n0.9,0\n1.9,0\n1.9,0.5\n0.9,0.5\n' >house.csv
printf 'time,level\n0,0.9\n1,0.2\n' >breach.csv
cat >waves.yaml <<'CASE'
title: a small explosion
model: acoustic
mesh: {box: {size: [4 m, 2 m], cells: [4, 2]}}
materials: {all: {density: 1, vp: 2}}
sources: {table: sources.csv, shot: {at: [1.3 m, 1.1 m], explosion: 1, time: {ricker: {frequency: 2.5 Hz, delay: 0.4 s}}}}
boundaries: {left: {absorbing: 1 m}, right: absorbing, bottom: wall, top: free-surface}
time: {steps: 8}
numerics: {order: 2}
output:
  fields: {steps: 4, variables: [pressure]}
  receivers:
    interval: 10 ms
    format: [csv, sac, segy]
    variables: [displacement, pressure]
    at: {a: [2 m, 1 m]}
    lines: {l: {from: [0 m, 1 m], to: [4 m, 1 m], count: 3}}
    table: stations.csv
checkpoint: {steps: 3, keep: 1}
CASE
printf 'name,x,y,explosion,series,onset\nq,1,1,0.5,rate.csv,0.1\n' >sources.csv
printf 'time,rate\n0,0\n0.2,1\n0.4,0\n' >rate.csv
printf 'name,x,y,network\nb,3,1.5,EG\n' >stations.csv
cat >heat.yaml <<'CASE'
title: a block that is heated
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2]}}
materials: {all: {kappa: [1, 2, 3], capacity: "2 + y", source: "x * t"}}
initial: {temperature: "sin(x)"}
boundaries:
  left: {value: "t"}
  right: {exchange: 2, outside: 1}
  front: insulated
  back: insulated
  bottom: {periodic: top}
  top: {periodic: bottom}
time: {end: 0.3 s, dt: 0.1 s}
numerics: {degree: 2}
output: {lines: {a: {from: [0, 0, 0], to: [2, 1, 1]}}, probes: {p: [0.1, 0.1, 0.1]}}
exact: {temperature: 0}
checkpoint: {steps: 1, keep: 1}
CASE
cat >trees.yaml <<'CASE'
title: a wave over smaller cells
model: acoustic
mesh: {forest: {level: 1, levels: "x < 0.3 ? 2 : 0"}, box: {size: [1 m, 1 m, 1 m], cells: [1, 1, 1]}}
materials: {all: {density: 1, vp: "1 + x"}}
initial: {pressure: "sin(x)"}
boundaries:
  left: absorbing
  right: wall
  front: {periodic: back}
  back: {periodic: front}
  bottom: wall
  top: free-surface
time: {steps: 4}
numerics: {degree: 2}
output:
  fields: {steps: 2}
  gauges: {a: [0.1, 0.2, 0.3]}
  lines: {l: {from: [0, 0, 0], to: [1, 1, 1], count: 3}}
exact: {pressure: 0}
checkpoint: {steps: 2, keep: 1}
CASE
cases=(water waves heat)
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases+=(trees)
for case in "${cases[@]}"; do
    "$tool" $case.yaml $case 1 $stride
    "$eagre" verify $case >out || { cat out; exit 1; }
    "$tool" resume $case 1 $stride
    "$eagre" verify $case >out || { cat out; exit 1; }
done
