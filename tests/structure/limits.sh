#!/bin/sh
# Constants of the upper modules, those of asserts.txt: sh limits.sh SOURCE_DIR
#
# Fails, naming file and line, on
#   - a budget of work or memory (nh_budget) that is not a name of the module's limits_private.h;
#   - a number that is given a name at the left edge of a file, without a comment on what it is.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL
here=tests/structure
failed=0
for module in $(sed 's/#.*//; s/^ *\([^ ]*\).*/\1/' "$here/asserts.txt"); do
    # No file of the project has a blank in its name.
    # shellcheck disable=SC2046
    awk -f "$here/limits.awk" $(find "src/$module" -type f -name '*.[ch]' | sort) || failed=1
done
[ "$failed" -eq 0 ] || exit 1
echo "budgets stand in their tables, and constants are explained"
