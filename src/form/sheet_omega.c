/* The transposition matrix of the modified vakonomic equations on a sheet: what it is, how much of it is open, and its entries in closed form where that is not too long.
 *
 * With the conditions S Omega = R and the metric H, the mass matrix or 1,
 *
 *     Omega = H^-1 S^T (S H^-1 S^T)^-1 R. */
#include "algebra/linear.h"
#include "expr/inspect.h"
#include "form/sheet_private.h"
#include "model/variation.h"

/* Longer entries say less than the conditions do. */
enum { MOST_LENGTH = 120, MOST_COORDINATES = 8 };

typedef struct closing {
    nh_sheet_job *job;
    nh_omega kind;
    uint32_t n, count; /* of conditions */
    nh_expr *s, *r;    /* count x n, row by row */
    nh_expr *rows;     /* the same of the rows alone */
    uint32_t row_count;
    nh_expr *omega; /* n x n; NULL: not found */
} closing;

/* a b, for a of p x q and b of q x r. */
static nh_expr *product(const closing *c, uint32_t p, uint32_t q, uint32_t r, const nh_expr *a, const nh_expr *b) {
    nh_arena *arena = c->job->arena;
    nh_expr *terms = NH_NEW_ARRAY(arena, nh_expr, (size_t)q + 1),
            *all = NH_NEW_ARRAY(arena, nh_expr, (size_t)p * r + 1);
    for (uint32_t i = 0; i < p; i++)
        for (uint32_t j = 0; j < r; j++) {
            for (uint32_t k = 0; k < q; k++)
                terms[k] = nh_expr_mul(c->job->pool, a[(size_t)i * q + k], b[(size_t)k * r + j]);
            all[(size_t)i * r + j] = nh_expr_sum(c->job->pool, q, terms);
        }
    return all;
}

static nh_expr *transposed(const closing *c, uint32_t rows, uint32_t columns, const nh_expr *a) {
    nh_expr *t = NH_NEW_ARRAY(c->job->arena, nh_expr, (size_t)rows * columns + 1);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) t[(size_t)j * rows + i] = a[(size_t)i * columns + j];
    return t;
}

/* H^-1 S^T (S H^-1 S^T)^-1 R; NULL: not found. */
static const nh_expr *least(const closing *c, uint32_t count, const nh_expr *s, const nh_expr *r, const nh_expr *H) {
    nh_arena *arena = c->job->arena;
    nh_pool *pool = c->job->pool;
    nh_linear_solution found;
    const nh_expr *X = transposed(c, count, c->n, s);
    if (H != NULL) {
        if (nh_linear_solve(pool, arena, c->n, H, count, X, &found) != NH_LINEAR_DONE) return NULL;
        X = found.x;
    }
    const nh_expr *gram = product(c, count, c->n, count, s, X);
    if (nh_linear_solve(pool, arena, count, gram, c->n, r, &found) != NH_LINEAR_DONE) return NULL;
    return product(c, c->n, count, c->n, X, found.x);
}

static nh_expr *mass_matrix(const closing *c) {
    const nh_sheet_job *job = c->job;
    nh_expr *H = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)c->n * c->n + 1),
            *p = NH_NEW_ARRAY(job->arena, nh_expr, c->n);
    nh_expr_gradient(job->pool, job->model->L, c->n, job->v, p);
    for (uint32_t i = 0; i < c->n; i++) nh_expr_gradient(job->pool, p[i], c->n, job->v, H + (size_t)i * c->n);
    return H;
}

/* R := R - R X for the least X with A X = A: conditions on the kernel of the rows. */
static bool restrict_to_kernel(closing *c) {
    const nh_expr *X = least(c, c->row_count, c->rows, c->rows, NULL);
    if (X == NULL) return false;
    const nh_expr *off = product(c, c->count, c->n, c->n, c->r, X);
    for (size_t i = 0; i < (size_t)c->count * c->n; i++) c->r[i] = nh_expr_sub(c->job->pool, c->r[i], off[i]);
    return true;
}

static void add_condition(closing *c, const nh_expr *slope, const nh_expr *right) {
    for (uint32_t j = 0; j < c->n; j++) {
        c->s[(size_t)c->count * c->n + j] = slope[j];
        c->r[(size_t)c->count * c->n + j] = right != NULL ? right[j] : NH_EXPR_ZERO;
    }
    c->count++;
}

/* The rows that are independent where the model was looked at, and p. */
static void list_conditions(closing *c) {
    const nh_sheet_job *job = c->job;
    nh_variation x = nh_variation_derive(job->model, job->arena);
    size_t size = ((size_t)x.rows + 1) * x.n + 1;
    c->s = NH_NEW_ARRAY(job->arena, nh_expr, size);
    c->r = NH_NEW_ARRAY(job->arena, nh_expr, size);
    c->rows = c->s;
    for (uint32_t r = 0; r < x.rows; r++)
        if (job->a->redundant == NULL || !job->a->redundant[x.row[r]])
            add_condition(c, x.A + (size_t)r * x.n, x.D + (size_t)r * x.n);
    c->row_count = c->count;
    if (nh_omega_has_60(c->kind)) add_condition(c, x.p, NULL);
}

static void close(nh_context *context, void *argument) {
    (void)context;
    closing *c = argument;
    list_conditions(c);
    if (nh_omega_is_on_kernel(c->kind) && !restrict_to_kernel(c)) return;
    const nh_expr *found = least(c, c->count, c->s, c->r, c->kind == NH_OMEGA_MASS ? mass_matrix(c) : NULL);
    if (found == NULL) return;
    nh_expr *omega = NH_NEW_ARRAY(c->job->arena, nh_expr, (size_t)c->n * c->n);
    for (size_t i = 0; i < (size_t)c->n * c->n; i++) {
        omega[i] = nh_sheet_settle(c->job, found[i]);
        if (nh_expr_length(c->job->pool, omega[i]) > MOST_LENGTH) return;
    }
    c->omega = omega;
}

/* Whether the accelerations are Chetaev's, whatever mu is: [Algebraic] (61), and for equations with p Omega in them (60) on the displacements. */
static bool is_chetaev(nh_setting setting) {
    bool has_61 = setting.omega != NH_OMEGA_MODEL && setting.omega != NH_OMEGA_ZERO;
    bool is_plain = setting.variant == NH_VARIANT_IMPOSED && setting.omega == NH_OMEGA_ZERO;
    return is_plain || (has_61 && (setting.variant == NH_VARIANT_ALGEBRAIC || nh_omega_has_60(setting.omega)));
}

static void note_motion(nh_sheet_job *job, nh_setting setting) {
    nh_sheet_note(
        job, "The multipliers mu are functions of time with free initial values. %s",
        is_chetaev(setting)
            ? "With this matrix Omega the accelerations are those under the Chetaev condition, whatever mu is."
            : "The motion need not be that under the Chetaev condition.");
}

/* "It is the least one with D1 g = 0: 6 of its 9 entries are open." */
static void note_matrix(nh_sheet_job *job, nh_omega kind) {
    uint32_t open = nh_omega_free(kind, job->n, job->a->rank), all = job->n * job->n;
    if (open > 0)
        nh_sheet_note(job, "Omega = (omega[h,j]) is %s: the conditions leave %u of its %u entries open.",
                      nh_omega_meaning(kind), open, all);
    else nh_sheet_note(job, "Omega = (omega[h,j]) is %s.", nh_omega_meaning(kind));
    nh_variation x = nh_variation_derive(job->model, job->arena);
    if (x.is_twisted && job->e->omegas > 0)
        nh_sheet_note(job, "Accelerations in Omega are those of the motion under the Chetaev condition.");
}

static bool is_zero(const nh_expr *omega, size_t n) {
    for (size_t i = 0; i < n * n; i++)
        if (omega[i] != NH_EXPR_ZERO) return false;
    return true;
}

void nh_sheet_find_omega(nh_sheet_job *job) {
    nh_equations *e = job->e;
    if (e->omega == NULL) return;
    note_motion(job, e->setting);
    note_matrix(job, e->setting.omega);
    closing c = {.job = job, .kind = e->setting.omega, .n = job->n, .omega = e->omega};
    if (e->omegas > 0) c.omega = NULL;
    bool is_open = e->omegas > 0 && e->setting.omega != NH_OMEGA_MODEL && job->n <= MOST_COORDINATES;
    if (is_open) (void)nh_sheet_attempt(job, close, &c);
    if (e->omegas > 0 && e->setting.omega == NH_OMEGA_MODEL) c.omega = nh_omega_of_model(job->model, job->arena);
    if (c.omega != NULL && is_zero(c.omega, job->n)) nh_sheet_note(job, "All entries of Omega are 0 here.");
    else if (c.omega != NULL) nh_equations_name_omega(e, c.omega);
    else nh_sheet_note(job, "Its entries are computed at each state; in closed form they are too long.");
}
