#!/bin/bash
# Largest values as rasters at the end of a run: those that `eagre export` makes of maxima.vtkhdf; of several ranks too; listed, and
# removed with the run; what is wrong is refused before the run.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >case.yaml <<'END'
title: a dam
model: shallow-water
mesh: {box: {size: [20 m, 10 m], cells: [20, 10]}}
materials: {all: {elevation: {raster: bed.asc}}}
initial: {level: "x < 5 ? 2 : 0"}
boundaries: {left: wall, right: outflow, bottom: wall, top: wall}
time: {end: 1 s}
output: {picture: none, fields: {steps: 1000000}, maxima: {variables: [max_depth, arrival_time], rasters: {RASTERS}}}
END
printf 'ncols 5\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 5\n1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n' >bed.asc
run() { # FOLDER RASTERS ARGUMENT...
    sed "s|RASTERS|$2|" case.yaml >"$1.yaml"
    "$eagre" run "$1.yaml" -o "$1" -q --no-measure --device host:1 "${@:3}"
}
same() { # FOLDER OPTION...: each variable as export has it
    local folder=$1 name
    for name in max_depth arrival_time; do
        "$eagre" export "$folder/maxima.vtkhdf" --variable $name "${@:2}" -o $name.asc >/dev/null
        cmp $name.asc "$folder/maxima/$name.asc"
    done
}
run pixel 'pixel: 0.7 m, format: asc'
same pixel --pixel 0.7
grep -q -- '-9999' pixel/maxima/arrival_time.asc || fail 'no cell stayed dry'
"$eagre" verify pixel >/dev/null
cp pixel/maxima/max_depth.asc kept && echo >>pixel/maxima/max_depth.asc
! "$eagre" verify pixel >/dev/null 2>&1 || fail 'a changed raster was not found'
cp kept pixel/maxima/max_depth.asc
run like 'like: bed.asc, format: asc'
same like --like bed.asc
run pixel 'like: bed.asc, format: asc' --force --set 'output.maxima.variables=[max_depth]'
[ "$(ls pixel/maxima)" = max_depth.asc ] || fail "$(ls pixel/maxima)"
if command -v mpirun >/dev/null && grep -q EAGRE_MPI=1 "$EAGRE_BUILD/build.ninja"; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
    mpirun -q --oversubscribe -n 2 "$eagre" run like.yaml -o ranks -q --no-measure --device host:1 </dev/null
    cmp like/maxima/max_depth.asc ranks/maxima/max_depth.asc
fi

refused() { # CODE TEXT RASTERS
    local got=0
    sed "s|RASTERS|$3|" case.yaml >bad.yaml
    "$eagre" run bad.yaml -o bad -q --no-measure --device host:1 >out 2>&1 || got=$?
    [ $got = "$1" ] && grep -qF -- "$2" out || fail "$3: $got, not '$2': $(cat out)"
}
refused 3 'output.maxima.rasters' 'format: asc'
refused 3 'output.maxima.rasters' 'pixel: 1 m, like: bed.asc'
refused 3 'output.maxima.rasters.pixel' 'pixel: 0 m'
refused 4 'none.asc: cannot be opened' 'like: none.asc'
refused 7 'squares of 1e-06 m take about ' 'pixel: 1e-6 m, format: asc'
grep -q 'output.maxima.rasters.pixel: .* can be taken (.*); a pixel of [0-9.e+-]* m fits; --overcommit continues regardless$' out || fail "$(cat out)"
! "$eagre" check bad.yaml --no-measure --device host:1 >out 2>&1 && grep -q 'squares of 1e-06 m take about' out || fail "check: $(cat out)"
! "$eagre" export pixel/maxima.vtkhdf --variable max_depth --pixel 1e-6 -o a.asc >out 2>&1 && grep -q 'a side of [0-9.e+-]* m fits$' out ||
    fail "export: $(cat out)"
# the disk: snapshots and records that no disk has
got=0
"$eagre" run pixel.yaml -o bad -q --no-measure --device host:1 --set 'output={fields: {every: 1e-7 s}}' --set mesh.box.cells='[2000, 500]' >out 2>&1 || got=$?
[ $got = 6 ] && grep -qE 'output.fields.every: 10000001 snapshots of .* on the disk, and .* \(free in .*\); an interval of .* s fits' out || fail "$got: $(cat out)"
EAGRE_GDAL=none refused 4 "output.maxima.rasters: a GeoTIFF needs GDAL, which is not installed" 'pixel: 1 m'
[ ! -e bad/maxima.vtkhdf ] || fail 'a run that was refused wrote maxima'

command -v gdalinfo >/dev/null || { echo 'no gdalinfo here'; exit 77; }
gdal_translate -q -a_srs EPSG:32632 bed.asc bed.tif
sed -i 's/bed.asc/bed.tif/' case.yaml
run tiff 'pixel: 1 m'
gdalinfo tiff/maxima/max_depth.tif >out
grep -q 'LAYOUT=COG' out && grep -q '"EPSG",32632' out && grep -q 'Size is 20, 10' out || fail "$(cat out)"
gdal_translate -q -of AAIGrid tiff/maxima/max_depth.tif back.asc
"$eagre" export tiff/maxima.vtkhdf --variable max_depth --pixel 1 -o max_depth.asc >/dev/null
tokens() { sed 1,6d "$1" | tr -s ' \n' '\n\n' | grep .; }
paste <(tokens back.asc) <(tokens max_depth.asc) |
    awk 'NF == 2 { n++; if (($1 - $2) ^ 2 > 1e-10) exit 1 } END { if (n != 200) exit 1 }' || fail 'the GeoTIFF has other values'
