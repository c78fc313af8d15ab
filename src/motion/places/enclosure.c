/* Bounds of functions along a step.
 *
 * Over a piece with the middle m and the half width r an input is x(u) = c_0 + c_1 u + ... + c_7 u^7, |u| <= 1, so x is
 * within |c_1| + ... + |c_7| of c_0 and dx/du within 2 |c_2| + ... + 7 |c_7| of c_1. With these boxes g is in
 *
 *     g(box)     and in     g(m) + [-1, 1] sum_i dg/dx_i(box) dx_i/du(box)
 *
 * The second, the mean value form, is off by the square of the piece where g has an extremum, so a zero that is touched
 * does not make many pieces. It holds for functions without jumps (abs, min and max have kinks only), and for others
 * over pieces in which no condition changes. */
#include "motion/places/enclosure_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/limits.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"

enum {
    NODES = 8,          /* of a polynomial */
    CHECKS = 3,         /* samples that measure its error */
    FIT_DEPTH = 8,      /* a part is halved so often for a better polynomial */
    NO_VALUE_DEPTH = 8, /* so often where a function has no value in the middle */
    JUMP_DEPTH = 26,    /* so often where a function may jump, or its derivative has no bounds */
    HASTY_DEPTH = 8,    /* so often where a function is sampled from now on */
    MOST_OPEN = 16384,  /* pieces of that size or less that may be open before one with a zero is found */
    LEVELS = 64,
    MOST_SLOPES = 4096 /* partial derivatives; with more of them there is no mean value form */
};

#define GOOD 1e-6       /* the error of a polynomial, relative to the largest value so far */
#define ERROR_FACTOR 10 /* by which the error may be larger elsewhere than at the checks */
/* Rounding of a polynomial: by the size of its values, and of their differences. */
#define NOISE (8 * DBL_EPSILON)
#define NOISE_OF_RANGE (64 * DBL_EPSILON)

#define NOISE_FACTOR 4 /* values up to this many times the width of one in the middle of a piece may be 0 */

static const double checks[CHECKS] = {-0.70703125, 0.02734375, 0.69921875};

/* Polynomials in s, |s| <= 1, over a part of the step. */
typedef struct fit {
    double from, to;
    bool has_values, is_good;
    double (*c)[NODES]; /* by input */
    double *error;
} fit;

struct nh_enclosure {
    nh_context *context;
    nh_enclosure_def def;
    uint32_t used;            /* inputs that functions depend on */
    uint32_t *input;          /* used: which they are */
    nh_tape *values, *slopes; /* slopes: their partial derivatives */
    nh_expr_matrix jacobian;
    bool has_slopes;
    nh_tape *breaks;       /* what must not be 0 where a function is continuous; of a mod the quotient */
    uint32_t *first_break; /* count + 1: those of function i begin there */
    bool *is_quotient;     /* by break */
    nh_interval *break_range;
    double *hasty;  /* count */
    uint32_t *open; /* count: pieces that were open, since the last one that may have a zero */
    nh_interval *parameters, *box, *rates, *middle, *work, *slope_work, *break_work;
    nh_interval *range, *at_middle, *slope, *rate; /* count each, but slope: one a partial derivative */
    double *sample, *samples;                      /* all inputs; NODES x used */
    double *largest;                               /* used: the largest value so far */
    double nodes[NODES], to_powers[NODES][NODES];
    fit fits[FIT_DEPTH + 1];
    const fit *fit_at[LEVELS];
};

/* ---- making ---- */

/* Chebyshev's nodes, and from values there to coefficients of powers. */
static void make_nodes(nh_enclosure *e) {
    double t[NODES][NODES] = {{1}, {0, 1}};
    for (int k = 0; k < NODES; k++) e->nodes[k] = cos((2 * k + 1) * acos(-1.0) / (2 * NODES));
    for (int i = 2; i < NODES; i++)
        for (int j = 0; j < NODES; j++) t[i][j] = (j > 0 ? 2 * t[i - 1][j - 1] : 0) - t[i - 2][j];
    for (int j = 0; j < NODES; j++)
        for (int k = 0; k < NODES; k++) {
            double sum = 0;
            for (int i = 0; i < NODES; i++)
                sum += (i == 0 ? 1.0 : 2.0) / NODES * cos(i * (2 * k + 1) * acos(-1.0) / (2 * NODES)) * t[i][j];
            e->to_powers[j][k] = sum;
        }
}

/* What is 0 where e jumps, if it does. */
static nh_expr break_of(nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    bool is_one = kind == NH_EXPR_IF || kind == NH_EXPR_SIGN || kind == NH_EXPR_MOD || kind == NH_EXPR_ATAN2;
    if (!is_one) return NH_EXPR_ONE;
    nh_expr a = nh_expr_args(pool, e)[0], b = kind == NH_EXPR_SIGN ? NH_EXPR_ONE : nh_expr_args(pool, e)[1];
    if (kind == NH_EXPR_MOD) return nh_expr_div(pool, a, b);
    return kind == NH_EXPR_ATAN2 ? nh_expr_if(pool, b, a, NH_EXPR_ONE) : a;
}

static void add_breaks(nh_enclosure *e, nh_pool *pool, nh_exprs *found, uint32_t function) {
    NH_ASSERT(function < e->def.count);
    nh_walk *walk = nh_walk_begin(pool, 1, &e->def.functions[function], NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr place = break_of(pool, walk->order[i]);
        if (place == NH_EXPR_UNDEFINED || nh_expr_is_number(pool, place)) continue;
        nh_array_push(found, place);
        nh_array_push(found, nh_expr_kind_of(pool, walk->order[i]) == NH_EXPR_MOD ? NH_EXPR_ONE : NH_EXPR_ZERO);
    }
    nh_walk_end(walk);
}

static void find_used(nh_enclosure *e, nh_arena *arena, nh_pool *pool) {
    const nh_tape_def *all = &e->def.inputs;
    nh_map number = nh_map_make(arena);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, arena, e->def.count, e->def.functions, &count);
    for (uint32_t i = 0; i < all->input_count; i++) nh_map_put(&number, all->inputs[i], i);
    e->input = NH_NEW_ARRAY(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *place = nh_map_get(&number, symbols[i]);
        if (place != NULL) e->input[e->used++] = (uint32_t)*place;
    }
}

static nh_tape *make_tape(nh_enclosure *e, nh_arena *arena, nh_pool *pool, uint32_t count, const nh_expr *outputs) {
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, e->used);
    for (uint32_t j = 0; j < e->used; j++) inputs[j] = e->def.inputs.inputs[e->input[j]];
    nh_tape_def def = e->def.inputs;
    def.input_count = e->used;
    def.inputs = inputs;
    def.output_count = count;
    def.outputs = outputs;
    return nh_tape_make(arena, pool, &def);
}

static void make_breaks(nh_enclosure *e, nh_arena *arena, nh_pool *pool) {
    nh_exprs found = {.arena = arena}; /* pairs: what may be 0, and whether it is a quotient */
    e->first_break = NH_NEW_ARRAY(arena, uint32_t, (size_t)e->def.count + 1);
    for (uint32_t i = 0; i < e->def.count; i++) {
        e->first_break[i] = (uint32_t)found.count / 2;
        add_breaks(e, pool, &found, i);
    }
    uint32_t count = e->first_break[e->def.count] = (uint32_t)found.count / 2;
    if (count == 0) return;
    nh_expr *places = NH_NEW_ARRAY(arena, nh_expr, count);
    e->is_quotient = NH_NEW_ARRAY(arena, bool, count);
    e->break_range = NH_NEW_ARRAY(arena, nh_interval, count);
    for (uint32_t k = 0; k < count; k++) {
        places[k] = found.items[2 * k];
        e->is_quotient[k] = found.items[2 * k + 1] == NH_EXPR_ONE;
    }
    e->breaks = make_tape(e, arena, pool, count, places);
}

static void make_slopes(nh_enclosure *e, nh_arena *arena, nh_pool *pool) {
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, e->used);
    for (uint32_t j = 0; j < e->used; j++) symbols[j] = e->def.inputs.inputs[e->input[j]];
    e->jacobian = nh_expr_jacobian(pool, arena, e->def.count, e->def.functions, e->used, symbols);
    uint32_t count = e->jacobian.start[e->def.count];
    e->has_slopes = count <= MOST_SLOPES;
    for (uint32_t i = 0; i < count; i++) e->has_slopes &= e->jacobian.entry[i] != NH_EXPR_UNDEFINED;
    if (!e->has_slopes) return;
    e->slopes = make_tape(e, arena, pool, count, e->jacobian.entry);
    e->slope = NH_NEW_ARRAY(arena, nh_interval, count);
}

nh_enclosure *nh_enclosure_make(nh_arena *arena, const nh_model *model, const nh_enclosure_def *def) {
    NH_ASSERT(def->count > 0 && def->functions != NULL && def->sample != NULL);
    nh_enclosure *e = NH_NEW(arena, nh_enclosure);
    *e = (nh_enclosure){.context = model->context, .def = *def};
    make_nodes(e);
    find_used(e, arena, model->pool);
    e->open = NH_NEW_ARRAY(arena, uint32_t, def->count);
    e->hasty = NH_NEW_ARRAY(arena, double, def->count);
    for (uint32_t i = 0; i < def->count; i++) e->hasty[i] = NAN;
    e->values = make_tape(e, arena, model->pool, def->count, def->functions);
    make_slopes(e, arena, model->pool);
    make_breaks(e, arena, model->pool);
    e->work = NH_NEW_ARRAY(arena, nh_interval, nh_tape_interval_work(e->values));
    if (e->has_slopes) e->slope_work = NH_NEW_ARRAY(arena, nh_interval, nh_tape_interval_work(e->slopes));
    if (e->breaks != NULL) e->break_work = NH_NEW_ARRAY(arena, nh_interval, nh_tape_interval_work(e->breaks));
    e->parameters = NH_NEW_ARRAY(arena, nh_interval, def->inputs.parameter_count);
    for (uint32_t i = 0; i < def->inputs.parameter_count; i++)
        e->parameters[i] = (nh_interval){def->parameters[i], def->parameters[i]};
    e->box = NH_NEW_ARRAY(arena, nh_interval, e->used);
    e->rates = NH_NEW_ARRAY(arena, nh_interval, e->used);
    e->middle = NH_NEW_ARRAY(arena, nh_interval, e->used);
    e->range = NH_NEW_ARRAY(arena, nh_interval, def->count);
    e->at_middle = NH_NEW_ARRAY(arena, nh_interval, def->count);
    e->rate = NH_NEW_ARRAY(arena, nh_interval, def->count);
    e->sample = NH_NEW_ARRAY(arena, double, def->inputs.input_count);
    e->samples = NH_NEW_ARRAY(arena, double, (size_t)NODES * e->used);
    e->largest = NH_NEW_ARRAY(arena, double, e->used);
    for (int d = 0; d <= FIT_DEPTH; d++) {
        e->fits[d].c = nh_arena_alloc(arena, e->used * sizeof *e->fits[d].c);
        e->fits[d].error = NH_NEW_ARRAY(arena, double, e->used);
    }
    return e;
}

/* ---- polynomials ---- */

/* The inputs at s; false: they have no values there. */
static bool sample_at(nh_enclosure *e, nh_ode *ode, const fit *f, double s) {
    double t = f->from + (f->to - f->from) * ((1 + s) / 2);
    nh_tick(e->context, 20 + e->used);
    if (e->def.sample(e->def.user, ode, t, e->sample) != 0) return false;
    for (uint32_t j = 0; j < e->used; j++)
        if (!isfinite(e->sample[e->input[j]])) return false;
    return true;
}

static bool sample_nodes(nh_enclosure *e, nh_ode *ode, const fit *f) {
    for (uint32_t k = 0; k < NODES; k++) {
        if (!sample_at(e, ode, f, e->nodes[k])) return false;
        for (uint32_t j = 0; j < e->used; j++) e->samples[k * (size_t)e->used + j] = e->sample[e->input[j]];
    }
    return true;
}

static double value_at(const double *c, double s) {
    double sum = 0;
    for (int k = NODES; k-- > 0;) sum = sum * s + c[k];
    return sum;
}

/* Puts a polynomial through the samples of an input; its error by rounding so far. Differences from one of
 * them keep rounding small. */
static void set_polynomial(nh_enclosure *e, fit *f, uint32_t j) {
    NH_ASSERT(j < e->used);
    double base = e->samples[NODES / 2 * (size_t)e->used + j], most = 0, range = 0, off[NODES];
    for (uint32_t k = 0; k < NODES; k++) {
        double value = e->samples[k * (size_t)e->used + j];
        off[k] = value - base;
        most = fmax(most, fabs(value));
        range = fmax(range, fabs(off[k]));
    }
    for (int i = 0; i < NODES; i++) {
        double sum = 0;
        for (int k = 0; k < NODES; k++) sum += e->to_powers[i][k] * off[k];
        f->c[j][i] = i == 0 ? base + sum : sum;
    }
    e->largest[j] = fmax(e->largest[j], most);
    f->error[j] = NOISE * most + NOISE_OF_RANGE * range;
}

static void measure_errors(nh_enclosure *e, nh_ode *ode, fit *f) {
    f->is_good = true;
    for (int k = 0; k < CHECKS; k++) {
        if (!(f->has_values = sample_at(e, ode, f, checks[k]))) return;
        for (uint32_t j = 0; j < e->used; j++) {
            double off = fabs(value_at(f->c[j], checks[k]) - e->sample[e->input[j]]);
            if (off <= f->error[j]) continue;
            f->error[j] = ERROR_FACTOR * off;
            f->is_good &= off <= GOOD * e->largest[j];
        }
    }
}

static void make_fit(nh_enclosure *e, nh_ode *ode, fit *f, double from, double to) {
    f->from = from;
    f->to = to;
    f->is_good = false;
    f->has_values = sample_nodes(e, ode, f);
    if (!f->has_values) return;
    for (uint32_t j = 0; j < e->used; j++) set_polynomial(e, f, j);
    measure_errors(e, ode, f);
    f->is_good &= f->has_values;
}

static const fit *fit_for(nh_enclosure *e, nh_ode *ode, double a, double b, uint32_t depth) {
    const fit *above = depth > 0 ? e->fit_at[depth - 1] : NULL;
    if (above == NULL || (!above->is_good && depth <= FIT_DEPTH)) {
        make_fit(e, ode, &e->fits[depth], a, b);
        above = &e->fits[depth];
    }
    return e->fit_at[depth] = above;
}

/* ---- boxes ---- */

/* The polynomial in u over [m - r, m + r]. */
static void shift_polynomial(const double *c, double m, double r, double *shifted) {
    double scale = 1;
    memcpy(shifted, c, NODES * sizeof *c);
    for (int k = 0; k < NODES; k++)
        for (int i = NODES - 2; i >= k; i--) shifted[i] += m * shifted[i + 1];
    for (int k = 0; k < NODES; k++, scale *= r) shifted[k] *= scale;
}

static nh_interval interval_around(double middle, double radius) {
    return (nh_interval){nextafter(middle - radius, -INFINITY), nextafter(middle + radius, INFINITY)};
}

/* Boxes of the inputs and their rates by u over [a, b], and the inputs in the middle. */
static void set_boxes(nh_enclosure *e, const fit *f, double a, double b) {
    double width = f->to - f->from, m = ((a - f->from) + (b - f->to)) / width, r = (b - a) / width, c[NODES];
    for (uint32_t j = 0; j < e->used; j++) {
        double spread = 0, bend = 0;
        shift_polynomial(f->c[j], m, r, c);
        for (int k = 1; k < NODES; k++) {
            spread += fabs(c[k]);
            if (k > 1) bend += k * fabs(c[k]);
        }
        e->box[j] = interval_around(c[0], spread + f->error[j]);
        e->middle[j] = interval_around(c[0], f->error[j]);
        e->rates[j] = interval_around(c[1], bend + NODES * NODES * r * f->error[j]);
    }
}

static bool is_finite(nh_interval a) {
    return isfinite(a.low) && isfinite(a.high);
}

static bool has_zero(nh_interval a) {
    return !(a.low > 0 || a.high < 0);
}

static nh_interval product_of(nh_interval a, nh_interval b) {
    double p[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    double low = fmin(fmin(p[0], p[1]), fmin(p[2], p[3])), high = fmax(fmax(p[0], p[1]), fmax(p[2], p[3]));
    return (nh_interval){nextafter(low, -INFINITY), nextafter(high, INFINITY)};
}

/* Whether a function is continuous over the box. */
static bool is_continuous(const nh_enclosure *e, uint32_t function) {
    NH_ASSERT(function < e->def.count);
    for (uint32_t k = e->first_break[function]; k < e->first_break[function + 1]; k++) {
        nh_interval range = e->break_range[k];
        bool is_clear = e->is_quotient[k] ? range.low > floor(range.low) && range.high < floor(range.low) + 1
                                          : range.low > 0 || range.high < 0;
        if (!is_clear) return false;
    }
    return true;
}

/* dg/du of each function, not a number where it is not known. */
static void set_rates(nh_enclosure *e) {
    nh_tape_run_intervals(e->slopes, e->parameters, e->box, e->slope, e->slope_work);
    if (e->breaks != NULL) nh_tape_run_intervals(e->breaks, e->parameters, e->box, e->break_range, e->break_work);
    for (uint32_t i = 0; i < e->def.count; i++) {
        double low = 0, high = 0;
        for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++) {
            nh_interval term = {NAN, NAN};
            if (is_finite(e->slope[k])) term = product_of(e->slope[k], e->rates[e->jacobian.column[k]]);
            low = nextafter(low + term.low, -INFINITY);
            high = nextafter(high + term.high, INFINITY);
        }
        e->rate[i] = is_continuous(e, i) ? (nh_interval){low, high} : (nh_interval){NAN, NAN};
    }
}

/* ---- verdicts ---- */

/* Bounds by the mean value form, where they are narrower. */
static void narrow_range(nh_interval *range, nh_interval middle, nh_interval rate) {
    if (!is_finite(middle) || !is_finite(rate)) return;
    double most = fmax(fabs(rate.low), fabs(rate.high));
    double low = nextafter(middle.low - most, -INFINITY), high = nextafter(middle.high + most, INFINITY);
    if (isnan(range->low) || low > range->low) range->low = low;
    if (isnan(range->high) || high < range->high) range->high = high;
}

static nh_event_verdict verdict_of(nh_enclosure *e, uint32_t i, uint32_t depth, double noise, double t) {
    NH_ASSERT(i < e->def.count);
    nh_interval *range = &e->range[i], middle = e->at_middle[i], rate = e->rate[i];
    narrow_range(range, middle, rate);
    if (!has_zero(*range)) return NH_EVENT_NONE;
    bool is_one = is_finite(rate) && !has_zero(rate), is_hasty = !isnan(e->hasty[i]);
    if (is_one) e->open[i] = 0;
    if (is_one) return NH_EVENT_ONE;
    if (fmax(fabs(range->low), fabs(range->high)) <= noise) return NH_EVENT_FLAT;
    if (depth >= NO_VALUE_DEPTH && isnan(middle.low)) return NH_EVENT_SAMPLE;
    if (depth < HASTY_DEPTH) return NH_EVENT_OPEN;
    if (!is_hasty && ++e->open[i] > MOST_OPEN) e->hasty[i] = t;
    return is_hasty || (depth >= JUMP_DEPTH && !is_finite(rate)) ? NH_EVENT_SAMPLE : NH_EVENT_OPEN;
}

static void give_up(nh_enclosure *e, uint32_t depth, nh_event_verdict *verdicts) {
    for (uint32_t i = 0; i < e->def.count; i++) {
        e->range[i] = (nh_interval){-INFINITY, INFINITY};
        verdicts[i] = depth < FIT_DEPTH ? NH_EVENT_OPEN : NH_EVENT_SAMPLE;
    }
}

void nh_enclosure_look(void *user, nh_ode *ode, double a, double b, uint32_t depth, const nh_event_verdict *before,
                       nh_event_verdict *verdicts, double *noise) {
    NH_ASSERT(a != b);
    nh_enclosure *e = user;
    const fit *f = fit_for(e, ode, a, b, depth);
    bool is_open = false;
    nh_tick(e->context, 20 + e->used + nh_tape_operations_run(e->values));
    if (!f->has_values) {
        give_up(e, depth, verdicts);
        return;
    }
    set_boxes(e, f, a, b);
    nh_tape_run_intervals(e->values, e->parameters, e->box, e->range, e->work);
    for (uint32_t i = 0; i < e->def.count; i++) {
        bool is_done = !has_zero(e->range[i]) || (before != NULL && before[i] == NH_EVENT_NONE);
        verdicts[i] = is_done ? NH_EVENT_NONE : NH_EVENT_OPEN;
        is_open |= !is_done;
        e->rate[i] = (nh_interval){NAN, NAN};
    }
    if (!is_open) return;
    nh_tape_run_intervals(e->values, e->parameters, e->middle, e->at_middle, e->work);
    if (e->has_slopes) set_rates(e);
    for (uint32_t i = 0; i < e->def.count; i++) {
        if (verdicts[i] != NH_EVENT_OPEN) continue;
        noise[i] = NOISE_FACTOR * fmax(e->at_middle[i].high - e->at_middle[i].low, 0);
        verdicts[i] = verdict_of(e, i, depth, noise[i], a);
    }
}

nh_interval nh_enclosure_range(const nh_enclosure *enclosure, uint32_t function) {
    NH_ASSERT(function < enclosure->def.count);
    return enclosure->range[function];
}

double nh_enclosure_hasty(const nh_enclosure *enclosure, uint32_t function) {
    NH_ASSERT(function < enclosure->def.count);
    return enclosure->hasty[function];
}
