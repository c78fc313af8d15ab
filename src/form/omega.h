/* The transposition matrix of a setting as expressions, where algebra can do it;
 * motion/forces/transposition.h has it in numbers. */
#ifndef NH_FORM_OMEGA_H
#define NH_FORM_OMEGA_H

#include "form/formulation/setting_private.h"
#include "model/model.h"

/* n x n, row by row, for a matrix that is found from conditions; with accelerations in it, where rows are not
 * linear in the velocities. Rows that are redundant, by number in model->rows, are left out; NULL: none is. NULL
 * when it was not found; *is_impossible, if not NULL, then says whether p = dL/dq' is a combination of the rows
 * wherever these are independent, so that conditions with p contradict each other. Takes work without bounds: to be
 * called within a budget. */
const nh_expr *nh_omega_close(const nh_model *model, nh_arena *arena, nh_omega kind, const bool *is_redundant,
                              bool *is_impossible);

#endif
