/* Admissible states: making the programs, and the questions about states. */
#include "state/state.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/linear/doubles.h"
#include "state/state_private.h"

/* Gradients whose entries are smaller than this relative to their terms are none. */
#define NOISE 2e-7
/* Rows with residuals below this, relative to their terms, are meant to hold. */
#define HOLDS_ABOUT 1e-9

/* ---- making ---- */

void nh_state_make_dense(nh_states *s, nh_arena *arena) {
    size_t n = s->n, size = s->size, count = s->count;
    s->factor = NH_NEW_ARRAY(arena, double, 2 * n * n + 1);
    s->basis = nh_basis_make(arena, size, s->count);
    s->group = NH_NEW_ARRAY(arena, uint32_t, count);
}

nh_states *nh_states_make(nh_arena *arena, const nh_model *model, const double *parameters) {
    return nh_states_make_on(arena, model, parameters, 0, NULL);
}

nh_states *nh_states_make_on(nh_arena *arena, const nh_model *model, const double *parameters, uint32_t further,
                             const nh_expr *zero) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && (further == 0 || zero != NULL));
    NH_ASSERT(parameters != NULL || model->parameters.count == 0);
    nh_states *s = NH_NEW(arena, nh_states);
    *s = (nh_states){.model = model, .arena = arena, .n = (uint32_t)model->coordinates.count};
    s->further = further;
    s->zero = zero;
    s->size = 2 * s->n;
    s->holds = NH_STATE_HOLDS;
    double *kept = NH_NEW_ARRAY(arena, double, model->parameters.count + 1);
    if (model->parameters.count > 0) memcpy(kept, parameters, model->parameters.count * sizeof *kept);
    s->parameters = kept;
    nh_state_make_rows(s, kept);
    size_t size = (size_t)s->size + 1, count = (size_t)s->count + 1;
    bool is_sparse = s->size > NH_STATE_DENSE_MOST && further == 0;
    s->is_free = NH_NEW_ARRAY(arena, bool, size);
    s->is_active = NH_NEW_ARRAY(arena, bool, count);
    s->is_redundant = NH_NEW_ARRAY(arena, bool, count);
    s->used = NH_NEW_ARRAY(arena, uint32_t, count);
    s->reference = NH_NEW_ARRAY(arena, double, size);
    for (size_t i = 0; i < sizeof s->vectors / sizeof *s->vectors; i++)
        s->vectors[i] = NH_NEW_ARRAY(arena, double, size);
    for (size_t i = 0; i < sizeof s->row_vectors / sizeof *s->row_vectors; i++)
        s->row_vectors[i] = NH_NEW_ARRAY(arena, double, count);
    s->point = NH_NEW_ARRAY(arena, double, size);
    if (is_sparse) s->sparse = nh_state_sparse_make(s);
    else nh_state_make_dense(s, arena);
    return s;
}

const nh_model *nh_states_model(const nh_states *states) {
    return states->model;
}

const double *nh_states_parameters(const nh_states *states) {
    return states->parameters;
}

void nh_state_choose_rows(nh_states *s, bool positions, bool velocities) {
    for (uint32_t i = 0; i < s->size; i++) s->is_free[i] = i < s->n ? positions : velocities;
    for (uint32_t e = 0; e < s->count; e++) {
        bool is_left_out = s->left_out != NULL && (e >= s->rates || s->left_out[e]);
        bool is_chosen = e < s->geometric ? positions
                         : e < s->rates   ? velocities
                                          : e < s->rows && positions && velocities;
        s->is_active[e] = is_chosen && !is_left_out;
    }
}

void nh_state_load(const nh_states *s, const nh_state *state, double *z) {
    memcpy(z, state->q, s->n * sizeof *z);
    memcpy(z + s->n, state->v, s->n * sizeof *z);
}

static void store_state(const nh_states *s, const double *z, double t, nh_state *state) {
    NH_ASSERT(z != state->q && z != state->v);
    state->t = t;
    memcpy(state->q, z, s->n * sizeof *z);
    memcpy(state->v, z + s->n, s->n * sizeof *z);
}

/* ---- projection ---- */

/* Steps of Newton's method, each of which doubles the digits. */
enum { PROJECTION_STEPS = 10 };
/* A step may be at most this part of the one before it: else the state is too far away for Newton's method. */
#define CONTRACTION 0.25

/* Newton's method by full steps of least norm, until the residuals do not become less any more. */
static bool solve_newton(nh_states *s, double t, double *z) {
    NH_ASSERT(z != s->vectors[2] && z != s->vectors[3]);
    double *d = s->vectors[2], *best = s->vectors[3];
    double before = INFINITY, least = INFINITY;
    nh_state_set_metric(s, t, z);
    for (int i = 0; i < PROJECTION_STEPS; i++) {
        if (!nh_state_evaluate_held(s, t, z)) return false;
        double worst = nh_state_worst(s, z, NULL);
        if (worst < least) memcpy(best, z, s->size * sizeof *z);
        if (worst <= DBL_EPSILON || (least <= 1e-12 && worst > least / 4)) break;
        least = fmin(least, worst);
        nh_state_linearise(s);
        nh_state_normal_step(s, s->value, d);
        double length = nh_state_norm(s, d);
        if (worst > 1e-12 && !(length <= CONTRACTION * before)) return false;
        before = length;
        for (uint32_t k = 0; k < s->size; k++) z[k] += d[k];
    }
    memcpy(z, best, s->size * sizeof *z);
    return nh_state_evaluate_held(s, t, z) && nh_state_worst(s, z, NULL) <= NH_STATE_HOLDS_BARELY;
}

static bool project_state(nh_states *s, nh_state *state, double dependent) {
    nh_state_load(s, state, s->point);
    s->dependent = dependent;
    if (s->further > 0) {
        nh_state_choose_rows(s, true, true);
        if (!solve_newton(s, state->t, s->point)) return false;
        store_state(s, s->point, state->t, state);
        return true;
    }
    nh_state_choose_rows(s, true, false);
    if (s->geometric > 0 && !solve_newton(s, state->t, s->point)) return false;
    nh_state_choose_rows(s, false, true);
    if (!solve_newton(s, state->t, s->point)) return false;
    store_state(s, s->point, state->t, state);
    return true;
}

bool nh_states_project(nh_states *states, nh_state *state) {
    if (project_state(states, state, NH_STATE_DEPENDENT_STEP) || project_state(states, state, NH_STATE_DEPENDENT))
        return true;
    states->is_affine_first = true;
    bool is_projected = project_state(states, state, NH_STATE_DEPENDENT_STEP);
    states->is_affine_first = false;
    return is_projected;
}

bool nh_states_admit(nh_states *states, nh_state *state) {
    nh_states *s = states;
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *z = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    nh_state_load(s, state, z);
    bool is_admitted = nh_state_admit(s, state->t, z);
    if (is_admitted) store_state(s, z, state->t, state);
    nh_arena_release(scratch, mark);
    return is_admitted;
}

/* ---- random states ---- */

double nh_state_spread(const double *x, size_t count, double rests) {
    double most = nh_doubles_largest(x, count);
    return most > rests ? most : 1;
}

void nh_state_scatter(nh_random *random, size_t n, const nh_state *around, double size, double rests, nh_state *to) {
    double q = size * nh_state_spread(around->q, n, rests), v = size * nh_state_spread(around->v, n, rests);
    for (size_t i = 0; i < n; i++) {
        to->q[i] = around->q[i] + q * nh_random_normal(random);
        to->v[i] = around->v[i] + v * nh_random_normal(random);
    }
}

/* z around centre: coordinates and velocities by normal numbers of their size. */
static void scatter_point(const nh_states *s, nh_random *random, double size, const double *centre, double *z) {
    double q = size * nh_state_spread(centre, s->n, 0), v = size * nh_state_spread(centre + s->n, s->n, 0);
    for (uint32_t i = 0; i < s->size; i++) z[i] = centre[i] + (i < s->n ? q : v) * nh_random_normal(random);
}

bool nh_state_admit(nh_states *s, double t, double *z) {
    NH_ASSERT(z != s->reference);
    if (s->further > 0) {
        nh_state_choose_rows(s, true, true);
        nh_state_set_metric(s, t, z);
        return nh_state_restore(s, t, z);
    }
    nh_state_choose_rows(s, true, false);
    nh_state_set_metric(s, t, z);
    if (!nh_state_restore(s, t, z)) return false;
    nh_state_choose_rows(s, false, true);
    nh_state_set_metric(s, t, z);
    return nh_state_restore(s, t, z);
}

bool nh_states_random(nh_states *states, nh_random *random, double t, int tries, nh_state *state) {
    NH_ASSERT(tries > 0);
    static const double sizes[] = {0.3, 0.5, 1, 0.1};
    nh_states *s = states;
    nh_arena *arena = nh_arena_create(s->model->context);
    nh_start start = {.s = s, .t = t, .random = *random};
    double *z = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    start.guess = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    start.z = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    start.held = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    nh_state_guess(&start);
    bool is_given = s->model->initials.count > 0, found = false;
    for (int i = 0; i < tries && !found; i++) {
        scatter_point(s, random, is_given ? sizes[i % 4] : 1, start.guess, z);
        found = nh_state_admit(s, t, z) && nh_state_assumptions_hold(s, t, z);
    }
    if (found) store_state(s, z, t, state);
    nh_arena_destroy(arena);
    return found;
}

bool nh_states_random_around(nh_states *states, nh_random *random, const nh_state *around, double size, bool unit,
                             nh_state *state) {
    NH_ASSERT(around->q != state->q || states->n == 0);
    nh_state_scatter(random, states->n, around, size, unit ? 1 : 0, state);
    state->t = around->t;
    return nh_states_admit(states, state) && nh_states_are_assumed(states, state);
}

/* ---- questions ---- */

bool nh_states_are_assumed(nh_states *states, const nh_state *state) {
    NH_ASSERT(state->q != states->point);
    nh_state_load(states, state, states->point);
    return nh_state_assumptions_hold(states, state->t, states->point);
}

double nh_states_residual(nh_states *states, const nh_state *state, uint32_t *row) {
    nh_states *s = states;
    uint32_t worst = 0;
    nh_state_load(s, state, s->point);
    nh_state_choose_rows(s, true, true);
    bool good = nh_state_evaluate(s, state->t, s->point);
    double residual = good ? nh_state_worst(s, s->point, &worst) : NAN;
    for (uint32_t e = 0; e < s->rows && !good; e++)
        if (!isfinite(s->value[e])) worst = e;
    if (row != NULL) *row = s->rates > 0 && worst < s->rates ? s->equations[worst].number : 0;
    return residual;
}

/* A gradient that cancels is none. At a double root the state itself is known to half of the digits only, and the
 * gradient is as large as the root of the residual. */
static double noise_of(const nh_states *s, uint32_t e, const double *z, double largest) {
    double residual = nh_state_relative(s, e, z, largest);
    return residual <= HOLDS_ABOUT ? fmax(NOISE, 8 * sqrt(residual)) : NOISE;
}

void nh_state_silence_noise(nh_states *s, double t, const double *z) {
    const double *sizes = nh_state_evaluate_slopes(s, t, z);
    double largest = nh_state_largest(s, z);
    for (uint32_t e = 0; e < s->rows; e++) {
        if (!s->is_active[e] || s->J.start[e + 1] == s->J.start[e]) continue;
        NH_ASSERT(z != s->inputs + 1);
        double noise = noise_of(s, e, z, largest);
        bool is_noise = true;
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++)
            if (s->is_free[s->J.column[k]]) is_noise &= fabs(s->slope[k]) <= noise * sizes[k];
        if (is_noise) s->is_active[e] = false;
    }
}

bool nh_state_linearise_at(nh_states *s, const nh_state *at, bool positions, bool velocities) {
    nh_state_load(s, at, s->point);
    nh_state_choose_rows(s, positions, velocities);
    if (!nh_state_evaluate(s, at->t, s->point)) return false;
    nh_state_silence_noise(s, at->t, s->point);
    nh_state_set_metric(s, at->t, s->point);
    s->dependent = NH_STATE_DEPENDENT;
    nh_state_linearise(s);
    return true;
}

uint32_t nh_state_rank_above(nh_states *s, const nh_state *state, double tolerance, bool *redundant) {
    NH_ASSERT(tolerance > 0);
    nh_state_load(s, state, s->point);
    nh_state_choose_rows(s, false, true);
    for (size_t i = 0; i < s->model->rows.count; i++) redundant[i] = true;
    if (!nh_state_evaluate(s, state->t, s->point)) return 0;
    if (s->sparse != NULL) return nh_state_sparse_rank(s, redundant);
    nh_state_silence_noise(s, state->t, s->point);
    nh_state_set_metric(s, state->t, s->point);
    s->dependent = tolerance;
    nh_state_linearise(s);
    for (uint32_t k = 0; k < s->rank; k++) redundant[s->equations[s->used[k]].number] = false;
    return s->rank;
}

uint32_t nh_states_rank(nh_states *states, const nh_state *state, bool *redundant) {
    return nh_state_rank_above(states, state, NH_STATE_DEPENDENT, redundant);
}

uint32_t nh_states_best_rows(nh_states *states, const nh_state *state, bool *redundant) {
    nh_states *s = states;
    uint32_t rank = nh_states_rank(s, state, redundant);
    NH_ASSERT(rank <= s->rows - s->geometric);
    if (s->sparse != NULL || rank == 0 || rank == s->rows - s->geometric) return rank;
    nh_state_pivot_rows(s, rank);
    for (size_t i = 0; i < s->model->rows.count; i++) redundant[i] = true;
    for (uint32_t e = 0; e < s->count; e++)
        if (s->is_active[e] && !s->is_redundant[e]) redundant[s->equations[e].number] = false;
    return rank;
}

uint32_t nh_states_rank_in_order(nh_states *states, const nh_state *state, bool *redundant) {
    states->is_in_order = true;
    uint32_t rank = nh_states_rank(states, state, redundant);
    states->is_in_order = false;
    return rank;
}
