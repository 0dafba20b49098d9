#!/bin/bash
# Every example says what it is, where it comes from and how to run it; and runs, within its limits, without a verdict, but for two
# that rightly have one.
# Monai needs data that are not part of the project: it is only read here, and run by verify/.
set -euo pipefail
trap 'echo "failed: line $LINENO"' ERR
eagre=$EAGRE_BUILD/eagre
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
for case in "$EAGRE_SOURCE"/examples/*/*.yaml "$EAGRE_SOURCE"/examples/*/*.json; do
    name=$(basename "$(dirname "$case")")
    head=$case mark='# '
    [ "${case%.json}" = "$case" ] || head=$(dirname "$case")/README.md mark= # JSON has no comments
    for line in "${mark}Source: " "${mark}Run: eagre run examples/$name/$(basename "$case") -o "; do
        grep -q "^$line" "$head" || { echo "$name: no line '$line'"; exit 1; }
    done
    [ "$name" != monai ] || continue
    strict=(--strict)
    case $case in
    */warm-and-cold-bubble/adaptive.yaml) # its air leaves its range after 400 s, as its head says
        strict=()
        "$eagre" check "$case" 2>&1 | grep -qx 'verdicts   viscosity; docs/guide.md says what to do' || { echo "$case: no verdict"; exit 1; }
        ;;
    */rod/case.yaml) strict=() ;; # the paper's steps are long, as its head says
    esac
    # a check sets a run up, as the run does: of every fourth in the short form
    if [ "${EAGRE_TESTS:-}" = long ] || [ $((number++ % 4)) = 0 ]; then
        "$eagre" check "$case" --no-measure "${strict[@]}" >"$work/check" 2>&1 || { cat "$work/check"; exit 1; }
    fi
    # one of them as its line says; small cases are faster on one thread
    few=(--no-measure --device host:1)
    [ "$name" != dam-break ] || few=()
    [ "$name" != standing-wave ] || few=(--no-measure --device host:2)
    # those of more than a second, and the air, whose sound sets many small steps: to the end in the long form
    if [ "${EAGRE_TESTS:-}" != long ]; then
        case $name in
            dome | valley | basin | sea-and-rock | river | graded-basin | overthrust-tti | basin-q | soft-ground) few+=(--set time.steps=12) ;;
            standing-wave) few+=(--set time.steps=2) ;;
            street-flood) few+=(--set time.steps=300) ;;
            shot-line) few+=(--set 'time.end=0.5 s') ;;
            vortex) ;;
            *) ! grep -q '^model: atmosphere' "$case" || few+=(--set time.steps=20) ;;
        esac
    fi
    "$eagre" run "$case" -o "$work/$name" -q --force "${strict[@]}" "${few[@]}" 2>"$work/log" || { cat "$work/log"; exit 1; }
    points=gauges.csv
    ! grep -q '^  receivers:' "$case" || grep -q '^  gauges:' "$case" || points=seismograms/receivers.csv
    ! grep -qE '^model: (poisson|heat)$' "$case" || points=probes.csv
    ! grep -q '^shots:' "$case" || points=seismograms/line_1.sgy
    for file in summary.json case.yaml picture.png $points balance.csv; do
        [ -s "$work/$name/$file" ] || { echo "$name: no $file"; exit 1; }
    done
    grep -q '"exit": *"done"' "$work/$name/summary.json" || { cat "$work/$name/summary.json"; exit 1; }
done

# the slice that the head of the dome names
"$eagre" picture "$work/dome" --variable speed --normal y --at 0 -o "$work/slice.png" >"$work/log"
[ -s "$work/slice.png" ] || { echo "dome: no slice"; exit 1; }

# A shot as a section: the same bytes each time, and others with another range.
if [ -d "$work/shot-line" ]; then
    for range in "" "--range -1000,1000"; do
        "$eagre" picture "$work/shot-line/seismograms/line_4.sgy" $range -o "$work/section$range.png" >"$work/log"
        "$eagre" picture "$work/shot-line/seismograms/line_4.sgy" $range -o "$work/again.png" >"$work/log"
        cmp "$work/section$range.png" "$work/again.png"
    done
    ! cmp -s "$work/section.png" "$work/section--range -1000,1000.png" || { echo "sections have one range"; exit 1; }
fi

# Without its variable, the example that needs one says which.
if "$eagre" check "$EAGRE_SOURCE/examples/monai/case.yaml" >"$work/check" 2>&1; then
    echo "monai was accepted without MONAI"
    exit 1
fi
grep -q 'vars.MONAI' "$work/check" || { cat "$work/check"; exit 1; }
