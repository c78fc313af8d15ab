/* The equations whose motions claims speak about: those of Lagrange under the Chetaev condition, or the vakonomic ones,
 * which have other motions.
 *
 * Vakonomic motions have multipliers mu as further numbers of their states, with initial values of their own,
 * [Algebraic] (54): what holds along every motion holds for all of them. So mu is drawn at every state, is an input
 * like t, q and q', and free in proofs; mu' = -lambda is solved with the accelerations. Along a motion that is given mu
 * is the function of time that is given with it. */
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "form/omega.h"
#include "num/guard.h"
#include "tape/ball_run.h"
#include "truth/limits_private.h"
#include "truth/verify/verify_private.h"

/* ---- the equations ---- */

typedef struct matrix_request {
    nh_equations *law;
    nh_arena *arena;
    const nh_expr *omega;
} matrix_request;

static void close_matrix(void *argument) {
    matrix_request *c = argument;
    c->omega = nh_omega_close(c->law->model, c->arena, c->law->setting.omega, NULL, NULL);
}

/* A transposition matrix that is computed from conditions is written out: what is judged is then a formula in the
 * state. Leaves with NH_E_UNSUPPORTED where it has none. */
static void write_matrix(nh_verifier *v, nh_equations *law) {
    nh_context *context = v->model->context;
    matrix_request c = {.law = law, .arena = v->arena};
    nh_budget budget = {.work = NH_WORK_MATRIX};
    if (law->omegas == 0) return;
    bool is_tried = !law->is_implicit && nh_attempt(context, &budget, close_matrix, &c) == NH_OK;
    bool is_formula = is_tried && c.omega != NULL;
    for (uint32_t i = 0; i < law->omegas && is_formula; i++)
        is_formula = !nh_expr_has(v->model->pool, c.omega[i], NH_HAS_ACCELERATION);
    if (!is_formula)
        nh_fail(context, NH_E_UNSUPPORTED, "formulation",
                "equations are not judged along motions of '%s' with a transposition matrix that contains "
                "accelerations or has no closed form: choose another one, such as %s:zero",
                law->form, law->form);
    nh_expr_substitute_all(v->model->pool, law->count, law->force, law->omegas, law->computed, c.omega, true);
    law->omegas = 0;
    law->computed = NULL;
}

void nh_verify_law_make(nh_verifier *v) {
    const nh_form *form = v->def.form;
    v->law = v->chetaev;
    if (form != NULL && form->is_apart) {
        v->law = nh_form_full_equations(form, v->model, v->arena);
        write_matrix(v, v->law);
    }
    NH_ASSERT(v->law->rows == v->chetaev->rows && nh_equations_fit(v->law));
    v->coefficients = nh_dynamics_tape(v->arena, v->law);
    v->mu = NH_NEW_ARRAY(v->arena, double, (size_t)v->law->extras + 1);
    v->mu_random = nh_random_make(v->def.seed, NH_STREAM_JUDGE_MULTIPLIERS);
}

bool nh_verify_law_is_apart(const nh_verifier *v) {
    return v->law != v->chetaev;
}

/* ---- numbers ---- */

uint32_t nh_verify_law_first(const nh_verifier *v) {
    return 1 + 3 * v->n + v->rows;
}

void nh_verify_law_draw(nh_verifier *v) {
    for (uint32_t i = 0; i < v->law->extras; i++) v->mu[i] = nh_random_uniform(&v->mu_random, -2, 2);
}

const char *nh_verify_law_words(const nh_verifier *v) {
    nh_text text = nh_text_begin(v->arena);
    for (uint32_t i = 0; i < v->law->extras; i++)
        nh_text_format(&text, "%smu.%s = %.6g", i > 0 ? ", " : "",
                       nh_name_text(v->model->context, v->model->rows.items[v->law->row[i]].name), v->mu[i]);
    bool has_some = v->law->extras > 0;
    for (size_t i = 0; i < v->model->rows.count; i++) { /* accelerations that nothing determines */
        const nh_row *row = &v->model->rows.items[i];
        if (!row->is_gauge) continue;
        const char *name = strchr(nh_name_text(v->model->context, row->name), '.') + 1;
        for (size_t k = 0; k < v->model->parameters.count; k++)
            if (v->model->parameters.items[k].name == row->name)
                nh_text_format(&text, "%s%s'' = %.6g", has_some ? ", " : "", name, v->parameters[k]);
        has_some = true;
    }
    return has_some && v->motion == NULL ? nh_text_string(&text) : NULL;
}

void nh_verify_law_run(const nh_verifier *v, const nh_verify_input *in, nh_ball *outputs) {
    NH_ASSERT(nh_guard_inside());
    size_t own = 1 + 2 * (size_t)v->n, extras = v->law->extras;
    nh_ball *inputs = nh_balls_new(own + extras);
    for (size_t i = 0; i < own; i++) nh_ball_set(&inputs[i], &in->inputs[i]);
    for (size_t i = 0; i < extras; i++) nh_ball_set(&inputs[own + i], &in->inputs[nh_verify_law_first(v) + i]);
    nh_tape_run_balls(v->coefficients, in->parameters, inputs, outputs, in->prec);
    nh_balls_free(inputs, own + extras);
}

bool nh_verify_law_solve(const nh_verifier *v, const nh_verify_input *in, nh_ball *x, nh_ball *lambda) {
    NH_ASSERT(nh_guard_inside());
    size_t own = 1 + 2 * (size_t)v->n, extras = v->law->extras;
    nh_ball *inputs = nh_balls_new(own + extras);
    for (size_t i = 0; i < own; i++) nh_ball_set(&inputs[i], &in->inputs[i]);
    for (size_t i = 0; i < extras; i++) nh_ball_set(&inputs[own + i], &in->inputs[nh_verify_law_first(v) + i]);
    nh_verify_input with = {.parameters = in->parameters, .inputs = inputs, .prec = in->prec};
    bool is_solved = nh_verify_solve(v, v->law, v->coefficients, &with, x, lambda);
    nh_balls_free(inputs, own + extras);
    return is_solved;
}

/* ---- names ---- */

/* mu' = -lambda */
static nh_expr with_rates(const nh_verifier *v, nh_expr e) {
    nh_pool *pool = v->model->pool;
    for (uint32_t r = 0; r < v->law->extras; r++) {
        nh_expr rate = nh_expr_dot(pool, v->law->extra[r]), value = nh_expr_neg(pool, v->chetaev->multipliers[r]);
        e = nh_expr_substitute(pool, e, 1, &rate, &value, true);
    }
    return e;
}

nh_expr nh_verify_law_value(const nh_verifier *v, nh_expr symbol, const char **why) {
    const nh_model *model = v->model;
    nh_symbol at = *nh_expr_symbol_of(model->pool, symbol);
    const char *name = nh_name_text(model->context, at.name);
    bool is_energy = strcmp(name, "E_ext") == 0;
    if (!is_energy && strncmp(name, "mu.", 3) != 0) return NH_EXPR_UNDEFINED;
    if (v->law->extras == 0)
        *why = v->rows == 0 ? "there are no constraints"
                            : "motions under the Chetaev condition have none: --form vakonomic judges those that have";
    else if (at.order > 1) *why = "its second time derivative is not computed";
    if (v->law->extras == 0 || at.order > 1) return NH_EXPR_UNDEFINED;
    nh_expr value =
        is_energy ? nh_balance_of_extended(v->law, v->arena)->energy : nh_expr_symbol(model->pool, at.role, at.name, 0);
    return at.order == 0 ? value : with_rates(v, nh_expr_total_derivative(model->pool, value));
}
