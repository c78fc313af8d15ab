/* What `verify` says about vakonomic motions where the commutation condition [Algebraic] (53) is not proved, and they
 * are others than Chetaev's: at mu = 0 they have the same accelerations, and along them, for random mu, the energy of
 * the extended Lagrangian changes as its balance says (form/balance.h). */
#include <math.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "num/guard.h"
#include "tape/ball_run.h"
#include "truth/verify/verify_private.h"

struct nh_verify_extended {
    nh_equations *equations;
    nh_tape *coefficients;
    size_t question;
    nh_tape *values; /* of t, q, q', q'', multipliers, mu: the residual of the balance and its size, then its parts */
    double *mu;
};

/* ---- making ---- */

/* The vakonomic equations at mu = 0. */
static nh_equations *equations_at_zero(const nh_verifier *v, const nh_form *form) {
    nh_equations *e = nh_form_full_equations(form, v->model, v->arena);
    nh_expr *zeros = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)e->extras + 1);
    nh_expr *force = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)e->count + 1);
    nh_expr *entries = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)e->matrix.start[e->count] + 1);
    for (uint32_t i = 0; i < e->extras; i++) zeros[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < e->count; i++)
        force[i] = nh_expr_substitute(v->model->pool, e->force[i], e->extras, e->extra, zeros, true);
    for (uint32_t k = 0; k < e->matrix.start[e->count]; k++)
        entries[k] = nh_expr_substitute(v->model->pool, e->matrix.entry[k], e->extras, e->extra, zeros, true);
    e->force = force;
    e->matrix.entry = entries;
    e->extras = 0;
    return e;
}

static nh_tape *program_of(nh_verifier *v, const nh_equations *e, nh_verify_question *question) {
    const nh_model *model = v->model;
    nh_pool *pool = model->pool;
    const nh_balance *balance = nh_balance_of_extended(e, v->arena);
    nh_exprs outputs = {.arena = v->arena}, inputs = {.arena = v->arena};
    nh_expr residual = nh_balance_residual(model, balance);
    for (uint32_t r = 0; r < e->extras; r++) {
        nh_expr rate = nh_expr_dot(pool, e->extra[r]), value = nh_expr_neg(pool, e->multipliers[r]);
        residual = nh_expr_substitute(pool, residual, 1, &rate, &value, true);
    }
    nh_array_push(&outputs, residual);
    nh_array_push(&outputs, nh_expr_terms_size(pool, residual));
    question->part_count = balance->parts.count;
    question->parts = NH_NEW_ARRAY(v->arena, nh_verify_part, balance->parts.count + 1);
    for (size_t i = 0; i < balance->parts.count; i++) {
        question->parts[i].name = balance->parts.items[i].name;
        nh_array_push(&outputs, balance->parts.items[i].value);
    }
    nh_array_push(&inputs, model->time);
    nh_array_append(&inputs, v->n, nh_model_coordinates(model, v->arena));
    nh_array_append(&inputs, v->n, nh_model_velocities(model, v->arena));
    nh_array_append(&inputs, v->n, nh_model_accelerations(model, v->arena));
    nh_array_append(&inputs, e->rows, e->multipliers);
    nh_array_append(&inputs, e->extras, e->extra);
    nh_tape_def def = nh_model_tape_over(model, v->arena, inputs.count, inputs.items, outputs.count, outputs.items);
    return nh_tape_make(v->arena, pool, &def);
}

void nh_verify_extended_make(nh_verifier *v, const nh_form *form) {
    NH_ASSERT(form->is_apart && form->setting == NULL);
    nh_verify_form zero = {.form = form, .equations = equations_at_zero(v, form)};
    zero.question = nh_verifier_ask(v, NH_VERIFY_FORM, "vakonomic at mu = 0");
    zero.coefficients = nh_dynamics_tape(v->arena, zero.equations);
    nh_array_push(&v->forms, zero);
    v->extended = NH_NEW(v->arena, struct nh_verify_extended);
    v->extended->equations = nh_form_full_equations(form, v->model, v->arena);
}

void nh_verify_extended_prepare(nh_verifier *v) {
    struct nh_verify_extended *x = v->extended;
    if (x == NULL) return;
    x->coefficients = nh_dynamics_tape(v->arena, x->equations);
    x->question = nh_verifier_ask(v, NH_VERIFY_BALANCE, "E_ext");
    x->values = program_of(v, x->equations, &v->questions.items[x->question]);
    x->mu = NH_NEW_ARRAY(v->arena, double, (size_t)x->equations->extras + 1);
}

void nh_verify_extended_draw(nh_verifier *v) {
    for (uint32_t i = 0; v->extended != NULL && i < v->extended->equations->extras; i++)
        v->extended->mu[i] = nh_random_uniform(&v->random, -1, 1);
}

/* ---- comparing, inside the guard ---- */

static void note_parts(nh_verify_question *question, const nh_ball *parts) {
    for (size_t i = 0; i < question->part_count; i++)
        if (nh_ball_is_zero(&parts[i]) == NH_NO)
            question->parts[i].largest = fmax(question->parts[i].largest, fabs(nh_ball_double(&parts[i])));
}

void nh_verify_extended_compare(nh_verifier *v, const nh_verify_input *in) {
    NH_ASSERT(nh_guard_inside());
    const struct nh_verify_extended *x = v->extended;
    if (x == NULL || v->questions.items[x->question].seen != NH_VERIFY_NOTHING) return;
    nh_verify_question *question = &v->questions.items[x->question];
    size_t own = 1 + 2 * (size_t)v->n, extras = x->equations->extras, solved = (size_t)v->n + x->equations->rows;
    size_t outputs = 2 + question->part_count;
    nh_ball *all = nh_balls_new(own + solved + extras), *state = nh_balls_new(own + extras);
    nh_ball *values = nh_balls_new(outputs);
    for (size_t i = 0; i < own; i++) nh_ball_set(&all[i], &in->inputs[i]);
    for (size_t i = 0; i < own; i++) nh_ball_set(&state[i], &in->inputs[i]);
    for (size_t i = 0; i < extras; i++) nh_ball_set_double(&all[own + solved + i], x->mu[i]);
    for (size_t i = 0; i < extras; i++) nh_ball_set_double(&state[own + i], x->mu[i]);
    nh_verify_input with = {.parameters = in->parameters, .inputs = state, .prec = in->prec};
    bool is_solved = nh_verify_solve(v, x->equations, x->coefficients, &with, all + own, all + own + v->n);
    if (is_solved) {
        question->seen = NH_VERIFY_SMALL;
        question->bound = 0;
        nh_tape_run_balls(x->values, in->parameters, all, values, in->prec);
        nh_verify_look(v, question, &values[0], &values[1], in->prec);
        note_parts(question, values + 2);
    } else question->problem = "it cannot be proved that the vakonomic equations determine the accelerations";
    nh_balls_free(values, outputs);
    nh_balls_free(state, own + extras);
    nh_balls_free(all, own + solved + extras);
}
