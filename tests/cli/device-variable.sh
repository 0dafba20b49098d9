#!/bin/bash
# EAGRE_DEVICE names the device where no option does, and a wrong one is told with its name.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cp "$EAGRE_SOURCE/examples/poisson-cube/case.yaml" case.yaml

runs_on() { # DEVICE ARGUMENT...: what summary and log say of the device
    local wanted=$1 got
    shift
    "$eagre" run case.yaml -q --no-measure --force -o run "$@" 2>err || fail "$*: $(cat err)"
    got=$(sed -n 's/.*device *\(host:[0-9]*\).*/\1/p' run/log.txt | head -1)
    [ "$got" = "$wanted" ] || fail "$*: on $got: $(cat run/log.txt)"
}
wrong() { # FIRST-LINE ARGUMENT...: it fails, and tells this
    local text=$1 got=0
    shift
    "$eagre" "$@" >out 2>err || got=$?
    [ $got != 0 ] && [[ "$(head -1 err)" == "$text"* ]] && [ ! -s out ] || fail "$*: $got, $(cat err out)"
}
export EAGRE_DEVICE=host:3
runs_on host:3
runs_on host:2 --device host:2
EAGRE_DEVICE='' "$eagre" check case.yaml --no-measure >out 2>err || fail "an empty variable: $(cat err)"

export EAGRE_DEVICE=gpu
for command in 'run case.yaml -o none' 'check case.yaml' bench; do
    wrong "eagre: EAGRE_DEVICE: 'gpu' is no device; give auto, host, " $command
done
wrong "eagre: 'cpu' is no device; give auto" check case.yaml --device cpu
runs_on host:2 --device host:2
EAGRE_DEVICE=cuda:99 wrong 'eagre: EAGRE_DEVICE: cuda:99 ' check case.yaml
[ ! -e none ] || fail 'a folder of a run without a device'
"$eagre" version -q >out || fail 'a command without a device looks at it'
# what is wrong with the case does not name the variable
sed 's/poisson/poison/' case.yaml >bad.yaml
EAGRE_DEVICE=host:1 wrong 'bad.yaml:' check bad.yaml
