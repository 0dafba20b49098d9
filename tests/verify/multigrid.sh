# How many iterations conjugate gradients take with the multigrid cycle on 64^3 cells: the last column of the tables of
# docs/theory/multigrid.md. The bounds are what was counted, and one or two more.
set -u
program=$EAGRE_BUILD/tests/verify-multigrid
failed=0

# count MOST NAME WORD... : at most MOST iterations with these words
count() {
    most=$1 name=$2
    shift 2
    line=$("$program" device=host:1 cells=64 "$@") || exit 1
    iterations=$(echo "$line" | sed -n 's/.* iterations \([0-9]*\) .*/\1/p')
    residual=$(echo "$line" | sed -n 's/.* residual \([^ ]*\) .*/\1/p')
    echo "| $name | $iterations |"
    if ! [ "$iterations" -le "$most" ] || ! awk "BEGIN { exit !($residual <= 1.01e-8) }"; then
        echo "allowed are $most iterations and a residual of 1e-8: $line"
        failed=1
    fi
}

count 17 "Poisson"
count 20 "rows in a random order" shuffle=1
count 54 "flat cells, 1:100" z=0.01
count 29 "long cells, 1:100" x=0.01 y=0.01
count 21 "kappa 1 and 1e4 in blocks" jump=1
count 21 "kappa 1 to 1e4 by cells" jump=2
count 11 "c = 1000" c=1000
count 18 "Neumann, c = 1" neumann=1 c=1
count 18 "Neumann, c = 0" neumann=1
count 15 "Chebyshev 2" degree=2
count 14 "Chebyshev 3" degree=3
count 14 "Chebyshev 4" degree=4
count 29 "flat cells, Chebyshev 3" z=0.01 degree=3
count 17 "Poisson, cycle in f32" precision=32
exit $failed
