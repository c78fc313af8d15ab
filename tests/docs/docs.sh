#!/bin/sh
# The pages keep their word: docs.sh SOURCE PROGRAM. Links lead somewhere; every `./dev WORD` is a word of ./dev; every
# `nonholo COMMAND` in an indented block runs; what a block `$ nonholo check MODEL` or `derive`, `displacements`, `holds`, `implies`, `verify` of a built-in model shows is what it
# prints, `...` standing for lines that are left out.
# shellcheck disable=SC2013 # links and words have no blanks in them
set -u
source=$1
program=$2
cd "$source" || exit 1
failed=0
complain() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

pages=$(find . -name '*.md' -not -path './build/*' -not -path './.git/*' -not -path '*/node_modules/*' | sort)
words=$(./dev help | sed -n 's/^  \([a-z]*\) .*/\1/p')
count=0
for page in $pages; do
    for link in $(grep -o '](\([^)#]*\)[^)]*)' "$page" | sed 's/^](//; s/[#)].*//' | grep -v '^[a-z]*:' | sort -u); do
        count=$((count + 1))
        [ -e "$(dirname "$page")/$link" ] || complain "$page: there is no $link"
    done
    for word in $(grep -o '\./dev [a-z][a-z]*' "$page" | sed 's/.* //' | sort -u); do
        count=$((count + 1))
        echo "$words" | grep -qx "$word" || complain "$page: ./dev has no word '$word'"
    done
    grep '^    nonholo ' "$page" | sed 's/^    nonholo //; s/ *#.*//' | sort -u >"${TMPDIR:-/tmp}/nonholo-docs.$$"
    while IFS= read -r line; do
        count=$((count + 1))
        eval "set -- $line" # the pages are ours, and have quotes in them
        "$program" "$@" >/dev/null 2>&1 || complain "$page: 'nonholo $line' fails"
    done <"${TMPDIR:-/tmp}/nonholo-docs.$$"
    grep '^    \$ nonholo \(check\|displacements\|verify\|holds\|implies\|derive\) [a-z0-9-]*\( \|$\)' "$page" | sort -u >"${TMPDIR:-/tmp}/nonholo-docs.$$"
    while read -r _ _ line; do
        count=$((count + 1))
        eval "set -- $line"
        "$program" "$@" 2>/dev/null | awk -v command="    \$ nonholo $line" -f "$source/tests/docs/shown.awk" - "$page" ||
            complain "$page: 'nonholo $line' prints something else"
    done <"${TMPDIR:-/tmp}/nonholo-docs.$$"
    rm -f "${TMPDIR:-/tmp}/nonholo-docs.$$"
done
echo "$count links and commands in $(echo "$pages" | wc -l) pages"
echo "$((count - failed)) passed, $failed failed"
[ "$count" -gt 10 ] && [ "$failed" -eq 0 ]
