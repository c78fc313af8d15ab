/* Whether there are states at which the rows of the model hold, and more: the question of an implication whose
 * conclusion, 1 = 0, fails wherever there is a state. */
#include "facts/implies/implication_exists.h"

#include "algebra/domain/domain.h"
#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "facts/implies/implication_private.h"

/* Longer equations are not solved for a variable. */
enum { MOST_SIMPLE = 200 };

/* A sum of squares that is 0 says more than its polynomial. */
static void add_equation(nh_question *q, nh_expr e) {
    e = nh_question_expr(q, e);
    nh_array_push(&q->given, e);
    if (nh_question_positive_sum(q, e, &q->given)) nh_array_push(&q->given, NH_EXPR_ONE);
    while (q->is_rate.count < q->given.count) nh_array_push(&q->is_rate, false);
}

static void add_inequality(nh_question *q, nh_expr e, nh_relation relation) {
    e = nh_question_expr(q, e);
    nh_premise premise = {e, relation};
    nh_array_push(&q->assumed, premise);
    if (relation != NH_GREATER_EQUAL) nh_array_push(&q->nonzero, e);
    if (relation != NH_NOT_EQUAL) nh_array_push(&q->nonnegative, e);
}

/* What the equations need to have values: equations that are put into others no longer show it. */
static void add_domain(nh_question *q) {
    nh_domain domain = nh_expr_domain(q->pool, q->arena, q->given.count, q->given.items, NULL);
    for (size_t i = 0; i < domain.positive_count; i++) add_inequality(q, domain.positive[i], NH_GREATER);
    for (size_t i = 0; i < domain.nonnegative_count; i++) add_inequality(q, domain.nonnegative[i], NH_GREATER_EQUAL);
    for (size_t i = 0; i < domain.nonzero_count; i++) add_inequality(q, domain.nonzero[i], NH_NOT_EQUAL);
}

/* Rows that others force hold too; an implication leaves them out unless they are named. */
static void add_hidden_rows(nh_question *q) {
    for (size_t i = 0; i < q->model->rows.count; i++) {
        const nh_row *row = &q->model->rows.items[i];
        if (!row->is_imposed || !row->is_hidden || row->is_of_motion) continue;
        add_equation(q, row->residual);
        if (row->is_geometric) add_equation(q, nh_row_rate(q->model, row));
    }
}

/* 1 = 0. */
static void add_conclusion(nh_question *q) {
    nh_conclusion never = {.name = "", .residual = NH_EXPR_ONE};
    never.nonzero.arena = never.nonnegative.arena = q->arena;
    nh_array_push(&q->then, never);
}

/* ---- what equations say at once ---- */

static bool has_conditions(const nh_question *q, nh_expr e) {
    nh_domain domain = nh_expr_domain(q->pool, q->arena, 1, &e, NULL);
    return domain.positive_count + domain.nonzero_count + domain.nonnegative_count > 0;
}

/* A variable for which the equation can be solved without a division, and what it is then, which has a value
 * everywhere; undefined: there is none. */
static nh_expr solve_simply(const nh_question *q, nh_expr e, nh_expr *value) {
    nh_expr zero = NH_EXPR_ZERO;
    if (nh_expr_operations(q->pool, 1, &e) > MOST_SIMPLE) return NH_EXPR_UNDEFINED;
    for (size_t i = 0; i < q->variables.count; i++) {
        nh_expr symbol = q->variables.items[i];
        if (i >= q->state_count && i < q->state_count + q->call_count) continue;
        if (!nh_expr_depends_on(q->pool, e, 1, &symbol)) continue;
        nh_expr slope = nh_expr_diff(q->pool, e, symbol);
        if (!nh_expr_is_number(q->pool, slope) || slope == NH_EXPR_ZERO) continue;
        *value = nh_expr_substitute(q->pool, e, 1, &symbol, &zero, true);
        *value = nh_expr_neg(q->pool, nh_expr_div(q->pool, *value, slope));
        if (!has_conditions(q, *value)) return symbol;
    }
    return NH_EXPR_UNDEFINED;
}

/* Whether e is not 0, whatever its symbols are. */
static bool is_never_zero(const nh_question *q, nh_expr e) {
    nh_expr signs[2] = {e, nh_expr_neg(q->pool, e)};
    if (e == NH_EXPR_UNDEFINED || e == NH_EXPR_ZERO) return false;
    if (nh_expr_is_number(q->pool, e)) return true;
    for (int i = 0; i < 2; i++) {
        nh_expr logarithm = nh_expr_apply1(q->pool, NH_EXPR_LOG, signs[i]);
        nh_domain domain = nh_expr_domain(q->pool, q->arena, 1, &logarithm, NULL);
        if (domain.positive_count + domain.nonzero_count + domain.nonnegative_count == 0) return true;
        if (nh_expr_is_positive_in_turns(q->pool, signs[i])) return true;
    }
    return false;
}

static void put_in(nh_question *q, nh_expr symbol, nh_expr value) {
    nh_exprs *lists[] = {&q->given, &q->nonzero, &q->nonnegative, &q->given_signs};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k]->count; i++)
            lists[k]->items[i] = nh_expr_substitute(q->pool, lists[k]->items[i], 1, &symbol, &value, true);
    for (size_t i = 0; i < q->assumed.count; i++)
        q->assumed.items[i].difference =
            nh_expr_substitute(q->pool, q->assumed.items[i].difference, 1, &symbol, &value, true);
}

/* The i-th equation. */
static void take_out(nh_question *q, size_t i) {
    NH_ASSERT(i < q->given.count);
    for (; i + 1 < q->given.count; i++) {
        q->given.items[i] = q->given.items[i + 1];
        q->is_rate.items[i] = q->is_rate.items[i + 1];
    }
    q->is_rate.count = --q->given.count;
}

/* Equations that can be solved are put into the others and go, and so do those that hold then: every state of what is
 * left is one of the whole. */
static void eliminate_solvable(nh_question *q) {
    for (size_t i = 0; i < q->given.count;) {
        nh_expr value, symbol = solve_simply(q, q->given.items[i], &value);
        bool is_solved = symbol != NH_EXPR_UNDEFINED;
        bool holds = !is_solved && nh_expr_operations(q->pool, 1, &q->given.items[i]) <= MOST_SIMPLE &&
                     nh_expr_is_proved_zero(q->pool, q->given.items[i]);
        if (is_solved || holds) take_out(q, i);
        else i++;
        if (!is_solved) continue;
        put_in(q, symbol, value);
        i = 0;
    }
}

/* Whether a number, 0 next to it, breaks the relation. */
static bool is_broken(const nh_question *q, const nh_premise *premise) {
    if (!nh_expr_is_number(q->pool, premise->difference)) return false;
    return nh_relation_fails(premise->relation, nh_rat_sign(nh_expr_rational(q->pool, premise->difference)));
}

/* Whether an equation never holds, an inequality is one of numbers and wrong, or what must not be 0 is. */
static bool is_empty_at_once(const nh_question *q) {
    for (size_t i = 0; i < q->assumed.count; i++)
        if (is_broken(q, &q->assumed.items[i])) return true;
    for (size_t i = 0; i < q->given.count; i++)
        if (is_never_zero(q, q->given.items[i])) return true;
    for (size_t i = 0; i < q->nonzero.count; i++)
        if (q->nonzero.items[i] == NH_EXPR_ZERO) return true;
    return false;
}

/* ---- the question ---- */

static const nh_wanted_state any_state = {.on = NULL, .is_failing = false};

/* A question of its own with the same equations and inequalities. */
static nh_question copy_of(const nh_question *q) {
    nh_question copy = *q;
    const nh_exprs *from[] = {&q->given, &q->nonzero, &q->nonnegative, &q->given_signs};
    nh_exprs *to[] = {&copy.given, &copy.nonzero, &copy.nonnegative, &copy.given_signs};
    for (size_t k = 0; k < sizeof to / sizeof *to; k++) {
        *to[k] = (nh_exprs){.arena = q->arena};
        for (size_t i = 0; i < from[k]->count; i++) nh_array_push(to[k], from[k]->items[i]);
    }
    copy.assumed.items = NULL;
    copy.is_rate.items = NULL;
    copy.assumed.count = copy.assumed.capacity = copy.is_rate.count = copy.is_rate.capacity = 0;
    nh_array_append(&copy.assumed, q->assumed.count, q->assumed.items);
    nh_array_append(&copy.is_rate, q->is_rate.count, q->is_rate.items);
    return copy;
}

/* Where no equation is left all states are, except for inequalities: one at which a variable has some value is
 * enough. */
static bool has_state_without_equations(nh_question *q) {
    nh_found_state found;
    if (q->assumed.count == 0) return true;
    nh_expr value = nh_expr_fraction(q->pool, 1, 3);
    nh_array_push(&q->given, nh_expr_sub(q->pool, q->variables.items[q->state_count - 1], value));
    nh_array_push(&q->is_rate, false);
    return nh_question_find(q, &any_state, &found);
}

/* A state at rest, which many places have, and which is easier to find. */
static bool has_state_at_rest(const nh_question *q) {
    nh_question at_rest = copy_of(q);
    nh_found_state found;
    for (size_t i = 0; i < q->model->coordinates.count; i++)
        put_in(&at_rest, q->model->coordinates.items[i].v, NH_EXPR_ZERO);
    eliminate_solvable(&at_rest);
    if (is_empty_at_once(&at_rest)) return false;
    if (at_rest.given.count == 0) return has_state_without_equations(&at_rest);
    return nh_question_find_exact(&at_rest, &any_state, &found);
}

/* With parameters as variables no states are searched for. */
static nh_truth answer_question(nh_question *q, bool is_generic) {
    nh_found_state found;
    eliminate_solvable(q);
    if (is_empty_at_once(q)) return NH_NO;
    if (q->given.count == 0) return !is_generic && has_state_without_equations(q) ? NH_YES : NH_UNKNOWN;
    if (!is_generic && (has_state_at_rest(q) || nh_question_find(q, &any_state, &found))) return NH_YES;
    nh_sets sets = nh_question_sets(q, !is_generic);
    for (size_t i = 0; i < sets.list.count; i++)
        if (sets.list.items[i].at.state != NULL) return NH_YES;
    return sets.is_complete && sets.list.count == 0 ? NH_NO : NH_UNKNOWN;
}

typedef struct request {
    const nh_model *model;
    const nh_states_wanted *wanted;
    nh_arena *arena;
    nh_truth answer;
} request;

static void run_request(void *argument) {
    request *a = argument;
    const nh_states_wanted *w = a->wanted;
    nh_implies_def def = {.seed = w->seed};
    nh_question *q = nh_question_make(a->arena, a->model, &def, w->is_generic);
    add_hidden_rows(q);
    for (uint32_t i = 0; i < w->zero_count; i++) add_equation(q, w->zero[i]);
    for (uint32_t i = 0; i < w->positive_count; i++) add_inequality(q, w->positive[i], NH_GREATER);
    for (uint32_t i = 0; i < w->nonnegative_count; i++) add_inequality(q, w->nonnegative[i], NH_GREATER_EQUAL);
    for (uint32_t i = 0; i < w->nonzero_count; i++) add_inequality(q, w->nonzero[i], NH_NOT_EQUAL);
    add_domain(q);
    add_conclusion(q);
    a->answer = answer_question(q, w->is_generic);
}

nh_truth nh_states_exist(const nh_model *model, const nh_states_wanted *wanted, uint64_t work) {
    NH_ASSERT(work > 0);
    request a = {.model = model, .wanted = wanted, .arena = nh_arena_create(model->context), .answer = NH_UNKNOWN};
    const nh_budget budget = {.work = work};
    if (nh_attempt(model->context, &budget, run_request, &a) != NH_OK) a.answer = NH_UNKNOWN;
    nh_arena_destroy(a.arena);
    return a.answer;
}
