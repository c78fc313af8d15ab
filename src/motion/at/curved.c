/* Newton's method for accelerations and multipliers, from many accelerations; its equations are in curved_equations.c.
 * Its first step has no curvature, multipliers being 0: it makes the compulsion least on the tangents. */
#include "motion/at/curved.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/random.h"
#include "model/values.h"
#include "motion/at/curved_private.h"
#include "motion/at/dynamics_private.h"
#include "num/guard.h"
#include "num/linear/doubles.h"

/* Steps; solutions that are compared; directions besides those of the coordinates. */
enum { MOST_STEPS = 60, MOST_BRANCHES = 16, DIRECTIONS = 8, MOST_DIRECTIONS = 60 };
/* It ends when nothing moves but by rounding, or little and no less than before. */
#define STILL 4e-16
#define NEARLY_STILL 1e-11
/* Solutions nearer to each other are one; measures nearer to each other are tied. Relative. */
#define SAME 1e-6
#define TIED 1e-9
/* How far from the accelerations without the rows it begins, relative to these. */
static const double distances[] = {0.1, 1, 10};
enum { DISTANCES = sizeof distances / sizeof *distances };

const char *const nh_curved_problem =
    "no accelerations were found that satisfy the constraints and the equations of motion, and that these determine";

struct nh_curved {
    const nh_model *model;
    nh_arena *arena;
    uint32_t n, rows;
    nh_dynamics *newton, *plain;  /* plain: without these rows */
    double *start, *found, *best; /* n + rows each: accelerations, multipliers */
    double *branch;               /* MOST_BRANCHES x n */
    double *centre, *direction;   /* n each: around which and where to it begins */
    double *guess;                /* n: initial accelerations, not numbers where none are given; */
    bool *is_held;                /* whether they are to be kept */
    bool has_guess, follows, has_found;
    nh_curved_choice choice;
};

/* ---- making ---- */

/* The model without the rows that are curved. */
static nh_model *without_curved(const nh_model *model, nh_arena *arena) {
    nh_model *copy = nh_model_copy(model, arena);
    copy->rows.items = NULL;
    copy->rows.count = copy->rows.capacity = 0;
    copy->rows.arena = arena;
    nh_array_append(&copy->rows, model->rows.count, model->rows.items);
    for (size_t i = 0; i < copy->rows.count; i++)
        if (copy->rows.items[i].is_curved) copy->rows.items[i].is_imposed = false;
    return copy;
}

nh_curved *nh_curved_make(nh_arena *arena, const nh_model *model) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_curved *c = NH_NEW(arena, nh_curved);
    *c = (nh_curved){.model = model, .arena = arena, .n = (uint32_t)model->coordinates.count};
    c->newton = nh_dynamics_make(arena, nh_curved_derive(model, arena), NH_NATIVE_NEVER);
    c->plain = nh_dynamics_make(arena, nh_chetaev_derive(without_curved(model, arena), arena), NH_NATIVE_NEVER);
    c->rows = c->newton->rows;
    size_t size = (size_t)c->n + c->rows;
    c->start = NH_NEW_ARRAY(arena, double, size);
    c->found = NH_NEW_ARRAY(arena, double, size);
    c->best = NH_NEW_ARRAY(arena, double, size);
    c->branch = NH_NEW_ARRAY(arena, double, (size_t)MOST_BRANCHES * c->n);
    c->centre = NH_NEW_ARRAY(arena, double, c->n);
    c->direction = NH_NEW_ARRAY(arena, double, c->n);
    c->guess = NH_NEW_ARRAY(arena, double, c->n);
    c->is_held = NH_NEW_ARRAY(arena, bool, c->n);
    return c;
}

void nh_curved_set(nh_curved *curved, const double *parameters) {
    nh_curved *c = curved;
    nh_dynamics_set(c->newton, parameters);
    nh_dynamics_set(c->plain, parameters);
    c->has_found = c->has_guess = false;
    for (uint32_t i = 0; i < c->n; i++) c->guess[i] = NAN;
    for (size_t k = 0; k < c->model->accelerations.count; k++) {
        const nh_initial *item = &c->model->accelerations.items[k];
        for (uint32_t i = 0; i < c->n; i++) {
            if (nh_expr_dot(c->model->pool, c->model->coordinates.items[i].v) != item->quantity) continue;
            c->guess[i] = nh_model_constant(c->model, c->arena, item->value);
            c->is_held[i] = item->is_held;
            c->has_guess = true;
        }
    }
}

void nh_curved_follow(nh_curved *curved, bool follows) {
    curved->follows = follows;
}

/* ---- Newton's method ---- */

static double move_point(nh_curved *c, const nh_solution *solution) {
    double *point = nh_dynamics_point(c->newton), move = 0;
    size_t size = (size_t)c->n + c->rows;
    for (size_t i = 0; i < size; i++) {
        double x = i < c->n ? solution->x[i] : solution->lambda[i - c->n];
        point[size + i] = point[i] += x;
        move = fmax(move, fabs(x) / (1 + fabs(point[i])));
    }
    return move;
}

/* Whether the step was solved for. Redundant rows do not agree to rounding of corrections that are rounding. */
static bool is_step(const nh_solution *solution, double last) {
    return solution->status == NH_SOLVED || (solution->status == NH_SOLUTION_INCONSISTENT && last <= NEARLY_STILL);
}

/* From c->start, into c->found. */
static bool improve_point(nh_curved *c, double t, const double *q, const double *v) {
    size_t size = (size_t)c->n + c->rows;
    double *point = nh_dynamics_point(c->newton), last = INFINITY;
    memcpy(point, c->start, size * sizeof *point);
    memcpy(point + size, c->start, size * sizeof *point);
    for (int step = 0; step < MOST_STEPS; step++) {
        nh_solution solution = nh_dynamics_solve_motion(c->newton, t, q, v);
        if (!is_step(&solution, last)) return false;
        double move = move_point(c, &solution);
        if (!isfinite(move)) return false;
        if (move <= STILL || (move <= NEARLY_STILL && move >= last / 2)) {
            memcpy(c->found, point, size * sizeof *point);
            return true;
        }
        last = move;
    }
    return false;
}

/* ---- branches ---- */

/* a.M a/2 - F.a, the compulsion up to a constant; size: of its terms. */
static double compulsion_of(const nh_curved *c, const double *a, double *size) {
    const nh_expr_matrix *M = &c->plain->equations->matrix;
    const double *mass = nh_dynamics_mass(c->plain), *force = nh_dynamics_force(c->plain);
    double sum = 0;
    *size = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        double term = -force[i] * a[i];
        sum += term;
        *size += fabs(term);
        for (uint32_t k = M->start[i]; k < M->start[i + 1]; k++) {
            term = a[i] * mass[k] * a[M->column[k]] / 2;
            sum += term;
            *size += fabs(term);
        }
    }
    return sum;
}

/* What the branch that is meant has the least of. */
static double measure_of(const nh_curved *c, const double *a, double *size) {
    if (!c->has_guess) return compulsion_of(c, a, size);
    double sum = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (!isnan(c->guess[i])) sum += (a[i] - c->guess[i]) * (a[i] - c->guess[i]);
    *size = sum;
    return sum;
}

static bool is_known(const nh_curved *c, const double *a) {
    double size = 1 + nh_doubles_length(a, c->n);
    for (uint32_t k = 0; k < c->choice.branches; k++) {
        double far = 0;
        for (uint32_t i = 0; i < c->n; i++) far = fmax(far, fabs(a[i] - c->branch[(size_t)k * c->n + i]));
        if (far <= SAME * size) return true;
    }
    return false;
}

/* Takes what was found for the best, if it is. */
static void take_branch(nh_curved *c, double *least) {
    double size, measure = measure_of(c, c->found, &size);
    if (c->choice.branches == MOST_BRANCHES || is_known(c, c->found)) return;
    memcpy(c->branch + (size_t)c->choice.branches++ * c->n, c->found, c->n * sizeof(double));
    bool is_first = c->choice.branches == 1, is_tied = !is_first && fabs(measure - *least) <= TIED * size;
    if (is_tied) c->choice.is_tied = true;
    if (is_tied || (!is_first && measure > *least)) return;
    c->choice.is_tied = false;
    *least = measure;
    memcpy(c->best, c->found, ((size_t)c->n + c->rows) * sizeof(double));
}

/* A direction: those of the coordinates, both ways, then random ones. */
static void set_direction(const nh_curved *c, nh_random *random, uint32_t number, double *direction) {
    for (uint32_t i = 0; i < c->n; i++)
        direction[i] = number >= 2 * c->n ? nh_random_normal(random) : number / 2 != i ? 0 : number % 2 == 0 ? 1 : -1;
}

/* From the accelerations without the rows, or those that are given, and from others around them. */
static void search_branches(nh_curved *c, double t, const double *q, const double *v) {
    nh_solution plain = nh_dynamics_solve_motion(c->plain, t, q, v);
    double least = INFINITY, *centre = c->centre, *direction = c->direction;
    for (uint32_t i = 0; i < c->n; i++) {
        centre[i] = plain.status == NH_SOLVED ? plain.x[i] : 0;
        if (!isnan(c->guess[i])) centre[i] = c->guess[i];
    }
    nh_random random = nh_random_make(1, NH_STREAM_CURVED);
    uint32_t directions = 2 * c->n + DIRECTIONS < MOST_DIRECTIONS ? 2 * c->n + DIRECTIONS : MOST_DIRECTIONS;
    double size = 1 + nh_doubles_length(centre, c->n);
    c->choice = (nh_curved_choice){.is_near = c->has_guess};
    memset(c->start, 0, ((size_t)c->n + c->rows) * sizeof *c->start);
    memcpy(c->start, centre, c->n * sizeof *centre);
    if (improve_point(c, t, q, v)) take_branch(c, &least);
    for (uint32_t k = 0; k < directions; k++) {
        set_direction(c, &random, k, direction);
        for (int s = 0; s < DISTANCES; s++) {
            for (uint32_t i = 0; i < c->n; i++) c->start[i] = centre[i] + distances[s] * size * direction[i];
            if (improve_point(c, t, q, v)) take_branch(c, &least);
        }
    }
}

static void compare_held(nh_curved *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        if (isnan(c->guess[i]) || !c->is_held[i]) continue;
        double off = fabs(c->best[i] - c->guess[i]) / (1 + fabs(c->guess[i]));
        if (off <= c->choice.off) continue;
        c->choice.off = off;
        c->choice.worst = i;
    }
}

nh_curved_status nh_curved_at(nh_curved *curved, double t, const double *q, const double *v) {
    nh_curved *c = curved;
    size_t size = (size_t)c->n + c->rows;
    bool is_followed = c->follows && c->has_found;
    if (is_followed) {
        memcpy(c->start, c->best, size * sizeof *c->start);
        if (!improve_point(c, t, q, v)) return NH_CURVED_LOST;
        memcpy(c->best, c->found, size * sizeof *c->best);
        return NH_CURVED_FOUND;
    }
    search_branches(c, t, q, v);
    c->has_found = c->choice.branches > 0;
    if (!c->has_found) return NH_CURVED_NONE;
    compare_held(c);
    return NH_CURVED_FOUND;
}

void nh_curved_fill(const nh_curved *curved, double *parameters) {
    const nh_curved *c = curved;
    for (size_t i = 0; i < c->model->curved_symbols.count; i++) {
        const nh_curved_symbol *tangent = &c->model->curved_symbols.items[i];
        parameters[tangent->parameter] = c->best[tangent->coordinate];
    }
}

nh_curved_choice nh_curved_choice_of(const nh_curved *curved) {
    return curved->choice;
}

const double *nh_curved_accelerations(const nh_curved *curved) {
    return curved->best;
}

/* ---- balls ---- */

bool nh_curved_balls(const nh_curved *curved, nh_ball *parameters, const nh_ball *inputs, uint32_t rank,
                     const uint32_t *used, int prec) {
    NH_ASSERT(nh_guard_inside());
    const nh_curved *c = curved;
    size_t size = (size_t)c->n + c->rows;
    nh_ball *computed = nh_balls_new(2 * size);
    double *point = nh_dynamics_point(c->newton);
    memcpy(point, c->best, size * sizeof *point);
    bool is_proved = c->has_found && nh_dynamics_point_balls(c->newton, parameters, inputs, rank, used, computed, prec);
    for (size_t i = 0; i < c->model->curved_symbols.count; i++) {
        const nh_curved_symbol *tangent = &c->model->curved_symbols.items[i];
        if (is_proved) nh_ball_set(&parameters[tangent->parameter], &computed[size + tangent->coordinate]);
        else nh_ball_set_double(&parameters[tangent->parameter], NAN);
    }
    nh_balls_free(computed, 2 * size);
    return is_proved;
}
