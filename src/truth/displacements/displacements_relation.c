/* What displacements are compared with: the work of the reactions, the condition for commutation, the
 * transpositional relation. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "truth/displacements/displacements_private.h"

/* ---- sums ---- */

double nh_displacer_length(const double *x, size_t count) {
    double most = nh_doubles_largest(x, count), squares = 0;
    if (most == 0 || !isfinite(most)) return most;
    for (size_t i = 0; i < count; i++) squares += (x[i] / most) * (x[i] / most);
    return most * sqrt(squares);
}

/* A sum of products, and what it is small compared with: the product of the lengths. Single terms are no measure: all
 * of them may be roundings of 0. */
typedef struct sum {
    double value, size;
} sum;

static sum product_of(const double *a, const double *b, size_t count) {
    return (sum){nh_doubles_dot(a, b, count), nh_displacer_length(a, count) * nh_displacer_length(b, count)};
}

/* ---- work ---- */

/* lambda A u, and R u. */
static void work_on(const nh_displacer *d, const double *u, double *work, double *work_of_motion, double *size) {
    sum whole = {0, 0}, other = product_of(d->at.reaction, u, d->n);
    double terms = product_of(d->at.reaction_size, u, d->n).size;
    for (uint32_t r = 0; r < d->rows; r++) {
        sum of_row = product_of(d->at.A + (size_t)r * d->n, u, d->n);
        whole.value += d->lambda[r] * of_row.value;
        whole.size += fabs(d->lambda[r]) * of_row.size;
    }
    *work = whole.value;
    *work_of_motion = other.value;
    *size = fmax(whole.size, terms);
}

void nh_displacer_work(nh_displacer *d) {
    NH_ASSERT(d->info.dimension <= d->n);
    nh_displacements_info *info = &d->info;
    for (size_t k = 0; k < info->dimension; k++)
        work_on(d, d->basis + k * d->n, &d->works[k], &d->works_of_motion[k], &d->work_sizes[k]);
    work_on(d, d->state.v, &info->power, &info->power_of_motion, &info->power_size);
    for (uint32_t r = 0; r < d->rows; r++) {
        sum of_row = product_of(d->at.A + (size_t)r * d->n, d->state.v, d->n);
        d->row[r].lambda = d->lambda[r];
        d->row[r].power = d->lambda[r] * of_row.value;
        d->row[r].power_size = fabs(d->lambda[r]) * of_row.size;
    }
}

/* ---- commutation ---- */

/* A matrix rows x n that is compared with the rows of A. */
typedef struct compared_matrix {
    const double *matrix;
    const double *size; /* rows: the length of its terms */
    double *rho;        /* rows x rows: matrix = rho A by least squares */
    double *residual;   /* rows: the length of matrix - rho A */
    size_t left;        /* the dimension of the kernel of both */
} compared_matrix;

/* Least squares, row by row, over the independent rows of A, each brought to length 1. */
static void find_rho(const nh_displacer *d, nh_arena *arena, compared_matrix *c) {
    size_t n = d->n, rows = d->rows, rank = d->info.rank;
    double *a = NH_NEW_ARRAY(arena, double, n *rank + 1), *length = NH_NEW_ARRAY(arena, double, rank + 1);
    double *x = NH_NEW_ARRAY(arena, double, rank *rows + 1);
    for (size_t s = 0; s < rank; s++) {
        const double *row = d->at.A + d->used[s] * n;
        length[s] = nh_displacer_length(row, n);
        for (size_t i = 0; i < n; i++) a[i + s * n] = row[i] / length[s];
    }
    nh_qr *qr = nh_qr_make(arena, (int)n, (int)rank);
    bool is_found = nh_qr_factor(qr, a);
    int found = is_found ? nh_qr_rank(qr, 0) : 0;
    if (found > 0) nh_qr_solve(qr, found, c->matrix, x, (int)rows); /* rows of the matrix are columns there */
    memset(c->rho, 0, rows * rows * sizeof *c->rho);
    for (size_t r = 0; r < rows; r++)
        for (size_t s = 0; s < rank; s++) c->rho[r * rows + d->used[s]] = x[s + r * rank] / length[s] + 0.0;
}

static void find_residuals(const nh_displacer *d, nh_arena *arena, compared_matrix *c) {
    size_t n = d->n, rows = d->rows;
    double *rest = NH_NEW_ARRAY(arena, double, n + 1);
    for (size_t r = 0; r < rows; r++) {
        memcpy(rest, c->matrix + r * n, n * sizeof *rest);
        for (size_t s = 0; s < rows; s++)
            for (size_t i = 0; i < n; i++) rest[i] -= c->rho[r * rows + s] * d->at.A[s * n + i];
        c->residual[r] = nh_displacer_length(rest, n);
    }
}

/* The kernel of A less the rank of the matrix on it, every row measured by its terms. */
static void find_left(const nh_displacer *d, nh_arena *arena, compared_matrix *c) {
    size_t n = d->n, rows = d->rows, m = d->info.dimension, least = rows < m ? rows : m, rank = 0;
    double *on_kernel = NH_NEW_ARRAY(arena, double, rows *m + 1);
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < m && c->size[r] > 0; k++)
            on_kernel[r + k * rows] = product_of(c->matrix + r * n, d->kernel + k * n, n).value / c->size[r];
    nh_svd *svd = nh_svd_make(arena, (int)rows, (int)m);
    bool is_found = nh_svd_factor(svd, on_kernel);
    while (is_found && rank < least && nh_svd_values(svd)[rank] > d->tolerance) rank++;
    c->left = m - rank;
}

static bool compare_sides(const nh_displacer *d, nh_arena *arena, compared_matrix *c) {
    bool holds = true;
    c->residual = NH_NEW_ARRAY(arena, double, (size_t)d->rows + 1);
    find_rho(d, arena, c);
    find_residuals(d, arena, c);
    find_left(d, arena, c);
    for (uint32_t r = 0; r < d->rows; r++) holds &= c->residual[r] <= d->tolerance * c->size[r];
    return holds;
}

/* ---- where the vakonomic accelerations are Chetaev's ---- */

/* Decimal digits of a vector, relative to its largest entry, that are not rounding. */
enum { ROUNDING_DIGITS = 13 };

/* Largest entry 1, and what is rounding next to it 0. */
static void tidy_vector(double *x, size_t count) {
    double most = 0, least = pow(10, -ROUNDING_DIGITS);
    for (size_t i = 0; i < count; i++)
        if (fabs(x[i]) > fabs(most)) most = x[i];
    for (size_t i = 0; i < count && most != 0; i++) x[i] = fabs(x[i]) > least * fabs(most) ? x[i] / most : 0;
}

/* sum mu_r D_r is a combination of A where it is 0 on the kernel of A, on which D has the rank that c found: mu is in
 * the kernel of a matrix of that rank. Each row is measured by its terms. A geometric row has D = 0, and its mu acts
 * through its rate only: it is left out. */
static void find_agreeing(nh_displacer *d, nh_arena *arena, const compared_matrix *c) {
    size_t n = d->n, rows = d->rows, m = d->info.dimension, count = 0, rank = m - c->left;
    size_t *row = NH_NEW_ARRAY(arena, size_t, rows + 1);
    for (size_t r = 0; r < rows; r++)
        if (!d->model->rows.items[d->variation.row[r]].is_geometric) row[count++] = r;
    double *on_kernel = NH_NEW_ARRAY(arena, double, m *count + 1), *mu = NH_NEW_ARRAY(arena, double, count *count + 1);
    for (size_t s = 0; s < count; s++)
        for (size_t k = 0; k < m && c->size[row[s]] > 0; k++)
            on_kernel[k + s * m] = product_of(c->matrix + row[s] * n, d->kernel + k * n, n).value / c->size[row[s]];
    nh_qr *qr = nh_qr_make(arena, (int)m, (int)count);
    NH_ASSERT(rank <= count);
    d->info.agreeing = nh_qr_factor(qr, on_kernel) ? count - rank : 0;
    if (d->info.agreeing > 0) nh_qr_kernel(qr, (int)rank, mu);
    memset(d->agreeing, 0, rows * rows * sizeof *d->agreeing);
    for (size_t k = 0; k < d->info.agreeing; k++) {
        double *vector = d->agreeing + k * rows;
        for (size_t s = 0; s < count; s++)
            vector[row[s]] = c->size[row[s]] > 0 ? mu[s + k * count] / c->size[row[s]] : mu[s + k * count];
        tidy_vector(vector, rows);
    }
}

static void compare_D(nh_displacer *d, nh_arena *arena) {
    double *size = NH_NEW_ARRAY(arena, double, (size_t)d->rows + 1);
    for (uint32_t r = 0; r < d->rows; r++) size[r] = nh_displacer_length(d->at.D_size + (size_t)r * d->n, d->n);
    compared_matrix c = {.matrix = d->at.D, .size = size, .rho = d->rho};
    d->info.commutes = compare_sides(d, arena, &c);
    d->info.commuting = c.left;
    find_agreeing(d, arena, &c);
    for (uint32_t r = 0; r < d->rows; r++) {
        d->row[r].A = nh_displacer_length(d->at.A + (size_t)r * d->n, d->n);
        d->row[r].D = nh_displacer_length(d->at.D + (size_t)r * d->n, d->n);
        d->row[r].D_size = size[r];
        d->row[r].residual = c.residual[r];
    }
}

/* D1 = D - A omega, and the lengths of its terms. */
static double *transposed_D(const nh_displacer *d, nh_arena *arena, double *size) {
    size_t n = d->n;
    double *D1 = NH_NEW_ARRAY(arena, double, d->rows *n + 1), *terms = NH_NEW_ARRAY(arena, double, n + 1);
    for (size_t r = 0; r < d->rows; r++) {
        for (size_t j = 0; j < n; j++) {
            D1[r * n + j] = d->at.D[r * n + j];
            terms[j] = d->at.D_size[r * n + j];
            for (size_t h = 0; h < n; h++) {
                double product = d->at.A[r * n + h] * d->at.omega[h * n + j];
                D1[r * n + j] -= product;
                terms[j] += fabs(product);
            }
        }
        size[r] = nh_displacer_length(terms, n);
    }
    return D1;
}

static void compare_D1(nh_displacer *d, nh_arena *arena) {
    double *size = NH_NEW_ARRAY(arena, double, (size_t)d->rows + 1), *D1 = transposed_D(d, arena, size);
    compared_matrix c = {.matrix = D1, .size = size, .rho = NH_NEW_ARRAY(arena, double, (size_t)d->rows * d->rows + 1)};
    d->info.transposes = compare_sides(d, arena, &c);
    d->info.transposing = c.left;
    for (uint32_t r = 0; r < d->rows; r++) {
        d->row[r].D1 = nh_displacer_length(D1 + (size_t)r * d->n, d->n);
        d->row[r].D1_size = size[r];
        d->row[r].D1_residual = c.residual[r];
    }
}

void nh_displacer_commute(nh_displacer *d) {
    NH_ASSERT(d->info.rank <= d->rows);
    nh_arena *arena = nh_arena_create(d->model->context);
    compare_D(d, arena);
    if (d->info.has_transposition) compare_D1(d, arena);
    nh_arena_destroy(arena);
}

/* ---- the transpositional relation ---- */

/* dq' as the field gives it, else d/dt dq + omega dq, [Algebraic] (30). */
static void find_rates(nh_displacer *d) {
    for (uint32_t i = 0; i < d->n; i++) {
        bool is_given = d->model->field_rate[i] != NH_EXPR_UNDEFINED;
        d->field_rate[i] = is_given ? d->at.rate[i] : d->at.dq_dot[i];
        if (!is_given && d->info.has_transposition)
            d->field_rate[i] += product_of(d->at.omega + (size_t)i * d->n, d->at.dq, d->n).value;
    }
}

/* Left: the vakonomic sum less the derivative of Chetaev's as a whole. Right: what does not commute, and D. */
static void relate_row(const nh_displacer *d, uint32_t r) {
    NH_ASSERT(r < d->rows);
    size_t n = d->n, first = r * n;
    nh_displacements_row *row = &d->row[r];
    const double *a = d->at.A + first, *rate = d->field_rate, *dot = d->at.dq_dot, *dq = d->at.dq;
    sum chetaev = product_of(a, dq, n), twist = product_of(d->at.D + first, dq, n);
    sum moved = product_of(d->at.G + first, dq, n), varied = product_of(a, rate, n);
    double gap = 0, sizes = product_of(a, dot, n).size + varied.size + product_of(d->at.D_size + first, dq, n).size;
    for (size_t i = 0; i < n; i++) gap += a[i] * (rate[i] - dot[i]);
    row->chetaev = chetaev.value;
    row->chetaev_size = chetaev.size;
    row->vakonomic = moved.value + varied.value;
    row->vakonomic_size = moved.size + varied.size;
    row->chetaev_rate = d->at.total[r];
    row->left = row->vakonomic - d->at.total[r];
    row->right = gap - twist.value;
    row->size = fmax(row->vakonomic_size + d->at.total_size[r], sizes);
}

void nh_displacer_relate(nh_displacer *d) {
    NH_ASSERT(d->info.has_field);
    d->info.field_is_chetaev = d->info.field_is_vakonomic = true;
    find_rates(d);
    for (uint32_t r = 0; r < d->rows; r++) {
        const nh_displacements_row *row = &d->row[r];
        relate_row(d, r);
        d->info.field_is_chetaev &= fabs(row->chetaev) <= d->tolerance * row->chetaev_size;
        d->info.field_is_vakonomic &= fabs(row->vakonomic) <= d->tolerance * row->vakonomic_size;
    }
}
