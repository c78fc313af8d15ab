#!/bin/sh
# Slips of the papers that `holds` corrects itself: corrections.sh PROGRAM [STEP]. Every line of corrections.txt, of every STEP-th file.
# shellcheck disable=SC2013 # names of files have no blanks in them
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") # used by eval
step=${2:-1}
export program
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
failed=0
number=0
for file in $(grep -v '^#' corrections.txt | sed 's/ .*//' | sort -u); do
    number=$((number + 1))
    [ $(((number - 1) % step)) -eq 0 ] || continue
    words=$(sed -n '2s/^# *nonholo //p' "$file")
    eval "\"\$program\" $words --file '$file' --samples 6 --json --quiet" >"$work/out" 2>"$work/messages" </dev/null
    grep "^$file " corrections.txt >"$work/lines"
    while read -r _ label said; do
        count=$((count + 1))
        grep -F "{\"name\": \"$label\"" "$work/out" | grep -qF "\"words\": \"$said\"" || {
            echo "FAILED $file $label: not corrected $said"
            grep -F "{\"name\": \"$label\"" "$work/out" | sed 's/.*"repairs"/  "repairs"/'
            failed=$((failed + 1))
        }
    done <"$work/lines"
done
echo "$count slips, $failed not corrected"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
