/* One sum or product: multiplied out, reduced by sin^2 + cos^2 = 1, factored again.
 *
 * For each angle the squares can stay (where s^2 r + c^2 r are both there they become r), or be written by the sine alone, or by the cosine alone.
 * Which is best is found by trying: one angle after the other, and all at once. What is cheapest, after common factors are taken out, is
 * taken. */
#include <stdlib.h>

#include "algebra/cost_private.h"
#include "algebra/factor_private.h"
#include "algebra/tidy_private.h"
#include "base/limits.h"

/* What is longer is left as it is: when multiplied out, and when common factors are looked for. */
enum { MOST_TERMS = 2000, MOST_WORK = 20000, MOST_FACTORED = 400 };

typedef struct angle {
    uint32_t s, c; /* numbers of its sine and cosine */
} angle;

typedef struct polynomial {
    nh_pool *pool;
    nh_arena *arena;
    uint32_t count;         /* of atoms */
    nh_expr *meaning;       /* of atoms, in an order that depends on kinds and on which was made first */
    NH_ARRAY(angle) angles; /* in the order of their sines */
    nh_terms best;
    nh_expr result;
    int64_t cost;
    int64_t length; /* of the original: a result that is longer to read is none */
} polynomial;

/* ---- atoms ---- */

typedef struct placed {
    uint32_t kind;
    nh_expr e;
} placed;

static int compare_placed(const void *left, const void *right) {
    const placed *a = left, *b = right;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    return (a->e > b->e) - (a->e < b->e);
}

/* To a sine or cosine in the polynomial the other one. */
static void add_partners(nh_atoms *atoms) {
    size_t count = atoms->meanings.count;
    for (size_t i = 0; i < count; i++) {
        nh_expr meaning = atoms->meanings.items[i];
        nh_expr_kind kind = nh_expr_kind_of(atoms->pool, meaning);
        if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS) continue;
        nh_expr argument = nh_expr_args(atoms->pool, meaning)[0];
        nh_atoms_symbol(atoms, nh_expr_apply1(atoms->pool, kind == NH_EXPR_SIN ? NH_EXPR_COS : NH_EXPR_SIN, argument));
    }
}

/* The meanings in order, and the number of each atom in it. Symbols come first, in the order in which they were made: so members of a
 * family keep one shape. */
static uint32_t *order_atoms(polynomial *p, const nh_atoms *atoms) {
    p->count = (uint32_t)atoms->meanings.count;
    placed *list = NH_NEW_ARRAY(p->arena, placed, p->count);
    uint32_t *number = NH_NEW_ARRAY(p->arena, uint32_t, p->count);
    nh_map place = nh_map_make(p->arena);
    for (uint32_t i = 0; i < p->count; i++)
        list[i] = (placed){nh_expr_kind_of(p->pool, atoms->meanings.items[i]), atoms->meanings.items[i]};
    qsort(list, p->count, sizeof *list, compare_placed);
    p->meaning = NH_NEW_ARRAY(p->arena, nh_expr, p->count);
    for (uint32_t i = 0; i < p->count; i++) {
        p->meaning[i] = list[i].e;
        nh_map_put(&place, list[i].e, i);
    }
    for (uint32_t i = 0; i < p->count; i++) number[i] = (uint32_t)*nh_map_get(&place, atoms->meanings.items[i]);
    for (uint32_t i = 0; i < p->count; i++) {
        if (list[i].kind != NH_EXPR_SIN) continue;
        nh_expr cosine = nh_expr_apply1(p->pool, NH_EXPR_COS, nh_expr_args(p->pool, list[i].e)[0]);
        nh_array_push(&p->angles, ((angle){i, (uint32_t)*nh_map_get(&place, cosine)}));
    }
    return number;
}

/* The base of a square root or another even root; NH_EXPR_ZERO for other atoms. */
static nh_expr rooted(const nh_pool *pool, nh_expr atom) {
    if (nh_expr_kind_of(pool, atom) != NH_EXPR_PRODUCT) return NH_EXPR_ZERO;
    const nh_expr *args = nh_expr_args(pool, atom);
    nh_rat exponent = nh_expr_rational(pool, args[1]);
    if (nh_expr_is_number(pool, args[0]) || !nh_rat_is_small(exponent) || exponent.den % 2 != 0) return NH_EXPR_ZERO;
    return args[0];
}

/* Roots that meet in a product may be put together in a form that exists in fewer places (see expr.h): sqrt(x) sqrt(x y) = |x| sqrt(y). With one
 * base, and one that is no product, they cannot. */
static bool has_safe_roots(const nh_atoms *atoms) {
    nh_expr base = NH_EXPR_ZERO;
    for (size_t i = 0; i < atoms->meanings.count; i++) {
        nh_expr now = rooted(atoms->pool, atoms->meanings.items[i]);
        if (now == NH_EXPR_ZERO || now == base) continue;
        if (base != NH_EXPR_ZERO || nh_expr_kind_of(atoms->pool, now) == NH_EXPR_PRODUCT) return false;
        base = now;
    }
    return true;
}

/* ---- terms ---- */

static int compare_powers(const void *left, const void *right) {
    const nh_power *a = left, *b = right;
    return (a->of > b->of) - (a->of < b->of);
}

static nh_terms terms_of(polynomial *p, const nh_collected *all, const uint32_t *number) {
    nh_terms terms = nh_terms_make(p->arena);
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t first = all->start[i], count = all->start[i + 1] - first;
        nh_power *powers = NH_NEW_ARRAY(p->arena, nh_power, (size_t)count + 1);
        for (uint32_t k = 0; k < count; k++)
            powers[k] = (nh_power){number[all->symbol[first + k]], all->power[first + k]};
        qsort(powers, count, sizeof *powers, compare_powers);
        nh_rat coefficient = nh_rat_copy(p->arena, nh_expr_rational(p->pool, all->coefficient[i]));
        nh_terms_add(&terms, coefficient, count, powers);
    }
    return terms;
}

/* Whether the polynomial, with its terms in p->best, is short enough. */
static bool expand(polynomial *p, nh_expr e) {
    nh_atoms atoms = nh_atoms_make(p->pool, p->arena);
    nh_expr in_symbols = nh_atoms_polynomial(&atoms, e);
    nh_collected all;
    add_partners(&atoms);
    if (!has_safe_roots(&atoms) || !nh_atoms_expand(&atoms, in_symbols, MOST_TERMS, &all)) return false;
    const uint32_t *number = order_atoms(p, &atoms);
    p->best = terms_of(p, &all, number);
    return true;
}

/* ---- reducing ---- */

static void pair_all(const polynomial *p, nh_terms *terms) {
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < p->angles.count; i++)
            again |= nh_terms_pair(terms, p->angles.items[i].s, p->angles.items[i].c);
    }
}

/* Takes the terms if they are cheaper than what there is. */
static void offer(polynomial *p, nh_terms terms) {
    if (terms.live > MOST_FACTORED || terms.live > p->best.live + p->best.live / 2 + 1) return;
    nh_expr result = nh_terms_factor(p->pool, &terms, p->count, p->meaning);
    nh_tally tally = nh_tally_shallow(p->pool, p->arena, result);
    if (tally.cost >= p->cost || tally.length > p->length) return;
    p->cost = tally.cost;
    p->result = result;
    p->best = terms;
}

static bool has_square(const nh_terms *terms, uint32_t of) {
    for (size_t i = 0; i < terms->list.count; i++)
        if (!nh_rat_is_zero(terms->list.items[i].coefficient) && nh_power_in(&terms->list.items[i], of) > 1)
            return true;
    return false;
}

static void offer_without(polynomial *p, uint32_t drop, uint32_t keep) {
    if (!has_square(&p->best, drop)) return;
    nh_terms terms = nh_terms_copy(&p->best);
    if (!nh_terms_drop(&terms, drop, keep, MOST_TERMS)) return;
    nh_terms paired = nh_terms_copy(&terms);
    pair_all(p, &paired);
    offer(p, terms);
    offer(p, paired);
}

/* All angles by their sines, or by their cosines. */
static void offer_normal(polynomial *p, const nh_terms *start, bool by_sines) {
    nh_terms terms = nh_terms_copy(start);
    bool any = false;
    for (size_t i = 0; i < p->angles.count; i++) {
        angle a = p->angles.items[i];
        any |= has_square(&terms, by_sines ? a.c : a.s);
        if (!nh_terms_drop(&terms, by_sines ? a.c : a.s, by_sines ? a.s : a.c, MOST_TERMS)) return;
    }
    if (any) offer(p, terms);
}

static void reduce(polynomial *p) {
    nh_terms start = nh_terms_copy(&p->best), paired = nh_terms_copy(&p->best);
    pair_all(p, &paired);
    p->best = paired;
    offer(p, paired);
    offer_normal(p, &start, true);
    offer_normal(p, &start, false);
    for (size_t i = 0; i < p->angles.count; i++) {
        offer_without(p, p->angles.items[i].s, p->angles.items[i].c);
        offer_without(p, p->angles.items[i].c, p->angles.items[i].s);
    }
}

/* ---- whether to try ---- */

/* What was met in a sum or product. */
typedef struct search {
    const nh_pool *pool;
    nh_map seen;
    nh_expr_list stack; /* sums and products to look into */
} search;

/* Whether this was met before. Sine and cosine of an angle count as the same. */
static bool is_repeated(search *s, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    bool is_angle = kind == NH_EXPR_SIN || kind == NH_EXPR_COS, is_new;
    nh_map_slot(&s->seen, is_angle ? UINT64_C(1) << 32 | nh_expr_args(s->pool, e)[0] : e, &is_new);
    if (is_new && nh_is_polynomial_node(s->pool, e)) nh_array_push(&s->stack, e);
    return !is_new;
}

static bool is_repeated_factor(search *s, nh_expr base, nh_expr exponent) {
    int64_t power;
    bool is_new, is_whole = nh_expr_get_int(s->pool, exponent, &power) && power > 0;
    nh_expr_kind kind = nh_expr_kind_of(s->pool, base);
    if (is_whole && power > 1 && (kind == NH_EXPR_SIN || kind == NH_EXPR_COS)) return true; /* 1 - sin^2 */
    if (is_whole || nh_expr_is_number(s->pool, base)) return is_whole && is_repeated(s, base);
    nh_map_slot(&s->seen, (uint64_t)exponent << 33 | base, &is_new); /* a root or an inverse */
    return !is_new;
}

/* Whether anything stands in two places of the sum or product; else nothing can cancel and no factor is common. */
static bool has_repetition(nh_tidier *t, nh_expr e) {
    search s = {.pool = t->pool, .seen = nh_map_make(t->inner), .stack = {.arena = t->inner}};
    nh_array_push(&s.stack, e);
    while (s.stack.count > 0) {
        nh_expr now = s.stack.items[--s.stack.count];
        const nh_expr *args = nh_expr_args(t->pool, now);
        bool is_sum = nh_expr_kind_of(t->pool, now) == NH_EXPR_SUM;
        for (uint32_t i = is_sum; i < nh_expr_arity(t->pool, now); i += 2)
            if (is_sum ? is_repeated(&s, args[i]) : is_repeated_factor(&s, args[i], args[i + 1])) return true;
    }
    return false;
}

static bool is_worth_trying(nh_tidier *t, nh_expr e) {
    nh_estimate estimate = nh_tidy_estimate(t, e);
    if (estimate.terms > MOST_TERMS || estimate.work > MOST_WORK || estimate.work > t->left) return false;
    bool is_single = estimate.terms == 1; /* a product of atoms */
    return !is_single && has_repetition(t, e);
}

nh_expr nh_tidy_polynomial(nh_tidier *t, nh_expr e) {
    nh_arena_mark mark = nh_arena_mark_here(t->inner);
    polynomial p = {.pool = t->pool, .arena = t->inner, .result = e, .angles = {.arena = t->inner}};
    if (is_worth_trying(t, e)) {
        uint32_t work = nh_tidy_estimate(t, e).work;
        t->left -= work;
        nh_tick(nh_pool_context(t->pool), work);
        nh_tally tally = nh_tally_shallow(t->pool, t->inner, e);
        p.cost = tally.cost;
        p.length = tally.length;
        if (expand(&p, e)) reduce(&p);
    }
    nh_arena_release(t->inner, mark);
    return p.result;
}
