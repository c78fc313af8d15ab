/* The run of an integration: first step, step sizes, refusals, projection, ends.
 *
 * A try of size h that has the error e, in units of the tolerance, is accepted when e < 1. The next size is h times
 * 0.9 e^(-1/q), at least 0.2 h and at most 10 h, where e behaves like h^q (q = 8 for DOP853); after a try that failed
 * the step that follows it is not larger. A try that f or the projection refuses is made again with h / 2. The first
 * size is found from |y|, |f| and the change of f over a small step. E. Hairer, S. P. Norsett, G. Wanner, Solving
 * Ordinary Differential Equations I, 2nd edition, section II.4. Limits and order of operations are those of SciPy's
 * solve_ivp, so that both make the same steps with DOP853.
 *
 * Tries are made in `next`, which changes places with `last` when one is accepted. So the interpolant of the last step
 * stays until the next step is made, and a jump out of a callback leaves the run as it was. */
#include "ode/ode.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "ode/method_private.h"

#define SAFETY 0.9
#define LEAST_FACTOR 0.2
#define MOST_FACTOR 10.0
#define REFUSED_FACTOR 0.5
#define SMALL_PART 1e-12         /* of the span and of the state: a run of such steps would never end */
#define LEAST_SPACINGS 10.0      /* the smallest step, in spacings of doubles at t */
#define MOST_STEP (DBL_MAX / 16) /* so that t + h does not overflow before t1 cuts it */

enum { SMALL_STEPS_MOST = 1000 };

struct nh_ode {
    nh_context *context;
    const nh_stepper *stepper;
    nh_ode_problem problem;
    double rtol, atol, given_step, most_step;
    uint64_t most_steps;
    uint32_t small_steps; /* one after the other, now */
    double t, t1, span;
    double h;                                  /* the size, > 0, of the next try */
    double *y, *f;                             /* f(t, y) once is_started */
    double *y_end;                             /* of a try, where it was moved to */
    double *slope;                             /* of the trial for the first size */
    double *shown, *shown_before, *shown_next; /* y, the state before it, that of a try, as others see them */
    double *inner;                             /* what is interpolated, before it is shown */
    nh_step *last, *next;
    bool is_started, has_last;
    nh_ode_status end;
    nh_ode_statistics statistics;
};

nh_ode_def nh_default_ode(void) {
    return (nh_ode_def){.rtol = 1e-10, .atol = 1e-10};
}

static void copy_numbers(size_t count, double *to, const double *from) {
    if (count > 0) memmove(to, from, count * sizeof *to);
}

/* y as others see it: in `to`, or y itself. */
static int show_state(const nh_ode *ode, double t, const double *y, double *to) {
    return ode->problem.show == NULL ? 0 : ode->problem.show(ode->problem.user, t, y, to);
}

static void place_state(nh_ode *ode, double t, const double *y) {
    if (ode->problem.take == NULL) copy_numbers(ode->problem.size, ode->y, y);
    else {
        (void)ode->problem.take(ode->problem.user, t, y, ode->y);
        copy_numbers(ode->problem.shown, ode->shown, y);
    }
    ode->t = t;
    ode->is_started = false;
    ode->has_last = false;
    ode->small_steps = 0;
    ode->end = NH_ODE_GOING;
}

nh_ode *nh_ode_begin(nh_arena *arena, const nh_ode_problem *problem, const nh_ode_def *def, double t0, const double *y0,
                     double t1) {
    NH_ASSERT(def->rtol >= 0 && def->atol >= 0 && def->rtol + def->atol > 0);
    NH_ASSERT(def->first_step >= 0 && def->most_step >= 0);
    NH_ASSERT(isfinite(t0) && isfinite(t1));
    nh_ode *ode = NH_NEW(arena, nh_ode);
    ode->context = nh_arena_context(arena);
    ode->stepper = (def->method != NULL ? def->method : nh_method_at(0))->stepper;
    ode->problem = *problem;
    ode->rtol = def->rtol;
    ode->atol = def->atol;
    ode->given_step = def->first_step;
    ode->most_step = def->most_step > 0 ? fmin(def->most_step, MOST_STEP) : MOST_STEP;
    ode->most_steps = def->most_steps;
    ode->t1 = t1;
    ode->span = fabs(t1 - t0);
    ode->last = ode->stepper->make(arena, problem->size);
    ode->next = ode->stepper->make(arena, problem->size);
    ode->y = nh_step_vector(arena, problem->size);
    ode->f = nh_step_vector(arena, problem->size);
    ode->y_end = nh_step_vector(arena, problem->size);
    ode->slope = nh_step_vector(arena, problem->size);
    if (problem->show != NULL) {
        ode->shown = NH_NEW_ARRAY(arena, double, problem->shown);
        ode->shown_before = NH_NEW_ARRAY(arena, double, problem->shown);
        ode->shown_next = NH_NEW_ARRAY(arena, double, problem->shown);
        ode->inner = nh_step_vector(arena, problem->size);
    }
    place_state(ode, t0, y0);
    return ode;
}

void nh_ode_restart(nh_ode *ode, double t, const double *y) {
    NH_ASSERT(isfinite(t));
    place_state(ode, t, y);
}

void nh_ode_undo(nh_ode *ode) {
    const nh_step *step = ode->last;
    NH_ASSERT(ode->has_last);
    copy_numbers(ode->problem.size, ode->y, step->y);
    copy_numbers(ode->problem.size, ode->f, step->slope);
    copy_numbers(ode->problem.shown, ode->shown, ode->shown_before);
    ode->t = step->t;
    ode->has_last = false;
    ode->end = NH_ODE_GOING;
    ode->statistics.steps--;
    ode->statistics.rejected++;
}

void nh_ode_set_end(nh_ode *ode, double t1) {
    NH_ASSERT(isfinite(t1));
    ode->t1 = t1;
    if (ode->end == NH_ODE_FINISHED) ode->end = NH_ODE_GOING;
}

void nh_ode_set_most_step(nh_ode *ode, double most_step) {
    NH_ASSERT(most_step > 0);
    ode->most_step = fmin(most_step, MOST_STEP);
}

static double direction_of(const nh_ode *ode) {
    return ode->t1 < ode->t ? -1 : 1;
}

static double least_step(const nh_ode *ode) {
    return LEAST_SPACINGS * fabs(nextafter(ode->t, direction_of(ode) * INFINITY) - ode->t);
}

/* f, counted: an nh_ode_function for the steps, which look themselves at what is not finite. */
static int count_and_evaluate(void *user, double t, const double *y, double *dydt) {
    nh_ode *ode = user;
    ode->statistics.evaluations++;
    return ode->problem.f(ode->problem.user, t, y, dydt);
}

/* The same with everything that is not finite as a refusal. */
static int evaluate_finite(nh_ode *ode, double t, const double *y, double *dydt) {
    size_t size = ode->problem.size;
    if (!nh_step_finite(size, y)) return 1;
    int code = count_and_evaluate(ode, t, y, dydt);
    return code == 0 && !nh_step_finite(size, dydt) ? 1 : code;
}

/* |x_i| / (atol + rtol |y_i|); 0 for a component that has no scale. */
static double scaled_error(const nh_ode *ode, size_t i, double x) {
    double scale = ode->atol + ode->rtol * fabs(ode->y[i]);
    return scale > 0 ? fmin(fabs(x) / scale, DBL_MAX) : 0;
}

/* The root mean square of these, without overflow on the way. */
static double norm_of(const nh_ode *ode, const double *x) {
    double largest = 0, sum = 0;
    size_t size = ode->problem.size;
    for (size_t i = 0; i < size; i++) largest = fmax(largest, scaled_error(ode, i, x[i]));
    if (largest == 0) return 0;
    for (size_t i = 0; i < size; i++) {
        double part = scaled_error(ode, i, x[i]) / largest;
        sum += part * part;
    }
    return largest * sqrt(sum / (double)size);
}

/* How much f changes over an Euler step of size h, by h; what f says about it. */
static int second_derivative(nh_ode *ode, double h, double *result) {
    double *y = ode->y_end, *f = ode->slope, signed_h = h * direction_of(ode);
    for (size_t i = 0; i < ode->problem.size; i++) y[i] = ode->y[i] + signed_h * ode->f[i];
    int code = evaluate_finite(ode, ode->t + signed_h, y, f);
    if (code != 0) return code;
    for (size_t i = 0; i < ode->problem.size; i++) f[i] -= ode->f[i];
    *result = norm_of(ode, f) / h;
    return 0;
}

/* Section II.4 of the book: the size for which an Euler step changes y by a hundredth, then one for which the terms of
 * the order of the method are a hundredth of the tolerance. Where f refuses that trial the first size is kept: steps
 * find their way from there. */
static int choose_step(nh_ode *ode, double *h) {
    double length = fabs(ode->t1 - ode->t), d0 = norm_of(ode, ode->y), d1 = norm_of(ode, ode->f), d2;
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
    h0 = fmin(fmax(h0, least_step(ode)), length);
    int code = second_derivative(ode, h0, &d2);
    *h = h0;
    if (code != 0) return code;
    double h1 = d1 <= 1e-15 && d2 <= 1e-15 ? fmax(1e-6, h0 * 1e-3) : ode->stepper->root(0.01 / fmax(d1, d2));
    *h = fmin(fmin(100 * h0, h1), length);
    return 0;
}

/* f at the place of the run, and the first size. */
static nh_ode_status start_step(nh_ode *ode) {
    int code = evaluate_finite(ode, ode->t, ode->y, ode->f);
    if (code != 0) return code < 0 ? NH_ODE_GAVE_UP : NH_ODE_REFUSED;
    ode->h = ode->given_step;
    if (ode->given_step == 0 && ode->problem.size == 0) ode->h = MOST_STEP;
    else if (ode->given_step == 0 && choose_step(ode, &ode->h) < 0) return NH_ODE_GAVE_UP;
    ode->is_started = true;
    return NH_ODE_GOING;
}

typedef enum outcome { ACCEPTED, TOO_INACCURATE, REFUSED, GIVEN_UP } outcome;

static outcome outcome_of(int code) {
    return code == 0 ? ACCEPTED : code < 0 ? GIVEN_UP : REFUSED;
}

/* The end of the step where it belongs. */
static outcome project_end(nh_ode *ode) {
    nh_step *step = ode->next;
    copy_numbers(ode->problem.size, ode->y_end, step->y_end);
    int code = 0;
    if (ode->problem.project != NULL) {
        ode->statistics.projections++;
        code = ode->problem.project(ode->problem.user, step->t_end, ode->y_end);
    }
    return outcome_of(code != 0 ? code : show_state(ode, step->t_end, ode->y_end, ode->shown_next));
}

/* f at the end of the step. */
static outcome finish_step(nh_ode *ode, const double *y) {
    nh_step *step = ode->next;
    int code = nh_step_finite(step->size, y) ? count_and_evaluate(ode, step->t_end, y, step->slope_end) : 1;
    return outcome_of(code == 0 && !nh_step_finite(step->size, step->slope_end) ? 1 : code);
}

/* One try of size h, cut at t1; its error in *error. */
static outcome try_step(nh_ode *ode, double h, double *error) {
    nh_step *step = ode->next;
    size_t size = ode->problem.size;
    double sign = direction_of(ode), t_end = ode->t + sign * h;
    step->t = ode->t;
    step->t_end = sign * t_end > sign * ode->t1 ? ode->t1 : t_end;
    step->has_dense = step->is_cubic = false;
    copy_numbers(size, step->y, ode->y);
    copy_numbers(size, step->slope, ode->f);
    bool moves = ode->problem.project != NULL; /* then f is requested at the place that counts only */
    outcome result = outcome_of(ode->stepper->run(step, count_and_evaluate, ode));
    if (result == ACCEPTED && !moves) result = finish_step(ode, step->y_end);
    if (result != ACCEPTED) return result;
    *error = ode->stepper->error(step, ode->rtol, ode->atol);
    if (*error < 1 && ode->problem.growth != NULL)
        *error *= ode->problem.growth(ode->problem.user, step->t_end, step->y_end);
    if (isnan(*error)) return REFUSED;
    if (!(*error < 1)) return TOO_INACCURATE;
    result = project_end(ode);
    return result == ACCEPTED && moves ? finish_step(ode, ode->y_end) : result;
}

static void note_step(nh_ode_statistics *statistics, double h) {
    if (statistics->steps == 0) statistics->first_step = statistics->least_step = h;
    statistics->least_step = fmin(statistics->least_step, h);
    statistics->largest_step = fmax(statistics->largest_step, h);
    statistics->steps++;
}

/* Whether the state has hardly moved since `before`. */
static bool moves_little(const nh_ode *ode, const double *before) {
    double size = 0, change = 0;
    for (size_t i = 0; i < ode->problem.size; i++) {
        size = fmax(size, fabs(ode->y[i]));
        change = fmax(change, fabs(ode->y[i] - before[i]));
    }
    return change <= SMALL_PART * size;
}

static void accept_step(nh_ode *ode) {
    nh_step *step = ode->next;
    ode->next = ode->last;
    ode->last = step;
    ode->has_last = true;
    ode->t = step->t_end;
    copy_numbers(ode->problem.size, ode->y, ode->y_end);
    copy_numbers(ode->problem.size, ode->f, step->slope_end);
    double *oldest = ode->shown_before;
    ode->shown_before = ode->shown;
    ode->shown = ode->shown_next;
    ode->shown_next = oldest;
    double h = fabs(step->t_end - step->t);
    bool is_small = h < SMALL_PART * ode->span && moves_little(ode, step->y);
    ode->small_steps = is_small ? ode->small_steps + 1 : 0;
    note_step(&ode->statistics, h);
}

/* By what the size is multiplied after a try. */
static double factor_for(const nh_ode *ode, outcome result, double error, bool has_failed) {
    if (result == REFUSED) return REFUSED_FACTOR;
    double factor = error == 0 ? MOST_FACTOR : SAFETY / ode->stepper->root(error);
    if (result == TOO_INACCURATE) return fmax(LEAST_FACTOR, factor);
    return fmin(has_failed ? 1 : MOST_FACTOR, factor);
}

static bool is_at_limit(const nh_ode *ode) {
    return ode->most_steps > 0 && ode->statistics.steps + ode->statistics.rejected >= ode->most_steps;
}

/* Tries until one is accepted or the run ends. */
static nh_ode_status advance_step(nh_ode *ode) {
    double least = least_step(ode), h = fmax(fmin(ode->h, ode->most_step), least), error = 0;
    outcome result = ACCEPTED;
    if (ode->small_steps >= SMALL_STEPS_MOST) return NH_ODE_STEP_SMALL;
    for (bool has_failed = false;; has_failed = true) {
        if (h < least) return result == REFUSED ? NH_ODE_REFUSED : NH_ODE_STEP_SMALL;
        if (is_at_limit(ode)) return NH_ODE_STEPS_LIMIT;
        nh_tick(ode->context, ode->stepper->evaluations + ode->problem.size);
        result = try_step(ode, h, &error);
        if (result == GIVEN_UP) return NH_ODE_GAVE_UP;
        h = fabs(ode->next->t_end - ode->t) * factor_for(ode, result, error, has_failed);
        if (result == ACCEPTED) break;
        ode->statistics.rejected++;
    }
    accept_step(ode);
    ode->h = h;
    return NH_ODE_GOING;
}

nh_ode_status nh_ode_step(nh_ode *ode) {
    if (ode->end == NH_ODE_GOING && ode->t == ode->t1) ode->end = NH_ODE_FINISHED;
    if (ode->end == NH_ODE_GOING && !ode->is_started) ode->end = start_step(ode);
    if (ode->end == NH_ODE_GOING) ode->end = advance_step(ode);
    return ode->end;
}

nh_ode_status nh_ode_end(const nh_ode *ode) {
    return ode->end;
}

double nh_ode_time(const nh_ode *ode) {
    return ode->t;
}

const double *nh_ode_state(const nh_ode *ode) {
    return ode->problem.show != NULL ? ode->shown : ode->y;
}

double nh_ode_time_before(const nh_ode *ode) {
    return ode->has_last ? ode->last->t : ode->t;
}

const double *nh_ode_state_before(const nh_ode *ode) {
    if (!ode->has_last) return nh_ode_state(ode);
    return ode->problem.show != NULL ? ode->shown_before : ode->last->y;
}

nh_ode_statistics nh_ode_get_statistics(const nh_ode *ode) {
    return ode->statistics;
}

/* Shows the inner state at t in y; not a number where that is not possible. */
static bool show_inner(const nh_ode *ode, double t, double *y) {
    if (ode->problem.show == NULL || show_state(ode, t, ode->inner, y) == 0) return true;
    for (size_t i = 0; i < ode->problem.shown; i++) y[i] = NAN;
    return false;
}

bool nh_ode_dense(nh_ode *ode, double t, double *y) {
    nh_step *step = ode->last;
    NH_ASSERT(fmin(nh_ode_time_before(ode), ode->t) <= t && t <= fmax(nh_ode_time_before(ode), ode->t));
    if (!ode->has_last) {
        copy_numbers(ode->problem.show != NULL ? ode->problem.shown : ode->problem.size, y, nh_ode_state(ode));
        return true;
    }
    if (!step->has_dense && ode->stepper->make_dense(step, count_and_evaluate, ode) < 0) ode->end = NH_ODE_GAVE_UP;
    step->has_dense = true;
    ode->stepper->dense(step, t, ode->problem.show != NULL ? ode->inner : y);
    return show_inner(ode, t, y) && !step->is_cubic;
}

void nh_ode_middle(const nh_ode *ode, double *y) {
    const nh_step *step = ode->last;
    double eighth = ode->has_last ? (ode->t - step->t) / 8 : 0, *to = ode->problem.show != NULL ? ode->inner : y;
    for (size_t i = 0; i < ode->problem.size; i++) {
        to[i] = ode->y[i];
        if (ode->has_last) to[i] = (step->y[i] + ode->y[i]) / 2 + eighth * (step->slope[i] - ode->f[i]);
    }
    (void)show_inner(ode, ode->has_last ? step->t + (ode->t - step->t) / 2 : ode->t, y);
}
