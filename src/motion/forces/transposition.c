/* The transposition matrix in doubles. See transposition.h. */
#include "motion/forces/transposition.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "model/inputs.h"
#include "model/variation.h"
#include "motion/at/dynamics.h"
#include "motion/at/exact_system.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "tape/ball_run.h"
#include "tape/program.h"

struct nh_transposer {
    nh_omega kind;
    uint32_t n, rows;
    nh_dynamics *chetaev;
    nh_equations *equations;  /* Chetaev's */
    nh_tape *coefficients;    /* of Chetaev's equations */
    nh_program *program;      /* of t, q, q', q'': A, D, M, p, row by row */
    double *inputs, *outputs; /* of the program */
    bool *is_redundant;       /* rows: at the last state */
    bool has_momentum;        /* p is independent of the rows there, and is requested */
    nh_qr *conditions, *of_rows;
    nh_lu *whole;
    double *s, *r, *kernel, *found, *system; /* column by column */
    double *unit;                            /* n: of the coordinates, for `mass` */
};

/* Where the parts of the outputs stand. */
static inline size_t transposer_D(const nh_transposer *x) {
    return (size_t)x->rows * x->n;
}
static inline size_t transposer_M(const nh_transposer *x) {
    return 2 * transposer_D(x);
}
static inline size_t transposer_p(const nh_transposer *x) {
    return transposer_M(x) + (size_t)x->n * x->n;
}
static inline size_t transposer_outputs(const nh_transposer *x) {
    return transposer_p(x) + x->n;
}

#define DEPENDENT 1e-10  /* so little is left of a row that depends on others */
#define CONTRADICTS 1e-8 /* so far may conditions be from holding, relative to their terms */
#define ILL_CONDITIONED 1e-14

/* ---- making ---- */

/* A, D, M, p, row by row. */
static nh_expr *list_coefficients(const nh_model *model, nh_arena *arena) {
    nh_variation v = nh_variation_derive(model, arena);
    size_t n = v.n, entries = v.rows * n;
    nh_expr *list = NH_NEW_ARRAY(arena, nh_expr, 2 * entries + n * n + n + 1), *M = list + 2 * entries;
    memcpy(list, v.A, entries * sizeof *list);
    memcpy(list + entries, v.D, entries * sizeof *list);
    memcpy(M + n * n, v.p, n * sizeof *list);
    for (size_t i = 0; i < n; i++)
        nh_expr_gradient(model->pool, v.p[i], v.n, nh_model_velocities(model, arena), M + i * n);
    return list;
}

static void make_program(nh_transposer *x, const nh_model *model, nh_arena *arena) {
    nh_tape_def def = nh_model_tape_def(model, arena, true, transposer_outputs(x), list_coefficients(model, arena));
    x->program = nh_program_of(arena, model->pool, &def, NULL);
    x->inputs = NH_NEW_ARRAY(arena, double, def.input_count);
    x->outputs = nh_program_outputs(x->program);
}

nh_transposer *nh_transposer_make(nh_arena *arena, const nh_model *model, nh_omega omega) {
    NH_ASSERT(omega != NH_OMEGA_MODEL && omega != NH_OMEGA_ZERO && omega < NH_OMEGA_USUAL);
    nh_transposer *x = NH_NEW(arena, nh_transposer);
    *x = (nh_transposer){.kind = omega, .equations = nh_chetaev_derive(model, arena)};
    x->n = x->equations->count;
    x->rows = x->equations->rows;
    size_t n = x->n, rows = (size_t)x->rows + 1, size = n + x->rows;
    x->coefficients = nh_dynamics_tape(arena, x->equations);
    x->chetaev = nh_dynamics_make(arena, x->equations, NH_NATIVE_NEVER);
    make_program(x, model, arena);
    x->is_redundant = NH_NEW_ARRAY(arena, bool, rows);
    x->conditions = nh_qr_make(arena, (int)rows, (int)n);
    x->of_rows = nh_qr_make(arena, (int)rows, (int)n);
    x->whole = nh_lu_make(arena, (int)size);
    x->s = NH_NEW_ARRAY(arena, double, rows *n);
    x->r = NH_NEW_ARRAY(arena, double, rows *n);
    x->kernel = NH_NEW_ARRAY(arena, double, n *n + 1);
    x->found = NH_NEW_ARRAY(arena, double, size *n + 1);
    x->system = NH_NEW_ARRAY(arena, double, size *size + 1);
    x->unit = NH_NEW_ARRAY(arena, double, n + 1);
    return x;
}

void nh_transposer_set(nh_transposer *x, const double *parameters) {
    nh_dynamics_set(x->chetaev, parameters);
    nh_program_begin(x->program, parameters);
}

void nh_transposer_choose(nh_transposer *x, double t, const double *q, const double *v) {
    nh_dynamics_choose(x->chetaev, t, q, v);
}

/* ---- the conditions S Omega = R ---- */

/* One condition, with the slope scaled to length 1: slopes of different size are then as far from depending on
 * each other as they look. */
static void set_condition(nh_transposer *x, size_t i, const double *slope, const double *right) {
    size_t n = x->n, rows = (size_t)x->rows + 1;
    double length = nh_doubles_length(slope, n), scale = length > 0 ? 1 / length : 1;
    for (size_t j = 0; j < n; j++) {
        x->s[i + j * rows] = slope[j] * scale;
        x->r[i + j * rows] = right != NULL ? right[j] * scale : 0;
    }
}

static void set_conditions(nh_transposer *x, bool with_momentum) {
    size_t n = x->n, rows = (size_t)x->rows + 1;
    memset(x->s, 0, rows * n * sizeof *x->s);
    memset(x->r, 0, rows * n * sizeof *x->r);
    for (size_t i = 0; i < x->rows; i++)
        if (!x->is_redundant[i]) set_condition(x, i, x->outputs + i * n, x->outputs + transposer_D(x) + i * n);
    if (with_momentum) set_condition(x, x->rows, x->outputs + transposer_p(x), NULL);
}

/* R := R Z, by an orthonormal basis of the kernel of the rows. */
static bool restrict_to_kernel(nh_transposer *x) {
    size_t n = x->n, rows = (size_t)x->rows + 1;
    set_conditions(x, false);
    if (!nh_qr_factor(x->of_rows, x->s)) return false;
    int rank = nh_qr_rank(x->of_rows, DEPENDENT);
    nh_qr_kernel(x->of_rows, rank, x->kernel);
    set_conditions(x, nh_omega_has_60(x->kind));
    for (size_t i = 0; i < rows; i++) {
        double *image = x->found; /* of the row of R: by the basis, then by the coordinates */
        memset(image + n, 0, n * sizeof *image);
        for (size_t k = 0; k < n - (size_t)rank; k++) {
            image[k] = 0;
            for (size_t j = 0; j < n; j++) image[k] += x->r[i + j * rows] * x->kernel[j + k * n];
            for (size_t j = 0; j < n; j++) image[n + j] += image[k] * x->kernel[j + k * n];
        }
        for (size_t j = 0; j < n; j++) x->r[i + j * rows] = image[n + j];
    }
    return true;
}

/* Whether S Omega = R, to rounding. */
static bool conditions_hold(const nh_transposer *x) {
    size_t n = x->n, rows = (size_t)x->rows + 1;
    double size = nh_doubles_length(x->found, n * n) + nh_doubles_length(x->r, rows * n);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = -x->r[i + j * rows];
            for (size_t h = 0; h < n; h++) sum += x->s[i + h * rows] * x->found[h + j * n];
            if (!(fabs(sum) <= CONTRADICTS * size)) return false;
        }
    return true;
}

/* The least matrix that satisfies them. */
static nh_transposer_status find_least(nh_transposer *x) {
    if (nh_omega_is_on_kernel(x->kind) && !restrict_to_kernel(x)) return NH_TRANSPOSER_NO_MOTION;
    if (!nh_omega_is_on_kernel(x->kind)) set_conditions(x, nh_omega_has_60(x->kind));
    if (!nh_qr_factor(x->conditions, x->s)) return NH_TRANSPOSER_NO_MOTION;
    int rank = nh_qr_rank(x->conditions, DEPENDENT), used = 0;
    for (uint32_t i = 0; i < x->rows; i++) used += !x->is_redundant[i];
    nh_qr_solve(x->conditions, rank, x->r, x->found, (int)x->n);
    x->has_momentum = rank > used;
    return conditions_hold(x) ? NH_TRANSPOSER_FOUND : NH_TRANSPOSER_INCOMPATIBLE;
}

/* Units of the coordinates in which the diagonal of M is 1, as far as it is above 0: what is singular does not depend
 * on those of the model. */
static void choose_units(nh_transposer *x, const double *M) {
    size_t n = x->n;
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, M[i * n + i]);
    for (size_t i = 0; i < n; i++) {
        double own = M[i * n + i] > 0 ? M[i * n + i] : most;
        x->unit[i] = own > 0 ? 1 / sqrt(own) : 1;
    }
}

/* Row r of A in these units, brought to length 1, with its D. */
static void set_row_by_mass(nh_transposer *x, size_t r, const double *slope, const double *right) {
    size_t n = x->n, size = n + x->rows;
    double length = 0;
    for (size_t j = 0; j < n; j++) length = hypot(length, slope[j] * x->unit[j]);
    double scale = length > 0 ? 1 / length : 1;
    for (size_t j = 0; j < n; j++) {
        x->system[n + r + j * size] = x->system[j + (n + r) * size] = slope[j] * x->unit[j] * scale;
        x->found[n + r + j * size] = right[j] * scale;
    }
}

/* [M A^T; A 0] (Omega; Y) = (0; D): then Omega = M^-1 A^T (A M^-1 A^T)^-1 D, also where M by itself is singular. */
static nh_transposer_status find_by_mass(nh_transposer *x) {
    size_t n = x->n, rows = x->rows, size = n + rows;
    const double *A = x->outputs, *D = A + transposer_D(x), *M = A + transposer_M(x);
    memset(x->system, 0, size * size * sizeof *x->system);
    memset(x->found, 0, size * n * sizeof *x->found);
    choose_units(x, M);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) x->system[i + j * size] = M[i * n + j] * x->unit[i] * x->unit[j];
    for (size_t r = 0; r < rows; r++)
        if (x->is_redundant[r]) x->system[(n + r) * (size + 1)] = 1;
        else set_row_by_mass(x, r, A + r * n, D + r * n);
    if (!nh_lu_factor(x->whole, x->system) || !(nh_lu_rcond(x->whole) > ILL_CONDITIONED))
        return NH_TRANSPOSER_INCOMPATIBLE;
    nh_lu_solve(x->whole, x->found, (int)n);
    for (size_t j = 0; j < n; j++)
        for (size_t h = 0; h < n; h++) x->found[h + j * n] = x->found[h + j * size] * x->unit[h];
    return NH_TRANSPOSER_FOUND;
}

/* ---- at a state ---- */

static bool evaluate_at(nh_transposer *x, double t, const double *q, const double *v) {
    size_t n = x->n;
    nh_solution solution = nh_dynamics_solve(x->chetaev, t, q, v);
    memset(x->is_redundant, 0,
           x->rows * sizeof *x->is_redundant); /* none, where it cannot be told: not those of another state */
    if (solution.status != NH_SOLVED) return false;
    memcpy(x->is_redundant, solution.is_redundant, x->rows * sizeof *x->is_redundant);
    x->inputs[0] = t;
    memcpy(x->inputs + 1, q, n * sizeof *q);
    memcpy(x->inputs + 1 + n, v, n * sizeof *v);
    memcpy(x->inputs + 1 + 2 * n, solution.x, n * sizeof *v);
    (void)nh_program_at(x->program, x->inputs);
    return nh_doubles_are_finite(x->outputs, transposer_outputs(x));
}

nh_transposer_status nh_transposer_at(nh_transposer *x, double t, const double *q, const double *v, double *omega) {
    size_t n = x->n;
    if (!evaluate_at(x, t, q, v)) return NH_TRANSPOSER_NO_MOTION;
    nh_transposer_status status = x->kind == NH_OMEGA_MASS ? find_by_mass(x) : find_least(x);
    for (size_t h = 0; h < n; h++)
        for (size_t j = 0; j < n; j++) omega[h * n + j] = x->found[h + j * n];
    return status;
}

const char *nh_transposer_problem(nh_omega omega) {
    NH_ASSERT(omega < NH_OMEGAS);
    if (omega == NH_OMEGA_MODEL)
        return "the transposition matrix of the model contains accelerations, and Newton's method finds none that "
               "satisfy the equations, from those of the motion under the Chetaev condition";
    if (omega == NH_OMEGA_MASS)
        return "there is no transposition matrix 'mass' there: the mass matrix is singular on the free directions";
    return nh_omega_has_60(omega)
               ? "there is no such transposition matrix there: the conditions on it contradict each other, since the "
                 "momentum dL/dq' is a combination of the rows dg/dq' of the constraints; choose 'least' or 'kernel'"
               : "there is no such transposition matrix there: the rows dg/dq' of the constraints depend on each "
                 "other, to rounding, and the conditions on it contradict each other";
}

/* ==== balls ==== */

/* The transposition matrix in balls. Every setting is the solution of
 *
 *     [H S^T; S 0] (Omega; Y) = (0; R),
 *
 * the least Omega with S Omega = R in the metric H: the mass matrix, or 1. On the kernel of A, R is R - R X with the
 * least X such that A X = A. */

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
static bool solve_conditions(const conditions *c, nh_ball *omega, int prec) {
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
static bool restrict_balls_to_kernel(const nh_transposer *x, const nh_ball *values, conditions *c, int prec) {
    size_t n = c->n;
    conditions own = conditions_new(x);
    add_rows(x, values, 0, &own);
    nh_ball *X = nh_balls_new(n * n), *row = nh_balls_new(n);
    bool is_solved = solve_conditions(&own, X, prec);
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

/* Where p was found to depend on the rows its condition is not among those that were solved:
 * nothing may speak against it. */
static bool momentum_agrees(const nh_transposer *x, const nh_ball *values, const nh_ball *omega, int prec) {
    const nh_ball *p = values + transposer_p(x);
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

static bool find_omega(const nh_transposer *x, const nh_ball *values, nh_ball *omega, int prec) {
    conditions c = conditions_new(x);
    if (x->kind == NH_OMEGA_MASS) c.metric = values + transposer_M(x);
    add_rows(x, values, transposer_D(x), &c);
    bool is_found = !nh_omega_is_on_kernel(x->kind) || restrict_balls_to_kernel(x, values, &c, prec);
    if (nh_omega_has_60(x->kind) && x->has_momentum) add_condition(&c, values + transposer_p(x), NULL);
    is_found = is_found && solve_conditions(&c, omega, prec);
    if (nh_omega_has_60(x->kind) && !x->has_momentum) is_found = is_found && momentum_agrees(x, values, omega, prec);
    conditions_free(x, &c);
    return is_found;
}

/* Chetaev's accelerations. */
static bool find_accelerations(const nh_transposer *x, const nh_ball *parameters, const nh_ball *inputs, nh_ball *found,
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
    NH_ASSERT(nh_guard_inside() && prec > 0);
    size_t n = x->n, given = 1 + 2 * n, count = transposer_outputs(x);
    nh_ball *all = nh_balls_new(given + n), *values = nh_balls_new(count);
    for (size_t i = 0; i < given; i++) nh_ball_set(&all[i], &inputs[i]);
    bool is_found = find_accelerations(x, parameters, inputs, all + given, prec);
    if (is_found) nh_tape_run_balls(nh_program_tape(x->program), parameters, all, values, prec);
    for (size_t i = 0; i < count && is_found; i++) is_found = nh_ball_is_finite(&values[i]);
    is_found = is_found && find_omega(x, values, omega, prec);
    nh_balls_free(values, count);
    nh_balls_free(all, given + n);
    return is_found;
}
