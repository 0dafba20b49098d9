#!/bin/bash
# Tables, rasters and expressions that are refused: file, line or cell, value, and a way out.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"

# tables
printf 't,q\n0,1\n10,2' >cut.csv
refused 4 "eagre: cut.csv:3: the last line, '10,2', has no line end, so it may have been cut short; if it is whole, add a line end" \
    good.yaml --set 'boundaries.left={discharge: {csv: cut.csv}}'
printf 't,q\n0,1\n10,2\n5,3\n' >unordered.csv
refused 4 'eagre: unordered.csv:4: the time 5 s does not come after 10 s in line 3; sort the rows by time and keep one for each time' \
    good.yaml --set 'boundaries.left={discharge: {csv: unordered.csv}}'
printf 't,q\n0,1\n0.05,2\n' >short.csv
refused 3 "--set boundaries.left={discharge: {csv: short.csv}}: error: short.csv covers 0 s to 0.05 s, the run 0 to 0.1 s; give 'after: hold' to keep its first and last value outside, or a longer table" \
    good.yaml --set 'boundaries.left={discharge: {csv: short.csv}}'
"$eagre" run good.yaml -q --no-measure -o held \
    --set 'boundaries.left={discharge: {csv: short.csv, after: hold}}'

# files that are not there: the place in the case
sed 's/^materials:.*/materials: {all: {elevation: {raster: [cut.csv, none.asc]}}}/' good.yaml >missing.yaml
refused 4 'missing.yaml:4:49: error: materials.all.elevation.raster[1]: none.asc: cannot be opened: No such file or directory
    4 | materials: {all: {elevation: {raster: [cut.csv, none.asc]}}}
      |                                                 ^~~~~~~~' missing.yaml
refused 4 '--set boundaries.left={discharge: {csv: none.csv}}: error: boundaries.left.discharge.csv: none.csv: cannot be opened: No such file or directory' \
    good.yaml --set 'boundaries.left={discharge: {csv: none.csv}}'
# all of them in one pass
"$eagre" check good.yaml --set 'materials.all.elevation={raster: none.asc}' --set 'initial.depth={raster: nothing.asc}' >out 2>err && fail "absent files"
grep -qF 'error: materials.all.elevation.raster: none.asc: cannot be opened: No such file or directory' err &&
    grep -qF 'error: initial.depth.raster: nothing.asc: cannot be opened: No such file or directory' err || fail "$(cat err)"

# a discharge out of a dry boundary: a warning
for depth in 0 1; do
    "$eagre" check good.yaml --no-measure --set boundaries.left='{discharge: "-1 - t"}' --set initial.depth=$depth >out 2>err
    [ "$(grep -c 'warning: boundaries.left: the discharge is -1 m3/s at t = 0, out of the domain, and the boundary is dry' err)" = $((1 - depth)) ] ||
        fail "depth $depth: $(cat err)"
done

# rasters
printf 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 2\n1 2 3\n4 5\n' >cut.asc
refused 4 'eagre: cut.asc: ncols 3 times nrows 2 needs 6 numbers, but the rest of the file has room for 5 at most; it is cut short, or ncols or nrows is wrong' \
    good.yaml --set 'materials.all.elevation={raster: cut.asc}'
printf 'ncols 3\nnrows 2\nxllcorner 1\nyllcorner 0\ncellsize 2\n1 2 3\n4 5 6\n' >beside.asc
refused 4 '--set materials.all.elevation={raster: beside.asc}: error: materials.all.elevation at cell 0: raster beside.asc: (0.3333333333333333, 0.16666666666666666) is outside; it covers x from 1 to 7 and y from 0 to 4: use a larger raster or a smaller mesh, and check the registration' \
    good.yaml --set 'materials.all.elevation={raster: beside.asc}'

# expressions that are not finite, or negative where they may not be, at some cell
refused 3 '--set materials.all.elevation="1/(x-x)": error: materials.all.elevation is inf at cell 0, (0.333333333, 0.166666667); it must be a finite number' \
    good.yaml --set 'materials.all.elevation="1/(x-x)"'
refused 3 '--set initial.depth="1 - x": error: initial.depth is -0.166667 at cell 8, (1.16666667, 0.333333333); it must be zero or more' \
    good.yaml --set 'initial.depth="1 - x"'

# the case file: nothing there, nothing in it, all errors in one pass
refused 3 'eagre: none.yaml: cannot be opened: No such file or directory' none.yaml
printf 'title: a\nmodel: shallow-water\nmesh: {box: {size: [1 s, 1], cels: [2, 2]}}\n' >wrong.yaml
got=0
"$eagre" check wrong.yaml >out 2>err || got=$?
[ $got = 3 ] && [ ! -s out ] || fail "a wrong case gave $got"
for text in "missing key 'materials'" "missing key 'time'" "wrong.yaml:3:21: error: mesh.box.size[0]: expected a length" \
    "wrong.yaml:3:30: error: unknown key 'cels' in mesh.box; did you mean 'cells'?"; do
    grep -qF -- "$text" err || fail "no '$text' in: $(cat err)"
done

# files that are no text are named, with what makes a text of them
printf 'II*\0\10\0\0\0' >dem.tif
printf '\211HDF\r\n\032\n\0\0' >grid.nc
printf 'PK\3\4zip' >table.xlsx
printf '\037\213\10gz' >mesh.msh.gz
says() { # CODE TEXT ARGUMENT...
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" check "$@" >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] && grep -qF -- "$text" err || fail "eagre check $*: $got, $(cat err)"
}
EAGRE_GDAL=none says 4 'dem.tif: this needs GDAL, which is not installed' good.yaml --set 'materials.all.elevation={raster: dem.tif}'
says 4 'grid.nc: this is no text but an HDF5 or netCDF-4 file' good.yaml --set 'materials.all.elevation={raster: grid.nc}'
says 4 'table.xlsx: this is no text but a zip archive' good.yaml --set 'boundaries.left={discharge: {csv: table.xlsx}}'
says 4 'this is no Gmsh mesh but compressed with gzip; gunzip' good.yaml --set 'mesh={gmsh: mesh.msh.gz}'

# units in the names of columns are taken or refused; Strickler's coefficient is no Manning's n; words for units
printf 't [h],Q (l/s)\n0,1000\n1,2000\n' >flow.csv
"$eagre" run good.yaml -q --no-measure --device host:1 -o units --set 'boundaries.left={discharge: {csv: flow.csv}}' --set time.steps=2
awk -F, 'END { rate = -$5 / $1; exit !(rate > 0.99 && rate < 1.01) }' units/balance.csv || # 1000 l/s come in
    fail "$(cat units/balance.csv)"
printf 't [furlong],Q\n0,1\n1,2\n' >furlong.csv
says 4 "furlong.csv:1: the name of column 1, 't [furlong]', does not end with a unit of time" \
    good.yaml --set 'boundaries.left={discharge: {csv: furlong.csv}}'
printf 't,Q (bucket/s)\n0,1\n1,2\n' >bucket.csv
says 4 "'Q (bucket/s)', does not end with a known unit" good.yaml --set 'boundaries.left={discharge: {csv: bucket.csv}}'
says 3 "materials.all.manning is 30 s/m^(1/3) at cell 0" good.yaml --set materials.all.manning=30
# rain and soil
says 3 "materials.all.rain is 0.02 m/s at t = 0 s, 7.2e+04 mm/h, more than 36 m/h; tables are in m/s unless the name of their column says mm/h" \
    good.yaml --set materials.all.rain=0.02
says 3 "materials.all.rain is -0.000976562 m/s at t = 0.0009765625 s; it must be zero or more" \
    good.yaml --set 'materials.all.rain="-t"' --set time.end=4
says 3 "its largest value bounds the time step: give time.end" \
    good.yaml --set 'materials.all.rain="1e-5 * t"' --set 'time={steps: 3}'
says 3 "materials.all.infiltration.horton.final is 2e-06 m/s at cell 0, (0.333333, 0.166667), above materials.all.infiltration.horton.initial, 1e-06 m/s" \
    good.yaml --set 'materials.all.infiltration={horton: {initial: 1e-6, final: 2e-6, decay: 1}}'
# rating curves, normal depths, tides, periodic sides
printf 'level,discharge\n1,0\n2,5\n2,6\n' >rating.csv
says 4 "rating.csv:4: column 'level', '2': levels must ascend from row to row, and 2 m is not above 2 m" \
    good.yaml --set 'boundaries.left={rating: rating.csv}'
printf 'level,discharge\n1,0\n2,-5\n' >rating.csv
says 4 "rating.csv:3: column 'discharge', '-5': a rating curve is for outflow: the discharge must be zero or more" \
    good.yaml --set 'boundaries.left={rating: rating.csv}'
says 3 "boundaries.left.normal_depth: the cells along it have no friction, and no normal depth; give its manning here" \
    good.yaml --set materials.all.manning=0 --set 'boundaries.left={normal_depth: {slope: 0.01}}'
says 3 "boundaries.left.normal_depth.slope: must be between 1e-09 and 1, found '2'" \
    good.yaml --set 'boundaries.left={normal_depth: {slope: 2}}' # per mille
says 3 "boundaries.left.normal_depth.manning: must be between 0.001 and 1, found '33'" good.yaml --set 'boundaries.left={normal_depth: {slope: 0.01, manning: 33}}'
says 3 "m2 is no constituent whose period is known; did you mean 'M2'?; give its period" \
    good.yaml --set 'boundaries.left={tide: {constituents: {m2: {amplitude: 1}}}}'
says 3 "the period of M2 is known, 12.4206012 h; leave the key out, or choose another name" \
    good.yaml --set 'boundaries.left={tide: {constituents: {M2: {amplitude: 1, period: 12 h}}}}'
says 3 "touches both sides and would be its own neighbour" \
    good.yaml --set 'mesh={box: {size: [1, 1], cells: [1, 4], element: quadrangle}}' \
    --set 'boundaries={left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}'
# water at points
says 3 "inflows.spring.at, (99, 1), lies outside the mesh" good.yaml --set 'inflows={spring: {at: [99, 1], discharge: 1}}'
says 3 "missing key 'discharge' in inflows.spring" good.yaml --set 'inflows={spring: {at: [1, 1]}}'
says 3 "inflows.spring.discharge is inf at t = " good.yaml \
    --set 'inflows={spring: {at: [1, 1], discharge: "t > 0.04 ? 1 / (t - t) : 1"}}'
# structures
weir='weir: {crest: 1, width: 1}'
says 3 "structures.w.to, (99, 1), lies outside the mesh" good.yaml --set "structures={w: {from: [1, 1], to: [99, 1], $weir}}"
says 3 "structures.w: both ends lie in cell " good.yaml --set "structures={w: {from: [1, 1], to: [1, 1], $weir}}"
says 3 "structures.w: missing key 'to'; only a pump may deliver to the outside" good.yaml --set "structures={w: {from: [1, 1], $weir}}"
says 3 "structures.w.weir.coefficient: must be between 0.001 and 1, found '1.7'" \
    good.yaml --set 'structures={w: {from: [0.1, 0.1], to: [1.9, 0.9], weir: {crest: 1, width: 1, coefficient: 1.7}}}' # C of Q = C b h^1.5
says 3 "the sill, 1 m, must lie below the soffit, 0.5 m, and the soffit below the deck, 2 m" good.yaml \
    --set 'structures={b: {from: [0.1, 0.1], to: [1.9, 0.9], bridge: {sill: 1, width: 1, soffit: 0.5, deck: 2, deck_width: 1}}}'
says 3 "structures.p.pump.off is 2 m, above the level at which the pump starts, 1 m" good.yaml \
    --set 'structures={p: {from: [0.1, 0.1], pump: {discharge: 1, on: 1, off: 2}}}'
says 3 "where the submerged inlet begins, in heights of the barrel" good.yaml \
    --set 'structures={c: {from: [0.1, 0.1], to: [1.9, 0.9], culvert: {inverts: [0, 0], diameter: 1, length: 9, inlet: [2, 1, 0.01, 0.5]}}}'
says 3 "structures.w: missing key 'from', or 'along' of a weir" good.yaml --set "structures={w: {$weir}}"
says 3 "structures.w: only a weir may have 'along'" good.yaml --set 'structures={w: {along: [0, 0, 1, 1], pump: {discharge: 1}}}'
says 3 "structures.w.weir: along a line the faces give the width; remove the key" good.yaml \
    --set "structures={w: {along: [0.1, 0, 1, 1], $weir}}"
says 3 "structures.w.along has 3 numbers; a line has x and y of two points or more" good.yaml \
    --set 'structures={w: {along: [0, 0, 1], weir: {crest: 1}}}'
says 3 "structures.w.along separates no two cells of the mesh" good.yaml \
    --set 'structures={w: {along: [90, 0, 91, 1], weir: {crest: 1}}}'
says 3 "structures.w.weir: missing key 'width'" good.yaml --set 'structures={w: {from: [0.1, 0.1], to: [1.9, 0.9], weir: {crest: 1}}}'
says 3 "structures.w.weir.breach: missing key 'at', its middle" good.yaml \
    --set 'structures={w: {along: [0.1, 0, 1, 1], weir: {crest: 1, breach: {crest: 0, width: 1}}}}'
says 3 "structures.w.weir.breach.at, (1.9, 0), lies 1.33793 m from the line, which is 1.34536 m long; give a point on the line" good.yaml \
    --set 'structures={w: {along: [0.1, 0, 1, 1], weir: {crest: 1, breach: {at: [1.9, 0], crest: 0, width: 1}}}}'
says 3 "physics.coriolis is 54 1/s at cell 0; f of the Earth is at most 1.46e-4 1/s. Is it a latitude? Then write {latitude: 54 deg}" \
    good.yaml --set physics.coriolis=54
says 3 "physics.coriolis.latitude: must be between -90 deg and 90 deg, found '95 deg'" good.yaml --set physics.coriolis.latitude="95 deg"
says 3 "structures.w.weir.breach: missing key 'width' beside 'crest'" good.yaml \
    --set 'structures={w: {from: [0.1, 0.1], to: [1.9, 0.9], weir: {crest: 1, width: 1, breach: {crest: 0}}}}'
says 3 "structures.w.weir.breach.froehlich goes down from the crest of the weir, which varies with time" good.yaml \
    --set 'structures={w: {from: [0.1, 0.1], to: [1.9, 0.9], weir: {crest: "1 - t", width: 1, breach: {froehlich: {failure: piping, volume: 1e4 m3, height: 1 m}}}}}'
says 3 "structures.w.weir.breach.froehlich: its mean width is 0.27 m, and its sides take 0.7 m of it" good.yaml \
    --set 'structures={w: {from: [0.1, 0.1], to: [1.9, 0.9], weir: {crest: 1, width: 1, breach: {froehlich: {failure: piping, volume: 1 m3, height: 1 m}}}}}'
says 3 "structures.w.weir.breach: 'at' is only for weirs along a line; remove it" good.yaml \
    --set 'structures={w: {from: [0.1, 0.1], to: [1.9, 0.9], weir: {crest: 1, width: 1, breach: {at: [1, 1], crest: 0, width: 1}}}}'
printf 'head,discharge\n0,1\n1,-2\n' >pump.csv
says 4 "pump.csv:3: column 'discharge', '-2': a pump does not run backward" good.yaml \
    --set 'structures={p: {from: [0.1, 0.1], pump: {curve: pump.csv}}}'
rated() { # TABLE MESSAGE
    printf "upstream,downstream,discharge\n$1" >sluice.csv
    says 4 "sluice.csv:$2" good.yaml --set 'structures={s: {from: [0.1, 0.1], to: [1.9, 0.9], rating: sluice.csv}}'
}
rated '1,0,2\n1,2,3\n' "3: column 'discharge', '3': water flows to the lower level: from 1 m to 2 m it is zero or less"
rated '1,1,2\n' "2: column 'discharge', '2': water flows to the lower level: from 1 m to 1 m it is zero"
rated '1,0,2\n1,0,2\n' "3: column 'downstream', '0': downstream levels must ascend, and 0 m is not above 0 m"
rated '2,0,2\n1,0,2\n' "3: column 'upstream', '1': upstream levels must ascend, and 1 m is not above 2 m"
rated '1,0,2\n1,1,0\n2,0,3\n3,0,4\n' "5: column 'upstream', '3': each upstream level needs the same 2 downstream levels, and 2 m has 1"
rated '1,0,2\n1,1,0\n2,0,3\n2,0.5,3\n' "5: column 'downstream', '0.5': each upstream level needs the same downstream levels: 1 m is expected here"
rated '1,0,2\n1,1,0\n2,0,3\n' "4: column 'upstream', '2': each upstream level needs the same 2 downstream levels, and the last one has 1"
rated '1,0,nan\n' "2: column 'discharge', 'nan'"
printf 'upstream,downstream,discharge\n1,0,2\n' >sluice.csv
says 3 "structures.s: missing key 'to'; only a pump may deliver to the outside" good.yaml --set 'structures={s: {from: [0.1, 0.1], rating: sluice.csv}}'
# tables of inflows
listed() { # ROW MESSAGE
    printf 'name,x,y,discharge\na,1,1,1\n%s\n' "$1" >places.csv
    says 4 "places.csv:3: $2" good.yaml --set 'inflow_table={csv: places.csv}'
}
listed 'a,1,1,1' "column 'name', 'a': line 2 has this name, too"
listed 'a b,1,1,1' "column 'name', 'a b': a name has letters, digits, '_' and '-', and no others"
listed 'b,1,1,much' "column 'discharge', 'much'"
printf 'name,x,y,discharge\nfar,99,1,1\n' >places.csv
says 3 "far, (99, 1), lies outside the mesh" good.yaml --set 'inflow_table={csv: places.csv}'
printf 't,q\n0,1\n1,1\n' >discharges.csv
says 4 "discharges.csv" good.yaml --set 'inflow_table={csv: places.csv, discharges: discharges.csv}'
# ground that moves
faults() { # ROW MESSAGE
    printf 'x,y,depth,strike,dip,rake,length,width,slip,start\n%s\n' "$1" >faults.csv
    says 4 "faults.csv:2: $2" good.yaml --set 'bed={faults: {csv: faults.csv}}'
}
faults '0,0,5,0,30,90,8,0,1,0' "column 'width', '0': must be above zero"
faults '0,0,5,0,95,90,8,2,1,0' "column 'dip', '95': must be above 0 and at most 90 degrees"
faults '0,0,0.4,0,30,90,8,2,1,0' "column 'depth', '0.4': the upper edge would lie 0.1 m above the ground"
faults '0,0,5,0,30,90,8,2,1,-1' "column 'start', '-1': must be zero or more"
faults '0,0,5,0,30,90,8,2,deep,0' "column 'slip', 'deep'"
printf 'longitude,latitude,depth,strike,dip,rake,length,width,slip\n140,38,5,0,30,90,8,2,1\n' >faults.csv
says 4 "faults.csv: column 'longitude': positions of faults are coordinates of the mesh" good.yaml --set 'bed={faults: {csv: faults.csv}}'
printf 'depth,strike,dip,rake,length,width,slip\n5,0,30,90,8,2,1\n' >faults.csv
says 4 "faults.csv: columns x and y are missing" good.yaml --set 'bed={faults: {csv: faults.csv}}'
: >a.asc
: >b.asc
says 3 "bed.rasters.times has 1 times for 2 rasters; each raster has one" good.yaml \
    --set 'bed={rasters: {raster: [a.asc, b.asc], times: [1 s]}}'
says 3 "bed.lifts.a.height is inf at cell 0" good.yaml --set 'bed={lifts: {a: {height: "1 / (x - x)"}}}'
# the Coriolis force
says 3 'meshes of longitudes and latitudes are not known: project the mesh to metres' good.yaml --set mesh.spherical=true
says 3 'physics.coriolis.latitude' good.yaml --set 'physics={coriolis: {latitude: 95 deg}}'
says 3 'physics.coriolis is inf at cell 0' good.yaml --set 'physics={coriolis: "1 / (x - x)"}'
# linear friction
says 3 'materials.all.linear_friction is -1 at cell 0' good.yaml --set 'materials.all.linear_friction="-1 + 0 * x"'
says 3 'materials.all.linear_friction' good.yaml --set 'materials.all.linear_friction=0.1 m'
# solutes
says 3 'boundaries.left.concentrations.dye: there is no such solute; the case has no' good.yaml \
    --set 'boundaries.left={level: 1, concentrations: {dye: 1}}'
says 3 'inflows.a.loads.die: there is no such solute; the first one is dye' good.yaml --set 'solutes={dye: {initial: 1}}' \
    --set 'inflows={a: {at: [0.1, 0.1], discharge: 0, loads: {die: 1}}}'
says 3 'solutes has 9 entries; at most 8 are known' good.yaml \
    --set 'solutes={a: {initial: 0}, b: {initial: 0}, c: {initial: 0}, d: {initial: 0}, e: {initial: 0}, f: {initial: 0}, g: {initial: 0}, h: {initial: 0}, i: {initial: 0}}'
says 3 'solutes.dye.rain: it does not rain; give materials.*.rain' good.yaml --set 'solutes={dye: {rain: 1}}'
says 3 'concentration_2 is of solute 2, and the case has 1' good.yaml --set 'solutes={dye: {initial: 1}}' \
    --set 'output={fields: {every: 1, variables: [concentration_2]}}'
says 3 "'depth' cannot be the name of a solute, as outputs are called so" good.yaml --set 'solutes={depth: {initial: 1}}'
says 3 "'max_dye' cannot be the name of a solute" good.yaml --set 'solutes={max_dye: {initial: 1}}'
for name in velocity_x discharge_y_m2_per_s depth_m x_m y_m distance_m time_s m3 m3_per_s; do
    says 3 "'$name' cannot be the name of a solute" good.yaml --set "solutes={$name: {initial: 1}}"
done
for name in 'a b' 'a/b' 'é'; do
    says 3 "the name '$name' must consist of letters, digits, '_' and '-'" good.yaml --set "solutes={$name: {initial: 1}}"
done
says 3 "of a solute has 65 letters; at most 64 are taken" good.yaml --set "solutes={$(printf 'a%.0s' {1..65}): {initial: 1}}"
says 3 "the solutes 'dye' and 'dye_per_s' have an output of one name, through_..._dye_per_s" good.yaml \
    --set 'solutes={dye_per_s: {initial: 1}, dye: {initial: 1}}'
says 3 "the solutes 'dye' and 'dye_time' have an output of one name, max_dye_time" good.yaml --set 'solutes={dye_time: {initial: 1}, dye: {initial: 1}}'
says 3 'concentration_1 is of solute 1, and the case has 0' good.yaml --set 'output={picture: {variable: concentration_1}}'
says 3 'solutes.dye.initial is -1 at cell 0' good.yaml --set 'solutes={dye: {initial: "-1 + 0 * x"}}'
says 3 'at most one of the keys decay, half_life' good.yaml --set 'solutes={dye: {decay: 1 1/s, half_life: 1 s}}'
says 3 'inflows.a.loads.dye is -1 at t = 0 s; it must be zero or more' good.yaml --set 'solutes={dye: {initial: 1}}' \
    --set 'inflows={a: {at: [0.1, 0.1], discharge: 0, loads: {dye: "t - 1"}}}'
printf 'time,c\n0,1\n1,-2\n' >c.csv
says 3 'boundaries.left.concentrations.dye is -2 at t = 1 s; it must be zero or more' good.yaml --set 'solutes={dye: {initial: 1}}' \
    --set 'boundaries.left={level: 1, concentrations: {dye: {csv: c.csv, after: hold}}}'
printf 'time,c (mg/l)\n0,1\n1,2\n' >c.csv
says 4 "the name of column 2, 'c (mg/l)', ends with a unit, and its numbers are taken as they are; remove the brackets" good.yaml \
    --set 'solutes={dye: {initial: 1}}' --set 'boundaries.left={level: 1, concentrations: {dye: {csv: c.csv, after: hold}}}'
says 3 'solutes.dye.half_life' good.yaml --set 'solutes={dye: {half_life: 0 s}}'
# between the places where it was looked at
code=0
"$eagre" run good.yaml -q --no-measure -o between --set 'materials.all.rain="abs(t - 0.05) < 1e-5 ? -1e-5 : 0"' \
    --set 'time={end: 0.3, dt: 0.1}' 2>stderr || code=$?
[ $code = 5 ] && grep -q "materials.all.rain is -1e-05 m/s at t = 0.05 s" stderr || fail "$code: $(cat stderr)"
says 3 "Then n is its inverse, 0.0333" good.yaml --set materials.all.manning=30
says 3 "unknown unit 'hrs'; did you mean 'h'?" good.yaml --set 'time.end=3 hrs'
says 3 "unknown unit 'sec'; did you mean 's'?" good.yaml --set 'time.end=3 sec'
says 3 "did you mean 'm3/s'?" good.yaml --set 'boundaries.left={discharge: 3 cumecs}'
