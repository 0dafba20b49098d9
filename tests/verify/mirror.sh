#!/bin/bash
# A case and its mirror image give mirrored results, to rounding: x and y exchanged (which maps each triangle of the box
# onto one), x turned round (squares), both turned round (triangles). In 200 steps with wet and dry ground a face that
# treats its two sides differently, or a choice that hangs on the sign of a normal, is seen at once.
source "${EAGRE_SOURCE:?}/tests/verify/lib.bash"

# Gauges in every third cell, away from edges; mirrored(X, Y) is the image of a point.
# gauges SWAP SIGN_X SIGN_Y
gauges() {
    awk -v swap="$1" -v sx="$2" -v sy="$3" 'BEGIN {
        printf "{"
        for (i = 0; i < 8; i++) for (j = 0; j < 8; j++) {
            x = -3.9 + i + 0.02 * j; y = -3.77 + j - 0.03 * i
            if (swap) { t = x; x = y; y = t }
            printf "%sg%d_%d: [%.17g m, %.17g m]", i + j ? ", " : "", i, j, sx * x, sy * y
        }
        printf "}" }'
}
# image EXPRESSION SWAP SIGN_X SIGN_Y: the expression as seen in the mirror: f(x, y) at the original of the point
image() {
    awk -v e="$1" -v swap="$2" -v sx="$3" -v sy="$4" 'BEGIN {
        a = swap ? "y" : "x"; b = swap ? "x" : "y"
        a = (swap ? sy : sx) < 0 ? "(-" a ")" : a; b = (swap ? sx : sy) < 0 ? "(-" b ")" : b
        out = ""
        for (i = 1; i <= length(e); i++) {
            c = substr(e, i, 1); before = substr(e, i - 1, 1); after = substr(e, i + 1, 1)
            alone = before !~ /[a-z]/ && after !~ /[a-z]/
            out = out (c == "x" && alone ? a : c == "y" && alone ? b : c)
        }
        print out }'
}
bed='0.3 * sin(1.3 * x) * cos(0.9 * y + 0.4) + (x > 1.1 && y < 0.7 ? 0.4 : 0) + 0.05 * x'
rough='0.02 + 0.005 * sin(x - 2 * y)'
depth='max(0, 0.3 - z) + (x + 2 * y < -5 ? 0.7 : 0)'
along='0.3 * cos(y)'
across='0.2 * sin(x)'

# mirror NAME ELEMENT BOUNDARIES SWAP SIGN_X SIGN_Y ARGUMENT...
mirror() {
    local name=$1 element=$2 boundaries=$3 swap=$4 sx=$5 sy=$6 worst u v bound=1e-10
    shift 6
    u="($(image "$along" $swap $sx $sy))"
    v="($(image "$across" $swap $sx $sy))"
    if [ $swap = 1 ]; then
        local t=$u
        u=$v
        v=$t
    fi
    out=original run mirror --set "mesh.box.element=$element" --set "output.gauges=$(gauges 0 1 1)" "$@"
    out=mirrored run mirror --set "mesh.box.element=$element" --set "output.gauges=$(gauges $swap $sx $sy)" \
        --set "materials.all.elevation=\"$(image "$bed" $swap $sx $sy)\"" \
        --set "materials.all.manning=\"$(image "$rough" $swap $sx $sy)\"" \
        --set "initial.depth=\"$(image "$depth" $swap $sx $sy)\"" \
        --set "initial.velocity=[\"$sx * $u\", \"$sy * $v\"]" --set "boundaries=$boundaries" "$@"
    worst=$(awk -F, -v swap=$swap -v sx=$sx -v sy=$sy '
        FNR == 1 { file++; if (file == 1) for (i = 2; i <= NF; i++) name[i] = $i; next }
        file == 1 { for (i = 1; i <= NF; i++) old[FNR, i] = $i; rows = FNR; next }
        {
            for (i = 1; i <= NF; i++) {
                j = i; sign = 1
                if (name[i] ~ /velocity_x/) { j = swap ? i + 1 : i; sign = sx }
                if (name[i] ~ /velocity_y/) { j = swap ? i - 1 : i; sign = sy }
                e = sign * $i - old[FNR, j]
                if (!(e * e <= worst * worst)) worst = e < 0 ? -e : e
                seen++
            }
        }
        END { if (seen < 1000 || FNR != rows) exit 1; printf "%.3g", worst }' original/gauges.csv mirrored/gauges.csv) ||
        fail "$name: the gauges do not match"
    at_most "$name: difference" "$worst" $bound
    echo "| $name | $element | $worst |"
}
q='{discharge: 0.8 m3/s}'
h='{level: "0.3 + 0.1 * t"}'
{
    echo '| mirror | cells | largest difference, m or m/s |'
    echo '|---|---|---|'
    mirror 'x and y exchanged' triangle "{bottom: $q, top: outflow, left: wall, right: $h}" 1 1 1
    mirror 'x and y exchanged' quadrangle "{bottom: $q, top: outflow, left: wall, right: $h}" 1 1 1
    mirror 'x turned round' quadrangle "{right: $q, left: outflow, bottom: wall, top: $h}" 0 -1 1
    mirror 'x and y turned round' triangle "{right: $q, left: outflow, top: wall, bottom: $h}" 0 -1 -1
} | table mirror
