#!/bin/sh
# What the commands print, whole: golden.sh PROGRAM [--write].
#
# golden/COMMAND.txt is a transcript: lines "$ nonholo ..." as one would type them in that folder, each with what it prints, messages
# among it, and its exit status in brackets where that is not 0. The lines are run again and the transcript is compared; --write puts
# the new one in its place: look at the difference before it is committed.
#
# What depends on the machine is not compared: the seconds of `compare` are a *, and so is where motions differ most that do not;
# numbers below 1e-8 are 0, but for 1e-10 and its like, which are settings; numbers with 8 to 18 digits are rounded to 6. Longer ones
# are certified.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
golden=$(cd "$(dirname "$0")" && pwd)/golden
task=${2:-compare}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# shellcheck disable=SC2317 # the transcripts call it
nonholo() {
    "$program" "$@"
}

mask() {
    awk '
    function rounded(number,    digits) {
        digits = number
        sub(/e.*/, "", digits)
        gsub(/[.]/, "", digits)
        sub(/^0*/, "", digits)
        if (length(digits) > 18) return number
        if (number ~ /[.e]/ && number !~ /^1e/ && number + 0 < 1e-8) return "0"
        return number ~ /[.]/ && length(digits) > 7 ? sprintf("%.6g", number) : number
    }
    function round_all(line,    done) {
        for (done = ""; match(line, /[0-9]+([.][0-9]+)?(e[-+][0-9]+)?/); line = substr(line, RSTART + RLENGTH))
            done = done substr(line, 1, RSTART - 1) rounded(substr(line, RSTART, RLENGTH))
        line = done line
        gsub(/-0([^0-9.]|$)/, "0&", line)
        gsub(/0-0/, "0", line)
        sub(/differ by at most 0 [(][^)]*[)]/, "differ by at most 0 (*)", line)
        sub(/"difference": 0, "column": "[^"]*", "t": [0-9.e-]*/, "\"difference\": 0, *", line)
        return line
    }
    /^  form .* seconds / { is_table = 1 }
    NF == 0 { is_table = 0 }
    is_table && NF > 4 && $1 != "form" { $5 = "*" }
    is_table { $1 = "  " $1 }
    { print round_all($0) }'
}

# The folder of the transcripts is copied: nothing is written there.
transcribe() {
    grep '^\$ ' "$1" | while IFS= read -r line; do
        printf '%s\n' "$line"
        (eval "${line#\$ }") >"$folder/out" 2>&1 </dev/null
        status=$?
        mask <"$folder/out"
        [ "$status" -eq 0 ] || echo "[$status]"
    done
}

cp "$golden"/* "$folder"
cd "$folder" || exit 1
LC_ALL=C SOURCE_DATE_EPOCH=0
export LC_ALL SOURCE_DATE_EPOCH
for file in "$golden"/*.txt; do
    transcribe "$file" >"$folder/transcript"
    if [ "$task" = --write ]; then
        cp "$folder/transcript" "$file"
    elif ! diff -u "$file" "$folder/transcript"; then
        failed=$((failed + 1))
        echo "FAILED ${file##*/}"
    fi
done
[ "$failed" -eq 0 ]
