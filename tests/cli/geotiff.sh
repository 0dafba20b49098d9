#!/bin/bash
# Rasters as GeoTIFF: by GDAL they give what ASCII grids give, bit by bit; what cannot be taken is refused by name, and without
# GDAL its package is named.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C
cat >case.yaml <<'END'
title: rasters
model: shallow-water
mesh: {box: {origin: [500000 m, 5000000 m], size: [30 m, 20 m], cells: [12, 8]}}
materials: {all: {elevation: {raster: BED}, manning: {raster: ROUGH}}}
initial: {level: 3 m}
boundaries: {left: wall, right: wall, bottom: wall, top: wall}
time: {steps: 5}
output: {gauges: {a: [500012 m, 5000008 m]}}
END
raster() { # FILE FACTOR SPACING: of 9 x 6 numbers, one missing beyond the mesh
    awk -v f="$2" -v d="$3" 'BEGIN { print "ncols 9\nnrows 6\nxllcorner 499995\nyllcorner 4999995\ncellsize " d "\nNODATA_value -9999"
        for (j = 0; j < 6; j++) { for (i = 0; i < 9; i++) printf "%s ", i != 8 || j ? f * ((i * 7 + j * 5) % 11) : -9999; print "" } }' >"$1"
}
raster bed.asc 0.25 5
raster rough.asc 0.0078125 6
refused() { # TEXT BED ROUGH
    sed "s/BED/$2/; s/ROUGH/$3/" case.yaml >bad.yaml
    local got=0
    "$eagre" check bad.yaml >out 2>&1 || got=$?
    [ $got = 4 ] && grep -qF -- "$1" out || fail "$got, not '$1': $(cat out)"
}
hash_of() { sed -n 's/.*"state_hash": "\(.*\)".*/\1/p' "$1/summary.json"; }
run() { # FOLDER BED ROUGH
    sed "s/BED/$2/; s/ROUGH/$3/" case.yaml >"$1.yaml"
    "$eagre" run "$1.yaml" -o "$1" -q --no-measure --device host:1
}

# without GDAL
printf 'II*\0\10\0\0\0' >cut.tif
EAGRE_GDAL=none refused 'cut.tif: this needs GDAL, which is not installed: libgdal.so was not found (Debian and Ubuntu install it with the package gdal-bin); or convert it to an ASCII grid elsewhere with gdal_translate -of AAIGrid' cut.tif rough.asc
EAGRE_GDAL=none run text bed.asc rough.asc

command -v gdal_translate >/dev/null || { echo 'no gdal_translate here'; exit 77; }
translate() { gdal_translate -q "$@"; }
translate -a_srs EPSG:32632 -ot Float32 bed.asc bed.tif
translate -a_srs EPSG:32632 -ot Float64 -co COMPRESS=DEFLATE -co TILED=YES rough.asc rough.tif
run tiff bed.tif rough.tif
[ "$(hash_of text)" = "$(hash_of tiff)" ] && [ -n "$(hash_of text)" ] || fail "$(hash_of text) of text, $(hash_of tiff) of GeoTIFF"
cmp text/gauges.csv tiff/gauges.csv
# numbers with a scale and an offset, and of another type
awk 'NR < 7 { print; next } { for (i = 1; i <= NF; i++) printf "%s ", $i == -9999 ? $i : ($i - 1) / 0.25; print "" }' bed.asc >scaled.asc
translate -a_srs EPSG:32632 -ot Int16 -a_scale 0.25 -a_offset 1 scaled.asc scaled.tif
run scaled scaled.tif rough.tif
[ "$(hash_of text)" = "$(hash_of scaled)" ] || fail "scaled: $(hash_of scaled)"
"$eagre" info bed.tif >info
grep -q '9 x 6' info && grep -q 'WGS 84 / UTM zone 32N' info || fail "$(cat info)"
"$eagre" picture bed.tif >/dev/null
[ -s bed.png ] || fail 'no picture'
"$eagre" verify tiff >/dev/null

# what is refused
refused 'cut.tif: GDAL cannot read it: ' cut.tif rough.asc
translate -a_srs EPSG:25833 rough.asc other.tif
refused 'other.tif is in ETRS89 / UTM zone 33N, but ' bed.tif other.tif
refused 'reproject it with gdalwarp -t_srs EPSG:32632' bed.tif other.tif
translate -a_srs EPSG:4326 -a_ullr 8 47 8.08 46.94 bed.asc degrees.tif
refused "degrees.tif: its coordinates are in degrees, those of a mesh in metres" degrees.tif rough.asc
translate -a_ullr 499995 5000025 500040 5000000 bed.asc oblong.tif
refused 'oblong.tif: its pixels are 5 wide and 4.166666666666667 high; make them square with gdalwarp -tr 5 5' oblong.tif rough.asc
translate -of GTiff -co PROFILE=BASELINE bed.asc bare.tif
rm -f bare.tif.aux.xml bare.tfw
refused 'bare.tif: has no georeference' bare.tif rough.asc
# a projection beside a grid of text counts, too, in ESRI's words
translate -of AAIGrid -a_srs EPSG:25833 rough.asc beside.asc
[ -s beside.prj ] || fail 'no beside.prj'
refused 'beside.asc is in ' bed.tif beside.asc
# coordinates in feet are refused, of both formats; values in feet are told, unless a scale says so
translate -a_srs EPSG:2263 bed.asc foot.tif
refused 'foot.tif: its coordinates are in US survey foot, those of a mesh in metres' foot.tif rough.asc
translate -of AAIGrid -a_srs EPSG:4326 rough.asc round.asc
refused 'round.asc: its coordinates are in degrees, those of a mesh in metres' round.asc rough.asc
unit() { # FILE UNIT: of bed.tif
    translate -of VRT bed.tif unit.vrt
    sed "s|</VRTRasterBand>|<UnitType>$2</UnitType>&|" unit.vrt >with.vrt
    translate with.vrt "$1"
}
check() { # SETTING...
    sed "s/BED/$1/; s/{raster: ROUGH}/0.03/" case.yaml >units.yaml
    "$eagre" check units.yaml --no-measure --device host:1 "${@:2}" >out 2>&1 || fail "$(cat out)"
}
unit feet.tif 'US survey foot'
check feet.tif
grep -q "verdict units: materials.all.elevation.raster: the values of .*feet.tif are in 'US survey foot', and those of a case in m: give scale: 0.3048" out || fail "$(cat out)"
check feet.tif --set materials.all.elevation.scale=0.3048
grep -q 'verdict units' out && fail "$(cat out)"
unit metre.tif metre
check metre.tif
grep -q 'verdict units' out && fail "$(cat out)"
true
