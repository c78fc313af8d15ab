/* Expressions as text, LaTeX and JSON. */
#ifndef NH_EXPR_PRINT_PRINT_H
#define NH_EXPR_PRINT_PRINT_H

#include "base/text/text.h"
#include "expr/expr.h"

/* The text of the language: 2*x'^2 + sin(theta)/m - x[3]*sqrt(y). Reading it back (expr/read/read.h) gives the same
 * expression. Abbreviations are printed by their names, their partial derivatives as diff(F1, theta). Derivatives of
 * functions are written C(t)' when the argument is time, g'(s) for other functions of one argument, diff(g(x, y), x)
 * when the arguments are different symbols, and diff(g, 1)(x + y, x) otherwise, by the number of the argument. What has
 * no value is 0/0. Terms and factors come in an order that a person would choose, which depends on names and shape
 * alone: see print_order.c. */
void nh_expr_print(nh_pool *pool, nh_text *text, nh_expr e);
/* The same for a message: 0.9999*x rather than 9999/10000*x, where a number has a decimal
 * expansion that ends. x/2 stays. */
void nh_expr_print_decimals(nh_pool *pool, nh_text *text, nh_expr e);

/* LaTeX, for amsmath or KaTeX, as a paper prints it: Greek words as letters, \dot x for velocities, digits at the end
 * of a name and what follows _ or occurs in brackets as an index, fractions, roots. */
void nh_expr_print_latex(nh_pool *pool, nh_text *text, nh_expr e);
/* A name by itself, such as theta1 or x_Q or m[3], as LaTeX. */
void nh_print_name_latex(nh_text *text, const char *name, size_t length);

/* One JSON value: numbers as strings "1/3", symbols as {"symbol": "x", "order": 1}, the rest as {"op": "+", "args":
 * [...]}; print_json.c has the list. */
void nh_expr_print_json(nh_pool *pool, nh_text *text, nh_expr e);

/* The abbreviations that e uses, directly, through others and through partial derivatives, each after
 * those that it uses itself. */
nh_expr *nh_expr_definitions(nh_pool *pool, nh_arena *arena, size_t size, const nh_expr *e, uint32_t *count);
/* "F1 = ..." a line each, for those. */
void nh_expr_print_definitions(nh_pool *pool, nh_text *text, size_t size, const nh_expr *e);
/* The same as rows of an aligned display, "F_1 &= ..." with \\ between them, and as a JSON list of
 * {"name": ..., "value": ...}. */
void nh_expr_print_definitions_latex(nh_pool *pool, nh_text *text, size_t size, const nh_expr *e);
void nh_expr_print_definitions_json(nh_pool *pool, nh_text *text, size_t size, const nh_expr *e);

#endif
