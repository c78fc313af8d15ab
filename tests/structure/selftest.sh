#!/bin/sh
# Proves that the other scripts of this folder find what they look for: sh selftest.sh SOURCE_DIR [CC [CXX]]
#
# Each case makes a small tree with one fault and demands that the script fails and names the place.

set -eu
source=$(cd "$1" && pwd)
cc=${2:-cc}
cxx=${3:-}
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
trap 'exit 130' HUP INT TERM
cases=0
failures=0

# A faultless tree: two modules, an app, a public header.
plant() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/tests/base" "$tree/tests/num" "$tree/src/base" "$tree/src/num" "$tree/src/api" "$tree/apps/cli/help" \
        "$tree/include/nonholo" "$tree/docs" "$tree/models" "$tree/web/src"
    cp -R "$source/tests/structure" "$tree/tests/"
    printf '# no exemptions\n' >"$tree/tests/structure/long-functions.txt"
    printf '# none\n' >"$tree/tests/structure/own-headers.txt"
    printf 'base/arena_private.h\n' >"$tree/tests/structure/private-headers.txt"
    printf '# none\n' >"$tree/tests/structure/asserts.txt"
    printf '# none\n' >"$tree/tests/structure/examples.txt"
    printf 'src/base/arena.c malloc free\n' >"$tree/tests/structure/allowed-calls.txt"
    put include/nonholo/a.h '#ifndef A_H' '#define A_H' 'int nh_a(void);' '#endif'
    put src/base/arena.h '#include <stddef.h>' '#include <nonholo/a.h>'
    put src/base/arena_private.h '#include "base/arena.h"'
    put src/base/arena.c '#include "base/arena_private.h"' '#include "arena.h"' 'void *f(void) {' \
        '    return malloc(1);' '}'
    put src/num/ball.c '#include "base/arena.h"' '#include <flint/arb.h>' '/* exit(1); */' \
        'const char *s = "abort(); // {";' 'int g(struct hook *h) {' '    return h->free(1);' '}'
    put src/base/streams.def 'NH_STREAM(ONE, 1, "one")' 'NH_STREAM(TWO, 2, "two")'
    put src/num/draw.c 'void f(void) {' '    nh_random a = nh_random_make(seed, NH_STREAM_ONE), b;' \
        '    b = nh_random_of(context, NH_STREAM_TWO);' '}'
    put src/api/api.c '#include "num/ball.h"' '#include <nonholo/a.h>'
    put apps/cli/main.c '#include "main.h"' '#include <nonholo/a.h>' '#include <stdio.h>' 'int main(void) {' \
        '    printf("x");' '    exit(0);' '}'
    put apps/cli/main.h '#include <stdlib.h>'
}

# put FILE LINE...: writes the file.
put() {
    file=$tree/$1
    shift
    printf '%s\n' "$@" >"$file"
}

# lines N: that many statements.
lines() {
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) print "    x = " i ";" }'
}

check() {
    case $1 in
    examples) sh "$source/tests/structure/examples.sh" "$tree" "$cc" ;;
    headers) sh "$source/tests/structure/headers.sh" "$tree" "$cc" "$cxx" ;;
    *) sh "$source/tests/structure/$1.sh" "$tree" ;;
    esac
}

# passes SCRIPT TITLE: the tree as it is must pass.
passes() {
    cases=$((cases + 1))
    if ! output=$(check "$1" 2>&1); then
        failures=$((failures + 1))
        printf 'FAILED %s, %s: complains without need:\n%s\n' "$1" "$2" "$output"
    fi
}

# finds SCRIPT PLACE TITLE: the script must fail and name the place. Ends with a faultless tree again.
finds() {
    cases=$((cases + 1))
    if output=$(check "$1" 2>&1); then
        failures=$((failures + 1))
        printf 'FAILED %s, %s: not found\n' "$1" "$3"
    elif ! printf '%s\n' "$output" | grep -qF -e "$2"; then
        failures=$((failures + 1))
        printf 'FAILED %s, %s: does not name %s:\n%s\n' "$1" "$3" "$2" "$output"
    fi
    plant
}

test_includes() {
    passes includes "faultless tree"
    put src/base/text.c '' '#include "num/ball.h"'
    finds includes src/base/text.c:2 "upward include"
    put src/base/text.c '#include <num/ball.h>'
    finds includes src/base/text.c:1 "upward include in angle brackets"
    put src/num/ball.c '#  include "base/arena_private.h"'
    finds includes src/num/ball.c:1 "another module's private header"
    put src/num/ball.c '#include "../base/arena.h"'
    finds includes src/num/ball.c:1 "path with .."
    put src/num/ball.c '#include "arena.h"'
    finds includes src/num/ball.c:1 "header of another folder without its module"
    put src/num/ball.c '#include "nowhere/x.h"'
    finds includes src/num/ball.c:1 "unknown module"
    put src/num/ball.c '#include NAME'
    finds includes src/num/ball.c:1 "computed include"
    put src/api/api.c '#include <arb.h>'
    finds includes src/api/api.c:1 "FLINT outside num"
    put src/api/api.c '#include <suitesparse/klu.h>'
    finds includes src/api/api.c:1 "SuiteSparse outside num"
    put apps/cli/main.c '#include <gmp.h>'
    finds includes apps/cli/main.c:1 "GMP in an app"
    put apps/cli/main.c '#include "base/arena.h"'
    finds includes apps/cli/main.c:1 "private door of an app"
    put apps/cli/main.c '#include <base/arena.h>'
    finds includes apps/cli/main.c:1 "private door of an app in angle brackets"
    put apps/cli/main.c '#include "../view/page.h"'
    finds includes apps/cli/main.c:1 "app reaching out of its folder"
    put include/nonholo/a.h '#include "base/arena.h"'
    finds includes include/nonholo/a.h:1 "public header on a private one"
    put include/nonholo/a.h '#include <cblas.h>'
    finds includes include/nonholo/a.h:1 "public header on a hidden library"
    mkdir "$tree/src/extra" && put src/extra/x.c 'int x;'
    finds includes src/extra "unknown folder"
    put src/x.c 'int x;'
    finds includes src/x.c "file outside the modules"
    put tests/structure/modules.txt 'base: api' 'num: base' 'api: num'
    finds includes modules.txt "cycle in the table"
    put tests/structure/modules.txt 'base:' 'num: bass' 'api: all'
    finds includes modules.txt "unknown name in the table"
    put src/base/arena.h '#include "base/text.h"'
    put src/base/text.h '#include "base/arena.h"'
    finds includes src/base/arena.h "headers that include each other"
}

test_subjects() {
    printf '%s\n' 'num/ball.c num.balls' 'num/* num.balls' 'api/* base.arena' >"$tree/tests/structure/subjects.txt"
    put tests/base/test_arena.c 'int x;'
    put tests/num/test_balls.c 'int x;'
    passes subjects "faultless tree"
    put src/base/other.c 'int x;'
    finds subjects src/base/other.c "a file without a test"
    printf '%s\n' 'num/* num.balls' 'api/* base.arena' >"$tree/tests/structure/subjects.txt"
    put tests/num/test_balls.c 'int x;'
    finds subjects base.arena "a test that is gone"
    printf '%s\n' 'num/* num.balls' 'api/* num.balls' 'base/arena.c num.balls' >"$tree/tests/structure/subjects.txt"
    put tests/base/test_arena.c 'int x;'
    finds subjects '"base/arena.c"' "a line that no file needs"
}

test_streams() {
    passes streams "faultless tree"
    put src/base/streams.def 'NH_STREAM(ONE, 1, "one")' 'NH_STREAM(TWO, 1, "two")'
    finds streams src/base/streams.def:2 "a number twice"
    put src/base/streams.def 'NH_STREAM(ONE, 1, "one")' 'NH_STREAM(TWO, 2, "two")' 'NH_STREAM(ONE, 3, "one")'
    finds streams src/base/streams.def:3 "a name twice"
    put src/num/other.c '' 'nh_random a = nh_random_make(seed, 17);'
    finds streams src/num/other.c:2 "a number outside the table"
    put src/num/other.c 'nh_random a = nh_random_of(context, NH_STREAM_ONE);'
    finds streams src/num/other.c:1 "a stream of another file"
    put src/base/streams.def 'NH_STREAM(ONE, 1, "one")' 'NH_STREAM(TWO, 2, "two")' 'NH_STREAM(THREE, 3, "three")'
    finds streams src/base/streams.def:3 "a stream that nobody uses"
}

test_headers() {
    passes headers "faultless tree"
    put include/nonholo/b.h 'size_t nh_b(void);'
    finds headers include/nonholo/b.h "header that needs another"
    put include/nonholo/b.h 'enum { NH_B };'
    finds headers include/nonholo/b.h "header without guard"
    put include/nonholo/b.h '#ifndef B_H' '#define B_H' 'int nh_b();' '#endif'
    finds headers include/nonholo/b.h "declaration without prototype"
    [ -n "$cxx" ] || return 0
    put include/nonholo/b.h '#ifndef B_H' '#define B_H' 'int nh_b(int class);' '#endif'
    finds headers include/nonholo/b.h "header that is not C++"
}

# long_function LINES: a function of that many lines after a declaration over two lines.
long_function() {
    {
        printf 'static int before[] = {1, 2};\n\n/* { */\nstatic int\nlong_one(int x, int (*f)(void)) {\n'
        lines $(($1 - 3))
        printf '}\n\nvoid after(void) {}\n'
    } >"$tree/$2"
}

test_size() {
    passes size "faultless tree"
    lines 900 >"$tree/src/base/text.c"
    passes size "file of 900 lines"
    lines 901 >"$tree/src/base/text.c"
    finds size src/base/text.c "file of 901 lines"
    long_function 80 src/base/text.c
    passes size "function of 80 lines"
    long_function 81 src/base/text.c
    finds size "src/base/text.c:4: long_one has 81 lines" "function of 81 lines"
    long_function 90 apps/cli/x.c
    finds size "apps/cli/x.c:4: long_one" "long function in an app"
    long_function 90 src/base/text.c
    put tests/structure/long-functions.txt '# reason' 'src/base/text.c long_one the loop' ''
    passes size "long function with leave"
    long_function 9 src/base/text.c
    finds size long-functions.txt:2 "leave that nobody needs"
    {
        printf '#ifdef A\nint f(int x) {\n#else\nint f(long x) {\n#endif\n'
        lines 5
        printf '}\n#define OPEN \\\n    {\n'
        long_function 85 src/base/tail.c
        cat "$tree/src/base/tail.c"
        rm "$tree/src/base/tail.c"
    } >"$tree/src/base/text.c"
    finds size "long_one has 85 lines" "long function after unbalanced braces"
}

# a_line LENGTH: a comment with that many characters, one of which takes two bytes.
a_line() {
    printf '/* é%*s */\n' $(($1 - 7)) ''
}

test_lines() {
    a_line 120 >"$tree/src/base/text.c"
    passes size "line of 120 characters"
    for file in src/base/text.c src/base/text.h src/base/text.def include/nonholo/a.h apps/cli/x.c tests/base/test_x.c; do
        mkdir -p "$tree/${file%/*}"
        a_line 120 >"$tree/$file"
        a_line 121 >>"$tree/$file"
        finds size "$file:2: 121 characters" "line of 121 characters in $file"
    done
}

test_calls() {
    for call in 'malloc(1)' 'calloc (1, 2)' 'realloc(p, 3)' 'free(p)' 'strdup(s)' 'printf("x")' 'puts("x")' \
        'fputs("x", stdout)' 'fprintf(stderr, "x")' 'exit(1)' 'abort()'; do
        put src/num/ball.c '/* a' ' * b */ void f(void) {' "    $call;" '}'
        finds size src/num/ball.c:3 "$call in the library"
    done
    put src/base/arena.c 'void f(void) {' '    abort();' '}'
    finds size src/base/arena.c:2 "abort where only memory is allowed"
    # shellcheck disable=SC1003
    put src/num/ball.c '#define GIVE(p) \' '    free(p)'
    finds size src/num/ball.c:2 "call in a macro"
}

own_header() {
    put src/num/own.h 'int h(void);'
    put src/num/own.c '#include "num/own.h"'
}

test_folders() {
    passes folders "faultless tree"
    own_header
    finds folders src/num/own.h "open header that its own module alone includes"
    own_header
    put tests/structure/own-headers.txt '# so far' num/own.h
    passes folders "the same with leave"
    put src/api/own.c '#include "num/own.h"'
    finds folders own-headers.txt "leave that nobody needs"
    own_header
    put src/api/own.c '#include "num/own.h"'
    passes folders "open header with a user"
    for i in 1 2 3; do for k in 0 1 2 3 4 5 6 7 8 9; do put "src/num/file$i$k.c" 'int x;'; done; done
    finds folders src/num "folder with more than 30 files"
    for i in 1 2 3; do for k in 0 1 2 3 4 5 6 7 8 9; do put "apps/cli/file$i$k.c" 'int x;'; done; done
    finds folders apps/cli "folder of an app with more than 30 files"
}

test_faces() {
    passes faces "faultless tree"
    put src/num/own.h '/* nh_own(1) is' ' * nh_own(2). */' 'int nh_own(int x);' 'static inline int nh_inline(void) {' '}'
    put src/num/own.c '#include "num/own.h"' 'int nh_own(int x) {' '    return x > 0 ? nh_own(x - 1) : 0; // nh_own' '}'
    finds faces src/num/own.h:3 "function that its own file alone uses"
    put src/num/own.h 'int nh_own(int x);'
    put src/num/own.c 'int nh_own(int x) {' '}'
    put src/api/own.c '#include "num/own.h"' 'int x = nh_own(1);'
    passes faces "function with a user"
    put src/num/own.h '#define nh_add(a) nh_own(a)' 'int nh_own(int x);'
    rm "$tree/src/api/own.c"
    passes faces "function that a macro uses"
    put src/num/own_private.h 'int x;'
    put src/num/own.c '#include "num/own_private.h"'
    finds faces src/num/own_private.h "private header of one file"
    put src/num/own_private.h 'int x;'
    put src/num/own.c '#include "num/own_private.h"'
    put src/num/two.c '#include "num/own_private.h"'
    passes faces "private header of two files"
    printf 'num/own_private.h\n' >>"$tree/tests/structure/private-headers.txt"
    finds faces private-headers.txt "leave that nobody needs"
}

test_names() {
    passes names "faultless tree"
    put src/base/text.c 'static int keep_text(int x) {' 'static void (*const parsers[2])(int) = {' \
        'static const int sizes[] = {sizeof(int)};' 'typedef struct nh_ring {' '    int finding;' '} nh_ring;' \
        'static double' 'NH_PRINTF(1, 2)' 'static inline bool is_so(int x) {' '    static int keep;' '    keep(x);'
    passes names "verb and object, nouns"
    put src/base/text.c '' 'static int keep(int x) {'
    finds names src/base/text.c:2 "static function of one word"
    put src/base/text.h 'static inline const int *and (int x);'
    finds names src/base/text.h:1 "one that looks like an operator"
    put apps/cli/x.c 'static _Noreturn void fail(void) {'
    finds names apps/cli/x.c:1 "one in an app"
    put src/base/text.c 'static __attribute__((format(printf, 1, 2))) void say(const char *format, ...) {'
    finds names src/base/text.c:1 "one behind an attribute"
    put src/base/text.c '' 'typedef struct finding {' '    int x;' '} search;'
    finds names src/base/text.c:2 "tag that is a gerund"
    put src/base/text.c 'typedef struct {' '    int x;' '} nh_looking;'
    finds names src/base/text.c:3 "struct without tag that is a gerund"
    put src/base/text.h 'enum nh_text_going { NH_A };'
    finds names src/base/text.h:1 "enumeration that is a gerund"
    put src/base/text.c '' 'if (strcmp(job->form->name, "hamel") == 0) return;'
    finds names src/base/text.c:2 "a formulation that is asked for its name"
}

test_asserts() {
    passes asserts "faultless tree"
    put tests/structure/asserts.txt '# module least' 'num 10'
    { lines 99 && printf '    NH_ASSERT(x > 0);\n'; } >"$tree/src/num/text.c"
    rm "$tree/src/num/ball.c" "$tree/src/num/draw.c"
    passes asserts "one assert in 100 lines"
    lines 1 >>"$tree/src/num/text.c"
    finds asserts src/num "one assert in 101 lines"
    put tests/structure/asserts.txt 'nom 10'
    finds asserts asserts.txt "a module that is not there"
    put src/num/text.c 'void f(void) {' '    NH_ASSERT(true);' '}'
    finds asserts src/num/text.c:2 "an assert of nothing"
}

test_limits() {
    passes limits "faultless tree"
    put tests/structure/asserts.txt 'num 0'
    put src/num/limits_private.h 'enum {' '    NH_WORK_SUM = 1000, /* one sum */' '};' '#define NH_MEMORY_SUM (1 << 20) /* likewise */'
    put src/num/text.c '/* Rows and columns. */' 'enum { ROWS = 3 };' '#define NEAR 1e-3' '' 'enum kind { A, B };' \
        'enum {' '    LONG = 12, /* bytes */' '    LONGER = 24,' '};' '#define WORDS(x) #x' \
        'nh_budget b = {.work = NH_WORK_SUM, .memory = NH_MEMORY_SUM}, c = {.work = left / 2};'
    passes limits "budgets by their names, constants with comments"
    for line in 'enum { ROWS = 3 };' '#define NEAR 1e-3' '#define AREA (3 * 4)'; do
        put tests/structure/asserts.txt 'num 0'
        put src/num/text.c '' "$line"
        finds limits src/num/text.c:2 "constant without a comment"
    done
    put tests/structure/asserts.txt 'num 0'
    put src/num/text.c 'enum {' '    ROWS = 3,' '};'
    finds limits src/num/text.c:3 "enumeration without a comment"
    for budget in 3000 MOST_WORK '(uint64_t)MOST_WORK'; do
        put tests/structure/asserts.txt 'num 0'
        put src/num/text.c "nh_budget b = {.work = $budget};"
        finds limits src/num/text.c:1 "budget outside of the table"
    done
}

# an_example LINE...: a header with a function of two numbers and, before it, this example.
an_example() {
    {
        printf '/* Numbers.\n *\n'
        printf ' *     %s\n' "$@"
        printf ' *\n * So it goes. */\nint nh_number(int a, int b);\n'
    } >"$tree/src/num/number.h"
}

test_examples() {
    passes examples "faultless tree"
    an_example 'int a = nh_number(1, 2);   // three' 'if (nh_number(a, 2) == 0) ... a ...' 'double c = ...;' 'c = 0;'
    passes examples "example with things left out"
    an_example 'int a = nh_number(1, 2);' 'nh_number(a);'
    finds examples src/num/number.h:4 "call with an argument too few"
    an_example 'nh_number(1, 2, 3);'
    finds examples src/num/number.h:3 "call with an argument too many"
    an_example 'nh_numbers(1, 2);'
    finds examples src/num/number.h:3 "call of what is not there"
    an_example 'nh_number(here, 2);'
    finds examples src/num/number.h:3 "name that nobody knows"
    an_example 'nh_number(here, 2);'
    put tests/structure/examples.txt 'num/number.h extern int here;'
    passes examples "the same with its declaration"
    plant
    an_example 'a = b + nh_number;' 'x = 2 y'
    passes examples "formulas, which are no examples"
    plant
}

test_words() {
    passes words "faultless tree"
    put docs/a.md 'Code: `so many` and `"freedoms"`.' 'Degrees of freedom.'
    put src/base/text.c '/* "freedoms" of rows' ' * "as freedoms" */ const char *key = "freedoms";' 'int so_many; // of so_many'
    passes words "code, keys and comments"
    for place in README.md docs/a.md apps/cli/help/a.txt models/a.nh include/nonholo/a.h; do
        put "$place" '/*' ' * # So many of them. */'
        finds words "$place:2: \"so many\": write this many" "a word in $place"
    done
    for place in src/base/text.c src/base/text.def apps/cli/x.c web/src/a.ts; do
        put "$place" '/* a */ char *a = "x";' 'char *b = "the state" /* at' '*/ "so many \"freedoms\" of it";'
        finds words "$place:3: \"freedoms\": write degrees of freedom" "a word in a text of $place"
    done
    for place in src/base/text.c src/base/text.def src/base/text.h apps/cli/x.c web/src/a.ts; do
        for line in '/* so many' '/* a */ char *b = "x"; /* so many' 'int b; // so many' '/* a */ /* so many */ /*'; do
            put "$place" "$line" ' */'
            finds words "$place:1: \"so many\": write this many" "a word in a comment of $place"
        done
        put "$place" '/* a' ' * so many */ char *b = "*";'
        finds words "$place:2: \"so many\": write this many" "a word in the second line of a comment of $place"
    done
    put docs/words.md '| a | b | so many |' 'so many'
    finds words docs/words.md:2 "a word outside of the tables"
    put tests/structure/words.txt '# none'
    cases=$((cases + 1))
    if check words >/dev/null 2>&1; then
        failures=$((failures + 1))
        echo "FAILED words, an empty list: passes"
    fi
    plant
}

plant
test_includes
test_headers
test_streams
test_subjects
test_size
test_lines
test_calls
test_folders
test_faces
test_names
test_asserts
test_limits
test_examples
test_words
echo "$cases cases, $failures failures"
[ "$failures" -eq 0 ]
