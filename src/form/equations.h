/* The equations of motion, as every formulation gives them: a linear system for the unknowns.
 *
 *     matrix x = force + jacobian^T lambda
 *     jacobian x + drift = 0
 *
 * x are accelerations (all of them, or those of the independent velocities), lambda the multipliers of the rows, if the
 * formulation has any. The entries depend on time, coordinates, velocities and parameters. */
#ifndef NH_FORM_EQUATIONS_H
#define NH_FORM_EQUATIONS_H

#include "analysis/explicit.h"
#include "base/array.h"
#include "model/lagrange.h"
#include "model/model.h"

/* A coefficient that has a name in the formulation. */
typedef struct nh_coefficient {
    const char *name; /* as the language names it behind the formulation: "B[speed,x]" of voronec.B[speed,x] */
    nh_expr value;    /* in time, coordinates, velocities, signs of the choice, and accelerations where it has them */
} nh_coefficient;

typedef struct nh_equations {
    nh_model *model;
    const char *form;      /* the name of the formulation */
    uint32_t count;        /* of unknowns */
    nh_expr *unknowns;     /* symbols of accelerations, count */
    nh_expr_matrix matrix; /* count x count */
    bool is_symmetric;     /* the matrix */
    nh_expr *force;        /* count */
    uint32_t rows;
    uint32_t *row;           /* rows: their numbers in model->rows */
    nh_expr *multipliers;    /* rows: symbols lambda.NAME */
    nh_expr *rates;          /* rows: the row as an equation for the velocities, rate = 0 */
    nh_expr_matrix jacobian; /* rows x count: d rate / d q' */
    nh_expr *drift;          /* rows: d rate / dt without the accelerations */
    bool is_least;           /* no row is left out; of all multipliers that fit the shortest are meant */

    /* Of formulations in independent velocities; else NULL and nothing. */
    const nh_explicit *choice; /* what the dependent velocities are; its signs stand in the entries */
    nh_expr_matrix lift;       /* n x count, */
    nh_expr *rest;             /* n: all accelerations are q'' = lift x + rest */
    NH_ARRAY(nh_coefficient) coefficients;
} nh_equations;

/* Lagrange's equations with multipliers under the Chetaev condition: [Homogeneous] (5)-(6), [Algebraic] (48). */
nh_equations *nh_chetaev_derive(nh_model *model, nh_arena *arena);
/* The same from Lagrange's operator and rows as they are: nothing is tidied. */
nh_equations *nh_chetaev_of(nh_model *model, nh_arena *arena, const nh_lagrange *lagrange);
/* The same as the minimum-norm form of Udwadia and Kalaba. */
nh_equations *nh_udwadia_derive(nh_model *model, nh_arena *arena);

/* Formulations in independent velocities, one file each, where they are described. NULL, and *why in words, when one does not apply: which hypothesis fails. */
nh_equations *nh_maggi_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_voronec_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_acceleration_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_appell_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_reduced_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
nh_equations *nh_chaplygin_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);

#endif
