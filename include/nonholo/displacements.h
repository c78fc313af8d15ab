/* Displacements of a system at given states: a basis of those that the Chetaev condition admits, the work of the
 * reactions on them, the conditions for commutation, and the transpositional relation.
 *
 *     nh_displacements_def def = nh_default_displacements();
 *     nh_displacements *displacements;
 *     nh_displacements_info info;
 *     if (nh_displacements_make(model, &def, &displacements) != NH_OK) ...
 *     if (nh_displacements_at(displacements, state, &info) == NH_OK) ... info.dimension, info.work ...
 *     nh_displacements_destroy(displacements);
 *
 * Of the imposed rows rate_r = 0, geometric ones differentiated by time, with L the Lagrangian and Q the forces:
 *
 *     A_ri = d rate_r / dq_i'      G_ri = d rate_r / dq_i      D = d/dt A - G      R_i = d/dt dL/dq_i' - dL/dq_i - Q_i
 *
 * A displacement dq satisfies Chetaev's condition when A dq = 0, and the vakonomic one when G dq + A dq' = 0,
 * [Algebraic] (47). For arbitrary dq and dq' the transpositional relation holds, [Algebraic] (50):
 *
 *     (G dq + A dq') - d/dt (A dq) = A (dq' - d/dt dq) - D dq
 *
 * d/dt is taken along the motion of Chetaev's equations through the state. A state is used as given and never projected
 * onto the constraints. All computations are in doubles. A number that should vanish comes with the size of its terms,
 * and counts as 0 when it is below that size times the tolerance. */
#ifndef NONHOLO_DISPLACEMENTS_H
#define NONHOLO_DISPLACEMENTS_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_displacements nh_displacements;

#define NH_DISPLACEMENTS_COORDINATES_MAX 500
/* Of the positions of points: with more components, displacements of points are left out. */
#define NH_DISPLACEMENTS_COMPONENTS_MAX 120

/* Options. Always start from nh_default_displacements(). The field of displacements is that of the model
 * (nh_read_def.field). */
typedef struct nh_displacements_def {
    /* the transposition matrix: "model", as its `transposition` statements say, "zero", or computed at each state:
     * "least", "least60", "kernel", "kernel60", "mass" (docs/formulations.md). NULL, the default: that of the
     * model, where it has one */
    const char *omega;
    double tolerance; /* relative to the size of terms, between 0 and 1; default 1e-9 */
    uint32_t magic;   /* set by nh_default_displacements; a def without it is rejected */
} nh_displacements_def;

NH_API nh_displacements_def nh_default_displacements(void);

/* Returns NH_E_USAGE when def is wrong, NH_E_HYPOTHESIS when the transposition matrix of the model is requested and
 * there is none, NH_E_MODEL when a parameter has no value, NH_E_UNSUPPORTED when there are more coordinates than
 * NH_DISPLACEMENTS_COORDINATES_MAX; *displacements is then NULL. The model must outlive the displacements. */
NH_API nh_status nh_displacements_make(const nh_model *model, const nh_displacements_def *def,
                                       nh_displacements **displacements);
NH_API void nh_displacements_destroy(nh_displacements *displacements); /* accepts NULL */

/* The numbers of a state: t, coordinates, velocities x'. The name is NULL when out of range. */
NH_API size_t nh_displacements_inputs(const nh_displacements *displacements);
NH_API const char *nh_displacements_input(const nh_displacements *displacements, size_t i);

/* Results for one row. "Length" is the root of the sum of squares over the coordinates. */
typedef struct nh_displacements_row {
    const char *name;
    /* It depends on the rows before it, at this state; the multipliers are then the shortest that give the forces. */
    bool redundant;
    nh_truth homogeneous;     /* in the velocities; then its reaction does no work on q' */
    double lambda;            /* the multiplier of Chetaev's equations */
    double power, power_size; /* lambda A q', and the size of its terms */
    double A;                 /* the length of A */
    double D, D_size;         /* the length of D, and that of the sizes of its terms */
    double residual;    /* the length of D minus its projection on the rows of A: 0 where [Algebraic] (53) holds */
    double D1;          /* with a transposition matrix: the length of D1 = D - A omega, [Algebraic] (51) */
    double D1_residual; /* likewise, of D1: 0 where [Algebraic] (61) holds */
    double D1_size;     /* the size of the terms of D1 */
    double chetaev, chetaev_size;     /* with a field: A dq, */
    double vakonomic, vakonomic_size; /* G dq + A dq', */
    double left, right,
        size; /* both sides of the transpositional relation, computed separately, and the size of their terms */
    /* d/dt (A dq). The vector y of [Algebraic] (14), (33) is given by y dq = d/dt sum mu A dq, over all rows:
     * sum (mu' chetaev + mu chetaev_rate), 0 on fields of Chetaev displacements. */
    double chetaev_rate;
} nh_displacements_row;

/* Results for one state. Numbers without a value are not-a-number. The arrays live until the next call. */
typedef struct nh_displacements_info {
    const double *state; /* as given */
    const char *why;     /* why something has no value; NULL: everything has a value */
    double residual;     /* the largest residual of a constraint, relative to the size of its terms */
    bool has_basis;      /* rank, dimension, independent, basis are known: every constraint has a value */
    bool has_motion;     /* everything else is known: the equations determine the accelerations */
    size_t coordinates, rows;
    size_t rank;      /* of A */
    size_t dimension; /* of the Chetaev displacements: coordinates - rank */
    /* The dimension of those for which dq' = d/dt dq satisfies the vakonomic condition, too: coordinates - rank of [A;
     * D]. */
    size_t commuting;
    /* With a transposition matrix, likewise for dq' = d/dt dq + omega dq: coordinates - rank of [A; D1]. */
    size_t transposing;
    bool refused;              /* the independent velocities of the model are not possible at this state */
    const size_t *independent; /* dimension: numbers of coordinates, ascending */
    /* Dimension x coordinates: vector k has 1 at independent[k] and 0 at the other independent ones. */
    const double *basis;
    const double *work;           /* dimension: the virtual work lambda A dq of the reactions on each basis vector */
    const double *work_of_motion; /* the same from the accelerations, R dq */
    const double *work_size;      /* the size of their terms */
    double power, power_of_motion, power_size; /* the same for q' in place of dq */
    /* Rows x rows: the least-squares solution of D = rho A, with 0 for redundant rows; [Algebraic] (53). */
    const double *rho;
    bool commutes; /* (53) holds at this state: no row has a residual above the tolerance */
    /* Multipliers mu for which the vakonomic equations, [Algebraic] (54), have Chetaev's accelerations here, those with
     * sum mu D g in the span of A: a basis, agreeing x rows. Rows that are geometric have none, and 0. */
    size_t agreeing;
    const double *agreeing_mu;
    bool has_transposition;
    const double *omega; /* coordinates x coordinates, row by row: the transposition matrix; NULL: none */
    bool transposes;     /* the same for D1 in place of D */
    bool has_field;
    const double *field;                       /* coordinates: dq; NULL without a field, like the next two */
    const double *field_rate;                  /* dq' */
    const double *field_derivative;            /* d/dt dq */
    bool field_is_chetaev, field_is_vakonomic; /* the field satisfies the conditions */
    /* Displacements of points, [Simple] (43), [Algebraic] (22): dr = J dq, for the components of the positions of
     * points and of centres of bodies that depend on coordinates. */
    bool has_points;          /* they have a value; false also where there are no points */
    bool too_many_components; /* than NH_DISPLACEMENTS_COMPONENTS_MAX: components is 0 */
    size_t components;
    const char *const *component;  /* components: names, "P.x" */
    const double *component_basis; /* dimension x components: J times the vectors of the basis */
    const double *component_field; /* components: J dq of the field */
    /* Components x components, row by row: the matrix of least norm with W J = J omega, [Algebraic] (12), (31). NULL:
     * there is no omega, or no such matrix, since omega takes a displacement that moves no point to one that moves
     * some. */
    const double *W;
    const nh_displacements_row *row; /* rows */
} nh_displacements_info;

/* The initial state of the model, as in `nh_run`: nh_displacements_inputs numbers. Returns NH_E_MODEL when there is
 * none, or none that satisfies the constraints. */
NH_API nh_status nh_displacements_start(nh_displacements *displacements, double *state);
/* Reads states from a CSV, like nh_eval_file: *count states, one after the other, which live as long as the
 * displacements. */
NH_API nh_status nh_displacements_read(nh_displacements *displacements, const char *path, size_t *count,
                                       const double **states);

/* Computes one state. The status is NH_OK even when something has no value; info->why then says why. NH_E_USAGE when a
 * number of the state is not finite. */
NH_API nh_status nh_displacements_at(nh_displacements *displacements, const double *state, nh_displacements_info *info);

/* Writes the results at `count` states as CSV, one row each; "-" is standard output. Columns: t, rank, dimension,
 * commuting, work (the largest in size on a vector of the basis), power, for every row lambda.NAME, power.NAME, D.NAME
 * and residual.NAME; rho[A,B] for every pair of rows; with a transposition matrix transposing, D1.NAME and
 * D1_residual.NAME; with a field chetaev.NAME, vakonomic.NAME, left.NAME, right.NAME. Numbers without a value are
 * empty. After NH_E_INTERRUPT or NH_E_LIMIT, the rows computed so far are written. */
NH_API nh_status nh_displacements_write(nh_displacements *displacements, size_t count, const double *states,
                                        const char *path);

/* Prints a block of lines, or an object, for each state of the last nh_displacements_read, or for the initial state of
 * the model when none were read. After nh_displacements_write, the text is a summary of the table. With NH_E_INTERRUPT
 * or NH_E_LIMIT, *text has the complete blocks, and may be NULL. */
NH_API nh_status nh_displacements_print(nh_displacements *displacements, nh_print_as as, const char **text);
/* The number of states in the last table or text where something has no value. */
NH_API size_t nh_displacements_failed(const nh_displacements *displacements);

NH_END

#endif
