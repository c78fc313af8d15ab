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

/* Symbols in exponents: what is a whole number there should stay one. */
static nh_map find_exponents(nh_model *model, nh_arena *arena) {
    nh_map found = nh_map_make(arena);
    NH_ARRAY(nh_expr) list = {.arena = arena};
    nh_array_push(&list, model->L);
    for (size_t i = 0; i < model->rows.count; i++) nh_array_push(&list, model->rows.items[i].residual);
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

/* A multiple of 1/64, so that its decimal digits are few and exact; not 0. */
static double rounded(double value) {
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

static double draw_value(nh_model *model, nh_arena *arena, const nh_parameter *parameter, nh_random *random,
                         size_t number) {
    double low = NAN, high = NAN, own = NAN;
    if (parameter->low != NH_EXPR_UNDEFINED) low = constant_of(model, arena, parameter->low);
    if (parameter->high != NH_EXPR_UNDEFINED) high = constant_of(model, arena, parameter->high);
    if (parameter->value != NH_EXPR_UNDEFINED) own = constant_of(model, arena, parameter->value);
    if (low < high) {
        double value = rounded(nh_random_uniform(random, low, high));
        return value > low && value < high ? value : nh_random_uniform(random, low, high);
    }
    if (isnan(own)) {
        bool is_negative = model->motion != NULL && number > 0 && nh_random_unit(random) < 0.5;
        return rounded(nh_random_uniform(random, LEAST_FREE, MOST_FREE)) * (is_negative ? -1 : 1);
    }
    if (own == 0) return rounded(nh_random_uniform(random, 0.2, 1));
    double value = rounded(own * nh_random_uniform(random, 0.6, 1.5));
    return fabs(value / own) < 3 && value / own > 0.3 ? value : own * nh_random_uniform(random, 0.6, 1.5);
}

/* ---- functions ---- */

/* "C(a1, a2)=1.25 + 0.5*sin(0.75*a1 + 1.25*a2 + 0.5)": smooth, and positive, since it may stand under a root. */
static const char *draw_body(const nh_model *model, nh_arena *arena, const nh_function *function, nh_random *random) {
    nh_text head = nh_text_begin(arena), angle = nh_text_begin(arena);
    char digits[NUMBER_BYTES];
    nh_text_format(&head, "%s(", nh_name_text(model->context, function->name));
    for (uint32_t i = 0; i < function->arity; i++) {
        nh_number_shortest(digits, rounded(nh_random_uniform(random, 0.3, 1.2)));
        nh_text_format(&head, "%sa%u", i > 0 ? ", " : "", (unsigned)i + 1);
        nh_text_format(&angle, "%s*a%u + ", digits, (unsigned)i + 1);
    }
    nh_number_shortest(digits, rounded(nh_random_uniform(random, 0, 3)));
    nh_text_add(&angle, digits);
    nh_number_shortest(digits, rounded(nh_random_uniform(random, 1.5, 2.5)));
    nh_text_format(&head, ")=%s + ", digits);
    nh_number_shortest(digits, rounded(nh_random_uniform(random, 0.3, 0.9)));
    nh_text_format(&head, "%s*sin(%s)", digits, nh_text_string(&angle));
    return nh_text_string(&head);
}

nh_drawn nh_draw_values(nh_model *model, nh_arena *arena, nh_random *random, size_t number) {
    nh_map exponents = find_exponents(model, arena);
    nh_text words = nh_text_begin(arena);
    size_t given = model->source.def.set.count, count = 0;
    bool has_functions = false;
    const char **set = NH_NEW_ARRAY(arena, const char *, given + model->parameters.count + model->functions.count + 1);
    for (size_t i = 0; i < given; i++) set[i] = model->source.def.set.items[i];
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *parameter = &model->parameters.items[i];
        char digits[NUMBER_BYTES];
        if (is_kept(model, arena, parameter, &exponents)) continue;
        bool is_exponent = nh_map_get(&exponents, parameter->symbol) != NULL;
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
        set[given + count] = draw_body(model, arena, &model->functions.items[i], random);
        nh_text_format(&words, "%s%s", count > 0 ? ", " : "", set[given + count]);
        has_functions = true;
        count++;
    }
    return (nh_drawn){.has_functions = has_functions, .set = {set, given + count}, .words = nh_text_string(&words)};
}
