#!/bin/bash
# Completion: what `eagre complete` offers is what the tables of commands, options, templates and keys hold, and bash, fish and zsh,
# where they are installed, show that.
source "${EAGRE_SOURCE:?}/tests/lib.bash"
PATH=$EAGRE_BUILD:$PATH
export TERM=dumb
touch sea.yaml

offers() { # "WORD WORD" WORD...: the first words of what the line may end with
    local wanted=$1
    shift
    "$eagre" complete -- "$@" >out 2>err && [ ! -s err ] || fail "complete $*: $(cat err)"
    [ "$(cut -f1 out | tr '\n' ' ')" = "$wanted${wanted:+ }" ] || fail "complete $*: $(cat out)"
}
commands=$("$eagre" help | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/\1/p' | tr '\n' ' ')
offers "${commands% }" ''
offers 'converge check compare complete' c
for command in $commands; do
    options=$("$eagre" "$command" --help | sed -n 's|^  ....\(--[a-z-]*\) .*|\1|p' | tr '\n' ' ')
    offers "${options% }" "$command" --
done
offers '' run ''
offers '' run sea.yaml sea
offers '' telegraph ''
offers 'f32 f64 mixed' run --precision ''
offers 'x y z' picture run --normal ''
offers '' run -o ''
offers "$("$eagre" keys | grep '^time\.' | tr '\n' ' ' | sed 's/ $//; s/ /= /g; s/$/=/')" run --set time.
offers 'time.end=' converge --vary time.e
offers "$("$eagre" keys | grep '^mesh\.box' | tr '\n' ' ' | sed 's/ $//')" explain mesh.box
offers 'host host:'"$("$eagre" devices | sed -n 's/^host:\([0-9]*\) .*/\1/p')" bench --device ho
offers 'river rain-on-grid' init r
models='shallow-water advection acoustic elastic sh atmosphere poisson heat'
offers "$models" bench --model ''
offers "$models" schema ''
offers "$models" reference ''
"$eagre" complete -- run --strict >out
[ "$(cat out)" = "$(printf -- '--strict\tmakes verdicts errors: exit code 10')" ] || fail "$(cat out)"
"$eagre" complete run >out 2>err && fail 'words without --'

# bash
source "$EAGRE_SOURCE/tools/eagre-completion.bash"
in_bash() { # words of the line; the last one is to be completed
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _eagre
    echo "${COMPREPLY[*]}"
}
[ "$(in_bash eagre che)" = check ] || fail "bash: $(in_bash eagre che)"
[ "$(in_bash eagre run --set time.e)" = time.end= ] || fail "bash: $(in_bash eagre run --set time.e)"
[ -z "$(in_bash eagre run '')" ] || fail "bash: $(in_bash eagre run '')"

# fish
in_fish() { fish -N -c "source '$EAGRE_SOURCE/tools/eagre-completion.fish'; complete -C '$1'" | cut -f1 | tr '\n' ' '; }
if command -v fish >fish; then
    [ "$(in_fish 'eagre che')" = 'check ' ] || fail "fish: $(in_fish 'eagre che')"
    [ "$(in_fish 'eagre run --set time.e')" = 'time.end= ' ] || fail "fish: $(in_fish 'eagre run --set time.e')"
    [ "$(in_fish 'eagre run se')" = 'sea.yaml ' ] || fail "fish: $(in_fish 'eagre run se')"
else
    echo 'fish is not installed: not tried'
fi

# zsh, which completes on a terminal alone
cat >terminal.zsh <<'END'
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PS1='> '; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; $2; echo READ''Y"
all= part=
until [[ $all == *READY* ]]; do zpty -r shell part && all+=$part; done
zpty -w -n shell "$3"$'\t'
all= tries=0
until [[ $all == *"$4"* ]] || (( tries++ > 1000 )); do
    sleep 0.1
    while zpty -r -t shell part; do all+=$part; done
done
print -r -- "$all"
zpty -d shell
END
mkdir site-functions
cp "$EAGRE_SOURCE/tools/eagre-completion.zsh" site-functions/_eagre
in_zsh() { # FOLDER COMMAND LINE WANTED: what the line becomes
    local got
    got=$(zsh -f terminal.zsh "$@" | tr -d '\r')
    [[ $got == *"$4"* ]] || fail "zsh: $3: $got"
}
if command -v zsh >zsh; then
    sourced="source '$EAGRE_SOURCE/tools/eagre-completion.zsh'"
    in_zsh . "$sourced" 'eagre che' 'eagre check '
    in_zsh site-functions : 'eagre check --str' 'eagre check --strict '
    in_zsh site-functions : 'eagre run --set time.e' 'eagre run --set time.end='
    in_zsh site-functions : 'eagre run se' 'eagre run sea.yaml '
    in_zsh site-functions : 'eagre init r' 'A flood wave comes down'
else
    echo 'zsh is not installed: not tried'
fi
