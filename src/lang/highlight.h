/* The text of a model in pieces, for showing it: comments, words of the language, numbers, strings, functions,
 * and what is between them. */
#ifndef NH_LANG_HIGHLIGHT_H
#define NH_LANG_HIGHLIGHT_H

#include "base/array.h"
#include "expr/read/token.h"

typedef struct nh_piece {
    const char *kind; /* "comment", "keyword", "number", "string", "function", or "" */
    const char *text; /* in the text that was given */
    size_t length;
} nh_piece;

typedef NH_ARRAY(nh_piece) nh_pieces;

/* All pieces together are the text; neighbours have different kinds. In the arena. */
nh_pieces nh_highlight(nh_arena *arena, const char *text, size_t length);

#endif
