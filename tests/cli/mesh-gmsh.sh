#!/bin/bash
# What eagre mesh asks of gmsh it gets, or says so; and gmsh and its folder end with the command, however that ends.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
cat >area.geojson <<'END'
{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [40, 0], [40, 20], [0, 20], [0, 0]]]}}
END
refused() { # CODE TEXT ARGUMENT...
    local code=$1 text=$2 got=0
    shift 2
    "$eagre" mesh area.geojson "$@" -o no.msh >out 2>&1 || got=$?
    [ $got = "$code" ] && grep -qF -- "$text" out || fail "mesh $*: $got, not '$text': $(cat out)"
    [ ! -e no.msh ] || fail "mesh $*: a file"
}
mkdir bin tmp
export TMPDIR=$work/tmp
cat >bin/gmsh <<'END'
#!/bin/sh
echo $$ >"$TMPDIR/../gmsh.pid"
exec sleep 1000
END
chmod +x bin/gmsh
for signal in KILL TERM HUP; do
    rm -f gmsh.pid
    PATH=$work/bin:$PATH "$eagre" mesh area.geojson --cell 2 -o no.msh -q &
    made=$!
    for ((i = 0; i < 3000; i++)); do [ -s gmsh.pid ] && break || sleep 0.1; done
    [ -s gmsh.pid ] && [ -n "$(ls tmp)" ] || fail "gmsh did not begin"
    kill -$signal $made
    wait $made && fail "SIG$signal did not end it"
    for ((i = 0; i < 3000; i++)); do
        [ -z "$(ls tmp)" ] && ! kill -0 "$(cat gmsh.pid)" 2>/dev/null && break || sleep 0.1
    done
    [ $i -lt 3000 ] || fail "SIG$signal: $(ls tmp), gmsh $(cat gmsh.pid)"
done
# a gmsh that gives the size up
cat >bin/gmsh <<'END'
#!/bin/sh
printf '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Elements\n1 2 1 2\n2 1 2 2\n1 1 2 3\n2 1 3 4\n$EndElements\n' >area.msh
END
PATH=$work/bin:$PATH refused 4 'gmsh has made 2 triangles, where --cell 0.5 needs about 7390' --cell 0.5
printf '#!/bin/sh\necho nothing >area.msh\n' >bin/gmsh
PATH=$work/bin:$PATH refused 4 'gmsh has made a file that holds no mesh of format 4.1' --cell 0.5
[ -z "$(ls tmp)" ] || fail "left: $(ls tmp)"

# sizes that no mesh has
PATH=$work/bin:$PATH
refused 2 '--cell is 1e-300 m, less than 1e-7 of the area' --cell 1e-300
refused 2 '--cell is 1e-06 m, less than 1e-7 of the area' --cell 1e-6
refused 2 'at most 2^31 - 1 are possible; choose larger cells' --cell 1e-5
printf 'x,y,size\n22,2,1e-9\n28,2,1e-9\n28,8,1e-9\n22,8,1e-9\n' >fine.csv
refused 2 'a size in --refine is 1e-09 m, less than 1e-7 of the area' --cell 2 --refine fine.csv
