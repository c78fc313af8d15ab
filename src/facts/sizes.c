/* One program for values and sizes, run at the state and at one whose entries are all as large as the largest. */
#include "facts/sizes.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "tape/program.h"

/* e with 1 for sines and cosines. */
static nh_expr without_angles(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(pool, now);
        nh_expr_kind kind = nh_expr_kind_of(pool, now);
        nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, (size_t)arity + 1);
        for (uint32_t k = 0; k < arity; k++) args[k] = result[nh_walk_place(walk, nh_expr_args(pool, now)[k])];
        result[i] = kind == NH_EXPR_SIN || kind == NH_EXPR_COS ? NH_EXPR_ONE
                    : arity > 0                                ? nh_expr_rebuild(pool, now, args)
                                                               : now;
    }
    nh_expr whole = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return whole;
}

/* Values below this are small whatever the others are: a lone x = 1e-20 has nothing to be small compared with. */
#define TINY 1e-6

static double largest_distance(const double *x, size_t n, double centre) {
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i] - centre));
    return most;
}

/* All as large as the largest; of coordinates as seen from their middle where `is_apart` says so: how far points are
 * from each other does not depend on the origin. */
static void fill_largest(double *to, const double *x, size_t n, bool is_apart) {
    NH_ASSERT(to != x);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i];
    double most = is_apart && n > 1 ? largest_distance(x, n, sum / (double)n) : 0;
    if (!(most > 0)) most = largest_distance(x, n, 0);
    if (!(most > 0)) most = 1;
    for (size_t i = 0; i < n; i++) to[i] = is_apart ? fmax(most, TINY) : most;
}

/* Which values an expression is run at. */
typedef enum at { AT_STATE, AT_LARGEST, AT_DISTANCE } at;

static const double *run_tape(const nh_admissible *a, nh_arena *arena, nh_program *program, at where) {
    size_t n = a->model->coordinates.count;
    double *inputs = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    inputs[0] = a->state.t;
    memcpy(inputs + 1, a->state.q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, a->state.v, n * sizeof *inputs);
    if (where != AT_STATE) {
        fill_largest(inputs + 1, a->state.q, n, where == AT_DISTANCE);
        fill_largest(inputs + 1 + n, a->state.v, n, false);
        for (size_t i = 0; i < n && where == AT_DISTANCE; i++) inputs[1 + n + i] = fmax(inputs[1 + n + i], TINY);
    }
    return nh_program_at(program, inputs);
}

static nh_program *make_program(const nh_admissible *a, nh_arena *arena, uint32_t count, const nh_expr *outputs) {
    nh_tape_def def = nh_model_tape_def(a->model, arena, false, count, outputs);
    return nh_program_of(arena, a->model->pool, &def, nh_states_parameters(a->states));
}

void nh_sizes_values(const nh_admissible *a, uint32_t count, const nh_expr *e, double *values) {
    NH_ASSERT(a->at != NH_CHECK_NONE);
    nh_arena *arena = nh_arena_create(a->model->context);
    memcpy(values, run_tape(a, arena, make_program(a, arena, count, e), AT_STATE), count * sizeof *values);
    nh_arena_destroy(arena);
}

static void find_sizes(const nh_admissible *a, uint32_t count, const nh_expr *e, at where, double *value,
                       double *size) {
    nh_arena *arena = nh_arena_create(a->model->context);
    nh_pool *pool = a->model->pool;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        outputs[i] = nh_expr_expand_names(pool, e[i]);
        outputs[count + i] = without_angles(pool, arena, nh_expr_terms_size(pool, outputs[i]));
    }
    NH_ASSERT(a->at != NH_CHECK_NONE && count > 0);
    nh_program *program = make_program(a, arena, 2 * count, outputs);
    memcpy(value, run_tape(a, arena, program, AT_STATE), count * sizeof *value);
    const double *here = run_tape(a, arena, program, where);
    for (uint32_t i = 0; i < count; i++) size[i] = fabs(here[count + i]);
    nh_arena_destroy(arena);
}

static bool are_small(const nh_admissible *a, uint32_t count, const nh_expr *e, at where, double part) {
    bool result = a->at != NH_CHECK_NONE;
    nh_arena *arena = nh_arena_create(a->model->context);
    double *value = NH_NEW_ARRAY(arena, double, (size_t)count + 1),
           *size = NH_NEW_ARRAY(arena, double, (size_t)count + 1);
    if (result && count > 0) find_sizes(a, count, e, where, value, size);
    for (uint32_t i = 0; i < count && result; i++) result = fabs(value[i]) <= part * size[i];
    nh_arena_destroy(arena);
    return result;
}

bool nh_sizes_all_small(const nh_admissible *a, uint32_t count, const nh_expr *e, double part) {
    NH_ASSERT(part > 0);
    return are_small(a, count, e, AT_LARGEST, part);
}

bool nh_sizes_are_near(const nh_admissible *a, uint32_t count, const nh_expr *e, double part) {
    NH_ASSERT(part > 0);
    return are_small(a, count, e, AT_DISTANCE, part);
}
