#!/bin/sh
# Asserts: sh asserts.sh SOURCE_DIR
#
# Fails, naming the module or the line, on
#   - a module of src/ that has fewer asserts per 1,000 lines than asserts.txt asks of it;
#   - a line of asserts.txt whose module does not exist;
#   - an assert that states nothing: of a constant.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL
table=tests/structure/asserts.txt
failed=0

fail() {
    printf '%s: %s\n' "$1" "$2"
    failed=1
}

for pair in $(sed 's/#.*//; s/^ *\([^ ][^ ]*\) *\([0-9][0-9]*\).*/\1:\2/' "$table"); do
    module=${pair%:*} least=${pair#*:}
    if [ ! -d "src/$module" ]; then
        fail "$table" "there is no src/$module"
        continue
    fi
    lines=$(find "src/$module" -type f -name '*.[ch]' -exec cat {} + | wc -l)
    asserts=$(find "src/$module" -type f -name '*.[ch]' -exec grep -h 'NH_ASSERT(' {} + | wc -l)
    [ $((asserts * 1000)) -ge $((lines * least)) ] ||
        fail "src/$module" "$asserts asserts in $lines lines; at least $least per 1,000 lines are asked for"
done

empty=$(grep -rnE --include='*.[ch]' 'NH_ASSERT\((true|[1-9][0-9]*)\)' src || true)
[ -z "$empty" ] || fail "$empty" "it states nothing"
[ "$failed" -eq 0 ] || exit 1
echo "the modules state what they rely on"
