export const fish = `# Completion of modelrack for fish: modelrack completion fish > ~/.config/fish/completions/modelrack.fish
function __modelrack_complete
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    set -l lines (modelrack complete "=$current" $words[2..-1] 2>/dev/null)
    if test "$lines[1]" = files
        set -l before (string match -r -- '^--[^=]+=' "$current")
        for file in (__fish_complete_path (string replace -- "$before" '' "$current"))
            printf '%s%s\\n' "$before" $file
        end
        return
    end
    for line in $lines[2..-1]
        printf '%s\\n' $line
    end
end
complete -c modelrack -f -a '(__modelrack_complete)'
`;
