/* E_star is written with the derivatives of the dependent velocities that the implicit function gives: without the
 * signs of roots, so that one expression in t, q, q' serves at all states, and for every choice. Its rate along motions
 * is linear in the accelerations, which the equations of motion give (facts/motion.h). */
#include "form/energies.h"

#include "algebra/linear/linear.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "facts/energy.h"
#include "facts/motion.h"
#include "form/balance.h"
#include "form/formulation/hamel.h"
#include "form/limits_private.h"

/* Of larger systems only E is examined. Choices that are tried. */
enum { MOST_COORDINATES = 16, MOST_CHOICES = 40 };

/* What is asked of one energy, within a budget. */
typedef struct energy_question {
    nh_arena *arena;
    nh_admissible *a;
    const nh_motion *motion;
    nh_expr *lambda;           /* the multipliers of the rows of the motion */
    const uint32_t *dependent; /* the choice of E_star that is tried */
    const nh_balance *balance;
    nh_energy_answer *answer;
    nh_fact conserved, is_E;
    nh_expr part; /* of the balance */
    nh_fact is_part_zero;
} energy_question;

/* ---- one question ---- */

static nh_fact is_zero(const energy_question *question, nh_expr e) {
    return nh_motion_expression_is_zero(question->a, question->motion, question->lambda, e);
}

static nh_fact is_constant(const energy_question *question, nh_expr energy) {
    nh_fact fact = is_zero(question, nh_expr_total_derivative(question->a->model->pool, energy));
    return fact.truth == NH_YES && nh_energy_may_jump(question->a) ? nh_fact_unknown() : fact;
}

static void ask_whether_E(void *argument) {
    energy_question *question = argument;
    nh_admissible *a = question->a;
    nh_expr difference = nh_expr_sub(a->model->pool, question->balance->energy, nh_model_energy(a->model));
    question->is_E = nh_admissible_is_zero(a, difference);
}

static void ask_constancy(void *argument) {
    energy_question *question = argument;
    question->conserved = is_constant(question, question->balance->energy);
}

/* Multipliers of rows that depend on others: those of the motion are without them. */
static nh_expr without_dependent_rows(const energy_question *question, nh_expr e) {
    const nh_model *model = question->a->model;
    nh_expr zero = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < model->rows.count; i++) {
        if (!nh_row_restricts(&model->rows.items[i]) || !question->a->redundant[i]) continue;
        nh_expr lambda = nh_equations_multiplier(model, question->arena, i);
        e = nh_expr_substitute(model->pool, e, 1, &lambda, &zero, true);
    }
    return e;
}

static void ask_part(void *argument) {
    energy_question *question = argument;
    question->is_part_zero = is_zero(question, without_dependent_rows(question, question->part));
}

static void ask_causes(energy_question *question) {
    const nh_balance *balance = question->balance;
    for (size_t i = 0; i < balance->parts.count; i++) {
        nh_budget budget = {.work = NH_WORK_ENERGY};
        question->part = balance->parts.items[i].value;
        question->is_part_zero = nh_fact_unknown();
        (void)nh_attempt(question->a->model->context, &budget, ask_part, question);
        nh_fact zero = question->is_part_zero;
        nh_fact is_there = zero.truth == NH_NO ? nh_fact_yes(zero.by) : nh_fact_unknown();
        nh_energy_cause cause = {balance->parts.items[i].name, is_there};
        if (zero.truth != NH_YES) nh_array_push(&question->answer->causes, cause);
    }
}

static energy_question make_question(nh_arena *arena, nh_admissible *a) {
    energy_question question = {.arena = arena, .a = a, .motion = nh_motion_make(a)};
    if (question.motion == NULL) return question;
    uint32_t k = question.motion->k;
    question.lambda = NH_NEW_ARRAY(arena, nh_expr, k + 1);
    for (uint32_t i = 0; i < k; i++)
        question.lambda[i] = nh_equations_multiplier(a->model, arena, a->lagrange.row[question.motion->row[i]]);
    return question;
}

/* ---- E_star ---- */

/* With the derivatives of the implicit function; NULL: they are too long. */
static const nh_balance *balance_of_choice(nh_arena *arena, const nh_admissible *a, const uint32_t *dependent) {
    uint32_t k = a->form->k, *rows = NH_NEW_ARRAY(arena, uint32_t, k + 1);
    uint32_t *own = NH_NEW_ARRAY(arena, uint32_t, k + 1);
    const char *why;
    nh_explicit_parts_of(a->form, rows, own);
    const nh_explicit *choice = nh_explicit_unsolved(arena, a->model, k, rows, dependent != NULL ? dependent : own);
    return nh_balance_of_restricted(a->model, arena, choice, &why);
}

static size_t count_of_choices(uint32_t n, uint32_t k) {
    size_t count = 1;
    for (uint32_t i = 0; i < k && count <= MOST_CHOICES; i++) count = count * (n - i) / (i + 1);
    return count;
}

static bool is_own_choice(const nh_explicit *form, const uint32_t *dependent) {
    for (uint32_t d = 0; d < form->k; d++)
        if (form->dependent[d].coordinate != dependent[d]) return false;
    return true;
}

typedef enum choice_answer { CHOICE_SERVES, CHOICE_NEVER_SERVES, CHOICE_IS_OPEN } choice_answer;

/* Whether the rows can be solved for these velocities: at some certified state, or by algebra nowhere. */
static choice_answer look_at_choice(nh_arena *arena, nh_admissible *a, const uint32_t *dependent) {
    uint32_t k = a->form->k, *rows = NH_NEW_ARRAY(arena, uint32_t, k + 1), *own = NH_NEW_ARRAY(arena, uint32_t, k + 1);
    nh_explicit_parts_of(a->form, rows, own);
    nh_expr *minor = NH_NEW_ARRAY(arena, nh_expr, (size_t)k * k + 1), determinant;
    for (uint32_t r = 0; r < k; r++) {
        nh_expr rate = nh_row_rate(a->model, &a->model->rows.items[rows[r]]);
        for (uint32_t d = 0; d < k; d++)
            minor[r * k + d] = nh_expr_diff(a->model->pool, rate, a->model->coordinates.items[dependent[d]].v);
    }
    if (nh_samples_see_independent(a->samples, k, k, minor)) return CHOICE_SERVES;
    if (nh_linear_determinant(a->model->pool, k, minor, &determinant) != NH_LINEAR_DONE) return CHOICE_IS_OPEN;
    return nh_admissible_is_proved_zero(a, determinant) ? CHOICE_NEVER_SERVES : CHOICE_IS_OPEN;
}

static const char *words_of_others(nh_arena *arena, const nh_model *model, uint32_t k, const uint32_t *dependent) {
    nh_text text = nh_text_begin(arena);
    uint32_t d = 0;
    for (uint32_t i = 0; i < model->coordinates.count; i++) {
        if (d < k && dependent[d] == i && ++d > 0) continue;
        nh_text_format(&text, "%s%s'", text.length > 0 ? ", " : "",
                       nh_name_text(model->context, model->coordinates.items[i].name));
    }
    return nh_text_string(&text);
}

static void ask_choice(void *argument) {
    energy_question *question = argument;
    const nh_balance *balance = balance_of_choice(question->arena, question->a, question->dependent);
    if (balance != NULL) question->conserved = is_constant(question, balance->energy);
}

/* With these dependent velocities. */
static nh_fact look_at_E_star(const energy_question *given, const uint32_t *dependent) {
    energy_question question = *given;
    nh_budget budget = {.work = NH_WORK_ENERGY};
    question.dependent = dependent;
    question.conserved = nh_fact_unknown();
    (void)nh_attempt(question.a->model->context, &budget, ask_choice, &question);
    return question.conserved;
}

/* Whether E_star is constant with another choice: "no" only where all that serve anywhere were refuted. */
static void ask_other_choices(const energy_question *question) {
    nh_admissible *a = question->a;
    uint32_t n = (uint32_t)a->model->coordinates.count, k = a->form->k;
    uint32_t *dependent = NH_NEW_ARRAY(question->arena, uint32_t, k + 1);
    bool is_open = count_of_choices(n, k) > MOST_CHOICES;
    for (uint32_t d = 0; d < k; d++) dependent[d] = d;
    bool has_next = !is_open;
    for (; has_next; has_next = nh_next_choice(k, n, dependent)) {
        if (is_own_choice(a->form, dependent)) continue;
        choice_answer serves = look_at_choice(question->arena, a, dependent);
        if (serves == CHOICE_IS_OPEN) is_open = true;
        if (serves != CHOICE_SERVES) continue;
        nh_fact fact = look_at_E_star(question, dependent);
        if (fact.truth == NH_UNKNOWN) is_open = true;
        if (fact.truth != NH_YES) continue;
        question->answer->other = fact;
        question->answer->other_choice = words_of_others(question->arena, a->model, k, dependent);
        return;
    }
    question->answer->other = is_open ? nh_fact_unknown() : nh_fact_no(NH_EVIDENCE_CERTIFIED);
}

/* ---- all of them ---- */

static void weaken_evidence(nh_fact *fact) {
    if (fact->by == NH_EVIDENCE_PROVED) fact->by = NH_EVIDENCE_CERTIFIED;
}

/* What a balance says about its energy, for generic parameters or, if `valued`, with those of the model. */
static void ask_energy(energy_question *question, const nh_balance *balance) {
    nh_energy_answer *answer = question->answer;
    nh_budget budget = {.work = NH_WORK_ENERGY};
    question->balance = balance;
    question->is_E = question->conserved = nh_fact_unknown();
    (void)nh_attempt(question->a->model->context, &budget, ask_whether_E, question);
    if (question->is_E.truth != NH_YES) (void)nh_attempt(question->a->model->context, &budget, ask_constancy, question);
    answer->is_E = question->is_E;
    answer->conserved = question->conserved;
    if (answer->is_E.truth == NH_YES || answer->conserved.truth != NH_NO) return;
    ask_causes(question);
}

static nh_energy_answer begin_answer(const nh_energy_answers *list, const char *name) {
    nh_fact unknown = nh_fact_unknown();
    return (nh_energy_answer){
        .name = name, .is_E = unknown, .conserved = unknown, .other = unknown, .causes = {.arena = list->arena}};
}

static void add_E(nh_energy_answers *list, energy_question *question, const nh_analysis *x) {
    nh_energy_answer answer = begin_answer(list, "E");
    answer.is_E = nh_fact_yes(NH_EVIDENCE_PROVED);
    answer.conserved = x->energy_conserved;
    question->answer = &answer;
    question->balance = nh_balance_of_energy(question->a->model, list->arena);
    if (answer.conserved.truth == NH_NO && question->motion != NULL) ask_causes(question);
    nh_array_push(list, answer);
}

static void add_E_star(nh_energy_answers *list, energy_question *question, const nh_analysis *x) {
    nh_admissible *a = question->a;
    nh_energy_answer answer = begin_answer(list, "E_star");
    answer.choice = nh_explicit_words(a->form, list->arena);
    question->answer = &answer;
    if (x->alpha_bar_equals_alpha.truth == NH_YES) { /* [Homogeneous] (18), (24) */
        answer.is_E = x->alpha_bar_equals_alpha;
    } else {
        const nh_balance *balance = balance_of_choice(list->arena, a, NULL);
        if (balance != NULL) ask_energy(question, balance);
        if (balance != NULL && answer.conserved.truth == NH_NO) ask_other_choices(question);
    }
    if (answer.is_E.truth == NH_YES) answer.conserved = x->energy_conserved;
    nh_array_push(list, answer);
}

static void add_E_quasi(nh_energy_answers *list, energy_question *question, const nh_analysis *x) {
    const char *why;
    nh_energy_answer answer = begin_answer(list, "E_quasi");
    question->answer = &answer;
    const nh_balance *balance = nh_hamel_balance(question->a->model, list->arena, question->a->form, &why);
    if (balance == NULL) return;
    ask_energy(question, balance);
    if (answer.is_E.truth == NH_YES) answer.conserved = x->energy_conserved;
    nh_array_push(list, answer);
}

nh_energy_answers nh_energies_find(nh_arena *arena, const nh_analysis *x) {
    nh_energy_answers list = {.arena = arena};
    bool is_valued = x->valued != NULL && x->valued->form != NULL;
    nh_admissible *a = is_valued ? x->valued : x->admissible;
    if (a->open != NULL) return list;
    energy_question question = make_question(arena, a);
    add_E(&list, &question, x);
    bool is_small = a->model->coordinates.count <= MOST_COORDINATES && question.motion != NULL && a->form != NULL;
    if (is_small && a->form->k > 0 && a->form->m > 0) add_E_star(&list, &question, x);
    if (is_small && a->model->quasis.count > 0) add_E_quasi(&list, &question, x);
    for (size_t i = 1; i < list.count && is_valued; i++) { /* shown for these values only */
        weaken_evidence(&list.items[i].is_E);
        weaken_evidence(&list.items[i].conserved);
        weaken_evidence(&list.items[i].other);
    }
    return list;
}
