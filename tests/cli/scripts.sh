#!/bin/bash
# A test that is started by hand without the folders of sources and build says so, and writes nothing into the current folder.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
mkdir empty
cd empty
for script in "$EAGRE_SOURCE"/tests/{cli,fail,mpi,torture,verify}/*.sh; do
    code=0
    said=$(env -u EAGRE_SOURCE -u EAGRE_BUILD timeout 60 bash "$script" 2>&1 </dev/null) || code=$?
    [ $code != 0 ] || fail "$script runs without EAGRE_SOURCE and EAGRE_BUILD"
    [ $code = 77 ] || grep -qE 'EAGRE_(SOURCE|BUILD): (unbound variable|parameter null or not set)' <<<"$said" || fail "$script says: $said"
    [ -z "$(ls -A)" ] || fail "$script writes $(ls -A)"
done
