/* Questions about expressions: what they contain, how they depend on symbols, what they cost. Abbreviations are looked
 * through unless said otherwise. */
#ifndef NH_EXPR_INSPECT_H
#define NH_EXPR_INSPECT_H

#include "base/map.h"
#include "expr/calculus/calculus.h"
#include "expr/expr.h"

/* The symbols in the expressions, rising, in the arena (not the scratch arena); *count of them. Functions in calls are
 * symbols too. Abbreviations themselves are listed only by the second one, which does not look into them. */
nh_expr *nh_expr_symbols(nh_pool *pool, nh_arena *arena, size_t size, const nh_expr *e, uint32_t *count);
nh_expr *nh_expr_names(nh_pool *pool, nh_arena *arena, size_t size, const nh_expr *e, uint32_t *count);
/* Whether all symbols in the expressions are keys of the map, and none of them is undefined. The arena as above. */
bool nh_expr_has_only(nh_pool *pool, nh_arena *arena, const nh_map *known, size_t size, const nh_expr *e);
bool nh_expr_depends_on(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols); /* on any of them */

/* Whether e is made of pieces: if, min, max, absolute values, signs, mod, atan2. What is seen on one piece
 * says nothing of another. */
bool nh_expr_is_pieced(nh_pool *pool, nh_expr e);
/* Whether one of the symbols decides where e jumps: it occurs in the condition of an if, in a sign or in mod.
 * Derivatives do not show that. */
bool nh_expr_jumps_with(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols);

/* How e depends on the symbols together. */
typedef enum nh_degree_kind {
    NH_DEGREE_ZERO,        /* e is 0: homogeneous of every degree */
    NH_DEGREE_HOMOGENEOUS, /* e(k s) = k^degree e(s) for k > 0 */
    /* By its form a polynomial in the symbols with terms of several degrees, `degree` at most; they may
     * still cancel, which nh_expr_collect tells. */
    NH_DEGREE_MIXED,
    NH_DEGREE_NONE, /* not found to be either; it may still be, after simplification */
} nh_degree_kind;

typedef struct nh_degree {
    nh_degree_kind kind;
    nh_rat degree;   /* of a homogeneous one; the highest of a polynomial */
    bool polynomial; /* in the symbols */
} nh_degree;

/* By the form of e only, in linear time: sqrt(x'^2 + y'^2) is homogeneous of degree 1, x'*y' +
 * x' is mixed of degree 2. */
nh_degree nh_expr_degree(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols);

/* e as a polynomial in the symbols: one coefficient, not 0 and free of the symbols, for each product of powers that
 * occurs, in the order of rising degree, then of falling powers of the first symbol, and so on. */
typedef struct nh_collected {
    uint32_t count;       /* terms */
    uint32_t *start;      /* count + 1: term i has the factors start[i] .. start[i+1]-1 */
    uint32_t *symbol;     /* by factor: which of the symbols; rising within a term */
    uint32_t *power;      /* by factor: of that symbol; at least 1 */
    nh_expr *coefficient; /* by term; not expanded further than the powers of the symbols require */
} nh_collected;

/* False when e is by its form no polynomial in the symbols, or when it, or a part of it on the way, has more than
 * `most` terms. The arena is not the scratch arena. */
bool nh_expr_collect(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *symbols, uint32_t most,
                     nh_collected *result);
/* The same expression, written as the sum of coefficient * powers; e itself when it is no such polynomial, or one of
 * more than 100000 terms. */
nh_expr nh_expr_collect_by(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols);

/* What e is small compared with when it vanishes by cancellation: every sum in it, also within products, becomes the
 * sum of the absolute values of its terms. Sums under functions and below fraction lines count as they are. */
nh_expr nh_expr_terms_size(nh_pool *pool, nh_expr e);

/* Arithmetic operations and function calls that evaluating the expressions once takes, shared parts counted once. x^n
 * takes the multiplications of repeated squaring, a square root, another root or power and a choice one operation; what
 * contains no symbol, none. */
uint64_t nh_expr_operations(nh_pool *pool, size_t size, const nh_expr *e);
/* Names, numbers and signs in the text of e, every part as often as it stands there; an abbreviation is one
 * name. 2^32 - 1 at most. */
uint64_t nh_expr_length(nh_pool *pool, nh_expr e);

/* A hash of the shape of e up to renaming of its symbols: a symbol counts by its role, its order of derivative and its
 * rank among the symbols of e in rising order, not by its name; what a number is counts. So it is equal for members of
 * a family whose symbols were made in the same order. symbols, if not NULL, gets the symbols in rising order (in the
 * arena). Abbreviations and functions count as symbols here. */
uint64_t nh_expr_shape(nh_pool *pool, nh_arena *arena, nh_expr e, nh_expr **symbols, uint32_t *count);
/* Whether a turns into b when its symbols are replaced, rank by rank, by those of b: the certain
 * version of equal shapes. */
bool nh_expr_same_shape(nh_pool *pool, nh_expr a, nh_expr b);

#endif
