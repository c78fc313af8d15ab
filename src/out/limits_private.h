/* What what is written may cost before they are given up: "unknown", "too long", or left out.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each, so that 10^7 are about a
 * second: each of these is what a person waits for one answer among many. */
#ifndef NH_OUT_LIMITS_PRIVATE_H
#define NH_OUT_LIMITS_PRIVATE_H

enum {
    NH_WORK_TIDY = 20000000,       /* the equations of a C file made short */
    NH_WORK_CONDITIONS = 20000000, /* where a C file does not serve, for its head */
};

#endif
