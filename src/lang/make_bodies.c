/* Makers: points and bodies, and the unit constraints of quaternions. */
#include <string.h>

#include "lang/reading_private.h"

/* point P = [x, y] mass m */
void nh_make_point(nh_reading *r, const nh_member *member) {
    nh_point item = {.name = member->name, .mass = NH_EXPR_UNDEFINED, .place = member->place};
    nh_node mass = nh_member_node(r, member, NH_PART_MASS);
    bool good = nh_evaluate_position(r, nh_member_node(r, member, NH_PART_VALUE), "a point", &item.position);
    if (mass != 0) good &= nh_evaluate_constant(r, mass, "a mass", &item.mass);
    if (!good || !nh_member_declare(r, member, NH_MEANS_POINT, (uint32_t)r->model->points.count)) return;
    item.needs = nh_needs_since(r, 0, r->model->arena);
    nh_model_add(r->model, points, NH_ITEM_POINT, item);
    nh_make_units(r, member);
}

/* ---- bodies ---- */

/* "diag" and "matrix" of their calls, else "". */
static const char *inertia_word(nh_reading *r, nh_node node) {
    if (nh_syntax_node(r->syntax, node)->kind != NH_NODE_CALL) return "";
    const nh_node_data *callee = nh_syntax_node(r->syntax, nh_syntax_child(r->syntax, node, 0));
    const char *name = callee->kind == NH_NODE_NAME ? NH_NAME(r, nh_syntax_token(r->syntax, callee->token)->name) : "";
    return strcmp(name, "diag") == 0 || strcmp(name, "matrix") == 0 ? name : "";
}

/* Which factor of a product is diag(...) or matrix(...): the number of the child, or that of children. */
static uint32_t inertia_factor(nh_reading *r, nh_node node) {
    uint32_t count = nh_syntax_node(r->syntax, node)->count_children, i = 0;
    while (i < count && inertia_word(r, nh_syntax_child(r->syntax, node, i))[0] == '\0') i++;
    return i;
}

/* diag(a, b, c), matrix(xx, yy, zz, xy, xz, yz), or one number J for diag(0, 0, J). */
static bool evaluate_moments(nh_reading *r, nh_node node, nh_matrix3 *inertia) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    const char *name = inertia_word(r, node);
    nh_expr e[6] = {NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO};
    bool is_diag = strcmp(name, "diag") == 0, is_matrix = strcmp(name, "matrix") == 0, good = true;
    uint32_t wanted = is_diag ? 3 : 6;
    if (!is_diag && !is_matrix) {
        good = nh_evaluate_constant(r, node, "a moment of inertia", &e[2]);
    } else if (data->count_children != wanted + 1) {
        nh_reading_error(r, node, (nh_words){"arguments", is_diag ? "diag(a, b, c)" : "matrix(xx, yy, zz, xy, xz, yz)"},
                         "%s takes %u numbers", name, (unsigned)wanted);
        return false;
    } else {
        for (uint32_t i = 0; i < wanted; i++)
            good &= nh_evaluate_constant(r, nh_syntax_child(r->syntax, node, i + 1), "a moment of inertia", &e[i]);
    }
    *inertia = (nh_matrix3){{{e[0], e[3], e[4]}, {e[3], e[1], e[5]}, {e[4], e[5], e[2]}}};
    return good;
}

/* The same, or a multiple: k*diag(a, b, c)/2. */
static bool evaluate_inertia(nh_reading *r, nh_node node, nh_matrix3 *inertia) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    uint32_t which = data->kind == NH_NODE_PRODUCT ? inertia_factor(r, node) : data->count_children;
    if (which == data->count_children) return evaluate_moments(r, node, inertia);
    bool good = evaluate_moments(r, nh_syntax_child(r->syntax, node, which), inertia);
    for (uint32_t i = 0; i < data->count_children; i++) {
        nh_expr factor = NH_EXPR_ONE;
        if (i == which) continue;
        good &= nh_evaluate_constant(r, nh_syntax_child(r->syntax, node, i), "a factor of an inertia", &factor);
        *inertia = nh_matrix3_scale(r->pool, factor, *inertia);
    }
    return good;
}

static bool has_velocity(nh_reading *r, nh_matrix3 m) {
    for (int i = 0; i < 9; i++)
        if (nh_expr_has(r->pool, m.r[i / 3][i % 3], NH_HAS_VELOCITY)) return true;
    return false;
}

static bool evaluate_rotation(nh_reading *r, nh_node node, nh_rigid_body *body) {
    nh_quantity value = nh_evaluate(r, node);
    if (value.kind == NH_QUANTITY_BAD) return false;
    if (value.kind != NH_QUANTITY_ROTATION || value.is_scaled) {
        nh_words words = {"type", "use Rx, Ry, Rz, rotation, quaternion and their products"};
        nh_reading_error(r, node, words, "expected a rotation here, found %s",
                         value.is_scaled ? "a multiple of one" : nh_quantity_describe(value));
        return false;
    }
    if (has_velocity(r, value.rotation.matrix)) {
        nh_reading_error(r, node, (nh_words){"velocity", NULL}, "a rotation must not contain velocities");
        return false;
    }
    body->rotation = value.rotation;
    body->rotation_text = nh_arena_string(r->model->arena, value.text);
    return true;
}

/* A name that was an orientation so far becomes that of a body. */
static bool declare_body(nh_reading *r, const nh_member *member) {
    uint32_t number = (uint32_t)r->model->bodies.count;
    nh_meaning *known = nh_find_orientation(r, member->name) != NULL ? nh_scope_find(r, member->name) : NULL;
    if (known == NULL || known->kind != NH_MEANS_ORIENTATION)
        return nh_member_declare(r, member, NH_MEANS_BODY, number);
    known->kind = NH_MEANS_BODY;
    known->number = number;
    nh_needs_keep(r, NH_MEANS_BODY, number);
    return true;
}

/* body B { at [x, y, z], rotation Rz(a), mass m, inertia diag(a, b, c) } */
void nh_make_body(nh_reading *r, const nh_member *member) {
    nh_rigid_body item = {.name = member->name, .mass = NH_EXPR_ZERO, .place = member->place};
    nh_node at = nh_member_node(r, member, NH_PART_AT), rotation = nh_member_node(r, member, NH_PART_ROTATION);
    nh_node mass = nh_member_node(r, member, NH_PART_MASS), inertia = nh_member_node(r, member, NH_PART_INERTIA);
    bool good = true;
    item.center = nh_vector_zero();
    item.rotation = nh_rotation_identity();
    item.inertia = nh_matrix3_diag(NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO);
    const nh_orientation *orientation = nh_find_orientation(r, member->name);
    if (orientation != NULL && rotation != 0) {
        nh_words words = {"declared-twice", "remove one of the two"};
        nh_reading_error(r, rotation, words, "the rotation of '%s' is its orientation, declared in line %u",
                         NH_NAME(r, member->name), (unsigned)orientation->place.line);
        return;
    }
    if (orientation != NULL) {
        item.rotation = orientation->rotation;
        item.rotation_text = nh_arena_string(r->model->arena, nh_reading_text(r, "%s.R", NH_NAME(r, member->name)));
    }
    if (at != 0) good &= nh_evaluate_position(r, at, "the centre of a body", &item.center);
    if (rotation != 0) good &= evaluate_rotation(r, rotation, &item);
    if (mass != 0) good &= nh_evaluate_constant(r, mass, "a mass", &item.mass);
    if (inertia != 0) good &= evaluate_inertia(r, inertia, &item.inertia);
    if (!good || !declare_body(r, member)) return;
    bool is_frame = item.mass == NH_EXPR_ZERO && inertia == 0;
    if (!is_frame) item.needs = nh_needs_since(r, 0, r->model->arena);
    nh_model_add(r->model, bodies, NH_ITEM_BODY, item);
    nh_make_units(r, member);
}

/* ---- quaternions ---- */

/* |q|^2 - 1, of the i-th quaternion that was made. */
static nh_expr unit_residual(nh_reading *r, size_t i) {
    nh_expr terms[5] = {[4] = NH_EXPR_MINUS_ONE};
    for (int k = 0; k < 4; k++) terms[k] = nh_expr_pow_int(r->pool, r->quaternions.items[4 * i + (size_t)k], 2);
    return nh_expr_sum(r->pool, 5, terms);
}

/* Whether the i-th quaternion that was made consists of coordinates. */
static bool is_of_coordinates(const nh_reading *r, size_t i) {
    for (size_t k = 4 * i; k < 4 * i + 4; k++) {
        nh_expr q = r->quaternions.items[k];
        if (nh_expr_kind_of(r->pool, q) != NH_EXPR_SYMBOL) return false;
        if (nh_expr_symbol_of(r->pool, q)->role != NH_ROLE_COORDINATE) return false;
    }
    return true;
}

void nh_make_units(nh_reading *r, const nh_member *member) {
    for (size_t i = 0, made = 0; i < r->quaternions.count / 4; i++) {
        nh_expr residual = unit_residual(r, i);
        bool is_new = false;
        nh_map_slot(&r->unit_of, residual, &is_new);
        if (!is_new || residual == NH_EXPR_ZERO) continue;
        if (is_of_coordinates(r, i)) nh_array_append(&r->model->quaternions, 4, r->quaternions.items + 4 * i);
        const char *owner = NH_NAME(r, member->name);
        const char *text = made++ == 0 ? nh_reading_text(r, "unit.%s", owner)
                                       : nh_reading_text(r, "unit.%s.%u", owner, (unsigned)made);
        nh_row row = {.name = nh_name_of_text(r->context, text),
                      .residual = residual,
                      .is_geometric = true,
                      .is_imposed = true,
                      .is_unit = true,
                      .place = member->place};
        row.label = row.family = row.name;
        if (!nh_scope_label(r, 0, row.name, false, member->place)) continue;
        nh_map_put(&r->row_of, row.name, r->model->rows.count);
        nh_model_add(r->model, rows, NH_ITEM_ROW, row);
    }
    r->quaternions.count = 0;
}
