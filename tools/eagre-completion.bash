# Completion of the command eagre in bash: source this file, or install it as
# /usr/share/bash-completion/completions/eagre. eagre itself tells what may follow.
_eagre() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("${line%%$'\t'*}")
    done < <(eagre complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    case "${COMPREPLY[*]}" in *=) compopt -o nospace 2>/dev/null ;; esac
    return 0
}
complete -o default -F _eagre eagre
