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
told thin-layer "0.27 of the shortest waves of sources: it reflects as much as 'absorbing' without a layer, 0.21 of the amplitude at 45" \
    'boundaries.right.absorbing=60 m'
told '' '' 'boundaries.right.absorbing=120 m'
[ "$all" = plane ] || cases=forest
slow=('sources.shot.time={ricker: {frequency: 2 Hz}}' time.end=2 boundaries.right.pml='50 m')
[ "$all" = plane ] || told thin-layer '1 cells of degree 2, which do not resolve how it damps' "${slow[@]}" numerics.degree=2
[ "$all" = plane ] || told '' '' "${slow[@]}" numerics.degree=3
cases=plane

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

# a layer, by its width in wavelengths; periodic sides: images that come while the run lasts, at any order of axes; a row that is meant
cases=plane near=('sources.shot.at=[1730, 110]' 'output.receivers.at={a: [1730, 900]}' time.end=2)
told grazing 'by way of boundaries.right, which they meet at 5[0-9.]* degrees: about 0.2[0-9]*' "${near[@]}" 'boundaries.right={absorbing: 120 m}'
told '' '' "${near[@]}" 'boundaries.right={absorbing: 260 m}'
cat >images.yaml <<'CASE'
model: sh
mesh: {box: {size: [1000 m, 500 m], cells: [20, 10]}}
materials: {all: {density: 2200, vs: 2000}}
sources: {hammer: {at: [300 m, 400 m], force: 1e6, time: {ricker: {frequency: 8 Hz}}}}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {absorbing: 250 m}, top: free-surface}
time: {end: 1.2 s}
numerics: {order: 4}
output: {picture: none, receivers: {interval: 4 ms, at: {r1: [600 m, 499 m]}}}
CASE
sed 's/mesh: {/mesh: {forest: {level: 0}, /; s/order: 4/degree: 4/; s/absorbing: 250/pml: 150/' images.yaml >images-forest.yaml
cases="images${all#plane}"
cases=${cases/forest/images-forest}
told grazing 'by way of boundaries.right, which is periodic and repeats the source each 1000 m: about 0.67 of the direct wave'
told '' '' time.end=0.5
told '' '' boundaries.left=absorbing boundaries.right=absorbing
told '' '' 'mesh.box.cells=[2, 10]' 'mesh.box.size=[100 m, 500 m]' 'sources.hammer.at=[50, 400]' 'output.receivers.at={r1: [50, 499]}'

# a force that stays on, and nothing that holds the body; displacements alone tell
cat >load.yaml <<'CASE'
model: elastic
mesh: {box: {origin: [-500 m, -500 m], size: [1 km, 500 m], cells: [20, 10], element: triangle}}
materials: {all: {density: 2000, vp: 900, vs: 500}}
sources: {load: {at: [0 m, -60 m], force: [0, -1e6], time: {heaviside: {rise: 0.5 s}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 4 s}
numerics: {order: 3}
output: {picture: none, receivers: {interval: 10 ms, variables: [displacement], at: {r1: [150 m, -1 m]}}}
CASE
cases=load
told source-cut 'a force stays on until the end, and no wall holds the body'
told source-cut '' 'sources.load.time=t < 0.5 ? sin(pi * t)^2 : 1'
told '' '' boundaries.bottom=wall
told '' '' time.end=2
told '' '' 'output.receivers.variables=[velocity]'
told '' '' 'sources.load.time={heaviside_rate: {rise: 0.5 s}}'
told '' '' 'sources.load.time=sin(2 * pi * t)'
told '' '' 'sources={up: {at: [0 m, -60 m], force: [0, 1e6], time: {heaviside: {rise: 0.5 s}}}, down: {at: [0 m, -160 m], force: [0, -1e6], time: {heaviside: {rise: 0.5 s}}}}'

# central fluxes: waves out of phase, of an initial state and of a source
if [ "$all" != plane ]; then
    cat >standing.yaml <<'CASE'
model: sh
mesh: {box: {size: [1 km, 1 km], cells: [1, 1]}, forest: {level: 4}}
materials: {all: {density: 2000, vs: 1000}}
initial: {velocity: "cos(4 * pi * x / 1000)"}
boundaries: {left: free-surface, right: free-surface, bottom: free-surface, top: free-surface}
time: {end: 30 s}
numerics: {degree: 1, flux: central}
output: {picture: none}
CASE
    cases=standing
    told resolution 'central fluxes keep the energy of waves, which are too slow'
    told '' '' time.end=0.5
    told '' '' numerics.degree=3
fi
cases=$all

# gauges, of receivers without an interval
gauges='output={record: {every: 5 ms}, gauges: {g: [60, 900]}, picture: none}'
told grazing 'come to the receiver at (60, 900) by way of boundaries.left' 'sources.shot.at=[50, 110]' "$gauges"
told '' '' 'sources.shot.at=[50, 110]' "$gauges" 'boundaries.left=wall'
told in-layer 'a receiver at (1990, 250) lies in the layer' 'output={record: {every: 5 ms}, gauges: {g: [1990, 250]}, picture: none}'
told sampling 'output.record.every is 0.08 s: .* 50 % of the energy of a source lies below 8' \
    'output={record: {every: 80 ms}, gauges: {g: [300, 250]}, picture: none}'
told '' '' 'output={record: {every: 50 ms}, gauges: {g: [300, 250]}, picture: none}'

# a long way: a wave that cells carry over some wavelengths is another one after many
cat >long-plane.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [6 km, 200 m], cells: [72, 3]}}
materials: {all: {density: 1000, vp: 1500}}
initial: {}
sources: {s: {at: [250 m, 100 m], explosion: 1e9, time: {ricker: {frequency: 5.5 Hz}}}}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: wall}
time: {end: 4.2 s}
numerics: {order: 3}
output: {picture: none, receivers: {interval: 4 ms, at: {far: [5750 m, 100 m]}}}
CASE
sed 's/mesh: {/mesh: {forest: {level: 0}, /; s/order: 3/degree: 3/; s/5.5 Hz/7.5 Hz/' long-plane.yaml >long-forest.yaml
cases="long-${all// / long-}"
told resolution 'half of the energy that comes from (250, 100) lies above [57].[0-9]* Hz; such a wave has .* after the 2[0-9.]* wavelengths to (5750, 100) it is wrong by 0'
told '' '' 'output.receivers.at={near: [1000 m, 100 m]}'
told '' '' 'mesh.box.cells=[120, 4]'
told no-arrival '' 'time.end=3 s'
told '' '' 'materials.all.vp=x > 3000 ? 3000 : 1500' 'sources.s.time={ricker: {frequency: 5 Hz}}'
if [ "$all" != plane ]; then
    cases=long-forest
    told resolution 'it is wrong by' numerics.flux=central numerics.degree=2 'sources.s.time={ricker: {frequency: 4 Hz}}'
    told '' '' numerics.flux=central 'sources.s.time={ricker: {frequency: 4 Hz}}'
fi
cases=long-plane
told resolution 'after the' 'output={record: {every: 4 ms}, gauges: {far: [5750 m, 100 m]}, picture: none}'

# what comes in at a boundary: its cells, its way to the other side, its samples
cat >site.yaml <<'CASE'
model: sh
mesh: {box: {size: [400 m, 2 km], cells: [4, 20]}}
materials: {all: {density: 2000, vs: 1000}}
initial: {}
boundaries: {top: free-surface, left: {periodic: right}, right: {periodic: left}, bottom: {inflow: {velocity: "0.01 * sin(2 * pi * 3 * t)", stress: [0, "-2e4 * sin(2 * pi * 3 * t)"]}}}
time: {end: 1.5 s}
numerics: {order: 4}
output: {picture: none, receivers: {interval: 10 ms, at: {r: [200 m, 1000 m]}}}
CASE
cases=site
wave() { echo "boundaries.bottom={inflow: {velocity: \"0.01 * $1\", stress: [0, \"-2e4 * $1\"]}}"; }
told '' ''
told resolution '95 % of the energy of what comes in lies below [23][0-9.]* Hz' "$(wave 'sin(2 * pi * 20 * t)')"
told resolution 'half of the energy that comes from (200, 0) lies above .* wavelengths to (200, 2000)' "$(wave 'sin(2 * pi * 4.5 * t)')" numerics.order=3 \
    'output={picture: none}' 'time.end=2.5 s'
told '' '' "$(wave 'sin(2 * pi * 4.5 * t)')" 'output={picture: none}' 'time.end=2.5 s'
told sampling 'of the energy of what comes in lies below 3' output.receivers.interval=0.2

# the initial state on its way through an open box, at any order; what leaves is not lost, and steps are not waves
cat >leaves.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [4, 0.2], cells: [80, 4], element: quadrangle}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-((x - 1) / 0.15)^2)"}
boundaries: {left: absorbing, right: absorbing, bottom: wall, top: wall}
time: {end: 5 s}
numerics: {order: 1}
output: {picture: none}
CASE
cases=leaves
told fading 'about 0.1 of the energy of what varies in the initial state is left'
told '' '' numerics.order=2
told '' '' 'initial.pressure=exp(-((x - 1) / 0.7)^2)'
told '' '' time.end=0.3
told '' '' 'initial.pressure=x < 1 ? 1 : 0' 'time.end=1 s'
told fading 'with numerics.order: 2' numerics.order=2 'mesh.box.cells=[350, 4]' 'initial.pressure=sin(20 * pi * x)'
told '' '' numerics.order=3 'mesh.box.cells=[350, 4]' 'initial.pressure=sin(20 * pi * x)'
cat >carried.yaml <<'CASE'
model: advection
mesh: {box: {size: [2, 0.5], cells: [40, 10], element: quadrangle}}
materials: {all: {velocity: [1, 0]}}
initial: {tracer: "exp(-((x - 0.3)^2 + (y - 0.25)^2) / 0.1^2)"}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {end: 2.5 s}
numerics: {order: 1}
output: {picture: none}
CASE
cases=carried
told fading 'about 0.[23][0-9]* of the energy of what varies'
told '' '' 'materials.all.velocity=[0.05, 0]'
told '' '' numerics.order=3

# a mean velocity in each cell: in a rotation, less where the tracer is wide, cells are small, or the velocity is not a mean
cat >turn.yaml <<'CASE'
model: advection
mesh: {box: {origin: [-0.5, -0.5], size: [1, 1], cells: [12, 12], element: triangle}}
materials: {all: {velocity: ["-2 * pi * y", "2 * pi * x"]}}
initial: {tracer: "exp(-((x - 0.25)^2 + y^2) / 0.08^2)"}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {end: 1 s}
numerics: {order: 5}
output: {picture: none}
CASE
cases=turn
told resolution 'numerics.material_order is 1, its mean in each: .* wrong by about 0.[34][0-9]* of its amplitude at the end; take numerics.material_order: 5'
told '' '' numerics.material_order=5
told '' '' 'materials.all.velocity=["-2 * pi * y * cos(t)", "2 * pi * x * cos(t)"]' # at points
told '' '' 'mesh.box.cells=[24, 24]'
told '' '' time.end=0.2
told '' '' 'materials.all.velocity=[1, 2]'

# a velocity with a divergence: a channel that narrows; not where it only turns or shears, comes and goes, or amounts are meant
velocity() { echo "materials.all.velocity=[\"$1\", \"$2\"]"; }
grown='does not stay uniform in it'
told extremes "$grown: in the 0.7[0-9]* s that it stays it changes by a factor of about 2.0[0-9]*; numerics.form: quasi-conservative" \
    "$(velocity '1 / (1 - 0.5 * (x + 0.5))' 0)"
told extremes "$grown" "$(velocity '1 + 0.15 * x' 0)"
told extremes "$grown" "$(velocity -x 0)" 'boundaries={left: wall, right: wall, bottom: wall, top: wall}' numerics.material_order=5
told '' '' "$(velocity '1 + 0.15 * x' 0)" numerics.form=quasi-conservative
told extremes '1.[0-9]*; numerics.form: conservative says' "$(velocity '(1 + 0.15 * x) * cos(0.1 * t)' 0)"
told '' '' "$(velocity '1 + 0.15 * x' 0)" numerics.form=conservative
told '' '' "$(velocity '1 + 0.08 * x' 0)"
told '' '' "$(velocity '1 + 0.15 * x' 0)" time.end=0.1
told '' '' "$(velocity x -y)" numerics.material_order=5
told '' '' "$(velocity 'y > 0.02 ? 1 : 0' 0)" numerics.material_order=5
told '' '' "$(velocity '1 + 0.01 * sin(100 * x)' 0)" numerics.material_order=5

# an inflow that begins with a jump, with what the initial state has there, and with 0
cat >inflow.yaml <<'CASE'
model: sh
mesh: {box: {size: [400 m, 2 km], cells: [4, 20]}}
materials: {all: {density: 2000, vs: 1000}}
boundaries: {top: free-surface, left: {periodic: right}, right: {periodic: left}, bottom: {inflow: {velocity: 0, stress: [0, 0]}}}
time: {end: 1.5 s}
numerics: {order: 4}
output: {picture: none}
CASE
cases=inflow
comes() { echo "boundaries.bottom.inflow={velocity: \"$1\", stress: [0, \"-2e6 * ($1)\"]}"; }
told source-cut 'boundaries.bottom.inflow.* at (50, 0) differs at time 0 from the initial state there by 100 %' "$(comes '0.01 * cos(2 * pi * 2 * t)')"
told '' '' "$(comes '0.01 * sin(2 * pi * 2 * t)')"
told '' '' "$(comes '0.01 * cos(2 * pi * 2 * t)')" 'initial={velocity: "0.01 * cos(2 * pi * y / 500)", stress: [0, "-2e4 * cos(2 * pi * y / 500)"]}'

# kilometres a second, and moduli in GPa; a slow medium in a small box
cases=plane
told 'resolution, no-arrival, units' 'waves of 3 m/s in a density of 2000 kg/m3 need 667 s through a mesh of 2000 m: are these km/s' 'materials.all={density: 2000, vp: 3, vs: 1.7}'
cases=inflow
told '' '' "$(comes '0')" 'mesh.box.size=[4 m, 20 m]' 'materials.all.vs=5' 'initial.velocity=exp(-(y - 10)^2 / 8)'
