#!/bin/sh
# Each public header stands alone, twice in a row, as C17 and as C++17: sh headers.sh SOURCE_DIR CC [CXX]
#
# Without a C++ compiler only the C half is done.

set -u
cd "$1" || exit 1
cc=$2
cxx=${3:-}
strict="-Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude"
failed=0
count=0

# try HEADER COMPILER...: the declaration keeps a header of macros alone from being an empty program.
try() {
    header=$1
    shift
    # shellcheck disable=SC2086
    printf '#include <%s>\n#include <%s>\nextern int nh_header_test;\n' "$header" "$header" | "$@" $strict - || {
        echo "include/$header: does not compile alone with: $*"
        failed=1
    }
}

for file in include/nonholo/*.h; do
    [ -e "$file" ] || continue
    header=${file#include/}
    count=$((count + 1))
    try "$header" "$cc" -x c -std=c17 -Wstrict-prototypes
    [ -z "$cxx" ] || try "$header" "$cxx" -x c++ -std=c++17
done
[ -n "$cxx" ] || echo "no C++ compiler: the headers were tried as C only"
[ "$failed" -eq 0 ] && echo "$count public headers stand alone"
exit "$failed"
