#!/bin/bash
# Verdicts of shallow water: waves against cells and records, inflows, rain, basins, steps that fall; each with a case that must speak, and one beside it that must not.
source "${EAGRE_SOURCE:?}/tests/cli/verdicts.bash"

# waves that a boundary sends: they must be there on the other side of the mesh, and in the records of gauges
cat >waves.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [200 m, 10 m], cells: [100, 5], element: quadrangle}}
materials: {all: {elevation: 0}}
initial: {depth: 5}
boundaries: {left: {level: "5 + 0.1 * sin(2 * pi * t / 20)"}, right: radiate, bottom: wall, top: wall}
time: {end: 40 s}
output: {record: {every: 1 s}, gauges: {end: [190 m, 5 m]}, picture: none}
CASE
silent waves
speaks resolution waves --set 'boundaries.left.level=5 + 0.1 * sin(2 * pi * t / 5)'
foreseen resolution waves --set 'boundaries.left.level=5 + 0.1 * sin(2 * pi * t / 5)'
grep -q 'waves.yaml:5:.*above 0.199 Hz; in water of 5 m such a wave is 3[45].* m long, 17.* cells.*or take numerics.order: 2' err || fail "$(cat err)"
silent waves --set 'boundaries.left.level=5 + 0.1 * sin(2 * pi * t / 5)' --set numerics.order=2
silent waves --set 'boundaries.left.level=5 + 0.1 * sin(2 * pi * t / 5)' --set time.end='4 s' # it comes to no more than 28 m
wave() { echo "boundaries.left={radiate: \"$1 + 0.1 * sin(2 * pi * t / $2)\"}"; }
speaks short-waves waves --set "$(wave 20 5)" --set initial.depth=20 --set numerics.order=2
foreseen short-waves waves --set "$(wave 20 5)" --set initial.depth=20 --set numerics.order=2
grep -q 'in water of 20 m such waves run 7.8[0-9]* m/s, and are 39[.0-9]* m long, but the equations of long waves have 14 m/s' err || fail "$(cat err)"
silent waves --set "$(wave 4 5)" --set initial.depth=4 --set numerics.order=2
silent waves --set "$(wave 20 20)" --set initial.depth=20 --set numerics.order=2
awk 'BEGIN { print "t,level"; for (i = 0; i <= 400; i++) print i / 10 "," 5 + 0.1 * sin(2 * 3.14159265 * i / 50) }' >level.csv
speaks resolution waves --set 'boundaries.left={level: {csv: level.csv}}'
silent waves --set 'boundaries.left={level: {csv: level.csv}}' --set numerics.order=2 --set mesh.box.element=triangle
speaks sampling waves --set output.record.every='12 s'
foreseen sampling waves --set output.record.every='12 s'
silent waves --set output.record.every='9 s'
silent waves --set output.record.every='12 s' --set 'output.gauges={}'

# at the end: waves of a few cells, and longer ones; one bore, which is no wave
cat >lake.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 10 m], cells: [100, 10], element: quadrangle}}
materials: {all: {elevation: 0}}
initial: {depth: "1 + 0.1 * sin(2 * pi * x / 10)"}
boundaries: {left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}
time: {steps: 1}
output: {picture: none}
CASE
speaks unresolved lake
grep -qE '"value": (9\.9|10\.)' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent lake --set 'initial.depth=1 + 0.1 * sin(2 * pi * x / 20)'
silent lake --set numerics.order=2
speaks unresolved lake --set 'initial.depth=1 + 0.1 * sin(2 * pi * x / 4)' --set numerics.order=2
silent lake --set 'initial.depth=x < 50 ? 2 : 1'
silent lake --set 'initial.depth=1 + 0.005 * sin(2 * pi * x / 10)'
silent lake --set 'materials.all.elevation=2 * sin(2 * pi * x / 10)' --set 'initial.depth=0.02' # a film

# waves of the beginning, on their way to the sides: what first order leaves; not of long ones, of a step, or where friction takes them
cat >hump.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [40 km, 1 km], cells: [80, 2], element: quadrangle}}
materials: {all: {elevation: -100 m}}
initial: {level: "exp(-((x - 8e3) / 1.5e3)^2)"}
boundaries: {left: radiate, right: radiate, bottom: wall, top: wall}
time: {end: 1200 s}
output: {picture: none}
CASE
speaks fading hump
foreseen fading hump
grep -q 'hump.yaml:4:.*about 0.2[0-9]* of the energy of what the initial level varies by is left' err || fail "$(cat err)"
silent hump --set numerics.order=2
silent hump --set mesh.box.cells='[320, 2]'
silent hump --set 'initial.level=exp(-((x - 8e3) / 6e3)^2)'
silent hump --set 'initial.level=x < 8e3 ? 1 : 0'
silent hump --set time.end='120 s'
silent hump --set materials.all.elevation=-6 --set materials.all.manning=0.2
speaks fading hump --set boundaries='{left: wall, right: wall, bottom: wall, top: wall}'
silent hump --set materials.all.elevation='-5 - x / 8e3' --set 'initial.level=-x / 8e3' --set materials.all.manning=0.03 # a river

# an inflow that stands like a column: over one face of a side, in one cell; across all of a channel, and into deep water
cat >plain.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [200 m, 200 m], cells: [40, 40], element: quadrangle}}
materials: {all: {elevation: "4 - 0.01 * x", manning: 0.03}}
initial: {depth: 0}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
inflows: {river: {at: [52.5, 102.5], discharge: 100 m3/s}}
time: {end: 10 s}
output: {picture: none}
CASE
speaks narrow-inflow plain
grep -qF '"place": [52.5, 102.5]' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
foreseen narrow-inflow plain
silent plain --set inflows.river.discharge=50
silent plain --set initial.depth=4
silent plain --set 'mesh.box.cells=[20, 20]'
command -v gmsh >/dev/null || fail "gmsh is needed"
side() { # LENGTH FACES: a square of 100 m with an opening of that length and so many faces in its left side
    printf 'Point(1) = {0,0,0,10}; Point(2) = {100,0,0,10}; Point(3) = {100,100,0,10}; Point(4) = {0,100,0,10};
Point(5) = {0,50,0,5}; Point(6) = {0,%s,0,5}; Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,6}; Line(5) = {6,5}; Line(6) = {5,1};
Transfinite Curve {5} = %s; Curve Loop(1) = {1,2,3,4,5,6}; Plane Surface(1) = {1};
Physical Curve("in") = {5}; Physical Curve("out") = {2}; Physical Curve("side") = {1,3,4,6}; Physical Surface("all") = {1};\n' "$(awk "BEGIN { print 50 + $1 }")" "$(($2 + 1))" >side.geo
    gmsh -2 -format msh22 side.geo -o side.msh >gmsh.log 2>&1 || fail "$(cat gmsh.log)"
}
cat >side.yaml <<'CASE'
model: shallow-water
mesh: {gmsh: side.msh}
materials: {all: {elevation: "4 - 0.01 * x", manning: 0.03}}
initial: {depth: 0}
boundaries: {in: {discharge: 100 m3/s}, out: outflow, side: wall}
time: {steps: 2}
output: {picture: none}
CASE
side 5 1
speaks narrow-inflow side
grep -q 'over one face of the mesh, 5 m wide' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent side --set 'boundaries.in={discharge: 20}'
side 5 3
silent side
cat >channel.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [200 m, 4 m], cells: [100, 2], element: quadrangle}}
materials: {all: {elevation: "4 - 0.01 * x", manning: 0.03}}
initial: {depth: 0}
boundaries: {left: {discharge: 100 m3/s}, right: outflow, bottom: wall, top: wall}
time: {end: 5 s}
output: {picture: none}
CASE
silent channel # all of its width

# rain that falls between what steps look at; a table is exact
cat >rain.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [400 m, 20 m], cells: [10, 2], element: quadrangle}}
materials: {all: {elevation: "4 - 0.01 * x", manning: 0.03, rain: "(t > 100 && t < 130 ? 1 : 0) * 1e-4"}}
initial: {depth: 0}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 3600 s}
output: {picture: none}
CASE
silent rain # a jump is met within a 512th of a step of some 30 s
awk -F, 'END { exit !(sqrt(($5 / 24 - 1)^2) < 0.005) }' run/balance.csv || fail "rain: $(tail -1 run/balance.csv)"
speaks rain rain --set 'materials.all.rain=(t > 100 && t < 101 ? 1e-4 : 3e-7)'
printf 'time,rain (mm/h)\n0,0\n100,360\n130,0\n4000,0\n' >rain.csv
silent rain --set 'materials.all.rain={csv: rain.csv, between: steps}'
silent rain --set 'materials.all.rain={csv: rain.csv}'
silent rain --set 'materials.all.rain=20 mm/h' --set 'materials.all.rain_factor=x / 100'
silent rain --set 'materials.all.rain=1e-5 * (1 + sin(t / 600))'

# no water: a level below the bed; a soil in m/s, of which another verdict tells, too
speaks dry rain --set 'materials.all.rain=0' --set 'boundaries.right={level: -3}'
run rain --set 'materials.all.rain=20 mm/h' --set 'materials.all.infiltration=6.5'
for verdict in '"dry"' '"units".*materials.all.infiltration is 2.34e+07 mm/h'; do
    grep -q "\"name\": $verdict" run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
done
silent rain --set 'materials.all.rain=20 mm/h' --set 'materials.all.infiltration=6.5 mm/h'
"$eagre" check rain.yaml --no-measure --device host:1 --set 'materials.all.infiltration=6.5 mm/h' >out 2>err
! grep warning err || fail "$(cat err)"

speaks dry rain --set 'materials.all.rain=0' --set 'boundaries.left={discharge: 2}' --set 'output.gauges={far: [390, 10]}' --set time.end='20 s'
silent rain --set 'materials.all.rain=0' --set 'boundaries.left={discharge: 2}' --set 'output.gauges={far: [390, 10]}'
# a steady flow on its way to a gauge; one that has come there, one that changes with time, a gauge above the water, a pool that fills
both='output.gauges={near: [50, 10], far: [390, 10]}'
flow() { "$1" "${@:2}" rain --set 'materials.all.rain=0' --set "$both" --set time.end='100 s' --set 'boundaries.left={discharge: 2}' "${more[@]}"; }
more=()
flow speaks dry
grep -q '2 m3/s come in all the time, and at the end, at 100 s, nothing leaves: .* has not come to a gauge that stands [0-9.]* m lower' run/summary.json ||
    fail "$(grep -A3 verdicts run/summary.json)"
more=(--set time.end='900 s')
flow silent
more=(--set 'boundaries.left={discharge: "2 + t / 1000"}')
flow silent
more=(--set 'output.gauges={near: [50, 10], upper: [390, 10]}' --set 'materials.all.elevation=x < 350 ? 4 - 0.01 * x : 9')
flow silent
more=(--set 'materials.all.elevation=x < 300 ? 4 - 0.01 * x : x < 350 ? 3 : 0' --set initial.depth='x < 300 && x > 200 ? 0.5 : 0')
flow silent
printf 'time,rain (mm/h)\n0,10\n600,20\n' >held.csv
speaks rain rain --set 'materials.all.rain={csv: held.csv, after: hold}'
silent rain --set 'materials.all.rain={csv: held.csv, after: hold}' --set time.end='1000 s'

# a valley whose sides hold what comes in; with a way out; a sea, of which no ground was dry
speaks overfull rain --set 'materials.all.rain=0' --set 'boundaries.left={discharge: 30}' --set boundaries.right=wall
silent rain --set 'materials.all.rain=0' --set 'boundaries.left={discharge: 30}'
silent rain --set 'materials.all.rain=0' --set 'boundaries.left={discharge: 30}' --set boundaries.right=wall --set initial.depth=0.01

# a level of the whole domain that fills a polder behind a dike; a dike with a gap, a level by an expression, a pit, no sea
cat >polder.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [1000 m, 200 m], cells: [100, 20], element: quadrangle}}
materials: {all: {elevation: "abs(x - 500) < 20 ? 4 : (x > 500 ? -2 : -5)", manning: 0.03}}
initial: {level: 0 m}
boundaries: {left: {level: 0 m}, right: wall, bottom: wall, top: wall}
time: {steps: 2}
output: {picture: none}
CASE
speaks overfull polder
foreseen overfull polder
grep -q '9.6e+04 m2, 50 % of what is under water at time 0, lie behind dry ground, up to 2 m deep' err || fail "$(cat err)"
silent polder --set 'materials.all.elevation=abs(x - 500) < 20 && y > 20 ? 4 : (x > 500 ? -2 : -5)'
silent polder --set 'initial.level=x < 500 ? 0 : -1'
silent polder --set 'materials.all.elevation=x < 500 ? -5 : hypot(x - 800, y - 100) < 15 ? -2 : 4'
silent polder --set boundaries.left=wall

# a film of 10 um into which the sea breaks: steps of 330 s, then of 0.15 s; a wave of 10 cm makes them 50 times shorter
cat >film.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100 m, 10 m], cells: [10, 1], element: quadrangle}}
materials: {all: {elevation: 0}}
initial: {depth: 1e-5}
boundaries: {left: {level: "t < 1e6 ? 1e-5 : 20"}, right: radiate, bottom: wall, top: wall}
time: {end: 1000030 s}
numerics: {dry_depth: 1e-9}
output: {record: {every: 1000 s}, picture: none}
CASE
speaks step-fall film
grep -qE '"value": 2[0-9]{3}\.' run/summary.json && grep -qF 'the steps fell to 0.147 s' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent film --set 'boundaries.left.level=t < 1e6 ? 1e-5 : 0.1' --set 'time.end=1003000 s'

# pumps and gates that act between the moments that steps look at, and as long as some steps; an inflow as short, which is told apart
# from one that the water has no room for
cat >pump.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [200 m, 100 m], cells: [20, 10], element: quadrangle}}
materials: {all: {elevation: "abs(x - 105) < 5 ? 2 : x < 100 ? -10 : -12"}}
initial: {level: 0}
structures: {p: {from: [50 m, 50 m], pump: {discharge: 0}}}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {end: 10 min}
output: {picture: none}
CASE
every_minute() { echo "abs(mod(t, 60) - 31.07) < $1 ? $2 : 0"; }
speaks coarse-steps pump --set "structures.p.pump.discharge=$(every_minute 0.02 200)"
grep -q 'structures.p.pump.discharge changes within steps of some 0.[0-9]* s' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent pump --set "structures.p.pump.discharge=$(every_minute 0.6 20)" # of three steps
silent pump --set "structures.p.pump.discharge=$(every_minute 5 20)"
silent pump --set "structures.p.pump.discharge=t < 0.1 ? 0 : 20" # a short absence at the beginning
gate() { echo "structures={g: {from: [95 m, 50 m], to: [115 m, 50 m], gate: {sill: -9 m, width: 5 m, opening: $1}}}"; }
speaks coarse-steps pump --set "$(gate "'$(every_minute 0.2 3)'")"
silent pump --set "$(gate "'$(every_minute 5 3)'")"
printf 'time,opening\n0,0\n300,0\n300.01,3\n300.1,3\n300.11,0\n600,0\n' >opening.csv
speaks coarse-steps pump --set "$(gate '{csv: opening.csv}')"
foreseen coarse-steps pump --set "$(gate '{csv: opening.csv}')" --set 'time={end: 10 min, dt: 0.4 s}'
sed -i 's/300.1/330.1/' opening.csv
silent pump --set "$(gate '{csv: opening.csv}')"
foreseen coarse-steps pump --set "structures.p.pump.discharge=$(every_minute 0.02 200)" --set 'time={end: 10 min, dt: 0.4 s}'
burst() { echo "inflows={burst: {at: [52, 52], discharge: \"${2:-50} * exp(-((t - 300.7) / $1)^2)\"}}"; }
speaks discharge pump --set 'structures={}' --set "$(burst 1e-4 500)"
grep -q "the inflow 'burst' was to bring .* it changes within steps" run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent pump --set 'structures={}' --set "$(burst 0.01)" # a fortieth of a step
silent pump --set 'structures={}' --set "$(burst 5)"
# a spill as short, and a concentration; of what is as long as some steps, and of a table, nothing is lost
spill() { echo "inflows={spill: {at: [52, 52], discharge: $1, $2}}"; }
dye=(--set 'structures={}' --set 'solutes={dye: {initial: 0}}')
short="abs(t - 300.7) < 1e-3 ? 1000 : 0"
speaks coarse-steps pump "${dye[@]}" --set "$(spill 0 "loads: {dye: '$short'}")"
grep -q 'inflows.spill.loads.dye changes within steps of some 0.[0-9]* s.* most between 300' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
speaks coarse-steps pump "${dye[@]}" --set "$(spill 1 "concentrations: {dye: '$short'}")"
foreseen coarse-steps pump "${dye[@]}" --set "$(spill 0 "loads: {dye: '$short'}")" --set 'time={end: 10 min, dt: 0.4 s}'
silent pump "${dye[@]}" --set "$(spill 0 "loads: {dye: 'abs(t - 300.7) < 5 ? 0.2 : 0'}")"
printf 'time,load\n0,0\n300.699,0\n300.7,2000\n300.701,0\n600,0\n' >load.csv
silent pump "${dye[@]}" --set "$(spill 0 'loads: {dye: {csv: load.csv}}')"

# a discharge and a concentration that begin and end together: a step multiplies their means. A load has no such limit, nor has
# a pulse of many steps, nor one of a constant discharge
both() { echo "abs(t - 300.77) < $1 ? $2 : 0"; }
speaks coarse-steps pump "${dye[@]}" --set "$(spill "'$(both 0.7 1)'" "concentrations: {dye: '$(both 0.7 2)'}")"
grep -q 'inflows.spill.concentrations.dye and the discharge change within the same steps of some 0.[0-9]* s' run/summary.json ||
    fail "$(grep -A3 verdicts run/summary.json)"
foreseen coarse-steps pump "${dye[@]}" --set "$(spill "'$(both 0.7 1)'" "concentrations: {dye: '$(both 0.7 2)'}")" --set 'time={end: 10 min, dt: 0.4 s}'
silent pump "${dye[@]}" --set "$(spill "'$(both 20 1)'" "concentrations: {dye: '$(both 20 2)'}")"
silent pump "${dye[@]}" --set "$(spill 1 "concentrations: {dye: '$(both 0.7 2)'}")"
silent pump "${dye[@]}" --set "$(spill "'$(both 0.7 1)'" "loads: {dye: '$(both 0.7 2)'}")"
printf 'time,q\n0,0\n300,0\n300.01,1\n300.7,1\n300.71,0\n600,0\n' >q.csv
speaks coarse-steps pump "${dye[@]}" --set "$(spill '{csv: q.csv}' 'concentrations: {dye: {csv: q.csv}}')"
run pump "${dye[@]}" --set 'boundaries.left={discharge: {csv: q.csv}, concentrations: {dye: {csv: q.csv}}}' # a short wave, too
grep -q 'boundaries.left.concentrations.dye and the discharge change within the same steps' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
# pulses that fall between steps of another length than the mean one: the run's own sums tell; likewise one of a load in long steps
cat >pulse.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [100, 10], cells: [50, 5], element: quadrangle}}
materials: {all: {elevation: 0, manning: 0.02}}
initial: {depth: 1}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
solutes: {dye: {}}
inflows: {p: {at: [20, 4], discharge: "t>7.05&&t<7.335?0.5:0", concentrations: {dye: "t>7.05&&t<7.335?4:0"}}}
time: {end: 20}
output: {fields: {every: 7}, picture: none}
CASE
speaks coarse-steps pulse
grep -q '0.57[0-9]* m3 times the unit of solute dye were to come in until t = 20 s, and 0.4' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent pulse --set 'inflows.p.concentrations.dye=4'
silent pulse --set 'inflows.p={at: [20, 4], discharge: "t>3&&t<15?0.5:0", concentrations: {dye: "t>3&&t<15?4:0"}, loads: {dye: "t>5&&t<8?1:0"}}'
silent pulse --set 'materials.all.rain=1e-5' --set 'solutes={dye: {rain: "t>4&&t<9?2:0"}}' --set 'inflows={}'
# likewise rain, and boundaries by level, wave and inflow
together() { # WORDS ARGUMENT...
    local words=$1
    shift
    run pump "${dye[@]}" "$@"
    grep -q "$words change within the same steps of some" run/summary.json
}
rain() { echo "materials.all.rain=$(both "$1" 1e-4)"; }
together 'solutes.dye.rain and the rain' --set "solutes={dye: {rain: '$(both 0.7 2)'}}" --set "$(rain 0.7)" || fail "$(grep -A3 verdicts run/summary.json)"
! together 'solutes.dye.rain and the rain' --set "solutes={dye: {rain: '$(both 20 2)'}}" --set "$(rain 20)" || fail 'rain'
! together 'solutes.dye.rain and the rain' --set "solutes={dye: {rain: '$(both 0.7 2)'}}" --set 'materials.all.rain=1e-6' || fail 'steady rain'
side() { echo "boundaries.left={$1, concentrations: {dye: '$(both "$2" 2)'}}"; }
for of in "level;level: '0.01 + $(both 0.7 0.01)'" "level of the wave;radiate: '$(both 0.7 0.01)', still: 0" \
    "inflow;inflow: {depth: 10, speed: '$(both 0.7 0.01)'}"; do
    together "boundaries.left.concentrations.dye and the ${of%;*}" --set "$(side "${of#*;}" 0.7)" || fail "$of: $(grep -A3 verdicts run/summary.json)"
done
! together 'boundaries.left.concentrations.dye and the level' --set "$(side "level: '0.01 * sin(t / 50)'" 0.7)" || fail 'slow level'

# a culvert within the pond above a road, and below it; a section along a canal, aslant, and along a wall of a canal beside dry ground
cat >road.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [400 m, 60 m], cells: [80, 12], element: quadrangle}}
materials: {all: {elevation: "0.001 * (400 - x) + (abs(x - 202.5) < 2.5 ? 3 : 0)", manning: 0.03}}
initial: {depth: "x < 200 ? 0.5 : 0"}
boundaries: {left: {discharge: 3 m3/s}, right: outflow, bottom: wall, top: wall}
structures: {c1: {from: [182 m, 32 m], to: [197 m, 32 m], culvert: {inverts: [0.22 m, 0.2 m], diameter: 1 m, length: 15 m}}}
time: {end: 5 min}
output: {picture: none}
CASE
speaks idle road
grep -q 'both ends of structures.c1 lie in one body of water' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent road --set 'structures.c1.to=[212 m, 32 m]'
silent road --set 'initial.depth=0' --set 'boundaries.left={discharge: 0}' --set inflows='{i: {at: [20, 32], discharge: 1}}' --set time.end='10 s' # both ends dry
along='structures={levee: {along: [190, 0, 190, 60], weir: {crest: 5 m}}, c1: {from: [182 m, 32 m], to: [197 m, 32 m], culvert: {inverts: [0.22 m, 0.2 m], diameter: 1 m, length: 15 m}}}'
silent road --set "$along" # a levee between equal levels
cat >canal.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [400 m, 40 m], cells: [80, 8], element: quadrangle}}
materials: {all: {elevation: "0.001 * (400 - x) + (y > 20 ? 5 : 0)", manning: 0.03}}
initial: {depth: "y < 20 ? 1 : 0", velocity: ["y < 20 ? 1 : 0", 0]}
boundaries: {left: {discharge: 20 m3/s}, right: {normal_depth: {slope: 0.001}}, bottom: wall, top: wall}
time: {end: 1 min}
output: {sections: {s: [100 m, 10 m, 300 m, 10 m]}, picture: none}
CASE
speaks idle canal
grep -qE 'at no record more than [0-9.e-]* m3/s crossed output.sections.s, while 2[0-9]{2} m3/s' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
silent canal --set 'output.sections.s=[30, 40, 370, 0]'
silent canal --set 'output.sections.s=[100, 20, 300, 20]'
silent canal --set 'boundaries={left: wall, right: wall, bottom: wall, top: wall}' --set 'initial={level: "y < 20 ? 2 : 0"}' # water at rest

# values in other units; steps beyond what is stable
speaks unstable-step lake --set 'initial.depth=1' --set 'time={steps: 1, cfl: 1.5}'
foreseen unstable-step lake --set 'initial.depth=1' --set 'time={steps: 1, cfl: 1.5}'
silent lake --set 'initial.depth=1' --set 'time={steps: 1, cfl: 1}'
foreseen units lake --set 'initial.velocity=[300, 0]' --set 'initial.depth=1'
silent lake --set 'initial.velocity=[30, 0]' --set 'initial.depth=1'
fault() { printf 'x,y,depth,strike,dip,rake,length,width,slip\n100000,100000,%s,0,20,90,%s,%s,5\n' "$@" >fault.csv; }
cat >sea.yaml <<'CASE'
model: shallow-water
mesh: {box: {size: [200 km, 200 km], cells: [20, 20]}}
materials: {all: {elevation: -4000 m}}
bed: {faults: {csv: fault.csv}}
initial: {level: 0}
boundaries: {left: radiate, right: radiate, bottom: radiate, top: radiate}
time: {steps: 1}
output: {picture: none}
CASE
fault 10 80 40
speaks units sea
grep -q 'fault.csv:2: a fault of 80 m by 40 m slips by 5 m.*in km' run/summary.json || fail "$(grep -A3 verdicts run/summary.json)"
fault 10e3 80e3 40e3
silent sea
printf 'time,Q\n0,0\n300,40\n600,0\n' >minutes.csv
speaks units plain --set 'inflows={}' --set 'boundaries.left={discharge: {csv: minutes.csv, after: hold}}' --set 'time={end: 6 h, steps: 1}'
silent plain --set 'inflows={}' --set 'boundaries.left={discharge: {csv: minutes.csv, after: hold}}' --set 'time={end: 2 h, steps: 1}'
