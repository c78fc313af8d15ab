/* Invariant measures that are found, compared with those that the literature knows: both densities become watches of
 * the model, and their quotient is constant. */
#ifndef NH_TESTS_INTEGRALS_MEASURES_H
#define NH_TESTS_INTEGRALS_MEASURES_H

#include "known.h"

#include "algebra/field/normal.h"

typedef struct known_measure {
    const char *model;   /* as in known.h */
    const char *density; /* NULL: proved that there is none */
    const char *special; /* parameters with which there is one; NULL */
} known_measure;

static void compare_densities(nh_context *context, nh_arena *arena, const char *text, const char *known) {
    nh_model *model = test_read_model(context, text);
    const char *why;
    nh_flow *flow = nh_flow_make(arena, nh_admissible_make(arena, model, 1), (nh_flow_def){true, NULL}, &why);
    assert_non_null(flow);
    nh_expr found = nh_flow_restrict(flow, watch_of(model, "found", 0));
    nh_expr quotient = nh_expr_div(model->pool, found, nh_flow_restrict(flow, watch_of(model, "known", 0)));
    if (!(nh_flow_value(flow, found) > 0)) fail_msg("the density is not positive at the reference state of\n%s", text);
    quotient = nh_expr_pow_int(model->pool, quotient, 2); /* both are positive, and roots */
    for (uint32_t i = 0; i < flow->times + flow->positions; i++)
        if (!nh_expr_is_proved_zero(model->pool, nh_expr_diff(model->pool, quotient, flow->variables[i])))
            fail_msg("another density than %s in\n%s", known, text);
    nh_model_destroy(model);
}

static void check_measure(nh_context *context, void *argument) {
    const known_measure *x = argument;
    nh_arena *arena = nh_arena_create(context);
    const char *text = known_text(arena, x->model);
    nh_model *model = test_read_model(context, text);
    const nh_integrals_measure *m = &nh_measure_find(arena, nh_admissible_make(arena, model, 1))->info;
    if (x->density == NULL) {
        if (m->density != NULL || m->obstruction == NULL) fail_msg("%s: not refuted", x->model);
        assert_int_equal(m->by, NH_EVIDENCE_PROVED);
        if (x->special != NULL) assert_string_equal(m->special, x->special);
        else assert_null(m->special);
    } else {
        if (m->density == NULL) fail_msg("%s: no density, %s", x->model, m->why != NULL ? m->why : m->obstruction);
        text = text_with(arena, text, "found", 1, &m->density);
        compare_densities(context, arena, text_with(arena, text, "known", 1, &x->density), x->density);
    }
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void check_measures(size_t count, const known_measure *table) {
    nh_context *context = test_context();
    for (size_t i = 0; i < count; i++) {
        known_measure x = table[i];
        test_run(context, check_measure, &x);
    }
    nh_context_destroy(context);
}

#endif
