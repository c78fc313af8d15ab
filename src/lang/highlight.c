/* Tokens know where they are; what is between two of them is blanks and comments. */
#include "lang/highlight.h"

#include <string.h>

#include "lang/reading_private.h"

typedef struct highlighter {
    nh_context *context;
    const nh_tokens *tokens;
    const char *text;
    nh_pieces pieces;
} highlighter;

/* What follows one of the same kind joins it. */
static void add_piece(highlighter *m, const char *kind, const char *from, size_t length) {
    if (length == 0) return;
    nh_piece *last = m->pieces.count > 0 ? &m->pieces.items[m->pieces.count - 1] : NULL;
    if (last != NULL && strcmp(last->kind, kind) == 0) last->length += length;
    else nh_array_push(&m->pieces, ((nh_piece){kind, from, length}));
}

/* Between two tokens there are blanks and comments. */
static void add_between(highlighter *m, const char *from, const char *to) {
    while (from < to) {
        const char *sign = memchr(from, '#', (size_t)(to - from));
        add_piece(m, "", from, (size_t)((sign != NULL ? sign : to) - from));
        if (sign == NULL) return;
        const char *end = memchr(sign, '\n', (size_t)(to - sign));
        from = end != NULL ? end : to;
        add_piece(m, "comment", sign, (size_t)(from - sign));
    }
}

static bool begins_line(const highlighter *m, uint32_t i) {
    return i == 0 || m->tokens->items[i - 1].kind == NH_TOKEN_NEWLINE;
}

static const char *kind_of(const highlighter *m, uint32_t i) {
    const nh_token *token = &m->tokens->items[i];
    switch (token->kind) {
        case NH_TOKEN_NUMBER: return "number";
        case NH_TOKEN_STRING: return "string";
        case NH_TOKEN_NAME:
            if (begins_line(m, i) && nh_statement_kind_of(m->context, token->name) != NH_STATEMENT_KINDS)
                return "keyword";
            return nh_token_is(m->context, token + 1, "(") && nh_is_function_name(token->name, m->context) ? "function"
                                                                                                           : "";
        default: return "";
    }
}

nh_pieces nh_highlight(nh_arena *arena, const char *text, size_t length) {
    nh_tokens tokens = nh_tokens_read(arena, text, length, NULL);
    highlighter m = {.context = nh_arena_context(arena), .tokens = &tokens, .text = text, .pieces = {.arena = arena}};
    const char *at = text;
    for (uint32_t i = 0; tokens.items[i].kind != NH_TOKEN_END; i++) {
        const nh_token *token = &tokens.items[i];
        if (token->kind == NH_TOKEN_NEWLINE || token->kind == NH_TOKEN_BAD) continue; /* with what is around them */
        const char *from = text + token->offset;
        add_between(&m, at, from);
        add_piece(&m, kind_of(&m, i), from, token->bytes);
        at = from + token->bytes;
    }
    add_between(&m, at, text + length);
    return m.pieces;
}
