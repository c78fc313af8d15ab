/* Whether a piece of a step is free of singular configurations, by bounds of all coefficients over it.
 *
 * Samples of a long step may miss a place. Over a piece each coefficient is within a radius of its middle
 * (motion/places/enclosure_private.h). With E for the radii, all matrices in between
 *
 *     have independent rows where |E|_F is less than the smallest singular value of the middle, which is not less than
 *     1/|L^-1|_F for the middle = L Q,
 *     are positive definite where the middle less |E|_F times the unit matrix is. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/at/dynamics.h"
#include "motion/places/enclosure_private.h"
#include "motion/places/singular_private.h"

enum { BOUNDS_MOST = 40 }; /* coordinates and rows; in larger systems samples are faster */

struct nh_singular_bounds {
    nh_enclosure *enclosure;
    nh_event_verdict *verdicts;
    double *noise, *radius; /* by entry: rows, then matrix */
    double *inverse;        /* rows x rows */
};

/* An nh_enclosure_sample. */
static int sample_state(void *user, nh_ode *ode, double t, double *inputs) {
    nh_singular *s = user;
    nh_ode_dense(ode, t, s->y);
    inputs[0] = t;
    memcpy(inputs + 1, s->y, s->states * sizeof *inputs);
    return 0;
}

static nh_singular_bounds *make_bounds(nh_singular *s) {
    const nh_equations *e = s->equations;
    uint32_t slopes = e->jacobian.start[s->rows], count = slopes + e->matrix.start[s->n];
    nh_singular_bounds *b = NH_NEW(s->arena, nh_singular_bounds);
    nh_expr *functions = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)count + 1);
    memcpy(functions, e->jacobian.entry, slopes * sizeof *functions);
    memcpy(functions + slopes, e->matrix.entry, (count - slopes) * sizeof *functions);
    nh_enclosure_def def = {.inputs = nh_dynamics_tape_def(s->arena, e, false, 0, NULL),
                            .parameters = s->parameters,
                            .count = count,
                            .functions = functions,
                            .sample = sample_state,
                            .user = s};
    b->enclosure = nh_enclosure_make(s->arena, e->model, &def);
    b->verdicts = NH_NEW_ARRAY(s->arena, nh_event_verdict, (size_t)count + 1);
    b->noise = NH_NEW_ARRAY(s->arena, double, (size_t)count + 1);
    b->radius = NH_NEW_ARRAY(s->arena, double, (size_t)count + 1);
    b->inverse = NH_NEW_ARRAY(s->arena, double, (size_t)s->rows * s->rows + 1);
    return b;
}

/* Middles into s->outputs, and radii; false: one has no bounds. */
static bool find_bounds(nh_singular *s, nh_ode *ode, double from, double to, uint32_t depth) {
    nh_singular_bounds *b = s->bounds;
    uint32_t count = s->equations->jacobian.start[s->rows] + s->equations->matrix.start[s->n];
    nh_enclosure_look(b->enclosure, ode, from, to, depth, NULL, b->verdicts, b->noise);
    for (uint32_t k = 0; k < count; k++) {
        nh_interval range = nh_enclosure_range(b->enclosure, k);
        s->outputs[k] = range.low + (range.high - range.low) / 2;
        b->radius[k] = nextafter(range.high - s->outputs[k], INFINITY);
        if (!isfinite(s->outputs[k]) || !isfinite(b->radius[k])) return false;
    }
    return true;
}

/* |L^-1|_F^2, where column k of s->r has row k of L. */
static double inverse_square(nh_singular *s) {
    double *x = s->bounds->inverse, sum = 0;
    size_t rows = s->rows;
    for (uint32_t j = 0; j < s->used_count; j++)
        for (uint32_t i = j; i < s->used_count; i++) {
            const double *row = s->r + i * rows;
            double value = i == j ? 1 : 0;
            for (uint32_t k = j; k < i; k++) value -= row[k] * x[k * rows + j];
            x[i * rows + j] = value /= row[i];
            sum += value * value;
        }
    return sum;
}

/* Each row is taken in parts of its length in the middle. */
static bool are_rows_independent(nh_singular *s) {
    const nh_expr_matrix *a = &s->equations->jacobian;
    double error = 0;
    for (uint32_t k = 0; k < s->used_count; k++) {
        double *row = s->jacobian + s->used[k] * (size_t)s->n, square = 0, radius = 0;
        for (uint32_t i = 0; i < s->n; i++) square += row[i] * row[i];
        for (uint32_t i = a->start[s->used[k]]; i < a->start[s->used[k] + 1]; i++) {
            double part = s->bounds->radius[i] * s->unit[a->column[i]];
            radius += part * part;
        }
        if (!(radius < square)) return false;
        error += radius / square;
        for (uint32_t i = 0; i < s->n; i++) row[i] /= sqrt(square);
        if (!(nh_singular_orthogonalise(s, k) > 0)) return false;
    }
    return error * inverse_square(s) < 1;
}

static bool is_matrix_definite(nh_singular *s) {
    const nh_expr_matrix *m = &s->equations->matrix;
    const double *radius = s->bounds->radius + s->equations->jacobian.start[s->rows];
    double error = 0;
    if (s->has_constant_matrix) return true;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++) {
            double part = radius[k] * s->unit[i] * s->unit[m->column[k]];
            error += part * part;
        }
    for (uint32_t i = 0; i < s->n; i++) s->mass[i + i * (size_t)s->n] -= sqrt(error);
    return nh_singular_has_pivots(s);
}

bool nh_singular_has_bounds(nh_singular *s) {
    if (!s->is_definite || s->is_large || s->n > BOUNDS_MOST || s->rows > BOUNDS_MOST) return false;
    if (s->bounds == NULL) s->bounds = make_bounds(s);
    return true;
}

bool nh_singular_is_regular(nh_singular *s, nh_ode *ode, double from, double to, uint32_t depth) {
    NH_ASSERT(s->bounds != NULL && from != to);
    if (!find_bounds(s, ode, from, to, depth)) return false;
    nh_singular_spread(s);
    return are_rows_independent(s) && is_matrix_definite(s);
}
