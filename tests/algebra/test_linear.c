/* Linear algebra over expressions: against what is known by construction, proved by the zero test, and in
 * numbers at random points. */
#include <stdio.h>
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/domain/identity.h"
#include "algebra/linear/linear.h"
#include "algebra/linear/solve.h"
#include "base/limits.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/read/read.h"
#include "num/linear/dense.h"

enum { SYMBOLS = 20, LARGEST = 16 };

static const char *const words[SYMBOLS] = {"x",  "y",  "z", "w", "m", "M", "R", "A", "C", "th",
                                           "ph", "ps", "a", "b", "c", "d", "p", "q", "r", "s"};

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
    nh_expr symbols[SYMBOLS];
    nh_random random;
} fixture;

static fixture begin(nh_context *context, uint64_t stream) {
    fixture f = {nh_pool_create(context), nh_arena_create(context), .random = nh_random_make(test_seed(), stream)};
    for (int i = 0; i < SYMBOLS; i++) f.symbols[i] = nh_expr_symbol_text(f.pool, NH_ROLE_COORDINATE, words[i]);
    f.names = nh_read_names_of(f.pool, f.arena, SYMBOLS, f.symbols);
    return f;
}

static void end(fixture *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

static nh_expr read_expr(fixture *f, const char *text) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &f->names, &e)) fail_msg("cannot read %s", text);
    return e;
}

static nh_expr *read_all(fixture *f, uint32_t count, const char *const *texts) {
    nh_expr *all = NH_NEW_ARRAY(f->arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) all[i] = read_expr(f, texts[i]);
    return all;
}

#define READ(f, ...)                                                                                                   \
    read_all((f), sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), (const char *const[]){__VA_ARGS__})

static const char *text_of(fixture *f, nh_expr e) {
    nh_text text = nh_text_begin(f->arena);
    nh_expr_print(f->pool, &text, e);
    return nh_text_string(&text);
}

static point point_of(fixture *f, long double *values) {
    for (int i = 0; i < SYMBOLS; i++) values[i] = 0.1L + nh_random_unit(&f->random);
    return (point){.seed = 1, .count = SYMBOLS, .symbols = f->symbols, .values = values};
}

static int proofs[2]; /* not found, found */

/* Proved; what is too long for a proof must at least be small at points, relative to the sizes of its terms. */
static void assert_zero(fixture *f, nh_expr e) {
    nh_truth answer = nh_expr_is_zero(f->pool, e);
    proofs[answer == NH_YES]++;
    if (answer == NH_NO) fail_msg("not zero: %s", text_of(f, e));
    for (int i = 0; i < 3 && answer == NH_UNKNOWN; i++) {
        long double values[SYMBOLS];
        point at = point_of(f, values);
        evaluated v = evaluate(f->pool, e, &at);
        if (!is_known(v) || fabsl(v.value) > 4 * v.error + 1e-12L) fail_msg("not zero: %s", text_of(f, e));
    }
}

static void assert_same(fixture *f, nh_expr a, nh_expr b) {
    assert_zero(f, nh_expr_sub(f->pool, a, b));
}

/* ---- matrices ---- */

/* a, m x k, times b, k x n; where `turned` a is k x m and its transpose is taken. */
static nh_expr *multiply(fixture *f, uint32_t m, uint32_t k, uint32_t n, const nh_expr *a, const nh_expr *b,
                         bool turned) {
    nh_expr *c = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)m * n + 1), terms[LARGEST];
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < n; j++) {
            for (uint32_t l = 0; l < k; l++)
                terms[l] = nh_expr_mul(f->pool, turned ? a[l * m + i] : a[i * k + l], b[l * n + j]);
            c[i * n + j] = nh_expr_sum(f->pool, k, terms);
        }
    return c;
}

typedef enum entry_kind { POLYNOMIAL, TRIGONOMETRIC, ROOTS, FRACTIONS, ENTRY_KINDS } entry_kind;

static nh_expr random_atom(fixture *f, entry_kind kind) {
    static const char *const atoms[ENTRY_KINDS][6] = {
        {"x", "y", "z", "2*x", "x*y", "-z"},
        {"sin(x)", "cos(x)", "sin(x + y)", "cos(y)", "m", "cos(2*x)"},
        {"sqrt(x)", "sqrt(y)", "x", "sqrt(x*y)", "sqrt(x + 1)", "y"},
        {"1/x", "1/(x + y)", "y/x", "z", "1/(1 + sqrt(2)*x)", "x"},
    };
    return read_expr(f, atoms[kind][nh_random_below(&f->random, 6)]);
}

static nh_expr random_entry(fixture *f, entry_kind kind, int zeros) {
    if ((int)nh_random_below(&f->random, 10) < zeros) return NH_EXPR_ZERO;
    nh_expr e = nh_expr_int(f->pool, nh_random_between(&f->random, -2, 2));
    uint64_t terms = nh_random_below(&f->random, 3);
    for (uint64_t i = 0; i < terms; i++) e = nh_expr_add(f->pool, e, random_atom(f, kind));
    return e;
}

static nh_expr *random_matrix(fixture *f, uint32_t rows, uint32_t columns, entry_kind kind, int zeros) {
    nh_expr *a = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)rows * columns + 1);
    for (uint32_t i = 0; i < rows * columns; i++) a[i] = random_entry(f, kind, zeros);
    return a;
}

/* ---- numbers ---- */

static double value_at(fixture *f, nh_expr e, const point *at) {
    evaluated v = evaluate(f->pool, e, at);
    if (!is_known(v)) fail_msg("no value: %s", text_of(f, e));
    return (double)v.value;
}

/* Column by column, as num/linear/dense.h has them. */
static double *values_at(fixture *f, uint32_t rows, uint32_t columns, const nh_expr *a, const point *at) {
    double *values = NH_NEW_ARRAY(f->arena, double, (size_t)rows *columns + 1);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) values[i + j * rows] = value_at(f, a[i * columns + j], at);
    return values;
}

/* Whether all that is assumed holds by a margin. */
static bool is_assumed_at(fixture *f, const nh_linear_assumptions *assumptions, const point *at) {
    for (size_t i = 0; i < assumptions->count; i++)
        if (fabs(value_at(f, assumptions->nonzero[i], at)) < 1e-3) return false;
    return true;
}

static int numerical_rank(fixture *f, uint32_t rows, uint32_t columns, const nh_expr *a) {
    long double values[SYMBOLS];
    point at = point_of(f, values);
    nh_qr *qr = nh_qr_make(f->arena, (int)rows, (int)columns);
    assert_true(nh_qr_factor(qr, values_at(f, rows, columns, a, &at)));
    return nh_qr_rank(qr, 1e-9);
}

/* ---- solution ---- */

/* At random points where nothing fails that is assumed, x has values and is that of a numerical elimination. */
static void compare_solution(fixture *f, uint32_t n, const nh_expr *a, uint32_t sides, const nh_expr *b,
                             const nh_expr *x, const nh_linear_assumptions *assumptions) {
    nh_lu *lu = nh_lu_make(f->arena, (int)n);
    for (int trial = 0; trial < 3; trial++) {
        long double values[SYMBOLS];
        point at = point_of(f, values);
        if (!is_assumed_at(f, assumptions, &at)) continue;
        double *exact = values_at(f, n, sides, x, &at), *right = values_at(f, n, sides, b, &at);
        assert_true(nh_lu_factor(lu, values_at(f, n, n, a, &at)));
        double loss = 1e-13 / nh_lu_rcond(lu), size = 1;
        nh_lu_solve(lu, right, (int)sides);
        for (uint32_t i = 0; i < n * sides; i++) size = fmax(size, fabs(exact[i]));
        for (uint32_t i = 0; i < n * sides; i++)
            if (fabs(right[i] - exact[i]) > loss * size) fail_msg("%g, not %g", exact[i], right[i]);
    }
}

static void solve_random(fixture *f, uint32_t n, entry_kind kind, int zeros, int *done) {
    uint32_t sides = 1 + (uint32_t)nh_random_below(&f->random, 2);
    nh_linear_minor minor_of;
    nh_expr *a = random_matrix(f, n, n, kind, zeros), *known = random_matrix(f, n, sides, kind, 3);
    nh_expr *b = multiply(f, n, n, sides, a, known, false);
    nh_linear_solution found;
    nh_linear_answer answer = nh_linear_solve(f->pool, f->arena, n, a, sides, b, &found);
    if (answer == NH_LINEAR_SINGULAR) {
        assert_int_equal(nh_linear_rank(f->pool, f->arena, n, n, a, &minor_of), NH_LINEAR_DONE);
        assert_true(minor_of.rank < n && numerical_rank(f, n, n, a) == (int)minor_of.rank);
        return;
    }
    assert_int_equal(answer, NH_LINEAR_DONE);
    for (uint32_t i = 0; i < n * sides; i++) assert_same(f, found.x[i], known[i]);
    nh_expr *again = multiply(f, n, n, sides, a, found.x, false);
    for (uint32_t i = 0; i < n * sides; i++) assert_same(f, again[i], b[i]);
    compare_solution(f, n, a, sides, b, found.x, &found.assumptions);
    ++*done;
}

PROTECTED_TEST(solve_known) {
    int done = 0, count = test_count(20);
    for (entry_kind kind = 0; kind < ENTRY_KINDS; kind++)
        for (int i = 0; i < count; i++) {
            fixture f = begin(context, 100 * (uint64_t)kind + (uint64_t)i);
            solve_random(&f, 1 + (uint32_t)i % (kind == POLYNOMIAL ? 4 : 3), kind, i % 6, &done);
            end(&f);
        }
    assert_true(done > 2 * count);
}

/* Right sides that are not made from a solution, so that there are denominators. */
PROTECTED_TEST(solve_any) {
    for (int i = 0; i < test_count(20); i++) {
        fixture f = begin(context, 1000 + (uint64_t)i);
        uint32_t n = 2 + (uint32_t)i % 2;
        entry_kind kind = (entry_kind)(i % ENTRY_KINDS);
        nh_expr *a = random_matrix(&f, n, n, kind, 2), *b = random_matrix(&f, n, 1, kind, 2);
        nh_linear_solution found;
        nh_linear_answer answer = nh_linear_solve(f.pool, f.arena, n, a, 1, b, &found);
        assert_int_not_equal(answer, NH_LINEAR_UNKNOWN);
        if (answer == NH_LINEAR_DONE) {
            nh_expr *again = multiply(&f, n, n, 1, a, found.x, false);
            for (uint32_t k = 0; k < n; k++) assert_same(&f, again[k], b[k]);
            compare_solution(&f, n, a, 1, b, found.x, &found.assumptions);
        }
        end(&f);
    }
}

static bool is_among(fixture *f, const nh_linear_assumptions *assumptions, const char *text) {
    nh_expr e = read_expr(f, text);
    for (size_t i = 0; i < assumptions->count; i++) {
        nh_expr other = assumptions->nonzero[i];
        if (nh_expr_is_zero(f->pool, nh_expr_sub(f->pool, e, other)) == NH_YES) return true;
        if (nh_expr_is_zero(f->pool, nh_expr_add(f->pool, e, other)) == NH_YES) return true;
    }
    return false;
}

/* Solves a x = (1, ..., 1); what is assumed must be this, up to signs. */
static void assume_exactly(fixture *f, uint32_t n, const nh_expr *a, uint32_t count, const char *const *expected) {
    nh_expr b[LARGEST];
    nh_linear_solution found;
    for (uint32_t i = 0; i < n; i++) b[i] = NH_EXPR_ONE;
    assert_int_equal(nh_linear_solve(f->pool, f->arena, n, a, 1, b, &found), NH_LINEAR_DONE);
    for (size_t i = 0; i < found.assumptions.count && found.assumptions.count != count; i++)
        print_message("assumed: %s\n", text_of(f, found.assumptions.nonzero[i]));
    assert_int_equal(found.assumptions.count, count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_among(f, &found.assumptions, expected[i])) fail_msg("not assumed: %s", expected[i]);
}

#define ASSUMES(f, n, a, ...)                                                                                          \
    assume_exactly((f), (n), (a), sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *),                         \
                   (const char *const[]){__VA_ARGS__})

PROTECTED_TEST(assumed) {
    fixture f = begin(context, 3);
    ASSUMES(&f, 1, READ(&f, "x"), "x");
    ASSUMES(&f, 1, READ(&f, "x^2*y"), "x", "y");
    ASSUMES(&f, 2, READ(&f, "x", "1", "1", "y"), "x*y - 1"); /* not x, not y: the determinant only */
    ASSUMES(&f, 2, READ(&f, "x^2 - y^2", "0", "0", "x - y"), "x - y", "x + y");
    ASSUMES(&f, 3, READ(&f, "x", "y", "z", "y", "x", "z", "0", "0", "1"), "x - y", "x + y");
    ASSUMES(&f, 2, READ(&f, "cos(th)", "sin(th)", "-sin(th)", "x*cos(th)"), "(x - 1)*cos(th)^2 + 1");
    assume_exactly(&f, 2, READ(&f, "cos(th)", "sin(th)", "-sin(th)", "cos(th)"), 0, NULL);
    assume_exactly(&f, 2, READ(&f, "cos(th)", "sin(th)", "-sin(th)", "(1 + x^2)*cos(th)"), 0, NULL);
    assume_exactly(&f, 1, READ(&f, "1 + x^2"), 0, NULL);
    assume_exactly(&f, 1, READ(&f, "sqrt(2) + pi"), 0, NULL);
    assume_exactly(&f, 1, READ(&f, "1 + sin(th)^2"), 0, NULL);
    assume_exactly(&f, 1, READ(&f, "exp(x)"), 0, NULL);
    assume_exactly(&f, 2, READ(&f, "2", "3", "0", "5"), 0, NULL);
    end(&f);
}

/* A right side has a value where its rationalised form has none: that is assumed too. */
PROTECTED_TEST(assumed_of_sides) {
    fixture f = begin(context, 17);
    nh_linear_solution found;
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 1, READ(&f, "y"), 1, READ(&f, "1/(1 + sqrt(2)*x)"), &found),
                     NH_LINEAR_DONE);
    assert_same(&f, found.x[0], read_expr(&f, "1/(y + sqrt(2)*x*y)"));
    assert_int_equal(found.assumptions.count, 2);
    assert_true(is_among(&f, &found.assumptions, "y") && is_among(&f, &found.assumptions, "2*x^2 - 1"));
    end(&f);
}

/* |x| + x is zero for all x < 0: then a pivot before the last one counts too. */
PROTECTED_TEST(regions) {
    fixture f = begin(context, 16);
    nh_expr *a = READ(&f, "abs(x) + x", "y + z + w", "a + b + c", "y + z + m", "a + b + m + w", "c + d + p");
    nh_null_space space;
    assert_int_equal(nh_linear_null_space(f.pool, f.arena, 2, 3, a, &space), NH_LINEAR_DONE);
    assert_int_equal(space.count, 1);
    assert_true(is_among(&f, &space.assumptions, "abs(x) + x"));
    long double values[SYMBOLS];
    int right = 0;
    for (int i = 0; i < 20; i++) {
        point at = point_of(&f, values);
        if (i % 2 == 1) values[0] = -values[0];
        bool is_assumed = is_assumed_at(&f, &space.assumptions, &at);
        nh_expr *zero = multiply(&f, 2, 3, 1, a, space.basis, false);
        for (int k = 0; k < 2 && is_assumed; k++) assert_true(fabs(value_at(&f, zero[k], &at)) < 1e-12);
        right += is_assumed;
    }
    assert_true(right >= 8);
    nh_expr *b = READ(&f, "1", "x"), *square = READ(&f, "abs(x) + x", "y", "z", "abs(x)");
    nh_linear_solution found;
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 2, square, 1, b, &found), NH_LINEAR_DONE);
    compare_solution(&f, 2, square, 1, b, found.x, &found.assumptions);
    end(&f);
}

PROTECTED_TEST(solve_for) {
    fixture f = begin(context, 4);
    nh_expr *e = READ(&f, "a*x + b*y - p", "c*x + d*y - q"), *u = READ(&f, "x", "y");
    nh_linear_solution found;
    assert_int_equal(nh_linear_solve_for(f.pool, f.arena, 2, e, u, &found), NH_LINEAR_DONE);
    assert_same(&f, found.x[0], read_expr(&f, "(d*p - b*q)/(a*d - b*c)"));
    assert_same(&f, found.x[1], read_expr(&f, "(a*q - c*p)/(a*d - b*c)"));
    assert_int_equal(found.assumptions.count, 1);
    assert_true(is_among(&f, &found.assumptions, "a*d - b*c"));
    e = READ(&f, "(x + 1)^2 - x^2 + y*cos(th)^2 + y*sin(th)^2", "x - y"); /* linear, but not by its form */
    assert_int_equal(nh_linear_solve_for(f.pool, f.arena, 2, e, u, &found), NH_LINEAR_DONE);
    assert_same(&f, found.x[0], read_expr(&f, "-1/3"));
    e = READ(&f, "x*y - 1", "x - y");
    assert_int_equal(nh_linear_solve_for(f.pool, f.arena, 2, e, u, &found), NH_LINEAR_UNKNOWN);
    e = READ(&f, "x + y - 1", "a*x + a*y - b");
    assert_int_equal(nh_linear_solve_for(f.pool, f.arena, 2, e, u, &found), NH_LINEAR_SINGULAR);
    end(&f);
}

/* ---- rank, null space, determinant ---- */

/* That v is a null vector of a, that there are this many, and that they are independent. */
static void check_null_space(fixture *f, uint32_t rows, uint32_t columns, const nh_expr *a, uint32_t rank) {
    nh_null_space space;
    assert_int_equal(nh_linear_null_space(f->pool, f->arena, rows, columns, a, &space), NH_LINEAR_DONE);
    assert_int_equal(space.count, columns - rank);
    for (uint32_t i = 0; i < space.count; i++) {
        nh_expr *zero = multiply(f, rows, columns, 1, a, space.basis + (size_t)i * columns, false);
        for (uint32_t k = 0; k < rows; k++) assert_zero(f, zero[k]);
    }
    nh_linear_minor minor_of;
    assert_int_equal(nh_linear_rank(f->pool, f->arena, space.count, columns, space.basis, &minor_of), NH_LINEAR_DONE);
    assert_int_equal(minor_of.rank, space.count);
}

static uint32_t check_rank(fixture *f, uint32_t rows, uint32_t columns, const nh_expr *a) {
    nh_linear_minor minor_of;
    nh_expr minor[LARGEST * LARGEST], determinant;
    assert_int_equal(nh_linear_rank(f->pool, f->arena, rows, columns, a, &minor_of), NH_LINEAR_DONE);
    uint32_t rank = minor_of.rank;
    assert_int_equal(numerical_rank(f, rows, columns, a), rank);
    for (uint32_t i = 0; i < rank; i++)
        for (uint32_t j = 0; j < rank; j++) minor[i * rank + j] = a[minor_of.rows[i] * columns + minor_of.columns[j]];
    assert_int_equal(nh_linear_determinant(f->pool, rank, minor, &determinant), NH_LINEAR_DONE);
    assert_int_equal(nh_expr_is_zero(f->pool, determinant), NH_NO);
    check_null_space(f, rows, columns, a, rank);
    return rank;
}

PROTECTED_TEST(rank_of_products) {
    uint32_t full = 0;
    int count = test_count(24);
    for (int i = 0; i < count; i++) {
        fixture f = begin(context, 2000 + (uint64_t)i);
        uint32_t thin = 1 + (uint32_t)i % 2, rows = 2 + (uint32_t)nh_random_below(&f.random, 3),
                 columns = 2 + (uint32_t)nh_random_below(&f.random, 3);
        entry_kind kind = (entry_kind)(i % ENTRY_KINDS);
        nh_expr *a = random_matrix(&f, rows, thin, kind, 1), *b = random_matrix(&f, thin, columns, kind, 1);
        uint32_t rank = check_rank(&f, rows, columns, multiply(&f, rows, thin, columns, a, b, false));
        assert_true(rank <= thin);
        full += rank == thin;
        end(&f);
    }
    assert_true(full > (uint32_t)count / 2);
}

/* The sum over all permutations, by Heap's method. */
static nh_expr leibniz(fixture *f, uint32_t n, const nh_expr *a) {
    uint32_t order[5] = {0, 1, 2, 3, 4}, turn[5] = {0};
    bool odd = false;
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i <= n;) {
        if (i == 0) {
            nh_expr product = odd ? NH_EXPR_MINUS_ONE : NH_EXPR_ONE;
            for (uint32_t k = 0; k < n; k++) product = nh_expr_mul(f->pool, product, a[k * n + order[k]]);
            sum = nh_expr_add(f->pool, sum, product);
            i = 1;
        } else if (i < n && turn[i] < i) {
            uint32_t other = i % 2 == 0 ? 0 : turn[i], now = order[other];
            order[other] = order[i];
            order[i] = now;
            turn[i]++;
            odd = !odd;
            i = 0;
        } else turn[i++ % 5] = 0;
    }
    return sum;
}

PROTECTED_TEST(determinants) {
    for (int i = 0; i < test_count(40); i++) {
        fixture f = begin(context, 3000 + (uint64_t)i);
        entry_kind kind = (entry_kind)(i % ENTRY_KINDS);
        uint32_t n = 1 + (uint32_t)i % (kind <= TRIGONOMETRIC ? 5 : 3);
        nh_expr *a = random_matrix(&f, n, n, kind, n == 5 ? 5 : i % 7), determinant;
        assert_int_equal(nh_linear_determinant(f.pool, n, a, &determinant), NH_LINEAR_DONE);
        assert_same(&f, determinant, leibniz(&f, n, a));
        end(&f);
    }
}

PROTECTED_TEST(small_ones) {
    fixture f = begin(context, 5);
    nh_linear_minor minor_of;
    nh_linear_solution found;
    nh_expr determinant;
    nh_null_space space;
    nh_ldl_factors factors;
    assert_int_equal(nh_linear_rank(f.pool, f.arena, 0, 0, NULL, &minor_of), NH_LINEAR_DONE);
    assert_int_equal(minor_of.rank, 0);
    assert_int_equal(nh_linear_determinant(f.pool, 0, NULL, &determinant), NH_LINEAR_DONE);
    assert_int_equal(determinant, NH_EXPR_ONE);
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 0, NULL, 0, NULL, &found), NH_LINEAR_DONE);
    assert_int_equal(nh_linear_ldl(f.pool, f.arena, 0, NULL, &factors), NH_LINEAR_DONE);
    assert_int_equal(factors.blocks, 0);
    assert_int_equal(nh_linear_null_space(f.pool, f.arena, 0, 2, NULL, &space), NH_LINEAR_DONE);
    assert_int_equal(space.count, 2);
    assert_int_equal(check_rank(&f, 2, 3, READ(&f, "0", "0", "0", "0", "0", "0")), 0);
    assert_int_equal(check_rank(&f, 2, 2, READ(&f, "0", "x", "y", "0")), 2);
    assert_int_equal(check_rank(&f, 3, 3, READ(&f, "x", "0", "0", "0", "y", "0", "1", "1", "z")), 3);
    assert_int_equal(check_rank(&f, 2, 2, READ(&f, "sin(x)^2", "1 - cos(x)", "1 + cos(x)", "1")), 1);
    assert_int_equal(check_rank(&f, 2, 2, READ(&f, "sqrt(x*y)", "sqrt(x)", "y", "sqrt(y)")), 1);
    /* the half angle is seen late */
    assert_int_equal(check_rank(&f, 2, 2, READ(&f, "1 + cos(x)", "2*cos(x/2)", "cos(x/2)", "1")), 1);
    assert_int_equal(check_rank(&f, 1, 3, READ(&f, "sin(ps)", "-cos(ps)", "0")), 1);
    assert_int_equal(nh_linear_determinant(f.pool, 2, READ(&f, "0", "x", "y", "0"), &determinant), NH_LINEAR_DONE);
    assert_same(&f, determinant, read_expr(&f, "-x*y"));
    nh_expr *knife = READ(&f, "sin(ps)", "-cos(ps)", "0"); /* no denominators, no common factors */
    assert_int_equal(nh_linear_null_space(f.pool, f.arena, 1, 3, knife, &space), NH_LINEAR_DONE);
    assert_int_equal(space.count, 2);
    for (int i = 0; i < 6; i++)
        assert_true(nh_expr_is_number(f.pool, space.basis[i]) ||
                    nh_expr_kind_of(f.pool, space.basis[i]) == NH_EXPR_PRODUCT ||
                    nh_expr_kind_of(f.pool, space.basis[i]) == NH_EXPR_SIN ||
                    nh_expr_kind_of(f.pool, space.basis[i]) == NH_EXPR_COS);
    end(&f);
}

/* ---- L D L^T ---- */

static void check_ldl(fixture *f, uint32_t n, const nh_expr *a, nh_ldl_factors *result, uint32_t blocks) {
    nh_expr *left = NH_NEW_ARRAY(f->arena, nh_expr, n * n + 1), *turned = NH_NEW_ARRAY(f->arena, nh_expr, n * n + 1);
    assert_int_equal(nh_linear_ldl(f->pool, f->arena, n, a, result), NH_LINEAR_DONE);
    if (blocks > 0) assert_int_equal(result->blocks, blocks);
    assert_int_equal(result->start[result->blocks], n);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(result->L[i * n + i], NH_EXPR_ONE);
        for (uint32_t j = 0; j < n; j++) {
            if (j > i) assert_int_equal(result->L[i * n + j], NH_EXPR_ZERO);
            left[i * n + j] = nh_expr_mul(f->pool, result->L[i * n + j], result->D[j]);
            turned[j * n + i] = result->L[i * n + j];
        }
    }
    nh_expr *product = multiply(f, n, n, n, left, turned, false);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) assert_same(f, product[i * n + j], a[result->order[i] * n + result->order[j]]);
}

PROTECTED_TEST(ldl_random) {
    for (int i = 0; i < test_count(20); i++) {
        fixture f = begin(context, 4000 + (uint64_t)i);
        uint32_t n = 2 + (uint32_t)i % 3, thin = 1 + (uint32_t)nh_random_below(&f.random, n), zeros = 0;
        nh_linear_minor minor_of;
        nh_expr *b = random_matrix(&f, thin, n, (entry_kind)(i % ENTRY_KINDS), 5);
        nh_expr *a = multiply(&f, n, thin, n, b, b, true); /* not negative */
        nh_ldl_factors factors;
        check_ldl(&f, n, a, &factors, 0);
        for (uint32_t k = 0; k < n; k++) zeros += factors.D[k] == NH_EXPR_ZERO;
        assert_int_equal(nh_linear_rank(f.pool, f.arena, n, n, a, &minor_of), NH_LINEAR_DONE);
        assert_int_equal(minor_of.rank, n - zeros);
        end(&f);
    }
}

PROTECTED_TEST(ldl_known) {
    fixture f = begin(context, 6);
    nh_ldl_factors factors;
    check_ldl(&f, 4, READ(&f, "x", "0", "y", "0", "0", "m", "0", "x", "y", "0", "z", "0", "0", "x", "0", "M"), &factors,
              2);
    assert_int_equal(factors.start[1], 2);
    check_ldl(&f, 2, READ(&f, "x", "sin(x)^2 + cos(x)^2 - 1", "0", "y"), &factors, 2);
    nh_expr *indefinite = READ(&f, "0", "x", "x", "0");
    assert_int_equal(nh_linear_ldl(f.pool, f.arena, 2, indefinite, &factors), NH_LINEAR_SINGULAR);
    end(&f);
}

/* ---- mechanics ---- */

/* Forward, left and axis of a disc with heading ps and lean th: in space, three rows. */
static nh_expr *disc_mass_matrix(fixture *f) {
    const nh_expr *W = READ(f, "0", "cos(ps)", "-sin(ps)*cos(th)", /* angular velocities by ps', th', ph' */
                            "0", "sin(ps)", "cos(ps)*cos(th)",     /* */
                            "1", "0", "sin(th)");
    const nh_expr *up = READ(f, "R*sin(ps)*sin(th)", "-R*cos(ps)*sin(th)", "R*cos(th)");
    nh_expr spin[3], V[9]; /* W . axis, W x up */
    for (int k = 0; k < 3; k++) {
        nh_expr parts[3];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            parts[i] = nh_expr_mul(f->pool, W[3 * i + k], W[3 * i + 2]);
            V[3 * i + k] = nh_expr_sub(f->pool, nh_expr_mul(f->pool, W[3 * j + k], up[l]),
                                       nh_expr_mul(f->pool, W[3 * l + k], up[j]));
        }
        spin[k] = nh_expr_sum(f->pool, 3, parts);
    }
    nh_expr *vv = multiply(f, 3, 3, 3, V, V, true), *ww = multiply(f, 3, 3, 3, W, W, true);
    nh_expr *M = multiply(f, 3, 1, 3, spin, spin, true), m = read_expr(f, "m"), A = read_expr(f, "A");
    for (int i = 0; i < 9; i++) {
        nh_expr parts[3] = {nh_expr_mul(f->pool, m, vv[i]), nh_expr_mul(f->pool, A, ww[i]),
                            nh_expr_mul(f->pool, read_expr(f, "C - A"), M[i])};
        M[i] = nh_expr_sum(f->pool, 3, parts);
    }
    return M;
}

/* The lean decouples from heading and roll, once sin^2 + cos^2 = 1 was used. */
PROTECTED_TEST(rolling_disc) {
    fixture f = begin(context, 7);
    nh_expr *M = disc_mass_matrix(&f), b[3], determinant;
    nh_ldl_factors factors;
    nh_linear_solution found;
    check_ldl(&f, 3, M, &factors, 2);
    for (uint32_t k = 0; k < 2; k++)
        if (factors.start[k + 1] - factors.start[k] == 1) {
            assert_int_equal(factors.order[factors.start[k]], 1);
            assert_same(&f, factors.D[factors.start[k]], read_expr(&f, "A + m*R^2"));
        }
    assert_int_equal(nh_linear_determinant(f.pool, 3, M, &determinant), NH_LINEAR_DONE);
    assert_same(&f, determinant, read_expr(&f, "(A + m*R^2)*(C + m*R^2)*A*cos(th)^2"));
    for (int i = 0; i < 3; i++) b[i] = f.symbols[i];
    double began = nh_clock();
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 3, M, 1, b, &found), NH_LINEAR_DONE);
    print_message("the rolling disc: solved in %.4f s, %u operations\n", nh_clock() - began,
                  (unsigned)nh_expr_operations(f.pool, 3, found.x));
    assert_int_equal(found.assumptions.count, 4);
    assert_true(is_among(&f, &found.assumptions, "A") && is_among(&f, &found.assumptions, "cos(th)"));
    assert_true(is_among(&f, &found.assumptions, "A + m*R^2") && is_among(&f, &found.assumptions, "C + m*R^2"));
    compare_solution(&f, 3, M, 1, b, found.x, &found.assumptions);
    assert_same(&f, found.x[1], read_expr(&f, "y/(A + m*R^2)"));
    end(&f);
}

PROTECTED_TEST(double_pendulum) {
    fixture f = begin(context, 8);
    nh_expr *M = READ(&f, "(m + M)*a^2", "M*a*b*cos(th - ph)", "M*a*b*cos(th - ph)", "M*b^2"), b[2];
    nh_ldl_factors factors;
    nh_linear_solution found;
    check_ldl(&f, 2, M, &factors, 1);
    b[0] = f.symbols[0];
    b[1] = f.symbols[1];
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 2, M, 1, b, &found), NH_LINEAR_DONE);
    compare_solution(&f, 2, M, 1, b, found.x, &found.assumptions);
    assert_same(&f, found.x[1], read_expr(&f, "((m + M)*a*y - M*b*cos(th - ph)*x)/(M*a*b^2*(m + M*sin(th - ph)^2))"));
    end(&f);
}

/* A rigid body in a quaternion (p, q, r, s): M = 4 G^T I G has rank 3, and the quaternion itself is its null vector. */
PROTECTED_TEST(quaternion_body) {
    fixture f = begin(context, 9);
    const nh_expr *G = READ(&f, "-q", "p", "s", "-r", "-r", "-s", "p", "q", "-s", "r", "-q", "p");
    const nh_expr *inertia = READ(&f, "a", "0", "0", "0", "b", "0", "0", "0", "c");
    nh_expr *M = multiply(&f, 4, 3, 4, G, multiply(&f, 3, 3, 4, inertia, G, false), true);
    const nh_expr *b = READ(&f, "1", "0", "0", "0");
    nh_ldl_factors factors;
    nh_null_space space;
    nh_linear_solution found;
    assert_int_equal(check_rank(&f, 4, 4, M), 3);
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 4, M, 1, b, &found), NH_LINEAR_SINGULAR);
    check_ldl(&f, 4, M, &factors, 1);
    assert_int_equal(factors.D[3], NH_EXPR_ZERO);
    assert_int_equal(nh_linear_null_space(f.pool, f.arena, 4, 4, M, &space), NH_LINEAR_DONE);
    nh_expr sign = space.basis[0] == read_expr(&f, "p") ? NH_EXPR_ONE : NH_EXPR_MINUS_ONE;
    for (int i = 0; i < 4; i++)
        assert_same(&f, nh_expr_mul(f.pool, sign, space.basis[i]), f.symbols[16 + i]); /* p, q, r, s */
    end(&f);
}

/* Abbreviations are looked through, functions without a body may have any value. */
PROTECTED_TEST(names_and_functions) {
    fixture f = begin(context, 18);
    nh_expr t = nh_expr_symbol_text(f.pool, NH_ROLE_TIME, "t");
    nh_expr call = nh_expr_call(f.pool, nh_expr_function(f.pool, nh_name_of_text(context, "g"), 1), 1, &t);
    nh_expr named = nh_expr_abbreviation(f.pool, nh_name_of_text(context, "n"), read_expr(&f, "sin(th)^2"));
    nh_expr a[4] = {named, call, read_expr(&f, "1 - cos(th)^2"), call}, b[2] = {NH_EXPR_ONE, NH_EXPR_ZERO};
    nh_linear_solution found;
    nh_linear_minor minor;
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 2, a, 1, b, &found), NH_LINEAR_SINGULAR);
    assert_int_equal(nh_linear_rank(f.pool, f.arena, 2, 2, a, &minor), NH_LINEAR_DONE);
    assert_int_equal(minor.rank, 1);
    a[2] = nh_expr_apply1(f.pool, NH_EXPR_EXP, t);
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 2, a, 1, b, &found), NH_LINEAR_DONE);
    for (int i = 0; i < 2; i++) {
        nh_expr left = nh_expr_add(f.pool, nh_expr_mul(f.pool, a[2 * i], found.x[0]),
                                   nh_expr_mul(f.pool, a[2 * i + 1], found.x[1]));
        assert_same(&f, left, b[i]);
    }
    end(&f);
}

/* Rotations do not change a rank. */
PROTECTED_TEST(rotated) {
    fixture f = begin(context, 10);
    const nh_expr *P = READ(&f, "cos(ps)", "-sin(ps)", "0", "sin(ps)", "cos(ps)", "0", "0", "0", "1");
    const nh_expr *T = READ(&f, "1", "0", "0", "0", "cos(th)", "-sin(th)", "0", "sin(th)", "cos(th)");
    nh_expr *turn = multiply(&f, 3, 3, 3, P, multiply(&f, 3, 3, 3, T, P, false), false), determinant;
    assert_int_equal(nh_linear_determinant(f.pool, 3, turn, &determinant), NH_LINEAR_DONE);
    assert_int_equal(determinant, NH_EXPR_ONE);
    const nh_expr *thin[3] = {READ(&f, "x", "y", "z", "2*x", "2*y", "2*z", "0", "0", "0"),
                              READ(&f, "x", "y", "0", "1", "0", "0", "x + 1", "y", "0"),
                              READ(&f, "0", "-z", "y", "z", "0", "-x", "-y", "x", "0")};
    for (uint32_t i = 0; i < 3; i++) {
        nh_expr *a = multiply(&f, 3, 3, 3, turn, thin[i], false);
        assert_int_equal(check_rank(&f, 3, 3, a), i == 0 ? 1 : 2);
        assert_int_equal(check_rank(&f, 3, 3, multiply(&f, 3, 3, 3, a, turn, false)), i == 0 ? 1 : 2);
    }
    end(&f);
}

/* ---- what is not decided ---- */

PROTECTED_TEST(undecided) {
    fixture f = begin(context, 11);
    const char *hidden = "log(x*y) - log(x) - log(y)"; /* zero wherever it has a value, beyond the normal form */
    nh_expr *a = READ(&f, "1", "x", "0", hidden), determinant;
    nh_expr *b = READ(&f, "1", "1");
    nh_linear_minor minor_of;
    nh_null_space space;
    nh_ldl_factors factors;
    nh_branches branches;
    nh_linear_solution found;
    assert_int_equal(nh_linear_rank(f.pool, f.arena, 2, 2, a, &minor_of), NH_LINEAR_UNKNOWN);
    assert_int_equal(nh_linear_determinant(f.pool, 2, a, &determinant), NH_LINEAR_UNKNOWN);
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 2, a, 1, b, &found), NH_LINEAR_UNKNOWN);
    assert_int_equal(nh_linear_null_space(f.pool, f.arena, 2, 2, a, &space), NH_LINEAR_UNKNOWN);
    a[1] = NH_EXPR_ZERO;
    assert_int_equal(nh_linear_ldl(f.pool, f.arena, 2, a, &factors), NH_LINEAR_UNKNOWN);
    nh_expr e = nh_expr_add(f.pool, nh_expr_mul(f.pool, read_expr(&f, hidden), read_expr(&f, "z")), read_expr(&f, "y"));
    assert_int_equal(nh_solve_polynomial(f.pool, f.arena, e, read_expr(&f, "z"), &branches), NH_LINEAR_UNKNOWN);
    a[1] = NH_EXPR_UNDEFINED;
    assert_int_equal(nh_linear_rank(f.pool, f.arena, 2, 2, a, &minor_of), NH_LINEAR_UNKNOWN);
    a = READ(&f, "sin(th)", "x", "0", hidden); /* expanded, not eliminated */
    assert_int_equal(nh_linear_determinant(f.pool, 2, a, &determinant), NH_LINEAR_UNKNOWN);
    assert_int_equal(nh_linear_solve(f.pool, f.arena, 2, a, 1, b, &found), NH_LINEAR_UNKNOWN);
    a = READ(&f, "sin(th)^2", hidden, hidden, "0");
    assert_int_equal(nh_linear_ldl(f.pool, f.arena, 2, a, &factors), NH_LINEAR_UNKNOWN);
    /* A row of zeros decides: whatever the rest is. */
    a = READ(&f, hidden, "x", "0", "0");
    assert_int_equal(nh_linear_determinant(f.pool, 2, a, &determinant), NH_LINEAR_DONE);
    assert_int_equal(determinant, NH_EXPR_ZERO);
    end(&f);
}

static nh_expr *dense_symbols(fixture *f, nh_context *context, uint32_t n) {
    nh_expr *a = NH_NEW_ARRAY(f->arena, nh_expr, n * n);
    for (uint32_t i = 0; i < n * n; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "e%u", (unsigned)i);
        a[i] = nh_expr_symbol(f->pool, NH_ROLE_PARAMETER, nh_name_of_text(context, name), 0);
    }
    return a;
}

PROTECTED_TEST(too_long) {
    fixture f = begin(context, 12);
    nh_expr *a = dense_symbols(&f, context, 12), determinant;
    nh_expr *b = dense_symbols(&f, context, 4);
    assert_int_equal(nh_linear_determinant(f.pool, 7, a, &determinant), NH_LINEAR_DONE);
    assert_int_equal(nh_linear_determinant(f.pool, 4, b, &determinant), NH_LINEAR_DONE);
    assert_same(&f, determinant, leibniz(&f, 4, b));
    double began = nh_clock();
    assert_int_equal(nh_linear_determinant(f.pool, 12, a, &determinant), NH_LINEAR_UNKNOWN);
    print_message("a dense matrix of 12 x 12 symbols is given up after %.2f s\n", nh_clock() - began);
    end(&f);
}

/* Many small blocks are no work, in whatever order their rows and columns stand. */
PROTECTED_TEST(many_blocks) {
    fixture f = begin(context, 13);
    enum { N = 60 };
    nh_expr *symbols = dense_symbols(&f, context, 16), *a = NH_NEW_ARRAY(f.arena, nh_expr, N * N), b[N];
    nh_linear_solution found;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t block = i / 2, j = 7 * i % N, partner = 7 * (i ^ 1) % N;
        a[i * N + j] = symbols[3 * block + i % 2];
        a[i * N + partner] = symbols[3 * block + 2];
        b[i] = NH_EXPR_ONE;
    }
    double began = nh_clock();
    assert_int_equal(nh_linear_solve(f.pool, f.arena, N, a, 1, b, &found), NH_LINEAR_DONE);
    print_message("30 blocks of 2 x 2 symbols are solved in %.3f s\n", nh_clock() - began);
    assert_int_equal(found.assumptions.count, N / 2);
    for (uint32_t i = 0; i < N; i++) {
        nh_expr sum = NH_EXPR_ZERO;
        for (uint32_t j = 0; j < N; j++) sum = nh_expr_add(f.pool, sum, nh_expr_mul(f.pool, a[i * N + j], found.x[j]));
        assert_same(&f, sum, b[i]);
    }
    end(&f);
}

/* ---- one equation ---- */

typedef struct equation_row {
    const char *equation; /* in x */
    nh_linear_answer answer;
    size_t count, assumed;
    const char *values[4];
} equation_row;

static const equation_row equation_rows[] = {
    {"a*x + b", NH_LINEAR_DONE, 1, 1, {"-b/a"}},
    {"x - cos(th)", NH_LINEAR_DONE, 1, 0, {"cos(th)"}},
    {"x^2 - 4", NH_LINEAR_DONE, 2, 0, {"2", "-2"}},
    {"x^2 + 4", NH_LINEAR_DONE, 0, 0, {NULL}},
    {"x^2 + 2*x + 1", NH_LINEAR_DONE, 1, 0, {"-1"}},
    {"a*x^2 + b*x + c", NH_LINEAR_DONE, 2, 1, {"(-b + sqrt(b^2 - 4*a*c))/(2*a)", "(-b - sqrt(b^2 - 4*a*c))/(2*a)"}},
    {"x^2 - (a + b)*x + a*b", NH_LINEAR_DONE, 2, 0, {"a", "b"}},
    {"(x - a)*(x - b)*(x - c)*x", NH_LINEAR_DONE, 4, 0, {"a", "b", "c", "0"}},
    {"x^2 - cos(th)^2", NH_LINEAR_DONE, 2, 0, {"cos(th)", "-cos(th)"}},
    {"x^2 - 1 + sin(th)^2", NH_LINEAR_DONE, 2, 0, {"cos(th)", "-cos(th)"}},
    {"a*x^3 - b", NH_LINEAR_DONE, 1, 1, {"cbrt(b/a)"}},
    {"a*x^4 - b", NH_LINEAR_DONE, 2, 1, {"(b/a)^(1/4)", "-(b/a)^(1/4)"}},
    {"x^2*sin(th)^2 + x^2*cos(th)^2 - y", NH_LINEAR_DONE, 2, 0, {"sqrt(y)", "-sqrt(y)"}},
    {"1/x - a", NH_LINEAR_DONE, 1, 2, {"1/a"}},
    {"(x^2 - a^2)/(x - a)", NH_LINEAR_DONE, 1, 0, {"-a"}},
    {"x^2 - 2*x*cos(th) - 1", NH_LINEAR_DONE, 2, 0, {"cos(th) + sqrt(1 + cos(th)^2)", "cos(th) - sqrt(1 + cos(th)^2)"}},
    {"sqrt(2)*x - 1", NH_LINEAR_DONE, 1, 0, {"sqrt(2)/2"}},
    {"a + 1", NH_LINEAR_DONE, 0, 1, {NULL}},
    {"(x + 1)^2 - x^2 - 2*x - 1", NH_LINEAR_SINGULAR, 0, 0, {NULL}},
    {"x^3 + x + a", NH_LINEAR_UNKNOWN, 0, 0, {NULL}},
    {"sin(x) - x", NH_LINEAR_UNKNOWN, 0, 0, {NULL}},
    {"sqrt(x + 1) - a", NH_LINEAR_UNKNOWN, 0, 0, {NULL}},
    {"abs(x) - a", NH_LINEAR_UNKNOWN, 0, 0, {NULL}},
};

static bool has_branch(fixture *f, const nh_branches *all, nh_expr value) {
    for (size_t i = 0; i < all->count; i++)
        if (nh_expr_is_zero(f->pool, nh_expr_sub(f->pool, all->branches[i].value, value)) == NH_YES) return true;
    return false;
}

PROTECTED_TEST(equations) {
    fixture f = begin(context, 14);
    for (size_t i = 0; i < sizeof equation_rows / sizeof *equation_rows; i++) {
        const equation_row *row = &equation_rows[i];
        nh_branches all;
        nh_expr e = read_expr(&f, row->equation);
        nh_linear_answer answer = nh_solve_polynomial(f.pool, f.arena, e, f.symbols[0], &all);
        if (answer != row->answer || all.count != row->count || all.assumptions.count != row->assumed)
            fail_msg("%s: answer %d, %zu branches, %zu assumptions", row->equation, (int)answer, all.count,
                     all.assumptions.count);
        for (size_t k = 0; k < row->count; k++) {
            if (!has_branch(&f, &all, read_expr(&f, row->values[k]))) fail_msg("%s: %s", row->equation, row->values[k]);
            nh_expr value = all.branches[k].value;
            assert_zero(&f, nh_expr_substitute(f.pool, e, 1, f.symbols, &value, true));
        }
    }
    end(&f);
}

/* Quadratic equations with random coefficients: where the branches say that they exist they are solutions, else the
 * discriminant is negative. */
PROTECTED_TEST(random_equations) {
    int real = 0, other = 0;
    for (int i = 0; i < test_count(40); i++) {
        fixture f = begin(context, 5000 + (uint64_t)i);
        nh_expr w = read_expr(&f, "w"), terms[3];
        for (int k = 0; k < 3; k++)
            terms[k] =
                nh_expr_mul(f.pool, random_entry(&f, (entry_kind)(i % ENTRY_KINDS), 1), nh_expr_pow_int(f.pool, w, k));
        nh_expr e = nh_expr_sum(f.pool, 3, terms);
        nh_branches all;
        nh_linear_answer answer = nh_solve_polynomial(f.pool, f.arena, e, w, &all);
        assert_true(answer == NH_LINEAR_DONE || e == NH_EXPR_ZERO);
        long double values[SYMBOLS];
        point at = point_of(&f, values);
        for (size_t k = 0; k < all.count && is_assumed_at(&f, &all.assumptions, &at); k++) {
            if (value_at(&f, all.branches[k].nonnegative, &at) < 0) {
                assert_true(is_absent(evaluate(f.pool, all.branches[k].value, &at)));
                other++;
                continue;
            }
            nh_expr zero = nh_expr_substitute(f.pool, e, 1, &w, &all.branches[k].value, true);
            assert_true(fabs(value_at(&f, zero, &at)) < 1e-9);
            real++;
        }
        end(&f);
    }
    assert_true(real > 10 && other > 0);
}

/* ---- failures ---- */

static void everything(nh_context *context, void *unused) {
    (void)unused;
    fixture f = begin(context, 15);
    nh_expr *a = READ(&f, "cos(th)", "x", "sqrt(x)", "y"), *b = READ(&f, "1", "x"), determinant;
    nh_linear_minor minor_of;
    nh_linear_solution found;
    nh_null_space space;
    nh_ldl_factors factors;
    nh_branches branches;
    (void)nh_linear_solve(f.pool, f.arena, 2, a, 1, b, &found);
    (void)nh_linear_rank(f.pool, f.arena, 2, 2, a, &minor_of);
    (void)nh_linear_null_space(f.pool, f.arena, 1, 2, a, &space);
    (void)nh_linear_determinant(f.pool, 2, a, &determinant);
    (void)nh_linear_ldl(f.pool, f.arena, 2, READ(&f, "x", "1", "1", "y"), &factors);
    (void)nh_solve_polynomial(f.pool, f.arena, read_expr(&f, "a*x^2 + b*x + c"), f.symbols[0], &branches);
    end(&f);
}

/* At the end: nearly everything was proved. */
static void share_of_proofs(void **state) {
    (void)state;
    print_message("%d of %d identities proved\n", proofs[1], proofs[0] + proofs[1]);
    assert_true(proofs[0] <= proofs[1] / 50);
}

static void failures(void **state) {
    (void)state;
    assert_true(test_every_failure(everything, NULL, 40) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solve_known),      cmocka_unit_test(solve_any),
        cmocka_unit_test(assumed),          cmocka_unit_test(solve_for),
        cmocka_unit_test(regions),          cmocka_unit_test(assumed_of_sides),
        cmocka_unit_test(rank_of_products), cmocka_unit_test(determinants),
        cmocka_unit_test(small_ones),       cmocka_unit_test(ldl_random),
        cmocka_unit_test(ldl_known),        cmocka_unit_test(rolling_disc),
        cmocka_unit_test(double_pendulum),  cmocka_unit_test(quaternion_body),
        cmocka_unit_test(rotated),          cmocka_unit_test(names_and_functions),
        cmocka_unit_test(undecided),        cmocka_unit_test(too_long),
        cmocka_unit_test(many_blocks),      cmocka_unit_test(equations),
        cmocka_unit_test(random_equations), cmocka_unit_test(failures),
        cmocka_unit_test(share_of_proofs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
