/* Animated modes. With the eigenvalue lambda, the eigenvector u and an amplitude a, coordinates of A and independent
 * velocities are
 *
 *     steady value + a Re(u e^(lambda t)),
 *
 * and the other coordinates and velocities follow from the constraints, as they are and not linearised: dependent
 * velocities by Newton's method at each time, the coordinates on which nothing depends by integration (Runge and
 * Kutta), dependent coordinates by Newton's method. So wheels roll and rods keep their lengths, at any amplitude that
 * the constraints allow. It is chosen such that the figures move by a certain part of their size.
 *
 * Nothing here is proved: it is a picture. */
#include "steady/animation.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "base/text/text.h"
#include "model/values.h"
#include "motion/scene/scene.h"
#include "num/linear/dense.h"
#include "steady/linear.h"

/* Periods that are shown; times of growth or decay by the factor e. */
#define PERIODS 2.0
#define FOLDINGS 3.0
/* Sizes of the system that it may travel meanwhile, where it travels. */
#define TRAVEL 25.0
/* How far figures move relative to the size of all of them; how far velocities change relative to the largest one,
 * where a mode moves nothing but by its velocities. */
#define SEEN 0.12
#define FASTER 0.25
/* Turns of a wheel between two points, in radians, at most, as far as this many points are enough. */
#define TURN 0.4
enum { POINTS_LEAST = 145, POINTS_MOST = 601, STEPS = 4, NEWTON_MOST = 20, HALVINGS = 6 };
#define SETTLED 1e-11
/* A change of the state for measuring what moves, relative to the largest part of the mode. */
#define PROBE 1e-4

typedef struct animation {
    nh_arena *arena;
    const nh_model *model;
    const nh_linearize_info *info;
    const nh_linearizer *l;
    nh_program *program;
    size_t n;
    double *inputs;   /* of the program */
    double *matrix;   /* rank x rank */
    double *residual; /* rank */
    nh_lu *velocities, *positions;
    double complex lambda;
    double complex *part; /* 2n: of coordinates and velocities; 0 where nothing is known */
    bool *is_set;         /* 2n: it is given by the formula above */
    double amplitude;
    bool grows;
    double from, to; /* of time; the amplitude is 1 at the end where it is largest */
} animation;

/* ---- the constraints ---- */

static const double *run_program(animation *a, const double *q, const double *v) {
    memcpy(a->inputs + 1, q, a->n * sizeof *q);
    memcpy(a->inputs + 1 + a->n, v, a->n * sizeof *v);
    return nh_program_at(a->program, a->inputs);
}

/* One step of Newton's method for the first `size` dependent coordinates or velocities of x; *residual is the largest
 * step relative to 1 + the size. */
static bool improve_dependent(animation *a, nh_lu *lu, uint32_t size, const double *outputs, size_t first, double *x,
                              double *step) {
    const nh_linearizer *l = a->l;
    size_t rates = l->n + l->rank;
    memset(a->matrix, 0, (size_t)size * size * sizeof *a->matrix);
    for (uint32_t r = 0; r < size; r++) {
        a->residual[r] = -outputs[first + r];
        for (uint32_t k = l->slopes.start[rates + r]; k < l->slopes.start[rates + r + 1]; k++)
            for (uint32_t d = 0; d < size; d++)
                if (l->slopes.column[k] == l->n + l->dependent[d])
                    a->matrix[r + (size_t)d * size] = outputs[l->values + k];
    }
    if (!nh_lu_factor(lu, a->matrix)) return false;
    nh_lu_solve(lu, a->residual, 1);
    *step = 0;
    for (uint32_t d = 0; d < size; d++) {
        double *to = &x[l->dependent[d]];
        *to += a->residual[d];
        *step = fmax(*step, fabs(a->residual[d]) / (1 + fabs(*to)));
    }
    return isfinite(*step);
}

/* A geometric row by q is its rate by q'. */
static bool settle_positions(animation *a, double *q, const double *v) {
    const nh_linearizer *l = a->l;
    double step = INFINITY;
    for (int i = 0; i < NEWTON_MOST && step > SETTLED && l->positions > 0; i++)
        if (!improve_dependent(a, a->positions, l->positions, run_program(a, q, v), l->n + 2 * (size_t)l->rank, q,
                               &step))
            return false;
    return l->positions == 0 || step <= SETTLED;
}

static bool settle_velocities(animation *a, const double *q, double *v) {
    const nh_linearizer *l = a->l;
    double step = INFINITY;
    for (int i = 0; i < NEWTON_MOST && step > SETTLED && l->rank > 0; i++)
        if (!improve_dependent(a, a->velocities, l->rank, run_program(a, q, v), l->n + l->rank, v, &step)) return false;
    return l->rank == 0 || step <= SETTLED;
}

/* ---- the mode ---- */

/* e^(lambda t), or of a part of lambda. */
static double complex factor_at(const animation *a, double t) {
    double rate = a->grows ? creal(a->lambda) : 0;
    double largest = rate > 0 ? a->to : a->from;
    return cexp(rate * (t - largest) + cimag(a->lambda) * I * (t - a->from));
}

/* What the formula gives. A velocity whose coordinate is given is the rate of that. */
static void set_given(const animation *a, double t, double *q, double *v) {
    double complex factor = a->amplitude * factor_at(a, t);
    double complex rate = (a->grows ? creal(a->lambda) : 0) + cimag(a->lambda) * I;
    const double *state = a->info->state;
    for (size_t i = 0; i < a->n; i++) {
        if (a->is_set[i]) q[i] = state[1 + i] + creal(a->part[i] * factor);
        if (!a->is_set[a->n + i]) continue;
        double complex part = a->is_set[i] ? rate * a->part[i] : a->part[a->n + i];
        v[i] = state[1 + a->n + i] + creal(part * factor);
    }
}

/* The velocities at a time, near those that are there, on the constraints. */
static bool find_velocities(animation *a, double t, double *q, double *v) {
    a->inputs[0] = t;
    set_given(a, t, q, v);
    return settle_positions(a, q, v) && settle_velocities(a, q, v);
}

/* A step of the classical method of fourth order for q' = v(t, q). */
static bool step_on(animation *a, double t, double h, double *q, double *v) {
    static const double place[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    size_t n = a->n;
    double *sum = NH_NEW_ARRAY(a->arena, double, n + 1), *at = NH_NEW_ARRAY(a->arena, double, n + 1);
    for (int k = 0; k < 4; k++) {
        for (size_t i = 0; i < n; i++) at[i] = q[i] + (k > 0 ? place[k] * h * v[i] : 0);
        if (!find_velocities(a, t + place[k] * h, at, v)) return false;
        for (size_t i = 0; i < n; i++) sum[i] += weight[k] * h * v[i];
    }
    for (size_t i = 0; i < n; i++) q[i] += sum[i];
    return find_velocities(a, t + h, q, v);
}

/* ---- how large ---- */

typedef struct extent {
    double size;  /* the diagonal of a box around everything */
    double moved; /* the largest distance from the figures of another state */
} extent;

/* Points of a figure: its ends, and those of its axes. */
static size_t list_points(const nh_figure *f, double x[5][3]) {
    if (!f->is_good || f->kind == NH_FIGURE_PLANE || f->kind == NH_FIGURE_CURVE || f->is_fixed) return 0;
    bool has_end = f->kind == NH_FIGURE_SEGMENT || f->kind == NH_FIGURE_SPRING || f->kind == NH_FIGURE_ARROW;
    bool is_solid = f->kind != NH_FIGURE_POINT && !has_end;
    memcpy(x[0], f->at, sizeof x[0]);
    if (has_end) memcpy(x[1], f->to, sizeof x[1]);
    for (int i = 0; i < 3 && is_solid; i++)
        for (int k = 0; k < 3; k++) x[1 + i][k] = f->at[k] + (f->kind == NH_FIGURE_FRAME ? 0 : f->axes[i][k]);
    return is_solid ? 4 : has_end ? 2 : 1;
}

static extent measure_figures(nh_scene *scene, nh_arena *arena, const double *state, const double *other) {
    const nh_figure *here = nh_scene_look(scene, arena, state), *there = nh_scene_look(scene, arena, other);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    extent e = {0, 0};
    for (size_t i = 0; i < nh_scene_figures(scene); i++) {
        double x[5][3], y[5][3];
        size_t count = list_points(&here[i], x);
        if (list_points(&there[i], y) != count) continue;
        for (size_t j = 0; j < count; j++) {
            double square = 0;
            for (int k = 0; k < 3; k++) {
                low[k] = fmin(low[k], x[j][k]);
                high[k] = fmax(high[k], x[j][k]);
                square += (x[j][k] - y[j][k]) * (x[j][k] - y[j][k]);
            }
            e.moved = fmax(e.moved, sqrt(square));
        }
    }
    for (int k = 0; k < 3; k++)
        if (high[k] >= low[k]) e.size = hypot(e.size, high[k] - low[k]);
    return e;
}

static double largest_part(const animation *a, size_t from) {
    double largest = 0;
    for (size_t i = from; i < from + a->n; i++)
        if (a->is_set[i]) largest = fmax(largest, cabs(a->part[i]));
    return largest;
}

/* Velocities that change by a part of the largest one. */
static double amplitude_of_speed(const animation *a) {
    double speed = 0, part = largest_part(a, a->n);
    for (size_t i = 0; i < a->n; i++) speed = fmax(speed, fabs(a->info->state[1 + a->n + i]));
    return part > 0 ? FASTER * (speed > 0 ? speed : 1) / part : 0;
}

/* By how much the figures move when the coordinates of the mode change, at two moments of a period. */
static double amplitude_of_shape(animation *a, nh_scene *scene, double size) {
    double shape = largest_part(a, 0), most = 0;
    double *state = NH_NEW_ARRAY(a->arena, double, 1 + 2 * a->n);
    if (shape == 0 || !(size > 0)) return 0;
    for (int k = 0; k < 2; k++) {
        memcpy(state, a->info->state, (1 + 2 * a->n) * sizeof *state);
        double complex phase = PROBE / shape * (k == 0 ? 1 : I);
        for (size_t i = 0; i < a->n; i++)
            if (a->is_set[i]) state[1 + i] += creal(a->part[i] * phase);
        if (settle_positions(a, state + 1, state + 1 + a->n))
            most = fmax(most, measure_figures(scene, a->arena, a->info->state, state).moved);
    }
    return most > PROBE * PROBE * size ? SEEN * size * PROBE / (most * shape) : 0;
}

/* How long the steady motion takes for the way that is shown; infinite where it stays in its place. */
static double travel_time(animation *a, nh_scene *scene, double size) {
    double *state = NH_NEW_ARRAY(a->arena, double, 1 + 2 * a->n), speed = 0;
    memcpy(state, a->info->state, (1 + 2 * a->n) * sizeof *state);
    for (size_t i = 0; i < a->n; i++) speed = fmax(speed, fabs(state[1 + a->n + i]));
    if (speed == 0) return INFINITY;
    double h = PROBE / speed;
    for (size_t i = 0; i < a->n; i++) state[1 + i] += h * state[1 + a->n + i];
    double moved = measure_figures(scene, a->arena, a->info->state, state).moved;
    return moved > 0 ? TRAVEL * size * h / moved : INFINITY;
}

static void choose_span(animation *a, double longest) {
    double omega = fabs(cimag(a->lambda)), sigma = fabs(creal(a->lambda)), pi = acos(-1);
    double span = omega > 0 ? 2 * pi * PERIODS / omega : FOLDINGS / sigma;
    if (a->grows && sigma * span > FOLDINGS) span = FOLDINGS / sigma;
    a->from = a->info->state[0];
    a->to = a->from + fmin(span, longest);
}

/* ---- the points ---- */

static size_t count_points(const animation *a) {
    double speed = 0;
    for (size_t i = 0; i < a->n; i++) speed = fmax(speed, fabs(a->info->state[1 + a->n + i]));
    double count = speed * (a->to - a->from) / TURN;
    return count < POINTS_LEAST ? POINTS_LEAST : count > POINTS_MOST ? POINTS_MOST : (size_t)count;
}

static nh_trajectory *begin_points(const animation *a) {
    nh_trajectory *t = NH_NEW(a->arena, nh_trajectory);
    nh_column *column = NH_NEW_ARRAY(a->arena, nh_column, 1 + 2 * a->n);
    column[0] = (nh_column){.name = "t", .kind = NH_COLUMN_TIME};
    for (size_t i = 0; i < a->n; i++) {
        const char *name = nh_name_text(a->model->context, a->model->coordinates.items[i].name);
        nh_text rate = nh_text_begin(a->arena);
        nh_text_format(&rate, "%s'", name);
        column[1 + i] = (nh_column){name, NH_COLUMN_COORDINATE, i};
        column[1 + a->n + i] = (nh_column){nh_text_string(&rate), NH_COLUMN_VELOCITY, i};
    }
    *t = (nh_trajectory){.columns = 1 + 2 * a->n, .column = column, .form = "mode", .method = "", .has_steps = true};
    t->values.arena = a->arena;
    t->from = a->from;
    t->to = t->t_end = a->to;
    return t;
}

static void keep_point(nh_trajectory *to, size_t n, double t, const double *q, const double *v) {
    nh_array_push(&to->values, t);
    nh_array_append(&to->values, n, q);
    nh_array_append(&to->values, n, v);
    to->rows++;
}

/* NULL: the constraints cannot be satisfied with this amplitude. */
static const nh_trajectory *find_points(animation *a) {
    size_t n = a->n, count = count_points(a);
    double *q = NH_NEW_ARRAY(a->arena, double, n + 1), *v = NH_NEW_ARRAY(a->arena, double, n + 1);
    double h = (a->to - a->from) / (double)((count - 1) * STEPS);
    nh_trajectory *points = begin_points(a);
    memcpy(q, a->info->state + 1, n * sizeof *q);
    memcpy(v, a->info->state + 1 + n, n * sizeof *v);
    if (!find_velocities(a, a->from, q, v)) return NULL;
    keep_point(points, n, a->from, q, v);
    for (size_t i = 0; i + 1 < count; i++) {
        nh_tick(a->model->context, n * STEPS);
        for (size_t k = 0; k < STEPS; k++)
            if (!step_on(a, a->from + (double)(i * STEPS + k) * h, h, q, v)) return NULL;
        keep_point(points, n, a->from + (double)((i + 1) * STEPS) * h, q, v);
    }
    return points;
}

/* ---- all of it ---- */

/* The place in (q, q') of the name of a state. */
static size_t place_of(const animation *a, const char *name) {
    size_t length = strlen(name), n = a->n;
    bool is_velocity = length > 0 && name[length - 1] == '\'';
    for (size_t i = 0; i < n; i++) {
        const char *own = nh_name_text(a->model->context, a->model->coordinates.items[i].name);
        if (strlen(own) == length - is_velocity && strncmp(own, name, length - is_velocity) == 0)
            return is_velocity ? n + i : i;
    }
    return 2 * n;
}

/* The parts of the mode by their places, and the constraints with the independent velocities of the mode; false: they
 * do not fit the model. */
static bool set_mode(animation *a, const nh_mode *mode, nh_states *states) {
    const nh_linearize_info *info = a->info;
    uint32_t *names = NH_NEW_ARRAY(a->arena, uint32_t, a->n + 1), named = 0;
    a->part = NH_NEW_ARRAY(a->arena, double complex, 2 * a->n + 1);
    a->is_set = NH_NEW_ARRAY(a->arena, bool, 2 * a->n + 1);
    for (size_t i = 0; i < info->states; i++) {
        size_t at = place_of(a, info->state_name[i]);
        if (at >= 2 * a->n) return false;
        a->part[at] = mode->part[i].re + (mode->part[i].is_real ? 0 : mode->part[i].im) * I;
        a->is_set[at] = true;
        if (at >= a->n) names[named++] = (uint32_t)(at - a->n);
    }
    const char *why;
    nh_state at = {info->state[0], (double *)info->state + 1, (double *)info->state + 1 + a->n};
    a->l = nh_linearizer_make(a->arena, states, &at, named, names, &why);
    if (a->l == NULL || a->l->m != named) return false;
    for (uint32_t d = 0; d < a->l->positions; d++)
        if (a->is_set[a->l->dependent[d]]) return false;
    return true;
}

const nh_trajectory *nh_mode_animate(nh_arena *arena, const nh_model *model, const nh_linearize_info *info, size_t mode,
                                     bool grows) {
    const nh_eigenvalue *e = &info->eigenvalue[info->mode[mode].eigenvalue];
    animation a = {.arena = arena, .model = model, .info = info, .n = model->coordinates.count, .grows = grows};
    const double *parameters = nh_model_parameter_values(model, arena);
    a.lambda = (e->is_on_axis ? 0 : e->re) + (e->is_real ? 0 : e->im) * I;
    bool can_be_seen = cabs(a.lambda) > 0 && (grows ? creal(a.lambda) != 0 : cimag(a.lambda) != 0);
    if (!can_be_seen || !set_mode(&a, &info->mode[mode], nh_states_make(arena, model, parameters))) return NULL;
    size_t rank = a.l->rank;
    a.program = nh_program_begun(arena, a.l->tape, parameters);
    a.inputs = NH_NEW_ARRAY(arena, double, nh_linear_inputs(a.l));
    a.matrix = NH_NEW_ARRAY(arena, double, rank *rank + 1);
    a.residual = NH_NEW_ARRAY(arena, double, rank + 1);
    a.velocities = nh_lu_make(arena, (int)rank);
    a.positions = nh_lu_make(arena, (int)a.l->positions);
    nh_scene *scene = nh_scene_make(arena, model);
    double size = measure_figures(scene, arena, info->state, info->state).size;
    choose_span(&a, size > 0 ? travel_time(&a, scene, size) : INFINITY);
    a.amplitude = amplitude_of_shape(&a, scene, size);
    if (a.amplitude == 0) a.amplitude = amplitude_of_speed(&a);
    const nh_trajectory *points = NULL;
    for (int i = 0; i < HALVINGS && points == NULL && a.amplitude > 0; i++, a.amplitude /= 2) points = find_points(&a);
    return points;
}
