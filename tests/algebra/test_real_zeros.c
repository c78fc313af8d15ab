/* Whether polynomials in one symbol and forms in two have real zeros. */
#include <string.h>

#include "support.h"

#include "algebra/ideal/real_zeros.h"
#include "expr/read/read.h"

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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_expressions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
