/* Derivatives of expressions, and substitution. */
#ifndef NH_EXPR_CALCULUS_CALCULUS_H
#define NH_EXPR_CALCULUS_CALCULUS_H

#include "base/map.h"
#include "expr/expr.h"

/* Partial derivative by a symbol of any role but FUNCTION and ABBREVIATION (a velocity is a symbol of its own:
 * dx/dx' = 0). d|u|/du = sign u, functions with jumps have the derivative that they have next to them, min, max and
 * if that of the argument that they equal; at a tie of the one that was made first, so that members of a family
 * keep one shape (only there the form of a result depends on the history of the pool). An abbreviation becomes a
 * partial derivative of it, a symbol again; of several such the order does not matter. Remembered by the pool, for
 * e and all that it consists of. */
nh_expr nh_expr_diff(nh_pool *pool, nh_expr e, nh_expr by);
/* The same by many symbols, each once, in one pass; result has room for all. */
void nh_expr_gradient(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols, nh_expr *result);
/* Total derivative by time: x' for x, x'' for x', the dot of multipliers and quasi-velocities, 1 for t. For an
 * abbreviation F the sum of diff(F, x) x' over the symbols x that it depends on. */
nh_expr nh_expr_total_derivative(nh_pool *pool, nh_expr e);

/* A matrix of expressions with its zeros left out: entries row by row, columns rising within a row. */
typedef struct nh_expr_matrix {
    uint32_t rows, columns;
    uint32_t *start; /* rows + 1: row i has the entries start[i] .. start[i+1]-1 */
    uint32_t *column;
    nh_expr *entry;
} nh_expr_matrix;

/* d e_i / d s_j, the same as nh_expr_diff; the symbols are given once each. Symbols that a subexpression does not
 * contain cost nothing: three symbols in each of many expressions, or of many terms of one, take three derivatives
 * each. The arena is not the scratch arena. */
nh_expr_matrix nh_expr_jacobian(nh_pool *pool, nh_arena *arena, uint32_t rows, const nh_expr *e, uint32_t columns,
                                const nh_expr *symbols);
/* d^2 e / ds_i ds_j; both triangles, equal to the letter. The arena is not the scratch arena. */
nh_expr_matrix nh_expr_hessian(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *symbols);

/* Replaces symbols, all at once: from[i] by to[i]. From: symbols (functions and abbreviations too; a function by
 * another of the same arity, and its derivatives, unless they are listed themselves, by those of the other), each once.
 * Where `into_definitions` is true, an abbreviation whose definition changes is replaced by that changed definition;
 * else abbreviations are left as they are. */
nh_expr nh_expr_substitute(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *from, const nh_expr *to,
                           bool into_definitions);
/* The same for many expressions at once, sharing the work. */
void nh_expr_substitute_all(nh_pool *pool, size_t size, nh_expr *e, uint32_t count, const nh_expr *from,
                            const nh_expr *to, bool into_definitions);
/* The same with a map from symbols to what replaces them: its cost does not depend on the size of the map. */
nh_expr nh_expr_substitute_map(nh_pool *pool, nh_expr e, const nh_map *map, bool into_definitions);
/* Replaces calls of a function by its body, in which the symbols args[0 .. arity-1] stand for the arguments;
 * derivatives of the function become derivatives of the body. Calls in the body itself stay. An abbreviation whose
 * definition changes is replaced by that changed definition. */
nh_expr nh_expr_define_function(nh_pool *pool, nh_expr e, nh_expr function, const nh_expr *args, nh_expr body);
/* What takes the place of e, whose arguments have become args; changed: one of them is another now. Undefined: e with
 * these arguments. It may make expressions and walk, but leaves nothing in the scratch arena that it wants to keep. */
typedef nh_expr (*nh_rewrite_rule)(void *user, nh_expr e, const nh_expr *args, bool changed);
/* Makes expressions again, all at once, each part by the rule, arguments first and each once. Abbreviations are leaves.
 * What is put in is not looked into again. */
void nh_expr_rewrite(nh_pool *pool, size_t size, nh_expr *e, nh_rewrite_rule rule, void *user);
/* Replaces every abbreviation by what it stands for. */
nh_expr nh_expr_expand_names(nh_pool *pool, nh_expr e);

#endif
