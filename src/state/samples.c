/* Certified states, and programs run on them in balls. */
#include "state/samples.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"
#include "state/state_private.h"
#include "tape/ball_run.h"

/* Fewer states confirm nothing: one of symmetry, or of rest, may show anything. */
enum { FEWEST = 3 };
enum { DIGITS = 50, PRECISION = 192, TRIES = 6 };
/* Beyond this many coordinates balls take long. */
enum { MOST_COORDINATES = 120 };
/* A value that is smaller than this relative to its terms cannot be distinguished from zero. */
#define NARROW 1e-30
/* A chord is halved this many times; the rows then hold as close to it, relative to its length. */
enum { STEPS = 3 };
#define SAG 0.1

struct nh_samples {
    nh_states *states;
    const nh_model *model;
    nh_arena *arena;
    uint32_t n;
    nh_expr *parameters; /* their values, without symbols; NULL: those that the states have, doubles */
    NH_ARRAY(nh_certified) list;
};

/* ---- drawing ---- */

static void scatter_state(nh_states *states, nh_random *random, const nh_state *around, double size, nh_state *state) {
    state->t = around->t + size * nh_random_uniform(random, 0, 1);
    nh_state_scatter(random, nh_states_model(states)->coordinates.count, around, size, 0, state);
}

bool nh_samples_draw(nh_states *states, nh_random *random, const nh_state *around, double size, nh_state *state) {
    NH_ASSERT(size > 0 && around->q != state->q);
    scatter_state(states, random, around, size, state);
    return nh_states_project(states, state) && nh_states_are_assumed(states, state);
}

bool nh_samples_draw_slowly(nh_states *states, nh_random *random, const nh_state *around, double size,
                            nh_state *state) {
    NH_ASSERT(size > 0 && around->q != state->q);
    scatter_state(states, random, around, size, state);
    return nh_states_admit(states, state) && nh_states_are_assumed(states, state);
}

/* ---- one component ---- */

/* The part of the admissible states around a state: where rows are solved by roots these have the same signs there;
 * else a state is reached by small steps. */
typedef struct surroundings {
    nh_states *states;
    const nh_explicit *form;
    nh_arena *arena;
    double *signs, *other; /* of the form */
    /* Geometric rows, or a row that is not solved, may have several solutions without a sign that tells them. */
    bool has_sheets;
} surroundings;

static nh_state new_state(nh_arena *arena, size_t n) {
    return (nh_state){.q = NH_NEW_ARRAY(arena, double, n), .v = NH_NEW_ARRAY(arena, double, n)};
}

static double distance_between(const nh_state *a, const nh_state *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += pow(a->q[i] - b->q[i], 2) + pow(a->v[i] - b->v[i], 2);
    return sqrt(sum);
}

/* Whether there are admissible states between two all along: halfway the rows hold close to the chord, again and again.
 * Between two sheets that stays as far away as half of what separates them. */
static bool is_reached(const surroundings *s, const nh_state *from, const nh_state *to, int steps) {
    size_t n = nh_states_model(s->states)->coordinates.count;
    nh_state chord = new_state(s->arena, n), middle = new_state(s->arena, n);
    chord.t = middle.t = (from->t + to->t) / 2;
    for (size_t i = 0; i < n; i++) {
        chord.q[i] = middle.q[i] = (from->q[i] + to->q[i]) / 2;
        chord.v[i] = middle.v[i] = (from->v[i] + to->v[i]) / 2;
    }
    if (!nh_states_project(s->states, &middle)) return false;
    if (steps == 0) return distance_between(&middle, &chord, n) <= SAG * distance_between(from, to, n);
    return is_reached(s, from, &middle, steps - 1) && is_reached(s, &middle, to, steps - 1);
}

static surroundings surroundings_of(nh_arena *arena, nh_states *states, const nh_explicit *form, const nh_state *at) {
    surroundings s = {.states = states, .form = form, .arena = arena};
    const nh_model *model = nh_states_model(states);
    s.has_sheets = form->kind == NH_EXPLICIT_IMPLICIT;
    for (size_t i = 0; i < model->rows.count; i++)
        s.has_sheets = s.has_sheets || (model->rows.items[i].is_imposed && model->rows.items[i].is_geometric);
    s.signs = NH_NEW_ARRAY(arena, double, form->signs + 1);
    s.other = NH_NEW_ARRAY(arena, double, form->signs + 1);
    nh_explicit_signs(form, nh_states_parameters(states), at, s.signs);
    return s;
}

static bool is_around(const surroundings *s, const nh_state *at, const nh_state *state) {
    nh_explicit_signs(s->form, nh_states_parameters(s->states), state, s->other);
    if (memcmp(s->signs, s->other, s->form->signs * sizeof *s->signs) != 0) return false;
    return !s->has_sheets || is_reached(s, at, state, STEPS);
}

static void keep_certified(nh_samples *s, const nh_state *state) {
    nh_certified found;
    if (nh_states_certify(s->states, state, DIGITS, s->arena, &found)) nh_array_push(&s->list, found);
}

nh_samples *nh_samples_make(nh_arena *arena, nh_states *states, const nh_explicit *form, const nh_state *around,
                            uint64_t seed, uint32_t count) {
    static const double sizes[TRIES] = {0.1, 0.1, 0.03, 0.03, 0.01, 0.001};
    nh_samples *s = NH_NEW(arena, nh_samples);
    const nh_model *model = nh_states_model(states);
    *s = (nh_samples){states, model, arena, (uint32_t)model->coordinates.count, NULL, {.arena = arena}};
    if (s->n > MOST_COORDINATES) return s;
    if (nh_model_is_closed(model)) s->parameters = nh_model_closed_values(model, arena);
    nh_random random = nh_random_make(seed, NH_STREAM_SAMPLES);
    nh_state state = {.q = NH_NEW_ARRAY(arena, double, s->n), .v = NH_NEW_ARRAY(arena, double, s->n)};
    keep_certified(s, around);
    NH_ASSERT(!nh_arena_is_scratch(arena) && form->model == nh_states_model(states));
    nh_arena *work = nh_arena_create(model->context);
    surroundings near = surroundings_of(work, states, form, around);
    for (uint32_t i = 0; i < count * TRIES && s->list.count < count; i++)
        if (nh_samples_draw(states, &random, around, sizes[i % TRIES], &state) && is_around(&near, around, &state))
            keep_certified(s, &state);
    nh_arena_destroy(work);
    return s;
}

uint32_t nh_samples_count(const nh_samples *samples) {
    return (uint32_t)samples->list.count;
}

uint32_t nh_samples_rank(const nh_samples *samples) {
    return samples->list.count > 0 ? samples->list.items[0].rank : 0;
}

/* ---- looking ---- */

nh_seen nh_seen_of(const nh_ball *value, const nh_ball *size) {
    NH_ASSERT(nh_guard_inside());
    bool certain = false;
    if (!nh_ball_is_finite(value) || !nh_ball_is_finite(size)) return NH_SEEN_NOTHING;
    int sign = nh_ball_sign_of(value, &certain);
    if (certain && sign != 0) return NH_SEEN_NONZERO;
    double bound = fabs(nh_ball_double(value)) + nh_ball_radius(value);
    return bound <= NARROW * (1 + fabs(nh_ball_double(size))) ? NH_SEEN_ZERO : NH_SEEN_NOTHING;
}

typedef struct sample_look {
    nh_samples *s;
    nh_tape *tape, *constants;
    nh_samples_use use;
    void *user;
    nh_seen seen;
} sample_look;

static void load_inputs(const nh_samples *s, const nh_certified *at, nh_ball *inputs) {
    nh_ball_load(&inputs[0], at->t);
    for (uint32_t i = 0; i < s->n; i++) {
        nh_ball_load(&inputs[1 + i], at->q[i]);
        nh_ball_load(&inputs[1 + s->n + i], at->v[i]);
    }
}

static void load_parameters(const sample_look *w, nh_ball *parameters) {
    const double *given = nh_states_parameters(w->s->states);
    if (w->constants != NULL) nh_tape_run_balls(w->constants, NULL, NULL, parameters, PRECISION);
    for (size_t i = 0; w->constants == NULL && i < w->s->model->parameters.count; i++)
        nh_ball_set_double(&parameters[i], given[i]);
}

static void look_inside(void *argument) {
    sample_look *w = argument;
    const nh_samples *s = w->s;
    size_t parameter_count = s->model->parameters.count + 1, input_count = 2 * (size_t)s->n + 1;
    size_t output_count = (size_t)nh_tape_outputs(w->tape) + 1;
    nh_ball *parameters = nh_balls_new(parameter_count), *inputs = nh_balls_new(input_count);
    nh_ball *outputs = nh_balls_new(output_count);
    load_parameters(w, parameters);
    w->seen = s->list.count >= FEWEST ? NH_SEEN_ZERO : NH_SEEN_NOTHING;
    for (size_t i = 0; i < s->list.count && w->seen != NH_SEEN_NONZERO; i++) {
        load_inputs(s, &s->list.items[i], inputs);
        nh_tape_run_balls(w->tape, parameters, inputs, outputs, PRECISION);
        nh_seen here = w->use(w->user, outputs, PRECISION);
        if (here != NH_SEEN_ZERO) w->seen = here;
    }
    nh_balls_free(outputs, output_count);
    nh_balls_free(inputs, input_count);
    nh_balls_free(parameters, parameter_count);
}

nh_seen nh_samples_run(nh_samples *samples, uint32_t outputs, const nh_expr *e, nh_samples_use use, void *user) {
    NH_ASSERT(outputs > 0);
    nh_samples *s = samples;
    if (s->list.count == 0) return NH_SEEN_NOTHING;
    nh_arena *arena = nh_arena_create(s->model->context);
    nh_tape_def def = nh_model_tape_def(s->model, arena, false, 0, NULL);
    nh_tape_def constants = {.output_count = (uint32_t)s->model->parameters.count, .outputs = s->parameters};
    def.output_count = outputs;
    def.outputs = e;
    sample_look w = {.s = s, .use = use, .user = user};
    w.tape = nh_tape_make(arena, s->model->pool, &def);
    if (s->parameters != NULL) w.constants = nh_tape_make(arena, s->model->pool, &constants);
    nh_guard_call(s->model->context, look_inside, &w);
    nh_arena_destroy(arena);
    return w.seen;
}

static nh_seen see_value(void *user, const nh_ball *outputs, int prec) {
    (void)user, (void)prec;
    return nh_seen_of(&outputs[0], &outputs[1]);
}

nh_seen nh_samples_look(nh_samples *samples, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED) return NH_SEEN_NOTHING;
    nh_expr both[] = {e, nh_expr_terms_size(samples->model->pool, e)};
    return nh_samples_run(samples, 2, both, see_value, NULL);
}

/* ---- independence ---- */

typedef struct shape {
    uint32_t rows, columns;
} shape;

/* NONZERO: the Gram determinant of the rows is certainly not zero. */
static nh_seen see_independent(void *user, const nh_ball *outputs, int prec) {
    const shape *g = user;
    size_t size = (size_t)g->rows * g->rows;
    nh_ball *gram = nh_balls_new(size + 1);
    int *order = nh_guard_alloc((size_t)g->rows + 1, sizeof *order);
    for (uint32_t i = 0; i < g->rows; i++)
        for (uint32_t j = 0; j < g->rows; j++)
            for (uint32_t k = 0; k < g->columns; k++)
                nh_ball_fma(&gram[i + (size_t)j * g->rows], &outputs[(size_t)i * g->columns + k],
                            &outputs[(size_t)j * g->columns + k], &gram[i + (size_t)j * g->rows], prec);
    bool is_regular = nh_ball_lu_factor(gram, (int)g->rows, order, prec);
    nh_guard_free(order);
    nh_balls_free(gram, size + 1);
    return is_regular ? NH_SEEN_NONZERO : NH_SEEN_NOTHING;
}

bool nh_samples_see_independent(nh_samples *samples, uint32_t rows, uint32_t columns, const nh_expr *matrix) {
    shape g = {rows, columns};
    if (samples == NULL || nh_samples_count(samples) == 0) return false;
    return rows == 0 || nh_samples_run(samples, rows * columns, matrix, see_independent, &g) == NH_SEEN_NONZERO;
}
