/* The linear system of the accelerations, in balls and as expressions; what is 0 along all its motions. */
#include "facts/motion.h"

#include <string.h>

#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "facts/limits_private.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"

/* Larger systems are not solved in balls, and not as expressions. */
enum { MOST_UNKNOWNS = 120, MOST_SYMBOLIC = 10 };

/* Row i of the matrix, dense, after the others. */
static nh_expr *add_row(const nh_expr_matrix *matrix, uint32_t i, nh_expr *next) {
    for (uint32_t k = 0; k < matrix->columns; k++) next[k] = NH_EXPR_ZERO;
    for (uint32_t k = matrix->start[i]; k < matrix->start[i + 1]; k++) next[matrix->column[k]] = matrix->entry[k];
    return next + matrix->columns;
}

const nh_motion *nh_motion_make(nh_admissible *a) {
    const nh_lagrange *x = &a->lagrange;
    nh_motion *motion = NH_NEW(a->arena, nh_motion);
    *motion = (nh_motion){.n = x->n, .row = NH_NEW_ARRAY(a->arena, uint32_t, x->acting)};
    for (uint32_t i = 0; i < x->rows; i++)
        if (!a->redundant[x->row[i]]) motion->row[motion->k++] = i;
    for (uint32_t i = 0; i < a->bound; i++) motion->row[motion->k++] = a->bound_row[i];
    uint32_t n = motion->n, k = motion->k;
    if (n + k > MOST_UNKNOWNS) return NULL;
    motion->count = n * n + n + k * n + k;
    nh_expr *next = motion->outputs = NH_NEW_ARRAY(a->arena, nh_expr, motion->count);
    for (uint32_t i = 0; i < n; i++) next = add_row(&x->matrix, i, next);
    for (uint32_t i = 0; i < n; i++) *next++ = x->force[i];
    for (uint32_t i = 0; i < k; i++) next = add_row(&x->jacobian, motion->row[i], next);
    for (uint32_t i = 0; i < k; i++) *next++ = x->drift[motion->row[i]];
    return motion;
    NH_ASSERT(motion->k <= x->rows);
}

void nh_motion_fill(const nh_motion *motion, const nh_ball *outputs, nh_ball *matrix, nh_ball *side) {
    NH_ASSERT(nh_guard_inside());
    uint32_t n = motion->n, k = motion->k, size = n + k;
    const nh_ball *M = outputs, *f = M + (size_t)n * n, *A = f + n, *c = A + (size_t)k * n;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) nh_ball_set(&matrix[i + j * size], &M[i * n + j]);
        nh_ball_set(&side[i], &f[i]);
    }
    for (uint32_t r = 0; r < k; r++) {
        for (uint32_t j = 0; j < n; j++) {
            nh_ball_set(&matrix[n + r + j * size], &A[r * n + j]);
            nh_ball_neg(&matrix[j + (n + r) * size], &A[r * n + j]);
        }
        for (uint32_t j = 0; j < k; j++) nh_ball_set_int(&matrix[n + r + (n + j) * size], 0);
        nh_ball_neg(&side[n + r], &c[r]);
    }
}

void nh_motion_expressions(const nh_motion *motion, nh_pool *pool, nh_expr *matrix, nh_expr *side) {
    uint32_t n = motion->n, k = motion->k, size = n + k;
    const nh_expr *M = motion->outputs, *f = M + (size_t)n * n, *A = f + n, *c = A + (size_t)k * n;
    for (uint32_t i = 0; i < size * size; i++) matrix[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) matrix[i * size + j] = M[i * n + j];
        side[i] = f[i];
    }
    for (uint32_t r = 0; r < k; r++) {
        for (uint32_t j = 0; j < n; j++) {
            matrix[(n + r) * size + j] = A[r * n + j];
            matrix[j * size + n + r] = nh_expr_neg(pool, A[r * n + j]);
        }
        side[n + r] = nh_expr_neg(pool, c[r]);
    }
}

/* ---- what is 0 along motions ---- */

/* Outputs: those of the motion, then the factors, the rest, and the size of its terms. */
static nh_seen see_sum(void *user, const nh_ball *outputs, int prec) {
    const nh_motion *motion = user;
    uint32_t size = motion->n + motion->k;
    const nh_ball *factor = outputs + motion->count, *rest = factor + size;
    nh_ball *matrix = nh_balls_new((size_t)size * size + 1), *side = nh_balls_new(size + 1),
            *x = nh_balls_new(size + 3);
    nh_ball *sum = &x[size], *terms = &x[size + 1], *one = &x[size + 2];
    nh_motion_fill(motion, outputs, matrix, side);
    nh_seen seen = NH_SEEN_NOTHING;
    if (nh_ball_solve(x, matrix, (int)size, side, 1, prec)) {
        nh_ball_set(sum, &rest[0]);
        nh_ball_set(terms, &rest[1]);
        for (uint32_t i = 0; i < size; i++) {
            nh_ball_mul(one, &x[i], &factor[i], prec);
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

static nh_seen look_at_sum(nh_admissible *a, const nh_motion *motion, const nh_motion_sum *sum) {
    uint32_t size = motion->n + motion->k, count = motion->count + size + 2;
    nh_expr *outputs = NH_NEW_ARRAY(a->arena, nh_expr, count);
    memcpy(outputs, motion->outputs, motion->count * sizeof *outputs);
    memcpy(outputs + motion->count, sum->factor, size * sizeof *outputs);
    outputs[count - 2] = sum->rest;
    outputs[count - 1] = nh_expr_terms_size(a->model->pool, sum->rest);
    return nh_samples_run(a->samples, count, outputs, see_sum, (void *)(uintptr_t)motion);
}

nh_expr nh_motion_value(nh_admissible *a, const nh_motion *motion, const nh_motion_sum *sum) {
    uint32_t size = motion->n + motion->k;
    nh_pool *pool = a->model->pool;
    nh_expr e = sum->rest;
    nh_expr *matrix = NH_NEW_ARRAY(a->arena, nh_expr, (size_t)size * size),
            *side = NH_NEW_ARRAY(a->arena, nh_expr, size);
    nh_linear_solution x;
    if (size > MOST_SYMBOLIC) return NH_EXPR_UNDEFINED;
    nh_motion_expressions(motion, pool, matrix, side);
    if (nh_linear_solve(pool, a->arena, size, matrix, 1, side, &x) != NH_LINEAR_DONE) return NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < size; i++) e = nh_expr_add(pool, e, nh_expr_mul(pool, x.x[i], sum->factor[i]));
    return e;
}

typedef struct motion_proof {
    nh_admissible *a;
    const nh_motion *motion;
    const nh_motion_sum *sum;
    bool is_found;
} motion_proof;

static void look_for_proof(void *argument) {
    motion_proof *proof = argument;
    nh_expr e = nh_motion_value(proof->a, proof->motion, proof->sum);
    proof->is_found = e != NH_EXPR_UNDEFINED && nh_admissible_is_proved_zero(proof->a, e);
}

static bool is_proved_zero(nh_admissible *a, const nh_motion *motion, const nh_motion_sum *sum) {
    motion_proof proof = {a, motion, sum, false};
    nh_budget budget = {.work = NH_WORK_ALONG};
    (void)nh_attempt(a->model->context, &budget, look_for_proof, &proof);
    return proof.is_found;
}

nh_fact nh_motion_is_zero(nh_admissible *a, const nh_motion *motion, const nh_motion_sum *sum) {
    nh_seen seen = a->samples != NULL ? look_at_sum(a, motion, sum) : NH_SEEN_NOTHING;
    if (seen == NH_SEEN_NONZERO) return nh_fact_no(NH_EVIDENCE_CERTIFIED);
    if (is_proved_zero(a, motion, sum)) return nh_fact_yes(NH_EVIDENCE_PROVED);
    return seen == NH_SEEN_ZERO ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_unknown();
}

nh_fact nh_motion_expression_is_zero(nh_admissible *a, const nh_motion *motion, const nh_expr *lambda, nh_expr e) {
    uint32_t n = motion->n, size = n + motion->k;
    nh_pool *pool = a->model->pool;
    nh_expr *unknown = NH_NEW_ARRAY(a->arena, nh_expr, size + 1), *zero = NH_NEW_ARRAY(a->arena, nh_expr, size + 1);
    nh_expr *factor = NH_NEW_ARRAY(a->arena, nh_expr, size + 1);
    for (uint32_t i = 0; i < n; i++) unknown[i] = nh_expr_dot(pool, a->model->coordinates.items[i].v);
    if (motion->k > 0) memcpy(unknown + n, lambda, motion->k * sizeof *lambda);
    e = nh_expr_expand_names(pool, e);
    for (uint32_t i = 0; i < size; i++) zero[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < size; i++) {
        factor[i] = nh_expr_diff(pool, e, unknown[i]);
        if (nh_expr_depends_on(pool, factor[i], size, unknown)) return nh_fact_unknown();
    }
    nh_motion_sum sum = {factor, nh_expr_substitute(pool, e, size, unknown, zero, true)};
    return sum.rest == NH_EXPR_UNDEFINED ? nh_fact_unknown() : nh_motion_is_zero(a, motion, &sum);
}
