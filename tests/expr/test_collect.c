/* Polynomials in some symbols: the terms add up to the expression, and the coefficients are free of the symbols. */
#include "expr/inspect.h"

#include "differences.h"
#include "support.h"

typedef struct some {
    nh_pool *pool;
    nh_expr v[3], a, b; /* velocities, parameters */
} some;

static some some_begin(nh_context *context) {
    some s = {.pool = nh_pool_create(context)};
    static const char *const names[] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) s.v[i] = nh_expr_dot(s.pool, nh_expr_symbol_text(s.pool, NH_ROLE_COORDINATE, names[i]));
    s.a = nh_expr_symbol_text(s.pool, NH_ROLE_PARAMETER, "a");
    s.b = nh_expr_symbol_text(s.pool, NH_ROLE_PARAMETER, "b");
    return s;
}

static nh_expr sum3(const some *s, nh_expr a, nh_expr b, nh_expr c) {
    return nh_expr_sum(s->pool, 3, (const nh_expr[]){a, b, c});
}

/* Compares with rows of powers of three symbols, term by term. */
static void check_powers(const nh_collected *c, uint32_t count, const uint32_t (*powers)[3]) {
    assert_int_equal(c->count, count);
    assert_int_equal(c->start[0], 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t found[3] = {0};
        for (uint32_t k = c->start[i]; k < c->start[i + 1]; k++) {
            assert_true(k == c->start[i] || c->symbol[k - 1] < c->symbol[k]);
            assert_true(c->symbol[k] < 3 && c->power[k] > 0);
            found[c->symbol[k]] = c->power[k];
        }
        assert_memory_equal(found, powers[i], sizeof found);
    }
}

static bool collect(const some *s, nh_expr e, uint32_t most, nh_collected *c) {
    return nh_expr_collect(s->pool, nh_pool_arena(s->pool), e, 3, s->v, most, c);
}

/* (a x + b y)^2 (1 + x) + z + 7 */
PROTECTED_TEST(order_of_terms) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr square = nh_expr_pow_int(p, nh_expr_add(p, nh_expr_mul(p, s.a, s.v[0]), nh_expr_mul(p, s.b, s.v[1])), 2);
    nh_expr e = sum3(&s, nh_expr_mul(p, square, nh_expr_add(p, NH_EXPR_ONE, s.v[0])), s.v[2], nh_expr_int(p, 7));
    nh_collected c;
    assert_true(collect(&s, e, 100, &c));
    static const uint32_t powers[][3] = {{0, 0, 0}, {0, 0, 1}, {2, 0, 0}, {1, 1, 0},
                                         {0, 2, 0}, {3, 0, 0}, {2, 1, 0}, {1, 2, 0}};
    check_powers(&c, 8, powers);
    nh_expr aa = nh_expr_pow_int(p, s.a, 2), bb = nh_expr_pow_int(p, s.b, 2);
    nh_expr ab = nh_expr_scale(p, nh_rat_int(2), nh_expr_mul(p, s.a, s.b));
    const nh_expr coefficients[] = {nh_expr_int(p, 7), NH_EXPR_ONE, aa, ab, bb, aa, ab, bb};
    assert_memory_equal(c.coefficient, coefficients, sizeof coefficients);
    assert_true(collect(&s, e, 8, &c));
    assert_false(collect(&s, e, 7, &c));
    nh_pool_destroy(p);
}

/* (x + y)^5: the binomial coefficients. */
PROTECTED_TEST(powers_of_sums) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_collected c;
    nh_expr sum = nh_expr_add(p, s.v[0], s.v[1]);
    assert_true(collect(&s, nh_expr_pow_int(p, sum, 5), 6, &c));
    static const uint32_t powers[][3] = {{5, 0, 0}, {4, 1, 0}, {3, 2, 0}, {2, 3, 0}, {1, 4, 0}, {0, 5, 0}};
    check_powers(&c, 6, powers);
    static const int binomials[] = {1, 5, 10, 10, 5, 1};
    for (int i = 0; i < 6; i++) assert_int_equal(c.coefficient[i], nh_expr_int(p, binomials[i]));
    /* beyond the limits, of terms and of powers */
    assert_false(collect(&s, nh_expr_pow_int(p, sum, 5), 5, &c));
    nh_expr monomial = nh_expr_pow_int(p, s.v[0], INT64_C(4000000000));
    assert_true(collect(&s, monomial, 1, &c));
    assert_true(c.power[0] == 4000000000u && c.count == 1);
    assert_false(collect(&s, nh_expr_pow_int(p, s.v[0], INT64_C(5000000000)), 1, &c));
    nh_expr high = nh_expr_mul(p, monomial, nh_expr_add(p, nh_expr_pow_int(p, s.v[0], 3000000000), NH_EXPR_ONE));
    assert_false(collect(&s, high, 10, &c));
    /* much work: long coefficients, which the limit on terms does not see */
    assert_true(collect(&s, nh_expr_pow_int(p, sum, 60), 100000, &c));
    assert_int_equal(c.count, 61);
    assert_false(collect(&s, nh_expr_pow_int(p, sum, 500), 100000, &c));
    assert_false(collect(&s, nh_expr_pow_int(p, nh_expr_add(p, sum, s.v[2]), 60), 100000, &c));
    /* x^2 - y^2 - (x + y)(x - y) */
    nh_expr difference = nh_expr_sub(p, nh_expr_pow_int(p, s.v[0], 2), nh_expr_pow_int(p, s.v[1], 2));
    nh_expr zero = nh_expr_sub(p, difference, nh_expr_mul(p, sum, nh_expr_sub(p, s.v[0], s.v[1])));
    assert_true(zero != NH_EXPR_ZERO && collect(&s, zero, 10, &c));
    assert_int_equal(c.count, 0);
    nh_pool_destroy(p);
}

static void huge_power_body(nh_context *context, void *argument) {
    (void)context;
    const some *s = argument;
    nh_collected c;
    nh_expr sum = nh_expr_add(s->pool, s->v[0], s->v[1]);
    assert_false(collect(s, nh_expr_pow_int(s->pool, sum, INT64_C(1) << 60), UINT32_MAX, &c));
}

/* The limit holds for what is on the way, and a hopeless power is not begun. */
PROTECTED_TEST(terms_on_the_way) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_collected c;
    nh_expr x = s.v[0], factor = sum3(&s, NH_EXPR_ONE, x, nh_expr_pow_int(p, x, 2));
    nh_expr e = nh_expr_mul(p, factor, nh_expr_sub(p, NH_EXPR_ONE, x)); /* 1 - x^3 */
    assert_false(collect(&s, e, 2, &c));
    assert_true(collect(&s, e, 3, &c));
    assert_int_equal(c.count, 2);
    assert_int_equal(test_attempt(context, &(nh_budget){.work = 1000}, huge_power_body, &s), NH_OK);
    nh_pool_destroy(p);
}

PROTECTED_TEST(what_is_none) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_collected c;
    nh_expr x = s.v[0], cases[] = {nh_expr_pow_int(p, x, -1),
                                   nh_expr_sqrt(p, x),
                                   nh_expr_apply1(p, NH_EXPR_SIN, x),
                                   nh_expr_pow(p, x, s.a),
                                   nh_expr_pow(p, s.a, x),
                                   nh_expr_if(p, x, s.a, s.b),
                                   nh_expr_div(p, s.v[1], nh_expr_add(p, x, NH_EXPR_ONE)),
                                   nh_expr_apply1(p, NH_EXPR_ABS, x)};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(collect(&s, cases[i], 100, &c));
        assert_int_equal(nh_expr_collect_by(p, cases[i], 3, s.v), cases[i]);
        /* the same with none of the symbols is a coefficient */
        assert_true(nh_expr_collect(p, nh_pool_arena(p), cases[i], 1, s.v + 2, 100, &c));
        assert_true(c.count == 1 && c.start[1] == 0 && c.coefficient[0] == cases[i]);
    }
    assert_true(collect(&s, NH_EXPR_ZERO, 0, &c));
    assert_int_equal(c.count, 0);
    assert_false(collect(&s, NH_EXPR_ONE, 0, &c));
    nh_pool_destroy(p);
}

/* Coefficients stay as they are; names are looked through; a choice by parameters is made in each coefficient. */
PROTECTED_TEST(coefficients) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr x = s.v[0], y = s.v[1], c_ab = nh_expr_pow_int(p, nh_expr_add(p, s.a, s.b), 9);
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_apply1(p, NH_EXPR_SIN, s.a));
    nh_expr G = nh_expr_abbreviation(p, nh_name_of_text(context, "G"), nh_expr_add(p, nh_expr_mul(p, F, x), y));
    nh_collected c;
    assert_true(collect(&s, nh_expr_mul(p, c_ab, G), 10, &c));
    static const uint32_t powers[][3] = {{1, 0, 0}, {0, 1, 0}};
    check_powers(&c, 2, powers);
    assert_int_equal(c.coefficient[0], nh_expr_mul(p, c_ab, F));
    assert_int_equal(c.coefficient[1], c_ab);
    nh_expr choice = nh_expr_if(p, s.a, nh_expr_add(p, x, y), nh_expr_mul(p, s.b, x));
    assert_true(collect(&s, choice, 10, &c));
    check_powers(&c, 2, powers);
    assert_int_equal(c.coefficient[0], nh_expr_if(p, s.a, NH_EXPR_ONE, s.b));
    assert_int_equal(c.coefficient[1], nh_expr_if(p, s.a, NH_EXPR_ONE, NH_EXPR_ZERO));
    nh_expr by = nh_expr_collect_by(p, sum3(&s, nh_expr_mul(p, s.a, x), nh_expr_mul(p, s.b, x), y), 3, s.v);
    assert_int_equal(by, nh_expr_add(p, nh_expr_mul(p, nh_expr_add(p, s.a, s.b), x), y));
    nh_pool_destroy(p);
}

typedef struct trial {
    random_exprs g;
    int collected, refused, said, given_up;
} trial;

static void random_body(nh_context *context, void *argument) {
    trial *t = argument;
    nh_pool *pool = t->g.pool;
    nh_arena *arena = nh_arena_create(context);
    nh_expr e = random_expr(&t->g, 14);
    enum { COUNT = 3 };
    const nh_expr *s = t->g.symbols + 5;
    nh_collected c;
    nh_degree degree = nh_expr_degree(pool, e, COUNT, s);
    if (nh_expr_collect(pool, arena, e, COUNT, s, 500, &c)) {
        t->collected++;
        assert_true(degree.polynomial);
        uint64_t highest = 0, before = 0;
        for (uint32_t i = 0; i < c.count; i++) {
            assert_false(nh_expr_depends_on(pool, c.coefficient[i], COUNT, s));
            assert_true(c.coefficient[i] != NH_EXPR_ZERO);
            uint64_t total = 0;
            for (uint32_t k = c.start[i]; k < c.start[i + 1]; k++) total += c.power[k];
            assert_true(total >= before);
            before = highest = total;
        }
        assert_true(nh_rat_cmp(context, nh_rat_int((int64_t)highest), degree.degree) <= 0);
        point at = {.seed = nh_random_u64(&t->g.random)};
        assert_true(is_same_value(pool, e, nh_expr_collect_by(pool, e, COUNT, s), &at, &t->said));
    } else if (!degree.polynomial) {
        t->refused++;
    }
    nh_arena_destroy(arena);
}

static void run_random(nh_context *context, uint64_t kinds, int *collected, int *refused) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), kinds % 1000)};
    t.g.kinds = kinds;
    int count = test_count(400);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, random_body, &t) != NH_OK) t.given_up++;
    print_message("%d collected, %d refused, %d checks, %d given up\n", t.collected, t.refused, t.said, t.given_up);
    assert_true(t.said > count / 10 && t.given_up < count / 20 + 1);
    *collected = t.collected, *refused = t.refused;
    nh_pool_destroy(t.g.pool);
}

PROTECTED_TEST(at_random) {
    int collected, refused, count = test_count(400);
    run_random(context, RANDOM_ALL, &collected, &refused);
    assert_true(collected > count / 20 && refused > count / 20);
    run_random(context, RANDOM_POLYNOMIAL, &collected, &refused);
    assert_true(collected > count / 3);
}

/* Sums of many terms, in many symbols: linear in what is there. */
PROTECTED_TEST(many) {
    enum { MANY = 10000 };
    nh_pool *p = nh_pool_create(context);
    nh_arena *arena = nh_arena_create(context);
    nh_expr *v = NH_NEW_ARRAY(arena, nh_expr, MANY), *terms = NH_NEW_ARRAY(arena, nh_expr, MANY);
    nh_expr a = nh_expr_symbol_text(p, NH_ROLE_PARAMETER, "a");
    for (int i = 0; i < MANY; i++)
        v[i] = nh_expr_symbol(p, NH_ROLE_COORDINATE, nh_name_of_text(context, "x"), (uint32_t)i);
    for (int i = 0; i < MANY; i++) terms[i] = nh_expr_mul(p, nh_expr_mul(p, a, v[i]), v[(i + 1) % MANY]);
    nh_collected c;
    assert_true(nh_expr_collect(p, arena, nh_expr_sum(p, MANY, terms), MANY, v, MANY, &c));
    assert_int_equal(c.count, MANY);
    for (uint32_t i = 0; i < MANY; i++) assert_true(c.coefficient[i] == a && c.start[i + 1] == 2 * (i + 1));
    nh_arena_destroy(arena);
    nh_pool_destroy(p);
}

/* A product that would have very many terms ends at the limit on work. */
static void huge_body(nh_context *context, void *argument) {
    (void)argument;
    some s = some_begin(context);
    nh_expr e = NH_EXPR_ONE;
    nh_collected c;
    for (int i = 0; i < 12; i++) {
        nh_expr scaled = nh_expr_mul(s.pool, nh_expr_add(s.pool, s.a, nh_expr_int(s.pool, i)), s.v[i % 3]);
        nh_expr sum = nh_expr_add(s.pool, scaled, nh_expr_add(s.pool, s.v[(i + 1) % 3], s.v[(i + 2) % 3]));
        e = nh_expr_mul(s.pool, e, nh_expr_pow_int(s.pool, sum, 16));
    }
    collect(&s, e, 1000000, &c);
}

static void limits(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    def.limits.work = 300000;
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    assert_int_equal(test_protect(context, huge_body, NULL), NH_E_LIMIT);
    nh_context_destroy(context);
}

static void fail_body(nh_context *context, void *unused) {
    (void)unused;
    some s = some_begin(context);
    nh_expr e = nh_expr_add(s.pool, nh_expr_mul(s.pool, s.a, s.v[0]), nh_expr_add(s.pool, s.v[1], NH_EXPR_ONE));
    nh_expr_collect_by(s.pool, nh_expr_pow_int(s.pool, e, 12), 3, s.v);
    nh_pool_destroy(s.pool);
}

static void memory_failures(void **state) {
    (void)state;
    test_every_failure(fail_body, NULL, 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_terms),   cmocka_unit_test(powers_of_sums), cmocka_unit_test(what_is_none),
        cmocka_unit_test(coefficients),     cmocka_unit_test(at_random),      cmocka_unit_test(many),
        cmocka_unit_test(terms_on_the_way), cmocka_unit_test(limits),         cmocka_unit_test(memory_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
