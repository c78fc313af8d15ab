# Completion for bash. Installed to share/bash-completion/completions/nonholo, where bash-completion finds it; or source
# it by hand. What may come next is asked of the program: nonholo --complete WORD..., see apps/cli/commands/complete.c.
# shellcheck shell=bash

# _nonholo_add WORD COMPGEN-ARGUMENT...: one candidate a line, so that blanks in the names of files do no harm.
_nonholo_add() {
    local word=$1 line
    shift
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@" -- "$word")
}

_nonholo() {
    local word=${COMP_WORDS[COMP_CWORD]} line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :files) _nonholo_add "$word" -f ;;
        :models)
            _nonholo_add "$word" -f -X '!*.nh'
            _nonholo_add "$word" -d -S /
            ;;
        :more) compopt -o nospace 2>/dev/null ;;
        *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != */ ]] || compopt -o nospace 2>/dev/null
}

complete -F _nonholo nonholo
