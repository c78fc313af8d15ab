/* Tapes in balls: they contain the exact values, narrow down with the precision, and are near what doubles give.
 *
 * cmocka leaves a failed test by a jump in the thread of the test, and balls live in the worker of the guard. So what
 * runs there only counts, and the test fails when it has come back. */
#include "num/guard.h"
#include "tape/ball_run.h"
#include "tape/interval_run.h"
#include "tape/vm.h"
#include "tapes.h"

typedef struct trial {
    nh_arena *arena;
    programs *g;
    const nh_tape *tape;
    const double *p, *x; /* the numbers, exactly */
    double radius;       /* of the inputs */
    int prec;
    /* results, by output */
    double *low, *high, *middle, *width;
    bool *finite;
    const nh_ball_data **data;
} trial;

static void set_inputs(nh_ball *balls, uint32_t count, const double *values, double radius) {
    nh_ball *ends = nh_balls_new(2);
    for (uint32_t i = 0; i < count; i++) {
        nh_ball_set_double(&ends[0], values[i] - radius);
        nh_ball_set_double(&ends[1], values[i] + radius);
        if (radius > 0) nh_ball_set_interval(&balls[i], &ends[0], &ends[1], 60);
        else nh_ball_set_double(&balls[i], values[i]);
    }
    nh_balls_free(ends, 2);
}

static void run_inside(nh_context *context, void *argument) {
    (void)context;
    trial *r = argument;
    uint32_t inputs = r->tape->inputs, parameters = r->tape->parameters, outputs = r->tape->outputs;
    nh_ball *x = nh_balls_new(inputs), *p = nh_balls_new(parameters), *y = nh_balls_new(outputs);
    set_inputs(p, parameters, r->p, 0);
    set_inputs(x, inputs, r->x, r->radius);
    nh_tape_run_balls(r->tape, p, x, y, r->prec);
    for (uint32_t i = 0; i < outputs; i++) {
        nh_ball_bounds(&y[i], &r->low[i], &r->high[i]);
        r->middle[i] = nh_ball_double(&y[i]);
        r->width[i] = nh_ball_radius(&y[i]);
        r->finite[i] = nh_ball_is_finite(&y[i]);
        r->data[i] = nh_ball_save(r->arena, &y[i]);
    }
    nh_balls_free(x, inputs);
    nh_balls_free(p, parameters);
    nh_balls_free(y, outputs);
}

static trial run_balls(nh_arena *arena, const nh_tape *tape, const double *p, const double *x, double radius,
                       int prec) {
    trial r = {.arena = arena, .tape = tape, .p = p, .x = x, .radius = radius, .prec = prec};
    double *numbers = NH_NEW_ARRAY(arena, double, 4 * (size_t)tape->outputs + 1);
    r.low = numbers, r.high = numbers + tape->outputs, r.middle = r.high + tape->outputs,
    r.width = r.middle + tape->outputs;
    r.finite = NH_NEW_ARRAY(arena, bool, tape->outputs + 1);
    r.data = NH_NEW_ARRAY(arena, const nh_ball_data *, tape->outputs + 1);
    test_guard_call(nh_arena_context(arena), run_inside, &r);
    return r;
}

/* ---- one precision against another ---- */

typedef struct pair {
    const trial *wide, *narrow;
    int outside; /* balls of the narrow run that do not meet the wide one */
    int apart;   /* that are not inside it */
} pair;

static void compare_inside(nh_context *context, void *argument) {
    (void)context;
    pair *c = argument;
    nh_ball *b = nh_balls_new(2);
    for (uint32_t i = 0; i < c->wide->tape->outputs; i++) {
        if (!c->wide->finite[i] || !c->narrow->finite[i]) continue;
        nh_ball_load(&b[0], c->wide->data[i]);
        nh_ball_load(&b[1], c->narrow->data[i]);
        c->outside += !nh_ball_overlaps(&b[0], &b[1]);
        c->apart += !nh_ball_contains(&b[0], &b[1]);
    }
    nh_balls_free(b, 2);
}

static pair compare(const trial *wide, const trial *narrow) {
    pair c = {wide, narrow, 0, 0};
    test_guard_call(nh_arena_context(wide->arena), compare_inside, &c);
    return c;
}

/* ---- random programs ---- */

static nh_tape *random_tape(programs *g, int kind) {
    return kind % 3 == 0   ? programs_straight(g, 60)
           : kind % 3 == 1 ? programs_expressions(g, 8, 20)
                           : programs_loops(g, 17);
}

typedef struct tally {
    uint32_t tried, decided; /* outputs */
} tally;

/* Whether a value on the way is too large or too small for a double: balls have exponents of any size. */
static bool is_out_of_range(nh_arena *arena, const nh_code *code, const double *externals) {
    double *values = tapes_room(arena, code->values);
    for (uint32_t i = 0; i < code->constant_count; i++) values[i] = code->constants[i].value;
    memcpy(values + code->constant_count, externals, code->external_count * sizeof *values);
    nh_vm_base.scalar(code->ssa, code->count, values);
    bool out = false;
    for (uint32_t i = 0; i < code->values; i++) out |= isinf(values[i]) || (values[i] != 0 && fabs(values[i]) < 1e-290);
    return out;
}

static bool any_out_of_range(nh_arena *arena, const nh_tape *tape, const double *p, const double *x) {
    double *externals = NH_NEW_ARRAY(arena, double, tape->parameters + tape->inputs + 1);
    memcpy(externals, p, tape->parameters * sizeof *p);
    memcpy(externals + tape->parameters, x, tape->inputs * sizeof *x);
    bool out = is_out_of_range(arena, &tape->main, externals);
    for (uint32_t l = 0; l < tape->loop_count; l++)
        for (uint32_t m = 0; m < tape->loops[l].members; m++) {
            const nh_loop *loop = &tape->loops[l];
            double *own = NH_NEW_ARRAY(arena, double, loop->body.external_count + 1);
            for (uint32_t g = 0; g < loop->body.external_count; g++)
                own[g] = externals[nh_series_at(&loop->gathers[g], m)];
            out |= is_out_of_range(arena, &loop->body, own);
        }
    return out;
}

/* Doubles against balls of 53 bits. Every operation of balls rounds its midpoint by at most as much as a double does
 * (one ulp for the functions, whose kernels and libm stay below 2) and carries the errors of its arguments on by a
 * bound on its derivative over the ball. So the radius bounds the error of the midpoint and, except for a factor of
 * about
 * 4 for functions, that of the doubles; a choice that rounding decides otherwise in doubles shows as a wide ball.
 * Radii of 30 bits round up. */
static void check_doubles(const nh_tape *tape, const trial *r, const double *doubles, tally *sum) {
    for (uint32_t i = 0; i < tape->outputs; i++) {
        sum->tried++;
        if (!r->finite[i] || !isfinite(doubles[i])) continue;
        double away = fabs(doubles[i] - r->middle[i]),
               allowed = 8 * r->width[i] + 8 * 0x1p-53 * fabs(r->middle[i]) + 1e-290;
        if (!(away <= allowed))
            fail_msg("output %u of %u: %.17g is not near %.17g +- %.3g", i, tape->outputs, doubles[i], r->middle[i],
                     r->width[i]);
        sum->decided += r->width[i] <= 1e-8 * (1 + fabs(r->middle[i]));
    }
}

static void check_random(nh_context *context, int kind, tally *sum) {
    nh_arena *arena = nh_arena_create(context);
    programs g = programs_begin(arena, (uint64_t)kind);
    nh_tape *tape = random_tape(&g, kind);
    double *p = program_numbers(&g, tape->parameters), *x = program_numbers(&g, tape->inputs);
    double *doubles = program_room(&g, tape->outputs);
    tapes_run(arena, tape, p, x, doubles);
    trial coarse = run_balls(arena, tape, p, x, 0, 53), middle = run_balls(arena, tape, p, x, 0, 100);
    trial fine = run_balls(arena, tape, p, x, 0, 400), spread = run_balls(arena, tape, p, x, 1e-6, 60);
    if (!any_out_of_range(arena, tape, p, x)) check_doubles(tape, &coarse, doubles, sum);
    assert_int_equal(compare(&coarse, &fine).outside, 0);
    assert_int_equal(compare(&middle, &fine).outside, 0);
    assert_int_equal(compare(&spread, &fine).outside, 0);
    for (uint32_t i = 0; i < tape->outputs; i++)
        if (coarse.finite[i] && middle.finite[i]) assert_true(fine.finite[i]);
    nh_pool_destroy(g.pool);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_random_programs) {
    tally sum = {0};
    for (int i = 0; i < test_count(45); i++) check_random(context, i, &sum);
    assert_true(sum.tried > 200);
    if (sum.decided * 5 < sum.tried * 2) fail_msg("only %u of %u say something", sum.decided, sum.tried);
}

/* ---- containment, where it can be exact ---- */

static trial run_one(tapes *t, nh_expr e, double x, double radius, int prec) {
    const double *p = (const double[]){2, 3, 5};
    double *in = NH_NEW_ARRAY(t->arena, double, 3);
    in[0] = x, in[1] = 1, in[2] = 2;
    return run_balls(t->arena, tapes_make(t, 1, &e), p, in, radius, prec);
}

/* How many units of 2^-prec the radius is, relative to the middle. */
static double relative_width(const trial *r, int prec) {
    return ldexp(r->width[0] / fabs(r->middle[0]), prec);
}

PROTECTED_TEST(test_constants_are_exact) {
    /* 1/3 and pi, and long ones, to 300 bits; a double in between would leave 2^-53 */
    tapes t = tapes_begin(context);
    nh_expr third = nh_expr_fraction(t.pool, 1, 3);
    nh_expr big = nh_expr_number(t.pool, nh_rat_pow(t.arena, nh_rat_make(10, 7), 60));
    const nh_expr exact[] = {MUL(third, t.x), MUL(NH_EXPR_PI, t.x), MUL(big, t.x), FUN(EXP, third), ADD(t.x, third)};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        trial r = run_one(&t, exact[i], 1.5, 0, 300);
        assert_true(relative_width(&r, 300) < 16);
    }
    /* 3 (x/3 + pi) - x - 3 pi is 0 */
    nh_expr zero =
        SUB(SUB(TIMES(3, 1, ADD(FUN(ATAN, FUN(TAN, TIMES(1, 3, t.x))), NH_EXPR_PI)), t.x), TIMES(3, 1, NH_EXPR_PI));
    trial r = run_one(&t, zero, 1.5, 0, 300);
    assert_true(r.low[0] <= 0 && r.high[0] >= 0 && r.high[0] < ldexp(1, -290));
}

PROTECTED_TEST(test_ranges) {
    /* over a whole interval of inputs, the values at many points of it lie inside */
    tapes t = tapes_begin(context);
    random_exprs g = {.pool = t.pool, .random = nh_random_make(test_seed(), 9), .kinds = RANDOM_ALL};
    memcpy(g.symbols, (nh_expr[]){t.x, t.y, t.z, t.a}, 4 * sizeof t.x);
    g.symbol_count = 4;
    for (int i = 0; i < test_count(100); i++) {
        nh_expr e = random_expr(&g, 10);
        nh_tape *tape = tapes_make(&t, 1, &e);
        const double p[] = {2, 3, 5};
        double x[3];
        for (int k = 0; k < 3; k++) x[k] = nh_random_uniform(&g.random, -2, 2);
        trial wide = run_balls(t.arena, tape, p, x, 0.05, 80);
        for (int point = 0; point < 8; point++) {
            double inside[3];
            for (int k = 0; k < 3; k++) inside[k] = x[k] + 0.05 * nh_random_uniform(&g.random, -1, 1) * (1 - 1e-15);
            trial there = run_balls(t.arena, tape, p, inside, 0, 200);
            if (wide.finite[0]) assert_true(there.finite[0]);
            assert_int_equal(compare(&wide, &there).apart, 0);
        }
    }
}

PROTECTED_TEST(test_undecided) {
    /* where the ball crosses a jump or a corner: the hull, and not much more */
    tapes t = tapes_begin(context);
    nh_expr x = t.x;
    const struct {
        nh_expr e;
        double low, high;
    } list[] = {
        {nh_expr_if(t.pool, x, NUM(-7), NUM(4)), -7, 4},
        {nh_expr_if(t.pool, x, ADD(x, NUM(3)), NUM(1)), 1, 3.5},
        {FUN(SIGN, x), -1, 1},
        {nh_expr_apply(t.pool, NH_EXPR_MIN, 2, (nh_expr[]){x, NUM(0)}), -0.5, 0},
        {nh_expr_apply(t.pool, NH_EXPR_MAX, 2, (nh_expr[]){x, nh_expr_neg(t.pool, x)}), 0, 0.5},
        {nh_expr_apply(t.pool, NH_EXPR_MOD, 2, (nh_expr[]){x, NUM(3)}), 0, 3},
        {FUN(ABS, x), 0, 0.5},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        trial r = run_one(&t, list[i].e, 0, 0.5, 60);
        assert_true(r.finite[0]);
        assert_true(r.low[0] <= list[i].low && r.high[0] >= list[i].high);
        assert_true(r.low[0] >= list[i].low - 0.6 && r.high[0] <= list[i].high + 0.6);
    }
    /* a square knows that it is not negative, also when something is added to it */
    trial square = run_one(&t, POW(x, 2), 0, 0.5, 60), sum = run_one(&t, ADD(POW(x, 2), NUM(1)), 0, 0.5, 60);
    assert_true(square.low[0] >= 0 && square.high[0] >= 0.25 && square.high[0] < 0.26);
    assert_true(sum.low[0] > 0.999 && sum.high[0] >= 1.25 && sum.high[0] < 1.26);
    trial decided = run_one(&t, list[0].e, 1, 0.5, 60);
    assert_true(decided.low[0] == 4 && decided.high[0] == 4);
    decided = run_one(&t, list[0].e, -1, 0.5, 60);
    assert_true(decided.low[0] == -7 && decided.high[0] == -7);
    decided = run_one(&t, list[0].e, 0, 0, 60); /* 0 is not below 0 */
    assert_true(decided.low[0] == 4 && decided.high[0] == 4);
}

PROTECTED_TEST(test_no_value) {
    tapes t = tapes_begin(context);
    nh_expr root = nh_expr_sqrt(t.pool, t.x);
    const nh_expr list[] = {root, DIV(NUM(1), ADD(t.x, NUM(1))), nh_expr_if(t.pool, FUN(LOG, t.x), NUM(1), NUM(2)),
                            FUN(LOG, t.x), nh_expr_if(t.pool, t.x, NH_EXPR_UNDEFINED, NUM(2))};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        trial r = run_one(&t, list[i], -1, 0, 60);
        assert_false(r.finite[0]);
    }
    trial other = run_one(&t, list[4], 1, 0, 60);
    assert_true(other.finite[0] && other.middle[0] == 2);
}

PROTECTED_TEST(test_roots_of_high_order) {
    tapes t = tapes_begin(context);
    const int64_t orders[] = {7, 999999, 1000001, INT64_C(3000000001)};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        trial r = run_one(&t, nh_expr_root(t.pool, t.x, orders[i]), -1e100, 0, 100);
        assert_true(r.finite[0]);
        assert_true(fabsl(r.middle[0] + powl(1e100L, 1 / (long double)orders[i])) <
                    1e-15L * fabsl((long double)r.middle[0]) * 4);
    }
}

/* ---- intervals of doubles ---- */

static nh_interval run_interval(tapes *t, const nh_tape *tape, const double *x, double radius) {
    nh_interval p[] = {{2, 2}, {3, 3}, {5, 5}}, in[3], out;
    for (int k = 0; k < 3; k++) in[k] = (nh_interval){x[k] - radius, x[k] + radius};
    nh_tape_run_intervals(tape, p, in, &out, NH_NEW_ARRAY(t->arena, nh_interval, nh_tape_interval_work(tape)));
    return out;
}

/* Values at points of the box, in balls, lie in the interval; where it says that all of the box has
 * values, they are there. */
PROTECTED_TEST(test_intervals) {
    tapes t = tapes_begin(context);
    random_exprs g = {.pool = t.pool, .random = nh_random_make(test_seed(), 19), .kinds = RANDOM_ALL};
    memcpy(g.symbols, (nh_expr[]){t.x, t.y, t.z, t.a}, 4 * sizeof t.x);
    g.symbol_count = 4;
    int bounded = 0, count = test_count(400);
    for (int i = 0; i < count; i++) {
        nh_expr e = random_expr(&g, 10);
        nh_tape *tape = tapes_make(&t, 1, &e);
        const double p[] = {2, 3, 5};
        double x[3], radius = i % 3 == 0 ? 0 : i % 3 == 1 ? 0.05 : 1.5;
        for (int k = 0; k < 3; k++) x[k] = nh_random_uniform(&g.random, -2, 2);
        for (int k = 0; k < 3 && i % 4 == 0; k++) x[k] = rint(x[k]);
        nh_interval range = run_interval(&t, tape, x, radius);
        bounded += isfinite(range.low) && isfinite(range.high);
        for (int point = 0; point < 6; point++) {
            double inside[3];
            for (int k = 0; k < 3; k++) {
                double part = point < 2 ? 2 * point - 1 : nh_random_uniform(&g.random, -1, 1);
                inside[k] = x[k] + radius * part * (1 - 1e-15);
            }
            trial there = run_balls(t.arena, tape, p, inside, 0, 200);
            if (isnan(range.low)) continue;
            bool meets = there.low[0] <= range.high && range.low <= there.high[0];
            if (there.finite[0] && !meets)
                fail_msg("case %d: [%.17g, %.17g] is not in [%.17g, %.17g]", i, there.low[0], there.high[0], range.low,
                         range.high);
        }
    }
    if (bounded * 2 < count) fail_msg("only %d of %d have bounds", bounded, count);
}

PROTECTED_TEST(test_interval_bounds) {
    tapes t = tapes_begin(context);
    nh_expr x = t.x, two = NUM(2);
    const struct {
        nh_expr e;
        double from, to, low, high; /* the exact range */
    } list[] = {
        {FUN(SIN, x), 0.1, 3, sin(0.1), 1},
        {FUN(SIN, x), -20, 20, -1, 1},
        {FUN(SIN, x), 100 * acos(-1.0) + 1, 100 * acos(-1.0) + 2, sin(100 * acos(-1.0) + 1), 1},
        {FUN(COS, x), -1, 0.5, cos(1), 1},
        {FUN(COS, x), 3, 3.5, -1, cos(3.5)},
        {FUN(TAN, x), -1, 1, tan(-1), tan(1)},
        {FUN(TAN, x), 1, 2, -INFINITY, INFINITY},
        {POW(x, 2), -3, 2, 0, 9},
        {POW(x, 3), 1, 2, 1, 8},
        {POW(x, -1), 2, 4, 0.25, 0.5},
        {POW(x, -2), -2, 4, 1.0 / 16, INFINITY},
        {POW(x, -1), -2, 4, -INFINITY, INFINITY},
        {FUN(ABS, x), -3, 2, 0, 3},
        {FUN(SIGN, x), 0.5, 2, 1, 1},
        {FUN(EXP, x), 0, 1, 1, exp(1)},
        {FUN(COSH, x), -1, 2, 1, cosh(2)},
        {nh_expr_apply(t.pool, NH_EXPR_MOD, 2, (nh_expr[]){x, two}), 4.5, 5.5, 0.5, 1.5},
        {nh_expr_apply(t.pool, NH_EXPR_MOD, 2, (nh_expr[]){x, two}), 3.5, 5.5, 0, 2},
        {nh_expr_apply(t.pool, NH_EXPR_ATAN2, 2, (nh_expr[]){x, NUM(-1)}), -1, 1, -acos(-1.0), acos(-1.0)},
        {nh_expr_if(t.pool, x, NUM(-7), NUM(4)), -1, 1, -7, 4},
        {nh_expr_if(t.pool, x, NUM(-7), NUM(4)), 0, 1, 4, 4},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        nh_tape *tape = tapes_make(&t, 1, &list[i].e);
        double middle = list[i].from + (list[i].to - list[i].from) / 2;
        nh_interval r = run_interval(&t, tape, (const double[]){middle, 1, 1}, list[i].to - middle);
        double below = 1e-13 * (1 + fabs(list[i].low)), above = 1e-13 * (1 + fabs(list[i].high));
        bool has_all = r.low <= list[i].low + 1e-16 && r.high >= list[i].high - 1e-16;
        if (!has_all || r.low < list[i].low - below || r.high > list[i].high + above)
            fail_msg("case %zu: [%.17g, %.17g]", i, r.low, r.high);
    }
    nh_expr without[] = {FUN(LOG, x), nh_expr_sqrt(t.pool, x), FUN(ASIN, ADD(x, NUM(1)))};
    for (size_t i = 0; i < 3; i++)
        assert_true(isnan(run_interval(&t, tapes_make(&t, 1, &without[i]), (const double[]){0, 1, 1}, 0.5).low));
}

/* ---- memory ---- */

static void make_and_run(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    programs g = programs_begin(arena, 7);
    nh_tape *tape = programs_expressions(&g, 4, 15);
    run_balls(arena, tape, program_numbers(&g, tape->parameters), program_numbers(&g, tape->inputs), 0, 100);
    nh_pool_destroy(g.pool);
    nh_arena_destroy(arena);
}

static void test_memory_failures(void **state) {
    (void)state;
    assert_true(test_every_failure(make_and_run, NULL, (uint64_t)test_count(150)) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs), cmocka_unit_test(test_constants_are_exact),
        cmocka_unit_test(test_ranges),          cmocka_unit_test(test_undecided),
        cmocka_unit_test(test_no_value),        cmocka_unit_test(test_roots_of_high_order),
        cmocka_unit_test(test_intervals),       cmocka_unit_test(test_interval_bounds),
        cmocka_unit_test(test_memory_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
