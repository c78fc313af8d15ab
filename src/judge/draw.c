#include "judge/draw.h"

#include <math.h>

#include "base/text.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "model/values.h"
#include "num/number.h"

enum { PARTS = 64, NUMBER_BYTES = 64 };
#define LEAST_FREE 0.25 /* what has no value */
#define MOST_FREE 2.5

/* ---- what is kept ---- */

/* Symbols in exponents, of the model, and of what is judged: what is a whole number there should stay one. */
static nh_map find_exponents(nh_model *model, nh_arena *arena, bool with_records) {
    nh_map found = nh_map_make(arena);
    NH_ARRAY(nh_expr) list = {.arena = arena};
    nh_array_push(&list, model->L);
    for (size_t i = 0; i < model->rows.count; i++) nh_array_push(&list, model->rows.items[i].residual);
    if (with_records)
        for (size_t i = 0; i < model->records.count; i++) nh_array_push(&list, model->records.items[i].value);
    for (size_t i = 0; i < model->coordinates.count; i++) nh_array_push(&list, model->Q[i]);
    nh_walk *walk = nh_walk_begin(model->pool, list.count, list.items, NH_WALK_DEFINITIONS);
    NH_ARRAY(nh_expr) exponents = {.arena = arena};
    for (uint32_t i = 0; i < walk->count; i++)
        if (nh_expr_kind_of(model->pool, walk->order[i]) == NH_EXPR_POWER)
            nh_array_push(&exponents, nh_expr_args(model->pool, walk->order[i])[1]);
    nh_walk_end(walk);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, exponents.count, exponents.items, &count);
    for (uint32_t i = 0; i < count; i++) nh_map_put(&found, symbols[i], 1);
    return found;
}

static bool is_kept(nh_model *model, nh_arena *arena, const nh_parameter *parameter, const nh_map *exponents) {
    uint32_t count;
    if (parameter->is_set) return true;
    if (parameter->value == NH_EXPR_UNDEFINED) return false;
    if (nh_map_get(exponents, parameter->symbol) != NULL) return true;
    (void)nh_expr_symbols(model->pool, arena, 1, &parameter->value, &count);
    return count > 0;
}

/* ---- values ---- */

/* In every second set a multiple of 1/64, so that its decimal digits are few and exact; not 0. In the others as it is: multiples of a number are special. */
static double rounded(double value, size_t number) {
    if (number % 2 == 1) return value;
    double parts = nearbyint(value * PARTS);
    return (parts != 0 ? parts : 1) / PARTS;
}

static double constant_of(nh_model *model, nh_arena *arena, nh_expr e) {
    nh_expr closed = nh_model_with_values(model, arena, e);
    double value = NAN;
    if (nh_expr_is_number(model->pool, closed))
        value = nh_rat_double(model->context, nh_expr_rational(model->pool, closed));
    return value;
}

/* Of what has no value: plus, minus, then one after the other, and the opposite of that, so that each has both signs; then at random. */
static int sign_of_free(const nh_model *model, const nh_parameter *parameter, nh_random *random, size_t number) {
    bool is_odd = (parameter - model->parameters.items) % 2 == 1, is_random = nh_random_unit(random) < 0.5;
    bool is_negative[] = {false, true, is_odd, !is_odd};
    return (number < 4 ? is_negative[number] : is_random) ? -1 : 1;
}

static double draw_value(nh_model *model, nh_arena *arena, const nh_parameter *parameter, nh_random *random,
                         size_t number) {
    double low = NAN, high = NAN, own = NAN;
    if (parameter->low != NH_EXPR_UNDEFINED) low = constant_of(model, arena, parameter->low);
    if (parameter->high != NH_EXPR_UNDEFINED) high = constant_of(model, arena, parameter->high);
    if (parameter->value != NH_EXPR_UNDEFINED) own = constant_of(model, arena, parameter->value);
    if (low < high) {
        double value = rounded(nh_random_uniform(random, low, high), number);
        return value > low && value < high ? value : nh_random_uniform(random, low, high);
    }
    if (isnan(own)) {
        return rounded(nh_random_uniform(random, LEAST_FREE, MOST_FREE), number) *
               sign_of_free(model, parameter, random, number);
    }
    if (own == 0)
        return rounded(nh_random_uniform(random, 0.2, 1), number) * sign_of_free(model, parameter, random, number);
    double value = rounded(own * nh_random_uniform(random, 0.6, 1.5), number);
    return fabs(value / own) < 3 && value / own > 0.3 ? value : own * nh_random_uniform(random, 0.6, 1.5);
}

/* ---- functions ---- */

/* "0.75*a1 + 1.25*a2 + 0.5" */
static const char *draw_angle(nh_arena *arena, uint32_t arity, nh_random *random) {
    nh_text text = nh_text_begin(arena);
    char digits[NUMBER_BYTES];
    for (uint32_t i = 0; i < arity; i++) {
        nh_number_shortest(digits, rounded(nh_random_uniform(random, 0.3, 1.2), 0));
        nh_text_format(&text, "%s*a%u + ", digits, (unsigned)i + 1);
    }
    nh_number_shortest(digits, rounded(nh_random_uniform(random, 0, 3), 0));
    nh_text_add(&text, digits);
    return nh_text_string(&text);
}

/* "C(a1, a2)=2.5 + 0.5*sin(...) + 0.25*cos(...)*sin(...) + 0.5/(1 + (...)^2)": smooth, with derivatives that have nothing to do with each other, and positive in every second set, since it may stand under a root. The first two are bounded, the others grow; the fourth changes its sign. */
static const char *draw_body(const nh_model *model, nh_arena *arena, const nh_function *function, nh_random *random,
                             size_t number) {
    nh_text text = nh_text_begin(arena);
    char digits[NUMBER_BYTES];
    nh_text_format(&text, "%s(", nh_name_text(model->context, function->name));
    for (uint32_t i = 0; i < function->arity; i++) nh_text_format(&text, "%sa%u", i > 0 ? ", " : "", (unsigned)i + 1);
    nh_number_shortest(digits, rounded(nh_random_uniform(random, 2, 3), 0) * (number % 2 == 1 ? -1 : 1));
    nh_text_format(&text, ")=%s", digits);
    nh_text_format(&text, " + 0.5*sin(%s)", draw_angle(arena, function->arity, random));
    nh_text_format(&text, " + 0.25*cos(%s)", draw_angle(arena, function->arity, random));
    nh_text_format(&text, "*sin(%s)", draw_angle(arena, function->arity, random));
    nh_text_format(&text, " + 0.5/(1 + (%s)^2)", draw_angle(arena, function->arity, random));
    if (number == 2) nh_text_format(&text, " + 0.125*(%s)^2", draw_angle(arena, function->arity, random));
    if (number == 3) nh_text_format(&text, " + 0.75*(%s)", draw_angle(arena, function->arity, random));
    return nh_text_string(&text);
}

nh_drawn nh_draw_values(nh_model *model, nh_arena *arena, nh_random *random, size_t number) {
    nh_map kept = find_exponents(model, arena, false), whole = find_exponents(model, arena, true);
    nh_text words = nh_text_begin(arena);
    size_t given = model->source.def.set.count, count = 0;
    bool has_functions = false;
    const char **set = NH_NEW_ARRAY(arena, const char *, given + model->parameters.count + model->functions.count + 1);
    for (size_t i = 0; i < given; i++) set[i] = model->source.def.set.items[i];
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *parameter = &model->parameters.items[i];
        char digits[NUMBER_BYTES];
        if (is_kept(model, arena, parameter, &kept)) continue;
        bool is_exponent = nh_map_get(&whole, parameter->symbol) != NULL;
        nh_number_shortest(digits, is_exponent ? (double)nh_random_between(random, 2, 4)
                                               : draw_value(model, arena, parameter, random, number));
        const char *name = nh_name_text(model->context, parameter->name);
        nh_text one = nh_text_begin(arena);
        nh_text_format(&one, "%s=%s", name, digits);
        nh_text_format(&words, "%s%s = %s", count > 0 ? ", " : "", name, digits);
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
