#!/bin/sh
# How large folders are, and what they show: sh folders.sh SOURCE_DIR
#
# Fails, naming the place, on
#   - a folder of src/ or apps/ with more than 30 files;
#   - an open header (one not called *_private.h) that nothing outside of its module includes, neither src/ nor tests/, bench/, fuzz/,
#     unless own-headers.txt names it;
#   - a line of own-headers.txt that is no longer needed.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL
most=30
failed=0

fail() {
    printf '%s: %s\n' "$1" "$2"
    failed=1
}

for folder in $(find src apps -type d | sort); do
    count=$(find "$folder" -maxdepth 1 -type f | wc -l)
    [ "$count" -le "$most" ] || fail "$folder" "$count files; a folder has $most at most: cut it by subjects"
done

named=tests/structure/own-headers.txt
folders=
for folder in src tests bench fuzz; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
# shellcheck disable=SC2086 # no folder has a blank in its name
grep -rEo '^#include "[^"]+"' --include='*.[ch]' --include='*.cpp' $folders | sed 's/:#include "/ /; s/"$//' >"${TMPDIR:-/tmp}/folders.$$"
trap 'rm -f "${TMPDIR:-/tmp}/folders.$$"' EXIT
for header in $(find src -name '*.h' ! -name '*_private.h' | sort); do
    name=${header#src/}
    module=${name%%/*}
    is_used=$(awk -v h="$name" -v own="src/$module/" '$2 == h && index($1, own) != 1 { print "yes"; exit }' "${TMPDIR:-/tmp}/folders.$$")
    is_named=$(grep -cx "$name" "$named" || true)
    if [ -z "$is_used" ] && [ "$is_named" -eq 0 ]; then
        fail "$header" "nothing outside of '$module' includes it: call it ${name%.h}_private.h"
    elif [ -n "$is_used" ] && [ "$is_named" -gt 0 ]; then
        fail "$named" "'$name' is used outside of its module: take the line away"
    fi
done
for name in $(grep -v '^#' "$named"); do
    [ -f "src/$name" ] || fail "$named" "there is no src/$name"
done
[ "$failed" -eq 0 ] || exit 1
echo "folders are within their limits, and open headers have users"
