#include "truth/judge/draw.h"

#include <math.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/number.h"
#include "tape/program.h"

/* Short numbers are multiples of 1/64; bytes of a number; attempts at values with a sign; sets of values: where no
 * exponent varies, where one does, where several do. */
enum { PARTS = 64, NUMBER_BYTES = 64, TRIES = 200, SETS = 4, SETS_OF_ONE = 9, SETS_OF_SEVERAL = 12 };
#define LEAST_FREE 0.25 /* what has no value */
#define MOST_FREE 2.5
#define CLOSEST 40.0 /* to an end of a range: 2^-40 of its length */
#define WIDE 4.0     /* how much larger or smaller than in the model a value may be */

/* ---- what is kept ---- */

/* Symbols in exponents, of the model, and of what is judged. */
static nh_map find_exponents(const nh_model *model, nh_arena *arena, bool with_records) {
    nh_map found = nh_map_make(arena);
    nh_exprs list = {.arena = arena};
    nh_array_push(&list, model->L);
    for (size_t i = 0; i < model->rows.count; i++) nh_array_push(&list, model->rows.items[i].residual);
    if (with_records)
        for (size_t i = 0; i < model->records.count; i++) nh_array_push(&list, model->records.items[i].value);
    nh_array_append(&list, model->coordinates.count, model->Q);
    nh_walk *walk = nh_walk_begin(model->pool, list.count, list.items, NH_WALK_DEFINITIONS);
    nh_exprs exponents = {.arena = arena};
    for (uint32_t i = 0; i < walk->count; i++)
        if (nh_expr_kind_of(model->pool, walk->order[i]) == NH_EXPR_POWER)
            nh_array_push(&exponents, nh_expr_args(model->pool, walk->order[i])[1]);
    nh_walk_end(walk);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, exponents.count, exponents.items, &count);
    for (uint32_t i = 0; i < count; i++) nh_map_put(&found, symbols[i], 1);
    return found;
}

static bool is_kept(const nh_model *model, nh_arena *arena, const nh_parameter *parameter, const nh_map *exponents) {
    uint32_t count;
    if (parameter->is_set || parameter->is_tangent) return true;
    if (parameter->value == NH_EXPR_UNDEFINED) return false;
    if (nh_map_get(exponents, parameter->symbol) != NULL) return true;
    (void)nh_expr_symbols(model->pool, arena, 1, &parameter->value, &count);
    return count > 0;
}

/* ---- values ---- */

/* In every second set a multiple of 1/64, so that its decimal digits are few and exact; not 0. In the others as it is:
 * multiples of a number are special. */
static double round_value(double value, size_t number) {
    if (number % 2 == 1) return value;
    double parts = nearbyint(value * PARTS);
    return (parts != 0 ? parts : copysign(1, value)) / PARTS;
}

static double constant_of(const nh_model *model, nh_expr e) {
    nh_expr closed = nh_model_with_values(model, e);
    double value = NAN;
    if (nh_expr_is_number(model->pool, closed))
        value = nh_rat_double(model->context, nh_expr_rational(model->pool, closed));
    return value;
}

/* Of what has no value: plus, minus, then one after the other, and the opposite of that, so that each has both
 * signs; then at random. */
static int sign_of_free(const nh_model *model, const nh_parameter *parameter, nh_random *random, size_t number) {
    bool is_odd = (parameter - model->parameters.items) % 2 == 1, is_random = nh_random_unit(random) < 0.5;
    bool is_negative[] = {false, true, is_odd, !is_odd};
    return (number < 4 ? is_negative[number] : is_random) ? -1 : 1;
}

/* Within its range; where values are drawn from further away, every second time close to an end of it, on scales that
 * are drawn: a threshold may lie anywhere. */
static double draw_in_range(nh_random *random, double low, double high, size_t number, bool is_far) {
    double value = round_value(nh_random_uniform(random, low, high), number);
    if (is_far && nh_random_unit(random) < 0.5) {
        double distance = (high - low) * exp2(-CLOSEST * nh_random_unit(random));
        value = nh_random_unit(random) < 0.5 ? low + distance : high - distance;
    }
    return value > low && value < high ? value : nh_random_uniform(random, low, high);
}

/* wide: how much larger or smaller it may be, in every second set. */
static double draw_value(const nh_model *model, const nh_parameter *parameter, nh_random *random, size_t number,
                         double wide) {
    NH_ASSERT(wide >= 1);
    double low = NAN, high = NAN, own = NAN;
    if (parameter->low != NH_EXPR_UNDEFINED) low = constant_of(model, parameter->low);
    if (parameter->high != NH_EXPR_UNDEFINED) high = constant_of(model, parameter->high);
    if (parameter->value != NH_EXPR_UNDEFINED) own = constant_of(model, parameter->value);
    if (low < high) return draw_in_range(random, low, high, number, wide > WIDE);
    if (isnan(own) || own == 0) {
        double size = isnan(own) ? nh_random_uniform(random, LEAST_FREE, MOST_FREE) : nh_random_uniform(random, 0.2, 1);
        bool is_far = wide > WIDE && number % 2 == 1;
        if (is_far) size *= exp(nh_random_uniform(random, -log(wide), log(wide)));
        return (is_far ? size : round_value(size, number)) * sign_of_free(model, parameter, random, number);
    }
    if (number % 2 == 1) return own * exp(nh_random_uniform(random, -log(wide), log(wide)));
    double value = round_value(own * nh_random_uniform(random, 0.6, 1.5), number);
    return fabs(value / own) < 3 && value / own > 0.3 ? value : own * nh_random_uniform(random, 0.6, 1.5);
}

/* ---- functions ---- */

/* "0.75*a1 + 1.25*a2 + 0.5" */
static const char *draw_angle(nh_arena *arena, uint32_t arity, nh_random *random) {
    nh_text text = nh_text_begin(arena);
    char digits[NUMBER_BYTES];
    for (uint32_t i = 0; i < arity; i++) {
        nh_number_shortest(digits, round_value(nh_random_uniform(random, 0.3, 1.2), 0));
        nh_text_format(&text, "%s*a%u + ", digits, (unsigned)i + 1);
    }
    nh_number_shortest(digits, round_value(nh_random_uniform(random, 0, 3), 0));
    nh_text_add(&text, digits);
    return nh_text_string(&text);
}

/* "C(a1, a2)=2.5 + 0.5*sin(...) + 0.25*cos(...)*sin(...) + 0.5/(1 + (...)^2)": smooth, with derivatives that have
 * nothing to do with each other, and positive in every second set, since it may be under a root. The first two are
 * bounded, the others grow; the fourth changes its sign. */
static const char *draw_body(const nh_model *model, nh_arena *arena, const nh_function *function, nh_random *random,
                             size_t number) {
    nh_text text = nh_text_begin(arena);
    char digits[NUMBER_BYTES];
    nh_text_format(&text, "%s(", nh_name_text(model->context, function->name));
    for (uint32_t i = 0; i < function->arity; i++) nh_text_format(&text, "%sa%u", i > 0 ? ", " : "", (unsigned)i + 1);
    nh_number_shortest(digits, round_value(nh_random_uniform(random, 2, 3), 0) * (number % 2 == 1 ? -1 : 1));
    nh_text_format(&text, ")=%s", digits);
    nh_text_format(&text, " + 0.5*sin(%s)", draw_angle(arena, function->arity, random));
    nh_text_format(&text, " + 0.25*cos(%s)", draw_angle(arena, function->arity, random));
    nh_text_format(&text, "*sin(%s)", draw_angle(arena, function->arity, random));
    nh_text_format(&text, " + 0.5/(1 + (%s)^2)", draw_angle(arena, function->arity, random));
    if (number == 2) nh_text_format(&text, " + 0.125*(%s)^2", draw_angle(arena, function->arity, random));
    if (number == 3) nh_text_format(&text, " + 0.75*(%s)", draw_angle(arena, function->arity, random));
    return nh_text_string(&text);
}

/* ---- sets ---- */

/* Which parameters get other values, and these. */
typedef struct value_draw {
    const nh_model *model;
    nh_arena *arena;
    nh_map kept, exponents;
    double *values;     /* by parameter; not a number: it is kept */
    const char **exact; /* the value as a text; NULL: its shortest digits */
} value_draw;

static value_draw begin_draw(const nh_model *model, nh_arena *arena) {
    size_t count = model->parameters.count + 1;
    return (value_draw){.model = model,
                        .arena = arena,
                        .kept = find_exponents(model, arena, false),
                        .exponents = find_exponents(model, arena, true),
                        .values = NH_NEW_ARRAY(arena, double, count),
                        .exact = NH_NEW_ARRAY(arena, const char *, count)};
}

static bool is_exponent(const value_draw *d, const nh_parameter *parameter) {
    return nh_map_get(&d->exponents, parameter->symbol) != NULL && !is_kept(d->model, d->arena, parameter, &d->kept);
}

static size_t count_exponents(const value_draw *d) {
    size_t count = 0;
    for (size_t i = 0; i < d->model->parameters.count; i++) count += is_exponent(d, &d->model->parameters.items[i]);
    return count;
}

/* Whether it has no value in the model, or 0: then it has both signs. */
static bool is_free(const value_draw *d, const nh_parameter *parameter) {
    return parameter->value == NH_EXPR_UNDEFINED || constant_of(d->model, parameter->value) == 0;
}

/* Whether the range of a parameter, where the model gives one, contains the value. */
static bool is_in_range(const value_draw *d, size_t i, double value) {
    NH_ASSERT(i < d->model->parameters.count);
    const nh_parameter *parameter = &d->model->parameters.items[i];
    double low = -INFINITY, high = INFINITY;
    if (parameter->low != NH_EXPR_UNDEFINED) low = constant_of(d->model, parameter->low);
    if (parameter->high != NH_EXPR_UNDEFINED) high = constant_of(d->model, parameter->high);
    return value >= low && value <= high;
}

/* The kind, below 3, of the exponent with this index in the set of this number. Within nine sets all pairs of kinds of
 * any two of the first four occur: an orthogonal array of strength 2. */
static size_t kind_of_exponent(size_t place, size_t number) {
    size_t a = number % 3, b = number / 3 % 3;
    NH_ASSERT(place < 4);
    return place == 0 ? a : place == 1 ? b : (a + (place - 1) * b) % 3;
}

/* Of parameter i, the exponent with this index. */
static double draw_exponent(const value_draw *d, size_t i, size_t place, nh_random *random, size_t number) {
    NH_ASSERT(i < d->model->parameters.count);
    enum { KINDS = 3, ALL = 9, MOST_IN_PAIRS = 4 };
    static const double values[ALL] = {2, 0.5, 3, 4, 0.25, 1, 6, 0.125, 5}; /* even, a fraction, odd */
    const nh_parameter *parameter = &d->model->parameters.items[i];
    size_t others = (size_t)nh_random_between(random, 0, ALL - 1);
    size_t pair = number % ALL, rest = number / ALL % KINDS * KINDS;
    size_t first = place >= MOST_IN_PAIRS    ? others
                   : count_exponents(d) == 1 ? pair
                                             : rest + kind_of_exponent(place, pair);
    bool is_below =
        is_free(d, parameter) ? nh_random_unit(random) < 1 / 3.0 : constant_of(d->model, parameter->value) < 0;
    for (size_t k = 0; k < ALL; k++) {
        double value = values[(first + k) % ALL] * (is_below ? -1 : 1);
        if (is_in_range(d, i, value)) return value;
    }
    return draw_value(d->model, parameter, random, number, WIDE);
}

static void draw_numbers(value_draw *d, nh_random *random, size_t number, double wide) {
    size_t place = 0;
    for (size_t i = 0; i < d->model->parameters.count; i++) {
        const nh_parameter *parameter = &d->model->parameters.items[i];
        d->values[i] = NAN;
        if (is_exponent(d, parameter)) d->values[i] = draw_exponent(d, i, place++, random, number);
        else if (!is_kept(d->model, d->arena, parameter, &d->kept))
            d->values[i] = draw_value(d->model, parameter, random, number, wide);
    }
}

size_t nh_draw_sets(const nh_model *model, nh_arena *arena) {
    value_draw d = begin_draw(model, arena);
    size_t exponents = count_exponents(&d);
    return exponents == 0 ? SETS : exponents == 1 ? SETS_OF_ONE : SETS_OF_SEVERAL;
}

/* As options, after those that were given. */
static nh_drawn write_set(const value_draw *d, nh_random *random, size_t number) {
    const nh_model *model = d->model;
    nh_arena *arena = d->arena;
    nh_text words = nh_text_begin(arena);
    size_t given = model->source.def.set.count, count = 0;
    bool has_functions = false;
    const char **set = NH_NEW_ARRAY(arena, const char *, given + model->parameters.count + model->functions.count + 1);
    for (size_t i = 0; i < given; i++) set[i] = model->source.def.set.items[i];
    for (size_t i = 0; i < model->parameters.count; i++) {
        char digits[NUMBER_BYTES];
        if (isnan(d->values[i])) continue;
        nh_number_shortest(digits, d->values[i]);
        const char *name = nh_name_text(model->context, model->parameters.items[i].name);
        const char *value = d->exact[i] != NULL ? d->exact[i] : digits;
        nh_text one = nh_text_begin(arena);
        nh_text_format(&one, "%s=%s", name, value);
        nh_text_format(&words, "%s%s = %s", count > 0 ? ", " : "", name, value);
        set[given + count++] = nh_text_string(&one);
    }
    for (size_t i = 0; i < model->functions.count; i++) {
        if (model->functions.items[i].symbol == NH_EXPR_UNDEFINED) continue; /* it has a body */
        set[given + count] = draw_body(model, arena, &model->functions.items[i], random, number);
        nh_text_format(&words, "%s%s", count > 0 ? ", " : "", set[given + count]);
        has_functions = true;
        count++;
    }
    return (nh_drawn){.has_functions = has_functions, .set = {set, given + count}, .words = nh_text_string(&words)};
}

nh_drawn nh_draw_values(const nh_model *model, nh_arena *arena, nh_random *random, size_t number) {
    value_draw d = begin_draw(model, arena);
    draw_numbers(&d, random, number, WIDE);
    return write_set(&d, random, number);
}

nh_drawn nh_draw_bodies(const nh_model *model, nh_arena *arena, nh_random *random, size_t number) {
    value_draw d = begin_draw(model, arena);
    for (size_t i = 0; i < model->parameters.count; i++) d.values[i] = NAN;
    return write_set(&d, random, number);
}

/* ---- on purpose ---- */

/* The feature with the values of parameters that are kept. */
static nh_expr with_kept_values(const value_draw *d, const nh_model *of, nh_expr e) {
    for (size_t i = of->parameters.count; i-- > 0 && e != NH_EXPR_UNDEFINED;) {
        const nh_parameter *parameter = &of->parameters.items[i];
        if (isnan(d->values[i]) && parameter->value != NH_EXPR_UNDEFINED)
            e = nh_expr_substitute(of->pool, e, 1, &parameter->symbol, &parameter->value, true);
    }
    return e;
}

static nh_program *measure_of(const nh_model *model, nh_arena *arena, size_t count, const nh_expr *e) {
    NH_ASSERT(count == 0 || e != NULL);
    nh_tape_def def = {.input_count = (uint32_t)model->parameters.count,
                       .inputs = nh_model_parameter_symbols(model, arena),
                       .output_count = (uint32_t)count,
                       .outputs = e};
    return nh_program_of(arena, model->pool, &def, NULL);
}

/* Numbers are put in exactly, and an exponent with all the digits of a double is none. */
static bool has_power(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) found = nh_expr_kind_of(pool, walk->order[i]) == NH_EXPR_POWER;
    nh_walk_end(walk);
    return found;
}

/* What has both signs may be 0. */
static bool may_be_zero(const value_draw *d, size_t i) {
    const nh_parameter *parameter = &d->model->parameters.items[i];
    bool has_range = parameter->low != NH_EXPR_UNDEFINED && parameter->high != NH_EXPR_UNDEFINED;
    return is_free(d, parameter) || (has_range && is_in_range(d, i, 0));
}

/* The number that e, in which only this symbol is left, gives it; undefined where e is not linear in it. */
static nh_expr solve_for_number(nh_pool *pool, nh_expr e, nh_expr symbol) {
    if (e == NH_EXPR_UNDEFINED) return e;
    nh_expr slope = nh_expr_diff(pool, e, symbol);
    if (!nh_expr_is_number(pool, slope) || slope == NH_EXPR_ZERO) return NH_EXPR_UNDEFINED;
    nh_expr value = nh_expr_sub(pool, symbol, nh_expr_div(pool, e, slope));
    return nh_expr_is_number(pool, value) ? value : NH_EXPR_UNDEFINED;
}

/* Gives parameter i the value, if it may have it. */
static bool take_value(value_draw *d, const nh_model *of, size_t i, nh_expr value, bool is_double) {
    nh_rat exact = nh_expr_rational(of->pool, value);
    double rounded_value = nh_rat_double(of->context, exact);
    if (value == NH_EXPR_ZERO && !may_be_zero(d, i)) return false;
    if (rounded_value * d->values[i] < 0 || !is_in_range(d, i, rounded_value)) return false;
    if (is_double && !nh_rat_eq(nh_rat_from_double(d->arena, rounded_value), exact)) return false;
    nh_text text = nh_text_begin(d->arena);
    nh_expr_print(of->pool, &text, value);
    d->values[i] = rounded_value;
    d->exact[i] = nh_text_string(&text);
    return true;
}

/* Makes it 0 by one parameter in which it is linear, which gets a rational number of the sign that it has, or 0 where
 * it has both: the number of that parameter, or NH_MODEL_NONE. The first one that is examined is `first`. A double is
 * better: with b = m/c for a third, b c - m is 0, and no ball shows it. */
static size_t make_zero(value_draw *d, const nh_model *of, nh_expr e, size_t first, bool only_doubles) {
    nh_pool *pool = of->pool;
    size_t count = of->parameters.count;
    if (has_power(pool, e)) return NH_MODEL_NONE;
    nh_expr *symbols = nh_model_parameter_symbols(of, d->arena);
    nh_expr *numbers = NH_NEW_ARRAY(d->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = symbols[i];
        if (!isnan(d->values[i])) numbers[i] = nh_expr_number(pool, nh_rat_from_double(d->arena, d->values[i]));
    }
    for (size_t k = 0; k < (only_doubles ? 1 : 2) * count; k++) { /* doubles first */
        size_t i = (first + k) % count;
        if (isnan(d->values[i])) continue;
        nh_expr own = numbers[i];
        numbers[i] = symbols[i];
        nh_expr left = nh_expr_substitute(pool, e, (uint32_t)count, symbols, numbers, true);
        numbers[i] = own;
        nh_expr value = solve_for_number(pool, left, symbols[i]);
        if (value != NH_EXPR_UNDEFINED && take_value(d, of, i, value, k < count)) return i;
    }
    return NH_MODEL_NONE;
}

/* Draws at random do not come to a threshold that is far away: from where it is 0, a little to each side. */
static bool step_over_zero(value_draw *d, const nh_draw_aim *aim, nh_expr e, nh_program *m) {
    static const double steps[] = {1.25, 0.75, 1.0078125, 0.9921875};
    size_t at = make_zero(d, aim->model, e, 0, false);
    if (at == NH_MODEL_NONE) return false;
    double zero = d->values[at];
    d->exact[at] = NULL;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        d->values[at] = zero * steps[i];
        if (is_in_range(d, at, d->values[at]) && *nh_program_at(m, d->values) * aim->side > 0) return true;
    }
    return false;
}

bool nh_draw_aimed(const nh_model *model, nh_arena *arena, nh_random *random, size_t number, const nh_draw_aim *aim,
                   nh_drawn *drawn) {
    NH_ASSERT(aim->side == 1 || aim->side == -1);
    value_draw d = begin_draw(model, arena);
    draw_numbers(&d, random, number, WIDE);
    nh_expr feature = with_kept_values(&d, aim->model, aim->feature);
    if (feature == NH_EXPR_UNDEFINED) return false;
    nh_program *m = measure_of(aim->model, arena, 1, &feature);
    for (int i = 0; i < TRIES; i++) {
        size_t later = (size_t)(2 * i + 5);                   /* signs at random */
        draw_numbers(&d, random, later, WIDE * pow(1.05, i)); /* further away each time */
        if (*nh_program_at(m, d.values) * aim->side > 0) break;
        if (i + 1 == TRIES && step_over_zero(&d, aim, feature, m)) break;
        if (i + 1 == TRIES) return false;
    }
    *drawn = write_set(&d, random, number);
    return true;
}

int nh_draw_side(const nh_model *of, nh_arena *arena, nh_expr feature, const nh_model *values) {
    const double *numbers = nh_model_parameter_values(values, arena);
    nh_program *m = measure_of(of, arena, 1, &feature);
    double value = *nh_program_at(m, numbers);
    return isnan(value) ? 2 : (value > 0) - (value < 0);
}

/* ---- signs together ---- */

/* Attempts at signs that were not seen, after this many of which values are drawn near again; halvings towards a
 * threshold, to the last bit; bits of a sign: below, at, above 0, or no value. */
enum { SIGN_TRIES = 2000, WIDER = 400, HALVINGS = 60, SIGN_BITS = 2, NO_VALUE = 3 };
#define NEAREST 30.0 /* to a threshold: 2^-30 of the value */

typedef struct sign_search {
    value_draw d;
    nh_draw_signs *signs;
    const nh_expr *features; /* with the values of parameters that are kept */
    nh_random *random;
    nh_program *measure; /* all features at once */
} sign_search;

/* Two bits for each: negative, 0, positive, no value. The feature `zero` is 0 whatever rounding says. */
static uint64_t signs_at(nh_program *m, const double *values, size_t count, size_t zero) {
    NH_ASSERT(count < 64 && zero <= count);
    uint64_t code = 0;
    const double *outputs = nh_program_at(m, values);
    for (size_t i = 0; i < count; i++) {
        double value = i == zero ? 0 : outputs[i];
        uint64_t sign = isnan(value) ? NO_VALUE : (uint64_t)((value > 0) - (value < 0) + 1);
        code = code << SIGN_BITS | sign;
    }
    return code;
}

static bool are_new(const nh_draw_signs *signs, uint64_t code) {
    for (size_t i = 0; i < signs->seen.count; i++)
        if (signs->seen.items[i] == code) return false;
    return true;
}

static double feature_at(sign_search *s, size_t feature, size_t parameter, double value) {
    s->d.values[parameter] = value;
    (void)signs_at(s->measure, s->d.values, s->signs->count, s->signs->count);
    return nh_program_outputs(s->measure)[feature];
}

/* By one parameter to where a feature changes its sign, between two values that are drawn, and a little to one side:
 * what lies between two thresholds may be narrow. */
static void go_to_threshold(sign_search *s, size_t number, double wide) {
    value_draw *d = &s->d;
    size_t feature = (size_t)nh_random_between(s->random, 0, (int64_t)s->signs->count - 1);
    size_t at = (size_t)nh_random_between(s->random, 0, (int64_t)d->model->parameters.count - 1);
    const nh_parameter *parameter = &d->model->parameters.items[at];
    if (isnan(d->values[at]) || is_exponent(d, parameter)) return;
    double here = d->values[at], there = draw_value(d->model, parameter, s->random, number, wide);
    bool is_above = feature_at(s, feature, at, here) > 0;
    bool is_between = feature_at(s, feature, at, there) > 0 ? !is_above : is_above;
    for (int i = 0; i < HALVINGS && is_between; i++) {
        double middle = here + (there - here) / 2;
        if ((feature_at(s, feature, at, middle) > 0) == is_above) here = middle;
        else there = middle;
    }
    double away = fabs(here) * exp2(-NEAREST * nh_random_unit(s->random)) * (here < there ? -1 : 1);
    double moved = nh_random_unit(s->random) < 0.5 ? here + away : there - away;
    d->values[at] = is_between && is_in_range(d, at, moved) ? moved : here;
}

/* To numbers of few digits: what is written with the digits of a double is another number than the double, and b = c
 * would be b = c except for rounding. Of powers of 2 quotients are doubles, too. */
static void round_numbers(value_draw *d, bool is_power) {
    for (size_t i = 0; i < d->model->parameters.count; i++) {
        if (isnan(d->values[i]) || is_exponent(d, &d->model->parameters.items[i])) continue;
        double power = copysign(exp2(nearbyint(log2(fabs(d->values[i])))), d->values[i]);
        double rounded_value = is_power && d->values[i] != 0 ? power : round_value(d->values[i], 0);
        if (is_in_range(d, i, rounded_value)) d->values[i] = rounded_value;
    }
}

/* The feature that is made 0, or one after the last; NH_MODEL_NONE: that is not possible here. */
static size_t draw_signs(sign_search *s, size_t try, bool is_exact) {
    value_draw *d = &s->d;
    size_t number = is_exact ? 4 + try:
        2 * try + 5; /* signs at random */
    size_t count = s->signs->count;
    double wide = WIDE * pow(1.03, (double)(try % WIDER));
    draw_numbers(d, s->random, number, wide);
    for (size_t i = 0; i < d->model->parameters.count; i++) d->exact[i] = NULL;
    if (is_exact) {
        bool is_power = try / count % 2 == 1;
        round_numbers(d, is_power);
        size_t feature = try % count;
        size_t first = (size_t)nh_random_between(s->random, 0, (int64_t)d->model->parameters.count - 1);
        size_t made = make_zero(d, s->signs->model, s->features[feature], first, !is_power);
        return made != NH_MODEL_NONE ? feature : NH_MODEL_NONE;
    }
    if (try % 2 == 1) go_to_threshold(s, number, wide);
    return count;
}

bool nh_draw_unseen(const nh_model *model, nh_arena *arena, nh_random *random, size_t number, nh_draw_signs *signs,
                    bool is_exact, nh_drawn *drawn) {
    NH_ASSERT(signs->count < 32);
    sign_search s = {.d = begin_draw(model, arena), .signs = signs, .random = random};
    nh_expr *features = NH_NEW_ARRAY(arena, nh_expr, signs->count + 1);
    if (signs->count == 0 || model->parameters.count == 0) return false;
    draw_numbers(&s.d, random, number, WIDE);
    for (size_t i = 0; i < signs->count; i++) {
        features[i] = with_kept_values(&s.d, signs->model, signs->features[i]);
        if (features[i] == NH_EXPR_UNDEFINED) return false;
    }
    s.features = features;
    s.measure = measure_of(signs->model, arena, signs->count, features);
    for (size_t try = 0; try < SIGN_TRIES; try++) {
        size_t zero = draw_signs(&s, try, is_exact);
        if (zero == NH_MODEL_NONE) continue;
        uint64_t code = signs_at(s.measure, s.d.values, signs->count, zero);
        if (!are_new(signs, code)) continue;
        nh_array_push(&signs->seen, code);
        *drawn = write_set(&s.d, random, number);
        return true;
    }
    return false;
}

void nh_draw_note(nh_draw_signs *signs, nh_arena *arena, const nh_model *values) {
    NH_ASSERT(signs->count < 32);
    if (signs->count == 0) return;
    nh_program *m = measure_of(signs->model, arena, signs->count, signs->features);
    uint64_t code = signs_at(m, nh_model_parameter_values(values, arena), signs->count, signs->count);
    if (are_new(signs, code)) nh_array_push(&signs->seen, code);
}
