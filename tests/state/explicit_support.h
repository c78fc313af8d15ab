/* What the tests of explicit forms share: a form at a state of a model, and numbers for expressions there. */
#ifndef NH_TESTS_EXPLICIT_SUPPORT_H
#define NH_TESTS_EXPLICIT_SUPPORT_H

#include "state_support.h"

#include "base/text/text.h"
#include "expr/print/print.h"
#include "model/inputs.h"
#include "state/explicit/explicit.h"

typedef struct explicit_case {
    subject s;
    const double *parameters;
    uint32_t k;
    uint32_t *rows, *dependent;
    bool refused;
    nh_explicit *form;
    double *signs;
} explicit_case;

/* The independent rows at the state. */
static inline void case_rows(explicit_case *c) {
    size_t room = c->s.model->rows.count + 1;
    bool *redundant = NH_NEW_ARRAY(c->s.arena, bool, room);
    c->rows = NH_NEW_ARRAY(c->s.arena, uint32_t, room);
    c->dependent = NH_NEW_ARRAY(c->s.arena, uint32_t, room);
    c->k = 0;
    (void)nh_states_rank(c->s.states, &c->s.state, redundant);
    for (uint32_t i = 0; i < c->s.model->rows.count; i++)
        if (!redundant[i]) c->rows[c->k++] = i;
}

static inline void case_signs(explicit_case *c) {
    c->signs = NH_NEW_ARRAY(c->s.arena, double, c->form->signs + 1);
    nh_explicit_signs(c->form, c->parameters, &c->s.state, c->signs);
}

/* The form with these dependent velocities. */
static inline void case_make(explicit_case *c) {
    c->form = nh_explicit_make(c->s.arena, c->s.model, c->k, c->rows, c->dependent);
    case_signs(c);
}

static inline void case_choose(explicit_case *c) {
    case_rows(c);
    nh_explicit_choose(c->s.arena, c->s.states, &c->s.state, c->k, c->rows, c->dependent, &c->refused);
    case_make(c);
}

static inline explicit_case case_of(subject s) {
    explicit_case c = {.s = s};
    c.parameters = nh_model_parameter_values(s.model, s.arena);
    return c;
}

/* From a text, at a random state. */
static inline explicit_case case_of_text(nh_context *context, const char *text, uint64_t stream) {
    explicit_case c = case_of(subject_of_text(context, text));
    nh_random random = nh_random_make(test_seed(), stream);
    c.s.state.t = 0.3;
    if (!nh_states_random(c.s.states, &random, 0.3, 200, &c.s.state)) fail_msg("no state of %s", text);
    return c;
}

/* ---- numbers ---- */

/* Expressions at a state, with the signs of the form. */
static inline void case_evaluate_at(const explicit_case *c, const nh_state *at, uint32_t count, const nh_expr *e,
                                    double *values) {
    nh_arena *arena = nh_arena_create(c->s.context);
    nh_model *model = c->s.model;
    uint32_t n = c->s.n;
    nh_tape_def def = nh_model_tape_def(model, arena, false, 0, NULL);
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, def.parameter_count + c->form->signs + 1);
    double *numbers = NH_NEW_ARRAY(arena, double, def.parameter_count + c->form->signs + 1);
    for (uint32_t i = 0; i < def.parameter_count; i++) {
        symbols[i] = def.parameters[i];
        numbers[i] = c->parameters[i];
    }
    for (uint32_t i = 0; i < c->form->signs; i++) {
        symbols[def.parameter_count + i] = c->form->sign[i];
        numbers[def.parameter_count + i] = c->signs[i];
    }
    def.parameters = symbols;
    def.parameter_count += c->form->signs;
    def.outputs = e;
    def.output_count = count;
    const nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    double *inputs = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    inputs[0] = at->t;
    memcpy(inputs + 1, at->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, at->v, n * sizeof *inputs);
    nh_tape_begin(tape, 1, numbers, work);
    nh_tape_run(tape, 1, inputs, values, work);
    nh_arena_destroy(arena);
}

static inline double case_value(const explicit_case *c, nh_expr e) {
    double value;
    case_evaluate_at(c, &c->s.state, 1, &e, &value);
    return value;
}

static inline const char *case_text(const explicit_case *c, nh_expr e) {
    nh_text text = nh_text_begin(c->s.arena);
    nh_expr_print(c->s.model->pool, &text, e);
    return nh_text_string(&text);
}

static inline double case_speed(const explicit_case *c) {
    double most = 1e-3;
    for (uint32_t i = 0; i < c->s.n; i++) most = fmax(most, fabs(c->s.state.v[i]));
    return most;
}

/* Whether no condition of the form fails at the state, or nearly, and the state decides the signs of its roots. */
static inline bool case_is_usable(const explicit_case *c) {
    for (size_t i = 0; i < c->form->pivots.count; i++)
        if (!(fabs(case_value(c, c->form->pivots.nonzero[i])) > 1e-6)) return false;
    for (uint32_t d = 0; d < c->k; d++)
        if (c->form->dependent[d].sign != NH_EXPR_UNDEFINED &&
            !(fabs(case_value(c, nh_explicit_measure(c->form, d))) > 1e-12))
            return false;
    return true;
}

/* alpha is the velocity of the state, where there is one. */
static inline void case_check_alpha(const explicit_case *c, const char *name, double tolerance) {
    for (uint32_t d = 0; d < c->k; d++) {
        const nh_dependent *item = &c->form->dependent[d];
        if (item->kind == NH_EXPLICIT_IMPLICIT) {
            assert_true(item->alpha == NH_EXPR_UNDEFINED);
            continue;
        }
        double found = case_value(c, item->alpha), wanted = c->s.state.v[item->coordinate];
        if (!(fabs(found - wanted) <= tolerance * case_speed(c)))
            fail_msg("%s: %s' is %.17g, not %.17g: %.600s", name,
                     nh_name_text(c->s.context, c->s.model->coordinates.items[item->coordinate].name), found, wanted,
                     case_text(c, item->alpha));
    }
}

#endif
