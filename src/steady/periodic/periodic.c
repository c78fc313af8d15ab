/* Periodic motions by Newton's method. From a state s, displacements B z that the constraints admit are carried over
 * the period T by the variational equations (motion/variation): the motion from s + B z ends after T + dT at
 *
 *     e + D z + f dT,     f: the rates (q', q'') at the end,
 *
 * and is to end where it begins, up to whole turns, and up to anything in coordinates that no equation contains:
 *
 *     (D - B) z + f dT = s + turns - e.
 *
 * Where the equations contain the time, dT = 0. Where not, z is at a right angle to the rates at s: a Poincare section
 * through that state. The solution is that of least squares, damped as by Levenberg and Marquardt with the gap s +
 * turns - e: periodic motions of conservative systems come in families, by their energy, of which one near the
 * beginning is wanted, and as the gap closes steps become Newton's also there. That the period changes is preferred.
 * The state is moved back to the constraints after each step.
 *
 * A motion that is found is followed over the values of a parameter, each time from the last two. */
#include "steady/periodic/periodic.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/values.h"
#include "motion/variation/variation.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "state/state.h"
#include "steady/periodic/floquet.h"
#include "steady/range_private.h"

enum { STEPS_MOST = 60, DAMPINGS = 8, VALUES = 11 };
/* A step that is smaller is the last one; a motion that closes worse is none. */
#define SETTLED 1e-11
#define CLOSED 1e-8
/* The damping is the gap, at first; where that leads to no better motion, this many times as much. */
#define MORE_DAMPING 8.0
#define SINGULAR 1e-13
/* The period does not become longer or shorter by more: every motion is periodic with the period 0. */
#define PERIOD_RATIO 3.0
/* A change of the period counts so much less than one of the state, where both do. */
#define CHEAP 10.0
/* A turn is meant if the first motion ends this close to it; rates that are smaller are those of an equilibrium. */
#define NEAR_TURN 1.0
#define AT_REST 1e-9

typedef struct search {
    nh_arena *arena;
    const nh_model *model;
    nh_states *states;
    nh_dynamics *dynamics;
    nh_variation *bare, *full; /* without displacements, and with all */
    nh_tolerance tolerance;
    size_t n, size;
    bool is_autonomous;
    bool *is_free; /* n: coordinates that no equation contains */
    double *turns; /* 2n */
    double t, period;
    double guess;        /* the period with which the search began */
    double *state, *end; /* 2n */
    double *basis;       /* 2n x size */
    double *matrix, *right, *z;
    const char *why;
} search;

/* ---- beginning ---- */

static search begin_search(nh_arena *arena, const nh_model *model, nh_tolerance tolerance) {
    search w = {.arena = arena, .model = model, .n = model->coordinates.count, .tolerance = tolerance};
    const double *parameters = nh_model_parameter_values(model, arena);
    nh_equations *equations = nh_chetaev_derive(model, arena);
    nh_variation_def bare = {.rtol = tolerance.relative, .atol = tolerance.absolute};
    w.states = nh_states_make(arena, model, parameters);
    w.bare = nh_variation_make(arena, model, &bare);
    w.dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(w.dynamics, parameters);
    w.t = nh_model_start_time(model, arena, parameters);
    w.is_autonomous = !nh_floquet_contains(equations, model->time);
    w.is_free = NH_NEW_ARRAY(arena, bool, w.n + 1);
    for (size_t i = 0; i < w.n; i++) w.is_free[i] = !nh_floquet_contains(equations, model->coordinates.items[i].q);
    w.turns = NH_NEW_ARRAY(arena, double, 2 * w.n + 1);
    w.state = NH_NEW_ARRAY(arena, double, 2 * w.n + 1);
    w.end = NH_NEW_ARRAY(arena, double, 2 * w.n + 1);
    return w;
}

/* The displacements at the state; false: it is singular. */
static bool find_basis(search *w) {
    const uint32_t *place;
    w->why = nh_variation_begin(w->bare, w->t, w->state, NULL);
    nh_tangent *tangent = w->why == NULL ? nh_variation_tangent(w->bare) : NULL;
    w->basis = tangent != NULL ? nh_tangent_basis(tangent, w->arena, &w->size, &place) : NULL;
    if (w->basis == NULL && w->why == NULL) w->why = "the constraints depend on each other there";
    if (w->basis == NULL || w->full != NULL) return w->basis != NULL;
    nh_variation_def full = {.rtol = w->tolerance.relative, .atol = w->tolerance.absolute, .count = w->size};
    w->full = nh_variation_make(w->arena, w->model, &full);
    w->matrix = NH_NEW_ARRAY(w->arena, double, (2 * w->n + 1) * (w->size + 1));
    w->right = NH_NEW_ARRAY(w->arena, double, 2 * w->n + 1);
    w->z = NH_NEW_ARRAY(w->arena, double, w->size + 1);
    return true;
}

/* (q', q''); false: not determined. */
static bool find_rates(search *w, double t, const double *state, double *rates) {
    nh_solution solution = nh_dynamics_solve(w->dynamics, t, state, state + w->n);
    if (solution.status != NH_SOLVED) return false;
    memcpy(rates, state + w->n, w->n * sizeof *rates);
    memcpy(rates + w->n, solution.x, w->n * sizeof *rates);
    return true;
}

/* ---- what is missing ---- */

/* In component i: 0 for coordinates that may be anywhere. */
static double gap_at(const search *w, size_t i) {
    return i < w->n && w->is_free[i] ? 0 : w->state[i] + w->turns[i] - w->end[i];
}

static double largest_gap(const search *w) {
    double largest = 0;
    for (size_t i = 0; i < 2 * w->n; i++) largest = fmax(largest, fabs(gap_at(w, i)) / (1 + fabs(w->state[i])));
    return largest;
}

/* Where the motion from the state is after the period, without its neighbours. */
static bool find_end(search *w) {
    w->why = nh_variation_begin(w->bare, w->t, w->state, NULL);
    if (w->why == NULL) w->why = nh_variation_go(w->bare, w->t + w->period);
    if (w->why == NULL) memcpy(w->end, nh_variation_state(w->bare), 2 * w->n * sizeof *w->end);
    return w->why == NULL;
}

/* Coordinates that are nearly whole turns further. */
static void choose_turns(search *w) {
    double turn = 2 * acos(-1);
    for (size_t i = 0; i < w->n; i++) {
        double gone = w->end[i] - w->state[i], turns = round(gone / turn);
        if (fabs(gone - turns * turn) < NEAR_TURN) w->turns[i] = turns * turn;
    }
}

/* ---- steps ---- */

/* The equations for z and dT; the last row is the section. False: there are none. */
static bool find_equations(search *w) {
    double *first = NH_NEW_ARRAY(w->arena, double, 2 * w->n + 1), *last = NH_NEW_ARRAY(w->arena, double, 2 * w->n + 1);
    if (!find_basis(w)) return false;
    size_t rows = 2 * w->n + 1, columns = w->size + 1;
    w->why = nh_variation_begin(w->full, w->t, w->state, w->basis);
    if (w->why == NULL) w->why = nh_variation_go(w->full, w->t + w->period);
    if (w->why != NULL) return false;
    memcpy(w->end, nh_variation_state(w->full), 2 * w->n * sizeof *w->end);
    if (!find_rates(w, w->t, w->state, first) || !find_rates(w, w->t + w->period, w->end, last)) {
        w->why = "the equations do not determine the accelerations there";
        return false;
    }
    memset(w->matrix, 0, rows * columns * sizeof *w->matrix);
    for (size_t i = 0; i < 2 * w->n; i++) {
        bool counts = i >= w->n || !w->is_free[i];
        w->right[i] = gap_at(w, i);
        for (size_t k = 0; k < w->size && counts; k++)
            w->matrix[i + k * rows] = nh_variation_displacement(w->full, k)[i] - w->basis[i + k * 2 * w->n];
        if (counts && w->is_autonomous) w->matrix[i + w->size * rows] = CHEAP * last[i];
        for (size_t k = 0; k < w->size && w->is_autonomous; k++)
            w->matrix[rows - 1 + k * rows] += first[i] * w->basis[i + k * 2 * w->n];
    }
    w->right[rows - 1] = 0;
    return true;
}

/* The step z, dT by least squares, damped. */
static bool find_step(search *w, double damping, double *dt) {
    size_t rows = 2 * w->n + 1, columns = w->size + 1, all = rows + columns;
    nh_arena *work = nh_arena_create(w->model->context);
    double *matrix = NH_NEW_ARRAY(work, double, all *columns), *right = NH_NEW_ARRAY(work, double, all);
    for (size_t k = 0; k < columns; k++) {
        memcpy(matrix + k * all, w->matrix + k * rows, rows * sizeof *matrix);
        matrix[rows + k + k * all] = damping;
    }
    memcpy(right, w->right, rows * sizeof *right);
    nh_qr *qr = nh_qr_make(work, (int)all, (int)columns);
    bool is_found = nh_qr_factor(qr, matrix);
    if (is_found) nh_qr_solve(qr, nh_qr_rank(qr, SINGULAR), right, w->z, 1);
    *dt = is_found && w->is_autonomous ? CHEAP * w->z[w->size] : 0;
    nh_arena_destroy(work);
    return is_found && nh_doubles_are_finite(w->z, columns);
}

/* The state and the period after the step; the largest change relative to 1 + the size, or infinity. */
static double take_step(search *w, const double *from, double period, double dt) {
    double largest = fabs(dt) / (1 + fabs(period));
    for (size_t i = 0; i < 2 * w->n; i++) {
        double change = 0;
        for (size_t k = 0; k < w->size; k++) change += w->z[k] * w->basis[i + k * 2 * w->n];
        w->state[i] = from[i] + change;
        largest = fmax(largest, fabs(change) / (1 + fabs(from[i])));
    }
    w->period = period + dt;
    nh_state state = {w->t, w->state, w->state + w->n};
    double ratio = w->period / w->guess;
    bool is_good =
        ratio > 1 / PERIOD_RATIO && ratio < PERIOD_RATIO && nh_states_project(w->states, &state) && find_end(w);
    return is_good ? largest : INFINITY;
}

static bool is_at_rest(search *w) {
    double *rates = NH_NEW_ARRAY(w->arena, double, 2 * w->n + 1);
    return find_rates(w, w->t, w->state, rates) && nh_doubles_largest(rates, 2 * w->n) < AT_REST;
}

/* Damped steps until they are small. */
static bool close_motion(search *w, nh_periodic_item *item) {
    double *from = NH_NEW_ARRAY(w->arena, double, 2 * w->n + 1);
    for (; item->steps < STEPS_MOST; item->steps++) {
        double period = w->period, change = INFINITY, dt;
        nh_tick_check(w->model->context);
        if (!find_equations(w)) return false;
        double before = largest_gap(w), damping = before;
        memcpy(from, w->state, 2 * w->n * sizeof *from);
        for (int k = 0; k < DAMPINGS; k++, damping *= MORE_DAMPING) {
            if (!find_step(w, damping, &dt)) continue;
            change = take_step(w, from, period, dt);
            if (isfinite(change) && (largest_gap(w) < before || change < SETTLED)) break;
            change = INFINITY;
        }
        if (!isfinite(change)) { /* no better: rounding, or nothing there */
            memcpy(w->state, from, 2 * w->n * sizeof *from);
            w->period = period;
            bool is_closed = find_end(w) && largest_gap(w) < CLOSED;
            w->why = "Newton's method comes no closer to a motion that closes";
            return is_closed;
        }
        item->last_step = change;
        if (change < SETTLED) break;
    }
    w->why = "Newton's method does not converge";
    return largest_gap(w) < CLOSED;
}

/* From w->state and w->period; the result goes to the answer. */
static bool search_motion(search *w, nh_arena *answer, nh_periodic_item *item) {
    double *begin = NH_NEW_ARRAY(w->arena, double, 2 * w->n + 1);
    memcpy(begin, w->state, 2 * w->n * sizeof *begin);
    w->guess = w->period;
    if (!find_end(w)) return false;
    choose_turns(w);
    if (!close_motion(w, item)) return false;
    if (w->is_autonomous && is_at_rest(w)) {
        w->why = "Newton's method comes to an equilibrium";
        return false;
    }
    for (size_t i = 0; i < 2 * w->n; i++)
        item->moved = fmax(item->moved, fabs(w->state[i] - begin[i]) / (1 + fabs(begin[i])));
    item->floquet = nh_floquet_at(answer, w->model, w->t, w->state, w->period, w->tolerance);
    return true;
}

/* ---- over the values of a parameter ---- */

typedef struct follower {
    nh_arena *arena;
    const nh_model *model;
    const nh_periodic_def *def;
    nh_range range;
    nh_periodic_item *items;
    double period;       /* as it was given, with the model's own values */
    const double *known; /* the initial state, 2n */
} follower;

/* The state of the last motion, or further on along the last two; its period. */
static double predict_state(const follower *f, const nh_periodic_item *last, const nh_periodic_item *before,
                            double value, double *state) {
    size_t n = f->model->coordinates.count;
    if (last == NULL) {
        memcpy(state, f->known, 2 * n * sizeof *state);
        return f->period;
    }
    double on = before != NULL ? (value - last->value) / (last->value - before->value) : 0;
    for (size_t i = 0; i < 2 * n; i++) {
        double at = last->floquet->state[1 + i];
        state[i] = at + (before != NULL ? on * (at - before->floquet->state[1 + i]) : 0);
    }
    return last->floquet->period + (before != NULL ? on * (last->floquet->period - before->floquet->period) : 0);
}

static void find_item(follower *f, size_t i, const nh_periodic_item *last, const nh_periodic_item *before) {
    nh_periodic_item *item = &f->items[i];
    item->value = nh_range_double(&f->range, i);
    nh_model *model = nh_range_model(&f->range, f->model, item->value);
    if (model == NULL)
        nh_fail(f->model->context, NH_E_MODEL, "no-model", "the model cannot be read with %s = %g", f->range.name,
                item->value);
    nh_arena *work = nh_arena_create(f->model->context);
    search w = begin_search(work, model, (nh_tolerance){f->def->rtol, f->def->atol});
    w.period = predict_state(f, last, before, item->value, w.state);
    if (!w.is_autonomous) w.period = nh_floquet_period(work, model, "--period", f->def->period);
    nh_state state = {w.t, w.state, w.state + w.n};
    w.why = "no admissible state is near the last motion";
    bool is_found = nh_states_project(w.states, &state) && search_motion(&w, f->arena, item);
    if (!is_found) item->why = nh_arena_string(f->arena, w.why);
    nh_arena_destroy(work);
    nh_model_destroy(model);
}

/* From the value nearest to the model's up, then down, each time from the last two. */
static void follow_values(follower *f) {
    const double *parameters = nh_model_parameter_values(f->model, f->arena);
    size_t first = nh_range_nearest(&f->range, parameters[f->range.which]), count = f->range.count;
    find_item(f, first, NULL, NULL);
    if (f->items[first].floquet == NULL)
        nh_fail(f->model->context, NH_E_HYPOTHESIS, "no-periodic", "no periodic motion is found at %s = %g: %s",
                f->range.name, f->items[first].value, f->items[first].why);
    for (int side = 0; side < 2; side++) {
        const nh_periodic_item *last = &f->items[first], *before = NULL;
        for (size_t k = 1; side == 0 ? first + k < count : k <= first; k++) {
            size_t i = side == 0 ? first + k : first - k;
            find_item(f, i, last, before);
            if (f->items[i].floquet != NULL) before = last, last = &f->items[i];
        }
    }
}

/* ---- the question ---- */

const nh_periodic_info *nh_periodic_of(nh_arena *arena, const nh_model *model, const nh_periodic_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && def->period != NULL);
    nh_floquet_require_size(model);
    nh_periodic_info *info = NH_NEW(arena, nh_periodic_info);
    double period = nh_floquet_period(arena, model, "--period", def->period);
    search w = begin_search(arena, model, (nh_tolerance){def->rtol, def->atol});
    const double *start = nh_variation_start(w.bare, w.t);
    if (def->vary == NULL) {
        nh_periodic_item *item = NH_NEW(arena, nh_periodic_item);
        w.period = period;
        memcpy(w.state, start, 2 * w.n * sizeof *start);
        if (!search_motion(&w, arena, item))
            nh_fail(model->context, NH_E_HYPOTHESIS, "no-periodic", "no periodic motion is found: %s", w.why);
        *info = (nh_periodic_info){.count = 1, .items = item};
        return info;
    }
    follower f = {.arena = arena, .model = model, .def = def, .period = period, .known = start};
    f.range = nh_range_read(arena, model, def->vary, VALUES);
    if (f.range.varied != NH_VARIED_PARAMETER)
        nh_fail(model->context, NH_E_USAGE, "vary", "'%s' is not a parameter: periodic motions are followed in one",
                f.range.name);
    f.items = NH_NEW_ARRAY(arena, nh_periodic_item, f.range.count);
    follow_values(&f);
    *info = (nh_periodic_info){f.range.name, f.range.count, f.items};
    return info;
}
