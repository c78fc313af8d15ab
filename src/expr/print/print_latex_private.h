/* What the two halves of the LaTeX printer share; only src/expr sees it. */
#ifndef NH_EXPR_PRINT_PRINT_LATEX_PRIVATE_H
#define NH_EXPR_PRINT_PRINT_LATEX_PRIVATE_H

#include "expr/print/print_private.h"

/* Tasks of the LaTeX printer. */
enum {
    NH_LATEX_EXPRESSION = NH_TASK_TEXT + 1, /* sign * e */
    NH_LATEX_POSITIVES,                     /* the parts of sign * e, a long sum, that have a plus */
    NH_LATEX_TERM,                          /* sign * f * e, with its sign in front: f is a number, e no long sum */
    NH_LATEX_FACTOR,                        /* (sign * e) ^ number */
    NH_LATEX_ATOM, /* sign * e, which needs no brackets; of a function: to the power of number */
};

/* Flags: of a term that begins the expression; of an expression or a term in an exponent, where x / 2 is better than a
 * fraction. */
enum { NH_LATEX_FIRST = 1, NH_LATEX_INLINE = 2 };

/* print_latex_symbols.c */
/* Whether an exponent can follow the symbol. */
bool nh_latex_is_tight_symbol(const nh_symbol *symbol);
/* Whether it is printed as a word, upright. */
bool nh_latex_is_word(const nh_printer *p, const nh_symbol *symbol);
void nh_latex_add_symbol(const nh_printer *p, nh_text *text, nh_expr e);
void nh_latex_print_call(nh_printer *p, nh_expr e);

#endif
