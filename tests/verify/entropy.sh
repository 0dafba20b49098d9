#!/bin/bash
# No expansion shock: in Stoker's dam break the flow turns from slow to fast at x = 0, where Roe's solver without an
# entropy fix leaves a jump that does not go away. Between neighbouring cells around x = 0 the depth may fall by at most
# two and a half times what the exact fan falls there; seen from the left and from the right.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

gauges="{"
for i in 0 1 2 3 4 5 6 7 8 9; do gauges+="g$i: [$(calculate "0.1 * $i - 0.45") m, 0.05 m], "; done
gauges="${gauges%, }}"

# fan SIDE INITIAL
fan() {
    local exact found
    run stoker --set 'mesh.box.element=quadrangle' --set 'mesh.box.cells=[200, 4]' --set "output.gauges=$gauges" \
        --set "initial.depth=\"$2\""
    exact=$(calculate '2 / (9 * 9.81 * 1.6) * (2 * sqrt(9.81) + 0.45 / 1.6) * 0.1')
    found=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /_depth_m$/) at[++n] = i; next }
        END { if (n != 10) exit 1
              for (i = 2; i <= n; i++) { fall = $at[i] - $at[i - 1]; if (fall < 0) fall = -fall; if (fall > most) most = fall }
              printf "%.5f", most }' run/gauges.csv)
    at_least "$1: the fan falls" "$found" "$(calculate "0.5 * $exact")"
    at_most "$1: step in the depth between neighbours" "$found" "$(calculate "2.5 * $exact")"
    echo "| $1 | $(printf '%.5f' "$exact") | $found |"
}
{
    echo '| flow | steepest fall of the exact fan in a cell, m | found between neighbours, m |'
    echo '|---|---|---|'
    fan 'to the right' 'x < 0 ? 1 : 0.1'
    fan 'to the left' 'x > 0 ? 1 : 0.1'
} | table entropy
