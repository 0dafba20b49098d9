#!/bin/bash
# Air that is refused: backgrounds, soundings, states, meshes, sponges; and air at rest that stays so, to the last bit.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

cat >air.yaml <<'CASE'
title: air
model: atmosphere
mesh: {box: {size: [2 km, 1 km], cells: [4, 2]}}
atmosphere: {background: isentropic, theta: 300 K}
boundaries: {left: open, right: open, bottom: wall, top: wall}
time: {steps: 2}
numerics: {degree: 2}
output: {picture: none}
CASE
printf 'height (m),pressure (hPa),theta (K)\n0,1000,300\n500,944,300\n1000,890.6,300\n' >good.csv
printf 'height (m),pressure (hPa),theta (K)\n0,1000,300\n500,944,300\n' >low.csv
printf 'height (m),pressure (hPa),theta (K)\n0,1000,300\n500,944,300\n1000,870,300\n' >unbalanced.csv
sounding=atmosphere.background.sounding
"$eagre" run air.yaml -q --no-measure -o good --set $sounding=good.csv --set atmosphere.sponge.top=400m

refused 4 "--set $sounding=low.csv: error: atmosphere.background: low.csv:3: the sounding stops at 500 m, below the top of the mesh at 1000 m; add rows or lower the top" \
    air.yaml --set $sounding=low.csv
refused 4 "--set $sounding=unbalanced.csv: error: atmosphere.background: unbalanced.csv:4: the sounding is not hydrostatic: the pressure here is off by 0.0232 of the one that follows from the lowest row and theta (0.01 is allowed); check that the columns have their units, and that theta is the potential temperature" \
    air.yaml --set $sounding=unbalanced.csv
refused 4 "--set $sounding=none.csv: error: atmosphere.background.sounding: none.csv: cannot be opened: No such file or directory" \
    air.yaml --set $sounding=none.csv
refused 3 "--set atmosphere.background=isentropc: error: atmosphere.background: expected isentropic, constant-frequency, isothermal or a map (keys: sounding), found 'isentropc'; did you mean 'isentropic'?" \
    air.yaml --set atmosphere.background=isentropc
refused 3 "--set atmosphere.temperature=-3 K: error: atmosphere.temperature: must be above 0, found '-3 K'" \
    air.yaml --set atmosphere.background=isothermal --set 'atmosphere.temperature=-3 K'

# the air ends, or is none
begins() { # CODE TEXT ARGUMENT...: the first line alone, for what stands in the file
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" run air.yaml "$@" -o bad >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && [ "$(head -1 err)" = "$text" ] || fail "$*: $got: $(cat err)"
    [ ! -s out ] && [ ! -e bad ] || fail "$*: something was written"
}
begins 3 'air.yaml:4:26: error: atmosphere.background: background: the air ends below the top of the mesh at 31000 m, where the Exner pressure would be -0.00915879; lower the top, or take a warmer or more stable background' \
    --set 'mesh.box.size=[2 km, 31 km]'
begins 3 'air.yaml:4:26: error: atmosphere.background: background: the heat capacity at constant pressure, 200 J/(kg K), is not above the gas constant, 287 J/(kg K); of dry air they are 1004.5 and 287' \
    --set atmosphere.heat_capacity=200
refused 3 '--set initial.theta_perturbation=-400: error: initial.theta_perturbation is -400 at cell 0, (0, 0): the potential temperature would be -100 there; it must be above 0' \
    air.yaml --set initial.theta_perturbation=-400
refused 3 '--set initial.pressure_perturbation=-2e5: error: initial.pressure_perturbation is -200000 at cell 0, (0, 0): the pressure would be -100000 there; it must be above 0' \
    air.yaml --set initial.pressure_perturbation=-2e5

refused 3 "--set mesh.box.element=quadrangle: error: mesh.box.element: expected triangle, found 'quadrangle'" \
    air.yaml --set mesh.box.element=quadrangle
cat >quadrangle.msh <<'MESH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
1 0 0 0
2 100 0 0
3 100 100 0
4 0 100 0
$EndNodes
$Elements
1
1 3 2 1 1 1 2 3 4
$EndElements
MESH
sed -e 's/^mesh:.*/mesh: {gmsh: quadrangle.msh}/' -e 's/^boundaries:.*/boundaries: {unnamed: wall}/' air.yaml >quadrangle.yaml
refused 4 'eagre: quadrangle.msh: 1 of its cells are quadrangles; this scheme takes triangles alone: cut each quadrangle into two' \
    quadrangle.yaml --set atmosphere.wind=0.1

refused 3 '--set atmosphere.sponge.top=1km: error: atmosphere.sponge.top is 1000 m thick, but the mesh is 1000 m high: nothing would be left below it' \
    air.yaml --set atmosphere.sponge.top=1km
refused 3 '--set atmosphere.sponge.left=1km: error: atmosphere.sponge is 1000 m thick at the left and 1200 m at the right, but the mesh is 2000 m wide: nothing would be left between' \
    air.yaml --set atmosphere.sponge.left=1km --set 'atmosphere.sponge.right=1200 m'
refused 3 '--set atmosphere.sponge.rate=1: error: atmosphere.sponge needs at least one of the keys top, left, right; found none' \
    air.yaml --set atmosphere.sponge.rate=1
refused 3 '--set limits.mass_error=1e-3: error: limits.mass_error needs a closed domain, walls or periodic boundaries and no sponge: the balance does not include other boundaries' \
    air.yaml --set limits.mass_error=1e-3

# a jump that no step survives: a cell is named, and the exit code is 5
got=0
"$eagre" run air.yaml -q --no-measure -o burst --set time.steps=500 --set 'time.dt=0.3 s' \
    --set 'initial.pressure_perturbation="x > 1000 ? 1e5 : 0"' >out 2>err || got=$?
[ $got = 5 ] && grep -q 'cell [0-9]* (element [0-9]* of box) at .*: density -[0-9.e+]* kg/m3, pressure' err || fail "burst: $got: $(cat err)"

# over a mountain, with every background, walls, open ends and a sponge
for background in isentropic constant-frequency isothermal "{sounding: good.csv}"; do
    "$eagre" run air.yaml -q --no-measure -o rest --force --set "atmosphere.background=$background" --set time.steps=200 \
        --set atmosphere.sponge.top=400m --set 'mesh.box.map=[x, "y + (1 - y / 1000) * 200 * exp(-((x - 900) / 300)^2)"]' \
        --set 'exact.velocity=[0, 0]' --set exact.pressure_perturbation=0 --set exact.theta_perturbation=0
    [ "$(awk -F, 'NR > 1 { for (i = 2; i <= NF; i++) sum += $i * $i } END { print sum }' rest/errors.csv)" = 0 ] ||
        fail "rest, $background: $(cat rest/errors.csv)"
done

# a wind along the walls, through open ends and a sponge; the velocity at points is that of interpolated momentum and density
for scheme in "flux: evolution" "flux: evolution-bilinear" "flux: hllc, integrator: semi-implicit"; do
    "$eagre" run air.yaml -q --no-measure -o wind --force --set "numerics={degree: 2, $scheme}" --set time.steps=100 \
        --set 'atmosphere.wind=10 m/s' --set atmosphere.sponge.top=400m --set atmosphere.sponge.left=300m \
        --set 'exact.velocity=[10, 0]' --set exact.theta_perturbation=0
    awk -F, 'NR > 1 { for (i = 2; i <= NF; i++) if (!($i < 1e-5)) exit 1 }' wind/errors.csv ||
        fail "wind, $scheme: $(cat wind/errors.csv)"
    # what a sponge does to a wind of another speed, where nothing else happens: it goes to the wind at its rate
    "$eagre" run air.yaml -q --no-measure -o damped --force --set "numerics={degree: 2, $scheme}" --set 'time={end: 2 s}' --set 'mesh.box.cells=[2, 8]' \
        --set 'boundaries={left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}' --set 'atmosphere.gravity=0 m/s2' \
        --set 'atmosphere.wind=10 m/s' --set 'atmosphere.sponge={top: 600 m, rate: 0.2 1/s}' --set 'initial.velocity=[5, 0]' \
        --set 'exact.velocity=["10 - 5 * exp(-0.2 * t * sin(0.5 * pi * max(0, 1 - (1000 - y) / 600))^2)", 0]'
    awk -F, 'END { exit !($2 < 0.02) }' damped/errors.csv || fail "sponge, $scheme: $(cat damped/errors.csv)"
done
