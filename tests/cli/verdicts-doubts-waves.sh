#!/bin/bash
# Verdicts that doubt what was given, of waves and of air and heat beside them: points at free surfaces, states of inflows, a wind against
# walls, an exterior that was not given; each with cases that say it, and some near them that do not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

# explosions and receivers of the pressure at a free surface: a fiftieth of a wavelength is 6 m deep
cat >sea.yaml <<'CASE'
model: acoustic
mesh: {box: {origin: [0 m, -500 m], size: [1 km, 500 m], cells: [20, 10], element: triangle}}
materials: {all: {density: 1000, vp: 1500 m/s}}
sources: {gun: {at: [510 m, -7 m], explosion: 1e6, time: {ricker: {frequency: 5 Hz}}}}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: free-surface}
time: {end: 1 s}
numerics: {order: 5}
output: {receivers: {interval: 4 ms, variables: [pressure], at: {deep: [500 m, -300 m], shallow: [700 m, -7 m]}}}
CASE
sed -e 's/mesh: {/mesh: {forest: {level: 1}, /; s/, element: triangle//; s/\[20, 10\]/[10, 5]/; s/order: 5/degree: 4/' sea.yaml >forest.yaml
cases=sea
! grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || cases='sea forest'
told '' ''
told at-surface 'an explosion at (510, 0) lies 0 m below a free surface, where the pressure is 0: of the amplitude of what it sends 0 is left' \
    'sources.gun.at=[510 m, 0 m]'
told at-surface 'an explosion at (510, -3) lies 3 m below .* of what it sends 0.1[0-9]* is left' 'sources.gun.at=[510 m, -3 m]'
told at-surface 'a receiver that has the pressure alone at (700, 0) lies 0 m below .*or record the velocity' 'output.receivers.at={a: [700 m, 0 m]}'
told '' '' 'output.receivers.at={a: [700 m, 0 m]}' 'output.receivers.variables=[velocity]'
told '' '' 'output.receivers.at={a: [700 m, 0 m]}' 'output.receivers.variables=[velocity, pressure]'
told '' '' 'sources.gun.at=[510 m, 0 m]' boundaries.top=wall
told '' '' 'sources={gun: {at: [510 m, 0 m], force: [0, 1e6], time: {ricker: {frequency: 5 Hz}}}}'
cases=sea
told at-surface 'lies 2.[89][0-9]* m below' 'sources.gun.at=[510 m, -54 m]' 'output.receivers.at={a: [700 m, -300 m]}' 'mesh.box.map=["x", "y - 0.1 * x"]' # along a slope
told '' '' 'sources.gun.at=[510 m, -60 m]' 'output.receivers.at={a: [700 m, -300 m]}' 'mesh.box.map=["x", "y - 0.1 * x"]'

# speeds and densities that are 1000 times too large
told units 'waves of 1.5e+06 m/s are faster than in any rock' 'materials.all.vp=1500 km/s' 'sources={a: {at: [500, -300], force: [1, 0], time: {ricker: {frequency: 5 kHz}}}}' 'output={}'
told units 'a density of 1e+06 kg/m3 is above that of osmium' 'materials.all.density=1000 g/cm3'
told '' '' 'materials.all.density=22600' 'materials.all.vp=1500'

# states of inflows: the whole wave, the velocity alone, the wrong sign, another impedance
cat >ground.yaml <<'CASE'
model: sh
mesh: {box: {origin: [0 m, -600 m], size: [100 m, 600 m], cells: [2, 12], element: triangle}}
materials: {all: {density: 2000, vs: 1000 m/s}}
boundaries: {left: {periodic: right}, right: {periodic: left}, top: free-surface, bottom: {inflow: {velocity: 0, stress: [0, 0]}}}
time: {end: 1.8 s}
numerics: {order: 4}
output: {receivers: {interval: 5 ms, at: {top: [50 m, 0 m]}}, picture: none}
CASE
cases=ground
pulse='exp(-(4 * pi * (t - 0.7))^2)'
comes() { echo "boundaries.bottom.inflow={velocity: \"0.01 * $pulse\", stress: [0, \"$1 * $pulse\"]}"; }
told '' ''
told '' '' "$(comes -2e4)"
told '' '' "$(comes -1.2e4)" # 0.8 of it enters
told inflow-part '50 % of the energy of the state that boundaries.bottom.inflow gives .*; 0.5 of its amplitude enters. .* a stress of -2e+06 (density' \
    "$(comes 0)"
told inflow-part '100 % of the energy .*; 0 of its amplitude enters' "$(comes 2e4)"
told inflow-part '2[0-9.]* % of the energy .*a stress of -2e+06' "$(comes -6e4)"
# a wave that comes at 60 degrees has a state of both, which varies along the side
told '' '' 'boundaries.bottom.inflow={velocity: "0.01 * sin(x / 15.9155 - 0.5 * t) * 0", stress: [0, 0]}'
oblique='exp(-(12 * (t - 0.7 - 0.000866 * x - 0.0005 * (y + 600)))^2)'
told '' '' "boundaries.bottom.inflow={velocity: \"0.01 * $oblique\", stress: [\"-1.732e4 * $oblique\", \"-1e4 * $oblique\"]}"
sed -e 's/model: sh/model: elastic/; s/vs: 1000/vp: 1800 m\/s, vs: 1000/; s/velocity: 0, stress: \[0, 0\]/velocity: [0, 0], stress: [0, 0, 0]/' ground.yaml >solid.yaml
cases=solid
told '' '' "boundaries.bottom.inflow={velocity: [\"0.01 * $pulse\", 0], stress: [0, 0, \"-2e4 * $pulse\"]}"
told '' '' "boundaries.bottom.inflow={velocity: [0, \"0.01 * $pulse\"], stress: [\"-1.3778e4 * $pulse\", \"-3.6e4 * $pulse\", 0]}"
told inflow-part '50 % .* a stress of -3.6e+06 (density times vp) .* a shear stress of -2e+06' "boundaries.bottom.inflow={velocity: [\"0.01 * $pulse\", 0]}"
sed -e 's/model: sh/model: acoustic/; s/vs: 1000/vp: 1000/; s/velocity: 0, stress: \[0, 0\]/velocity: [0, 0], pressure: 0/' ground.yaml >water.yaml
cases=water
told '' '' "boundaries.bottom.inflow={velocity: [0, \"0.01 * $pulse\"], pressure: \"2e4 * $pulse\"}"
told inflow-part '100 % .* a pressure of 2e+06 (density times vp) times the velocity into the mesh' \
    "boundaries.bottom.inflow={velocity: [0, \"0.01 * $pulse\"], pressure: \"-2e4 * $pulse\"}"

# a tracer goes with a slow flow
cat >canal.yaml <<'CASE'
model: advection
mesh: {box: {size: [2 km, 100 m], cells: [40, 2], element: triangle}}
materials: {all: {velocity: [1 m/s, 0]}}
initial: {tracer: "exp(-((x - 400) / 100)^2)"}
boundaries: {left: {inflow: {tracer: 0}}, right: outflow, bottom: wall, top: wall}
time: {end: 100 s}
numerics: {order: 4}
CASE
cases=canal
told '' ''

# a wind against walls at the sides, and along those at the bottom and top
cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {size: [4 km, 2 km], cells: [16, 8]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "0.01 * exp(-((x - 1000)^2 + (y - 700)^2) / 400^2)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 10 s}
numerics: {degree: 2, viscosity: 15 m2/s}
CASE
cases=air
told '' ''
told incompatible 'the air moves at 10 m/s through walls at the left and right' 'atmosphere.wind=10 m/s'
told incompatible 'the air moves at 10 m/s through walls at the left and right' 'initial.velocity=[10, 0]' boundaries.left=open
told '' '' 'atmosphere.wind=10 m/s' 'boundaries.left={periodic: right}' 'boundaries.right={periodic: left}'
told '' '' 'atmosphere.wind=10 m/s' boundaries.left=open boundaries.right=open
told '' '' 'initial.velocity=["10 * sin(pi * x / 4000)", 0]'

# an exterior that is not given
cat >bar.yaml <<'CASE'
model: heat
mesh: {box: {size: [0.02 m, 0.02 m, 0.1 m], cells: [2, 2, 4], element: hexahedron}}
materials: {all: {kappa: 50 W/m/K, capacity: 3.6e6 J/m3/K}}
initial: {temperature: 600 K}
boundaries: {left: {exchange: 50}, right: insulated, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 10 min, dt: 5 s}
numerics: {degree: 2}
CASE
cases=bar
told units 'boundaries.left.exchange has no .outside., whose default is 0 K, and temperatures of 600 K stand against it'
told units 'temperatures of 350 K stand' initial.temperature=0 'boundaries.right={value: 350}'
told '' '' 'boundaries.left={exchange: 50, outside: 0}'
told '' '' 'initial.temperature=20 K'
