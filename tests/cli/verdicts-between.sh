#!/bin/bash
# Verdicts of data between the points where a scheme takes them: layers, channels, levees, spots that are thinner than cells or than
# nodes are apart; each that must speak, and beside it what must not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"
bed=materials.all.elevation vp=materials.all.vp kappa=materials.all.kappa
lost='all that the scheme takes of it around lies in'

cat >plain.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [400 m, 200 m], cells: [40, 20]}}
materials: {all: {elevation: 0, manning: 0.03}}
initial: {level: "x < 200 ? 2 : 0"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 10 s}
output: {picture: none}
CASE
sed 's/cells: /element: quadrangle, cells: /' plain.yaml >squares.yaml
python3 - <<'RASTER'
# 1 m: a levee 2 m wide and 5 m high at x = 200 m, and a hill 60 m wide
import math
def write(name, height):
    with open(name, 'w') as f:
        f.write('ncols 420\nnrows 220\nxllcorner -10\nyllcorner -10\ncellsize 1\n')
        for j in range(220):
            f.write(' '.join('%g' % height(i - 9.5, 209.5 - j) for i in range(420)) + '\n')
write('levee.asc', lambda x, y: 5 if abs(x - 200) < 1 else 0)
write('hill.asc', lambda x, y: 5 * math.exp(-((x - 203)**2 + (y - 102)**2) / 30**2))
# rough ground, by displaced middles
import random
def rough(n, height, seed):
    r, z, s = random.Random(seed), {}, n
    for i in (0, n):
        for j in (0, n):
            z[i, j] = r.gauss(0, height)
    while s > 1:
        h = s // 2
        for i in range(h, n, s):
            for j in range(h, n, s):
                z[i, j] = sum(z[i + a, j + b] for a in (-h, h) for b in (-h, h)) / 4 + r.gauss(0, height)
        height *= 0.75
        for i in range(0, n + 1, h):
            for j in range((i // h + 1) % 2 * h, n + 1, s):
                near = [z[i + a, j + b] for a, b in ((-h, 0), (h, 0), (0, -h), (0, h)) if (i + a, j + b) in z]
                z[i, j] = sum(near) / len(near) + r.gauss(0, height)
        height, s = 0.75 * height, h
    return z
for name, height in (('flat', 0.3), ('hills', 10)):
    z = rough(512, height, 1)
    write(name + '.asc', lambda x, y: z[round(x + 9.5), round(y + 9.5)])
    if name == 'flat':
        write('flat-levee.asc', lambda x, y: z[round(x + 9.5), round(y + 9.5)] + (3 if abs(x - 200) < 1.5 else 0))
write('gap.asc', lambda x, y: 0 if 100 < x < 106 and 50 < y < 53 else 200 + 0.01 * x)
write('mountains.asc', lambda x, y: -999 if 100 < x < 106 and 50 < y < 53 else 500 + 60 * math.sin(x / 100))
write('tower.asc', lambda x, y: 50 if 100 < x < 136 and 50 < y < 83 else 0)
RASTER
cases='plain squares'
told missing-values 'gap.asc: 18 of its values are 0, one at (100.5, 50.5), and all others are 199.9 m or more from that' "$bed={raster: gap.asc}" initial.level=0
told missing-values 'values are -999' "$bed={raster: mountains.asc}" initial.level=0
told unresolved 'a levee or a wall' "$bed={raster: flat-levee.asc}" initial.level=-9
told '' '' "$bed={raster: flat.asc}" initial.level=-9
told '' '' "$bed={raster: hills.asc}" initial.level=-99
told '' '' "$bed={raster: tower.asc}" initial.level=0
told '' '' "$bed={raster: hill.asc}" initial.level=0
told unresolved 'a levee or a wall, that is thinner than cells is lost, 5 m high' "$bed=abs(x - 200) < 1.5 ? 5 : 0"
told unresolved '5 m high' "$bed={raster: levee.asc}"
told unresolved 'a channel or a ditch that is thinner than cells is lost, \(2\|1.9[0-9]*\) m deep' "$bed=-0.001 * x - (abs(y - 100) < 2 ? 2 : 0)"
told unresolved '' "$bed=-0.001 * x - (abs(y - 100 - 0.2 * (x - 200)) < 2 ? 2 : 0)"
told unresolved '' "$bed=0.2 * sin(13 * x + 7 * y) * cos(17 * y - 3 * x) + (abs(x - 200) < 1.5 ? 5 : 0)" # rough, and a levee
told unresolved "initial.level is 4.9.* at .*, and $lost" 'initial.level=2 + 3 * exp(-((x - 200)^2 + (y - 100)^2) / 2^2)'
told '' '' "$bed=-0.001 * x - (abs(y - 103) < 15 ? 2 : 0)"
told '' '' "$bed=-0.001 * x - (abs(y - 100) < 2 ? 0.15 : 0)" # a furrow
told '' '' "$bed=0.5 * abs(y - 100)"
told '' '' "$bed=x > 133 && x < 257 && y > 43 && y < 147 ? 5 : 0"
told '' '' "$bed=y > 83 + 0.1 * x ? 5 : 0"
told '' '' "$bed=0.5 * sin(13 * x + 7 * y) * cos(17 * y - 3 * x)"
told '' '' "$bed={raster: hill.asc}"
told '' '' "$bed=abs(x - 200) < 1.5 ? 1 : 0" initial.level=5 # water flows over it
told '' '' "$bed=hypot(x - 203, y - 102) < 1.5 ? 5 : 0"       # and around it
told '' '' "$bed={raster: levee.asc}" 'structures={levee: {along: [200, 0, 200, 200], weir: {crest: 5 m}}}'
told unresolved '' "$bed={raster: levee.asc}" 'structures={levee: {along: [200, 0, 200, 100], weir: {crest: 5 m}}}' # a half of it
cat >line.geojson <<'LINE'
{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[200, 0], [200, 200]]}}
LINE
told '' '' "$bed={raster: levee.asc}" 'terrain={dyke: {lines: line.geojson, width: 4 m, crest: 5 m}}'
told '' '' 'initial.level=hypot(x - 203, y - 102) < 37 ? 3 : 1'

cat >forest.yaml <<'CASE'
model: acoustic
mesh: {forest: {level: 0}, box: {size: [2 km, 1 km], cells: [40, 20]}}
materials: {all: {density: 1000, vp: 2000}}
initial: {pressure: "exp(-((x - 1000)^2 + (y - 500)^2) / 100^2)"}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 0.01 s}
numerics: {degree: 4}
output: {picture: none}
CASE
sed -e 's/forest: {level: 0}, //; s/degree: 4/order: 5/' forest.yaml >cells.yaml
cases='forest cells'
told unresolved "materials.all.vp is 500 at .*, and $lost .2000, 2000.: what lies between centres of cells is lost" "$vp=abs(y - 500) < 12 ? 500 : 2000"
told unresolved '' "$vp=abs(y - 502 - 0.3 * (x - 1000)) < 8 ? 500 : 2000"
told unresolved '' "$vp=y > 988 ? 500 : 2000" # at the surface
told unresolved '' 'materials.all.density=abs(y - 500) < 12 ? 2000 : 1000'
told unresolved 'initial.pressure\|in the initial state' 'initial.pressure=exp(-((x - 1000)^2 + (y - 500)^2) / 100^2) + exp(-((x - 1513)^2 + (y - 713)^2) / 3^2)'
told '' '' "$vp=abs(y - 502) < 1.25 ? 1500 : 2000"
told '' '' "$vp=abs(y - 502) < 60 ? 500 : 2000"
told '' '' "$vp=y > 502 + 0.3 * (x - 1000) ? 3000 : 1500"
told '' '' "$vp=y > 200 - 0.1 * x ? 3000 : 1500" # a wedge that ends at the bottom
told '' '' "$vp=hypot(x - 1003, y - 487) < 120 ? 3000 : 1500"
told '' '' "$vp=x > 530 && x < 985 && y > 277 && y < 733 ? 3000 : 1500"
told '' '' "$vp=1500 + 2 * y"
cases=forest
told unresolved 'what lies between nodes is lost' "$vp=abs(y - 483) < 2 ? 300 : 2000" numerics.material=nodes

cat >block.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 4, 4]}}
materials: {all: {kappa: 1, c: 0, source: 0}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 3}
output: {picture: none}
CASE
cases=block
told unresolved "kappa is 0.001 at .*, and $lost .1, 1.: what lies between nodes" "$kappa=x > 0.58 && x < 0.585 ? 0.001 : 1"
told unresolved '' "$kappa=x > 0.62 && x < 0.63 ? 0.001 : 1" # through the centres of elements
told 'kappa-jump, unresolved' '' "$kappa=abs(x + 0.3 * y - 0.71) < 0.004 ? 0.001 : 1"
told unresolved '' "$kappa=hypot(y - 0.375, z - 0.375) < 0.02 ? 400 : 1"
told unresolved '' "$kappa=[\"x > 0.58 && x < 0.585 ? 0.001 : 1\", 1, 1]"
told unresolved 'materials.all.c is 1e+05 at' 'materials.all.c=x > 0.61 && x < 0.615 ? 1e5 : 0'
told narrow-source 'c, with what is as large as kappa, is' 'materials.all.c=x > 0.58 && x < 0.585 ? 1e3 : 0'
told narrow-source 'boundaries.left.exchange' 'boundaries.left={exchange: "hypot(y - 0.535, z - 0.535) < 0.03 ? 1000 : 0", outside: 1}'
told narrow-source '' 'boundaries.left={value: "abs(y - 0.535) < 0.01 ? 1000 : 0"}'
told unresolved '' 'materials.all.source=1 + (abs(x - 0.535) < 0.002 ? 1000 : 0)'
told '' '' "$kappa=x > 0.58 && x < 0.585 ? 0.5 : 1" # 2 % of an element
told '' '' "$kappa=x > 0.62 ? 1.5 : 1"
told '' '' "$kappa=hypot(hypot(x - 0.51, y - 0.49), z - 0.52) < 0.31 ? 1.9 : 1"
told '' '' "$kappa=1 + 0.9 * sin(5 * x) * cos(4 * y)"
told '' '' 'materials.all.c=x > 0.58 && x < 0.585 ? 1 : 0' # takes little
told '' '' 'boundaries.left={exchange: "y > 0.535 ? 1000 : 0", outside: 1}'
told '' '' 'boundaries.left={value: "sin(3 * y) * cos(2 * z)"}'
# rasters jump from one pixel to the next, or rise over many
python3 - <<'RASTER'
def write(name, cell, kappa):
    with open(name, 'w') as f:
        f.write('ncols %d\nnrows %d\nxllcorner -0.05\nyllcorner -0.05\ncellsize %g\n' % (1.1 / cell + 0.5, 1.1 / cell + 0.5, cell))
        for j in range(int(1.1 / cell + 0.5)):
            f.write(' '.join('%g' % kappa(-0.05 + (i + 0.5) * cell) for i in range(int(1.1 / cell + 0.5))) + '\n')
write('strip.asc', 0.005, lambda x: 0.001 if 0.58 < x < 0.585 else 1)
write('jump.asc', 0.005, lambda x: 100 if x > 0.62 else 1)
write('rise.asc', 0.005, lambda x: 20 ** min(max(x, 0), 1))
RASTER
told unresolved '' "$kappa={raster: strip.asc}"
told kappa-jump 'factor of 100' "$kappa={raster: jump.asc}"
told '' '' "$kappa={raster: rise.asc}"
told kappa-jump '' "$kappa=1 + 50 * (1 + (exp((x - 0.62) / 1e-3) - 1) / (exp((x - 0.62) / 1e-3) + 1))" # as steep as a jump

cat >hot.yaml <<'CASE'
model: heat
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [4, 4, 4]}}
materials: {all: {kappa: 50, capacity: 1e6}}
initial: {temperature: 293}
boundaries: {left: insulated, right: {value: 293}, front: insulated, back: insulated, bottom: insulated, top: insulated}
time: {end: 2000 s, dt: 100 s}
numerics: {degree: 3}
output: {picture: none}
CASE
cases=hot
ball() { echo "initial.temperature=293 + $3 * exp(-((x - $1)^2 + (y - $1)^2 + (z - $1)^2) / $2^2)"; }
told unresolved 'initial.temperature' "$(ball 0.625 0.02 200)"
told unresolved 'initial.temperature' "$(ball 0.625 0.02 -200)"
told narrow-source 'the initial temperature above its least is .* in all by the nodes at time 0, and .*what is stored' "$(ball 0.57 0.03 200)" # at a node
told narrow-source 'the initial temperature below its largest' "$(ball 0.57 0.03 -200)"
told narrow-source 'the capacity is' 'materials.all.capacity=x > 0.565 && x < 0.572 ? 4e8 : 1e6'
told unresolved 'materials.all.capacity is 4e+08' 'materials.all.capacity=x > 0.59 && x < 0.66 ? 4e8 : 1e6'
told unresolved 'at t = .* s, and' "$kappa=t > 500 && abs(x - 0.62) < 0.01 ? 0.05 : 50"
told '' '' "$(ball 0.6 0.25 200)"
told '' '' 'initial.temperature=x > 0.6 ? 500 : 293'
told '' '' 'materials.all.capacity=x > 0.6 ? 2e6 : 1e6'
told '' '' "$kappa=t > 500 ? 0.05 : 50"

cat >air.yaml <<'CASE'
model: atmosphere
mesh: {box: {origin: [-10 km, 0 km], size: [20 km, 10 km], cells: [32, 10]}}
atmosphere: {background: isentropic, theta: 300 K}
initial: {theta_perturbation: "exp(-((x - 100)^2 + (y - 4000)^2) / 1500^2)"}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 1 s}
numerics: {degree: 3}
output: {picture: none}
CASE
cases=air
mountain() { echo "mesh.box.map=[x, \"y + (1 - y / 1e4) * 100 / (1 + ((x - $1) / $2)^2)\"]"; }
told unresolved 'the shift along y by mesh.box.map is' "$(mountain 312 50)"
told unresolved 'initial.theta_perturbation' 'initial.theta_perturbation=exp(-((x - 100)^2 + (y - 4000)^2) / 1500^2) + 2 * exp(-((x - 2800)^2 + (y - 6620)^2) / 30^2)'
told '' ''
told '' '' "$(mountain 312 1000)"
told '' '' "$(mountain 0 300)"

# ADER-DG takes points of quadrature, and none at the corners of cells, where nodes are
cat >spark.yaml <<'CASE'
model: acoustic
mesh: {box: {size: [2 km, 2 km], cells: [10, 10], element: quadrangle}}
materials: {all: {density: 1.2, vp: 340}}
initial: {pressure: "1000 * exp(-((x - 1000)^2 + (y - 1000)^2) / 3^2)"}
boundaries: {left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}
time: {end: 3 s}
numerics: {order: 6}
output: {picture: none}
CASE
sed 's/quadrangle/triangle/' spark.yaml >spark-triangles.yaml
cases=spark
told unresolved 'initial.pressure is 1000 at (1000, 1000), and all that .* between points of quadrature is lost'
cases='spark spark-triangles'
told unresolved '' # edges of triangles meet it
told '' '' 'initial.pressure=1000 * exp(-((x - 1000)^2 + (y - 1000)^2) / 120^2)'
told '' '' 'initial.pressure=x < 1000 ? 1 : 0' time.end=0.1

# straight elements of a body that a map bends: their volume, whatever the body's thickness; not where nodes only lie closer
cat >pipe.yaml <<'CASE'
model: poisson
mesh: {box: {size: [1, 1, 1], cells: [2, 3, 1], element: hexahedron, geometry_degree: 1}}
materials: {all: {kappa: 1}}
boundaries: {left: {value: 0}, right: {value: 1}, front: insulated, back: insulated, bottom: insulated, top: insulated}
numerics: {degree: 2}
output: {picture: none}
CASE
cat >ring.yaml <<'CASE'
model: advection
mesh: {box: {size: [1, 1], cells: [3, 3], element: triangle}}
materials: {all: {velocity: [1, 0]}}
initial: {tracer: 1}
boundaries: {left: outflow, right: outflow, bottom: outflow, top: outflow}
time: {end: 1 s}
output: {picture: none}
CASE
bend() { echo "mesh.box.map=[\"($1 + x) * cos(y * $2)\", \"($1 + x) * sin(y * $2)\"${3:+, $3}]"; }
cases=pipe
told unresolved 'has 0.9577 times the volume that mesh.box.map makes of it: .* straight, .* a higher mesh.box.geometry_degree' "$(bend 1 'pi / 2' z)"
told unresolved 'has 0.9577 times the volume' "$(bend 100 'pi / 2' z)"
told unresolved 'has 0.8[67][0-9]* times the volume .* low degree' "$(bend 0.5 '2 * pi' z)" 'mesh.box.cells=[1, 2, 1]' mesh.box.geometry_degree=2
told '' '' "$(bend 1 'pi / 2' z)" 'mesh.box.cells=[2, 4, 1]'
told '' '' "$(bend 1 'pi / 2' z)" mesh.box.geometry_degree=2
told '' '' 'mesh.box.map=[x^2, y^3, z]'
cases=ring
told unresolved 'has 0.9577 times the volume that mesh.box.map makes of it: .*take more cells' "$(bend 1 'pi / 2')"
told '' '' "$(bend 1 'pi / 2')" 'mesh.box.cells=[3, 4]'
told '' '' 'mesh.box.map=[x, y * (1 - 0.5 * x)]'

# the same on two threads
"$eagre" check block.yaml --no-measure --device host:1 --set "$kappa=abs(x + 0.3 * y - 0.71) < 0.004 ? 0.001 : 1" >/dev/null 2>one
"$eagre" check block.yaml --no-measure --device host:2 --set "$kappa=abs(x + 0.3 * y - 0.71) < 0.004 ? 0.001 : 1" >/dev/null 2>two
diff one two || fail 'two threads say otherwise'
