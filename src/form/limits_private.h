/* What formulations may cost before they are given up: "unknown", "too long", or left out.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each, so that 10^7 are about a
 * second: each of these is what a person waits for one answer among many. */
#ifndef NH_FORM_LIMITS_PRIVATE_H
#define NH_FORM_LIMITS_PRIVATE_H

enum {
    NH_WORK_INVERSE = 40000000, /* the exact inverse of one block of a mass matrix */
    NH_WORK_ENERGY = 10000000,  /* whether one energy, or one part of its change, is constant or 0 */
    NH_WORK_AGREE = 40000000,   /* the proof that two formulations agree */
};

#endif
