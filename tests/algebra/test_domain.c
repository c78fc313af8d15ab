/* Where expressions have values: known lists; at points where all conditions hold there is a value, in balls, and where
 * one fails there is none. */
#include <string.h>

#include "support.h"

#include "algebra/domain/domain.h"
#include "algebra/domain/identity.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/read/read.h"
#include "num/guard.h"
#include "tape/ball_run.h"

enum { SYMBOLS = 7, POINTS = 40, PRECISION = 192, MOST = 4 };
#define MARGIN 1e-6 /* a condition holds, or fails, at a point by so much */

typedef struct row {
    const char *text;
    const char *nonzero[MOST], *nonnegative[MOST], *positive[MOST];
} row;

/* m and M are known to be positive, k not to be zero. */
static const char *const words[SYMBOLS] = {"x", "y", "z", "a", "m", "M", "k"};

static const row rows[] = {
    {"x + y", {0}, {0}, {0}},
    {"1/(x*(x + 1))", {"x", "x + 1"}, {0}, {0}},
    {"1/(x^2 - y^2) + 1/(x + y)^3", {"x + y", "x - y"}, {0}, {0}},
    {"1/(x^2 + 1) + 1/(2 + cos(x)) + 1/exp(y)", {0}, {0}, {0}},
    {"1/(x^2 + y^2)", {"x^2 + y^2"}, {0}, {0}},
    {"tan(x) + 1/sin(x)", {"sin(x)", "cos(x)"}, {0}, {0}},
    {"1/(1 - cos(x)^2) + 1/(1 - cos(x))", {"sin(x)"}, {0}, {0}},
    {"1/(1 - cos(x))", {"1 - cos(x)"}, {0}, {0}},
    {"(x^2 - 1)/(x - 1)", {"x - 1"}, {0}, {0}},
    {"x^(1/3) + x^(-1/3)", {"x"}, {0}, {0}},
    {"1/abs(x)", {"x"}, {0}, {0}},
    {"1/(sqrt(x) + 1) + 1/(sqrt(2) - 1)", {0}, {"x"}, {0}},
    {"1/(sqrt(x) - 1)", {"sqrt(x) - 1"}, {"x"}, {0}},
    {"mod(x, y) + atan2(x, y)", {"y"}, {0}, {0}},
    {"sqrt(x^2 + y^2) + sqrt(1 - cos(x)) + sqrt(x^4)", {0}, {0}, {0}},
    {"sqrt(x) + 1/x", {0}, {0}, {"x"}},
    {"sqrt(-x)", {0}, {"-x"}, {0}},
    {"sqrt(x^2 - 1) + 1/sqrt(y)", {0}, {"x^2 - 1"}, {"y"}},
    {"sqrt((x - 1)/(x + 1))", {"x + 1"}, {"x^2 - 1"}, {0}},
    {"sqrt(x*(y - 1)^2 + x) + 1/(x^2 + x*y + y^2 + 1)", {0}, {"x"}, {0}},
    {"log(x*y)", {0}, {0}, {"x*y"}},
    {"log(x*(y + 1)^2*(z^2 + 1)) + 1/x", {"y + 1"}, {0}, {"x"}},
    {"asin(x) + acos(y + z)", {0}, {"1 - x^2", "1 - (y + z)^2"}, {0}},
    {"x^y + 2^z", {0}, {0}, {"x"}},
    {"tan(x + y + z + a)", {"cos(x + y + z + a)"}, {0}, {0}},
    {"1/(x + sqrt(-y^2))", {"x + sqrt(-y^2)"}, {"-y^2"}, {0}}, /* for y = 0 only */
    /* known */
    {"1/(m + M*sin(x)^2) + 1/(m + M - m*cos(x)^2)", {0}, {0}, {0}},
    {"1/(m + a*sin(x)^2)", {"m + a*sin(x)^2"}, {0}, {0}},
    {"1/(m*k*x) + sqrt(m*M) + log(m/M)", {"x"}, {0}, {0}},
    {"sqrt(m*x) + sqrt(x/m)", {0}, {"x"}, {0}},
    {"1/(m*a^2 + m*x^2)", {"a^2 + x^2"}, {0}, {0}},
    /* one of two */
    {"if(x < 0, 1/(x*y), 1/(y*z))", {"y"}, {0}, {0}},
    {"if(x < 0, log(y), sqrt(y)/x)", {0}, {"y"}, {0}},
    {"if(1/z < 0, if(x < 0, 1/y, 1/(y*x)), 1/(y + x*y))", {"y", "z"}, {0}, {0}},
};

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
    nh_expr symbols[SYMBOLS];
    nh_domain_known known;
    nh_random random;
} fixture;

static void begin(fixture *f, nh_context *context) {
    *f = (fixture){.arena = nh_arena_create(context), .pool = nh_pool_create(context)};
    f->random = nh_random_make(test_seed(), 19);
    for (int i = 0; i < SYMBOLS; i++)
        f->symbols[i] = nh_expr_symbol_text(f->pool, i < 3 ? NH_ROLE_COORDINATE : NH_ROLE_PARAMETER, words[i]);
    f->names = nh_read_names_of(f->pool, f->arena, SYMBOLS, f->symbols);
    nh_expr *known = NH_NEW_ARRAY(f->arena, nh_expr, 3);
    memcpy(known, &f->symbols[4], 3 * sizeof *known);
    f->known = (nh_domain_known){.nonzero_count = 1, .nonzero = &known[2], .positive_count = 2, .positive = known};
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

/* ---- known lists ---- */

/* Whether the list has these expressions, in any order; of opposite sign too where that says the same. */
static void check_list(fixture *f, const char *text, const char *const *wanted, size_t count, const nh_expr *found,
                       bool is_signed) {
    size_t size = 0;
    while (size < MOST && wanted[size] != NULL) size++;
    if (size != count) fail_msg("%s: %zu conditions of one kind, not %zu", text, count, size);
    for (size_t i = 0; i < size; i++) {
        nh_expr e = read_expr(f, wanted[i]), opposite = nh_expr_neg(f->pool, e);
        bool is_there = false;
        for (size_t k = 0; k < count; k++)
            is_there |= nh_expr_are_equal(f->pool, e, found[k]) == NH_YES ||
                        (!is_signed && nh_expr_are_equal(f->pool, opposite, found[k]) == NH_YES);
        if (!is_there) fail_msg("%s: %s is not listed", text, wanted[i]);
    }
}

PROTECTED_TEST(lists) {
    fixture f;
    begin(&f, context);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        nh_expr e = read_expr(&f, r->text);
        nh_domain d = nh_expr_domain(f.pool, f.arena, 1, &e, &f.known);
        check_list(&f, r->text, r->nonzero, d.nonzero_count, d.nonzero, false);
        check_list(&f, r->text, r->nonnegative, d.nonnegative_count, d.nonnegative, true);
        check_list(&f, r->text, r->positive, d.positive_count, d.positive, true);
    }
    end(&f);
}

/* Of several expressions all conditions, each once; without knowledge the masses are listed; what has no
 * value anywhere says so. */
PROTECTED_TEST(several) {
    fixture f;
    begin(&f, context);
    nh_expr both[2] = {read_expr(&f, "1/(m*x)"), read_expr(&f, "sqrt(x)/y")};
    nh_domain d = nh_expr_domain(f.pool, f.arena, 2, both, NULL);
    check_list(&f, "both", (const char *const[MOST]){"m", "y"}, d.nonzero_count, d.nonzero, false);
    check_list(&f, "both", (const char *const[MOST]){"x"}, d.positive_count, d.positive, true);
    assert_int_equal(d.nonnegative_count, 0);
    nh_expr never = read_expr(&f, "1/(sin(x)^2 + cos(x)^2 - 1)");
    d = nh_expr_domain(f.pool, f.arena, 1, &never, NULL);
    assert_int_equal(d.nonzero_count, 1);
    assert_int_equal(d.nonzero[0], NH_EXPR_ZERO);
    nh_expr x = f.symbols[0],
            name = nh_expr_abbreviation(f.pool, nh_name_of_text(context, "F"), nh_expr_sqrt(f.pool, x));
    d = nh_expr_domain(f.pool, f.arena, 1, &name, NULL);
    check_list(&f, "F", (const char *const[MOST]){"x"}, d.nonnegative_count, d.nonnegative, true);
    d = nh_expr_domain(f.pool, f.arena, 0, NULL, NULL);
    assert_int_equal(d.nonzero_count + d.nonnegative_count + d.positive_count, 0);
    end(&f);
}

/* ---- at points ---- */

typedef struct values {
    const nh_tape *tape;
    nh_rat at[SYMBOLS];
    uint32_t count;
    double *value;   /* of each expression */
    bool *is_finite; /* in a ball */
} values;

static void run_inside(nh_context *context, void *argument) {
    values *v = argument;
    (void)context;
    nh_ball *x = nh_balls_new(SYMBOLS), *y = nh_balls_new(v->count);
    for (uint32_t i = 0; i < SYMBOLS; i++) nh_ball_set_rational(&x[i], v->at[i], PRECISION);
    nh_tape_run_balls(v->tape, NULL, x, y, PRECISION);
    for (uint32_t i = 0; i < v->count; i++) {
        v->is_finite[i] = nh_ball_is_finite(&y[i]);
        v->value[i] = v->is_finite[i] ? nh_ball_double(&y[i]) : 0;
    }
    nh_balls_free(y, v->count);
    nh_balls_free(x, SYMBOLS);
}

static values prepare(fixture *f, uint32_t count, const nh_expr *e) {
    nh_tape_def def = {.input_count = SYMBOLS, .inputs = f->symbols, .output_count = count, .outputs = e};
    values v = {.tape = nh_tape_make(f->arena, f->pool, &def), .count = count};
    v.value = NH_NEW_ARRAY(f->arena, double, count);
    v.is_finite = NH_NEW_ARRAY(f->arena, bool, count);
    return v;
}

static void evaluate_somewhere(fixture *f, values *v) {
    for (int i = 0; i < SYMBOLS; i++) {
        int64_t numerator = nh_random_between(&f->random, 1, 3000);
        bool is_positive = i >= 4 || nh_random_between(&f->random, 0, 1) == 0;
        v->at[i] = nh_rat_make(is_positive ? numerator : -numerator, 1009);
    }
    test_guard_call(nh_pool_context(f->pool), run_inside, v);
}

/* e, then its conditions: those that must not be zero, the others. */
static nh_expr *with_conditions(fixture *f, nh_expr e, const nh_domain *d, uint32_t *count) {
    nh_expr *all = NH_NEW_ARRAY(f->arena, nh_expr, 1 + d->nonzero_count + d->nonnegative_count + d->positive_count);
    *count = 0;
    all[(*count)++] = e;
    for (size_t i = 0; i < d->nonzero_count; i++) all[(*count)++] = d->nonzero[i];
    for (size_t i = 0; i < d->nonnegative_count; i++) all[(*count)++] = d->nonnegative[i];
    for (size_t i = 0; i < d->positive_count; i++) all[(*count)++] = d->positive[i];
    return all;
}

typedef struct seen {
    int holding, failing; /* points at which all conditions hold; at which one fails by its sign */
} seen;

/* At random points: a value where all conditions hold, none where one of them fails. */
static void check_at_points(fixture *f, nh_expr e, const nh_domain *d, const char *text, seen *s) {
    uint32_t count;
    const nh_expr *all = with_conditions(f, e, d, &count);
    values v = prepare(f, count, all);
    for (int k = 0; k < POINTS; k++) {
        evaluate_somewhere(f, &v);
        bool all_hold = true, one_fails = false;
        for (uint32_t i = 1; i < count; i++) {
            bool is_signed = i > d->nonzero_count;
            all_hold &=
                v.is_finite[i] && (is_signed ? v.value[i] > MARGIN : v.value[i] > MARGIN || v.value[i] < -MARGIN);
            one_fails |= is_signed && v.is_finite[i] && v.value[i] < -MARGIN;
        }
        if (all_hold && !v.is_finite[0]) fail_msg("%s has no value where all conditions hold", text);
        if (one_fails && v.is_finite[0]) fail_msg("%s has a value where a condition fails", text);
        s->holding += all_hold;
        s->failing += one_fails;
    }
}

/* A value for one symbol with which c is zero; false when none is found. */
static bool find_zero(fixture *f, nh_expr c, nh_expr *symbol, nh_expr *value) {
    nh_pool *pool = f->pool;
    nh_expr half_pi = nh_expr_div(pool, NH_EXPR_PI, nh_expr_int(pool, 2));
    for (int i = 0; i < 4; i++) {
        *symbol = f->symbols[i];
        if (!nh_expr_depends_on(pool, c, 1, symbol)) continue;
        nh_expr zero = NH_EXPR_ZERO, one = NH_EXPR_ONE;
        nh_expr at_zero = nh_expr_substitute(pool, c, 1, symbol, &zero, true);
        nh_expr slope = nh_expr_sub(pool, nh_expr_substitute(pool, c, 1, symbol, &one, true), at_zero);
        nh_expr linear = slope == NH_EXPR_ZERO ? zero : nh_expr_neg(pool, nh_expr_div(pool, at_zero, slope));
        nh_expr candidates[] = {linear, zero, one, NH_EXPR_MINUS_ONE, half_pi, NH_EXPR_PI};
        for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
            *value = candidates[k];
            nh_expr there = nh_expr_substitute(pool, c, 1, symbol, value, true);
            if (there != NH_EXPR_UNDEFINED && nh_expr_is_zero(pool, there) == NH_YES) return true;
        }
    }
    return false;
}

/* Where something that must not be zero is zero, the others being anything, there is no value. Returns how
 * many could be examined. */
static size_t check_zeros(fixture *f, nh_expr e, const nh_domain *d, const char *text) {
    size_t looked = 0;
    for (size_t i = 0; i < d->nonzero_count; i++) {
        nh_expr symbol, value;
        if (!find_zero(f, d->nonzero[i], &symbol, &value)) continue;
        nh_expr there = nh_expr_substitute(f->pool, e, 1, &symbol, &value, true);
        looked++;
        if (there == NH_EXPR_UNDEFINED) continue;
        values v = prepare(f, 1, &there);
        for (int k = 0; k < POINTS; k++) {
            evaluate_somewhere(f, &v);
            if (v.is_finite[0]) fail_msg("%s has a value where a condition fails", text);
        }
    }
    return looked;
}

PROTECTED_TEST(points) {
    fixture f;
    begin(&f, context);
    size_t zeros = 0;
    seen all = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_power = strstr(rows[i].text, "x^y") != NULL, has_choice = strstr(rows[i].text, "if(") != NULL;
        nh_expr e = read_expr(&f, rows[i].text);
        nh_domain d = nh_expr_domain(f.pool, f.arena, 1, &e, &f.known);
        if (!has_choice) {
            seen here = {0};
            check_at_points(&f, e, &d, rows[i].text, &here);
            if (here.holding == 0 && strstr(rows[i].text, "sqrt(-y^2)") == NULL)
                fail_msg("%s: no point to look at", rows[i].text);
            if (!is_power && d.nonnegative_count + d.positive_count > 0) assert_true(here.failing > 0);
            all.failing += here.failing;
        }
        zeros += check_zeros(&f, e, &d, rows[i].text);
    }
    assert_true(zeros >= 15);
    assert_true(all.failing > 100);
    end(&f);
}

/* ---- random expressions ---- */

static nh_expr random_polynomial(fixture *f) {
    nh_pool *pool = f->pool;
    nh_expr sum = nh_expr_int(pool, nh_random_between(&f->random, -1, 2));
    for (int64_t k = nh_random_between(&f->random, 1, 3); k-- > 0;) {
        nh_expr term = nh_expr_int(pool, nh_random_between(&f->random, -2, 2));
        for (int64_t i = nh_random_between(&f->random, 1, 2); i-- > 0;) {
            nh_expr u = f->symbols[nh_random_between(&f->random, 0, SYMBOLS - 1)];
            int64_t way = nh_random_between(&f->random, 0, 4);
            if (way == 0) u = nh_expr_apply1(pool, NH_EXPR_COS, u);
            if (way == 1) u = nh_expr_pow_int(pool, u, 2);
            term = nh_expr_mul(pool, term, u);
        }
        sum = nh_expr_add(pool, sum, term);
    }
    return sum;
}

/* u, or a function of it that has not a value everywhere. */
static nh_expr random_function(fixture *f, nh_expr u) {
    nh_pool *pool = f->pool;
    switch (nh_random_between(&f->random, 0, 6)) {
        case 0: return nh_expr_sqrt(pool, u);
        case 1: return nh_expr_pow_int(pool, u, -1);
        case 2: return nh_expr_apply1(pool, NH_EXPR_LOG, u);
        case 3: return nh_expr_apply1(pool, NH_EXPR_TAN, u);
        case 4: return nh_expr_apply1(pool, NH_EXPR_ASIN, u);
        case 5: return nh_expr_pow_rational(pool, u, nh_rat_make(-1, 2));
        default: return u;
    }
}

PROTECTED_TEST(random_expressions) {
    fixture f;
    seen s = {0};
    begin(&f, context);
    for (int i = 0; i < test_count(60); i++) {
        nh_expr inner = random_function(&f, random_polynomial(&f)), other = random_function(&f, random_polynomial(&f));
        nh_expr e = nh_expr_add(f.pool, random_function(&f, nh_expr_add(f.pool, inner, random_polynomial(&f))), other);
        if (e == NH_EXPR_UNDEFINED) continue;
        nh_domain d = nh_expr_domain(f.pool, f.arena, 1, &e, &f.known);
        check_at_points(&f, e, &d, "a random one", &s);
        if (i % 4 == 0) (void)check_zeros(&f, e, &d, "a random one");
    }
    assert_true(s.holding > 100 && s.failing > 100);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists), cmocka_unit_test(several), cmocka_unit_test(points),
                                       cmocka_unit_test(random_expressions)};
    return cmocka_run_group_tests_name("domain", tests, NULL, NULL);
}
