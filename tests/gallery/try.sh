#!/bin/sh
# The comments at the head of the built-in models keep to models/README.md, and what they say is worth trying can be tried: try.sh SOURCE PROGRAM. Every
# option between backquotes is given to `run`, which must come to an end without an error or a warning; a motion that ends at a singular configuration is an
# end, and one that passes through such a configuration tells it, as vakonomic equations tell that they have no multipliers lambda.
set -u
source=$1
program=$2 # used by eval
export program
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
failed=0
complain() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

# form_of MODEL: what is wrong with the form of its comment. Items of lists are joined with their further lines.
form_of() {
    awk '
        function finish() {
            if (item == "") return
            if (is_try && item !~ /^- `--[^`]*`: .*\.$/) print "no option with what one sees: " item
            if (is_try) tries++
            item = ""
        }
        !/^#/ { exit }
        NR == 1 && !/^# [^ ]/ { print "no reference in the first line" }
        NR == 2 && $0 != "#" { print "no empty line after the reference" }
        NR == 3 && !/^# [A-Z]/ { print "no paragraph after the reference" }
        { dollars += gsub(/\$/, "$") }
        /^#$/ { finish(); is_try = 0; if (dollars % 2 == 1) print "a formula without an end before line " NR; dollars = 0; next }
        /^# Try:$/ { is_try = 1; next }
        /^# - / { finish(); item = substr($0, 3); next }
        /^#   / && item != "" { item = item " " substr($0, 5); next }
        /^# [^ ]/ && !is_try { next }
        { print "line " NR " is neither of a paragraph nor of a list" }
        END { finish(); if (dollars % 2 == 1) print "a formula without an end"; if (tries == 0) print "nothing to try" }' "$1"
}

for model in "$source"/models/*/*.nh; do
    name=$(basename "$model" .nh)
    form_of "$model" >"$work/form"
    while read -r fault; do complain "$name: $fault"; done <"$work/form"
    # the comments at the head as one line, then what is between backquotes and begins with --
    sed '/^[^#]/,$d; s/^# *//' "$model" | tr '\n' ' ' | tr '`' '\n' | sed -n '/^--/p' >"$work/options"
    while read -r options; do
        count=$((count + 1))
        eval "timeout 60 \"\$program\" run \"\$name\" $options" >"$work/out" 2>"$work/error"
        status=$?
        if { [ "$status" -ne 0 ] && [ "$status" -ne 3 ]; } || grep 'warning:' "$work/error" | grep -Eqv 'warning: (the motion passes|multipliers lambda)'; then
            case "$name $options" in
            'planar-chain --set N=3 --with closed') continue ;; # has no initial state, as it says
            esac
            complain "run $name $options: $status"
            sed -n 1,3p "$work/error"
        fi
    done <"$work/options"
done
echo "$count options, $failed failed"
[ "$count" -ge 74 ] && [ "$failed" -eq 0 ]
