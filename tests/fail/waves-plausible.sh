#!/bin/bash
# Waves that may not be meant: cells too large for a source, points in layers, thin layers, steps too long, samples too few, units,
# a run in which nothing moves; and names that mean two things.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >plane.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [1000 m, 500 m], cells: [40, 20]}}
materials: {all: {density: 1000, vp: 1500}}
initial: {}
sources: {shot: {at: [500, 250], explosion: 1, time: {ricker: {frequency: 20 Hz}}}}
boundaries: {left: absorbing, right: {absorbing: 100 m}, bottom: wall, top: free-surface}
time: {steps: 1}
numerics: {order: 3}
output: {receivers: {interval: 2 ms, at: {a: [300, 250]}}}
CASE
sed -e 's/mesh: {/mesh: {forest: {level: 2}, /; s/\[40, 20\]/[10, 5]/; s/{absorbing: 100 m}/{pml: 100 m}/; s/order: 3/degree: 3/' plane.yaml >forest.yaml
cases=plane
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases='plane forest'

# says TEXT SETTING...: the only warning of the case, in the plane and on a forest
says() {
    local text=$1 settings=() case
    shift
    for setting; do settings+=(--set "$setting"); done
    for case in $cases; do
        "$eagre" run $case.yaml -o said --force --no-measure "${settings[@]}" >out 2>err </dev/null || fail "$case $*: $(cat err)"
        [ "$(wc -l <err)" = "$([ -n "$text" ] && echo 1 || echo 0)" ] && { [ -z "$text" ] || grep -q -- "$text" err; } ||
            fail "$case $*: expected one warning: $text
found: $(cat err)"
    done
}
says ''
says 'verdict resolution: 95 % of the energy of a source lies below 3.33e+03 Hz, and the slowest wave of that frequency has 0.018 cells' \
    'sources.shot.time={ricker: {frequency: 2000 Hz}}' 'output.receivers.interval=0.1 ms' 'time={steps: 1, end: 0.2 s}'
says 'verdict sampling: output.receivers.interval is 0.02 s: samples hold frequencies up to 25 Hz, and 95 % of the energy of a source lies below 33.3 Hz' \
    'output.receivers.interval=20 ms'
says 'verdict in-layer: a receiver at (950, 250) lies in the layer of boundaries.right' 'output.receivers.at={a: [950, 250]}'
says 'verdict in-layer: a source at (950, 250) lies in the layer of boundaries.right' 'sources.shot.at=[950, 250]' \
    'output.receivers.at={a: [700, 250]}'
says 'there is no source, no inflow, and the initial state is 0: nothing moves' 'sources={}'
says '' 'sources={}' 'initial.pressure=1'
says 'waves of 3.2 m/s in a density of 2 kg/m3 need 312 s through a mesh of 1000 m: are these km/s, GPa or g/cm3?' \
    'materials.all={density: 2.0, vp: 3.2}' 'sources.shot.time={ricker: {frequency: 0.01 Hz}}'
cases=plane
says 'waves of 3.2 m/s in a density of 2600 kg/m3 need 1.25 s through a mesh of 4 m: are these km/s' \
    model=elastic 'materials.all={density: 2600, vp: 3.2, vs: 1.8}' 'sources={}' 'initial.stress=[1, 1, 0]' \
    'mesh.box.size=[4, 2]' 'boundaries.right=absorbing' 'output.receivers.at={a: [3, 1]}' 'output.receivers.interval=0.1 s'
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases='plane forest'
says 'time.dt is 0.1 s, [0-9.]* times the longest stable step of the initial state' 'time={steps: 1, dt: 0.1 s}'
says '' 'time={steps: 1, dt: 1 us}'
says "the receivers 'station_one' and 'station_two' are one station in SAC files" \
    'output.receivers={interval: 2 ms, format: [sac], at: {station_one: [300, 250], station_two: [310, 250]}}'
says '' 'output.receivers={interval: 2 ms, format: [csv], at: {station_one: [300, 250], station_two: [310, 250]}}'
cases=plane
says 'verdict thin-layer: boundaries.right.absorbing is 1 m wide, less than a cell, whose centre lies 8.[0-9]* m from the boundary' 'boundaries.right={absorbing: 1 m}'

# ---- what cannot be meant
refused 3 "plane.yaml:9:21: error: output.receivers has no receiver; name one in 'at', or remove it
    9 | output: {receivers: {interval: 2 ms, at: {a: [300, 250]}}}
      |                     ^" plane.yaml --set 'output.receivers.at={}'
printf 'name,x,y,explosion,function,frequency\np,500,250,1,ricker,20\nq,500,250,1,ricker,20\np,500,250,1,ricker,20\n' >shots.csv
refused 4 "eagre: shots.csv:4: column 'name', 'p': there is a source of that name already: a row that is there twice acts twice; names \
must differ" plane.yaml --set 'sources={table: shots.csv}'
