/* What explicit forms may cost before they are given up: "unknown", "too long", or left out.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each, so that 10^7 are about a
 * second: each of these is what a person waits for one answer among many. Memory is in bytes. */
#ifndef NH_STATE_LIMITS_PRIVATE_H
#define NH_STATE_LIMITS_PRIVATE_H

enum {
    NH_WORK_SIMPLIFY = 500000, /* simplifying one row, or the rows of one block */
    NH_WORK_SOLVE = 5000000,   /* solving one block of rows for its velocities */
    NH_WORK_INVERT = 5000000,  /* inverting the matrix of one block that is left implicit */
};

/* Besides the work: solutions of blocks can grow faster than they are examined. */
#define NH_MEMORY_SOLVE ((size_t)1 << 28)
#define NH_MEMORY_INVERT ((size_t)1 << 29)

#endif
