# What the verification tests share. Sourced.
#   run CASE ARGUMENT...        computes tests/data/verify/CASE.yaml (or a path) into the folder $out, without the picture, which
#                               takes most of the time of a small run
#   rerun CASE ARGUMENT...      the same, and gives the exit code to the caller
#   value FILE COLUMN ROW       a number of a CSV file; ROW counts from 1, `last` is the last one
#   summary KEY                 a number of $out/summary.json
#   at_most WHAT VALUE BOUND    fails where VALUE is above BOUND, or is not a number
#   at_least WHAT VALUE BOUND
#   calculate EXPRESSION        arithmetic of awk
#   order E1 E2 RATIO           observed order from the errors of two meshes
#   table NAME                  a Markdown table from stdin to stdout, and to $EAGRE_TABLES/NAME.md
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cases=$EAGRE_SOURCE/tests/data/verify
out=run
# Small cases: a second thread would wait for the first more than it computes, the more where tests run side by side.
device=host:1

rerun() {
    local case=$1
    shift
    [ -f "$case" ] || case=$cases/$case.yaml
    "$eagre" run "$case" -o "$out" -q --no-measure --force --device "$device" --set output.picture=none "$@" \
        >stdout 2>stderr </dev/null
}
run() {
    rerun "$@" || fail "eagre run $* ended with $?: $(cat stderr)"
}
value() {
    awk -F, -v name="$2" -v row="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i
                  if (!at) { print "no column " name > "/dev/stderr"; exit 1 }
                  next }
        row == "last" || NR == row + 1 { found = $at }
        END { if (found == "") exit 1; print found }' "$1" || fail "$1: no $2 in row $3"
}
summary() {
    awk -v key="\"$1\":" '{ for (i = 1; i < NF; i++) if ($i == key) { sub(/,$/, "", $(i + 1)); found = $(i + 1) } }
        END { if (found == "") exit 1; print found }' "$out/summary.json" || fail "no $1 in the summary"
}
calculate() {
    awk "BEGIN { printf \"%.17g\n\", $1 }"
}
# A NaN is printed as nan or -nan; awk would read it as 0.
holds() {
    case $2 in *nan* | *inf* | '') return 1 ;; esac
    awk -v a="$2" -v b="$3" "BEGIN { exit !(a + 0 $1 b + 0) }"
}
at_most() {
    holds '<=' "$2" "$3" || fail "$1: $2, above $3"
}
at_least() {
    holds '>=' "$2" "$3" || fail "$1: $2, below $3"
}
order() {
    awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN { printf "%.2f\n", log(a / b) / log(r) }'
}
short() {
    printf '%.2e' "$1"
}
table() {
    tee ${EAGRE_TABLES:+"$EAGRE_TABLES/$1.md"}
}
