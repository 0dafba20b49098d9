#!/bin/bash
# What others have written into files and names does not reach the terminal as commands: on each way that a text goes there,
# controls, bytes that are no UTF-8 and changes of direction are printed as \u001b and \x9b.
source "${EAGRE_SOURCE:?}/tests/fail/expect.bash"
export LC_ALL=C.UTF-8 # in which $'\u202e' is the character
esc=$'\033[31m' rlo=$'\u202e' csi=$'\u009b' raw=$'\x9b'

# shown TEXT COMMAND...: both streams have TEXT and nothing that a terminal obeys
shown() {
    local text=$1
    shift
    "$@" >out 2>&1 </dev/null || true
    grep -qiF -- "$text" out || fail "$*: no '$text' in: $(cat -v out)"
    if LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' out; then
        fail "$*: $(cat -v out)"
    fi
    iconv -f UTF-8 -t UTF-8 out >/dev/null || fail "$*: no UTF-8: $(cat -v out)"
}

# words of the command line
shown '\u001b[31mrun' "$eagre" "${esc}run"
shown '\x9brun' "$eagre" "${raw}run"
shown 'no-\u009b' "$eagre" run "no-$csi.yaml"
shown '\u202eyaml' "$eagre" info "${rlo}yaml"

# quoted lines of cases, with errors before and behind; titles
{ head -1 good.yaml && echo "modell: $esc" && tail -n +2 good.yaml; } >escape.yaml
shown 'modell: \u001b[31m' "$eagre" check escape.yaml
{ echo "titel: \"a${rlo}b\"" && cat good.yaml; } >direction.yaml
shown 'a\u202eb' "$eagre" check direction.yaml
{ echo "title: $raw" && tail -n +2 good.yaml; } >bytes.yaml
shown '\x9b' "$eagre" check bytes.yaml
sed "s/^title:.*/title: \"a${rlo}b é 水\"/" good.yaml >title.yaml
shown 'a\u202eb é 水' "$eagre" check title.yaml
"$eagre" run title.yaml -q --no-measure -o title
cp -r title "${rlo}é 水"
shown '\u202eé 水' "$eagre" report "${rlo}é 水"
shown '\u202eé 水' "$eagre" info "${rlo}é 水"
shown 'a\u202eb é 水' "$eagre" info title/case.yaml
shown 'a\u202eb' "$eagre" info title.yaml

# what meshes, JSON and tables hold
printf '$MeshFormat\n2.2 0 8\n$End%s\n' "$esc" >escape.msh
shown '[31m' "$eagre" info escape.msh
cp -r title json
printf '{"exit": \033]0;x\007}' >json/summary.json
shown '\u001b' "$eagre" report json
printf 't,depth\033[31m\n0,1\n1,2\n' >table.csv
shown '\u001b[31m' "$eagre" info table.csv

# what should stay does: tabs, other alphabets, ends of lines of Windows
sed 's/$/\r/' good.yaml >windows.yaml
sed -i 's/^title.*/titel: ü\t水\r/' windows.yaml
"$eagre" check windows.yaml >out 2>&1 && fail "titel is taken"
grep -qP 'titel: ü\t水' out && ! grep -qF '\u000d' out || fail "$(cat -A out)"
