/* States on a branch: Newton's method by steps of least norm from random points, halved until the residuals, each divided by the length of its gradient, become less. The equations may be more than are
 * independent: a step is one of least squares. */
#include <math.h>
#include <string.h>

#include "analysis/branches.h"
#include "base/limits.h"
#include "expr/calculus.h"
#include "model/inputs.h"
#include "num/dense.h"

enum { STEPS = 80, HALVINGS = 20, MOST_NUMBERS = 10000 };
#define DEPENDENT 1e-9
#define HOLDS 1e-12
#define HOLDS_BARELY 1e-7

struct nh_branch_way {
    nh_states *states;
    uint32_t n, count;
    uint32_t size; /* of z: q, q' and, where it is moved, t */
    nh_tape
        *tape; /* values, then their derivatives by q and q', one equation after the other; NULL: they are too many */
    double *inputs, *outputs, *work;
    nh_qr *qr;
    double *matrix, *right, *step, *z, *trial, *weight;
};

/* ---- making ---- */

static void make_tape(nh_branch_way *way, nh_arena *arena, const nh_branch *branch) {
    nh_model *model = nh_states_model(way->states);
    uint32_t size = way->size, count = branch->count;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, (size_t)count * (size + 1) + 1);
    nh_tape_def def = nh_model_tape_def(model, arena, false);
    nh_expr *unknowns = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)way->n + 1);
    memcpy(unknowns, def.inputs + 1, 2 * way->n * sizeof *unknowns);
    unknowns[2 * way->n] = model->time;
    memcpy(outputs, branch->zero, count * sizeof *outputs);
    for (uint32_t e = 0; e < count; e++) {
        nh_expr *row = outputs + count + (size_t)e * size;
        nh_expr_gradient(model->pool, branch->zero[e], size, unknowns, row);
    }
    def.output_count = count * (size + 1);
    def.outputs = outputs;
    way->tape = nh_tape_make(arena, model->pool, &def);
    way->outputs = NH_NEW_ARRAY(arena, double, (size_t)def.output_count + 1);
    way->work = nh_arena_alloc_aligned(arena, nh_tape_work_size(way->tape, 1) * sizeof(double), 64);
}

nh_branch_way *nh_branch_way_make(nh_arena *arena, nh_states *states, const nh_branch *branch) {
    nh_branch_way *way = NH_NEW(arena, nh_branch_way);
    *way = (nh_branch_way){.states = states, .count = branch->count};
    way->n = (uint32_t)nh_states_model(states)->coordinates.count;
    way->size = 2 * way->n + branch->has_time;
    size_t size = way->size, count = branch->count;
    if (size * count > MOST_NUMBERS) return way;
    make_tape(way, arena, branch);
    way->inputs = NH_NEW_ARRAY(arena, double, 2 * (size_t)way->n + 1);
    way->qr = nh_qr_make(arena, (int)count, (int)size);
    way->matrix = NH_NEW_ARRAY(arena, double, size *count + 1);
    way->right = NH_NEW_ARRAY(arena, double, count + 1);
    way->weight = NH_NEW_ARRAY(arena, double, count + 1);
    way->step = NH_NEW_ARRAY(arena, double, size + 1);
    way->z = NH_NEW_ARRAY(arena, double, size + 2);
    way->trial = NH_NEW_ARRAY(arena, double, size + 1);
    return way;
}

/* ---- steps ---- */

static bool evaluate(nh_branch_way *way, double t, const double *z) {
    size_t size = way->size, own = 2 * (size_t)way->n;
    way->inputs[0] = size > own ? z[own] : t;
    memcpy(way->inputs + 1, z, own * sizeof *z);
    nh_tape_begin(way->tape, 1, nh_states_parameters(way->states), way->work);
    nh_tape_run(way->tape, 1, way->inputs, way->outputs, way->work);
    for (size_t i = 0; i < way->count * (size + 1); i++)
        if (!isfinite(way->outputs[i])) return false;
    return true;
}

/* One over the length of each gradient; 1 where there is none. */
static void weigh(nh_branch_way *way) {
    size_t size = way->size;
    for (size_t e = 0; e < way->count; e++) {
        double sum = 0;
        const double *row = way->outputs + way->count + e * size;
        for (size_t k = 0; k < size; k++) sum += row[k] * row[k];
        way->weight[e] = sum > 0 ? 1 / sqrt(sum) : 1;
    }
}

/* About how far away the equations hold, beside 1 and the size of z. */
static double residual(const nh_branch_way *way, const double *z) {
    double sum = 0, most = 1;
    for (size_t e = 0; e < way->count; e++) sum = hypot(sum, way->weight[e] * way->outputs[e]);
    for (size_t k = 0; k < way->size; k++) most = fmax(most, fabs(z[k]));
    return sum / most;
}

static bool find_step(nh_branch_way *way) {
    size_t size = way->size, count = way->count;
    for (size_t e = 0; e < count; e++) {
        for (size_t k = 0; k < size; k++)
            way->matrix[e + k * count] = way->weight[e] * way->outputs[count + e * size + k];
        way->right[e] = -way->weight[e] * way->outputs[e];
    }
    if (!nh_qr_factor(way->qr, way->matrix)) return false;
    int rank = nh_qr_rank(way->qr, DEPENDENT);
    if (rank > 0) nh_qr_solve(way->qr, rank, way->right, way->step, 1);
    return rank > 0;
}

static bool advance(nh_branch_way *way, double t, double before) {
    size_t size = way->size;
    for (int i = 0; i < HALVINGS; i++) {
        for (size_t k = 0; k < size; k++) way->trial[k] = way->z[k] + ldexp(way->step[k], -i);
        if (!evaluate(way, t, way->trial) || !(residual(way, way->trial) < before)) continue;
        memcpy(way->z, way->trial, size * sizeof *way->z);
        return true;
    }
    return false;
}

static bool solve(nh_branch_way *way, double t) {
    if (!evaluate(way, t, way->z)) return false;
    for (int i = 0; i < STEPS; i++) {
        nh_tick(nh_states_model(way->states)->context, 1 + way->n);
        weigh(way);
        double before = residual(way, way->z);
        if (before == 0) return true;
        if (!find_step(way) || !advance(way, t, before)) return before <= HOLDS;
    }
    return residual(way, way->z) <= HOLDS;
}

/* ---- points ---- */

/* Every second one around a state that small steps lead to, the others on a scale that is drawn, of all together or of each. */
static void scatter(nh_branch_way *way, nh_random *random, double t, nh_state *state) {
    double way_of = nh_random_unit(random), scale = pow(10, 4 * nh_random_unit(random) - 1);
    bool is_near = way_of < 0.5 && nh_states_random(way->states, random, t, 2, state);
    for (size_t i = 0; i < 2 * (size_t)way->n; i++) {
        double own = way_of < 0.75 ? scale : pow(10, 4 * nh_random_unit(random) - 1);
        double centre = !is_near ? 0 : i < way->n ? state->q[i] : state->v[i - way->n];
        way->z[i] = centre + (is_near ? fmax(1, fabs(centre)) : own) * nh_random_normal(random);
    }
}

bool nh_branch_draw(nh_branch_way *way, nh_random *random, double t, nh_state *state) {
    if (way->tape == NULL || way->n == 0) return false;
    scatter(way, random, t, state);
    way->z[2 * (size_t)way->n] = t;
    if (!solve(way, t)) return false;
    state->t = way->size > 2 * way->n ? way->z[2 * (size_t)way->n] : t;
    memcpy(state->q, way->z, way->n * sizeof *way->z);
    memcpy(state->v, way->z + way->n, way->n * sizeof *way->z);
    return true;
}

bool nh_branch_has(nh_branch_way *way, const nh_state *state) {
    if (way->tape == NULL || way->n == 0) return false;
    memcpy(way->z, state->q, way->n * sizeof *way->z);
    memcpy(way->z + way->n, state->v, way->n * sizeof *way->z);
    way->z[2 * (size_t)way->n] = state->t;
    if (!evaluate(way, state->t, way->z)) return false;
    weigh(way);
    return residual(way, way->z) <= HOLDS_BARELY;
}
