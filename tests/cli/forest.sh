#!/bin/bash
# Waves on forests: plane and standing waves against exact solutions in the plane and in space, what a run leaves, the same bits
# on any device, runs that go on, cases in JSON, and cases that are refused.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
quiet=(-q --no-measure --force --device host:2)

grep -q 'EAGRE_P4EST=1' "$EAGRE_BUILD/build.ninja" || exit 77
number() { # of a summary
    sed -n "s/.*\"$2\": *\"\{0,1\}\([^,\"}]*\).*/\1/p" "$1/summary.json" | head -1
}

# ---- a plane wave of the plane, with periodic boundaries
cat >plane.yaml <<'EOF'
model: acoustic
mesh: {forest: {level: 2}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "sin(2*pi*x)", velocity: ["sin(2*pi*x)", 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.5}
numerics: {degree: 6}
output:
  fields: {every: 0.25}
  gauges: {g: [0.3, 0.4]}
  lines: {axis: {from: [0, 0.4], to: [0.6, 0.4], count: 3}}
exact: {pressure: "sin(2*pi*(x-t))", velocity: ["sin(2*pi*(x-t))", 0]}
limits: {pressure_l2: 1e-5, velocity_l2: 1e-5, energy_growth: 1e-13}
EOF
# ---- the same with P waves
cat >rock.yaml <<'EOF'
model: elastic
mesh: {forest: {level: 2}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial: {velocity: ["sin(2*pi*x)", 0], stress: ["-2*sin(2*pi*x)", "-sin(2*pi*x)", 0]}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.25}
numerics: {degree: 6, flux: rusanov, steps: ssprk3}
exact: {velocity: ["sin(2*pi*(x-2*t))", 0], stress: ["-2*sin(2*pi*(x-2*t))", "-sin(2*pi*(x-2*t))", 0]}
limits: {velocity_l2: 1e-4, stress_l2: 1e-4, energy_growth: 1e-13}
EOF
# ---- a standing wave between the walls of a cube
cat >cube.yaml <<'EOF'
model: acoustic
mesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "cos(2*pi*x) * cos(2*pi*y) * cos(2*pi*z)"}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {end: 0.2}
numerics: {degree: 5}
output: {fields: {every: 0.1}, gauges: {g: [0.3, 0.4, 0.2]}, picture: {normal: y, at: 0.1}}
exact: {pressure: "cos(2*pi*x) * cos(2*pi*y) * cos(2*pi*z) * cos(2*pi*sqrt(3)*t)"}
limits: {pressure_l2: 1e-4, energy_growth: 1e-13}
EOF
# ---- P waves of space
cat >block.yaml <<'EOF'
model: elastic
mesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
initial:
  velocity: [0, 0, "sin(2*pi*z)"]
  stress: ["-sin(2*pi*z)", "-sin(2*pi*z)", "-2*sin(2*pi*z)", 0, 0, 0]
boundaries: {left: {periodic: right}, right: {periodic: left}, front: {periodic: back}, back: {periodic: front}, bottom: {periodic: top}, top: {periodic: bottom}}
time: {end: 0.1}
numerics: {degree: 4}
output: {picture: {variable: stress}}
exact:
  velocity: [0, 0, "sin(2*pi*(z-2*t))"]
  stress: ["-sin(2*pi*(z-2*t))", "-sin(2*pi*(z-2*t))", "-2*sin(2*pi*(z-2*t))", 0, 0, 0]
limits: {velocity_l2: 2e-2, stress_l2: 2e-2, energy_growth: 1e-13}
EOF
for case in plane rock cube block; do
    "$eagre" check $case.yaml --device host:1 >$case.txt || fail "check $case"
    "$eagre" run $case.yaml -o $case "${quiet[@]}" || fail "$case: $(cat $case/summary.json)"
    for file in picture.png balance.csv errors.csv fields/fields.vtkhdf.series; do
        [ -s $case/$file ] || fail "$case: no $file"
    done
    "$eagre" info $case/fields/fields-000001.vtkhdf >info.txt
done
grep -q '1 trees, 16 leaves of them, rectangles, all of level 2' plane.txt || fail "$(cat plane.txt)"
grep -q '8 trees, 64 leaves of them, bricks, all of level 1' cube.txt || fail "$(cat cube.txt)"
grep -q 'degree 5, 216 nodes and 864 unknowns a cell, LSRK4(5)' cube.txt || fail "$(cat cube.txt)"
grep -q 'stress .*(magnitude)' info.txt || fail "$(cat info.txt)"
head -1 cube/gauges.csv | grep -q 'g_pressure_Pa,g_velocity_x_m_per_s,g_velocity_y_m_per_s,g_velocity_z_m_per_s' ||
    fail "$(head -1 cube/gauges.csv)"
# a process without a launcher makes no folder of MPI's in TMPDIR: many at once would remove each other's
touch no-folder
TMPDIR=$PWD/no-folder "$eagre" run plane.yaml -o beside "${quiet[@]}" --set time.steps=1 --set 'limits={}' || fail "a folder in TMPDIR"

"$eagre" run block.yaml -o along "${quiet[@]}" --set time.end=0.01 --set 'output={lines: {l: {from: [0, 0, 0.1], to: [1, 1, 0.1], count: 2}}}' --set 'limits={}'
[ "$(head -1 along/lines/l.csv | cut -d, -f5-14)" = velocity_x_m_per_s,velocity_y_m_per_s,velocity_z_m_per_s,stress_xx_Pa,stress_yy_Pa,stress_zz_Pa,stress_xy_Pa,stress_yz_Pa,stress_xz_Pa,pressure_Pa ] ||
    fail "$(head -1 along/lines/l.csv)"
head -1 block/balance.csv | grep -q '^time_s,energy_J,energy_growth$' || fail "$(head -1 block/balance.csv)"
# what a gauge records is what a line has there, the exact value to 1e-5
awk -F, 'FNR == 1 { file++ } file == 1 { gauge = $2 } file == 2 && FNR == 3 { line = $4 }
    END { e = line + sin(2 * 3.14159265358979 * 0.2); exit !(gauge == line && e * e < 1e-10) }' \
    plane/gauges.csv plane/lines/axis.csv || fail "$(tail -1 plane/gauges.csv) $(cat plane/lines/axis.csv)"

# ---- the same bits on every device, for any number of lanes and threads
for case in plane cube; do
    devices=(host:1 checked)
    ! "$eagre" devices | grep -q '^opencl:0.0' || devices+=(opencl:0.0)
    for device in "${devices[@]}"; do
        "$eagre" run $case.yaml -o other "${quiet[@]}" --device "$device"
        [ "$(number other state_hash)" = "$(number $case state_hash)" ] || fail "$case: another hash on $device"
    done
    "$eagre" run $case.yaml -o other "${quiet[@]}" --lanes 2
    [ "$(number other state_hash)" = "$(number $case state_hash)" ] || fail "$case: another hash with two lanes"
done

# ---- levels by expression, by region and by wavelength: hanging faces keep the error small and the energy
graded=(--set 'mesh.forest.levels=hypot(x - 0.3, y - 0.6) < 0.2 ? 4 : 0')
"$eagre" check plane.yaml --device host:1 "${graded[@]}" >graded.txt
grep -qE 'of level 2 to 4$' graded.txt && grep -qE '^ +leaves of level 2: [0-9]+, 3: [0-9]+, 4: [0-9]+$' graded.txt || fail "$(cat graded.txt)"
"$eagre" run plane.yaml -o graded "${quiet[@]}" "${graded[@]}" || fail "graded: $(cat graded/summary.json)"
[ "$(number graded cells)" -gt 16 ] || fail "graded: $(number graded cells) cells"
"$eagre" check cube.yaml --device host:1 --set mesh.forest.regions.all=2 | grep -q 'all of level 2$' || fail "regions"
# vs is 1, so that 4 Hz have 1/4 of the edge; degree 4: 8 nodes in it are two cells
"$eagre" check block.yaml --device host:1 --set 'mesh.forest.wavelength={nodes: 8, frequency: 4 Hz}' |
    grep -q 'all of level 3$' || fail "wavelength"
# `check` says where most cells are, and the waves that ask for them
grep -q "^           most: [0-9]* of level 4 in region 'all', centres from (0.03125, 0.40625) to (0.46875, 0.84375)$" graded.txt ||
    fail "$(cat graded.txt)"
"$eagre" check block.yaml --device host:1 --set 'mesh.forest.wavelength={nodes: 8, frequency: 1 Hz}' \
    --set 'materials.all.vs=hypot(hypot(x - 0.7, y - 0.7), z - 0.7) < 0.1 ? 0.1 : 1' >slow.txt || fail "$(cat slow.txt)"
grep -q "^           most: .*region 'all', centres from (0.578125, 0.578125, 0.578125) to .*, where waves are as slow as 0.1 m/s$" slow.txt || fail "$(cat slow.txt)"

# a slice through a snapshot has no lines where cells of two sizes meet: it looks as that through cells of one size
cat >flat.yaml <<'EOF'
model: acoustic
mesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: 0}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {end: 1e-3}
numerics: {degree: 2}
output: {picture: none}
EOF
for levels in 1 'x < 0.5 ? 2 : 1'; do
    "$eagre" run flat.yaml -o flat "${quiet[@]}" --set "mesh.forest.levels=$levels"
    "$eagre" picture flat --variable pressure --index 0 --normal z --at 0.3 --range 0,1 -o "flat-${levels:0:1}.png" >/dev/null
done
cmp flat-1.png flat-x.png || fail "lines between cells of two sizes"

# ---- trees from a file of quadrangles with two regions
cat >two.msh <<'EOF'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
4
1 1 "rim"
1 2 "ends"
2 3 "soft"
2 4 "hard"
$EndPhysicalNames
$Nodes
6
1 0 0 0
2 1 0 0
3 2 0 0
4 0 1 0
5 1 1 0
6 2 1 0
$EndNodes
$Elements
8
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 1 1 4 5
4 1 2 1 1 5 6
5 1 2 2 1 1 4
6 1 2 2 1 3 6
7 3 2 3 1 1 2 5 4
8 3 2 4 1 2 3 6 5
$EndElements
EOF
cat >two.yaml <<'EOF'
model: acoustic
mesh: {gmsh: two.msh, forest: {level: 2, regions: {soft: 3}}}
materials: {soft: {density: 1, vp: 1}, hard: {density: 2, vp: 3}}
initial: {pressure: "exp(-((x - 0.6)^2 + (y - 0.5)^2) / 0.02)"}
boundaries: {rim: wall, ends: absorbing}
time: {end: 0.4}
numerics: {degree: 4}
output: {picture: {arrows: true}}
limits: {energy_growth: 1e-13}
EOF
"$eagre" check two.yaml --device host:1 | grep -q '2 trees, 80 leaves of them, rectangles, of level 2 to 3' || fail "$("$eagre" check two.yaml)"
"$eagre" run two.yaml -o two "${quiet[@]}" || fail "two: $(cat two/summary.json)"
[ -s two/picture.png ] || fail "two: no picture"

# ---- a run that stops and goes on ends where one ends that does not
"$eagre" run cube.yaml -o half "${quiet[@]}" --set time.end=0.1
"$eagre" resume half -q --no-measure --device host:1 --set time.end=0.2
[ "$(number half state_hash)" = "$(number cube state_hash)" ] || fail "resumed: $(number half state_hash)"
cmp half/balance.csv cube/balance.csv || fail "the balance of a resumed run"
"$eagre" compare half cube >/dev/null || fail "the snapshots of a resumed run"

# ---- sources of the case and of a table, receivers; a run with them goes on
cat >shots.yaml <<'EOF'
model: elastic
mesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}
materials: {all: {density: 1, vp: 2, vs: 1}}
sources:
  table: shots.csv
  quake: {at: [0.5, 0.5, 0.5], double_couple: {strike: 0, dip: 45 deg, rake: 90 deg, moment: 2}, time: {brune: {rise: 0.02 s}}}
  push: {at: [0.6, 0.3, 0.2], force: [0, 0, 1], time: "sin(20*t)"}
boundaries: {left: absorbing, right: absorbing, front: absorbing, back: absorbing, bottom: absorbing, top: free-surface}
time: {end: 0.1}
numerics: {degree: 3}
output:
  fields: {every: 0.05}
  picture: {normal: y}
  receivers: {interval: 7 ms, at: {a: [0.2, 0.7, 0.6]}, lines: {l: {from: [0, 0, 0], to: [1, 1, 1], count: 3}}}
EOF
printf 'name,x,y,z,explosion,spread,function,frequency\nbang,0.3,0.3,0.7,1,point,ricker,10\n' >shots.csv
sed 's/point/wide/' shots.csv >wide.csv
"$eagre" run shots.yaml -o shots "${quiet[@]}" || fail "shots: $(cat shots/summary.json)"
"$eagre" run shots.yaml -o half-shots "${quiet[@]}" --set time.end=0.05
"$eagre" resume half-shots -q --no-measure --device host:1 --set time.end=0.1
[ "$(number half-shots state_hash)" = "$(number shots state_hash)" ] || fail "resumed: $(number half-shots state_hash)"
cmp half-shots/seismograms/receivers.csv shots/seismograms/receivers.csv || fail "the seismograms of a resumed run"
[ "$(wc -l <shots/seismograms/receivers.csv)" = 16 ] || fail "$(wc -l shots/seismograms/receivers.csv)"
awk -F, 'END { exit !($2 > 0) }' shots/balance.csv || fail "no energy: $(tail -1 shots/balance.csv)"

# ---- matched layers: they absorb, have the same bits with other lanes, and a run goes on with what they remember
cat >layers.yaml <<'LAYERS'
model: acoustic
mesh: {forest: {level: 3}, box: {size: [1, 1], cells: [1, 1]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-200 * ((x - 0.5)^2 + (y - 0.5)^2))"}
boundaries: {left: {pml: 0.25}, right: {pml: 0.25}, bottom: wall, top: {pml: 0.375}}
time: {end: 0.4}
numerics: {degree: 3}
output: {fields: {every: 0.2}}
limits: {energy_growth: 1e-13}
LAYERS
"$eagre" run layers.yaml -o layers "${quiet[@]}" || fail "layers"
"$eagre" run layers.yaml -o other "${quiet[@]}" --device host:1 || fail "layers of one thread"
"$eagre" run layers.yaml -o part "${quiet[@]}" --set time.end=0.2 || fail "layers to the half"
"$eagre" resume part -q --no-measure --device host:1 --set time.end=0.4 || fail "layers resumed"
for run in other part; do
    [ "$(number $run state_hash)" = "$(number layers state_hash)" ] || fail "layers: $run"
done

# ---- a case may be written in JSON
cat >cube.json <<'EOF'
{
    "model": "acoustic",
    "mesh": {"forest": {"level": 1}, "box": {"size": [1, 1, 1], "cells": [2, 2, 2]}},
    "materials": {"all": {"density": 1, "vp": 1}},
    "initial": {"pressure": "cos(2*pi*x) * cos(2*pi*y) * cos(2*pi*z)"},
    "boundaries": {"left": "wall", "right": "wall", "front": "wall", "back": "wall", "bottom": "wall", "top": "wall"},
    "time": {"end": 0.2},
    "numerics": {"degree": 5},
    "output": {"fields": {"every": 0.1}}
}
EOF
"$eagre" run cube.json -o other "${quiet[@]}"
[ "$(number other state_hash)" = "$(number cube state_hash)" ] || fail "another hash from JSON"

# ---- a raster as the top of a box is the map of the same surface
dem() { printf 'ncols 2\nnrows 2\nxllcorner 4\nyllcorner 5\ncellsize 1\nNODATA_value -9999\n%s\n' "$1" >dem.asc; }
cat >hill.yaml <<'EOF'
model: acoustic
mesh: {forest: {level: 1}, box: {origin: [0, 0, -1], size: [1, 1, 2], cells: [2, 2, 2]}}
materials: {all: {density: 1, vp: 1}}
initial: {pressure: "exp(-9 * (x^2 + y^2 + z^2))"}
boundaries: {left: wall, right: wall, front: wall, back: wall, bottom: wall, top: wall}
time: {end: 0.05}
numerics: {degree: 2}
EOF
surface='mesh.box.topography={raster: dem.asc, register: node, origin: [4 m, 5 m]}'
dem '1.5 1.75 1 1.25'
"$eagre" run hill.yaml -o hill "${quiet[@]:1}" --set "$surface" >out.txt || fail "topography"
grep -q "below a surface" out.txt || fail "topography: $(cat out.txt)"
"$eagre" run hill.yaml -o mapped "${quiet[@]}" --set mesh.box.geometry_degree=1 \
    --set 'mesh.box.map=[x, y, "-1 + (z + 1) / 2 * (x / 4 + y / 2 + 2)"]' || fail "map of a topography"
[ "$(number hill state_hash)" = "$(number mapped state_hash)" ] || fail "topography: another hash than its map"

# ---- what is refused
refused() { # CASE CODE TEXT SETTING...
    local case=$1 code=$2 text=$3 status=0 settings=()
    for setting in "${@:4}"; do settings+=(--set "$setting"); done
    "$eagre" check "$case" --device host:1 "${settings[@]}" >out.txt 2>&1 || status=$?
    [ $status = "$code" ] || fail "$*: $status: $(cat out.txt)"
    grep -qF "$text" out.txt || fail "$*: $(cat out.txt)"
}
refused hill.yaml 4 "mesh.box.topography: raster dem.asc: (5.5, 5) is outside" "$surface" mesh.box.topography.origin='[4.5 m, 5 m]'
refused hill.yaml 3 "the surface at (0, 0) of the mesh is at 1 m, and the bottom of the box at 1.2 m" "$surface" mesh.box.origin='[0, 0, 1.2]'
refused hill.yaml 3 "at most one of the keys map, kershaw, topography" "$surface" 'mesh.box.map=[x, y, z]'
dem '1.5 -9999 1 1.25'
refused hill.yaml 4 "mesh.box.topography: raster dem.asc: the value at (4.5, 5.5) needs the one in row 1 from the north, column 2" "$surface"
refused layers.yaml 4 "is 0.1 m wide, and a cell there 0.125 m" boundaries.left.pml=0.1
refused layers.yaml 4 "with that of the side across 1.15 m, and the domain 1 m" boundaries.left.pml=0.9
refused rock.yaml 3 "there are no matched layers of elastic waves with the Rusanov flux" 'boundaries={left: {pml: 0.25}, right: absorbing, bottom: wall, top: wall}' numerics.flux=rusanov
refused cube.yaml 4 "not all cells are rectangular boxes" 'mesh.box.map=[x, y, "z + 0.1 * x"]' 'boundaries.left={pml: 0.3}'
refused plane.yaml 3 "mesh.forest.level: must be between 0 and 18, found '19'" mesh.forest.level=19
refused cube.yaml 3 "numerics.degree" numerics.degree=16
refused plane.yaml 3 "mesh.forest asks for cells of level 14; mesh.forest.highest is 12" mesh.forest.levels=14
refused block.yaml 3 "mesh.forest asks for cells of level 3; mesh.forest.highest is 2" mesh.forest.highest=2 'mesh.forest.wavelength={nodes: 8, frequency: 4 Hz}'
refused plane.yaml 3 "is not a finite number somewhere" 'mesh.forest.levels=1/(x-x)'
refused plane.yaml 3 "box has no region 'rock'" mesh.forest.regions.rock=3
refused plane.yaml 3 "nodal DG is named by its polynomial degree; give 'degree'" numerics.order=4
refused plane.yaml 3 "mesh.box.element" mesh.box.element=triangle
refused cube.yaml 3 "mesh.forest.dimension" mesh.forest.dimension=2
refused shots.yaml 3 "lies outside the mesh" 'sources.push.at=[2, 0, 0]'
refused shots.yaml 3 "sources.push.spread" sources.push.spread=wide
refused shots.yaml 4 "must be smooth or point" sources.table=wide.csv
refused shots.yaml 3 "limits.energy_growth needs a run without sources" limits.energy_growth=1
refused cube.yaml 3 "the receiver 'a' at (0, 0, 2) lies outside the mesh" 'output.receivers={interval: 1, at: {a: [0, 0, 2]}}'
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0.5\n1 1\n1 1\n' >speed.asc
refused plane.yaml 3 "cannot follow a raster, which materials.all.vp is; give mesh.forest.levels or regions instead" \
    'mesh.forest.wavelength={nodes: 8, frequency: 4 Hz}' 'materials={all: {density: 1, vp: {raster: speed.asc}}}'
refused plane.yaml 3 "go on with that run itself by 'eagre resume'" 'initial={from: plane}'
refused plane.yaml 3 "give the wave that comes in as the initial state" 'boundaries.left={inflow: {pressure: 1}}'
refused plane.yaml 3 "on forests a layer is a matched one" 'boundaries.left={absorbing: 0.1}'
refused cube.yaml 3 "with a short interval, or output.receivers" 'output.maxima={}'
refused cube.yaml 3 "slices of waves have no arrows" output.picture.arrows=true
refused cube.yaml 3 "materials.all.density is -0.75 at cell 0, (0.125, 0.125, 0.125); it must be above zero" 'materials.all.density=x - 0.875'
refused cube.yaml 3 "lies outside the mesh" 'output.gauges={out: [1, 2, 3]}'
refused plane.yaml 3 "it is a key of the model acoustic (quadtrees), acoustic (octrees), elastic (quadtrees), elastic (octrees), sh (quadtrees)" model=advection
refused cube.yaml 4 "numerics.flux: rusanov is not conservative there; use 'upwind'" numerics.flux=rusanov 'mesh.box.map=[x, y, "z + 0.1 * sin(3 * x)"]' 'mesh.forest.levels=x < 0.5 ? 2 : 1'
fluid=('materials.all={density: 1, vp: 2, vs: "x < 0.5 ? 1 : 0"}' 'initial={velocity: [0, 0, 0]}' 'exact={velocity: [0, 0, 0]}' 'limits={velocity_l2: 1}')
refused block.yaml 3 "which the Rusanov flux cannot represent; use 'upwind'" "${fluid[@]}" numerics.flux=rusanov
refused block.yaml 3 "cannot be combined with adaptive refinement: a coarsened cell could contain fluid and rock" "${fluid[@]}" 'mesh.forest.adapt={lowest: 1, highest: 2, refine: 0.1, coarsen: 0.01}'
refused block.yaml 3 "initial.stress is not a pressure at (0.5, 0, 0), where the medium is a fluid" "${fluid[@]}" 'initial.stress=[1, 1, 1, 0, 0.1, 0]'
refused block.yaml 3 "a source at (0.7, 0.3, 0.2) has a moment with shear, and the medium there is a fluid" "${fluid[@]}" 'limits={}' 'sources={a: {at: [0.7, 0.3, 0.2], moment: [0, 0, 0, 1, 0, 0], time: "sin(t)"}}'
refused block.yaml 4 "cmt/bolivia:1: a source at (" 'limits={}' \
    'sources.cmt={file: '"$EAGRE_SOURCE"'/tests/data/cmt/bolivia, origin: {latitude: -13.82 deg, longitude: -67.25 deg}}'
refused plane.yaml 4 "is a triangle; the trees of a forest are quadrangles" 'mesh={forest: {level: 1}, gmsh: '"$EAGRE_SOURCE"'/examples/dam-break/dam-break.msh}' 'boundaries={dam: wall, rim: wall, outflow: wall}'
