/* Formulas in doubles. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/at/formula_private.h"
#include "motion/forces/shortest_private.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"
#include "num/linear/doubles.h"
#include "tape/ball_run.h"

/* Newton's method for the velocities. */
enum { MOST_STEPS = 30 };
#define CLOSE 1e-14

static const double *set_inputs(nh_formula *f, double t, const double *q, const double *v) {
    f->inputs[0] = t;
    memcpy(f->inputs + 1, q, f->n * sizeof *q);
    memcpy(f->inputs + 1 + f->n, v, f->n * sizeof *v);
    return f->inputs;
}

/* ---- accelerations ---- */

/* The rates of the variables, in c->side. */
static bool find_rates(nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows];
    const double *out = nh_program_outputs(c->system), *force = out + entries + slopes, *drift = force + e->count;
    memcpy(c->values, out, ((size_t)entries + slopes) * sizeof *out);
    memcpy(c->values + entries + slopes, out + entries, slopes * sizeof *out);
    memcpy(c->side, force, e->count * sizeof *out);
    for (uint32_t i = 0; i < e->rows; i++) c->side[e->count + i] = -drift[i];
    if (!nh_square_factor(c->square, c->values)) return false;
    nh_square_solve(c->square, c->side);
    return true;
}

/* Where the lift begins in what the system gives. */
static const double *lift_of(const nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    return nh_program_outputs(c->system) + e->matrix.start[e->count] + e->jacobian.start[e->rows] + e->count + e->rows;
}

/* q'' = lift y' + rest */
static bool lift_rates(const nh_formula *f, const nh_formula_choice *c, double *x) {
    const nh_equations *e = c->equations;
    const double *lift =
        nh_program_outputs(c->system) + e->matrix.start[e->count] + e->jacobian.start[e->rows] + e->count + e->rows;
    const double *rest = lift + e->lift.start[f->n];
    for (uint32_t i = 0; i < f->n; i++) {
        x[i] = rest[i];
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++) x[i] += lift[k] * c->side[e->lift.column[k]];
    }
    return nh_doubles_are_finite(x, f->n);
}

/* ---- multipliers ---- */

/* The shape of [1, A^T; A, 0] for the rows that are used. */
static void make_least(nh_formula *f) {
    const nh_lagrange *l = &f->lagrange;
    uint32_t slopes = l->jacobian.start[l->acting], used = 0;
    nh_entries list = nh_entries_make(f->arena, f->n + 2 * (size_t)slopes);
    for (uint32_t i = 0; i < f->n; i++) nh_entries_add(&list, i, i);
    for (uint32_t j = 0; j < l->acting; j++) {
        if (f->redundant[l->row[j]]) continue;
        for (uint32_t k = l->jacobian.start[j]; k < l->jacobian.start[j + 1]; k++) {
            nh_entries_add(&list, f->n + used, l->jacobian.column[k]);
            nh_entries_add(&list, l->jacobian.column[k], f->n + used);
        }
        used++;
    }
    f->least = NULL; /* until all of it is there */
    f->least_values = NH_NEW_ARRAY(f->arena, double, (size_t)list.count + 1);
    f->least_side = NH_NEW_ARRAY(f->arena, double, (size_t)f->n + l->acting);
    memcpy(f->least_without, f->redundant, f->model->rows.count * sizeof *f->redundant);
    f->least = nh_square_make(f->arena, f->n + used, &list);
}

static bool is_least_new(const nh_formula *f) {
    return f->least == NULL || memcmp(f->least_without, f->redundant, f->model->rows.count * sizeof(bool)) != 0;
}

/* A^T lambda = M x - f for the rows that are used, as least squares: [1, A^T; A, 0] (r, lambda) = (M x - f, 0). Then
 * the shortest of all rows. */
static void find_multipliers(nh_formula *f, const double *x, double *lambda) {
    const nh_lagrange *l = &f->lagrange;
    uint32_t n = f->n, used = 0;
    for (uint32_t j = 0; j < l->acting; j++) lambda[j] = 0;
    if (l->acting == 0) return;
    if (is_least_new(f)) make_least(f);
    (void)nh_program_at(f->balance, f->inputs);
    const double *matrix = nh_program_outputs(f->balance), *force = matrix + l->matrix.start[n], *slopes = force + n;
    double *side = f->least_side, *value = f->least_values;
    for (uint32_t i = 0; i < n; i++) {
        side[i] = -force[i];
        *value++ = 1;
        for (uint32_t k = l->matrix.start[i]; k < l->matrix.start[i + 1]; k++)
            side[i] += matrix[k] * x[l->matrix.column[k]];
    }
    for (uint32_t j = 0; j < l->acting; j++) {
        if (f->redundant[l->row[j]]) continue;
        for (uint32_t k = l->jacobian.start[j]; k < l->jacobian.start[j + 1]; k++) {
            *value++ = slopes[k];
            *value++ = slopes[k];
        }
        side[n + used++] = 0;
    }
    bool is_good = nh_square_factor(f->least, f->least_values);
    if (is_good) nh_square_solve(f->least, side);
    used = 0;
    for (uint32_t j = 0; j < l->acting; j++) {
        f->is_left_out[j] = f->redundant[l->row[j]];
        if (!f->is_left_out[j]) lambda[j] = is_good ? side[n + used++] : NAN;
    }
    if (!is_good || used == l->acting) return;
    if (f->shortest == NULL) f->shortest = nh_shortest_make(f->arena, &l->jacobian);
    nh_shortest_find(f->shortest, slopes, f->is_left_out, lambda);
}

bool nh_formula_solve(nh_formula *formula, const nh_state *state, double *rates, double *x, double *lambda) {
    NH_ASSERT(x != state->v && x != state->q);
    nh_formula *f = formula;
    nh_formula_choice *c = f->now;
    if (c == NULL || c->equations == NULL || !nh_formula_touch(f, state)) return false;
    (void)nh_program_at(c->system, set_inputs(f, state->t, state->q, state->v));
    if (!find_rates(c) || !lift_rates(f, c, x)) return false;
    if (rates != NULL) memcpy(rates, c->side, c->equations->count * sizeof *rates);
    if (lambda != NULL) find_multipliers(f, x, lambda);
    return true;
}

double nh_formula_loss(nh_formula *f, const nh_state *state) {
    NH_ASSERT(f->now != NULL && f->now->equations != NULL);
    nh_formula_choice *c = f->now;
    const nh_equations *e = c->equations;
    (void)nh_program_at(c->system, set_inputs(f, state->t, state->q, state->v));
    if (!find_rates(c)) return INFINITY;
    const double *lift = lift_of(c), *rest = lift + e->lift.start[f->n];
    double largest = 0, terms = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        double x = rest[i], size = fabs(rest[i]);
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++) {
            x += lift[k] * c->side[e->lift.column[k]];
            size += fabs(lift[k] * c->side[e->lift.column[k]]);
        }
        largest = fmax(largest, fabs(x));
        terms = size > terms || isnan(size) ? size : terms;
    }
    return !isfinite(terms) ? INFINITY : terms > 0 ? terms / fmax(largest, 1e-300) : 1;
}

double nh_formula_misfit(nh_formula *f, const nh_state *state) {
    NH_ASSERT(f->now != NULL && f->now->equations != NULL);
    const nh_lagrange *l = &f->lagrange;
    double *x = f->now->side + f->now->equations->count + f->now->equations->rows, scale = 0, worst = 0;
    if (!nh_formula_solve(f, state, NULL, x, NULL)) return INFINITY;
    const double *slopes = nh_program_at(f->balance, f->inputs) + l->matrix.start[f->n] + f->n;
    const double *drift = slopes + l->jacobian.start[l->acting];
    for (uint32_t i = 0; i < f->n; i++) scale = fmax(scale, fmax(fabs(x[i]), fabs(state->v[i])));
    for (uint32_t j = 0; j < l->acting; j++) {
        if (f->redundant[l->row[j]]) continue;
        double sum = drift[j], terms = fabs(sum);
        for (uint32_t k = l->jacobian.start[j]; k < l->jacobian.start[j + 1]; k++) {
            sum += slopes[k] * x[l->jacobian.column[k]];
            terms += fabs(slopes[k]) * scale;
        }
        if (!isfinite(sum)) return INFINITY;
        if (terms > 0) worst = fmax(worst, fabs(sum) / terms);
    }
    return worst / DBL_EPSILON;
}

/* ---- variables and velocities ---- */

static const double *run_variables(nh_formula *f, double t, const double *q, const double *v) {
    return nh_program_at(f->now->variables, set_inputs(f, t, q, v));
}

void nh_formula_variables(nh_formula *formula, const nh_state *state, double *y) {
    NH_ASSERT(formula->now != NULL && formula->now->variables != NULL);
    nh_formula *f = formula;
    const double *out = run_variables(f, state->t, state->q, state->v);
    memcpy(y, out, f->now->equations->count * sizeof *y);
}

/* One step towards variables(t, q, v) = y, rates(t, q, v) = 0; how far it went relative to v, or not a number. */
static double improve_velocities(nh_formula *f, double t, const double *q, const double *y, double *v) {
    nh_formula_choice *c = f->now;
    const double *out = run_variables(f, t, q, v);
    uint32_t count = c->equations->count;
    double size = 0, moved = 0, *side = c->side;
    for (uint32_t i = 0; i < f->n; i++) side[i] = i < count ? out[i] - y[i] : out[i];
    if (!nh_square_factor(c->newton, out + f->n)) return NAN;
    nh_square_solve(c->newton, side);
    for (uint32_t i = 0; i < f->n; i++) {
        v[i] -= side[i];
        size = fmax(size, fabs(v[i]));
        moved = fmax(moved, fabs(side[i]));
    }
    return nh_doubles_are_finite(side, f->n) ? moved / fmax(size, 1e-300) : NAN;
}

bool nh_formula_velocities(nh_formula *formula, double t, const double *q, const double *y, double *v) {
    NH_ASSERT(formula->now != NULL && formula->now->equations != NULL);
    nh_formula *f = formula;
    const nh_formula_choice *c = f->now;
    if (c->velocities != NULL) {
        f->inputs[0] = t;
        memcpy(f->inputs + 1, q, f->n * sizeof *q);
        memcpy(f->inputs + 1 + f->n, y, c->equations->count * sizeof *y);
        memcpy(v, nh_program_at(c->velocities, f->inputs), f->n * sizeof *v);
        return nh_doubles_are_finite(v, f->n);
    }
    double before = INFINITY;
    for (int i = 0; i < MOST_STEPS; i++) {
        double moved = improve_velocities(f, t, q, y, v);
        if (!(moved <= 1e3)) return false;
        if (moved <= CLOSE || (moved < 1e-10 && moved >= before)) return true;
        before = moved;
    }
    return false;
}

/* By what a velocity is measured, squared: M_ii, so that units do not count. */
static double weight_of(const nh_formula *f, uint32_t i) {
    double mass = f->diagonal[i] != NH_MODEL_NONE ? fabs(nh_program_outputs(f->balance)[f->diagonal[i]]) : 0;
    return mass > 0 && isfinite(mass) ? mass : 1;
}

static double allowed_error(nh_tolerance tolerance, double x) {
    return tolerance.absolute + tolerance.relative * fabs(x);
}

/* What is allowed for the velocities together. */
static double allowed_velocity(const nh_formula *f, const nh_state *state, nh_tolerance tolerance) {
    double sum = 0;
    for (uint32_t i = 0; i < f->n; i++) sum += weight_of(f, i) * pow(allowed_error(tolerance, state->v[i]), 2);
    return sqrt(sum);
}

/* |dy_j/dq'|, or what is allowed for y_j relative to the velocities when that is more. */
static double slope_of(const nh_formula *f, uint32_t j, const double *y, double velocity, nh_tolerance tolerance) {
    NH_ASSERT(j < f->now->equations->count);
    const nh_expr_matrix *a = &f->now->slopes;
    const double *slopes = y + f->n;
    double sum = 0;
    for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) sum += slopes[k] * slopes[k] / weight_of(f, a->column[k]);
    return velocity > 0 ? fmax(sqrt(sum), allowed_error(tolerance, y[j]) / velocity) : sqrt(sum);
}

double nh_formula_growth(nh_formula *formula, const nh_state *state, nh_tolerance tolerance) {
    NH_ASSERT(tolerance.relative >= 0 && tolerance.absolute >= 0);
    nh_formula *f = formula;
    nh_formula_choice *c = f->now;
    const nh_equations *e = c->equations;
    const double *y = run_variables(f, state->t, state->q, state->v), *lift = lift_of(c);
    double worst = 1, *columns = c->side;
    (void)nh_program_at(c->system, f->inputs);
    (void)nh_program_at(f->balance, f->inputs);
    double velocity = allowed_velocity(f, state, tolerance);
    for (uint32_t j = 0; j < e->count; j++) columns[j] = 0;
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++)
            columns[e->lift.column[k]] += weight_of(f, i) * lift[k] * lift[k];
    for (uint32_t j = 0; j < e->count; j++) {
        double product = sqrt(columns[j]) * slope_of(f, j, y, velocity, tolerance);
        if (!(product <= worst)) worst = product;
    }
    return isfinite(worst) ? worst : INFINITY;
}

/* ==== ball ==== */

/* Formulas in balls, inside the guard. */

/* [matrix, jacobian^T; jacobian, 0], by columns. */
static void fill_square(const nh_equations *e, const nh_ball *outputs, nh_ball *a) {
    uint32_t count = e->count, size = count + e->rows;
    const nh_ball *slopes = outputs + e->matrix.start[count];
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            nh_ball_set(&a[i + (size_t)e->matrix.column[k] * size], &outputs[k]);
    for (uint32_t i = 0; i < e->rows; i++)
        for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++) {
            nh_ball_set(&a[count + i + (size_t)e->jacobian.column[k] * size], &slopes[k]);
            nh_ball_set(&a[e->jacobian.column[k] + (size_t)(count + i) * size], &slopes[k]);
        }
}

/* The rates of the variables, then all accelerations. */
static bool find_accelerations(const nh_formula *f, const nh_ball *outputs, nh_ball *x, int prec) {
    const nh_equations *e = f->now->equations;
    size_t count = e->count, size = count + e->rows;
    const nh_ball *force = outputs + e->matrix.start[count] + e->jacobian.start[e->rows], *drift = force + count;
    const nh_ball *lift = drift + e->rows, *rest = lift + e->lift.start[f->n];
    nh_ball *a = nh_balls_new(size * size + 1), *u = nh_balls_new(size + 1), *b = nh_balls_new(size + 1);
    fill_square(e, outputs, a);
    for (size_t i = 0; i < size; i++)
        if (i < count) nh_ball_set(&b[i], &force[i]);
        else nh_ball_neg(&b[i], &drift[i - count]);
    bool is_solved = size == 0 || nh_ball_solve(u, a, (int)size, b, 1, prec);
    for (uint32_t i = 0; i < f->n && is_solved; i++) {
        nh_ball_set(&x[i], &rest[i]);
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++)
            nh_ball_fma(&x[i], &lift[k], &u[e->lift.column[k]], &x[i], prec);
    }
    nh_balls_free(b, size + 1);
    nh_balls_free(u, size + 1);
    nh_balls_free(a, size * size + 1);
    return is_solved;
}

/* (A A^T) mu = A (M x - f) for the rows that are used, then the shortest multipliers of all rows. */
static bool find_multiplier_balls(const nh_formula *f, const nh_ball *outputs, const nh_ball *x, nh_ball *lambda,
                                  int prec) {
    const nh_lagrange *l = &f->lagrange;
    uint32_t n = f->n, used = 0;
    uint32_t *row = nh_guard_alloc((size_t)l->acting + 1, sizeof *row);
    const nh_ball *matrix = outputs, *force = matrix + l->matrix.start[n], *slopes = force + n;
    for (uint32_t j = 0; j < l->acting; j++)
        if (!f->redundant[l->row[j]]) row[used++] = j;
    size_t size = (size_t)n * used + 1, square = (size_t)used * used + 1;
    nh_ball *a = nh_balls_new(size), *side = nh_balls_new(n + 1), *gram = nh_balls_new(square);
    nh_ball *right = nh_balls_new((size_t)used + 1), *mu = nh_balls_new((size_t)used + 1);
    for (uint32_t i = 0; i < n; i++) {
        nh_ball_neg(&side[i], &force[i]);
        for (uint32_t k = l->matrix.start[i]; k < l->matrix.start[i + 1]; k++)
            nh_ball_fma(&side[i], &matrix[k], &x[l->matrix.column[k]], &side[i], prec);
    }
    nh_balls_spread_rows(&l->jacobian, slopes, used, row, a);
    nh_balls_multiply_transposed(right, a, used, side, 1, n, prec);
    nh_balls_multiply_transposed(gram, a, used, a, used, n, prec);
    bool is_solved = used == 0 || nh_ball_solve(mu, gram, (int)used, right, 1, prec);
    is_solved = is_solved && nh_shortest_balls(&l->jacobian, slopes, used, row, mu, lambda, prec);
    nh_balls_free(mu, (size_t)used + 1);
    nh_balls_free(right, (size_t)used + 1);
    nh_balls_free(gram, square);
    nh_balls_free(side, n + 1);
    nh_balls_free(a, size);
    nh_guard_free(row);
    return is_solved;
}

bool nh_formula_solve_balls(nh_formula *formula, const nh_ball *parameters, const nh_ball *inputs, nh_ball *x,
                            nh_ball *lambda, int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
    nh_formula *f = formula;
    if (f->now == NULL || f->now->equations == NULL) return false;
    size_t own = f->model->parameters.count, count = own + f->now->equations->choice->signs + 1;
    size_t outputs = (size_t)nh_tape_outputs(nh_program_tape(f->now->system)) + 1;
    size_t others = (size_t)nh_tape_outputs(nh_program_tape(f->balance)) + 1;
    nh_ball *all = nh_balls_new(count), *y = nh_balls_new(outputs), *z = nh_balls_new(others);
    for (size_t i = 0; i < own; i++) nh_ball_set(&all[i], &parameters[i]);
    nh_explicit_sign_balls(f->now->measures, parameters, inputs, all + own, prec);
    nh_tape_run_balls(nh_program_tape(f->now->system), all, inputs, y, prec);
    bool is_solved = find_accelerations(f, y, x, prec);
    if (is_solved && lambda != NULL) {
        nh_tape_run_balls(nh_program_tape(f->balance), parameters, inputs, z, prec);
        is_solved = find_multiplier_balls(f, z, x, lambda, prec);
    }
    nh_balls_free(z, others);
    nh_balls_free(y, outputs);
    nh_balls_free(all, count);
    return is_solved;
}
