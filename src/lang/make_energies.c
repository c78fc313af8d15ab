/* Makers: energies, gravity, springs and dampers, forces and torques. */
#include "lang/reading_private.h"

static bool without_accelerations(nh_reading *r, nh_node node, nh_expr e, const char *what) {
    if (!nh_expr_has(r->pool, e, NH_HAS_ACCELERATION)) return true;
    nh_reading_error(r, node, (nh_words){"acceleration", NULL}, "%s must not contain accelerations", what);
    return false;
}

static void make_term(nh_reading *r, const nh_member *member, nh_term_kind kind, const char *what) {
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    nh_term item = {.kind = kind, .field = nh_vector_zero(), .place = member->place};
    if (!nh_evaluate_scalar(r, node, what, &item.value)) return;
    item.needs = nh_needs_since(r, 0, r->model->arena);
    if (without_accelerations(r, node, item.value, what)) nh_model_add(r->model, terms, NH_ITEM_TERM, item);
}

/* kinetic e */
void nh_make_kinetic(nh_reading *r, const nh_member *member) {
    make_term(r, member, NH_TERM_KINETIC, "a kinetic energy");
}

/* potential e */
void nh_make_potential(nh_reading *r, const nh_member *member) {
    make_term(r, member, NH_TERM_POTENTIAL, "a potential");
}

/* lagrangian e */
void nh_make_lagrangian(nh_reading *r, const nh_member *member) {
    for (size_t i = 0; i < r->model->terms.count; i++)
        if (r->model->terms.items[i].kind == NH_TERM_LAGRANGIAN) {
            nh_reading_error_at(r, member->place, (nh_words){"declared-twice", "write one sum"},
                                "the Lagrangian is already given in line %u",
                                (unsigned)r->model->terms.items[i].place.line);
            return;
        }
    make_term(r, member, NH_TERM_LAGRANGIAN, "a lagrangian");
}

/* gravity [0, 0, -g] */
void nh_make_gravity(nh_reading *r, const nh_member *member) {
    nh_term item = {.kind = NH_TERM_GRAVITY, .value = NH_EXPR_ZERO, .place = member->place};
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    if (!nh_evaluate_position(r, node, "the field of gravity", &item.field)) return;
    for (int i = 0; i < 3; i++)
        if (nh_expr_has(r->pool, item.field.x[i], NH_HAS_COORDINATE)) {
            nh_reading_error(r, node, (nh_words){"not-constant", "write another field as a potential"},
                             "the field of gravity must not depend on positions or time");
            return;
        }
    item.needs = nh_needs_since(r, 0, r->model->arena);
    nh_model_add(r->model, terms, NH_ITEM_TERM, item);
}

static void make_link(nh_reading *r, const nh_member *member, bool is_damper) {
    nh_link item = {.is_damper = is_damper, .length = NH_EXPR_UNDEFINED, .place = member->place};
    nh_node coefficient = nh_member_node(r, member, NH_PART_COEFFICIENT),
            length = nh_member_node(r, member, NH_PART_LENGTH);
    const char *what = is_damper ? "an end of a damper" : "an end of a spring";
    bool good = nh_evaluate_position(r, nh_member_node(r, member, NH_PART_FIRST), what, &item.from);
    good &= nh_evaluate_position(r, nh_member_node(r, member, NH_PART_SECOND), what, &item.to);
    good &= nh_evaluate_scalar(r, coefficient, is_damper ? "a coefficient" : "a stiffness", &item.coefficient);
    good = good && without_accelerations(r, coefficient, item.coefficient, "a coefficient");
    if (length != 0) good &= nh_evaluate_scalar(r, length, "a length", &item.length);
    if (good && length != 0) good = without_accelerations(r, length, item.length, "a length");
    if (good && nh_vector_equal(item.from, item.to)) {
        nh_reading_error_at(r, member->place, (nh_words){"same-place", NULL}, "both ends are the same point");
        return;
    }
    item.needs = nh_needs_since(r, 0, r->model->arena);
    if (good) nh_model_add(r->model, links, NH_ITEM_LINK, item);
}

/* spring P, Q stiffness k length l */
void nh_make_spring(nh_reading *r, const nh_member *member) {
    make_link(r, member, false);
}

/* damper P, Q coefficient c */
void nh_make_damper(nh_reading *r, const nh_member *member) {
    make_link(r, member, true);
}

/* ---- forces ---- */

static bool evaluate_force(nh_reading *r, const nh_member *member, const char *what, nh_vector *force) {
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    bool good = nh_evaluate_vector(r, node, what, force);
    for (int i = 0; good && i < 3; i++) good = without_accelerations(r, node, force->x[i], what);
    return good;
}

static bool force_on_coordinate(nh_reading *r, const nh_member *member, nh_force *item) {
    nh_node node = nh_member_node(r, member, NH_PART_VALUE);
    item->kind = NH_FORCE_COORDINATE;
    return nh_evaluate_scalar(r, node, "a force on a coordinate", &item->scalar) &&
           without_accelerations(r, node, item->scalar, "a force");
}

/* force x: e, force P: F, force B: F, force B at P: F */
void nh_make_force(nh_reading *r, const nh_member *member) {
    nh_node first = nh_member_node(r, member, NH_PART_FIRST), at = nh_member_node(r, member, NH_PART_AT);
    nh_force item = {.body = NH_MODEL_NONE, .other = NH_MODEL_NONE, .place = member->place};
    nh_quantity target = nh_evaluate(r, first);
    bool good = target.kind != NH_QUANTITY_BAD;
    if (good && at != 0 && target.kind != NH_QUANTITY_BODY) {
        nh_reading_error(r, first, (nh_words){"type", NULL},
                         "'at' gives the point of a body at which a force acts, but this is not a body");
        return;
    }
    if (target.kind == NH_QUANTITY_SCALAR && target.scalar != NH_EXPR_ZERO) {
        if (!nh_reading_coordinate(r, target.scalar, 0, &item.coordinate)) {
            nh_reading_error(r, first, (nh_words){"type", NULL},
                             "expected a point, a body or a coordinate for a force to act on");
            return;
        }
        good = force_on_coordinate(r, member, &item);
    } else if (good) {
        item.kind = target.kind == NH_QUANTITY_BODY ? NH_FORCE_ON_BODY : NH_FORCE_AT_POINT;
        if (target.kind == NH_QUANTITY_BODY) item.body = target.body;
        good = nh_evaluate_position(r, at != 0 ? at : first, "the point at which a force acts", &item.position);
        good &= evaluate_force(r, member, "a force", &item.vector);
    }
    item.needs = nh_needs_since(r, 0, r->model->arena);
    if (good) nh_model_add(r->model, forces, NH_ITEM_FORCE, item);
}

static bool evaluate_body(nh_reading *r, nh_node node, uint32_t *body) {
    nh_quantity value = nh_evaluate(r, node);
    if (value.kind == NH_QUANTITY_BODY) *body = value.body;
    else if (value.kind != NH_QUANTITY_BAD)
        nh_reading_error(r, node, (nh_words){"type", NULL}, "a torque acts on a body, not on %s",
                         nh_quantity_describe(value));
    return value.kind == NH_QUANTITY_BODY;
}

/* torque B: M, torque A, B: M */
void nh_make_torque(nh_reading *r, const nh_member *member) {
    nh_node other = nh_member_node(r, member, NH_PART_SECOND);
    nh_force item = {.kind = NH_FORCE_TORQUE, .body = NH_MODEL_NONE, .other = NH_MODEL_NONE, .place = member->place};
    bool good = evaluate_body(r, nh_member_node(r, member, NH_PART_FIRST), &item.body);
    if (other != 0) good &= evaluate_body(r, other, &item.other);
    good &= evaluate_force(r, member, "a torque", &item.vector);
    item.needs = nh_needs_since(r, 0, r->model->arena);
    if (good) nh_model_add(r->model, forces, NH_ITEM_FORCE, item);
}
