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
