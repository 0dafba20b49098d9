#compdef eagre
# Completion of the command eagre in zsh: install it as _eagre in a folder of $fpath, such as
# /usr/share/zsh/site-functions, or source it after compinit. eagre itself tells what may follow.
_eagre() {
    local line
    local -a whole open
    for line in "${(@f)$(eagre complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -n $line ]] || continue
        line=${${line//:/\\:}/$'\t'/:}
        if [[ $line == *= ]]; then open+=($line); else whole+=($line); fi
    done
    if (( $#open + $#whole == 0 )); then
        _files
        return
    fi
    (( $#whole )) && _describe -V eagre whole
    (( $#open )) && _describe -V eagre open -S ''
    return 0
}
if [[ $funcstack[1] == _eagre ]]; then
    _eagre "$@"
else
    compdef _eagre eagre
fi
