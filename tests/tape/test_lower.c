/* Expressions as tapes: their values, what is computed when, what it costs, and what is refused. */
#include <float.h>

/* The evaluator bounds the error of double arithmetic: what is known of a value then holds for the tape too. The factor stands for
 * powers by multiplication and for sums and products in another order. */
#define EVALUATE_ROUNDING (16 * (long double)DBL_EPSILON)
#define EVALUATE_MIN 1e-100L
#define EVALUATE_MAX 1e100L

#include "../expr/evaluate.h"
#include "base/diag.h"
#include "tapes.h"

/* ---- values ---- */

/* The symbols of the generator as inputs and parameters; abbreviations are neither. */
static nh_tape_def def_of(nh_arena *arena, const random_exprs *g) {
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, g->symbol_count),
            *parameters = NH_NEW_ARRAY(arena, nh_expr, g->symbol_count);
    nh_tape_def def = {.inputs = inputs, .parameters = parameters};
    for (uint32_t i = 0; i < g->symbol_count; i++) {
        if (nh_expr_kind_of(g->pool, g->symbols[i]) != NH_EXPR_SYMBOL) continue;
        nh_role role = nh_expr_symbol_of(g->pool, g->symbols[i])->role;
        if (role == NH_ROLE_PARAMETER) parameters[def.parameter_count++] = g->symbols[i];
        else if (role != NH_ROLE_ABBREVIATION) inputs[def.input_count++] = g->symbols[i];
    }
    return def;
}

static double *values_at(nh_arena *arena, nh_pool *pool, uint32_t count, const nh_expr *symbols, const point *at) {
    double *values = NH_NEW_ARRAY(arena, double, count + 1);
    for (uint32_t i = 0; i < count; i++) values[i] = (double)value_of_symbol(pool, symbols[i], at).value;
    return values;
}

typedef struct tally {
    int tried, decided;
} tally;

static void check_values(nh_arena *arena, nh_pool *pool, const nh_tape_def *def, const nh_tape *tape, uint64_t seed,
                         tally *sum) {
    point at = {.seed = seed};
    evaluated *want = NH_NEW_ARRAY(arena, evaluated, def->output_count);
    double *got = tapes_room(arena, def->output_count);
    evaluate_all(pool, def->output_count, def->outputs, &at, want);
    tapes_run(arena, tape, values_at(arena, pool, def->parameter_count, def->parameters, &at),
              values_at(arena, pool, def->input_count, def->inputs, &at), got);
    for (uint32_t i = 0; i < def->output_count; i++) {
        sum->tried++;
        if (!is_known(want[i])) continue;
        if (!(fabsl(got[i] - want[i].value) <= want[i].error + 1e-100L))
            fail_msg("%s at seed %llu: %.17g instead of %.17Lg (error %.3Lg)", tapes_text(arena, pool, def->outputs[i]),
                     (unsigned long long)seed, got[i], want[i].value, want[i].error);
        sum->decided++;
    }
}

enum { OUTPUTS = 8 };

static void random_values(nh_context *context, uint64_t stream, uint64_t kinds, uint32_t size, tally *sum) {
    nh_arena *arena = nh_arena_create(context);
    nh_pool *pool = nh_pool_create(context);
    random_exprs g = random_exprs_begin(pool, stream);
    g.function_count = 0; /* and new abbreviations, without calls */
    g.symbol_count = 8;
    g.kinds = kinds;
    nh_tape_def def = def_of(arena, &g);
    for (int i = 0; i < 2; i++) {
        nh_expr name = random_abbreviation(&g, i == 0 ? "G1" : "G2", 8);
        if (nh_expr_is_number(pool, nh_expr_symbol_of(pool, name)->definition))
            continue; /* 0 times what has no value is 0 */
        g.symbols[g.symbol_count++] = name;
    }
    nh_expr outputs[OUTPUTS];
    for (uint32_t i = 0; i < OUTPUTS; i++) outputs[i] = random_expr(&g, 1 + random_below(&g, size));
    def.output_count = OUTPUTS;
    def.outputs = outputs;
    def.loop_from = random_below(&g, 3);
    nh_tape *tape = nh_tape_make(arena, pool, &def);
    for (uint64_t seed = 1; seed <= 4; seed++) check_values(arena, pool, &def, tape, stream * 1000 + seed, sum);
    nh_pool_destroy(pool);
    nh_arena_destroy(arena);
}

static void check_decided(const tally *sum, int percent) {
    if ((int64_t)sum->decided * 100 < (int64_t)sum->tried * percent)
        fail_msg("only %d of %d values could be compared", sum->decided, sum->tried);
}

PROTECTED_TEST(test_random_values) {
    tally all = {0}, smooth = {0};
    for (int i = 0; i < test_count(1500); i++) random_values(context, (uint64_t)i, RANDOM_ALL, 40, &all);
    for (int i = 0; i < test_count(500); i++)
        random_values(context, (uint64_t)i + 5000, RANDOM_POLYNOMIAL, 60, &smooth);
    check_decided(&all, 30);
    check_decided(&smooth, 95);
}

PROTECTED_TEST(test_deep) {
    /* nested 20000 deep, and a sum of as many terms */
    tapes t = tapes_begin(context);
    nh_expr e = t.x, *terms = NH_NEW_ARRAY(t.arena, nh_expr, 20000);
    for (int i = 0; i < 20000; i++) {
        e = ADD(FUN(SIN, e), t.y);
        terms[i] = TIMES(i + 1, 7, FUN(COS, nh_expr_scale(t.pool, nh_rat_int(i + 1), t.x)));
    }
    nh_expr outputs[] = {e, nh_expr_sum(t.pool, 20000, terms)};
    nh_tape *tape = tapes_make(&t, 2, outputs);
    double got[2], x = 0.3, y = 0.25, want = x;
    long double sum = 0;
    tapes_run(t.arena, tape, (double[]){1, 2, 3}, (double[]){x, y, 0}, got);
    for (int i = 0; i < 20000; i++) {
        want = sin(want) + y;
        sum += (i + 1) / 7.0L * cosl((i + 1) * 0.3L);
    }
    assert_true(fabs(got[0] - want) < 1e-12);
    assert_true(fabsl(got[1] - sum) < 1e-6L);
}

/* ---- what is computed when ---- */

PROTECTED_TEST(test_prelude) {
    /* sqrt(a^2+b^2) exp(c) x + sin(a b) y + a/b: all that has no x and no y is computed at the beginning */
    tapes t = tapes_begin(context);
    nh_expr fixed = MUL(nh_expr_sqrt(t.pool, ADD(POW(t.a, 2), POW(t.b, 2))), FUN(EXP, t.c));
    nh_expr e = nh_expr_sum(t.pool, 3, (nh_expr[]){MUL(fixed, t.x), MUL(FUN(SIN, MUL(t.a, t.b)), t.y), DIV(t.a, t.b)});
    nh_tape *tape = tapes_make(&t, 1, &e);
    assert_int_equal(nh_tape_operations_run(tape), 2); /* two fused operations */
    for (uint32_t i = 0; i < tape->main.count; i++) {
        const nh_instr *instr = &tape->main.ssa[i];
        const uint32_t args[] = {instr->a, instr->b, instr->c};
        uint32_t first_input = tape->main.constant_count + tape->parameters, leaves = first_input + tape->inputs;
        bool varies = false;
        for (uint32_t k = 0; k < nh_op_arity((nh_op)instr->op); k++)
            varies |= (args[k] >= first_input && args[k] < leaves) ||
                      (tape->main.prelude < tape->main.count && args[k] >= tape->main.ssa[tape->main.prelude].dst);
        assert_int_equal(varies, i >= tape->main.prelude);
    }
}

PROTECTED_TEST(test_prelude_is_not_run_again) {
    /* when the value that the prelude left is changed by hand, the next run uses what it finds */
    tapes t = tapes_begin(context);
    nh_expr e = MUL(FUN(EXP, t.a), t.x);
    nh_tape *tape = tapes_make(&t, 1, &e);
    double *work = tapes_room(t.arena, nh_tape_work_size(tape, 1)), got;
    assert_int_equal(nh_tape_operations_prelude(tape), 1);
    nh_tape_begin(tape, 1, (double[]){1, 0, 0}, work);
    nh_tape_run(tape, 1, (double[]){2, 0, 0}, &got, work);
    assert_true(fabs(got - 2 * exp(1)) < 1e-15 * 8);
    work[tape->main.instr[0].dst] = 100;
    nh_tape_run(tape, 1, (double[]){3, 0, 0}, &got, work);
    assert_true(got == 300);
}

/* ---- what it costs ---- */

typedef struct cost {
    uint32_t run, prelude, stored;
} cost;

static cost cost_of(tapes *t, uint32_t count, const nh_expr *outputs) {
    nh_tape *tape = tapes_make(t, count, outputs);
    return (cost){(uint32_t)nh_tape_operations_run(tape), nh_tape_operations_prelude(tape), nh_tape_operations(tape)};
}

#define assert_cost(run_, prelude_, ...)                                                                               \
    do {                                                                                                               \
        nh_expr outputs_[] = {__VA_ARGS__};                                                                            \
        cost cost_ = cost_of(&t, sizeof outputs_ / sizeof *outputs_, outputs_);                                        \
        assert_int_equal(cost_.run, run_);                                                                             \
        assert_int_equal(cost_.prelude, prelude_);                                                                     \
        assert_int_equal(cost_.stored, (run_) + (prelude_));                                                           \
    } while (0)

PROTECTED_TEST(test_cost_of_sums) {
    tapes t = tapes_begin(context);
    nh_expr x = t.x, y = t.y, z = t.z, a = t.a, b = t.b;
    assert_cost(1, 0, ADD(MUL(x, y), z));      /* fma */
    assert_cost(1, 0, SUB(z, MUL(x, y)));      /* fnma */
    assert_cost(1, 0, ADD(TIMES(2, 3, x), y)); /* fma with a constant */
    assert_cost(1, 0, SUB(x, y));
    assert_cost(1, 1, ADD(nh_expr_product(t.pool, 3, (nh_expr[]){a, b, x}), y));
    assert_cost(1, 1, ADD(TIMES(3, 1, MUL(a, x)), y)); /* 3 a is computed at the beginning */
    assert_cost(1, 1, TIMES(3, 1, MUL(a, x)));
    assert_cost(2, 0, ADD(MUL(x, y), MUL(x, z))); /* mul, fma */
    assert_cost(2, 0, ADD(POW(x, 2), POW(y, 2)));
    assert_cost(3, 0, ADD(MUL(x, y), z), MUL(x, y), ADD(MUL(x, y), a)); /* the product itself is one more operation */
    assert_cost(1, 0, nh_expr_neg(t.pool, x));
    assert_cost(2, 0, nh_expr_neg(t.pool, MUL(x, y)), MUL(x, y));
}

PROTECTED_TEST(test_cost_of_quotients) {
    tapes t = tapes_begin(context);
    nh_expr x = t.x, y = t.y, z = t.z, a = t.a, b = t.b;
    assert_cost(1, 0, DIV(x, y));
    assert_cost(3, 0, DIV(x, z), DIV(y, z)); /* one reciprocal, two multiplications */
    assert_cost(1, 1, DIV(x, a));            /* 1/a at the beginning */
    assert_cost(2, 1, DIV(x, a), DIV(y, a));
    assert_cost(2, 0, DIV(MUL(x, y), z));
    assert_cost(2, 1, DIV(MUL(x, DIV(a, b)), z));
    assert_cost(2, 0, nh_expr_pow_rational(t.pool, x, nh_rat_make(-1, 2)));
    assert_cost(1, 0, DIV(NUM(1), x));
    assert_cost(0, 1, DIV(a, b));
}

PROTECTED_TEST(test_cost_of_powers) {
    tapes t = tapes_begin(context);
    nh_expr x = t.x;
    assert_cost(1, 0, POW(x, 2));
    assert_cost(2, 0, POW(x, 3));
    assert_cost(6, 0, POW(x, 64));
    assert_cost(1, 0, POW(x, 65));
    assert_cost(3, 0, POW(x, 4), POW(x, 2), POW(x, 8)); /* squares are shared */
    assert_cost(1, 0, nh_expr_sqrt(t.pool, x));
    assert_cost(2, 0, nh_expr_pow_rational(t.pool, x, nh_rat_make(1, 4)));
    assert_cost(2, 0, nh_expr_pow_rational(t.pool, x, nh_rat_make(2, 3)));
    assert_cost(2, 0, nh_expr_pow_rational(t.pool, x, nh_rat_make(1, 10)));
    assert_cost(1, 0, nh_expr_pow(t.pool, x, t.y));
}

PROTECTED_TEST(test_cost_of_functions) {
    tapes t = tapes_begin(context);
    nh_expr x = t.x, y = t.y, angle = ADD(MUL(x, t.a), y);
    nh_expr sine = FUN(SIN, angle), cosine = FUN(COS, angle);
    assert_cost(2, 0, sine);
    assert_cost(2, 0, sine, cosine); /* one sincos */
    assert_cost(3, 0, MUL(sine, cosine));
    assert_cost(3, 0, ADD(sine, cosine), sine);
    assert_cost(2, 0, nh_expr_apply(t.pool, NH_EXPR_MIN, 3, (nh_expr[]){x, y, t.z}));
    assert_cost(1, 0, nh_expr_apply(t.pool, NH_EXPR_ATAN2, 2, (nh_expr[]){x, y}));
    assert_cost(1, 0, nh_expr_if(t.pool, x, y, t.z));
    assert_cost(0, 1, FUN(SIN, t.a));
    assert_cost(0, 1, FUN(SIN, NUM(2)));
    assert_cost(0, 0, NUM(7), NH_EXPR_PI, x, t.a);
}

PROTECTED_TEST(test_long_sum) {
    /* 1000 products: about one operation each, in blocks whose error does not grow with the length of the sum */
    tapes t = tapes_begin(context);
    enum { TERMS = 1000 };
    nh_expr *terms = NH_NEW_ARRAY(t.arena, nh_expr, TERMS);
    nh_expr *p = tapes_symbols(&t, NH_ROLE_COORDINATE, "p", TERMS),
            *q = tapes_symbols(&t, NH_ROLE_COORDINATE, "q", TERMS);
    nh_expr *inputs = NH_NEW_ARRAY(t.arena, nh_expr, 2 * TERMS);
    for (int i = 0; i < TERMS; i++) inputs[i] = p[i], inputs[TERMS + i] = q[i], terms[i] = MUL(p[i], q[i]);
    t.def.inputs = inputs;
    t.def.input_count = 2 * TERMS;
    nh_expr sum = nh_expr_sum(t.pool, TERMS, terms);
    nh_tape *tape = tapes_make(&t, 1, &sum);
    assert_in_range(nh_tape_operations_run(tape), TERMS, TERMS + TERMS / 8);
    double *numbers = NH_NEW_ARRAY(t.arena, double, 2 * TERMS), got;
    long double want = 0;
    for (int i = 0; i < TERMS; i++) {
        numbers[i] = 1.0 / (i + 3), numbers[TERMS + i] = 1 + 1e-3 * i;
        want += (long double)numbers[i] * numbers[TERMS + i];
    }
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, numbers, &got);
    assert_true(fabsl(got - want) < 12 * DBL_EPSILON * want);
}

/* ---- abbreviations ---- */

PROTECTED_TEST(test_abbreviations) {
    tapes t = tapes_begin(context);
    nh_expr inner = nh_expr_abbreviation(t.pool, nh_name_of_text(context, "G"), ADD(MUL(t.x, t.y), t.a));
    nh_expr outer = nh_expr_abbreviation(t.pool, nh_name_of_text(context, "F"), MUL(inner, FUN(SIN, inner)));
    nh_expr number = nh_expr_abbreviation(t.pool, nh_name_of_text(context, "N"), nh_expr_fraction(t.pool, 5, 2));
    nh_expr minus = nh_expr_abbreviation(t.pool, nh_name_of_text(context, "M"), nh_expr_neg(t.pool, t.x));
    nh_expr outputs[] = {
        ADD(outer, inner), nh_expr_diff(t.pool, outer, t.x), outer,        number, MUL(number, t.x), MUL(minus, t.y),
        DIV(t.y, minus),   SUB(t.z, MUL(minus, t.y)),        POW(minus, 3)};
    double got[9], x = 0.5, y = 1.25, z = 3, a = 2, u = x * y + a;
    nh_tape *tape = tapes_make(&t, 9, outputs);
    tapes_run(t.arena, tape, (double[]){a, 0, 0}, (double[]){x, y, z}, got);
    const double want[] = {
        u * sin(u) + u, y * (sin(u) + u * cos(u)), u * sin(u), 2.5, 2.5 * x, -x * y, -y / x, z + x * y, -x * x * x};
    for (int i = 0; i < 9; i++) assert_true(fabs(got[i] - want[i]) < 1e-14);
    assert_int_equal(tapes_count(tape, NH_OP_sincos), 1);
}

PROTECTED_TEST(test_abbreviation_as_input) {
    /* given as an input, it is that input, and what it stands for is not needed */
    tapes t = tapes_begin(context);
    nh_expr unknown = nh_expr_symbol_text(t.pool, NH_ROLE_COORDINATE, "unknown");
    nh_expr name = nh_expr_abbreviation(t.pool, nh_name_of_text(context, "F"), MUL(unknown, unknown));
    nh_expr inputs[] = {t.x, t.y, name}, e = ADD(MUL(name, t.x), t.y);
    t.def.inputs = inputs;
    nh_tape *tape = tapes_make(&t, 1, &e);
    double got;
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){2, 3, 5}, &got);
    assert_true(got == 13);
}

/* ---- outputs of every kind ---- */

PROTECTED_TEST(test_odd_outputs) {
    tapes t = tapes_begin(context);
    nh_expr e = ADD(MUL(t.x, t.a), t.y);
    nh_expr outputs[] = {t.x, t.a, NUM(3),        NH_EXPR_PI,    NH_EXPR_ZERO, e,
                         e,   t.x, FUN(EXP, t.b), FUN(EXP, t.b), MUL(e, e)};
    nh_tape *tape = tapes_make(&t, 11, outputs);
    double got[11], want[] = {2, 7, 3, 3.141592653589793, 0, 18, 18, 2, exp(0.5), exp(0.5), 324};
    tapes_run(t.arena, tape, (double[]){7, 0.5, 0}, (double[]){2, 4, 0}, got);
    for (int i = 0; i < 11; i++) assert_true(got[i] == want[i]);
}

PROTECTED_TEST(test_empty_tapes) {
    tapes t = tapes_begin(context);
    nh_tape_def none = {.loop_from = 16};
    nh_tape *tape = nh_tape_make(t.arena, t.pool, &none);
    assert_int_equal(nh_tape_outputs(tape), 0);
    tapes_run(t.arena, tape, NULL, NULL, NULL);
    nh_expr number = nh_expr_fraction(t.pool, 1, 3);
    nh_tape_def constant = {.output_count = 1, .outputs = &number, .loop_from = 1};
    double got = 0;
    tapes_run(t.arena, nh_tape_make(t.arena, t.pool, &constant), NULL, NULL, &got);
    assert_true(got == 1.0 / 3);
    t.def.output_count = 0;
    tape = nh_tape_make(t.arena, t.pool, &t.def);
    assert_int_equal(nh_tape_operations(tape), 0);
    tapes_run(t.arena, tape, (double[]){1, 2, 3}, (double[]){1, 2, 3}, NULL);
    assert_int_equal(nh_tape_inputs(tape), 3);
    assert_int_equal(nh_tape_parameters(tape), 3);
}

/* ---- values at the edges ---- */

PROTECTED_TEST(test_no_negative_zero) {
    /* numbers have one zero: an angle on the negative axis is pi however the zero came about */
    tapes t = tapes_begin(context);
    nh_expr outputs[] = {nh_expr_apply(t.pool, NH_EXPR_ATAN2, 2, (nh_expr[]){MUL(t.x, t.y), t.y}),
                         nh_expr_apply(t.pool, NH_EXPR_ATAN2, 2, (nh_expr[]){t.x, MUL(t.x, t.y)})};
    double got[2];
    tapes_run(t.arena, tapes_make(&t, 2, outputs), (double[]){0, 0, 0}, (double[]){0, -1, 0}, got);
    assert_true(got[0] == 3.141592653589793);
    assert_true(got[1] == 0);
}

PROTECTED_TEST(test_roots_of_high_order) {
    tapes t = tapes_begin(context);
    const int64_t orders[] = {5, 999999, 1000001, INT64_C(3000000001), INT64_C(9007199254740993), INT64_MAX};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        nh_expr e = nh_expr_root(t.pool, t.x, orders[i]);
        nh_tape *tape = tapes_make(&t, 1, &e);
        for (int sign = -1; sign <= 1; sign++) {
            double got, x = sign * 1e100;
            tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){x, 0, 0}, &got);
            long double want = sign * powl(1e100L, 1 / (long double)orders[i]);
            if (!(fabsl(got - want) <= 2 * DBL_EPSILON * fabsl(want))) fail_msg("%.17g instead of %.17Lg", got, want);
        }
    }
}

PROTECTED_TEST(test_branch_without_value) {
    /* if(x, 1/0, y): y where there is a value, else none */
    tapes t = tapes_begin(context);
    nh_expr e = nh_expr_if(t.pool, t.x, NH_EXPR_UNDEFINED, t.y);
    double got;
    assert_int_not_equal(e, NH_EXPR_UNDEFINED);
    nh_tape *tape = tapes_make(&t, 1, &e);
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){1, 5, 0}, &got);
    assert_true(got == 5);
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){-1, 5, 0}, &got);
    assert_true(isnan(got));
}

PROTECTED_TEST(test_condition_without_value) {
    tapes t = tapes_begin(context);
    nh_expr e = nh_expr_if(t.pool, FUN(LOG, t.x), t.y, t.z);
    nh_tape *tape = tapes_make(&t, 1, &e);
    double got;
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){2, 5, 7}, &got);
    assert_true(got == 7);
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){-2, 5, 7}, &got);
    assert_true(isnan(got));
}

/* ---- what is refused ---- */

typedef struct refusal {
    uint32_t loop_from;
    nh_expr (*make)(tapes *t);
} refusal;

static nh_expr make_unbound(tapes *t) {
    return nh_expr_add(t->pool, t->x, nh_expr_symbol_text(t->pool, NH_ROLE_COORDINATE, "nobody"));
}

/* A velocity is another symbol than its coordinate. */
static nh_expr make_velocity(tapes *t) {
    return nh_expr_dot(t->pool, t->x);
}

static nh_expr make_hidden(tapes *t) {
    return nh_expr_abbreviation(t->pool, nh_name_of_text(t->context, "H"), make_unbound(t));
}

static nh_expr make_call(tapes *t) {
    nh_expr f = nh_expr_function(t->pool, nh_name_of_text(t->context, "f"), 1);
    return nh_expr_sqrt(t->pool, nh_expr_call(t->pool, f, 1, &t->x));
}

static nh_expr make_undefined(tapes *t) {
    (void)t;
    return NH_EXPR_UNDEFINED;
}

static void make_refused(nh_context *context, void *argument) {
    const refusal *r = argument;
    tapes t = tapes_begin(context);
    nh_expr outputs[20];
    for (int i = 0; i < 20; i++) outputs[i] = r->make(&t);
    t.def.loop_from = r->loop_from;
    tapes_make(&t, 20, outputs);
}

static void check_refused(nh_expr (*make)(tapes *t), const char *code, const char *word) {
    for (uint32_t loop_from = 0; loop_from <= 16; loop_from += 16) {
        nh_context *context = test_context();
        refusal r = {loop_from, make};
        assert_int_equal(test_protect(context, make_refused, &r), NH_E_USAGE);
        assert_string_equal(test_last_code(context), code);
        const nh_diag *diag = nh_context_diag(context, nh_context_diag_count(context) - 1);
        assert_non_null(strstr(diag->sentence, word));
        nh_context_destroy(context);
    }
}

static void test_refusals(void **state) {
    (void)state;
    check_refused(make_unbound, "unbound-symbol", "nobody");
    check_refused(make_velocity, "unbound-symbol", "x");
    check_refused(make_hidden, "unbound-symbol", "nobody");
    check_refused(make_call, "undefined-function", "'f'");
    check_refused(make_undefined, "undefined-value", "no value");
}

/* With a = x, 1/(a - x) has no value once a is written out. It is computed as it was given, in loops as in straight code. */
PROTECTED_TEST(test_no_value_within) {
    for (uint32_t loop_from = 0; loop_from <= 2; loop_from += 2) {
        tapes t = tapes_begin(context);
        nh_expr name = nh_expr_abbreviation(t.pool, nh_name_of_text(context, "A"), t.x);
        nh_expr inverse = nh_expr_div(t.pool, NH_EXPR_ONE, nh_expr_sub(t.pool, name, t.x));
        nh_expr outputs[] = {inverse, nh_expr_mul(t.pool, t.y, inverse), nh_expr_mul(t.pool, t.z, inverse), t.y};
        double parameters[3] = {1, 2, 3}, inputs[3] = {0.5, 0.25, 0.75}, got[4];
        t.def.loop_from = loop_from;
        tapes_run(t.arena, tapes_make(&t, 4, outputs), parameters, inputs, got);
        for (int i = 0; i < 3; i++) assert_false(fabs(got[i]) < INFINITY);
        assert_true(got[3] == 0.25);
    }
}

/* ---- memory ---- */

static void make_and_run(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    programs g = programs_begin(arena, 77);
    nh_tape *tapes_made[] = {programs_loops(&g, 20), programs_expressions(&g, 3, 30)};
    for (int i = 0; i < 2; i++) {
        const nh_tape *tape = tapes_made[i];
        double *outputs = program_room(&g, nh_tape_outputs(tape));
        tapes_run(arena, tape, program_numbers(&g, nh_tape_parameters(tape)), program_numbers(&g, nh_tape_inputs(tape)),
                  outputs);
    }
    nh_arena_destroy(arena);
    nh_pool_destroy(g.pool);
}

static void test_memory_failures(void **state) {
    (void)state;
    assert_true(test_every_failure(make_and_run, NULL, (uint64_t)test_count(100)) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_values),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_prelude),
        cmocka_unit_test(test_prelude_is_not_run_again),
        cmocka_unit_test(test_cost_of_sums),
        cmocka_unit_test(test_cost_of_quotients),
        cmocka_unit_test(test_cost_of_powers),
        cmocka_unit_test(test_cost_of_functions),
        cmocka_unit_test(test_long_sum),
        cmocka_unit_test(test_abbreviations),
        cmocka_unit_test(test_abbreviation_as_input),
        cmocka_unit_test(test_odd_outputs),
        cmocka_unit_test(test_empty_tapes),
        cmocka_unit_test(test_no_negative_zero),
        cmocka_unit_test(test_roots_of_high_order),
        cmocka_unit_test(test_branch_without_value),
        cmocka_unit_test(test_condition_without_value),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_no_value_within),
        cmocka_unit_test(test_memory_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
