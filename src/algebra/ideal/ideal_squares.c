/* Sums of squares: over the reals all of them vanish together.
 *
 * With u a power of a variable that is in neither a nor b nor c,
 *
 *     4 a (a u^2 + b u + c) = (2 a u + b)^2 + (4 a c - b^2)
 *
 * so where a is not negative the squares of one variable after the other are completed, until what is left is a sum of
 * terms none of which is negative, or a product of such sums and of even powers. Where the left side vanishes
 * everything on the right does. This is the decomposition L D L^T with polynomials instead of numbers: a positive
 * definite quadratic form is recognised whatever the order of the variables, and with x fixed, so is the form |x|^2
 * |y|^2 - (x.y)^2 in y, which vanishes where x and y are parallel.
 *
 * A term is not negative where its powers are even, except for roots, absolute values and exponentials, which are
 * not negative themselves. */
#include "algebra/ideal/ideal_private.h"

#include "base/limits.h"
#include "expr/inspect.h"

/* Longer polynomials are not examined; squares that are completed for one polynomial, and how deep
 * products are in products. */
enum { MOST_TERMS = 200, MOST_ATTEMPTS = 60, MOST_DEPTH = 6 };

typedef struct square_search {
    nh_space *space;
    uint32_t attempts, depth;
} square_search;

/* ---- terms that are not negative ---- */

static bool is_nonnegative_variable(const nh_space *space, uint32_t v) {
    if (space->from == NULL || space->from[v] == NH_INDEX_NONE) return false;
    const nh_field *field = space->field;
    return nh_expr_is_nonnegative(field->pool, field->generators.items[space->from[v]].meaning);
}

/* Whether a term is positive for all values of the parameters but 0, and of the variables but 0. */
static bool is_even_term(const nh_space *space, nh_rat c, const uint32_t *powers) {
    if (nh_rat_sign(c) <= 0) return false;
    for (uint32_t v = 0; v < nh_ring_count(space->ring); v++)
        if (powers[v] % 2 == 1 && !is_nonnegative_variable(space, v)) return false;
    return true;
}

static uint32_t *new_powers(const nh_space *space) {
    return NH_NEW_ARRAY(space->arena, uint32_t, nh_ring_count(space->ring));
}

/* Whether p is a sum of terms that are not negative. Each of them then vanishes where p does, and so does the product
 * of its variables: into roots, unless that is NULL. */
static bool take_even_terms(nh_space *space, nh_mpoly *p, nh_polys *roots) {
    uint32_t *powers = new_powers(space);
    for (size_t i = 0; i < nh_mpoly_terms(p); i++)
        if (!is_even_term(space, nh_mpoly_term(space->arena, p, i, powers), powers)) return false;
    for (size_t i = 0; roots != NULL && i < nh_mpoly_terms(p); i++) {
        nh_mpoly *root = nh_space_poly(space);
        nh_mpoly_powers(p, i, space->count, powers);
        nh_mpoly_coefficient_of(root, p, space->count, powers);
        nh_space_need_nonzero(space, root);
        for (uint32_t v = 0; v < space->count; v++) powers[v] = powers[v] > 0;
        nh_mpoly_set_monomial(root, space->count, powers);
        nh_array_push(roots, root);
    }
    return true;
}

/* ---- completing squares ---- */

/* d where p has no other powers of the variable than 0, d and 2 d, and has the last one; 0 otherwise. */
static uint32_t half_degree(nh_space *space, nh_mpoly *p, uint32_t v) {
    uint32_t degree = nh_mpoly_degree(p, v), *powers = new_powers(space);
    if (degree == 0 || degree % 2 == 1) return 0;
    for (size_t i = 0; i < nh_mpoly_terms(p); i++) {
        nh_mpoly_powers(p, i, space->count, powers);
        if (powers[v] % (degree / 2) != 0) return 0;
    }
    return degree / 2;
}

/* p := 4 a c - b^2; 2 a u + b becomes a root, u = v^d. */
static void complete_square(nh_space *space, nh_mpoly *p, uint32_t v, uint32_t d, nh_polys *roots) {
    nh_mpoly *a = nh_mpoly_new(space->ring), *b = nh_mpoly_new(space->ring), *t = nh_mpoly_new(space->ring);
    nh_mpoly *root = nh_space_poly(space);
    nh_mpoly_coefficient(a, p, v, 2 * d);
    nh_mpoly_coefficient(b, p, v, d);
    nh_mpoly_coefficient(p, p, v, 0);
    nh_mpoly_add(a, a, a);
    nh_mpoly_set_variable(t, v);
    nh_mpoly_pow(t, t, d);
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

static bool uses_variables(const nh_space *space, nh_mpoly *p) {
    for (uint32_t v = 1; v < space->count; v++)
        if (nh_mpoly_uses(p, v)) return true;
    return false;
}

/* NOLINTBEGIN(misc-no-recursion): as deep as MOST_DEPTH says, and as often as MOST_ATTEMPTS */

static bool take_squares(square_search *s, nh_mpoly *p, nh_polys *roots);

/* 1 or -1 where p or -p is found to be a sum of squares, else 0. */
static int sign_of(square_search *s, nh_mpoly *p) {
    nh_polys ignored = {.arena = s->space->arena};
    nh_mpoly *copy = nh_mpoly_new(s->space->ring);
    nh_mpoly_set(copy, p);
    int sign = take_squares(s, copy, &ignored) ? 1 : 0;
    if (sign == 0) {
        nh_mpoly_neg(copy, p);
        sign = take_squares(s, copy, &ignored) ? -1 : 0;
    }
    nh_mpoly_free(copy);
    return sign;
}

/* A product that is not negative: even powers, and factors with a sign. The product of its factors, each once, is a
 * root. *is_product: it has several factors, or a power. */
static bool take_product(square_search *s, nh_mpoly *p, nh_polys *roots, bool *is_product) {
    nh_space *space = s->space;
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    *is_product = false;
    if (!nh_mpoly_factorise(space->arena, p, &number, &list, &count)) return false;
    *is_product = count > 1 || (count == 1 && list[0].times > 1);
    int sign = nh_rat_sign(number);
    nh_mpoly *root = nh_space_poly(space);
    nh_mpoly_set_int(root, 1);
    for (size_t i = 0; i < count; i++) {
        if (*is_product && sign != 0 && list[i].times % 2 == 1) sign *= sign_of(s, list[i].factor);
        if (uses_variables(space, list[i].factor)) nh_mpoly_mul(root, root, list[i].factor);
        else nh_space_need_nonzero(space, list[i].factor);
        nh_mpoly_free(list[i].factor);
    }
    if (!*is_product || sign <= 0) return false;
    nh_array_push(roots, root);
    return true;
}

/* By the squares of v = 0. */
static bool take_square(square_search *s, nh_mpoly *p, uint32_t v, uint32_t d, nh_polys *roots) {
    size_t before = roots->count;
    nh_mpoly *rest = nh_mpoly_new(s->space->ring);
    nh_mpoly_set(rest, p);
    complete_square(s->space, rest, v, d, roots);
    bool is_found = take_squares(s, rest, roots);
    nh_mpoly_free(rest);
    if (!is_found) roots->count = before;
    return is_found;
}

/* Variables with a number, or only parameters, before their squares come first. */
static bool try_variables(square_search *s, nh_mpoly *p, nh_polys *roots, bool is_plain) {
    nh_mpoly *a = nh_mpoly_new(s->space->ring);
    bool is_found = false;
    for (uint32_t v = 1; v < s->space->count && !is_found && s->attempts < MOST_ATTEMPTS; v++) {
        uint32_t d = half_degree(s->space, p, v);
        if (d == 0) continue;
        nh_mpoly_coefficient(a, p, v, 2 * d);
        if (uses_variables(s->space, a) == is_plain) continue;
        s->attempts++;
        bool is_positive = take_even_terms(s->space, a, NULL) || (!is_plain && sign_of(s, a) > 0);
        is_found = is_positive && take_square(s, p, v, d, roots);
    }
    nh_mpoly_free(a);
    return is_found;
}

/* The roots of p as a sum of squares; false, and no roots, when none was found. */
static bool take_squares(square_search *s, nh_mpoly *p, nh_polys *roots) {
    bool is_product, is_found;
    if (take_even_terms(s->space, p, roots)) return true;
    if (nh_mpoly_terms(p) > MOST_TERMS || s->depth >= MOST_DEPTH) return false;
    s->depth++;
    is_found = take_product(s, p, roots, &is_product) ||
               (!is_product && (try_variables(s, p, roots, true) || try_variables(s, p, roots, false)));
    s->depth--;
    return is_found;
}

/* NOLINTEND(misc-no-recursion) */

int nh_space_sign(nh_space *space, nh_mpoly *p) {
    square_search s = {.space = space};
    return space->is_imaginary ? 0 : sign_of(&s, p);
}

bool nh_space_squares(nh_space *space, nh_mpoly *p, nh_polys *roots) {
    square_search s = {.space = space};
    if (space->is_imaginary || nh_mpoly_is_zero(p)) return false;
    nh_mpoly *copy = nh_mpoly_new(space->ring);
    nh_mpoly_set(copy, p);
    bool is_found = take_squares(&s, copy, roots);
    if (!is_found) {
        s = (square_search){.space = space};
        nh_mpoly_neg(copy, p);
        is_found = take_squares(&s, copy, roots);
    }
    nh_mpoly_free(copy);
    return is_found;
}

/* ---- without square roots ---- */

/* p = a + b r, with r^2 = num / den, times a power of den. */
static void split_by_root(nh_space *space, nh_mpoly *p, uint32_t v, nh_mpoly *num, nh_mpoly *den, nh_mpoly *a,
                          nh_mpoly *b) {
    uint32_t most = nh_mpoly_degree(p, v) / 2;
    nh_mpoly *c = nh_mpoly_new(space->ring), *t = nh_mpoly_new(space->ring);
    nh_mpoly_set_int(a, 0);
    nh_mpoly_set_int(b, 0);
    for (uint32_t k = 0; k <= nh_mpoly_degree(p, v); k++) {
        nh_mpoly_coefficient(c, p, v, k);
        nh_mpoly_pow(t, num, k / 2);
        nh_mpoly_mul(c, c, t);
        nh_mpoly_pow(t, den, most - k / 2);
        nh_mpoly_mul(c, c, t);
        nh_mpoly *to = k % 2 == 0 ? a : b;
        nh_mpoly_add(to, to, c);
    }
    nh_mpoly_free(t);
    nh_mpoly_free(c);
}

/* p := a^2 den - b^2 num, which vanishes where a + b r does; false: that would be too long. */
static bool remove_root(nh_space *space, nh_mpoly *p, uint32_t v, const nh_generator *g) {
    nh_mpoly *num = nh_space_enter(space, g->square.num), *den = nh_space_enter(space, g->square.den);
    nh_mpoly *a = nh_space_poly(space), *b = nh_space_poly(space);
    split_by_root(space, p, v, num, den, a, b);
    bool is_short = nh_mpoly_terms(a) <= MOST_TERMS / 4 && nh_mpoly_terms(b) <= MOST_TERMS / 4;
    if (nh_mpoly_is_zero(b)) {
        nh_mpoly_swap(p, a);
    } else if (is_short) {
        nh_mpoly_mul(a, a, a);
        nh_mpoly_mul(a, a, den);
        nh_mpoly_mul(b, b, b);
        nh_mpoly_mul(b, b, num);
        nh_mpoly_sub(p, a, b);
    }
    return nh_mpoly_is_zero(b) || is_short;
}

nh_mpoly *nh_space_norm(nh_space *space, nh_mpoly *p) {
    const nh_field *field = space->field;
    nh_mpoly *result = NULL;
    if (space->from == NULL) return NULL;
    for (uint32_t i = (uint32_t)field->generators.count; i-- > 0;) {
        const nh_generator *g = &field->generators.items[i];
        uint32_t v = space->to[i];
        if (g->kind != NH_GENERATOR_ROOT || g->order != 2 || v == NH_INDEX_NONE) continue;
        if (!nh_mpoly_uses(result != NULL ? result : p, v)) continue;
        if (result == NULL) {
            result = nh_space_poly(space);
            nh_mpoly_set(result, p);
        }
        if (nh_mpoly_terms(result) > MOST_TERMS || !remove_root(space, result, v, g)) return NULL;
    }
    return result;
}
