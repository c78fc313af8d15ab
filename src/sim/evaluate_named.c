/* The named coefficients of a formulation as columns: those of one choice of independent velocities, so that every row has the same. */
#include <math.h>
#include <string.h>

#include "analysis/admissible.h"
#include "base/diag.h"
#include "base/protect.h"
#include "form/choice.h"
#include "model/inputs.h"
#include "sim/evaluate_private.h"
#include "tape/ball_run.h"

typedef NH_ARRAY(nh_expr) exprs;

/* Of the state at which velocities are chosen in a model that has no initial one: that of `check` where no other is given. */
enum { USUAL_SEED = 1 };

/* With the independent velocities that `check` announces; NULL where the constraints cannot be solved so at the state, or there are none. */
static nh_equations *derive_announced(nh_evaluator *e, const nh_state *at) {
    nh_context *context = e->model->context;
    const char *why;
    nh_arena *work = nh_arena_create(context);
    nh_equations *found = NULL;
    size_t before = nh_context_diag_count(context);
    const nh_admissible *a = nh_admissible_make(work, e->model, USUAL_SEED);
    nh_diag_forget(context, before); /* what is wrong with the start is not asked here */
    const nh_explicit *choice = nh_form_choice(work, a, e->form, &why);
    bool *redundant = NH_NEW_ARRAY(work, bool, e->model->rows.count + 1);
    if (choice != NULL && nh_states_rank(e->states, at, redundant) == choice->k) {
        uint32_t *rows = NH_NEW_ARRAY(e->arena, uint32_t, (size_t)choice->k + 1);
        uint32_t *dependent = NH_NEW_ARRAY(e->arena, uint32_t, (size_t)choice->k + 1);
        nh_explicit_parts_of(choice, rows, dependent);
        if (nh_explicit_serves(e->states, at, choice->k, rows, dependent))
            found = e->form->derive_with(e->model, e->arena,
                                         nh_explicit_remembered(e->model, choice->k, rows, dependent), &why);
    }
    nh_arena_destroy(work);
    return found;
}

/* "the coefficients are those with independent x', y'" */
static void note_choice(const nh_evaluator *e, const nh_equations *equations) {
    const nh_explicit *choice = equations->choice;
    if (choice == NULL || choice->k == 0 || equations->count == e->n) return; /* they do not depend on it */
    nh_remark remark = {.code = "choice", .severity = NH_SEVERITY_NOTE};
    nh_diag_add(e->model->context, &remark, "the coefficients are those with independent %s",
                nh_explicit_words(choice, e->arena));
}

/* The equations whose coefficients are meant: with the choice for a state where the usual one fails there. */
static nh_equations *find_equations(nh_evaluator *e, const nh_state *at) {
    if (e->formula == NULL) {
        nh_equations *own = e->equations->written != NULL ? e->equations->written : e->equations;
        bool is_named = own->coefficients.count > 0;
        if (!is_named) nh_chetaev_name(own);
        if (!is_named && own->omega != NULL) nh_equations_name_omega(own, own->omega);
        return own;
    }
    nh_equations *announced = derive_announced(e, at);
    if (announced != NULL) return announced;
    if (!nh_formula_choose(e->formula, at))
        nh_fail(e->model->context, NH_E_HYPOTHESIS, "formulation", "the formulation '%s' does not apply: %s",
                e->form->name, nh_formula_why(e->formula));
    return (nh_equations *)nh_formula_equations(e->formula);
}

static nh_tape *make_tape(const nh_evaluator *e, const nh_equations *equations) {
    nh_tape_def def = nh_dynamics_tape_def(e->arena, equations, true);
    nh_dynamics_add_omega(e->arena, equations, &def);
    exprs outputs = {.arena = e->arena}, parameters = {.arena = e->arena};
    for (size_t i = 0; i < equations->coefficients.count; i++)
        nh_array_push(&outputs, equations->coefficients.items[i].value);
    nh_equations_in_velocities(equations, outputs.count, outputs.items);
    for (uint32_t i = 0; i < def.parameter_count; i++) nh_array_push(&parameters, def.parameters[i]);
    for (uint32_t i = 0; equations->choice != NULL && i < equations->choice->signs; i++)
        nh_array_push(&parameters, equations->choice->sign[i]);
    def.parameter_count = (uint32_t)parameters.count;
    def.parameters = parameters.items;
    def.output_count = (uint32_t)outputs.count;
    def.outputs = outputs.items;
    return nh_tape_make(e->arena, e->model->pool, &def);
}

nh_named *nh_named_make(nh_evaluator *e, const nh_state *at) {
    nh_named *named = NH_NEW(e->arena, nh_named);
    const nh_equations *equations = find_equations(e, at);
    note_choice(e, equations);
    size_t own = e->model->parameters.count, signs = equations->choice != NULL ? equations->choice->signs : 0;
    *named = (nh_named){.choice = equations->choice, .count = equations->coefficients.count, .signs = signs};
    named->tape = make_tape(e, equations);
    named->parameters = NH_NEW_ARRAY(e->arena, double, own + signs + 1);
    if (own > 0) memcpy(named->parameters, nh_states_parameters(e->states), own * sizeof(double));
    named->work = nh_arena_alloc_aligned(e->arena, nh_tape_work_size(named->tape, 1) * sizeof(double), 64);
    named->names = NH_NEW_ARRAY(e->arena, const char *, named->count + 1);
    for (size_t i = 0; i < named->count; i++) named->names[i] = equations->coefficients.items[i].name;
    return named;
}

/* The signs at a state. */
static double *signs_at(const nh_evaluator *e, nh_named *named, const nh_state *at) {
    double *signs = named->parameters + e->model->parameters.count;
    if (named->choice != NULL) nh_explicit_signs(named->choice, nh_states_parameters(e->states), at, signs);
    return signs;
}

void nh_named_evaluate(nh_evaluator *e, const nh_state *at, const double *inputs, double *values) {
    nh_named *named = e->named;
    (void)signs_at(e, named, at);
    nh_tape_begin(named->tape, 1, named->parameters, named->work);
    nh_tape_run(named->tape, 1, inputs, values, named->work);
    for (size_t i = 0; i < named->count; i++)
        if (!isfinite(values[i])) values[i] = NAN;
}

void nh_named_choose_signs(nh_evaluator *e, const nh_state *at) {
    (void)signs_at(e, e->named, at);
}

void nh_named_balls(const nh_evaluator *e, const nh_ball *parameters, const nh_ball *inputs, nh_ball *values,
                    int prec) {
    const nh_named *named = e->named;
    size_t own = e->model->parameters.count, count = own + named->signs;
    nh_ball *all = nh_balls_new(count + 1);
    for (size_t i = 0; i < count; i++)
        if (i < own) nh_ball_set(&all[i], &parameters[i]);
        else nh_ball_set_double(&all[i], named->parameters[i]);
    nh_tape_run_balls(named->tape, all, inputs, values, prec);
    nh_balls_free(all, count + 1);
}
