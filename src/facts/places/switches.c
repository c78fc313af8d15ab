/* By a walk over what is made of pieces. Of each thing that is judged a few are taken, so that many do not
 * take the place of one. */
#include "facts/places/switches.h"

#include "algebra/field/squares.h"
#include "base/assert.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"

/* Switches of one expression and of all; arguments of a min or max that are taken in pairs, operations of what is
 * paired; switches of one thing that is judged up to which pairs are made; such pairs. */
enum { MOST_OF_ONE = 12, MOST_IN_ALL = 200, MOST_ARGUMENTS = 4, MOST_SHORT = 60, MOST_PAIRED = 5, MOST_PAIRS = 60 };

typedef struct switch_search {
    const nh_model *model;
    nh_pool *pool;
    nh_switches found;
    size_t end; /* as many there may be, for now */
    bool is_cut;
    nh_exprs own; /* those of what is judged now */
} switch_search;

/* ---- of one expression ---- */

static bool is_inverse(nh_expr_kind kind) {
    return kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS || kind == NH_EXPR_ATAN || kind == NH_EXPR_ATAN2;
}

bool nh_switches_has_inverse(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) found = is_inverse(nh_expr_kind_of(pool, walk->order[i]));
    nh_walk_end(walk);
    return found;
}

static void add_differences(nh_pool *pool, nh_expr e, nh_switches *list) {
    uint32_t count = nh_expr_arity(pool, e);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count && (i == 0 || count <= MOST_ARGUMENTS); k++)
            nh_array_push(&list->items, nh_expr_sub(pool, nh_expr_args(pool, e)[i], nh_expr_args(pool, e)[k]));
}

/* Beyond a half turn, where inverses themselves do not lead, any inverse of an angle is different. */
static void add_turn(nh_pool *pool, nh_expr angle, nh_switches *list) {
    nh_expr pi = NH_EXPR_PI;
    if (is_inverse(nh_expr_kind_of(pool, angle))) return;
    nh_array_push(&list->items, nh_expr_sub(pool, nh_expr_mul(pool, angle, angle), nh_expr_mul(pool, pi, pi)));
}

void nh_switches_of(nh_pool *pool, nh_expr e, bool has_inverse, nh_switches *list) {
    if (nh_expr_arity(pool, e) == 0) return;
    nh_expr u = nh_expr_args(pool, e)[0];
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_ABS:
        case NH_EXPR_SIGN:
        case NH_EXPR_IF: nh_array_push(&list->items, u); break;
        case NH_EXPR_ATAN2:
            nh_array_push(&list->items, u);
            if (has_inverse) nh_array_push(&list->items, nh_expr_args(pool, e)[1]);
            break;
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: add_differences(pool, e, list); break;
        case NH_EXPR_MOD: /* it jumps at 0 and at the divisor, and beyond */
            nh_array_push(&list->items, u);
            nh_array_push(&list->items, nh_expr_sub(pool, u, nh_expr_args(pool, e)[1]));
            break;
        case NH_EXPR_SIN:
        case NH_EXPR_COS:
        case NH_EXPR_TAN:
            if (has_inverse) add_turn(pool, u, list);
            break;
        default: break;
    }
}

/* ---- of several ---- */

static void add_switch(switch_search *f, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED) return;
    e = nh_expr_expand_names(f->pool, e);
    bool is_of_state = nh_expr_has(f->pool, e, (nh_contents)(NH_HAS_COORDINATE | NH_HAS_TIME)) &&
                       !nh_expr_has(f->pool, e, (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER));
    if (is_of_state) nh_array_push(&f->own, e);
    for (size_t i = 0; i < f->found.items.count && is_of_state; i++) is_of_state = f->found.items.items[i] != e;
    if (is_of_state && f->found.items.count >= f->end) f->is_cut = true;
    else if (is_of_state) nh_array_push(&f->found.items, e);
}

/* The root of x^2 - 2 x + 1 is |x - 1|. */
static void add_factors(switch_search *f, nh_expr e) {
    e = nh_expr_expand_names(f->pool, e);
    bool is_short = e != NH_EXPR_UNDEFINED && nh_expr_kind_of(f->pool, e) == NH_EXPR_SUM &&
                    nh_expr_operations(f->pool, 1, &e) <= MOST_SHORT;
    nh_expr factored = is_short ? nh_expr_factored_in_atoms(f->pool, f->found.items.arena, e) : NH_EXPR_UNDEFINED;
    if (factored == NH_EXPR_UNDEFINED || nh_expr_kind_of(f->pool, factored) != NH_EXPR_PRODUCT) return;
    for (uint32_t i = 0; i < nh_expr_arity(f->pool, factored); i += 2)
        add_switch(f, nh_expr_args(f->pool, factored)[i]);
}

/* Under even roots and in logarithms; with inverse functions denominators, too: atan(1/x) jumps where x is 0. */
static void add_needs(switch_search *f, nh_needs needs, bool has_inverse) {
    for (size_t i = 0; i < needs.count; i++) {
        nh_need_kind kind = needs.items[i].kind;
        bool is_sided = kind == NH_NEED_NONNEGATIVE || kind == NH_NEED_POSITIVE;
        if (is_sided || has_inverse) add_switch(f, needs.items[i].e);
        if (is_sided) add_factors(f, needs.items[i].e);
    }
}

/* A base may be negative for whole exponents only, and 0^0 is 1: x^y is |x|^y except for y = 1, and (x^2)^y is
 * x^(2 y) except for y = 1/2. */
static void add_power(switch_search *f, nh_expr e) {
    if (nh_expr_kind_of(f->pool, e) != NH_EXPR_POWER) return;
    nh_expr base = nh_expr_args(f->pool, e)[0], exponent = nh_expr_args(f->pool, e)[1];
    add_switch(f, exponent);
    add_switch(f, base);
    add_switch(f, nh_expr_sub(f->pool, exponent, NH_EXPR_ONE));
    add_switch(f, nh_expr_sub(f->pool, exponent, nh_expr_fraction(f->pool, 1, 2)));
}

static void add_switches_in(switch_search *f, nh_expr e, bool has_inverse) {
    nh_switches own = {.items = {.arena = f->found.items.arena}};
    nh_walk *walk = nh_walk_begin(f->pool, 1, &e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) {
        own.items.count = 0;
        nh_switches_of(f->pool, walk->order[i], has_inverse, &own);
        for (size_t k = 0; k < own.items.count; k++) add_switch(f, own.items.items[k]);
        add_power(f, walk->order[i]);
    }
    nh_walk_end(walk);
}

/* L and the rows: the equations of motion have their derivatives. */
static void add_differentiated(switch_search *f) {
    add_switches_in(f, f->model->L, false);
    for (size_t i = 0; i < f->model->rows.count; i++)
        if (f->model->rows.items[i].is_imposed) add_switches_in(f, f->model->rows.items[i].residual, false);
}

static void add_pairs(switch_search *f) {
    size_t count = 0;
    for (size_t i = 0; i < f->own.count; i++) { /* each once */
        size_t known = 0;
        while (known < count && f->own.items[known] != f->own.items[i]) known++;
        if (known == count) f->own.items[count++] = f->own.items[i];
    }
    for (size_t i = 0; i < count && count <= MOST_PAIRED; i++)
        for (size_t k = i + 1; k < count && f->found.pairs.count < MOST_PAIRS; k++)
            nh_array_push(&f->found.pairs, ((nh_switch_pair){f->own.items[i], f->own.items[k]}));
}

static void add_judged(switch_search *f, const nh_record *record) {
    bool has_inverse = nh_switches_has_inverse(f->pool, record->value);
    size_t end = f->found.items.count + MOST_OF_ONE;
    f->end = end < MOST_IN_ALL ? end : MOST_IN_ALL;
    f->is_cut = false;
    f->own.count = 0;
    add_needs(f, record->needs, has_inverse);
    add_switches_in(f, record->value, has_inverse);
    add_pairs(f);
}

static switch_search begin_search(nh_arena *arena, const nh_model *model) {
    return (switch_search){.model = model,
                           .pool = model->pool,
                           .found = {.items = {.arena = arena}, .pairs = {.arena = arena}},
                           .own = {.arena = arena},
                           .end = MOST_OF_ONE};
}

nh_switches nh_kinks_find(nh_arena *arena, const nh_model *model) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    switch_search f = begin_search(arena, model);
    add_differentiated(&f);
    return f.found;
}

nh_switches nh_switches_find(nh_arena *arena, const nh_model *model) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    switch_search f = begin_search(arena, model);
    add_differentiated(&f);
    for (size_t i = 0; i < model->coordinates.count; i++) add_switches_in(&f, model->Q[i], false);
    bool *is_cut = NH_NEW_ARRAY(arena, bool, model->records.count + 1);
    for (size_t i = 0; i < model->records.count; i++) {
        if (!model->records.items[i].is_judged) continue;
        add_judged(&f, &model->records.items[i]);
        is_cut[i] = f.is_cut;
    }
    f.found.is_cut = is_cut;
    return f.found;
}
