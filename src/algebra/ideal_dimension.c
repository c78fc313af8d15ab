/* The dimension of the solutions of an ideal.
 *
 * It is that of the ideal of the leading terms: the size of the largest set of variables such that no leading term is a product of powers of these alone. Its complement is the smallest
 * set of variables that has one of every leading term. */
#include "algebra/ideal_private.h"

#include "base/limits.h"
#include "base/protect.h"

typedef struct cover {
    const nh_reducer *reducer;
    bool *is_taken; /* by variable */
    bool *is_best;  /* the same of the best that was found */
    uint32_t best;
} cover;

static const nh_member *find_uncovered(const cover *c) {
    for (size_t i = 0; i < c->reducer->members.count; i++) {
        const nh_member *m = &c->reducer->members.items[i];
        bool is_covered = false;
        for (uint32_t v = 0; v < c->reducer->space->count; v++) is_covered |= m->powers[v] > 0 && c->is_taken[v];
        if (!is_covered) return m;
    }
    return NULL;
}

/* So many variables more are needed at least: that many leading terms have none of those taken, and none in common. */
static uint32_t still_needed(const cover *c) {
    const nh_space *space = c->reducer->space;
    uint32_t count = 0;
    nh_arena_mark mark = nh_arena_mark_here(space->arena);
    bool *is_seen = NH_NEW_ARRAY(space->arena, bool, space->count);
    for (uint32_t v = 0; v < space->count; v++) is_seen[v] = c->is_taken[v];
    for (size_t i = 0; i < c->reducer->members.count; i++) {
        const nh_member *m = &c->reducer->members.items[i];
        bool is_apart = true;
        for (uint32_t v = 0; v < space->count; v++) is_apart &= m->powers[v] == 0 || !is_seen[v];
        for (uint32_t v = 0; v < space->count && is_apart; v++) is_seen[v] |= m->powers[v] > 0;
        count += is_apart;
    }
    nh_arena_release(space->arena, mark);
    return count;
}

/* NOLINTBEGIN(misc-no-recursion): each time a variable more is taken */

/* With `taken` variables so far. */
static void find_cover(cover *c, uint32_t taken) {
    nh_tick(nh_pool_context(c->reducer->space->field->pool), 2 * c->reducer->members.count + 1);
    if (taken + still_needed(c) >= c->best) return;
    const nh_member *m = find_uncovered(c);
    if (m == NULL) {
        c->best = taken;
        for (uint32_t v = 0; v < c->reducer->space->count; v++) c->is_best[v] = c->is_taken[v];
        return;
    }
    for (uint32_t v = 0; v < c->reducer->space->count; v++) {
        if (m->powers[v] == 0) continue;
        c->is_taken[v] = true;
        find_cover(c, taken + 1);
        c->is_taken[v] = false;
    }
}

/* NOLINTEND(misc-no-recursion) */

uint32_t nh_groebner_dependent(nh_space *space, const nh_polys *basis, bool *is_dependent) {
    nh_reducer reducer = nh_reducer_make(space, NH_ORDER_GRADED, basis);
    cover c = {.reducer = &reducer, .best = space->count};
    c.is_taken = NH_NEW_ARRAY(space->arena, bool, space->count);
    c.is_best = NH_NEW_ARRAY(space->arena, bool, space->count);
    find_cover(&c, 0);
    for (uint32_t v = 0; v < space->count; v++) is_dependent[v] = c.is_best[v];
    return c.best;
}

int nh_groebner_dimension(nh_space *space, const nh_polys *basis) {
    if (nh_groebner_is_one(space, basis)) return -1;
    bool *is_dependent = NH_NEW_ARRAY(space->arena, bool, space->count);
    uint32_t dependent = nh_groebner_dependent(space, basis, is_dependent);
    return (int)(space->count - 1 - dependent + space->unseen); /* z is no variable */
}
