/* Text to expression: the scalar part of the language's expressions.
 *
 *     sum        = product { ("+" | "-") product }
 *     product    = signed { ("*" | "/") signed }
 *     signed     = { "-" } power
 *     power      = postfix [ "^" [ "+" | "-" ] power ]
 *     postfix    = primary { "'" }
 *     primary    = number | "(" sum ")" | "|" sum "|" | name | call
 *     name       = word { "." word | "[" sum { "," sum } "]" }              indices are integers; u[2,3] is u[2][3]
 *     call       = function "(" sum { "," sum } ")"
 *                | "if" "(" sum ("<" | ">" | "<=" | ">=") sum "," sum "," sum ")"
 *                | "diff" "(" sum "," symbol { "," symbol } ")"
 *     function   = name { "'" } | "diff" "(" name "," integer { "," integer } ")"
 *
 * g'(s) is the derivative of a function of one argument by that argument, diff(g, 1, 2)(x, y) that of a function by its
 * first and its second one; e' is the total time derivative of an expression, diff(e, x) its partial derivative. So
 * C(t)' and C'(t) are the same when t is time. There are no implicit products. What names mean is asked of the caller;
 * only pi has a meaning without him. */
#ifndef NH_EXPR_READ_READ_H
#define NH_EXPR_READ_READ_H

#include "expr/expr.h"
#include "expr/read/token.h"

typedef struct nh_read_names {
    void *user;
    /* What this name stands for (it contains its indices, "x[3]"), false when there is none. A name that a call
     * follows is requested as a function. Asked once for each name and use. */
    bool (*find)(void *user, nh_pool *pool, nh_name name, bool is_function, nh_expr *result);
    /* The i-th of the known names, 0 after the last: for "did you mean". May be NULL. */
    nh_name (*listed)(void *user, uint32_t i);
} nh_read_names;

/* Reads one expression from the whole text; line ends are blanks. False after errors, which are then in the diagnostics
 * of the context. The text must live until the call returns; file may be NULL. */
bool nh_expr_read(nh_pool *pool, const char *text, size_t length, const char *file, const nh_read_names *names,
                  nh_expr *result);

/* Names as the printers write them: finds every one of these symbols by its name. The list may have symbols of any
 * role, with or without derivatives: those of coordinates, functions and abbreviations are found by the name without
 * them, since the reader makes derivatives itself; so are the symbols by which a listed abbreviation is differentiated.
 * Of two symbols with one name the first is found. The result lives as long as the arena. */
nh_read_names nh_read_names_of(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *symbols);

#endif
