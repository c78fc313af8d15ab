/* Division with remainder by several polynomials, without fractions. */
#include "algebra/domain/identity.h"
#include "algebra/ideal/ideal_private.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "num/guard.h"

/* This many steps between two searches for a common factor of the coefficients; with parameters, and of numbers
 * only. */
enum { STEPS_OF_POLYNOMIALS = 3, STEPS_OF_NUMBERS = 12 };

/* ---- products of powers ---- */

uint32_t nh_powers_degree(const nh_space *space, const uint32_t *powers) {
    uint32_t degree = 0;
    for (uint32_t v = 0; v < space->count; v++) degree += powers[v];
    return degree;
}

static uint64_t mask_of(const nh_space *space, const uint32_t *powers) {
    uint64_t mask = 0;
    for (uint32_t v = 0; v < space->count; v++)
        if (powers[v] > 0) mask |= UINT64_C(1) << v % 64;
    return mask;
}

bool nh_powers_divides(const nh_space *space, const uint32_t *a, const uint32_t *b) {
    for (uint32_t v = 0; v < space->count; v++)
        if (a[v] > b[v]) return false;
    return true;
}

int nh_powers_compare(const nh_reducer *reducer, const uint32_t *a, const uint32_t *b) {
    const nh_space *space = reducer->space;
    if (reducer->order == NH_ORDER_ELIMINATION && a[0] != b[0]) return a[0] > b[0] ? 1 : -1;
    uint32_t first = nh_powers_degree(space, a), second = nh_powers_degree(space, b);
    if (first != second) return first > second ? 1 : -1;
    for (uint32_t v = space->count; v-- > 0;)
        if (a[v] != b[v]) return a[v] < b[v] ? 1 : -1;
    return 0;
}

/* Whether the terms are in our order already. */
static bool is_in_order(const nh_reducer *reducer) {
    return reducer->order == NH_ORDER_GRADED && nh_ring_count(reducer->space->ring) == reducer->space->count;
}

static void copy_powers(const nh_space *space, uint32_t *to, const uint32_t *from) {
    for (uint32_t v = 0; v < space->count; v++) to[v] = from[v];
}

static uint32_t *new_powers(const nh_space *space) {
    return NH_NEW_ARRAY(space->arena, uint32_t, space->count);
}

/* The powers of the leading term of p, which is not 0. */
static void find_leading(const nh_reducer *reducer, nh_mpoly *p, uint32_t *powers, uint32_t *room) {
    const nh_space *space = reducer->space;
    nh_mpoly_powers(p, 0, space->count, powers);
    for (size_t i = 1; !is_in_order(reducer) && i < nh_mpoly_terms(p); i++) {
        nh_mpoly_powers(p, i, space->count, room);
        if (nh_powers_compare(reducer, room, powers) > 0) copy_powers(space, powers, room);
    }
}

/* ---- members ---- */

size_t nh_reducer_add(nh_reducer *reducer, nh_mpoly *p, uint32_t sugar) {
    const nh_space *space = reducer->space;
    NH_ASSERT(!nh_mpoly_is_zero(p));
    nh_member m = {.p = p, .powers = new_powers(space), .first = nh_space_poly(reducer->space), .sugar = sugar};
    find_leading(reducer, p, m.powers, new_powers(space));
    m.degree = nh_powers_degree(space, m.powers);
    m.mask = mask_of(space, m.powers);
    nh_mpoly_coefficient_of(m.first, p, space->count, m.powers);
    nh_space_need_nonzero(reducer->space, m.first);
    nh_array_push(&reducer->members, m);
    nh_tick(nh_pool_context(space->field->pool), 20);
    return reducer->members.count - 1;
}

nh_reducer nh_reducer_make(nh_space *space, nh_order order, const nh_polys *basis) {
    nh_reducer reducer = {.space = space, .order = order};
    reducer.members.arena = space->arena;
    for (size_t i = 0; i < basis->count; i++) nh_reducer_add(&reducer, basis->items[i], 0);
    return reducer;
}

/* The shortest member whose leading term divides this one; NULL when there is none. */
static const nh_member *find_divisor(const nh_reducer *reducer, const uint32_t *powers) {
    uint64_t mask = mask_of(reducer->space, powers);
    const nh_member *best = NULL;
    for (size_t i = 0; i < reducer->members.count; i++) {
        const nh_member *m = &reducer->members.items[i];
        if (m->is_superseded || (m->mask & ~mask) != 0) continue;
        if (best != NULL && nh_mpoly_terms(best->p) <= nh_mpoly_terms(m->p)) continue;
        if (nh_powers_divides(reducer->space, m->powers, powers)) best = m;
    }
    return best;
}

/* ---- steps ---- */

typedef struct reduction {
    nh_reducer *reducer;
    nh_mpoly *p;
    uint32_t sugar;
    uint32_t *powers, *room; /* of the current term */
    size_t at;               /* terms before this one cannot be reduced; where they are in our order */
    int steps;
    nh_mpoly *a, *b, *t; /* to work with */
} reduction;

/* Work grows with the length of the numbers too; a step takes some anyway. */
static void count_work(const nh_space *space, const nh_mpoly *p) {
    nh_tick(nh_pool_context(space->field->pool), 20 + nh_mpoly_terms(p) * (1 + nh_mpoly_bits(p) / 64));
}

/* p := p without the common factor of its coefficients */
static void make_primitive(reduction *r) {
    nh_space *space = r->reducer->space;
    nh_mpoly_primitive(r->p, r->p, space->count, r->t);
    nh_space_need_nonzero(space, r->t);
    if (space->contents.arena == NULL || nh_mpoly_is_constant(r->t)) return;
    for (size_t i = 0; i < space->contents.count; i++)
        if (nh_mpoly_equal(space->contents.items[i], r->t)) return;
    nh_mpoly *content = nh_space_poly(space);
    nh_mpoly_set(content, r->t);
    nh_array_push(&space->contents, content);
}

/* p := (l / g) p - (c / g) x^(powers - leading) member, where c is the current coefficient, l the leading one of the
 * member, g their common factor: the term is gone. */
static void cancel_term(reduction *r, const nh_member *m) {
    nh_space *space = r->reducer->space;
    nh_mpoly_coefficient_of(r->a, r->p, space->count, r->powers);
    nh_mpoly_gcd(r->t, r->a, m->first);
    (void)nh_mpoly_divide(r->a, r->a, r->t);
    (void)nh_mpoly_divide(r->b, m->first, r->t);
    for (uint32_t v = 0; v < space->count; v++) r->room[v] = r->powers[v] - m->powers[v];
    uint32_t sugar = m->sugar + nh_powers_degree(space, r->room);
    if (sugar > r->sugar) r->sugar = sugar;
    nh_mpoly_set_monomial(r->t, space->count, r->room);
    nh_mpoly_mul(r->a, r->a, r->t);
    nh_mpoly_mul(r->t, r->a, m->p);
    if (!nh_mpoly_is_one(r->b)) nh_mpoly_mul(r->p, r->p, r->b);
    nh_mpoly_sub(r->p, r->p, r->t);
    count_work(space, r->p);
    bool has_numbers = nh_ring_count(space->ring) == space->count;
    if (++r->steps % (has_numbers ? STEPS_OF_NUMBERS : STEPS_OF_POLYNOMIALS) == 0) make_primitive(r);
}

/* The first term, in our order, that some member reduces; its member. */
static const nh_member *find_reducible(reduction *r) {
    const nh_space *space = r->reducer->space;
    const nh_member *best = NULL;
    for (; is_in_order(r->reducer) && r->at < nh_mpoly_terms(r->p); r->at++) {
        nh_mpoly_powers(r->p, r->at, space->count, r->powers);
        best = find_divisor(r->reducer, r->powers);
        if (best != NULL) return best;
    }
    for (size_t i = 0; !is_in_order(r->reducer) && i < nh_mpoly_terms(r->p); i++) {
        nh_mpoly_powers(r->p, i, space->count, r->room);
        if (best != NULL && nh_powers_compare(r->reducer, r->room, r->powers) <= 0) continue;
        const nh_member *m = find_divisor(r->reducer, r->room);
        if (m == NULL) continue;
        best = m;
        copy_powers(space, r->powers, r->room);
    }
    return best;
}

static const nh_member *find_step(reduction *r, bool is_whole) {
    if (nh_mpoly_is_zero(r->p)) return NULL;
    if (is_whole) return find_reducible(r);
    find_leading(r->reducer, r->p, r->powers, r->room);
    return find_divisor(r->reducer, r->powers);
}

uint32_t nh_reducer_reduce(nh_reducer *reducer, nh_mpoly *p, uint32_t sugar, bool is_whole) {
    nh_space *space = reducer->space;
    reduction r = {.reducer = reducer, .p = p, .sugar = sugar};
    r.powers = nh_guard_alloc(space->count, sizeof *r.powers);
    r.room = nh_guard_alloc(space->count, sizeof *r.room);
    r.a = nh_mpoly_new(space->ring);
    r.b = nh_mpoly_new(space->ring);
    r.t = nh_mpoly_new(space->ring);
    for (const nh_member *m; (m = find_step(&r, is_whole)) != NULL;) cancel_term(&r, m);
    make_primitive(&r);
    nh_mpoly_free(r.t);
    nh_mpoly_free(r.b);
    nh_mpoly_free(r.a);
    nh_guard_free(r.room);
    nh_guard_free(r.powers);
    return r.sugar;
}

bool nh_reducer_has(nh_reducer *reducer, nh_mpoly *p) {
    nh_mpoly *rest = nh_mpoly_new(reducer->space->ring);
    nh_mpoly_set(rest, p);
    nh_reducer_reduce(reducer, rest, 0, false);
    bool is_zero = nh_mpoly_is_zero(rest);
    nh_mpoly_free(rest);
    return is_zero;
}

/* ==== space ==== */

/* The ring of an ideal, made from the generators of a field. */

typedef struct symbol_list {
    nh_space *space;
    uint32_t count;
    const nh_expr *symbols;
    bool *is_used; /* by generator of the field */
    bool *has;     /* by symbol: a variable stands for it, or for a function of it alone */
    bool are_functions_free;
} symbol_list;

static bool is_varying_expr(const symbol_list *l, nh_expr e) {
    return nh_expr_depends_on(l->space->field->pool, e, l->count, l->symbols);
}

static void take_variable(nh_space *space, uint32_t generator) {
    uint32_t variable = nh_ring_add(space->ring);
    space->to[generator] = variable;
    space->from[variable] = generator;
}

/* The symbol itself, those in the order in which they were requested. */
static void take_symbols(symbol_list *l) {
    nh_space *space = l->space;
    for (uint32_t i = 0; i < l->count; i++) {
        const uint64_t *generator = nh_map_get(&space->field->variable_of, l->symbols[i]);
        if (generator == NULL || !l->is_used[*generator] || space->to[*generator] != NH_INDEX_NONE) continue;
        l->has[i] = true;
        take_variable(space, (uint32_t)*generator);
    }
}

/* Which symbol the cosine of a linear function of one symbol has; NH_INDEX_NONE for other functions. Over the complex
 * numbers it takes all values, the sine with it. */
static uint32_t angle_of(const symbol_list *l, nh_expr meaning) {
    nh_pool *pool = l->space->field->pool;
    uint32_t found = NH_INDEX_NONE;
    if (nh_expr_kind_of(pool, meaning) != NH_EXPR_COS) return NH_INDEX_NONE;
    for (uint32_t i = 0; i < l->count; i++) {
        if (!nh_expr_depends_on(pool, meaning, 1, &l->symbols[i])) continue;
        if (found != NH_INDEX_NONE) return NH_INDEX_NONE;
        found = i;
    }
    if (found == NH_INDEX_NONE) return NH_INDEX_NONE;
    nh_expr slope = nh_expr_diff(pool, nh_expr_args(pool, meaning)[0], l->symbols[found]);
    return is_varying_expr(l, slope) ? NH_INDEX_NONE : found;
}

static void take_function(symbol_list *l, uint32_t generator) {
    nh_space *space = l->space;
    const nh_generator *g = &space->field->generators.items[generator];
    space->is_plain = false;
    take_variable(space, generator);
    if (g->kind != NH_GENERATOR_FREE) return;
    uint32_t symbol = angle_of(l, g->meaning);
    if (symbol == NH_INDEX_NONE || l->has[symbol]) space->is_exact = false;
    else l->has[symbol] = true;
}

static bool is_symbol(const nh_space *space, uint32_t generator) {
    return nh_expr_kind_of(space->field->pool, space->field->generators.items[generator].meaning) == NH_EXPR_SYMBOL;
}

/* Functions of the variables, and sines and roots of parameters. */
static void take_functions(symbol_list *l) {
    nh_space *space = l->space;
    for (uint32_t v = 0; v < space->field->generators.count; v++) {
        const nh_generator *g = &space->field->generators.items[v];
        if (!l->is_used[v] || space->to[v] != NH_INDEX_NONE) continue;
        bool is_free = l->are_functions_free && !is_symbol(space, v);
        if (g->kind != NH_GENERATOR_FREE || is_free || is_varying_expr(l, g->meaning)) take_function(l, v);
    }
    space->count = nh_ring_count(space->ring);
}

static void take_parameters(const symbol_list *l) {
    nh_space *space = l->space;
    for (uint32_t v = 0; v < space->field->generators.count; v++)
        if (l->is_used[v] && space->to[v] == NH_INDEX_NONE) take_variable(space, v);
}

static bool uses_variables(const nh_space *space, nh_mpoly *p) {
    for (uint32_t v = 1; v < space->count; v++)
        if (nh_mpoly_uses(p, v)) return true;
    return false;
}

/* den r^q - num = 0. Zeros of den bring solutions of their own. */
static void take_relations(const symbol_list *l) {
    nh_space *space = l->space;
    for (uint32_t v = 0; v < space->field->generators.count; v++) {
        const nh_generator *g = &space->field->generators.items[v];
        if (!l->is_used[v] || g->kind == NH_GENERATOR_FREE) continue;
        nh_mpoly *relation = nh_space_enter(space, g->square.den), *power = nh_mpoly_new(space->ring);
        if (uses_variables(space, relation)) space->is_exact = false;
        bool is_number = nh_mpoly_is_constant(g->square.num) && nh_mpoly_is_constant(g->square.den);
        if (is_number && g->order % 2 == 0 && nh_mpoly_sign(g->square.num) * nh_mpoly_sign(g->square.den) < 0)
            space->is_imaginary = true;
        nh_mpoly_set_variable(power, space->to[v]);
        nh_mpoly_pow(power, power, g->order);
        nh_mpoly_mul(relation, relation, power);
        nh_mpoly_sub(relation, relation, nh_space_enter(space, g->square.num));
        nh_mpoly_free(power);
        nh_array_push(&space->relations, relation);
    }
}

static bool is_used_symbol(const symbol_list *l, nh_expr symbol) {
    const nh_field *field = l->space->field;
    for (uint32_t v = 0; v < field->generators.count; v++)
        if (l->is_used[v] && nh_expr_depends_on(field->pool, field->generators.items[v].meaning, 1, &symbol))
            return true;
    return false;
}

static void count_unseen(const symbol_list *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        bool is_seen = is_used_symbol(l, l->symbols[i]);
        for (uint32_t k = 0; k < i; k++) is_seen |= l->symbols[k] == l->symbols[i];
        l->space->unseen += !is_seen;
    }
}

/* The generators in the polynomials, and in the relations of those. */
static void find_used(const symbol_list *l, const nh_polys *used) {
    nh_field *field = l->space->field;
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        for (size_t i = 0; i < used->count && !l->is_used[v]; i++) l->is_used[v] = nh_mpoly_uses(used->items[i], v);
        const nh_generator *g = &field->generators.items[v];
        if (!l->is_used[v] || g->kind == NH_GENERATOR_FREE) continue;
        for (uint32_t w = 0; w < v; w++)
            l->is_used[w] = l->is_used[w] || nh_mpoly_uses(g->square.num, w) || nh_mpoly_uses(g->square.den, w);
    }
}

nh_space *nh_space_make(nh_field *field, const nh_polys *used, uint32_t count, const nh_expr *symbols,
                        bool are_functions_free) {
    nh_space *space = NH_NEW(field->arena, nh_space);
    size_t generators = field->generators.count;
    *space = (nh_space){.field = field, .arena = field->arena, .ring = nh_ring_make_graded(), .is_plain = true};
    space->is_exact = true;
    space->relations.arena = space->owned.arena = space->nonzero.arena = field->arena;
    space->to = NH_NEW_ARRAY(field->arena, uint32_t, generators + 1);
    space->from = NH_NEW_ARRAY(field->arena, uint32_t, generators + 1);
    for (size_t i = 0; i < generators; i++) space->to[i] = NH_INDEX_NONE;
    space->from[nh_ring_add(space->ring)] = NH_INDEX_NONE; /* z */
    symbol_list l = {.space = space, .count = count, .symbols = symbols, .are_functions_free = are_functions_free};
    l.is_used = NH_NEW_ARRAY(field->arena, bool, generators + 1);
    l.has = NH_NEW_ARRAY(field->arena, bool, count + 1);
    find_used(&l, used);
    take_symbols(&l);
    take_functions(&l);
    take_parameters(&l);
    take_relations(&l);
    count_unseen(&l);
    return space;
}

void nh_space_free(nh_space *space) {
    for (size_t i = 0; i < space->owned.count; i++) nh_mpoly_free(space->owned.items[i]);
    nh_ring_free(space->ring);
}

nh_mpoly *nh_space_poly(nh_space *space) {
    nh_mpoly *p = nh_mpoly_new(space->ring);
    nh_array_push(&space->owned, p);
    return p;
}

nh_mpoly *nh_space_enter(nh_space *space, nh_mpoly *of_field) {
    nh_mpoly *p = nh_space_poly(space);
    nh_mpoly_move(p, of_field, space->to);
    return p;
}

nh_expr nh_space_expr(nh_space *space, nh_mpoly *p) {
    nh_element a = nh_element_new(space->field);
    nh_mpoly_move(a.num, p, space->from);
    return nh_field_expr_factored(space->field, a);
}

bool nh_space_is_identity(nh_space *space, nh_mpoly *p) {
    nh_mpoly *of_field = nh_field_poly(space->field);
    nh_mpoly_move(of_field, p, space->from);
    return nh_element_is_zero(nh_element_of_poly(space->field, of_field));
}

/* ---- numbers that are not 0 ---- */

/* Whether it has parameters that are not symbols: these may depend on each other. */
static bool has_functions(const nh_space *space, nh_mpoly *p) {
    for (uint32_t v = space->count; v < nh_ring_count(space->ring); v++)
        if (nh_mpoly_uses(p, v) && !is_symbol(space, space->from[v])) return true;
    return false;
}

static bool is_known_nonzero(const nh_space *space, nh_mpoly *p) {
    for (size_t i = 0; i < space->nonzero.count; i++)
        if (nh_mpoly_equal(space->nonzero.items[i], p)) return true;
    return false;
}

static bool is_nonzero_in_balls(nh_space *space, nh_mpoly *p) {
    nh_mpoly *of_field = nh_field_poly(space->field);
    nh_mpoly_move(of_field, p, space->from);
    return nh_expr_is_nonzero_somewhere(space->field->pool, nh_field_expr_of_poly(space->field, of_field));
}

void nh_space_need_nonzero(nh_space *space, nh_mpoly *p) {
    if (space->is_doubtful == NULL || !has_functions(space, p) || is_known_nonzero(space, p)) return;
    if (!is_nonzero_in_balls(space, p)) {
        *space->is_doubtful = true;
        nh_fail(nh_pool_context(space->field->pool), NH_E_LIMIT, "ideal", "a number may be zero");
    }
    nh_mpoly *copy = nh_space_poly(space);
    nh_mpoly_set(copy, p);
    nh_array_push(&space->nonzero, copy);
}
