/* Solved forms, their curvature, and what derived systems and growth have in common; only src/algebra sees it. */
#ifndef NH_ALGEBRA_PFAFF_PFAFFIAN_PRIVATE_H
#define NH_ALGEBRA_PFAFF_PFAFFIAN_PRIVATE_H

#include "algebra/pfaff/pfaffian.h"

/* ---- pfaffian.c ---- */

/* Forms that hang together by the variables in them. Both the integrable part and the growth of a system are sums
 * of those of its blocks: no coefficient of one block depends on the variables of another, so there is no
 * curvature between them. */
typedef struct nh_pfaffian_block {
    nh_pfaffian system;
    const uint32_t *variable; /* which ones of the whole system these are */
} nh_pfaffian_block;

typedef struct nh_pfaffian_blocks {
    uint32_t count;
    const nh_pfaffian_block *items;
    uint32_t idle; /* variables that occur in no form */
} nh_pfaffian_blocks;

/* False when a form is 0. Abbreviations are replaced by what they stand for. */
bool nh_pfaffian_split(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian_blocks *blocks);

/* ---- pfaffian_solved.c ---- */

/* The system solved for some of the differentials, and the fields that span the directions along which it vanishes:
 *
 *     theta_a = dx_d(a) + sum_j c_aj dx_f(j),      X_j = d/dx_f(j) - sum_a c_aj d/dx_d(a) */
typedef struct nh_solved_forms {
    nh_pool *pool;
    nh_arena *arena;
    uint32_t count, rank, free; /* rank + free = count */
    const nh_expr *variables;
    uint32_t *dependent, *independent; /* d and f */
    uint32_t *place;                   /* by variable: its place in d, or rank + that in f */
    nh_expr *c;                        /* rank x free; not there when all given forms are closed */
    /* Forms of the given system that are seen to be closed, dtheta = 0; and as many of the theta_a that can be replaced
     * by them: those and the other theta_a span the system. So a vertical vector along which the closed forms vanish is
     * 0 when its other components are. */
    uint32_t closed;
    uint32_t *closed_form; /* closed of them */
    bool *is_replaced;     /* by theta_a */
} nh_solved_forms;

/* UNKNOWN also when the forms are not proved to be independent, or are not the same function everywhere. */
nh_linear_answer nh_pfaffian_solve(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_solved_forms *s);
/* X_j e for all j. */
void nh_pfaffian_along(const nh_solved_forms *s, nh_expr e, nh_expr *result);

/* Rows of expressions, each of them once, none of them 0 to the letter. */
typedef struct nh_expr_rows {
    nh_arena *arena;
    uint32_t columns, count, capacity;
    nh_expr *items; /* count x columns */
} nh_expr_rows;
void nh_expr_rows_add(nh_expr_rows *rows, const nh_expr *row);

/* Modulo the system dtheta_a = sum_{i<j} B_a,ij dx_f(i) ^ dx_f(j); [X_i, X_j] = -sum_a B_a,ij d/dx_d(a). A row for each
 * pair i < j, a column for each form. Where it is not the whole, it is 0 for those that are replaced by closed ones. */
nh_expr_rows nh_pfaffian_curvature(const nh_solved_forms *s, bool is_whole);

/* Each row, which is not 0, multiplied by a function such that denominators and common factors are gone, where that is
 * found and not longer. Others stay as they are. */
void nh_pfaffian_clear(nh_pool *pool, uint32_t rows, uint32_t columns, nh_expr *a);

/* ---- pfaffian_points.c ---- */

/* A proved lower bound of the rank that the matrix has almost everywhere: the most that balls show at some points; and
 * as many rows that are independent, first ones first where that is as good. In the arena, which lends memory too. */
uint32_t nh_pfaffian_rank_at_points(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                    const uint32_t **chosen);
/* Columns of a minor of order `rows` that is not zero, in which entries of low cost are pivots. False when none is
 * found. The arena lends memory. */
bool nh_pfaffian_choose_columns(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                const uint64_t *cost, uint32_t *chosen);

/* ---- pfaffian.c ---- */

/* Whether the expressions are each one analytic function wherever they have values: what is not 0 at one point is then
 * 0 almost nowhere. False is also "not known". */
bool nh_pfaffian_are_analytic(nh_pool *pool, size_t count, const nh_expr *e);

/* ---- pfaffian.c, pfaffian_growth.c: what one call may cost before it is given up ---- */

#define NH_PFAFFIAN_WORK 20000000
#define NH_PFAFFIAN_MEMORY ((size_t)1 << 30)

/* The largest integrable part of one block. */
nh_linear_answer nh_pfaffian_block_part(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian *part);

#endif
