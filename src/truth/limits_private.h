/* What proofs and judgements may cost before they are given up: "unknown", "too long", or left out.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each, so that 10^7 are about a
 * second: each of these is what a person waits for one answer among many. */
#ifndef NH_TRUTH_LIMITS_PRIVATE_H
#define NH_TRUTH_LIMITS_PRIVATE_H

enum {
    NH_WORK_COMMUTATION = 10000000, /* whether the commutation condition holds */
    NH_WORK_FEATURES = 4000000,     /* expressions in parameters whose sign claims can feel */
    NH_WORK_PIECES = 4000000,       /* the pieces of one claim */
    NH_WORK_NO_PIECE = 2000000,     /* whether one of them is empty */
    NH_WORK_MATRIX = 10000000,      /* a transposition matrix as a formula, along the motions of which is judged */
    NH_WORK_PROOF = 10000000,       /* one proof for one claim */
    NH_WORK_WHERE = 2000000,        /* whether something vanishes together with something else */
    NH_WORK_SPECIAL = 4000000,      /* one expression that special values of the parameters would make 0 */
    NH_WORK_SPECIAL_ASK = 20000000, /* all expressions of one kind of answers */
    NH_WORK_SPECIAL_SETS = 4000000, /* the sets of parameters on which several vanish */
    NH_WORK_SPECIAL_TRY = 60000000, /* the answers with one set of numbers */
};

#endif
