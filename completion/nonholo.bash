# Completion for bash. Installed to share/bash-completion/completions/nonholo, where bash-completion finds it; or source
# it by hand.
# shellcheck shell=bash

# _nonholo_add WORD COMPGEN-ARGUMENT...: one candidate a line, so that blanks in the names of files do no harm.
_nonholo_add() {
    local word=$1 line
    shift
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@" -- "$word")
}

_nonholo_models() {
    _nonholo_add "$1" -W "$("${COMP_WORDS[0]}" list --names 2>/dev/null)"
    _nonholo_add "$1" -f -X '!*.nh'
    _nonholo_add "$1" -d -S /
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != */ ]] || compopt -o nospace 2>/dev/null
}

# _nonholo_list WORD NAMES: names with commas between them; the last one is completed.
_nonholo_list() {
    local before=""
    [[ $1 != *,* ]] || before=${1%,*},
    _nonholo_add "${1##*,}" -P "$before" -W "$2"
    compopt -o nospace 2>/dev/null
}

_nonholo() {
    local commands="check compare derive displacements eval help holds implies list report run show verify version"
    local topics="language functions formulations methods files commands options"
    local output="--json -o --quiet -q --help -h"
    local model="--set --init --with --without --seed $output"
    local motion="--from --to --step --at --form --variant --omega --rtol --atol --native --reactions --csv --columns --plot --picture --report"
    local evaluation="--states --digits --coefficients --form --variant --omega"
    local displacements="--states --field --omega --csv"
    local comparison="--forms --variant --omega --methods --from --to --step --at --rtol --atol --native --csv --columns --plot"
    local verification="--samples --digits"
    local judging="--equation --file --motion --assume --quick --form $verification"
    local implication="--given --then --assume"
    local derivation="--form --variant --omega --as --standalone"
    local forms="chetaev udwadia maggi voronec acceleration appell reduced chaplygin hamel hamilton routh vakonomic vakonomic-modified"
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        _nonholo_add "$word" -W "$commands --help --version"
        return
    fi
    case $previous in
    -o | --csv | --plot | --picture | --report | --states | --file)
        _nonholo_add "$word" -f
        return
        ;;
    --native)
        _nonholo_add "$word" -W "auto always never"
        return
        ;;
    --as)
        _nonholo_add "$word" -W "text latex json c claims"
        return
        ;;
    --form)
        _nonholo_add "$word" -W "$forms all"
        return
        ;;
    --variant)
        _nonholo_add "$word" -W "algebraic variational imposed"
        return
        ;;
    --omega)
        _nonholo_add "$word" -W "model zero least least60 kernel kernel60 mass"
        return
        ;;
    --forms)
        _nonholo_list "$word" "$forms"
        return
        ;;
    --methods)
        _nonholo_list "$word" "dop853"
        return
        ;;
    --set | --init | --with | --without | --seed | --from | --to | --step | --at | --rtol | --atol | --columns | --digits | --samples | --equation | --motion | --field | --assume | --given | --then) return ;;
    esac
    [[ $command != show ]] || model="--expanded $model"
    [[ $command != run ]] || model="$motion $model"
    [[ $command != compare ]] || model="$comparison $model"
    [[ $command != report ]] || model="--from --to --form --forms --variant --omega --rtol --atol --native $model"
    [[ $command != eval ]] || model="$evaluation $model"
    [[ $command != displacements ]] || model="$displacements $model"
    [[ $command != holds ]] || model="$judging $model"
    [[ $command != implies ]] || model="$implication $model"
    [[ $command != verify ]] || model="$verification $model"
    [[ $command != derive ]] || model="$derivation $model"
    case $command in
    help) _nonholo_add "$word" -W "$commands $topics" ;;
    list) _nonholo_add "$word" -W "--names --run $output" ;;
    show | check | compare | run | report | displacements | eval | holds | implies | verify | derive)
        if [[ $word == -* ]]; then
            _nonholo_add "$word" -W "$model"
        else
            _nonholo_models "$word"
        fi
        ;;
    *) _nonholo_add "$word" -W "--help -h" ;;
    esac
}

complete -F _nonholo nonholo
