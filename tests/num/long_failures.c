/* Every allocation of rationals, balls, linear systems in balls and interval Newton fails once. */
#include "num/ball/ball_linear.h"
#include "num/factor.h"
#include "num/guard.h"
#include "num/newton.h"
#include "support.h"

static void rationals(nh_context *context) {
    nh_arena *arena = nh_arena_create(context);
    nh_rat a = nh_rat_pow(arena, nh_rat_make(12, 7), 90), b = nh_rat_pow(arena, nh_rat_make(-5, 3), 61), root;
    nh_rat sum = nh_rat_add(arena, a, b), ratio = nh_rat_div(arena, nh_rat_mul(arena, a, sum), b);
    nh_factor *factors;
    nh_factor_integer(arena, nh_rat_num(arena, nh_rat_abs(arena, b)), &factors);
    nh_rat_root(arena, nh_rat_mul(arena, a, a), 2, &root);
    nh_rat_gcd(arena, nh_rat_floor(arena, ratio), nh_rat_den(arena, ratio));
    nh_rat_read(arena, "1.25e-40", 8, &sum);
    nh_rat_text(arena, ratio);
    nh_rat_double(context, ratio);
    nh_arena_destroy(arena);
}

/* x^2 + y^2 = 2, x = y^3 */
static bool curves(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    (void)user;
    nh_ball *t = nh_balls_new(2);
    nh_ball_mul(&t[0], &x[0], &x[0], prec);
    nh_ball_fma(&f[0], &x[1], &x[1], &t[0], prec);
    nh_ball_set_int(&t[1], 2);
    nh_ball_sub(&f[0], &f[0], &t[1], prec);
    nh_ball_pow_rational(&t[0], &x[1], nh_rat_int(3), prec);
    nh_ball_sub(&f[1], &x[0], &t[0], prec);
    if (jacobian != NULL) {
        nh_ball_add(&jacobian[0], &x[0], &x[0], prec);
        nh_ball_set_int(&jacobian[1], 1);
        nh_ball_add(&jacobian[2], &x[1], &x[1], prec);
        nh_ball_pow_rational(&t[0], &x[1], nh_rat_int(2), prec);
        nh_ball_set_int(&t[1], -3);
        nh_ball_mul(&jacobian[3], &t[0], &t[1], prec);
    }
    nh_balls_free(t, 2);
    return true;
}

enum { N = 4, PREC = 300 };

static void hilbert(nh_ball *a) {
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) nh_ball_set_rational(&a[i + j * N], nh_rat_make(1, i + j + 1), PREC);
}

static void balls(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    nh_ball *a = nh_balls_new(N * N), *b = nh_balls_new(N), *x = nh_balls_new(N), *root = nh_balls_new(2);
    int row[N];
    hilbert(a);
    for (int i = 0; i < N; i++) nh_ball_sin(&b[i], &a[i], PREC);
    nh_ball_solve(x, a, N, b, 1, PREC);
    nh_ball_lu_factor(a, N, row, PREC);
    nh_ball_lu_solve(x, a, N, row, b, 1, PREC);
    nh_ball_digits(arena, &x[0], 50);
    nh_ball_load(&x[1], nh_ball_save(arena, &x[0]));
    nh_ball_set_double(&root[0], 0.99);
    nh_ball_set_double(&root[1], 1.01);
    nh_newton_certify(root, 2, curves, NULL, 60);
    nh_balls_free(root, 2);
    nh_balls_free(x, N);
    nh_balls_free(b, N);
    nh_balls_free(a, N * N);
    nh_arena_destroy(arena);
}

static void body(nh_context *context, void *argument) {
    rationals(context);
    test_guard_call(context, balls, argument);
}

static void test_every_allocation(void **state) {
    (void)state;
    assert_true(test_every_failure(body, NULL, 0) > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_allocation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
