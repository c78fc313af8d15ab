/* Identities that are proved, others that must not be, and those that are identities by construction. */
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/domain/identity.h"
#include "expr/calculus/calculus.h"
#include "expr/read/read.h"

typedef struct row {
    const char *text;
    nh_truth answer;
} row;

static const row rows[] = {
    {"0", NH_YES},
    {"2", NH_NO},
    {"1/3", NH_NO},
    {"x", NH_NO},
    {"x - x", NH_YES},
    {"(x + y)^2 - x^2 - 2*x*y - y^2", NH_YES},
    {"(x + y)^2 - x^2 - 3*x*y - y^2", NH_NO},
    {"sin(x)^2 + cos(x)^2 - 1", NH_YES},
    {"sin(x)^2 + cos(x)^2 + 1", NH_NO},
    {"sin(x)^2 - cos(x)^2 - 1", NH_NO},
    {"sin(x)^2 + cos(y)^2 - 1", NH_NO},
    {"sin(x*y)^2 + cos(x*y)^2 - 1", NH_YES},
    {"cos(x)^4 - sin(x)^4 - cos(x)^2 + sin(x)^2", NH_YES},
    {"cos(x)^3 + cos(x)*sin(x)^2 - cos(x)", NH_YES},
    {"(y*sin(x) + z*cos(x))^2 + (y*cos(x) - z*sin(x))^2 - y^2 - z^2", NH_YES},
    {"(1 - sin(x))*(1 + sin(x)) - cos(x)^2", NH_YES},
    {"x/y*y - x", NH_YES},
    {"sqrt(x)*sqrt(x) - x", NH_YES},
    {"exp(x)*(1 + y) - exp(x) - y*exp(x)", NH_YES},
    {"1/(x + y) - 1/(y + x)", NH_YES},
    {"sin(2*x) - 2*sin(x)*cos(x)", NH_YES},
    {"cosh(x)^2 - sinh(x)^2 - 1", NH_YES},
    {"sin(x + y) - sin(x)*cos(y) - cos(x)*sin(y)", NH_YES},
    {"sin(x + y) - sin(x)*cos(y) + cos(x)*sin(y)", NH_NO},
    {"cos(3*x) - 4*cos(x)^3 + 3*cos(x)", NH_YES},
    {"sin(x)^2 - (1 - cos(2*x))/2", NH_YES},
    {"sin(x/2)^2 - (1 - cos(x))/2", NH_YES},
    {"sin(x/3)*4*sin(x/3)^2 - 3*sin(x/3) + sin(x)", NH_YES},
    {"cos(x/2)*sin(x/3) - (sin(5*x/6) - sin(x/6))/2", NH_YES},
    {"tan(x)^2 + 1 - 1/cos(x)^2", NH_YES},
    {"tan(x/2) - sin(x)/(1 + cos(x))", NH_YES},
    {"tan(x + y) - (tan(x) + tan(y))/(1 - tan(x)*tan(y))", NH_YES},
    {"sin(x + pi/2) - cos(x)", NH_YES},
    {"sin(x + pi/3) - sin(x)/2 - sqrt(3)*cos(x)/2", NH_YES},
    {"cos(pi/12) - (sqrt(6) + sqrt(2))/4", NH_YES},
    {"sin(x + 2*pi) - sin(x)", NH_YES},
    {"exp(x + y) - exp(x)*exp(y)", NH_YES},
    {"exp(x/2)^2 - exp(x)", NH_YES},
    {"exp(-x)*exp(x) - 1", NH_YES},
    {"tanh(2*x) - 2*tanh(x)/(1 + tanh(x)^2)", NH_YES},
    {"sqrt(x*y) - sqrt(x)*sqrt(y)", NH_YES},
    {"sqrt(x/y)*sqrt(y) - sqrt(x)", NH_YES},
    {"1/(1 + sqrt(2)) - sqrt(2) + 1", NH_YES},
    {"1/(sqrt(x) + sqrt(y)) - (sqrt(x) - sqrt(y))/(x - y)", NH_YES},
    {"sqrt(x^2 + 2*x*y + y^2) - abs(x + y)", NH_YES},
    {"sqrt(x^2 + 2*x*y + y^2) - x - y", NH_NO},
    {"sqrt(1 - cos(x)^2) - abs(sin(x))", NH_YES},
    {"sqrt(2 + 2*cos(x)) - 2*abs(cos(x/2))", NH_YES},
    {"sqrt(x + sqrt(y))^2 - x - sqrt(y)", NH_YES},
    {"sqrt(x + sqrt(y))*sqrt(x - sqrt(y)) - sqrt(x^2 - y)", NH_YES},
    {"cbrt(x)^3 - x", NH_YES},
    {"cbrt(x*y) - cbrt(x)*cbrt(y)", NH_YES},
    {"cbrt(8*x) - 2*cbrt(x)", NH_YES},
    {"x^(1/4)*x^(1/4) - sqrt(x)", NH_YES},
    {"sqrt(6) - sqrt(2)*sqrt(3)", NH_YES},
    {"sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))", NH_YES},
    {"(x^2 - y^2)/(x - y) - x - y", NH_YES},
    {"1/(x*(x + 1)) - 1/x + 1/(x + 1)", NH_YES},
    {"abs(x)*abs(y) - abs(x*y)", NH_YES},
    {"abs(x)^2 - x^2", NH_YES},
    {"sign(x)*abs(x) - x", NH_YES},
    {"max(x, y) + min(x, y) - x - y", NH_YES},
    {"max(x, y)*min(x, y) - x*y", NH_YES},
    {"sin(x*(y + 1)) - sin(x*y + x)", NH_YES},
    {"log((x + y)^2/(x + y)) - log(x + y)", NH_YES},
    {"(x + y + z + 1)^40 - (x + y + z + 1)^39", NH_NO},
    {"((x + y + z + w + 1)^12 + 1)^9 - 1", NH_NO}, /* long */
    {"pi - 3", NH_NO},
    {"sqrt(2)^2 - 2", NH_YES},
};

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
    nh_expr symbols[4];
} fixture;

static void begin(fixture *f, nh_context *context) {
    static const char *const words[] = {"x", "y", "z", "w"};
    f->arena = nh_arena_create(context);
    f->pool = nh_pool_create(context);
    for (int i = 0; i < 4; i++) f->symbols[i] = nh_expr_symbol_text(f->pool, NH_ROLE_COORDINATE, words[i]);
    f->names = nh_read_names_of(f->pool, f->arena, 4, f->symbols);
}

static nh_expr read_expr(fixture *f, const char *text) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &f->names, &e)) fail_msg("cannot read %s", text);
    return e;
}

PROTECTED_TEST(known) {
    fixture f;
    begin(&f, context);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (nh_expr_is_zero(f.pool, read_expr(&f, rows[i].text)) != rows[i].answer) fail_msg("%s", rows[i].text);
    assert_int_equal(nh_expr_is_zero(f.pool, NH_EXPR_UNDEFINED), NH_UNKNOWN);
    nh_expr named = nh_expr_abbreviation(f.pool, nh_name_of_text(context, "d"), read_expr(&f, "sin(x)^2"));
    assert_int_equal(nh_expr_is_zero(f.pool, nh_expr_sub(f.pool, named, read_expr(&f, "1 - cos(x)^2"))), NH_YES);
    nh_pool_destroy(f.pool);
    nh_arena_destroy(f.arena);
}

/* ---- by construction ---- */

/* A polynomial in the symbols, and in sines and cosines of them. */
static nh_expr random_polynomial(fixture *f, nh_random *random, int depth) {
    nh_expr symbol = f->symbols[nh_random_below(random, 4)];
    if (depth == 0) {
        uint64_t kind = nh_random_below(random, 4);
        if (kind == 0) return nh_expr_int(f->pool, (int64_t)nh_random_below(random, 5) - 2);
        return kind == 1 ? symbol : nh_expr_apply1(f->pool, kind == 2 ? NH_EXPR_SIN : NH_EXPR_COS, symbol);
    }
    nh_expr a = random_polynomial(f, random, depth - 1), b = random_polynomial(f, random, depth - 1);
    return nh_random_below(random, 2) ? nh_expr_add(f->pool, a, b) : nh_expr_mul(f->pool, a, b);
}

/* e with each cosine squared that occurs in it as a factor written through the sine, and
 * multiplied out in another way. */
static nh_expr disguised(fixture *f, nh_random *random, nh_expr e) {
    nh_expr u = f->symbols[nh_random_below(random, 4)];
    nh_expr s = nh_expr_apply1(f->pool, NH_EXPR_SIN, u), c = nh_expr_apply1(f->pool, NH_EXPR_COS, u);
    nh_expr s2 = nh_expr_mul(f->pool, e, nh_expr_pow_int(f->pool, s, 2)),
            c2 = nh_expr_mul(f->pool, e, nh_expr_pow_int(f->pool, c, 2));
    return nh_expr_add(f->pool, s2, c2);
}

PROTECTED_TEST(by_construction) {
    fixture f;
    begin(&f, context);
    nh_random random = nh_random_make(test_seed(), 5);
    for (int i = 0; i < test_count(200); i++) {
        nh_expr e = random_polynomial(&f, &random, 1 + i % 3), other = disguised(&f, &random, e);
        nh_expr difference = nh_expr_sub(f.pool, other, e);
        if (nh_expr_is_zero(f.pool, difference) != NH_YES) fail_msg("identity %d is not proved", i);
        nh_expr wrong = nh_expr_add(f.pool, difference, f.symbols[0]);
        if (nh_expr_is_zero(f.pool, wrong) == NH_YES) fail_msg("no identity: %d", i);
    }
    nh_pool_destroy(f.pool);
    nh_arena_destroy(f.arena);
}

/* What is proved is 0 at random values; most pairs of polynomials are not equal, and that is found. */
PROTECTED_TEST(nothing_false) {
    fixture f;
    begin(&f, context);
    nh_random random = nh_random_make(test_seed(), 6);
    int refuted = 0;
    for (int i = 0; i < test_count(400); i++) {
        nh_expr e =
            nh_expr_sub(f.pool, random_polynomial(&f, &random, 1 + i % 3), random_polynomial(&f, &random, 1 + i % 3));
        point at = {.seed = (uint64_t)i + 1};
        evaluated v = evaluate(f.pool, e, &at);
        bool is_zero = is_known(v) && fabsl(v.value) <= 4 * v.error + 1e-15L;
        nh_truth answer = nh_expr_is_zero(f.pool, e);
        if (answer == NH_YES && !is_zero) fail_msg("%d is proved and wrong", i);
        refuted += answer == NH_NO;
    }
    assert_true(refuted > test_count(400) / 2);
    nh_pool_destroy(f.pool);
    nh_arena_destroy(f.arena);
}

/* ---- equality, points, boxes ---- */

PROTECTED_TEST(points) {
    fixture f;
    begin(&f, context);
    nh_expr true_one = read_expr(&f, "atan(x) - asin(x/sqrt(1 + x^2))"), false_one = read_expr(&f, "atan(x) - asin(x)");
    assert_int_equal(nh_expr_is_zero(f.pool, true_one), NH_UNKNOWN);
    nh_points seen = nh_expr_look_at_points(f.pool, true_one), other = nh_expr_look_at_points(f.pool, false_one);
    assert_true(!seen.is_nonzero && seen.zeros > 10);
    assert_true(other.is_nonzero && other.zeros == 0);
    assert_int_equal(nh_expr_are_equal(f.pool, read_expr(&f, "(x + y)^2"), read_expr(&f, "x^2 + 2*x*y + y^2")), NH_YES);
    assert_int_equal(nh_expr_are_equal(f.pool, read_expr(&f, "(x + y)^2"), read_expr(&f, "x^2 + y^2")), NH_NO);
    nh_pool_destroy(f.pool);
    nh_arena_destroy(f.arena);
}

PROTECTED_TEST(boxes) {
    static const struct {
        const char *text;
        nh_truth answer;
    } cases[] = {
        {"2 + sin(x)*cos(y)", NH_YES},
        {"x^2 - x*y + y^2 + 1/100", NH_YES},
        {"x*y", NH_NO},
        {"x^2 + y^2", NH_NO},
        {"exp(x) - x - 9/10", NH_YES},
        {"exp(x) - x - 11/10", NH_NO},
        {"sqrt(x) + 3", NH_UNKNOWN},
        {"1/(x - 1/3)^2", NH_UNKNOWN},
        {"abs(x) + abs(y) + 1/1000", NH_YES},
        {"1 + 1/10^9 - cos(x)^2", NH_YES},
        {"3", NH_YES},
        {"-3", NH_NO},
    };
    fixture f;
    begin(&f, context);
    nh_rat low[] = {nh_rat_int(-1), nh_rat_int(-1), nh_rat_int(-1), nh_rat_int(-1)};
    nh_rat high[] = {nh_rat_int(1), nh_rat_int(1), nh_rat_int(1), nh_rat_int(1)};
    nh_box box = {4, f.symbols, low, high};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_truth found = nh_expr_is_positive_on(f.pool, read_expr(&f, cases[i].text), &box);
        if (found != cases[i].answer) fail_msg("%s: %d", cases[i].text, (int)found);
    }
    nh_pool_destroy(f.pool);
    nh_arena_destroy(f.arena);
}

PROTECTED_TEST(turns) {
    static const struct {
        const char *text;
        bool is_positive;
    } cases[] = {
        {"2 + cos(x)", true},
        {"1 + cos(x)", false},
        {"5 + 4*cos(x/2)^3 - 3*cos(x/2)", true},
        {"1.01 + sin(x)*cos(y)", true},
        {"0.99 + sin(x)*cos(y)", false},
        {"3 + sin(x) + cos(x + y) + sin(x - y)*1/2", true},
        {"cos(3/10*cos(4*x))", true},
        {"cos(8/5*cos(4*x))", false},
        {"2 + cos(x) + x^2", false}, /* positive, but not by turns */
        {"cos(x/12) + 1/10 + cos(x/12)^2 + 1", true},
        {"cos(x/12)", false},
        {"cos(x/12) + 9/10", false}, /* -1/10 at x = 12 pi */
        {"3", true},
        {"-3", false},
    };
    fixture f;
    begin(&f, context);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (nh_expr_is_positive_in_turns(f.pool, read_expr(&f, cases[i].text)) != cases[i].is_positive)
            fail_msg("%s", cases[i].text);
    nh_pool_destroy(f.pool);
    nh_arena_destroy(f.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points),          cmocka_unit_test(boxes),
                                       cmocka_unit_test(known),           cmocka_unit_test(turns),
                                       cmocka_unit_test(by_construction), cmocka_unit_test(nothing_false)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
