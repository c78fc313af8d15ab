/* The applied forces by where they act: on the points and bodies that have mass, and those whose place is not known.
 *
 * A force acts at a place r, an expression:
 *   - where points or bodies with mass are (the same expression): on them, shared by their masses,
 *     since they move as one;
 *   - where no coordinate occurs in r: on the ground, which feels nothing;
 *   - at a material point of exactly one body, r' = c' + omega x (r - c): on that body, with its
 *     torque about the centre;
 *   - elsewhere: what carries it is not known. Its generalised force is kept among the unplaced ones, together with the
 *     potentials that are given as expressions and the forces on coordinates. */
#ifndef NH_MOTION_FORCES_APPLIED_PRIVATE_H
#define NH_MOTION_FORCES_APPLIED_PRIVATE_H

#include "model/model.h"

typedef struct nh_applied {
    nh_vector *on_point; /* by point; 0 for markers without mass */
    nh_vector *on_body;  /* by body, at its centre; 0 for frames */
    nh_vector *torque;   /* by body, about its centre, space frame; 0 for frames */
    /* By coordinate: generalised forces. May have accelerations, of a potential with velocities. */
    const nh_expr *unplaced;
    bool has_unplaced; /* one of them is not 0 */
} nh_applied;

/* Of a model whose T is known. In the arena, which is not the scratch arena. */
nh_applied *nh_applied_forces(nh_arena *arena, const nh_model *model);

/* Whether it has neither mass nor inertia: it carries nothing, and no force on it can be distinguished from its
 * motion. */
bool nh_is_marker(const nh_point *point);
bool nh_is_frame(const nh_rigid_body *body);

#endif
