# Completion of docs for fish. docs itself says what fits at the cursor; fish quotes it.
#   once: docs completion fish > ~/.config/fish/completions/docs.fish

function __docs_complete
    set -l words (commandline -opc)
    for line in (command docs complete --fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c docs -f -a '(__docs_complete)'
