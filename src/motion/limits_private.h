/* What motions may cost before they are given up: "unknown", "too long", or left out.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each, so that 10^7 are about a
 * second: each of these is what a person waits for one answer among many. */
#ifndef NH_MOTION_LIMITS_PRIVATE_H
#define NH_MOTION_LIMITS_PRIVATE_H

enum {
    NH_WORK_INTEGRALS = 12000000, /* functions that kinematic rows keep constant, before a motion begins */
    NH_WORK_END = 20000000,       /* whether all states are singular, where the first one is */
};

#endif
