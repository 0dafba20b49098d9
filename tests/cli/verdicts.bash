# What the tests of verdicts share. Sourced.
source "${EAGRE_SOURCE:?}/tests/lib.bash"

# speaks NAME CASE OPTION...: the run has that verdict alone; silent CASE OPTION...: it has none
run() {
    "$eagre" run "$1.yaml" -o run --force --no-measure --device host:1 -q "${@:2}" >out 2>err || [ $? = 10 ] || fail "$*: $(cat out err)"
}
speaks() {
    run "${@:2}"
    [ "$(grep -c '^    {"name"' run/summary.json)" = 1 ] && grep -q "^    {\"name\": \"$1\"" run/summary.json ||
        fail "$*: $(grep -A3 verdicts run/summary.json)"
}
silent() {
    run "$@"
    grep -qF '"verdicts": []' run/summary.json || fail "$*: $(grep -A3 verdicts run/summary.json)"
}
foreseen() { # NAME CASE OPTION...: check has it
    "$eagre" check "$2.yaml" --no-measure --device host:1 "${@:3}" >out 2>err || fail "$*: $(cat out err)"
    grep -q "^verdicts   $1;" out && grep -q "verdict $1: " err || fail "$*: $(cat out err)"
}
# told NAMES TEXT SETTING...: of all $cases the names of all verdicts of `check`, in their order, and a part of what they say
told() {
    local names=$1 text=$2 settings=() case
    shift 2
    for setting; do settings+=(--set "$setting"); done
    for case in $cases; do
        "$eagre" check $case.yaml --no-measure --device host:1 "${settings[@]}" >out 2>err </dev/null || fail "$case $*: $(cat err)"
        [ "$(sed -n 's/^verdicts   \(.*\);.*/\1/p' out)" = "$names" ] && { [ -z "$names$text" ] || grep -q -- "$text" err; } &&
            { [ -n "$names$text" ] || ! grep -q warning err; } || fail "$case $*: expected '$names': $text
found: $(grep ^verdicts out) $(cat err)"
    done
}
