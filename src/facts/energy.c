/* dE/dt, at states and by algebra. */
#include "facts/energy.h"

#include "expr/inspect.h"
#include "facts/homogeneous.h"
#include "facts/motion.h"
#include "model/curved_rows.h"

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

bool nh_energy_may_jump(const nh_admissible *a) {
    const nh_model *model = a->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    return nh_expr_jumps_with(model->pool, model->L, 1, &model->time) ||
           nh_expr_jumps_with(model->pool, model->L, n, nh_model_coordinates(model, a->arena)) ||
           nh_expr_jumps_with(model->pool, model->L, n, nh_model_velocities(model, a->arena));
}

/* dE/dt by accelerations and multipliers. */
static nh_motion_sum rate_along(nh_admissible *a, const nh_motion *motion, nh_expr rest) {
    uint32_t n = motion->n, k = motion->k;
    nh_expr *factor = NH_NEW_ARRAY(a->arena, nh_expr, n + k + 1);
    for (uint32_t i = 0; i < n; i++) factor[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < k; i++) factor[n + i] = nh_homogeneous_defect(a, motion->row[i]);
    return (nh_motion_sum){factor, rest};
}

/* Whether reactions do no work. */
static bool is_without_rows(const nh_admissible *a, nh_fact alpha_bar) {
    return alpha_bar.truth == NH_YES && a->lagrange.acting == a->lagrange.rows;
}

static nh_fact look_between_jumps(nh_admissible *a, nh_fact alpha_bar) {
    nh_expr rest = rate_without_rows(a);
    if (is_without_rows(a, alpha_bar)) {
        nh_fact fact = nh_admissible_is_zero(a, rest);
        return fact.truth == NH_YES ? nh_fact_and(fact, alpha_bar) : fact;
    }
    const nh_motion *motion = nh_motion_make(a);
    if (motion == NULL) return nh_fact_unknown();
    const nh_motion_sum sum = rate_along(a, motion, rest);
    return nh_motion_is_zero(a, motion, &sum);
}

nh_expr nh_energy_rate(nh_admissible *a, nh_fact alpha_bar) {
    nh_expr rest = rate_without_rows(a);
    if (is_without_rows(a, alpha_bar)) return rest;
    const nh_motion *motion = nh_motion_make(a);
    if (motion == NULL) return NH_EXPR_UNDEFINED;
    const nh_motion_sum sum = rate_along(a, motion, rest);
    return nh_motion_value(a, motion, &sum);
}

nh_fact nh_energy_is_conserved(nh_admissible *a, nh_fact alpha_bar) {
    nh_fact fact = look_between_jumps(a, alpha_bar);
    if (fact.truth == NH_NO && nh_curved_rows_act(a->model)) return nh_fact_unknown(); /* what was seen is a tangent */
    return fact.truth == NH_YES && nh_energy_may_jump(a) ? nh_fact_unknown() : fact;
}
