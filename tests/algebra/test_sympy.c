/* Expressions of mechanics and SymPy's answers to them (sympy.txt, made by sympy_make.py): equal by the zero
 * test, and at random points. */
#include <stdio.h>
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/domain/identity.h"
#include "algebra/tidy/simplify.h"
#include "expr/inspect.h"
#include "expr/read/read.h"

#define MOST_UNKNOWN 0.01 /* share of those that are not decided */
enum { ROWS = 200, LONGEST = 2000, WAYS = 20, POINTS = 12 };

static const char *const coordinates[] = {"x", "y", "z", "r", "s", "th", "ph", "ps", "al", "q1", "q2", "q3"};
static const char *const parameters[] = {"m", "M",  "J",  "K",  "R",  "g",  "l",  "a",  "b", "c",
                                         "k", "m1", "m2", "m3", "l1", "l2", "l3", "J1", "J2"};
enum {
    COORDINATES = sizeof coordinates / sizeof *coordinates,
    PARAMETERS = sizeof parameters / sizeof *parameters,
    SYMBOLS = 2 * COORDINATES + PARAMETERS + 1
};

typedef struct fixture {
    nh_pool *pool;
    nh_read_names names;
    nh_expr symbols[SYMBOLS]; /* coordinates, parameters, t, velocities */
    nh_random random;
} fixture;

static fixture begin(nh_context *context, nh_arena *arena) {
    fixture f = {.pool = nh_pool_create(context), .random = nh_random_make(test_seed(), 31)};
    uint32_t count = 0;
    for (int i = 0; i < COORDINATES; i++)
        f.symbols[count++] = nh_expr_symbol_text(f.pool, NH_ROLE_COORDINATE, coordinates[i]);
    for (int i = 0; i < PARAMETERS; i++)
        f.symbols[count++] = nh_expr_symbol_text(f.pool, NH_ROLE_PARAMETER, parameters[i]);
    f.symbols[count++] = nh_expr_symbol_text(f.pool, NH_ROLE_TIME, "t");
    f.names = nh_read_names_of(f.pool, arena, count, f.symbols);
    for (int i = 0; i < COORDINATES; i++) f.symbols[count++] = nh_expr_dot(f.pool, f.symbols[i]);
    return f;
}

static nh_expr read_expr(fixture *f, const char *text) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &f->names, &e)) fail_msg("cannot read %s", text);
    return e;
}

/* The three parts of a line "WAY | EXPRESSION | ANSWER"; false for a comment. */
static bool split_line(char *line, char *part[3]) {
    if (line[0] == '#') return false;
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < 3; i++) {
        part[i] = line;
        char *bar = strstr(line, " | ");
        assert_true((bar == NULL) == (i == 2));
        if (bar == NULL) break;
        *bar = 0;
        line = bar + 3;
    }
    return true;
}

/* Whether both have the same values where both have some, and there is such a point. */
static bool agree(fixture *f, nh_expr a, nh_expr b) {
    const nh_expr both[] = {a, b};
    int known = 0;
    for (int k = 0; k < POINTS; k++) {
        long double values[SYMBOLS];
        evaluated v[2];
        for (int i = 0; i < SYMBOLS; i++) values[i] = nh_random_uniform(&f->random, k % 3 == 0 ? -2 : 0.1, 2);
        evaluate_all(f->pool, 2, both, &(point){.count = SYMBOLS, .symbols = f->symbols, .values = values}, v);
        if (!is_known(v[0]) || !is_known(v[1])) continue;
        if (!is_near(v[0], v[1])) return false;
        known++;
    }
    return known > 0;
}

typedef struct way {
    char name[20];
    int cases, unknown;
    uint64_t before, ours, theirs; /* operations: as given, as we simplify it, SymPy's answer */
} way;

static void count_operations(fixture *f, nh_arena *arena, nh_expr e, nh_expr answer, way *w) {
    nh_expr simple = nh_expr_simplify(f->pool, arena, e);
    uint64_t before = nh_expr_operations(f->pool, 1, &e), after = nh_expr_operations(f->pool, 1, &simple);
    if (!agree(f, e, simple)) fail_msg("the simplified one has other values");
    if (nh_expr_is_zero(f->pool, nh_expr_sub(f->pool, e, simple)) == NH_NO) fail_msg("the simplified one is refuted");
    w->before += before;
    w->ours += after;
    w->theirs += nh_expr_operations(f->pool, 1, &answer);
}

static way *way_of(way *ways, const char *name) {
    int i = 0;
    while (i < WAYS - 1 && ways[i].cases > 0 && strcmp(ways[i].name, name) != 0) i++;
    snprintf(ways[i].name, sizeof ways[i].name, "%s", name);
    return &ways[i];
}

PROTECTED_TEST(answers) {
    nh_arena *arena = nh_arena_create(context);
    fixture f = begin(context, arena);
    way ways[WAYS] = {0};
    int rows = 0, unknown = 0;
    char line[LONGEST + 2], *part[3];
    FILE *file = fopen(NH_TEST_SOURCE "/algebra/sympy.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        assert_non_null(strchr(line, '\n')); /* no line is longer */
        if (!split_line(line, part)) continue;
        nh_expr e = read_expr(&f, part[1]), answer = read_expr(&f, part[2]);
        nh_truth zero = nh_expr_is_zero(f.pool, nh_expr_sub(f.pool, e, answer));
        if (zero == NH_NO) fail_msg("refuted: %s = %s", part[1], part[2]);
        if (!agree(&f, e, answer)) fail_msg("other values: %s = %s", part[1], part[2]);
        way *w = way_of(ways, part[0]);
        w->cases++;
        w->unknown += zero == NH_UNKNOWN;
        unknown += zero == NH_UNKNOWN;
        count_operations(&f, arena, e, answer, w);
        rows++;
    }
    fclose(file);
    uint64_t ours = 0, theirs = 0;
    for (int i = 0; i < WAYS && ways[i].cases > 0; i++) {
        const way *w = &ways[i];
        print_message("%-12s %4d, unknown %4d; operations %5llu, simplified %5llu, SymPy %5llu\n", w->name, w->cases,
                      w->unknown, (unsigned long long)w->before, (unsigned long long)w->ours,
                      (unsigned long long)w->theirs);
        ours += w->ours;
        theirs += w->theirs;
    }
    assert_true(ours < theirs);
    print_message("unknown: %d of %d\n", unknown, rows);
    assert_int_equal(rows, ROWS);
    assert_true(unknown <= MOST_UNKNOWN * rows);
    nh_pool_destroy(f.pool);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
