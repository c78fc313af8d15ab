/* What an answer means and what it rests on. Every command and every header uses these words in this sense;
 * docs/truth.md defines them in full, with examples.
 *
 * The answer to a question about a system is
 *   proved       by algebra: true at all admissible states and for all parameter values, except those that are named
 *                and sets of lower dimension on which a denominator of the proof vanishes
 *   certified    in ball arithmetic: checked with proved bounds at certified admissible states, with the sets of
 *                values that the answer names. A certified "no" is as sure as a proof, for these values; a
 *                certified "yes" is not
 *   unknown      neither was found. Nothing follows from it, and it is always printed, never left out
 *
 * An equation (<nonholo/judge.h>), which is judged where both of its sides have a value, is
 *   proved, certified   as above
 *   refuted             at one certified state both sides have a value and certainly differ
 *   no value            the sides have a value at no admissible state: neither true nor false
 *   undecided           none of these; the reason is given
 *
 * An implication (<nonholo/implies.h>) is
 *   implied               it holds wherever the given equations hold
 *   implied except where  it fails only on sets of lower dimension, which are named
 *
 * A constraint is redundant when, on the component of the reference state, the admissible states are the same without
 * it and its gradient depends on those of the others; elsewhere it may be needed. A singular configuration is a set of
 * admissible states, inside the domain of L and not all of them, at which the constraints lose rank or the
 * accelerations are not determined. */
#ifndef NONHOLO_FACT_H
#define NONHOLO_FACT_H

#include <stddef.h>

#include <nonholo/linkage.h>

NH_BEGIN

/* The answer to a question of mathematics. "Unknown" is an answer, and never means "no". */
typedef enum nh_truth {
    NH_NO = 0,
    NH_YES = 1,
    NH_UNKNOWN = 2,
} nh_truth;

/* The basis of an answer. */
typedef enum nh_evidence {
    NH_EVIDENCE_NONE = 0, /* none: the answer is unknown */
    NH_EVIDENCE_PROVED = 1,
    NH_EVIDENCE_CERTIFIED = 2,
} nh_evidence;

NH_API const char *nh_evidence_name(nh_evidence evidence); /* "proved", "certified", "unknown"; a constant string */

/* An answer and its basis; NH_UNKNOWN comes with NH_EVIDENCE_NONE. */
typedef struct nh_fact {
    nh_truth truth;
    nh_evidence by;
} nh_fact;

/* A number and its basis; with NH_EVIDENCE_NONE the value is meaningless. */
typedef struct nh_count {
    size_t value;
    nh_evidence by;
} nh_count;

NH_END

#endif
