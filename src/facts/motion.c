/* The linear system of the accelerations, in balls and as expressions. */
#include "facts/motion_private.h"

enum { MOST_UNKNOWNS = 120 };

/* Row i of the matrix, dense, behind the others. */
static nh_expr *add_row(const nh_expr_matrix *matrix, uint32_t i, nh_expr *next) {
    for (uint32_t k = 0; k < matrix->columns; k++) next[k] = NH_EXPR_ZERO;
    for (uint32_t k = matrix->start[i]; k < matrix->start[i + 1]; k++) next[matrix->column[k]] = matrix->entry[k];
    return next + matrix->columns;
}

const nh_motion *nh_motion_make(nh_admissible *a) {
    const nh_lagrange *x = &a->lagrange;
    nh_motion *motion = NH_NEW(a->arena, nh_motion);
    *motion = (nh_motion){.n = x->n, .row = NH_NEW_ARRAY(a->arena, uint32_t, x->rows)};
    for (uint32_t i = 0; i < x->rows; i++)
        if (!a->redundant[x->row[i]]) motion->row[motion->k++] = i;
    uint32_t n = motion->n, k = motion->k;
    if (n + k > MOST_UNKNOWNS) return NULL;
    motion->count = n * n + n + k * n + k;
    nh_expr *next = motion->outputs = NH_NEW_ARRAY(a->arena, nh_expr, motion->count);
    for (uint32_t i = 0; i < n; i++) next = add_row(&x->matrix, i, next);
    for (uint32_t i = 0; i < n; i++) *next++ = x->force[i];
    for (uint32_t i = 0; i < k; i++) next = add_row(&x->jacobian, motion->row[i], next);
    for (uint32_t i = 0; i < k; i++) *next++ = x->drift[motion->row[i]];
    return motion;
}

void nh_motion_fill(const nh_motion *motion, const nh_ball *outputs, nh_ball *matrix, nh_ball *side) {
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
