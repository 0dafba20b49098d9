#!/bin/bash
# --profile: a table in summary, log and report, profile.csv and profile.png; the bits are those without it. The timeline of
# Schwarz with its coarse part on the host: what follows what, on each device.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

hash_of() {
    sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' "$1/summary.json"
}
launches_of() { # FOLDER KERNEL: as the summary has them
    sed -n "s/.*\"name\": \"$2\".*\"launches\": \([0-9]*\).*/\1/p" "$1/summary.json"
}

# steps: the table, sorted, and files that are listed
"$eagre" run good.yaml -q --no-measure -o plain --device host:1
"$eagre" run good.yaml -q --no-measure -o run --device host:1 --profile
[ "$(hash_of run)" = "$(hash_of plain)" ] || fail "a profile changes the state"
steps=$(sed -n 's/.*"steps": \([0-9]*\).*/\1/p' run/summary.json)
[ "$(launches_of run sw_step)" -ge "$steps" ] || fail "sw_step: $(launches_of run sw_step) launches in $steps steps"
sed -n 's/.*"seconds": \([^,]*\), "share".*/\1/p' run/summary.json >seconds
sort -rg seconds | cmp -s - seconds || fail "the table is not sorted: $(cat seconds)"
grep -q '"name": "sw_step".*"bandwidth": [0-9.e+]*, "bandwidth_fraction": null, "limiter": ""' run/summary.json ||
    fail "sw_step: $(grep sw_step run/summary.json)"
"$eagre" report run >report
grep -q '^profile: .* s in kernels and copies$' report && grep -q '^  sw_step  *host:1  *[0-9]' report || fail "$(cat report)"
grep -q ' profile sw_step  *host:1 ' run/log.txt || fail "the log has no profile"
grep -q '^  judging took [0-9.e-]* s$' report && grep -q ' judging took [0-9.e-]* s$' run/log.txt || fail "no time of verdicts: $(cat report)"
sed -n 's/.*"seconds": {"setup": \([^,]*\), "advance": \([^,]*\), "judging": \([^,}]*\).*/\1 \2 \3/p' run/summary.json |
    awk '{ n++; ok = $3 > 0 && $3 < $1 + $2 } END { exit !(n == 1 && ok) }' || fail "seconds: $(grep seconds run/summary.json)"
[ "$(head -1 run/profile.csv)" = kernel,queue,begin_s,end_s ] && [ "$(grep -c '^sw_step,host:1,' run/profile.csv)" -ge "$steps" ] ||
    fail "$(head run/profile.csv)"
[ "$(head -c 4 run/profile.png | tail -c 3)" = PNG ] || fail "profile.png is no picture"
grep -q profile.csv run/files.json && "$eagre" verify run -q || fail "profile.csv is not listed"
"$eagre" run good.yaml -q --no-measure --force -o run --device host:1
[ ! -e run/profile.csv ] && [ ! -e run/profile.png ] && [ -z "$(launches_of run sw_step)" ] || fail "an old profile stays"

# with the device's limits: what limits, and the fraction of the bandwidth where the data are known not to fit into the caches
"$eagre" run good.yaml -q -o measured --device host:1 --profile
cached='null, "limiter": "(arithmetic|instructions and latency, data in cache)"'
fetched='[0-9.e-]+, "limiter": "(arithmetic|memory bandwidth|instructions and latency)"'
grep -qE "\"name\": \"sw_step\".*\"bandwidth_fraction\": ($cached|$fetched)" measured/summary.json ||
    fail "no limiter: $(grep sw_step measured/summary.json)"

# a stage of nodal DG in its parts: three kernels, the same bits
if grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja"; then
    cat >wave.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 1, levels: "x < 0.5 ? 2 : 1"}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}
materials: {all: {density: "1 + x", vp: 1}}
initial: {pressure: "cos(2*pi*x) * cos(2*pi*y)"}
boundaries: {left: wall, right: wall, front: absorbing, back: free-surface, bottom: wall, top: wall}
time: {end: 0.1}
numerics: {degree: 3}
CASE
    "$eagre" run wave.yaml -q --no-measure -o fused --device host:1
    "$eagre" run wave.yaml -q --no-measure -o parts --device host:1 --profile --set numerics.kernels=parts
    [ "$(hash_of fused)" = "$(hash_of parts)" ] || fail "volume, flux and update apart change the state"
    each=$(launches_of parts dg_update)
    [ "${each:-0}" -gt 0 ] && [ "$(launches_of parts dg_volume)" = "$each" ] && [ "$(launches_of parts dg_flux)" = "$each" ] ||
        fail "parts: $(cat parts/summary.json)"
    [ -z "$(launches_of parts dg_stage)" ] || fail "parts launch the fused kernel"
    "$eagre" report parts | grep -qE '^ +kernel .*launches +s +us each' || fail "$("$eagre" report parts)"
fi

cat >cube.yaml <<'CASE'
title: a cube
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [10, 10, 10]}}
materials: {all: {kappa: 1, source: 1}}
boundaries: {left: {value: 0}, right: {value: 0}, front: {value: 0}, back: {value: 0}, bottom: {value: 0}, top: {value: 0}}
numerics: {degree: 3, preconditioner: schwarz}
CASE
"$eagre" run cube.yaml -q --no-measure -o cube --device host:1 --profile
[ "$(launches_of cube schwarz_solve)" = "$(launches_of cube amg_combine)" ] && [ -z "$(launches_of cube schwarz_correct)" ] ||
    fail "Schwarz on one device: $(cat cube/summary.json)"

# For each application: the residual leaves the device before the cycle begins, and the correction is added behind the cycle
# and the subdomains. The cycle is on the other device alone. Clocks of devices differ by some 10 us; 1 ms is not looked at.
follows() { # FOLDER
    awk -F, -v slack=1e-3 '
        NR == 1 { next }
        $2 ~ / beside$/ && $1 == "write" { write[++writes] = $3; next }
        $2 ~ / beside$/ && $1 == "read" { read[++reads] = $4; next }
        $2 ~ / beside$/ { cycle++; next }
        $1 ~ /^(amg|sparse)_/ { print "the device has " $1; bad = 1 }
        $1 == "schwarz_restrict" { restricted[++restricts] = $4 }
        $1 == "schwarz_solve" { solved[++solves] = $4 }
        $1 == "schwarz_correct" { correct[++corrects] = $3 }
        END {
            if (!solves || solves != writes || solves != reads || solves != corrects || solves != restricts || cycle < 5 * solves) {
                print "solves " solves ", writes " writes ", reads " reads ", corrections " corrects ", kernels beside " cycle
                exit 1
            }
            for (k = 1; k <= solves; k++)
                if (write[k] < restricted[k] - slack || correct[k] < read[k] - slack || correct[k] < solved[k] - slack) {
                    print "application " k ": restricted " restricted[k] ", cycle " write[k] " to " read[k] ", solved " \
                        solved[k] ", corrected " correct[k]
                    bad = 1
                }
            exit bad
        }' "$1/profile.csv"
}
opencl=$("$eagre" devices | sed -n 's/^\(opencl:[0-9.]*\) .*yes  yes .*/\1/p')
cuda=$("$eagre" devices | sed -n 's/^\(cuda:[0-9]*\) .*yes  yes .*/\1/p')
for device in host:1 $opencl $cuda; do
    # others that take the processor while two clocks are compared put them apart: an order that is wrong is so each time
    for ((tries = 1; ; tries++)); do
        "$eagre" run cube.yaml -q --no-measure -o beside --force --device "$device" --profile --set numerics.coarse_on=host
        [ "$(hash_of beside)" = "$(hash_of cube)" ] || fail "$device: coarse_on changes the state"
        ! follows beside >wrong || break
        [ $tries -lt 10 ] || fail "$device: the order is wrong: $(cat wrong)"
    done
    grep -q '^  amg_combine  *host:[0-9]* beside ' <("$eagre" report beside) || fail "$device: the cycle is not in the report"
done
