/* Running a tape in intervals of doubles.
 *
 * Sums, products, quotients and square roots are rounded to nearest by the machine: the neighbour outwards is a bound.
 * Functions of the C library are taken to be good to four units in the last place. */
#include "tape/interval_run.h"

#include <float.h>
#include <math.h>

#include "num/rational.h"
#include "tape/tape_private.h"

typedef nh_interval interval;

#define HALF_PI 1.57079632679489661923
#define SLACK (4 * DBL_EPSILON) /* of a function of the C library */
#define LARGE 1e15              /* an angle beyond that is not reduced */

static const interval nothing = {NAN, NAN};
static const interval everything = {-INFINITY, INFINITY};

/* ---- rounding ---- */

static double round_down(double x) {
    return nextafter(x, -INFINITY);
}
static double round_up(double x) {
    return nextafter(x, INFINITY);
}
static bool is_nothing(interval a) {
    return isnan(a.low) || isnan(a.high);
}
static bool has_zero(interval a) {
    return a.low <= 0 && a.high >= 0;
}
static bool is_point(interval a) {
    return a.low == a.high;
}

/* Values of a function of the C library at the ends. */
static interval widen_ends(double low, double high) {
    if (isnan(low) || isnan(high)) return nothing;
    return (interval){isinf(low) ? low : low - SLACK * fabs(low) - DBL_TRUE_MIN,
                      isinf(high) ? high : high + SLACK * fabs(high) + DBL_TRUE_MIN};
}

static interval clamp_interval(interval a, double low, double high) {
    return is_nothing(a) ? a : (interval){fmax(a.low, low), fmin(a.high, high)};
}

static interval hull_of(interval a, interval b) {
    if (is_nothing(a) || is_nothing(b)) return nothing;
    return (interval){fmin(a.low, b.low), fmax(a.high, b.high)};
}

/* ---- arithmetic ---- */

static interval negate_interval(interval a) {
    return (interval){-a.high, -a.low};
}

/* A sum is 0 only where it is so exactly: a bound of 0 is one. */
static interval add_intervals(interval a, interval b) {
    double low = a.low + b.low, high = a.high + b.high;
    if (is_nothing(a) || is_nothing(b)) return nothing;
    if (isnan(low) || isnan(high)) return everything;
    return (interval){low == 0 ? 0 : round_down(low), high == 0 ? 0 : round_up(high)};
}

/* One product of ends; 0 times infinity is 0, since ends that are infinite stand for finite numbers. */
static double product_of_ends(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}

/* The neighbours of a product outwards; that of a product that vanishes by a factor, or that
 * underflows, keeps its sign. */
static double product_down(double p) {
    return p == 0 && !signbit(p) ? 0 : round_down(p);
}
static double product_up(double p) {
    return p == 0 && signbit(p) ? 0 : p == 0 ? DBL_TRUE_MIN : round_up(p);
}

static interval multiply_intervals(interval a, interval b) {
    if (is_nothing(a) || is_nothing(b)) return nothing;
    if ((a.low == 0 && a.high == 0) || (b.low == 0 && b.high == 0)) return (interval){0, 0};
    double p[] = {product_of_ends(a.low, b.low), product_of_ends(a.low, b.high), product_of_ends(a.high, b.low),
                  product_of_ends(a.high, b.high)};
    double low = p[0], high = p[0];
    for (int i = 1; i < 4; i++) {
        if (p[i] < low || (p[i] == low && signbit(p[i]))) low = p[i];
        if (p[i] > high || (p[i] == high && !signbit(p[i]))) high = p[i];
    }
    return (interval){product_down(low), product_up(high)};
}

static interval square_of(interval a) {
    if (is_nothing(a)) return nothing;
    double least = has_zero(a) ? 0 : fmin(fabs(a.low), fabs(a.high)), most = fmax(fabs(a.low), fabs(a.high));
    return (interval){fmax(0, round_down(least * least)), most == 0 ? 0 : round_up(most * most)};
}

/* 1/b, b >= 0 and not only 0. */
static interval invert_interval(interval b) {
    return (interval){isinf(b.high) ? 0 : round_down(1 / b.high), b.low == 0 ? INFINITY : round_up(1 / b.low)};
}

static interval divide_intervals(interval a, interval b) {
    if (is_nothing(a) || is_nothing(b)) return nothing;
    if (b.low == 0 && b.high == 0) return nothing;
    if (b.low < 0 && b.high > 0) return everything;
    return b.low >= 0 ? multiply_intervals(a, invert_interval(b))
                      : negate_interval(multiply_intervals(a, invert_interval(negate_interval(b))));
}

static interval multiply_add(nh_op op, interval a, interval b, interval c, bool is_square) {
    interval p = is_square ? square_of(a) : multiply_intervals(a, b);
    if (op == NH_OP_fma) return add_intervals(p, c);
    return op == NH_OP_fms ? add_intervals(p, negate_interval(c)) : add_intervals(c, negate_interval(p));
}

/* ---- powers ---- */

static interval square_root(interval a) {
    if (is_nothing(a) || a.low < 0) return nothing;
    return (interval){fmax(0, round_down(sqrt(a.low))), round_up(sqrt(a.high))};
}

static double odd_root(double a, double order) {
    return order == 3 ? cbrt(a) : copysign(pow(fabs(a), 1 / order), a);
}

static interval root_of_interval(interval a, double order) {
    interval r = widen_ends(odd_root(a.low, order), odd_root(a.high, order));
    double slack = 8 * DBL_EPSILON; /* 1/order is rounded */
    return is_nothing(a) ? nothing : (interval){r.low - slack * fabs(r.low), r.high + slack * fabs(r.high)};
}

/* a to a whole number, a of any sign. */
static interval whole_power(interval a, double n) {
    if (n < 0) return divide_intervals((interval){1, 1}, whole_power(a, -n));
    if (n == 0) return (interval){1, 1};
    bool is_even = fmod(n, 2) == 0;
    double low = pow(a.low, n), high = pow(a.high, n);
    if (!is_even) return widen_ends(low, high);
    return clamp_interval(widen_ends(has_zero(a) ? 0 : fmin(low, high), fmax(low, high)), 0, INFINITY);
}

/* On a > 0 it is monotonic in each of them: the corners have the extremes. */
static interval power_of_interval(interval a, interval b) {
    if (is_nothing(a) || is_nothing(b)) return nothing;
    if (is_point(b) && b.low == rint(b.low)) return whole_power(a, b.low);
    if (a.low < 0 || (a.low == 0 && b.low <= 0)) return nothing;
    double p[] = {pow(a.low, b.low), pow(a.low, b.high), pow(a.high, b.low), pow(a.high, b.high)};
    return clamp_interval(
        widen_ends(fmin(fmin(p[0], p[1]), fmin(p[2], p[3])), fmax(fmax(p[0], p[1]), fmax(p[2], p[3]))), 0, INFINITY);
}

/* ---- functions ---- */

/* Whether a number (k + shift) pi/2 with k = 0 mod 4 may lie in a: there the sine with that shift is largest. */
static bool has_peak(interval a, double shift) {
    double first = ceil((a.low / HALF_PI - shift) / 4 - 1e-14 * (1 + fabs(a.low)));
    return 4 * first <= (a.high / HALF_PI - shift) + 4e-14 * (1 + fabs(a.high));
}

/* The sine of a + shift pi/2. */
static interval circular_interval(interval a, double (*f)(double), double peak) {
    if (is_nothing(a)) return nothing;
    if (!(a.high - a.low < 4 * HALF_PI) || fmax(fabs(a.low), fabs(a.high)) > LARGE) return (interval){-1, 1};
    double low = f(a.low), high = f(a.high);
    interval r = clamp_interval(widen_ends(fmin(low, high), fmax(low, high)), -1, 1);
    if (has_peak(a, peak)) r.high = 1;
    if (has_peak(a, peak + 2)) r.low = -1;
    return r;
}

static interval sine_of(interval a) {
    return circular_interval(a, sin, 1);
}
static interval cosine_of(interval a) {
    return circular_interval(a, cos, 0);
}

static interval tangent_of(interval a) {
    if (is_nothing(a)) return nothing;
    bool has_pole =
        !(a.high - a.low < 2 * HALF_PI) || fmax(fabs(a.low), fabs(a.high)) > LARGE || has_peak(a, 1) || has_peak(a, 3);
    return has_pole ? everything : widen_ends(tan(a.low), tan(a.high));
}

/* A function that rises. */
static interval rising_function(interval a, double (*f)(double)) {
    return is_nothing(a) ? nothing : widen_ends(f(a.low), f(a.high));
}

static interval arc_function(interval a, double (*f)(double), bool falls) {
    if (is_nothing(a) || a.low < -1 || a.high > 1) return nothing;
    return falls ? widen_ends(f(a.high), f(a.low)) : widen_ends(f(a.low), f(a.high));
}

static interval angle_of(interval y, interval x) {
    if (is_nothing(y) || is_nothing(x)) return nothing;
    if (x.low <= 0 && has_zero(y)) return widen_ends(-2 * HALF_PI, 2 * HALF_PI);
    double p[] = {atan2(y.low, x.low), atan2(y.low, x.high), atan2(y.high, x.low), atan2(y.high, x.high)};
    return widen_ends(fmin(fmin(p[0], p[1]), fmin(p[2], p[3])), fmax(fmax(p[0], p[1]), fmax(p[2], p[3])));
}

static interval hyperbolic_cosine(interval a) {
    if (is_nothing(a)) return nothing;
    double low = cosh(a.low), high = cosh(a.high);
    return clamp_interval(widen_ends(has_zero(a) ? 1 : fmin(low, high), fmax(low, high)), 1, INFINITY);
}

static interval logarithm_of(interval a) {
    return is_nothing(a) || a.low <= 0 ? nothing : widen_ends(log(a.low), log(a.high));
}

static interval absolute_of(interval a) {
    if (is_nothing(a) || a.low >= 0) return a;
    return a.high <= 0 ? negate_interval(a) : (interval){0, fmax(-a.low, a.high)};
}

static interval sign_of(interval a) {
    if (is_nothing(a)) return nothing;
    return (interval){a.low > 0 ? 1 : a.low == 0 ? 0 : -1, a.high < 0 ? -1 : a.high == 0 ? 0 : 1};
}

static interval least_of(interval a, interval b) {
    if (is_nothing(a) || is_nothing(b)) return nothing;
    return (interval){fmin(a.low, b.low), fmin(a.high, b.high)};
}

static interval largest_of(interval a, interval b) {
    if (is_nothing(a) || is_nothing(b)) return nothing;
    return (interval){fmax(a.low, b.low), fmax(a.high, b.high)};
}

/* a - b floor(a/b): with one whole number all over the box it is continuous, else anything between 0 and b. */
static interval remainder_of(interval a, interval b) {
    if (is_nothing(a) || is_nothing(b)) return nothing;
    if (has_zero(b)) return b.low == 0 && b.high == 0 ? nothing : (interval){fmin(b.low, 0), fmax(b.high, 0)};
    interval quotient = divide_intervals(a, b), all = b.low > 0 ? (interval){0, b.high} : (interval){b.low, 0};
    double whole = floor(quotient.low);
    if (!(floor(quotient.high) == whole) || fabs(whole) > LARGE) return all;
    interval r = add_intervals(a, negate_interval(multiply_intervals(b, (interval){whole, whole})));
    return clamp_interval(r, all.low, all.high);
}

static interval choose_interval(interval a, interval b, interval c) {
    if (is_nothing(a)) return nothing;
    if (a.high < 0) return b;
    return a.low >= 0 ? c : hull_of(b, c);
}

/* ---- code ---- */

static interval value_of(const nh_instr *instr, const interval *slots) {
    interval a = slots[instr->a], b = slots[instr->b], c = slots[instr->c];
    switch ((nh_op)instr->op) {
        case NH_OP_add: return add_intervals(a, b);
        case NH_OP_sub: return add_intervals(a, negate_interval(b));
        case NH_OP_mul: return instr->a == instr->b ? square_of(a) : multiply_intervals(a, b);
        case NH_OP_div: return divide_intervals(a, b);
        case NH_OP_neg: return negate_interval(a);
        case NH_OP_fma:
        case NH_OP_fms:
        case NH_OP_fnma: return multiply_add((nh_op)instr->op, a, b, c, instr->a == instr->b);
        case NH_OP_sqrt: return square_root(a);
        case NH_OP_cbrt: return root_of_interval(a, 3);
        case NH_OP_root: return root_of_interval(a, b.low + (b.high - b.low) / 2);
        case NH_OP_pow: return power_of_interval(a, b);
        case NH_OP_sin: return sine_of(a);
        case NH_OP_sincos: return sine_of(a); /* the second result is made where it is stored */
        case NH_OP_cos: return cosine_of(a);
        case NH_OP_tan: return tangent_of(a);
        case NH_OP_asin: return arc_function(a, asin, false);
        case NH_OP_acos: return arc_function(a, acos, true);
        case NH_OP_atan: return rising_function(a, atan);
        case NH_OP_atan2: return angle_of(a, b);
        case NH_OP_sinh: return rising_function(a, sinh);
        case NH_OP_cosh: return hyperbolic_cosine(a);
        case NH_OP_tanh: return clamp_interval(rising_function(a, tanh), -1, 1);
        case NH_OP_exp: return clamp_interval(rising_function(a, exp), 0, INFINITY);
        case NH_OP_log: return logarithm_of(a);
        case NH_OP_abs: return absolute_of(a);
        case NH_OP_sign: return sign_of(a);
        case NH_OP_min: return least_of(a, b);
        case NH_OP_max: return largest_of(a, b);
        case NH_OP_mod: return remainder_of(a, b);
        case NH_OP_select: return choose_interval(a, b, c);
        case NH_OPS: break;
    }
    return nothing;
}

static void execute_code(const nh_code *code, interval *slots) {
    for (uint32_t i = 0; i < code->count; i++) {
        const nh_instr *instr = &code->instr[i];
        interval a = slots[instr->a], r = value_of(instr, slots);
        if (instr->op == NH_OP_sincos) slots[instr->dst2] = cosine_of(a);
        slots[instr->dst] = r;
    }
}

static void load_constants(const nh_code *code, interval *slots) {
    for (uint32_t i = 0; i < code->constant_count; i++) {
        const nh_constant *constant = &code->constants[i];
        double value = constant->value;
        bool is_exact = !constant->is_pi && nh_rat_is_int(constant->exact) && fabs(value) < LARGE;
        slots[i] = is_exact ? (interval){value, value} : (interval){round_down(value), round_up(value)};
    }
}

static void run_loop(const nh_loop *loop, const interval *externals, interval *outputs, interval *slots) {
    const nh_code *body = &loop->body;
    load_constants(body, slots);
    for (uint32_t i = 0; i < loop->members; i++) {
        for (uint32_t g = 0; g < body->external_count; g++)
            slots[body->constant_count + g] = externals[nh_series_at(&loop->gathers[g], i)];
        execute_code(body, slots);
        for (uint32_t s = 0; s < body->store_count; s++)
            outputs[nh_series_at(&loop->scatters[s], i)] = slots[body->stores[s].place];
    }
}

size_t nh_tape_interval_work(const nh_tape *tape) {
    size_t most = 0;
    for (uint32_t i = 0; i < tape->loop_count; i++)
        if (tape->loops[i].body.slots > most) most = tape->loops[i].body.slots;
    return tape->main.slots + most;
}

void nh_tape_run_intervals(const nh_tape *tape, const nh_interval *parameters, const nh_interval *inputs,
                           nh_interval *outputs, nh_interval *work) {
    const nh_code *code = &tape->main;
    interval *externals = work + code->constant_count;
    load_constants(code, work);
    for (uint32_t i = 0; i < tape->parameters; i++) externals[i] = parameters[i];
    for (uint32_t i = 0; i < tape->inputs; i++) externals[tape->parameters + i] = inputs[i];
    execute_code(code, work);
    for (uint32_t i = 0; i < code->store_count; i++) outputs[code->stores[i].output] = work[code->stores[i].place];
    for (uint32_t i = 0; i < tape->loop_count; i++) run_loop(&tape->loops[i], externals, outputs, work + code->slots);
}
