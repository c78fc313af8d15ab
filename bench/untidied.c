/* Lagrange's equations as the model gives them, nothing tidied: what the derivation alone takes. */
#include "untidied.h"

#include "model/lagrange.h"

nh_equations *derive_untidied(nh_model *model, nh_arena *arena) {
    nh_equations *e = NH_NEW(arena, nh_equations);
    nh_lagrange x = nh_lagrange_derive(model, arena, false);
    *e = (nh_equations){.model = model, .form = "untidied", .count = x.n, .matrix = x.matrix, .is_symmetric = true};
    e->unknowns = nh_model_accelerations(model, arena);
    e->force = x.force;
    e->rows = x.rows;
    e->row = x.row;
    e->rates = x.rates;
    e->jacobian = x.jacobian;
    e->drift = x.drift;
    return e;
}
