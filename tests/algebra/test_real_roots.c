/* Real roots by Sturm's theorem, against products of factors whose roots are known; forms in two symbols. */
#include <string.h>

#include "support.h"

#include "algebra/ideal/real_roots.h"
#include "expr/read/read.h"

enum { MOST = 24 };

/* c := c * (a + b u + d u^2) */
static uint32_t times(nh_arena *arena, nh_rat *c, uint32_t degree, int64_t a, int64_t b, int64_t d) {
    nh_rat result[MOST + 3];
    const int64_t factor[] = {a, b, d};
    for (uint32_t i = 0; i <= degree + 2; i++) {
        result[i] = nh_rat_int(0);
        for (uint32_t k = 0; k < 3 && k <= i; k++)
            if (i - k <= degree)
                result[i] = nh_rat_add(arena, result[i], nh_rat_mul(arena, nh_rat_int(factor[k]), c[i - k]));
    }
    for (uint32_t i = 0; i <= degree + 2; i++) c[i] = result[i];
    return degree + (d != 0 ? 2 : 1);
}

/* Linear factors with different or repeated roots, and squares plus something positive, which have none. */
PROTECTED_TEST(test_products) {
    nh_random random = nh_random_make(test_seed(), 402);
    for (int round = 0; round < test_count(200); round++) {
        nh_arena *arena = nh_arena_create(context);
        nh_rat c[MOST + 3];
        uint32_t degree = 0, roots = 0;
        bool has[11] = {0};
        c[0] = nh_rat_int(round % 2 == 0 ? 3 : -7);
        for (int64_t i = nh_random_between(&random, 0, 5); i > 0; i--) {
            int64_t root = nh_random_between(&random, -5, 5);
            roots += !has[root + 5];
            has[root + 5] = true;
            degree = times(arena, c, degree, -root, 1, 0);
        }
        for (int64_t i = nh_random_between(&random, 0, 4); i > 0; i--) {
            int64_t b = nh_random_between(&random, -3, 3);
            degree = times(arena, c, degree, b * b + nh_random_between(&random, 1, 9), 2 * b, 1);
        }
        assert_int_equal(nh_real_roots(arena, degree, c), roots);
        nh_arena_destroy(arena);
    }
}

typedef struct expected {
    const char *text;
    nh_real_zeros zeros;
    uint32_t count;
} expected;

PROTECTED_TEST(test_expressions) {
    static const expected table[] = {
        {"x^2 + 1", NH_ZEROS_NONE, 1},
        {"x^2 - 1", NH_ZEROS_UNKNOWN, 1},
        {"x^4 + x + 1", NH_ZEROS_NONE, 1},
        {"x^4 + x - 1", NH_ZEROS_UNKNOWN, 1},
        {"x^3 + 1", NH_ZEROS_UNKNOWN, 1},
        {"(x^2 + x + 1)*(x^4 + 3)", NH_ZEROS_NONE, 1},
        {"x^2 + x*y + y^2", NH_ZEROS_ORIGIN, 2},
        {"x^4 + x^3*y + x^2*y^2 + x*y^3 + y^4", NH_ZEROS_ORIGIN, 2},
        {"x^2 - y^2", NH_ZEROS_UNKNOWN, 2},
        {"x^2*y^2 + y^4", NH_ZEROS_UNKNOWN, 2}, /* y = 0 */
        {"x^3 + y^3", NH_ZEROS_UNKNOWN, 2},
        {"x^2 + y^2 + 1", NH_ZEROS_UNKNOWN, 2}, /* no form */
        {"x^2 + sin(x)^2 + 1", NH_ZEROS_UNKNOWN, 1},
        {"sqrt(2)*x^2 + 1", NH_ZEROS_UNKNOWN, 1},
    };
    nh_pool *pool = nh_pool_create(context);
    nh_arena *arena = nh_arena_create(context);
    nh_expr symbols[] = {nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x"),
                         nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "y")};
    nh_read_names names = nh_read_names_of(pool, arena, 2, symbols);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        nh_expr e, found[2];
        uint32_t count;
        assert_true(nh_expr_read(pool, table[i].text, strlen(table[i].text), NULL, &names, &e));
        if (nh_expr_real_zeros(pool, arena, e, &count, found) != table[i].zeros) fail_msg("%s", table[i].text);
        assert_int_equal(count, table[i].count);
    }
    nh_arena_destroy(arena);
    nh_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_products), cmocka_unit_test(test_expressions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
