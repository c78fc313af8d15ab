/* Systems for tests of the integration of Pfaffian forms, and the judgement of what is found: by numbers at random
 * points, with an evaluator that the library does not have. Its differential is a combination of the forms, and of the
 * differentials of the functions that the forms were made from; all of them together are independent. */
#ifndef NH_TESTS_POTENTIAL_H
#define NH_TESTS_POTENTIAL_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/pfaff/potential.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/read/read.h"

enum { SYMBOLS = 26, MOST_ROWS = 4, MOST_COLUMNS = 26, POINTS = 6 };

static const char *const words[SYMBOLS] = {"x",  "y",  "z",  "u",  "v", "w", "th", "ph", "ps", "q0", "q1", "q2", "q3",
                                           "x1", "y1", "x2", "y2", "a", "b", "R",  "al", "be", "m",  "k",  "c",  "s"};

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
    nh_expr symbols[SYMBOLS + 1]; /* t is the last */
    nh_random random;
} fixture;

static inline fixture begin(nh_context *context) {
    fixture f = {nh_pool_create(context), nh_arena_create(context), .random = nh_random_make(test_seed(), 11)};
    for (int i = 0; i < SYMBOLS; i++) {
        nh_role role = i < 17 ? NH_ROLE_COORDINATE : NH_ROLE_PARAMETER;
        f.symbols[i] = nh_expr_symbol_text(f.pool, role, words[i]);
    }
    f.symbols[SYMBOLS] = nh_expr_symbol_text(f.pool, NH_ROLE_TIME, "t");
    f.names = nh_read_names_of(f.pool, f.arena, SYMBOLS + 1, f.symbols);
    return f;
}

static inline void end(fixture *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

static inline nh_expr read_expr(fixture *f, const char *text, size_t length) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, length, NULL, &f->names, &e)) fail_msg("cannot read %.*s", (int)length, text);
    return e;
}

/* Expressions between semicolons. */
static inline uint32_t read_list(fixture *f, const char *text, nh_expr *result) {
    uint32_t count = 0;
    while (*text) {
        size_t length = strcspn(text, ";");
        result[count++] = read_expr(f, text, length);
        text += length + (text[length] == ';');
    }
    return count;
}

static const char *text_of(fixture *f, nh_expr e) {
    nh_text text = nh_text_begin(f->arena);
    nh_expr_print(f->pool, &text, e);
    return nh_text_string(&text);
}

/* ---- numbers ---- */

/* The rank of the rows and what is left of the last one after the others were taken from it, next to what it was. */
static inline int eliminate(int rows, int columns, long double a[][MOST_COLUMNS], long double *left) {
    int rank = 0;
    long double before = 0;
    bool used[2 * MOST_ROWS + 1] = {false};
    for (int j = 0; j < columns; j++) before = fmaxl(before, fabsl(a[rows - 1][j]));
    for (; rank < rows; rank++) {
        int row = -1, column = 0;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                if (!used[i] && i < rows - 1 && (row < 0 || fabsl(a[i][j]) > fabsl(a[row][column])))
                    row = i, column = j;
        if (row < 0 || fabsl(a[row][column]) < 1e-12L) break;
        used[row] = true;
        for (int i = 0; i < rows; i++) {
            long double factor = used[i] ? 0 : a[i][column] / a[row][column];
            for (int j = 0; j < columns; j++) a[i][j] -= factor * a[row][j];
        }
    }
    *left = 0;
    for (int j = 0; j < columns; j++) *left = fmaxl(*left, fabsl(a[rows - 1][j]) / (before > 0 ? before : 1));
    return rank + (*left > 1e-9L);
}

/* Rows of expressions at a point; false where one has no value. */
static inline bool values_at(fixture *f, int rows, uint32_t columns, const nh_expr *e, const point *at,
                             long double a[][MOST_COLUMNS]) {
    evaluated v[2 * MOST_ROWS * MOST_COLUMNS];
    evaluate_all(f->pool, (size_t)rows * columns, e, at, v);
    for (int i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            evaluated value = v[(size_t)i * columns + j];
            if (!is_known(value) || value.error > 1e-10L * (1 + fabsl(value.value))) return false;
            a[i][j] = value.value;
        }
    return true;
}

static inline point draw_point(fixture *f, long double *values) {
    for (int i = 0; i <= SYMBOLS; i++) values[i] = 0.15L + 0.8L * nh_random_unit(&f->random);
    return (point){.seed = 1, .count = SYMBOLS + 1, .symbols = f->symbols, .values = values};
}

/* Whether the last of the rows depends on the others (1), does not (0), wherever it has a
 * value; -1: it never has one. */
static inline int last_depends(fixture *f, int rows, uint32_t columns, const nh_expr *e) {
    int answer = -1;
    for (int i = 0, seen = 0; i < 20 * POINTS && seen < POINTS; i++) {
        long double values[SYMBOLS + 1], a[2 * MOST_ROWS + 1][MOST_COLUMNS] = {{0}}, left;
        point at = draw_point(f, values);
        if (!values_at(f, rows, columns, e, &at, a)) continue;
        eliminate(rows, (int)columns, a, &left);
        seen++;
        if (left > 1e-9L) return 0;
        answer = 1;
    }
    return answer;
}

/* ---- one system ---- */

typedef struct problem {
    nh_pfaffian system;
    uint32_t known_count;
    nh_expr known[MOST_ROWS];
} problem;

static inline void check_span(fixture *f, const problem *p, nh_expr g) {
    uint32_t n = p->system.count, rank = p->system.rank;
    nh_expr *e = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)(rank + p->known_count + 1) * n);
    memcpy(e, p->system.forms, (size_t)rank * n * sizeof *e);
    nh_expr_gradient(f->pool, g, n, p->system.variables, e + (size_t)rank * n);
    if (last_depends(f, (int)rank + 1, n, e) != 1) fail_msg("not in the span: d(%s)", text_of(f, g));
    if (p->known_count < rank) return;
    for (uint32_t i = 0; i < rank; i++)
        nh_expr_gradient(f->pool, p->known[i], n, p->system.variables, e + (size_t)i * n);
    if (last_depends(f, (int)rank + 1, n, e) != 1) fail_msg("no function of what is known: %s", text_of(f, g));
}

static inline void check_independent(fixture *f, const problem *p, const nh_potentials *r) {
    uint32_t n = p->system.count;
    nh_expr *e = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)(r->count + 1) * n);
    for (uint32_t i = 0; i < r->count; i++) {
        nh_expr_gradient(f->pool, r->items[i], n, p->system.variables, e + (size_t)i * n);
        if (last_depends(f, (int)i + 1, n, e) != 0) fail_msg("dependent: %s", text_of(f, r->items[i]));
    }
}

static inline nh_potentials integrate(fixture *f, const problem *p, uint32_t wanted, const char *name) {
    double start = nh_clock();
    nh_potentials r = nh_pfaffian_integrate(f->pool, f->arena, &p->system);
    double took = nh_clock() - start;
    if (getenv("NH_TEST_SHOW")) {
        printf("%6.0f ms %u/%u %s:", took * 1e3, r.count, wanted, name);
        for (uint32_t i = 0; i < r.count; i++) printf("   %s", text_of(f, r.items[i]));
        printf("\n");
        fflush(stdout);
    }
    for (uint32_t i = 0; i < r.count; i++) check_span(f, p, r.items[i]);
    check_independent(f, p, &r);
    return r;
}

static inline nh_expr combination(fixture *f, uint32_t rank, const nh_expr *matrix, const nh_expr *slopes, uint32_t n) {
    nh_expr terms[MOST_ROWS];
    for (uint32_t k = 0; k < rank; k++) terms[k] = nh_expr_mul(f->pool, matrix[k], slopes[k * n]);
    return nh_expr_sum(f->pool, rank, terms);
}

/* matrix * d(known) */
static inline void make_forms(fixture *f, problem *p, const nh_expr *matrix, nh_expr *forms) {
    nh_expr slopes[MOST_ROWS * MOST_COLUMNS];
    uint32_t n = p->system.count, rank = p->known_count;
    for (uint32_t i = 0; i < rank; i++)
        nh_expr_gradient(f->pool, p->known[i], n, p->system.variables, slopes + (size_t)i * n);
    for (uint32_t i = 0; i < rank; i++)
        for (uint32_t j = 0; j < n; j++)
            forms[i * n + j] = combination(f, rank, matrix + (size_t)i * rank, slopes + j, n);
    p->system.rank = rank;
}

#endif
