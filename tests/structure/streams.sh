#!/bin/sh
# Random streams: sh streams.sh SOURCE_DIR
#
# Fails, naming file and line, on
#   - a number or a name that stands twice in src/base/streams.def;
#   - a generator in src/ that is made from another number than one of these;
#   - a stream that no file uses, or that two files use.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL

# No file of the project has a blank in its name.
# shellcheck disable=SC2046
exec awk '
    function complain(text) { print text; failed = 1 }
    FILENAME ~ /streams\.def$/ {
        if ($0 !~ /^NH_STREAM\(/) next
        split($0, part, /[(,] */)
        if (part[2] in named) complain(FILENAME ":" FNR ": the stream " part[2] " stands twice")
        if (part[3] in number) complain(FILENAME ":" FNR ": " part[2] " has the number of " number[part[3]])
        named[part[2]] = FILENAME ":" FNR
        number[part[3]] = part[2]
        next
    }
    FILENAME ~ /base\/random\.[ch]$/ { next }
    /nh_random_(make|of)\(/ {
        if (!match($0, /NH_STREAM_[A-Z_0-9]+/)) {
            complain(FILENAME ":" FNR ": a generator without a stream of streams.def")
            next
        }
        name = substr($0, RSTART + 10, RLENGTH - 10)
        if (name in user && user[name] != FILENAME)
            complain(FILENAME ":" FNR ": the stream " name " is that of " user[name])
        user[name] = FILENAME
    }
    END {
        for (name in named) if (!(name in user)) complain(named[name] ": nobody uses the stream " name)
        exit failed
    }' src/base/streams.def $(find src -type f -name '*.[ch]' | sort)
