#!/bin/sh
# The equations of built-in models through LaTeX: latex.sh PROGRAM FOLDER [MODEL...]. Typesets the document that
# `derive MODEL --form all --as latex --standalone` prints and leaves FOLDER/MODEL.pdf, with the .tex and the .log beside. Fails on an
# error of TeX and on a line that sticks out into the margin by more than NH_LATEX_LIMIT points (default 20, a third of the margin).
# Without MODEL: all built-in models. NH_JOBS limits how many are typeset at once.
set -u

# The first TeX that is installed; none: exit status 3.
tex_program() {
    for name in pdflatex lualatex tectonic; do
        if command -v "$name" >/dev/null; then
            echo "$name"
            return 0
        fi
    done
    return 3
}

# run_tex TEX MODEL: in the folder of the file.
run_tex() {
    case $1 in
    tectonic) tectonic --keep-logs "$2.tex" ;;
    *) "$1" -interaction=nonstopmode -halt-on-error "$2.tex" ;;
    esac </dev/null >"$2.out" 2>&1
}

# How many points the widest line of a log sticks out, and how many lines more than the limit: "WIDEST COUNT".
overfull() {
    awk -v limit="${NH_LATEX_LIMIT:-20}" '
        /^Overfull .hbox \(/ { sub(/^[^(]*\(/, ""); w = $1 + 0; if (w > most) most = w; if (w > limit) count++ }
        END { printf "%.0f %d\n", most, count }' "$1"
}

# one PROGRAM FOLDER TEX MODEL: a line about it, and whether it is well.
one() {
    program=$1
    tex=$3
    model=$4
    cd "$2" || return 1
    rm -f "$model.pdf"
    if ! "$program" derive "$model" --form all --as latex --standalone --quiet -o "$model.tex"; then
        echo "FAILED $model: it cannot be derived"
        return 1
    fi
    if ! run_tex "$tex" "$model" || [ ! -s "$model.pdf" ]; then
        echo "FAILED $model: $tex stops: $(cat "$model.log" "$model.out" | grep -m 1 '^!'), see $2/$model.log"
        return 1
    fi
    # shellcheck disable=SC2046 # two numbers
    set -- $(overfull "$model.log")
    if [ "$2" -gt 0 ]; then
        echo "FAILED $model: $2 lines too wide, the widest by $1 pt"
        return 1
    fi
    echo "ok     $model"
}

if [ "${1:-}" = --one ]; then
    shift
    one "$@"
    exit
fi

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit 1
shift 2
tex=$(tex_program) || exit 3
[ $# -gt 0 ] || {
    # shellcheck disable=SC2046 # names of models have no blanks
    set -- $("$program" list --names)
}
[ $# -gt 0 ] || exit 1
printf '%s\n' "$@" | xargs -n 1 -P "${NH_JOBS:-2}" sh "$0" --one "$program" "$folder" "$tex"
