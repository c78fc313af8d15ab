/* Primes that are products in the field though not as polynomials: 1 - cos^4 u divides by sin u there, and (a + sin u)(a^2 - a sin u + sin^2 u) has lost its factors when sin^2 u was
 * replaced. Where p = q t,
 *
 *     p q t = p^2,
 *
 * so |p| is a square root of a product of primes, and is kept among the known ones. Then sqrt(p), sqrt(q) and sqrt(t) depend on each other as they should, in whatever order they come. */
#include "algebra/field_roots_private.h"

/* Longer primes are not divided; beyond so many primes none is, since there is no room for all. */
enum { DIVIDED_TERMS = 60, DIVIDED_PRIMES = 40 };

/* Whether the relations may hide factors of p, and it is short. */
static bool is_divisible(const nh_field *field, nh_mpoly *p) {
    bool has_root = false, has_free = false;
    if (nh_mpoly_terms(p) > DIVIDED_TERMS || nh_mpoly_terms(p) < 2) return false;
    for (uint32_t v = 0; v < field->generators.count && !(has_root && has_free); v++) {
        if (!nh_mpoly_uses(p, v)) continue;
        if (field->generators.items[v].kind == NH_GENERATOR_FREE) has_free = true;
        else has_root = true;
    }
    return has_root && has_free;
}

/* Whether p has the powers of symbols that q has, as it must when q divides it. */
static bool has_powers_of(const nh_field *field, nh_mpoly *p, nh_mpoly *q) {
    for (uint32_t v = 0; v < field->generators.count; v++) {
        bool is_symbol = nh_expr_kind_of(field->pool, field->generators.items[v].meaning) == NH_EXPR_SYMBOL;
        if (is_symbol && nh_mpoly_degree(p, v) < nh_mpoly_degree(q, v)) return false;
    }
    return true;
}

/* t = p / q where that is a short polynomial. */
static bool divide(nh_field *field, nh_mpoly *p, nh_mpoly *q, nh_element *t) {
    if (!has_powers_of(field, p, q)) return false;
    nh_element whole = nh_element_of_prime(field, p), part = nh_element_of_prime(field, q);
    *t = nh_element_rationalise(field, nh_element_div(field, whole, part));
    if (!nh_mpoly_is_constant(t->den) || nh_mpoly_terms(t->num) > DIVIDED_TERMS) return false;
    return nh_element_equal(nh_element_mul(field, *t, part), whole);
}

/* t = inside outside^2; size = |outside|. False where that needs a new generator. */
static bool take_outside(nh_field *field, nh_element t, uint64_t *inside, nh_element *size) {
    nh_element root;
    *inside = 0;
    if (nh_field_is_square(field, t, &root)) {
        *size = root;
        if (!nh_field_is_size_known(field, nh_field_odd_primes(field, root))) return false;
        *size = nh_field_abs(field, root);
        return true;
    }
    nh_halves h = nh_field_halve(field, t);
    *inside = h.inside;
    if (!nh_field_is_size_known(field, h.odd)) return false;
    *size = nh_element_mul(field, h.even, nh_field_absolute(field, h.odd));
    return true;
}

/* p = q t, where t = inside outside^2: then the root of p q inside is |p| / |outside|, which is |q| |inside| |outside|. */
static void learn_product(nh_field *field, uint64_t p, uint64_t q, nh_element t) {
    uint64_t inside, which;
    nh_element outside, root;
    if (!take_outside(field, t, &inside, &outside) || (inside & (p | q)) != 0) return;
    uint64_t all = p | q | inside;
    if (nh_field_find_sum(field, all, 0, &which)) return;
    if (nh_field_is_size_known(field, p)) root = nh_element_div(field, nh_field_absolute(field, p), outside);
    else if (nh_field_is_size_known(field, q) && nh_field_is_size_known(field, inside))
        root = nh_element_mul(field, nh_field_absolute(field, q),
                              nh_element_mul(field, outside, nh_field_absolute(field, inside)));
    else return;
    nh_field_add_root(field, (nh_known_root){all, root, root});
}

void nh_field_learn_products(nh_field *field, uint64_t primes) {
    if (field->primes.count > DIVIDED_PRIMES || field->roots.count > DIVIDED_PRIMES) return;
    size_t count = field->primes.count;
    for (size_t i = 0; i < count; i++) {
        nh_mpoly *p = field->primes.items[i];
        if (!(primes >> i & 1) || !is_divisible(field, p)) continue;
        for (size_t k = 0; k < count; k++) {
            nh_mpoly *q = field->primes.items[k];
            nh_element t;
            if (k == i || !is_divisible(field, q)) continue;
            if (divide(field, p, q, &t)) learn_product(field, UINT64_C(1) << i, UINT64_C(1) << k, t);
            else if (divide(field, q, p, &t)) learn_product(field, UINT64_C(1) << k, UINT64_C(1) << i, t);
        }
    }
}
