#!/bin/bash
# One state_hash and one number of iterations for each model, whether clang has compiled the kernels as for a run, or gcc without
# optimisation; in the long form gcc with it, too. There clang compiles the command as well, without a warning, and its runs give the
# same with the kernels of both.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
export EAGRE_KERNELS=$EAGRE_SOURCE/kernels # else some are compiled with the library
unset CC

for compiler in gcc clang; do
    if ! $compiler -fopenmp -shared -fPIC -x c /dev/null -o nothing 2>log; then
        echo "skipped: no $compiler with OpenMP: $(head -1 log)"
        exit 77
    fi
done

cat >water.yaml <<'CASE'
title: wet and dry
model: shallow-water
mesh: {box: {size: [4 m, 4 m], origin: [-2 m, -2 m], cells: [9, 7], element: triangle}}
materials: {all: {elevation: "-0.1 * (1 - x^2 - y^2)", manning: 0.02}}
initial: {depth: "max(0, 0.125 * (1 - 1.25 * (x^2 + y^2)))", velocity: [0.1, "0.02 * x"]}
boundaries: {left: wall, right: outflow, bottom: {level: "0.35 + 0.01 * sin(t)"}, top: {discharge: 0.1 m3/s}}
time: {steps: 23}
CASE
cat >waves.yaml <<'CASE'
title: elastic waves, a source and a damping layer
model: elastic
mesh: {box: {size: [4 m, 4 m], cells: [9, 7], element: triangle}}
materials: {all: {density: 1, lambda: "2 + floor(x / 2)", mu: 1}}
initial: {velocity: ["exp(-x^2)", "sin(2 * y)"]}
boundaries: {left: {inflow: {velocity: ["sin(t + y)", 0]}}, right: {absorbing: 1 m}, bottom: wall, top: free-surface}
sources: {push: {at: [1.1 m, 2.3 m], force: [1, 2], time: {ricker: {frequency: 20 Hz}}}}
time: {steps: 9}
numerics: {order: 4}
CASE
cat >poisson.yaml <<'CASE'
title: curved elements, a coefficient that varies
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [3, 2, 3], map: ["x + 0.1 * y^2", "y", "z + 0.1 * x * y"]}}
materials: {all: {kappa: ["1 + x", 2, 1], c: "exp(y)", source: "sin(x) + z"}}
boundaries:
  left: {value: "y * z"}
  right: {flux: "cos(y)"}
  front: {exchange: 2, outside: "x"}
  back: insulated
  bottom: insulated
  top: {value: 1}
numerics: {degree: 4}
CASE
cat >heat.yaml <<'CASE'
title: heat that comes and goes
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2]}}
materials: {all: {kappa: "1 + x", capacity: "2 + y", source: "exp(-10 * (x - t)^2)"}}
initial: {temperature: "sin(x)"}
boundaries: {left: {value: "t"}, right: {exchange: 2, outside: 1}, front: insulated, back: insulated, bottom: insulated, top: {flux: "t"}}
time: {end: 0.4 s, dt: 0.1 s}
numerics: {degree: 4}
CASE

result_of() { # COMMAND COMPILER ARGUMENT...: hash and iterations; CC as it is, or the compiler
    local command=$1 compiler=$2
    shift 2
    CC=${CC:-$compiler} "$command" run "$@" -q --no-measure --force --device host:2 -o run
    grep -q "\"compiler\": \"$compiler\\|\"compiler\": \".*$compiler version" run/summary.json ||
        fail "no kernels of $compiler: $(grep '"compiler"' run/summary.json)"
    sed -n 's/.*"\(state_hash\|iterations\)": "\{0,1\}\([0-9a-f]*\).*/\2/p' run/summary.json | tr '\n' ' '
}
commands=$eagre
if [ "${EAGRE_TESTS:-}" = long ]; then
    CC=clang cmake -S "$EAGRE_SOURCE" -B by-clang -G Ninja -DEAGRE_WERROR=ON -DEAGRE_TESTS=OFF >log 2>&1 &&
        cmake --build by-clang -j 2 --target eagre >>log 2>&1 || { tail -20 log; fail "clang does not compile the command"; }
    commands="$eagre $work/by-clang/eagre"
fi
same() { # ARGUMENT...: all give what the command of this build gives with kernels of gcc without optimisation
    local expected found command compiler
    expected=$(CC=$EAGRE_SOURCE/tests/kernel/quick-cc EAGRE_QUICK_CC=gcc EAGRE_QUICK_LEVEL=-O0 result_of "$eagre" gcc "$@")
    [ ${#expected} -ge 17 ] || fail "$*: no hash: $expected"
    for command in $commands; do
        for compiler in gcc clang; do
            [ "${EAGRE_TESTS:-}" = long ] || [ "$command $compiler" != "$eagre gcc" ] || continue
            found=$(result_of "$command" $compiler "$@")
            [ "$found" = "$expected" ] || fail "$*: $found by $command with kernels of $compiler, $expected by gcc"
        done
    done
}
for case in water waves; do
    same $case.yaml
    same $case.yaml --precision f32
done
same waves.yaml --set mesh.box.element=quadrangle --set numerics.order=3 --set numerics.flux=rusanov
same poisson.yaml
same poisson.yaml --precision f32 --set numerics.tolerance=1e-5
same poisson.yaml --set numerics.preconditioner=schwarz --set numerics.coarse_on=host
same poisson.yaml --set numerics.preconditioner=p-multigrid --set numerics.preconditioner_precision=f32
same heat.yaml
same heat.yaml --precision f32 --set numerics.tolerance=1e-5
