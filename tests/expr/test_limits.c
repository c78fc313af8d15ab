/* Work that grows faster than the input is counted, so that limits end it, and is not done where
 * nobody sees its result. */
#include <stdio.h>
#include <string.h>

#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/read/read.h"
#include "support.h"

static nh_expr numbered(nh_pool *pool, const char *letter, int i) {
    char name[24];
    snprintf(name, sizeof name, "%s%d", letter, i);
    return nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, name);
}

/* The gradient of a product of n factors has n entries of n factors each. */
enum { FACTORS = 2000 };

static void wide_gradient(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    nh_pool *pool = nh_pool_create(context);
    nh_expr *x = NH_NEW_ARRAY(arena, nh_expr, FACTORS), *result = NH_NEW_ARRAY(arena, nh_expr, FACTORS);
    for (int i = 0; i < FACTORS; i++) x[i] = numbered(pool, "x", i);
    nh_expr_gradient(pool, nh_expr_product(pool, FACTORS, x), FACTORS, x, result);
    nh_pool_destroy(pool);
    nh_arena_destroy(arena);
}

/* Many unknown names against many known ones: hints are searched for only while their errors are kept. */
enum { KNOWN = 2000, UNKNOWN = 400 };

static void unknown_names(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    nh_pool *pool = nh_pool_create(context);
    nh_expr *known = NH_NEW_ARRAY(arena, nh_expr, KNOWN), result;
    for (int i = 0; i < KNOWN; i++) known[i] = numbered(pool, "known", i);
    nh_read_names names = nh_read_names_of(pool, arena, KNOWN, known);
    nh_text text = nh_text_begin(arena);
    for (int i = 0; i < UNKNOWN; i++) nh_text_format(&text, "%sunknwn%d", i > 0 ? "+" : "", i);
    assert_false(nh_expr_read(pool, nh_text_string(&text), text.length, NULL, &names, &result));
    nh_pool_destroy(pool);
    nh_arena_destroy(arena);
}

typedef struct attempt {
    test_body body;
    uint64_t work;
    nh_status status;
} attempt;

static void within(nh_context *context, void *argument) {
    attempt *a = argument;
    a->status = test_attempt(context, &(nh_budget){.work = a->work}, a->body, NULL);
}

static nh_status status_within(test_body body, uint64_t work) {
    nh_context *context = test_context();
    attempt a = {body, work, NH_E_INTERNAL};
    test_run(context, within, &a);
    nh_context_destroy(context);
    return a.status;
}

static void test_wide_gradient(void **state) {
    (void)state;
    /* 2 n^2 steps for the factors of the chain rule, which come first, and as many for the products made from them */
    assert_int_equal(status_within(wide_gradient, (uint64_t)3 * FACTORS * FACTORS), NH_E_LIMIT);
}

static void test_unknown_names(void **state) {
    (void)state;
    assert_int_equal(status_within(unknown_names, (uint64_t)4 * KNOWN * 60), NH_OK); /* some 20 searches */
    assert_int_equal(status_within(unknown_names, (uint64_t)4 * KNOWN * 10), NH_E_LIMIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wide_gradient), cmocka_unit_test(test_unknown_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
