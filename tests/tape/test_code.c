/* Code: both forms compute the same, no slot is taken from a value that is still needed, and few slots are needed. */
#include "tape/vm.h"
#include "tapes.h"

/* ---- both forms side by side ---- */

/* The values that lie in places, as numbers of what was computed: which instruction wrote
 * there, or which leaf it is. */
typedef struct places {
    const nh_code *code;
    uint64_t *in_slots; /* what each slot holds now */
    uint64_t *in_ssa;   /* what each value is */
    bool *is_fixed;     /* by slot: whether it must keep what it holds */
} places;

static places places_begin(nh_arena *arena, const nh_code *code) {
    places p = {code, NH_NEW_ARRAY(arena, uint64_t, code->slots + 1), NH_NEW_ARRAY(arena, uint64_t, code->values + 1),
                NH_NEW_ARRAY(arena, bool, code->slots + 1)};
    for (uint32_t i = 0; i < code->constant_count + code->external_count; i++) {
        p.in_slots[i] = p.in_ssa[i] = i + 1;
        p.is_fixed[i] = true;
    }
    return p;
}

static void write(places *p, uint32_t i, uint32_t slot, uint32_t value, uint64_t name) {
    assert_true(slot < p->code->slots);
    assert_true(value < p->code->values);
    assert_false(p->is_fixed[slot]);
    assert_int_equal(p->in_ssa[value], 0); /* values are written once */
    p->in_slots[slot] = p->in_ssa[value] = name;
    p->is_fixed[slot] = i < p->code->prelude;
}

static void check_instr(places *p, uint32_t i) {
    const nh_instr *slots = &p->code->instr[i], *ssa = &p->code->ssa[i];
    const uint32_t from_slots[] = {slots->a, slots->b, slots->c}, from_ssa[] = {ssa->a, ssa->b, ssa->c};
    uint32_t arity = nh_op_arity((nh_op)ssa->op);
    uint64_t name = ((uint64_t)i + 1) << 32;
    assert_int_equal(slots->op, ssa->op);
    for (uint32_t k = 0; k < arity; k++) {
        assert_true(from_slots[k] < p->code->slots && from_ssa[k] < p->code->values);
        assert_true(p->in_ssa[from_ssa[k]] != 0);
        assert_true(p->in_slots[from_slots[k]] == p->in_ssa[from_ssa[k]]);
    }
    for (uint32_t k = arity; k < 3; k++) assert_true(from_slots[k] == 0 && from_ssa[k] == 0);
    write(p, i, slots->dst, ssa->dst, name);
    if (ssa->op == NH_OP_sincos) write(p, i, slots->dst2, ssa->dst2, name + 1);
    else assert_true(slots->dst2 == 0 && ssa->dst2 == 0);
}

static void check_code(nh_arena *arena, const nh_code *code) {
    places p = places_begin(arena, code);
    assert_true(code->prelude <= code->count);
    for (uint32_t i = 0; i < code->count; i++) check_instr(&p, i);
    for (uint32_t i = 0; i < code->store_count; i++) {
        assert_int_equal(code->stores[i].output, code->ssa_stores[i].output);
        assert_true(p.in_ssa[code->ssa_stores[i].place] != 0);
        assert_true(p.in_slots[code->stores[i].place] == p.in_ssa[code->ssa_stores[i].place]);
    }
}

/* Every output is stored once, by the main code or by a loop. */
static void check_outputs(nh_arena *arena, const nh_tape *tape) {
    uint32_t *stored = NH_NEW_ARRAY(arena, uint32_t, tape->outputs + 1);
    for (uint32_t i = 0; i < tape->main.store_count; i++) stored[tape->main.stores[i].output]++;
    for (uint32_t l = 0; l < tape->loop_count; l++)
        for (uint32_t s = 0; s < tape->loops[l].body.store_count; s++)
            for (uint32_t m = 0; m < tape->loops[l].members; m++)
                stored[nh_series_at(&tape->loops[l].scatters[s], m)]++;
    for (uint32_t i = 0; i < tape->outputs; i++) assert_int_equal(stored[i], 1);
}

static void check_tape(nh_arena *arena, const nh_tape *tape) {
    check_code(arena, &tape->main);
    for (uint32_t i = 0; i < tape->loop_count; i++) check_code(arena, &tape->loops[i].body);
    check_outputs(arena, tape);
}

PROTECTED_TEST(test_both_forms) {
    for (int i = 0; i < test_count(60); i++) {
        nh_arena *arena = nh_arena_create(context);
        programs g = programs_begin(arena, (uint64_t)i);
        check_tape(arena, programs_straight(&g, 50 + 900 * programs_below(&g, 2)));
        check_tape(arena, programs_expressions(&g, 5, 60));
        if (i % 6 == 0) check_tape(arena, programs_loops(&g, 20));
        nh_pool_destroy(g.pool);
        nh_arena_destroy(arena);
    }
}

/* ---- constants ---- */

PROTECTED_TEST(test_constants) {
    /* only those needed, each once, exact, also longer than a word */
    tapes t = tapes_begin(context);
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &t.def);
    nh_rat big = nh_rat_pow(t.arena, nh_rat_make(10, 3), 40);
    nh_value x = nh_build_expr(builder, t.x);
    nh_build_number(builder, nh_rat_int(99));
    for (int i = 0; i < 2; i++) {
        nh_build_output(builder, nh_build_op(builder, NH_OP_mul, nh_build_number(builder, big), x, 0));
        nh_build_output(builder, nh_build_op(builder, NH_OP_add, nh_build_number(builder, nh_rat_make(1, 3)), x, 0));
    }
    nh_tape *tape = nh_builder_finish(builder);
    assert_int_equal(tape->main.constant_count, 2);
    assert_int_equal(tape->main.count, 2);
    assert_true(nh_rat_eq(tape->main.constants[0].exact, big));
    assert_true(nh_rat_eq(tape->main.constants[1].exact, nh_rat_make(1, 3)));
    assert_true(tape->main.constants[1].value == 1.0 / 3);
    assert_true(fabs(tape->main.constants[0].value / pow(10.0 / 3, 40) - 1) < 1e-14);
}

/* ---- dead code, sines and cosines ---- */

PROTECTED_TEST(test_dead_code) {
    tapes t = tapes_begin(context);
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &t.def);
    nh_value x = nh_build_expr(builder, t.x), sine, cosine;
    nh_build_op(builder, NH_OP_exp, x, 0, 0);
    nh_build_sincos(builder, x, &sine, &cosine);
    nh_build_output(builder, nh_build_op(builder, NH_OP_add, sine, nh_build_expr(builder, t.y), 0));
    nh_tape *tape = nh_builder_finish(builder);
    assert_int_equal(nh_tape_operations(tape), 2);
    assert_int_equal(tapes_count(tape, NH_OP_sin), 1); /* a cosine that nobody wants is not computed */
    check_tape(t.arena, tape);
}

PROTECTED_TEST(test_cosine_alone) {
    tapes t = tapes_begin(context);
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &t.def);
    nh_value v = nh_build_expr(builder, t.x), sine;
    for (int i = 0; i < 1000; i++) nh_build_sincos(builder, v, &sine, &v);
    nh_build_output(builder, v);
    nh_tape *tape = nh_builder_finish(builder);
    double got, want = 0.5;
    for (int i = 0; i < 1000; i++) want = cos(want);
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){0.5, 0, 0}, &got);
    assert_true(fabs(got - want) < 1e-15);
    check_tape(t.arena, tape);
    assert_true(nh_tape_slots(tape) < 20); /* the sines that nobody wants hold no slots */
}

/* ---- slots ---- */

PROTECTED_TEST(test_chain_needs_few_slots) {
    tapes t = tapes_begin(context);
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &t.def);
    nh_value v = nh_build_expr(builder, t.x), y = nh_build_expr(builder, t.y);
    for (int i = 0; i < 100000; i++)
        v = nh_build_op(builder, i % 3 == 0 ? NH_OP_tanh : NH_OP_fma, v, y,
                        nh_build_number(builder, nh_rat_make(1, 7)));
    nh_build_output(builder, v);
    nh_tape *tape = nh_builder_finish(builder);
    assert_int_equal(nh_tape_operations(tape), 100000);
    assert_true(nh_tape_slots(tape) < 16);
    check_tape(t.arena, tape);
}

PROTECTED_TEST(test_tree_needs_few_slots) {
    /* a balanced tree of 2^14 leaves: depth first, one slot a level */
    tapes t = tapes_begin(context);
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &t.def);
    enum { LEAVES = 1 << 14 };
    nh_value *level = NH_NEW_ARRAY(t.arena, nh_value, LEAVES), x = nh_build_expr(builder, t.x);
    for (int i = 0; i < LEAVES; i++)
        level[i] = nh_build_op(builder, NH_OP_atan2, x, nh_build_number(builder, nh_rat_int(i + 1)), 0);
    for (int count = LEAVES; count > 1; count /= 2)
        for (int i = 0; i < count / 2; i++)
            level[i] = nh_build_op(builder, NH_OP_atan2, level[2 * i], level[2 * i + 1], 0);
    nh_build_output(builder, level[0]);
    nh_tape *tape = nh_builder_finish(builder);
    assert_true(nh_tape_slots(tape) - tape->main.constant_count - tape->main.external_count < 20);
    check_tape(t.arena, tape);
}

/* ---- size ---- */

PROTECTED_TEST(test_a_million_operations) {
    /* v_i = v_{i-1} v_{i-7} + x or its sine: made, checked and run in seconds */
    tapes t = tapes_begin(context);
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &t.def);
    enum { SIZE = 1000000 };
    nh_value *v = NH_NEW_ARRAY(t.arena, nh_value, SIZE + 8);
    nh_value x = nh_build_expr(builder, t.x);
    for (int i = 0; i < 8; i++)
        v[i] = nh_build_op(builder, NH_OP_add, x, nh_build_number(builder, nh_rat_make(i, 9)), 0);
    for (int i = 8; i < SIZE + 8; i++)
        v[i] = i % 5 == 0 ? nh_build_op(builder, NH_OP_sin, v[i - 1], 0, 0)
                          : nh_build_op(builder, NH_OP_fma, v[i - 1], v[i - 7], x);
    nh_build_output(builder, v[SIZE + 7]);
    nh_tape *tape = nh_builder_finish(builder);
    double got, *want = NH_NEW_ARRAY(t.arena, double, SIZE + 8), input = 0.125;
    assert_in_range(nh_tape_operations(tape), SIZE, SIZE + 8);
    assert_true(nh_tape_slots(tape) < 40);
    tapes_run(t.arena, tape, (double[]){0, 0, 0}, (double[]){input, 0, 0}, &got);
    for (int i = 0; i < 8; i++) want[i] = input + i / 9.0;
    for (int i = 8; i < SIZE + 8; i++) want[i] = i % 5 == 0 ? sin(want[i - 1]) : fma(want[i - 1], want[i - 7], input);
    assert_true(fabs(got - want[SIZE + 7]) < 1e-9); /* it runs into a short cycle */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_forms),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_dead_code),
        cmocka_unit_test(test_cosine_alone),
        cmocka_unit_test(test_chain_needs_few_slots),
        cmocka_unit_test(test_tree_needs_few_slots),
        cmocka_unit_test(test_a_million_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
