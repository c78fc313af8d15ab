/* States at which the equations of motion have no value although their canonical form has one: holes, x^2/x at x = 0,
 * and kinks, |x| at x = 0, where what is differentiated has a derivative on each side and they differ. */
#ifndef NH_MODEL_HOLES_H
#define NH_MODEL_HOLES_H

#include "model/model.h"

typedef enum nh_hole_owner { NH_HOLE_LAGRANGIAN, NH_HOLE_FORCE, NH_HOLE_ROW } nh_hole_owner;

/* There is a value where the need is met. */
typedef struct nh_hole {
    nh_need need;
    nh_hole_owner owner;
    uint32_t row;       /* of a row: its number in model->rows */
    nh_expr place;      /* of a kink: it is where this is 0; undefined for a hole */
    nh_expr difference; /* of a kink: between what is on its two sides; it may be 0 at some of its states */
    bool is_jump;       /* of a kink: the function itself has two values */
} nh_hole;

typedef struct nh_holes {
    size_t count;
    const nh_hole *items;
} nh_holes;

/* What the text of the energies, the forces and the imposed rows needs. */
nh_holes nh_model_holes(const nh_model *model, nh_arena *arena);
/* Where momenta dL/dq', coefficients of Lagrange's equations, free of the forces, and of the imposed rows are one
 * number on one side of a switch and another number on the other side. At x = 0 the potential |x| has a kink, x |x| has
 * none. */
nh_holes nh_model_kinks(const nh_model *model, nh_arena *arena);
/* Whether the canonical form of the equations still shows the need: x^2/x does not, 1/x does. */
bool nh_hole_is_shown(const nh_model *model, const nh_hole *hole);
/* Whether the energies have no value there. */
bool nh_hole_is_of_energy(const nh_hole *hole);
/* "the constraint 'c', as it is written, has no value where x = 0", in the arena. */
const char *nh_hole_words(const nh_model *model, nh_arena *arena, const nh_hole *hole);

#endif
