#!/bin/bash
# Small meshes leave no rank without work: 64 octrees of degree 6, a pond of 3,000 triangles, elastic triangles, air on triangles that
# change, each with equal parts of the cells on 2 and 7 ranks and the files of one process. Where there is less than a cell for each
# rank, terminal, log and summary name those that have none. Hashes do not know how ranks are cut (chunks.c).
source "${EAGRE_SOURCE:?}/tests/mpi/lib.bash"

for n in 1 2 3 7; do
    timeout "$limit" mpirun -q --oversubscribe -n $n "$EAGRE_BUILD/tests/mpi-chunks" || fail "hashes on $n ranks"
done

cat >pond.yaml <<'CASE'
title: a pond
model: shallow-water
mesh: {box: {size: [50 m, 30 m], cells: [50, 30], element: triangle}}
materials: {all: {elevation: "0.2 * sin(x)", manning: 0.02}}
initial: {depth: "x < 20 ? 2 : 1"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 20}
output: {gauges: {a: [10, 10], b: [40, 20]}}
CASE
cat >rock.yaml <<'CASE'
title: rock
model: elastic
mesh: {box: {size: [1, 1], cells: [20, 15], element: triangle}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {velocity: ["exp(-((x - 0.5)^2 + (y - 0.5)^2) / 0.02)", 0]}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {steps: 6}
numerics: {order: 4}
CASE
cat >cube.yaml <<'CASE'
title: 64 octrees of 7 x 7 x 7 nodes
model: acoustic
mesh: {box: {size: [1, 1, 1], cells: [1, 1, 1]}, forest: {level: 2}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-((x - 0.4)^2 + (y - 0.6)^2 + (z - 0.5)^2) / 0.02)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, front: wall, back: wall, bottom: wall, top: absorbing}
time: {steps: 3}
numerics: {degree: 6}
output: {picture: {normal: y, variable: pressure}}
CASE
cat >air.yaml <<'CASE'
title: a bubble that drifts
model: atmosphere
mesh:
  box: {size: [1 km, 1 km], cells: [3, 2], element: triangle}
  adapt: {lowest: 5, highest: 9, every: 3, refine: 0.2, coarsen: 0.1}
initial: {theta_perturbation: "0.5*exp(-((x - 900)^2 + (y - 400)^2) / 5e3)", velocity: [200, 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: open}
time: {steps: 12}
numerics: {degree: 2}
output: {gauges: {middle: [500, 500], edge: [1, 400]}}
CASE

# the cells of the ranks, from the log: "ranks 2, of this one 64 cells; of each 60 to 64 cells"
shares() {
    sed -n 's/.*; of each \([0-9]*\) to \([0-9]*\) [a-z]*$/\1 \2/p' ranks/log.txt
}
# same N LEAST MOST
deals() {
    same "$1"
    read -r least most < <(shares)
    awk '/"name": "ghosts"/ { split($0, part, "\"bytes\": {\"least\": "); exit !(part[2] + 0 > 0) }' ranks/summary.json ||
        fail "$1 ranks: some send no ghosts: $(grep ghosts ranks/summary.json)"
    [ "$least" -ge "$2" ] && [ "$most" -le "$3" ] || fail "$1 ranks have $least to $most cells, not $2 to $3"
    ! grep -q warning ranks/summary.json || ! grep -q 'no work' ranks/summary.json || fail "$1 ranks: $(cat ranks/summary.json)"
}
cases='pond rock air'
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases='pond rock air cube'
for case in $cases; do
    alone $case.yaml
    [ $case != air ] || grep -qE '"changes": [2-9]' alone/summary.json || fail 'cells do not change'
    for n in 2 7; do
        ranks $n $case.yaml
        case $case-$n in
        pond-2) deals 2 1472 1536 ;;
        pond-7) deals 7 384 448 ;;
        rock-2) deals 2 280 320 ;;
        rock-7) deals 7 64 128 ;;
        air-2) deals 2 300 1000 ;;
        air-7) deals 7 64 320 ;;
        cube-2) deals 2 32 32 ;;
        cube-7) deals 7 9 10 ;;
        esac
    done
done

# ---- messages of all ranks, and their kernels where they are profiled
ranks 3 pond.yaml --profile
grep -q 'of ranks, ghosts: [0-9]* calls, .* MB sent' ranks/log.txt || fail "no messages in the log: $(cat ranks/log.txt)"
for name in ghosts 'step sizes and agreement' 'sums and other data' 'kernels and copies'; do
    awk -v name="\"$name\"" 'index($0, name) {
            found = 1
            split($0, part, "\"seconds\": ")
            split(part[2], number, "[:,}]")
            exit !(number[2] > 0 && number[4] >= number[2] && number[6] >= number[4])
        } END { if (!found) exit 1 }' ranks/summary.json || fail "$name: $(grep "$name" ranks/summary.json)"
done

# ---- less than a piece for each
rm -rf ranks
timeout "$limit" mpirun -q --oversubscribe -n 7 "$eagre" run rock.yaml -o ranks --no-measure --device host:1 \
    --set 'mesh.box.cells=[10, 10]' >out 2>err </dev/null
for where in err ranks/log.txt ranks/summary.json; do
    grep -q 'ranks 0, 2, 4 of 7 have no work: the 200 cells are dealt in pieces of 64; start at most 4 ranks (mpirun -n), or refine the mesh' \
        "$where" || fail "no warning in $where: $(cat "$where")"
done
[ "$(grep -c 'no work' err)" = 1 ] || fail "more than one warning: $(cat err)"
