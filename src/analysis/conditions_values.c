/* What never vanishes, and what always does, with the values that the model gives to its parameters. */
#include "algebra/identity.h"
#include "algebra/normal.h"
#include "analysis/conditions_private.h"
#include "model/values.h"

/* e with the values put in; undefined when there are none. */
static nh_expr with_values(nh_places *p, nh_expr e) {
    nh_model *model = p->a->model;
    if (!nh_model_is_closed(model, p->arena)) return NH_EXPR_UNDEFINED;
    const nh_expr *values = nh_model_closed_values(model, p->arena);
    const nh_expr *symbols = nh_model_parameter_symbols(model, p->arena);
    return nh_expr_substitute(p->pool, e, (uint32_t)model->parameters.count, symbols, values, true);
}

bool nh_places_is_null(nh_places *p, nh_expr e) {
    nh_expr value = with_values(p, nh_expr_expand_names(p->pool, e));
    return value == NH_EXPR_ZERO || (value != NH_EXPR_UNDEFINED && nh_expr_is_proved_zero(p->pool, value));
}

bool nh_places_positive_by_values(nh_places *p, nh_expr e) {
    nh_expr value = with_values(p, nh_expr_expand_names(p->pool, e));
    bool result = value != NH_EXPR_UNDEFINED && nh_places_is_positive(p, value);
    if (result && value != e) p->uses_values[p->kind] = true;
    return result;
}

bool nh_places_never_zero(nh_places *p, nh_expr e) {
    nh_expr value = with_values(p, e);
    if (value == NH_EXPR_UNDEFINED) return false;
    nh_expr other = nh_expr_neg(p->pool, value);
    bool result = nh_places_is_positive(p, value) || nh_places_is_positive(p, other) ||
                  nh_expr_is_positive_in_turns(p->pool, value) || nh_expr_is_positive_in_turns(p->pool, other);
    if (result && value != e) p->uses_values[p->kind] = true;
    return result;
}
