/* Equilibria and steady motions.
 *
 *     nh_steady_def def = nh_default_steady();
 *     nh_steady *steady;
 *     if (nh_steady_make(model, &def, &steady) != NH_OK) ...
 *     const nh_steady_info *info = nh_steady_get(steady);
 *     for (size_t i = 0; i < info->count; i++) ... info->items[i].linear->state, ->verdict ...
 *     nh_steady_destroy(steady);
 *
 * They are found by Newton's method from the initial state of the model and from random admissible states, and proved
 * by interval Newton. There may be others. docs/steady.md says what a steady motion is. */
#ifndef NONHOLO_STEADY_H
#define NONHOLO_STEADY_H

#include <nonholo/fact.h>
#include <nonholo/linearize.h>

NH_BEGIN

typedef struct nh_steady nh_steady;

#define NH_STEADY_STARTS_MAX 100000

/* Options. Always start from nh_default_steady(). */
typedef struct nh_steady_def {
    size_t starts; /* random states from which to search; at most NH_STEADY_STARTS_MAX, default 40 */
    /* "NAME=A:B:N" of coordinates and velocities: more states from which to search, all combinations of these
     * values; at most NH_STEADY_STARTS_MAX together */
    nh_strings grid;
    /* "NAME=A:B" or "NAME=A:B:N", a parameter, or a coordinate or velocity by which the members of a family differ: the
     * motion nearest to the initial state is followed over these values (default 11) through folds; starts and
     * grid are not used then. NULL: it is not followed */
    const char *along;
    int digits;     /* of eigenvalues in text; default 15 */
    uint32_t magic; /* set by nh_default_steady; a def without it is rejected */
} nh_steady_def;

NH_API nh_steady_def nh_default_steady(void);

/* Returns what nh_linearize_make does, except for a state that is not steady, and with `along` what nh_stability_make
 * does. The model must outlive the result. */
NH_API nh_status nh_steady_make(const nh_model *model, const nh_steady_def *def, nh_steady **steady);
NH_API void nh_steady_destroy(nh_steady *steady); /* accepts NULL */

/* A steady motion, or one member of a family. */
typedef struct nh_steady_item {
    const nh_linearize_info *linear; /* with kind, state and family in any case */
    bool is_linearized; /* false: it has no linearised equations; linear->reason says why, and there are no matrices */
    double value;       /* of what it was followed along */
    /* NH_EVIDENCE_PROVED: it is steady for all values of the parameters and of what the members of its family differ
     * by, wherever the formulas have values; else NH_EVIDENCE_CERTIFIED. exact: coordinates and velocities that are
     * neither 0 nor arbitrary, "theta = pi/2", or a relation that one of them satisfies, "g = R*w^2*cos(theta)". */
    nh_evidence by;
    size_t exacts;
    const char *const *exact;
} nh_steady_item;

/* Where a branch turns back. Computed numerically, not proved. */
typedef struct nh_steady_fold {
    double value;
    size_t before;       /* as many items of the list lie before it */
    const double *state; /* t, coordinates, velocities */
} nh_steady_fold;

typedef struct nh_steady_info {
    size_t starts, grid; /* random states, and those of the grid, from which was searched */
    size_t count;        /* the one nearest to the initial state is the first; along a branch, in the order of it */
    const nh_steady_item *items;
    /* Only along a branch, else NULL and 0. */
    const char *along; /* the parameter, coordinate or velocity */
    size_t folds;
    const nh_steady_fold *fold;
    size_t lost;         /* members at values of the range that were found, and could not be proved */
    const char *ends[2]; /* why the branch is followed no further before the first item, and after the last one */
} nh_steady_info;

NH_API const nh_steady_info *nh_steady_get(const nh_steady *steady);
NH_API nh_status nh_steady_print(nh_steady *steady, nh_print_as as, const char **text);
/* One row per motion: the value along the branch, if there is one, coordinates, velocities, verdict, real and imaginary
 * parts of all eigenvalues but the explained zeros. "-" is standard output. */
NH_API nh_status nh_steady_write_csv(nh_steady *steady, const char *path);

NH_END

#endif
