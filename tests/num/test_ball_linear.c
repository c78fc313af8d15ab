/* Linear systems in balls, against exact solutions in rationals. */
#include "num/ball/ball_linear.h"

#include "balls.h"

#include <math.h>

#include <flint/fmpq_mat.h>

enum { SIZE_MOST = 12, COLUMNS_MOST = 3 };

/* An exact system and the same in balls. */
typedef struct linear {
    int n, columns;
    fmpq_mat_t a, b, x;                /* x: the exact solution, where there is one */
    nh_ball *balls, *right, *solution; /* n x n, n x columns, n x columns */
} linear;

static linear linear_new(int n, int columns) {
    linear s = {.n = n, .columns = columns};
    fmpq_mat_init(s.a, n, n);
    fmpq_mat_init(s.b, n, columns);
    fmpq_mat_init(s.x, n, columns);
    s.balls = nh_balls_new((size_t)(n * n));
    s.right = nh_balls_new((size_t)(n * columns));
    s.solution = nh_balls_new((size_t)(n * columns));
    return s;
}

static void linear_free(linear *s) {
    fmpq_mat_clear(s->a);
    fmpq_mat_clear(s->b);
    fmpq_mat_clear(s->x);
    nh_balls_free(s->balls, (size_t)(s->n * s->n));
    nh_balls_free(s->right, (size_t)(s->n * s->columns));
    nh_balls_free(s->solution, (size_t)(s->n * s->columns));
}

/* Rationals to balls, row-major to column-major. */
static void fill(nh_ball *r, const fmpq_mat_t m, int rows, int columns, int prec) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) arb_set_fmpq(nh_arb(&r[i + j * rows]), fmpq_mat_entry(m, i, j), prec);
}

static bool contains_all(const nh_ball *x, const fmpq_mat_t m, int rows, int columns) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            if (!arb_contains_fmpq(nh_arb_const(&x[i + j * rows]), fmpq_mat_entry(m, i, j))) return false;
    return true;
}

static int least_accuracy(const nh_ball *x, int count) {
    int least = 1 << 30;
    for (int i = 0; i < count; i++)
        if (nh_ball_is_zero(&x[i]) == NH_NO && nh_ball_accuracy_bits(&x[i]) < least)
            least = nh_ball_accuracy_bits(&x[i]);
    return least;
}

static void random_right(trial *t, linear *s) {
    for (int j = 0; j < s->columns; j++)
        for (int i = 0; i < s->n; i++) fmpq_set_si(fmpq_mat_entry(s->b, i, j), nh_random_between(&t->random, -9, 9), 1);
}

/* Random small rationals, many of them zero, so that pivots have to be searched for. */
static void random_matrix(trial *t, linear *s) {
    for (int j = 0; j < s->n; j++)
        for (int i = 0; i < s->n; i++)
            fmpq_set_si(fmpq_mat_entry(s->a, i, j), chance(t, 3) ? 0 : nh_random_between(&t->random, -9, 9),
                        (ulong)nh_random_between(&t->random, 1, 3));
}

static void hilbert(linear *s) {
    for (int j = 0; j < s->n; j++)
        for (int i = 0; i < s->n; i++) fmpq_set_si(fmpq_mat_entry(s->a, i, j), 1, (ulong)(i + j + 1));
}

/* Solves in both ways and compares with the exact solution. */
static void check_solutions(trial *t, linear *s, int prec, int bits) {
    int row[SIZE_MOST];
    fill(s->balls, s->a, s->n, s->n, prec);
    fill(s->right, s->b, s->n, s->columns, prec);
    CHECK(t, nh_ball_solve(s->solution, s->balls, s->n, s->right, s->columns, prec));
    CHECK(t, contains_all(s->solution, s->x, s->n, s->columns));
    CHECK(t, least_accuracy(s->solution, s->n * s->columns) >= bits);
    /* the arguments are kept */
    CHECK(t, contains_all(s->balls, s->a, s->n, s->n) && contains_all(s->right, s->b, s->n, s->columns));
    CHECK(t, nh_ball_lu_factor(s->balls, s->n, row, prec));
    for (int i = 0; i < s->n * s->columns; i++) nh_ball_set_int(&s->solution[i], 77);
    nh_ball_lu_solve(s->solution, s->balls, s->n, row, s->right, s->columns, prec);
    CHECK(t, contains_all(s->solution, s->x, s->n, s->columns));
    CHECK(t, least_accuracy(s->solution, s->n * s->columns) >= bits);
    CHECK(t, contains_all(s->right, s->b, s->n, s->columns));
}

static void hilbert_body(trial *t) {
    for (int n = 0; n <= SIZE_MOST; n++) {
        for (int columns = 0; columns <= COLUMNS_MOST; columns++) {
            linear s = linear_new(n, columns);
            hilbert(&s);
            random_right(t, &s);
            CHECK(t, fmpq_mat_solve(s.x, s.a, s.b) || n == 0);
            check_solutions(t, &s, 300, 180);
            linear_free(&s);
        }
    }
}

static void test_hilbert(void **state) {
    (void)state;
    run_trial(1, hilbert_body);
}

static void random_body(trial *t) {
    for (int k = test_count(150); k > 0; k--) {
        linear s =
            linear_new((int)nh_random_between(&t->random, 1, 8), (int)nh_random_between(&t->random, 1, COLUMNS_MOST));
        random_matrix(t, &s);
        random_right(t, &s);
        if (fmpq_mat_solve(s.x, s.a, s.b)) check_solutions(t, &s, 200, 120);
        linear_free(&s);
    }
}

static void test_random(void **state) {
    (void)state;
    run_trial(2, random_body);
}

/* Row k of the factors' product is row row[k] of the matrix. */
static void check_product(trial *t, const linear *s, const nh_ball *lu, const int *row, int prec) {
    nh_ball *sum = nh_balls_new(1);
    int n = s->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            nh_ball_set_int(sum, 0);
            for (int k = 0; k <= j && k < i; k++) nh_ball_fma(sum, &lu[i + k * n], &lu[k + j * n], sum, prec);
            if (i <= j) nh_ball_add(sum, sum, &lu[i + j * n], prec);
            CHECK(t, arb_contains_fmpq(nh_arb(sum), fmpq_mat_entry(s->a, row[i], j)));
            CHECK(t, nh_ball_radius(sum) < 1e-30);
        }
    }
    nh_balls_free(sum, 1);
}

static void factor_body(trial *t) {
    fmpq_t det;
    fmpq_init(det);
    for (int k = test_count(150); k > 0; k--) {
        int row[8], seen = 0;
        linear s = linear_new((int)nh_random_between(&t->random, 1, 8), 0);
        random_matrix(t, &s);
        fmpq_mat_det(det, s.a);
        fill(s.balls, s.a, s.n, s.n, 200);
        bool done = nh_ball_lu_factor(s.balls, s.n, row, 200);
        CHECK(t, done == !fmpq_is_zero(det));
        if (done) {
            for (int i = 0; i < s.n; i++) seen |= 1 << row[i];
            CHECK(t, seen == (1 << s.n) - 1);
            check_product(t, &s, s.balls, row, 200);
        }
        linear_free(&s);
    }
    fmpq_clear(det);
}

static void test_factors(void **state) {
    (void)state;
    run_trial(3, factor_body);
}

/* Singular ones, and regular ones at a precision that cannot tell. */
static void singular_body(trial *t) {
    int row[SIZE_MOST];
    for (int n = 1; n <= 8; n++) {
        linear s = linear_new(n, 1);
        for (int kind = 0; kind < 3; kind++) {
            hilbert(&s);
            random_right(t, &s);
            for (int i = 0; i < n; i++) {
                fmpq *last = fmpq_mat_entry(s.a, i, n - 1), *first = fmpq_mat_entry(s.a, i, 0);
                if (kind == 0 || n == 1) fmpq_zero(last);
                else if (kind == 1) fmpq_mul_si(last, first, 3);
                else fmpq_add(last, first, fmpq_mat_entry(s.a, i, (n - 1) / 2));
            }
            fill(s.balls, s.a, n, n, 200);
            fill(s.right, s.b, n, 1, 200);
            CHECK(t, !nh_ball_solve(s.solution, s.balls, n, s.right, 1, 200));
            CHECK(t, !nh_ball_lu_factor(s.balls, n, row, 200));
        }
        linear_free(&s);
    }
    linear s = linear_new(SIZE_MOST, 1);
    hilbert(&s);
    random_right(t, &s);
    fill(s.balls, s.a, s.n, s.n, 20);
    fill(s.right, s.b, s.n, 1, 20);
    CHECK(t, !nh_ball_solve(s.solution, s.balls, s.n, s.right, 1, 20));
    CHECK(t, !nh_ball_lu_factor(s.balls, s.n, row, 20));
    linear_free(&s);
}

static void test_singular(void **state) {
    (void)state;
    run_trial(4, singular_body);
}

/* Around each entry a ball of radius 2^-20: the solutions for random points of them are in the solution. */
static void wide_body(trial *t) {
    for (int k = test_count(60); k > 0; k--) {
        int row[8], n = (int)nh_random_between(&t->random, 1, 6);
        linear s = linear_new(n, 1);
        random_matrix(t, &s);
        for (int i = 0; i < n; i++) fmpq_set_si(fmpq_mat_entry(s.a, i, i), nh_random_between(&t->random, 40, 60), 1);
        random_right(t, &s);
        fill(s.balls, s.a, n, n, 100);
        fill(s.right, s.b, n, 1, 100);
        for (int i = 0; i < n * n; i++) arb_add_error_2exp_si(nh_arb(&s.balls[i]), -20);
        for (int i = 0; i < n; i++) arb_add_error_2exp_si(nh_arb(&s.right[i]), -20);
        arf_t point;
        arf_init(point);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                random_point_of(t, point, &s.balls[i + j * n]);
                arf_get_fmpq(fmpq_mat_entry(s.a, i, j), point);
            }
            random_point_of(t, point, &s.right[i]);
            arf_get_fmpq(fmpq_mat_entry(s.b, i, 0), point);
        }
        arf_clear(point);
        CHECK(t, fmpq_mat_solve(s.x, s.a, s.b));
        CHECK(t, nh_ball_solve(s.solution, s.balls, n, s.right, 1, 100));
        CHECK(t, contains_all(s.solution, s.x, n, 1) && nh_ball_radius(s.solution) < 1e-5);
        CHECK(t, nh_ball_lu_factor(s.balls, n, row, 100));
        nh_ball_lu_solve(s.solution, s.balls, n, row, s.right, 1, 100);
        CHECK(t, contains_all(s.solution, s.x, n, 1) && nh_ball_radius(s.solution) < 1e-5);
        linear_free(&s);
    }
}

static void test_wide(void **state) {
    (void)state;
    run_trial(5, wide_body);
}

/* What is not finite gives no solution. */
static void undefined_body(trial *t) {
    int row[2];
    nh_ball *a = nh_balls_new(4), *b = nh_balls_new(2), *x = nh_balls_new(2);
    nh_ball_set_int(&a[1], 1);
    nh_ball_set_int(&a[2], 1);
    nh_ball_set_double(&a[0], NAN);
    CHECK(t, !nh_ball_solve(x, a, 2, b, 1, 64) || !nh_ball_is_finite(&x[0]) || !nh_ball_is_finite(&x[1]));
    if (nh_ball_lu_factor(a, 2, row, 64)) {
        nh_ball_lu_solve(x, a, 2, row, b, 1, 64);
        CHECK(t, !nh_ball_is_finite(&x[0]) || !nh_ball_is_finite(&x[1]));
    }
    nh_balls_free(a, 4);
    nh_balls_free(b, 2);
    nh_balls_free(x, 2);
}

static void test_undefined(void **state) {
    (void)state;
    run_trial(6, undefined_body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hilbert),  cmocka_unit_test(test_random), cmocka_unit_test(test_factors),
        cmocka_unit_test(test_singular), cmocka_unit_test(test_wide),   cmocka_unit_test(test_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
