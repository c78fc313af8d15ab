/* The metric of least movement, and the equations next to it; dense.
 *
 * W is the mass matrix for coordinates and for velocities where it is positive definite, restricted to the unknowns
 * that are free, else the identity. With W = L L^T and B = L^-1 J^T the equations are orthogonalised in the order of
 * the text (num/linear/basis.h): B = Z R for those that are independent. Then
 *
 *     the least step with J d = -c        d = -L^-T Z R^-T c
 *     -W^-1 g made tangent                d = -L^-T (1 - Z Z^T) L^-1 g,    R lambda = Z^T L^-1 g
 *
 * Unknowns that are not free have a row of the identity in L and zeros in J, so that they stay to the bit. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "state/state_private.h"

/* ---- triangular systems ---- */

/* x := L^-1 x, and L^-T x, for coordinates and velocities alike; nothing where the metric is Euclidean. */
static void solve_lower(const nh_states *s, double *x) {
    for (size_t block = 0; block < 2 && s->is_definite; block++)
        nh_solve_lower(s->factor + block * s->n * s->n, s->n, x + block * s->n);
}

static void solve_lower_transposed(const nh_states *s, double *x) {
    for (size_t block = 0; block < 2 && s->is_definite; block++)
        nh_solve_lower_transposed(s->factor + block * s->n * s->n, s->n, x + block * s->n);
}

/* ---- the metric ---- */

static bool factor_block(nh_states *s, size_t block) {
    size_t n = s->n;
    double *a = s->factor + block * n * n;
    const bool *is_free = s->is_free + block * n;
    memset(a, 0, n * n * sizeof *a);
    for (uint32_t i = 0; i < n; i++) {
        if (!is_free[i]) a[i + i * n] = 1;
        for (uint32_t k = s->M.start[i]; k < s->M.start[i + 1]; k++)
            if (is_free[i] && is_free[s->M.column[k]]) a[i + s->M.column[k] * n] = s->mass[k];
    }
    return nh_cholesky(a, n);
}

void nh_state_set_metric(nh_states *s, double t, const double *z) {
    s->is_definite = nh_state_evaluate_mass(s, t, z);
    if (s->sparse != NULL) return;
    s->is_definite = s->is_definite && factor_block(s, 0) && factor_block(s, 1);
}

void nh_state_metric_multiply(const nh_states *s, const double *x, double *y) {
    NH_ASSERT(x != y);
    for (uint32_t i = 0; i < s->size; i++) y[i] = s->is_free[i] && !s->is_definite ? x[i] : 0;
    for (size_t block = 0; block < 2 && s->is_definite; block++) {
        const bool *is_free = s->is_free + block * s->n;
        const double *from = x + block * s->n;
        double *to = y + block * s->n;
        for (uint32_t i = 0; i < s->n; i++)
            for (uint32_t k = s->M.start[i]; k < s->M.start[i + 1] && is_free[i]; k++)
                if (is_free[s->M.column[k]]) to[i] += s->mass[k] * from[s->M.column[k]];
    }
}

double nh_state_norm(nh_states *s, const double *x) {
    NH_ASSERT(x != s->vectors[0]);
    double *y = s->vectors[0];
    nh_state_metric_multiply(s, x, y);
    return sqrt(fmax(nh_doubles_dot(x, y, s->size), 0));
}

/* ---- the equations ---- */

/* The column L^-1 J_e^T. */
static void load_gradient(void *user, uint32_t e, double *column) {
    const nh_states *s = user;
    memset(column, 0, s->size * sizeof *column);
    for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++)
        if (s->is_free[s->J.column[k]]) column[s->J.column[k]] = s->slope[k];
    solve_lower(s, column);
}

/* Whether two equations are components of one constraint. */
static bool are_components(const nh_states *s, uint32_t a, uint32_t b) {
    const nh_equation *x = &s->equations[a], *y = &s->equations[b];
    if (x->kind != y->kind || x->kind == NH_EQUATION_RELATION || x->kind == NH_EQUATION_FURTHER) return false;
    return s->model->rows.items[x->number].label == s->model->rows.items[y->number].label;
}

/* Takes the active equations, constraint by constraint: those that are affine, others, or both. */
static void take_rows(nh_states *s, bool affine, bool others) {
    for (uint32_t first = 0, end; first < s->count; first = end) {
        uint32_t count = 0;
        for (end = first; end < s->count && (end == first || (!s->is_in_order && are_components(s, first, end))); end++)
            if (s->is_active[end] && (s->is_affine[end] ? affine : others)) s->group[count++] = end;
        nh_basis_take(s->basis, count, s->group, load_gradient, s);
    }
}

void nh_state_linearise(nh_states *s) {
    s->factorisations++;
    if (s->sparse != NULL) {
        nh_state_sparse_factor(s);
        return;
    }
    nh_basis_begin(s->basis, s->dependent);
    for (uint32_t e = 0; e < s->count; e++) s->is_redundant[e] = true;
    if (s->is_affine_first) take_rows(s, true, false);
    take_rows(s, !s->is_affine_first, true);
    s->rank = s->basis->rank;
    s->used = s->basis->used;
    for (uint32_t k = 0; k < s->rank; k++) s->is_redundant[s->used[k]] = false;
}

void nh_state_pivot_rows(nh_states *s, uint32_t rank) {
    NH_ASSERT(s->sparse == NULL && rank <= s->count);
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *columns = NH_NEW_ARRAY(scratch, double, (size_t)s->size * s->count + 1);
    double *least = NH_NEW_ARRAY(scratch, double, s->count);
    uint32_t *order = NH_NEW_ARRAY(scratch, uint32_t, s->count);
    for (uint32_t first = 0, end; first < s->count; first = end) {
        double most = 0;
        for (end = first; end < s->count && (end == first || are_components(s, first, end)); end++) {
            double *column = columns + (size_t)end * s->size;
            s->is_redundant[end] = true;
            if (!s->is_active[end]) continue;
            load_gradient(s, end, column);
            most = fmax(most, sqrt(nh_doubles_dot(column, column, s->size)));
        }
        for (uint32_t e = first; e < end; e++) least[e] = s->dependent * most;
    }
    rank = nh_basis_pivots(s->size, s->count, columns, least, rank, NULL, order);
    for (uint32_t k = 0; k < rank; k++) s->is_redundant[order[k]] = false;
    nh_arena_release(scratch, mark);
}

/* x = sum of coefficient times column of the basis, taken back by L^-T; frozen unknowns get exactly 0. */
static void combine_basis(nh_states *s, const double *coefficients, double *x) {
    memset(x, 0, s->size * sizeof *x);
    for (uint32_t k = 0; k < s->rank; k++)
        for (size_t i = 0; i < s->size; i++) x[i] += coefficients[k] * s->basis->z[(size_t)k * s->size + i];
}

static void take_back(const nh_states *s, double *x) {
    solve_lower_transposed(s, x);
    for (uint32_t i = 0; i < s->size; i++)
        if (!s->is_free[i]) x[i] = 0;
}

void nh_state_normal_step(nh_states *s, const double *c, double *d) {
    NH_ASSERT(c != d);
    if (s->sparse != NULL) {
        nh_state_sparse_solve(s, NULL, c, d, NULL);
        return;
    }
    double *u = s->row_vectors[0];
    for (uint32_t k = 0; k < s->rank; k++) {
        const double *r = s->basis->r + (size_t)k * s->count;
        u[k] = (-c[s->used[k]] - nh_doubles_dot(r, u, k)) / r[k];
    }
    combine_basis(s, u, d);
    take_back(s, d);
}

/* R lambda = u, spread over all equations. */
static void solve_multipliers(nh_states *s, double *u, double *lambda) {
    memset(lambda, 0, s->count * sizeof *lambda);
    for (uint32_t k = s->rank; k-- > 0;) {
        for (uint32_t j = k + 1; j < s->rank; j++) u[k] -= s->basis->r[(size_t)j * s->count + k] * u[j];
        u[k] /= s->basis->r[(size_t)k * s->count + k];
        lambda[s->used[k]] = u[k];
    }
}

/* Makes w orthogonal to the basis, adding what was taken to u. */
static void take_out(const nh_states *s, double *w, double *u) {
    for (uint32_t k = 0; k < s->rank; k++) {
        const double *z = s->basis->z + (size_t)k * s->size;
        double part = nh_doubles_dot(z, w, s->size);
        for (size_t i = 0; i < s->size; i++) w[i] -= part * z[i];
        u[k] += part;
    }
}

void nh_state_tangent(nh_states *s, const double *g, double *d, double *lambda) {
    NH_ASSERT(g != s->vectors[1] && d != g);
    if (s->sparse != NULL) {
        nh_state_sparse_solve(s, g, NULL, d, lambda);
        return;
    }
    double *u = s->row_vectors[0], *w = s->vectors[1];
    for (uint32_t i = 0; i < s->size; i++) w[i] = s->is_free[i] ? g[i] : 0;
    solve_lower(s, w);
    memset(u, 0, s->count * sizeof *u);
    for (int pass = 0; pass < 2; pass++) take_out(s, w, u);
    for (uint32_t i = 0; i < s->size; i++) d[i] = -w[i];
    take_back(s, d);
    if (lambda != NULL) solve_multipliers(s, u, lambda);
}
