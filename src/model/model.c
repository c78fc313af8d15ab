/* The life of a model, and the lists of its symbols. */
#include <nonholo/model.h>

#include "model/model.h"

/* The arrays of a model are told where they grow. */
static void begin_arrays(nh_model *model, nh_arena *arena) {
#define ITEM(KIND, type, field) model->field.arena = arena;
#include "model/items.def"
#undef ITEM
    model->items.arena = model->equalities.arena = model->identities.arena = model->motion_mu.arena = arena;
    model->quaternions.arena = arena;
    model->factors.arena = model->curved_symbols.arena = model->ends.arena = arena;
}

nh_model *nh_model_begin(nh_context *context) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = NH_NEW(arena, nh_model);
    model->context = context;
    model->arena = arena;
    model->pool = nh_pool_create(context);
    model->time = nh_expr_symbol_text(model->pool, NH_ROLE_TIME, "t");
    model->T = model->V = model->L = NH_EXPR_UNDEFINED;
    begin_arrays(model, arena);
    nh_model_forget(model);
    return model;
}

nh_model *nh_model_copy(const nh_model *model, nh_arena *arena) {
    nh_model *copy = NH_NEW(arena, nh_model);
    *copy = *model;
    copy->memo = NH_NEW(arena, nh_memo);
    return copy;
}

void nh_model_forget(nh_model *model) {
    model->memo = NH_NEW(model->arena, nh_memo);
}

void nh_model_destroy(nh_model *model) {
    if (model == NULL) return;
    nh_pool_destroy(model->pool);
    nh_arena_destroy(model->arena); /* the model itself is in it */
}

void nh_model_note_item(nh_model *model, nh_item_kind kind, uint32_t number) {
    nh_array_push(&model->items, ((nh_item){kind, number, model->statement}));
}

nh_expr *nh_model_coordinates(const nh_model *model, nh_arena *arena) {
    nh_expr *q = NH_NEW_ARRAY(arena, nh_expr, model->coordinates.count);
    for (size_t i = 0; i < model->coordinates.count; i++) q[i] = model->coordinates.items[i].q;
    return q;
}

nh_expr *nh_model_velocities(const nh_model *model, nh_arena *arena) {
    nh_expr *v = NH_NEW_ARRAY(arena, nh_expr, model->coordinates.count);
    for (size_t i = 0; i < model->coordinates.count; i++) v[i] = model->coordinates.items[i].v;
    return v;
}

nh_expr nh_model_at_rest(const nh_model *model, nh_arena *arena, nh_expr e) {
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_expr *zeros = NH_NEW_ARRAY(arena, nh_expr, n);
    for (uint32_t i = 0; i < n; i++) zeros[i] = NH_EXPR_ZERO;
    return nh_expr_substitute(model->pool, e, n, nh_model_velocities(model, arena), zeros, true);
}

nh_expr *nh_model_accelerations(const nh_model *model, nh_arena *arena) {
    nh_expr *a = NH_NEW_ARRAY(arena, nh_expr, model->coordinates.count);
    for (size_t i = 0; i < model->coordinates.count; i++)
        a[i] = nh_expr_dot(model->pool, model->coordinates.items[i].v);
    return a;
}
