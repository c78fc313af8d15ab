/* Series: what a person examines along a motion beyond the columns of its trajectory. Positions, energies, invariants
 * and the residual of the constraints, one value for each row. */
#ifndef NH_MOTION_RUN_SERIES_H
#define NH_MOTION_RUN_SERIES_H

#include "motion/run/run.h"

/* A quantity along the motion. */
typedef struct nh_series {
    const char *name;
    const double *values; /* rows; not a number where it has no value */
} nh_series;

/* The path of a point, or of the centre of a body. */
typedef struct nh_path {
    const char *name;
    const double *x[3]; /* rows each */
    const double *v[3]; /* its velocity, likewise; NULL when that needs more than a state */
    bool is_fixed;      /* neither time nor a coordinate is in it */
} nh_path;

typedef struct nh_series_set {
    size_t rows;
    /* Points, then bodies. One at the place of an earlier one is left out, and so is one that
     * needs more than a state. */
    size_t path_count;
    const nh_path *paths;
    size_t path_total; /* how many there would be without a limit */
    /* Energies: E, and T and V where the model has them; their values are NULL where it has not, and where V is 0. */
    nh_series E, T, V;
    /* How far the invariants that a state determines have moved from the start: |change|, relative to the largest
     * |value| or to 1 when that is less. */
    size_t invariant_count;
    const nh_series *invariants;
    size_t integral_count; /* the same of first integrals, where they were given: "1: x'^2 + y'^2" */
    const nh_series *integrals;
    /* The largest residual of the imposed rows, relative to their terms; its values are NULL when there are none. */
    nh_series residual;
    /* For each coordinate: it is an angle, because a sine or a cosine of it, or of its sum with
     * others, is in the model. */
    const bool *is_angle;
} nh_series_set;

/* Of a trajectory only the columns of t, q and q', the first ones, are examined.
 * In the arena. At most most_paths paths, evenly chosen, the first and the last among them. */
nh_series_set *nh_series_make(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory,
                              size_t most_paths);

#endif
