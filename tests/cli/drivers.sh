#!/bin/bash
# OpenCL drivers that end the program which asks them: they are named and left out, and a run on the host asks none.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
mkdir vendors
echo "$EAGRE_BUILD/tests/libfake-driver.so" >vendors/fake.icd
export OCL_ICD_VENDORS=$PWD/vendors FAKE_DRIVER_TOUCH=$PWD/touched
"$eagre" devices >out
[ -e touched ] || {
    echo "there is no OpenCL loader that takes OCL_ICD_VENDORS"
    exit 77
}
[ "$(grep -c . out)" = 2 ] || fail "$(cat out)" # the heading and the host

# the host asks none; nor do commands that need no device
rm touched
"$eagre" run good.yaml -q --no-measure --device host:1 -o host
"$eagre" info host >out
[ ! -e touched ] || fail "a run on the host asked the driver"

check() { # WHERE SENTENCE DEVICE
    export FAKE_DRIVER=$1
    "$eagre" devices >out 2>err || fail "$1: devices: $? $(cat err)"
    grep -F "  no   no   not usable: $2" out | grep -q "^$3 " || fail "$1: $(cat out)"
    [ ! -s err ] || fail "$1: $(cat err)"
    "$eagre" devices --json | grep -qF "\"reason\": \"$2\"" || fail "$1: $("$eagre" devices --json)"
    "$eagre" run good.yaml -q --no-measure --device auto -o "auto-$1" || fail "$1: auto gave $?"
    [ "$(grep state_hash host/summary.json)" = "$(grep state_hash "auto-$1/summary.json")" ] ||
        fail "$1: another result"
    refused 8 "eagre: opencl:0.0 cannot be used: $2; this machine has $("$eagre" devices --json |
        sed -n 's/.*"device": "\(host[^"]*\)".*"name": "\([^"]*\)".*/\1 (\2)/p')" good.yaml --device opencl:0.0
}
check platforms 'OpenCL: its driver dies of SIGABRT and is left out' opencl
check devices 'Fake driver: its driver dies of SIGABRT (Not enough ?memory.) and is left out' opencl:0.0
check exit 'Fake driver: its driver ends the program and is left out' opencl:0.0

# another library has loaded that of OpenCL, as MPI's search for processors may
FAKE_DRIVER=devices LD_PRELOAD=libOpenCL.so.1 "$eagre" devices >out 2>err || fail "loaded before: $? $(cat err)"
grep -qF 'Fake driver: its driver dies of SIGABRT' out || fail "loaded before: $(cat out)"
[ -z "$(ls core* 2>/dev/null)" ] || fail "a core file is left"
