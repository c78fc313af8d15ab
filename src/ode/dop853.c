/* The method of Dormand and Prince of order 8(5,3), with dense output of order 7.
 *
 *     k_s = f(t + c_s h, y + h sum_j a_sj k_j),  y_end = y + h sum_j b_j k_j
 *
 * The last stage is f at the end of the step, so it serves as the first one of the next; the error does without it.
 * Error estimate, with e_5 and e_3 the differences to embedded methods of orders 5 and 3, in units of the tolerance
 * and as root mean squares:
 *
 *     |h| |e_5|^2 / sqrt(|e_5|^2 + 0.01 |e_3|^2)
 *
 * which behaves like h^8 (|e_5| and |e_3| like h^5 and h^3, without the factor h). The interpolant, with x = (t - t_0)
 * / h:
 *
 *     y_0 + x (F_0 + (1-x) (F_1 + x (F_2 + (1-x) (F_3 + x (F_4 + (1-x) (F_5 + x F_6))))))
 *
 * where F_0 .. F_2 make the cubic that has the values and slopes at both ends, and F_3 .. F_6 vanish there to second
 * order. E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd edition, sections II.5
 * and II.6.
 *
 * dop853_sums_private.h has the sums over the stages. */
#include "ode/dop853_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { END = NH_DOP853_END };

#define ERROR3_WEIGHT 0.01

const nh_dop853_table nh_dop853_coefficients = {
#define NODE(s, value) .c[s] = (value),
#define STAGE(s, j, value) .a[s][j] = (value),
#define ERROR5(j, value) .error5[j] = (value),
#define LOWER3(j, value) .lower3[j] = (value),
#define DENSE(i, j, value) .dense[i][j] = (value),
#include "ode/dop853.def"
};

static double eighth_root(double x) {
    return sqrt(sqrt(sqrt(x)));
}

static const nh_dop853_sums *choose_sums(void) {
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2")) return &nh_dop853_sums_avx2;
#endif
    return &nh_dop853_sums_base;
}

static nh_step *make_step(nh_arena *arena, size_t size) {
    nh_dop853 *step = NH_NEW(arena, nh_dop853);
    step->sums = choose_sums();
    step->room = (size + NH_STEP_LANES - 1) / NH_STEP_LANES * NH_STEP_LANES;
    step->stage = nh_step_vector(arena, size);
    for (size_t s = 0; s < NH_DOP853_STAGES; s++) step->k[s] = nh_step_vector(arena, size);
    for (size_t i = 0; i < NH_DOP853_DENSE; i++) step->dense[i] = nh_step_vector(arena, size);
    step->base = (nh_step){.size = size, .slope = step->k[0], .slope_end = step->k[END]};
    step->base.y = nh_step_vector(arena, size);
    step->base.y_end = nh_step_vector(arena, size);
    return &step->base;
}

/* Evaluates stage s at the given place for states. A value of f that is not finite makes the state of the next stage
 * so, for which f is not asked any more: every stage but the last occurs in the sum of the next one. */
static int run_stage(nh_dop853 *step, size_t s, double *state, nh_ode_function f, void *user) {
    double h = step->base.t_end - step->base.t, c = nh_dop853_coefficients.c[s];
    if (!step->sums->state(step, s, h, state)) return 1;
    return f(user, c == 1 ? step->base.t_end : step->base.t + c * h, state, step->k[s]);
}

static int run_stages(nh_step *base, nh_ode_function f, void *user) {
    nh_dop853 *step = (nh_dop853 *)base;
    int code = 0;
    for (size_t s = 1; s < END && code == 0; s++) code = run_stage(step, s, step->stage, f, user);
    if (code != 0) return code;
    return step->sums->state(step, END, base->t_end - base->t, base->y_end) ? 0 : 1;
}

static double find_error(const nh_step *base, double rtol, double atol) {
    const nh_dop853 *step = (const nh_dop853 *)base;
    double h = fabs(base->t_end - base->t), size = (double)base->size;
    nh_dop853_squares square = step->sums->error(step, rtol, atol);
    if (square.of_order_5 == 0 && square.of_order_3 == 0) return 0;
    double below = (square.of_order_5 + ERROR3_WEIGHT * square.of_order_3) * size;
    return isfinite(below) ? h * square.of_order_5 / sqrt(below) : INFINITY;
}

/* The coefficients that values and slopes at both ends give. */
static void make_cubic(nh_dop853 *step) {
    double h = step->base.t_end - step->base.t;
    const double *slope = step->k[0], *slope_end = step->k[END];
    for (size_t i = 0; i < step->room; i++) {
        double change = step->base.y_end[i] - step->base.y[i];
        step->dense[0][i] = change;
        step->dense[1][i] = h * slope[i] - change;
        step->dense[2][i] = 2 * change - h * (slope_end[i] + slope[i]);
    }
}

/* The rows from 3 on: h sum d k, or 0. */
static void make_higher(nh_dop853 *step, bool has_stages) {
    double h = step->base.t_end - step->base.t;
    for (size_t row = 3; row < NH_DOP853_DENSE; row++)
        for (size_t i = 0; i < step->room; i++) {
            double total = 0;
            for (size_t j = 0; j < NH_DOP853_STAGES && has_stages; j++)
                total += nh_dop853_coefficients.dense[row][j] * step->k[j][i];
            step->dense[row][i] = h * total;
        }
}

static int make_dense(nh_step *base, nh_ode_function f, void *user) {
    nh_dop853 *step = (nh_dop853 *)base;
    int code = 0;
    for (size_t s = END + 1; s < NH_DOP853_STAGES && code == 0; s++) {
        code = run_stage(step, s, step->stage, f, user);
        if (code == 0 && !nh_step_finite(base->size, step->k[s])) code = 1;
    }
    make_cubic(step);
    make_higher(step, code == 0);
    base->is_cubic = code != 0;
    return code;
}

static void interpolate_state(const nh_step *base, double t, double *y) {
    double *const *F = ((const nh_dop853 *)base)->dense;
    double x = (t - base->t) / (base->t_end - base->t), z = 1 - x;
    for (size_t i = 0; i < base->size; i++) {
        double inner = F[3][i] + x * (F[4][i] + z * (F[5][i] + x * F[6][i]));
        y[i] = base->y[i] + x * (F[0][i] + z * (F[1][i] + x * (F[2][i] + z * inner)));
    }
    if (t == base->t_end && base->size > 0) memcpy(y, base->y_end, base->size * sizeof *y);
}

const nh_stepper nh_dop853_stepper = {
    .evaluations = END,
    .root = eighth_root,
    .make = make_step,
    .run = run_stages,
    .error = find_error,
    .make_dense = make_dense,
    .dense = interpolate_state,
};
