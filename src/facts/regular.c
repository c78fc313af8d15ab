/* Determinants of the Hessian of L, and of the linear system of the accelerations. */
#include "facts/regular.h"

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/array.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "facts/motion.h"
#include "facts/places/conditions.h"
#include "model/curved_rows.h"
#include "model/values.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"

/* Larger determinants are not expanded. */
enum { MOST_SYMBOLIC = 9 };

/* ---- at states ---- */

/* Whether the matrix of the motion, or its first block only, is regular in balls. */
typedef struct question {
    const nh_motion *motion;
    bool is_free;
} question;

/* NONZERO: the determinant is certainly not zero. */
static nh_seen see_regular(void *user, const nh_ball *outputs, int prec) {
    const question *q = user;
    uint32_t n = q->motion->n, size = n + q->motion->k, used = q->is_free ? n : size;
    nh_ball *matrix = nh_balls_new((size_t)size * size + 1), *side = nh_balls_new(size + 1);
    int *order = nh_guard_alloc(size + 1, sizeof *order);
    nh_motion_fill(q->motion, outputs, matrix, side);
    for (uint32_t j = 0; j < used; j++) /* the block is together */
        for (uint32_t i = 0; i < used; i++) nh_ball_set(&matrix[i + j * used], &matrix[i + j * size]);
    bool is_regular = nh_ball_lu_factor(matrix, (int)used, order, prec);
    nh_guard_free(order);
    nh_balls_free(side, size + 1);
    nh_balls_free(matrix, (size_t)size * size + 1);
    return is_regular ? NH_SEEN_NONZERO : NH_SEEN_NOTHING;
}

/* ---- by algebra ---- */

/* The determinant; undefined when it is too long. */
static nh_expr determinant_of(nh_admissible *a, bool is_free) {
    const nh_motion *motion = nh_motion_make(a);
    nh_pool *pool = a->model->pool;
    if (motion == NULL) return NH_EXPR_UNDEFINED;
    uint32_t n = motion->n, size = is_free ? n : n + motion->k;
    if (size > MOST_SYMBOLIC) return NH_EXPR_UNDEFINED;
    nh_expr *matrix = NH_NEW_ARRAY(a->arena, nh_expr, (size_t)(n + motion->k) * (n + motion->k));
    nh_expr *side = NH_NEW_ARRAY(a->arena, nh_expr, n + motion->k), determinant;
    nh_motion_expressions(motion, pool, matrix, side);
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = 0; j < size; j++) {
            nh_expr e = matrix[i * (n + motion->k) + j];
            matrix[i * size + j] = is_free || a->form == NULL ? e : nh_explicit_restrict(a->form, e, a->signs);
        }
    bool is_done = nh_linear_determinant(pool, size, matrix, &determinant) == NH_LINEAR_DONE;
    return is_done ? determinant : NH_EXPR_UNDEFINED;
}

static nh_fact find_regularity(nh_admissible *a, bool is_free) {
    question q = {nh_motion_make(a), is_free};
    if (a->model->coordinates.count == 0) return nh_fact_yes(NH_EVIDENCE_PROVED);
    if (q.motion == NULL) return nh_fact_unknown();
    if (!is_free && nh_curved_rows_act(a->model)) return nh_fact_unknown(); /* there may be several accelerations */
    if (a->samples != NULL &&
        nh_samples_run(a->samples, q.motion->count, q.motion->outputs, see_regular, &q) == NH_SEEN_NONZERO)
        return nh_fact_yes(NH_EVIDENCE_CERTIFIED);
    NH_ASSERT(a->lagrange.n == a->model->coordinates.count);
    bool is_known = is_free || (a->is_rank_known && a->bound_by != NH_EVIDENCE_NONE);
    nh_fact definite = is_known ? nh_conditions_is_definite(a, !is_free) : nh_fact_unknown();
    if (definite.truth == NH_YES) return definite;
    nh_expr determinant = determinant_of(a, is_free);
    if (determinant == NH_EXPR_UNDEFINED) return nh_fact_unknown();
    bool may_refute = is_known; /* rows that depend on each other make it 0 too */
    if (may_refute && nh_expr_is_proved_zero(a->model->pool, determinant)) return nh_fact_no(NH_EVIDENCE_PROVED);
    nh_expr valued = nh_model_with_values(a->model, determinant);
    if (may_refute && nh_expr_is_proved_zero(a->model->pool, valued)) return nh_fact_no(NH_EVIDENCE_CERTIFIED);
    bool is_of_all = is_free || a->lagrange.acting == 0; /* all states are admissible */
    bool is_nonzero = is_of_all && nh_expr_is_nonzero_somewhere(a->model->pool, valued);
    return is_nonzero ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_unknown();
}

nh_fact nh_regular_free(nh_admissible *a) {
    return find_regularity(a, true);
}

nh_fact nh_regular_reduced(nh_admissible *a) {
    return find_regularity(a, false);
}
