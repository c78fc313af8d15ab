/* Predictor and corrector along a curve: curve_private.h has the equations. */
#include "steady/branch/curve_private.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "num/linear/dense.h"

enum { STEPS_MOST = 12 };
#define SETTLED 1e-11
/* Half the distance of the values from which the slope by the value is computed, relative to the width of the range. */
#define DIFFERENCE 1e-6
/* Tangents of both ends of a step differ by less: the cosine of 18 degrees. */
#define LEAST_COSINE 0.95

/* ---- the equations ---- */

/* The inputs of the linearizer at a point: known values are those of the motion, except for what has the value of the
 * initial state, which may depend on the value that is varied. */
static void set_inputs(nh_curve *c, const double *y, double value) {
    const nh_steady_motion *like = c->like;
    nh_steady_problem *p = c->p;
    size_t n = p->l->n;
    nh_ball_set_double(p->value, value);
    nh_ball *initial = nh_balls_new(1 + 2 * n), *parameters = nh_balls_new(p->model->parameters.count + 1);
    nh_steady_initial(p, initial, 64);
    nh_steady_parameters(p, parameters, 64);
    memcpy(c->inputs, like->values, nh_linear_inputs(p->l) * sizeof *c->inputs);
    for (uint32_t k = 0; k < like->held; k++)
        if (like->is_initial[k]) c->inputs[1 + like->held_at[k]] = nh_ball_double(&initial[1 + like->held_at[k]]);
    if (p->varied == NH_VARIED_STATE) c->inputs[1 + p->which] = value;
    for (size_t i = 0; i < c->size; i++) c->inputs[c->place[i]] = y[i];
    for (size_t i = 0; i < p->model->parameters.count; i++) c->parameters[i] = nh_ball_double(&parameters[i]);
    nh_balls_free(parameters, p->model->parameters.count + 1);
    nh_balls_free(initial, 1 + 2 * n);
}

static void run_program(nh_curve *c, const double *y, double value) {
    set_inputs(c, y, value);
    nh_program_begin(c->p->program, c->parameters);
    nh_program_run(c->p->program, c->inputs, c->outputs);
}

/* f, and its slopes by y as the first rows of a matrix of size + 1 rows; each row over the length of those by x. */
static bool evaluate_slopes(nh_curve *c, const double *y) {
    size_t size = c->size, rows = size + 1;
    const int64_t *slopes = c->p->slopes;
    double h = DIFFERENCE * c->width, *last = &c->slope[size * rows];
    for (int side = 0; side < 2; side++) {
        run_program(c, y, y[size] + (side == 0 ? h : -h));
        for (size_t i = 0; i < size; i++) {
            double value = c->outputs[c->equation[i]] / (2 * h);
            last[i] = side == 0 ? value : last[i] - value;
        }
    }
    run_program(c, y, y[size]);
    for (size_t i = 0; i < size; i++) {
        double length = 0;
        c->f[i] = c->outputs[c->equation[i]];
        for (size_t j = 0; j < size; j++) {
            size_t column = 0;
            while (c->p->unknown[column] + 1 != c->place[j]) column++;
            int64_t k = slopes[c->equation[i] + column * c->p->unknowns];
            double slope = k == 0 ? 0 : k > 0 ? c->outputs[k - 1] : -c->outputs[-k - 1];
            c->slope[i + j * rows] = slope;
            length = hypot(length, slope);
        }
        if (!isfinite(length) || !isfinite(c->f[i]) || !isfinite(last[i])) return false;
        if (length == 0) length = 1;
        c->f[i] /= length;
        for (size_t j = 0; j < rows; j++) c->slope[i + j * rows] /= length;
    }
    return true;
}

/* Solves with the plane as the last row; x is the right side before. */
static bool solve_with(nh_curve *c, const double *plane, double *x) {
    size_t rows = c->size + 1;
    nh_arena *work = nh_arena_create(c->p->model->context);
    nh_lu *lu = nh_lu_make(work, (int)rows);
    nh_tick(c->p->model->context, rows * rows);
    for (size_t j = 0; j < rows; j++) c->slope[c->size + j * rows] = plane[j];
    bool is_solved = nh_lu_factor(lu, c->slope);
    if (is_solved) nh_lu_solve(lu, x, 1);
    for (size_t i = 0; i < rows && is_solved; i++) is_solved = isfinite(x[i]);
    nh_arena_destroy(work);
    return is_solved;
}

/* Newton's method from y to the point with plane y = right. */
static bool correct_point(nh_curve *c, double *y, const double *plane, double right) {
    size_t rows = c->size + 1;
    double *step = NH_NEW_ARRAY(c->arena, double, rows);
    for (int i = 0; i < STEPS_MOST; i++) {
        if (!evaluate_slopes(c, y)) return false;
        double most = 0;
        step[c->size] = right;
        for (size_t j = 0; j < rows; j++) step[c->size] -= plane[j] * y[j];
        for (size_t j = 0; j < c->size; j++) step[j] = -c->f[j];
        if (!solve_with(c, plane, step)) return false;
        for (size_t j = 0; j < rows; j++) {
            y[j] += step[j];
            most = fmax(most, fabs(step[j]) / (1 + fabs(y[j])));
        }
        if (most < SETTLED) return evaluate_slopes(c, y);
    }
    return false;
}

/* ---- the curve ---- */

nh_curve nh_curve_make(nh_arena *arena, const nh_steady_motion *like, double width) {
    nh_steady_problem *p = (nh_steady_problem *)like->p;
    size_t count = p->unknowns, n = p->l->n;
    NH_ASSERT(like->is_found && p->varied != NH_VARIED_NOTHING && width > 0);
    nh_curve c = {.arena = arena, .p = p, .like = like, .width = width};
    c.place = NH_NEW_ARRAY(arena, uint32_t, count + 1);
    c.equation = NH_NEW_ARRAY(arena, uint32_t, count + 1);
    c.weight = NH_NEW_ARRAY(arena, double, count + 1);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (!like->is_dropped[i]) c.equation[used++] = (uint32_t)i;
        if (nh_is_among(p->unknown[i], like->held, like->held_at)) continue;
        size_t at = 1 + p->unknown[i];
        c.weight[c.size] = at <= 2 * n ? 1 / (1 + fabs(like->values[at])) : 0;
        c.place[c.size++] = (uint32_t)at;
    }
    NH_ASSERT(used == c.size);
    c.weight[c.size] = 1 / width;
    c.inputs = NH_NEW_ARRAY(arena, double, nh_linear_inputs(p->l));
    c.outputs = NH_NEW_ARRAY(arena, double, nh_tape_outputs(p->l->tape) + 1);
    c.parameters = NH_NEW_ARRAY(arena, double, p->model->parameters.count + 1);
    c.f = NH_NEW_ARRAY(arena, double, c.size + 1);
    c.slope = NH_NEW_ARRAY(arena, double, (c.size + 1) * (c.size + 1));
    return c;
}

nh_curve_point nh_curve_point_new(const nh_curve *c) {
    nh_curve_point at;
    at.y = NH_NEW_ARRAY(c->arena, double, c->size + 1);
    at.tangent = NH_NEW_ARRAY(c->arena, double, c->size + 1);
    return at;
}

static double product_of(const nh_curve *c, const double *a, const double *b) {
    double sum = 0;
    for (size_t i = 0; i <= c->size; i++) sum += c->weight[i] * c->weight[i] * a[i] * b[i];
    return sum;
}

/* The tangent at y, where the equations were evaluated last, in the direction in which the plane rises. */
static bool find_tangent(nh_curve *c, const double *plane, double *tangent) {
    for (size_t i = 0; i < c->size; i++) tangent[i] = 0;
    tangent[c->size] = 1;
    if (!solve_with(c, plane, tangent)) return false;
    double length = sqrt(product_of(c, tangent, tangent));
    for (size_t i = 0; i <= c->size; i++) tangent[i] /= length;
    return isfinite(length) && length > 0;
}

bool nh_curve_begin(nh_curve *c, nh_curve_point *to) {
    double *plane = NH_NEW_ARRAY(c->arena, double, c->size + 1);
    for (size_t i = 0; i < c->size; i++) to->y[i] = c->like->values[c->place[i]];
    to->y[c->size] = nh_ball_double(c->p->value);
    plane[c->size] = 1;
    return evaluate_slopes(c, to->y) && find_tangent(c, plane, to->tangent);
}

bool nh_curve_step(nh_curve *c, const nh_curve_point *from, double h, nh_curve_point *to) {
    double *plane = NH_NEW_ARRAY(c->arena, double, c->size + 1), right = h;
    for (size_t i = 0; i <= c->size; i++) {
        plane[i] = c->weight[i] * c->weight[i] * from->tangent[i];
        right += plane[i] * from->y[i];
        to->y[i] = from->y[i] + h * from->tangent[i];
    }
    if (!correct_point(c, to->y, plane, right) || !find_tangent(c, plane, to->tangent)) return false;
    return product_of(c, to->tangent, from->tangent) > LEAST_COSINE;
}

bool nh_curve_settle(nh_curve *c, nh_curve_point *at, double value) {
    double *plane = NH_NEW_ARRAY(c->arena, double, c->size + 1);
    plane[c->size] = 1;
    at->y[c->size] = value;
    return correct_point(c, at->y, plane, value);
}

double *nh_curve_inputs(nh_curve *c, const nh_curve_point *at, nh_arena *arena) {
    size_t count = nh_linear_inputs(c->p->l);
    set_inputs(c, at->y, at->y[c->size]);
    return memcpy(NH_NEW_ARRAY(arena, double, count), c->inputs, count * sizeof *c->inputs);
}
