#!/bin/bash
# Verdicts of waves that are known before the first step: cells and samples against the spectra of sources, sources that the run's
# ends cut, points in layers, layers thinner than cells, media that jump in a source's cell, waves that graze a side; each with a case that says it, and one beside it that does not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

cat >plane.yaml <<'CASE'
model: elastic
mesh: {box: {size: [2000 m, 1000 m], cells: [40, 20]}}
materials: {all: {density: 2000, vp: "x < 1000 ? 2000 : 3000", vs: "x < 1000 ? 1000 : 1700"}}
initial: {}
sources: {shot: {at: [1510, 510], explosion: 1, time: {ricker: {frequency: 8 Hz}}}}
boundaries: {left: absorbing, right: {absorbing: 200 m}, bottom: wall, top: free-surface}
time: {end: 1 s}
numerics: {order: 4}
output: {receivers: {interval: 5 ms, at: {a: [300, 250]}}, picture: none}
CASE
sed -e 's/mesh: {/mesh: {forest: {level: 2}, /; s/\[40, 20\]/[10, 5]/; s/{absorbing: 200 m}/{pml: 200 m}/; s/order: 4/degree: 4/' plane.yaml >forest.yaml
cases=plane
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases='plane forest'
all=$cases

told '' ''

# cells: in the slow half alone, where the wave comes while the run lasts; a higher order or degree is proposed, and does
told resolution 'below 25 Hz, and the slowest wave of that frequency has 0.8[0-9]* cells a wavelength at (.*smaller by .*, or numerics.[a-z]*: [56]$' \
    'sources.shot.time={ricker: {frequency: 15 Hz}}'
told no-arrival '' 'sources.shot.time={ricker: {frequency: 15 Hz}}' 'time.end=0.15 s' # neither to the slow half nor to the receiver
cases=plane
told '' '' 'sources.shot.time={ricker: {frequency: 15 Hz}}' numerics.order=5
told resolution 'order 2 it is wrong' numerics.order=2
told resolution 'below 27.6 Hz' 'sources.shot.time={gaussian: {sigma: 8 ms}}'
told '' '' 'sources.shot.time={gaussian: {sigma: 16 ms}}'
awk 'BEGIN { for (i = 0; i <= 400; i++) { t = i / 1000; u = (3.14159265 * 20 * (t - 0.1)) ^ 2; print (i ? "" : "t,v\n") t "," (1 - 2 * u) * exp(-u) } }' >ricker.csv
told resolution 'below 33.[23] Hz' 'sources.shot.time={csv: ricker.csv}'
told resolution 'below 3[0-9.]* Hz' 'sources.shot.time=sin(2 * pi * 30 * t)'
told '' '' 'sources.shot.time=sin(2 * pi * 10 * t)'

# the initial state
cases=$all
told unresolved 'in the initial state polynomials of degree [34] and above have' 'sources={}' \
    'initial={velocity: [0, 0], stress: ["exp(-((x - 875)^2 + (y - 475)^2) / 2 / 8^2)", "exp(-((x - 875)^2 + (y - 475)^2) / 2 / 8^2)", 0]}'
told '' '' 'sources={}' \
    'initial={velocity: [0, 0], stress: ["exp(-((x - 875)^2 + (y - 475)^2) / 2 / 22^2)", "exp(-((x - 875)^2 + (y - 475)^2) / 2 / 22^2)", 0]}'
cases=plane

# samples
told sampling 'samples hold frequencies up to 10 Hz, and 95 % of the energy of a source lies below 13.3 Hz.*take 0.038 s or less' output.receivers.interval=0.05
told '' '' output.receivers.interval=0.037

# sources: a jump at time 0, most of it after the end
told source-cut 'has reached 1 of its peak at time 0' 'sources.shot.time=cos(2 * pi * 10 * t)'
told 'source-cut, no-arrival' 'the greater part of its energy comes after the end' 'sources.shot.time={ricker: {frequency: 8 Hz, delay: 1.02 s}}'
told no-arrival '' 'sources.shot.time={ricker: {frequency: 8 Hz, delay: 0.95 s}}'

# layers, of any mesh
told in-layer 'a source at (1850, 510) lies in the layer of boundaries.right.absorbing, 200 m wide' 'sources.shot.at=[1850, 510]'
told '' '' 'sources.shot.at=[1790, 510]'
told in-layer 'a receiver at (1990, 250) lies in the layer' 'output.receivers.at={a: [1990, 250]}'
told in-layer 'a receiver at (1990, 250) lies in the layer' 'output.receivers.at={a: [1990, 250]}' 'mesh.box.map=["x", "y + 0.05 * x"]' \
    'sources.shot.at=[1510, 590]'
told thin-layer 'is 5 m wide, less than a cell' 'boundaries.right.absorbing=5 m'
told '' '' 'boundaries.right.absorbing=60 m'

# a medium that jumps within a source's cell, and one that varies; a cell beside it
cases=$all
told source-jump 'varies by 70 % within the cell of a source at (1020, 510)' 'sources.shot.at=[1020, 510]' 'materials.all.vp=x < 1020 ? 2000 : 3000' \
    'materials.all.vs=x < 1020 ? 1000 : 1700'
told '' '' 'sources.shot.at=[1020, 510]'
told '' '' 'sources.shot.at=[1020, 510]' 'materials.all.vp=2000 + x' 'materials.all.vs=1000 + 0.7 * x'

# waves that graze an absorbing side, while the run lasts; a layer, a wall, and a side that is far away
told grazing 'by way of boundaries.left, which they meet at 82.* degrees: about 0.7[0-9]* of the direct wave' 'sources.shot.at=[50, 110]' \
    'output.receivers.at={a: [60, 900]}'
told '' '' 'sources.shot.at=[50, 110]' 'output.receivers.at={a: [60, 900]}' 'boundaries.left=wall'
told no-arrival '' 'sources.shot.at=[50, 110]' 'output.receivers.at={a: [60, 900]}' time.end=0.25
told '' '' 'sources.shot.at=[600, 110]' 'output.receivers.at={a: [610, 900]}'
