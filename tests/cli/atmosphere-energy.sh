#!/bin/bash
# Energies of the atmosphere in balance.csv and summary: those of a state that is known; what a rising bubble turns into kinetic
# energy comes from the others, but for what the scheme adds or takes; a run that goes on counts from the same beginning.
set -Eeuo pipefail
trap 'echo "failed: line $LINENO"' ERR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
eagre=$EAGRE_BUILD/eagre
host=(-q --no-measure --force --device host:1)

fail() {
    echo "FAILED: $*"
    exit 1
}
cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [1 km, 1 km], cells: [6, 6]}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {steps: 4}
numerics: {degree: 2}
output: {fields: {steps: 2}, picture: none}
CASE
# row FOLDER NUMBER COLUMN: of balance.csv
row() {
    awk -F, -v n="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i } NR == n + 1 { print $column }' "$1/balance.csv"
}
# near A B PART: within that part of B
near() {
    awk -v a="$1" -v b="$2" -v part="$3" 'BEGIN { d = a - b; exit !(d * d <= part * part * b * b) }'
}

# a wind in air of one density: rho u^2 / 2; air under pressure: p' / (gamma - 1), with gamma = 1.4
"$eagre" run air.yaml "${host[@]}" -o wind --set 'atmosphere.gravity=0 m/s2' --set 'initial.velocity=[10 m/s, 0]' --set initial.tracer=1
near "$(row wind 2 kinetic_energy_J_per_m)" "$(awk 'BEGIN { printf "%.17g", 0.5 * 1e5 / (287 * 300) * 100 * 1e6 }')" 1e-13 ||
    fail "kinetic: $(cat wind/balance.csv)"
[ "$(row wind 2 potential_energy_J_per_m)" = 0 ] &&
    awk -v e="$(row wind 2 internal_energy_J_per_m)" 'BEGIN { exit !(e * e < 1) }' || fail "wind: $(cat wind/balance.csv)"
"$eagre" run air.yaml "${host[@]}" -o pressure --set 'atmosphere.gravity=0 m/s2' --set initial.pressure_perturbation=1000
near "$(row pressure 2 internal_energy_J_per_m)" 2.5e9 1e-12 || fail "internal: $(cat pressure/balance.csv)"
"$eagre" run air.yaml "${host[@]}" -o rest
[ "$(tail -n +2 rest/balance.csv | cut -d, -f5- | tr -d '0,\n')" = "" ] || fail "air at rest has energy: $(cat rest/balance.csv)"

# a bubble: energy changes its kind. The last column is the sum's change, far below the kinetic energy.
bubble=(--set 'initial.theta_perturbation="2 * exp(-((x - 500)^2 + (y - 400)^2) / 3e4)"' --set numerics.degree=3 --set 'time={end: 10 s}')
"$eagre" run air.yaml "${host[@]}" -o bubble "${bubble[@]}" --set "output.fields={every: 5 s}"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) name[$i] = i } NR == 2 { first = $0; split(first, f, ",") }
    END { kinetic = $name["kinetic_energy_J_per_m"]; change = $name["energy_change_J_per_m"]
        sum = kinetic + $name["internal_energy_J_per_m"] + $name["potential_energy_J_per_m"]
        before = f[name["kinetic_energy_J_per_m"]] + f[name["internal_energy_J_per_m"]] + f[name["potential_energy_J_per_m"]]
        exit !(kinetic > 1e3 && change != 0 && change^2 < (0.01 * kinetic)^2 && (sum - before - change)^2 <= 1e-18 * sum^2) }' bubble/balance.csv ||
    fail "bubble: $(cat bubble/balance.csv)"
grep -q '"energy_change_J_per_m": -*[0-9.e-]*[1-9]' bubble/summary.json || fail "$(cat bubble/summary.json)"
"$eagre" run air.yaml "${host[@]}" -o part "${bubble[@]}" --set "output.fields={every: 5 s}" --set time.end=5
"$eagre" resume part -q --no-measure --device host:1 --set time.end=10
cmp bubble/balance.csv part/balance.csv || fail "a run that goes on: $(cat part/balance.csv)"
