/* Ranges of values, exact rational numbers. */
#include "steady/range_private.h"

#include <math.h>
#include <string.h>

#include <nonholo/stability.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "num/number.h"
#include "system/read.h"

/* The golden section. */
#define GENERIC 0.381966011250105

/* ---- reading ---- */

_Noreturn static void fail_range(const nh_model *model, const char *text) {
    nh_fail(model->context, NH_E_USAGE, "range",
            "'%s' is not a range: write NAME=A:B or NAME=A:B:N, with different decimal numbers A and B, and a whole "
            "number N from 2 to %d",
            text, NH_STABILITY_VALUES_MAX);
}

/* A decimal number with a sign. */
static bool read_number(nh_arena *arena, const char *text, nh_rat *value) {
    bool is_negative = *text == '-';
    const char *digits = text + (*text == '-' || *text == '+');
    size_t length = strlen(digits);
    if (length == 0 || nh_rat_read(arena, digits, length, value) != length) return false;
    if (is_negative) *value = nh_rat_neg(arena, *value);
    return true;
}

/* The whole number from 2 on; 0: it is none. */
static size_t read_count(const char *text) {
    size_t count = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || count > NH_STABILITY_VALUES_MAX) return 0;
        count = 10 * count + (size_t)(*c - '0');
    }
    return count >= 2 && count <= NH_STABILITY_VALUES_MAX ? count : 0;
}

/* What the name is of. */
static bool find_named(const nh_model *model, nh_range *r) {
    size_t length = strlen(r->name), n = model->coordinates.count;
    bool is_velocity = r->name[length - 1] == '\'';
    for (size_t i = 0; i < model->parameters.count && !is_velocity; i++)
        if (strcmp(nh_name_text(model->context, model->parameters.items[i].name), r->name) == 0) {
            r->varied = NH_VARIED_PARAMETER;
            r->which = (uint32_t)i;
            return true;
        }
    length -= is_velocity;
    for (size_t i = 0; i < n; i++) {
        const char *name = nh_name_text(model->context, model->coordinates.items[i].name);
        if (strlen(name) != length || strncmp(name, r->name, length) != 0) continue;
        r->varied = NH_VARIED_STATE;
        r->which = (uint32_t)(is_velocity ? n + i : i);
        return true;
    }
    return false;
}

nh_range nh_range_read(nh_arena *arena, const nh_model *model, const char *text, size_t count) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && count >= 2);
    nh_range r = {.arena = arena, .context = model->context, .count = count};
    char *copy = (char *)nh_arena_text(arena, text, strlen(text));
    char *equals = strchr(copy, '=');
    char *colon = equals != NULL ? strchr(equals, ':') : NULL;
    if (colon == NULL || equals == copy) fail_range(model, text);
    char *second = strchr(colon + 1, ':');
    *equals = *colon = '\0';
    if (second != NULL) *second = '\0';
    r.name = copy;
    if (second != NULL) r.count = read_count(second + 1);
    bool is_read = read_number(arena, equals + 1, &r.from) && read_number(arena, colon + 1, &r.to);
    if (!is_read || r.count == 0 || nh_rat_eq(r.from, r.to)) fail_range(model, text);
    if (!find_named(model, &r))
        nh_fail(model->context, NH_E_USAGE, "vary", "'%s' is not a parameter, coordinate or velocity of the model",
                r.name);
    return r;
}

/* ---- values ---- */

nh_rat nh_range_value(const nh_range *r, size_t i) {
    NH_ASSERT(i < r->count);
    nh_rat part = nh_rat_div(r->arena, nh_rat_int((int64_t)i), nh_rat_int((int64_t)r->count - 1));
    nh_rat whole = nh_rat_mul(r->arena, nh_rat_sub(r->arena, r->to, r->from), part);
    return nh_rat_add(r->arena, r->from, whole);
}

double nh_range_double(const nh_range *r, size_t i) {
    return nh_rat_double(r->context, nh_range_value(r, i));
}

size_t nh_range_nearest(const nh_range *r, double value) {
    size_t best = 0;
    for (size_t i = 1; i < r->count; i++)
        if (fabs(nh_range_double(r, i) - value) < fabs(nh_range_double(r, best) - value)) best = i;
    return best;
}

/* ---- the model with other values ---- */

nh_model *nh_range_model(const nh_range *r, const nh_model *model, double value) {
    nh_read_def def = model->source.def;
    nh_strings *list = r->varied == NH_VARIED_PARAMETER ? &def.set : &def.init;
    const char **items = NH_NEW_ARRAY(r->arena, const char *, list->count + 1);
    nh_text text = nh_text_begin(r->arena);
    char digits[NH_NUMBER_SIZE];
    nh_number_shortest(digits, value);
    nh_text_format(&text, "%s=%s", r->name, digits);
    for (size_t i = 0; i < list->count; i++) items[i] = list->items[i];
    items[list->count] = nh_text_string(&text);
    *list = (nh_strings){items, list->count + 1};
    return nh_read_again(model, &def, model->source.is_trial);
}

nh_model *nh_range_generic(const nh_range *r, const nh_model *model) {
    if (r->varied != NH_VARIED_PARAMETER) return NULL;
    double from = nh_rat_double(r->context, r->from), to = nh_rat_double(r->context, r->to);
    return nh_range_model(r, model, from + GENERIC * (to - from));
}
