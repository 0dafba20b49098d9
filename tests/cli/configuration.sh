#!/bin/bash
# The user's configuration file: the command line comes before the environment, that before the file; where it is looked for; what is
# wrong is refused with the line.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
unset EAGRE_CONFIG EAGRE_DEVICE
export XDG_CONFIG_HOME=$work/xdg HOME=$work/home
mkdir -p xdg/eagre home/.config/eagre
cat >pond.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100, 10], cells: [10, 2]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: "x < 50 ? 2 : 1"}
boundaries: {left: wall, right: wall, top: wall, bottom: wall}
time: {end: 1}
output: {picture: none}
CASE
device() { # WANTED ARGUMENT...
    "$eagre" check pond.yaml --no-measure "${@:2}" >out 2>err || fail "$(cat err)"
    grep -q "^device     $1: " out || fail "not $1: $(grep ^device out)"
}
refused() { # CODE TEXT ARGUMENT...
    local got=0
    "$eagre" "${@:3}" >out 2>&1 || got=$?
    [ $got = "$1" ] && grep -qF -- "$2" out || fail "$got, not $1 '$2': $(cat out)"
}
"$eagre" version >out
grep -A1 '^configuration$' out | grep -q '^  none$' || fail "$(cat out)"
printf '# of this machine\r\n\n device: host:1\n' >xdg/eagre/config.yaml
refused 2 "$work/xdg/eagre/config.yaml:3: a key begins at the line's first character" check pond.yaml
printf '# of this machine\r\ndevice: "host:1"  # two are slower\r\n\ndpi: 100\njobs: 3 # at a time\n' >xdg/eagre/config.yaml
echo 'device: host:2' >home/.config/eagre/config.yaml
echo "device: checked:1" >named.yaml
device host:1
device host:2 --device host:2
EAGRE_DEVICE=host:2 device host:2
EAGRE_CONFIG=named.yaml device checked:1
(unset XDG_CONFIG_HOME && device host:2)
(export XDG_CONFIG_HOME=relative && device host:2)
"$eagre" version >out
tail -5 out | diff - <(printf 'configuration\n  %s\n  device: host:1\n  jobs: 3\n  dpi: 100\n' "$work/xdg/eagre/config.yaml") || fail 'version'
"$eagre" check pond.yaml --no-measure -v >out 2>err
grep -qF "configuration: $work/xdg/eagre/config.yaml" err || fail "no word of it: $(cat err)"
# a picture in its pixels; other commands do without what they do not take
"$eagre" run pond.yaml -o run -q --no-measure
size_of() { od -An -t u1 -j 16 -N 8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'; }
echo 'size: 3x2in' >>xdg/eagre/config.yaml
"$eagre" picture run -o small.png >/dev/null
[ "$(size_of small.png)" = '300 200' ] || fail "$(size_of small.png)"
"$eagre" picture run -o large.png --size 500x400px >/dev/null
[ "$(size_of large.png)" = '500 400' ] || fail "$(size_of large.png)"
"$eagre" info run >/dev/null
"$eagre" help >/dev/null
# what is wrong
wrong() { # LINE TEXT CONTENT
    printf "$3" >named.yaml
    EAGRE_CONFIG=named.yaml refused 2 "named.yaml:$1: $2" info run
}
wrong 2 "unknown key 'devise'; did you mean 'device'?; the keys are device, jobs, size, dpi" 'dpi: 300\ndevise: host\n'
wrong 1 "unknown key 'strict'; the keys are" 'strict: true\n'
wrong 1 "expected KEY: VALUE, found 'device'" 'device'
wrong 1 "expected KEY: VALUE, found 'device=host'" 'device=host\n'
wrong 2 "'dpi' is there twice, first in line 1" 'dpi: 100\ndpi: 200\n'
wrong 1 "'device' needs a value: device: DEVICE" 'device:\n'
wrong 1 "'device' needs a value" 'device: [host, cuda:0]\n'
wrong 1 "jobs takes a whole number from 1, not '0'" 'jobs: 0\n'
wrong 1 "dpi takes a number of pixels an inch from 20 to 2400, not '5000'" 'dpi: 5000\n'
wrong 1 "size takes a width" 'size: large\n'
echo 'device: moon:1' >named.yaml
EAGRE_CONFIG=named.yaml refused 2 'named.yaml: ' check pond.yaml
EAGRE_CONFIG=none "$eagre" info run >/dev/null
EAGRE_CONFIG=absent.yaml refused 2 'absent.yaml: cannot be opened: No such file or directory' info run
EAGRE_CONFIG=absent.yaml "$eagre" help run >/dev/null
head -c 100000 /dev/zero >named.yaml
EAGRE_CONFIG=named.yaml refused 2 'named.yaml: is no configuration: it is too long, or no text' info run
