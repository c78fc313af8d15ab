/* Tangents of rows that are not linear in the accelerations. */
#include "model/curved_rows.h"

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

/* x'' is its name: what shows it shows an acceleration. */
static nh_expr symbol_of(nh_model *model, uint32_t coordinate) {
    for (size_t i = 0; i < model->curved_symbols.count; i++)
        if (model->curved_symbols.items[i].coordinate == coordinate) return model->curved_symbols.items[i].symbol;
    nh_text text = nh_text_begin(model->arena);
    nh_text_format(&text, "%s''", nh_name_text(model->context, model->coordinates.items[coordinate].name));
    nh_curved_symbol item = {.coordinate = coordinate, .name = nh_name_of_text(model->context, nh_text_string(&text))};
    item.symbol = nh_expr_symbol(model->pool, NH_ROLE_PARAMETER, item.name, 0);
    nh_array_push(&model->curved_symbols, item);
    return item.symbol;
}

nh_expr nh_curved_rows_tangent(nh_model *model, nh_arena *arena, nh_expr g) {
    nh_pool *pool = model->pool;
    uint32_t n = (uint32_t)model->coordinates.count;
    const nh_expr *all = nh_model_accelerations(model, arena);
    nh_exprs a = {.arena = arena}, w = {.arena = arena};
    for (uint32_t i = 0; i < n; i++) {
        if (!nh_expr_depends_on(pool, g, 1, &all[i])) continue;
        nh_array_push(&a, all[i]);
        nh_array_push(&w, symbol_of(model, i));
    }
    uint32_t count = (uint32_t)a.count;
    nh_expr *at = NH_NEW_ARRAY(arena, nh_expr, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) at[i] = nh_expr_diff(pool, g, a.items[i]);
    at[count] = g;
    nh_expr_substitute_all(pool, (size_t)count + 1, at, count, a.items, w.items, true);
    nh_expr tangent = at[count];
    for (uint32_t i = 0; i < count && tangent != NH_EXPR_UNDEFINED; i++) {
        nh_expr step = nh_expr_sub(pool, a.items[i], w.items[i]);
        tangent = at[i] == NH_EXPR_UNDEFINED ? at[i] : nh_expr_add(pool, tangent, nh_expr_mul(pool, at[i], step));
    }
    bool is_there = tangent != NH_EXPR_UNDEFINED && nh_expr_depends_on(pool, tangent, count, a.items);
    return is_there ? tangent : NH_EXPR_UNDEFINED; /* sign(x'') has no slope */
}

/* Numbers without meaning, so that nothing vanishes by accident: 1.31, 1.93, ... */
static nh_expr stand_in(nh_pool *pool, size_t i) {
    return nh_expr_fraction(pool, 131 + 62 * (int64_t)i, 100);
}

void nh_curved_rows_declare(nh_model *model) {
    for (size_t i = 0; i < model->curved_symbols.count; i++) {
        nh_curved_symbol *tangent = &model->curved_symbols.items[i];
        nh_parameter item = {.name = tangent->name, .symbol = tangent->symbol, .value = stand_in(model->pool, i)};
        item.is_tangent = true;
        item.low = item.high = NH_EXPR_UNDEFINED;
        item.place = model->coordinates.items[tangent->coordinate].place;
        tangent->parameter = (uint32_t)model->parameters.count;
        nh_array_push(&model->parameters, item); /* and no item of the text */
    }
}

bool nh_curved_rows_act(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count && model->curved_symbols.count > 0; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].is_curved) return true;
    return false;
}

void nh_curved_rows_open(const nh_model *model, nh_arena *arena, size_t count, nh_expr *e) {
    size_t symbols = model->curved_symbols.count;
    if (symbols == 0 || count == 0) return;
    nh_expr *from = NH_NEW_ARRAY(arena, nh_expr, symbols), *to = NH_NEW_ARRAY(arena, nh_expr, symbols);
    for (size_t i = 0; i < symbols; i++) {
        from[i] = model->curved_symbols.items[i].symbol;
        to[i] = nh_expr_dot(model->pool, model->coordinates.items[model->curved_symbols.items[i].coordinate].v);
    }
    nh_expr_substitute_all(model->pool, count, e, (uint32_t)symbols, from, to, true);
}
