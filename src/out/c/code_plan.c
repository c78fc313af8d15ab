/* What a C file is written of: the equations, with the rows and independent velocities that are chosen once for all.
 *
 * The choice is made at the initial state of the model, or at a random admissible state if there is none or the rows
 * lose rank there. Where there are no numbers to compute with, since a function has no body, a minor of the rows that
 * does not vanish identically decides. */
#include "out/c/code_private.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/tidy/tidy.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "form/choice.h"
#include "model/curved_rows.h"
#include "motion/at/formula.h"
#include "out/limits_private.h"

/* Random states by which rows are chosen; attempts at each. */
enum { STATES = 10, TRIES = 50 };
/* Longer equations are not tidied. */
enum { TIDY_MOST = 4000 };

/* ---- the state ---- */

/* A state at which the rows have the highest rank of some. */
static void leave_drop(nh_code_plan *plan) {
    nh_admissible *a = plan->around;
    nh_random random = nh_random_make(a->seed, NH_STREAM_CODE);
    bool *redundant = NH_NEW_ARRAY(plan->arena, bool, plan->model->rows.count);
    nh_state drawn = {.q = NH_NEW_ARRAY(plan->arena, double, plan->n), .v = NH_NEW_ARRAY(plan->arena, double, plan->n)};
    uint32_t best = a->rank;
    for (int i = 0; i < STATES; i++) {
        if (!nh_states_random(a->states, &random, a->state.t, TRIES, &drawn)) continue;
        uint32_t rank = nh_states_rank(a->states, &drawn, redundant);
        if (rank <= best) continue;
        best = rank;
        plan->is_start = false;
        plan->state.t = drawn.t;
        memcpy(plan->state.q, drawn.q, plan->n * sizeof *drawn.q);
        memcpy(plan->state.v, drawn.v, plan->n * sizeof *drawn.v);
    }
}

static void find_state(nh_code_plan *plan) {
    nh_admissible *a = plan->around;
    plan->has_state = a->states != NULL && a->at != NH_CHECK_NONE;
    plan->is_start = a->at == NH_CHECK_START;
    plan->state = a->state;
    if (plan->has_state && a->rank_drops) leave_drop(plan);
}

/* ---- the rows ---- */

/* From which of model->rows are used, to places in lagrange. */
static void keep_rows(nh_code_plan *plan, const bool *redundant) {
    const nh_lagrange *l = &plan->lagrange;
    plan->used = NH_NEW_ARRAY(plan->arena, uint32_t, l->rows);
    plan->left_out = NH_NEW_ARRAY(plan->arena, uint32_t, l->rows);
    for (uint32_t i = 0; i < l->rows; i++) {
        if (redundant[l->row[i]]) plan->left_out[plan->left++] = i;
        else plan->used[plan->rank++] = i;
    }
}

static void use_rows_of(nh_code_plan *plan, const nh_explicit *choice) {
    bool *redundant = NH_NEW_ARRAY(plan->arena, bool, plan->model->rows.count);
    for (size_t i = 0; i < plan->model->rows.count; i++) redundant[i] = true;
    for (uint32_t i = 0; i < choice->k; i++) redundant[choice->dependent[i].row] = false;
    const nh_lagrange *all = &plan->around->lagrange;
    for (uint32_t i = all->rows; i < all->acting; i++) redundant[all->row[i]] = false;
    keep_rows(plan, redundant);
}

/* ---- the equations ---- */

/* In variables of the formulation's own. */
static const nh_equations *derive_own(nh_code_plan *plan, const char **why) {
    if (plan->has_state) {
        nh_formula *formula =
            nh_formula_make(plan->arena, plan->model, plan->form, plan->around->states, NH_NATIVE_NEVER);
        if (nh_formula_choose(formula, &plan->state)) return nh_formula_equations(formula);
        *why = nh_formula_why(formula);
        return NULL;
    }
    const nh_explicit *choice = nh_form_choice(plan->arena, plan->around, plan->form, why);
    return choice != NULL ? nh_form_equations(plan->form, plan->model, plan->arena, choice, why) : NULL;
}

static const nh_equations *derive_all(nh_code_plan *plan) {
    bool *redundant = NH_NEW_ARRAY(plan->arena, bool, plan->model->rows.count);
    const nh_explicit *choice = plan->has_state ? NULL : nh_form_choice_by_algebra(plan->arena, plan->around);
    if (plan->has_state) (void)nh_states_rank(plan->around->states, &plan->state, redundant);
    if (plan->has_state) (void)nh_states_accelerated(plan->around->states, &plan->state, redundant);
    if (choice != NULL) use_rows_of(plan, choice);
    else keep_rows(plan, redundant);
    return nh_form_full_equations(plan->form, plan->model, plan->arena);
}

static const nh_equations *derive_plan(nh_code_plan *plan, const char **why) {
    if (!plan->has_own) return derive_all(plan);
    const nh_equations *equations = derive_own(plan, why);
    if (equations != NULL) use_rows_of(plan, equations->choice);
    return equations;
}

/* ---- what is computed ---- */

static void add_target(nh_code_list *list, nh_expr e, const char *format, ...) NH_PRINTF(3, 4);
static void add_target(nh_code_list *list, nh_expr e, const char *format, ...) {
    nh_text text = nh_text_begin(list->exprs.arena);
    va_list arguments;
    va_start(arguments, format);
    nh_text_format_list(&text, format, arguments);
    va_end(arguments);
    nh_array_push(&list->exprs, e);
    nh_array_push(&list->targets, nh_text_string(&text));
}

/* Those rows of a matrix, in this order; NULL: all. What is 0 is left out: the file clears its arrays first. */
static void add_matrix(nh_code_list *list, const char *name, const nh_expr_matrix *a, uint32_t rows,
                       const uint32_t *which) {
    NH_ASSERT(rows <= a->rows && (which == NULL || nh_are_below(rows, which, a->rows)));
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t row = which != NULL ? which[i] : i;
        for (uint32_t k = a->start[row]; k < a->start[row + 1]; k++)
            add_target(list, a->entry[k], "%s[%" PRIu32 "][%" PRIu32 "]", name, i, a->column[k]);
    }
}

static void add_vector(nh_code_list *list, const char *name, const nh_expr *e, uint32_t count, const uint32_t *which) {
    for (uint32_t i = 0; i < count; i++) {
        nh_expr value = e[which != NULL ? which[i] : i];
        if (value != NH_EXPR_ZERO) add_target(list, value, "%s[%" PRIu32 "]", name, i);
    }
}

static void list_equations(nh_code_plan *plan) {
    const nh_equations *e = plan->equations;
    nh_code_list *list = &plan->system;
    const uint32_t *which = plan->has_own || plan->is_pivoted ? NULL : plan->used;
    uint32_t given = plan->has_own ? e->rows : plan->given;
    plan->rows = plan->has_own ? e->rows : plan->rank;
    list->exprs.arena = list->targets.arena = plan->arena;
    add_matrix(list, "M", &e->matrix, e->count, NULL);
    add_vector(list, "f", e->force, e->count, NULL);
    add_matrix(list, "A", &e->jacobian, given, which);
    add_vector(list, "c", e->drift, given, which);
    if (plan->has_own) {
        add_matrix(list, "lift", &e->lift, plan->n, NULL);
        add_vector(list, "rest", e->rest, plan->n, NULL);
        nh_equations_in_velocities(e, list->exprs.count, list->exprs.items);
    }
}

typedef struct tidy_request {
    const nh_code_plan *plan;
    size_t count;
    nh_expr *e;
} tidy_request;

static void tidy_inside(void *argument) {
    const tidy_request *t = argument;
    nh_arena *arena = nh_arena_create(t->plan->model->context);
    nh_expr_tidy_named(t->plan->model->pool, arena, t->count, t->e);
    nh_arena_destroy(arena);
}

/* Formulations in variables of their own leave much that cancels; what takes too long stays as it is. */
static void tidy_system(nh_code_plan *plan) {
    nh_code_list *list = &plan->system;
    tidy_request t = {plan, list->exprs.count, NH_NEW_ARRAY(plan->arena, nh_expr, list->exprs.count + 1)};
    nh_budget budget = {.work = NH_WORK_TIDY};
    if (t.count == 0 || nh_expr_operations(plan->model->pool, t.count, list->exprs.items) > TIDY_MOST) return;
    memcpy(t.e, list->exprs.items, t.count * sizeof *t.e);
    if (nh_attempt(plan->model->context, &budget, tidy_inside, &t) == NH_OK) list->exprs.items = t.e;
}

/* Lagrange's equations, for the multipliers that the formulation does not have. */
static void list_balance(nh_code_plan *plan) {
    const nh_lagrange *l = &plan->lagrange;
    nh_code_list *list = &plan->balance;
    list->exprs.arena = list->targets.arena = plan->arena;
    add_matrix(list, "M", &l->matrix, plan->n, NULL);
    add_vector(list, "f", l->force, plan->n, NULL);
    add_matrix(list, "A", &l->jacobian, plan->given, plan->is_pivoted ? NULL : plan->used);
}

/* ---- names ---- */

/* What the file calls its own: functions of the model get other names. */
static void name_own(nh_code_plan *plan) {
    static const char *const own[] = {"accelerations", "parameters", "equations", "balance",    "multipliers",
                                      "shortest",      "solve",      "clear",     "power",      "root",
                                      "choose",        "sign",       "mod",       "min",        "max",
                                      "select",        "size_q",     "size_p",    "size_lambda", "size_mu"};
    nh_text before = nh_text_begin(plan->arena);
    nh_text_format(&before, "%s_", plan->prefix);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        (void)nh_code_name(&plan->names, nh_text_string(&before), own[i]);
}

/* Names of indices, in the order of the arrays: PREFIX_q_theta. */
static void name_indices(nh_code_plan *plan) {
    const nh_model *model = plan->model;
    nh_context *context = model->context;
    nh_text q = nh_text_begin(plan->arena), p = nh_text_begin(plan->arena), lambda = nh_text_begin(plan->arena);
    nh_text_format(&q, "%s_q_", plan->prefix);
    nh_text_format(&p, "%s_p_", plan->prefix);
    nh_text_format(&lambda, plan->has_mu ? "%s_mu_" : "%s_lambda_", plan->prefix);
    plan->coordinate = NH_NEW_ARRAY(plan->arena, const char *, plan->n);
    plan->parameter = NH_NEW_ARRAY(plan->arena, const char *, model->parameters.count);
    plan->row = NH_NEW_ARRAY(plan->arena, const char *, plan->lagrange.rows);
    for (uint32_t i = 0; i < plan->n; i++)
        plan->coordinate[i] =
            nh_code_name(&plan->names, nh_text_string(&q), nh_name_text(context, model->coordinates.items[i].name));
    for (size_t i = 0; i < model->parameters.count; i++)
        plan->parameter[i] =
            nh_code_name(&plan->names, nh_text_string(&p), nh_name_text(context, model->parameters.items[i].name));
    for (uint32_t i = 0; i < plan->lagrange.rows; i++)
        plan->row[i] = nh_code_name(&plan->names, nh_text_string(&lambda),
                                    nh_name_text(context, model->rows.items[plan->lagrange.row[i]].name));
}

/* ---- all of it ---- */

static const char *too_large(nh_arena *arena, uint64_t count, const char *what, uint64_t most) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "the C file is for systems of at most %" PRIu64 " %s; this one has %" PRIu64, most, what,
                   count);
    return nh_text_string(&text);
}

static uint64_t count_rows(const nh_model *model) {
    uint64_t count = 0;
    for (size_t i = 0; i < model->rows.count; i++) count += model->rows.items[i].is_imposed;
    return count;
}

static uint64_t count_operations(const nh_code_plan *plan) {
    nh_pool *pool = plan->model->pool;
    return nh_expr_operations(pool, plan->system.exprs.count, plan->system.exprs.items) +
           nh_expr_operations(pool, plan->balance.exprs.count, plan->balance.exprs.items);
}

/* Holes that numbers of the coefficients do not show, and kinks. */
static void list_holes(nh_code_plan *plan) {
    nh_holes holes = nh_model_holes(plan->model, plan->arena), kinks = nh_model_kinks(plan->model, plan->arena);
    nh_hole *all = NH_NEW_ARRAY(plan->arena, nh_hole, holes.count + kinks.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < holes.count; i++)
        if (!nh_hole_is_shown(plan->model, &holes.items[i])) all[count++] = holes.items[i];
    for (size_t i = 0; i < kinks.count; i++) all[count++] = kinks.items[i];
    plan->holes = (nh_holes){count, all};
}

/* Of equations with multipliers as numbers of the state: why they are not written; NULL: they are. */
static const char *why_not_with_mu(const nh_code_plan *plan) {
    if (plan->equations->omegas > 0)
        return "a transposition matrix that is computed at each state cannot be written as C";
    if (plan->left > 0)
        return "with multipliers as state variables, constraints that depend on each other cannot be written as C";
    return NULL;
}

nh_code_plan *nh_code_plan_make(nh_arena *arena, const nh_model *model, const nh_form *form, uint64_t seed,
                                const char **why) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && *why == NULL);
    nh_code_plan *plan = NH_NEW(arena, nh_code_plan);
    uint64_t unknowns = model->coordinates.count + count_rows(model);
    *plan = (nh_code_plan){.arena = arena, .model = model, .form = form, .has_own = form->derive == NULL};
    plan->n = (uint32_t)model->coordinates.count;
    plan->prefix = nh_code_prefix(arena, nh_name_text(model->context, model->title));
    plan->names = (nh_code_names){.arena = arena, .taken = nh_map_make(arena)};
    plan->has_mu = form->is_apart;
    plan->answer = plan->has_mu ? "rate" : "lambda";
    if (unknowns > NH_CODE_UNKNOWNS_MAX)
        *why = too_large(arena, unknowns, "accelerations and multipliers together", NH_CODE_UNKNOWNS_MAX);
    if (unknowns > NH_CODE_UNKNOWNS_MAX) return NULL;
    if (nh_curved_rows_act(model)) *why = "constraints that are not linear in the accelerations cannot be written as C";
    if (*why != NULL) return NULL;
    plan->around = nh_admissible_make(arena, model, seed);
    plan->lagrange = plan->around->lagrange;
    plan->lagrange.rows = plan->lagrange.acting; /* rows with accelerations have multipliers, too */
    if (plan->around->lost.reason != NULL || plan->around->is_empty) *why = plan->around->open;
    if (*why != NULL) return NULL;
    find_state(plan);
    plan->equations = derive_plan(plan, why);
    if (plan->equations == NULL) return NULL;
    NH_ASSERT(nh_equations_fit(plan->equations));
    if (plan->has_mu && (*why = why_not_with_mu(plan)) != NULL) return NULL;
    plan->is_pivoted = plan->left > 0 && plan->rank > 0;
    plan->given = plan->is_pivoted ? plan->lagrange.rows : plan->rank;
    list_equations(plan);
    if (plan->has_own) tidy_system(plan);
    if (plan->has_own && plan->rank > 0) list_balance(plan);
    uint64_t operations = count_operations(plan);
    if (operations > NH_CODE_OPERATIONS_MAX) *why = too_large(arena, operations, "operations", NH_CODE_OPERATIONS_MAX);
    if (operations > NH_CODE_OPERATIONS_MAX) return NULL;
    list_holes(plan);
    name_own(plan);
    name_indices(plan);
    NH_ASSERT(plan->rank <= plan->lagrange.rows && nh_is_rising(plan->rank, plan->used, plan->lagrange.rows));
    return plan;
}
