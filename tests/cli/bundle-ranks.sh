#!/bin/bash
# A bundle with ranks starts them by its own launcher, on a machine where no MPI is to be seen; they have the bits of one process.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
if nm "$EAGRE_BUILD/eagre" | grep __asan_init >/dev/null || ! nm "$EAGRE_BUILD/eagre" | grep ' eg_mpi_create$' >/dev/null ||
    [ "$(basename "$(readlink -f "$(command -v mpirun || true)")")" != orterun ]; then
    echo "skipped: a sanitized build, or one without Open MPI"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$EAGRE_SOURCE/tools/bundle" "$EAGRE_BUILD" bundle >log
# Open MPI is hidden where users may do so
cat >start.sh <<'E2'
for folder in /usr/lib/*/openmpi /usr/lib/*/pmix2 /usr/share/openmpi; do
    [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
done
exec "$@"
E2
hidden="unshare -rm sh start.sh"
unshare -rm true 2>/dev/null || hidden=
run() {
    # shellcheck disable=SC2086
    $hidden env -i PATH=/usr/bin:/bin HOME="$work" OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        "$@" -q --no-measure --device host:1 --set time.end=0.5 >>log 2>&1 || { cat log && exit 1; }
}
# shellcheck disable=SC2086
$hidden env -i PATH=/usr/bin:/bin bundle/mpirun --allow-run-as-root -n 1 env >environment
case=bundle/examples/dam-break/case.yaml
run bundle/mpirun -n 2 --oversubscribe --bind-to none eagre run $case -o two
run bundle/eagre run $case -o one
grep -q '"ranks": 2' two/summary.json
hash() { sed -n 's/.*"state_hash": *//p' "$1/summary.json"; }
! grep -q LD_LIBRARY_PATH= environment
[ -n "$(hash one)" ] && [ "$(hash one)" = "$(hash two)" ]
! grep -i 'sorry' log
[ -x bundle/bench/ranks.sh ]
