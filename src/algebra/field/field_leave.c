/* Elements as expressions: sums of monomials, one fraction. */
#include "algebra/field/field_private.h"

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

typedef enum sum_style { PLAIN, JOINED_BY_COST, JOINED_BY_LENGTH } sum_style;

static nh_expr written_poly(nh_field *field, nh_mpoly *p, sum_style how) {
    return how == PLAIN ? nh_field_expr_of_poly(field, p)
                        : nh_field_expr_of_poly_joined(field, p, how == JOINED_BY_COST);
}

/* ---- (1 - c) (1 + c) = s^2 ---- */

/* variable + value, among the factors; NULL when it is not there */
static nh_mpoly_factor *find_shifted(nh_field *field, size_t count, nh_mpoly_factor *list, uint32_t variable,
                                     int64_t value) {
    nh_mpoly *wanted = nh_mpoly_new(field->ring), *number = nh_mpoly_new(field->ring);
    nh_mpoly_set_variable(wanted, variable);
    nh_mpoly_set_int(number, value);
    nh_mpoly_add(wanted, wanted, number);
    nh_mpoly_factor *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (nh_mpoly_equal(list[i].factor, wanted)) found = &list[i];
    nh_mpoly_free(number);
    nh_mpoly_free(wanted);
    return found;
}

/* Takes both factors of 1 - c^2 away, as often as both are there: returns what they are, a power of
 * the sine with its sign. */
static nh_expr take_squares(nh_field *field, const nh_angle *angle, size_t count, nh_mpoly_factor *list) {
    nh_mpoly_factor *minus = find_shifted(field, count, list, angle->cosine, -1);
    nh_mpoly_factor *plus = find_shifted(field, count, list, angle->cosine, 1);
    if (minus == NULL || plus == NULL) return NH_EXPR_ONE;
    uint32_t times = minus->times < plus->times ? minus->times : plus->times;
    minus->times -= times;
    plus->times -= times;
    nh_expr power = nh_expr_pow_int(field->pool, field->generators.items[angle->sine].meaning, 2 * (int64_t)times);
    return nh_expr_scale(field->pool, nh_rat_int(times % 2 == 1 ? -1 : 1), power);
}

static nh_expr all_squares(nh_field *field, size_t count, nh_mpoly_factor *list) {
    nh_expr product = NH_EXPR_ONE;
    for (size_t i = 0; i < field->angles.count; i++) {
        const nh_angle *angle = &field->angles.items[i];
        if (angle->sine == NH_INDEX_NONE || angle->cosine == NH_INDEX_NONE) continue;
        product = nh_expr_mul(field->pool, product, take_squares(field, angle, count, list));
    }
    return product;
}

/* ---- factors ---- */

/* p as number * product of factors. */
static nh_expr factored_poly(nh_field *field, nh_mpoly *p, sum_style how) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    if (nh_mpoly_is_zero(p) || !nh_mpoly_factorise(field->arena, p, &number, &list, &count))
        return written_poly(field, p, how);
    nh_expr *factors = NH_NEW_ARRAY(field->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) nh_array_push(&field->owned, list[i].factor);
    factors[count] = how == PLAIN ? NH_EXPR_ONE : all_squares(field, count, list);
    for (size_t i = 0; i < count; i++)
        factors[i] = list[i].times == 0
                         ? NH_EXPR_ONE
                         : nh_expr_pow_int(field->pool, written_poly(field, list[i].factor, how), list[i].times);
    return nh_expr_scale(field->pool, number, nh_expr_product(field->pool, count + 1, factors));
}

nh_expr nh_field_expr_factored(nh_field *field, nh_element a) {
    return nh_expr_div(field->pool, factored_poly(field, a.num, PLAIN), factored_poly(field, a.den, PLAIN));
}

static sum_style joined_by(bool is_by_cost) {
    return is_by_cost ? JOINED_BY_COST : JOINED_BY_LENGTH;
}

nh_expr nh_field_expr_joined(nh_field *field, nh_element a, bool is_by_cost) {
    sum_style how = joined_by(is_by_cost);
    return nh_expr_div(field->pool, written_poly(field, a.num, how), written_poly(field, a.den, how));
}

nh_expr nh_field_expr_factored_joined(nh_field *field, nh_element a, bool is_by_cost) {
    sum_style how = joined_by(is_by_cost);
    return nh_expr_div(field->pool, factored_poly(field, a.num, how), factored_poly(field, a.den, how));
}
