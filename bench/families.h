/* The families of points of [Simple] Ex. 2-4 as built-in models, with N points: states at which their rows hold. */
#ifndef NH_BENCH_FAMILIES_H
#define NH_BENCH_FAMILIES_H

#include "state/state.h"

typedef struct family {
    const char *model;     /* the name of the built-in */
    uint32_t rows_a_point; /* independent rows, for each point but the first */
    /* The velocity of a point, 3, by that of the point before; NULL: it is the first one. */
    void (*set_velocity)(nh_random *random, const double *before, double *v);
} family;

enum { FAMILIES = 3 };
extern const family families[FAMILIES];

nh_model *family_read(nh_context *context, const family *f, uint32_t points);
/* Points along the x axis, displaced at random, with random velocities that satisfy the rows to
 * rounding; all x, all y, all z. */
nh_state family_state(nh_arena *arena, const family *f, uint32_t points);

#endif
