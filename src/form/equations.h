/* The equations of motion, as every formulation gives them: a linear system for the unknowns.
 *
 *     matrix x = force + jacobian^T lambda
 *     jacobian x + drift = 0
 *
 * lambda are the multipliers of the rows, if the formulation has any. x are all accelerations, or the rates
 * of variables y that the formulation has in place of the velocities: independent velocities,
 * quasi-velocities, momenta. Then
 *
 *     y = variables(t, q, q'),     q' = velocities(t, q, y),     q'' = lift y' + rest
 *
 * and the entries depend on time, coordinates, velocities, parameters and symbols of y.
 *
 * A formulation may have further state variables, the extras: multipliers mu of the rows that are integrated with the
 * motion. They occur in the matrix and in the force, and their rates are mu' = -lambda. The modified vakonomic
 * equations have, in the force only, the transposition matrix too; where it cannot be written down its entries are
 * symbols, whose values are computed at each state. */
#ifndef NH_FORM_EQUATIONS_H
#define NH_FORM_EQUATIONS_H

#include "base/array.h"
#include "form/formulation/setting_private.h"
#include "model/lagrange.h"
#include "model/model.h"
#include "state/explicit/explicit.h"

/* A coefficient that has a name in the formulation. */
typedef struct nh_coefficient {
    const char *name; /* as the language names it after the formulation: "B[speed,x]" of voronec.B[speed,x] */
    /* In time, coordinates, velocities, symbols of y, signs of the choice, and accelerations where it has them. */
    nh_expr value;
    nh_expr own; /* the same as a function of the variables y, where it is one */
} nh_coefficient;

typedef struct nh_equations {
    const nh_model *model;
    const char *form;      /* the name of the formulation */
    uint32_t count;        /* of unknowns */
    nh_expr *unknowns;     /* count: symbols of accelerations, or of the rates of the variables */
    nh_expr_matrix matrix; /* count x count */
    bool is_symmetric;     /* the matrix */
    nh_expr *force;        /* count */
    uint32_t rows;
    uint32_t *row;           /* rows: their numbers in model->rows */
    nh_expr *multipliers;    /* rows: symbols lambda.NAME */
    nh_expr *rates;          /* rows: the row as an equation for the velocities, rate = 0 */
    nh_expr_matrix jacobian; /* rows x count: d rate / d q' */
    nh_expr *drift;          /* rows: d rate / dt without the accelerations */
    uint32_t extras;         /* 0, or as many as there are rows */
    nh_expr *extra;          /* extras: symbols mu.NAME, one for each row, in their order */
    nh_setting setting;      /* of vakonomic-modified */
    nh_expr *push;           /* n: the part of its force that Omega makes; NULL: there is none */
    nh_expr *omega;          /* n x n, row by row: the transposition matrix; NULL: there is none */
    uint32_t omegas;         /* of symbols whose values are computed at each state; 0: there are none */
    /* omegas: these symbols. The n x n entries of Omega; or, where is_implicit, accelerations, n, and n again; with
     * is_in_multipliers accelerations and multipliers, n + rows, and again */
    nh_expr *computed;
    bool is_implicit; /* the matrix of the model contains accelerations, not linear ones: see vakonomic_modified.c */
    bool is_in_multipliers; /* and their slopes depend on the multipliers: motion/at/curved_equations.c */
    /* Then: the same before they are linearised, for people: the force contains accelerations. */
    struct nh_equations *written;
    bool is_least; /* no row is left out; of all multipliers that fit the shortest are meant */

    /* Of formulations in variables of their own; else NULL and nothing. */
    const nh_explicit *choice; /* what the dependent velocities are; its signs occur in the entries */
    nh_expr *symbols;          /* count: y; a velocity when y is one */
    nh_expr *variables;        /* count: y by t, q, q' */
    nh_expr *velocities;       /* n: q' by t, q, y; undefined: not solved */
    nh_expr_matrix lift;       /* n x count */
    nh_expr *rest;             /* n */
    /* Equation i, i < n, is the balance of forces along q_i; else it is that along the displacement dq'/dy_i. */
    bool is_by_coordinate;
    NH_ARRAY(nh_coefficient) coefficients;
} nh_equations;

/* Whether all of it has the sizes that it says: what every derivation must give. */
bool nh_equations_fit(const nh_equations *equations);
/* The equations as expressions that are 0 along motions with the accelerations and the multipliers among their symbols,
 * of these rows alone (numbers in equations->row; NULL: all there are):
 *
 *     matrix x - force - jacobian^T lambda     count
 *     jacobian x + drift                       rows
 *     rates                                    rows
 *     geometric rows, of others 0              rows
 *
 * In the arena, which is not the scratch arena. */
nh_expr *nh_equations_residuals(const nh_equations *equations, nh_arena *arena, uint32_t rows, const uint32_t *used);
/* The entries of a dense matrix, row by row, that are not 0. In the arena. */
nh_expr_matrix nh_equations_sparse(nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *dense);
/* lambda.NAME of a row of the model, and mu.NAME, as the language writes them. */
nh_expr nh_equations_multiplier(const nh_model *model, nh_arena *arena, uint32_t row);
nh_expr nh_equations_extra(const nh_model *model, nh_arena *arena, uint32_t row);
/* Makes the multipliers state variables: the extras. */
void nh_equations_integrate_multipliers(nh_equations *equations, nh_arena *arena);
/* Whether the multiplier of a row does no work: the row is homogeneous in the velocities. */
bool nh_equations_is_workless(const nh_equations *equations, uint32_t row);
/* Along a direction of n components: sum over the rows with accelerations of lambda dg/dq'' . direction. */
nh_expr nh_equations_accelerated_work(const nh_model *model, nh_arena *arena, const nh_expr *direction);
/* The first imposed row with accelerations; NULL: there is none. */
const nh_row *nh_equations_accelerated(const nh_model *model);
/* Why no variational equations belong to the rows: some have accelerations, or follow from Lagrange's equations under
 * the Chetaev condition; NULL: nothing speaks against them. */
const char *nh_equations_not_variational(const nh_model *model);
/* Adds the rows with accelerations to equations that have lift and rest: they act through multipliers in all
 * formulations, on y' as jacobian lift y' + jacobian rest + drift = 0. */
void nh_equations_add_accelerated(nh_equations *equations, nh_arena *arena);
/* Adds a named coefficient, as the language names it after the formulation: "B[speed,x]". */
void nh_equations_name(nh_equations *equations, nh_expr value, const char *format, ...) NH_PRINTF(3, 4);
/* Replaces the symbols of y by what they are, so that t, q, q' are left. */
void nh_equations_in_velocities(const nh_equations *equations, size_t count, nh_expr *e);

/* Lagrange's equations with multipliers under the Chetaev condition: [Homogeneous] (5)-(6), [Algebraic] (48). */
nh_equations *nh_chetaev_derive(const nh_model *model, nh_arena *arena);
/* Names its coefficients: M[x,y], F[x], A[row,x] and drift[row], those that are not 0. */
void nh_chetaev_name(nh_equations *equations);
/* The same from Lagrange's operator and rows as they are: nothing is tidied. */
nh_equations *nh_chetaev_of(const nh_model *model, nh_arena *arena, const nh_lagrange *x);
/* The same as the minimum-norm form of Udwadia and Kalaba. */
nh_equations *nh_udwadia_derive(const nh_model *model, nh_arena *arena);
/* The vakonomic equations, with multipliers mu as extras: [Algebraic] (54). Their motion is different. */
nh_equations *nh_vakonomic_derive(const nh_model *model, nh_arena *arena);
/* The modified vakonomic equations, with a transposition matrix: [Algebraic] (57), (59), (62); without a setting the
 * algebraic ones. Leaves with NH_E_HYPOTHESIS where the matrix is to be that of the model and it has none,
 * NH_E_UNSUPPORTED where it is computed and the system is too large. */
nh_equations *nh_modified_derive_as(const nh_model *model, nh_arena *arena, nh_setting setting);
nh_equations *nh_modified_derive(const nh_model *model, nh_arena *arena);
/* Names its entries that are not 0: omega[x,y], with these values. */
void nh_equations_name_omega(nh_equations *equations, const nh_expr *values);
/* The transposition matrix that the model gives: n x n, row by row. */
nh_expr *nh_omega_of_model(const nh_model *model, nh_arena *arena);

/* Formulations in variables of their own, one file each, where they are described. The choice says which rows are used
 * and what independent velocities may be. NULL, and *why in words, when one does not apply: which hypothesis fails. */
nh_equations *nh_maggi_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_voronec_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_acceleration_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                     const char **why);
nh_equations *nh_appell_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_reduced_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_chaplygin_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_hamel_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
/* The same with the independent velocities of the choice as quasi-velocities, whatever the model has. */
nh_equations *nh_hamel_derive_plain(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                    const char **why);
nh_equations *nh_hamilton_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_routh_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);

/* Their hypotheses, without deriving: form/form.h. */
nh_truth nh_acceleration_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_truth nh_chaplygin_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_truth nh_hamel_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_truth nh_hamilton_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_truth nh_routh_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);

#endif
