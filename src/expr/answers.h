/* What was computed from an expression alone, kept as long as the pool: whoever asks for the same again has it at once.
 *
 * The work that it took counts every time, so that what a limit cuts off does not depend on what was asked before. */
#ifndef NH_EXPR_ANSWERS_H
#define NH_EXPR_ANSWERS_H

#include "expr/expr.h"

/* The questions. Their answers are one expression or several. */
typedef enum nh_question {
    NH_ASKED_TIDY_NODE, /* a sum or product, its atoms as they are, tidied (algebra/tidy/tidy.c) */
    NH_ASKED_TIDY,      /* tidied with all of its parts (algebra/tidy/tidy.h) */
    NH_ASKED_EXPANDED,  /* its normal forms, multiplied out (algebra/field/normal.h) */
    NH_ASKED_FACTORED,  /* and as products */
    NH_ASKED_FORMS,     /* all of these, each also tidied (algebra/tidy/simplify.c) */
    NH_ASKED_READABLE,  /* its shortest form (algebra/tidy/simplify.h) */
} nh_question;

typedef struct nh_answer {
    uint64_t work; /* steps of nh_tick */
    size_t count;
    const nh_expr *items;
} nh_answer;

/* NULL: it was not asked before; else its work has been counted again. Valid until the next one is kept. */
const nh_answer *nh_answer_find(nh_pool *pool, nh_question question, nh_expr e);
/* Keeps an answer; begun: nh_answer_begin before it was found. */
uint64_t nh_answer_begin(const nh_pool *pool);
const nh_answer *nh_answer_keep(nh_pool *pool, nh_question question, nh_expr e, uint64_t begun, size_t count,
                                const nh_expr *items);

#endif
