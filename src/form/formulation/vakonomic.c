/* The vakonomic equations: those of Lagrange for L + sum over j of mu_j rate_j, [Algebraic] (54).
 *
 *     d/dt dL/dq_i' - dL/dq_i = Q_i - sum_j (mu_j D_i rate_j + mu_j' d rate_j/dq_i'),     D_i = d/dt d/dq_i' - d/dq_i
 *
 * where rate_j = 0 is row j as an equation for the velocities. With the accelerations written out, and with the rows
 * differentiated,
 *
 *     (M + sum_j mu_j d^2 rate_j/dq'dq') q'' = force
 *         - sum_j mu_j (d^2 rate_j/dq'dq q' + d^2 rate_j/dq'dt - d rate_j/dq) - A^T mu'
 *     A q'' + drift = 0
 *
 * which is a linear system for q'' and mu' = -lambda. The multipliers mu are state variables, and their
 * initial values are free.
 *
 * A geometric row f enters as its derivative df/dt, for which D vanishes identically: it is left out of the sum, and
 * its mu occurs nowhere but in its rate.
 *
 * This is the condition that the action be stationary among all motions that keep the constraints. It is not the motion
 * of a mechanical system with nonholonomic constraints, to which the Chetaev condition belongs (chetaev.c). At mu = 0
 * the accelerations are the same, with mu' = -lambda; along the motion they are where the commutation condition
 * [Algebraic] (53) holds: D rate is then a combination of the rows of A, for which mu' makes up.
 *
 * Named coefficients: M[x,y], F[x], A[row,x], drift[row] of this system, with mu in them; only those that are not 0.
 *
 * Hypotheses: none beyond what a model is. The matrix of the accelerations may be singular or indefinite, depending on
 * mu; rows may depend on each other, then mu' of those that are left out is 0. */
#include "base/protect.h"
#include "form/equations.h"

#include "base/assert.h"

/* L + sum of mu rate, over the rows with velocities. */
static nh_expr extended_lagrangian(const nh_model *model, nh_arena *arena) {
    nh_exprs terms = {.arena = arena};
    nh_array_push(&terms, model->L);
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed || row->is_geometric) continue;
        nh_array_push(&terms, nh_expr_mul(model->pool, nh_equations_extra(model, arena, i), row->residual));
    }
    return nh_expr_sum(model->pool, terms.count, terms.items);
}

nh_equations *nh_vakonomic_derive(const nh_model *model, nh_arena *arena) {
    const nh_row *row = nh_equations_accelerated(model);
    if (row != NULL)
        nh_fail(model->context, NH_E_HYPOTHESIS, "hypothesis",
                "the constraint '%s' contains accelerations; this formulation needs constraints on velocities",
                nh_name_text(model->context, row->name));
    const char *why = nh_equations_not_variational(model);
    if (why != NULL)
        nh_fail(model->context, NH_E_HYPOTHESIS, "hypothesis", "the formulation does not apply: %s", why);
    nh_lagrange x = nh_lagrange_derive_with(model, arena, extended_lagrangian(model, arena));
    nh_equations *e = nh_chetaev_of(model, arena, &x);
    e->form = "vakonomic";
    nh_equations_integrate_multipliers(e, arena);
    NH_ASSERT(e->extras == e->rows);
    return e;
}
