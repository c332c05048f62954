# Completion of nazo's command line for fish: nazo completion fish | source
function __nazo_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (nazo complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c nazo -f -a '(__nazo_complete)'
