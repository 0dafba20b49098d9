# Completion of the command eagre in bash: source this file, or install it as
# /usr/share/bash-completion/completions/eagre. Commands, options and keys are asked of eagre itself.
_eagre() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local words=
    if [ "$COMP_CWORD" = 1 ]; then
        words=$(eagre help 2>/dev/null | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
    elif [ "$before" = --set ]; then
        words=$(eagre keys 2>/dev/null | sed 's/$/=/')
    elif [ "$before" = --device ]; then
        words="auto checked $(eagre devices 2>/dev/null | sed -n '2,$s/ .*//p')"
    elif [ "$before" = --precision ]; then
        words="f32 f64"
    elif [ "$before" = --model ]; then
        words=$(eagre bench --help 2>/dev/null | sed -n '/^models$/,/^$/s/^  //p')
    elif [ "$command" = schema ] && [ "${word#-}" = "$word" ]; then
        words=$(eagre explain model 2>/dev/null | sed -n 's/^ *value *//p' | sed 's/,/ /g; s/ or / /')
    elif [ "$before" = --order ]; then
        words="1 2 3 4 5 6 7 8 9 10 11 12"
    elif [ "$command" = explain ] && [ "${word#-}" = "$word" ]; then
        words=$(eagre keys 2>/dev/null)
    elif [ "$command" = init ] && [ "${word#-}" = "$word" ]; then
        words=$(eagre init --help 2>/dev/null | sed -n '/^templates/,/^$/s/^  \([^ ]*\).*/\1/p')
    fi
    if [ -z "$words" ] && [ "${word#-}" != "$word" ]; then
        words=$(eagre "$command" --help 2>/dev/null | sed -n 's/^  ....\(--[a-z-]*\) .*/\1/p')
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    case "${COMPREPLY[*]}" in *=) compopt -o nospace 2>/dev/null ;; esac
    return 0
}
complete -o default -F _eagre eagre
