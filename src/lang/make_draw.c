/* Maker: what the picture shows. */
#include <string.h>

#include "lang/reading_private.h"

static nh_shape shape_of(const char *word) {
    static const char *const words[] = {
#define SHAPE(NAME, word) #word,
#include "model/shapes.def"
#undef SHAPE
    };
    nh_shape shape = NH_SHAPE_NONE;
    while (shape < NH_SHAPES && strcmp(words[shape], word) != 0) shape++;
    return shape;
}

/* ---- the pieces that shapes have ---- */

/* What the shape is on: a body, or a place. */
static bool evaluate_subject(nh_reading *r, nh_node node, nh_quantity value, nh_drawing *item) {
    if (value.kind == NH_QUANTITY_BODY) item->body = value.body;
    if (nh_quantity_to_vector(r, value, &item->at)) return true;
    if (value.kind != NH_QUANTITY_BAD)
        nh_reading_error(r, node, (nh_words){"type", NULL}, "expected a point or a body here, found %s",
                         nh_quantity_describe(value));
    return false;
}

static bool evaluate_size(nh_reading *r, const nh_member *member, nh_drawing *item) {
    nh_node radius = nh_member_node(r, member, NH_PART_RADIUS), axis = nh_member_node(r, member, NH_PART_AXIS);
    nh_node second = nh_member_node(r, member, NH_PART_SECOND), value = nh_member_node(r, member, NH_PART_VALUE);
    bool good = true;
    if (radius != 0) good &= nh_evaluate_scalar(r, radius, "a radius", &item->radius);
    if (item->shape == NH_SHAPE_DISC) item->vector.x[2] = NH_EXPR_ONE;
    if (axis != 0) good &= nh_evaluate_vector(r, axis, "an axis", &item->vector);
    if (second != 0) good &= nh_evaluate_vector(r, second, "the second argument", &item->vector);
    if (value != 0) good &= nh_evaluate_vector(r, value, "a size", &item->vector);
    return good;
}

/* ---- shapes ---- */

static void draw_subject(nh_reading *r, const nh_member *member, nh_drawing item, nh_node node, nh_quantity subject) {
    bool good = evaluate_subject(r, node, subject, &item);
    if (good && evaluate_size(r, member, &item)) nh_model_add(r->model, drawings, NH_ITEM_DRAWING, item);
}

static nh_quantity member_value(nh_reading *r, nh_name name) {
    const nh_meaning *meaning = nh_scope_find(r, name);
    if (meaning->kind == NH_MEANS_BODY) return (nh_quantity){.kind = NH_QUANTITY_BODY, .body = meaning->number};
    if (meaning->kind == NH_MEANS_POINT) return nh_quantity_vector(r->model->points.items[meaning->number].position);
    return meaning->kind == NH_MEANS_LET ? r->model->lets.items[meaning->number].value
                                         : nh_quantity_scalar(NH_EXPR_ONE);
}

/* The bare name of a family means all its members. */
static void draw_all(nh_reading *r, const nh_member *member, nh_drawing item, nh_node node) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    const nh_meaning *meaning = NULL;
    if (data->kind == NH_NODE_NAME) meaning = nh_scope_find(r, nh_syntax_token(r->syntax, data->token)->name);
    if (meaning == NULL || meaning->kind != NH_MEANS_FAMILY) {
        draw_subject(r, member, item, node, nh_evaluate(r, node));
        return;
    }
    uint64_t errors = nh_reading_errors(r);
    uint32_t family = meaning->number;
    for (size_t i = 0; i < r->families.items[family].members.count && nh_reading_errors(r) == errors; i++) {
        nh_reading_count_member(r);
        draw_subject(r, member, item, node, member_value(r, r->families.items[family].members.items[i]));
    }
}

/* draw curve [..] for s = 0 .. 1: the variable is a symbol meanwhile. */
static void draw_curve(nh_reading *r, const nh_member *member, nh_drawing item) {
    uint32_t token = nh_syntax_part(r->syntax, member->clause, NH_PART_VARIABLE)->token;
    nh_name name = nh_syntax_token(r->syntax, token)->name;
    if (nh_scope_find(r, name) != NULL || nh_scope_local(r, name) != NULL) {
        nh_words words = {"index", "choose another name"};
        nh_reading_error_at(r, nh_reading_token_place(r, token), words,
                            "'%s' already has a meaning and cannot be the variable of a curve", NH_NAME(r, name));
        return;
    }
    item.variable = nh_expr_symbol(r->pool, NH_ROLE_PARAMETER, name, 0);
    bool good = nh_evaluate_constant(r, nh_member_node(r, member, NH_PART_LOW), "a bound of a curve", &item.low);
    good &= nh_evaluate_constant(r, nh_member_node(r, member, NH_PART_HIGH), "a bound of a curve", &item.high);
    nh_local local = {name, nh_quantity_scalar(item.variable)};
    nh_array_push(&r->locals, local);
    good &= nh_evaluate_vector(r, nh_member_node(r, member, NH_PART_VALUE), "a point of a curve", &item.at);
    r->locals.count--;
    if (good) nh_model_add(r->model, drawings, NH_ITEM_DRAWING, item);
}

/* draw plane at P normal n */
static void draw_plane(nh_reading *r, const nh_member *member, nh_drawing item) {
    nh_node at = nh_member_node(r, member, NH_PART_AT), normal = nh_member_node(r, member, NH_PART_NORMAL);
    bool good = true;
    item.vector.x[2] = NH_EXPR_ONE;
    if (at != 0) good &= nh_evaluate_vector(r, at, "the point of a plane", &item.at);
    if (normal != 0) good &= nh_evaluate_vector(r, normal, "the normal of a plane", &item.vector);
    if (good) nh_model_add(r->model, drawings, NH_ITEM_DRAWING, item);
}

void nh_make_draw(nh_reading *r, const nh_member *member) {
    const nh_clause *clause = member->clause;
    uint32_t token = nh_syntax_part(r->syntax, clause, NH_PART_SHAPE)->token;
    nh_drawing item = {.shape = shape_of(NH_NAME(r, nh_syntax_token(r->syntax, token)->name)),
                       .body = NH_MODEL_NONE,
                       .at = nh_vector_zero(),
                       .vector = nh_vector_zero(),
                       .place = member->place};
    r->does_not_use = true;
    if (item.shape == NH_SHAPE_NONE) nh_model_add(r->model, drawings, NH_ITEM_DRAWING, item);
    if (item.shape == NH_SHAPE_CURVE) draw_curve(r, member, item);
    if (item.shape == NH_SHAPE_PLANE) draw_plane(r, member, item);
    for (uint32_t i = 0; i < clause->parts; i++) {
        const nh_part *part = &r->syntax->parts.items[clause->first_part + i];
        if (part->kind == NH_PART_FIRST) draw_all(r, member, item, part->node);
    }
    r->does_not_use = false;
}
