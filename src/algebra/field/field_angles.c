/* Angles and exponents as sums of rational multiples of terms. */
#include "algebra/field/field_private.h"
#include "base/assert.h"

/* Multiples of an angle beyond this are not written by its sine and cosine; nor are angles of more terms than this. */
enum { MOST_MULTIPLE = 40, MOST_SUMMANDS = 40 };

/* multiple * term */
typedef struct summand {
    nh_expr term;
    nh_rat multiple;
} summand;

typedef NH_ARRAY(summand) summands;

/* The terms of num, each over the primitive part of den. */
static summands split_summands(nh_field *field, nh_element a) {
    summands all = {.arena = field->arena};
    nh_rat content = nh_mpoly_content(field->arena, a.den);
    nh_mpoly *number = nh_mpoly_new(field->ring), *rest = nh_mpoly_new(field->ring);
    nh_mpoly_set_integer(number, content);
    (void)nh_mpoly_divide(rest, a.den, number);
    nh_expr below = nh_field_expr_of_poly(field, rest);
    nh_mpoly_free(rest);
    nh_mpoly_free(number);
    uint32_t *powers = NH_NEW_ARRAY(field->arena, uint32_t, field->generators.count + 1);
    for (size_t i = 0; i < nh_mpoly_terms(a.num); i++) {
        nh_rat c = nh_mpoly_term(field->arena, a.num, i, powers);
        nh_expr term = NH_EXPR_ONE;
        for (uint32_t v = 0; v < field->generators.count; v++)
            if (powers[v] > 0)
                term = nh_expr_mul(field->pool, term,
                                   nh_expr_pow_int(field->pool, field->generators.items[v].meaning, powers[v]));
        summand s = {nh_expr_div(field->pool, term, below), nh_rat_div(field->arena, c, content)};
        nh_array_push(&all, s);
    }
    return all;
}

typedef NH_ARRAY(nh_angle) angle_list;

/* The entry for a term whose multiples have this denominator; learns it where it is new. */
static nh_angle *find_angle(nh_field *field, bool is_exponent, nh_expr term, int64_t denominator) {
    angle_list *list = is_exponent ? (angle_list *)&field->exponents : (angle_list *)&field->angles;
    for (size_t i = 0; i < list->count; i++) {
        nh_angle *angle = &list->items[i];
        if (angle->term != term) continue;
        int64_t a = angle->denominator, b = denominator;
        while (b != 0) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (denominator / a != 1) { /* a is the gcd: the common denominator grows */
            angle->denominator *= denominator / a;
            field->is_settled = false;
        }
        return angle;
    }
    nh_array_push(list, ((nh_angle){term, denominator, NH_INDEX_NONE, NH_INDEX_NONE}));
    return &list->items[list->count - 1];
}

static nh_expr part_of(nh_field *field, const nh_angle *angle) {
    return nh_expr_scale(field->pool, nh_rat_make(1, angle->denominator), angle->term);
}

/* Generators for the sine and cosine of term / denominator. */
static void make_sincos(nh_field *field, nh_angle *angle) {
    if (angle->cosine != NH_INDEX_NONE) return;
    nh_expr u = part_of(field, angle);
    nh_generator cosine = {.kind = NH_GENERATOR_FREE, .meaning = nh_expr_apply1(field->pool, NH_EXPR_COS, u)};
    nh_generator sine = {.kind = NH_GENERATOR_SINE, .meaning = nh_expr_apply1(field->pool, NH_EXPR_SIN, u), .order = 2};
    uint32_t c = nh_field_add_generator(field, cosine);
    nh_element square = nh_element_variable(field, c), one = nh_element_number(field, nh_rat_int(1));
    square = nh_element_mul(field, square, square);
    sine.square = nh_element_sub(field, one, square);
    angle->cosine = c;
    angle->sine = nh_field_add_generator(field, sine);
}

typedef struct rotation {
    nh_element cosine, sine;
} rotation;

static rotation compose_rotations(nh_field *field, rotation a, rotation b) {
    nh_element cc = nh_element_mul(field, a.cosine, b.cosine), ss = nh_element_mul(field, a.sine, b.sine);
    nh_element sc = nh_element_mul(field, a.sine, b.cosine), cs = nh_element_mul(field, a.cosine, b.sine);
    return (rotation){nh_element_sub(field, cc, ss), nh_element_add(field, sc, cs)};
}

static rotation repeat_rotation(nh_field *field, rotation a, int64_t times) {
    nh_element zero = nh_element_new(field), one = nh_element_number(field, nh_rat_int(1));
    rotation result = {one, zero};
    if (times < 0) a.sine = nh_element_neg(field, a.sine);
    for (uint64_t left = (uint64_t)(times < 0 ? -times : times); left > 0; left /= 2) {
        if (left % 2 == 1) result = compose_rotations(field, result, a);
        if (left > 1) a = compose_rotations(field, a, a);
    }
    return result;
}

/* cos(pi/d) and sin(pi/d) by roots; false for other d. */
static bool exact_part_of_pi(nh_field *field, int64_t d, rotation *result) {
    nh_pool *pool = field->pool;
    nh_expr c, s, two = nh_expr_sqrt(pool, nh_expr_int(pool, 2)), three = nh_expr_sqrt(pool, nh_expr_int(pool, 3));
    nh_expr half = nh_expr_fraction(pool, 1, 2);
    switch (d) {
        case 1: c = NH_EXPR_MINUS_ONE, s = NH_EXPR_ZERO; break;
        case 2: c = NH_EXPR_ZERO, s = NH_EXPR_ONE; break;
        case 3: c = half, s = nh_expr_mul(pool, half, three); break;
        case 4: c = s = nh_expr_mul(pool, half, two); break;
        case 6: c = nh_expr_mul(pool, half, three), s = half; break;
        case 12:
            c = nh_expr_div(pool, nh_expr_mul(pool, two, nh_expr_add(pool, three, NH_EXPR_ONE)), nh_expr_int(pool, 4));
            s = nh_expr_div(pool, nh_expr_mul(pool, two, nh_expr_sub(pool, three, NH_EXPR_ONE)), nh_expr_int(pool, 4));
            break;
        default: return false;
    }
    return nh_field_enter(field, c, &result->cosine) && nh_field_enter(field, s, &result->sine);
}

/* The rotation by one summand; false when its multiple is too large to be written out. */
static bool rotate_summand(nh_field *field, summand s, rotation *result) {
    int64_t numerator, denominator;
    if (!nh_rat_get_int(nh_rat_num(field->arena, s.multiple), &numerator)) return false;
    if (!nh_rat_get_int(nh_rat_den(field->arena, s.multiple), &denominator) || denominator > MOST_MULTIPLE)
        return false;
    rotation one;
    if (s.term == NH_EXPR_PI && exact_part_of_pi(field, denominator, &one)) {
        *result = repeat_rotation(field, one, numerator % (2 * denominator));
        return true;
    }
    nh_angle *angle = find_angle(field, false, s.term, denominator);
    if (angle->denominator > MOST_MULTIPLE) return false;
    numerator *= angle->denominator / denominator;
    if (numerator > MOST_MULTIPLE || numerator < -MOST_MULTIPLE) return false;
    make_sincos(field, angle);
    one = (rotation){nh_element_variable(field, angle->cosine), nh_element_variable(field, angle->sine)};
    *result = repeat_rotation(field, one, numerator);
    return true;
}

/* The whole angle as one term. */
static rotation rotate_whole(nh_field *field, nh_element angle) {
    rotation result;
    summand whole = {nh_field_expr(field, angle), nh_rat_int(1)};
    bool done = rotate_summand(field, whole, &result);
    NH_ASSERT(done);
    (void)done;
    return result;
}

void nh_field_sincos(nh_field *field, nh_element angle, nh_element *sine, nh_element *cosine) {
    angle = nh_element_rationalise(field, angle);
    rotation all = {nh_element_number(field, nh_rat_int(1)), nh_element_new(field)}, one;
    summands parts = split_summands(field, angle);
    bool is_written = parts.count <= MOST_SUMMANDS;
    for (size_t i = 0; i < parts.count && is_written; i++) {
        is_written = rotate_summand(field, parts.items[i], &one);
        if (is_written) all = compose_rotations(field, all, one);
    }
    if (!is_written) all = rotate_whole(field, angle);
    *sine = all.sine;
    *cosine = all.cosine;
}

/* exp of one summand; false when its multiple is too large. */
static bool exponentiate_summand(nh_field *field, summand s, nh_element *result) {
    int64_t numerator, denominator;
    if (!nh_rat_get_int(nh_rat_num(field->arena, s.multiple), &numerator)) return false;
    if (!nh_rat_get_int(nh_rat_den(field->arena, s.multiple), &denominator) || denominator > MOST_MULTIPLE)
        return false;
    nh_angle *exponent = find_angle(field, true, s.term, denominator);
    if (exponent->denominator > MOST_MULTIPLE) return false;
    numerator *= exponent->denominator / denominator;
    if (numerator > MOST_MULTIPLE || numerator < -MOST_MULTIPLE) return false;
    if (exponent->cosine == NH_INDEX_NONE) {
        nh_expr meaning = nh_expr_apply1(field->pool, NH_EXPR_EXP, part_of(field, exponent));
        exponent->cosine = nh_field_add_generator(field, (nh_generator){.kind = NH_GENERATOR_FREE, .meaning = meaning});
    }
    *result = nh_element_pow(field, nh_element_variable(field, exponent->cosine), numerator);
    return true;
}

nh_element nh_field_exp(nh_field *field, nh_element exponent) {
    exponent = nh_element_rationalise(field, exponent);
    nh_element all = nh_element_number(field, nh_rat_int(1)), one;
    summands parts = split_summands(field, exponent);
    bool is_written = parts.count <= MOST_SUMMANDS;
    for (size_t i = 0; i < parts.count && is_written; i++) {
        is_written = exponentiate_summand(field, parts.items[i], &one);
        if (is_written) all = nh_element_mul(field, all, one);
    }
    if (is_written) return all;
    nh_expr whole = nh_expr_apply1(field->pool, NH_EXPR_EXP, nh_field_expr(field, exponent));
    return nh_element_variable(field, nh_field_variable(field, whole));
}
