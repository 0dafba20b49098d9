#!/bin/bash
# Smooth sources of forests on ranks: state and samples are those of one process, to the last bit. Sources stand where cells of
# several ranks meet, beside hanging faces, on and beside a periodic boundary, at a free surface and on an interface, in the plane
# and in curved cells of space; one run changes its cells.
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"
grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77

cat >plane.yaml <<'CASE'
model: elastic
mesh:
  box: {size: [2, 1], cells: [4, 3]}
  forest: {level: 2, levels: "x > 1.05 && y < 0.6 ? 3 : 0"}
materials: {all: {density: 1, vp: 2, vs: "y > 0.8 ? 0.8 : 1"}}
sources:
  corner: {at: [1, 0.66666666666666667], explosion: 1, time: {gaussian: {sigma: 0.005, delay: 0.02}}}
  edge: {at: [0.06, 0.3], force: [0, -1], spread: smooth, time: {gaussian: {sigma: 0.005, delay: 0.02}}}
  pair: {at: [2, 0.2], explosion: 1, time: {gaussian: {sigma: 0.005, delay: 0.02}}}
  surface: {at: [0.7, 1], force: [0, -1], time: {gaussian: {sigma: 0.005, delay: 0.02}}}
  jump: {at: [1.6, 0.8], moment: [1, -1, 0], time: {gaussian: {sigma: 0.005, delay: 0.02}}}
  point: {at: [0.3, 0.3], force: [1, 0], spread: point, time: {gaussian: {sigma: 0.005, delay: 0.02}}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: absorbing, top: free-surface}
time: {steps: 6}
numerics: {degree: 3}
output: {picture: none, receivers: {interval: 1e-3, at: {a: [0.3, 0.4], b: [1.99, 0.25]}}}
CASE
cat >space.yaml <<'CASE'
model: elastic
mesh:
  box: {size: [2, 1, 1], cells: [4, 3, 3], map: [x, "y + 0.1 * sin(pi*x) * sin(pi*z)", "z + 0.1 * sin(pi*x)"]}
  forest: {level: 0, levels: "x > 1.01 ? 1 : 0"}
materials: {all: {density: "1 + 0.1 * x", vp: 2, vs: 1}}
sources:
  quake: {at: [1, 0.4, 0.5], double_couple: {strike: 30 deg, dip: 60 deg, rake: 90 deg, moment: 1}, time: {gaussian: {sigma: 0.01, delay: 0.05}}}
  knock: {at: [0.4, 0.5, 0.9], force: [0, 0, -1], time: {gaussian: {sigma: 0.01, delay: 0.05}}}
boundaries: {left: absorbing, right: absorbing, front: {periodic: back}, back: {periodic: front}, bottom: absorbing, top: free-surface}
time: {steps: 4}
numerics: {degree: 2, material: nodes}
output: {picture: none, gauges: {a: [0.3, 0.4, 0.5]}}
CASE
cat >adapt.yaml <<'CASE'
model: acoustic
mesh:
  box: {size: [1, 1], cells: [2, 2]}
  forest: {level: 4, adapt: {lowest: 3, highest: 5, every: 2, refine: 0.1, coarsen: 0.05, indicator: energy, buffer: 1}}
materials: {all: {density: 1, vp: 1}}
sources: {bang: {at: [0.7, 0.2], explosion: 1, time: {ricker: {frequency: 8}}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 12}
numerics: {degree: 2}
output: {picture: none, receivers: {interval: 1e-3, at: {a: [0.5, 0.4]}}}
CASE
for case in plane space adapt; do
    alone $case.yaml
    for n in 2 3; do
        ranks $n $case.yaml
        same $n
    done
done
alone plane.yaml
unlike plane.yaml
same 3
# the smooth sources are there
alone plane.yaml
hash=$(grep state_hash alone/summary.json)
sed 's/spread: smooth/spread: point/' plane.yaml >other.yaml
alone other.yaml
[ "$hash" != "$(grep state_hash alone/summary.json)" ] || fail 'a smooth source has the state of a point'
