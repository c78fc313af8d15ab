#!/bin/sh
# Who includes whom: sh includes.sh SOURCE_DIR
#
# Fails, naming file and line, on
#   - an include in src/ that modules.txt does not allow, or of another module's *_private.h;
#   - an include in apps/ or include/ of anything but public headers, own headers and system headers;
#   - a library's header outside the module that hides it (libraries.txt);
#   - a folder in src/ that modules.txt does not know, and a cycle in modules.txt or among headers.
#
# Includes are written "module/file.h", or "file.h" within one folder.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL
here=tests/structure

folders=
for folder in src apps include; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done

# The table, the folders, then all includes as FILE:LINE:TEXT, in one stream for awk.
{
    sed 's/#.*//; s/^/module:/' "$here/modules.txt"
    sed 's/#.*//; s/^/library:/' "$here/libraries.txt"
    # shellcheck disable=SC2086
    find $folders -type f \( -name '*.[ch]' -o -name '*.def' \) | sed 's/^/file:/' | sort
    # shellcheck disable=SC2086
    find $folders -type f \( -name '*.[ch]' -o -name '*.def' \) -exec \
        grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]"<]' /dev/null {} + |
        sed 's/^/include:/' | sort -t: -k2,2 -k3,3n
} | awk -f "$here/includes.awk"
