/* Every row alone. Members of a family have one answer, with their own names in it. */
#include "analysis/integrable_private.h"
#include "expr/inspect.h"

/* Not more different rows than this are looked at. */
enum { MOST_SHAPES = 100 };

/* A row that differs from one before it by the names of its symbols only has the same answer. */
typedef struct alike {
    uint64_t shape;
    uint32_t row;
} alike;

typedef struct memory {
    uint32_t count;
    alike *items;
} memory;

/* The number of the coordinate that the symbol, or its velocity, is; NH_MODEL_NONE for others. */
static uint32_t coordinate_of(const nh_asking *s, nh_expr symbol) {
    const uint64_t *found = nh_map_get(&s->coordinates, symbol);
    return found != NULL ? (uint32_t)*found : NH_MODEL_NONE;
}

/* Whether coordinates become coordinates with their velocities, and all else stays: parameters have values. */
static bool is_renaming(const nh_asking *s, nh_expr from, nh_expr to) {
    nh_expr *old, *fresh;
    uint32_t count;
    (void)nh_expr_shape(s->pool, s->a->arena, from, &old, &count);
    (void)nh_expr_shape(s->pool, s->a->arena, to, &fresh, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = coordinate_of(s, old[i]), b = coordinate_of(s, fresh[i]);
        bool are_coordinates = a != NH_MODEL_NONE && b != NH_MODEL_NONE;
        if (!are_coordinates && old[i] != fresh[i]) return false;
        for (uint32_t k = 0; k < i && are_coordinates; k++)
            if ((coordinate_of(s, old[k]) == a) != (coordinate_of(s, fresh[k]) == b)) return false;
    }
    return true;
}

/* The function of one row with the coordinates and velocities of the other: where one of the two stands in the row, the function may have the other, as x in that of x' = 1. */
static nh_expr renamed(const nh_asking *s, nh_expr function, nh_expr from, nh_expr to) {
    nh_arena *arena = s->a->arena;
    const nh_model *model = s->a->model;
    nh_expr *old, *fresh;
    uint32_t count, pairs = 0;
    if (function == NH_EXPR_UNDEFINED) return function;
    (void)nh_expr_shape(s->pool, arena, from, &old, &count);
    (void)nh_expr_shape(s->pool, arena, to, &fresh, &count);
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)count + 1);
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)count + 1);
    nh_map known = nh_map_make(arena);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = coordinate_of(s, old[i]), b = coordinate_of(s, fresh[i]);
        if (a == NH_MODEL_NONE || nh_map_get(&known, a + 1) != NULL) continue;
        nh_map_put(&known, a + 1, 1);
        symbols[pairs] = model->coordinates.items[a].q;
        values[pairs++] = model->coordinates.items[b].q;
        symbols[pairs] = model->coordinates.items[a].v;
        values[pairs++] = model->coordinates.items[b].v;
    }
    return nh_expr_substitute(s->pool, function, pairs, symbols, values, false);
}

static bool is_remembered(const nh_asking *s, const memory *m, uint32_t row, nh_expr rate, uint64_t shape,
                          nh_integrability *x) {
    nh_model *model = s->a->model;
    for (uint32_t i = 0; i < m->count; i++) {
        nh_expr other = nh_row_rate(model, &model->rows.items[m->items[i].row]);
        if (m->items[i].shape != shape || !nh_expr_same_shape(s->pool, other, rate)) continue;
        if (!is_renaming(s, other, rate)) continue;
        x->alone[row] = x->alone[m->items[i].row];
        x->of_row[row] = renamed(s, x->of_row[m->items[i].row], other, rate);
        x->factor[row] = renamed(s, x->factor[m->items[i].row], other, rate);
        return true;
    }
    return false;
}

static void ask_alone(const nh_asking *s, memory *m, uint32_t i, nh_integrability *x) {
    nh_model *model = s->a->model;
    const nh_row *row = &model->rows.items[i];
    x->of_row[i] = x->factor[i] = NH_EXPR_UNDEFINED;
    x->alone[i] = row->is_geometric ? nh_fact_yes(NH_EVIDENCE_PROVED) : nh_fact_unknown();
    if (row->is_geometric) return;
    nh_expr rate = nh_row_rate(model, row);
    uint64_t shape = nh_expr_shape(s->pool, s->a->arena, rate, NULL, NULL);
    bool has_same_geometry = s->chart.count == 0 && s->chart.is_complete;
    if (has_same_geometry && row->is_imposed && is_remembered(s, m, i, rate, shape, x)) return;
    if (m->count == MOST_SHAPES) return;
    nh_answer found = nh_asking_ask(s, 1, &i);
    bool is_known = row->is_imposed || found.d.is_linear.truth == NH_YES; /* the state need not satisfy a condition */
    if (is_known) x->alone[i] = found.is_integrable;
    if (is_known && found.integrals.found == 1) {
        x->of_row[i] = found.integrals.function[0];
        x->factor[i] = found.integrals.rows == 1 ? found.integrals.factor[0] : NH_EXPR_UNDEFINED;
    }
    if (row->is_imposed) m->items[m->count++] = (alike){shape, i};
}

nh_integrability nh_asking_alone(const nh_asking *s) {
    nh_arena *arena = s->a->arena;
    size_t all = s->a->model->rows.count;
    nh_integrability x = {.alone = NH_NEW_ARRAY(arena, nh_fact, all), .of_row = NH_NEW_ARRAY(arena, nh_expr, all)};
    x.factor = NH_NEW_ARRAY(arena, nh_expr, all);
    memory m = {.items = NH_NEW_ARRAY(arena, alike, MOST_SHAPES)};
    for (uint32_t i = 0; i < all; i++) ask_alone(s, &m, i, &x);
    return x;
}
