/* Steady motions by Newton's method: at first in doubles, by least squares and shortest steps, which does not mind
 * equations that depend on each other; then, with as many unknowns and equations as are independent, in balls.
 *
 * Of unknowns that may be left open, velocities of ignorable coordinates are, so that a family is one "for each speed";
 * then other velocities and coordinates. */
#include "steady/find_private.h"

#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "num/guard.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "num/newton.h"
#include "steady/pivots_private.h"
#include "tape/ball_run.h"

enum { STEPS_MOST = 100, HALVINGS = 20, CHOICES_MOST = 3, EXTRA_BITS = 128 };
#define RANK_TOLERANCE 1e-9
#define PIVOT_TOLERANCE 1e-7
#define SETTLED 1e-11
/* A preferred unknown moves this much less than others where the equations leave a choice. */
#define STIFF 1e-3
/* How far along a family its other members are examined. */
#define SHIFT 0.0078125

typedef struct finder {
    nh_steady_problem *p;
    nh_arena *arena;
    size_t n, count, all;  /* coordinates, unknowns, inputs */
    double *outputs;       /* of the tape */
    double *slope;         /* count x count */
    double *value;         /* count: relative to the length of its slopes */
    uint32_t *class;       /* of an unknown: 0 never to be left open, if that is possible */
    bool *is_open;         /* unknowns that are held */
    bool *is_dropped;      /* equations that are not used */
    uint32_t *free, *used; /* the others; as many */
    uint32_t rank;
    nh_ball *inputs; /* what is held, and room for the rest */
    nh_ball *parameters;
    nh_linear_values values;
} finder;

/* ---- in doubles ---- */

/* Values and slopes, each row over the length of its slopes, if these are not rounding; false: not finite. */
static bool evaluate_double(finder *f, const double *inputs) {
    double largest = 0;
    nh_program_run(f->p->program, inputs, f->outputs);
    for (size_t i = 0; i < f->count; i++) {
        double length = 0;
        for (size_t j = 0; j < f->count; j++) {
            int64_t k = f->p->slopes[i + j * f->count];
            double slope = k == 0 ? 0 : k > 0 ? f->outputs[k - 1] : -f->outputs[-k - 1];
            f->slope[i + j * f->count] = slope;
            length = hypot(length, slope);
        }
        if (!isfinite(length) || !isfinite(f->outputs[i])) return false;
        largest = fmax(largest, length);
        f->value[i] = length;
    }
    for (size_t i = 0; i < f->count; i++) {
        double length = f->value[i] > NH_PIVOTS_ROUNDING * largest ? f->value[i] : largest > 0 ? largest : 1;
        for (size_t j = 0; j < f->count; j++) f->slope[i + j * f->count] /= length;
        f->value[i] = f->outputs[i] / length;
    }
    return true;
}

/* The largest part of a step relative to 1 + the size of the unknown. */
static double part_of_step(const finder *f, const double *inputs, const double *step) {
    double most = 0;
    for (size_t j = 0; j < f->count; j++) most = fmax(most, fabs(step[j]) / (1 + fabs(inputs[1 + f->p->unknown[j]])));
    return most;
}

/* A shortest step of the unknowns that are not open, of those equations that are used. */
static bool find_step(finder *f, double *step) {
    size_t count = f->count;
    nh_arena *work = nh_arena_create(f->p->model->context);
    double *a = NH_NEW_ARRAY(work, double, count *count + 1), *b = NH_NEW_ARRAY(work, double, count + 1);
    for (size_t j = 0; j < count; j++) {
        double weight = f->is_open[j] ? 0 : f->class[j] >= 2 ? STIFF : 1;
        for (size_t i = 0; i < count; i++) a[i + j * count] = f->is_dropped[i] ? 0 : weight * f->slope[i + j * count];
    }
    for (size_t i = 0; i < count; i++) b[i] = f->is_dropped[i] ? 0 : -f->value[i];
    nh_qr *qr = nh_qr_make(work, (int)count, (int)count);
    bool is_found = nh_qr_factor(qr, a);
    if (is_found) nh_qr_solve(qr, nh_qr_rank(qr, RANK_TOLERANCE), b, step, 1);
    for (size_t j = 0; j < count && is_found; j++) {
        step[j] *= f->is_open[j] ? 0 : f->class[j] >= 2 ? STIFF : 1;
        is_found = isfinite(step[j]);
    }
    nh_arena_destroy(work);
    return is_found;
}

/* Damped steps until they are small. */
static bool descend_to_root(finder *f, double *inputs) {
    double *step = NH_NEW_ARRAY(f->arena, double, f->count + 1), *next = NH_NEW_ARRAY(f->arena, double, f->all);
    if (!evaluate_double(f, inputs)) return false;
    for (int i = 0; i < STEPS_MOST; i++) {
        nh_tick(f->p->model->context, f->count * f->count);
        double before = nh_doubles_length(f->value, f->count), factor = 1;
        if (!find_step(f, step)) return false;
        bool is_settled = part_of_step(f, inputs, step) < SETTLED;
        for (int k = 0; k < HALVINGS; k++, factor /= 2) {
            memcpy(next, inputs, f->all * sizeof *next);
            for (size_t j = 0; j < f->count; j++) next[1 + f->p->unknown[j]] += factor * step[j];
            if (evaluate_double(f, next) && (is_settled || nh_doubles_length(f->value, f->count) < before)) break;
        }
        bool is_better = nh_doubles_length(f->value, f->count) < before;
        if (is_better || is_settled) memcpy(inputs, next, f->all * sizeof *next);
        if (is_settled) return evaluate_double(f, inputs);
        if (!is_better) return false;
    }
    return false;
}

/* ---- which unknowns stay open ---- */

static void set_classes(finder *f) {
    const nh_linearizer *l = f->p->l;
    for (size_t j = 0; j < f->count; j++) {
        uint32_t at = f->p->unknown[j], i = at % l->n;
        bool is_dependent = nh_is_among(i, at < l->n ? l->positions : l->rank, l->dependent);
        f->class[j] = at >= 2 * l->n || is_dependent ? 0 : at < l->n ? 1 : 2;
        if (f->p->varied == NH_VARIED_STATE && at == f->p->which) f->class[j] = 3;
    }
}

/* The unknowns and equations of the square system. */
static void list_chosen(finder *f) {
    f->free = NH_NEW_ARRAY(f->arena, uint32_t, f->count + 1);
    f->used = NH_NEW_ARRAY(f->arena, uint32_t, f->count + 1);
    for (size_t i = 0, a = 0, b = 0; i < f->count; i++) {
        if (!f->is_open[i]) f->free[a++] = (uint32_t)i;
        if (!f->is_dropped[i]) f->used[b++] = (uint32_t)i;
    }
}

static void choose_open(finder *f) {
    size_t count = f->count;
    double *rows = NH_NEW_ARRAY(f->arena, double, count *count + 1);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) rows[i * count + j] = f->slope[i + j * count];
    nh_pivots pivots = nh_pivots_make(f->arena, (uint32_t)count, (uint32_t)count, rows);
    nh_pivots_eliminate(&pivots, 4, f->class, PIVOT_TOLERANCE);
    f->rank = pivots.rank;
    for (size_t j = 0; j < count; j++) f->is_open[j] = !nh_is_among((uint32_t)j, pivots.rank, pivots.column);
    for (size_t i = 0; i < count; i++) f->is_dropped[i] = !nh_is_among((uint32_t)i, pivots.rank, pivots.row);
    list_chosen(f);
}

/* As at another motion. f->inputs is the initial state. */
static void choose_like(finder *f, double *inputs, const nh_steady_motion *like) {
    for (size_t j = 0; j < f->count; j++) {
        f->is_open[j] = nh_is_among(f->p->unknown[j], like->held, like->held_at);
        f->is_dropped[j] = like->is_dropped[j];
    }
    for (uint32_t k = 0; k < like->held; k++) {
        size_t at = 1 + like->held_at[k];
        inputs[at] = like->is_initial[k] ? nh_ball_double(&f->inputs[at]) : like->values[at];
    }
    f->rank = (uint32_t)f->count - like->held;
    list_chosen(f);
}

/* ---- in balls ---- */

static bool evaluate_balls(void *user, nh_ball *values, nh_ball *jacobian, const nh_ball *x, int prec) {
    finder *f = user;
    const int64_t *slopes = f->p->slopes;
    nh_guard_poll();
    for (uint32_t j = 0; j < f->rank; j++) nh_ball_set(&f->inputs[1 + f->p->unknown[f->free[j]]], &x[j]);
    nh_steady_parameters(f->p, f->parameters, prec);
    nh_tape_run_balls(f->p->l->tape, f->parameters, f->inputs, f->values.value, prec);
    for (uint32_t i = 0; i < f->rank; i++) nh_ball_set(&values[i], &f->values.value[f->used[i]]);
    for (uint32_t j = 0; j < f->rank && jacobian != NULL; j++)
        for (uint32_t i = 0; i < f->rank; i++) {
            int64_t k = slopes[f->used[i] + f->free[j] * f->count];
            nh_ball *to = &jacobian[i + (size_t)j * f->rank];
            if (k == 0) nh_ball_set_int(to, 0);
            else if (k > 0) nh_ball_set(to, &f->values.value[k - 1]);
            else nh_ball_neg(to, &f->values.value[-k - 1]);
        }
    return true;
}

/* Whether the equations that are not used hold too, as far as can be seen. */
static bool others_hold(finder *f, int digits, int prec) {
    nh_steady_parameters(f->p, f->parameters, prec);
    nh_tape_run_balls(f->p->l->tape, f->parameters, f->inputs, f->values.value, prec);
    for (size_t i = 0; i < f->count; i++) {
        if (!f->is_dropped[i]) continue;
        const nh_ball *value = &f->values.value[i];
        if (nh_ball_is_zero(value) == NH_NO || !(nh_ball_radius(value) < pow(10, -digits / 2.0))) return false;
    }
    return true;
}

/* Proves the root near the inputs with what is held as it is in f->inputs, and leaves it there. */
static bool prove_root(finder *f, const double *inputs, int digits, int prec) {
    nh_ball *x = nh_balls_new(f->rank + 1);
    for (uint32_t j = 0; j < f->rank; j++) nh_ball_set_double(&x[j], inputs[1 + f->p->unknown[f->free[j]]]);
    bool is_proved = nh_newton_certify(x, (int)f->rank, evaluate_balls, f, digits) == NH_NEWTON_PROVED;
    for (uint32_t j = 0; j < f->rank && is_proved; j++) nh_ball_set(&f->inputs[1 + f->p->unknown[f->free[j]]], &x[j]);
    nh_balls_free(x, f->rank + 1);
    return is_proved && others_hold(f, digits, prec);
}

/* What is known from the beginning: ignorable coordinates, velocities and accelerations that are 0. Of the unknown the
 * guess is taken, or where it may have any value that of the initial state. */
static void set_known(finder *f, double *inputs, const nh_steady_search *search, int prec) {
    bool *is_unknown = NH_NEW_ARRAY(f->arena, bool, f->all);
    nh_steady_initial(f->p, f->inputs, prec);
    for (size_t i = 0; i < 1 + 2 * f->n; i++) inputs[i] = search->guess[i];
    for (size_t j = 0; j < f->count; j++) {
        size_t at = 1 + f->p->unknown[j];
        is_unknown[at] = true;
        if (search->holds_initial && !search->is_random && f->class[j] >= 2)
            inputs[at] = search->wanted != NULL ? search->wanted[at - 1] : nh_ball_double(&f->inputs[at]);
    }
    for (size_t i = 1; i < f->all; i++) {
        if (is_unknown[i]) continue;
        if (i > f->n) nh_ball_set_int(&f->inputs[i], 0);
        else if (!search->holds_initial) nh_ball_set_double(&f->inputs[i], inputs[i]);
        inputs[i] = nh_ball_double(&f->inputs[i]);
    }
}

/* ---- families ---- */

/* Whether there is a steady motion next to the one at `inputs`, by these changes of what is held. */
static bool has_member(finder *f, const double *inputs, const double *change, int digits, int prec) {
    nh_ball *kept = nh_balls_new(f->all);
    double *near = NH_NEW_ARRAY(f->arena, double, f->all);
    memcpy(near, inputs, f->all * sizeof *near);
    for (size_t i = 0; i < f->all; i++) nh_ball_set(&kept[i], &f->inputs[i]);
    for (size_t j = 0; j < f->count; j++) {
        if (!f->is_open[j]) continue;
        size_t at = 1 + f->p->unknown[j];
        near[at] += change[j];
        nh_ball_set_double(&f->inputs[at], near[at]);
    }
    bool is_found = descend_to_root(f, near) && prove_root(f, near, digits, prec);
    for (size_t i = 0; i < f->all; i++) nh_ball_set(&f->inputs[i], &kept[i]);
    nh_balls_free(kept, f->all);
    return is_found;
}

/* On both sides, at distances that differ: nothing that is steady by chance is so at both. */
static bool has_neighbours(finder *f, const double *inputs, size_t j, double size, int digits, int prec) {
    double *change = NH_NEW_ARRAY(f->arena, double, f->count + 1);
    change[j] = size;
    if (!has_member(f, inputs, change, digits, prec)) return false;
    change[j] = -3 * size;
    return has_member(f, inputs, change, digits, prec);
}

static void find_family(finder *f, nh_steady_motion *motion, int digits, int prec) {
    double *change = NH_NEW_ARRAY(f->arena, double, f->count + 1);
    uint32_t k = 0;
    for (size_t j = 0; j < f->count; j++) {
        if (!f->is_open[j]) continue;
        double size = SHIFT * (1 + fabs(motion->values[1 + f->p->unknown[j]]));
        bool is_family = has_neighbours(f, motion->values, j, size, digits, prec) ||
                         has_neighbours(f, motion->values, j, size / 64, digits, prec);
        motion->is_family[k++] = is_family;
        motion->family += is_family;
    }
    k = 0;
    for (size_t j = 0; j < f->count; j++)
        if (f->is_open[j])
            change[j] = motion->is_family[k++] ? SHIFT / 64 * (1 + fabs(motion->values[1 + f->p->unknown[j]])) : 0;
        else change[j] = 0;
    if (motion->family > 1 && !has_member(f, motion->values, change, digits, prec)) {
        for (k = 0; k < motion->held; k++) motion->is_family[k] = false;
        motion->family = 0;
    }
}

/* ---- one motion ---- */

/* The values of the initial state for what is open, where that leads somewhere. */
static bool settle_open(finder *f, double *inputs, const nh_steady_search *search) {
    double *held = NH_NEW_ARRAY(f->arena, double, f->all);
    memcpy(held, inputs, f->all * sizeof *held);
    nh_ball *initial = nh_balls_new(1 + 2 * f->n);
    nh_steady_initial(f->p, initial, 64);
    for (size_t j = 0; j < f->count; j++) {
        size_t at = 1 + f->p->unknown[j];
        if (f->is_open[j] && at <= 2 * f->n && search->holds_initial)
            held[at] = search->wanted != NULL ? search->wanted[at - 1] : nh_ball_double(&initial[at]);
    }
    nh_balls_free(initial, 1 + 2 * f->n);
    bool is_held = search->holds_initial && descend_to_root(f, held);
    if (is_held) memcpy(inputs, held, f->all * sizeof *held);
    return is_held || descend_to_root(f, inputs);
}

/* Equations that are independent where the search ended may depend on each other where the values of the initial state
 * lead to: they are chosen there again, until that changes nothing. */
static bool choose_and_settle(finder *f, double *inputs, const nh_steady_search *search) {
    bool *were_open = NH_NEW_ARRAY(f->arena, bool, f->count + 1);
    choose_open(f);
    for (int i = 0; i < CHOICES_MOST; i++) {
        memcpy(were_open, f->is_open, f->count * sizeof *were_open);
        if (!settle_open(f, inputs, search)) return false;
        choose_open(f);
        if (memcmp(were_open, f->is_open, f->count * sizeof *were_open) == 0) return true;
    }
    return settle_open(f, inputs, search);
}

/* Only where the constraints, or the equations for the accelerations, depend on each other. */
static bool leaves_forces_open(const finder *f) {
    bool is_left = false;
    for (size_t j = 0; j < f->count; j++) is_left |= f->is_open[j] && f->p->unknown[j] >= 2 * f->n;
    return is_left;
}

static void set_open(finder *f, const double *inputs, int prec) {
    nh_ball *initial = nh_balls_new(1 + 2 * f->n);
    nh_steady_initial(f->p, initial, prec);
    for (size_t j = 0; j < f->count; j++) {
        size_t at = 1 + f->p->unknown[j];
        if (!f->is_open[j]) continue;
        nh_ball_set_double(&f->inputs[at], inputs[at]);
        if (at <= 2 * f->n && nh_ball_double(&initial[at]) == inputs[at]) nh_ball_set(&f->inputs[at], &initial[at]);
    }
    nh_balls_free(initial, 1 + 2 * f->n);
}

static void keep_motion(finder *f, nh_steady_motion *motion, const nh_steady_search *search) {
    motion->inputs = NH_NEW_ARRAY(f->arena, const nh_ball_data *, f->all);
    for (size_t i = 0; i < f->all; i++) motion->inputs[i] = nh_ball_save(f->arena, &f->inputs[i]);
    for (size_t i = 0; i < f->all; i++) motion->values[i] = nh_ball_double(&f->inputs[i]);
    for (size_t i = 1; i < 1 + 2 * f->n; i++) {
        double moved = fabs(motion->values[i] - search->guess[i]) / (1 + fabs(search->guess[i]));
        motion->moved = fmax(motion->moved, moved);
    }
    motion->held_at = NH_NEW_ARRAY(f->arena, uint32_t, f->count + 1);
    motion->is_dropped = NH_NEW_ARRAY(f->arena, bool, f->count + 1);
    memcpy(motion->is_dropped, f->is_dropped, f->count * sizeof *f->is_dropped);
    motion->is_family = NH_NEW_ARRAY(f->arena, bool, f->count + 1);
    motion->is_initial = NH_NEW_ARRAY(f->arena, bool, f->count + 1);
    nh_ball *initial = nh_balls_new(1 + 2 * f->n);
    nh_steady_initial(f->p, initial, 64);
    for (size_t j = 0; j < f->count; j++) {
        size_t at = 1 + f->p->unknown[j];
        if (!f->is_open[j]) continue;
        motion->is_initial[motion->held] = at <= 2 * f->n && nh_ball_double(&initial[at]) == motion->values[at];
        motion->held_at[motion->held++] = f->p->unknown[j];
    }
    nh_balls_free(initial, 1 + 2 * f->n);
}

static void begin_doubles(finder *f) {
    size_t count = f->p->model->parameters.count;
    double *parameters = NH_NEW_ARRAY(f->arena, double, count + 1);
    nh_steady_parameters(f->p, f->parameters, 64);
    for (size_t i = 0; i < count; i++) parameters[i] = nh_ball_double(&f->parameters[i]);
    nh_program_begin(f->p->program, parameters);
}

static void search_motion(finder *f, nh_steady_motion *motion, const nh_steady_search *search) {
    int prec = (int)(search->digits * 3.33) + EXTRA_BITS;
    begin_doubles(f);
    set_known(f, motion->values, search, prec);
    motion->why = "Newton's method found no steady motion from there";
    if (search->like != NULL) choose_like(f, motion->values, search->like);
    if (!descend_to_root(f, motion->values)) return;
    motion->is_reached = true;
    if (search->like == NULL && !choose_and_settle(f, motion->values, search)) return;
    motion->why = "a multiplier or an acceleration is not determined there: a singular configuration";
    if (leaves_forces_open(f)) return;
    set_open(f, motion->values, prec);
    motion->why = "the existence of a steady motion there could not be proved";
    if (!prove_root(f, motion->values, search->digits, prec)) return;
    motion->is_found = true;
    motion->why = NULL;
    keep_motion(f, motion, search);
    if (search->with_family) {
        find_family(f, motion, search->digits, prec);
        return;
    }
    for (uint32_t k = 0; k < motion->held; k++)
        motion->is_family[k] = search->like == NULL || search->like->is_family[k];
    motion->family = search->like == NULL ? motion->held : search->like->family;
}

nh_steady_motion nh_steady_find(nh_steady_problem *p, nh_arena *arena, const nh_steady_search *search) {
    size_t count = p->unknowns;
    finder f = {.p = p, .arena = arena, .n = p->l->n, .count = count, .all = nh_linear_inputs(p->l)};
    f.outputs = NH_NEW_ARRAY(arena, double, nh_tape_outputs(p->l->tape) + 1);
    f.slope = NH_NEW_ARRAY(arena, double, count *count + 1);
    f.value = NH_NEW_ARRAY(arena, double, count + 1);
    f.class = NH_NEW_ARRAY(arena, uint32_t, count + 1);
    f.is_open = NH_NEW_ARRAY(arena, bool, count + 1);
    f.is_dropped = NH_NEW_ARRAY(arena, bool, count + 1);
    f.inputs = nh_balls_new(f.all);
    f.parameters = nh_balls_new(p->model->parameters.count + 1);
    f.values = nh_linear_values_new(p->l);
    set_classes(&f);
    nh_steady_motion motion = {.p = p, .values = NH_NEW_ARRAY(arena, double, f.all)};
    search_motion(&f, &motion, search);
    nh_linear_values_free(p->l, &f.values);
    nh_balls_free(f.parameters, p->model->parameters.count + 1);
    nh_balls_free(f.inputs, f.all);
    return motion;
}
