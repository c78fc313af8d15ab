/* Components of admissible states: [Simple] Remark 7, Examples 6 to 8, closed chains; how many there are, which one is
 * at hand, what vanishes on it, its dimension and rank. */
#include "../state/state_support.h"

#include "algebra/ideal/ideal.h"
#include "expr/inspect.h"
#include "expr/read/read.h"
#include "facts/places/parts.h"

typedef struct expected {
    const char *file; /* of tests/oracle; NULL: the text */
    const char *text;
    uint32_t count; /* components */
    int dimension;  /* of the current one, and the rank there */
    uint32_t rank;
    const char *vanishes; /* on the current one, and on no other */
    const char *does_not; /* not on the current one; NULL: nothing is asked */
} expected;

#define PLANE "coord x1, y1, x2, y2\nkinetic 1/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2)\n"
#define OTHER "coord y2, x2, b, a\nkinetic 1/2*(a'^2 + b'^2 + x2'^2 + y2'^2)\n"

static const expected table[] = {
    {"t000_ex06_ab", NULL, 2, 6, 2, "(y1 - y2)*(x1' + x2') - (x1 - x2)*(y1' + y2')", "x1' - x2'"},
    {"t000_ex06_ab_exceptional", NULL, 2, 6, 2, "x1' - x2'", "(y1 - y2)*(x1' + x2') - (x1 - x2)*(y1' + y2')"},
    {"t000_ex06_ac", NULL, 2, 6, 2, "x1'^2 - x2'^2 + y1'^2 - y2'^2", "x1 - x2"},
    {"t000_ex06_bc", NULL, 2, 6, 2, "(x1 - x2)*(x1' - x2') + (y1 - y2)*(y1' - y2')", "x1' + x2'"},
    {"t000_ex06_bc_exceptional", NULL, 2, 6, 2, "y1' + y2'", "x1' - x2'"},
    {"t000_ex07_ab1", NULL, 2, 6, 2, "(x1 - x2)*x1' + (y1 - y2)*y1'", "x1' - x2'"},
    {"t000_ex07_ab1_exceptional", NULL, 2, 6, 2, "x1' - x2'", "(x1 - x2)*x1' + (y1 - y2)*y1'"},
    {"t000_ex07_b1c1", NULL, 2, 6, 2, "(x1 - x2)*x2' + (y1 - y2)*y2'", "x1' + x2'"},
    {"t000_ex07_b1c1_exceptional", NULL, 2, 6, 2, "x1' + x2'", "(x1 - x2)*x2' + (y1 - y2)*y2'"},
    {"t000_ex08_a2b2", NULL, 2, 6, 2, "(y1 - y2)*x2' - (x1 - x2)*y2'", "x1'"},
    {"t000_ex08_a2b2_exceptional", NULL, 2, 6, 2, "x1'", "(y1 - y2)*x2' - (x1 - x2)*y2'"},
    {"t000_ex08_a2c2", NULL, 2, 6, 2, "(x1 - x2)*x1' + (y1 - y2)*y1'", "y2'"},
    {"t000_ex08_a2c2_exceptional", NULL, 2, 6, 2, "y2'", "x1'"},
    {"t000_ex04_planar_closed_N4", NULL, 3, 13, 3, "x3'*z1' - x1'*z3' + x4'*z2' - x2'*z4'", "x1'"},
    {"t000_rem2_b", NULL, 2, 5, 1, "q1'*sin(q3) - q2'*cos(q3)", "q3'"},
    {"t000_rem7_chain_cart_N3", NULL, 4, 7, 4, "x3'*y1' - x1'*y3'", "x1 - x2"},
    {NULL, PLANE "constraint c: x1'*x2' = 0\ninit x1' = 0, x2' = 1", 2, 7, 1, "x1'", "x2'"},
    {NULL, PLANE "constraint c: x1'*x2' = 0\ninit x1' = 1, x2' = 0", 2, 7, 1, "x2'", "x1'"},
    {NULL, OTHER "constraint c: a'*x2' = 0\ninit a' = 0, x2' = 3", 2, 7, 1, "a'", "x2'"},
    {NULL, PLANE "constraint c: x1'^2 - y1'^2 = 0\ninit x1' = 1, y1' = -1", 2, 7, 1, "x1' + y1'", "x1' - y1'"},
    {NULL, PLANE "constraint c: x1'^2 - 4*y1'^2 = 0\ninit x1' = 2, y1' = 1", 2, 7, 1, "x1' - 2*y1'", "x1' + 2*y1'"},
    {NULL, PLANE "constraint c: x1*y1 = 0\ninit x1 = 0, y1 = 1, x1' = 0, y1' = 1", 3, 6, 1, "x1'", "y1"},
    {NULL, PLANE "constraint c: x1*y1 = 0\ninit x1 = 1, y1 = 0, x1' = 1, y1' = 0", 3, 6, 1, "y1'", "x1"},
    {NULL, PLANE "constraint c: x1'*sin(x2) - y1'*cos(x2) = 0\ninit x2 = 0, x1' = 1, y1' = 0", 1, 7, 1,
     "x1'*sin(x2) - y1'*cos(x2)", "x1'"},
    {NULL, PLANE "constraint c: (x1'^2 + y1'^2)*x2' = 0\ninit x1' = 1, y1' = 1, x2' = 0", 2, 7, 1, "x2'", "x1'"},
    {NULL, PLANE "constraint c: x1'^2 + y1'^2 = 4\ninit x1' = 2, y1' = 0", 1, 7, 1, "x1'^2 + y1'^2 - 4", "x1' - 2"},
    {NULL,
     OTHER
     "constraint p: a'*x2' + b'*y2' = 0\nconstraint q: a'*y2' - b'*x2' = 0\ninit a' = 1, b' = 2, x2' = 0, y2' = 0",
     2, 6, 2, "y2'", "a'"},
    /* by the values of parameters */
    {NULL, PLANE "param a = 0\nconstraint c: x1'*x2' = a\ninit x1' = 0, x2' = 1", 2, 7, 1, "x1'", "x2'"},
    {NULL, PLANE "param a = 1\nconstraint c: x1'^2 - a*y1'^2 = 0\ninit x1' = 1, y1' = -1", 2, 7, 1, "x1' + y1'",
     "x1' - y1'"},
    {NULL, PLANE "param a = 1\nconstraint c: x1' = y1\nconstraint d: x1' = a*y1\ninit y1 = 1", 1, 7, 1, "x1' - y1",
     "y1"},
};

static nh_expr read_in(const nh_model *model, const char *text) {
    nh_arena *arena = nh_pool_arena(model->pool);
    const nh_expr *symbols = nh_model_coordinates(model, arena);
    nh_read_names known = nh_read_names_of(model->pool, arena, (uint32_t)model->coordinates.count, symbols);
    nh_expr result = NH_EXPR_UNDEFINED;
    if (!nh_expr_read(model->pool, text, strlen(text), NULL, &known, &result)) fail_msg("cannot read %s", text);
    return result;
}

/* Whether e vanishes on the component. */
static nh_truth vanishes_on(const nh_model *model, nh_arena *arena, const nh_part *part, nh_expr e) {
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_expr *variables = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)n);
    for (uint32_t i = 0; i < n; i++) {
        variables[i] = model->coordinates.items[i].q;
        variables[n + i] = model->coordinates.items[i].v;
    }
    const nh_ideal *ideal = nh_ideal_make(model->pool, arena, part->count, part->zero, 2 * n, variables);
    assert_non_null(ideal);
    return nh_ideal_vanishes(ideal, e);
}

static void check_one(nh_context *context, void *argument) {
    const expected *x = argument;
    subject s = x->file != NULL ? subject_of_file(context, NH_TEST_SOURCE "/oracle", x->file)
                                : subject_of_text(context, x->text);
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    nh_parts parts = nh_parts_find(a);
    const char *name = x->file != NULL ? x->file : x->text;
    nh_expr vanishes = read_in(s.model, x->vanishes), does_not = read_in(s.model, x->does_not);
    uint32_t at_hand = 0;
    if (parts.count != x->count) fail_msg("%s: %u components", name, parts.count);
    for (uint32_t i = 0; i < parts.count; i++) {
        const nh_part *part = &parts.items[i];
        nh_truth truth = vanishes_on(s.model, s.arena, part, vanishes);
        if (i > 0) assert_true(part->dimension <= parts.items[i - 1].dimension);
        if (truth != (part->is_at_hand ? NH_YES : NH_NO)) fail_msg("%s: component %u: %d", name, i, (int)truth);
        if (part->real.truth != NH_YES) fail_msg("%s: component %u has no real state", name, i);
        if (!part->is_at_hand) continue;
        at_hand++;
        if (part->dimension != x->dimension || part->rank.value != x->rank || part->rank.by == NH_EVIDENCE_NONE)
            fail_msg("%s: dimension %d, rank %zu", name, part->dimension, part->rank.value);
        assert_int_equal(vanishes_on(s.model, s.arena, part, does_not), NH_NO);
    }
    if (at_hand != 1) fail_msg("%s: %u components are at hand", name, at_hand);
    subject_end(&s);
}

static void test_table(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        nh_context *context = test_context();
        test_run(context, check_one, (void *)&table[i]);
        nh_context_destroy(context);
    }
}

/* if(x1 > 0, 1, 0) = 0 is half of the states, not one dimension less; constants may be 0 unseen. */
static void check_unknown(nh_context *context, void *argument) {
    subject s = subject_of_text(context, argument);
    nh_parts parts = nh_parts_find(nh_admissible_make(s.arena, s.model, 1));
    for (uint32_t i = 0; i < parts.count; i++)
        for (uint32_t k = 0; k < parts.items[i].count; k++) {
            bool is_pieced = nh_expr_is_pieced(s.model->pool, parts.items[i].zero[k]);
            if (is_pieced && parts.items[i].dimension != -1) fail_msg("%s: a dimension", (const char *)argument);
            if (!is_pieced && parts.items[i].dimension != 7) fail_msg("%s: no dimension", (const char *)argument);
        }
    if (strstr(argument, "log") != NULL) assert_int_equal(parts.count, 0);
    else assert_int_equal(parts.count, 2);
    subject_end(&s);
}

static void test_unknown(void **state) {
    static const char *const texts[] = {
        PLANE "constraint c: if(x1 > 0, 1, 0)*y1' = 0\ninit x1 = 1, x1' = -1",
        PLANE "constraint c: x1'*y1' = log(6) - log(2) - log(3)\ninit x1' = 1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nh_context *context = test_context();
        test_run(context, check_unknown, (void *)texts[i]);
        nh_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_unknown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
