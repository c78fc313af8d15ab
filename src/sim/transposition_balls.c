/* The transposition matrix in balls. Every setting is the solution of
 *
 *     [H S^T; S 0] (Omega; Y) = (0; R),
 *
 * the least Omega with S Omega = R in the metric H: the mass matrix, or 1. On the kernel of A, R is R - R X with the least X such that A X = A. */
#include "num/ball_linear.h"
#include "num/guard.h"
#include "sim/exact_system.h"
#include "sim/transposition_private.h"
#include "tape/ball_run.h"

/* Conditions: `rows` of them on n columns; all row by row. */
typedef struct conditions {
    size_t n, rows;
    nh_ball *s, *r;        /* rows x n */
    const nh_ball *metric; /* n x n; NULL: 1 */
} conditions;

static conditions conditions_new(const nh_transposer *x) {
    size_t size = ((size_t)x->rows + 1) * x->n;
    return (conditions){.n = x->n, .s = nh_balls_new(size), .r = nh_balls_new(size)};
}

static void conditions_free(const nh_transposer *x, conditions *c) {
    size_t size = ((size_t)x->rows + 1) * x->n;
    nh_balls_free(c->r, size);
    nh_balls_free(c->s, size);
}

static void add_condition(conditions *c, const nh_ball *slope, const nh_ball *right) {
    for (size_t j = 0; j < c->n; j++) {
        nh_ball_set(&c->s[c->rows * c->n + j], &slope[j]);
        if (right != NULL) nh_ball_set(&c->r[c->rows * c->n + j], &right[j]);
    }
    c->rows++;
}

/* omega: n x n, row by row. */
static bool solve(const conditions *c, nh_ball *omega, int prec) {
    size_t n = c->n, size = n + c->rows;
    nh_ball *system = nh_balls_new(size * size), *right = nh_balls_new(size * n), *found = nh_balls_new(size * n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (c->metric != NULL) nh_ball_set(&system[i + j * size], &c->metric[i * n + j]);
            else if (i == j) nh_ball_set_int(&system[i + j * size], 1);
    for (size_t r = 0; r < c->rows; r++)
        for (size_t j = 0; j < n; j++) {
            nh_ball_set(&system[n + r + j * size], &c->s[r * n + j]);
            nh_ball_set(&system[j + (n + r) * size], &c->s[r * n + j]);
            nh_ball_set(&right[n + r + j * size], &c->r[r * n + j]);
        }
    bool is_solved = nh_ball_solve(found, system, (int)size, right, (int)n, prec);
    for (size_t h = 0; h < n && is_solved; h++)
        for (size_t j = 0; j < n; j++) nh_ball_set(&omega[h * n + j], &found[h + j * size]);
    nh_balls_free(found, size * n);
    nh_balls_free(right, size * n);
    nh_balls_free(system, size * size);
    return is_solved;
}

/* The rows that are used: A Omega = D, or A X = A. */
static void add_rows(const nh_transposer *x, const nh_ball *values, size_t right, conditions *c) {
    for (size_t r = 0; r < x->rows; r++)
        if (!x->is_redundant[r]) add_condition(c, values + r * x->n, values + right + r * x->n);
}

/* R := R - R X */
static bool restrict_to_kernel(const nh_transposer *x, const nh_ball *values, conditions *c, int prec) {
    size_t n = c->n;
    conditions own = conditions_new(x);
    add_rows(x, values, 0, &own);
    nh_ball *X = nh_balls_new(n * n), *row = nh_balls_new(n);
    bool is_solved = solve(&own, X, prec);
    for (size_t r = 0; r < c->rows && is_solved; r++) {
        for (size_t j = 0; j < n; j++) {
            nh_ball_set_int(&row[j], 0);
            for (size_t k = 0; k < n; k++) nh_ball_fma(&row[j], &c->r[r * n + k], &X[k * n + j], &row[j], prec);
        }
        for (size_t j = 0; j < n; j++) nh_ball_sub(&c->r[r * n + j], &c->r[r * n + j], &row[j], prec);
    }
    nh_balls_free(row, n);
    nh_balls_free(X, n * n);
    conditions_free(x, &own);
    return is_solved;
}

/* Where p was found to depend on the rows its condition is not among those that were solved: nothing may speak against it. */
static bool momentum_agrees(const nh_transposer *x, const nh_ball *values, const nh_ball *omega, int prec) {
    const nh_ball *p = values + nh_transposer_p(x);
    nh_ball *sum = nh_balls_new(1);
    bool agrees = true;
    for (size_t j = 0; j < x->n && agrees; j++) {
        nh_ball_set_int(sum, 0);
        for (size_t h = 0; h < x->n; h++) nh_ball_fma(sum, &p[h], &omega[h * x->n + j], sum, prec);
        agrees = nh_ball_is_zero(sum) != NH_NO;
    }
    nh_balls_free(sum, 1);
    return agrees;
}

static bool find(const nh_transposer *x, const nh_ball *values, nh_ball *omega, int prec) {
    conditions c = conditions_new(x);
    if (x->kind == NH_OMEGA_MASS) c.metric = values + nh_transposer_M(x);
    add_rows(x, values, nh_transposer_D(x), &c);
    bool is_found = !nh_omega_is_on_kernel(x->kind) || restrict_to_kernel(x, values, &c, prec);
    if (nh_omega_has_60(x->kind) && x->has_momentum) add_condition(&c, values + nh_transposer_p(x), NULL);
    is_found = is_found && solve(&c, omega, prec);
    if (nh_omega_has_60(x->kind) && !x->has_momentum) is_found = is_found && momentum_agrees(x, values, omega, prec);
    conditions_free(x, &c);
    return is_found;
}

/* Chetaev's accelerations. */
static bool accelerate(const nh_transposer *x, const nh_ball *parameters, const nh_ball *inputs, nh_ball *found,
                       int prec) {
    const nh_equations *e = x->equations;
    size_t count = nh_tape_outputs(x->coefficients), rank = 0;
    nh_ball *outputs = nh_balls_new(count + 1), *lambda = nh_balls_new((size_t)e->rows + 1);
    uint32_t *used = NH_NEW_ARRAY(nh_scratch(e->model->context), uint32_t, (size_t)e->rows + 1);
    for (uint32_t r = 0; r < e->rows; r++)
        if (!x->is_redundant[r]) used[rank++] = r;
    nh_tape_run_balls(x->coefficients, parameters, inputs, outputs, prec);
    nh_exact_system system = nh_exact_system_of(e, outputs, (uint32_t)rank, used);
    system.is_of_used = true;
    bool is_solved = true;
    for (size_t i = 0; i < count; i++) is_solved &= nh_ball_is_finite(&outputs[i]);
    is_solved = is_solved && nh_exact_system_solve(&system, found, lambda, prec);
    nh_balls_free(lambda, (size_t)e->rows + 1);
    nh_balls_free(outputs, count + 1);
    return is_solved;
}

bool nh_transposer_balls(nh_transposer *x, const nh_ball *parameters, const nh_ball *inputs, nh_ball *omega, int prec) {
    size_t n = x->n, given = 1 + 2 * n, count = nh_transposer_outputs(x);
    nh_ball *all = nh_balls_new(given + n), *values = nh_balls_new(count);
    for (size_t i = 0; i < given; i++) nh_ball_set(&all[i], &inputs[i]);
    bool is_found = accelerate(x, parameters, inputs, all + given, prec);
    if (is_found) nh_tape_run_balls(x->tape, parameters, all, values, prec);
    for (size_t i = 0; i < count && is_found; i++) is_found = nh_ball_is_finite(&values[i]);
    is_found = is_found && find(x, values, omega, prec);
    nh_balls_free(values, count);
    nh_balls_free(all, given + n);
    return is_found;
}
