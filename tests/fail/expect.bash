# What the tests of bad input share: a folder of their own, and one check a line. Sourced.
#   refused CODE TEXT ARGUMENT...   `eagre run ARGUMENT... -o bad` ends with CODE, prints exactly TEXT
#                                   on stderr and nothing on stdout, and leaves no folder `bad`
#   wrong FROM TO TEXT              the case base.yaml with one text in the place of another ends with an error, the first
#                                   line of which, with its end, has TEXT, and leaves nothing either
source "${EAGRE_SOURCE:?}/tests/lib.bash"

refused() {
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run "$@" -o bad >out 2>err </dev/null || got=$?
    if [ "$got" != "$code" ] || [ "$(cat err)" != "$text" ]; then
        printf 'eagre run %s\nexpected %s: %s\nfound    %s: %s\n' "$*" "$code" "$text" "$got" "$(cat err)"
        exit 1
    fi
    [ ! -s out ] || fail "eagre run $*: something on stdout"
    [ ! -e bad ] || fail "eagre run $*: the folder was made"
}

wrong() {
    local got=0
    sed "s|$1|$2|" base.yaml >bad.yaml
    cmp -s base.yaml bad.yaml && fail "'$1' is not in the case"
    "$eagre" run bad.yaml -o bad >out 2>err </dev/null || got=$?
    [ $got -ne 0 ] && [[ "$(head -n 1 err)"$'\n' == *"$3"* ]] || fail "$1 -> $2: $got: $(cat err)"
    [ ! -s out ] && [ ! -e bad ] || fail "$1 -> $2: something was written"
}

cat >good.yaml <<'CASE'
title: a channel
model: shallow-water
mesh: {box: {size: [4 m, 1 m], cells: [8, 2], element: triangle}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {depth: "x < 2 ? 2 : 1", velocity: [0.1, 0]}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 0.1 s, cfl: 0.9}
CASE
