#!/bin/bash
# Verdicts of what a case leaves out, or gives for too short a time; each with a case that must speak, and one beside it that must not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

# water that nothing brakes; on a level bed, or after a short way, it does not run away
cat >river.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [500 m, 10 m], cells: [50, 1], element: quadrangle}}
materials: {all: {elevation: "0.01 * (500 - x)"}}
initial: {depth: 0.3 m}
boundaries: {left: {discharge: 5 m3/s}, right: {inflow: {depth: 0.1 m, speed: 0 m/s}}, bottom: wall, top: wall}
time: {end: 5 min}
output: {picture: none}
CASE
speaks friction river
grep -q 'no material has a manning, and the water runs at a Froude number' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent river --set materials.all.manning=0.03
silent river --set time.end='5 s'
# a jet on a level bed, of which exact solutions without friction are
silent river --set materials.all.elevation=0 --set 'initial={depth: 1 m, velocity: [8 m/s, 0]}' --set 'boundaries={left: {inflow: {depth: 1 m, speed: 8 m/s}}, right: outflow, bottom: wall, top: wall}' --set time.end='10 s'

# levels that begin apart from the water, and below the ground
cat >harbour.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [5 km, 1 km], cells: [50, 10], element: quadrangle}}
materials: {all: {elevation: -8 m, manning: 0.02}}
initial: {level: 0 m}
boundaries: {left: {level: "1.5 * cos(2 * pi * t / 44714)"}, right: wall, bottom: wall, top: wall}
time: {end: 3 h}
output: {picture: none}
CASE
cases=harbour
told incompatible 'boundaries.left begins 1.5 m away from the level of the water there, 0 m'
told '' '' 'boundaries.left.level=1.5 * sin(2 * pi * t / 44714)'
told '' '' 'boundaries.left.level=0.5 * cos(2 * pi * t / 44714)' # less than a tenth of the depth
told '' '' 'boundaries.left.level=1.5'
told '' '' initial.level=1.5
told dry 'the ground along it is 8 m high and more, and its levels reach 1.498 m: no water comes in' 'materials.all.elevation=x < 1000 ? 8 : -8' 'boundaries={left: {level: "1.5 * sin(2 * pi * t / 44714)"}, right: radiate, bottom: wall, top: wall}'
told '' '' 'materials.all.elevation=x < 1000 && y < 500 ? 8 : -8' 'boundaries={left: {level: "1.5 * sin(2 * pi * t / 44714)"}, right: radiate, bottom: wall, top: wall}'
told '' '' 'time={steps: 1}' 'boundaries.left.level=-9 + t / 100' # what comes later is not known
told incompatible 'a speed of -2 m/s, which counts into the domain' 'boundaries.left={inflow: {depth: 8 m, speed: -2 m/s}}'
told '' '' 'boundaries.left={inflow: {depth: 8 m, speed: 2 m/s}}'

# a table that ends at its peak
printf 't,Q\n0,10\n1800,60\n2400,150\n' >peak.csv
printf 't,Q\n0,10\n1800,150\n2400,10\n' >whole.csv
printf 't,Q\n0,100\n1800,120\n2400,150\n' >little.csv
printf 't,Q\n0,0\n600,75\n1200,150\n' >ramp.csv
printf 't,Q\n0,10\n1200,60\n1800,150\n2400,150\n' >plateau.csv
table() { echo "boundaries.left={discharge: {csv: $1.csv, after: hold}}"; }
told source-cut 'its rows end at 2400 s with the largest value, 150, which holds until the end' "$(table peak)"
told '' '' "$(table whole)"
told '' '' "$(table little)"
told '' '' "$(table ramp)"
told '' '' "$(table plateau)"
told '' '' "$(table peak)" time.end='44 min'

# rain on houses; on raised ones it runs off
printf 'house,x,y\n1,0,0\n1,2000,0\n1,2000,1000\n1,0,1000\n' >houses.csv
rain=('boundaries.left=wall' 'materials.all={elevation: "2 - 1e-3 * x", manning: 0.02, rain: 60 mm/h}' 'initial={depth: 0}' 'boundaries.right=outflow')
told rain 'blocked cells cover 40 % of the ground on which it rains' "${rain[@]}" 'terrain={houses: {polygons: houses.csv, block: true}}'
told '' '' "${rain[@]}" 'terrain={houses: {polygons: houses.csv, raise: 5 m}}'
told '' '' 'boundaries.left.level=0.5 * sin(2 * pi * t / 44714)' 'terrain={houses: {polygons: houses.csv, block: true}}'

# waves shorter than the water is deep; a step is none
hump() { echo "initial.level=0.5 * exp(-((x - 2500) / $1)^2)"; }
deep=('materials.all.elevation=-100' 'mesh.box.cells=[500, 1]' boundaries.left=radiate boundaries.right=radiate numerics.order=2 time.end='60 s')
told short-waves 'waves of the initial level are about 3[67][0-9] m long in water of 100 m' "${deep[@]}" "$(hump 60)"
told '' '' "${deep[@]}" "$(hump 400)"
told '' '' "${deep[@]}" 'initial.level=x < 2500 ? 0.5 : 0'

# a sea that turns with the Earth
sea=('mesh.box.size=[600 km, 400 km]' materials.all.elevation=-60 'boundaries.left={radiate: "sin(2 * pi * t / 44714)"}')
told coriolis 'the water is 400 km wide and 60 m deep, and the run lasts 37 h' "${sea[@]}" time.end='37 h'
told '' '' "${sea[@]}" time.end='37 h' physics.coriolis=0
told '' '' "${sea[@]}" time.end='6 h'
told '' '' "${sea[@]}" time.end='37 h' materials.all.elevation=-0.5 'boundaries.left=wall' # a flood plain, whose bed brakes more
told '' '' "${sea[@]}" time.end='37 h' 'mesh.box.size=[600 km, 100 km]'

# a tolerance as large as what goes on
cat >ground.yaml <<'CASE'
model: heat
mesh: {box: {size: [0.2 m, 0.2 m, 1 m], cells: [1, 1, 6]}}
materials: {all: {kappa: 1.5 W/m/K, capacity: 2.1e6 J/m3/K}}
initial: {temperature: 293 K}
boundaries: {top: {value: "293 + 12 * sin(2 * pi * t / 86400)"}, bottom: insulated, left: insulated, right: insulated, front: insulated, back: insulated}
time: {end: 24 h, dt: 60 s, tolerance: 0.1}
numerics: {degree: 3}
output: {picture: none}
CASE
silent ground
run ground --set time.tolerance=5
grep -q 'time.tolerance is 5 K' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"

# a wind that open sides do not know
cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [10 km, 1 km], cells: [20, 2]}}
atmosphere: {background: isentropic, theta: 300 K, wind: 20 m/s}
initial: {velocity: [20, 0], theta_perturbation: "0.2 * exp(-((x - 5000)^2 + (y - 500)^2) / 1000^2)"}
boundaries: {left: open, right: open, bottom: wall, top: wall}
time: {steps: 1}
numerics: {degree: 3}
output: {picture: none}
CASE
cases=air
told incompatible 'at open sides is 20 m/s away from the wind beyond them, 0 m/s' atmosphere.wind=0
told '' ''
told '' '' atmosphere.wind=0 'boundaries={left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}'

# the record of an offset, which stays
cat >offset.yaml <<'CASE'
model: elastic
mesh: {box: {origin: [-1500 m, -1500 m], size: [3000 m, 3000 m], cells: [20, 20], element: quadrangle}}
materials: {all: {density: 2600, vp: 4000, vs: 2300}}
sources: {shot: {at: [50 m, 50 m], explosion: 1e12, time: {heaviside_rate: {rise: 0.2 s}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 0.8 s}
numerics: {order: 4}
output: {picture: none, receivers: {interval: 2 ms, variables: [displacement], at: {r: [650 m, 50 m]}}}
CASE
silent offset
speaks record-cut offset --set time.end='0.22 s'
