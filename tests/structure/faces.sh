#!/bin/sh
# What headers of src/ show has a user: sh faces.sh SOURCE_DIR
#
# Fails, naming the header, on
#   - a function that is declared there and stands in no other file than the one that defines it (src/, tests/, bench/, fuzz/), nor in a
#     macro or an inline function of the header: make it static;
#   - a *_private.h that one file alone includes: what is in it belongs in that file. Tables of budgets (limits_private.h) stand alone,
#     and what private-headers.txt names;
#   - a line of private-headers.txt that is no longer needed.
#
# Comments do not count.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL

folders=
for folder in src tests bench fuzz; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
# No file of the project has a blank in its name.
# shellcheck disable=SC2046,SC2086
exec awk -v leave=tests/structure/private-headers.txt '
    BEGIN {
        while ((getline line < leave) > 0) if (line !~ /^#/) is_named[line] = 1
    }
    FNR == 1 { inside = 0; is_header = FILENAME ~ /^src\/.*\.h$/ }
    # Takes the comments out of a line.
    {
        rest = $0
        line = ""
        while (rest != "") {
            at = index(rest, inside ? "*/" : "/*")
            if (!inside) line = line (at ? substr(rest, 1, at - 1) : rest)
            rest = at ? substr(rest, at + 2) : ""
            if (at) inside = !inside
        }
    }
    line ~ /^#include "[^"]*_private\.h"/ {
        split(line, part, "\"")
        if (!((part[2], FILENAME) in has_included)) includers[part[2]]++
        has_included[part[2], FILENAME] = 1
    }
    FILENAME ~ /_private\.h$/ { is_private[FILENAME] = 1 }
    # A declaration at the left edge, with the name before the first parenthesis. What has a body there is inline.
    is_header && line ~ /^[A-Za-z_]/ && line !~ /^(static|typedef)/ && line !~ /{$/ && match(line, /nh_[a-z0-9_A-Z]+\(/) {
        name = substr(line, RSTART, RLENGTH - 1)
        if (!(name in declared)) { declared[name] = FILENAME; place[name] = FILENAME ":" FNR }
    }
    {
        while (match(line, /nh_[A-Za-z0-9_]+/)) {
            name = substr(line, RSTART, RLENGTH)
            line = substr(line, RSTART + RLENGTH)
            count[name, FILENAME]++
            if (count[name, FILENAME] == 1) files[name]++
        }
    }
    END {
        for (name in declared)
            if (files[name] <= 2 && count[name, declared[name]] == 1) {
                print place[name] ": " name " has no user besides the file that defines it: make it static"
                failed = 1
            }
        for (file in is_private) {
            header = file
            sub(/^src\//, "", header)
            if (includers[header] >= 2 || header ~ /limits_private\.h$/ || header in is_named) continue
            print file ": one file includes it: what is in it belongs there"
            failed = 1
        }
        for (header in is_named)
            if (includers[header] != 1 || !(("src/" header) in is_private)) {
                print leave ": \"" header "\" needs no leave"
                failed = 1
            }
        exit failed
    }' $(find $folders -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.cpp' \) | sort)
