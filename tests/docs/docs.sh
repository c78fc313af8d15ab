#!/bin/sh
# The pages are true: docs.sh SOURCE PROGRAM PAGE..., or --but FOLDER for all pages outside of it. Links lead to a file, and to a heading if they
# name one; every `./dev WORD` is a command of ./dev.
# The commands of a page run in its order, in an empty folder that also has the examples and the files that the page shows (steps.awk). Every
# `nonholo COMMAND` in an indented block succeeds; a block `$ nonholo COMMAND` shows what the command prints, with `...` for omitted lines.
# shellcheck disable=SC2013 # links and words have no blanks in them
set -u
source=$(realpath "$1")
program=$(realpath "$2")
cd "$source" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
count=0
complain() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

# anchors_of PAGE: the anchors of its headings, as GitHub makes them.
anchors_of() {
    awk '/^```/ { inside = !inside }
        !inside && /^#+ / { sub(/^#+ /, ""); gsub(/`/, ""); print tolower($0) }' "$1" | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

test_links() {
    for link in $(grep -o '](\([^) ]*\)[^)]*)' "$1" | sed 's/^](//; s/[ )].*//' | grep -v '^[a-z]*:' | sort -u); do
        count=$((count + 1))
        target=$1
        [ -z "${link%%#*}" ] || target=$(dirname "$1")/${link%%#*}
        if [ ! -e "$target" ]; then
            complain "$1: there is no $link"
        elif [ "$link" != "${link#*#}" ]; then
            anchors_of "$target" | grep -qxF -e "${link#*#}" || complain "$1: $target has no heading #${link#*#}"
        fi
    done
}

test_words() {
    for word in $(grep -o '\./dev [a-z][a-z]*' "$1" | sed 's/.* //' | sort -u); do
        count=$((count + 1))
        echo "$words" | grep -qx "$word" || complain "$1: ./dev has no command '$word'"
    done
}

# Whether the numbers that a command prints are the same on every machine, and no run time is among them.
prints_the_same() {
    case $1 in
    check | displacements | linearize | steady | verify | holds | implies | derive | show) return 0 ;;
    *) return 1 ;;
    esac
}

# show_command PAGE NUMBER LINE: the block from that line of the page on shows what the command prints.
show_command() {
    eval "set -- \"\$1\" \"\$2\" $3" # the pages are ours, and have quotes in them
    from=$(realpath "$1")
    line=$2
    shift 2
    (cd "$folder" && "$program" "$@") >"$work/printed" 2>&1 </dev/null
    if prints_the_same "$1"; then
        tail -n "+$line" "$from" | awk -f "$source/tests/docs/shown.awk" "$work/printed" -
    fi
}

run_command() {
    eval "set -- $1"
    (cd "$folder" && "$program" "$@") >/dev/null 2>&1 </dev/null
}

test_commands() {
    folder=$work/files
    rm -rf "$folder"
    mkdir "$folder"
    ln -s "$source/examples" "$source/models" "$folder"
    awk -f tests/docs/steps.awk "$1" >"$work/steps"
    while read -r step first rest; do
        count=$((count + 1))
        case $step in
        file) sed -n "${first},${rest%% *}p" "$1" >"$folder/${rest#* }" ;;
        run) run_command "$first $rest" || complain "$1: 'nonholo $first $rest' fails" ;;
        shown) show_command "$1" "$first" "$rest" || complain "$1: 'nonholo $rest' prints something else" ;;
        esac
    done <"$work/steps"
}

shift 2
pages=$*
if [ "$1" = --but ]; then
    pages=$(find . -name '*.md' -not -path "./$2/*" -not -path './build/*' -not -path './.git/*' -not -path '*/node_modules/*' | sort)
fi
words=$(./dev help | sed -n 's/^  \([a-z]*\) .*/\1/p')
for page in $pages; do
    test_links "$page"
    test_words "$page"
    test_commands "$page"
done
echo "$count links and commands in $(echo "$pages" | wc -l) pages"
echo "$((count - failed)) passed, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
