#!/bin/bash
# The memory of a run is told before it is taken: within a fifth of the peak of every model, and refused where it does not fit.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
unset MALLOC_PERTURB_ # touches what is allocated, which is then measured as taken
! grep __asan_init <(nm "$eagre") >/dev/null || exit 77 # a sanitizer has memory of its own

cat >wave.yaml <<'CASE'
model: elastic
mesh: {box: {size: [1 m, 1 m], cells: [4, 4], element: triangle}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {stress: ["exp(-x)", 0, 0]}
boundaries: {left: absorbing, right: wall, bottom: absorbing, top: free-surface}
time: {steps: 1}
numerics: {order: 3}
CASE
for template in tracer sound cooling potential; do "$eagre" init $template -q; done
cat >tree.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 2}, box: {size: [1 m, 1 m], cells: [4, 4]}}
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
cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [1000 m, 1000 m], cells: [4, 4]}}
initial: {theta_perturbation: "0.5 * sin(x / 20)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1}
numerics: {degree: 4, flux: rusanov, viscosity: 1 m2/s}
CASE
# A first run compiles the kernels, so that the peak of the second is its own.
cat >measure.py <<'PYTHON'
import os, re, subprocess, sys
eagre, case, cells, *settings = sys.argv[1:]
options = [word for s in settings for word in ("--set", s)] + ["--device", "host:1"]
def run(n):
    words = [eagre, "run", case, "-q", "--no-measure", "--force", "-o", "m", *options, "--set", f"mesh.box.cells={n}"]
    pid = os.posix_spawn(eagre, words, os.environ)
    _, status, used = os.wait4(pid, 0)
    assert status == 0, (case, status)
    return used.ru_maxrss * 1024 / 1e6
run("[4, 4]" if cells.count(",") == 1 else "[2, 2, 2]")
peak = run(cells)
told = subprocess.run([eagre, "check", case, "--no-measure", *options, "--set", f"mesh.box.cells={cells}"],
                      capture_output=True, text=True, check=True).stdout
estimate = float(re.search(r"a run takes about ([0-9.e+]+) MB", told)[1])
held = float(re.search(r"memory +([0-9.e+]+) MB on the device", told)[1])
device = float(re.search(r"of them about ([0-9.e+]+) MB on the device", told)[1])
print(f"{case} {cells}: peak {peak:.0f} MB, estimate {estimate:.0f} MB; device {held:.3g} MB, estimate {device:.3g} MB")
sys.exit(not (0.8 < estimate / peak < 1.2 and 0.8 < device / held < 1.2))
PYTHON
measure() {
    python3 measure.py "$eagre" "$@" >out || fail "$(cat out)"
    cat out
}
measure good.yaml '[260, 260]' time.end=1e-9
measure wave.yaml '[120, 120]'
measure air.yaml '[100, 100]'
measure tracer.yaml '[220, 220]' time.end=1e-9
measure sound.yaml '[120, 120]' time.steps=1
measure potential.yaml '[16, 16, 16]' numerics.tolerance=0.1 numerics.preconditioner=jacobi
measure potential.yaml '[12, 12, 12]' numerics.tolerance=0.1 numerics.preconditioner=p-multigrid numerics.precision=f32
measure potential.yaml '[12, 12, 12]' numerics.tolerance=0.1 numerics.preconditioner=jacobi mesh.box.geometry_degree=2 'mesh.box.map=["x + 0.05 * sin(y)", "y", "z"]'
measure cooling.yaml '[14, 14, 14]' time.end=10 output.fields.every=10
measure tree.yaml '[40, 40]'
measure octree.yaml '[5, 5, 5]' numerics.degree=6
# more settings of the same models in the long form
if [ "${EAGRE_TESTS:-}" = long ]; then
    measure air.yaml '[50, 50]' 'numerics={degree: 2, flux: hllc, integrator: semi-implicit}'
    measure air.yaml '[40, 40]' 'numerics={degree: 2, flux: evolution-bilinear}' 'mesh.box.map=["x + 30 * sin(0.011 * y + 0.003 * x)", "y + 20 * sin(0.013 * x)"]'
    measure potential.yaml '[14, 14, 14]' numerics.tolerance=0.1 numerics.preconditioner=schwarz
    measure wave.yaml '[100, 100]' numerics.material_order=2 'materials.all.density=1 + x'
    measure octree.yaml '[6, 6, 6]' numerics.precision=f32
fi

# what does not fit is refused before it is taken, with both numbers, also of a file of which the head alone is there
got=0
(ulimit -v 3000000 && "$eagre" run good.yaml -o bad --set 'mesh.box.cells=[6000, 6000]' >out 2>err) || got=$?
[ $got = 7 ] && [ ! -e bad ] || fail "$got: $(cat err)"
grep -q '^eagre: good.yaml: a run of this case takes about 36.3 GB of memory on this machine, and [0-9.]* GB can be taken' err ||
    fail "$(cat err)"
# below what the threads of the C library reserve, a run is refused where it would end with SIGSEGV
for limit in 110000 130000 150000 170000; do
    got=0
    (ulimit -v $limit && "$eagre" run good.yaml -o bad --no-measure --device host:1 >out 2>err) || got=$?
    [ $got = 7 ] && grep -q 'ulimit -v lets the process have' err || fail "ulimit -v $limit gave $got: $(cat err)"
done
# so is what a device with memory of its own has too little of (PoCL tells of as many GB as it is told), before the mesh is there
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p' | head -1)
if [ -n "$opencl" ]; then
    got=0
    POCL_MEMORY_LIMIT=1 "$eagre" check good.yaml --device "$opencl" --set 'mesh.box.cells=[2000, 2000]' >out 2>err || got=$?
    [ $got = 7 ] && grep -q "^eagre: good.yaml: a run of this case takes about 2.* GB on $opencl, and 1.* GB are free there" err ||
        fail "$got: $(cat err)"
    # and the solver itself refuses the same number, with --overcommit
    implicit=(air.yaml --device "$opencl" --set 'mesh.box.cells=[190, 190]'
        --set 'numerics={degree: 4, flux: hllc, integrator: semi-implicit}')
    for words in "check" "run --overcommit -o bad"; do
        got=0
        POCL_MEMORY_LIMIT=1 "$eagre" $words "${implicit[@]}" >out 2>>both || got=$?
        [ $got = 7 ] || fail "$words: $got: $(cat both)"
    done
    grep -q 'a run of this case takes about 1.17 GB on' both && grep -q 'unknowns (72200 cells of degree 4) need 1.16[0-9]* GB on' both ||
        fail "$(cat both)"
fi
# what the counts of a mesh do not tell is named
"$eagre" check good.yaml --no-measure --set 'output.gauges.a=[1, 0.5]' >out
grep -q '^ *not counted in either: gauges$' out || fail "$(cat out)"

# so are triangles that a criterion wants everywhere, with their number
cat >all.yaml <<'CASE'
model: atmosphere
mesh:
  box: {size: [1 km, 1 km], cells: [1, 1]}
  adapt: {lowest: 3, highest: 30, first: 12}
initial: {theta_perturbation: 1}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 1}
numerics: {degree: 6, flux: rusanov}
CASE
got=0
(ulimit -v 500000 && "$eagre" run all.yaml -q --no-measure -o bad --device host:1 >out 2>err) || got=$?
[ $got = 7 ] && grep -q 'mesh.adapt asks for [0-9]* cells in place of [0-9]*: they take about [0-9.]* GB of memory on this machine, and [0-9.]* GB can be taken beside what the run has (ulimit -v' err ||
    fail "$got: $(cat err)"
rm -rf bad

printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n9\n$EndNodes\n$Elements\n20000000\n' >large.msh
sed 's/box: .*}}/gmsh: large.msh}/' good.yaml >large.yaml
got=0
(ulimit -v 3000000 && "$eagre" check large.yaml >out 2>err) || got=$?
[ $got = 7 ] && grep -q 'takes about .* GB of memory on this machine, and .* GB can be taken (ulimit -v' err ||
    fail "$got: $(cat err)"
got=0
(ulimit -v 3000000 && "$eagre" check large.yaml --overcommit >out 2>err) || got=$?
[ $got = 4 ] || fail "--overcommit gave $got: $(cat err)"
