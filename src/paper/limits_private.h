/* What sheets may cost before they are given up: "unknown", "too long", or left out.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each, so that 10^7 are about a
 * second: each of these is what a person waits for one answer among many. */
#ifndef NH_PAPER_LIMITS_PRIVATE_H
#define NH_PAPER_LIMITS_PRIVATE_H

enum {
    NH_WORK_SHEET = 24000000, /* what a sheet may lose on forms that are not shorter; one may take a part of it */
    NH_WORK_SHEET_EXPRESSION = 30000, /* what one expression may take when all of that is lost */
    NH_WORK_SHEET_LETTER = 60000,     /* what it may take for each part of its text, which is what can be saved */
    NH_WORK_VECTORS = 20000000,       /* equations as vectors: whether they are */
    NH_WORK_GEOMETRY = 40000000,      /* where the rank condition or regularity fail on Q; then its first integrals */
};

#endif
