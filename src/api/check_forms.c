/* Which formulations apply at the reference state. */
#include "api/check_private.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "form/choice.h"
#include "form/form.h"
#include "model/inputs.h"
#include "num/ball/ball.h"
#include "num/guard.h"
#include "tape/ball_run.h"

/* The pivots of a dense matrix: beyond this many coordinates that takes long. */
enum { MOST_LEAST = 200, BITS = 128 };

static nh_check_formulation unknown_formulation(const nh_form *form, const char *why) {
    return (nh_check_formulation){form->name, form->title, nh_fact_unknown(), why};
}

/* Whether all pivots of the symmetric n x n matrix, column by column, are positive: unknown when one cannot be
 * told from 0. In place. */
static nh_truth has_positive_pivots(nh_ball *a, size_t n) {
    NH_ASSERT(nh_guard_inside());
    nh_ball *factor = nh_balls_new(1);
    nh_truth answer = NH_YES;
    for (size_t j = 0; j < n && answer == NH_YES; j++) {
        bool is_certain = false;
        int sign = nh_ball_sign_of(&a[j + j * n], &is_certain);
        answer = !is_certain ? NH_UNKNOWN : sign > 0 ? NH_YES : NH_NO;
        for (size_t i = j + 1; i < n && answer == NH_YES; i++) {
            nh_ball_div(factor, &a[i + j * n], &a[j + j * n], BITS);
            nh_ball_neg(factor, factor);
            for (size_t k = j; k < n; k++) nh_ball_fma(&a[i + k * n], factor, &a[j + k * n], &a[i + k * n], BITS);
        }
        nh_guard_poll();
    }
    nh_balls_free(factor, 1);
    return answer;
}

typedef struct definite_question {
    const nh_admissible *a;
    const nh_equations *e; /* whose matrix it is */
    const nh_tape *tape;   /* its entries */
    nh_truth answer;
} definite_question;

static void look_at_matrix(void *argument) {
    definite_question *d = argument;
    const nh_admissible *a = d->a;
    const nh_expr_matrix *M = &d->e->matrix;
    NH_ASSERT(nh_guard_inside() && M->rows == M->columns);
    size_t n = a->model->coordinates.count, m = M->rows, p = a->model->parameters.count, signs = a->form->signs;
    nh_ball *in = nh_balls_new(2 * n + 1), *given = nh_balls_new(p + signs + 1);
    nh_ball *out = nh_balls_new((size_t)M->start[m] + 1), *dense = nh_balls_new(m * m + 1);
    nh_ball_set_double(&in[0], a->state.t);
    for (size_t i = 0; i < n; i++) nh_ball_set_double(&in[1 + i], a->state.q[i]);
    for (size_t i = 0; i < n; i++) nh_ball_set_double(&in[1 + n + i], a->state.v[i]);
    for (size_t i = 0; i < p; i++) nh_ball_set_double(&given[i], nh_states_parameters(a->states)[i]);
    for (size_t i = 0; i < signs; i++) nh_ball_set_double(&given[p + i], a->signs[i]);
    nh_tape_run_balls(d->tape, given, in, out, BITS);
    for (size_t i = 0; i < m; i++)
        for (uint32_t k = M->start[i]; k < M->start[i + 1]; k++) nh_ball_set(&dense[i + M->column[k] * m], &out[k]);
    d->answer = has_positive_pivots(dense, m);
    nh_balls_free(dense, m * m + 1);
    nh_balls_free(out, (size_t)M->start[m] + 1);
    nh_balls_free(given, p + signs + 1);
    nh_balls_free(in, 2 * n + 1);
}

/* The entries of the matrix; the signs of the choice are the last parameters. */
static nh_tape *make_tape(nh_arena *arena, const nh_equations *e) {
    NH_ASSERT(e->choice != NULL && nh_equations_fit(e));
    nh_tape_def def = nh_model_tape_def(e->model, arena, false, 0, NULL);
    uint32_t own = def.parameter_count, signs = e->choice->signs;
    nh_expr *parameters = NH_NEW_ARRAY(arena, nh_expr, (size_t)own + signs + 1);
    for (uint32_t i = 0; i < own + signs; i++) parameters[i] = i < own ? def.parameters[i] : e->choice->sign[i - own];
    def.parameters = parameters;
    def.parameter_count = own + signs;
    def.output_count = e->matrix.start[e->count];
    def.outputs = e->matrix.entry;
    return nh_tape_make(arena, e->model->pool, &def);
}

/* The matrix must be positive definite on the directions that the rows leave free: there it is Maggi's.
 * Balls tell at the state. */
static nh_check_formulation look_at_least(const nh_form *form, nh_arena *arena, const nh_admissible *a) {
    const char *why = "the system is large";
    bool is_small = a->model->coordinates.count <= MOST_LEAST;
    const nh_equations *e = is_small ? nh_maggi_derive(a->model, arena, a->form, &why) : NULL;
    if (e == NULL) return unknown_formulation(form, why);
    definite_question d = {.a = a, .e = e, .tape = make_tape(arena, e)};
    nh_guard_call(a->model->context, look_at_matrix, &d);
    nh_check_formulation answer = {form->name, form->title, nh_fact_yes(NH_EVIDENCE_CERTIFIED), NULL};
    if (d.answer == NH_YES) return answer;
    answer.applies = d.answer == NH_NO ? nh_fact_no(NH_EVIDENCE_CERTIFIED) : nh_fact_unknown();
    answer.why = d.answer == NH_NO
                     ? "the mass matrix is not positive definite on the free directions"
                     : "could not decide whether the mass matrix is positive definite on the free directions";
    return answer;
}

/* One whose choice of velocities is its own: what is known of it is among the facts. */
static nh_check_formulation look_at_choice(const nh_form *form, nh_arena *arena, const nh_analysis *x) {
    NH_ASSERT(form->choose != NULL && x->admissible->form != NULL);
    const nh_admissible *a = x->admissible;
    nh_check_formulation answer = {form->name, form->title, x->chaplygin.at_hand, NULL};
    uint32_t k = a->form->k, *rows = NH_NEW_ARRAY(arena, uint32_t, k), *dependent = NH_NEW_ARRAY(arena, uint32_t, k);
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->model->rows.count && count < k; i++)
        for (uint32_t d = 0; d < k; d++)
            if (a->form->dependent[d].row == i) rows[count++] = i;
    (void)form->choose(arena, a->states, &a->state, k, rows, dependent, &answer.why);
    return answer;
}

/* That a hypothesis fails is seen at a point: something is not 0 there. */
static nh_fact fact_of(nh_truth truth) {
    return truth == NH_YES  ? nh_fact_yes(NH_EVIDENCE_PROVED)
           : truth == NH_NO ? nh_fact_no(NH_EVIDENCE_CERTIFIED)
                            : nh_fact_unknown();
}

/* Formulations keep parameters as symbols: what fails for these may hold with the values of the model. */
static const char *why_of_symbols(nh_arena *arena, const char *why) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s, with parameters as symbols", why);
    return nh_text_string(&text);
}

static void say_symbols(const nh_form *form, nh_arena *arena, const nh_analysis *x, nh_check_formulation *answer) {
    const nh_admissible *valued = x->valued;
    const char *unused = NULL;
    if (answer->applies.truth != NH_NO || valued == NULL || valued->form == NULL || answer->why == NULL) return;
    bool applies = form->choose != NULL
                       ? x->chaplygin.fact.truth == NH_YES
                       : form->applies != NULL && form->applies(valued->model, arena, valued->form, &unused) == NH_YES;
    if (applies) answer->why = why_of_symbols(arena, answer->why);
}

/* Without a state, for a function has no body: with a choice that a minor allows. That a hypothesis fails with it does
 * not say that it fails with every other. */
static nh_check_formulation look_by_algebra(const nh_form *form, nh_arena *arena, const nh_admissible *a) {
    const char *why = "no admissible state was found";
    nh_check_formulation answer = {form->name, form->title, nh_fact_yes(NH_EVIDENCE_PROVED), NULL};
    bool is_asked = form->derive == NULL && form->choose == NULL && a->states == NULL;
    const nh_explicit *choice = is_asked ? nh_form_choice(arena, a, form, &why) : NULL;
    if (choice == NULL) return unknown_formulation(form, why);
    if (form->applies != NULL) answer.applies = fact_of(form->applies(a->model, arena, choice, &answer.why));
    return answer;
}

static nh_check_formulation look_at(const nh_form *form, nh_arena *arena, const nh_analysis *x) {
    const nh_admissible *a = x->admissible;
    nh_check_formulation answer = {form->name, form->title, nh_fact_yes(NH_EVIDENCE_PROVED), NULL};
    if (a->open != NULL) return unknown_formulation(form, a->open);
    const char *not_variational = form->is_apart ? nh_equations_not_variational(a->model) : NULL;
    if (not_variational != NULL) {
        answer.applies = nh_fact_no(NH_EVIDENCE_PROVED);
        answer.why = not_variational;
        return answer;
    }
    if (form->derive == nh_chetaev_derive || form->is_apart) return answer;
    if (a->form == NULL) return look_by_algebra(form, arena, a);
    if (form->derive != NULL) return look_at_least(form, arena, a);
    if (form->choose != NULL) return look_at_choice(form, arena, x);
    if (form->applies != NULL) answer.applies = fact_of(form->applies(a->model, arena, a->form, &answer.why));
    return answer;
}

const nh_check_formulation *nh_check_find_formulations(nh_arena *arena, const nh_analysis *x, size_t *count) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    *count = 0;
    while (nh_form_at(*count) != NULL) ++*count;
    nh_check_formulation *list = NH_NEW_ARRAY(arena, nh_check_formulation, *count);
    for (size_t i = 0; i < *count; i++) {
        list[i] = look_at(nh_form_at(i), arena, x);
        say_symbols(nh_form_at(i), arena, x, &list[i]);
    }
    return list;
}
