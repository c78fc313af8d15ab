/* Absolute values.
 *
 * |p q| = |p| |q|, and a prime p whose sign is not known has a generator for |p|. Its square p^2 is a polynomial without p in sight where the relations are used in it: |sin u| has the
 * square (1 - cos u)(1 + cos u), |x + r| with r^2 = y the square x^2 + y + 2 x r. So |p| is a square root of a product of primes too, and is known as such (nh_field.roots):
 * sqrt(x^2 + y + 2 x r) is |x + r|, whichever of the two comes first. */
#include "algebra/field_roots_private.h"

/* Squares of longer ones are not looked at; beyond so many primes none is, since there is no room for all. */
enum { SQUARED_TERMS = 60, SQUARED_PRIMES = 40 };

static nh_expr size_of(nh_field *field, nh_mpoly *p) {
    return nh_expr_apply1(field->pool, NH_EXPR_ABS, nh_field_expr_of_poly(field, p));
}

bool nh_field_is_size_known(nh_field *field, uint64_t primes) {
    if (primes == 0 || nh_field_sign(field, primes) != 0) return true;
    for (size_t i = 0; i < field->primes.count; i++)
        if (primes >> i & 1 && nh_field_sign(field, UINT64_C(1) << i) == 0 &&
            nh_map_get(&field->variable_of, size_of(field, field->primes.items[i])) == NULL)
            return false;
    return true;
}

/* The halves of p^2 where the relations hide that it is a square, and nothing new is needed for what is outside; false otherwise. */
static bool find_hidden_halves(nh_field *field, nh_element p, nh_halves *h) {
    bool is_hidden = false;
    if (nh_mpoly_terms(p.num) > SQUARED_TERMS || field->primes.count > SQUARED_PRIMES ||
        field->roots.count > SQUARED_PRIMES)
        return false;
    for (uint32_t v = 0; v < field->generators.count && !is_hidden; v++)
        is_hidden = field->generators.items[v].kind != NH_GENERATOR_FREE && nh_mpoly_uses(p.num, v);
    if (!is_hidden) return false;
    *h = nh_field_halve(field, nh_element_mul(field, p, p));
    nh_field_learn_products(field, h->inside);
    return h->inside != 0 && nh_field_is_size_known(field, h->odd);
}

/* NOLINTBEGIN(misc-no-recursion): what is asked for needs no new generator, or has a root less */

/* |p| by roots that are known: of p^2. */
static bool find_size(nh_field *field, const nh_halves *h, nh_element *size) {
    uint64_t which;
    if (!nh_field_find_sum(field, h->inside, 0, &which)) return false;
    if (!nh_field_is_size_known(field, nh_field_halve_sum(field, h->inside, which).odd)) return false;
    *size = nh_field_root_by_known(field, h->inside, which);
    *size = nh_element_mul(field, *size, nh_element_mul(field, h->even, nh_field_absolute(field, h->odd)));
    return true;
}

/* size = |p| is a square root of p^2. */
static void learn_root(nh_field *field, nh_element p, nh_element size, const nh_halves *h) {
    uint64_t which;
    if (nh_field_find_sum(field, h->inside, 0, &which)) return;
    nh_element outside = nh_element_mul(field, h->even, nh_field_absolute(field, h->odd));
    nh_element plain = nh_element_div(field, p, nh_element_mul(field, h->even, nh_field_product(field, h->odd)));
    nh_field_add_root(field, (nh_known_root){h->inside, nh_element_div(field, size, outside), plain});
}

/* |p| = |p p'| / |p'| where p' is p with the other sign of a square root, and has a sign that is known: |1 - sqrt(y)| is |1 - y| / (1 + sqrt(y)). */
static bool find_size_by_conjugate(nh_field *field, nh_element p, nh_element *size) {
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        const nh_generator *g = &field->generators.items[v];
        if (g->kind != NH_GENERATOR_ROOT || g->order != 2 || !nh_mpoly_uses(p.num, v)) continue;
        nh_element twice = nh_element_new(field), root = nh_element_variable(field, v);
        nh_mpoly_coefficient(twice.num, p.num, v, 1);
        twice = nh_element_mul(field, twice, nh_element_add(field, root, root));
        nh_element other = nh_element_sub(field, p, twice), norm = nh_element_mul(field, p, other);
        if (nh_element_is_zero(norm) || nh_field_sign(field, nh_field_odd_primes(field, other)) == 0) continue;
        *size = nh_element_div(field, nh_field_abs(field, norm), nh_field_abs(field, other));
        return true;
    }
    return false;
}

/* |p| of a prime whose sign is not known. */
static nh_element size_of_prime(nh_field *field, nh_mpoly *prime) {
    nh_expr meaning = size_of(field, prime);
    nh_element p = nh_element_of_prime(field, prime), size;
    nh_halves h;
    const uint64_t *known = nh_map_get(&field->variable_of, meaning);
    if (known != NULL) return nh_element_variable(field, (uint32_t)*known);
    bool is_hidden = find_hidden_halves(field, p, &h);
    if (is_hidden && (find_size(field, &h, &size) || find_size_by_conjugate(field, p, &size))) return size;
    nh_generator g = {.kind = NH_GENERATOR_ROOT, .meaning = meaning, .order = 2, .square = nh_element_mul(field, p, p)};
    uint32_t variable = nh_field_add_generator(field, g);
    nh_map_put(&field->variable_of, meaning, variable);
    size = nh_element_variable(field, variable);
    if (is_hidden) learn_root(field, p, size, &h);
    return size;
}

static nh_element product_of_sizes(nh_field *field, uint64_t primes) {
    nh_element all = nh_element_number(field, nh_rat_int(1));
    for (size_t i = 0; i < field->primes.count; i++) {
        if (!(primes >> i & 1)) continue;
        int sign = nh_field_sign(field, UINT64_C(1) << i);
        nh_element p = nh_element_of_prime(field, field->primes.items[i]);
        if (sign == 0) p = size_of_prime(field, field->primes.items[i]);
        all = nh_element_mul(field, all, sign < 0 ? nh_element_neg(field, p) : p);
    }
    return all;
}

/* The absolute value of a product of primes. */
nh_element nh_field_absolute(nh_field *field, uint64_t primes) {
    int sign = nh_field_sign(field, primes);
    nh_element product = nh_field_product(field, primes), size;
    nh_halves h;
    if (sign != 0) return sign > 0 ? product : nh_element_neg(field, product);
    bool is_one = (primes & (primes - 1)) == 0, is_hidden = !is_one && find_hidden_halves(field, product, &h);
    if (is_hidden && !nh_field_is_size_known(field, primes) && find_size(field, &h, &size)) return size;
    size = product_of_sizes(field, primes);
    if (is_hidden) learn_root(field, product, size, &h);
    return size;
}

void nh_field_learn_sines(nh_field *field) {
    for (uint32_t v = 0; v < field->generators.count; v++) {
        nh_generator g = field->generators.items[v];
        if (g.kind != NH_GENERATOR_SINE || nh_map_get(&field->variable_of, g.meaning) != NULL) continue;
        nh_map_put(&field->variable_of, g.meaning, v); /* it is known from now on */
        nh_element sine = nh_element_variable(field, v);
        nh_halves h = nh_field_halve(field, g.square);
        learn_root(field, sine, nh_field_absolute(field, nh_field_prime(field, sine.num)), &h);
    }
}

nh_element nh_field_root_by_known(nh_field *field, uint64_t primes, uint64_t which) {
    nh_halves h = nh_field_halve_sum(field, primes, which);
    nh_element result = nh_element_mul(field, h.even, nh_field_absolute(field, h.odd));
    for (size_t k = 0; k < field->roots.count; k++)
        if (which >> k & 1) result = nh_element_div(field, result, field->roots.items[k].root);
    return result;
}

nh_element nh_field_abs(nh_field *field, nh_element a) {
    nh_element even = nh_element_number(field, nh_rat_int(1)), q;
    uint64_t odd = 0;
    a = nh_element_rationalise(field, a); /* as under a root: |q| and sqrt(q^2) have the same primes then */
    if (nh_element_is_zero(a) || nh_field_is_square(field, a, &q)) return a;
    nh_prime_powers all = nh_field_take_apart(field, a);
    for (size_t i = 0; i < all.count; i++) {
        int64_t times = all.items[i].times, rest = times & 1;
        nh_element base = nh_element_of_prime(field, all.items[i].base);
        if (rest == 1) odd ^= nh_field_prime(field, all.items[i].base);
        even = nh_element_mul(field, even, nh_element_pow(field, base, times - rest));
    }
    return nh_element_mul(field, even, nh_field_absolute(field, odd));
}

/* NOLINTEND(misc-no-recursion) */
