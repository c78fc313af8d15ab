/* The sums over the stages of a step. Each sum is written out, term by term, from the table: where stages are looped
 * over the processor cannot guess the ends of so short loops. Four components are added at once, over the stages in
 * order: the same bits for every size, place and instruction set. A file defines NH_DOP853_SUMS, the name of what it
 * makes, and includes this one. */
#include <float.h>
#include <math.h>

#include "ode/dop853_private.h"

enum { LANES = NH_STEP_LANES, END = NH_DOP853_END };

/* Components i .. i + LANES - 1 of a vector. */
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));

#define TERM(j, value) total += (value) * *(const lanes *)(step->k[j] + i)

/* For a constant s, of whose row only the compiler keeps the terms. */
static inline __attribute__((always_inline)) bool set_state_of(const size_t s, const nh_dop853 *step, double h,
                                                               double *restrict state) {
    lanes zero = {0}; /* 0 x is 0 for finite x only */
    for (size_t i = 0; i < step->room; i += LANES) {
        lanes total = {0};
#define STAGE(row, j, value)                                                                                           \
    if (s == (row)) TERM(j, value);
#include "ode/dop853.def"
        total = *(const lanes *)(step->base.y + i) + h * total;
        *(lanes *)(state + i) = total;
        zero += 0 * total;
    }
    return (zero[0] + zero[1]) + (zero[2] + zero[3]) == 0;
}

static bool set_state(const nh_dop853 *step, size_t s, double h, double *restrict state) {
#define NODE(row, value)                                                                                               \
    if (s == (row)) return set_state_of(row, step, h, state);
#include "ode/dop853.def"
    return false;
}

static double scale_of(const nh_dop853 *step, size_t i, double rtol, double atol) {
    double before = fabs(step->base.y[i]), after = fabs(step->base.y_end[i]);
    double scale = atol + rtol * (before > after ? before : after);
    return scale > DBL_MIN ? scale : DBL_MIN;
}

static inline void set_error5(const nh_dop853 *step, size_t i, lanes *result) {
    lanes total = {0};
#define ERROR5(j, value) TERM(j, value);
#include "ode/dop853.def"
    *result = total;
}

static inline void set_error3(const nh_dop853 *step, size_t i, lanes *result) {
    static const double lower3[NH_DOP853_STAGES] = {
#define LOWER3(j, value) [j] = (value),
#include "ode/dop853.def"
    };
    lanes total = {0};
#define STAGE(row, j, value)                                                                                           \
    if ((row) == END) TERM(j, (value)-lower3[j]);
#include "ode/dop853.def"
    *result = total;
}

static nh_dop853_squares find_error(const nh_dop853 *step, double rtol, double atol) {
    nh_dop853_squares squares = {0, 0};
    for (size_t i = 0; i < step->base.size; i += LANES) {
        lanes e5, e3;
        set_error5(step, i, &e5);
        set_error3(step, i, &e3);
        for (size_t l = 0; l < LANES && i + l < step->base.size; l++) {
            double inverse = 1 / scale_of(step, i + l, rtol, atol), x5 = e5[l] * inverse, x3 = e3[l] * inverse;
            squares.of_order_5 += x5 * x5;
            squares.of_order_3 += x3 * x3;
        }
    }
    return squares;
}

const nh_dop853_sums NH_DOP853_SUMS = {set_state, find_error};
