/* Tidy expressions: what they look like, and that they are the same functions. */
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/domain/identity.h"
#include "algebra/tidy/tidy.h"
#include "base/limits.h"
#include "expr/inspect.h"
#include "expr/read/read.h"

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
    nh_expr symbols[6]; /* x, y, z, w are coordinates; A and B parameters */
} fixture;

static void begin(fixture *f, nh_context *context) {
    static const char *const words[] = {"x", "y", "z", "w", "A", "B"};
    f->arena = nh_arena_create(context);
    f->pool = nh_pool_create(context);
    for (int i = 0; i < 6; i++)
        f->symbols[i] = nh_expr_symbol_text(f->pool, i < 4 ? NH_ROLE_COORDINATE : NH_ROLE_PARAMETER, words[i]);
    f->names = nh_read_names_of(f->pool, f->arena, 6, f->symbols);
}

static void end(fixture *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

static nh_expr read_expr(fixture *f, const char *text) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &f->names, &e)) fail_msg("cannot read %s", text);
    return e;
}

/* ---- high powers ---- */

/* They are left as they are, without much work: written by the other function of the angle they would
 * have hundreds of terms. */
PROTECTED_TEST(high_powers) {
    fixture f;
    begin(&f, context);
    static const char *const texts[] = {"y*sin(x)^1000 + z", "sin(x)^1000*cos(y)^500 - z*sin(x)^999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nh_expr e = read_expr(&f, texts[i]);
        uint64_t before = ((const nh_pulse *)context)->work;
        (void)nh_expr_tidy(f.pool, f.arena, e);
        assert_true(((const nh_pulse *)context)->work - before < 100000);
    }
    end(&f);
}

/* ---- known ones ---- */

typedef struct row {
    const char *text, *tidy;
} row;

static const row rows[] = {
    {"0", "0"},
    {"x + y", "x + y"},
    {"sin(x)^2 + cos(x)^2", "1"},
    {"y*sin(x)^2 + y*cos(x)^2", "y"},
    {"3*sin(x)^2 + 3*cos(x)^2 + 2", "5"},
    {"1 - sin(x)^2", "cos(x)^2"},
    {"y - y*cos(x)^2", "y*sin(x)^2"},
    {"sin(x)^2 + 2*cos(x)^2", "cos(x)^2 + 1"},
    {"sin(x)^4 + 2*sin(x)^2*cos(x)^2 + cos(x)^4", "1"},
    {"A*sin(x)^2 + B*cos(x)^2", "B + (A - B)*sin(x)^2"},
    {"(A*sin(x)^2 + A*cos(x)^2)*sin(y)^2 + A*cos(y)^2", "A"},
    {"(y*sin(x) + z*cos(x))^2 + (y*cos(x) - z*sin(x))^2", "y^2 + z^2"},
    {"sin(x)^2*sin(y)^2 + cos(x)^2*sin(y)^2 + cos(y)^2", "1"},
    {"(x + y)^2 - x^2 - 2*x*y - y^2", "0"},
    {"(x + y)^2 - x^2 - y^2", "2*x*y"},
    {"x*z + x*w + y*z + y*w", "(x + y)*(z + w)"},
    {"A*x*y + A*x*z", "A*x*(y + z)"},
    {"sqrt(sin(x)^2 + cos(x)^2 + y)", "sqrt(1 + y)"},
    {"exp(y*sin(z)^2 + y*cos(z)^2)*x", "exp(y)*x"},
    {"x/(sin(y)^2 + cos(y)^2)", "x"},
    {"sin(sin(x)^2 + cos(x)^2 + y)^2 + cos(1 + y)^2", "1"},
    {"sin(x)^2 + cos(y)^2", "sin(x)^2 + cos(y)^2"},
    {"(x + y)^20", "(x + y)^20"},
    {"(x + y + z + w + 1)^30 - x", "(x + y + z + w + 1)^30 - x"}, /* long */
    {"(x + y + z + w + 1)^30 + sin(x)^2 + cos(x)^2", "(x + y + z + w + 1)^30 + sin(x)^2 + cos(x)^2"},
    {"(x + y + z + w + 1)^30*(sin(x)^2 + cos(x)^2)", "(x + y + z + w + 1)^30"}, /* its parts are short */
    {"(sqrt(x) + 1)*(sqrt(x*y) + 1) - 1",
     "(sqrt(x) + 1)*(sqrt(x*y) + 1) - 1"}, /* |x| sqrt(y) is not there for x = 0, y < 0 */
};

PROTECTED_TEST(known) {
    fixture f;
    begin(&f, context);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nh_expr e = read_expr(&f, rows[i].text), tidy = nh_expr_tidy(f.pool, f.arena, e);
        if (tidy != read_expr(&f, rows[i].tidy)) fail_msg("%s does not become %s", rows[i].text, rows[i].tidy);
    }
    assert_int_equal(nh_expr_tidy(f.pool, f.arena, NH_EXPR_UNDEFINED), NH_EXPR_UNDEFINED);
    end(&f);
}

/* A name is kept unless something is gained by opening it. */
PROTECTED_TEST(names) {
    fixture f;
    begin(&f, context);
    nh_expr d = nh_expr_abbreviation(f.pool, nh_name_of_text(context, "d"), read_expr(&f, "sin(x)^2*y"));
    nh_expr kept = nh_expr_mul(f.pool, d, f.symbols[2]);
    assert_int_equal(nh_expr_tidy(f.pool, f.arena, kept), kept);
    nh_expr opened = nh_expr_add(f.pool, d, read_expr(&f, "y*cos(x)^2"));
    assert_int_equal(nh_expr_tidy(f.pool, f.arena, opened), f.symbols[1]);
    nh_expr_tidy_named(f.pool, f.arena, 1, &opened);
    assert_int_not_equal(opened, f.symbols[1]);
    end(&f);
}

/* Equal ones stay equal; what all have in common counts once. */
PROTECTED_TEST(together) {
    fixture f;
    begin(&f, context);
    nh_expr e[] = {read_expr(&f, "x*sin(z)^2 + x*cos(z)^2"), read_expr(&f, "exp(x*y + x*z)"), NH_EXPR_ONE,
                   read_expr(&f, "x*sin(z)^2 + x*cos(z)^2")};
    uint64_t before = nh_expr_operations(f.pool, 4, e);
    nh_expr_tidy_all(f.pool, f.arena, 4, e);
    assert_int_equal(e[0], f.symbols[0]);
    assert_int_equal(e[3], e[0]);
    assert_int_equal(e[2], NH_EXPR_ONE);
    assert_true(nh_expr_operations(f.pool, 4, e) < before);
    nh_expr_tidy_all(f.pool, f.arena, 0, NULL);
    end(&f);
}

/* ---- random ones ---- */

static nh_expr random_leaf(fixture *f, nh_random *random) {
    nh_expr symbol = f->symbols[nh_random_below(random, 6)];
    switch (nh_random_below(random, 5)) {
        case 0: return nh_expr_fraction(f->pool, nh_random_between(random, -3, 3), nh_random_between(random, 1, 2));
        case 1: return symbol;
        case 2: return nh_expr_pow_int(f->pool, nh_expr_apply1(f->pool, NH_EXPR_SIN, symbol), 2);
        case 3: return nh_expr_apply1(f->pool, NH_EXPR_SIN, symbol);
        default: return nh_expr_apply1(f->pool, NH_EXPR_COS, symbol);
    }
}

static nh_expr random_expr(fixture *f, nh_random *random, int depth) {
    if (depth == 0) return random_leaf(f, random);
    nh_expr a = random_expr(f, random, depth - 1), b = random_expr(f, random, depth - 1);
    switch (nh_random_below(random, 12)) {
        case 0: return nh_expr_pow_int(f->pool, a, 2);
        case 1: return nh_expr_sqrt(f->pool, nh_expr_add(f->pool, NH_EXPR_ONE, nh_expr_pow_int(f->pool, a, 2)));
        case 2: return nh_expr_div(f->pool, a, nh_expr_add(f->pool, NH_EXPR_ONE, nh_expr_pow_int(f->pool, b, 2)));
        case 3: return nh_expr_apply1(f->pool, NH_EXPR_SIN, a);
        case 4:
        case 5:
        case 6: return nh_expr_mul(f->pool, a, b);
        default: return nh_expr_add(f->pool, a, b);
    }
}

static void check_values(fixture *f, nh_expr e, nh_expr tidy, int number) {
    for (uint64_t i = 1; i <= 3; i++) {
        point at = {.seed = (uint64_t)number * 3 + i};
        evaluated a = evaluate(f->pool, e, &at), b = evaluate(f->pool, tidy, &at);
        if (!is_known(a)) continue;
        if (!is_known(b)) fail_msg("%d: the tidy one has no value", number);
        if (fabsl(a.value - b.value) > 8 * (a.error + b.error) + 1e-15L) fail_msg("%d: values differ", number);
    }
    nh_expr difference = nh_expr_sub(f->pool, e, tidy); /* in balls */
    if (nh_expr_is_nonzero_somewhere(f->pool, difference)) fail_msg("%d: certainly different", number);
}

PROTECTED_TEST(random_ones) {
    fixture f;
    begin(&f, context);
    nh_random random = nh_random_make(test_seed(), 7);
    int changed = 0;
    for (int i = 0; i < test_count(300); i++) {
        nh_expr e = random_expr(&f, &random, 2 + i % 4), tidy = nh_expr_tidy(f.pool, f.arena, e);
        changed += tidy != e;
        check_values(&f, e, tidy, i);
        if (nh_expr_operations(f.pool, 1, &tidy) > nh_expr_operations(f.pool, 1, &e)) fail_msg("%d is longer", i);
        if (nh_expr_tidy(f.pool, f.arena, tidy) != tidy) fail_msg("%d is not tidy yet", i);
    }
    assert_true(changed > test_count(300) / 10);
    end(&f);
}

/* The same form whatever else is in the pool. */
PROTECTED_TEST(repeatable) {
    fixture f, g;
    begin(&f, context);
    begin(&g, context);
    nh_random first = nh_random_make(test_seed(), 8), second = nh_random_make(test_seed(), 8);
    for (int i = 0; i < test_count(60); i++) {
        read_expr(&g, i % 2 ? "cos(y*z)*x" : "x^2/w + 7");
        nh_expr a = nh_expr_tidy(f.pool, f.arena, random_expr(&f, &first, 3));
        nh_expr b = nh_expr_tidy(g.pool, g.arena, random_expr(&g, &second, 3));
        assert_true(nh_expr_hash(f.pool, a) == nh_expr_hash(g.pool, b));
    }
    end(&g);
    end(&f);
}

/* ---- long ones, and memory ---- */

/* A nest as deep as that: not multiplied out, and no work for every level with all below. */
PROTECTED_TEST(deep) {
    enum { DEPTH = 20000 };
    fixture f;
    begin(&f, context);
    nh_expr e = f.symbols[0], s = nh_expr_apply1(f.pool, NH_EXPR_SIN, f.symbols[1]);
    for (int i = 0; i < DEPTH; i++) {
        e = nh_expr_add(f.pool, NH_EXPR_ONE, nh_expr_mul(f.pool, i % 2 ? s : f.symbols[2], e));
        if (i % 100 == 0) e = nh_expr_apply1(f.pool, NH_EXPR_SIN, e);
    }
    nh_expr tidy = nh_expr_tidy(f.pool, f.arena, e);
    assert_true(nh_expr_operations(f.pool, 1, &tidy) <= nh_expr_operations(f.pool, 1, &e));
    end(&f);
}

/* What was tidied before has the same form, and counts as the same work, so that a limit cuts off the same. */
PROTECTED_TEST(again) {
    fixture f;
    begin(&f, context);
    const uint64_t *work = &((const nh_pulse *)context)->work;
    nh_expr e = read_expr(&f, "(y*sin(x) + z*cos(x))^2 + (y*cos(x) - z*sin(x))^2 + w*sqrt(sin(y)^2 + cos(y)^2 + z)");
    uint64_t start = *work;
    nh_expr first = nh_expr_tidy(f.pool, f.arena, e);
    uint64_t once = *work - start;
    nh_expr second = nh_expr_tidy(f.pool, f.arena, e);
    assert_int_equal(first, second);
    assert_int_equal(*work - start, 2 * once);
    assert_true(once > 0);
    end(&f);
}

static void tidy_some(nh_context *context, void *unused) {
    (void)unused;
    fixture f;
    begin(&f, context);
    nh_expr e[] = {read_expr(&f, "(y*sin(x) + z*cos(x))^2 + (y*cos(x) - z*sin(x))^2"),
                   read_expr(&f, "A*sin(x)^2 + B*cos(x)^2 + sqrt(sin(y)^2 + cos(y)^2 + z)")};
    nh_expr_tidy_all(f.pool, f.arena, 2, e);
    end(&f);
}

static void memory(void **state) {
    (void)state;
    assert_true(test_every_failure(tidy_some, NULL, 0) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),       cmocka_unit_test(names),       cmocka_unit_test(together),
        cmocka_unit_test(random_ones), cmocka_unit_test(repeatable),  cmocka_unit_test(deep),
        cmocka_unit_test(memory),      cmocka_unit_test(high_powers), cmocka_unit_test(again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
