/* The transposition matrix in closed form. With the conditions S Omega = R and the metric H, the mass matrix or 1,
 *
 *     Omega = H^-1 S^T (S H^-1 S^T)^-1 R. */
#include "form/omega.h"

#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "model/variation.h"

typedef struct closure {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    nh_omega kind;
    uint32_t n, count; /* of conditions */
    nh_expr *s, *r;    /* count x n, row by row */
    nh_expr *rows;     /* the same of the rows by themselves */
    uint32_t row_count;
    bool is_dependent; /* p is a combination of the rows, everywhere */
} closure;

/* a b, for a of p x q and b of q x r. */
static nh_expr *product_of(const closure *c, uint32_t p, uint32_t q, uint32_t r, const nh_expr *a, const nh_expr *b) {
    nh_arena *arena = c->arena;
    nh_expr *terms = NH_NEW_ARRAY(arena, nh_expr, (size_t)q + 1),
            *all = NH_NEW_ARRAY(arena, nh_expr, (size_t)p * r + 1);
    for (uint32_t i = 0; i < p; i++)
        for (uint32_t j = 0; j < r; j++) {
            for (uint32_t k = 0; k < q; k++)
                terms[k] = nh_expr_mul(c->pool, a[(size_t)i * q + k], b[(size_t)k * r + j]);
            all[(size_t)i * r + j] = nh_expr_sum(c->pool, q, terms);
        }
    return all;
}

static nh_expr *transposed_of(const closure *c, uint32_t rows, uint32_t columns, const nh_expr *a) {
    nh_expr *t = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)rows * columns + 1);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) t[(size_t)j * rows + i] = a[(size_t)i * columns + j];
    return t;
}

/* H^-1 S^T (S H^-1 S^T)^-1 R; NULL: not found. */
static const nh_expr *least_solution(closure *c, uint32_t count, const nh_expr *s, const nh_expr *r, const nh_expr *H) {
    nh_arena *arena = c->arena;
    nh_pool *pool = c->pool;
    nh_linear_solution found;
    const nh_expr *X = transposed_of(c, count, c->n, s);
    if (H != NULL) {
        if (nh_linear_solve(pool, arena, c->n, H, count, X, &found) != NH_LINEAR_DONE) return NULL;
        X = found.x;
    }
    const nh_expr *gram = product_of(c, count, c->n, count, s, X);
    nh_linear_answer answer = nh_linear_solve(pool, arena, count, gram, c->n, r, &found);
    c->is_dependent = answer == NH_LINEAR_SINGULAR && count > c->row_count;
    if (answer != NH_LINEAR_DONE) return NULL;
    return product_of(c, c->n, count, c->n, X, found.x);
}

static nh_expr *mass_matrix(const closure *c) {
    const nh_expr *v = nh_model_velocities(c->model, c->arena);
    nh_expr *H = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)c->n * c->n + 1);
    nh_expr *p = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)c->n + 1);
    nh_expr_gradient(c->pool, c->model->L, c->n, v, p);
    for (uint32_t i = 0; i < c->n; i++) nh_expr_gradient(c->pool, p[i], c->n, v, H + (size_t)i * c->n);
    return H;
}

/* R := R - R X for the least X with A X = A: conditions on the kernel of the rows. */
static bool restrict_to_kernel(closure *c) {
    const nh_expr *X = least_solution(c, c->row_count, c->rows, c->rows, NULL);
    if (X == NULL) return false;
    const nh_expr *off = product_of(c, c->count, c->n, c->n, c->r, X);
    for (size_t i = 0; i < (size_t)c->count * c->n; i++) c->r[i] = nh_expr_sub(c->pool, c->r[i], off[i]);
    return true;
}

static void add_condition(closure *c, const nh_expr *slope, const nh_expr *right) {
    for (uint32_t j = 0; j < c->n; j++) {
        c->s[(size_t)c->count * c->n + j] = slope[j];
        c->r[(size_t)c->count * c->n + j] = right != NULL ? right[j] : NH_EXPR_ZERO;
    }
    c->count++;
}

/* The rows that are independent, and p. */
static void list_conditions(closure *c, const bool *is_redundant) {
    nh_variation x = nh_variation_derive(c->model, c->arena);
    size_t size = ((size_t)x.rows + 1) * x.n + 1;
    c->s = NH_NEW_ARRAY(c->arena, nh_expr, size);
    c->r = NH_NEW_ARRAY(c->arena, nh_expr, size);
    c->rows = c->s;
    for (uint32_t r = 0; r < x.rows; r++)
        if (is_redundant == NULL || !is_redundant[x.row[r]])
            add_condition(c, x.A + (size_t)r * x.n, x.D + (size_t)r * x.n);
    c->row_count = c->count;
    if (nh_omega_has_60(c->kind)) add_condition(c, x.p, NULL);
}

const nh_expr *nh_omega_close(const nh_model *model, nh_arena *arena, nh_omega kind, const bool *is_redundant,
                              bool *is_impossible) {
    closure c = {.model = model, .pool = model->pool, .arena = arena, .kind = kind};
    c.n = (uint32_t)model->coordinates.count;
    list_conditions(&c, is_redundant);
    if (nh_omega_is_on_kernel(kind) && !restrict_to_kernel(&c)) return NULL;
    NH_ASSERT(kind < NH_OMEGAS && !nh_arena_is_scratch(arena));
    const nh_expr *found = least_solution(&c, c.count, c.s, c.r, kind == NH_OMEGA_MASS ? mass_matrix(&c) : NULL);
    if (is_impossible != NULL) *is_impossible = c.is_dependent;
    return found;
}
