#!/bin/bash
# From files of a GIS to maps of a flood, with the commands of docs/first-hour.md: a small valley with a river, houses, a levee
# and gauges.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
export LC_ALL=C PATH=$EAGRE_BUILD:$PATH
command -v gdal_translate >/dev/null || { echo 'no gdal_translate here'; exit 77; }
# a valley of 1200 m by 800 m that falls by 3 in 1000, in pixels of 10 m; without data on its sides
awk 'BEGIN { print "ncols 120\nnrows 80\nxllcorner 500000\nyllcorner 5500000\ncellsize 10\nNODATA_value -9999"
    for (j = 0; j < 80; j++) { for (i = 0; i < 120; i++) { s = 395 - 10 * j; s = s < 0 ? -s : s
        printf "%g ", (s > 350 ? -9999 : 100 - 0.03 * i + 0.01 * s - (s < 20 ? 2 : 0)) } print "" } }' >valley.asc
gdal_translate -q -a_srs EPSG:25832 valley.asc valley.tif
features() { printf '{"type": "FeatureCollection", "features": [%s]}\n' "$2" >"$1.geojson"; }
feature() { # PROPERTIES TYPE COORDINATES, those of the valley
    local points
    points=$(sed -E 's/\[([-0-9.]+), ([-0-9.]+)\]/[50\1, 550\2]/g' <<<"$3")
    printf '{"type": "Feature", "properties": {%s}, "geometry": {"type": "%s", "coordinates": %s}}' "$1" "$2" "$points"
}
features openings "$(feature '"name": "inlet", "width": 60' Point '[0002, 0400]'),$(feature '"name": "outlet"' LineString '[[1199, 0050], [1199, 0750]]')"
features river "$(feature '' LineString '[[0000, 0400], [1200, 0400]]')"
features houses "$(feature '' Polygon '[[[0500, 0500], [0540, 0500], [0540, 0540], [0500, 0540], [0500, 0500]]]')"
features levee "$(feature '"name": "west bank", "crest": 99.2' LineString '[[0300, 0450], [0700, 0450]]')"
features gauges "$(feature '"name": "town"' Point '[0600, 0400]'),$(feature '"name": "mill"' Point '[0900, 0400]')"
printf 't [h],Q [m3/s]\n0,5\n0.2,60\n0.5,5\n' >hydrograph.csv

sed -n '/^```bash$/,/^```$/{/^```/!p}' "$EAGRE_SOURCE/docs/first-hour.md" |
    sed '/^eagre \(check\|run\)/s/ *#/ --no-measure --device host:1 -q --set time.end=2400 --set output.fields.every=2400 &/' >commands
[ "$(wc -l <commands)" = 4 ] || fail "commands: $(cat commands)"
bash -e commands >out 2>&1 || fail "$(cat out)"
[ "$(grep -vc '^ *\(#\|$\)' flood-map.yaml)" -le 32 ] || fail "the case has $(grep -vc '^ *\(#\|$\)' flood-map.yaml) lines"
head -1 flood-map.run/gauges.csv | grep -q 'town_depth_m,.*mill_depth_m' || fail "$(head -1 flood-map.run/gauges.csv)"
head -1 flood-map.run/balance.csv | grep -q 'through_west_bank_m3,.*out_inlet_m3.*out_outlet_m3' || fail "$(head -1 flood-map.run/balance.csv)"
"$eagre" verify flood-map.run >/dev/null
# the river is wet, its sides are dry, the map lies where the terrain does
gdal_translate -q -of AAIGrid flood-map.run/maxima/max_depth.tif depth.asc
gdalinfo flood-map.run/maxima/max_depth.tif | grep -q 'Size is 120, 80' || fail "$(gdalinfo flood-map.run/maxima/max_depth.tif)"
awk 'NR > 6 { n++; if (n == 40) river = $60; if (n == 10) side = $60; if (n == 1) none = $60 } END { exit !(river > 0.5 && side < 0.01 && none < -1000) }' depth.asc ||
    fail "the map is wrong: $(sed -n '46p;16p;7p' depth.asc)"
