/* Tidying: from the inside to the outside, again until nothing changes, then a choice.
 *
 * Every sum and product is tidied when its parts are. So what is inside functions and roots is tidied too, and
 * where a whole is too long its parts still are. A last step examines all expressions together: one that is shorter
 * alone may cost more when the parts that it had in common with others are gone. */
#include "algebra/tidy/tidy.h"

#include <stdlib.h>
#include <string.h>

#include "algebra/field/factor_private.h"
#include "algebra/tidy/cost_private.h"
#include "algebra/tidy/tidy_private.h"
#include "base/limits.h"
#include "expr/answers.h"
#include "expr/calculus/calculus.h"
#include "expr/walk.h"

/* Work for each part of the expressions, and in all; rounds. */
enum { WORK_EACH = 20, WORK_ALWAYS = 50000, MOST_ROUNDS = 8, SWEEPS = 2 };

/* ---- one sum or product ---- */

/* One sum or product: multiplied out, reduced by sin^2 + cos^2 = 1, factored again.
 *
 * For each angle the squares can stay (where s^2 r + c^2 r are both there they become r), or be written by the sine
 * alone, or by the cosine alone. Which is best is found by trying: one angle after the other, and all at once. What is
 * cheapest, after common factors are taken out, is taken. */

/* ---- atoms ---- */

/* What is longer is left as it is: when multiplied out, and when common factors are searched for. */
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

typedef struct placed_expr {
    uint32_t kind;
    nh_expr e;
} placed_expr;

static int compare_placed(const void *left, const void *right) {
    const placed_expr *a = left, *b = right;
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

/* The meanings in order, and the number of each atom in it. Symbols come first, in the order in which they were made:
 * so members of a family keep one shape. */
static uint32_t *order_atoms(polynomial *p, const nh_atoms *atoms) {
    p->count = (uint32_t)atoms->meanings.count;
    placed_expr *list = NH_NEW_ARRAY(p->arena, placed_expr, p->count);
    uint32_t *number = NH_NEW_ARRAY(p->arena, uint32_t, p->count);
    nh_map place = nh_map_make(p->arena);
    for (uint32_t i = 0; i < p->count; i++)
        list[i] = (placed_expr){nh_expr_kind_of(p->pool, atoms->meanings.items[i]), atoms->meanings.items[i]};
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
static nh_expr rooted_base(const nh_pool *pool, nh_expr atom) {
    if (nh_expr_kind_of(pool, atom) != NH_EXPR_PRODUCT) return NH_EXPR_ZERO;
    const nh_expr *args = nh_expr_args(pool, atom);
    nh_rat exponent = nh_expr_rational(pool, args[1]);
    if (nh_expr_is_number(pool, args[0]) || !nh_rat_is_small(exponent) || exponent.den % 2 != 0) return NH_EXPR_ZERO;
    return args[0];
}

/* Roots that meet in a product may be put together in a form that exists in fewer places (see expr.h): sqrt(x) sqrt(x
 * y) = |x| sqrt(y). With one base, and one that is no product, they cannot. */
static bool has_safe_roots(const nh_atoms *atoms) {
    nh_expr base = NH_EXPR_ZERO;
    for (size_t i = 0; i < atoms->meanings.count; i++) {
        nh_expr now = rooted_base(atoms->pool, atoms->meanings.items[i]);
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
static bool expand_terms(polynomial *p, nh_expr e) {
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
static void offer_terms(polynomial *p, nh_terms terms) {
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
    offer_terms(p, terms);
    offer_terms(p, paired);
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
    if (any) offer_terms(p, terms);
}

static void reduce_terms(polynomial *p) {
    nh_terms start = nh_terms_copy(&p->best), paired = nh_terms_copy(&p->best);
    pair_all(p, &paired);
    p->best = paired;
    offer_terms(p, paired);
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
    nh_exprs stack; /* sums and products to look into */
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

/* Whether anything occurs in two places of the sum or product; else nothing can cancel and no factor is common. */
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

/* The best form of the sum or product e, with its atoms as they are. */
static nh_expr reduced_polynomial(nh_tidier *t, nh_expr e) {
    const nh_answer *answer = nh_answer_find(t->pool, NH_ASKED_TIDY_NODE, e);
    if (answer != NULL) return answer->items[0];
    uint64_t begun = nh_answer_begin(t->pool);
    polynomial p = {.pool = t->pool, .arena = t->inner, .result = e, .angles = {.arena = t->inner}};
    nh_tally tally = nh_tally_shallow(t->pool, t->inner, e);
    p.cost = tally.cost;
    p.length = tally.length;
    if (expand_terms(&p, e)) reduce_terms(&p);
    nh_answer_keep(t->pool, NH_ASKED_TIDY_NODE, e, begun, 1, &p.result);
    return p.result;
}

/* e when nothing is gained or it is too long. */
static nh_expr tidy_polynomial(nh_tidier *t, nh_expr e) {
    nh_arena_mark mark = nh_arena_mark_here(t->inner);
    nh_expr result = e;
    if (is_worth_trying(t, e)) {
        uint32_t work = nh_tidy_estimate(t, e).work;
        t->left -= work;
        nh_tick(nh_pool_context(t->pool), work);
        result = reduced_polynomial(t, e);
    }
    nh_arena_release(t->inner, mark);
    return result;
}

/* ---- one pass ---- */

static nh_expr tidied_node(nh_tidier *t, nh_expr e) {
    bool is_new;
    if (!nh_is_polynomial_node(t->pool, e)) return e;
    nh_map_slot(&t->results, e, &is_new);
    if (is_new) {
        nh_expr result = tidy_polynomial(t, e);
        nh_map_put(&t->results, e, result);
    }
    return (nh_expr)*nh_map_get(&t->results, e);
}

/* e with its arguments replaced by what they became. */
static nh_expr rebuilt_node(const nh_walk *walk, nh_arena *scratch, const nh_expr *result, nh_expr e) {
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

static bool tidy_once(nh_tidier *t, size_t count, nh_expr *e) {
    nh_walk *walk = nh_walk_begin(t->pool, count, e, NH_WALK_PLAIN);
    nh_arena *scratch = nh_scratch(nh_pool_context(t->pool));
    nh_expr *result = NH_NEW_ARRAY(scratch, nh_expr, walk->count);
    bool changes = false;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_tick(nh_pool_context(t->pool), 1);
        result[i] = tidied_node(t, rebuilt_node(walk, scratch, result, walk->order[i]));
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
    for (int round = 0; round < MOST_ROUNDS && tidy_once(t, count, e);) round++;
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
static void exchange_forms(nh_tally *tally, alternatives *a, size_t kind, int form) {
    int before = a->chosen[kind];
    for (size_t i = a->start[kind]; i < a->start[kind + 1]; i++) nh_tally_enter(tally, a->form[form][a->member[i]]);
    for (size_t i = a->start[kind]; i < a->start[kind + 1]; i++) nh_tally_leave(tally, a->form[before][a->member[i]]);
    a->chosen[kind] = form;
}

static bool is_different(const alternatives *a, size_t kind, int form, int other) {
    for (size_t i = a->start[kind]; i < a->start[kind + 1]; i++)
        if (a->form[form][a->member[i]] != a->form[other][a->member[i]]) return true;
    return false;
}

/* Lets each kind, one after the other, have the form with which all together cost least. */
static bool sweep_kinds(nh_tally *tally, alternatives *a) {
    bool changes = false;
    for (size_t kind = 0; kind < a->kinds; kind++) {
        for (int form = 0; form < 3; form++) {
            int64_t before = tally->cost;
            int now = a->chosen[kind];
            if (a->form[form] == NULL || !is_different(a, kind, form, now)) continue;
            exchange_forms(tally, a, kind, form);
            if (tally->cost < before) changes = true;
            else exchange_forms(tally, a, kind, now);
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
static const nh_expr *choose_forms(nh_pool *pool, nh_arena *arena, alternatives *a) {
    nh_tally tally = nh_tally_make(pool, arena, false);
    list_kinds(pool, arena, a);
    for (size_t j = 0; j < a->kinds; j++) a->chosen[j] = 1;
    for (size_t i = 0; i < a->count; i++) nh_tally_enter(&tally, a->form[1][i]);
    for (int i = 0; i < SWEEPS && sweep_kinds(&tally, a);) i++;
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
    const nh_expr *result = choose_forms(pool, t.arena, &a);
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
    const nh_answer *answer = nh_answer_find(pool, NH_ASKED_TIDY, e);
    if (answer != NULL) return answer->items[0];
    uint64_t begun = nh_answer_begin(pool);
    nh_expr result = e;
    nh_expr_tidy_all(pool, arena, 1, &result);
    nh_answer_keep(pool, NH_ASKED_TIDY, e, begun, 1, &result);
    return result;
}
