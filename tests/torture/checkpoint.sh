#!/bin/bash
# Writing a checkpoint, with each of its system calls as the last one or going wrong: the newest whole
# checkpoint is afterwards the new one or the one before it, nothing is torn, an error names file and
# reason, and the next write goes well and clears up.
set -u
tool=$EAGRE_BUILD/tests/torture-checkpoint
library=$EAGRE_BUILD/tests/libtorture.so
[ -e "$library" ] || exit 77 # not beside the sanitizers
bytes=2500000 # several writes

# Memory where there is some: thousands of synchronisations are no test of this machine's disk.
base=/tmp
[ -w /dev/shm ] && base=/dev/shm
work=$(mktemp -d "$base/eagre-torture-XXXXXX")
trap 'rm -rf "$work"' EXIT
folder=$work/run/checkpoints
failed=0
tried=0

fail() {
    echo "$what: $*"
    failed=1
}

# The two checkpoints of 8 and 9 steps, or none: as links, since a whole file is never written to.
lay_out() {
    rm -rf "$work/run"
    [ "$1" = none ] && return
    mkdir -p "$folder"
    ln "$work"/before/*.eagre "$folder"
}

# tortured WHAT: writes step 10; $code is its exit code, $work/err what it said
tortured() {
    what="$start, $1"
    code=0
    tried=$((tried + 1))
    { EAGRE_TORTURE_FOLDER=$work/run EAGRE_TORTURE=$1 LD_PRELOAD=$library \
        "$tool" write "$folder" 10 $bytes; } >/dev/null 2>"$work/err" || code=$?
}

temporaries() {
    find "$work/run" -name '*.tmp*' 2>/dev/null | wc -l
}

# Is the newest whole one of 10 steps, or the one before where the write did not succeed?
check_newest() {
    local found
    found=$("$tool" newest "$folder" 2>"$work/newest") || found=none
    ! grep -q 'is damaged\|is cut short' "$work/newest" || fail "torn: $(cat "$work/newest")"
    [ "$found" = 10 ] && return
    [ $code != 0 ] && [ "$found" = "$before" ] && return
    fail "exit code $code, and the newest is $found: $(cat "$work/newest" "$work/err")"
}

# The run goes on later: step 11 is written, and what was left of the dead is gone.
check_later() {
    "$tool" write "$folder" 11 10 2>"$work/err" || fail "the next write: $(cat "$work/err")"
    [ "$("$tool" newest "$folder")" = 11 ] || fail "the next write is not the newest"
    [ "$(temporaries)" = 0 ] || fail "a temporary is left: $(ls "$folder")"
    local count
    count=$(ls "$folder" | wc -l)
    [ "$count" -le 2 ] || fail "$count files are left"
}

check_killed() {
    [ $code = 137 ] || fail "was not killed: exit code $code"
    check_newest
    check_later
}

# An error is said with file and reason, and leaves no temporary; or it is no error.
check_refused() {
    if [ $code != 0 ]; then
        [ $code = 6 ] || fail "exit code $code"
        grep -q "^$work/run.*: $1\$" "$work/err" || fail "it says: $(cat "$work/err")"
    fi
    [ "$(temporaries)" = 0 ] || fail "a temporary is left: $(ls "$folder")"
    check_newest
}

check_done() {
    [ $code = 0 ] || fail "exit code $code: $(cat "$work/err")"
    check_newest
}

for steps in 7 8 9; do
    what=before
    "$tool" write "$work/before" $steps $bytes || fail "cannot write step $steps"
done
for start in none two; do
    before=$([ $start = none ] && echo none || echo 9)
    lay_out $start
    tortured count
    calls=$(sed -n 's/^torture: \([0-9]*\) calls$/\1/p' "$work/err")
    [ "${calls:-0}" -ge 15 ] || fail "counted ${calls:-no} calls"
    refused=0
    for ((n = 1; n <= ${calls:-0}; n++)); do
        for action in kill kill-after; do
            lay_out $start
            tortured $action:$n
            check_killed
        done 2>/dev/null # the shell tells of each that is killed
        for reason in 'ENOSPC No space left on device' 'EIO Input/output error'; do
            for on in '' +; do
                lay_out $start
                tortured "${reason%% *}:$n$on"
                check_refused "${reason#* }"
                [ $code = 0 ] || refused=$((refused + 1))
            done
        done
        for action in EINTR:$n short:$n; do
            lay_out $start
            tortured $action
            check_done
        done
    done
    lay_out $start
    tortured short:1+
    check_done
    what=$start
    [ $refused -ge $((2 * ${calls:-0})) ] || fail "only $refused of $((4 * calls)) calls were refused"
    echo "$start before: $calls calls, $refused refused"

    # Allocations: of eagre and of the libraries.
    for kind in malloc-eagre malloc; do
        lay_out $start
        tortured count-$kind
        calls=$(sed -n 's/^torture: \([0-9]*\) calls$/\1/p' "$work/err")
        [ "${calls:-0}" -ge 10 ] || fail "counted ${calls:-no} allocations"
        for ((n = 1; n <= ${calls:-0}; n++)); do
            lay_out $start
            tortured $kind:$n
            [ $code = 7 ] || [ $code = 6 ] || fail "exit code $code: $(cat "$work/err")"
            check_newest
            [ "$(temporaries)" = 0 ] || fail "a temporary is left: $(ls "$folder")"
        done
        echo "$start before: $calls calls of $kind"
    done
done
echo "$tried runs"
exit $failed
