# What the tests of many ranks share. Sourced.
#   alone CASE ARGUMENT...      computes CASE on one process into the folder `alone`
#   ranks N CASE ARGUMENT...    computes CASE on N ranks into the folder `ranks`; the exit code is that of the job
#   unlike CASE ARGUMENT...     the same on three ranks that share the work unequally
#   same N                      fails where a file of `ranks` differs from that of `alone`, but for summary, log and the
#                               list of the files' hashes, or where the summaries differ in hash, steps or ranks
#   same_on CASE "N ..." ARGUMENT...   an elliptic model: all of that, and equal iterations, for each N
#   start N ARGUMENT...         starts `eagre run ARGUMENT...` on N ranks: $job is the launcher's process, pids/ holds a file for
#                               each rank, called by the rank's process
#   is_running PID              whether the process is there, and no zombie
#   $limit                      s, for `timeout`: what no job takes
#   mixed_mesh NX NY            writes mixed.msh: 20 m x 10 m, squares on the left, triangles on the right
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
export LC_ALL=C
command -v mpirun >/dev/null || exit 77
"$EAGRE_BUILD/eagre" version | grep -q . || exit 1
grep -q 'EAGRE_MPI=1' "$EAGRE_BUILD/build.ninja" || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
eagre=$EAGRE_BUILD/eagre
# Without /sys mpirun asks OpenCL for the processors, and PoCL ends it.
[ -d /sys/devices/system/cpu ] || export HWLOC_COMPONENTS=-linux,-opencl
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
# A rank that waits gives its processor to those that compute: three ranks on two processors take a third of the time; and it sleeps
# a little each time (patient.c), unless the test measures. No rank is bound to a processor, as other tests run beside it.
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
patient=$EAGRE_BUILD/tests/libpatient.so
[ ! -f "$patient" ] || [ -n "${measures:-}" ] || export LD_PRELOAD=$patient

# s, after which a job that hangs is ended: far more than any job takes, also where the processors are busy.
limit=600

fail() {
    echo "FAILED: $*"
    exit 1
}
alone() {
    "$eagre" run "$1" -o alone -q --no-measure --force --device host:1 "${@:2}" </dev/null
}
ranks() {
    rm -rf ranks
    timeout "$limit" mpirun -q --oversubscribe -n "$1" "$eagre" run "$2" -o ranks -q --no-measure --force --device host:1 \
        "${@:3}" </dev/null
}
unlike() {
    local case=$1 job=() share
    shift
    rm -rf ranks
    for share in 1 3.5 0.7; do
        job+=(: -n 1 "$eagre" run "$case" -o ranks -q --no-measure --force --device host:1 --share $share "$@")
    done
    timeout "$limit" mpirun -q --oversubscribe "${job[@]:1}" </dev/null
}
start() {
    local n=$1
    shift
    rm -rf pids
    mkdir pids
    mpirun -q --oversubscribe -n "$n" bash -c ': >"pids/$$"; exec "$@"' rank "$eagre" run "$@" -q --no-measure \
        --device host:1 >out 2>err </dev/null &
    job=$!
}
is_running() {
    [[ $(ps -o stat= -p "$1" || true) != @(|Z*) ]]
}
of_summary() {
    grep -E '"(state_hash|steps|exit|time|unknowns|error_estimate)":' "$1/summary.json"
}
same() {
    (cd alone && find . -type f ! -name summary.json ! -name log.txt ! -name files.json | sort) >files
    (cd ranks && find . -type f ! -name summary.json ! -name log.txt ! -name files.json | sort) | cmp -s - files ||
        fail "$1 ranks: other files"
    while read -r file; do
        cmp -s "alone/$file" "ranks/$file" || fail "$1 ranks: $file differs"
    done <files
    [ "$(of_summary alone)" = "$(of_summary ranks)" ] || fail "$1 ranks: $(of_summary ranks)"
    grep -q "\"ranks\": $1," ranks/summary.json || fail "the summary does not tell $1 ranks"
}
same_on() {
    local n
    alone "$1" "${@:3}"
    for n in $2; do
        ranks "$n" "$1" "${@:3}"
        same "$n"
        [ "$(grep '"iterations"' alone/summary.json)" = "$(grep '"iterations"' ranks/summary.json)" ] ||
            fail "$n ranks: other iterations"
    done
}
mixed_mesh() {
    awk -v n="$1" -v m="$2" '
        function node(i, j) { return j * (n + 1) + i + 1 }
        function line(tag, a, b) { print ++number, 1, 2, tag, tag, a, b }
        BEGIN {
            print "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n6"
            print "1 1 \"left\"\n1 2 \"right\"\n1 3 \"bottom\"\n1 4 \"top\"\n2 5 \"squares\"\n2 6 \"halves\""
            print "$EndPhysicalNames\n$Nodes\n" (n + 1) * (m + 1)
            for (j = 0; j <= m; j++)
                for (i = 0; i <= n; i++)
                    printf "%d %.17g %.17g 0\n", node(i, j), 20 * i / n, 10 * j / m
            left = int(n / 2)
            print "$EndNodes\n$Elements\n" 2 * n + 2 * m + left * m + 2 * (n - left) * m
            for (i = 0; i < n; i++) { line(3, node(i, 0), node(i + 1, 0)); line(4, node(i + 1, m), node(i, m)) }
            for (j = 0; j < m; j++) { line(1, node(0, j + 1), node(0, j)); line(2, node(n, j), node(n, j + 1)) }
            for (j = 0; j < m; j++)
                for (i = 0; i < n; i++) {
                    a = node(i, j); b = node(i + 1, j); c = node(i + 1, j + 1); d = node(i, j + 1)
                    if (i < left) {
                        print ++number, 3, 2, 5, 5, a, b, c, d
                    } else {
                        print ++number, 2, 2, 6, 6, a, b, c
                        print ++number, 2, 2, 6, 6, a, c, d
                    }
                }
            print "$EndElements"
        }' >mixed.msh
}
