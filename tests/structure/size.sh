#!/bin/sh
# How long things are, and what the library may not call: sh size.sh SOURCE_DIR
#
# Fails, naming file and line, on
#   - a line of C, of any folder, with more than 120 characters;
#   - a file of src/, apps/ or include/ with more than 900 lines;
#   - a function with more than 80 lines that long-functions.txt does not name;
#   - a call in src/ that takes memory, prints, or ends the process, and that allowed-calls.txt does not name;
#   - a line of long-functions.txt that is no longer needed.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL
here=tests/structure

folders=
for folder in src apps include tests bench fuzz examples; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
# No file of the project has a blank in its name.
# shellcheck disable=SC2046,SC2086
exec awk -f "$here/size.awk" "$here/long-functions.txt" "$here/allowed-calls.txt" \
    $(find $folders -type f \( -name '*.[ch]' -o -name '*.def' \) | sort)
