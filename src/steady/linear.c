/* Linearisation at a state: linear.h has the equations. */
#include "steady/linear.h"

#include <math.h>

#include "base/protect.h"
#include "model/inputs.h"
#include "num/ball/ball_linear.h"
#include "num/linear/doubles.h"
#include "state/explicit/explicit.h"
#include "steady/pivots_private.h"
#include "tape/ball_run.h"

/* A pivot of the dependent velocities relative to the length of its row. */
#define SUITS 0.3

/* ---- making ---- */

static void make_tape(nh_linearizer *l) {
    uint32_t rows = (uint32_t)nh_linear_rows(l), columns = 3 * l->n;
    /* E, R, rates, f: the geometric rows come first */
    nh_expr *outputs = nh_equations_residuals(l->equations, l->arena, l->rank, l->used);
    nh_expr *inputs = NH_NEW_ARRAY(l->arena, nh_expr, nh_linear_inputs(l));
    nh_expr *q = nh_model_coordinates(l->model, l->arena), *v = nh_model_velocities(l->model, l->arena);
    inputs[0] = l->model->time;
    for (uint32_t i = 0; i < l->n; i++) {
        inputs[1 + i] = q[i];
        inputs[1 + l->n + i] = v[i];
        inputs[1 + 2 * l->n + i] = l->equations->unknowns[i];
    }
    for (uint32_t r = 0; r < l->rank; r++) inputs[1 + columns + r] = l->equations->multipliers[l->used[r]];
    l->input = inputs;
    l->output = outputs;
    l->slopes = nh_expr_jacobian(l->model->pool, l->arena, rows, outputs, columns, inputs + 1);
    uint32_t entries = l->slopes.start[rows];
    nh_expr *all = NH_NEW_ARRAY(l->arena, nh_expr, l->values + entries + 1);
    for (uint32_t i = 0; i < l->values; i++) all[i] = outputs[i];
    for (uint32_t i = 0; i < entries; i++) all[l->values + i] = l->slopes.entry[i];
    nh_tape_def def =
        nh_model_tape_over(l->model, l->arena, nh_linear_inputs(l), inputs, (size_t)l->values + entries, all);
    l->tape = nh_tape_make(l->arena, l->model->pool, &def);
}

/* The rows that are left out. */
static void make_others(nh_linearizer *l) {
    const nh_equations *e = l->equations;
    nh_expr *rates = NH_NEW_ARRAY(l->arena, nh_expr, e->rows + 1);
    nh_expr *z = NH_NEW_ARRAY(l->arena, nh_expr, 2 * (size_t)l->n + 1);
    l->other = NH_NEW_ARRAY(l->arena, uint32_t, e->rows + 1);
    for (uint32_t r = 0; r < e->rows; r++) {
        if (nh_is_among(r, l->rank, l->used)) continue;
        rates[l->others] = e->rates[r];
        l->other[l->others++] = r;
    }
    if (l->others == 0) return;
    for (uint32_t i = 0; i < l->n; i++) {
        z[i] = l->model->coordinates.items[i].q;
        z[l->n + i] = l->model->coordinates.items[i].v;
    }
    l->other_slopes = nh_expr_jacobian(l->model->pool, l->arena, l->others, rates, 2 * l->n, z);
    nh_tape_def def =
        nh_model_tape_def(l->model, l->arena, false, l->other_slopes.start[l->others], l->other_slopes.entry);
    l->other_tape = nh_tape_make(l->arena, l->model->pool, &def);
}

/* ---- the choice of rows and velocities ---- */

/* The rows by the velocities at the state, row by row. */
static double *row_slopes(const nh_linearizer *l, nh_states *states, const nh_state *at) {
    const nh_equations *e = l->equations;
    double *dense = NH_NEW_ARRAY(l->arena, double, (size_t)e->rows * l->n + 1);
    nh_tape_def def = nh_model_tape_def(l->model, l->arena, false, e->jacobian.start[e->rows], e->jacobian.entry);
    nh_program *program = nh_program_of(l->arena, l->model->pool, &def, nh_states_parameters(states));
    double *inputs = NH_NEW_ARRAY(l->arena, double, 1 + 2 * (size_t)l->n);
    inputs[0] = at->t;
    for (uint32_t i = 0; i < l->n; i++) {
        inputs[1 + i] = at->q[i];
        inputs[1 + l->n + i] = at->v[i];
    }
    const double *values = nh_program_at(program, inputs);
    for (uint32_t r = 0; r < e->rows; r++)
        for (uint32_t k = e->jacobian.start[r]; k < e->jacobian.start[r + 1]; k++)
            dense[(size_t)r * l->n + e->jacobian.column[k]] = values[k];
    return dense;
}

/* Which rows, and of these the dependent velocities in the order of the rows: geometric rows first, columns of a lower
 * class first. */
static void eliminate_rows(nh_linearizer *l, const double *slopes, const uint32_t *class, uint32_t classes) {
    const nh_equations *e = l->equations;
    nh_pivots p = nh_pivots_make(l->arena, e->rows, l->n, slopes);
    for (int is_kinematic = 0; is_kinematic < 2; is_kinematic++) {
        for (uint32_t r = 0; r < e->rows; r++)
            p.may_use[r] = l->model->rows.items[e->row[r]].is_geometric == (is_kinematic == 0);
        nh_pivots_eliminate(&p, classes, class, NH_PIVOTS_TOLERANCE);
        if (is_kinematic == 0) l->positions = p.rank;
    }
    l->rank = p.rank;
    l->used = p.row;
    l->dependent = p.column;
}

static bool choose_velocities(nh_linearizer *l, nh_states *states, const nh_state *at, size_t named,
                              const uint32_t *names) {
    const nh_equations *e = l->equations;
    const double *slopes = row_slopes(l, states, at);
    uint32_t *class = NH_NEW_ARRAY(l->arena, uint32_t, (size_t)l->n + 1);
    uint32_t *rows = NH_NEW_ARRAY(l->arena, uint32_t, e->rows + 1), count = 0;
    uint32_t *dependent = NH_NEW_ARRAY(l->arena, uint32_t, e->rows + 1);
    eliminate_rows(l, slopes, class, 1);
    for (uint32_t r = 0; r < e->rows; r++)
        if (nh_is_among(r, l->rank, l->used)) rows[count++] = e->row[r];
    nh_explicit_choose(l->arena, states, at, count, rows, dependent, NULL);
    for (uint32_t i = 0; i < l->n; i++)
        class[i] = nh_is_among(i, named, names) ? 2 : nh_is_among(i, count, dependent) ? 0 : 1;
    eliminate_rows(l, slopes, class, 3);
    for (uint32_t r = 0; r < l->rank; r++)
        if (nh_is_among(l->dependent[r], named, names)) return false;
    return true;
}

bool nh_linearizer_suits(const nh_linearizer *l, nh_states *states, const nh_state *at) {
    const double *slopes = row_slopes(l, states, at);
    double *block = NH_NEW_ARRAY(l->arena, double, (size_t)l->rank * l->rank + 1);
    uint32_t *class = NH_NEW_ARRAY(l->arena, uint32_t, l->rank + 1);
    for (uint32_t r = 0; r < l->rank; r++) {
        const double *row = slopes + (size_t)l->used[r] * l->n;
        double length = nh_doubles_length(row, l->n);
        for (uint32_t d = 0; d < l->rank && length > 0; d++)
            block[(size_t)r * l->rank + d] = row[l->dependent[d]] / length;
    }
    nh_pivots p = {.rows = l->rank, .columns = l->rank, .a = block};
    p.may_use = NH_NEW_ARRAY(l->arena, bool, l->rank + 1);
    p.row = NH_NEW_ARRAY(l->arena, uint32_t, l->rank + 1);
    p.column = NH_NEW_ARRAY(l->arena, uint32_t, l->rank + 1);
    for (uint32_t r = 0; r < l->rank; r++) p.may_use[r] = true;
    nh_pivots_eliminate(&p, 1, class, SUITS);
    return p.rank == l->rank;
}

static void list_independent(nh_linearizer *l) {
    l->m = l->n - l->rank;
    l->places = l->n - l->positions;
    l->states = l->m + l->places;
    l->values = l->n + 2 * l->rank + l->positions;
    l->independent = NH_NEW_ARRAY(l->arena, uint32_t, l->m + 1);
    l->x = NH_NEW_ARRAY(l->arena, uint32_t, l->places + 1);
    uint32_t m = 0, places = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        if (!nh_is_among(i, l->rank, l->dependent)) l->independent[m++] = i;
        if (!nh_is_among(i, l->positions, l->dependent)) l->x[places++] = i;
    }
}

nh_linearizer *nh_linearizer_make(nh_arena *arena, nh_states *states, const nh_state *at, size_t named,
                                  const uint32_t *names, const char **why) {
    const nh_model *model = nh_states_model(states);
    if (model->coordinates.count > NH_LINEAR_COORDINATES_MOST)
        nh_fail(model->context, NH_E_UNSUPPORTED, "too-large",
                "systems with more than %d coordinates cannot be linearised", (int)NH_LINEAR_COORDINATES_MOST);
    nh_linearizer *l = NH_NEW(arena, nh_linearizer);
    *l = (nh_linearizer){.model = model, .arena = arena, .n = (uint32_t)model->coordinates.count};
    l->equations = nh_chetaev_derive(model, arena);
    if (!choose_velocities(l, states, at, named, names)) {
        *why = "the velocities given cannot all be independent at this state";
        return NULL;
    }
    list_independent(l);
    make_tape(l);
    make_others(l);
    return l;
}

/* ---- values ---- */

nh_linear_values nh_linear_values_new(const nh_linearizer *l) {
    size_t rows = nh_linear_rows(l);
    return (nh_linear_values){nh_balls_new(nh_tape_outputs(l->tape) + 1), nh_balls_new(rows * 3 * l->n + 1)};
}

void nh_linear_values_free(const nh_linearizer *l, nh_linear_values *v) {
    nh_balls_free(v->value, nh_tape_outputs(l->tape) + 1);
    nh_balls_free(v->slope, nh_linear_rows(l) * 3 * l->n + 1);
}

void nh_linear_evaluate(const nh_linearizer *l, const nh_ball *parameters, const nh_ball *inputs, nh_linear_values *v,
                        int prec) {
    size_t rows = nh_linear_rows(l);
    nh_tape_run_balls(l->tape, parameters, inputs, v->value, prec);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = l->slopes.start[i]; k < l->slopes.start[i + 1]; k++)
            nh_ball_set(&v->slope[i + l->slopes.column[k] * rows], &v->value[l->values + k]);
}

/* ---- a point ---- */

nh_linear_point nh_linear_point_new(const nh_linearizer *l) {
    size_t n = l->n, m = l->m, places = l->places, states = l->states;
    nh_linear_point p = {.inputs = nh_balls_new(nh_linear_inputs(l))};
    p.P = nh_balls_new(n * places + 1);
    p.Q = nh_balls_new(n * places + 1);
    p.N = nh_balls_new(n * m + 1);
    p.M = nh_balls_new(m * m + 1);
    p.C = nh_balls_new(m * m + 1);
    p.K = nh_balls_new(m * places + 1);
    p.A = nh_balls_new(states * states + 1);
    return p;
}

void nh_linear_point_free(const nh_linearizer *l, nh_linear_point *p) {
    size_t n = l->n, m = l->m, places = l->places, states = l->states;
    nh_balls_free(p->inputs, nh_linear_inputs(l));
    nh_balls_free(p->P, n * places + 1);
    nh_balls_free(p->Q, n * places + 1);
    nh_balls_free(p->N, n * m + 1);
    nh_balls_free(p->M, m * m + 1);
    nh_balls_free(p->C, m * m + 1);
    nh_balls_free(p->K, m * places + 1);
    nh_balls_free(p->A, states * states + 1);
}

/* Parts of the slopes: E, R, rates by q, q', q''. */
static const nh_ball *slope_of(const nh_linearizer *l, const nh_linear_values *v, size_t row, size_t column) {
    return &v->slope[row + column * nh_linear_rows(l)];
}

bool nh_linear_accelerate(const nh_linearizer *l, const nh_ball *parameters, nh_linear_point *point, int prec) {
    size_t n = l->n, size = n + l->rank;
    nh_linear_values v = nh_linear_values_new(l);
    nh_ball *system = nh_balls_new(size * size + 1), *side = nh_balls_new(size + 1), *found = nh_balls_new(size + 1);
    for (size_t i = 0; i < size; i++) nh_ball_set_int(&point->inputs[1 + 2 * n + i], 0);
    nh_linear_evaluate(l, parameters, point->inputs, &v, prec);
    for (size_t i = 0; i < size; i++) {
        nh_ball_neg(&side[i], &v.value[i]);
        for (size_t j = 0; j < n; j++) nh_ball_set(&system[i + j * size], slope_of(l, &v, i, 2 * n + j));
        for (size_t j = 0; j < n && i >= n; j++) nh_ball_neg(&system[j + i * size], slope_of(l, &v, i, 2 * n + j));
    }
    bool is_solved = nh_ball_solve(found, system, (int)size, side, 1, prec);
    for (size_t i = 0; i < size && is_solved; i++) nh_ball_set(&point->inputs[1 + 2 * n + i], &found[i]);
    nh_balls_free(found, size + 1);
    nh_balls_free(side, size + 1);
    nh_balls_free(system, size * size + 1);
    nh_linear_values_free(l, &v);
    return is_solved;
}

/* out (rank x columns, in the order of the dependent velocities) = -a^-1 right for the first `size` rows and dependent
 * columns of the rows by the velocities. */
static bool solve_dependent(const nh_linearizer *l, const nh_linear_values *v, uint32_t size, nh_ball *out,
                            const nh_ball *right, uint32_t columns, int prec) {
    nh_ball *a = nh_balls_new((size_t)size * size + 1);
    size_t first = l->n + l->rank; /* rates */
    for (uint32_t r = 0; r < size; r++)
        for (uint32_t d = 0; d < size; d++)
            nh_ball_set(&a[r + (size_t)d * size], slope_of(l, v, first + r, l->n + l->dependent[d]));
    bool is_solved = size == 0 || columns == 0 || nh_ball_solve(out, a, (int)size, right, (int)columns, prec);
    for (size_t i = 0; i < (size_t)size * columns && is_solved; i++) nh_ball_neg(&out[i], &out[i]);
    nh_balls_free(a, (size_t)size * size + 1);
    return is_solved;
}

/* The solution at the places of the dependent ones of a matrix n x columns, whose other places are as they are. */
static bool fill_dependent(const nh_linearizer *l, const nh_linear_values *v, uint32_t size, nh_ball *to,
                           const nh_ball *right, uint32_t columns, int prec) {
    nh_ball *out = nh_balls_new((size_t)size * columns + 1);
    bool is_solved = solve_dependent(l, v, size, out, right, columns, prec);
    for (uint32_t j = 0; j < columns && is_solved; j++)
        for (uint32_t d = 0; d < size; d++)
            nh_ball_set(&to[l->dependent[d] + (size_t)j * l->n], &out[d + (size_t)j * size]);
    nh_balls_free(out, (size_t)size * columns + 1);
    return is_solved;
}

/* right (size x columns) += rows `first`.. of the slopes by the columns from `by` on, times x (n x columns). */
static void add_product(const nh_linearizer *l, const nh_linear_values *v, nh_ball *right, size_t size, size_t first,
                        size_t by, const nh_ball *x, uint32_t columns, int prec) {
    for (uint32_t j = 0; j < columns; j++)
        for (size_t i = 0; i < l->n; i++) {
            const nh_ball *xi = &x[i + (size_t)j * l->n];
            if (nh_ball_is_zero(xi) == NH_YES) continue;
            for (size_t r = 0; r < size; r++)
                nh_ball_fma(&right[r + j * size], slope_of(l, v, first + r, by + i), xi, &right[r + j * size], prec);
        }
}

/* P, N and Q. */
static bool find_displacements(const nh_linearizer *l, const nh_linear_values *v, nh_linear_point *p, int prec) {
    size_t n = l->n, rates = n + l->rank;
    nh_ball *right = nh_balls_new((size_t)l->rank * (l->places + l->m) + 1);
    for (size_t i = 0; i < n * l->places; i++) nh_ball_set_int(&p->P[i], 0);
    for (size_t i = 0; i < n * l->places; i++) nh_ball_set_int(&p->Q[i], 0);
    for (size_t i = 0; i < n * l->m; i++) nh_ball_set_int(&p->N[i], 0);
    for (uint32_t j = 0; j < l->places; j++) {
        nh_ball_set_int(&p->P[l->x[j] + j * n], 1);
        for (uint32_t r = 0; r < l->positions; r++) /* a geometric row by q is its rate by q' */
            nh_ball_set(&right[r + (size_t)j * l->positions], slope_of(l, v, rates + r, n + l->x[j]));
    }
    bool is_found = fill_dependent(l, v, l->positions, p->P, right, l->places, prec);
    for (uint32_t j = 0; j < l->m; j++) {
        nh_ball_set_int(&p->N[l->independent[j] + j * n], 1);
        for (uint32_t r = 0; r < l->rank; r++)
            nh_ball_set(&right[r + (size_t)j * l->rank], slope_of(l, v, rates + r, n + l->independent[j]));
    }
    is_found = is_found && fill_dependent(l, v, l->rank, p->N, right, l->m, prec);
    for (size_t i = 0; i < (size_t)l->rank * l->places; i++) nh_ball_set_int(&right[i], 0);
    add_product(l, v, right, l->rank, rates, 0, p->P, l->places, prec);
    is_found = is_found && fill_dependent(l, v, l->rank, p->Q, right, l->places, prec);
    nh_balls_free(right, (size_t)l->rank * (l->places + l->m) + 1);
    return is_found;
}

/* to (m x columns) = N^T (M B + dE) for the displacements (dq, dq'). */
static bool find_forces(const nh_linearizer *l, const nh_linear_values *v, const nh_linear_point *p, nh_ball *to,
                        const nh_ball *dq, const nh_ball *dv, uint32_t columns, int prec) {
    size_t n = l->n;
    nh_ball *right = nh_balls_new((size_t)l->rank * columns + 1), *force = nh_balls_new(n * columns + 1);
    nh_ball *b = nh_balls_new(n * columns + 1);
    if (dq != NULL) add_product(l, v, right, l->rank, n, 0, dq, columns, prec);
    add_product(l, v, right, l->rank, n, n, dv, columns, prec);
    bool is_found = fill_dependent(l, v, l->rank, b, right, columns, prec);
    if (dq != NULL) add_product(l, v, force, n, 0, 0, dq, columns, prec);
    add_product(l, v, force, n, 0, n, dv, columns, prec);
    add_product(l, v, force, n, 0, 2 * n, b, columns, prec);
    for (uint32_t j = 0; j < columns; j++)
        for (uint32_t k = 0; k < l->m; k++) {
            nh_ball *entry = &to[k + (size_t)j * l->m];
            nh_ball_set_int(entry, 0);
            for (size_t i = 0; i < n; i++) nh_ball_fma(entry, &p->N[i + k * n], &force[i + j * n], entry, prec);
        }
    nh_balls_free(b, n * columns + 1);
    nh_balls_free(force, n * columns + 1);
    nh_balls_free(right, (size_t)l->rank * columns + 1);
    return is_found;
}

static void find_mass(const nh_linearizer *l, const nh_linear_values *v, nh_linear_point *p, int prec) {
    size_t n = l->n;
    nh_ball *product = nh_balls_new(n * l->m + 1);
    add_product(l, v, product, n, 0, 2 * n, p->N, l->m, prec);
    for (uint32_t j = 0; j < l->m; j++)
        for (uint32_t k = 0; k < l->m; k++) {
            nh_ball *entry = &p->M[k + (size_t)j * l->m];
            nh_ball_set_int(entry, 0);
            for (size_t i = 0; i < n; i++) nh_ball_fma(entry, &p->N[i + k * n], &product[i + j * n], entry, prec);
        }
    nh_balls_free(product, n * l->m + 1);
}

/* A from Q, N and -M^-1 (K, C). */
static bool find_system(const nh_linearizer *l, nh_linear_point *p, int prec) {
    size_t s = l->states, m = l->m;
    nh_ball *right = nh_balls_new(m * s + 1), *found = nh_balls_new(m * s + 1);
    for (size_t j = 0; j < s; j++)
        for (size_t k = 0; k < m; k++)
            nh_ball_set(&right[k + j * m], j < l->places ? &p->K[k + j * m] : &p->C[k + (j - l->places) * m]);
    bool is_found = m == 0 || nh_ball_solve(found, p->M, (int)m, right, (int)s, prec);
    for (size_t j = 0; j < s && is_found; j++) {
        for (size_t i = 0; i < l->places; i++)
            nh_ball_set(&p->A[i + j * s],
                        j < l->places ? &p->Q[l->x[i] + j * l->n] : &p->N[l->x[i] + (j - l->places) * l->n]);
        for (size_t k = 0; k < m; k++) nh_ball_neg(&p->A[l->places + k + j * s], &found[k + j * m]);
    }
    for (size_t i = 0; i < s * s && is_found; i++) is_found = nh_ball_is_finite(&p->A[i]);
    nh_balls_free(found, m * s + 1);
    nh_balls_free(right, m * s + 1);
    return is_found;
}

bool nh_linear_at(const nh_linearizer *l, const nh_ball *parameters, nh_linear_point *p, int prec) {
    if (!nh_linear_accelerate(l, parameters, p, prec)) return false;
    nh_linear_values v = nh_linear_values_new(l);
    nh_linear_evaluate(l, parameters, p->inputs, &v, prec);
    bool is_found = find_displacements(l, &v, p, prec);
    if (is_found) find_mass(l, &v, p, prec);
    is_found = is_found && find_forces(l, &v, p, p->K, p->P, p->Q, l->places, prec) &&
               find_forces(l, &v, p, p->C, NULL, p->N, l->m, prec) && find_system(l, p, prec);
    nh_linear_values_free(l, &v);
    return is_found;
}

/* ---- rows that are not used ---- */

/* Whether a row of slopes by (q, q') is certainly not 0 along a displacement; NULL: no part of it. */
static bool is_restricted(const nh_linearizer *l, const nh_ball *row, const nh_ball *dq, const nh_ball *dv, int prec) {
    nh_ball *sum = nh_balls_new(1);
    for (size_t i = 0; i < l->n; i++) {
        if (dq != NULL) nh_ball_fma(sum, &row[i], &dq[i], sum, prec);
        if (dv != NULL) nh_ball_fma(sum, &row[l->n + i], &dv[i], sum, prec);
    }
    bool is_nonzero = nh_ball_is_zero(sum) == NH_NO;
    nh_balls_free(sum, 1);
    return is_nonzero;
}

/* A geometric row by q is its rate by q'. */
static bool is_restricting(const nh_linearizer *l, const nh_ball *row, const nh_linear_point *p, bool is_geometric,
                           int prec) {
    for (size_t j = 0; j < l->places; j++) {
        const nh_ball *dq = &p->P[j * l->n], *dv = &p->Q[j * l->n];
        if (is_restricted(l, row, dq, dv, prec) || (is_geometric && is_restricted(l, row, NULL, dq, prec))) return true;
    }
    for (size_t j = 0; j < l->m; j++)
        if (is_restricted(l, row, NULL, &p->N[j * l->n], prec)) return true;
    return false;
}

uint32_t nh_linear_restricting(const nh_linearizer *l, const nh_ball *parameters, const nh_linear_point *point,
                               int prec) {
    if (l->others == 0) return NH_MODEL_NONE;
    uint32_t found = NH_MODEL_NONE;
    size_t outputs = nh_tape_outputs(l->other_tape), columns = 2 * (size_t)l->n;
    nh_ball *values = nh_balls_new(outputs + 1), *row = nh_balls_new(columns);
    nh_tape_run_balls(l->other_tape, parameters, point->inputs, values, prec);
    for (uint32_t r = 0; r < l->others && found == NH_MODEL_NONE; r++) {
        uint32_t number = l->equations->row[l->other[r]];
        for (size_t i = 0; i < columns; i++) nh_ball_set_int(&row[i], 0);
        for (uint32_t k = l->other_slopes.start[r]; k < l->other_slopes.start[r + 1]; k++)
            nh_ball_set(&row[l->other_slopes.column[k]], &values[k]);
        if (is_restricting(l, row, point, l->model->rows.items[number].is_geometric, prec)) found = number;
    }
    nh_balls_free(row, columns);
    nh_balls_free(values, outputs + 1);
    return found;
}
