/* orientation B: a free rotation, whose coordinates the program declares.
 *
 * They are the numbers B.q0 .. B.q3 of a quaternion, which has no singularity and makes the angular velocities linear
 * in the velocities without a division. That its length is 1 is a row like that of any quaternion of coordinates, with
 * the name unit.B. A body of the same name, declared after it, has this rotation. */
#include <string.h>

#include "lang/reading_private.h"

/* ---- declaring ---- */

static nh_expr add_coordinate(nh_reading *r, const nh_member *member, int i) {
    const char *text = nh_reading_text(r, "%s.q%d", NH_NAME(r, member->name), i);
    nh_coordinate item = {.name = nh_name_of_text(r->context, text), .is_made = true, .place = member->place};
    uint32_t number = (uint32_t)r->model->coordinates.count;
    item.q = nh_expr_symbol(r->pool, NH_ROLE_COORDINATE, item.name, 0);
    item.v = nh_expr_dot(r->pool, item.q);
    (void)nh_scope_declare(r, NH_MEANS_COORDINATE, item.name, 0, NULL, number, member->place);
    (void)nh_scope_find(r, item.name); /* counts as a use: the unit row speaks of it */
    nh_array_push(&r->model->coordinates, item);
    return item.q;
}

/* orientation B, C[1..2] */
void nh_make_orientation(nh_reading *r, const nh_member *member) {
    nh_orientation item = {
        .name = member->name, .first = (uint32_t)r->model->coordinates.count, .place = member->place};
    nh_expr q[4];
    if (!nh_member_declare(r, member, NH_MEANS_ORIENTATION, (uint32_t)r->model->orientations.count)) return;
    for (int i = 0; i < 4; i++) q[i] = add_coordinate(r, member, i);
    item.rotation = nh_rotation_of_quaternion(r->pool, q);
    nh_model_add(r->model, orientations, NH_ITEM_ORIENTATION, item);
    nh_array_append(&r->quaternions, 4, q);
    nh_make_units(r, member);
}

/* ---- finding ---- */

const nh_orientation *nh_find_orientation(const nh_reading *r, nh_name name) {
    for (size_t i = 0; i < r->model->orientations.count; i++)
        if (r->model->orientations.items[i].name == name) return &r->model->orientations.items[i];
    return NULL;
}

const nh_orientation *nh_orientation_of_coordinate(const nh_reading *r, uint32_t coordinate) {
    for (size_t i = 0; i < r->model->orientations.count; i++) {
        const nh_orientation *orientation = &r->model->orientations.items[i];
        if (coordinate >= orientation->first && coordinate < orientation->first + 4) return orientation;
    }
    return NULL;
}

bool nh_part_of_orientation(nh_reading *r, const nh_orientation *orientation, const char *word, nh_quantity *value) {
    const nh_rotation *rotation = &orientation->rotation;
    bool is_component = word[0] == 'q' && word[1] >= '0' && word[1] <= '3' && word[2] == '\0';
    if (is_component) *value = nh_quantity_scalar(rotation->q[word[1] - '0']);
    else if (strcmp(word, "omega") == 0) *value = nh_quantity_vector(rotation->omega);
    else if (strcmp(word, "Omega") == 0) *value = nh_quantity_vector(rotation->Omega);
    else if (strcmp(word, "R") == 0)
        *value = nh_quantity_rotation(*rotation, nh_reading_text(r, "%s.R", NH_NAME(r, orientation->name)));
    else return false;
    return true;
}
