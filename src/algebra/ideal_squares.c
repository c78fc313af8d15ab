/* Sums of squares: over the reals all of them vanish together.
 *
 * With v in neither a nor b nor c,
 *
 *     4 a (a v^2 + b v + c) = (2 a v + b)^2 + (4 a c - b^2)
 *
 * so the squares of one variable after the other are completed, until what is left is a sum of products of even powers with positive coefficients. Where the left side vanishes all squares on the
 * right do. A positive definite quadratic form is recognised whatever the order of the variables. */
#include "algebra/ideal_private.h"

enum { MOST_TERMS = 200 };

/* Whether a term is positive for all values of the parameters but 0, and of the variables but 0. */
static bool is_even_term(const nh_space *space, nh_rat c, const uint32_t *powers) {
    if (nh_rat_sign(c) <= 0) return false;
    for (uint32_t v = 0; v < nh_ring_count(space->ring); v++)
        if (powers[v] % 2 == 1) return false;
    return true;
}

static uint32_t *new_powers(const nh_space *space) {
    return NH_NEW_ARRAY(space->arena, uint32_t, nh_ring_count(space->ring));
}

/* Whether p is a sum of products of even powers with positive coefficients. Each of them then vanishes where p does, and so does the product of its variables: into roots, unless that is NULL. */
static bool take_even_terms(nh_space *space, nh_mpoly *p, nh_polys *roots) {
    uint32_t *powers = new_powers(space);
    for (size_t i = 0; i < nh_mpoly_terms(p); i++)
        if (!is_even_term(space, nh_mpoly_term(space->arena, p, i, powers), powers)) return false;
    for (size_t i = 0; roots != NULL && i < nh_mpoly_terms(p); i++) {
        nh_mpoly *root = nh_space_poly(space);
        nh_mpoly_powers(p, i, space->count, powers);
        for (uint32_t v = 0; v < space->count; v++) powers[v] = powers[v] > 0;
        nh_mpoly_set_monomial(root, space->count, powers);
        nh_array_push(roots, root);
    }
    return true;
}

static bool uses_variables(const nh_space *space, nh_mpoly *p) {
    for (uint32_t v = 1; v < space->count; v++)
        if (nh_mpoly_uses(p, v)) return true;
    return false;
}

/* A variable of degree 2 with such a sum before its square, one without variables if there is one; 0 when there is none. */
static uint32_t find_square(nh_space *space, nh_mpoly *p) {
    nh_mpoly *a = nh_mpoly_new(space->ring);
    uint32_t number = 0, other = 0;
    for (uint32_t v = 1; v < space->count && number == 0; v++) {
        if (nh_mpoly_degree(p, v) != 2) continue;
        nh_mpoly_coefficient(a, p, v, 2);
        if (!take_even_terms(space, a, NULL)) continue;
        if (!uses_variables(space, a)) number = v;
        else if (other == 0) other = v;
    }
    nh_mpoly_free(a);
    return number != 0 ? number : other;
}

/* p := 4 a c - b^2; 2 a v + b becomes a root. */
static void complete_square(nh_space *space, nh_mpoly *p, uint32_t v, nh_polys *roots) {
    nh_mpoly *a = nh_mpoly_new(space->ring), *b = nh_mpoly_new(space->ring), *t = nh_mpoly_new(space->ring);
    nh_mpoly *root = nh_space_poly(space);
    nh_mpoly_coefficient(a, p, v, 2);
    nh_mpoly_coefficient(b, p, v, 1);
    nh_mpoly_coefficient(p, p, v, 0);
    nh_mpoly_add(a, a, a);
    nh_mpoly_set_variable(t, v);
    nh_mpoly_mul(root, a, t);
    nh_mpoly_add(root, root, b);
    nh_mpoly_add(a, a, a);
    nh_mpoly_mul(p, p, a);
    nh_mpoly_mul(b, b, b);
    nh_mpoly_sub(p, p, b);
    nh_array_push(roots, root);
    nh_mpoly_free(t);
    nh_mpoly_free(b);
    nh_mpoly_free(a);
}

/* The same for p itself; p is used up. */
static bool take_squares(nh_space *space, nh_mpoly *p, nh_polys *roots) {
    size_t before = roots->count;
    while (!take_even_terms(space, p, roots)) {
        uint32_t v = find_square(space, p);
        if (v == 0 || nh_mpoly_terms(p) > MOST_TERMS) {
            roots->count = before;
            return false;
        }
        complete_square(space, p, v, roots);
    }
    return true;
}

bool nh_space_squares(nh_space *space, nh_mpoly *p, nh_polys *roots) {
    nh_mpoly *copy = nh_mpoly_new(space->ring);
    nh_mpoly_set(copy, p);
    bool is_found = take_squares(space, copy, roots);
    if (!is_found) {
        nh_mpoly_neg(copy, p);
        is_found = take_squares(space, copy, roots);
    }
    nh_mpoly_free(copy);
    return is_found;
}
