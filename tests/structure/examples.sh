#!/bin/sh
# The examples in the comments of headers compile: sh examples.sh SOURCE_DIR CC
#
# What an example is, and how it becomes C, is said in examples.awk; examples.txt has the names that examples use without
# declaring them. So a call with other arguments than the function has now, or a field that is gone, is found.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL
cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

# No file of the project has a blank in its name.
# shellcheck disable=SC2046
count=$(awk -v out="$work" -f tests/structure/examples.awk tests/structure/examples.txt $(find include src -name '*.h' | sort))
failed=0
for file in "$work"/*.c; do
    [ -e "$file" ] || continue
    "$cc" -std=c17 -fsyntax-only -Wall -Wextra -Werror -Wno-unused -Wno-return-type -Wno-empty-body \
        -D_XOPEN_SOURCE=700 -Iinclude -Isrc "$file" || failed=1
done
[ "$failed" -eq 0 ] || exit 1
echo "$count examples compile"
