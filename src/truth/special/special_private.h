/* Inside of special*.c. */
#ifndef NH_TRUTH_SPECIAL_SPECIAL_PRIVATE_H
#define NH_TRUTH_SPECIAL_SPECIAL_PRIVATE_H

#include "facts/analysis.h"

/* Parameters that are free to have other values; all others are closed. */
typedef struct nh_special_freedom {
    uint32_t count;
    const nh_expr *symbols;
} nh_special_freedom;

/* Parameters p_i = e_i in the others. */
typedef struct nh_special_set {
    uint32_t count;
    const nh_expr *symbol, *value;
    const char *words; /* "a = 1 and g = 0" */
    bool is_excluded;  /* the model, or its assumptions, do not allow it */
} nh_special_set;

typedef NH_ARRAY(nh_special_set) nh_special_sets;

/* What would have to vanish for an answer to be yes. */
typedef struct nh_special_wish {
    const char *key; /* of the answer, as in nh_check_special; NULL: of no single one */
    uint32_t row;    /* in model->rows; NH_MODEL_NONE: of no row */
    /* The answer is yes exactly on the sets, for all values of the other parameters; everywhere where is_identity. */
    bool is_exact, is_identity;
    const char **words; /* of the sets */
    uint32_t count;
} nh_special_wish;

/* Sets on which an answer may be different, and how they came about. */
typedef struct nh_special_candidates {
    nh_special_sets sets;
    NH_ARRAY(nh_special_wish) wishes;
} nh_special_candidates;

/* In the arena, which is not the scratch arena. */
nh_special_candidates nh_special_ask(nh_arena *arena, const nh_analysis *x, const nh_special_freedom *freedom);

/* e without closed parameters, for as far as their values are known. */
nh_expr nh_special_close(const nh_model *model, const nh_special_freedom *freedom, nh_expr e);

/* Polynomials in the free parameters that vanish together where an expression vanishes for all t, q, q'. */
typedef struct nh_special_zero {
    nh_exprs list;
    /* Only there: what they are next to are products of powers of different symbols, and of sines and cosines of
     * symbols modulo sin^2 + cos^2 = 1, which are independent whatever the parameters are. */
    bool is_exact;
} nh_special_zero;

/* Adds those of e; false where none were found: too long, no value. */
bool nh_special_coefficients(const nh_model *model, const nh_special_freedom *freedom, nh_expr e,
                             nh_special_zero *zero);
/* The sets on which they vanish together, solved for parameters, join those that are known; the words of all of them in
 * the wish, which is exact if the sets are all of that. */
void nh_special_split(nh_arena *arena, const nh_model *model, const nh_special_freedom *freedom,
                      const nh_special_zero *zero, nh_special_sets *sets, nh_special_wish *wish);

#endif
