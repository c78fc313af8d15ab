/* Rewriting: a rule for symbols is substitution; a rule that says nothing changes nothing; a rule sees what arguments have become. */
#include "differences.h"
#include "expr/inspect.h"
#include "support.h"

typedef struct exchange {
    nh_pool *pool;
    nh_expr from, to;
    int seen, changed;
} exchange;

static nh_expr exchange_symbol(void *user, nh_expr e, const nh_expr *args, bool changed) {
    (void)args;
    exchange *x = user;
    x->seen++;
    x->changed += changed;
    return e == x->from ? x->to : NH_EXPR_UNDEFINED;
}

typedef struct trial {
    random_exprs g;
    int done, changed;
} trial;

static void substitute_body(nh_context *context, void *argument) {
    (void)context;
    trial *t = argument;
    random_exprs *g = &t->g;
    nh_expr e[] = {random_expr(g, 12), random_expr(g, 5)};
    exchange x = {.pool = g->pool, .from = g->symbols[2 * (t->done % 3)], .to = random_expr(g, 3)};
    nh_expr wanted[] = {e[0], e[1]}, before = e[0];
    nh_expr_substitute_all(g->pool, 2, wanted, 1, &x.from, &x.to, false);
    nh_expr_rewrite(g->pool, 2, e, exchange_symbol, &x);
    assert_true(e[0] == wanted[0] && e[1] == wanted[1]);
    t->done++;
    t->changed += e[0] != before;
}

static void keep_body(nh_context *context, void *argument) {
    (void)context;
    trial *t = argument;
    nh_expr e = random_expr(&t->g, 12), before = e;
    exchange x = {.pool = t->g.pool, .from = NH_EXPR_UNDEFINED};
    nh_expr_rewrite(t->g.pool, 1, &e, exchange_symbol, &x);
    assert_true(e == before && x.changed == 0 && x.seen > 0);
    t->done++;
}

PROTECTED_TEST(is_substitution_for_symbols) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), 1)};
    int count = test_count(1000);
    for (int i = 0; i < count; i++) (void)test_attempt(context, &(nh_budget){0}, substitute_body, &t);
    assert_true(t.done > count / 2 && t.changed > count / 20);
}

PROTECTED_TEST(keeps_what_no_rule_is_for) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), 2)};
    int count = test_count(1000);
    for (int i = 0; i < count; i++) (void)test_attempt(context, &(nh_budget){0}, keep_body, &t);
    assert_true(t.done > count / 2);
}

/* Sums become what stands for them, from the inside: x*(y + z*(x + y)) with w for every sum is x*w, and the outer one has changed arguments. */
static nh_expr name_sum(void *user, nh_expr e, const nh_expr *args, bool changed) {
    exchange *x = user;
    if (nh_expr_kind_of(x->pool, e) != NH_EXPR_SUM) return NH_EXPR_UNDEFINED;
    x->seen++;
    x->changed += changed;
    if (changed) x->from = nh_expr_rebuild(x->pool, e, args);
    return x->to;
}

PROTECTED_TEST(goes_from_the_inside) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr s[4];
    static const char *const names[] = {"x", "y", "z", "w"};
    for (int i = 0; i < 4; i++) s[i] = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, names[i]);
    nh_expr inner = nh_expr_add(pool, s[1], nh_expr_mul(pool, s[2], nh_expr_add(pool, s[0], s[1])));
    nh_expr e = nh_expr_mul(pool, s[0], inner);
    exchange x = {.pool = pool, .to = s[3]};
    nh_expr_rewrite(pool, 1, &e, name_sum, &x);
    assert_true(e == nh_expr_mul(pool, s[0], s[3]));
    assert_true(x.seen == 2 && x.changed == 1);
    assert_true(x.from == nh_expr_add(pool, s[1], nh_expr_mul(pool, s[2], s[3])));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_substitution_for_symbols),
        cmocka_unit_test(keeps_what_no_rule_is_for),
        cmocka_unit_test(goes_from_the_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
