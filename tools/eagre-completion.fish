# Completion of the command eagre in fish: install it as eagre.fish in a folder of $fish_complete_path, such as
# /usr/share/fish/vendor_completions.d, or source it. eagre itself tells what may follow.
function __eagre_offers
    set -l words (commandline -opc)
    set -l start (commandline -ct)
    set -e words[1]
    eagre complete -- $words "$start" 2>/dev/null
end
complete -c eagre -f -n 'count (__eagre_offers) >/dev/null' -a '(__eagre_offers)'
