/* The best of several forms: each expression is exchanged for another form of itself as long as that makes all of
 * them cheaper together.
 *
 * Forms of one expression hang together: two that share cos x and cos y lose by cos(x + y) in one of them
 * alone. So the exchange begins twice, once from the expressions as they were tidied and once from those with
 * the forms that are best by themselves. */
#include "algebra/tidy/simplify.h"

#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/tidy/cost_private.h"
#include "algebra/tidy/tidy.h"
#include "base/limits.h"
#include "expr/answers.h"
#include "expr/inspect.h"
#include "expr/walk.h"

/* Beyond this many operations a normal form would seldom be shorter, and takes long. */
enum { MOST_OPERATIONS = 600, SWEEPS = 2 };

static int64_t cost_of(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e) {
    nh_tally tally = nh_tally_make(pool, arena, false);
    for (size_t i = 0; i < count; i++) nh_tally_enter(&tally, e[i]);
    return tally.cost;
}

static nh_expr *copy_of(nh_arena *arena, size_t count, const nh_expr *e) {
    nh_expr *copy = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    if (count > 0) memcpy(copy, e, count * sizeof *e);
    return copy;
}

/* ---- forms of one expression ---- */

typedef struct simplifier {
    nh_pool *pool;
    nh_arena *arena;
    bool is_by_length; /* what counts is how long an expression is to read, else what it costs */
    nh_map inner;      /* what is inside functions and roots: its best form */
} simplifier;

static int64_t measure_form(const simplifier *s, nh_expr e) {
    return s->is_by_length ? (int64_t)nh_expr_length(s->pool, e) : cost_of(s->pool, s->arena, 1, &e);
}

static void add_form(nh_exprs *forms, nh_expr form) {
    if (form == NH_EXPR_UNDEFINED) return;
    if (nh_exprs_has(forms, form)) return;
    nh_array_push(forms, form);
}

/* Its normal forms, each once as it is and once tidied. */
static const nh_answer *answered_forms(const simplifier *s, nh_expr given) {
    const nh_answer *answer = nh_answer_find(s->pool, NH_ASKED_FORMS, given);
    if (answer != NULL) return answer;
    uint64_t begun = nh_answer_begin(s->pool);
    nh_expr list[2 * NH_FORMS];
    nh_exprs forms = {.arena = s->arena};
    nh_expr_factored_forms(s->pool, given, list);
    nh_expr_normal_forms(s->pool, given, list + NH_FORMS);
    for (int i = 0; i < 2 * NH_FORMS; i++) {
        add_form(&forms, list[i]);
        if (list[i] != NH_EXPR_UNDEFINED) add_form(&forms, nh_expr_tidy(s->pool, s->arena, list[i]));
    }
    return nh_answer_keep(s->pool, NH_ASKED_FORMS, given, begun, forms.count, forms.items);
}

static void add_normal_forms(const simplifier *s, nh_expr given, nh_exprs *forms) {
    const nh_answer *answer = answered_forms(s, given);
    for (size_t i = 0; i < answer->count; i++) add_form(forms, answer->items[i]);
}

static nh_expr best_of(const simplifier *s, const nh_exprs *forms) {
    nh_expr best = forms->items[0];
    int64_t least = measure_form(s, best);
    for (size_t i = 1; i < forms->count; i++) {
        int64_t now = measure_form(s, forms->items[i]);
        if (now < least) least = now, best = forms->items[i];
    }
    return best;
}

/* ---- inside functions and roots ---- */

/* The form that is best by itself, of something whose own inside is done. */
static nh_expr best_alone(simplifier *s, nh_expr e) {
    const uint64_t *known = nh_map_get(&s->inner, e);
    if (known != NULL) return (nh_expr)*known;
    nh_exprs forms = {.arena = s->arena};
    nh_array_push(&forms, e);
    if (nh_expr_operations(s->pool, 1, &e) <= MOST_OPERATIONS) add_normal_forms(s, e, &forms);
    nh_expr best = best_of(s, &forms);
    nh_map_put(&s->inner, e, best);
    return best;
}

/* Sums and products that are arguments of functions or are under roots, by place in the walk. */
static bool *find_inner(const nh_walk *walk, nh_arena *arena) {
    nh_pool *pool = walk->pool;
    bool *is_inner = NH_NEW_ARRAY(arena, bool, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(pool, now);
        const nh_expr *args = nh_expr_args(pool, now);
        int64_t power;
        for (uint32_t k = 0; k < nh_expr_arity(pool, now) && kind != NH_EXPR_SUM; k++) {
            if (kind == NH_EXPR_PRODUCT && (k % 2 == 1 || nh_expr_get_int(pool, args[k + 1], &power))) continue;
            is_inner[nh_walk_place(walk, args[k])] = nh_is_polynomial_node(pool, args[k]);
        }
    }
    return is_inner;
}

/* e with the best forms of what is inside its functions and roots. */
static nh_expr with_inside(simplifier *s, nh_expr e) {
    nh_walk *walk = nh_walk_begin(s->pool, 1, &e, NH_WALK_PLAIN);
    const bool *is_inner = find_inner(walk, s->arena);
    nh_expr *result = NH_NEW_ARRAY(s->arena, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(s->pool, now);
        nh_expr *args = NH_NEW_ARRAY(s->arena, nh_expr, arity + 1);
        bool changes = false;
        for (uint32_t k = 0; k < arity; k++) {
            nh_expr before = nh_expr_args(s->pool, now)[k];
            args[k] = result[nh_walk_place(walk, before)];
            changes |= args[k] != before;
        }
        result[i] = changes ? nh_expr_rebuild(s->pool, now, args) : now;
        if (is_inner[i]) result[i] = best_alone(s, result[i]);
    }
    nh_expr root = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return root;
}

/* All forms of one expression; the first is the one that is tidied. */
static nh_exprs forms_of(simplifier *s, nh_expr given, nh_expr tidied) {
    nh_exprs forms = {.arena = s->arena};
    nh_array_push(&forms, tidied);
    if (nh_expr_operations(s->pool, 1, &given) > MOST_OPERATIONS) return forms;
    add_normal_forms(s, given, &forms);
    for (size_t i = 0, count = forms.count; i < count; i++) add_form(&forms, with_inside(s, forms.items[i]));
    return forms;
}

/* ---- all together ---- */

/* Exchanges e for the other form when all of them cost less with it. */
static bool offer_form(nh_tally *tally, nh_expr *e, nh_expr other) {
    int64_t before = tally->cost;
    if (other == *e) return false;
    nh_tally_enter(tally, other);
    nh_tally_leave(tally, *e);
    if (tally->cost < before) {
        *e = other;
        return true;
    }
    nh_tally_enter(tally, *e);
    nh_tally_leave(tally, other);
    return false;
}

static void exchange_all(const simplifier *s, size_t count, const nh_exprs *forms, nh_expr *e) {
    nh_tally tally = nh_tally_make(s->pool, s->arena, false);
    bool changes = true;
    for (size_t i = 0; i < count; i++) nh_tally_enter(&tally, e[i]);
    for (int sweep = 0; sweep < SWEEPS && changes; sweep++) {
        changes = false;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < forms[i].count; k++) changes |= offer_form(&tally, &e[i], forms[i].items[k]);
    }
}

static simplifier begin_simplifier(nh_pool *pool, nh_arena *arena, bool is_by_length) {
    return (simplifier){pool, arena, is_by_length, nh_map_make(arena)};
}

void nh_expr_simplify_all(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e) {
    simplifier s = begin_simplifier(pool, arena, false);
    const nh_expr *given = copy_of(arena, count, e);
    nh_exprs *forms = NH_NEW_ARRAY(arena, nh_exprs, count + 1);
    nh_expr_tidy_all(pool, arena, count, e);
    const nh_expr *tidied = copy_of(arena, count, e);
    nh_expr *other = copy_of(arena, count, e);
    for (size_t i = 0; i < count; i++) {
        forms[i] = forms_of(&s, given[i], e[i]);
        other[i] = best_of(&s, &forms[i]);
    }
    exchange_all(&s, count, forms, e);
    exchange_all(&s, count, forms, other);
    if (cost_of(pool, arena, count, other) < cost_of(pool, arena, count, e)) memcpy(e, other, count * sizeof *e);
    nh_expr_tidy_all(pool, arena, count, e);
    bool is_dearer = cost_of(pool, arena, count, e) > cost_of(pool, arena, count, tidied);
    bool is_longer = nh_expr_operations(pool, count, e) > nh_expr_operations(pool, count, given);
    if (count > 0 && (is_dearer || is_longer)) memcpy(e, tidied, count * sizeof *e);
}

nh_expr nh_expr_simplify(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_expr_simplify_all(pool, arena, 1, &e);
    return e;
}

nh_expr nh_expr_readable(nh_pool *pool, nh_arena *arena, nh_expr e) {
    const nh_answer *answer = nh_answer_find(pool, NH_ASKED_READABLE, e);
    if (answer != NULL) return answer->items[0];
    uint64_t begun = nh_answer_begin(pool);
    simplifier s = begin_simplifier(pool, arena, true);
    nh_exprs forms = {.arena = arena};
    nh_array_push(&forms, e);
    nh_exprs more = forms_of(&s, e, nh_expr_tidy(pool, arena, e));
    for (size_t i = 0; i < more.count; i++) add_form(&forms, more.items[i]);
    nh_expr best = best_of(&s, &forms);
    nh_answer_keep(pool, NH_ASKED_READABLE, e, begun, 1, &best);
    return best;
}
