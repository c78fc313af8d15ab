/* Sums of terms that are constant along the flow: linear algebra modulo p.
 *
 * F = sum of c_k m_k is an integral if sum of c_k dm_k/dt = 0 at all states. Every state gives a linear equation for
 * the c_k. The terms come simple ones first, so that the vector of the null space that belongs to a column without
 * pivot says how that term is completed by simpler ones. Relations between the terms, such as sin^2 + cos^2 = 1, give
 * vectors without a differential; functions of integrals that were taken before give dependent ones. Both are left
 * out. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "integrals/integrals_private.h"

/* States in a row that give no new equation, until there are none; states that are tried until one is regular. */
enum { IDLE_POINTS = 4, TRIED_POINTS = 4 };

struct nh_integral_search {
    const nh_flow *flow;
    nh_arena *arena;
    nh_exprs taken; /* in the variables of the flow */
    nh_expr growth; /* undefined: none; otherwise the rate of f is power f' + growth f */
    uint64_t power;
};

/* The flow, and the gradients of some functions, at points modulo p. */
typedef struct sight {
    const nh_flow *flow;
    nh_modular *modular;
    uint64_t *values, *rates;
    size_t functions;
    const uint64_t *gradients; /* in values: of each function */
    const uint64_t *own;       /* with a growth: of each function, then of the growth; NULL */
    uint64_t power;
} sight;

nh_integral_search *nh_integral_search_make(nh_arena *arena, const nh_flow *flow) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && flow != NULL);
    nh_integral_search *search = NH_NEW(arena, nh_integral_search);
    *search = (nh_integral_search){flow, arena, {.arena = arena}, NH_EXPR_UNDEFINED, 1};
    return search;
}

const nh_flow *nh_integral_search_flow(const nh_integral_search *search) {
    return search->flow;
}

uint32_t nh_integral_search_count(const nh_integral_search *search) {
    return (uint32_t)search->taken.count;
}

/* ---- points ---- */

static void push_gradients(const nh_flow *flow, nh_exprs *list, size_t count, const nh_expr *functions) {
    for (size_t i = 0; i < count; i++) {
        nh_array_reserve(list, flow->count);
        nh_expr_gradient(flow->pool, functions[i], flow->count, flow->variables, list->items + list->count);
        list->count += flow->count;
    }
}

/* The variables, and these parameters. */
static nh_exprs list_drawn(const nh_flow *flow, nh_arena *arena, const nh_exprs *parameters) {
    nh_exprs drawn = {.arena = arena};
    nh_array_append(&drawn, flow->count, flow->variables);
    if (parameters != NULL) nh_array_append(&drawn, parameters->count, parameters->items);
    return drawn;
}

/* Of these functions, then of those that were taken. Parameters that are not NULL are drawn at every point, too. */
static sight open_sight(const nh_integral_search *search, nh_arena *arena, size_t count, const nh_expr *functions,
                        const nh_exprs *parameters) {
    const nh_flow *flow = search->flow;
    nh_exprs list = {.arena = arena}, drawn = list_drawn(flow, arena, parameters);
    nh_flow_list(flow, &list);
    push_gradients(flow, &list, count, functions);
    push_gradients(flow, &list, search->taken.count, search->taken.items);
    size_t gradients = list.count;
    if (search->growth != NH_EXPR_UNDEFINED) {
        nh_array_append(&list, count, functions);
        nh_array_push(&list, search->growth);
    }
    sight s = {.flow = flow, .functions = count + search->taken.count, .power = search->power};
    s.modular = nh_modular_make(flow->pool, arena, list.count, list.items, (uint32_t)drawn.count, drawn.items);
    s.values = NH_NEW_ARRAY(arena, uint64_t, list.count + 1);
    s.rates = NH_NEW_ARRAY(arena, uint64_t, flow->count + 1);
    s.gradients = s.values + nh_flow_size(flow);
    s.own = search->growth != NH_EXPR_UNDEFINED ? s.values + gradients : NULL;
    return s;
}

static bool look_at_next(sight *s) {
    for (int i = 0; i < TRIED_POINTS; i++) {
        if (!nh_modular_next(s->modular, s->values)) return false;
        if (nh_flow_solve(s->flow, s->values, s->rates)) return true;
    }
    return false;
}

/* The rate of function i along the flow. */
static uint64_t rate_of(const sight *s, size_t i) {
    NH_ASSERT(i < s->functions);
    const uint64_t *slopes = s->gradients + i * s->flow->count;
    uint64_t sum = 0;
    for (uint32_t v = 0; v < s->flow->count; v++) sum = nh_modular_add(sum, nh_modular_mul(slopes[v], s->rates[v]));
    if (s->own == NULL) return sum;
    return nh_modular_add(nh_modular_mul(sum, s->power), nh_modular_mul(s->own[i], s->own[s->functions]));
}

/* ---- independence ---- */

/* The differentials of what was taken, which begin after those of `count` functions. */
static nh_echelon known_differentials(const nh_integral_search *search, const sight *s, size_t count, nh_arena *arena) {
    uint32_t n = search->flow->count;
    NH_ASSERT(search->taken.count <= n);
    nh_echelon known = nh_echelon_make(arena, n);
    uint64_t *row = NH_NEW_ARRAY(arena, uint64_t, n + 1);
    for (size_t i = 0; i < search->taken.count; i++) {
        memcpy(row, s->gradients + (count + i) * n, n * sizeof *row);
        nh_echelon_add(&known, row);
    }
    return known;
}

bool nh_integral_search_takes(nh_integral_search *search, nh_expr e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(search->flow->pool));
    nh_expr value = nh_flow_restrict(search->flow, e);
    sight s = open_sight(search, arena, 1, &value, NULL);
    bool is_constant = true;
    for (int i = 0; i < IDLE_POINTS && is_constant; i++) is_constant = look_at_next(&s) && rate_of(&s, 0) == 0;
    if (is_constant) {
        nh_echelon known = known_differentials(search, &s, 1, arena);
        uint64_t *row = NH_NEW_ARRAY(arena, uint64_t, search->flow->count + 1);
        memcpy(row, s.gradients, search->flow->count * sizeof *row);
        is_constant = nh_echelon_add(&known, row);
    }
    nh_arena_destroy(arena);
    if (is_constant) nh_array_push(&search->taken, value);
    return is_constant;
}

bool nh_integral_search_is_function_of(const nh_integral_search *search, nh_expr e, nh_expr other) {
    const nh_flow *flow = search->flow;
    nh_arena *arena = nh_arena_create(nh_pool_context(flow->pool));
    const nh_integral_search alone = {flow, arena, {.arena = arena}, NH_EXPR_UNDEFINED, 1};
    nh_expr both[] = {nh_flow_restrict(flow, other), nh_flow_restrict(flow, e)};
    sight s = open_sight(&alone, arena, 2, both, NULL);
    bool is_function = look_at_next(&s);
    if (is_function) {
        nh_echelon echelon = nh_echelon_make(arena, flow->count);
        uint64_t *row = NH_NEW_ARRAY(arena, uint64_t, 2 * (size_t)flow->count + 1);
        memcpy(row, s.gradients, 2 * (size_t)flow->count * sizeof *row);
        is_function = nh_echelon_add(&echelon, row) && !nh_echelon_add(&echelon, row + flow->count);
    }
    nh_arena_destroy(arena);
    return is_function;
}

/* ---- the null space ---- */

static bool find_null_space(sight *s, nh_arena *arena, uint32_t count, nh_echelon *echelon) {
    *echelon = nh_echelon_make(arena, count);
    uint64_t *row = NH_NEW_ARRAY(arena, uint64_t, count + 1);
    for (int idle = 0; idle < IDLE_POINTS && echelon->rank < count;) {
        if (!look_at_next(s)) return false;
        for (uint32_t k = 0; k < count; k++) row[k] = rate_of(s, k);
        nh_tick(nh_pool_context(s->flow->pool), count);
        idle = nh_echelon_add(echelon, row) ? 0 : idle + 1;
    }
    nh_echelon_reduce(echelon);
    return echelon->rank < count;
}

/* sum of c_k dm_k at the last point */
static void add_differentials(const sight *s, uint32_t count, const uint64_t *vector, uint64_t *row) {
    uint32_t n = s->flow->count;
    memset(row, 0, n * sizeof *row);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t v = 0; vector[k] != 0 && v < n; v++)
            row[v] = nh_modular_add(row[v], nh_modular_mul(vector[k], s->gradients[(size_t)k * n + v]));
}

static nh_relation_terms relation_of(nh_arena *arena, uint32_t count, const nh_expr *terms, const uint64_t *vector) {
    nh_relation_terms r = {.growth = NH_EXPR_UNDEFINED, .power = nh_rat_int(1)};
    r.term = NH_NEW_ARRAY(arena, nh_expr, count + 1), r.residues = NH_NEW_ARRAY(arena, uint64_t, count + 1);
    for (uint32_t k = 0; k < count; k++)
        if (vector[k] != 0) r.term[r.count] = terms[k], r.residues[r.count++] = vector[k];
    return r;
}

nh_relations nh_integral_search_find(nh_integral_search *search, size_t count, const nh_expr *terms) {
    NH_ASSERT(count == 0 || terms != NULL);
    nh_relations found = {.arena = search->arena};
    nh_arena *arena = nh_arena_create(nh_pool_context(search->flow->pool));
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    for (size_t k = 0; k < count; k++) values[k] = nh_flow_restrict(search->flow, terms[k]);
    sight s = open_sight(search, arena, count, values, NULL);
    nh_echelon echelon;
    if (count > 0 && find_null_space(&s, arena, (uint32_t)count, &echelon)) {
        nh_echelon known = known_differentials(search, &s, count, arena);
        uint64_t *vector = NH_NEW_ARRAY(arena, uint64_t, count + 1);
        uint64_t *row = NH_NEW_ARRAY(arena, uint64_t, search->flow->count + 1);
        for (uint32_t k = 0; k < count; k++) {
            if (echelon.row_of[k] != NULL) continue;
            nh_echelon_null_vector(&echelon, k, vector);
            add_differentials(&s, (uint32_t)count, vector, row);
            if (!nh_echelon_add(&known, row)) continue;
            nh_array_push(&found, relation_of(search->arena, (uint32_t)count, terms, vector));
        }
    }
    nh_arena_destroy(arena);
    return found;
}

/* ---- relations with parameters ---- */

/* Whether the sum of the functions themselves is 0 at the last point. */
static bool is_null_sum(const sight *s, uint32_t count, const uint64_t *vector) {
    uint64_t sum = 0;
    for (uint32_t k = 0; k < count; k++) sum = nh_modular_add(sum, nh_modular_mul(vector[k], s->own[k]));
    return sum == 0;
}

bool nh_integral_search_relate(const nh_integral_search *search, const nh_relation_question *q,
                               nh_relation_terms *found) {
    NH_ASSERT(q->count > 0);
    uint32_t count = (uint32_t)q->count;
    nh_arena *arena = nh_arena_create(nh_pool_context(search->flow->pool));
    const nh_integral_search alone = {
        search->flow, arena, {.arena = arena}, q->growth, nh_modular_rational(arena, q->power)};
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    for (uint32_t k = 0; k < count; k++) values[k] = nh_flow_restrict(search->flow, q->term[k]);
    sight s = open_sight(&alone, arena, count, values, q->drawn);
    nh_echelon echelon;
    bool is_found = find_null_space(&s, arena, count, &echelon);
    uint32_t k = 0;
    uint64_t *vector = NH_NEW_ARRAY(arena, uint64_t, count + 1);
    for (bool is_taken = false; is_found && !is_taken; k += !is_taken) {
        while (k < count && echelon.row_of[k] != NULL) k++;
        is_found = k < count;
        if (!is_found) break;
        nh_echelon_null_vector(&echelon, k, vector);
        is_taken = s.own == NULL || !is_null_sum(&s, count, vector);
    }
    if (is_found) {
        *found = relation_of(search->arena, count, q->term, vector);
        found->growth = q->growth, found->power = q->power;
    }
    nh_arena_destroy(arena);
    return is_found;
}
