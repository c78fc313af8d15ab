#include "truth/judge/places_private.h"

#include "algebra/domain/domain.h"
#include "algebra/field/normal.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/implies/implication_exists.h"
#include "truth/limits_private.h"

/* Lists that are named; combinations of what occurs in them that are examined. */
enum { MOST_SHOWN = 3, MOST_TAKEN = 64 };

/* "q1 - q2 and x' are not 0". */
static void add_words(const nh_model *model, nh_text *text, const nh_linear_assumptions *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0) nh_text_add(text, i + 1 < list->count ? ", " : " and ");
        nh_expr_print(model->pool, text, list->nonzero[i]);
    }
    nh_text_add(text, list->count == 1 ? " is not 0" : " are not 0");
}

static bool is_among(const nh_linear_assumptions *list, nh_expr e) {
    return nh_is_among(e, list->count, list->nonzero);
}

/* ---- signs of roots ---- */

static bool is_parameter(const nh_model *model, nh_expr symbol) {
    for (size_t i = 0; i < model->parameters.count; i++)
        if (model->parameters.items[i].symbol == symbol) return true;
    return false;
}

/* The sign of a root that occurs in e, a symbol of the explicit form; undefined: there is none. */
static nh_expr sign_in(const nh_model *model, nh_arena *arena, nh_expr e) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_symbol_of(model->pool, symbols[i])->role == NH_ROLE_PARAMETER && !is_parameter(model, symbols[i]))
            return symbols[i];
    return NH_EXPR_UNDEFINED;
}

static void add_once(const nh_model *model, nh_exprs *to, nh_expr e) {
    if (nh_exprs_has(to, e)) return;
    if (!nh_expr_is_number(model->pool, e)) nh_array_push(to, e);
}

/* The factors of what is factored. */
static void add_factors(const nh_model *model, nh_exprs *to, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(model->pool, e, &ignored);
    if (nh_expr_kind_of(model->pool, e) != NH_EXPR_PRODUCT) add_once(model, to, e);
    else
        for (uint32_t i = 0; i < nh_expr_arity(model->pool, e); i += 2)
            add_once(model, to, nh_expr_args(model->pool, e)[i]);
}

/* e with each sign of each root in it; false where it is 0 with one of them. */
static bool add_signed(const nh_model *model, nh_arena *arena, nh_exprs *to, nh_expr e) {
    const nh_expr values[] = {NH_EXPR_ONE, NH_EXPR_MINUS_ONE};
    nh_expr sign = sign_in(model, arena, e);
    if (sign == NH_EXPR_UNDEFINED) add_factors(model, to, e);
    for (int s = 0; s < 2 && sign != NH_EXPR_UNDEFINED; s++) {
        nh_expr with = nh_expr_factored(model->pool, nh_expr_substitute(model->pool, e, 1, &sign, &values[s], true));
        if (with == NH_EXPR_UNDEFINED || with == NH_EXPR_ZERO || !add_signed(model, arena, to, with)) return false;
    }
    return true;
}

/* What contains a sign of a root is not 0 where it is not with either sign. */
static nh_linear_assumptions without_signs(const nh_model *model, nh_arena *arena, const nh_linear_assumptions *list) {
    nh_exprs found = {.arena = arena};
    for (size_t i = 0; i < list->count; i++) {
        size_t before = found.count;
        bool has_sign = sign_in(model, arena, list->nonzero[i]) != NH_EXPR_UNDEFINED;
        if (has_sign && add_signed(model, arena, &found, list->nonzero[i])) continue;
        found.count = before;
        add_once(model, &found, list->nonzero[i]);
    }
    return (nh_linear_assumptions){.count = found.count, .nonzero = found.items};
}

/* ---- words ---- */

/* Whether these are 0 together nowhere: cos(phi) and sin(phi); or at no admissible state, whatever the parameters are
 * except for one that is not 0 (NH_EXPR_UNDEFINED: no such one). */
static bool never_vanish(const nh_model *model, nh_arena *arena, size_t count, const nh_expr *e, nh_expr nonzero) {
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t i = 0; i < count; i++) sum = nh_expr_add(model->pool, sum, nh_expr_mul(model->pool, e[i], e[i]));
    nh_expr below = nh_expr_div(model->pool, NH_EXPR_ONE, nh_expr_normal(model->pool, sum));
    nh_domain domain = nh_expr_domain(model->pool, arena, 1, &below, NULL);
    bool is_free = domain.nonzero_count + domain.positive_count + domain.nonnegative_count == 0;
    if (below != NH_EXPR_UNDEFINED && is_free) return true;
    const nh_states_wanted both = {.is_generic = true,
                                   .zero_count = (uint32_t)count,
                                   .zero = e,
                                   .nonzero_count = nonzero != NH_EXPR_UNDEFINED ? 1 : 0,
                                   .nonzero = &nonzero};
    return nh_states_exist(model, &both, NH_WORK_WHERE) == NH_NO;
}

/* Whether at every place where that is not 0 one of the lists contains no 0: whatever is taken, one of each, it never
 * vanishes together. */
static bool are_everywhere(const nh_model *model, nh_arena *arena, size_t count, const nh_linear_assumptions *lists,
                           nh_expr nonzero) {
    size_t all = 1;
    nh_expr *taken = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) all = all <= MOST_TAKEN ? all * lists[i].count : all;
    for (size_t k = 0; k < all && all <= MOST_TAKEN; k++) {
        for (size_t i = 0, rest = k; i < count; rest /= lists[i].count, i++)
            taken[i] = lists[i].nonzero[rest % lists[i].count];
        if (!never_vanish(model, arena, count, taken, nonzero)) return false;
    }
    return count > 0 && all <= MOST_TAKEN;
}

/* A parameter that is 0 wherever all lists contain a 0: c, of c^2 - x'^2 and x' where |P'| = c; undefined: none is
 * found. */
static nh_expr parameter_behind(const nh_model *model, nh_arena *arena, size_t count,
                                const nh_linear_assumptions *lists) {
    nh_exprs all = {.arena = arena};
    uint32_t found;
    for (size_t i = 0; i < count; i++) nh_array_append(&all, lists[i].count, lists[i].nonzero);
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, all.count, all.items, &found);
    for (uint32_t i = 0; i < found && count > 1; i++)
        if (is_parameter(model, symbols[i]) && are_everywhere(model, arena, count, lists, symbols[i]))
            return symbols[i];
    return NH_EXPR_UNDEFINED;
}

/* Takes out what all lists have in them. */
static nh_linear_assumptions take_common(nh_arena *arena, size_t count, nh_linear_assumptions *lists) {
    nh_expr *common = NH_NEW_ARRAY(arena, nh_expr, count > 0 ? lists[0].count + 1 : 1);
    nh_linear_assumptions found = {.nonzero = common};
    for (size_t k = 0; count > 0 && k < lists[0].count; k++) {
        size_t i = 1;
        while (i < count && is_among(&lists[i], lists[0].nonzero[k])) i++;
        if (i == count) common[found.count++] = lists[0].nonzero[k];
    }
    for (size_t i = 0; i < count; i++) {
        nh_expr *own = NH_NEW_ARRAY(arena, nh_expr, lists[i].count + 1);
        size_t kept = 0;
        for (size_t k = 0; k < lists[i].count; k++)
            if (!is_among(&found, lists[i].nonzero[k])) own[kept++] = lists[i].nonzero[k];
        lists[i].nonzero = own;
        lists[i].count = kept;
    }
    return found;
}

const char *nh_places_words(const nh_model *model, nh_arena *arena, size_t count, const nh_linear_assumptions *lists) {
    nh_text text = nh_text_begin(arena);
    nh_linear_assumptions *own = NH_NEW_ARRAY(arena, nh_linear_assumptions, count + 1);
    nh_linear_assumptions *all = NH_NEW_ARRAY(arena, nh_linear_assumptions, count + 1);
    for (size_t i = 0; i < count; i++) own[i] = all[i] = without_signs(model, arena, &lists[i]);
    NH_ASSERT(!nh_arena_is_scratch(arena) && (count == 0 || lists != NULL));
    nh_linear_assumptions common = take_common(arena, count, own);
    bool is_common = are_everywhere(model, arena, count, own, NH_EXPR_UNDEFINED);
    nh_expr behind = is_common ? NH_EXPR_UNDEFINED : parameter_behind(model, arena, count, own);
    if (behind != NH_EXPR_UNDEFINED) {
        nh_exprs with = {.arena = arena};
        nh_array_append(&with, common.count, common.nonzero);
        nh_array_push(&with, behind);
        common = (nh_linear_assumptions){.count = with.count, .nonzero = with.items};
        is_common = true;
    }
    if (is_common && common.count > 0) add_words(model, &text, &common);
    for (size_t i = 0; i < count && i <= MOST_SHOWN && !is_common; i++) {
        if (i > 0) nh_text_add(&text, ", or ");
        if (i < MOST_SHOWN) add_words(model, &text, &all[i]);
        else nh_text_add(&text, "...");
    }
    return text.length > 0 ? nh_text_string(&text) : NULL;
}
