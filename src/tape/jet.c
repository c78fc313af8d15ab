/* Taylor series of a tape, by the classical recurrences: each comes from a differential equation of the function,
 * compared at order k-1. With a_k etc. for the coefficients and r for the result:
 *
 *   r = a b       r_k = sum_{j=0..k} a_j b_{k-j}
 *   r b = a       b_0 r_k = a_k - sum_{j=1..k} b_j r_{k-j}
 *   r^2 = a       2 r_0 r_k = a_k - sum_{j=1..k-1} r_j r_{k-j}
 *   a r' = p a' r       k a_0 r_k = sum_{j=1..k} (p j - (k-j)) a_j r_{k-j}         (constant powers p)
 *   r' = a' w           k r_k = sum_{j=1..k} j a_j w_{k-j}                (exp: w = r; sin: w = cos; tan: w = 1 + r^2)
 *   r' w = a'           k w_0 r_k = k a_k - sum_{j=1..k-1} j r_j w_{k-j}  (log: w = a; atan: w = 1 + a^2)
 *
 * Functions whose w is not available keep it, and what it is made from, in rows of their own ("aside"). */
#include "tape/jet.h"

#include <math.h>

#include "base/assert.h"
#include "tape/tape_private.h"

#define NH_LANES 1
#include "tape/kernels.h"

/* The rows that an instruction works on, and the order that is computed. */
typedef struct jet {
    double *r, *r2; /* results */
    const double *a, *b, *c;
    double *aside[2];
    uint32_t k;
    bool b_is_constant; /* in time */
} jet;

static uint32_t aside_rows(nh_op op) {
    switch (op) {
        case NH_OP_sin:
        case NH_OP_cos:
        case NH_OP_sinh:
        case NH_OP_cosh:
        case NH_OP_tan:
        case NH_OP_tanh:
        case NH_OP_atan:
        case NH_OP_atan2: return 1;
        case NH_OP_asin:
        case NH_OP_acos:
        case NH_OP_pow: return 2;
        default: return 0;
    }
}

/* ---- sums over products ---- */

/* sum_{j=first..k-last} x_j y_{k-j} */
static double convolve_jets(const double *x, const double *y, uint32_t k, uint32_t first, uint32_t last) {
    double sum = 0;
    for (uint32_t j = first; j + last <= k; j++) sum = NH_K(fma)(x[j], y[k - j], sum);
    return sum;
}

/* sum_{j=1..k-last} j x_j y_{k-j} */
static double convolve_derivative(const double *x, const double *y, uint32_t k, uint32_t last) {
    double sum = 0;
    for (uint32_t j = 1; j + last <= k; j++) sum = NH_K(fma)((double)j * x[j], y[k - j], sum);
    return sum;
}

/* ---- recurrences for k >= 1 ---- */

static double quotient_term(const double *r, const double *a, const double *b, uint32_t k) {
    return (a[k] - convolve_jets(b, r, k, 1, 0)) / b[0];
}

static bool is_zero(const double *a, uint32_t k) {
    for (uint32_t j = 0; j <= k; j++)
        if (a[j] != 0) return false;
    return true;
}

/* A root of what has stayed 0 so far is 0 so far: max(0, x)^(3/2) is nothing below 0. */
static double root_term(const double *r, const double *a, uint32_t k) {
    if (is_zero(a, k)) return 0;
    return (a[k] - convolve_jets(r, r, k, 1, 1)) / (2 * r[0]);
}

static double power_term(const double *r, const double *a, double p, uint32_t k) {
    double sum = 0;
    if (p > 0 && is_zero(a, k)) return 0;
    for (uint32_t j = 1; j <= k; j++) sum = NH_K(fma)((p * (double)j - (double)(k - j)) * a[j], r[k - j], sum);
    return sum / ((double)k * a[0]);
}

/* a^p where a_0 = 0, for an integer p >= 1. With a = t^m A, A_0 != 0, it is t^(mp) A^p. */
static double power_from_zero(double *r, const double *a, double p, uint32_t k) {
    uint32_t m = 1;
    while (m <= k && a[m] == 0) m++;
    if (m > k || (double)m * p > (double)k) return 0;
    uint32_t start = m * (uint32_t)p;
    return k == start ? pow(a[m], p) : power_term(r + start, a + m, p, k - start);
}

/* r' = a' w */
static double product_rule(const double *a, const double *w, uint32_t k) {
    return convolve_derivative(a, w, k, 0) / (double)k;
}

/* r' w = numerator, where k_numerator is the coefficient k-1 of the numerator. */
static double quotient_rule(const double *r, const double *w, double k_numerator, uint32_t k) {
    return (k_numerator - convolve_derivative(r, w, k, 1)) / ((double)k * w[0]);
}

/* sign of the series for small t > 0, as far as it is known. */
static double leading_sign(const double *a, uint32_t k) {
    for (uint32_t j = 0; j <= k; j++)
        if (a[j] != 0) return a[j] > 0 ? 1 : -1;
    return 0;
}

static bool is_below(const double *a, const double *b, uint32_t k) {
    for (uint32_t j = 0; j <= k; j++)
        if (a[j] != b[j]) return a[j] < b[j];
    return false;
}

/* sin and cos, sinh and cosh: s' = c a', c' = sign s a'. */
static void circular_rule(const jet *x, double *s, double *c, double sign) {
    s[x->k] = product_rule(x->a, c, x->k);
    c[x->k] = sign * product_rule(x->a, s, x->k);
}

/* asin and acos: r' w = ±a' with w = sqrt(u), u = 1 - a^2. */
static void arc_sine(const jet *x, double sign) {
    uint32_t k = x->k;
    double *u = x->aside[0], *w = x->aside[1];
    u[k] = -convolve_jets(x->a, x->a, k, 0, 0);
    w[k] = root_term(w, u, k);
    x->r[k] = quotient_rule(x->r, w, sign * (double)k * x->a[k], k);
}

/* r' w = b a' - a b' with w = a^2 + b^2. */
static void angle_rule(const jet *x) {
    uint32_t k = x->k;
    double *w = x->aside[0];
    w[k] = convolve_jets(x->a, x->a, k, 0, 0) + convolve_jets(x->b, x->b, k, 0, 0);
    double numerator = convolve_derivative(x->a, x->b, k, 0) - convolve_derivative(x->b, x->a, k, 0);
    x->r[k] = quotient_rule(x->r, w, numerator, k);
}

static void constant_power(const jet *x) {
    double p = x->b[0];
    if (p == 0) x->r[x->k] = 0;
    else if (x->a[0] == 0 && p >= 1 && p == floor(p)) x->r[x->k] = power_from_zero(x->r, x->a, p, x->k);
    else x->r[x->k] = power_term(x->r, x->a, p, x->k);
}

/* a^b = exp(b log a); with b constant in time, the rule for constant powers, which needs no logarithm. */
static void power_rule(const jet *x) {
    uint32_t k = x->k;
    double *log_a = x->aside[0], *m = x->aside[1];
    if (x->b_is_constant) {
        constant_power(x);
        return;
    }
    log_a[k] = quotient_rule(log_a, x->a, (double)k * x->a[k], k);
    m[k] = convolve_jets(x->b, log_a, k, 0, 0);
    x->r[k] = product_rule(m, x->r, k);
}

static void tangent_rule(const jet *x, double sign) {
    double *w = x->aside[0]; /* 1 ± r^2 */
    x->r[x->k] = product_rule(x->a, w, x->k);
    w[x->k] = sign * convolve_jets(x->r, x->r, x->k, 0, 0);
}

static void arc_tangent(const jet *x) {
    double *w = x->aside[0]; /* 1 + a^2 */
    w[x->k] = convolve_jets(x->a, x->a, x->k, 0, 0);
    x->r[x->k] = quotient_rule(x->r, w, (double)x->k * x->a[x->k], x->k);
}

/* Arithmetic and powers. */
static bool apply_arithmetic(nh_op op, const jet *x) {
    uint32_t k = x->k;
    double *r = x->r;
    const double *a = x->a, *b = x->b, *c = x->c;
    switch (op) {
        case NH_OP_add: r[k] = a[k] + b[k]; break;
        case NH_OP_sub: r[k] = a[k] - b[k]; break;
        case NH_OP_neg: r[k] = -a[k]; break;
        case NH_OP_mul: r[k] = convolve_jets(a, b, k, 0, 0); break;
        case NH_OP_fma: r[k] = convolve_jets(a, b, k, 0, 0) + c[k]; break;
        case NH_OP_fms: r[k] = convolve_jets(a, b, k, 0, 0) - c[k]; break;
        case NH_OP_fnma: r[k] = c[k] - convolve_jets(a, b, k, 0, 0); break;
        case NH_OP_div: r[k] = quotient_term(r, a, b, k); break;
        case NH_OP_sqrt: r[k] = root_term(r, a, k); break;
        case NH_OP_cbrt: r[k] = power_term(r, a, 1.0 / 3, k); break;
        case NH_OP_root: r[k] = power_term(r, a, 1 / b[0], k); break;
        case NH_OP_pow: power_rule(x); break;
        default: return false;
    }
    return true;
}

/* Functions that are smooth, by their differential equations. */
static bool apply_smooth(nh_op op, const jet *x) {
    uint32_t k = x->k;
    switch (op) {
        case NH_OP_sin: circular_rule(x, x->r, x->aside[0], -1); break;
        case NH_OP_cos: circular_rule(x, x->aside[0], x->r, -1); break;
        case NH_OP_sincos: circular_rule(x, x->r, x->r2, -1); break;
        case NH_OP_sinh: circular_rule(x, x->r, x->aside[0], 1); break;
        case NH_OP_cosh: circular_rule(x, x->aside[0], x->r, 1); break;
        case NH_OP_tan: tangent_rule(x, 1); break;
        case NH_OP_tanh: tangent_rule(x, -1); break;
        case NH_OP_asin: arc_sine(x, 1); break;
        case NH_OP_acos: arc_sine(x, -1); break;
        case NH_OP_atan: arc_tangent(x); break;
        case NH_OP_atan2: angle_rule(x); break;
        case NH_OP_exp: x->r[k] = product_rule(x->a, x->r, k); break;
        case NH_OP_log: x->r[k] = quotient_rule(x->r, x->a, (double)k * x->a[k], k); break;
        default: return false;
    }
    return true;
}

/* Functions in pieces: the piece is chosen by the coefficients so far. */
static void apply_piecewise(nh_op op, const jet *x) {
    uint32_t k = x->k;
    switch (op) {
        case NH_OP_abs: x->r[k] = leading_sign(x->a, k) * x->a[k]; break;
        case NH_OP_sign: x->r[k] = 0; break;
        case NH_OP_min: x->r[k] = is_below(x->a, x->b, k) ? x->a[k] : x->b[k]; break;
        case NH_OP_max: x->r[k] = is_below(x->a, x->b, k) ? x->b[k] : x->a[k]; break;
        case NH_OP_mod: x->r[k] = x->a[k] - rint((x->a[0] - x->r[0]) / x->b[0]) * x->b[k]; break;
        case NH_OP_select: x->r[k] = x->a[0] < 0 ? x->b[k] : x->c[k]; break;
        default: NH_ASSERT(false);
    }
}

/* ---- k = 0: the kernels, and what goes aside ---- */

/* clang-format off */
#define ONE(name) case NH_OP_##name: x->r[0] = NH_K(name)(x->a[0]); break;
#define TWO(name) case NH_OP_##name: x->r[0] = NH_K(name)(x->a[0], x->b[0]); break;
#define THREE(name) case NH_OP_##name: x->r[0] = NH_K(name)(x->a[0], x->b[0], x->c[0]); break;

static void start_value(nh_op op, const jet *x) {
    switch (op) {
        TWO(add) TWO(sub) TWO(mul) TWO(div) ONE(neg) THREE(fma) THREE(fms) THREE(fnma) ONE(sqrt) ONE(cbrt) TWO(root)
        TWO(pow) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) TWO(atan2) ONE(sinh) ONE(cosh) ONE(tanh)
        ONE(exp) ONE(log) ONE(abs) ONE(sign) TWO(min) TWO(max) TWO(mod) THREE(select)
        case NH_OP_sincos: NH_K(sincos)(x->a[0], &x->r[0], &x->r2[0]); break;
        case NH_OPS: break;
    }
}

/* clang-format on */

static void start_aside(nh_op op, const jet *x) {
    double a = x->a[0], r = x->r[0], **w = (double **)x->aside;
    switch (op) {
        case NH_OP_sin: w[0][0] = NH_K(cos)(a); break;
        case NH_OP_cos: w[0][0] = NH_K(sin)(a); break;
        case NH_OP_sinh: w[0][0] = NH_K(cosh)(a); break;
        case NH_OP_cosh: w[0][0] = NH_K(sinh)(a); break;
        case NH_OP_tan: w[0][0] = 1 + r * r; break;
        case NH_OP_tanh: w[0][0] = 1 - r * r; break;
        case NH_OP_atan: w[0][0] = 1 + a * a; break;
        case NH_OP_atan2: w[0][0] = a * a + x->b[0] * x->b[0]; break;
        case NH_OP_asin:
        case NH_OP_acos:
            w[0][0] = (1 - a) * (1 + a);
            w[1][0] = sqrt(w[0][0]);
            break;
        case NH_OP_pow:
            w[0][0] = log(a);
            w[1][0] = x->b[0] * w[0][0];
            break;
        default: break;
    }
}

/* Coefficient k of an instruction. What is constant in time has none but the first, also where its recurrence would
 * divide by zero (the square root of a parameter that is 0). */
static void next_coefficient(nh_op op, const jet *x, bool is_fixed) {
    if (x->k > 0 && is_fixed) {
        x->r[x->k] = 0;
        if (op == NH_OP_sincos) x->r2[x->k] = 0;
        return;
    }
    if (x->k > 0) {
        if (!apply_arithmetic(op, x) && !apply_smooth(op, x)) apply_piecewise(op, x);
        return;
    }
    start_value(op, x);
    start_aside(op, x);
}

/* ---- the code ---- */

/* Rows of a piece of code: its values, then what its instructions keep aside. */
static size_t row_count(const nh_code *code) {
    size_t rows = code->values;
    for (uint32_t i = 0; i < code->count; i++) rows += aside_rows((nh_op)code->ssa[i].op);
    return rows;
}

/* Whether a value is constant in time: a constant, a parameter (this many come first among the externals), or a result
 * of the prelude, whose instructions come first. */
static bool is_constant(const nh_code *code, uint32_t parameters, uint32_t place) {
    uint32_t leaves = code->constant_count + code->external_count;
    if (place < leaves) return place < code->constant_count + parameters;
    return place < (code->prelude < code->count ? code->ssa[code->prelude].dst : code->values);
}

static void run_code(const nh_code *code, uint32_t parameters, uint32_t order, uint32_t k, double *rows) {
    size_t width = order + 1;
    double *aside = rows + code->values * width;
    for (uint32_t i = 0; i < code->count; i++) {
        const nh_instr *instr = &code->ssa[i];
        jet x = {.r = rows + instr->dst * width, .r2 = rows + instr->dst2 * width, .k = k};
        x.a = rows + instr->a * width;
        x.b = rows + instr->b * width;
        x.c = rows + instr->c * width;
        x.aside[0] = aside;
        x.aside[1] = aside + width;
        x.b_is_constant = is_constant(code, parameters, instr->b);
        aside += aside_rows((nh_op)instr->op) * width;
        next_coefficient((nh_op)instr->op, &x, i < code->prelude);
    }
}

static void set_constants(const nh_code *code, uint32_t order, double *rows) {
    for (uint32_t i = 0; i < code->constant_count; i++) {
        double *row = rows + (size_t)i * (order + 1);
        row[0] = code->constants[i].value;
        for (uint32_t k = 1; k <= order; k++) row[k] = 0;
    }
}

size_t nh_jet_work_size(const nh_tape *tape, uint32_t order) {
    size_t rows = row_count(&tape->main);
    for (uint32_t i = 0; i < tape->loop_count; i++) rows += tape->loops[i].members * row_count(&tape->loops[i].body);
    return rows * (order + 1);
}

void nh_jet_begin(const nh_tape *tape, uint32_t order, const double *parameters, double *work) {
    size_t width = order + 1;
    double *externals = work + tape->main.constant_count * width;
    set_constants(&tape->main, order, work);
    for (uint32_t i = 0; i < tape->parameters; i++)
        for (uint32_t k = 0; k <= order; k++) externals[i * width + k] = k == 0 ? parameters[i] : 0;
    double *rows = work + row_count(&tape->main) * width;
    for (uint32_t i = 0; i < tape->loop_count; i++)
        for (uint32_t m = 0; m < tape->loops[i].members; m++, rows += row_count(&tape->loops[i].body) * width)
            set_constants(&tape->loops[i].body, order, rows);
}

/* One member of a loop: coefficient k of what it gathers, its body, coefficient k of what it scatters. */
static void run_member(const nh_loop *loop, uint32_t member, uint32_t order, uint32_t k, const double *externals,
                       double *outputs, double *rows) {
    size_t width = order + 1;
    const nh_code *body = &loop->body;
    for (uint32_t g = 0; g < body->external_count; g++)
        rows[(body->constant_count + g) * width + k] = externals[nh_series_at(&loop->gathers[g], member) * width + k];
    run_code(body, loop->parameters, order, k, rows);
    for (uint32_t s = 0; s < body->store_count; s++)
        outputs[nh_series_at(&loop->scatters[s], member) * width + k] = rows[body->ssa_stores[s].place * width + k];
}

void nh_jet_order(const nh_tape *tape, uint32_t order, uint32_t k, const double *inputs, double *outputs,
                  double *work) {
    NH_ASSERT(k <= order);
    size_t width = order + 1;
    const nh_code *code = &tape->main;
    double *externals = work + code->constant_count * width;
    for (uint32_t i = 0; i < tape->inputs; i++) externals[(tape->parameters + i) * width + k] = inputs[i * width + k];
    run_code(code, tape->parameters, order, k, work);
    for (uint32_t i = 0; i < code->store_count; i++)
        outputs[code->ssa_stores[i].output * width + k] = work[code->ssa_stores[i].place * width + k];
    double *rows = work + row_count(code) * width;
    for (uint32_t i = 0; i < tape->loop_count; i++) {
        size_t size = row_count(&tape->loops[i].body) * width;
        for (uint32_t m = 0; m < tape->loops[i].members; m++, rows += size)
            run_member(&tape->loops[i], m, order, k, externals, outputs, rows);
    }
}
