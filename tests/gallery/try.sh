#!/bin/sh
# What the comments of the built-in models say is worth trying can be tried: try.sh SOURCE PROGRAM. Every option between backquotes is given to `run`, which
# must come to an end without an error or a warning; a motion that ends at a singular place is an end, and one that passes through such a place tells it.
set -u
source=$1
program=$2 # used by eval
export program
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
failed=0
for model in "$source"/models/*/*.nh; do
    name=$(basename "$model" .nh)
    # the comments at the head as one line, then what stands between backquotes and begins with --
    sed '/^[^#]/,$d; s/^# *//' "$model" | tr '\n' ' ' | tr '`' '\n' | sed -n '/^--/p' >"$work/options"
    while read -r options; do
        count=$((count + 1))
        eval "timeout 60 \"\$program\" run \"\$name\" $options" >"$work/out" 2>"$work/error"
        status=$?
        if { [ "$status" -ne 0 ] && [ "$status" -ne 3 ]; } || grep 'warning:' "$work/error" | grep -qv 'warning: the motion passes'; then
            case "$name $options" in
            'planar-chain --set N=3 --with closed') continue ;; # has no start, as it says
            esac
            echo "FAILED run $name $options: $status"
            sed -n 1,3p "$work/error"
            failed=$((failed + 1))
        fi
    done <"$work/options"
done
echo "$count options, $failed failed"
[ "$count" -ge 80 ] && [ "$failed" -eq 0 ]
