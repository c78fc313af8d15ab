/* Substitution: by value at random points, and as it is written. */
#include "differences.h"
#include "expr/inspect.h"
#include "support.h"

typedef struct trial {
    random_exprs g;
    int said, changed, given_up;
} trial;

/* The value of e with expressions put in is the value of e where the symbols have the values of the expressions. */
static void commute_body(nh_context *context, void *argument) {
    (void)context;
    trial *t = argument;
    nh_pool *pool = t->g.pool;
    enum { COUNT = 3 };
    nh_expr e = random_expr(&t->g, 12), to[COUNT];
    const nh_expr from[] = {t->g.symbols[0], t->g.symbols[2], t->g.symbols[4]};
    for (int i = 0; i < COUNT; i++) to[i] = random_expr(&t->g, 3);
    point at = {.seed = nh_random_u64(&t->g.random)};
    long double values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        evaluated value = evaluate(pool, to[i], &at);
        if (!is_known(value)) return;
        values[i] = value.value;
    }
    nh_expr after = nh_expr_substitute(pool, e, COUNT, from, to, true);
    point moved = {.seed = at.seed, .count = COUNT, .symbols = from, .values = values};
    evaluated one = evaluate(pool, after, &at), two = evaluate(pool, e, &moved);
    if (!is_known(one) || !is_known(two)) return;
    /* the values put in are rounded: the first error has what that does, the second has not */
    assert_true(is_near((evaluated){one.value, 2 * one.error}, two));
    t->said++;
    t->changed += after != e;
}

PROTECTED_TEST(commutes_with_evaluation) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), 1)};
    t.g.kinds &= ~(RANDOM_KIND(NH_EXPR_MOD) | RANDOM_KIND(NH_EXPR_SIGN) | RANDOM_KIND(NH_EXPR_IF)); /* no jumps */
    int count = test_count(1000);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, commute_body, &t) != NH_OK) t.given_up++;
    print_message("%d values, %d of them of another expression, %d given up\n", t.said, t.changed, t.given_up);
    assert_true(t.said > count / 20 && t.changed > count / 40 && t.given_up < count / 20);
}

/* Abbreviations looked through do not change a value, and are gone. */
static void expand_body(nh_context *context, void *argument) {
    trial *t = argument;
    nh_pool *pool = t->g.pool;
    nh_arena *arena = nh_arena_create(context);
    nh_expr e = random_expr(&t->g, 12), plain = nh_expr_expand_names(pool, e);
    point at = {.seed = nh_random_u64(&t->g.random)};
    assert_true(is_same_value(pool, e, plain, &at, &t->said));
    uint32_t count;
    nh_expr *names = nh_expr_names(pool, arena, 1, &plain, &count);
    for (uint32_t i = 0; i < count; i++) assert_true(nh_expr_symbol_of(pool, names[i])->role != NH_ROLE_ABBREVIATION);
    t->changed += plain != e;
    nh_arena_destroy(arena);
}

PROTECTED_TEST(expand_names) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), 2)};
    int count = test_count(300);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, expand_body, &t) != NH_OK) t.given_up++;
    assert_true(t.said > count / 3 && t.changed > count / 4 && t.given_up < count / 20);
}

PROTECTED_TEST(as_written) {
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), y = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "y");
    nh_expr a = nh_expr_symbol_text(p, NH_ROLE_PARAMETER, "a");
    /* all at once: x and y change places */
    nh_expr quotient = nh_expr_div(p, x, nh_expr_add(p, y, a));
    const nh_expr from[] = {x, y}, to[] = {y, x};
    assert_int_equal(nh_expr_substitute(p, quotient, 2, from, to, false), nh_expr_div(p, y, nh_expr_add(p, x, a)));
    /* what comes out is canonical, or without a value */
    nh_expr zero = NH_EXPR_ZERO;
    assert_int_equal(nh_expr_substitute(p, quotient, 1, &x, &zero, false), NH_EXPR_ZERO);
    nh_expr minus = nh_expr_neg(p, a);
    assert_int_equal(nh_expr_substitute(p, quotient, 1, &y, &minus, false), NH_EXPR_UNDEFINED);
    /* names: looked into or not, or replaced themselves */
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_apply1(p, NH_EXPR_SIN, x));
    nh_expr G = nh_expr_abbreviation(p, nh_name_of_text(context, "G"), nh_expr_mul(p, F, a));
    nh_expr sum = nh_expr_sum(p, 3, (const nh_expr[]){F, G, x});
    assert_int_equal(nh_expr_substitute(p, sum, 1, &x, &y, false), nh_expr_sum(p, 3, (const nh_expr[]){F, G, y}));
    nh_expr sine = nh_expr_apply1(p, NH_EXPR_SIN, y);
    nh_expr through = nh_expr_sum(p, 3, (const nh_expr[]){sine, nh_expr_mul(p, sine, a), y});
    assert_int_equal(nh_expr_substitute(p, sum, 1, &x, &y, true), through);
    nh_expr only = nh_expr_substitute(p, sum, 1, &a, &y, true);
    assert_int_equal(only, nh_expr_sum(p, 3, (const nh_expr[]){F, nh_expr_mul(p, F, y), x}));
    assert_int_equal(nh_expr_substitute(p, sum, 1, &F, &y, false), nh_expr_sum(p, 3, (const nh_expr[]){y, G, x}));
    assert_int_equal(nh_expr_substitute(p, sum, 1, &F, &y, true),
                     nh_expr_sum(p, 3, (const nh_expr[]){y, nh_expr_mul(p, y, a), x}));
    nh_expr all[] = {x, quotient, NH_EXPR_PI};
    nh_expr_substitute_all(p, 3, all, 2, from, to, true);
    assert_true(all[0] == y && all[1] == nh_expr_div(p, y, nh_expr_add(p, x, a)) && all[2] == NH_EXPR_PI);
    nh_pool_destroy(p);
}

PROTECTED_TEST(functions_by_functions) {
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), t = nh_expr_symbol_text(p, NH_ROLE_TIME, "t");
    nh_expr f = nh_expr_function(p, nh_name_of_text(context, "f"), 2),
            g = nh_expr_function(p, nh_name_of_text(context, "g"), 2);
    nh_expr f12 = nh_expr_function_derivative(p, nh_expr_function_derivative(p, f, 0), 1);
    nh_expr g12 = nh_expr_function_derivative(p, nh_expr_function_derivative(p, g, 0), 1);
    const nh_expr args[] = {x, t};
    nh_expr e = nh_expr_mul(p, nh_expr_call(p, f, 2, args), nh_expr_call(p, f12, 2, args));
    nh_expr expected = nh_expr_mul(p, nh_expr_call(p, g, 2, args), nh_expr_call(p, g12, 2, args));
    assert_int_equal(nh_expr_substitute(p, e, 1, &f, &g, false), expected);
    nh_expr mixed = nh_expr_mul(p, nh_expr_call(p, f, 2, args), nh_expr_call(p, g, 2, args));
    assert_int_equal(nh_expr_substitute(p, e, 1, &f12, &g, false), mixed);
    nh_pool_destroy(p);
}

/* f(u, w) = u^3 w + h(u), where h is an abbreviation */
PROTECTED_TEST(functions_by_bodies) {
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), t = nh_expr_symbol_text(p, NH_ROLE_TIME, "t");
    nh_expr args[] = {nh_expr_symbol_text(p, NH_ROLE_PARAMETER, "u"), nh_expr_symbol_text(p, NH_ROLE_PARAMETER, "w")};
    nh_expr f = nh_expr_function(p, nh_name_of_text(context, "f"), 2);
    nh_expr h = nh_expr_abbreviation(p, nh_name_of_text(context, "h"), nh_expr_apply1(p, NH_EXPR_SIN, args[0]));
    nh_expr body = nh_expr_add(p, nh_expr_mul(p, nh_expr_pow_int(p, args[0], 3), args[1]), h);
    nh_expr two = nh_expr_int(p, 2);
    nh_expr call = nh_expr_call(p, f, 2, (const nh_expr[]){x, t});
    nh_expr value = nh_expr_define_function(p, call, f, args, body);
    assert_int_equal(value,
                     nh_expr_add(p, nh_expr_mul(p, nh_expr_pow_int(p, x, 3), t), nh_expr_apply1(p, NH_EXPR_SIN, x)));
    /* first the derivative, then the body; and the other way round */
    nh_expr d = nh_expr_diff(p, nh_expr_diff(p, call, x), x);
    nh_expr one = nh_expr_define_function(p, d, f, args, body);
    assert_int_equal(one, nh_expr_diff(p, nh_expr_diff(p, value, x), x));
    /* calls in calls, and in definitions */
    nh_expr nested =
        nh_expr_call(p, f, 2, (const nh_expr[]){nh_expr_call(p, f, 2, (const nh_expr[]){two, t}), NH_EXPR_ZERO});
    nh_expr inner = nh_expr_add(p, nh_expr_mul(p, nh_expr_int(p, 8), t), nh_expr_apply1(p, NH_EXPR_SIN, two));
    assert_int_equal(nh_expr_define_function(p, nested, f, args, body), nh_expr_apply1(p, NH_EXPR_SIN, inner));
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_mul(p, call, two));
    assert_int_equal(nh_expr_define_function(p, F, f, args, body), nh_expr_mul(p, value, two));
    /* other functions stay, also of the same name */
    nh_expr other = nh_expr_call(p, nh_expr_function(p, nh_name_of_text(context, "f"), 1), 1, &x);
    assert_int_equal(nh_expr_define_function(p, other, f, args, body), other);
    nh_pool_destroy(p);
}

/* Deep and wide: a tower, and many expressions at once that share it. */
PROTECTED_TEST(deep) {
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), y = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "y");
    nh_expr e[2] = {x, y};
    for (int i = 0; i < 30000; i++)
        for (int k = 0; k < 2; k++) e[k] = nh_expr_apply1(p, i % 2 ? NH_EXPR_SIN : NH_EXPR_EXP, e[k]);
    assert_int_equal(nh_expr_substitute(p, e[0], 1, &x, &y, true), e[1]);
    nh_expr many[1000];
    for (int i = 0; i < 1000; i++) many[i] = nh_expr_add(p, e[0], nh_expr_int(p, i));
    nh_expr_substitute_all(p, 1000, many, 1, &x, &y, true);
    for (int i = 0; i < 1000; i++) assert_int_equal(many[i], nh_expr_add(p, e[1], nh_expr_int(p, i)));
    nh_pool_destroy(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commutes_with_evaluation),
        cmocka_unit_test(expand_names),
        cmocka_unit_test(as_written),
        cmocka_unit_test(functions_by_functions),
        cmocka_unit_test(deep),
        cmocka_unit_test(functions_by_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
