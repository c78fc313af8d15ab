#!/bin/sh
# Every printed line with one slip is refuted, and gets a correction that is true: repairs.sh PROGRAM. The lines are those of repairs.txt; one whose KIND ends with - is
# refuted without a correction, which is known.
# shellcheck disable=SC2013 # names of files have no blanks in them
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") # used by eval
export program
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
corrected=0
failed=0
for file in $(grep -v '^#' repairs.txt | sed 's/ .*//' | sort -u); do
    words=$(sed -n '2s/^# *nonholo //p' "$file")
    eval "\"\$program\" $words --file '$file' --samples 6 --json --quiet" >"$work/out" 2>"$work/messages" </dev/null
    grep "^$file " repairs.txt >"$work/lines"
    while read -r _ label kind _; do
        count=$((count + 1))
        # the line itself, or the first member of its family
        grep -E "\{\"name\": \"$label(\[|\"|\.)" "$work/out" | head -n 1 >"$work/line"
        if grep -q '"words": "' "$work/line"; then
            corrected=$((corrected + 1))
        elif [ "${kind%-}" = "$kind" ] || ! grep -q '"verdict": "refuted"' "$work/line"; then
            echo "FAILED $file $label"
            sed 's/^/  /' "$work/line"
            failed=$((failed + 1))
        fi
    done <"$work/lines"
done
echo "$count slips, $corrected corrected, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
