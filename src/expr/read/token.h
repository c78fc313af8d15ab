/* Words of the language: what the readers of expressions and of models are made from.
 *
 * A text is UTF-8; a byte order mark, CR LF and tabs are fine; # starts a comment, not within a string. Names are
 * letters of any alphabet or _, then letters, digits, _; compared in NFC, with U+00B5 (micro) as U+03BC (mu). U+2212 is
 * read as -, U+2032 and U+2019 as '. Characters that look like mathematics but are not of the language get a diagnostic
 * that says what to write. */
#ifndef NH_EXPR_READ_TOKEN_H
#define NH_EXPR_READ_TOKEN_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text/name.h"
#include "num/rational.h"

enum { NH_TOKEN_ERRORS_MAX = 20 }; /* errors that one reading reports; after that it continues in silence */

typedef enum nh_token_kind {
    NH_TOKEN_END,     /* of the text */
    NH_TOKEN_NEWLINE, /* the end of a line; whether it ends a statement is the reader's matter */
    NH_TOKEN_NAME,
    NH_TOKEN_NUMBER,
    NH_TOKEN_STRING,   /* "..." */
    NH_TOKEN_OPERATOR, /* one of the characters ( ) [ ] { } + - * / ^ = < > ! ' | , : . ~ or one of <= >= != .. */
    NH_TOKEN_BAD,      /* something that has got its diagnostic; readers skip it */
} nh_token_kind;

typedef struct nh_token {
    nh_token_kind kind;
    nh_name name;    /* of a name or string, without its quotes; of an operator: its text */
    nh_rat number;   /* of a number */
    uint32_t offset; /* of its first byte */
    uint32_t bytes;
    uint32_t line, column, length; /* line and column from 1; column and length in characters */
    bool space_before;             /* a blank, a comment or a line end comes before it */
} nh_token;

typedef struct nh_tokens {
    nh_token *items; /* the last is NH_TOKEN_END */
    uint32_t count;
    const char *file;
    const char *more_file; /* of the text that was added after the first one, */
    uint32_t more_line;    /* and the line at which it begins in both together; 0: there is none */
    size_t errors_before;  /* in the context when reading began */
    nh_status status;      /* that errors about it come with */
} nh_tokens;

/* All tokens of a text, in the arena. Wrong characters add errors to the context; reading continues. file may be
 * NULL. */
nh_tokens nh_tokens_read(nh_arena *arena, const char *text, size_t length, const char *file);
/* The same of two texts as one, a line end between them: places in the second one have its file and its lines. Both are
 * at *text then, in the arena. */
typedef struct nh_added_text {
    const char *text;
    size_t length;
    const char *file;
} nh_added_text;
nh_tokens nh_tokens_read_both(nh_arena *arena, const char **text, size_t length, const char *file,
                              const nh_added_text *more);
/* Whether the token is in the second text. */
bool nh_token_is_added(const nh_tokens *tokens, const nh_token *token);
/* The same for an option that is read along with a text: its errors count against the same
 * limit, and are NH_E_USAGE. */
nh_tokens nh_tokens_read_with(nh_arena *arena, const char *text, size_t length, const char *file,
                              const nh_tokens *other);
nh_place nh_token_place(const nh_tokens *tokens, const nh_token *token);
/* Adds an error about a token, unless NH_TOKEN_ERRORS_MAX were added since reading began. hint may be NULL. */
void nh_token_error(nh_context *context, const nh_tokens *tokens, const nh_token *token, const char *code,
                    const char *hint, const char *format, ...) NH_PRINTF(6, 7);
/* Whether that many were added: further ones are not. */
bool nh_token_errors_are_full(const nh_context *context, const nh_tokens *tokens);
/* How many bytes of a token messages repeat: whole characters, no more than NH_TOKEN_QUOTE_MAX bytes. */
enum { NH_TOKEN_QUOTE_MAX = 40 };
int nh_token_quoted(const char *text, const nh_token *token);
/* The token of a text, for %.*s. */
#define NH_TOKEN_QUOTE(text, token) nh_token_quoted((text), (token)), (text) + (token)->offset
/* Whether the token is this operator or this word. */
bool nh_token_is(const nh_context *context, const nh_token *token, const char *text);

#endif
