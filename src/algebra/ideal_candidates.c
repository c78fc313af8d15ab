/* Polynomials that may split the solutions of an ideal although no element of its basis has factors.
 *
 * A largest set of independent variables is added to the parameters. Over their rational functions only finitely many solutions are left, and elements of the basis there may have factors: one
 * vanishes on one component, one on another. Components on which the chosen variables depend on each other are lost there; a leading coefficient vanishes on them, or a common factor of coefficients
 * that was divided out. (Gianni, Trager, Zacharias, "Groebner bases and primary decomposition of polynomial ideals", 1988.) Nothing here is proof: f = 0 and "f is not 0" cover all solutions for
 * any f. */
#include "algebra/ideal_private.h"

/* Elements that are taken apart, and candidates that are of use. */
enum { MOST_TERMS = 300, MOST_LENGTH = 60, MOST_CANDIDATES = 16 };

/* The space over the rational functions of the variables that are not dependent. */
typedef struct narrow {
    nh_space space;
    uint32_t *to, *from; /* from the variables of the wide space to those of the narrow one, and back */
} narrow;

static void pass(narrow *n, uint32_t variable) {
    uint32_t other = nh_ring_add(n->space.ring);
    n->to[variable] = other;
    n->from[other] = variable;
}

static narrow make_narrow(const nh_space *wide, const bool *is_dependent) {
    uint32_t all = nh_ring_count(wide->ring);
    narrow n = {.space = {.field = wide->field, .arena = wide->arena, .ring = nh_ring_make_graded()}};
    n.space.owned.arena = n.space.contents.arena = wide->arena;
    n.to = NH_NEW_ARRAY(wide->arena, uint32_t, all);
    n.from = NH_NEW_ARRAY(wide->arena, uint32_t, all);
    pass(&n, 0);
    for (uint32_t v = 1; v < wide->count; v++)
        if (is_dependent[v]) pass(&n, v);
    n.space.count = nh_ring_count(n.space.ring);
    for (uint32_t v = 1; v < all; v++)
        if (v >= wide->count || !is_dependent[v]) pass(&n, v);
    return n;
}

static bool uses_variables(const nh_space *space, nh_mpoly *p) {
    for (uint32_t v = 1; v < space->count; v++)
        if (nh_mpoly_uses(p, v)) return true;
    return false;
}

/* By rising length, each once. */
static void insert(nh_space *wide, nh_polys *candidates, nh_mpoly *f) {
    if (!uses_variables(wide, f) || nh_mpoly_terms(f) > MOST_LENGTH) return;
    for (size_t i = 0; i < candidates->count; i++)
        if (nh_mpoly_equal(candidates->items[i], f)) return;
    nh_array_push(candidates, f);
    size_t k = candidates->count - 1;
    for (; k > 0 && nh_mpoly_terms(candidates->items[k - 1]) > nh_mpoly_terms(f); k--)
        candidates->items[k] = candidates->items[k - 1];
    candidates->items[k] = f;
    if (candidates->count > MOST_CANDIDATES) candidates->count = MOST_CANDIDATES;
}

/* The factors of p, a polynomial of the narrow space; where it is irreducible itself, only `if_simple`. */
static void take_factors(nh_space *wide, narrow *n, nh_mpoly *p, bool if_simple, nh_polys *candidates) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    if (nh_mpoly_terms(p) > MOST_TERMS || !nh_mpoly_factorise(wide->arena, p, &number, &list, &count)) return;
    bool is_simple = count == 1 && list[0].times == 1;
    for (size_t i = 0; i < count; i++) {
        nh_mpoly *f = nh_space_poly(wide);
        nh_mpoly_move(f, list[i].factor, n->from);
        nh_mpoly_free(list[i].factor);
        if (!is_simple || if_simple) insert(wide, candidates, f);
    }
}

nh_polys nh_space_candidates(nh_space *space, const nh_polys *basis) {
    nh_polys candidates = {.arena = space->arena}, moved = {.arena = space->arena};
    bool *is_dependent = NH_NEW_ARRAY(space->arena, bool, space->count);
    (void)nh_groebner_dependent(space, basis, is_dependent);
    narrow n = make_narrow(space, is_dependent);
    for (size_t i = 0; i < basis->count; i++) {
        nh_array_push(&moved, nh_space_poly(&n.space));
        nh_mpoly_move(moved.items[i], basis->items[i], n.to);
    }
    moved = nh_space_basis(&n.space, &moved, NH_ORDER_GRADED);
    nh_reducer reducer = nh_reducer_make(&n.space, NH_ORDER_GRADED, &moved);
    for (size_t i = 0; i < reducer.members.count; i++) {
        take_factors(space, &n, reducer.members.items[i].p, false, &candidates);
        take_factors(space, &n, reducer.members.items[i].first, true, &candidates);
    }
    for (size_t i = 0; i < n.space.contents.count; i++)
        take_factors(space, &n, n.space.contents.items[i], true, &candidates);
    nh_space_free(&n.space);
    return candidates;
}
