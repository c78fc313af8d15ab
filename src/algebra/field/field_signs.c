/* Signs of polynomials and of products of primes, as they follow from squares, sines, and from what is under square
 * roots, which is not negative. */
#include <string.h>

#include "algebra/field/field_roots_private.h"

/* Longer polynomials are not examined for their sign; quadratic forms are, to this depth. */
enum { BOUND_TERMS = 100, FORM_TERMS = 30, FORM_DEPTH = 4, FORM_ATTEMPTS = 40 };

typedef enum known_sign { UNKNOWN, NONNEGATIVE, POSITIVE } known_sign;

static bool is_listed(const nh_field *field, nh_expr e) {
    return nh_exprs_has(&field->nonnegative, e);
}

/* ---- sums of terms that are not negative ---- */

static bool is_circular(const nh_field *field, uint32_t variable) {
    nh_expr_kind kind = nh_expr_kind_of(field->pool, field->generators.items[variable].meaning);
    return kind == NH_EXPR_SIN || kind == NH_EXPR_COS;
}

/* Whether the variable is under a square root, by itself. */
static bool is_under_root(const nh_field *field, uint32_t variable) {
    nh_mpoly *p = nh_mpoly_new(field->ring);
    uint64_t which;
    bool found = false;
    nh_mpoly_set_variable(p, variable);
    for (size_t i = 0; i < field->primes.count && !found; i++)
        found = nh_mpoly_equal(field->primes.items[i], p) && nh_field_find_sum(field, UINT64_C(1) << i, 0, &which);
    nh_mpoly_free(p);
    return found;
}

static bool is_nonnegative_generator(const nh_field *field, uint32_t variable) {
    nh_expr meaning = field->generators.items[variable].meaning;
    return nh_expr_is_nonnegative(field->pool, meaning) || is_listed(field, meaning) || is_under_root(field, variable);
}

static bool is_nonnegative_monomial(const nh_field *field, const uint32_t *powers) {
    for (uint32_t v = 0; v < field->generators.count; v++)
        if (powers[v] % 2 != 0 && !is_nonnegative_generator(field, v)) return false;
    return true;
}

/* Terms that differ by sines and cosines only: their monomial without these, times something
 * that is not below `least`. */
typedef struct group {
    const uint32_t *powers;
    nh_rat least;
} group;

typedef NH_ARRAY(group) groups;

/* c times the sines and cosines in powers is not below this; those are taken out of powers. */
static nh_rat least_of_term(nh_field *field, nh_rat c, uint32_t *powers) {
    bool is_number = true, is_square = true;
    for (uint32_t v = 0; v < field->generators.count; v++) {
        if (powers[v] == 0 || !is_circular(field, v)) continue;
        is_number = false;
        is_square = is_square && powers[v] % 2 == 0;
        powers[v] = 0;
    }
    if (is_number) return c;
    if (is_square && nh_rat_sign(c) > 0) return nh_rat_int(0);
    return nh_rat_neg(field->arena, nh_rat_abs(field->arena, c));
}

static groups group_terms(nh_field *field, nh_mpoly *p) {
    groups all = {.arena = field->arena};
    size_t size = field->generators.count * sizeof(uint32_t);
    for (size_t i = 0; i < nh_mpoly_terms(p); i++) {
        uint32_t *powers = NH_NEW_ARRAY(field->arena, uint32_t, field->generators.count + 1);
        nh_rat c = nh_mpoly_term(field->arena, p, i, powers), least = least_of_term(field, c, powers);
        size_t k = 0;
        while (k < all.count && memcmp(all.items[k].powers, powers, size) != 0) k++;
        if (k == all.count) nh_array_push(&all, ((group){powers, nh_rat_int(0)}));
        all.items[k].least = nh_rat_add(field->arena, all.items[k].least, least);
    }
    return all;
}

/* Every group is not negative; the sum is positive where the group without other generators is. */
static known_sign sign_of_groups(nh_field *field, nh_mpoly *p) {
    known_sign sign = NONNEGATIVE;
    groups all = {.arena = field->arena};
    if (nh_mpoly_terms(p) <= BOUND_TERMS) all = group_terms(field, p);
    if (all.count == 0) return UNKNOWN;
    for (size_t i = 0; i < all.count; i++)
        if (nh_rat_sign(all.items[i].least) < 0) return UNKNOWN;
    for (size_t i = 0; i < all.count; i++) {
        bool is_plain = true;
        for (uint32_t v = 0; v < field->generators.count; v++) is_plain = is_plain && all.items[i].powers[v] == 0;
        if (!is_nonnegative_monomial(field, all.items[i].powers)) return UNKNOWN;
        if (is_plain && nh_rat_sign(all.items[i].least) > 0) sign = POSITIVE;
    }
    return sign;
}

/* ---- quadratic forms ---- */

/* How far to continue. */
typedef struct search {
    int depth;
    int *attempts;
} search;

static bool is_nonnegative_within(nh_field *field, nh_mpoly *p, search left);

/* d where p has the powers 0, d and 2 d of v, not all of them 0; else 0. */
static uint32_t middle_power(nh_field *field, nh_mpoly *p, uint32_t v) {
    uint32_t degree = nh_mpoly_degree(p, v);
    if (degree == 0 || degree % 2 != 0) return 0;
    nh_mpoly *part = nh_mpoly_new(field->ring);
    bool is_form = true;
    for (uint32_t k = 1; k < degree && is_form; k++) {
        nh_mpoly_coefficient(part, p, v, k);
        is_form = k == degree / 2 || nh_mpoly_is_zero(part);
    }
    nh_mpoly_free(part);
    return is_form ? degree / 2 : 0;
}

/* 4 A C - B^2 of p = A w^2 + B w + C, with the relations used; false where there are denominators. */
static bool take_discriminant(nh_field *field, nh_mpoly *p, uint32_t v, uint32_t d, nh_mpoly **result) {
    nh_mpoly *A = nh_mpoly_new(field->ring), *B = nh_mpoly_new(field->ring), *C = nh_field_poly(field);
    nh_mpoly *four = nh_mpoly_new(field->ring);
    nh_mpoly_coefficient(A, p, v, 2 * d);
    nh_mpoly_coefficient(B, p, v, d);
    nh_mpoly_coefficient(C, p, v, 0);
    nh_mpoly_set_int(four, 4);
    nh_mpoly_mul(C, C, four);
    nh_mpoly_mul(C, C, A);
    nh_mpoly_mul(B, B, B);
    nh_mpoly_sub(C, C, B);
    nh_mpoly_free(four);
    nh_mpoly_free(B);
    nh_mpoly_free(A);
    nh_element reduced = nh_element_of_poly(field, C);
    *result = reduced.num;
    return nh_mpoly_is_one(reduced.den);
}

/* NOLINTBEGIN(misc-no-recursion): each time a variable less, and the depth and the number of attempts are bounded */

/* A w^2 + B w + C >= 0 for all w, such as w = v^d, when A >= 0 and 4 A C - B^2 >= 0. */
static bool is_nonnegative_in(nh_field *field, nh_mpoly *p, uint32_t v, search left) {
    uint32_t d = middle_power(field, p, v);
    if (d == 0) return false;
    nh_mpoly *A = nh_mpoly_new(field->ring), *rest;
    nh_mpoly_coefficient(A, p, v, 2 * d);
    bool is_good = is_nonnegative_within(field, A, (search){0, left.attempts});
    nh_mpoly_free(A);
    return is_good && take_discriminant(field, p, v, d, &rest) && is_nonnegative_within(field, rest, left);
}

static bool is_nonnegative_within(nh_field *field, nh_mpoly *p, search left) {
    if (nh_mpoly_is_constant(p)) return nh_mpoly_sign(p) >= 0;
    nh_expr e = nh_field_expr_of_poly(field, p);
    if (nh_expr_is_nonnegative(field->pool, e) || is_listed(field, e) || sign_of_groups(field, p) != UNKNOWN)
        return true;
    if (left.depth == 0 || nh_mpoly_terms(p) > FORM_TERMS) return false;
    left.depth--;
    for (uint32_t v = 0; v<field->generators.count && * left.attempts> 0; v++) {
        if (!nh_mpoly_uses(p, v)) continue;
        (*left.attempts)--;
        if (is_nonnegative_in(field, p, v, left)) return true;
    }
    return false;
}

/* NOLINTEND(misc-no-recursion) */

static bool is_nonnegative(nh_field *field, nh_mpoly *p) {
    int attempts = FORM_ATTEMPTS;
    return is_nonnegative_within(field, p, (search){FORM_DEPTH, &attempts});
}

/* ---- products of primes ---- */

static uint64_t minus_one(nh_field *field) {
    nh_mpoly *minus = nh_field_poly(field);
    nh_mpoly_set_int(minus, -1);
    return nh_field_prime(field, minus);
}

/* The product without the primes that have a sign by themselves, except for this sign. */
static uint64_t without_signed(nh_field *field, uint64_t primes, uint64_t minus) {
    nh_mpoly *negative = nh_mpoly_new(field->ring);
    for (size_t i = 0; i < field->primes.count; i++) {
        uint64_t bit = UINT64_C(1) << i;
        if ((primes & bit) == 0 || bit == minus) continue;
        nh_mpoly_neg(negative, field->primes.items[i]);
        if (is_nonnegative(field, field->primes.items[i])) primes ^= bit;
        else if (is_nonnegative(field, negative)) primes ^= bit ^ minus;
    }
    nh_mpoly_free(negative);
    return primes;
}

/* The primes that are positive everywhere, of those under roots. What else is under such a root
 * has a sign without them. */
static uint64_t positive_under_roots(nh_field *field) {
    uint64_t used = 0, found = 0;
    for (size_t i = 0; i < field->roots.count; i++) used |= field->roots.items[i].primes;
    for (size_t i = 0; i < field->primes.count; i++)
        if (used >> i & 1 && sign_of_groups(field, field->primes.items[i]) == POSITIVE) found |= UINT64_C(1) << i;
    return found;
}

int nh_field_sign(nh_field *field, uint64_t primes) {
    uint64_t which, minus = minus_one(field);
    primes = without_signed(field, primes, minus);
    if (primes == 0) return 1;
    if (primes == minus) return -1;
    if (field->roots.count == 0) return 0;
    uint64_t ignored = positive_under_roots(field);
    if (nh_field_find_sum(field, primes, ignored, &which)) return 1;
    return nh_field_find_sum(field, primes ^ minus, ignored, &which) ? -1 : 0;
}

uint64_t nh_field_odd_primes(nh_field *field, nh_element a) {
    uint64_t odd = 0;
    nh_prime_powers all = nh_field_take_apart(field, a);
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i].times % 2 != 0) odd ^= nh_field_prime(field, all.items[i].base);
    return odd;
}

/* The next field knows the sign from the beginning. */
void nh_field_learn_signs(nh_field *field) {
    for (size_t i = 0; i < field->primes.count; i++) {
        nh_mpoly *p = field->primes.items[i];
        if (nh_mpoly_is_constant(p)) continue;
        nh_expr e = nh_field_expr_of_poly(field, p), size = nh_expr_apply1(field->pool, NH_EXPR_ABS, e);
        if (size == e || is_listed(field, e) || nh_field_sign(field, UINT64_C(1) << i) <= 0) continue;
        nh_array_push(&field->nonnegative, e);
        if (nh_map_get(&field->variable_of, size) != NULL) field->is_settled = false;
    }
}

/* ==== absolute ==== */

/* Absolute values.
 *
 * |p q| = |p| |q|, and a prime p whose sign is not known has a generator for |p|. Its square p^2 is a polynomial
 * without p in sight where the relations are used in it: |sin u| has the square (1 - cos u)(1 + cos u), |x + r| with
 * r^2 = y the square x^2 + y + 2 x r. So |p| is a square root of a product of primes too, and is known as such
 * (nh_field.roots): sqrt(x^2 + y + 2 x r) is |x + r|, whichever of the two comes first. */

/* Squares of longer ones are not examined; beyond this many primes none is, since there is no room for all. */
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

/* The halves of p^2 where the relations hide that it is a square, and nothing new is needed for what is
 * outside; false otherwise. */
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

/* NOLINTBEGIN(misc-no-recursion): what is requested needs no new generator, or has a root less */

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

/* |p| = |p p'| / |p'| where p' is p with the other sign of a square root, and has a sign that is known: |1 - sqrt(y)|
 * is |1 - y| / (1 + sqrt(y)). */
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
