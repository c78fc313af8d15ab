/* Roots and absolute values.
 *
 * What stands under a root is taken apart into irreducible factors, the numbers into primes. Of an odd root every factor has its own. Of a square root
 *
 *     sqrt(c f^(2k+1) ...) = |f|^k ... sqrt(c f ...)
 *
 * where what is left is a product of distinct primes: irreducible polynomials, prime numbers, -1. Square roots that are known already, and |sin u|, whose square is
 * (1 - cos u)(1 + cos u), are such products too: a vector space over the field of two elements. When the new product is a sum of them there, the new root is written by the
 * old ones,
 *
 *     s s_1 ... s_n = h^2,     sqrt(s) = |h| / (sqrt(s_1) ... sqrt(s_n))
 *
 * since none of them is negative. Otherwise it is a new generator, and its relation is irreducible. */
#include <string.h>

#include "algebra/field_private.h"
#include "base/protect.h"
#include "num/factor.h"

enum { MOST_PRIMES = 63, MOST_ROOTS = 60, MOST_ORDER = 12 };
/* Quadratic forms that are looked at for their sign. */
enum { FORM_TERMS = 30, FORM_DEPTH = 4 };

/* base^times of a factorisation; base is a polynomial of the field */
typedef struct factor {
    nh_mpoly *base;
    int64_t times;
} factor;

typedef NH_ARRAY(factor) factors;

static _Noreturn void too_large(const nh_field *field) {
    nh_fail(nh_pool_context(field->pool), NH_E_LIMIT, "roots", "there are too many roots");
}

/* ---- taking apart ---- */

static void add_number(nh_field *field, factors *all, nh_rat value, int64_t sign) {
    nh_factor *primes;
    size_t count = nh_factor_integer(field->arena, nh_rat_abs(field->arena, value), &primes);
    for (size_t i = 0; i < count; i++) {
        nh_mpoly *base = nh_field_poly(field);
        nh_mpoly_set_integer(base, primes[i].base);
        nh_array_push(all, ((factor){base, sign * primes[i].times}));
    }
    if (nh_rat_sign(value) > 0) return;
    nh_mpoly *minus = nh_field_poly(field);
    nh_mpoly_set_int(minus, -1);
    nh_array_push(all, ((factor){minus, 1}));
}

static void add_factors(nh_field *field, factors *all, nh_mpoly *p, int64_t sign) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    if (!nh_mpoly_factorise(field->arena, p, &number, &list, &count)) too_large(field);
    add_number(field, all, number, sign);
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&field->owned, list[i].factor);
        nh_array_push(all, ((factor){list[i].factor, sign * (int64_t)list[i].times}));
    }
}

/* num / den is in lowest terms, so the factors are distinct, but for the sign, which stands in the numerator. */
static factors take_apart(nh_field *field, nh_element a) {
    factors all = {.arena = field->arena};
    add_factors(field, &all, a.num, 1);
    add_factors(field, &all, a.den, -1);
    return all;
}

static nh_element element_of(nh_field *field, nh_mpoly *p) {
    nh_element a = nh_element_new(field);
    nh_mpoly_set(a.num, p);
    return a;
}

/* ---- products of primes, and their signs ---- */

static uint64_t number_of_prime(nh_field *field, nh_mpoly *p) {
    for (size_t i = 0; i < field->primes.count; i++)
        if (nh_mpoly_equal(field->primes.items[i], p)) return i;
    if (field->primes.count == MOST_PRIMES) too_large(field);
    nh_array_push(&field->primes, p);
    return field->primes.count - 1;
}

/* The known roots whose products of primes add up to this one, as a set of their numbers; false when there are none. */
static bool find_sum(const nh_field *field, uint64_t primes, uint64_t *which) {
    uint64_t row[MOST_ROOTS], made_of[MOST_ROOTS];
    size_t rank = 0;
    *which = 0;
    for (size_t i = 0; i < field->roots.count && i < MOST_ROOTS; i++) {
        uint64_t now = field->roots.items[i].primes, from = UINT64_C(1) << i;
        for (size_t k = 0; k < rank; k++)
            if ((now ^ row[k]) < now) now ^= row[k], from ^= made_of[k];
        if (now == 0) continue;
        size_t at = rank++;
        for (; at > 0 && row[at - 1] < now; at--) row[at] = row[at - 1], made_of[at] = made_of[at - 1];
        row[at] = now, made_of[at] = from;
    }
    for (size_t k = 0; k < rank; k++)
        if ((primes ^ row[k]) < primes) primes ^= row[k], *which ^= made_of[k];
    return primes == 0;
}

static nh_element product_of(nh_field *field, uint64_t primes) {
    nh_element s = nh_element_number(field, nh_rat_int(1));
    for (size_t i = 0; i < field->primes.count; i++)
        if (primes >> i & 1) s = nh_element_mul(field, s, element_of(field, field->primes.items[i]));
    return s;
}

static uint64_t minus_one(nh_field *field) {
    nh_mpoly *minus = nh_field_poly(field);
    nh_mpoly_set_int(minus, -1);
    return UINT64_C(1) << number_of_prime(field, minus);
}

static bool is_listed(const nh_field *field, nh_expr e) {
    for (size_t i = 0; i < field->nonnegative.count; i++)
        if (field->nonnegative.items[i] == e) return true;
    return false;
}

static bool is_nonnegative_within(nh_field *field, nh_mpoly *p, int depth);

static bool is_circular(const nh_field *field, uint32_t variable) {
    nh_expr_kind kind = nh_expr_kind_of(field->pool, field->generators.items[variable].meaning);
    return kind == NH_EXPR_SIN || kind == NH_EXPR_COS;
}

/* c + (products of sines and cosines) >= 0 when c is not below the sum of the absolute values of their coefficients. */
static bool is_above_sines(nh_field *field, nh_mpoly *p) {
    uint32_t *powers = NH_NEW_ARRAY(field->arena, uint32_t, field->generators.count + 1);
    nh_rat rest = nh_rat_int(0);
    for (size_t i = 0; i < nh_mpoly_terms(p); i++) {
        nh_rat c = nh_mpoly_term(field->arena, p, i, powers);
        bool is_number = true;
        for (uint32_t v = 0; v < field->generators.count; v++) {
            if (powers[v] == 0) continue;
            if (!is_circular(field, v)) return false;
            is_number = false;
        }
        rest =
            is_number ? nh_rat_add(field->arena, rest, c) : nh_rat_sub(field->arena, rest, nh_rat_abs(field->arena, c));
    }
    return nh_rat_sign(rest) >= 0;
}

/* NOLINTBEGIN(misc-no-recursion): each time a variable less, and the depth is bounded */

/* A v^2 + B v + C >= 0 for all v when A >= 0 and 4 A C - B^2 >= 0. */
static bool is_nonnegative_in(nh_field *field, nh_mpoly *p, uint32_t v, int depth) {
    nh_mpoly *A = nh_mpoly_new(field->ring), *B = nh_mpoly_new(field->ring), *C = nh_mpoly_new(field->ring);
    nh_mpoly *four = nh_mpoly_new(field->ring);
    nh_mpoly_coefficient(A, p, v, 2);
    nh_mpoly_coefficient(B, p, v, 1);
    nh_mpoly_coefficient(C, p, v, 0);
    bool is_good = is_nonnegative_within(field, A, depth);
    nh_mpoly_set_int(four, 4);
    nh_mpoly_mul(C, C, four);
    nh_mpoly_mul(C, C, A);
    nh_mpoly_mul(B, B, B);
    nh_mpoly_sub(C, C, B);
    is_good = is_good && is_nonnegative_within(field, C, depth);
    nh_mpoly_free(four);
    nh_mpoly_free(C);
    nh_mpoly_free(B);
    nh_mpoly_free(A);
    return is_good;
}

static bool is_nonnegative_within(nh_field *field, nh_mpoly *p, int depth) {
    if (nh_mpoly_is_constant(p)) return nh_mpoly_sign(p) >= 0;
    nh_expr e = nh_field_expr_of_poly(field, p);
    if (nh_expr_is_nonnegative(field->pool, e) || is_listed(field, e) || is_above_sines(field, p)) return true;
    for (uint32_t v = 0; depth > 0 && nh_mpoly_terms(p) <= FORM_TERMS && v < field->generators.count; v++)
        if (nh_mpoly_degree(p, v) == 2) return is_nonnegative_in(field, p, v, depth - 1);
    return false;
}

/* NOLINTEND(misc-no-recursion) */

static bool is_nonnegative(nh_field *field, nh_mpoly *p) {
    return is_nonnegative_within(field, p, FORM_DEPTH);
}

/* The primes whose sign is not known by themselves. */
static uint64_t without_nonnegative(nh_field *field, uint64_t primes) {
    for (size_t i = 0; i < field->primes.count; i++)
        if (primes >> i & 1 && is_nonnegative(field, field->primes.items[i])) primes &= ~(UINT64_C(1) << i);
    return primes;
}

/* The sign of a product of primes, as it follows from what stands under square roots, which is not negative: 1 for >= 0, -1 for <= 0, 0 when it does not follow. */
static int sign_of(nh_field *field, uint64_t primes) {
    uint64_t which, minus = minus_one(field);
    primes = without_nonnegative(field, primes);
    if (primes == 0) return 1;
    if (primes == minus) return -1;
    return find_sum(field, primes, &which) ? 1 : find_sum(field, primes ^ minus, &which) ? -1 : 0;
}

/* |p| of a prime whose sign is not known. */
static nh_element absolute_generator(nh_field *field, nh_mpoly *p) {
    nh_expr meaning = nh_expr_apply1(field->pool, NH_EXPR_ABS, nh_field_expr_of_poly(field, p));
    const uint64_t *known = nh_map_get(&field->variable_of, meaning);
    if (known != NULL) return nh_element_variable(field, (uint32_t)*known);
    nh_element a = element_of(field, p);
    nh_generator g = {.kind = NH_GENERATOR_ROOT, .meaning = meaning, .order = 2, .square = nh_element_mul(field, a, a)};
    uint32_t variable = nh_field_add_generator(field, g);
    nh_map_put(&field->variable_of, meaning, variable);
    return nh_element_variable(field, variable);
}

/* The absolute value of a product of primes. */
static nh_element absolute(nh_field *field, uint64_t primes) {
    int sign = sign_of(field, primes);
    nh_element all = nh_element_number(field, nh_rat_int(1));
    if (sign != 0) return sign > 0 ? product_of(field, primes) : nh_element_neg(field, product_of(field, primes));
    for (size_t i = 0; i < field->primes.count; i++) {
        if (!(primes >> i & 1)) continue;
        int one = sign_of(field, UINT64_C(1) << i);
        nh_element p = element_of(field, field->primes.items[i]);
        nh_element size = one > 0   ? p
                          : one < 0 ? nh_element_neg(field, p)
                                    : absolute_generator(field, field->primes.items[i]);
        all = nh_element_mul(field, all, size);
    }
    return all;
}

/* A new root says something of signs: absolute values that are not needed any more make a new beginning worth it. */
static void learn_signs(nh_field *field) {
    for (size_t i = 0; i < field->primes.count; i++) {
        nh_mpoly *p = field->primes.items[i];
        if (nh_mpoly_is_constant(p) || is_nonnegative(field, p) || sign_of(field, UINT64_C(1) << i) <= 0) continue;
        nh_expr e = nh_field_expr_of_poly(field, p);
        nh_array_push(&field->nonnegative, e);
        if (nh_map_get(&field->variable_of, nh_expr_apply1(field->pool, NH_EXPR_ABS, e)) != NULL)
            field->is_settled = false;
    }
}

/* ---- squares that the relations hide ---- */

/* The variable v of which the square of a root is c v^k + (lower powers), c = 1 or -1: then v^k can be written by the root. */
static bool find_leader(nh_field *field, const nh_generator *g, uint32_t *variable, int *c) {
    nh_mpoly *leading = nh_mpoly_new(field->ring);
    bool found = false;
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0 && !found && nh_mpoly_is_one(g->square.den);) {
        uint32_t degree = nh_mpoly_degree(g->square.num, v);
        if (degree == 0) continue;
        nh_mpoly_coefficient(leading, g->square.num, v, degree);
        *c = nh_mpoly_sign(leading);
        if (*c < 0) nh_mpoly_neg(leading, leading);
        found = nh_mpoly_is_one(leading);
        *variable = v;
    }
    nh_mpoly_free(leading);
    return found;
}

/* p with roots in place of what stands under them, as far as that goes: y + 2 sqrt(y) + 1 becomes r^2 + 2 r + 1. */
static void raise(nh_field *field, nh_mpoly *p) {
    for (uint32_t r = 0; r < field->generators.count; r++) {
        const nh_generator *g = &field->generators.items[r];
        uint32_t v;
        int c;
        if (g->kind != NH_GENERATOR_ROOT || g->order != 2 || !nh_mpoly_uses(p, r) || !find_leader(field, g, &v, &c))
            continue;
        uint32_t degree = nh_mpoly_degree(g->square.num, v); /* v^degree = c r^2 - c (square - c v^degree) */
        nh_mpoly *square = nh_mpoly_new(field->ring), *power = nh_mpoly_new(field->ring),
                 *one = nh_mpoly_new(field->ring);
        nh_mpoly_set_variable(square, r);
        nh_mpoly_pow(square, square, 2);
        nh_mpoly_sub(square, square, g->square.num);
        if (c < 0) nh_mpoly_neg(square, square);
        nh_mpoly_set_variable(power, v);
        nh_mpoly_pow(power, power, degree);
        nh_mpoly_add(square, square, power);
        nh_mpoly_set_int(one, 1);
        (void)nh_field_fold(field, v, degree, (nh_element){square, one}, p);
        nh_mpoly_free(one);
        nh_mpoly_free(power);
        nh_mpoly_free(square);
    }
}

/* q such that a / q^2 is simpler: the squares in a that are seen when roots stand in place of what is under them. 1 when there are none. */
static nh_element hidden_square(nh_field *field, nh_element a) {
    nh_element q = nh_element_number(field, nh_rat_int(1));
    nh_mpoly *p = nh_mpoly_new(field->ring);
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count = 0;
    nh_mpoly_set(p, a.num);
    raise(field, p);
    if (!nh_mpoly_equal(p, a.num) && nh_mpoly_factorise(field->arena, p, &number, &list, &count))
        for (size_t i = 0; i < count; i++) {
            nh_array_push(&field->owned, list[i].factor);
            nh_element base = nh_element_of_poly(field, list[i].factor);
            q = nh_element_mul(field, q, nh_element_pow(field, base, list[i].times / 2));
        }
    nh_mpoly_free(p);
    return q;
}

static size_t length_of(nh_element a) {
    return nh_mpoly_terms(a.num) + nh_mpoly_terms(a.den);
}

/* a := a / q^2 for such a q that is no number and makes a shorter; whether there is one. */
static bool take_hidden_square(nh_field *field, nh_element *a, nh_element *q) {
    nh_rat value;
    *q = hidden_square(field, *a);
    if (nh_element_is_zero(*q) || nh_element_is_number(field, *q, &value)) return false;
    nh_element rest = nh_element_div(field, *a, nh_element_mul(field, *q, *q));
    if (length_of(rest) >= length_of(*a)) return false;
    *a = rest;
    return true;
}

/* The square roots that |sin u| stand for, of the angles that have none yet. */
static void learn_sines(nh_field *field) {
    for (uint32_t v = 0; v < field->generators.count; v++) {
        nh_generator g = field->generators.items[v];
        if (g.kind != NH_GENERATOR_SINE || nh_map_get(&field->variable_of, g.meaning) != NULL) continue;
        nh_map_put(&field->variable_of, g.meaning, v); /* it is known from now on */
        factors all = take_apart(field, g.square);
        nh_known_root known = {
            .plain = v,
            .root = absolute(field, UINT64_C(1) << number_of_prime(field, nh_element_variable(field, v).num))};
        for (size_t i = 0; i < all.count; i++) known.primes ^= UINT64_C(1) << number_of_prime(field, all.items[i].base);
        nh_array_push(&field->roots, known);
    }
}

/* ---- squares in the field ---- */

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
    uint64_t odd = 0, which;
    nh_element a = element_of(field, p);
    factors all = take_apart(field, a);
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i].times % 2 != 0) odd ^= UINT64_C(1) << number_of_prime(field, all.items[i].base);
    if (!find_sum(field, odd, &which)) return false;
    *q = nh_element_number(field, nh_rat_int(1));
    for (size_t i = 0; i < all.count; i++)
        *q = nh_element_mul(field, *q,
                            nh_element_pow(field, element_of(field, all.items[i].base), all.items[i].times / 2));
    for (size_t i = 0; i < field->primes.count; i++) { /* odd times those of the roots is a square */
        int64_t times = (int64_t)(odd >> i & 1);
        for (size_t k = 0; k < field->roots.count; k++)
            if (which >> k & 1) times += (int64_t)(field->roots.items[k].primes >> i & 1);
        *q = nh_element_mul(field, *q, nh_element_pow(field, element_of(field, field->primes.items[i]), times / 2));
    }
    for (size_t k = 0; k < field->roots.count; k++)
        if (which >> k & 1) *q = nh_element_div(field, *q, nh_element_variable(field, field->roots.items[k].plain));
    return true;
}

static bool is_square(nh_field *field, nh_element s, int depth, nh_element *q);

/* NOLINTBEGIN(misc-no-recursion): the generators go down, and the depth is bounded */

/* s = a + b r is the square of u + v r when the norm is a square D^2, and one of (a + D)/2, (a - D)/2 is u^2: then v = b/(2 u). */
static bool is_square_of_sum(nh_field *field, nh_element s, uint32_t r, int depth, nh_element *q) {
    nh_element a = nh_element_new(field), b = nh_element_new(field), D, u,
               half = nh_element_number(field, nh_rat_make(1, 2));
    nh_mpoly_coefficient(a.num, s.num, r, 0);
    nh_mpoly_coefficient(b.num, s.num, r, 1);
    nh_element bb = nh_element_mul(field, nh_element_mul(field, b, b), field->generators.items[r].square);
    nh_element norm = nh_element_sub(field, nh_element_mul(field, a, a), bb);
    if (!is_square(field, norm, depth, &D)) return false;
    size_t best = SIZE_MAX;
    for (int i = 0; i < 2; i++, D = nh_element_neg(field, D)) {
        nh_element h = nh_element_mul(field, half, nh_element_add(field, a, D));
        if (!is_square(field, h, depth, &u) || nh_element_is_zero(u)) continue;
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

/* Whether s is a square in the field; q is then a root of it, of either sign. "No" means: not found. */
static bool is_square(nh_field *field, nh_element s, int depth, nh_element *q) {
    learn_sines(field);
    *q = s;
    if (nh_element_is_zero(s)) return true;
    nh_element below = nh_element_new(field), whole = nh_element_new(field); /* s = num den / den^2 */
    nh_mpoly_set(below.num, s.den);
    nh_mpoly_mul(whole.num, s.num, s.den);
    whole = nh_element_of_poly(field, whole.num);
    uint32_t r = last_quadratic(field, whole.num);
    if (!nh_mpoly_is_one(whole.den) || nh_mpoly_terms(whole.num) > SQUARE_TERMS || depth == 0) return false;
    bool found =
        r == NH_INDEX_NONE ? is_square_of_roots(field, whole.num, q) : is_square_of_sum(field, whole, r, depth - 1, q);
    if (found) *q = nh_element_rationalise(field, nh_element_div(field, *q, below));
    return found;
}

/* NOLINTEND(misc-no-recursion) */

nh_element nh_field_abs(nh_field *field, nh_element a) {
    nh_element even = nh_element_number(field, nh_rat_int(1)), q;
    uint64_t odd = 0;
    if (nh_element_is_zero(a) || is_square(field, a, SQUARE_DEPTH, &q)) return a;
    while (take_hidden_square(field, &a, &q)) even = nh_element_mul(field, even, nh_element_mul(field, q, q));
    factors all = take_apart(field, a);
    for (size_t i = 0; i < all.count; i++) {
        const factor *f = &all.items[i];
        int64_t times = f->times;
        if (times % 2 != 0) {
            odd ^= UINT64_C(1) << number_of_prime(field, f->base);
            times--;
        }
        even = nh_element_mul(field, even, nh_element_pow(field, element_of(field, f->base), times));
    }
    return nh_element_mul(field, even, absolute(field, odd));
}

/* |h| of h^2 = s s_1 ... s_n: every prime occurs an even number of times. */
static nh_element half_of_product(nh_field *field, uint64_t primes, uint64_t which) {
    nh_element even = nh_element_number(field, nh_rat_int(1));
    uint64_t odd = 0;
    for (size_t i = 0; i < field->primes.count; i++) {
        int64_t times = (int64_t)(primes >> i & 1);
        for (size_t k = 0; k < field->roots.count; k++)
            if (which >> k & 1) times += (int64_t)(field->roots.items[k].primes >> i & 1);
        times /= 2;
        if (times % 2 == 1) odd |= UINT64_C(1) << i;
        even = nh_element_mul(field, even,
                              nh_element_pow(field, element_of(field, field->primes.items[i]), times - times % 2));
    }
    return nh_element_mul(field, even, absolute(field, odd));
}

static nh_element new_square_root(nh_field *field, uint64_t primes) {
    nh_element s = product_of(field, primes);
    nh_expr meaning = nh_expr_sqrt(field->pool, nh_field_expr(field, s));
    if (field->roots.count == MOST_ROOTS) too_large(field);
    nh_generator g = {.kind = NH_GENERATOR_ROOT, .meaning = meaning, .order = 2, .square = s};
    uint32_t variable = nh_field_add_generator(field, g);
    nh_element root = nh_element_variable(field, variable);
    nh_array_push(&field->roots, ((nh_known_root){primes, root, variable}));
    learn_signs(field);
    return root;
}

static nh_element square_root(nh_field *field, nh_element a);

/* NOLINTBEGIN(misc-no-recursion): what stands under the roots has fewer generators each time */

/* s = A + B r for a square root r. */
typedef struct nested {
    nh_element A, B, norm; /* A^2 - B^2 r^2 */
    nh_element conjugate;  /* A - B r */
} nested;

static nested take_nested(nh_field *field, nh_element s, uint32_t variable) {
    nested n = {.A = nh_element_new(field), .B = nh_element_new(field)};
    nh_element r = nh_element_variable(field, variable);
    nh_mpoly_coefficient(n.A.num, s.num, variable, 0);
    nh_mpoly_coefficient(n.B.num, s.num, variable, 1);
    n.conjugate = nh_element_sub(field, n.A, nh_element_mul(field, n.B, r));
    n.norm = nh_element_mul(field, s, n.conjugate);
    return n;
}

static bool is_square_root(const nh_field *field, uint32_t variable) {
    const nh_generator *g = &field->generators.items[variable];
    return g->kind == NH_GENERATOR_ROOT && g->order == 2 && nh_expr_is_nonnegative(field->pool, g->meaning);
}

static uint64_t odd_primes(nh_field *field, nh_element a) {
    uint64_t odd = 0;
    factors all = take_apart(field, a);
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i].times % 2 != 0) odd ^= UINT64_C(1) << number_of_prime(field, all.items[i].base);
    return odd;
}

/* sqrt(A + B r) = sqrt((A + D)/2) + sign(B) sqrt((A - D)/2) where A^2 - B^2 r^2 = D^2: both A + B r and A - B r are then not negative. */
static bool denest(nh_field *field, const nested *n, nh_element *result) {
    if (nh_element_is_zero(n->norm) || odd_primes(field, n->norm) != 0) return false;
    int sign = sign_of(field, odd_primes(field, n->B));
    if (sign == 0) return false;
    nh_element D = square_root(field, n->norm), half = nh_element_number(field, nh_rat_make(1, 2));
    nh_element U = nh_element_mul(field, half, nh_element_add(field, n->A, D));
    nh_element V = nh_element_mul(field, half, nh_element_sub(field, n->A, D));
    if (nh_element_is_zero(U) || nh_element_is_zero(V)) return false;
    U = square_root(field, U);
    V = square_root(field, V);
    *result = sign > 0 ? nh_element_add(field, U, V) : nh_element_sub(field, U, V);
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
        if (denest(field, &n, result) || use_conjugate(field, &n, result)) return true;
    }
    return false;
}

/* The square root of a product of distinct primes. */
static nh_element root_of_primes(nh_field *field, uint64_t primes) {
    uint64_t which;
    nh_element result;
    if (primes == 0) return nh_element_number(field, nh_rat_int(1));
    learn_sines(field);
    if (!find_sum(field, primes, &which)) {
        if (unnest(field, product_of(field, primes), &result)) return result;
        return new_square_root(field, primes);
    }
    result = half_of_product(field, primes, which);
    for (size_t k = 0; k < field->roots.count; k++)
        if (which >> k & 1) result = nh_element_div(field, result, field->roots.items[k].root);
    return result;
}

static int64_t floor_half(int64_t n) {
    return n >= 0 ? n / 2 : -((1 - n) / 2);
}

static nh_element square_root(nh_field *field, nh_element a) {
    nh_element even = nh_element_number(field, nh_rat_int(1)), q;
    uint64_t inside = 0, odd = 0;
    if (is_square(field, a, SQUARE_DEPTH, &q)) return nh_field_abs(field, q);
    while (take_hidden_square(field, &a, &q)) even = nh_element_mul(field, even, nh_field_abs(field, q));
    factors all = take_apart(field, a);
    for (size_t i = 0; i < all.count; i++) {
        const factor *f = &all.items[i];
        uint64_t prime = UINT64_C(1) << number_of_prime(field, f->base);
        int64_t half = floor_half(f->times), rest = half - 2 * floor_half(half);
        if (f->times != 2 * half) inside ^= prime;
        if (rest == 1) odd ^= prime;
        even = nh_element_mul(field, even, nh_element_pow(field, element_of(field, f->base), half - rest));
    }
    nh_element root = root_of_primes(field, inside); /* first: it may say what sign the others have */
    return nh_element_mul(field, root, nh_element_mul(field, even, absolute(field, odd)));
}

/* NOLINTEND(misc-no-recursion) */

/* ---- odd roots ---- */

static nh_element odd_root_of_prime(nh_field *field, nh_mpoly *p, int64_t order) {
    nh_expr meaning = nh_expr_root(field->pool, nh_field_expr_of_poly(field, p), order);
    const uint64_t *known = nh_map_get(&field->variable_of, meaning);
    if (known != NULL) return nh_element_variable(field, (uint32_t)*known);
    nh_generator g = {NH_GENERATOR_ROOT, meaning, (uint32_t)order, element_of(field, p)};
    uint32_t variable = nh_field_add_generator(field, g);
    nh_map_put(&field->variable_of, meaning, variable);
    return nh_element_variable(field, variable);
}

static nh_element odd_root(nh_field *field, nh_element a, int64_t order) {
    nh_element result = nh_element_number(field, nh_rat_int(1));
    factors all = take_apart(field, a);
    for (size_t i = 0; i < all.count; i++) {
        const factor *f = &all.items[i];
        bool is_sign = nh_mpoly_is_constant(f->base) && nh_mpoly_sign(f->base) < 0;
        int64_t whole = f->times >= 0 ? f->times / order : -((order - 1 - f->times) / order),
                rest = f->times - order * whole;
        if (is_sign) whole = 1, rest = 0; /* a root of -1 is -1 */
        result = nh_element_mul(field, result, nh_element_pow(field, element_of(field, f->base), whole));
        if (rest == 0) continue;
        nh_element root = odd_root_of_prime(field, f->base, order);
        result = nh_element_mul(field, result, nh_element_pow(field, root, rest));
    }
    return result;
}

nh_element nh_field_root(nh_field *field, nh_element a, int64_t order) {
    if (order > MOST_ORDER) too_large(field);
    a = nh_element_rationalise(field, a);
    for (; order % 2 == 0; order /= 2) a = square_root(field, a);
    return order > 1 ? odd_root(field, a, order) : a;
}
