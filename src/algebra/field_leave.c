/* Elements as expressions: sums of monomials, one fraction. */
#include "algebra/field_private.h"

nh_expr nh_field_expr_of_poly(nh_field *field, nh_mpoly *p) {
    size_t count = nh_mpoly_terms(p), generators = field->generators.count;
    nh_expr *terms = NH_NEW_ARRAY(field->arena, nh_expr, count + 1);
    nh_expr *factors = NH_NEW_ARRAY(field->arena, nh_expr, generators + 1);
    uint32_t *powers = NH_NEW_ARRAY(field->arena, uint32_t, generators + 1);
    for (size_t i = 0; i < count; i++) {
        nh_rat c = nh_mpoly_term(field->arena, p, i, powers);
        size_t used = 0;
        for (size_t v = 0; v < generators; v++)
            if (powers[v] > 0)
                factors[used++] = nh_expr_pow_int(field->pool, field->generators.items[v].meaning, powers[v]);
        terms[i] = nh_expr_scale(field->pool, c, nh_expr_product(field->pool, used, factors));
    }
    return nh_expr_sum(field->pool, count, terms);
}

nh_expr nh_field_expr(nh_field *field, nh_element a) {
    return nh_expr_div(field->pool, nh_field_expr_of_poly(field, a.num), nh_field_expr_of_poly(field, a.den));
}

/* p as number * product of factors. */
static nh_expr factored(nh_field *field, nh_mpoly *p) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    if (nh_mpoly_is_zero(p) || !nh_mpoly_factorise(field->arena, p, &number, &list, &count))
        return nh_field_expr_of_poly(field, p);
    nh_expr *factors = NH_NEW_ARRAY(field->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&field->owned, list[i].factor);
        factors[i] = nh_expr_pow_int(field->pool, nh_field_expr_of_poly(field, list[i].factor), list[i].times);
    }
    return nh_expr_scale(field->pool, number, nh_expr_product(field->pool, count, factors));
}

nh_expr nh_field_expr_factored(nh_field *field, nh_element a) {
    return nh_expr_div(field->pool, factored(field, a.num), factored(field, a.den));
}
