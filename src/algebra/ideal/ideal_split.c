/* The solutions of an ideal as a union of components.
 *
 * An element of the basis that is a product f_1 f_2 ... splits the solutions: those with f_1 = 0, those with f_2 = 0
 * and f_1 not, and so on; the closures of these are the solutions of
 *
 *     I + f_1,     (I + f_2) : f_1^infinity,     (I + f_3) : (f_1 f_2)^infinity,  ...
 *
 * and their union is all. A sum of squares, over the reals, makes all of its squares vanish. What no element of
 * its basis splits, nor any other polynomial f that is tried, into the solutions of I : f^infinity and of I +
 * f, is a component. Branches of high dimension are done first: most of the later ones lie in a component that
 * was found, and end there. */
#include "algebra/ideal/ideal_private.h"

/* Branches that are examined; elements that are taken apart. */
enum { MOST_BRANCHES = 1000, MOST_TERMS = 300 };

typedef struct branch {
    nh_polys basis;
    int dimension;
} branch;

typedef struct split_search {
    nh_space *space;
    NH_ARRAY(branch) open, done;
    const nh_polys *others; /* elements of all these ideals */
    uint32_t begun;
    bool is_deep;
} split_search;

/* Whether the solutions of a are solutions of b: the elements of b vanish at them. */
static bool is_within(nh_space *space, const branch *a, const branch *b) {
    if (a->dimension > b->dimension) return false;
    for (size_t i = 0; i < b->basis.count; i++)
        if (!nh_groebner_vanishes(space, &a->basis, b->basis.items[i])) return false;
    return true;
}

static bool has_all(nh_reducer *reducer, const nh_polys *others) {
    for (size_t i = 0; i < others->count; i++)
        if (!nh_reducer_has(reducer, others->items[i])) return false;
    return true;
}

/* The same for one of these, where the elements are in the ideal: this is quick, and nearly always enough. */
static bool is_within_one(split_search *s, const branch *b, size_t count, const branch *list) {
    nh_reducer reducer = nh_reducer_make(s->space, NH_ORDER_GRADED, &b->basis);
    for (size_t i = 0; i < count; i++)
        if (list[i].dimension >= b->dimension && has_all(&reducer, &list[i].basis)) return true;
    return false;
}

static void open_branch(split_search *s, nh_polys basis) {
    branch b = {basis, nh_groebner_dimension(s->space, &basis)};
    if (b.dimension < 0 || is_within_one(s, &b, s->open.count, s->open.items)) return;
    nh_array_push(&s->open, b);
}

/* The open branch of the highest dimension, the first of these, taken out. */
static branch next_branch(split_search *s) {
    size_t best = 0;
    for (size_t i = 1; i < s->open.count; i++)
        if (s->open.items[i].dimension > s->open.items[best].dimension) best = i;
    branch b = s->open.items[best];
    for (size_t i = best; i + 1 < s->open.count; i++) s->open.items[i] = s->open.items[i + 1];
    s->open.count--;
    return b;
}

/* ---- products ---- */

/* Whether a factor may vanish: it has variables, and is no exponential. */
static bool may_vanish(nh_space *space, nh_mpoly *factor) {
    const nh_field *field = space->field;
    bool has_variables = false, is_number = true;
    for (uint32_t v = 1; v < space->count; v++) {
        if (!nh_mpoly_uses(factor, v)) continue;
        is_number = false;
        bool is_exp = nh_expr_kind_of(field->pool, field->generators.items[space->from[v]].meaning) == NH_EXPR_EXP;
        if (is_exp && nh_mpoly_terms(factor) == 1) continue;
        has_variables = true;
    }
    if (is_number) nh_space_need_nonzero(space, factor);
    return has_variables;
}

/* The factors of p that may vanish, each once; whether there is anything to split by them: more than one,
 * or other than p itself. */
static bool take_apart(nh_space *space, nh_mpoly *p, nh_polys *factors) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    factors->count = 0;
    if (nh_mpoly_terms(p) > MOST_TERMS || !nh_mpoly_factorise(space->arena, p, &number, &list, &count)) return false;
    bool is_simple = count == 1 && list[0].times == 1;
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&space->owned, list[i].factor);
        if (may_vanish(space, list[i].factor)) nh_array_push(factors, list[i].factor);
    }
    return !is_simple;
}

static void split_by_factors(split_search *s, const branch *b, const nh_polys *factors) {
    for (size_t i = 0; i < factors->count; i++) {
        nh_polys part = nh_space_extend(s->space, &b->basis, 1, &factors->items[i]);
        for (size_t k = 0; k < i && !nh_groebner_is_one(s->space, &part); k++)
            part = nh_space_saturate(s->space, &part, factors->items[k]);
        open_branch(s, part);
    }
}

/* An element with factors splits the branch; the shortest of them does. */
static bool try_factors(split_search *s, const branch *b) {
    nh_polys best = {.arena = s->space->arena}, factors = {.arena = s->space->arena};
    size_t length = SIZE_MAX;
    for (size_t i = 0; i < b->basis.count; i++) {
        nh_mpoly *p = b->basis.items[i];
        if (nh_mpoly_terms(p) >= length || !take_apart(s->space, p, &factors)) continue;
        nh_polys other = best;
        length = nh_mpoly_terms(p);
        best = factors;
        factors = other;
    }
    if (length == SIZE_MAX) return false;
    split_by_factors(s, b, &best);
    return true;
}

/* An equation with factors, none of which is in the ideal yet. */
static bool try_others(split_search *s, const branch *b) {
    nh_reducer reducer = nh_reducer_make(s->space, NH_ORDER_GRADED, &b->basis);
    nh_polys factors = {.arena = s->space->arena};
    for (size_t i = 0; i < s->others->count; i++) {
        nh_mpoly *p = s->others->items[i];
        if (nh_mpoly_is_zero(p) || !take_apart(s->space, p, &factors)) continue;
        bool is_new = true;
        for (size_t k = 0; k < factors.count; k++) is_new &= !nh_reducer_has(&reducer, factors.items[k]);
        if (!is_new) continue;
        split_by_factors(s, b, &factors);
        return true;
    }
    return false;
}

/* ---- squares ---- */

/* Of p, and of p without its roots: |u + v| = |u| + |v| has no squares before. */
static void add_squares(split_search *s, nh_mpoly *p, nh_polys *roots) {
    nh_mpoly *norm = nh_space_norm(s->space, p);
    (void)nh_space_squares(s->space, p, roots);
    if (norm != NULL) (void)nh_space_squares(s->space, norm, roots);
}

static bool try_squares(split_search *s, const branch *b) {
    nh_polys roots = {.arena = s->space->arena};
    for (size_t i = 0; i < b->basis.count; i++) add_squares(s, b->basis.items[i], &roots);
    for (size_t i = 0; i < s->others->count; i++) add_squares(s, s->others->items[i], &roots);
    nh_reducer reducer = nh_reducer_make(s->space, NH_ORDER_GRADED, &b->basis);
    if (has_all(&reducer, &roots)) return false;
    open_branch(s, nh_space_extend(s->space, &b->basis, roots.count, roots.items));
    return true;
}

/* ---- candidates ---- */

/* The branch as those solutions at which f does not vanish, with their closure, and those at which it does. False when
 * f is of no use: the first ones are all, or f is in the ideal. */
static bool split_by(split_search *s, const branch *b, nh_mpoly *f) {
    nh_reducer reducer = nh_reducer_make(s->space, NH_ORDER_GRADED, &b->basis);
    if (nh_reducer_has(&reducer, f)) return false;
    nh_polys rest = nh_space_saturate(s->space, &b->basis, f);
    if (has_all(&reducer, &rest)) return false;
    open_branch(s, rest);
    open_branch(s, nh_space_extend(s->space, &b->basis, 1, &f));
    return true;
}

static bool try_candidates(split_search *s, const branch *b) {
    if (!s->is_deep) return false;
    nh_polys candidates = nh_space_candidates(s->space, &b->basis);
    for (size_t i = 0; i < candidates.count; i++)
        if (split_by(s, b, candidates.items[i])) return true;
    return false;
}

/* ---- the union ---- */

/* Components that lie within another one go; of equal ones the first stays. */
static void drop_inner(split_search *s) {
    for (size_t i = s->done.count; i-- > 0;) {
        bool is_inner = false;
        for (size_t k = 0; k < s->done.count && !is_inner; k++)
            is_inner = k != i && is_within(s->space, &s->done.items[i], &s->done.items[k]);
        if (!is_inner) continue;
        for (size_t k = i; k + 1 < s->done.count; k++) s->done.items[k] = s->done.items[k + 1];
        s->done.count--;
    }
}

bool nh_space_split(nh_space *space, const nh_polys *basis, const nh_polys *others, bool is_deep,
                    nh_branches *components) {
    split_search s = {.space = space, .others = others, .is_deep = is_deep};
    s.open.arena = s.done.arena = space->arena;
    open_branch(&s, *basis);
    while (s.open.count > 0) {
        if (++s.begun > MOST_BRANCHES) return false;
        branch b = next_branch(&s);
        if (is_within_one(&s, &b, s.done.count, s.done.items) || try_factors(&s, &b) || try_others(&s, &b) ||
            try_squares(&s, &b) || try_candidates(&s, &b))
            continue;
        nh_array_push(&s.done, b);
    }
    drop_inner(&s);
    for (int dimension = (int)(space->count + space->unseen); dimension >= 0; dimension--)
        for (size_t i = 0; i < s.done.count; i++)
            if (s.done.items[i].dimension == dimension) nh_array_push(components, s.done.items[i].basis);
    return true;
}
