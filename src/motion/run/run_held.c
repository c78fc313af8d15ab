/* Rows that hold a motion at a switch.
 *
 * min(x', 0) = 0 is no condition while x' > 0, and where x' would fall below 0 it is x' = 0: the motion would stay at
 * the switch, within no piece of the row, and which gradient the row has there nothing says. It is so where the rows
 * hold the function of the switch constant on one side of it and not on the other, and the motion with the former does
 * not change it. The state itself may be on either side, or on none, by rounding: so states next to it are examined. */
#include <math.h>
#include <string.h>

#include "expr/calculus/calculus.h"
#include "motion/run/run_private.h"
#include "num/linear/doubles.h"

/* A gradient of which so little is left besides others is a combination of them. */
#define SPANNED 1e-9
/* How far next to the switch, in parts of the state. */
#define BESIDE 1e-8
/* A rate that is so small compared with the one on the other side is 0. */
#define STAYS 1e-6

/* A program of the gradients of the rows, entries as in the jacobian; then of a function: by the velocities, or by the
 * positions where it has none, and its derivatives by t, q, q'. NULL: it has none. */
static nh_program *make_gradients(nh_sim *r, nh_arena *arena, nh_expr place) {
    nh_pool *pool = r->model->pool;
    const nh_equations *e = r->equations;
    uint32_t n = (uint32_t)r->n, slopes = e->jacobian.start[e->rows];
    nh_tape_def def = nh_dynamics_tape_def(arena, e, false, 0, NULL);
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, (size_t)slopes + 3 * n + 1), *rest = outputs + slopes;
    bool by_velocities = nh_expr_has(pool, place, NH_HAS_VELOCITY);
    memcpy(outputs, e->jacobian.entry, slopes * sizeof *outputs);
    nh_expr_gradient(pool, place, n, def.inputs + 1 + (by_velocities ? n : 0), rest);
    nh_expr_gradient(pool, place, 1 + 2 * n, def.inputs, rest + n);
    def.output_count = slopes + 3 * n + 1;
    def.outputs = outputs;
    for (uint32_t i = 0; i < def.output_count; i++)
        if (outputs[i] == NH_EXPR_UNDEFINED) return NULL;
    return nh_program_of(arena, pool, &def, r->parameters);
}

static double *gradients_at(nh_sim *r, nh_arena *arena, nh_program *program, double t, const double *y) {
    size_t states = nh_sim_work_at(r), slopes = r->equations->jacobian.start[r->equations->rows];
    double *inputs = NH_NEW_ARRAY(arena, double, states + 1);
    double *values = NH_NEW_ARRAY(arena, double, slopes + 3 * r->n + 1);
    inputs[0] = t;
    memcpy(inputs + 1, y, states * sizeof *y);
    nh_program_run(program, inputs, values);
    return values;
}

/* Whether the gradient of the function is a combination of those of the rows. */
static bool is_held(const nh_sim *r, nh_arena *arena, const double *values) {
    const nh_expr_matrix *a = &r->equations->jacobian;
    size_t n = r->n, count = 0;
    double *basis = NH_NEW_ARRAY(arena, double, n *((size_t)r->equations->rows + 1));
    for (uint32_t j = 0; j < r->equations->rows; j++) {
        double *x = basis + count * n;
        memset(x, 0, n * sizeof *x);
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) x[a->column[k]] = values[k];
        count += nh_doubles_orthogonalise(x, n, basis, count, SPANNED);
    }
    double *x = basis + count * n;
    memcpy(x, values + a->start[r->equations->rows], n * sizeof *x);
    return nh_doubles_dot(x, x, n) > 0 && !nh_doubles_orthogonalise(x, n, basis, count, SPANNED);
}

/* How fast the function changes along the motion from a state; infinite where that is not known. */
static double rate_at(nh_sim *r, double t, const double *y, const double *values) {
    nh_solution solution = nh_sim_choose_at(r, t, y);
    const double *slope = values + r->equations->jacobian.start[r->equations->rows] + r->n;
    double rate = slope[0];
    if (solution.status != NH_SOLVED) return INFINITY;
    for (size_t i = 0; i < 2 * r->n; i++) rate += slope[1 + i] * (i < r->n ? y[r->n + i] : solution.x[i - r->n]);
    return fabs(rate);
}

/* The row whose gradient changes most at the switch. */
static uint32_t changing_row(const nh_sim *r, const double *before, const double *behind) {
    const nh_expr_matrix *a = &r->equations->jacobian;
    uint32_t row = 0;
    double most = -1;
    for (uint32_t j = 0; j < r->equations->rows; j++) {
        double change = 0, size = 0;
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) {
            change = fmax(change, fabs(behind[k] - before[k]));
            size = fmax(size, fmax(fabs(behind[k]), fabs(before[k])));
        }
        if (!(change > most * size)) continue;
        row = j;
        most = change / size;
    }
    return row;
}

/* The state r->y at t, moved to one side of the switch by its gradient there. */
static double *state_beside(const nh_sim *r, nh_arena *arena, const double *values, bool by_velocities, double sign) {
    const double *g = values + r->equations->jacobian.start[r->equations->rows];
    double *y = NH_NEW_ARRAY(arena, double, r->size), *x = by_velocities ? y + r->n : y, size = 1;
    double length = nh_doubles_length(g, r->n);
    memcpy(y, r->y, r->size * sizeof *y);
    size = fmax(size, nh_doubles_largest(x, r->n));
    for (size_t i = 0; i < r->n && length > 0; i++) x[i] += sign * BESIDE * size / length * g[i];
    return y;
}

/* Whether rows hold the function on one side only, and the motion there stays. */
static bool is_held_beside(nh_sim *r, nh_arena *arena, nh_program *program, double t, bool by_velocities,
                           uint32_t *row) {
    const double *here = gradients_at(r, arena, program, t, r->y), *values[2];
    const double *y[2];
    bool held[2];
    for (int side = 0; side < 2; side++) {
        y[side] = state_beside(r, arena, here, by_velocities, 2 * side - 1);
        values[side] = gradients_at(r, arena, program, t, y[side]);
        held[side] = is_held(r, arena, values[side]);
    }
    *row = changing_row(r, values[0], values[1]);
    if (held[0] == held[1]) return false;
    double rate = rate_at(r, t, y[held[1]], values[held[1]]), free = rate_at(r, t, y[held[0]], values[held[0]]);
    return rate <= STAYS * free;
}

bool nh_sim_is_held(nh_sim *r, double t, nh_expr place, uint32_t *row) {
    nh_pool *pool = r->model->pool;
    if (!r->has_pieced_rows || place == NH_EXPR_ZERO || nh_expr_has(pool, place, NH_HAS_ACCELERATION)) return false;
    nh_arena *arena = nh_arena_create(r->model->context);
    nh_program *program = make_gradients(r, arena, place);
    bool by_velocities = nh_expr_has(pool, place, NH_HAS_VELOCITY);
    bool answer = program != NULL && is_held_beside(r, arena, program, t, by_velocities, row);
    nh_arena_destroy(arena);
    (void)nh_sim_choose_at(r, nh_ode_time(r->ode), nh_ode_state(r->ode));
    return answer;
}
