/* Tidying: from the inside to the outside, again until nothing changes, then a choice.
 *
 * Every sum and product is tidied when its parts are. So what stands inside functions and roots is tidied too, and where a whole is too
 * long its parts still are. A last step looks at all expressions together: one that is shorter alone may cost more when the parts that
 * it had in common with others are gone. */
#include "algebra/tidy.h"

#include <string.h>

#include "algebra/cost_private.h"
#include "algebra/tidy_private.h"
#include "base/limits.h"
#include "expr/calculus.h"
#include "expr/walk.h"

/* Work for each part of the expressions, and in all; rounds. */
enum { WORK_EACH = 20, WORK_ALWAYS = 50000, MOST_ROUNDS = 8, SWEEPS = 2 };

/* ---- one pass ---- */

static nh_expr tidied_node(nh_tidier *t, nh_expr e) {
    bool is_new;
    if (!nh_is_polynomial_node(t->pool, e)) return e;
    nh_map_slot(&t->results, e, &is_new);
    if (is_new) {
        nh_expr result = nh_tidy_polynomial(t, e);
        nh_map_put(&t->results, e, result);
    }
    return (nh_expr)*nh_map_get(&t->results, e);
}

/* e with its arguments replaced by what they became. */
static nh_expr rebuilt(const nh_walk *walk, nh_arena *scratch, const nh_expr *result, nh_expr e) {
    uint32_t arity = nh_expr_arity(walk->pool, e);
    const nh_expr *args = nh_expr_args(walk->pool, e);
    bool changes = false;
    for (uint32_t k = 0; k < arity; k++) changes |= result[nh_walk_place(walk, args[k])] != args[k];
    if (!changes) return e;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *mapped = NH_NEW_ARRAY(scratch, nh_expr, arity);
    for (uint32_t k = 0; k < arity; k++) mapped[k] = result[nh_walk_place(walk, args[k])];
    nh_expr made = nh_expr_rebuild(walk->pool, e, mapped);
    nh_arena_release(scratch, mark);
    return made;
}

static bool pass(nh_tidier *t, size_t count, nh_expr *e) {
    nh_walk *walk = nh_walk_begin(t->pool, count, e, NH_WALK_PLAIN);
    nh_arena *scratch = nh_scratch(nh_pool_context(t->pool));
    nh_expr *result = NH_NEW_ARRAY(scratch, nh_expr, walk->count);
    bool changes = false;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_tick(nh_pool_context(t->pool), 1);
        result[i] = tidied_node(t, rebuilt(walk, scratch, result, walk->order[i]));
    }
    for (size_t i = 0; i < count; i++) {
        nh_expr now = result[nh_walk_place(walk, e[i])];
        changes |= now != e[i];
        e[i] = now;
    }
    nh_walk_end(walk);
    return changes;
}

static void pass_often(nh_tidier *t, size_t count, nh_expr *e) {
    nh_walk *walk = nh_walk_begin(t->pool, count, e, NH_WALK_PLAIN);
    t->left = WORK_ALWAYS + (uint64_t)WORK_EACH * walk->count;
    nh_walk_end(walk);
    for (int round = 0; round < MOST_ROUNDS && pass(t, count, e);) round++;
}

/* ---- the choice ---- */

typedef struct alternatives {
    size_t count;     /* of expressions, each once */
    nh_expr *form[3]; /* as it was, tidied, opened and tidied; the last may be NULL */
    size_t kinds;   /* expressions of one shape are of one kind: they have the same form, so that a family stays one */
    size_t *start;  /* kinds + 1: kind j has the members start[j] .. start[j+1]-1 */
    size_t *member; /* numbers of expressions */
    int *chosen;    /* by kind */
} alternatives;

/* Exchanges the form of all expressions of a kind. */
static void exchange(nh_tally *tally, alternatives *a, size_t kind, int form) {
    int before = a->chosen[kind];
    for (size_t i = a->start[kind]; i < a->start[kind + 1]; i++) nh_tally_enter(tally, a->form[form][a->member[i]]);
    for (size_t i = a->start[kind]; i < a->start[kind + 1]; i++) nh_tally_leave(tally, a->form[before][a->member[i]]);
    a->chosen[kind] = form;
}

static bool differ(const alternatives *a, size_t kind, int form, int other) {
    for (size_t i = a->start[kind]; i < a->start[kind + 1]; i++)
        if (a->form[form][a->member[i]] != a->form[other][a->member[i]]) return true;
    return false;
}

/* Lets each kind, one after the other, have the form with which all together cost least. */
static bool sweep(nh_tally *tally, alternatives *a) {
    bool changes = false;
    for (size_t kind = 0; kind < a->kinds; kind++) {
        for (int form = 0; form < 3; form++) {
            int64_t before = tally->cost;
            int now = a->chosen[kind];
            if (a->form[form] == NULL || !differ(a, kind, form, now)) continue;
            exchange(tally, a, kind, form);
            if (tally->cost < before) changes = true;
            else exchange(tally, a, kind, now);
        }
    }
    return changes;
}

static void list_kinds(nh_pool *pool, nh_arena *arena, alternatives *a) {
    size_t *kind = NH_NEW_ARRAY(arena, size_t, a->count);
    nh_map kinds = nh_map_make(arena);
    for (size_t i = 0; i < a->count; i++) {
        bool is_new;
        uint64_t *slot = nh_map_slot(&kinds, nh_expr_shape(pool, arena, a->form[0][i], NULL, NULL), &is_new);
        if (is_new) *slot = a->kinds++;
        kind[i] = (size_t)*slot;
    }
    a->start = NH_NEW_ARRAY(arena, size_t, a->kinds + 2);
    a->member = NH_NEW_ARRAY(arena, size_t, a->count);
    a->chosen = NH_NEW_ARRAY(arena, int, a->kinds);
    for (size_t i = 0; i < a->count; i++) a->start[kind[i] + 2]++;
    for (size_t j = 0; j < a->kinds; j++) a->start[j + 2] += a->start[j + 1];
    for (size_t i = 0; i < a->count; i++) a->member[a->start[kind[i] + 1]++] = i;
}

static int64_t cost_of_all(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e) {
    nh_tally tally = nh_tally_make(pool, arena, false);
    for (size_t i = 0; i < count; i++) nh_tally_enter(&tally, e[i]);
    return tally.cost;
}

/* The expressions in the forms that are chosen. */
static nh_expr *chosen_forms(nh_arena *arena, const alternatives *a) {
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, a->count);
    for (size_t j = 0; j < a->kinds; j++)
        for (size_t i = a->start[j]; i < a->start[j + 1]; i++)
            result[a->member[i]] = a->form[a->chosen[j]][a->member[i]];
    return result;
}

/* The forms that are best together, if they are better than those that there were: cheaper, and no longer to read. */
static const nh_expr *choose(nh_pool *pool, nh_arena *arena, alternatives *a) {
    nh_tally tally = nh_tally_make(pool, arena, false);
    list_kinds(pool, arena, a);
    for (size_t j = 0; j < a->kinds; j++) a->chosen[j] = 1;
    for (size_t i = 0; i < a->count; i++) nh_tally_enter(&tally, a->form[1][i]);
    for (int i = 0; i < SWEEPS && sweep(&tally, a);) i++;
    const nh_expr *result = chosen_forms(arena, a), *before = a->form[0];
    bool is_cheaper = tally.cost < cost_of_all(pool, arena, a->count, before);
    if (!is_cheaper || nh_expr_operations(pool, a->count, result) > nh_expr_operations(pool, a->count, before))
        return before;
    return result;
}

/* ---- all together ---- */

static bool has_abbreviations(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e) {
    uint32_t names;
    const nh_expr *list = nh_expr_names(pool, arena, count, e, &names);
    for (uint32_t i = 0; i < names; i++)
        if (nh_expr_symbol_of(pool, list[i])->role == NH_ROLE_ABBREVIATION) return true;
    return false;
}

static nh_expr *copy_of(nh_arena *arena, size_t count, const nh_expr *e) {
    nh_expr *copy = NH_NEW_ARRAY(arena, nh_expr, count);
    if (count > 0) memcpy(copy, e, count * sizeof *copy);
    return copy;
}

/* Members of a family: e becomes the one at `model` when its symbols are replaced by those of it, rank by rank. */
typedef struct likeness {
    size_t model;
    uint32_t count;
    nh_expr *symbols;
} likeness;

static likeness *find_models(nh_tidier *t, size_t count, const nh_expr *e) {
    likeness *list = NH_NEW_ARRAY(t->arena, likeness, count);
    nh_map first = nh_map_make(t->arena);
    for (size_t i = 0; i < count; i++) {
        bool is_new;
        uint64_t shape = nh_expr_shape(t->pool, t->arena, e[i], &list[i].symbols, &list[i].count);
        uint64_t *slot = nh_map_slot(&first, shape, &is_new);
        if (is_new) *slot = i;
        list[i].model = nh_expr_same_shape(t->pool, e[*slot], e[i]) ? (size_t)*slot : i;
    }
    return list;
}

/* Tidies one of each family, and gives the others the same form. */
static void tidy_families(nh_tidier *t, size_t count, nh_expr *e) {
    const likeness *list = find_models(t, count, e);
    nh_expr *models = NH_NEW_ARRAY(t->arena, nh_expr, count), *before = copy_of(t->arena, count, e);
    size_t *place = NH_NEW_ARRAY(t->arena, size_t, count), used = 0;
    for (size_t i = 0; i < count; i++) {
        if (list[i].model != i) continue;
        place[i] = used;
        models[used++] = e[i];
    }
    pass_often(t, used, models);
    for (size_t i = 0; i < count; i++) {
        const likeness *model = &list[list[i].model];
        nh_expr form = models[place[list[i].model]];
        bool is_model = list[i].model == i, is_same = form == before[list[i].model];
        if (is_model) e[i] = form;
        else if (!is_same)
            e[i] = nh_expr_substitute(t->pool, form, model->count, model->symbols, list[i].symbols, false);
    }
}

static void make_forms(nh_tidier *t, alternatives *a, bool may_open) {
    a->form[1] = copy_of(t->arena, a->count, a->form[0]);
    tidy_families(t, a->count, a->form[1]);
    if (!may_open || !has_abbreviations(t->pool, t->arena, a->count, a->form[0])) return;
    a->form[2] = copy_of(t->arena, a->count, a->form[0]);
    for (size_t i = 0; i < a->count; i++) a->form[2][i] = nh_expr_expand_names(t->pool, a->form[2][i]);
    tidy_families(t, a->count, a->form[2]);
}

static void tidy_all(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e, bool may_open) {
    nh_arena_mark mark = nh_arena_mark_here(arena);
    nh_tidier t = {.pool = pool, .arena = arena, .inner = nh_arena_create(nh_pool_context(pool))};
    t.estimates = t.results = nh_map_make(t.arena);
    nh_map place = nh_map_make(t.arena);
    alternatives a = {.count = 0, .form = {NH_NEW_ARRAY(t.arena, nh_expr, count), NULL, NULL}};
    for (size_t i = 0; i < count; i++) {
        bool is_new;
        uint64_t *slot = nh_map_slot(&place, e[i], &is_new);
        if (!is_new) continue;
        *slot = a.count;
        a.form[0][a.count++] = e[i];
    }
    make_forms(&t, &a, may_open);
    const nh_expr *result = choose(pool, t.arena, &a);
    for (size_t i = 0; i < count; i++) e[i] = result[*nh_map_get(&place, e[i])];
    nh_arena_destroy(t.inner);
    nh_arena_release(arena, mark);
}

void nh_expr_tidy_all(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e) {
    tidy_all(pool, arena, count, e, true);
}

void nh_expr_tidy_named(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e) {
    tidy_all(pool, arena, count, e, false);
}

nh_expr nh_expr_tidy(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_expr_tidy_all(pool, arena, 1, &e);
    return e;
}
