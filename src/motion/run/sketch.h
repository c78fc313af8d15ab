/* Sketch: points of a motion that are kept for drawing, whatever its rows are.
 *
 * Every point is computed: within a step by the dense output of the method, moved to where the constraints hold.
 * Nothing is drawn that lies between the rows by another rule. The number of points is bounded: when there are too
 * many, one of each two neighbours stays, and of the later ones fewer are computed. Which one is chosen at random, from
 * a fixed seed: at even distances a fast oscillation would look like a slow one. Where times are given, so that the
 * points can be compared with those of another motion, they are at these, and more only where the steps ask for it. */
#ifndef NH_MOTION_RUN_SKETCH_H
#define NH_MOTION_RUN_SKETCH_H

#include "base/random.h"
#include "motion/run/run.h"

typedef struct nh_sketch {
    nh_trajectory *points; /* the columns of the rows; nothing else but names and has_steps is set */
    size_t most;           /* there are never more points than this and the last one */
    uint64_t stride;       /* one of this many offered points is kept */
    uint64_t left, chosen; /* of the current stride: points still to come; how many come after the one that is kept */
    nh_random random;
} nh_sketch;

/* In the arena. Points of this many numbers. */
nh_sketch *nh_sketch_make(nh_arena *arena, size_t columns);
/* A point is offered: whether it is to be kept. The first one is. */
bool nh_sketch_wants(nh_sketch *s);
/* Keeps a point, `columns` numbers. The first point of all stays for ever. */
void nh_sketch_keep(nh_sketch *s, const double *point);

#endif
