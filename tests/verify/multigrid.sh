# How many iterations conjugate gradients take with the multigrid cycle: on 64^3 cells in the long form, which is the last column of
# the tables of docs/theory/multigrid.md, and on 32^3 in the short one. The bounds are what was counted, and one or two more.
set -u
program=$EAGRE_BUILD/tests/verify-multigrid
failed=0
cells=32
[ "${EAGRE_TESTS:-}" != long ] || cells=64

# count MOST MOST_64 NAME WORD... : at most MOST iterations with these words, on 64^3 cells MOST_64
count() {
    most=$1 name=$3
    [ $cells = 32 ] || most=$2
    shift 3
    line=$("$program" device=host:1 cells=$cells "$@") || exit 1
    iterations=$(echo "$line" | sed -n 's/.* iterations \([0-9]*\) .*/\1/p')
    residual=$(echo "$line" | sed -n 's/.* residual \([^ ]*\) .*/\1/p')
    echo "| $name | $iterations |"
    if ! [ "$iterations" -le "$most" ] || ! awk "BEGIN { exit !($residual <= 1.01e-8) }"; then
        echo "allowed are $most iterations and a residual of 1e-8: $line"
        failed=1
    fi
}

count 15 17 "Poisson"
count 18 20 "rows in a random order" shuffle=1
count 46 54 "flat cells, 1:100" z=0.01
count 24 29 "long cells, 1:100" x=0.01 y=0.01
count 19 21 "kappa 1 and 1e4 in blocks" jump=1
count 17 21 "kappa 1 to 1e4 by cells" jump=2
count 9 11 "c = 1000" c=1000
count 17 18 "Neumann, c = 1" neumann=1 c=1
count 17 18 "Neumann, c = 0" neumann=1
count 13 15 "Chebyshev 2" degree=2
count 12 14 "Chebyshev 3" degree=3
count 12 14 "Chebyshev 4" degree=4
count 23 29 "flat cells, Chebyshev 3" z=0.01 degree=3
count 15 17 "Poisson, cycle in f32" precision=32
exit $failed
