/* Roots.
 *
 * What stands under a root is taken apart into irreducible factors, the numbers into primes. Of an odd root every factor has its own. Of a square root
 *
 *     sqrt(c f^(2k+1) ...) = |f|^k ... sqrt(c f ...)
 *
 * where what is left is a product of distinct primes. Square roots that are known already are such products too: a vector space over the field of two elements. When the new product is a
 * sum of them there, the new root is written by the old ones,
 *
 *     s s_1 ... s_n = h^2,     sqrt(s) = |h| / (sqrt(s_1) ... sqrt(s_n))
 *
 * since none of them is negative. Otherwise it is a new generator, and its relation is irreducible, but for squares that were not found. */
#include "algebra/field_roots_private.h"

enum { MOST_ORDER = 12 };

static nh_element new_square_root(nh_field *field, uint64_t primes) {
    nh_element s = nh_field_product(field, primes);
    nh_expr meaning = nh_expr_sqrt(field->pool, nh_field_expr(field, s));
    nh_generator g = {.kind = NH_GENERATOR_ROOT, .meaning = meaning, .order = 2, .square = s};
    nh_element root = nh_element_variable(field, nh_field_add_generator(field, g));
    nh_field_add_root(field, (nh_known_root){primes, root, root});
    nh_field_learn_signs(field);
    return root;
}

static nh_element square_root(nh_field *field, nh_element a);

/* NOLINTBEGIN(misc-no-recursion): what stands under the roots has fewer generators each time */

/* s = A + B r for a square root r. */
typedef struct nested {
    nh_element A, B, half; /* half = B r / 2 */
    nh_element norm;       /* A^2 - B^2 r^2 */
    nh_element conjugate;  /* A - B r */
} nested;

static nested take_nested(nh_field *field, nh_element s, uint32_t variable) {
    nested n = {.A = nh_element_new(field), .B = nh_element_new(field)};
    nh_mpoly_coefficient(n.A.num, s.num, variable, 0);
    nh_mpoly_coefficient(n.B.num, s.num, variable, 1);
    nh_element Br = nh_element_mul(field, n.B, nh_element_variable(field, variable));
    n.half = nh_element_mul(field, nh_element_number(field, nh_rat_make(1, 2)), Br);
    n.conjugate = nh_element_sub(field, n.A, Br);
    n.norm = nh_element_mul(field, s, n.conjugate);
    return n;
}

static bool is_square_root(const nh_field *field, uint32_t variable) {
    const nh_generator *g = &field->generators.items[variable];
    return g->kind == NH_GENERATOR_ROOT && g->order == 2 && nh_expr_is_nonnegative(field->pool, g->meaning);
}

/* Whether a has no sines and roots but those of s, and not this one. */
static bool is_simpler(const nh_field *field, nh_element a, nh_element s, uint32_t without) {
    for (uint32_t v = 0; v < field->generators.count; v++) {
        if (field->generators.items[v].kind == NH_GENERATOR_FREE) continue;
        if (!nh_mpoly_uses(a.num, v) && !nh_mpoly_uses(a.den, v)) continue;
        if (v == without || !nh_mpoly_uses(s.num, v)) return false;
    }
    return true;
}

/* Where A^2 - B^2 r^2 = D^2, let U = (A + D)/2, V = (A - D)/2: then U V = (B r/2)^2 and U + V = A. Neither is negative, since A + B r, A - B r and so A are not. So
 *
 *     sqrt(A + B r) = |sqrt(U) + sign(B) sqrt(V)| = |U + B r/2| / sqrt(U). */
static bool denest(nh_field *field, nh_element s, uint32_t variable, const nested *n, nh_element *result) {
    nh_element D, half = nh_element_number(field, nh_rat_make(1, 2));
    if (nh_element_is_zero(n->norm) || !nh_field_is_square(field, n->norm, &D)) return false;
    nh_element U = nh_element_mul(field, half, nh_element_add(field, n->A, D));
    nh_element V = nh_element_mul(field, half, nh_element_sub(field, n->A, D));
    if (nh_element_is_zero(U) || nh_element_is_zero(V) || !is_simpler(field, D, s, variable)) return false;
    int sign = nh_field_sign(field, nh_field_odd_primes(field, n->B));
    nh_element root = square_root(field, U);
    if (sign == 0) *result = nh_element_div(field, nh_field_abs(field, nh_element_add(field, U, n->half)), root);
    else if (sign > 0) *result = nh_element_add(field, root, square_root(field, V));
    else *result = nh_field_abs(field, nh_element_sub(field, root, square_root(field, V)));
    return true;
}

/* sqrt(A + B r) = sqrt(A^2 - B^2 r^2) / sqrt(A - B r) where the last one is known. */
static bool use_conjugate(nh_field *field, const nested *n, nh_element *result) {
    for (uint32_t v = 0; v < field->generators.count; v++) {
        nh_generator g = field->generators.items[v];
        if (!is_square_root(field, v) || !nh_element_equal(g.square, n->conjugate)) continue;
        *result = nh_element_div(field, square_root(field, n->norm), nh_element_variable(field, v));
        return true;
    }
    return false;
}

static bool unnest(nh_field *field, nh_element s, nh_element *result) {
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        if (!is_square_root(field, v) || !nh_mpoly_uses(s.num, v) || !nh_mpoly_is_one(s.den)) continue;
        nested n = take_nested(field, s, v);
        if (denest(field, s, v, &n, result) || use_conjugate(field, &n, result)) return true;
    }
    return false;
}

/* The square root of a product of distinct primes. */
static nh_element root_of_primes(nh_field *field, uint64_t primes) {
    uint64_t which;
    nh_element result;
    if (primes == 0) return nh_element_number(field, nh_rat_int(1));
    nh_field_learn_sines(field);
    nh_field_learn_products(field, primes);
    if (nh_field_find_sum(field, primes, 0, &which)) return nh_field_root_by_known(field, primes, which);
    if (unnest(field, nh_field_product(field, primes), &result)) return result;
    return new_square_root(field, primes);
}

static nh_element square_root(nh_field *field, nh_element a) {
    nh_element q;
    if (nh_field_is_square(field, a, &q)) return nh_field_abs(field, q);
    nh_halves h = nh_field_halve(field, a);
    nh_element root = root_of_primes(field, h.inside); /* first: it may say what sign the others have */
    return nh_element_mul(field, root, nh_element_mul(field, h.even, nh_field_absolute(field, h.odd)));
}

/* NOLINTEND(misc-no-recursion) */

/* ---- odd roots ---- */

static nh_element odd_root_of_prime(nh_field *field, nh_mpoly *p, int64_t order) {
    nh_expr meaning = nh_expr_root(field->pool, nh_field_expr_of_poly(field, p), order);
    const uint64_t *known = nh_map_get(&field->variable_of, meaning);
    if (known != NULL) return nh_element_variable(field, (uint32_t)*known);
    nh_generator g = {NH_GENERATOR_ROOT, meaning, (uint32_t)order, nh_element_of_prime(field, p)};
    uint32_t variable = nh_field_add_generator(field, g);
    nh_map_put(&field->variable_of, meaning, variable);
    return nh_element_variable(field, variable);
}

static nh_element odd_root(nh_field *field, nh_element a, int64_t order) {
    nh_element result = nh_element_number(field, nh_rat_int(1));
    nh_prime_powers all = nh_field_take_apart(field, a);
    for (size_t i = 0; i < all.count; i++) {
        const nh_prime_power *f = &all.items[i];
        bool is_sign = nh_mpoly_is_constant(f->base) && nh_mpoly_sign(f->base) < 0;
        int64_t whole = f->times >= 0 ? f->times / order : -((order - 1 - f->times) / order),
                rest = f->times - order * whole;
        if (is_sign) whole = 1, rest = 0; /* a root of -1 is -1 */
        result = nh_element_mul(field, result, nh_element_pow(field, nh_element_of_prime(field, f->base), whole));
        if (rest == 0) continue;
        nh_element root = odd_root_of_prime(field, f->base, order);
        result = nh_element_mul(field, result, nh_element_pow(field, root, rest));
    }
    return result;
}

nh_element nh_field_root(nh_field *field, nh_element a, int64_t order) {
    if (order > MOST_ORDER) nh_field_too_many_roots(field);
    a = nh_element_rationalise(field, a);
    for (; order % 2 == 0; order /= 2) a = square_root(field, a);
    return order > 1 ? odd_root(field, a, order) : a;
}
