/* The nearest point at which equations hold: minimise |z - z0|_W under c(z) = 0.
 *
 * Two parts. `restore_rows` goes back to the equations by Newton steps of least norm, halved until the residuals, each
 * divided by the length of its gradient, become less. `approach` goes along them: a step p in the tangent space,
 * then restore; it is taken when the distance became less, so that the end is a local minimum and no saddle. p
 * solves the reduced Newton system
 *
 *     P H P p = -P g,    g = W (z - z0),    H = W - sum lambda_j d^2 c_j/dz^2
 *
 * by conjugate gradients in the tangent space, [Nocedal and Wright, Numerical Optimization, Alg. 16.2]; H p is a
 * difference quotient of J^T lambda. Where the curvature is not positive the steepest descent takes its place. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "num/linear/doubles.h"
#include "state/state_private.h"

/* Residuals so small, relative to their terms, are rounding. */
#define ROUNDING (2 * DBL_EPSILON)
/* Unknowns that are smaller are 0, except for what is left of a search. */
#define NEXT_TO_ZERO 1e-18
/* From here on only full steps are tried. */
#define NEAR 1e-13
/* The tangent part of z - z0, relative to all of it, at a point of least distance. */
#define STATIONARY 1e-11
/* A way that comes so near to the reference, relative to where it began, ends there. */
#define COLLAPSED 1e-2
/* Points drawn instead are at least so far away. */
#define DRAWN_FROM 0.1

/* Steps of each search, and halvings of one: a double root takes a step for each bit. */
enum { RESTORE_STEPS = 60, HALVINGS = 25, APPROACH_STEPS = 60, GRADIENT_STEPS = 60 };

/* y = x + a d */
static void step_to(const nh_states *s, const double *x, double a, const double *d, double *y) {
    for (uint32_t i = 0; i < s->size; i++) y[i] = x[i] + a * d[i];
}

/* ---- back to the equations ---- */

/* Whether the independent ones hold to rounding; the sparse way knows no others. */
static double used_worst(const nh_states *s, const double *z) {
    if (s->sparse != NULL) return nh_state_worst(s, z, NULL);
    double worst = 0, largest = nh_state_largest(s, z);
    for (uint32_t k = 0; k < s->rank; k++) worst = fmax(worst, nh_state_relative(s, s->used[k], z, largest));
    return worst;
}

/* One over the length of the gradient by free unknowns, squared; 0 for equations that are not used. */
static void weigh_equations(const nh_states *s, double *weight) {
    for (uint32_t e = 0; e < s->count; e++) {
        double sum = 0;
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++)
            if (s->is_free[s->J.column[k]]) sum += s->slope[k] * s->slope[k];
        bool is_used = s->is_active[e] && (s->sparse != NULL || !s->is_redundant[e]);
        weight[e] = is_used && sum > 0 ? 1 / sum : 0;
    }
}

static double merit_of(const nh_states *s, const double *weight) {
    double sum = 0;
    for (uint32_t e = 0; e < s->count; e++)
        if (weight[e] > 0) sum += weight[e] * s->value[e] * s->value[e];
    return sum;
}

/* Takes the step d, shorter if need be; false when no length of it makes the residuals less. What is evaluated
 * belongs to z afterwards when true. */
static bool take_shortened(nh_states *s, double t, double *z, const double *d, bool is_near) {
    double *trial = s->vectors[3], *weight = s->row_vectors[2];
    weigh_equations(s, weight);
    double before = merit_of(s, weight);
    for (int i = 0; i < (is_near ? 1 : HALVINGS); i++) {
        step_to(s, z, ldexp(1, -i), d, trial);
        if (!nh_state_evaluate(s, t, trial) || !(merit_of(s, weight) < before)) continue;
        memcpy(z, trial, s->size * sizeof *z);
        return true;
    }
    return false;
}

/* Whether the equations have values where what is next to 0 is 0: x' = 0 and x/x' = 0 hold nowhere, but seem to at x' =
 * 1e-23, where the derivative of the second is that large. */
static bool stays_finite(nh_states *s, double t, const double *z) {
    double *rounded = s->vectors[3];
    bool is_rounded = false;
    for (uint32_t i = 0; i < s->size; i++) {
        bool is_next = z[i] != 0 && fabs(z[i]) < NEXT_TO_ZERO;
        rounded[i] = is_next ? 0 : z[i];
        is_rounded |= is_next;
    }
    if (!is_rounded) return true;
    (void)nh_state_evaluate(s, t, rounded);
    for (uint32_t e = 0; e < s->count; e++)
        if (s->is_active[e] && !isfinite(s->value[e])) return false;
    return true;
}

static bool restore_rows(nh_states *s, double t, double *z, double dependent) {
    double *d = s->vectors[2];
    s->dependent = dependent;
    if (!nh_state_evaluate_held(s, t, z)) return false;
    for (int i = 0; i < RESTORE_STEPS; i++) {
        nh_tick(s->model->context, 1 + s->size);
        nh_state_linearise(s);
        double worst = used_worst(s, z);
        if (worst <= ROUNDING) break;
        nh_state_normal_step(s, s->value, d);
        if (!take_shortened(s, t, z, d, worst <= NEAR)) break;
    }
    return stays_finite(s, t, z) && nh_state_evaluate_held(s, t, z) && nh_state_worst(s, z, NULL) <= s->holds;
}

/* Equations that seem to depend on others are given a second chance, and those that are affine go first at last: with
 * (x' - y)^2 = 0 the equation x' = y would be left out, and only it can be solved to rounding. */
bool nh_state_restore(nh_states *s, double t, double *z) {
    if (restore_rows(s, t, z, NH_STATE_DEPENDENT_STEP) || restore_rows(s, t, z, NH_STATE_DEPENDENT)) return true;
    s->is_affine_first = true;
    bool is_restored = restore_rows(s, t, z, NH_STATE_DEPENDENT_STEP);
    s->is_affine_first = false;
    return is_restored;
}

/* ---- along the equations ---- */

/* y = J^T lambda at z, for free unknowns. */
static bool add_forces(nh_states *s, double t, const double *z, const double *lambda, double factor, double *y) {
    if (!nh_state_evaluate(s, t, z)) return false;
    for (uint32_t e = 0; e < s->count; e++)
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1] && lambda[e] != 0; k++)
            if (s->is_free[s->J.column[k]]) y[s->J.column[k]] += factor * lambda[e] * s->slope[k];
    return true;
}

/* hp = H p; false when there is no difference quotient. */
static bool apply_hessian(nh_states *s, double t, const double *z, const double *p, double *hp) {
    double *beside = s->vectors[3], *bend = s->vectors[4];
    const double *lambda = s->row_vectors[1];
    double h = 1e-5 * fmax(nh_doubles_largest(z, s->size), 1e-8) / nh_doubles_largest(p, s->size);
    memset(bend, 0, s->size * sizeof *bend);
    step_to(s, z, h, p, beside);
    if (!add_forces(s, t, beside, lambda, -1 / (2 * h), bend)) return false;
    step_to(s, z, -h, p, beside);
    if (!add_forces(s, t, beside, lambda, 1 / (2 * h), bend)) return false;
    nh_state_metric_multiply(s, p, hp);
    for (uint32_t i = 0; i < s->size; i++) hp[i] += bend[i];
    return true;
}

/* x: the Newton step in the tangent space, from g and its steepest descent d of length `slope` (squared, in the
 * metric). */
static void newton_step(nh_states *s, double t, const double *z, const double *d, double slope, double *x) {
    double *r = s->vectors[7], *y = s->vectors[8], *p = s->vectors[9], *hp = s->vectors[10];
    const double *g = s->vectors[5];
    size_t bytes = s->size * sizeof *x;
    memset(x, 0, bytes);
    memcpy(r, g, bytes);
    memcpy(p, d, bytes);
    double ry = slope, share = slope / fmax(nh_doubles_dot(g, g, s->size), DBL_MIN);
    double enough = slope * fmin(1e-2, fmax(share, 1e-8)); /* more cannot be had from differences */
    for (int k = 0; k < GRADIENT_STEPS; k++) {
        double php = apply_hessian(s, t, z, p, hp) ? nh_doubles_dot(p, hp, s->size) : 0;
        double pwp = nh_state_norm(s, p);
        if (!(php > 1e-6 * pwp * pwp)) break;
        step_to(s, x, ry / php, p, x);
        step_to(s, r, ry / php, hp, r);
        nh_state_tangent(s, r, y, NULL);
        double next = -nh_doubles_dot(r, y, s->size);
        if (!(next > enough)) return;
        for (uint32_t i = 0; i < s->size; i++) p[i] = y[i] + next / ry * p[i];
        ry = next;
    }
    if (nh_doubles_largest(x, s->size) == 0) memcpy(x, d, bytes);
}

static double distance_from_reference(nh_states *s, const double *z) {
    double *y = s->vectors[4];
    step_to(s, z, -1, s->reference, y);
    return nh_state_norm(s, y);
}

/* Whether a fall of the squared distance is too small for distances to tell. */
static bool is_slight(double fall, double distance_now) {
    return fall <= 1e-13 * distance_now * distance_now;
}

/* Moves z along x as far as that brings it nearer, which would be by `fall` at first; false when it does not. */
static bool move_nearer(nh_states *s, double t, double *z, const double *x, double fall) {
    double *trial = s->vectors[11], before = distance_from_reference(s, z);
    bool slight = is_slight(fall, before);
    for (int i = 0; i < (slight ? 1 : HALVINGS); i++) {
        double length = ldexp(1, -i);
        step_to(s, z, length, x, trial);
        if (!nh_state_restore(s, t, trial)) continue;
        double after = distance_from_reference(s, trial);
        if (!(after * after <= before * before * (slight ? 1 + 1e-12 : 1) - 1e-4 * length * fall)) continue;
        memcpy(z, trial, s->size * sizeof *z);
        return true;
    }
    return false;
}

/* From a z at which the equations hold to the nearest such point to s->reference nearby. */
static void approach_point(nh_states *s, double t, double *z) {
    NH_ASSERT(z != s->reference);
    double *g = s->vectors[5], *x = s->vectors[6], *d = s->vectors[8];
    double *best = s->vectors[12], last = INFINITY; /* the tangent part before a slight step, and z there */
    s->dependent = NH_STATE_DEPENDENT_STEP;
    for (int i = 0; i < APPROACH_STEPS; i++) {
        nh_tick(s->model->context, 1 + s->size);
        if (!nh_state_evaluate(s, t, z)) return;
        nh_state_linearise(s);
        step_to(s, z, -1, s->reference, x);
        nh_state_metric_multiply(s, x, g);
        nh_state_tangent(s, g, d, s->row_vectors[1]);
        double slope = nh_state_norm(s, d), all = nh_state_norm(s, x);
        if (slope > last) memcpy(z, best, s->size * sizeof *z);
        if (!(slope > STATIONARY * all) || slope > last / 2) return;
        newton_step(s, t, z, d, slope * slope, x);
        double fall = -nh_doubles_dot(g, x, s->size);
        if (is_slight(fall, all)) {
            last = slope;
            memcpy(best, z, s->size * sizeof *z);
        }
        if (!move_nearer(s, t, z, x, fall)) return;
    }
}

/* ---- both, from several sides ---- */

/* z = reference plus a random part of the free unknowns, of the size of their own values. */
static void scatter_free(nh_states *s, nh_random *random, double size, double *z) {
    for (uint32_t block = 0; block < 2; block++) {
        const double *from = s->reference + (size_t)block * s->n;
        double most = nh_doubles_largest(from, s->n);
        for (uint32_t i = 0; i < s->n; i++) {
            double scale = fmax(fabs(from[i]), most > 0 ? most : 1) * size;
            bool is_free = s->is_free[block * s->n + i];
            z[block * s->n + i] = from[i] + (is_free ? scale * nh_random_normal(random) : 0);
        }
    }
}

/* restore and approach from z, which is about `size` from the reference. Where the way leads back to the reference,
 * which is not a solution (a homogeneous row without a value at rest), the first point is kept if it is far enough from
 * it. */
static bool solve_from(nh_states *s, double t, double *z, double size, bool *is_drawn) {
    if (!nh_state_restore(s, t, z)) return false;
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *first = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    memcpy(first, z, s->size * sizeof *z);
    approach_point(s, t, z);
    *is_drawn = distance_from_reference(s, z) <= COLLAPSED * distance_from_reference(s, first);
    if (*is_drawn) memcpy(z, first, s->size * sizeof *z);
    nh_arena_release(scratch, mark);
    return !*is_drawn || size >= DRAWN_FROM;
}

bool nh_state_solve_beside(nh_states *s, double t, double *z, nh_random *random, double size, double *way) {
    NH_ASSERT(size > 0);
    bool is_drawn;
    nh_state_set_metric(s, t, s->reference);
    scatter_free(s, random, size, z);
    if (!solve_from(s, t, z, size, &is_drawn)) return false;
    *way = distance_from_reference(s, z);
    return true;
}

bool nh_state_solve(nh_states *s, double t, double *z, nh_random *random, int tries) {
    NH_ASSERT(z != s->reference && tries >= 0);
    s->is_drawn = false;
    static const double sizes[] = {1e-3, 1e-2, 0.1, 0.3, 1, 0.3, 1, 3};
    memcpy(z, s->reference, s->size * sizeof *z);
    nh_state_set_metric(s, t, z);
    bool found = nh_state_restore(s, t, z);
    if (found) approach_point(s, t, z);
    if (found || tries == 0) return found;
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *other = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    for (int i = 0, successes = 0; i < tries && successes < 3; i++) {
        scatter_free(s, random, sizes[i % 8], other);
        bool is_drawn;
        if (!solve_from(s, t, other, sizes[i % 8], &is_drawn)) continue;
        successes++;
        if (found && distance_from_reference(s, other) >= distance_from_reference(s, z)) continue;
        memcpy(z, other, s->size * sizeof *z);
        s->is_drawn = is_drawn;
        found = true;
    }
    nh_arena_release(scratch, mark);
    return found;
}
