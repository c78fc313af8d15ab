/* What the files on derivatives share; only src/expr sees it. */
#ifndef NH_EXPR_CALCULUS_DIFF_PRIVATE_H
#define NH_EXPR_CALCULUS_DIFF_PRIVATE_H

#include "expr/pool_private.h"

/* ---- the rules: chain_rule.c ---- */

/* The derivative of one argument, which is not 0: coefficient * rest. */
typedef struct nh_slope {
    uint32_t at; /* the argument: its place among those of nh_expr_args */
    nh_expr rest;
    nh_rat coefficient;
} nh_slope;

/* The derivative of e, no leaf, from the derivatives of its arguments: at least one, in rising order of their places.
 * Those that are not listed are 0. The cost goes with the slopes, not with the arguments, where e is a sum. */
nh_expr nh_expr_chain_rule(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes);
/* Where the derivative of e, if only this argument has one, is a factor times that of the argument: the
 * factor. False for choices. */
bool nh_expr_chain_factor(nh_pool *pool, nh_expr e, uint32_t at, nh_expr *factor);
/* Enters that factor of a product e, which is r b^(r-1) times its other factors, as factors. */
void nh_parts_enter_lowered(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, nh_expr e, uint32_t at);

/* Remembers that d e / d symbol is this. */
void nh_expr_diff_remember(nh_pool *pool, nh_expr e, nh_expr by, nh_expr derivative);

/* ---- derivatives that are written out late: late.c ----
 *
 * The derivative of sin(u) is cos(u) u'. In a tower of functions that is, on each floor, a product with a
 * factor for every floor below. So it is kept as the factor and a reference to u', and multiplied out when a
 * sum or the caller needs it. */

typedef uint32_t nh_late; /* a number into a table; 0: the derivative is 0 */

typedef struct nh_late_entry {
    nh_expr value; /* coefficient times this; or NH_LATE_OPEN: factor times rest */
    union {
        /* In machine words; it is left outside, as what the derivative occurs in takes it apart again. */
        nh_rat coefficient;
        struct {
            nh_expr factor; /* not 0; or the product of which it is the factor at `at` */
            uint32_t at;    /* or NH_LATE_FACTOR: the factor is what it says */
            nh_late rest;   /* not 0 */
        };
    };
} nh_late_entry;

#define NH_LATE_OPEN UINT32_MAX
#define NH_LATE_FACTOR UINT32_MAX

typedef struct nh_lates {
    nh_pool *pool;
    NH_ARRAY(nh_late_entry) entries;
} nh_lates;

typedef struct nh_late_slope {
    uint32_t at;
    nh_late derivative; /* not 0 */
} nh_late_slope;

typedef NH_ARRAY(nh_late_slope) nh_late_slopes;

nh_lates nh_lates_make(nh_pool *pool, nh_arena *arena);
nh_late nh_late_of(nh_lates *lates, nh_expr value);
/* The derivative of e from those of its arguments, as nh_expr_chain_rule has it; 0 when there are none. */
nh_late nh_late_derive(nh_lates *lates, nh_expr e, uint32_t count, const nh_late_slope *slopes);
/* Whether it is written out. */
bool nh_late_has_value(const nh_lates *lates, nh_late late);
/* Writes it out. */
nh_expr nh_late_value(nh_lates *lates, nh_late late);

#endif
