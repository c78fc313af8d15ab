/* Groebner bases by Buchberger's algorithm.
 *
 * Pairs are taken by rising sugar (Giovini, Mora, Niesi, Robbiano, Traverso, "One sugar cube, please", 1991), then by
 * the order of their least common multiples. Most of them are never made: the criteria of Gebauer and Moeller ("On an
 * installation of Buchberger's algorithm", 1988). The remainder of a pair, fully reduced, becomes a member. */
#include "algebra/ideal/ideal_private.h"

#include "base/limits.h"
#include "base/protect.h"

/* What a basis may come to on the way. */
enum { MOST_MEMBERS = 600, MOST_PAIRS = 40000, MOST_DEGREE = 100 };

typedef struct pair {
    size_t i, j;      /* members, i < j */
    uint32_t *powers; /* of the least common multiple of their leading terms */
    uint32_t sugar;
    bool is_gone;
} pair;

typedef struct search {
    nh_reducer reducer;
    NH_ARRAY(pair) pairs;
    bool is_one; /* a member without variables was found */
} search;

static _Noreturn void too_long(const nh_space *space) {
    nh_fail(nh_pool_context(space->field->pool), NH_E_LIMIT, "ideal", "a basis would be too long");
}

static nh_member *member_at(search *s, size_t i) {
    return &s->reducer.members.items[i];
}

/* ---- pairs ---- */

static pair make_pair(search *s, size_t i, size_t j) {
    const nh_space *space = s->reducer.space;
    const nh_member *a = member_at(s, i), *b = member_at(s, j);
    pair p = {.i = i, .j = j, .powers = NH_NEW_ARRAY(space->arena, uint32_t, space->count)};
    for (uint32_t v = 0; v < space->count; v++) p.powers[v] = a->powers[v] > b->powers[v] ? a->powers[v] : b->powers[v];
    uint32_t degree = nh_powers_degree(space, p.powers);
    uint32_t first = a->sugar + degree - a->degree, second = b->sugar + degree - b->degree;
    p.sugar = first > second ? first : second;
    if (degree > MOST_DEGREE) too_long(space);
    return p;
}

static bool are_equal(const nh_space *space, const uint32_t *a, const uint32_t *b) {
    for (uint32_t v = 0; v < space->count; v++)
        if (a[v] != b[v]) return false;
    return true;
}

/* Whether the least common multiple of members i and h is this. */
static bool is_lcm(search *s, size_t i, size_t h, const uint32_t *powers) {
    const nh_member *a = member_at(s, i), *b = member_at(s, h);
    for (uint32_t v = 0; v < s->reducer.space->count; v++)
        if ((a->powers[v] > b->powers[v] ? a->powers[v] : b->powers[v]) != powers[v]) return false;
    return true;
}

static bool are_coprime(search *s, const pair *p) {
    const nh_member *a = member_at(s, p->i), *b = member_at(s, p->j);
    for (uint32_t v = 0; v < s->reducer.space->count; v++)
        if (a->powers[v] > 0 && b->powers[v] > 0) return false;
    return true;
}

/* The chain criterion for old pairs: (i, j) follows from (i, h) and (j, h) when the leading term of h divides its
 * multiple and the other two have smaller ones. */
static void drop_old(search *s, size_t h) {
    const nh_space *space = s->reducer.space;
    for (size_t k = 0; k < s->pairs.count; k++) {
        pair *p = &s->pairs.items[k];
        if (p->is_gone || !nh_powers_divides(space, member_at(s, h)->powers, p->powers)) continue;
        p->is_gone = !is_lcm(s, p->i, h, p->powers) && !is_lcm(s, p->j, h, p->powers);
    }
}

/* Of the new pairs (i, h), from number `from` on: one whose multiple another's divides follows from that one. Of equal
 * multiples one pair is enough, and none when the leading terms of one of them have nothing in common. */
static void drop_new(search *s, size_t from) {
    const nh_space *space = s->reducer.space;
    for (size_t k = from; k < s->pairs.count; k++) {
        pair *p = &s->pairs.items[k];
        for (size_t m = from; m < s->pairs.count && !p->is_gone; m++) {
            const pair *q = &s->pairs.items[m];
            if (m == k || !nh_powers_divides(space, q->powers, p->powers)) continue;
            bool is_equal = are_equal(space, q->powers, p->powers);
            if (!is_equal) p->is_gone = true;
            else if (are_coprime(s, q)) p->is_gone = !are_coprime(s, p) || m < k;
            else p->is_gone = m < k && !are_coprime(s, p);
        }
    }
    for (size_t k = from; k < s->pairs.count; k++)
        if (are_coprime(s, &s->pairs.items[k])) s->pairs.items[k].is_gone = true;
}

static void forget_gone(search *s) {
    size_t kept = 0;
    for (size_t k = 0; k < s->pairs.count; k++)
        if (!s->pairs.items[k].is_gone) s->pairs.items[kept++] = s->pairs.items[k];
    s->pairs.count = kept;
}

/* p becomes a member, with its pairs. */
static void take_member(search *s, nh_mpoly *p, uint32_t sugar) {
    const nh_space *space = s->reducer.space;
    size_t h = nh_reducer_add(&s->reducer, p, sugar);
    s->is_one = member_at(s, h)->degree == 0;
    drop_old(s, h);
    forget_gone(s);
    size_t from = s->pairs.count;
    for (size_t i = 0; i < h && !s->is_one; i++)
        if (!member_at(s, i)->is_superseded) nh_array_push(&s->pairs, make_pair(s, i, h));
    drop_new(s, from);
    forget_gone(s);
    for (size_t i = 0; i < h; i++)
        if (nh_powers_divides(space, member_at(s, h)->powers, member_at(s, i)->powers))
            member_at(s, i)->is_superseded = true;
    if (h > MOST_MEMBERS || s->pairs.count > MOST_PAIRS) too_long(space);
    nh_tick(nh_pool_context(space->field->pool), (s->pairs.count - from) * (s->pairs.count - from) + h);
}

/* The pair to do next, taken out. */
static pair next_pair(search *s) {
    size_t best = 0;
    for (size_t k = 1; k < s->pairs.count; k++) {
        const pair *p = &s->pairs.items[k], *q = &s->pairs.items[best];
        if (p->sugar > q->sugar) continue;
        if (p->sugar < q->sugar || nh_powers_compare(&s->reducer, p->powers, q->powers) < 0) best = k;
    }
    nh_tick(nh_pool_context(s->reducer.space->field->pool), s->pairs.count / 8 + 1);
    pair p = s->pairs.items[best];
    s->pairs.items[best] = s->pairs.items[--s->pairs.count];
    return p;
}

/* r := factor x^(powers - leading) member */
static void lift_member(search *s, nh_mpoly *r, const nh_member *m, nh_mpoly *factor, const uint32_t *powers) {
    const nh_space *space = s->reducer.space;
    nh_arena_mark mark = nh_arena_mark_here(space->arena);
    uint32_t *rest = NH_NEW_ARRAY(space->arena, uint32_t, space->count);
    for (uint32_t v = 0; v < space->count; v++) rest[v] = powers[v] - m->powers[v];
    nh_mpoly_set_monomial(r, space->count, rest);
    nh_mpoly_mul(r, r, factor);
    nh_mpoly_mul(r, r, m->p);
    nh_arena_release(space->arena, mark);
}

/* r := the combination of the two in which their leading terms cancel */
static void combine_pair(search *s, nh_mpoly *r, const pair *p) {
    nh_ring *ring = s->reducer.space->ring;
    const nh_member *a = member_at(s, p->i), *b = member_at(s, p->j);
    nh_mpoly *g = nh_mpoly_new(ring), *factor = nh_mpoly_new(ring), *other = nh_mpoly_new(ring);
    nh_mpoly_gcd(g, a->first, b->first);
    (void)nh_mpoly_divide(factor, b->first, g);
    lift_member(s, r, a, factor, p->powers);
    (void)nh_mpoly_divide(factor, a->first, g);
    lift_member(s, other, b, factor, p->powers);
    nh_mpoly_sub(r, r, other);
    nh_mpoly_free(other);
    nh_mpoly_free(factor);
    nh_mpoly_free(g);
}

/* The remainder of p, unless it is 0, becomes a member. */
static void take_remainder(search *s, nh_mpoly *p, uint32_t sugar) {
    sugar = nh_reducer_reduce(&s->reducer, p, sugar, false);
    if (nh_mpoly_is_zero(p)) {
        nh_mpoly_free(p);
        return;
    }
    sugar = nh_reducer_reduce(&s->reducer, p, sugar, true);
    nh_array_push(&s->reducer.space->owned, p);
    take_member(s, p, sugar);
}

static uint32_t total_degree(const nh_space *space, nh_mpoly *p) {
    uint32_t most = 0, *powers = NH_NEW_ARRAY(space->arena, uint32_t, space->count);
    for (size_t i = 0; i < nh_mpoly_terms(p); i++) {
        nh_mpoly_powers(p, i, space->count, powers);
        uint32_t degree = nh_powers_degree(space, powers);
        if (degree > most) most = degree;
    }
    return most;
}

/* ---- the reduced basis ---- */

static nh_polys unit_basis(nh_space *space) {
    nh_polys basis = {.arena = space->arena};
    nh_mpoly *p = nh_space_poly(space);
    nh_mpoly_set_int(p, 1);
    nh_array_push(&basis, p);
    return basis;
}

/* Members by rising leading terms. */
static void sort_members(nh_reducer *reducer) {
    for (size_t i = 1; i < reducer->members.count; i++) {
        nh_member now = reducer->members.items[i];
        size_t k = i;
        for (; k > 0; k--) {
            const nh_member *before = &reducer->members.items[k - 1];
            if (nh_powers_compare(reducer, before->powers, now.powers) <= 0) break;
            reducer->members.items[k] = *before;
        }
        reducer->members.items[k] = now;
    }
}

/* Each member, fully reduced by the others. */
static nh_polys reduced_basis(search *s) {
    nh_reducer *all = &s->reducer;
    nh_polys basis = {.arena = all->space->arena};
    sort_members(all);
    for (size_t i = 0; i < all->members.count; i++) {
        if (all->members.items[i].is_superseded) continue;
        nh_mpoly *p = nh_space_poly(all->space);
        nh_mpoly_set(p, all->members.items[i].p);
        all->members.items[i].is_superseded = true; /* it does not reduce itself */
        nh_reducer_reduce(all, p, 0, true);
        all->members.items[i].is_superseded = false;
        nh_array_push(&basis, p);
    }
    return basis;
}

/* The generators, those of low degree and few terms first. */
static nh_polys sorted_generators(nh_space *space, const nh_polys *generators) {
    nh_polys list = {.arena = space->arena};
    for (size_t i = 0; i < generators->count; i++) {
        nh_mpoly *p = generators->items[i];
        if (nh_mpoly_is_zero(p)) continue;
        nh_array_push(&list, p);
        size_t k = list.count - 1;
        uint32_t degree = total_degree(space, p);
        for (; k > 0; k--) {
            nh_mpoly *before = list.items[k - 1];
            uint32_t other = total_degree(space, before);
            if (other < degree || (other == degree && nh_mpoly_terms(before) <= nh_mpoly_terms(p))) break;
            list.items[k] = before;
        }
        list.items[k] = p;
    }
    return list;
}

nh_polys nh_space_basis(nh_space *space, const nh_polys *generators, nh_order order) {
    search s = {.reducer = {.space = space, .order = order}};
    s.reducer.members.arena = s.pairs.arena = space->arena;
    nh_polys list = sorted_generators(space, generators);
    for (size_t i = 0; i < list.count && !s.is_one; i++) {
        nh_mpoly *p = nh_mpoly_new(space->ring);
        nh_mpoly_set(p, list.items[i]);
        take_remainder(&s, p, total_degree(space, list.items[i]));
    }
    while (s.pairs.count > 0 && !s.is_one) {
        pair now = next_pair(&s);
        nh_mpoly *p = nh_mpoly_new(space->ring);
        combine_pair(&s, p, &now);
        take_remainder(&s, p, now.sugar);
    }
    return s.is_one ? unit_basis(space) : reduced_basis(&s);
}

nh_polys nh_space_extend(nh_space *space, const nh_polys *basis, size_t count, nh_mpoly *const *more) {
    nh_polys all = {.arena = space->arena};
    nh_array_append(&all, basis->count, basis->items);
    nh_array_append(&all, count, more);
    return nh_space_basis(space, &all, NH_ORDER_GRADED);
}

/* ---- what does not vanish ---- */

/* The basis and 1 - z f */
static nh_polys with_inverse(nh_space *space, const nh_polys *basis, nh_mpoly *f) {
    nh_polys all = {.arena = space->arena};
    nh_mpoly *p = nh_space_poly(space), *unit = nh_mpoly_new(space->ring);
    nh_mpoly_set_variable(p, 0);
    nh_mpoly_mul(p, p, f);
    nh_mpoly_set_int(unit, 1);
    nh_mpoly_sub(p, p, unit);
    nh_mpoly_free(unit);
    nh_array_append(&all, basis->count, basis->items);
    nh_array_push(&all, p);
    return all;
}

nh_polys nh_space_saturate(nh_space *space, const nh_polys *basis, nh_mpoly *f) {
    nh_polys all = with_inverse(space, basis, f), kept = {.arena = space->arena};
    all = nh_space_basis(space, &all, NH_ORDER_ELIMINATION);
    for (size_t i = 0; i < all.count; i++)
        if (!nh_mpoly_uses(all.items[i], 0)) nh_array_push(&kept, all.items[i]);
    return kept;
}

bool nh_groebner_is_one(const nh_space *space, const nh_polys *basis) {
    return basis->count == 1 && total_degree(space, basis->items[0]) == 0;
}

bool nh_groebner_vanishes(nh_space *space, const nh_polys *basis, nh_mpoly *f) {
    nh_reducer reducer = nh_reducer_make(space, NH_ORDER_GRADED, basis);
    if (nh_reducer_has(&reducer, f)) return true;
    nh_polys all = with_inverse(space, basis, f);
    all = nh_space_basis(space, &all, NH_ORDER_GRADED);
    return nh_groebner_is_one(space, &all);
}
