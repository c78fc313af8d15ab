/* The monodromy matrix of a periodic motion: displacements z of independent coordinates and velocities are carried over
 * a period (motion/variation/variation.h), those of the others follow from the constraints.
 *
 * The second period is computed once more, less exactly. What differs between the two says how far rounding, tolerances
 * and a motion that does not quite close make the matrix uncertain; what matrices that differ by ten times as much have
 * for eigenvalues says how far its multipliers are. So a double multiplier 1, as every conservative system has, gets
 * the square root of the error of the matrix, which it has. */
#include "steady/periodic/floquet.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/random.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/read/read.h"
#include "model/values.h"
#include "motion/variation/tangent.h"
#include "motion/variation/variation.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "num/number.h"

/* A motion is periodic when what differs is below that, relative to 1 + the size; matrices that are tried for the
 * errors of multipliers, and how much they differ next to the two that were computed, at least so much; coordinates. */
#define CLOSED 1e-6
enum { TRIALS = 24, COORDINATES_MOST = 100 };
#define ENLARGED 10
#define LEAST_ERROR 1e-14

typedef struct monodromy {
    nh_arena *arena;
    const nh_model *model;
    nh_floquet_info *info;
    double start_time, period;
    size_t n, size;
    const uint32_t *place;      /* size: the independent ones of (q, q') */
    double *basis;              /* 2n x size */
    double *start, *end, *last; /* 2n: at the beginning, after one period, after two */
    double *fine, *coarse;      /* size x size, column-major */
} monodromy;

/* ---- the period ---- */

void nh_floquet_require_size(const nh_model *model) {
    if (model->coordinates.count > COORDINATES_MOST)
        nh_fail(model->context, NH_E_UNSUPPORTED, "too-large",
                "periodic motions of systems with more than %d coordinates cannot be linearised",
                (int)COORDINATES_MOST);
}

double nh_floquet_period(nh_arena *arena, const nh_model *model, const char *option, const char *text) {
    nh_exprs symbols = {.arena = arena};
    for (size_t i = 0; i < model->parameters.count; i++) nh_array_push(&symbols, model->parameters.items[i].symbol);
    nh_read_names names = nh_read_names_of(model->pool, arena, (uint32_t)symbols.count, symbols.items);
    nh_expr value;
    if (!nh_expr_read(model->pool, text, strlen(text), option, &names, &value)) nh_raise(model->context, NH_E_USAGE);
    double period = nh_model_constant(model, arena, value);
    if (!isfinite(period) || period == 0)
        nh_fail(model->context, NH_E_USAGE, "period", "the period must be a number other than 0, not '%s'", text);
    return period;
}

/* ---- displacements ---- */

static void choose_basis(monodromy *w, nh_tangent *tangent) {
    w->basis = nh_tangent_basis(tangent, w->arena, &w->size, &w->place);
    if (w->basis == NULL)
        nh_fail(w->model->context, NH_E_HYPOTHESIS, "singular",
                "the initial state is singular: the constraints do not determine the admissible displacements");
}

static void fail_end(const monodromy *w, const char *why) {
    nh_fail(w->model->context, NH_E_HYPOTHESIS, "not-periodic", "the motion does not reach the end of the period: %s",
            why);
}

/* Carries the basis over a period from a state: the matrix, and the end in `to`. */
static void carry_basis(monodromy *w, nh_variation *variation, double t, const double *from, double *to,
                        double *matrix) {
    const char *why = nh_variation_begin(variation, t, from, w->basis);
    if (why == NULL) why = nh_variation_go(variation, t + w->period);
    if (why != NULL) fail_end(w, why);
    memcpy(to, nh_variation_state(variation), 2 * w->n * sizeof *to);
    for (size_t k = 0; k < w->size; k++)
        for (size_t i = 0; i < w->size; i++)
            matrix[i + k * w->size] = nh_variation_displacement(variation, k)[w->place[i]];
}

/* ---- is it periodic? ---- */

static const char *name_of(const monodromy *w, size_t i) {
    nh_text text = nh_text_begin(w->arena);
    nh_text_format(&text, "%s%s", nh_name_text(w->model->context, w->model->coordinates.items[i % w->n].name),
                   i < w->n ? "" : "'");
    return nh_text_string(&text);
}

static double relative_difference(double a, double b) {
    return fabs(a - b) / (1 + fmax(fabs(a), fabs(b)));
}

typedef struct copied_values {
    size_t count;
    double *values;
} copied_values;

static copied_values copy_values(const monodromy *w, nh_variation *variation) {
    nh_tangent *tangent = nh_variation_tangent(variation);
    copied_values copy = {0};
    if (tangent == NULL) return copy;
    const double *values = nh_tangent_values(tangent, &copy.count);
    copy.values = NH_NEW_ARRAY(w->arena, double, copy.count + 1);
    memcpy(copy.values, values, copy.count * sizeof *values);
    return copy;
}

/* "x by 1" */
static void add_change(const monodromy *w, nh_text *text, size_t i) {
    char digits[NH_NUMBER_SIZE];
    nh_number_digits(digits, w->end[i] - w->start[i], 6);
    nh_text_format(text, "%s%s by %s", text->length > 0 ? ", " : "", name_of(w, i), digits);
}

/* Velocities have to be what they were. Coordinates may have moved on by what the equations do not notice, in the
 * second period as in the first. The second one, which a force that depends on the time may make another one, ends as
 * the first one, so far as errors do not grow. */
static void check_period(monodromy *w, const copied_values *before, const copied_values *after) {
    nh_text text = nh_text_begin(w->arena), advance = nh_text_begin(w->arena);
    double growth = 1 + nh_doubles_largest(w->fine, w->size * w->size);
    bool is_same = before->count == after->count;
    for (size_t i = 0; is_same && i < before->count; i++)
        is_same = relative_difference(before->values[i], after->values[i]) < CLOSED;
    bool is_repeated = true;
    for (size_t i = 0; i < 2 * w->n; i++) {
        double off = relative_difference(w->start[i], w->end[i]);
        double moved = relative_difference(w->last[i] - w->end[i], w->end[i] - w->start[i]);
        if (is_same && i < w->n && off >= CLOSED) {
            off = moved;
            add_change(w, &advance, i);
        }
        double again = (i < w->n ? moved : relative_difference(w->end[i], w->last[i])) / growth;
        is_repeated &= again < CLOSED;
        w->info->closure = fmax(w->info->closure, off);
        if (off >= CLOSED) add_change(w, &text, i);
    }
    if (advance.length > 0) w->info->advance = nh_text_string(&advance);
    if (text.length == 0 && is_same && is_repeated) return;
    if (text.length == 0) nh_text_add(&text, "the equations of motion, which depend on the time");
    nh_remark remark = {"not-periodic", NH_SEVERITY_ERROR, NH_E_HYPOTHESIS, NULL,
                        "give the period with more digits, or an initial state to which the motion returns"};
    nh_diag_add(w->model->context, &remark, "not periodic: after the period these differ: %s", nh_text_string(&text));
    nh_raise(w->model->context, NH_E_HYPOTHESIS);
}

/* ---- multipliers ---- */

static int compare_multipliers(const nh_multiplier *a, const nh_multiplier *b) {
    double x = hypot(a->re, a->im), y = hypot(b->re, b->im);
    if (fabs(x - y) > 1e-9 * (x + y)) return x > y ? -1 : 1;
    if (fabs(a->re - b->re) > 1e-9 * (x + y)) return a->re > b->re ? -1 : 1;
    return a->im > b->im ? -1 : a->im < b->im;
}

static bool find_eigenvalues(const monodromy *w, nh_eigen *eigen, const double *matrix, nh_multiplier *list) {
    if (!nh_eigen_general(eigen, matrix)) return false;
    for (size_t i = 0; i < w->size; i++) {
        nh_multiplier item = {nh_eigen_values(eigen)[i] + 0.0, nh_eigen_imaginary(eigen)[i] + 0.0, 0};
        size_t k = i;
        for (; k > 0 && compare_multipliers(&item, &list[k - 1]) < 0; k--) list[k] = list[k - 1];
        list[k] = item;
    }
    return true;
}

/* Each takes the nearest of the others that is left, those that are nearest of all first. */
static void note_distances(const monodromy *w, nh_multiplier *list, const nh_multiplier *others) {
    bool *is_taken = NH_NEW_ARRAY(w->arena, bool, w->size), *is_done = NH_NEW_ARRAY(w->arena, bool, w->size);
    for (size_t count = 0; count < w->size; count++) {
        size_t a = 0, b = 0;
        double least = INFINITY;
        for (size_t i = 0; i < w->size; i++)
            for (size_t k = 0; k < w->size && !is_done[i]; k++) {
                double distance = hypot(list[i].re - others[k].re, list[i].im - others[k].im);
                if (is_taken[k] || distance >= least) continue;
                least = distance, a = i, b = k;
            }
        is_done[a] = is_taken[b] = true;
        list[a].error = fmax(list[a].error, least);
    }
}

static void find_multipliers(monodromy *w) {
    size_t count = w->size * w->size;
    nh_eigen *eigen = nh_eigen_make(w->arena, (int)w->size);
    nh_multiplier *list = NH_NEW_ARRAY(w->arena, nh_multiplier, w->size + 1);
    nh_multiplier *others = NH_NEW_ARRAY(w->arena, nh_multiplier, w->size + 1);
    double *trial = NH_NEW_ARRAY(w->arena, double, count + 1), off = 0;
    nh_random random = nh_random_make(1, NH_STREAM_FLOQUET);
    for (size_t i = 0; i < count; i++) off = fmax(off, fabs(w->fine[i] - w->coarse[i]));
    off = ENLARGED * off + LEAST_ERROR * (1 + nh_doubles_largest(w->fine, count));
    w->info->matrix_error = off;
    if (!find_eigenvalues(w, eigen, w->fine, list))
        nh_fail(w->model->context, NH_E_NUMERIC, "eigenvalues",
                "the multipliers could not be computed: displacements grow too much over the period");
    for (int k = 0; k < TRIALS; k++) {
        for (size_t i = 0; i < count; i++) trial[i] = w->fine[i] + nh_random_uniform(&random, -off, off);
        if (!find_eigenvalues(w, eigen, trial, others)) continue;
        note_distances(w, list, others);
    }
    for (size_t i = 0; i < w->size; i++) list[i].error *= 2;
    w->info->multiplier = list;
}

/* ---- what they say ---- */

/* Of a system without time the motion itself, displaced along its path, has the multiplier 1, once. */
static void find_verdict(monodromy *w) {
    nh_floquet_info *info = w->info;
    size_t outside = 0, inside = 0, near_one = 0;
    for (size_t i = 0; i < w->size; i++) {
        const nh_multiplier *m = &info->multiplier[i];
        double size = hypot(m->re, m->im);
        outside += size - m->error > 1;
        inside += size + m->error < 1;
        near_one += hypot(m->re - 1, m->im) <= m->error;
    }
    bool is_orbital = info->is_autonomous && near_one == 1 && inside + 1 == w->size;
    info->verdict = "undecided";
    info->reason = "no multiplier is outside the unit circle by more than its error, but some may be on it: terms "
                   "beyond the linear "
                   "ones decide";
    if (outside > 0) {
        info->verdict = "unstable";
        info->reason = "a multiplier is outside the unit circle";
    } else if (is_orbital) {
        info->verdict = "asymptotically stable";
        info->reason =
            "all multipliers except the 1 of the motion itself are inside the unit circle: motions that begin nearby "
            "tend to the same path";
    } else if (inside == w->size) {
        info->verdict = "asymptotically stable";
        info->reason = "all multipliers are inside the unit circle";
    }
}

bool nh_floquet_contains(const nh_equations *e, nh_expr symbol) {
    const nh_model *model = e->model;
    nh_pool *pool = model->pool;
    bool has = false;
    for (uint32_t i = 0; i < e->count; i++) has |= nh_expr_depends_on(pool, e->force[i], 1, &symbol);
    for (uint32_t k = 0; k < e->matrix.start[e->count]; k++)
        has |= nh_expr_depends_on(pool, e->matrix.entry[k], 1, &symbol);
    for (uint32_t r = 0; r < e->rows; r++) {
        has |= nh_expr_depends_on(pool, e->rates[r], 1, &symbol);
        has |= nh_expr_depends_on(pool, model->rows.items[e->row[r]].residual, 1, &symbol);
    }
    return has;
}

static void describe_motion(monodromy *w) {
    nh_floquet_info *info = w->info;
    double *rows = NH_NEW_ARRAY(w->arena, double, w->size * w->size + 1);
    double *state = NH_NEW_ARRAY(w->arena, double, 2 * w->n + 1);
    const char **names = NH_NEW_ARRAY(w->arena, const char *, w->size + 1);
    for (size_t i = 0; i < w->size; i++) {
        names[i] = name_of(w, w->place[i]);
        for (size_t k = 0; k < w->size; k++) rows[i * w->size + k] = w->fine[i + k * w->size] + 0.0;
    }
    state[0] = w->start_time;
    memcpy(state + 1, w->start, 2 * w->n * sizeof *state);
    info->states = w->size;
    info->state_name = names;
    info->matrix = rows;
    info->state = state;
    info->period = w->period;
}

/* ---- all of it ---- */

static nh_variation *make_variation(nh_arena *arena, const nh_model *model, nh_tolerance tolerance, size_t count,
                                    double factor) {
    nh_variation_def v = {.rtol = factor * tolerance.relative, .atol = factor * tolerance.absolute, .count = count};
    return nh_variation_make(arena, model, &v);
}

const nh_floquet_info *nh_floquet_at(nh_arena *arena, const nh_model *model, double t, const double *start,
                                     double period, nh_tolerance tolerance) {
    size_t n = model->coordinates.count;
    NH_ASSERT(!nh_arena_is_scratch(arena) && period != 0);
    nh_floquet_require_size(model);
    monodromy w = {.arena = arena, .model = model, .n = n, .info = NH_NEW(arena, nh_floquet_info)};
    w.period = period;
    w.start_time = t;
    nh_variation *first = make_variation(arena, model, tolerance, 0, 1);
    w.start = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    memcpy(w.start, start, 2 * n * sizeof *start);
    if (nh_variation_begin(first, t, w.start, NULL) != NULL || nh_variation_tangent(first) == NULL)
        nh_fail(model->context, NH_E_HYPOTHESIS, "singular",
                "the initial state is singular: the equations do not determine the accelerations");
    copied_values before = copy_values(&w, first);
    choose_basis(&w, nh_variation_tangent(first));
    w.end = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    w.last = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    w.fine = NH_NEW_ARRAY(arena, double, w.size *w.size + 1);
    w.coarse = NH_NEW_ARRAY(arena, double, w.size *w.size + 1);
    nh_variation *fine = make_variation(arena, model, tolerance, w.size, 1);
    carry_basis(&w, fine, t, w.start, w.end, w.fine);
    copied_values after = copy_values(&w, fine);
    nh_variation *coarse = make_variation(arena, model, tolerance, w.size, 100);
    carry_basis(&w, coarse, t + period, w.end, w.last, w.coarse);
    check_period(&w, &before, &after);
    w.info->is_autonomous = !nh_floquet_contains(nh_chetaev_derive(model, arena), model->time);
    find_multipliers(&w);
    describe_motion(&w);
    find_verdict(&w);
    return w.info;
}

const nh_floquet_info *nh_floquet_of(nh_arena *arena, const nh_model *model, const nh_floquet_def *def) {
    NH_ASSERT(def->period != NULL);
    nh_floquet_require_size(model);
    nh_tolerance tolerance = {def->rtol, def->atol};
    double period = nh_floquet_period(arena, model, "--along", def->period);
    double t = nh_model_start_time(model, arena, nh_model_parameter_values(model, arena));
    const double *start = nh_variation_start(make_variation(arena, model, tolerance, 0, 1), t);
    return nh_floquet_at(arena, model, t, start, period, tolerance);
}
