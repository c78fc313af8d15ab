/* The ring of an ideal, made from the generators of a field. */
#include "algebra/ideal_private.h"
#include "expr/calculus.h"
#include "expr/inspect.h"

typedef struct listing {
    nh_space *space;
    uint32_t count;
    const nh_expr *symbols;
    bool *is_used; /* by generator of the field */
    bool *has;     /* by symbol: a variable stands for it, or for a function of it alone */
} listing;

static bool depends(const listing *l, nh_expr e) {
    return nh_expr_depends_on(l->space->field->pool, e, l->count, l->symbols);
}

static void take_variable(nh_space *space, uint32_t generator) {
    uint32_t variable = nh_ring_add(space->ring);
    space->to[generator] = variable;
    space->from[variable] = generator;
}

/* The symbol itself, those in the order in which they were asked for. */
static void take_symbols(listing *l) {
    nh_space *space = l->space;
    for (uint32_t i = 0; i < l->count; i++) {
        const uint64_t *generator = nh_map_get(&space->field->variable_of, l->symbols[i]);
        if (generator == NULL || !l->is_used[*generator] || space->to[*generator] != NH_INDEX_NONE) continue;
        l->has[i] = true;
        take_variable(space, (uint32_t)*generator);
    }
}

/* Which symbol the cosine of a linear function of one symbol has; NH_INDEX_NONE for other functions. Over the complex numbers it takes all values, the sine with it. */
static uint32_t angle_of(const listing *l, nh_expr meaning) {
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
    return depends(l, slope) ? NH_INDEX_NONE : found;
}

static void take_function(listing *l, uint32_t generator) {
    nh_space *space = l->space;
    const nh_generator *g = &space->field->generators.items[generator];
    space->is_plain = false;
    take_variable(space, generator);
    if (g->kind != NH_GENERATOR_FREE) return;
    uint32_t symbol = angle_of(l, g->meaning);
    if (symbol == NH_INDEX_NONE || l->has[symbol]) space->is_exact = false;
    else l->has[symbol] = true;
}

/* Functions of the variables, and sines and roots of parameters. */
static void take_functions(listing *l) {
    nh_space *space = l->space;
    for (uint32_t v = 0; v < space->field->generators.count; v++) {
        const nh_generator *g = &space->field->generators.items[v];
        if (!l->is_used[v] || space->to[v] != NH_INDEX_NONE) continue;
        if (g->kind != NH_GENERATOR_FREE || depends(l, g->meaning)) take_function(l, v);
    }
    space->count = nh_ring_count(space->ring);
}

static void take_parameters(const listing *l) {
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
static void take_relations(const listing *l) {
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

static bool occurs(const listing *l, nh_expr symbol) {
    const nh_field *field = l->space->field;
    for (uint32_t v = 0; v < field->generators.count; v++)
        if (l->is_used[v] && nh_expr_depends_on(field->pool, field->generators.items[v].meaning, 1, &symbol))
            return true;
    return false;
}

static void count_unseen(const listing *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        bool is_seen = occurs(l, l->symbols[i]);
        for (uint32_t k = 0; k < i; k++) is_seen |= l->symbols[k] == l->symbols[i];
        l->space->unseen += !is_seen;
    }
}

/* The generators in the polynomials, and in the relations of those. */
static void find_used(const listing *l, const nh_polys *used) {
    nh_field *field = l->space->field;
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        for (size_t i = 0; i < used->count && !l->is_used[v]; i++) l->is_used[v] = nh_mpoly_uses(used->items[i], v);
        const nh_generator *g = &field->generators.items[v];
        if (!l->is_used[v] || g->kind == NH_GENERATOR_FREE) continue;
        for (uint32_t w = 0; w < v; w++)
            l->is_used[w] = l->is_used[w] || nh_mpoly_uses(g->square.num, w) || nh_mpoly_uses(g->square.den, w);
    }
}

nh_space *nh_space_make(nh_field *field, const nh_polys *used, uint32_t count, const nh_expr *symbols) {
    nh_space *space = NH_NEW(field->arena, nh_space);
    size_t generators = field->generators.count;
    *space = (nh_space){.field = field, .arena = field->arena, .ring = nh_ring_make_graded(), .is_plain = true};
    space->is_exact = true;
    space->relations.arena = space->owned.arena = field->arena;
    space->to = NH_NEW_ARRAY(field->arena, uint32_t, generators + 1);
    space->from = NH_NEW_ARRAY(field->arena, uint32_t, generators + 1);
    for (size_t i = 0; i < generators; i++) space->to[i] = NH_INDEX_NONE;
    space->from[nh_ring_add(space->ring)] = NH_INDEX_NONE; /* z */
    listing l = {.space = space, .count = count, .symbols = symbols};
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
