/* Motions of one model, side by side: how far each is from the first one, in the rows that both have, and
 * where it parts from it. */
#ifndef NH_MOTION_RUN_COMPARE_H
#define NH_MOTION_RUN_COMPARE_H

#include <nonholo/compare.h>

#include "motion/run/run.h"

typedef struct nh_compared {
    const nh_trajectory *trajectory; /* NULL: it has none */
    nh_compare_part part;            /* nh_comparison_measure sets what is said about differences */
    /* The number of each column of the comparison among its own; SIZE_MAX: it has none of that name. */
    const size_t *own;
} nh_compared;

typedef struct nh_comparison {
    const nh_model *model;
    size_t count, first; /* motions; the one that the others are measured by, which has a trajectory */
    nh_compared *items;
    double visible;
    size_t columns;
    /* Of all motions together; those of later ones precede what they precede there. */
    const nh_column *column;
} nh_comparison;

/* The motions, in the arena, are in order, and all else is to be found: names of columns, measures. */
void nh_comparison_measure(nh_arena *arena, nh_comparison *c);

/* The relative difference in a row that both have, over all coordinates and velocities. sizes: 2 n,
 * of nh_comparison_sizes. */
double nh_comparison_at(const nh_comparison *c, size_t item, size_t row, const double *sizes);
/* What differences in each coordinate and velocity are relative to; in the arena. */
const double *nh_comparison_sizes(nh_arena *arena, const nh_comparison *c, size_t item);
/* How many rows an item has in common with the first one: as long as their times are the same. */
size_t nh_comparison_rows(const nh_comparison *c, size_t item);

/* Leaves with NH_E_USAGE when no motion of the model, whatever the formulation, can have one of these columns: to know
 * it before anything is computed. */
void nh_comparison_check_columns(const nh_model *model, const nh_run_def *def);
/* The same when the columns are known. */
void nh_comparison_find_columns(nh_arena *arena, const nh_comparison *c, const nh_run_def *def);

#endif
