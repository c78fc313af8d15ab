/* The numbers that vanish at singular configurations. */
#ifndef NH_MOTION_PLACES_SINGULAR_PRIVATE_H
#define NH_MOTION_PLACES_SINGULAR_PRIVATE_H

#include "motion/places/singular.h"
#include "num/linear/dense.h"
#include "tape/program.h"

enum { NH_SINGULAR_PIECES = 32 }; /* of a step */

/* A measure array holds `count` measures: one for each row in use, then the pivots or the determinant; then, from
 * `norms` on, the squared norms of all rows. */
typedef struct nh_singular_bounds nh_singular_bounds; /* singular_bounds.c */

struct nh_singular {
    const nh_equations *equations;
    const double *parameters;
    nh_arena *arena;
    nh_program *program;
    double *inputs, *outputs;
    uint32_t n, rows;
    size_t states; /* of q, q' and extras */
    double rtol, eta;
    bool *is_in;      /* n: coefficients depend on the coordinate */
    bool is_constant; /* no coefficient depends on the state: nothing can happen */
    bool has_constant_matrix;
    bool is_large;  /* no dense matrices: norms of rows by themselves */
    bool is_full;   /* no row was redundant at the start */
    bool is_ready;  /* along[0] is known */
    bool is_behind; /* steps were passed: along[0] is not that of the last one */
    bool was_calm;  /* the measures changed little in the last step */

    /* chosen at the beginning of a step, kept through it */
    bool is_definite; /* pivots of the matrix, else the determinant of the whole */
    double rcond;     /* when it is not: of the whole matrix, at the beginning */
    uint32_t used_count;
    uint32_t *used; /* rows: those that are independent, in order */
    uint32_t count; /* of measures */
    size_t norms;

    double *along[NH_SINGULAR_PIECES + 1],
        *at;         /* measure arrays: along the step, from its beginning to its end; somewhere */
    size_t length;   /* of a measure array */
    double *y;       /* q, q', extras, work */
    double *unit;    /* n: what columns are multiplied by */
    double *size;    /* rows: what a row is small against, in judging */
    double *largest; /* rows: norms, n: pivots; the largest since the start */
    double speed;    /* the largest |q'| since the start */

    double *mass;     /* n x n, scaled */
    double *jacobian; /* n x rows: columns are rows, scaled */
    double *basis;    /* n x rows */
    double *r;        /* rows x rows: column k tells row used[k] by the basis */
    double *column;   /* n */
    double *rest;     /* n x rows: what is left of each row, in judging */
    double *span;     /* n x rows: an orthonormal basis of what all rows span */
    double *system;   /* (n + rows)^2 */
    nh_lu **whole;    /* by the number of rows; made when needed */
    double *factor;   /* by number in use: how a dependent row is made of earlier ones; 0: it vanishes by itself */
    uint32_t *others; /* rows */
    nh_singular_bounds *bounds; /* NULL: not needed so far */
    uint32_t vain_count;        /* steps over which they told nothing */
    uint32_t passed_count;      /* places in the last step that are passed */
    double passed_at[NH_SINGULAR_PIECES];
    nh_singular_place passed; /* the first of them */
    uint32_t *passed_others;  /* rows */
};

/* Row and matrix of what is in outputs, scaled, into jacobian and mass. */
void nh_singular_spread(nh_singular *s);
/* Row number k in use next to those before it: what is left of it, squared; it goes into the basis. */
double nh_singular_orthogonalise(nh_singular *s, uint32_t k);
/* Whether all pivots of s->mass are above 0; it is overwritten. */
bool nh_singular_has_pivots(nh_singular *s);
/* All coefficients at a state; false when one is not finite. */
bool nh_singular_evaluate(nh_singular *s, double t, const double *y);
/* Chooses rows and way at a state, and puts its measures into along[0]. */
bool nh_singular_choose(nh_singular *s, double t, const double *y);
/* Takes what is in along[0], as evaluated last, into the largest since the start. */
void nh_singular_note(nh_singular *s);
bool nh_singular_measure(nh_singular *s, double t, const double *y, double *measures);
/* Whether the rank is really lower at the state that was measured last into `at`, as one measure suggests. Sizes are
 * those at the ends of the step. */
nh_singular_place nh_singular_judge(nh_singular *s, uint32_t measure);
/* The same for the measure that is least against the largest since the start. */
nh_singular_place nh_singular_judge_all(nh_singular *s);
/* Whether the velocities at the state that was measured last are 0 against the largest so far. */
bool nh_singular_is_at_rest(const nh_singular *s);

/* singular_bounds.c: whether bounds can be had with what is chosen at the beginning of the step; then whether a
 * piece of the step certainly has no singular configuration. depth: 0 for the whole step, one more for each half of a
 * piece that was examined before. */
bool nh_singular_has_bounds(nh_singular *s);
bool nh_singular_is_regular(nh_singular *s, nh_ode *ode, double from, double to, uint32_t depth);

#endif
