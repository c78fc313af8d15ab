/* States on each branch of the admissible states (facts/places/branches.h). What is seen at states stands for all of
 * them only if no component is left out: one on which the constraints lose rank everywhere, such as x = 1 of (x - 1)
 * (y' - 5) = 0, has no state that can be certified, and one that is never met may have anything. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "facts/places/branches.h"
#include "truth/verify/verify_private.h"

/* Attempts at a state of a branch, and of one that may be empty; states of each, where there are few branches; states
 * found that may all be strange before a branch counts as missed. */
enum { TRIES = 32, FEW_TRIES = 6, STATES = 2, FEW_BRANCHES = 8, MOST_PASSED_OVER = 8 };
/* Relative residuals of the rows at what solves the equations of a branch; another one is none of their solutions. */
#define HOLDS 1e-7
#define ASSUMED 1e-9
/* By the last steps onto the rows. */
#define MOVED 1e-6

/* What came of the attempts on one branch. */
typedef struct outcome {
    uint32_t kept, found; /* states that were taken; that were found at all */
    uint32_t strange;     /* no solutions of the rows: a denominator is 0 there, a root has the other sign */
    uint32_t left_out;    /* the assumptions do not hold */
} outcome;

typedef struct branch_draw {
    nh_verifier *v;
    nh_verify_points *points;
    nh_branch_way *way;
    nh_random random;
    double t;
    nh_program *assumptions; /* NULL: there are none */
    double *inputs;          /* of these */
} branch_draw;

/* Whether the assumptions may hold at the state, by more than rounding. */
static bool may_be_assumed(branch_draw *d, const nh_state *state) {
    const nh_verifier *v = d->v;
    const nh_model *model = v->model;
    if (d->assumptions == NULL) return true;
    double *inputs = d->inputs;
    inputs[0] = state->t;
    for (uint32_t i = 0; i < v->n; i++) {
        inputs[1 + i] = state->q[i];
        inputs[1 + v->n + i] = state->v[i];
    }
    const double *differences = nh_program_at(d->assumptions, inputs);
    bool is_good = true;
    for (size_t i = 0; i < model->assumptions.count; i++) {
        nh_relation relation = model->assumptions.items[i].relation;
        double difference = differences[i];
        bool is_less = relation == NH_LESS || relation == NH_LESS_EQUAL;
        if (relation == NH_NOT_EQUAL) difference = fabs(difference);
        bool is_weak = relation == NH_LESS_EQUAL || relation == NH_GREATER_EQUAL; /* 0 where an equation says so */
        double least = is_weak && v->base->count > 0 ? -ASSUMED : ASSUMED;
        is_good = is_good && (is_less ? -difference : difference) > least;
    }
    return is_good;
}

/* Onto the rows, and not away to another branch: where these lose rank, rounding may lead anywhere. */
static bool settle_state(branch_draw *d, nh_state *state) {
    nh_verifier *v = d->v;
    nh_state settled = nh_verify_state_new(v);
    memcpy(settled.q, state->q, v->n * sizeof *state->q);
    memcpy(settled.v, state->v, v->n * sizeof *state->v);
    settled.t = state->t;
    if (!nh_states_project(v->base->states, &settled)) return false;
    double size = 1, moved = 0;
    for (uint32_t i = 0; i < v->n; i++) {
        size = fmax(size, fmax(fabs(state->q[i]), fabs(state->v[i])));
        moved = fmax(moved, fmax(fabs(settled.q[i] - state->q[i]), fabs(settled.v[i] - state->v[i])));
    }
    *state = settled;
    return moved <= MOVED * size && nh_branch_has(d->way, state);
}

static void draw_one(branch_draw *d, outcome *seen) {
    nh_verifier *v = d->v;
    nh_state state = nh_verify_state_new(v);
    if (!nh_branch_draw(d->way, &d->random, nh_verify_time_draw(v, &d->random, d->t), &state)) return;
    seen->found++;
    if (!(nh_states_residual(v->base->states, &state, NULL) <= HOLDS)) {
        seen->strange++;
    } else if (!may_be_assumed(d, &state)) {
        seen->left_out++;
    } else if (settle_state(d, &state)) {
        const char *reason = d->points->reason;
        seen->kept += nh_verify_points_keep(v, d->points, &state, false) == NH_VERIFY_KEPT;
        d->points->reason = reason; /* it is not one of those that are wanted for their number */
    }
}

/* Whether it has states that were not taken. */
static bool is_missed(const outcome *seen, const nh_branch *branch) {
    if (seen->kept > 0 || !branch->is_proper) return false;
    return seen->found < MOST_PASSED_OVER || seen->strange + seen->left_out < seen->found;
}

static void note_missed(nh_verifier *v, const nh_branch *branch, const outcome *seen) {
    nh_text text = nh_text_begin(v->arena);
    bool is_first = v->result->missed == NULL, is_worse = branch->is_large && !v->result->is_much_missed;
    if (!is_first && !is_worse) return;
    v->result->is_much_missed |= branch->is_large;
    nh_text_format(&text, "the admissible states have a component, %s, %s", nh_branch_words(v->arena, v->model, branch),
                   seen->found > 0 ? "on which the motion is not determined, or no state could be certified"
                                   : "on which no state was found");
    v->result->missed = nh_text_string(&text);
}

/* The branch, with the equations that are assumed: it need not have states then. */
static nh_branch with_equalities(const nh_verifier *v, const nh_branch *branch) {
    nh_branch result = *branch;
    if (v->base->count == 0) return result;
    nh_expr *zero = NH_NEW_ARRAY(v->arena, nh_expr, branch->count + v->base->count + 1);
    for (uint32_t i = 0; i < branch->count; i++) zero[i] = branch->zero[i];
    for (uint32_t i = 0; i < v->base->count; i++) zero[branch->count + i] = v->base->zero[i];
    result.zero = zero;
    result.count += v->base->count;
    result.is_proper = false;
    return result;
}

static void draw_branch(branch_draw *d, const nh_branch *whole, uint32_t wanted) {
    nh_verifier *v = d->v;
    outcome seen = {0};
    nh_branch with = with_equalities(v, whole);
    const nh_branch *branch = &with;
    d->way = nh_branch_way_make(v->arena, v->base->states, branch);
    for (int i = 0; i < (branch->is_proper ? TRIES : FEW_TRIES) && seen.kept < wanted; i++) draw_one(d, &seen);
    for (size_t i = 0; i < d->points->list.count && seen.kept == 0; i++)
        seen.kept += nh_branch_has(d->way, &d->points->list.items[i].state);
    if (is_missed(&seen, branch)) note_missed(v, branch, &seen);
}

void nh_verify_branches_draw(nh_verifier *v, nh_verify_points *points, double t) {
    NH_ASSERT(v->base != NULL);
    nh_branch_set branches = nh_branches_find(v->arena, v->model);
    branch_draw d = {
        .v = v, .points = points, .t = t, .random = nh_random_make(v->def.seed, NH_STREAM_VERIFY_BRANCHES)};
    if (v->base->assumptions != NULL) {
        d.inputs = NH_NEW_ARRAY(v->arena, double, 2 * (size_t)v->n + 1);
        d.assumptions = nh_program_begun(v->arena, v->base->assumptions, v->parameters);
    }
    for (uint32_t i = 0; i < branches.count; i++)
        draw_branch(&d, &branches.items[i], branches.count <= FEW_BRANCHES ? STATES : 1);
}
