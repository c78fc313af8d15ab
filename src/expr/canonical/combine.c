/* Factors that depend on each other.
 *
 * Two kinds of bases are, up to a sign, powers of other bases:
 *   |t|, because |t|^d = t^d when d has an even numerator and an odd denominator;
 *   a root P = b1^a1 b2^a2 ... or -b1^a1 b2^a2 ..., the argument of an even root whose sign is not known, because
 *   P^d = ± b1^(a1 d) b2^(a2 d) ... when d has an odd denominator.
 * So x^2 |x| is |x|^3, and x y (x y)^(1/2) is (x y)^(3/2). Of all such forms of a product one is kept,
 * whatever it was made from:
 *   1. each P^e is reduced to 0 < e < 1 and powers of its b; a power e with an odd denominator vanishes altogether;
 *   2. t^k |t|^e is reduced to t^(k+e) or |t|^(k+e) where that is the same, else to 0 < k < 2 by moving an even number;
 *   3. each P takes up again, in canonical order, the whole powers of it that the b together make up.
 * After the second step the form depends on the product only, as the relations are those of an abelian group; so does
 * the last. No step makes an exponent negative next to which others were positive, so that a product that is 0 stays 0.
 * The exception: next to odd roots other than 1, as in x^(1/3) |x| or (x y)^(1/6), the same product may have several
 * forms, since only integers are moved. */
#include "base/assert.h"
#include "expr/pool_private.h"

static const nh_part *find_part(const nh_pool *pool, const nh_parts *parts, nh_expr t) {
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
    const nh_part *part = find_part(pool, parts, t);
    return part != NULL ? part->c : nh_rat_int(0);
}

/* ---- roots ---- */

/* What is under an even root: the product of t^c over the factors, with a sign. */
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
    for (uint32_t i = 0; i < nh_expr_arity(pool, u); i += 2)
        add_factor(pool, &p, args[i], nh_expr_rational(pool, args[i + 1]));
    return p;
}

/* Multiplies by P^d and divides by what it is in the factors; d has an odd denominator. */
static void move_root(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, const root *p, nh_rat d) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_parts_push(pool, parts, p->base, d);
    for (size_t i = 0; i < p->factors.count; i++) {
        nh_part factor = p->factors.items[i];
        nh_parts_push(pool, parts, factor.t, nh_rat_neg(scratch, nh_rat_mul(scratch, factor.c, d)));
    }
    if (p->negative && !nh_has_even_numerator(d)) *coefficient = nh_rat_neg(scratch, *coefficient);
}

/* The first step. True when something changed: factors that are roots may then have to be reduced too. */
static bool reduce_roots(nh_pool *pool, nh_parts *parts, nh_rat *coefficient) {
    nh_arena *scratch = nh_scratch(pool->context);
    size_t count = parts->count;
    for (size_t i = 0; i < count; i++) {
        nh_part part = parts->items[i];
        if (!is_root(pool, part.t)) continue;
        nh_rat out = nh_has_even_root(part.c) ? nh_rat_floor(scratch, part.c) : part.c;
        if (nh_rat_is_zero(out)) continue;
        root p = root_of(pool, part.t);
        move_root(pool, parts, coefficient, &p, nh_rat_neg(scratch, out));
    }
    if (parts->count == count) return false;
    nh_parts_merge_factors(pool, parts);
    return true;
}

/* How many P the factors make up: n when each of them could be taken n times without a change
 * of sign of its exponent. */
static nh_rat count_supply(nh_pool *pool, const nh_parts *parts, const root *p) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_rat n = nh_rat_int(0);
    for (size_t i = 0; i < p->factors.count; i++) {
        nh_part factor = p->factors.items[i];
        nh_rat times = nh_rat_div(scratch, exponent_of(pool, parts, factor.t), factor.c);
        int sign = nh_rat_sign(times);
        times = nh_rat_floor(scratch, nh_rat_abs(scratch, times));
        if (sign < 0) times = nh_rat_neg(scratch, times);
        if (i > 0 && sign != nh_rat_sign(n)) return nh_rat_int(0);
        if (i == 0 || nh_rat_cmp(pool->context, times, n) == -sign) n = times;
    }
    return n;
}

static void fill_roots(nh_pool *pool, nh_parts *parts, nh_rat *coefficient) {
    nh_exprs bases = {.arena = nh_scratch(pool->context)};
    if (parts->count == 1) return;
    for (size_t i = 0; i < parts->count; i++)
        if (is_root(pool, parts->items[i].t)) nh_array_push(&bases, parts->items[i].t);
    for (size_t i = 0; i < bases.count; i++) {
        root p = root_of(pool, bases.items[i]);
        nh_rat n = p.nested ? nh_rat_int(0) : count_supply(pool, parts, &p);
        if (nh_rat_is_zero(n)) continue;
        move_root(pool, parts, coefficient, &p, n);
        nh_parts_merge_factors(pool, parts);
    }
}

/* ---- absolute values ---- */

/* What the second step leaves of the exponent k of t next to |t|^e; the rest goes to |t|. */
static nh_rat reduced_exponent(nh_pool *pool, nh_rat k, nh_rat e) {
    nh_arena *scratch = nh_scratch(pool->context);
    if (nh_has_even_numerator(e)) return nh_rat_add(scratch, k, e);
    if (nh_has_even_numerator(k)) return nh_rat_int(0);
    nh_rat pairs = nh_rat_floor(scratch, nh_rat_mul(scratch, k, nh_rat_make(1, 2)));
    return nh_rat_sub(scratch, k, nh_rat_mul(scratch, pairs, nh_rat_int(2)));
}

static void reduce_absolutes(nh_pool *pool, nh_parts *parts) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_parts changes = {.arena = scratch};
    for (size_t i = 0; i < parts->count; i++) {
        nh_part part = parts->items[i];
        if (nh_expr_kind_of(pool, part.t) != NH_EXPR_ABS) continue;
        nh_expr t = nh_expr_args(pool, part.t)[0];
        nh_rat k = exponent_of(pool, parts, t), d = nh_rat_sub(scratch, reduced_exponent(pool, k, part.c), k);
        if (nh_rat_is_zero(d)) continue;
        nh_parts_push(pool, &changes, t, d);
        nh_parts_push(pool, &changes, part.t, nh_rat_neg(scratch, d));
    }
    if (changes.count == 0) return;
    nh_array_append(parts, changes.count, changes.items);
    nh_parts_merge_factors(pool, parts);
}

void nh_parts_combine(nh_pool *pool, nh_parts *parts, nh_rat *coefficient) {
    bool has_roots = false;
    for (size_t i = 0; i < parts->count; i++) has_roots |= is_root(pool, parts->items[i].t);
    while (has_roots && reduce_roots(pool, parts, coefficient)) continue;
    reduce_absolutes(pool, parts);
    if (has_roots) fill_roots(pool, parts, coefficient);
}
