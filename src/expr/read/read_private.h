/* What the parts of the reader share; only src/expr sees it.
 *
 * The reader is a machine with two stacks. On one lie the expressions that are read, on the other what is open around
 * them: brackets, and inside each the sums, products, signs and powers that are not finished yet. In turn it expects an
 * operand and an operator. Nothing recurses, so brackets may nest as deep as memory allows. */
#ifndef NH_EXPR_READ_READ_PRIVATE_H
#define NH_EXPR_READ_READ_PRIVATE_H

#include "base/map.h"
#include "expr/pool_private.h"
#include "expr/read/read.h"

/* ORDER OPEN: inside a bracket, from loose to tight; then the brackets. */
typedef enum nh_open_kind {
    NH_OPEN_SUM,
    NH_OPEN_PRODUCT,
    NH_OPEN_SIGN,
    NH_OPEN_POWER,
    NH_OPEN_TEXT, /* the whole of it */
    NH_OPEN_PAREN,
    NH_OPEN_BAR,
    NH_OPEN_INDEX,
    NH_OPEN_CALL,
} nh_open_kind;

typedef enum nh_callee_kind {
    NH_CALLEE_UNKNOWN, /* has got its error */
    NH_CALLEE_TABLE,   /* of functions.def */
    NH_CALLEE_SQRT,
    NH_CALLEE_CBRT,
    NH_CALLEE_ROOT,
    NH_CALLEE_IF,
    NH_CALLEE_DIFF,
    NH_CALLEE_DECLARED, /* found by the caller's names */
} nh_callee_kind;

typedef struct nh_open {
    nh_open_kind kind;
    bool inverse;          /* the next term is subtracted, the next factor divides */
    char comparison;       /* of `if`: '<', '>', 'l' for <=, 'g' for >=; 0 when it has not come yet */
    nh_callee_kind callee; /* of a call */
    uint32_t token;        /* that opened it */
    uint32_t first;        /* of its values */
    nh_name name;          /* of an index: what it belongs to */
    nh_expr function;      /* of a call: the declared function, or its kind in functions.def */
} nh_open;

typedef NH_ARRAY(nh_open) nh_opens;
typedef NH_ARRAY(uint32_t) nh_places;

typedef struct nh_reader {
    nh_pool *pool;
    nh_context *context;
    nh_arena *arena; /* of its own */
    const char *text;
    nh_tokens tokens;
    uint32_t at; /* the next token */
    const nh_read_names *names;
    nh_map known[2]; /* name to expression: symbols, functions */
    nh_map reported; /* unknown names that have got their error */
    nh_opens open;
    nh_exprs values;
    nh_places starts; /* for each value the token that it begins with */
    bool operand_due;
    bool done;
} nh_reader;

const nh_token *nh_reader_token(const nh_reader *r, uint32_t ahead);
/* Whether that token is this operator or word. */
bool nh_reader_sees(const nh_reader *r, uint32_t ahead, const char *text);
nh_open *nh_reader_top(nh_reader *r);
void nh_reader_open(nh_reader *r, nh_open_kind kind, uint32_t token);
void nh_reader_push(nh_reader *r, nh_expr value, uint32_t token);
/* An error about a token; reading continues unless r->done is set. */
#define nh_reader_error(r, token, ...) nh_token_error((r)->context, &(r)->tokens, (token), __VA_ARGS__)

/* read_names.c: what a name stands for. An unknown one gets its error the first time, and is NH_EXPR_UNDEFINED. */
bool nh_reader_find(nh_reader *r, nh_name name, bool is_function, nh_expr *found);
nh_expr nh_reader_symbol(nh_reader *r, nh_name name, const nh_token *token);
void nh_reader_unknown_function(nh_reader *r, nh_name name, const nh_token *token);
/* A name with an index or a part after it; 0 when it gets too long. */
nh_name nh_reader_join(nh_reader *r, nh_name name, const char *before, const char *text, const char *after);

/* read_calls.c. token: where the call began. */
/* Opens the call of a name, at the primes or the bracket after it; false when the name is a symbol. */
bool nh_reader_begin_call(nh_reader *r, nh_name name, uint32_t token);
/* Opens the call of diff(g, 1), after the word diff; false when it is the partial derivative of an expression. */
bool nh_reader_begin_derivative(nh_reader *r, uint32_t token);
/* Makes one value of the call that is on top, with all its arguments. */
void nh_reader_end_call(nh_reader *r);
/* A comparison, between two complete expressions. */
void nh_reader_compare(nh_reader *r, const nh_token *token);
/* The total time derivative of the last value. */
void nh_reader_prime(nh_reader *r, const nh_token *token);

#endif
