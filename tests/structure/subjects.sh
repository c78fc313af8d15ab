#!/bin/sh
# From each source file to its test: sh subjects.sh SOURCE_DIR [FILE]
#
# With FILE, such as src/facts/rank.c, it prints the tests of that file. Otherwise it fails, naming the place, on
#   - a file src/MODULE/.../NOUN.c without a test tests/MODULE/test_NOUN.c, or, where NOUN is several words, one that is named after its first
#     or its last ones, unless subjects.txt names the tests;
#   - a line of subjects.txt that no file needs, or that names a test that is not there.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL
table=tests/structure/subjects.txt
tests=$(find tests -name 'test_*.c' -o -path 'tests/*/*.sh' | sed -E 's#tests/##; s#/test_(.*)\.c$#.\1#; s#\.sh$##; s#/#.#g; s#^cli\.cli$#cli#' | tr '\n' ' ')
find src -name '*.c' | sort | awk -v tests="$tests" -v table="$table" -v wanted="${2:-}" '
    # pattern(TEXT): a regular expression for a pattern in which * stands for anything.
    function pattern(text) {
        gsub(/\./, "[.]", text)
        gsub(/\*/, ".*", text)
        return "^src/" text "$"
    }
    # named_test(MODULE, NOUN): the test that is named after the file, or "".
    function named_test(module, noun, head, tail) {
        head = tail = noun
        while (1) {
            if ((module "." head) in is_test) return module "." head
            if (!sub(/_[^_]*$/, "", head)) break
        }
        while (sub(/^[^_]*_/, "", tail))
            if ((module "." tail) in is_test) return module "." tail
        return ""
    }
    BEGIN {
        count = split(tests, list, " ")
        for (i = 1; i <= count; i++) is_test[list[i]] = 1
        while ((getline line <table) > 0) {
            if (line ~ /^#/ || line !~ /[^ ]/) continue
            split(line, fields, " ")
            sub(/^[^ ]* */, "", line)
            patterns[++lines] = fields[1]
            named[lines] = line
        }
    }
    {
        split($0, folders, "/")
        noun = $0
        sub(/^.*\//, "", noun)
        sub(/\.c$/, "", noun)
        found = named_test(folders[2], noun)
        for (i = 1; found == "" && i <= lines; i++)
            if ($0 ~ pattern(patterns[i])) { found = named[i]; used[i] = 1 }
        if ($0 == wanted) print found
        if (found == "") { print $0 ": no test is named after it, and " table " names none"; failed = 1 }
    }
    END {
        for (i = 1; i <= lines; i++) {
            if (!used[i]) { print table ": no file needs the line \"" patterns[i] "\""; failed = 1 }
            count = split(named[i], list, " ")
            for (j = 1; j <= count; j++)
                if (!(list[j] in is_test)) { print table ": there is no test " list[j]; failed = 1 }
        }
        if (failed) exit 1
        if (wanted == "") print "each source file leads to its tests"
    }'
