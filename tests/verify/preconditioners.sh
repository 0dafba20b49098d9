# How many iterations conjugate gradients take with p-multigrid: some of the table of docs/theory/p-multigrid.md. The bounds
# are what was counted, and one or two more. The short form takes f64 and f32 in turn.
set -u
program=$EAGRE_BUILD/tests/verify-preconditioners
failed=0 taken=0

# count MOST NAME WORD... : at most MOST iterations with these words, in f64, or with the preconditioner in f32
count() {
    most=$1 name=$2
    shift 2
    taken=$((taken + 1))
    for inside in 64 32; do
        [ "${EAGRE_TESTS:-}" = long ] || [ $((taken % 2)) = $((inside / 64)) ] || continue
        line=$("$program" device=host:1 look=1 inside=$inside "$@") || exit 1
        iterations=$(echo "$line" | sed -n 's/.* iterations \([0-9]*\) .*/\1/p')
        residual=$(echo "$line" | sed -n 's/.* residual \([^ ]*\) .*/\1/p')
        echo "| $name | f$inside | $iterations |"
        if ! [ "$iterations" -le "$most" ] || ! awk "BEGIN { exit !($residual <= 1e-8) }"; then
            echo "allowed are $most iterations and a residual of 1e-8: $line"
            failed=1
        fi
    done
}

count 7 "cube, degree 3" cells=16 degree=3
count 6 "cube, degree 1" cells=64 degree=1
count 6 "cube, degree 2" cells=32 degree=2
count 8 "cube, degree 7" cells=6 degree=7
count 10 "strongly distorted" mesh=strong cells=12 degree=3
count 7 "curved" mesh=curved cells=8 degree=3
count 7 "Kershaw, 1" mesh=kershaw eps=1 cells=12 degree=3
count 40 "Kershaw, 0.3" mesh=kershaw eps=0.3 cells=12 degree=3
count 10 "kappa 1 and 1e4 in blocks" cells=8 degree=3 jump=1e4
count 40 "kappa 1 and 1e4 in blocks, Schwarz" use=schwarz cells=8 degree=3 jump=1e4
count 45 "kappa 1 and 1e8 in blocks, Schwarz" use=schwarz cells=8 degree=3 jump=1e8
count 37 "flat elements, 1:100" cells=8 degree=3 z=0.01
count 18 "flat elements, subdomains smooth" cells=16 degree=3 z=0.01 smoother=schwarz smoothing=3
exit $failed
