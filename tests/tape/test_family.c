/* Families: outputs of one shape become loops, which give what straight code gives and do not grow with the members. */
#include <float.h>

/* The evaluator bounds the error of double arithmetic. */
#define EVALUATE_ROUNDING (16 * (long double)DBL_EPSILON)
#define EVALUATE_MIN 1e-100L
#define EVALUATE_MAX 1e100L

#include "../expr/evaluate.h"
#include "tapes.h"

/* A system that is being written down: inputs and parameters in the order in which they are made, and outputs. */
typedef struct family_system {
    tapes t;
    nh_expr *inputs, *parameters, *outputs;
    nh_tape_def def;
} family_system;

static family_system system_begin(nh_context *context, uint32_t inputs, uint32_t parameters, uint32_t outputs) {
    family_system s = {.t = tapes_begin(context)};
    s.inputs = tapes_symbols(&s.t, NH_ROLE_COORDINATE, "x", inputs);
    s.parameters = tapes_symbols(&s.t, NH_ROLE_PARAMETER, "p", parameters);
    s.outputs = NH_NEW_ARRAY(s.t.arena, nh_expr, outputs + 1);
    s.def = (nh_tape_def){inputs, s.inputs, parameters, s.parameters, outputs, s.outputs, 16};
    return s;
}

static nh_tape *system_tape(family_system *s, uint32_t loop_from) {
    nh_tape_def def = s->def;
    def.loop_from = loop_from;
    return nh_tape_make(s->t.arena, s->t.pool, &def);
}

/* The values of the outputs with bounds on what rounding may do to them. */
static evaluated *bounds_of(family_system *s, const double *p, const double *x) {
    uint32_t count = s->def.parameter_count + s->def.input_count;
    nh_expr *symbols = NH_NEW_ARRAY(s->t.arena, nh_expr, count + 1);
    long double *values = NH_NEW_ARRAY(s->t.arena, long double, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        bool first = i < s->def.parameter_count;
        symbols[i] = first ? s->def.parameters[i] : s->def.inputs[i - s->def.parameter_count];
        values[i] = first ? p[i] : x[i - s->def.parameter_count];
    }
    evaluated *bounds = NH_NEW_ARRAY(s->t.arena, evaluated, s->def.output_count + 1);
    evaluate_all(s->t.pool, s->def.output_count, s->def.outputs, &(point){1, count, symbols, values}, bounds);
    return bounds;
}

/* The tape with loops, after its values and those of the tape without were checked. */
static nh_tape *checked(family_system *s) {
    nh_tape *loops = system_tape(s, 16), *straight = system_tape(s, 0);
    nh_random random = nh_random_make(test_seed(), s->def.output_count);
    double *x = NH_NEW_ARRAY(s->t.arena, double, s->def.input_count + 1);
    double *p = NH_NEW_ARRAY(s->t.arena, double, s->def.parameter_count + 1);
    double *got = tapes_room(s->t.arena, s->def.output_count), *plain = tapes_room(s->t.arena, s->def.output_count);
    assert_int_equal(straight->loop_count, 0);
    for (uint32_t i = 0; i < s->def.input_count; i++) x[i] = nh_random_uniform(&random, 0.5, 2);
    for (uint32_t i = 0; i < s->def.parameter_count; i++) p[i] = nh_random_uniform(&random, 0.5, 2);
    tapes_run(s->t.arena, loops, p, x, got);
    tapes_run(s->t.arena, straight, p, x, plain);
    const evaluated *want = bounds_of(s, p, x);
    for (uint32_t i = 0; i < s->def.output_count; i++) {
        if (!is_known(want[i])) continue;
        if (!(fabsl(got[i] - want[i].value) <= want[i].error) || !(fabsl(plain[i] - want[i].value) <= want[i].error))
            fail_msg("output %u: %.17g and %.17g, not %.17Lg (error %.3Lg)", i, got[i], plain[i], want[i].value,
                     want[i].error);
    }
    return loops;
}

#define PREPARE(s)                                                                                                     \
    tapes t = (s)->t;                                                                                                  \
    const nh_expr *x = (s)->inputs;                                                                                    \
    __attribute__((unused)) const nh_expr *p = (s)->parameters

/* ---- chains ---- */

/* k (x_{i+1} - 2 x_i + x_{i-1}) - g sin(x_i) inside, other ends. */
static void write_chain(family_system *s, uint32_t n) {
    PREPARE(s);
    for (uint32_t i = 0; i < n; i++) {
        nh_expr left = i > 0 ? SUB(x[i - 1], x[i]) : nh_expr_neg(t.pool, x[i]);
        nh_expr right = i + 1 < n ? SUB(x[i + 1], x[i]) : NH_EXPR_ZERO;
        s->outputs[i] = SUB(MUL(p[0], ADD(left, right)), MUL(p[1], FUN(SIN, x[i])));
    }
}

PROTECTED_TEST(test_chain) {
    static const uint32_t sizes[] = {30, 300, 3000};
    nh_tape *tape[3];
    for (int i = 0; i < 3; i++) {
        family_system s = system_begin(context, sizes[i], 2, sizes[i]);
        write_chain(&s, sizes[i]);
        tape[i] = checked(&s);
        assert_int_equal(tape[i]->loop_count, 1);
        assert_int_equal(tape[i]->loops[0].members, sizes[i] - 2);
        assert_in_range(nh_tape_operations(tape[i]), nh_tape_operations(tape[0]) - 2, nh_tape_operations(tape[0]) + 2);
        assert_in_range(nh_tape_bytes(tape[i]), nh_tape_bytes(tape[0]) - 100, nh_tape_bytes(tape[0]) + 100);
        assert_true(nh_tape_operations_run(tape[i]) >= sizes[i] - 2);
    }
    assert_true(nh_tape_operations(tape[0]) < 25);
}

PROTECTED_TEST(test_short_chain) {
    /* fewer members than loop_from: straight code */
    family_system s = system_begin(context, 17, 2, 17);
    write_chain(&s, 17);
    assert_int_equal(checked(&s)->loop_count, 0);
    assert_int_equal(system_tape(&s, 15)->loop_count, 1);
    assert_int_equal(system_tape(&s, 16)->loop_count, 0);
    assert_true(system_tape(&s, 1)->loop_count >= 1);
}

PROTECTED_TEST(test_own_parameters) {
    /* p_i x_i^2 + sqrt(p_{n+i}): what depends on parameters only is known to be so in the loop */
    enum { N = 50 };
    family_system s = system_begin(context, N, 2 * N, N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) s.outputs[i] = ADD(MUL(p[i], POW(x[i], 2)), nh_expr_sqrt(t.pool, p[N + i]));
    nh_tape *tape = checked(&s);
    assert_int_equal(tape->loop_count, 1);
    assert_int_equal(tape->loops[0].parameters, 2);
    assert_int_equal(tape->loops[0].body.prelude, 1);
    assert_int_equal(tape->main.count, 0);
}

PROTECTED_TEST(test_mixed_externals) {
    /* a symbol that is a parameter in one member and an input in another is no parameter of the loop */
    enum { N = 40 };
    family_system s = system_begin(context, N, N, N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) s.outputs[i] = FUN(EXP, i % 3 == 0 ? p[i] : x[i]);
    nh_tape *tape = checked(&s);
    uint32_t members = 0;
    for (uint32_t l = 0; l < tape->loop_count; l++) members += tape->loops[l].members;
    assert_true(members == 26); /* roles count in the shape: the parameters are a family of 14, too few */
}

PROTECTED_TEST(test_parameters_and_inputs_in_one_family) {
    /* the first ten members are of parameters, the others of inputs: none of the loop's symbols is a parameter */
    enum { N = 40 };
    family_system s = system_begin(context, N, 1, N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) s.outputs[i] = FUN(EXP, x[i]);
    s.def.parameters = s.inputs, s.def.parameter_count = 10;
    s.def.inputs = s.inputs + 10, s.def.input_count = N - 10;
    nh_tape *tape = checked(&s);
    assert_int_equal(tape->loop_count, 1);
    assert_int_equal(tape->loops[0].parameters, 0);
}

/* ---- grids, and members in any order ---- */

PROTECTED_TEST(test_grid) {
    static const uint32_t sizes[] = {8, 40};
    uint32_t operations[2];
    for (int k = 0; k < 2; k++) {
        uint32_t m = sizes[k], count = 0;
        family_system s = system_begin(context, m * m, 1, m * m);
        PREPARE(&s);
        for (uint32_t i = 0; i < m; i++)
            for (uint32_t j = 0; j < m; j++) {
                uint32_t at = i * m + j;
                bool edge = i == 0 || j == 0 || i == m - 1 || j == m - 1;
                nh_expr around[] = {x[edge ? at : at - 1], x[edge ? at : at + 1], x[edge ? at : at - m],
                                    x[edge ? at : at + m]};
                nh_expr laplace = SUB(nh_expr_sum(t.pool, 4, around), TIMES(4, 1, x[at]));
                s.outputs[count++] = edge ? x[at] : SUB(MUL(p[0], laplace), POW(x[at], 3));
            }
        nh_tape *tape = checked(&s);
        operations[k] = nh_tape_operations(tape);
        assert_true(tape->loop_count >= 2); /* the inside, and the edge */
    }
    assert_true(operations[1] < 40 * operations[0]); /* a row at most, not the area */
}

PROTECTED_TEST(test_shuffled_members) {
    enum { N = 60 };
    family_system s = system_begin(context, 2 * N, N, N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t k = i * 37 % N;
        s.outputs[(i * 7 + 3) % N] = DIV(MUL(p[k * 11 % N], FUN(COS, x[k])), ADD(x[N + i * i % N], NUM(5)));
    }
    nh_tape *tape = checked(&s);
    assert_int_equal(tape->loop_count, 1);
    assert_int_equal(tape->loops[0].members, N);
    bool tables = false;
    for (uint32_t g = 0; g < tape->loops[0].body.external_count; g++) tables |= tape->loops[0].gathers[g].table != NULL;
    assert_true(tables);
}

PROTECTED_TEST(test_reversed_members) {
    enum { N = 40 };
    family_system s = system_begin(context, N, 1, N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) s.outputs[i] = MUL(FUN(EXP, x[N - 1 - i]), p[0]);
    nh_tape *tape = checked(&s);
    assert_int_equal(tape->loop_count, 1);
    bool backwards = false;
    for (uint32_t g = 0; g < 2; g++) backwards |= tape->loops[0].gathers[g].stride == -1;
    assert_true(backwards);
}

/* ---- several families ---- */

PROTECTED_TEST(test_joined) {
    /* x_i/r_i^3 and y_i/r_i^3: one loop, r_i once */
    enum { N = 50 };
    family_system s = system_begin(context, 2 * N, 1, 2 * N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) {
        nh_expr r = nh_expr_sqrt(t.pool, ADD(POW(x[i], 2), POW(x[N + i], 2)));
        s.outputs[2 * i] = MUL(p[0], DIV(x[i], POW(r, 3)));
        s.outputs[2 * i + 1] = MUL(p[0], DIV(x[N + i], POW(r, 3)));
    }
    nh_tape *tape = checked(&s);
    assert_int_equal(tape->loop_count, 1);
    assert_int_equal(tape->loops[0].body.store_count, 2);
    assert_int_equal(tapes_count(tape, NH_OP_sqrt), 1);
    assert_int_equal(tapes_count(tape, NH_OP_div), 1);
}

PROTECTED_TEST(test_joined_angles) {
    /* sines in one family and cosines in another are computed together */
    enum { N = 50 };
    family_system s = system_begin(context, N, 1, 2 * N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) {
        s.outputs[i] = MUL(p[0], FUN(SIN, x[i]));
        s.outputs[N + i] = ADD(p[0], FUN(COS, x[i]));
    }
    nh_tape *tape = checked(&s);
    assert_int_equal(tape->loop_count, 1);
    assert_int_equal(tapes_count(tape, NH_OP_sincos), 1);
    assert_int_equal(nh_tape_operations(tape), 3);
}

PROTECTED_TEST(test_not_joined) {
    /* x_0 x_{i+1} and exp x_i: the first model has x_0 for all members, the second for the first one only */
    enum { N = 50 };
    family_system s = system_begin(context, N + 1, 1, 2 * N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) {
        s.outputs[i] = ADD(MUL(x[0], x[i + 1]), p[0]);
        s.outputs[N + i] = FUN(EXP, x[i]);
    }
    assert_int_equal(checked(&s)->loop_count, 2);
}

PROTECTED_TEST(test_near_families) {
    /* one number or one member that is different */
    enum { N = 20 };
    family_system s = system_begin(context, 2 * N + 1, 1, 2 * N + 1);
    PREPARE(&s);
    for (uint32_t i = 0; i <= 2 * N; i++)
        s.outputs[i] = ADD(FUN(EXP, x[i]), nh_expr_fraction(t.pool, 1, i == 7 ? 5 : i % 2 == 0 ? 2 : 3));
    nh_tape *tape = checked(&s);
    uint32_t stores = 0, members = 0;
    for (uint32_t l = 0; l < tape->loop_count; l++) {
        stores += tape->loops[l].body.store_count;
        members += tape->loops[l].body.store_count * tape->loops[l].members;
    }
    assert_int_equal(stores, 2);
    assert_int_equal(members, 2 * N);
    assert_int_equal(tape->main.store_count, 1);
}

PROTECTED_TEST(test_repeated_and_constant) {
    /* the same output many times, a number many times, inputs themselves */
    enum { N = 20 };
    family_system s = system_begin(context, N, 1, 3 * N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) {
        s.outputs[i] = FUN(SIN, x[3]);
        s.outputs[N + i] = nh_expr_fraction(t.pool, 2, 3);
        s.outputs[2 * N + i] = x[i];
    }
    checked(&s);
}

PROTECTED_TEST(test_shared_part) {
    /* x_i times one long expression: straight code computes it once, and a loop must not cost much more */
    enum { N = 400 };
    family_system s = system_begin(context, N + 1, 1, N);
    PREPARE(&s);
    nh_expr common = x[N];
    for (int i = 0; i < 100; i++) common = FUN(SIN, ADD(common, p[0]));
    for (uint32_t i = 0; i < N; i++) s.outputs[i] = MUL(x[i], common);
    nh_tape *tape = checked(&s);
    assert_true(nh_tape_operations_run(tape) < 4 * nh_tape_operations_run(system_tape(&s, 0)));
}

PROTECTED_TEST(test_names) {
    /* abbreviations are written out: those of a family have one shape */
    enum { N = 20 };
    family_system s = system_begin(context, N, 1, N);
    PREPARE(&s);
    for (uint32_t i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "F%u", i);
        s.outputs[i] = ADD(nh_expr_abbreviation(t.pool, nh_name_of_text(context, name), POW(x[i], 2)), p[0]);
    }
    assert_int_equal(checked(&s)->loop_count, 1);
}

/* ---- random families ---- */

static nh_expr external_of(family_system *s, uint32_t way, uint32_t i, uint32_t n) {
    switch (way) {
        case 0: return s->inputs[i];
        case 1: return s->inputs[i + 1];
        case 2: return s->inputs[2 * i + 1];
        case 3: return s->inputs[2 * n - i];
        case 4: return s->parameters[i];
        case 5: return s->parameters[i * 7 % n];
        case 6: return s->parameters[3];
        default: return s->inputs[4];
    }
}

static void check_random_families(nh_context *context, uint64_t stream) {
    enum { N = 33, SHAPES = 4, WAYS = 8 };
    family_system s = system_begin(context, 2 * N + 1, N, SHAPES * N);
    nh_expr *model = tapes_symbols(&s.t, NH_ROLE_QUASI, "s", WAYS);
    random_exprs g = {.pool = s.t.pool, .random = nh_random_make(test_seed(), stream), .kinds = RANDOM_ALL};
    g.kinds &=
        ~(RANDOM_KIND(NH_EXPR_TAN) | RANDOM_KIND(NH_EXPR_MOD) | RANDOM_KIND(NH_EXPR_SIGN) | RANDOM_KIND(NH_EXPR_IF));
    memcpy(g.symbols, model, WAYS * sizeof *model);
    g.symbol_count = WAYS;
    for (uint32_t k = 0; k < SHAPES; k++) {
        nh_expr shape = nh_expr_apply1(s.t.pool, NH_EXPR_ATAN, random_expr(&g, 12)); /* no large numbers */
        for (uint32_t i = 0; i < N; i++) {
            nh_expr to[WAYS];
            for (uint32_t w = 0; w < WAYS; w++) to[w] = external_of(&s, w, i, N);
            nh_expr e = nh_expr_substitute(s.t.pool, shape, WAYS, model, to, true);
            s.outputs[k % 2 == 0 ? k * N + i : k * N + i * 5 % N] = e == NH_EXPR_UNDEFINED ? NH_EXPR_ZERO : e;
        }
    }
    checked(&s);
    nh_pool_destroy(s.t.pool);
    nh_arena_destroy(s.t.arena);
}

PROTECTED_TEST(test_random_families) {
    for (int i = 0; i < test_count(20); i++) check_random_families(context, (uint64_t)i);
}

PROTECTED_TEST(test_large_chain) {
    /* 10^5 members: made and run in a moment, no larger than 30 */
    enum { N = 100000 };
    family_system s = system_begin(context, N, 2, N), small = system_begin(context, 30, 2, 30);
    write_chain(&s, N);
    write_chain(&small, 30);
    nh_tape *tape = system_tape(&s, 16);
    assert_true(nh_tape_bytes(tape) <
                nh_tape_bytes(system_tape(&small, 16)) + 100); /* the ends may cost an operation more */
    double *numbers = NH_NEW_ARRAY(s.t.arena, double, N), *got = tapes_room(s.t.arena, N);
    for (int i = 0; i < N; i++) numbers[i] = sin(i * 0.37);
    tapes_run(s.t.arena, tape, (double[]){2, 3}, numbers, got);
    for (int i = 1; i + 1 < N; i++) {
        double want = 2 * (numbers[i - 1] - 2 * numbers[i] + numbers[i + 1]) - 3 * sin(numbers[i]);
        assert_true(fabs(got[i] - want) < 1e-13);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_short_chain),
        cmocka_unit_test(test_own_parameters),
        cmocka_unit_test(test_mixed_externals),
        cmocka_unit_test(test_parameters_and_inputs_in_one_family),
        cmocka_unit_test(test_grid),
        cmocka_unit_test(test_shuffled_members),
        cmocka_unit_test(test_reversed_members),
        cmocka_unit_test(test_joined),
        cmocka_unit_test(test_joined_angles),
        cmocka_unit_test(test_not_joined),
        cmocka_unit_test(test_near_families),
        cmocka_unit_test(test_repeated_and_constant),
        cmocka_unit_test(test_shared_part),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_random_families),
        cmocka_unit_test(test_large_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
