/* dE/dt, at states and by algebra. */
#include "facts/energy_private.h"

#include <string.h>

#include "algebra/linear/linear.h"
#include "expr/inspect.h"
#include "facts/homogeneous.h"
#include "facts/motion_private.h"
#include "num/ball/ball_linear.h"

/* Larger systems are not solved as expressions. */
enum { MOST_SYMBOLIC = 10 };

/* -dL/dt + Q.q': the part that needs no multipliers. */
static nh_expr rate_without_rows(nh_admissible *a) {
    const nh_model *model = a->model;
    nh_pool *pool = model->pool;
    size_t n = model->coordinates.count;
    nh_arena *scratch = nh_scratch(model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *terms = NH_NEW_ARRAY(scratch, nh_expr, n + 1);
    for (size_t i = 0; i < n; i++) terms[i] = nh_expr_mul(pool, model->Q[i], model->coordinates.items[i].v);
    terms[n] = nh_expr_neg(pool, nh_expr_diff(pool, model->L, model->time));
    nh_expr sum = nh_expr_sum(pool, n + 1, terms);
    nh_arena_release(scratch, mark);
    return sum;
}

/* ---- at states ---- */

typedef struct balance {
    const nh_motion *motion;
} balance;

/* Outputs: those of the motion, then A q' of its rows, then the rest of dE/dt and the size of its terms. */
static nh_seen see_rate(void *user, const nh_ball *outputs, int prec) {
    const nh_motion *motion = ((const balance *)user)->motion;
    uint32_t n = motion->n, k = motion->k, size = n + k;
    const nh_ball *work = outputs + motion->count, *rest = work + k;
    nh_ball *matrix = nh_balls_new((size_t)size * size + 1), *side = nh_balls_new(size + 1),
            *x = nh_balls_new(size + 3);
    nh_ball *sum = &x[size], *terms = &x[size + 1], *one = &x[size + 2];
    nh_motion_fill(motion, outputs, matrix, side);
    nh_seen seen = NH_SEEN_NOTHING;
    if (nh_ball_solve(x, matrix, (int)size, side, 1, prec)) {
        nh_ball_set(sum, &rest[0]);
        nh_ball_set(terms, &rest[1]);
        for (uint32_t i = 0; i < k; i++) {
            nh_ball_mul(one, &x[n + i], &work[i], prec);
            nh_ball_add(sum, sum, one, prec);
            nh_ball_abs(one, one, prec);
            nh_ball_add(terms, terms, one, prec);
        }
        seen = nh_seen_of(sum, terms);
    }
    nh_balls_free(x, size + 3);
    nh_balls_free(side, size + 1);
    nh_balls_free(matrix, (size_t)size * size + 1);
    return seen;
}

static nh_seen look_at_rate(nh_admissible *a, const nh_motion *motion, nh_expr rest) {
    nh_expr *outputs = NH_NEW_ARRAY(a->arena, nh_expr, motion->count + motion->k + 2), *next = outputs + motion->count;
    memcpy(outputs, motion->outputs, motion->count * sizeof *outputs);
    for (uint32_t i = 0; i < motion->k; i++) *next++ = nh_homogeneous_defect(a, motion->row[i]);
    *next++ = rest;
    *next++ = nh_expr_terms_size(a->model->pool, rest);
    balance b = {motion};
    return nh_samples_run(a->samples, (uint32_t)(next - outputs), outputs, see_rate, &b);
}

/* ---- by algebra ---- */

static bool is_proved(nh_admissible *a, const nh_motion *motion, nh_expr rest) {
    uint32_t size = motion->n + motion->k;
    nh_pool *pool = a->model->pool;
    if (size > MOST_SYMBOLIC) return false;
    nh_expr *matrix = NH_NEW_ARRAY(a->arena, nh_expr, (size_t)size * size),
            *side = NH_NEW_ARRAY(a->arena, nh_expr, size);
    nh_motion_expressions(motion, pool, matrix, side);
    nh_linear_solution x;
    if (nh_linear_solve(pool, a->arena, size, matrix, 1, side, &x) != NH_LINEAR_DONE) return false;
    for (uint32_t i = 0; i < motion->k; i++)
        rest = nh_expr_add(pool, rest, nh_expr_mul(pool, x.x[motion->n + i], nh_homogeneous_defect(a, motion->row[i])));
    return nh_admissible_is_proved_zero(a, rest);
}

/* Whether the energy may jump: then its rate between the jumps does not say that it is constant. */
static bool may_jump(nh_admissible *a) {
    const nh_model *model = a->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    return nh_expr_jumps_with(model->pool, model->L, 1, &model->time) ||
           nh_expr_jumps_with(model->pool, model->L, n, nh_model_coordinates(model, a->arena)) ||
           nh_expr_jumps_with(model->pool, model->L, n, nh_model_velocities(model, a->arena));
}

static nh_fact look_between_jumps(nh_admissible *a, nh_fact alpha_bar) {
    nh_expr rest = rate_without_rows(a);
    if (alpha_bar.truth == NH_YES) {
        nh_fact fact = nh_admissible_is_zero(a, rest);
        return fact.truth == NH_YES ? nh_fact_and(fact, alpha_bar) : fact;
    }
    const nh_motion *motion = nh_motion_make(a);
    if (motion == NULL) return nh_fact_unknown();
    nh_seen seen = a->samples != NULL ? look_at_rate(a, motion, rest) : NH_SEEN_NOTHING;
    if (seen == NH_SEEN_NONZERO) return nh_fact_no(NH_EVIDENCE_CERTIFIED);
    if (is_proved(a, motion, rest)) return nh_fact_yes(NH_EVIDENCE_PROVED);
    return seen == NH_SEEN_ZERO ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_unknown();
}

nh_fact nh_energy_is_conserved(nh_admissible *a, nh_fact alpha_bar) {
    nh_fact fact = look_between_jumps(a, alpha_bar);
    return fact.truth == NH_YES && may_jump(a) ? nh_fact_unknown() : fact;
}
