/* Factors that depend on each other.
 *
 * Two kinds of bases are, up to a sign, powers of other bases:
 *   |t|, because |t|^d = t^d when d has an even numerator and an odd denominator;
 *   a root P = b1^a1 b2^a2 ... or -b1^a1 b2^a2 ..., what stands under an even root because its sign is not known, because
 *   P^d = ± b1^(a1 d) b2^(a2 d) ... when d has an odd denominator.
 * So x^2 |x| is |x|^3, and x y (x y)^(1/2) is (x y)^(3/2). Of all such forms of a product one is kept, whatever it was made from:
 *   1. each P^e is reduced to 0 < e < 1, e with a power of two below, and powers of its b;
 *   2. t^k |t|^e is reduced to t^(k+e) where that is the same, else to 0 <= k < 2, k with a power of two below, unless that
 *      makes an exponent negative;
 *   3. each P takes up again, in canonical order, what there is of all its b together.
 * After the second step the form depends on the product alone, as the relations are those of an abelian group; so does the last.
 * The exception are products such as x^(1/3) |x|^(1/3), which has a value at x = 0 that x |x|^(-1/3) has not. */
#include "base/assert.h"
#include "expr/pool_private.h"

/* The fraction a/2^j with 0 <= a/2^j < 2^bits that differs from r by 2^bits times a fraction with an odd denominator: for
 * r = m/(2^j n) with n odd, a = m/n modulo 2^(j + bits). */
static nh_rat reduce(nh_rat r, int bits) {
    uint64_t two = (uint64_t)r.den & -(uint64_t)r.den, n = (uint64_t)r.den / two;
    uint64_t inverse = n; /* of n modulo 2^64: Newton's iteration doubles the 3 bits that are right at first */
    for (int i = 0; i < 5; i++) inverse *= 2 - n * inverse;
    uint64_t a = ((uint64_t)r.num * inverse) & ((two << bits) - 1);
    return nh_rat_make((int64_t)a, (int64_t)two);
}

static const nh_part *find(const nh_pool *pool, const nh_parts *parts, nh_expr t) {
    uint64_t hash = nh_expr_hash(pool, t);
    size_t low = 0, high = parts->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const nh_part *part = &parts->items[middle];
        if (part->hash < hash || (part->hash == hash && part->t < t)) low = middle + 1;
        else high = middle;
    }
    return low < parts->count && parts->items[low].t == t ? &parts->items[low] : NULL;
}

static nh_rat exponent_of(const nh_pool *pool, const nh_parts *parts, nh_expr t) {
    const nh_part *part = find(pool, parts, t);
    return part != NULL ? part->c : nh_rat_int(0);
}

/* What stands under an even root: the product of t^c over the factors, with a sign. */
typedef struct root {
    nh_expr base;
    bool negative;
    bool nested; /* some factor depends on others in turn: it is a root too, or an absolute value */
    nh_parts factors;
} root;

static bool is_root(const nh_pool *pool, nh_expr base) {
    nh_expr_kind kind = nh_expr_kind_of(pool, base);
    return kind == NH_EXPR_PRODUCT || (kind == NH_EXPR_SUM && !nh_expr_has_flag(pool, base, NH_FLAG_PRIMITIVE));
}

static void add_factor(nh_pool *pool, root *p, nh_expr t, nh_rat c) {
    nh_parts_push(pool, &p->factors, t, c);
    p->nested |= is_root(pool, t) || nh_expr_kind_of(pool, t) == NH_EXPR_ABS;
}

static root root_of(nh_pool *pool, nh_expr base) {
    nh_rat c;
    nh_expr u = nh_expr_split(pool, base, &c);
    root p = {.base = base, .negative = nh_rat_sign(c) < 0, .factors = {.arena = nh_scratch(pool->context)}};
    if (nh_expr_kind_of(pool, u) != NH_EXPR_PRODUCT) {
        add_factor(pool, &p, u, nh_rat_int(1));
        return p;
    }
    const nh_expr *args = nh_expr_args(pool, u);
    for (uint32_t i = 0; i < nh_expr_arity(pool, u); i += 2) add_factor(pool, &p, args[i], nh_expr_rational(pool, args[i + 1]));
    return p;
}

/* Multiplies by P^d and divides by what it is in the factors; d has an odd denominator. */
static void move(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, const root *p, nh_rat d) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_parts_push(pool, parts, p->base, d);
    for (size_t i = 0; i < p->factors.count; i++) {
        nh_part factor = p->factors.items[i];
        nh_parts_push(pool, parts, factor.t, nh_rat_neg(scratch, nh_rat_mul(scratch, factor.c, d)));
    }
    if (p->negative && !nh_has_even_numerator(d)) *coefficient = nh_rat_neg(scratch, *coefficient);
}

/* The first step for P^e: what e becomes. A nested root, which the third step leaves alone, keeps what is below 1. */
static nh_rat reduced_exponent(nh_pool *pool, const root *p, nh_rat e) {
    nh_arena *scratch = nh_scratch(pool->context);
    if (!p->nested || !nh_has_even_root(e)) return reduce(e, 0);
    return nh_rat_sub(scratch, e, nh_rat_floor(scratch, e));
}

/* True when something changed: factors that are roots may then have to be reduced too. */
static bool reduce_roots(nh_pool *pool, nh_parts *parts, nh_rat *coefficient) {
    nh_arena *scratch = nh_scratch(pool->context);
    size_t count = parts->count;
    for (size_t i = 0; i < count; i++) {
        nh_part part = parts->items[i];
        if (!is_root(pool, part.t) || nh_rat_eq(reduce(part.c, 0), part.c)) continue;
        root p = root_of(pool, part.t);
        nh_rat d = nh_rat_sub(scratch, reduced_exponent(pool, &p, part.c), part.c);
        if (!nh_rat_is_zero(d)) move(pool, parts, coefficient, &p, d);
    }
    if (parts->count == count) return false;
    nh_parts_merge_factors(pool, parts);
    return true;
}

/* For e = a/2^j > 0 the largest e/(1 + i 2^j), i >= 0, that is at most `most` > 0; it differs from e by a fraction with an odd
 * denominator. */
static nh_rat exponent_below(nh_pool *pool, nh_rat e, nh_rat most) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_rat i = nh_rat_div(scratch, nh_rat_sub(scratch, nh_rat_int(1), nh_rat_div(scratch, e, most)), nh_rat_int(e.den));
    nh_rat whole = nh_rat_floor(scratch, i); /* -i, rounded up */
    if (nh_rat_sign(whole) >= 0) return e;
    return nh_rat_div(scratch, e, nh_rat_sub(scratch, nh_rat_int(1), nh_rat_mul(scratch, whole, nh_rat_int(e.den))));
}

/* How much the factors that are there add to P^e: each makes e + k out of e, and the least of these that is positive is taken,
 * or else the greatest. So no exponent becomes negative that was not. */
static nh_rat supply(nh_pool *pool, const nh_parts *parts, const root *p, nh_rat e) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_rat d = nh_rat_int(0);
    int sign = 0; /* of e + d; 0 before the first */
    for (size_t i = 0; i < p->factors.count; i++) {
        nh_rat k = nh_rat_div(scratch, exponent_of(pool, parts, p->factors.items[i].t), p->factors.items[i].c);
        int its_sign = nh_rat_sign(nh_rat_add(scratch, e, k));
        bool better = its_sign > sign || (its_sign == sign && nh_rat_cmp(pool->context, k, d) == -sign);
        if (its_sign == 0 || !(sign == 0 || better)) continue;
        d = k;
        sign = its_sign;
    }
    if (!nh_has_even_root(d)) return d;
    return sign < 0 ? nh_rat_int(0) : nh_rat_sub(scratch, exponent_below(pool, e, nh_rat_add(scratch, e, d)), e);
}

/* The exponents k of t and e of |t| become those of the second step. */
static void reduce_pair(nh_pool *pool, nh_rat *k, nh_rat *e) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_rat new_k = nh_has_even_numerator(*e) ? nh_rat_add(scratch, *k, *e) : reduce(*k, 1);
    nh_rat new_e = nh_rat_add(scratch, *e, nh_rat_sub(scratch, *k, new_k));
    if (nh_rat_sign(*k) > 0 && nh_rat_sign(*e) > 0 && nh_rat_sign(new_e) < 0) return;
    *k = new_k;
    *e = new_e;
}

static void reduce_absolutes(nh_pool *pool, nh_parts *parts) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_parts changes = {.arena = scratch};
    for (size_t i = 0; i < parts->count; i++) {
        nh_part part = parts->items[i];
        if (nh_expr_kind_of(pool, part.t) != NH_EXPR_ABS) continue;
        nh_expr t = nh_expr_args(pool, part.t)[0];
        nh_rat old_k = exponent_of(pool, parts, t), k = old_k, e = part.c;
        reduce_pair(pool, &k, &e);
        nh_parts_push(pool, &changes, t, nh_rat_sub(scratch, k, old_k));
        nh_parts_push(pool, &changes, part.t, nh_rat_sub(scratch, e, part.c));
    }
    if (changes.count == 0) return;
    for (size_t i = 0; i < changes.count; i++) nh_array_push(parts, changes.items[i]);
    nh_parts_merge_factors(pool, parts);
}

static void fill_roots(nh_pool *pool, nh_parts *parts, nh_rat *coefficient) {
    nh_exprs bases = {.arena = nh_scratch(pool->context)};
    if (parts->count == 1) return;
    for (size_t i = 0; i < parts->count; i++)
        if (is_root(pool, parts->items[i].t)) nh_array_push(&bases, parts->items[i].t);
    for (size_t i = 0; i < bases.count; i++) {
        root p = root_of(pool, bases.items[i]);
        nh_rat d = p.nested ? nh_rat_int(0) : supply(pool, parts, &p, exponent_of(pool, parts, p.base));
        if (nh_rat_is_zero(d)) continue;
        move(pool, parts, coefficient, &p, d);
        nh_parts_merge_factors(pool, parts);
    }
}

void nh_parts_combine(nh_pool *pool, nh_parts *parts, nh_rat *coefficient) {
    bool has_roots = false;
    for (size_t i = 0; i < parts->count; i++) has_roots |= is_root(pool, parts->items[i].t);
    while (has_roots && reduce_roots(pool, parts, coefficient)) continue;
    reduce_absolutes(pool, parts);
    if (has_roots) fill_roots(pool, parts, coefficient);
}
