/* Quasi-velocities, [Rheonomous] (4), (11)-(13): variables y in place of the velocities, m of them on k constraints
 * that are linear or affine in the velocities.
 *
 *     y = Z q' + psi,     0 = alpha q' + beta                                                    (11), (4)
 *
 *     q' = Gamma (y - psi) - Theta beta,     (Gamma Theta) = inverse of (Z over alpha)           (12), (13)
 *
 * All of these depend on t and q only. Gamma y are the displacements that the constraints allow; Theta leads out of
 * them. Both kinds of rows occur in one matrix here, Z above alpha, since most formulas treat them alike. */
#ifndef NH_FORM_QUASI_PRIVATE_H
#define NH_FORM_QUASI_PRIVATE_H

#include "form/equations.h"
#include "form/grid_private.h"

typedef struct nh_quasi_frame {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_explicit *choice;
    uint32_t n, m, k;
    nh_expr *q, *v;      /* n */
    const uint32_t *row; /* k: in model->rows, those of alpha */

    bool is_plain;      /* every y is a velocity */
    nh_expr *symbols;   /* m: y; a velocity when y is one */
    nh_expr *variables; /* m: y by t, q, q'; the same array as symbols when they are plain */
    const char **names; /* m: "eta1"; the name of the coordinate when y is a velocity */

    /* n x n: Z above alpha; alpha of the rows as written, or solved for the dependent velocities where
     * their inverse is too long */
    nh_grid rows;
    nh_grid shifts;     /* n: psi above beta */
    nh_grid inverse;    /* n x n: Gamma next to Theta */
    nh_grid velocities; /* n: q' by t, q, y, (13) */
} nh_quasi_frame;

/* The rows are those that the choice names. y are the quasi-velocities of the model, where it has m that are
 * independent of each other and of the rows; fewer are completed by independent velocities of the choice; with none, or
 * more than m, or dependent ones, and always when is_plain, y are the independent velocities of the choice. NULL, and
 * *why, when a row is neither linear nor affine in the velocities, or (12) is not solved. */
nh_quasi_frame *nh_quasi_make(const nh_model *model, nh_arena *arena, const nh_explicit *choice, bool is_plain,
                              const char **why);

/* Whether the rows of the choice are linear or affine in the velocities; *why when one is not,
 * or is not known to be. */
nh_truth nh_quasi_is_linear(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);

/* The parts of the matrices. */
nh_grid nh_quasi_Z(const nh_quasi_frame *f);     /* m x n */
nh_grid nh_quasi_psi(const nh_quasi_frame *f);   /* m */
nh_grid nh_quasi_beta(const nh_quasi_frame *f);  /* k */
nh_grid nh_quasi_Gamma(const nh_quasi_frame *f); /* n x m */
nh_grid nh_quasi_Theta(const nh_quasi_frame *f); /* n x k */
/* e with (13) in place of the velocities: a function of t, q, y. */
void nh_quasi_restrict(const nh_quasi_frame *f, size_t count, nh_expr *e);

const char *nh_quasi_coordinate(const nh_quasi_frame *f, uint32_t i); /* "x" */
const char *nh_quasi_row(const nh_quasi_frame *f, uint32_t i);        /* "roll.x": the i-th of alpha */

#endif
