/* Depth and width: expressions a million nodes deep or a million terms wide are made, walked, evaluated and freed like
 * others: a function that recursed would need more stack than there is. A million terms or factors added one by one
 * would cost 10^12 steps; at once they are quick. */
#include <time.h>

#include "evaluate.h"
#include "support.h"

#define same(a, b) assert_int_equal(a, b)

enum { WIDTH = 1000000 };

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static nh_expr symbol(nh_pool *pool, const char *name) {
    return nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, name);
}

/* The value at x = 1/2 of a tower that level() makes one higher, with the same made of numbers next to it. */
static void check_tower(nh_context *context, int levels, nh_expr (*level)(nh_pool *, nh_expr, nh_expr),
                        long double (*number)(long double, long double)) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr x = symbol(pool, "x"), e = x;
    long double value = 0.5L;
    for (int i = 0; i < levels; i++) {
        e = level(pool, e, x);
        value = number(value, 0.5L);
    }
    assert_true(nh_pool_count(pool) > (uint32_t)levels);
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    assert_true(walk->count > (uint32_t)levels && walk->order[walk->count - 1] == e);
    nh_walk_end(walk);
    evaluated v = evaluate(pool, e, &(point){.count = 1, .symbols = &x, .values = &(long double){0.5L}});
    assert_true(is_known(v) && fabsl(v.value - value) <= 1e-15L);
    nh_pool_destroy(pool);
}

static nh_expr sine(nh_pool *pool, nh_expr e, nh_expr x) {
    (void)x;
    return nh_expr_apply1(pool, NH_EXPR_SIN, e);
}

static long double sine_number(long double v, long double x) {
    (void)x;
    return sinl(v);
}

PROTECTED_TEST(test_sines) {
    check_tower(context, 1000000, sine, sine_number);
}

static nh_expr fraction(nh_pool *pool, nh_expr e, nh_expr x) {
    return nh_expr_div(pool, x, nh_expr_add(pool, e, NH_EXPR_ONE));
}

static long double fraction_number(long double v, long double x) {
    return x / (v + 1);
}

PROTECTED_TEST(test_continued_fraction) {
    check_tower(context, 100000, fraction, fraction_number);
}

/* x^e: tends to the solution of v = x^v. */
static nh_expr exponent(nh_pool *pool, nh_expr e, nh_expr x) {
    return nh_expr_pow(pool, x, e);
}

static long double exponent_number(long double v, long double x) {
    return powl(x, v);
}

PROTECTED_TEST(test_exponents) {
    check_tower(context, 100000, exponent, exponent_number);
}

static nh_expr root_of_sum(nh_pool *pool, nh_expr e, nh_expr x) {
    return nh_expr_sqrt(pool, nh_expr_add(pool, x, e));
}

static long double root_number(long double v, long double x) {
    return sqrtl(x + v);
}

PROTECTED_TEST(test_nested_roots) {
    check_tower(context, 100000, root_of_sum, root_number);
}

static nh_expr choice(nh_pool *pool, nh_expr e, nh_expr x) {
    return nh_expr_if(pool, nh_expr_sub(pool, e, x), nh_expr_add(pool, e, x), nh_expr_apply1(pool, NH_EXPR_SIN, e));
}

static long double choice_number(long double v, long double x) {
    return v - x < 0 ? v + x : sinl(v);
}

PROTECTED_TEST(test_choices) {
    check_tower(context, 100000, choice, choice_number);
}

/* A definition that uses the one before, a hundred thousand deep. */
PROTECTED_TEST(test_definitions) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr x = symbol(pool, "x"), e = x;
    enum { NAMES = 100000 };
    nh_name name = nh_name_of_text(context, "A");
    for (int i = 0; i < NAMES; i++) e = nh_expr_abbreviation(pool, name, nh_expr_apply1(pool, NH_EXPR_SIN, e));
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    same(walk->count, 2 * NAMES + 1);
    nh_walk_end(walk);
    evaluated v = evaluate(pool, e, &(point){.seed = 1});
    assert_true(is_known(v) && fabsl(v.value) < 0.01L);
    nh_pool_destroy(pool);
}

static nh_expr *many_symbols(nh_pool *pool, uint32_t count) {
    nh_expr *symbols = NH_NEW_ARRAY(nh_pool_arena(pool), nh_expr, count);
    nh_name name = nh_name_of_text(nh_pool_context(pool), "x");
    for (uint32_t i = 0; i < count; i++) symbols[i] = nh_expr_symbol(pool, NH_ROLE_COORDINATE, name, i);
    return symbols;
}

PROTECTED_TEST(test_wide_sum) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr *terms = many_symbols(pool, WIDTH);
    double before = cpu_seconds();
    nh_expr sum = nh_expr_sum(pool, WIDTH, terms);
    same(nh_expr_arity(pool, sum), 2 * WIDTH + 1);
    assert_true(cpu_seconds() - before < 20);
    enum { FEWER = WIDTH / 5 };
    sum = nh_expr_sum(pool, FEWER, terms);
    nh_rat c;
    same(nh_expr_split(pool, nh_expr_scale(pool, nh_rat_int(-7), sum), &c), sum);
    assert_true(nh_rat_eq(c, nh_rat_int(-7)));
    same(nh_expr_sub(pool, sum, nh_expr_sum(pool, FEWER - 1, terms + 1)), terms[0]);
    nh_pool_destroy(pool);
}

PROTECTED_TEST(test_wide_product) {
    nh_pool *pool = nh_pool_create(context);
    enum { FACTORS = 3 * WIDTH / 10 };
    nh_expr *factors = many_symbols(pool, FACTORS);
    double before = cpu_seconds();
    nh_expr product = nh_expr_product(pool, FACTORS, factors);
    same(nh_expr_arity(pool, product), 2 * FACTORS);
    same(nh_expr_div(pool, product, nh_expr_product(pool, FACTORS - 1, factors + 1)), factors[0]);
    assert_true(cpu_seconds() - before < 20);
    nh_pool_destroy(pool);
}

/* A root of many factors of unknown sign. */
PROTECTED_TEST(test_wide_root) {
    nh_pool *pool = nh_pool_create(context);
    enum { FACTORS = WIDTH / 10 };
    nh_expr product = nh_expr_product(pool, FACTORS, many_symbols(pool, FACTORS)), root = nh_expr_sqrt(pool, product);
    same(nh_expr_arity(pool, root), 2);
    same(nh_expr_mul(pool, root, root), product);
    same(nh_expr_mul(pool, root, product), nh_expr_pow_rational(pool, product, nh_rat_make(3, 2)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sines),     cmocka_unit_test(test_continued_fraction),
        cmocka_unit_test(test_exponents), cmocka_unit_test(test_nested_roots),
        cmocka_unit_test(test_choices),   cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_wide_sum),  cmocka_unit_test(test_wide_product),
        cmocka_unit_test(test_wide_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
