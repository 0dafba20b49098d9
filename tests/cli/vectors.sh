#!/bin/bash
# The compiler of the host makes wide vectors of the kernels that take most of the time. A select that all lanes share, or a
# branch where a select was, can cost that: nothing but the time then differs. Counted are the instructions of arithmetic in the
# compiled programs, which are those of runs; on processors with AVX-512 and with gcc, for which the limits are known.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
grep -qm1 '^flags.* avx512f' /proc/cpuinfo 2>/dev/null || exit 77
command -v objdump >/dev/null || exit 77
cc --version | grep -q 'Free Software Foundation' || exit 77
unset CC

cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [1000 m, 1000 m], cells: [4, 4]}}
initial: {theta_perturbation: "0.5 * sin(x / 20)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1}
numerics: {degree: 6, viscosity: 1 m2/s}
CASE
cat >tree.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 1}, box: {size: [1 m, 1 m], cells: [4, 4]}}
materials: {all: {density: 1, vp: 2}}
initial: {pressure: "exp(-x)"}
boundaries: {left: absorbing, right: wall, bottom: absorbing, top: free-surface}
time: {steps: 1}
CASE
cat >octree.yaml <<'CASE'
model: elastic
mesh: {forest: {level: 1}, box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {velocity: ["exp(-x)", 0, 0]}
boundaries: {left: absorbing, right: wall, bottom: absorbing, top: free-surface, front: wall, back: wall}
time: {steps: 1}
CASE
cat >wave.yaml <<'CASE'
model: elastic
mesh: {box: {size: [1 m, 1 m], cells: [4, 4], element: triangle}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {stress: ["exp(-x)", 0, 0]}
boundaries: {left: absorbing, right: wall, bottom: absorbing, top: free-surface}
time: {steps: 1}
numerics: {order: 4}
CASE
sed 's/vp: 2/vp: "2 + x"/; s/order: 4/order: 6, material_order: 6/' wave.yaml >vary.yaml
cat >water.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [4 m, 2 m], cells: [4, 2], element: triangle}}
materials: {all: {elevation: 0, manning: 0.02}}
initial: {depth: "x < 2 ? 1 : 0.5"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1}
CASE
sed 's/manning: 0.02/&, rain: 20 mm\/h, infiltration: {green_ampt: {conductivity: 6.5 mm\/h, suction: 0.1 m, deficit: 0.3}}/' \
    water.yaml >soil.yaml
{ cat water.yaml; echo 'numerics: {order: 2}'; } >slopes.yaml
cat >cube.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [3, 3, 3]}}
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {value: 0}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 7}
CASE

# Of each kernel: instructions of arithmetic in f64, and the part of them in registers of 256 bits and more.
cat >count.awk <<'AWK'
/^[0-9a-f]+ </ { name = $2; gsub(/[<>:]/, "", name); sub(/\._omp_fn.*/, "", name) }
$2 ~ /^v?(add|sub|mul|div|sqrt|min|max|fn?m(add|sub)[0-9]*)[ps]d$/ {
    all[name]++
    if (substr($2, length($2) - 1, 1) == "p" && $0 !~ /xmm[0-9]+$/) wide[name]++
}
END { for (i in all) print i, all[i], wide[i] / all[i] }
AWK

count() { # CASE: compiles its kernels and writes CASE.count
    local folder=$PWD/cache-$1 program
    EAGRE_CACHE=$folder "$eagre" run "$1.yaml" -q --no-measure --force -o run --device host:1 --set output.picture=none
    for program in "$folder"/[0-9a-f]*; do objdump -d --no-show-raw-insn "$program"; done | awk -f count.awk >"$1.count"
}
# CASE KERNEL PART ...: at least that part of each kernel is wide
wide() {
    local case=$1 kernel part
    shift
    [ -f "$case.count" ] || count "$case"
    while [ $# -gt 0 ]; do
        kernel=$1 part=$2
        shift 2
        awk -v kernel="$kernel" -v part="$part" '$1 == kernel && $2 > 40 && $3 >= part { found = 1 } END { exit !found }' \
            "$case.count" || { cat "$case.count"; fail "$case: less than $part of $kernel is wide"; }
    done
}
wide air deg_stage 0.95 deg_stars 0.95 deg_viscous 0.8
wide tree dg_stage 0.95
wide octree dg_stage 0.95
wide wave ader_predict 0.95 ader_correct 0.95
wide vary ader_predict_variable 0.9 ader_correct_variable 0.95
wide water sw_step 0.95
wide soil sw_step 0.95
wide slopes sw_reconstruct 0.95 sw_step 0.95
wide cube sem_apply_lanes 0.95

# and one that is not is seen
cp tree.yaml narrow.yaml
CC=$EAGRE_SOURCE/tests/kernel/quick-cc EAGRE_QUICK_CC=cc EAGRE_QUICK_LEVEL=-O0 count narrow
if (wide narrow dg_stage 0.5) >/dev/null; then fail "kernels without optimisation pass"; fi
