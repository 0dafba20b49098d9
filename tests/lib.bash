# What tests by commands share: a folder of their own, the program, and how one fails. Sourced.
#   $work        a folder that is removed at the end; the test is in it
#   $eagre       the program
#   fail TEXT    ends the test
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
eagre=$EAGRE_BUILD/eagre
export EAGRE_CONFIG=none

fail() {
    echo "FAILED: $*"
    exit 1
}
