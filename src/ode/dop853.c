/* The method of Dormand and Prince of order 8(5,3), with dense output of order 7.
 *
 *     k_s = f(t + c_s h, y + h sum_j a_sj k_j),  y_end = y + h sum_j b_j k_j
 *
 * The last stage is f at the end of the step, so it serves as the first one of the next; the error does without it. Error estimate, with e_5 and
 * e_3 the differences to embedded methods of orders 5 and 3, in units of the tolerance and as root mean squares:
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
 * dop853_sums.h has the sums over the stages. */
#include "ode/dop853_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"

enum { LANES = NH_DOP853_LANES, END = NH_DOP853_END };

#define ERROR3_WEIGHT 0.01

const nh_dop853_table nh_dop853_coefficients = {
#define NODE(s, value) .c[s] = (value),
#define STAGE(s, j, value) .a[s][j] = (value),
#define ERROR5(j, value) .error5[j] = (value),
#define LOWER3(j, value) .lower3[j] = (value),
#define DENSE(i, j, value) .dense[i][j] = (value),
#include "ode/dop853.def"
};

static size_t room_for(size_t size) {
    return (size + LANES - 1) / LANES * LANES;
}

double *nh_dop853_vector(nh_arena *arena, size_t size) {
    return NH_NEW_ARRAY(arena, double, room_for(size));
}

/* 0 x is 0 for finite x alone. */
bool nh_dop853_finite(size_t size, const double *x) {
    double zero[LANES] = {0};
    for (size_t i = 0; i < size; i += LANES)
        for (size_t l = 0; l < LANES; l++) zero[l] += 0 * x[i + l];
    return zero[0] + zero[1] + zero[2] + zero[3] == 0;
}

static const nh_dop853_sums *choose_sums(void) {
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2")) return &nh_dop853_sums_avx2;
#endif
    return &nh_dop853_sums_base;
}

nh_dop853 *nh_dop853_make(nh_arena *arena, size_t size) {
    nh_dop853 *step = NH_NEW(arena, nh_dop853);
    step->sums = choose_sums();
    step->size = size;
    step->room = room_for(size);
    step->y = nh_dop853_vector(arena, size);
    step->y_end = nh_dop853_vector(arena, size);
    step->stage = nh_dop853_vector(arena, size);
    for (size_t s = 0; s < NH_DOP853_STAGES; s++) step->k[s] = nh_dop853_vector(arena, size);
    for (size_t i = 0; i < NH_DOP853_DENSE; i++) step->dense[i] = nh_dop853_vector(arena, size);
    return step;
}

/* Evaluates stage s at the given place for states. A value of f that is not finite makes the state of the next stage so, for which f is
 * not asked any more: every stage but the last stands in the sum of the next one. */
static int run_stage(nh_dop853 *step, size_t s, double *state, nh_ode_function f, void *user) {
    double h = step->t_end - step->t, c = nh_dop853_coefficients.c[s];
    if (!step->sums->state(step, s, h, state)) return 1;
    return f(user, c == 1 ? step->t_end : step->t + c * h, state, step->k[s]);
}

int nh_dop853_run(nh_dop853 *step, nh_ode_function f, void *user) {
    int code = 0;
    step->has_dense = false;
    for (size_t s = 1; s < END && code == 0; s++) code = run_stage(step, s, step->stage, f, user);
    if (code != 0) return code;
    return step->sums->state(step, END, step->t_end - step->t, step->y_end) ? 0 : 1;
}

int nh_dop853_finish(nh_dop853 *step, const double *y, nh_ode_function f, void *user) {
    int code = nh_dop853_finite(step->size, y) ? f(user, step->t_end, y, step->k[END]) : 1;
    return code == 0 && !nh_dop853_finite(step->size, step->k[END]) ? 1 : code;
}

double nh_dop853_error(const nh_dop853 *step, double rtol, double atol) {
    double h = fabs(step->t_end - step->t), size = (double)step->size;
    nh_dop853_squares square = step->sums->error(step, rtol, atol);
    if (square.of_order_5 == 0 && square.of_order_3 == 0) return 0;
    double below = (square.of_order_5 + ERROR3_WEIGHT * square.of_order_3) * size;
    return isfinite(below) ? h * square.of_order_5 / sqrt(below) : INFINITY;
}

/* The coefficients that values and slopes at both ends give. */
static void make_cubic(nh_dop853 *step) {
    double h = step->t_end - step->t;
    const double *slope = step->k[0], *slope_end = step->k[END];
    for (size_t i = 0; i < step->room; i++) {
        double change = step->y_end[i] - step->y[i];
        step->dense[0][i] = change;
        step->dense[1][i] = h * slope[i] - change;
        step->dense[2][i] = 2 * change - h * (slope_end[i] + slope[i]);
    }
}

/* The rows from 3 on: h sum d k, or 0. */
static void make_higher(nh_dop853 *step, bool has_stages) {
    double h = step->t_end - step->t;
    for (size_t row = 3; row < NH_DOP853_DENSE; row++)
        for (size_t i = 0; i < step->room; i++) {
            double total = 0;
            for (size_t j = 0; j < NH_DOP853_STAGES && has_stages; j++)
                total += nh_dop853_coefficients.dense[row][j] * step->k[j][i];
            step->dense[row][i] = h * total;
        }
}

int nh_dop853_make_dense(nh_dop853 *step, nh_ode_function f, void *user) {
    int code = 0;
    for (size_t s = END + 1; s < NH_DOP853_STAGES && code == 0; s++) {
        code = run_stage(step, s, step->stage, f, user);
        if (code == 0 && !nh_dop853_finite(step->size, step->k[s])) code = 1;
    }
    make_cubic(step);
    make_higher(step, code == 0);
    step->has_dense = true;
    step->is_cubic = code != 0;
    return code;
}

void nh_dop853_dense(const nh_dop853 *step, double t, double *y) {
    NH_ASSERT(step->has_dense);
    double *const *F = step->dense;
    double x = (t - step->t) / (step->t_end - step->t), z = 1 - x;
    for (size_t i = 0; i < step->size; i++) {
        double inner = F[3][i] + x * (F[4][i] + z * (F[5][i] + x * F[6][i]));
        y[i] = step->y[i] + x * (F[0][i] + z * (F[1][i] + x * (F[2][i] + z * inner)));
    }
    if (t == step->t_end && step->size > 0) memcpy(y, step->y_end, step->size * sizeof *y);
}
