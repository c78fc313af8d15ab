/* Squares in the field: u + v r is found from its square, one sine or square root after the other. */
#include "algebra/field_roots_private.h"

enum { SQUARE_TERMS = 300, SQUARE_DEPTH = 6 };

/* The last sine or square root in p; NH_INDEX_NONE when there is none. */
static uint32_t last_quadratic(const nh_field *field, nh_mpoly *p) {
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;)
        if (field->generators.items[v].kind != NH_GENERATOR_FREE && field->generators.items[v].order == 2 &&
            nh_mpoly_uses(p, v))
            return v;
    return NH_INDEX_NONE;
}

/* Whether p is a square, or one times squares of roots that are there. */
static bool is_square_of_roots(nh_field *field, nh_mpoly *p, nh_element *q) {
    uint64_t which;
    nh_halves h = nh_field_halve(field, nh_element_of_prime(field, p));
    if (!nh_field_find_sum(field, h.inside, 0, &which)) return false;
    nh_halves rest = nh_field_halve_sum(field, h.inside, which);
    *q = nh_element_mul(field, h.even, nh_field_product(field, h.odd));
    *q = nh_element_mul(field, *q, nh_element_mul(field, rest.even, nh_field_product(field, rest.odd)));
    for (size_t k = 0; k < field->roots.count; k++)
        if (which >> k & 1) *q = nh_element_div(field, *q, field->roots.items[k].plain);
    return true;
}

static bool is_square_within(nh_field *field, nh_element s, int depth, nh_element *q);

/* NOLINTBEGIN(misc-no-recursion): the generators go down, and the depth is bounded */

/* s = a + b r is the square of u + v r when the norm is a square D^2, and one of (a + D)/2, (a - D)/2 is u^2: then v = b/(2 u). */
static bool is_square_of_sum(nh_field *field, nh_element s, uint32_t r, int depth, nh_element *q) {
    nh_element a = nh_element_new(field), b = nh_element_new(field), D, u,
               half = nh_element_number(field, nh_rat_make(1, 2));
    nh_mpoly_coefficient(a.num, s.num, r, 0);
    nh_mpoly_coefficient(b.num, s.num, r, 1);
    nh_element bb = nh_element_mul(field, nh_element_mul(field, b, b), field->generators.items[r].square);
    nh_element norm = nh_element_sub(field, nh_element_mul(field, a, a), bb);
    if (!is_square_within(field, norm, depth, &D)) return false;
    size_t best = SIZE_MAX;
    for (int i = 0; i < 2; i++, D = nh_element_neg(field, D)) {
        nh_element h = nh_element_mul(field, half, nh_element_add(field, a, D));
        if (!is_square_within(field, h, depth, &u) || nh_element_is_zero(u)) continue;
        nh_element v = nh_element_div(field, nh_element_mul(field, half, b), u);
        nh_element root = nh_element_add(field, u, nh_element_mul(field, v, nh_element_variable(field, r)));
        root = nh_element_rationalise(field, root);
        size_t length = nh_mpoly_terms(root.num) + (nh_mpoly_is_one(root.den) ? 0 : 1000 * nh_mpoly_terms(root.den));
        if (length >= best) continue;
        best = length; /* of two that differ by a sign that is not known, the simpler one */
        *q = root;
    }
    return best < SIZE_MAX;
}

static bool is_square_within(nh_field *field, nh_element s, int depth, nh_element *q) {
    *q = s;
    if (nh_element_is_zero(s)) return true;
    if (depth == 0 || nh_mpoly_terms(s.num) > SQUARE_TERMS || nh_mpoly_terms(s.den) > SQUARE_TERMS) return false;
    nh_element below = nh_element_new(field), whole = nh_element_new(field); /* s = num den / den^2 */
    nh_mpoly_set(below.num, s.den);
    nh_mpoly_mul(whole.num, s.num, s.den);
    whole = nh_element_of_poly(field, whole.num);
    uint32_t r = last_quadratic(field, whole.num);
    if (!nh_mpoly_is_one(whole.den) || nh_mpoly_terms(whole.num) > SQUARE_TERMS) return false;
    bool found =
        r == NH_INDEX_NONE ? is_square_of_roots(field, whole.num, q) : is_square_of_sum(field, whole, r, depth - 1, q);
    if (found) *q = nh_element_rationalise(field, nh_element_div(field, *q, below));
    return found;
}

/* NOLINTEND(misc-no-recursion) */

bool nh_field_is_square(nh_field *field, nh_element s, nh_element *q) {
    nh_field_learn_sines(field);
    return is_square_within(field, s, SQUARE_DEPTH, q);
}
