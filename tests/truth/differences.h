/* Accelerations by differences: Lagrange's equations with multipliers at a state from nothing but values of L, the
 * forces and the constraints, which evaluate.h computes in long double. No derivative of the library, no tape and no
 * solver of its is used.
 *
 *     differences d = differences_of(arena, model);
 *     if (differences_solve(&d, state, a)) ... a[i] to about 1e-6
 *
 * A state is t, coordinates, velocities. d/ds of F along a direction u is (F(+h u) - F(-h u))/2h, and so on. */
#ifndef NH_TESTS_TRUTH_DIFFERENCES_H
#define NH_TESTS_TRUTH_DIFFERENCES_H

#include "../lang/mechanics.h"

typedef struct differences {
    nh_arena *arena;
    nh_model *model;
    mechanics m;
    uint32_t size; /* of a state: 2 n + 1 */
    nh_expr *symbol;
    long double *value; /* of the state, then of the parameters */
    bool is_known;      /* all values so far were */
    uint32_t rank;      /* of the gradients of the constraints, by the last call of differences_solve */
    bool is_regular;    /* the accelerations are determined */
} differences;

#define DIFFERENCES_STEP 1e-4L

static inline differences differences_of(nh_arena *arena, nh_model *model) {
    differences d = {.arena = arena, .model = model, .m = mechanics_of_model(arena, model)};
    d.size = 2 * d.m.n + 1;
    d.symbol = NH_NEW_ARRAY(arena, nh_expr, d.size + d.m.parameters);
    d.value = NH_NEW_ARRAY(arena, long double, d.size + d.m.parameters);
    d.symbol[0] = d.m.time;
    for (uint32_t i = 0; i < d.m.n; i++) d.symbol[1 + i] = d.m.q[i], d.symbol[1 + d.m.n + i] = d.m.v[i];
    for (uint32_t i = 0; i < d.m.parameters; i++)
        d.symbol[d.size + i] = d.m.parameter[i], d.value[d.size + i] = d.m.value[i];
    return d;
}

/* F at the state + s u + r w; u, w may be NULL. */
static inline long double differences_at(differences *d, nh_expr F, const double *state, long double s,
                                         const long double *u, long double r, const long double *w) {
    for (uint32_t i = 0; i < d->size; i++) d->value[i] = state[i] + (u ? s * u[i] : 0) + (w ? r * w[i] : 0);
    point at = {.count = d->size + d->m.parameters, .symbols = d->symbol, .values = d->value};
    evaluated v = evaluate(d->m.pool, F, &at);
    d->is_known &= is_known(v);
    return v.value;
}

static inline long double differences_first(differences *d, nh_expr F, const double *state, const long double *u) {
    long double h = DIFFERENCES_STEP;
    return (differences_at(d, F, state, h, u, 0, NULL) - differences_at(d, F, state, -h, u, 0, NULL)) / (2 * h);
}

static inline long double differences_second(differences *d, nh_expr F, const double *state, const long double *u,
                                             const long double *w) {
    long double h = DIFFERENCES_STEP;
    return (differences_at(d, F, state, h, u, h, w) - differences_at(d, F, state, h, u, -h, w) -
            differences_at(d, F, state, -h, u, h, w) + differences_at(d, F, state, -h, u, -h, w)) /
           (4 * h * h);
}

/* Gauss' elimination with full pivoting of `rows` by `columns` + 1 right sides, in place; the rank. order[k] is the
 * column of the k-th pivot. */
static inline uint32_t differences_eliminate(uint32_t rows, uint32_t columns, long double *A, uint32_t *order) {
    uint32_t width = columns + 1, rank = 0;
    long double largest = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) largest = fmaxl(largest, fabsl(A[i * width + j]));
    for (; rank < rows && rank < columns; rank++) {
        uint32_t p = rank, q = 0;
        long double best = 0;
        for (uint32_t i = rank; i < rows; i++)
            for (uint32_t j = 0; j < columns; j++)
                if (fabsl(A[i * width + j]) > best) best = fabsl(A[i * width + j]), p = i, q = j;
        if (best <= 1e-5L * fmaxl(1, largest)) break;
        for (uint32_t j = 0; j < width; j++) {
            long double swapped = A[p * width + j];
            A[p * width + j] = A[rank * width + j], A[rank * width + j] = swapped;
        }
        for (uint32_t i = 0; i < rows; i++) {
            long double factor = i == rank ? 0 : A[i * width + q] / A[rank * width + q];
            for (uint32_t j = 0; i != rank && j < width; j++) A[i * width + j] -= factor * A[rank * width + j];
            if (i != rank) A[i * width + q] = 0;
        }
        order[rank] = q;
    }
    return rank;
}

/* Unknowns are the accelerations, then one multiplier for each constraint:
 *     M a - A^T lambda = Q + dL/dq - D dL/dq',   A a = -D phi,   D = d/dt + q' d/dq
 * False where something has no value, or the accelerations are not determined. */
static inline bool differences_solve(differences *d, const double *state, long double *a) {
    uint32_t n = d->m.n, k = d->m.rows, size = n + k, width = size + 1;
    long double *S = NH_NEW_ARRAY(d->arena, long double, (size_t)size *width),
                *u = NH_NEW_ARRAY(d->arena, long double, d->size), *w = NH_NEW_ARRAY(d->arena, long double, d->size),
                *D = NH_NEW_ARRAY(d->arena, long double, d->size);
    uint32_t *order = NH_NEW_ARRAY(d->arena, uint32_t, size), row = 0;
    long double *gradients = NH_NEW_ARRAY(d->arena, long double, (size_t)(k + 1) * (n + 1));
    d->is_known = true;
    d->is_regular = false;
    D[0] = 1;
    for (uint32_t i = 0; i < n; i++) D[1 + i] = state[1 + n + i];
    for (uint32_t i = 0; i < n; i++) {
        u[1 + n + i] = 1;
        for (uint32_t j = 0; j < n; j++) {
            w[1 + n + j] = 1;
            S[i * width + j] = differences_second(d, d->m.L, state, u, w);
            w[1 + n + j] = 0;
        }
        S[i * width + size] = -differences_second(d, d->m.L, state, u, D);
        u[1 + n + i] = 0;
        u[1 + i] = 1;
        S[i * width + size] +=
            differences_first(d, d->m.L, state, u) + differences_at(d, d->m.Q[i], state, 0, NULL, 0, NULL);
        u[1 + i] = 0;
    }
    for (size_t r = 0; r < d->model->rows.count; r++) {
        const nh_row *item = &d->model->rows.items[r];
        if (!item->is_imposed) continue;
        for (uint32_t j = 0; j < n; j++) {
            uint32_t at = item->is_geometric ? 1 + j : 1 + n + j;
            u[at] = 1;
            long double g = differences_first(d, item->residual, state, u);
            u[at] = 0;
            S[(n + row) * width + j] = g;
            S[j * width + n + row] = -g;
            gradients[row * (n + 1) + j] = g;
        }
        S[(n + row) * width + size] = item->is_geometric ? -differences_second(d, item->residual, state, D, D)
                                                         : -differences_first(d, item->residual, state, D);
        row++;
    }
    if (!d->is_known) return false;
    d->rank = differences_eliminate(k, n, gradients, order);
    uint32_t rank = differences_eliminate(size, size, S, order);
    d->is_regular = rank == n + d->rank;
    for (uint32_t i = 0; i < n; i++) a[i] = 0;
    for (uint32_t i = rank; i < size; i++) /* an equation 0 = b: contradicting constraints */
        if (fabsl(S[i * width + size]) > 1e-3L) return false;
    for (uint32_t i = 0; i < rank; i++)
        if (order[i] < n) a[order[i]] = S[i * width + size] / S[i * width + order[i]];
    return d->is_regular;
}

#endif
