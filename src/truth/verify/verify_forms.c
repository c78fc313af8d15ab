/* The accelerations of every formulation, next to those of Lagrange's equations with multipliers.
 *
 * A formulation that has another motion is left out (verify_extended.c), unless the commutation condition [Algebraic]
 * (53) is proved for all admissible states: then the vakonomic equations have the same accelerations for all
 * multipliers mu, and random ones are taken. The modified ones are asked with the matrix that every command takes,
 * that of the model where it gives one, which need not have them; with the least one for which D1 g = 0 they have
 * them always, [Algebraic] Proposition 3. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "facts/integrable/integrable.h"
#include "facts/places/parts.h"
#include "form/agree.h"
#include "motion/at/exact_system.h"
#include "num/guard.h"
#include "tape/ball_run.h"
#include "truth/limits_private.h"
#include "truth/verify/verify_private.h"

/* ---- making ---- */

/* The name, with the settings that were taken: "vakonomic-modified:least". */
static const char *name_of(nh_verifier *v, const nh_form *form, const nh_equations *e) {
    nh_text text = nh_text_begin(v->arena);
    if (form->setting == NULL) return form->name;
    nh_text_add(&text, form->name);
    if (e->setting.variant != NH_VARIANT_ALGEBRAIC) nh_text_format(&text, ":%s", nh_variant_word(e->setting.variant));
    nh_text_format(&text, ":%s", nh_omega_word(e->setting.omega));
    return nh_text_string(&text);
}

/* Those in all accelerations are derived at once; chetaev itself is there. */
static nh_verify_form make_form(nh_verifier *v, const nh_form *form) {
    nh_verify_form f = {.form = form};
    if (form->derive == NULL) {
        f.question = nh_verifier_ask(v, NH_VERIFY_FORM, form->name);
        f.formula = nh_formula_make(v->arena, v->model, form, v->states, NH_NATIVE_NEVER);
        return f;
    }
    f.equations = nh_verify_full_equations(v, form);
    f.question = nh_verifier_ask(v, NH_VERIFY_FORM, name_of(v, form, f.equations));
    f.coefficients = nh_dynamics_tape(v->arena, f.equations);
    f.extras = NH_NEW_ARRAY(v->arena, double, f.equations->extras);
    if (!f.equations->is_least && f.equations->omegas == 0) return f;
    f.dynamics = nh_dynamics_make(v->arena, f.equations, NH_NATIVE_NEVER);
    nh_dynamics_set(f.dynamics, v->parameters);
    return f;
}

/* The transposition matrix has as many entries as coordinates squared; larger systems are not compared. */
enum { MOST_TRANSPOSED = 30 };

typedef struct commutation_check {
    nh_verifier *v;
    bool is_proved;
} commutation_check;

static void ask_commutation(void *argument) {
    commutation_check *c = argument;
    nh_arena *arena = nh_arena_create(c->v->model->context);
    nh_admissible *admissible = nh_admissible_make(arena, c->v->model, c->v->def.seed);
    nh_fact fact =
        nh_integrability_find(admissible).is_integrable; /* on the component of the start; states are taken from all */
    uint32_t components = nh_parts_find(admissible).count;
    bool has_branches = admissible->form != NULL && admissible->form->signs > 0; /* the proof may be for one of them */
    bool is_one = components == 1 || (components == 0 && !has_branches);
    c->is_proved = fact.truth == NH_YES && fact.by == NH_EVIDENCE_PROVED && is_one;
    nh_arena_destroy(arena);
}

static bool is_compared(nh_verifier *v, const nh_form *form) {
    if (!form->is_apart) return true;
    if (nh_equations_not_variational(v->model) != NULL) return false;
    if (form->setting != NULL) return v->n <= MOST_TRANSPOSED;
    commutation_check c = {.v = v};
    nh_context *context = v->model->context;
    nh_budget budget = {.work = NH_WORK_COMMUTATION};
    size_t before = nh_context_diag_count(context);
    bool is_known = nh_attempt(context, &budget, ask_commutation, &c) == NH_OK;
    nh_diag_forget(context, before); /* what is wrong with the start is said elsewhere */
    return is_known && c.is_proved;
}

void nh_verify_forms_make(nh_verifier *v) {
    if (v->def.is_judging) return; /* only claims are examined */
    v->random = nh_random_make(v->def.seed, NH_STREAM_COMMUTATION);
    for (size_t i = 0; v->def.forms != NULL ? v->def.forms[i] != NULL : nh_form_at(i) != NULL; i++) {
        const nh_form *form = v->def.forms != NULL ? v->def.forms[i] : nh_form_at(i);
        nh_progress_tell(v->model->context, form->name, 0);
        bool is_other = form->is_apart && form->setting == NULL && nh_equations_not_variational(v->model) == NULL;
        if (is_compared(v, form)) nh_array_push(&v->forms, make_form(v, form));
        else if (is_other) nh_verify_extended_make(v, form);
    }
}

/* ---- choosing ---- */

static const char *why_not(nh_verify_form *f, const nh_state *at) {
    if (f->formula != NULL) {
        if (nh_formula_choose(f->formula, at)) return NULL;
        const char *why = nh_formula_why(f->formula);
        return why != NULL ? why : "there are no variables for it";
    }
    if (f->dynamics == NULL) return NULL;
    if (f->equations->extras > 0)
        memcpy(nh_dynamics_extras(f->dynamics), f->extras, f->equations->extras * sizeof *f->extras);
    nh_solution_status status = nh_dynamics_solve(f->dynamics, at->t, at->q, at->v).status;
    if (f->equations->is_implicit) return NULL; /* what is not found in doubles is not proved in balls */
    if (f->equations->omegas > 0)
        return status == NH_SOLUTION_NO_OMEGA     ? "there is no transposition matrix"
               : status == NH_SOLUTION_NOT_FINITE ? "the transposition matrix is not determined"
                                                  : NULL;
    bool is_indefinite = status == NH_SOLUTION_SINGULAR;
    return is_indefinite ? "the matrix of the accelerations is not positive definite on the free directions" : NULL;
}

void nh_verify_forms_choose(nh_verifier *v, const nh_state *at) {
    for (size_t i = 0; i < v->forms.count; i++) {
        nh_verify_form *f = &v->forms.items[i];
        nh_verify_question *question = &v->questions.items[f->question];
        for (uint32_t k = 0; f->extras != NULL && k < f->equations->extras; k++)
            f->extras[k] = nh_random_uniform(&v->random, -1, 1);
        const char *why = why_not(f, at);
        if (why != NULL) {
            question->seen = NH_VERIFY_OUTSIDE;
            question->problem = why;
        } else if (f->equations == NULL) {
            f->equations = (nh_equations *)nh_formula_equations(f->formula); /* which is only read */
        }
    }
}

/* ---- comparing, inside the guard ---- */

bool nh_verify_solve(const nh_verifier *v, const nh_equations *e, const nh_tape *tape, const nh_verify_input *in,
                     nh_ball *x, nh_ball *lambda) {
    NH_ASSERT(nh_guard_inside() && nh_equations_fit(e));
    size_t count = (size_t)nh_tape_outputs(tape) + 1;
    nh_ball *outputs = nh_balls_new(count);
    bool is_finite = true;
    nh_tape_run_balls(tape, in->parameters, in->inputs, outputs, in->prec);
    for (size_t i = 0; i < count; i++) is_finite = is_finite && nh_ball_is_finite(&outputs[i]);
    nh_exact_system system = nh_exact_system_of(e, outputs, v->rank, v->used);
    bool is_solved = is_finite && nh_exact_system_solve(&system, x, lambda, in->prec);
    nh_balls_free(outputs, count);
    return is_solved;
}

/* jacobian x + drift of the i-th row. */
static void rate_of_row(const nh_equations *e, const nh_ball *outputs, uint32_t i, const nh_ball *x, nh_ball *sum,
                        int prec) {
    NH_ASSERT(nh_guard_inside() && i < e->rows);
    const nh_ball *jacobian = outputs + e->matrix.start[e->count] + e->count,
                  *drift = jacobian + e->jacobian.start[e->rows];
    nh_ball *product = nh_balls_new(1);
    nh_ball_set(sum, &drift[i]);
    for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++) {
        nh_ball_mul(product, &jacobian[k], &x[e->jacobian.column[k]], prec);
        nh_ball_add(sum, sum, product, prec);
    }
    nh_balls_free(product, 1);
}

uint32_t nh_verify_contradiction(const nh_verifier *v, const nh_verify_input *in, const nh_ball *x) {
    NH_ASSERT(nh_guard_inside() && v->rank <= v->rows);
    const nh_equations *e = v->law;
    uint32_t found = NH_MODEL_NONE;
    if (v->rank == v->rows) return found;
    size_t count = (size_t)nh_tape_outputs(v->coefficients) + 1;
    nh_ball *outputs = nh_balls_new(count), *rate = nh_balls_new(1);
    nh_verify_law_run(v, in, outputs);
    for (uint32_t i = 0; i < v->rows && found == NH_MODEL_NONE; i++) {
        rate_of_row(e, outputs, i, x, rate, in->prec);
        if (nh_ball_is_finite(rate) && nh_ball_is_zero(rate) == NH_NO) found = e->row[i];
    }
    nh_balls_free(rate, 1);
    nh_balls_free(outputs, count);
    return found;
}

static bool find_accelerations(nh_verifier *v, nh_verify_form *f, const nh_verify_input *in, nh_ball *y) {
    if (f->formula != NULL) return nh_formula_solve_balls(f->formula, in->parameters, in->inputs, y, NULL, in->prec);
    size_t rows = (size_t)f->equations->rows + 1, given = 1 + 2 * (size_t)v->n;
    size_t extras = f->equations->extras, all = given + extras + f->equations->omegas;
    nh_ball *lambda = nh_balls_new(rows), *inputs = nh_balls_new(all);
    for (size_t i = 0; i < given; i++) nh_ball_set(&inputs[i], &in->inputs[i]);
    for (size_t i = 0; i < extras; i++) nh_ball_set_double(&inputs[given + i], f->extras[i]);
    nh_verify_input with_extras = {in->parameters, inputs, in->prec};
    bool is_solved = f->equations->omegas == 0 || nh_dynamics_omega_balls(f->dynamics, in->parameters, inputs, v->rank,
                                                                          v->used, inputs + given + extras, in->prec);
    is_solved = is_solved && nh_verify_solve(v, f->equations, f->coefficients, &with_extras, y, lambda);
    nh_balls_free(inputs, all);
    nh_balls_free(lambda, rows);
    return is_solved;
}

/* "there mu.a = 0.25, mu.b = -1": what, besides the state, the answer is about. */
static const char *tell_extras(nh_verifier *v, const nh_verify_form *f) {
    const nh_equations *e = f->equations;
    nh_text text = nh_text_begin(v->arena);
    for (uint32_t i = 0; i < e->extras; i++)
        nh_text_format(&text, "%smu.%s = %.17g", i == 0 ? "there " : ", ",
                       nh_name_text(v->model->context, v->model->rows.items[e->row[i]].name), f->extras[i]);
    return nh_text_string(&text);
}

static void compare_accelerations(nh_verifier *v, nh_verify_form *f, const nh_verify_input *in, const nh_ball *x) {
    nh_verify_question *question = &v->questions.items[f->question];
    nh_ball *y = nh_balls_new(v->n + 1), *size = &y[v->n];
    bool is_solved = find_accelerations(v, f, in, y);
    for (uint32_t i = 0; i < v->n && is_solved; i++) {
        nh_ball_sub(&y[i], &y[i], &x[i], in->prec);
        nh_ball_abs(size, &x[i], in->prec);
        nh_verify_look(v, question, &y[i], size, in->prec);
    }
    if (question->seen == NH_VERIFY_NONZERO && f->equations->extras > 0) question->problem = tell_extras(v, f);
    if (!is_solved) {
        question->seen = NH_VERIFY_NOTHING;
        question->bound = INFINITY;
        question->problem = "it cannot be proved that its equations determine the accelerations";
    }
    nh_balls_free(y, v->n + 1);
}

/* chetaev itself is compared with Lagrange's equations, among the terms. */
void nh_verify_forms_compare(nh_verifier *v, const nh_verify_input *in, const nh_ball *x) {
    NH_ASSERT(nh_guard_inside());
    for (size_t i = 0; i < v->forms.count; i++) {
        nh_verify_form *f = &v->forms.items[i];
        nh_verify_question *question = &v->questions.items[f->question];
        if (f->equations == v->chetaev || question->seen != NH_VERIFY_NOTHING || v->def.is_judging) continue;
        question->seen = NH_VERIFY_SMALL;
        question->bound = 0;
        compare_accelerations(v, f, in, x);
    }
}

/* ---- by algebra ---- */

/* The equations of every choice that was used. */
static bool is_proved(const nh_verifier *v, const nh_verify_form *f) {
    bool is_good = true;
    nh_arena *arena = nh_arena_create(v->model->context);
    if (f->formula == NULL) is_good = nh_agree_by_algebra(f->equations, v->now->choice, arena) == NH_YES;
    for (size_t i = 0; f->formula != NULL && is_good; i++) {
        const nh_equations *e = nh_formula_equations_at(f->formula, i);
        if (e == NULL) break;
        is_good = nh_agree_by_algebra(e, e->choice, arena) == NH_YES;
    }
    nh_arena_destroy(arena);
    return is_good;
}

void nh_verify_forms_prove(nh_verifier *v) {
    for (size_t i = 0; i < v->forms.count; i++) {
        const nh_verify_form *f = &v->forms.items[i];
        nh_verify_item *item = &v->questions.items[f->question].item;
        if (f->equations == NULL || v->now == NULL || item->verdict != NH_VERDICT_HOLDS) continue;
        nh_progress_tell(v->model->context, f->form->name, 1);
        item->is_proved = is_proved(v, f);
    }
}
