/* What the printers share; only src/expr sees it.
 *
 * First comes an order: for every sum and product the order in which a person would write its terms and factors, and
 * for every expression the sign that he would pull out of it. It is made in one walk, arguments first. Then the printer
 * writes, from a stack of tasks. Nothing recurses.
 *
 * Signs. An expression e is written as sign * nice(e), where nice(e) begins with a plus as far as possible. The
 * canonical form has chosen by hash between (x - y)*z and -(y - x)*z, between sin(x - y) and -sin(y - x); reading
 * chooses again, so the printer is free to write either. It is not free under even roots, in exponents, and in
 * arguments of functions that are neither odd nor even. */
#ifndef NH_EXPR_PRINT_PRINT_PRIVATE_H
#define NH_EXPR_PRINT_PRINT_PRIVATE_H

#include "base/text/text.h"
#include "expr/pool_private.h"
#include "expr/print/print.h"
#include "expr/walk.h"

/* ---- order ---- */

enum { NH_LEADS = 6 };

typedef struct nh_print_note {
    uint32_t first;           /* of its parts in nh_print_order.parts */
    uint32_t leads[NH_LEADS]; /* the symbols that it begins with: rank from 1 and function; 0 after the last */
    double degree;            /* in its symbols of the highest level */
    double constant;          /* of a sum, when it is small */
    uint8_t level;            /* 0 constant, 1 parameters, 2 coordinates and time, 3 velocities, 4 accelerations, ... */
    int8_t sign;              /* nice(e) is sign * e */
    int8_t term_sign;         /* the same inside a sum, where factors are not turned round to avoid a minus */
    bool mixed;               /* a sum with terms of both signs */
    bool is_tall;             /* LaTeX prints it with a fraction in it */
    bool flippable;           /* a product that can avoid a minus by turning a factor (y - x) round */
} nh_print_note;

typedef struct nh_print_order {
    nh_pool *pool;
    nh_walk *walk;
    nh_print_note *notes; /* by place in the walk */
    uint32_t *parts;      /* terms of sums, factors of products, arguments of min and max, as numbers from 0 */
} nh_print_order;

#define NH_PART_CONSTANT UINT32_MAX /* among the terms of a sum: its constant, unless it is 0 */

void nh_print_order_begin(nh_print_order *order, nh_pool *pool, nh_expr root);
void nh_print_order_end(nh_print_order *order);
const nh_print_note *nh_print_note_of(const nh_print_order *order, nh_expr e);
/* The symbols by which an abbreviation is differentiated, in the order in which they are printed; in the arena. */
nh_expr *nh_print_sorted_symbols(const nh_pool *pool, nh_arena *arena, const nh_symbol *abbreviation);

/* Odd functions pass a sign on, even ones drop it. */
bool nh_print_is_odd(nh_expr_kind kind);
bool nh_print_is_even(nh_expr_kind kind);

/* ---- sums, as they are printed ---- */

typedef struct nh_print_part {
    nh_expr term;        /* NH_EXPR_ONE for the constant */
    nh_expr coefficient; /* a number */
    int sign;            /* with which it would be written */
} nh_print_part;

/* Whether e is a sum of at least two parts. */
bool nh_print_is_long_sum(const nh_print_order *order, nh_expr e);
uint32_t nh_print_sum_count(const nh_print_order *order, nh_expr e);
/* The i-th part of sign * e in the human order. */
nh_print_part nh_print_sum_part(const nh_print_order *order, nh_expr e, int sign, uint32_t i);
/* The part of sign * e that is written first: the first without a minus, if there is one. */
uint32_t nh_print_sum_head(const nh_print_order *order, nh_expr e, int sign);

/* ---- terms, as they are printed: a fraction ---- */

typedef struct nh_print_factor {
    nh_expr base;    /* or NH_EXPR_ZERO: number */
    int64_t number;  /* the square root of this: several roots of numbers in one */
    nh_rat exponent; /* > 0 */
    int sign;        /* the base is written times this */
} nh_print_factor;

typedef struct nh_print_term {
    bool negative;
    nh_rat coefficient;    /* > 0 */
    nh_print_factor *up;   /* factors above the line */
    nh_print_factor *down; /* and below */
    uint32_t ups, downs;
} nh_print_term;

/* coefficient * e for an e that is no long sum; may_flip: to avoid a minus in front. Its arrays are in the arena. */
nh_print_term nh_print_term_of(const nh_print_order *order, nh_arena *arena, nh_rat coefficient, nh_expr e,
                               bool may_flip);

/* ---- calls of functions ---- */

/* How a derivative of a function is written. */
typedef enum nh_print_call {
    NH_CALL_PLAIN,   /* g(x, y) */
    NH_CALL_TIME,    /* C(t)' : one argument, which is time */
    NH_CALL_PRIME,   /* g'(e) : one argument */
    NH_CALL_PARTIAL, /* diff(g(x, y), x) : the arguments are different symbols */
    NH_CALL_NUMBERS, /* diff(g, 1)(e, f) */
} nh_print_call;

nh_print_call nh_print_call_of(const nh_pool *pool, nh_expr call);

/* ---- names in LaTeX ---- */

typedef struct nh_latex_name {
    const char *base;  /* what a dot is over */
    const char *index; /* "" when there is none */
} nh_latex_name;

nh_latex_name nh_latex_name_of(nh_arena *arena, const char *name, size_t length);
void nh_latex_add_index(nh_text *text, const char *index);
/* Whether the name is a Greek letter, except for its index. */
bool nh_print_is_greek(const char *name);

/* ---- conditions ---- */

/* if(d, then, else) as a comparison of two sums, each printed without a minus as far as possible. */
typedef struct nh_print_condition {
    const char *relation; /* "<" or ">" */
    int left,
        right; /* 0: the number 0; else the parts of this sign * d that have a plus, or 2: all of d, -2: all of -d */
} nh_print_condition;

nh_print_condition nh_print_condition_of(const nh_print_order *order, nh_expr d);

/* ---- the machine ---- */

typedef struct nh_print_task {
    int kind; /* NH_TASK_TEXT, or one of the printer's own */
    int sign;
    int flags;
    nh_expr e, f;
    const char *text;
    nh_rat number;
} nh_print_task;

enum { NH_TASK_TEXT = 0 };

typedef NH_ARRAY(nh_print_task) nh_print_tasks;

typedef struct nh_printer {
    nh_pool *pool;
    nh_context *context;
    nh_arena *arena; /* of its own */
    nh_print_order order;
    nh_print_tasks tasks; /* the last one is next */
    nh_text text;
    bool decimals; /* 0.9999 rather than 9999/10000 */
} nh_printer;

typedef void (*nh_print_step)(nh_printer *p, const nh_print_task *task);

/* Runs the task and those that it leads to, and adds what they print to the text. */
void nh_printer_run(nh_pool *pool, nh_text *text, nh_print_task first, nh_print_step step);
/* Tasks are pushed in the order in which they are to be done, between these two. */
size_t nh_printer_begin(const nh_printer *p);
void nh_printer_push(nh_printer *p, nh_print_task task);
void nh_printer_push_text(nh_printer *p, const char *text); /* lives until the end of the printing */
void nh_printer_end(nh_printer *p, size_t begin);

#endif
