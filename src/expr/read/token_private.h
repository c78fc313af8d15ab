/* What the parts of the tokenizer share; only src/expr sees it. */
#ifndef NH_EXPR_READ_TOKEN_PRIVATE_H
#define NH_EXPR_READ_TOKEN_PRIVATE_H

#include "base/array.h"
#include "expr/read/token.h"

typedef NH_ARRAY(nh_token) nh_token_array;

/* A text on its way into tokens. */
typedef struct nh_scanner {
    nh_context *context;
    const char *text;
    size_t length;
    nh_tokens head;        /* what messages need; items are in `tokens` */
    size_t at;             /* next byte */
    uint32_t line, column; /* of the next character */
    bool space;            /* there was a blank before it */
    nh_token_array tokens;
} nh_scanner;

/* Whether the character is one of those that get a diagnostic wherever they stand, though it may
 * be a letter for Unicode. */
bool nh_is_lookalike(uint32_t code);
/* What to say about a character that begins no token, or of a run of superscripts. Returns how many bytes it was about;
 * the token has its place, and gets its length. */
size_t nh_scanner_wrong_character(nh_scanner *s, nh_token *token, uint32_t code, size_t bytes);
/* Whether a name (in NFC) has a letter with a dot over it, or another accent of formulas; says what to write then. */
bool nh_scanner_wrong_name(nh_scanner *s, const nh_token *token, const char *name, size_t length);

#endif
