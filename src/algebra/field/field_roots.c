/* Roots.
 *
 * What is under a root is taken apart into irreducible factors, the numbers into primes. Of an odd root every
 * factor has its own. Of a square root
 *
 *     sqrt(c f^(2k+1) ...) = |f|^k ... sqrt(c f ...)
 *
 * where what is left is a product of distinct primes. Square roots that are known already are such products too: a
 * vector space over the field of two elements. When the new product is a sum of them there, the new root is
 * written by the old ones,
 *
 *     s s_1 ... s_n = h^2,     sqrt(s) = |h| / (sqrt(s_1) ... sqrt(s_n))
 *
 * since none of them is negative. Otherwise it is a new generator, and its relation is irreducible, except for
 * squares that were not found. */
#include "algebra/field/field_roots_private.h"
#include "base/protect.h"
#include "num/factor.h"

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

/* NOLINTBEGIN(misc-no-recursion): what is under the roots has fewer generators each time */

/* s = A + B r for a square root r. */
typedef struct nested_root {
    nh_element A, B, half; /* half = B r / 2 */
    nh_element norm;       /* A^2 - B^2 r^2 */
    nh_element conjugate;  /* A - B r */
} nested_root;

static nested_root take_nested(nh_field *field, nh_element s, uint32_t variable) {
    nested_root n = {.A = nh_element_new(field), .B = nh_element_new(field)};
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

/* Where A^2 - B^2 r^2 = D^2, let U = (A + D)/2, V = (A - D)/2: then U V = (B r/2)^2 and U + V = A. Neither is negative,
 * since A + B r, A - B r and so A are not. So
 *
 *     sqrt(A + B r) = |sqrt(U) + sign(B) sqrt(V)| = |U + B r/2| / sqrt(U). */
static bool denest_root(nh_field *field, nh_element s, uint32_t variable, const nested_root *n, nh_element *result) {
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
static bool use_conjugate(nh_field *field, const nested_root *n, nh_element *result) {
    for (uint32_t v = 0; v < field->generators.count; v++) {
        nh_generator g = field->generators.items[v];
        if (!is_square_root(field, v) || !nh_element_equal(g.square, n->conjugate)) continue;
        *result = nh_element_div(field, square_root(field, n->norm), nh_element_variable(field, v));
        return true;
    }
    return false;
}

static bool unnest_element(nh_field *field, nh_element s, nh_element *result) {
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        if (!is_square_root(field, v) || !nh_mpoly_uses(s.num, v) || !nh_mpoly_is_one(s.den)) continue;
        nested_root n = take_nested(field, s, v);
        if (denest_root(field, s, v, &n, result) || use_conjugate(field, &n, result)) return true;
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
    if (unnest_element(field, nh_field_product(field, primes), &result)) return result;
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

static _Noreturn void fail_too_many_roots(const nh_field *field) {
    nh_fail(nh_pool_context(field->pool), NH_E_LIMIT, "roots", "there are too many roots");
}

nh_element nh_field_root(nh_field *field, nh_element a, int64_t order) {
    if (order > MOST_ORDER) fail_too_many_roots(field);
    a = nh_element_rationalise(field, a);
    for (; order % 2 == 0; order /= 2) a = square_root(field, a);
    return order > 1 ? odd_root(field, a, order) : a;
}

/* ==== primes ==== */

/* Products of primes: a vector space over the field of two elements, in which products that
 * differ by squares are equal. */

enum { MOST_PRIMES = 63, MOST_ROOTS = 60 };

/* ---- taking apart ---- */

nh_element nh_element_of_prime(nh_field *field, nh_mpoly *p) {
    nh_element a = nh_element_new(field);
    nh_mpoly_set(a.num, p);
    return a;
}

static void add_number(nh_field *field, nh_prime_powers *all, nh_rat value, int64_t sign) {
    nh_factor *primes;
    size_t count = nh_factor_integer(field->arena, nh_rat_abs(field->arena, value), &primes);
    for (size_t i = 0; i < count; i++) {
        nh_mpoly *base = nh_field_poly(field);
        nh_mpoly_set_integer(base, primes[i].base);
        nh_array_push(all, ((nh_prime_power){base, sign * primes[i].times}));
    }
    if (nh_rat_sign(value) > 0) return;
    nh_mpoly *minus = nh_field_poly(field);
    nh_mpoly_set_int(minus, -1);
    nh_array_push(all, ((nh_prime_power){minus, 1}));
}

static void add_factors(nh_field *field, nh_prime_powers *all, nh_mpoly *p, int64_t sign) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    if (!nh_mpoly_factorise(field->arena, p, &number, &list, &count)) {
        nh_array_push(all, ((nh_prime_power){nh_element_of_prime(field, p).num, sign}));
        return;
    }
    add_number(field, all, number, sign);
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&field->owned, list[i].factor);
        nh_array_push(all, ((nh_prime_power){list[i].factor, sign * (int64_t)list[i].times}));
    }
}

/* num / den is in lowest terms, so the factors are distinct, except for the sign, which occurs in the numerator. */
nh_prime_powers nh_field_take_apart(nh_field *field, nh_element a) {
    nh_prime_powers all = {.arena = field->arena};
    add_factors(field, &all, a.num, 1);
    add_factors(field, &all, a.den, -1);
    return all;
}

/* ---- sets of primes ---- */

uint64_t nh_field_prime(nh_field *field, nh_mpoly *p) {
    for (size_t i = 0; i < field->primes.count; i++)
        if (nh_mpoly_equal(field->primes.items[i], p)) return UINT64_C(1) << i;
    if (field->primes.count == MOST_PRIMES) fail_too_many_roots(field);
    nh_array_push(&field->primes, p);
    return UINT64_C(1) << (field->primes.count - 1);
}

nh_element nh_field_product(nh_field *field, uint64_t primes) {
    nh_element s = nh_element_number(field, nh_rat_int(1));
    for (size_t i = 0; i < field->primes.count; i++)
        if (primes >> i & 1) s = nh_element_mul(field, s, nh_element_of_prime(field, field->primes.items[i]));
    return s;
}

/* The root of base^times goes where it belongs. */
static void halve_power(nh_field *field, nh_halves *h, nh_mpoly *base, int64_t times) {
    int64_t half = times >= 0 ? times / 2 : -((1 - times) / 2), rest = half & 1; /* rounded down */
    if (times == 0) return;
    if (times != 2 * half) h->inside ^= nh_field_prime(field, base);
    if (rest == 1) h->odd ^= nh_field_prime(field, base);
    h->even = nh_element_mul(field, h->even, nh_element_pow(field, nh_element_of_prime(field, base), half - rest));
}

nh_halves nh_field_halve(nh_field *field, nh_element a) {
    nh_halves h = {.even = nh_element_number(field, nh_rat_int(1))};
    nh_prime_powers all = nh_field_take_apart(field, a);
    for (size_t i = 0; i < all.count; i++) halve_power(field, &h, all.items[i].base, all.items[i].times);
    return h;
}

nh_halves nh_field_halve_sum(nh_field *field, uint64_t primes, uint64_t which) {
    nh_halves h = {.even = nh_element_number(field, nh_rat_int(1))};
    for (size_t i = 0; i < field->primes.count; i++) {
        int64_t times = (int64_t)(primes >> i & 1);
        for (size_t k = 0; k < field->roots.count; k++)
            if (which >> k & 1) times += (int64_t)(field->roots.items[k].primes >> i & 1);
        halve_power(field, &h, field->primes.items[i], times);
    }
    return h;
}

void nh_field_add_root(nh_field *field, nh_known_root root) {
    if (field->roots.count == MOST_ROOTS) fail_too_many_roots(field);
    nh_array_push(&field->roots, root);
}

/* By elimination: the rows have different leading bits, the largest first. */
bool nh_field_find_sum(const nh_field *field, uint64_t primes, uint64_t ignored, uint64_t *which) {
    uint64_t row[MOST_ROOTS], made_of[MOST_ROOTS];
    size_t rank = 0;
    *which = 0;
    for (size_t i = 0; i < field->roots.count && i < MOST_ROOTS; i++) {
        uint64_t now = field->roots.items[i].primes & ~ignored, from = UINT64_C(1) << i;
        for (size_t k = 0; k < rank; k++)
            if ((now ^ row[k]) < now) now ^= row[k], from ^= made_of[k];
        if (now == 0) continue;
        size_t at = rank++;
        for (; at > 0 && row[at - 1] < now; at--) row[at] = row[at - 1], made_of[at] = made_of[at - 1];
        row[at] = now, made_of[at] = from;
    }
    primes &= ~ignored;
    for (size_t k = 0; k < rank; k++)
        if ((primes ^ row[k]) < primes) primes ^= row[k], *which ^= made_of[k];
    return primes == 0;
}

/* ==== squares ==== */

/* Squares in the field: u + v r is found from its square, one sine or square root after the other. */

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

/* s = a + b r is the square of u + v r when the norm is a square D^2, and one of (a + D)/2, (a - D)/2 is
 * u^2: then v = b/(2 u). */
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

/* ==== divisors ==== */

/* Primes that are products in the field though not as polynomials: 1 - cos^4 u divides by sin u there, and (a + sin
 * u)(a^2 - a sin u + sin^2 u) has lost its factors when sin^2 u was replaced. Where p = q t,
 *
 *     p q t = p^2,
 *
 * so |p| is a square root of a product of primes, and is kept among the known ones. Then sqrt(p), sqrt(q) and sqrt(t)
 * depend on each other as they should, in whatever order they come. */

/* Longer primes are not divided; beyond this many primes none is, since there is no room for all. */
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
static bool divide_primes(nh_field *field, nh_mpoly *p, nh_mpoly *q, nh_element *t) {
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

/* p = q t, where t = inside outside^2: then the root of p q inside is |p| / |outside|, which is
 * |q| |inside| |outside|. */
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
            if (divide_primes(field, p, q, &t)) learn_product(field, UINT64_C(1) << i, UINT64_C(1) << k, t);
            else if (divide_primes(field, q, p, &t)) learn_product(field, UINT64_C(1) << k, UINT64_C(1) << i, t);
        }
    }
}
