/* Characteristic polynomials against determinants, and Hurwitz determinants against polynomials with known roots. */
#include <string.h>

#include "support.h"

#include "algebra/domain/identity.h"
#include "algebra/linear/characteristic.h"
#include "expr/read/read.h"
#include "num/linear/dense.h"

enum { MOST = 6 };

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_expr x, symbols[3];
    nh_random random;
} fixture;

static fixture begin(nh_context *context, uint64_t stream) {
    fixture f = {.pool = nh_pool_create(context), .arena = nh_arena_create(context)};
    static const char *const names[] = {"a", "b", "k"};
    for (int i = 0; i < 3; i++) f.symbols[i] = nh_expr_symbol_text(f.pool, NH_ROLE_PARAMETER, names[i]);
    f.x = nh_expr_symbol_text(f.pool, NH_ROLE_PARAMETER, "x");
    f.random = nh_random_make(test_seed(), stream);
    return f;
}

static void end(fixture *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

/* A small integer, a symbol, a product with a sine, or a fraction. */
static nh_expr random_entry(fixture *f) {
    nh_expr s = f->symbols[nh_random_below(&f->random, 3)],
            n = nh_expr_int(f->pool, nh_random_between(&f->random, -3, 3));
    switch (nh_random_below(&f->random, 5)) {
        case 0: return nh_expr_mul(f->pool, n, s);
        case 1: return nh_expr_mul(f->pool, n, nh_expr_apply1(f->pool, NH_EXPR_SIN, s));
        case 2: return nh_expr_div(f->pool, n, s);
        default: return n;
    }
}

static void assert_equal(fixture *f, nh_expr a, nh_expr b) {
    assert_int_equal(nh_expr_is_zero(f->pool, nh_expr_sub(f->pool, a, b)), NH_YES);
}

/* sum_i c[i] x^i = det(x - a) */
PROTECTED_TEST(test_determinant) {
    fixture f = begin(context, 1);
    for (int round = 0; round < test_count(40); round++) {
        uint32_t n = (uint32_t)nh_random_below(&f.random, 5);
        nh_expr a[16], shifted[16], c[MOST], determinant, value = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < n * n; i++) {
            a[i] = random_entry(&f);
            shifted[i] = nh_expr_neg(f.pool, a[i]);
            if (i % (n + 1) == 0) shifted[i] = nh_expr_add(f.pool, shifted[i], f.x);
        }
        assert_int_equal(nh_linear_characteristic(f.pool, n, a, c), NH_LINEAR_DONE);
        assert_int_equal(nh_linear_determinant(f.pool, n, shifted, &determinant), NH_LINEAR_DONE);
        assert_int_equal(c[n], NH_EXPR_ONE);
        for (uint32_t i = n + 1; i-- > 0;) value = nh_expr_add(f.pool, nh_expr_mul(f.pool, value, f.x), c[i]);
        assert_equal(&f, value, determinant);
    }
    end(&f);
}

/* c := c (x^2 + p x + q) or c (x + q), of degree *n before. */
static void multiply_by(int64_t *c, uint32_t *n, bool is_square, int64_t p, int64_t q) {
    int64_t factor[3] = {q, is_square ? p : 1, 1}, result[MOST + 1] = {0};
    uint32_t width = is_square ? 2 : 1;
    for (uint32_t i = 0; i <= *n; i++)
        for (uint32_t j = 0; j <= width; j++) result[i + j] += factor[j] * c[i];
    *n += width;
    memcpy(c, result, sizeof result);
}

/* Products of factors, some with a root to the right or on the imaginary axis. The roots of x^2 + p x + q have negative
 * real parts if and only if p > 0 and q > 0. The eigenvalues of the companion matrix say the same. */
PROTECTED_TEST(test_signs) {
    fixture f = begin(context, 2);
    int stable = 0, others = 0;
    for (int round = 0; round < test_count(200); round++) {
        int64_t c[MOST + 1] = {1};
        uint32_t n = 0, degree = (uint32_t)nh_random_between(&f.random, 1, MOST);
        bool is_stable = true, is_on_axis = false, all_positive = true;
        while (n < degree) {
            bool is_square = n + 2 <= degree && nh_random_below(&f.random, 2) == 0;
            int64_t least = nh_random_below(&f.random, 3) == 0 ? -2 : 1;
            int64_t p = nh_random_between(&f.random, least, 5), q = nh_random_between(&f.random, least, 5);
            is_stable = is_stable && q > 0 && (!is_square || p > 0);
            is_on_axis = is_on_axis || q == 0 || (is_square && p == 0);
            multiply_by(c, &n, is_square, p, q);
        }
        nh_expr coefficients[MOST + 1], determinants[MOST];
        for (uint32_t i = 0; i <= n; i++) coefficients[i] = nh_expr_int(f.pool, c[i]);
        assert_int_equal(nh_linear_hurwitz(f.pool, f.arena, n, coefficients, determinants), NH_LINEAR_DONE);
        for (uint32_t i = 0; i < n; i++) {
            assert_true(nh_expr_is_number(f.pool, determinants[i]));
            all_positive = all_positive && nh_rat_sign(nh_expr_rational(f.pool, determinants[i])) > 0;
        }
        assert_int_equal(all_positive, is_stable);
        *(is_stable ? &stable : &others) += 1;
        if (is_on_axis) continue;
        double companion[MOST * MOST] = {0}, most = -1;
        for (uint32_t i = 0; i < n; i++) {
            if (i > 0) companion[i + (i - 1) * n] = 1;
            companion[i + (n - 1) * n] = -(double)c[i];
        }
        nh_eigen *eigen = nh_eigen_make(f.arena, (int)n);
        assert_true(nh_eigen_general(eigen, companion));
        for (uint32_t i = 0; i < n; i++) most = nh_eigen_values(eigen)[i] > most ? nh_eigen_values(eigen)[i] : most;
        assert_int_equal(most < 0, is_stable);
    }
    assert_true(stable > 0 && others > 0);
    end(&f);
}

/* x^3 + a x^2 + b x + k: a, a b - k, k (a b - k). */
PROTECTED_TEST(test_symbols) {
    fixture f = begin(context, 3);
    nh_expr a = f.symbols[0], b = f.symbols[1], k = f.symbols[2], d[3];
    nh_expr second = nh_expr_sub(f.pool, nh_expr_mul(f.pool, a, b), k);
    assert_int_equal(nh_linear_hurwitz(f.pool, f.arena, 3, (nh_expr[]){k, b, a, NH_EXPR_ONE}, d), NH_LINEAR_DONE);
    assert_equal(&f, d[0], a);
    assert_equal(&f, d[1], second);
    assert_equal(&f, d[2], nh_expr_mul(f.pool, k, second));
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_determinant),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
