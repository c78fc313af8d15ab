/* What must not vanish, or be positive, where the sheet is used: what the author assumes, what was divided by on the
 * way to the explicit form and to the variables, and what the printed expressions need to have values.
 *
 * Parameters that are positive in the model are taken to be positive, so that masses are not listed. */
#include "algebra/domain/domain.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "paper/sheet_private.h"

/* Longer ones are not shown; nor are more. */
enum { MOST_SHOWN = 16, MOST_LENGTH = 120 };

/* ---- what is known ---- */

static nh_domain_known find_known(const nh_sheet_job *job) {
    nh_exprs positive = {.arena = job->arena}, nonzero = {.arena = job->arena};
    const double *values = job->a->states != NULL ? nh_states_parameters(job->a->states) : NULL;
    for (size_t i = 0; values != NULL && i < job->model->parameters.count; i++)
        if (values[i] > 0 && job->model->parameters.items[i].value != NH_EXPR_UNDEFINED)
            nh_array_push(&positive, job->model->parameters.items[i].symbol);
    for (size_t i = 0; i < job->model->assumptions.count; i++) {
        const nh_assumption *a = &job->model->assumptions.items[i];
        nh_expr difference = nh_expr_sub(job->pool, a->left, a->right);
        if (a->relation == NH_GREATER) nh_array_push(&positive, difference);
        if (a->relation == NH_LESS) nh_array_push(&positive, nh_expr_neg(job->pool, difference));
        if (a->relation == NH_NOT_EQUAL) nh_array_push(&nonzero, difference);
    }
    nh_array_append(&nonzero, job->signs.count, job->signs.items);
    return (nh_domain_known){nonzero.count, positive.count, nonzero.items, positive.items};
}

/* ---- what is needed ---- */

static void take_side(const nh_sheet_side *side, nh_exprs *to) {
    nh_array_append(to, side->count, side->parts);
}

static void take_lines(const nh_sheet_job *job, const nh_sheet_lines *lines, nh_exprs *to) {
    for (size_t i = 0; i < lines->count; i++) {
        take_side(&lines->items[i].left, to);
        take_side(&lines->items[i].right, to);
        nh_expr factor = lines->items[i].factor;
        if (factor != NH_EXPR_ONE) nh_array_push(to, nh_expr_pow_int(job->pool, factor, -1));
    }
}

/* Everything that is printed, and 1/pivot for what the explicit form was divided by. */
static nh_exprs find_printed(const nh_sheet_job *job) {
    nh_exprs all = {.arena = job->arena};
    bool is_solved = job->sheet->explicit_form.count > 0;
    take_lines(job, &job->sheet->explicit_form, &all);
    take_lines(job, &job->sheet->velocities, &all);
    take_lines(job, &job->sheet->equations, &all);
    take_lines(job, &job->sheet->rows, &all);
    for (size_t i = 0; is_solved && job->choice != NULL && i < job->choice->pivots.count; i++) {
        nh_expr pivot = nh_sheet_worded(job, job->choice->pivots.nonzero[i]);
        nh_array_push(&all, nh_expr_pow_int(job->pool, pivot, -1));
    }
    return all;
}

typedef struct request {
    nh_sheet_job *job;
    nh_exprs printed;
    nh_domain_known known;
    nh_domain found;
} request;

static void ask_here(void *argument) {
    request *a = argument;
    a->found = nh_expr_domain(a->job->pool, a->job->arena, a->printed.count, a->printed.items, &a->known);
}

/* ---- conditions ---- */

static bool is_listed(const nh_sheet_job *job, nh_expr e, nh_relation relation) {
    for (size_t i = 0; i < job->sheet->assumptions.count; i++) {
        const nh_sheet_condition *c = &job->sheet->assumptions.items[i];
        if (c->right == NH_EXPR_ZERO && c->left == e && c->relation == relation) return true;
    }
    return false;
}

/* The condition on what is under a root or a power, for which it is the same: sqrt(u) > 0 is u > 0. */
static nh_expr plain_condition(nh_pool *pool, nh_expr e, nh_relation *relation) {
    nh_rat scale;
    nh_expr product = nh_expr_split(pool, e, &scale);
    bool is_one = nh_expr_kind_of(pool, product) == NH_EXPR_PRODUCT && nh_expr_arity(pool, product) == 2;
    if (!is_one || nh_rat_sign(scale) <= 0 || (*relation != NH_GREATER && *relation != NH_NOT_EQUAL)) return e;
    nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, product)[1]);
    bool is_even = nh_rat_is_int(exponent) && exponent.num % 2 == 0; /* u^2 > 0 says that u is not 0 */
    if (exponent.den % 2 == 0) *relation = NH_GREATER;
    else if (is_even) *relation = NH_NOT_EQUAL;
    return nh_expr_args(pool, product)[0];
}

static uint32_t add_conditions(nh_sheet_job *job, size_t count, const nh_expr *e, nh_relation relation) {
    uint32_t left_out = 0;
    for (size_t i = 0; i < count; i++) {
        nh_relation plain = relation;
        nh_expr value = plain_condition(job->pool, nh_sheet_polish(job, e[i]), &plain);
        bool is_long = nh_expr_length(job->pool, value) > MOST_LENGTH;
        if (is_long || job->sheet->assumptions.count >= MOST_SHOWN) left_out++;
        else if (!is_listed(job, value, plain))
            nh_array_push(&job->sheet->assumptions, ((nh_sheet_condition){value, NH_EXPR_ZERO, plain}));
    }
    return left_out;
}

/* What is neither 0 nor negative is positive. */
static void merge_conditions(nh_sheet_job *job, nh_domain *d) {
    nh_exprs nonzero = {.arena = job->arena}, nonnegative = {.arena = job->arena}, positive = {.arena = job->arena};
    nh_array_append(&positive, d->positive_count, d->positive);
    bool *is_taken = NH_NEW_ARRAY(job->arena, bool, d->nonzero_count + 1);
    for (size_t i = 0; i < d->nonnegative_count; i++) {
        bool is_positive = false;
        for (size_t k = 0; k < d->nonzero_count; k++) {
            nh_expr e = d->nonzero[k];
            if (e != d->nonnegative[i] && nh_expr_neg(job->pool, e) != d->nonnegative[i]) continue;
            is_taken[k] = is_positive = true;
        }
        if (is_positive) nh_array_push(&positive, d->nonnegative[i]);
        else nh_array_push(&nonnegative, d->nonnegative[i]);
    }
    for (size_t k = 0; k < d->nonzero_count; k++)
        if (!is_taken[k]) nh_array_push(&nonzero, d->nonzero[k]);
    *d =
        (nh_domain){nonzero.count, nonnegative.count, positive.count, nonzero.items, nonnegative.items, positive.items};
}

void nh_sheet_add_assumptions(nh_sheet_job *job) {
    NH_ASSERT(job->sheet->assumptions.count == 0);
    for (size_t i = 0; i < job->model->assumptions.count; i++) {
        const nh_assumption *a = &job->model->assumptions.items[i];
        nh_sheet_condition c = {a->left, a->right, a->relation};
        if (c.right == NH_EXPR_ZERO) c.left = plain_condition(job->pool, c.left, &c.relation);
        nh_array_push(&job->sheet->assumptions, c);
    }
    if (job->is_large) return;
    request a = {.job = job, .printed = find_printed(job), .known = find_known(job)};
    if (!nh_sheet_attempt(job, ask_here, &a)) {
        if (job->sheet->has_components)
            nh_sheet_note(job, "Denominators that must not vanish are not listed: there are too many.");
        return;
    }
    merge_conditions(job, &a.found);
    uint32_t left_out = add_conditions(job, a.found.nonzero_count, a.found.nonzero, NH_NOT_EQUAL);
    left_out += add_conditions(job, a.found.positive_count, a.found.positive, NH_GREATER);
    left_out += add_conditions(job, a.found.nonnegative_count, a.found.nonnegative, NH_GREATER_EQUAL);
    if (left_out > 0 && job->sheet->has_components)
        nh_sheet_note(job, "%u more long assumption%s %s left out.", left_out, left_out == 1 ? "" : "s",
                      left_out == 1 ? "is" : "are");
}
