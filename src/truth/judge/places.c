#include "truth/judge/places.h"

#include "algebra/domain/domain.h"
#include "algebra/field/normal.h"
#include "base/text.h"
#include "expr/print/print.h"
#include "facts/implies/implication_exists.h"

enum { MOST_SHOWN = 3, MOST_TAKEN = 64, MOST_WORK = 2000000 };

/* "q1 - q2 and x' are not 0". */
static void add_words(nh_model *model, nh_text *text, const nh_linear_assumptions *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0) nh_text_add(text, i + 1 < list->count ? ", " : " and ");
        nh_expr_print(model->pool, text, list->nonzero[i]);
    }
    nh_text_add(text, list->count == 1 ? " is not 0" : " are not 0");
}

static bool is_among(const nh_linear_assumptions *list, nh_expr e) {
    for (size_t i = 0; i < list->count; i++)
        if (list->nonzero[i] == e) return true;
    return false;
}

/* Whether these are 0 together nowhere: cos(phi) and sin(phi); or at no admissible state, whatever the parameters are. */
static bool never_vanish(nh_model *model, nh_arena *arena, size_t count, const nh_expr *e) {
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t i = 0; i < count; i++) sum = nh_expr_add(model->pool, sum, nh_expr_mul(model->pool, e[i], e[i]));
    nh_expr below = nh_expr_div(model->pool, NH_EXPR_ONE, nh_expr_normal(model->pool, sum));
    nh_domain domain = nh_expr_domain(model->pool, arena, 1, &below, NULL);
    bool is_free = domain.nonzero_count + domain.positive_count + domain.nonnegative_count == 0;
    if (below != NH_EXPR_UNDEFINED && is_free) return true;
    const nh_states_wanted both = {.is_generic = true, .zero_count = (uint32_t)count, .zero = e};
    return nh_states_exist(model, &both, MOST_WORK) == NH_NO;
}

/* Whether at every place one of the lists has no 0 in it: whatever is taken, one of each, it never vanishes together. */
static bool are_everywhere(nh_model *model, nh_arena *arena, size_t count, const nh_linear_assumptions *lists) {
    size_t all = 1;
    nh_expr *taken = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) all = all <= MOST_TAKEN ? all * lists[i].count : all;
    for (size_t k = 0; k < all && all <= MOST_TAKEN; k++) {
        for (size_t i = 0, rest = k; i < count; rest /= lists[i].count, i++)
            taken[i] = lists[i].nonzero[rest % lists[i].count];
        if (!never_vanish(model, arena, count, taken)) return false;
    }
    return count > 0 && all <= MOST_TAKEN;
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

const char *nh_places_words(nh_model *model, nh_arena *arena, size_t count, const nh_linear_assumptions *lists) {
    nh_text text = nh_text_begin(arena);
    nh_linear_assumptions *own = NH_NEW_ARRAY(arena, nh_linear_assumptions, count + 1);
    for (size_t i = 0; i < count; i++) own[i] = lists[i];
    nh_linear_assumptions common = take_common(arena, count, own);
    bool is_common = are_everywhere(model, arena, count, own);
    if (is_common && common.count > 0) add_words(model, &text, &common);
    for (size_t i = 0; i < count && i <= MOST_SHOWN && !is_common; i++) {
        if (i > 0) nh_text_add(&text, ", or ");
        if (i < MOST_SHOWN) add_words(model, &text, &lists[i]);
        else nh_text_add(&text, "...");
    }
    return text.length > 0 ? nh_text_string(&text) : NULL;
}
