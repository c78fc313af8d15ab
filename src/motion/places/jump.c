/* Jumps of L and dL/dq'.
 *
 * Whether a function is continuous there is told from the two states and the derivatives on both sides: a continuous
 * one changes by no more than sum |df/dx_i| |dx_i|, with the larger derivative of the two sides, and rounding. */
#include "motion/places/jump_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/linear/doubles.h"
#include "tape/program.h"

/* Of the size of its terms: a smaller change of L or p is rounding. */
#define ROUNDING (256 * DBL_EPSILON)
#define PARALLEL 1e-9 /* what is left of a direction besides the rows, as a part of it */

struct nh_jumps {
    const nh_model *model;
    nh_arena *arena;
    size_t n, functions; /* functions: L and the momenta */
    uint32_t rows;
    const double *parameters;
    nh_expr_matrix slopes;   /* of the functions by t, q, q' */
    const nh_expr_matrix *a; /* of the rows by q' */
    nh_program *program;     /* the functions, their sizes, their slopes, the entries of a */
    double *inputs;
    double *sides[2]; /* its outputs on both sides */
    double *changes;  /* of the functions; 0 where they are continuous */
    double *row, *basis;
    double before_time, *before; /* the side that was left last */
};

/* ---- making ---- */

static bool has_pieces(nh_pool *pool, nh_expr e) {
    bool found = false;
    const nh_contents moving = (nh_contents)(NH_HAS_TIME | NH_HAS_COORDINATE);
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count && !found; i++) {
        switch (nh_expr_kind_of(pool, walk->order[i])) {
            case NH_EXPR_IF:
            case NH_EXPR_SIGN:
            case NH_EXPR_ABS:
            case NH_EXPR_MIN:
            case NH_EXPR_MAX:
            case NH_EXPR_MOD:
            case NH_EXPR_ATAN2: found = nh_expr_has(pool, walk->order[i], moving); break;
            default: break;
        }
    }
    nh_walk_end(walk);
    return found;
}

nh_jumps *nh_jumps_make(nh_arena *arena, const nh_equations *equations, const double *parameters) {
    const nh_model *model = equations->model;
    nh_pool *pool = model->pool;
    if (!has_pieces(pool, model->L)) return NULL;
    nh_jumps *j = NH_NEW(arena, nh_jumps);
    *j = (nh_jumps){.model = model, .arena = arena, .n = model->coordinates.count, .parameters = parameters};
    j->functions = j->n + 1;
    j->rows = equations->rows;
    j->a = &equations->jacobian;
    nh_tape_def def = nh_model_tape_def(model, arena, false, 0, NULL);
    nh_expr *functions = NH_NEW_ARRAY(arena, nh_expr, j->functions);
    functions[0] = model->L;
    nh_expr_gradient(pool, model->L, (uint32_t)j->n, nh_model_velocities(model, arena), functions + 1);
    j->slopes = nh_expr_jacobian(pool, arena, (uint32_t)j->functions, functions, def.input_count, def.inputs);
    size_t slopes = j->slopes.start[j->functions], entries = j->a->start[j->rows];
    size_t count = 2 * j->functions + slopes + entries;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, count);
    for (size_t i = 0; i < j->functions; i++) {
        outputs[i] = functions[i];
        outputs[j->functions + i] = nh_expr_terms_size(pool, functions[i]);
    }
    memcpy(outputs + 2 * j->functions, j->slopes.entry, slopes * sizeof *outputs);
    memcpy(outputs + 2 * j->functions + slopes, j->a->entry, entries * sizeof *outputs);
    def.output_count = (uint32_t)count;
    def.outputs = outputs;
    j->program = nh_program_of(arena, pool, &def, parameters);
    j->inputs = NH_NEW_ARRAY(arena, double, def.input_count);
    for (int side = 0; side < 2; side++) j->sides[side] = NH_NEW_ARRAY(arena, double, count);
    j->changes = NH_NEW_ARRAY(arena, double, j->functions);
    j->row = NH_NEW_ARRAY(arena, double, j->n);
    j->before = NH_NEW_ARRAY(arena, double, 2 * j->n);
    j->basis = NH_NEW_ARRAY(arena, double, j->rows * j->n);
    return j;
}

/* ---- across a switch ---- */

static void look_from(nh_jumps *j, const nh_jump_side *side, double *outputs) {
    j->inputs[0] = side->t;
    memcpy(j->inputs + 1, side->y, 2 * j->n * sizeof *side->y);
    nh_program_run(j->program, j->inputs, outputs);
}

/* By how much a function changes that is continuous between the two states. */
static double allowed_change(const nh_jumps *j, size_t function, const nh_jump_side *before,
                             const nh_jump_side *behind) {
    const double *a = j->sides[0], *b = j->sides[1];
    double sum = ROUNDING * (a[j->functions + function] + b[j->functions + function]) + DBL_MIN;
    for (uint32_t k = j->slopes.start[function]; k < j->slopes.start[function + 1]; k++) {
        uint32_t input = j->slopes.column[k];
        double moved = input == 0 ? behind->t - before->t : behind->y[input - 1] - before->y[input - 1];
        double value = input == 0 ? behind->t : behind->y[input - 1];
        double slope = fmax(fabs(a[2 * j->functions + k]), fabs(b[2 * j->functions + k]));
        sum += slope == 0 ? 0 : 2 * slope * (fabs(moved) + 4 * DBL_EPSILON * fabs(value));
    }
    return sum;
}

static bool find_changes(nh_jumps *j, const nh_jump_side *before, const nh_jump_side *behind) {
    bool is_any = false;
    look_from(j, before, j->sides[0]);
    look_from(j, behind, j->sides[1]);
    for (size_t i = 0; i < j->functions; i++) {
        double change = j->sides[1][i] - j->sides[0][i];
        bool jumps = fabs(change) > allowed_change(j, i, before, behind);
        j->changes[i] = jumps ? change : 0;
        is_any |= jumps;
    }
    return is_any;
}

/* Whether x is a combination of the rows after the switch. x is changed. */
static bool is_held_by_rows(nh_jumps *j, double *x) {
    const double *entries = j->sides[1] + 2 * j->functions + j->slopes.start[j->functions];
    size_t count = 0, n = j->n;
    for (uint32_t r = 0; r < j->rows; r++) {
        double *row = j->basis + count * n;
        memset(row, 0, n * sizeof *row);
        for (uint32_t k = j->a->start[r]; k < j->a->start[r + 1]; k++) row[j->a->column[k]] = entries[k];
        count += nh_doubles_orthogonalise(row, n, j->basis, count, PARALLEL);
    }
    return nh_doubles_are_finite(x, n) && !nh_doubles_orthogonalise(x, n, j->basis, count, PARALLEL);
}

/* The derivatives by the coordinates of the function that switches; false where it depends on velocities. */
static bool find_normal(nh_jumps *j, nh_expr place, const nh_jump_side *behind) {
    nh_pool *pool = j->model->pool;
    const nh_expr *args = nh_expr_kind_of(pool, place) == NH_EXPR_MOD ? nh_expr_args(pool, place) : NULL;
    nh_expr over = args != NULL ? args[0] : place, under = args != NULL ? args[1] : NH_EXPR_ONE;
    nh_expr s = nh_expr_div(pool, over, under), *normal = NH_NEW_ARRAY(j->arena, nh_expr, j->n);
    if (nh_expr_depends_on(pool, s, (uint32_t)j->n, nh_model_velocities(j->model, j->arena))) return false;
    nh_expr_gradient(pool, s, (uint32_t)j->n, nh_model_coordinates(j->model, j->arena), normal);
    nh_tape_def def = nh_model_tape_def(j->model, j->arena, false, j->n, normal);
    j->inputs[0] = behind->t;
    memcpy(j->inputs + 1, behind->y, 2 * j->n * sizeof *behind->y);
    nh_program_run(nh_program_of(j->arena, pool, &def, j->parameters), j->inputs, j->row);
    return true;
}

/* L jumps at a place: the impulse has the direction of ds/dq. */
static bool place_is_held(nh_jumps *j, nh_expr place, const nh_jump_side *behind) {
    return j->rows > 0 && find_normal(j, place, behind) && is_held_by_rows(j, j->row);
}

static size_t largest_place(size_t n, const double *x) {
    size_t most = 0;
    for (size_t i = 1; i < n; i++)
        if (fabs(x[i]) > fabs(x[most])) most = i;
    return most;
}

nh_jump nh_jumps_across(nh_jumps *jumps, nh_jump_side before, nh_jump_side behind, nh_expr place) {
    NH_ASSERT(before.y != NULL && behind.y != NULL);
    nh_jumps *j = jumps;
    nh_jump jump = {.kind = NH_JUMP_NONE};
    j->before_time = before.t;
    memcpy(j->before, before.y, 2 * j->n * sizeof *before.y);
    if (!find_changes(j, &before, &behind)) return jump;
    const double *changes = j->changes + 1;
    memcpy(j->row, changes, j->n * sizeof *changes);
    bool has_momentum = j->n > 0 && changes[largest_place(j->n, changes)] != 0 && !is_held_by_rows(j, j->row);
    jump.coordinate = largest_place(j->n, j->row); /* of what the rows do not hold */
    if (has_momentum) jump.kind = NH_JUMP_MOMENTUM;
    else if (place != NH_EXPR_ZERO && j->changes[0] != 0 && !place_is_held(j, place, &behind))
        jump.kind = NH_JUMP_LAGRANGIAN;
    return jump;
}

double nh_jumps_energy(nh_jumps *jumps, nh_jump_side behind) {
    NH_ASSERT(behind.y != NULL);
    nh_jumps *j = jumps;
    nh_jump_side before = {j->before_time, j->before};
    return find_changes(j, &before, &behind) ? nh_doubles_dot(j->changes + 1, behind.y + j->n, j->n) - j->changes[0]
                                             : 0;
}
