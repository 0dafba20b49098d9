#!/bin/bash
# Tables, rasters and expressions that are refused: file, line or cell, value, and a way out.
source "$EAGRE_SOURCE/tests/fail/expect.bash"

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
