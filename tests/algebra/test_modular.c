/* Values modulo a prime: what is zero as a function is zero there, what is not is not; linear algebra with residues. */
#include <string.h>

#include "support.h"

#include "algebra/ideal/modular.h"
#include "base/random.h"
#include "expr/read/read.h"

enum { SYMBOLS = 4, SIZE = 12 };

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_expr symbols[SYMBOLS]; /* x, y vary; a, k do not */
    nh_read_names names;
} fixture;

static fixture begin(nh_context *context) {
    static const char *const words[SYMBOLS] = {"x", "y", "a", "k"};
    fixture f = {.pool = nh_pool_create(context), .arena = nh_arena_create(context)};
    for (int i = 0; i < SYMBOLS; i++) f.symbols[i] = nh_expr_symbol_text(f.pool, NH_ROLE_PARAMETER, words[i]);
    f.names = nh_read_names_of(f.pool, f.arena, SYMBOLS, f.symbols);
    return f;
}

static void end(fixture *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

static nh_modular *read_modular(fixture *f, const char *text) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &f->names, &e)) fail_msg("cannot read %s", text);
    return nh_modular_make(f->pool, f->arena, 1, &e, 2, f->symbols);
}

/* At how many of ten points the value is 0. */
static int count_zeros(fixture *f, const char *text) {
    nh_modular *m = read_modular(f, text);
    int zeros = 0;
    for (int i = 0; i < 10; i++) {
        uint64_t value;
        if (!nh_modular_next(m, &value)) fail_msg("no value: %s", text);
        zeros += value == 0;
    }
    return zeros;
}

PROTECTED_TEST(test_identities) {
    static const char *const zero[] = {
        "sin(x)^2 + cos(x)^2 - 1",
        "sin(2*x) - 2*sin(x)*cos(x)",
        "cos(x - y/3) - cos(x)*cos(y/3) - sin(x)*sin(y/3)",
        "tan(x/2) - sin(x)/(1 + cos(x))",
        "exp(x + 2*y) - exp(x)*exp(y)^2",
        "cosh(x)^2 - sinh(x)^2 - 1",
        "tanh(x)*cosh(x) - sinh(x)",
        "sqrt(x)*sqrt(y) - sqrt(x*y)",
        "sqrt(x + y)^2 - x - y",
        "sqrt((x - y)^2) - abs(x - y)",
        "abs(x - y)*sign(x - y) - x + y",
        "(x + y)^(1/3)*(x + y)^(2/3) - x - y",
        "sqrt(6) - sqrt(2)*sqrt(3)",
        "x^k*x^(2 - k) - x^2",
        "x^(k - 1)*x - x^k",
        "1/(x - y) - (x + y)/(x^2 - y^2)",
    };
    static const char *const other[] = {
        "cos(x)*(1 + x^2) - 1 + x^2", /* the circle of x must not be drawn like x */
        "exp(x) - x",
        "exp(x) - cos(x)",
        "sin(x) - sin(y)",
        "log(x) - x",
        "x^k - exp(k)",
        "x^k - x^a",
        "x - y",
        "a - k",
        "sqrt(x) - x",
        "abs(x - y) - x + y",
        "x^2 - y",
        "atan(x) - x",
    };
    fixture f = begin(context);
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
        if (count_zeros(&f, zero[i]) != 10) fail_msg("not zero: %s", zero[i]);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (count_zeros(&f, other[i]) > 8) fail_msg("zero: %s", other[i]);
    end(&f);
}

/* Only the variables move. */
PROTECTED_TEST(test_fixed) {
    fixture f = begin(context);
    static const char *const texts[] = {"a", "sin(a)", "exp(k)", "sqrt(a + k)", "log(a)", "pi", "x", "sin(x*a)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nh_modular *m = read_modular(&f, texts[i]);
        uint64_t first = 0, second = 0;
        assert_true(nh_modular_next(m, &first) && nh_modular_next(m, &second));
        assert_int_equal(first == second, i < 6);
    }
    uint64_t value;
    assert_false(nh_modular_next(read_modular(&f, "sqrt(-x^2)"), &value));
    end(&f);
}

PROTECTED_TEST(test_fractions) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 5);
    for (int i = 0; i < test_count(500); i++) {
        nh_rat a = nh_rat_make(nh_random_between(&random, -100000, 100000), nh_random_between(&random, 1, 100000)), b;
        uint64_t residue = nh_modular_rational(arena, a);
        assert_true(nh_modular_fraction(residue, &b) && nh_rat_eq(a, b));
        if (residue != 0) assert_int_equal(nh_modular_mul(residue, nh_modular_inv(residue)), 1);
    }
    nh_rat big = nh_rat_pow(arena, nh_rat_int(7), 40);
    assert_int_equal(nh_modular_rational(arena, big), nh_modular_pow(7, 40));
    assert_int_equal(nh_modular_rational(arena, nh_rat_neg(arena, big)), nh_modular_sub(0, nh_modular_pow(7, 40)));
    nh_arena_destroy(arena);
}

/* Rows that are orthogonal to two vectors: these are found again. */
PROTECTED_TEST(test_null_space) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 6);
    nh_echelon e = nh_echelon_make(arena, SIZE);
    uint64_t rows[2 * SIZE][SIZE], copy[SIZE], vector[SIZE];
    for (int i = 0; i < 2 * SIZE; i++) {
        for (int j = 0; j < SIZE; j++) rows[i][j] = nh_random_below(&random, NH_MODULAR_PRIME);
        rows[i][7] = nh_modular_add(rows[i][1], rows[i][3]);
        rows[i][10] = nh_modular_mul(5, rows[i][7]);
        memcpy(copy, rows[i], sizeof copy);
        assert_int_equal(nh_echelon_add(&e, copy), i < SIZE - 2);
    }
    assert_int_equal(e.rank, SIZE - 2);
    nh_echelon_reduce(&e);
    for (uint32_t k = 0; k < SIZE; k++) {
        assert_int_equal(e.row_of[k] == NULL, k == 7 || k == 10);
        if (e.row_of[k]) continue;
        nh_echelon_null_vector(&e, k, vector);
        for (int i = 0; i < 2 * SIZE; i++) {
            uint64_t sum = 0;
            for (int j = 0; j < SIZE; j++) sum = nh_modular_add(sum, nh_modular_mul(rows[i][j], vector[j]));
            assert_int_equal(sum, 0);
        }
    }
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_fractions),
        cmocka_unit_test(test_null_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
