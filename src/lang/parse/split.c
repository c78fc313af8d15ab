/* Tokens to statements: which line ends mean something.
 *
 * A statement ends with its line, unless a bracket is open, or the line ends in a comma, =, : or a binary operator,
 * or the next line begins with one of these or with {. A word that begins statements, at the start of a line, always
 * begins one, so that a forgotten bracket costs one statement and not the rest of the file. Inside braces the line
 * ends that would end a statement stay, as commas.
 *
 * The tokens are moved together in place; a semicolon, which has got its error by now, is taken for the end of a
 * line. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "lang/parse/parse_private.h"

typedef struct splitter {
    nh_syntax *syntax;
    nh_token *tokens;
    uint32_t next;           /* the next token to examine */
    uint32_t kept;           /* tokens that are kept so far */
    nh_span span;            /* of the statement under way; behind is not known yet */
    NH_ARRAY(uint32_t) open; /* the tokens of its open brackets, as they are kept */
    bool is_mixed;           /* a bracket was closed by one of another kind */
    nh_spans spans;
} splitter;

/* ---- what tokens do ---- */

int nh_operator_of(const nh_context *context, const nh_token *token) {
    if (token->kind != NH_TOKEN_OPERATOR) return NH_OP_NONE;
    const char *text = nh_name_text(context, token->name);
    if (text[1] == '\0') return text[0];
    switch (text[0]) {
        case '<': return NH_OP_AT_MOST;
        case '>': return NH_OP_AT_LEAST;
        case '!': return NH_OP_UNEQUAL;
        default: return NH_OP_RANGE;
    }
}

static int operator_of(const splitter *s, const nh_token *token) {
    return nh_operator_of(s->syntax->context, token);
}

/* Whether a statement cannot end before or after it. */
static bool goes_on(int operator_) {
    switch (operator_) {
        case ',':
        case '=':
        case ':':
        case '+':
        case '-':
        case '*':
        case '/':
        case '^':
        case '<':
        case '>':
        case '~':
        case NH_OP_AT_MOST:
        case NH_OP_AT_LEAST:
        case NH_OP_UNEQUAL:
        case NH_OP_RANGE: return true;
        default: return false;
    }
}

static bool begins_statement(const splitter *s, const nh_token *token) {
    return token->kind == NH_TOKEN_NAME && nh_statement_kind_of(s->syntax->context, token->name) != NH_STATEMENT_KINDS;
}

static bool is_semicolon(const splitter *s, const nh_token *token) {
    return token->kind == NH_TOKEN_BAD && token->bytes == 1 && s->syntax->text[token->offset] == ';';
}

static bool is_line_end(const splitter *s, const nh_token *token) {
    return token->kind == NH_TOKEN_NEWLINE || (s->open.count == 0 && is_semicolon(s, token));
}

/* ---- statements ---- */

static bool is_empty(const splitter *s) {
    return s->kept == s->span.from;
}

/* Which brackets are open; none when they are mixed up, which the parser can tell better. */
static void note_unclosed(splitter *s) {
    bool is_open = s->open.count > 0 && !s->is_mixed;
    s->span.outermost = is_open ? (int32_t)s->open.items[0] : NH_SYNTAX_NONE;
    s->span.innermost = is_open ? (int32_t)s->open.items[s->open.count - 1] : NH_SYNTAX_NONE;
}

/* The statement ends with this token, a NEWLINE or the END. */
static void end_statement(splitter *s, nh_token token) {
    if (token.kind != NH_TOKEN_END) token.kind = NH_TOKEN_NEWLINE;
    s->span.behind = s->kept;
    note_unclosed(s);
    if (!is_empty(s)) nh_array_push(&s->spans, s->span);
    if (!is_empty(s) || token.kind == NH_TOKEN_END) s->tokens[s->kept++] = token;
    s->span = (nh_span){.from = s->kept};
    s->open.count = 0;
    s->is_mixed = false;
}

static char partner_of(int operator_) {
    return operator_ == ')' ? '(' : operator_ == ']' ? '[' : '{';
}

static void note_bracket(splitter *s, int operator_) {
    if (operator_ == '(' || operator_ == '[' || operator_ == '{') {
        nh_array_push(&s->open, s->kept);
    } else if ((operator_ == ')' || operator_ == ']' || operator_ == '}') && s->open.count > 0) {
        uint32_t opening = s->open.items[--s->open.count];
        s->is_mixed |= operator_of(s, &s->tokens[opening]) != partner_of(operator_);
    }
}

static bool is_in_braces(const splitter *s) {
    return s->open.count > 0 && operator_of(s, &s->tokens[s->open.items[s->open.count - 1]]) == '{';
}

/* One or more line ends, of which at most the first is kept. */
static void read_line_ends(splitter *s) {
    nh_token token = s->tokens[s->next];
    while (is_line_end(s, &s->tokens[s->next])) {
        s->next++;
        nh_tick(s->syntax->context, 1);
    }
    const nh_token *next = &s->tokens[s->next];
    if (is_empty(s)) return;
    bool is_inside = s->open.count > 0;
    int before = operator_of(s, &s->tokens[s->kept - 1]), after = operator_of(s, next);
    bool is_continued = (is_inside && !is_in_braces(s)) || goes_on(before) || goes_on(after) || after == '{';
    if (begins_statement(s, next) || next->kind == NH_TOKEN_END) end_statement(s, token);
    else if (is_continued) return;
    else if (is_inside) s->tokens[s->kept++] = token;
    else end_statement(s, token);
}

nh_spans nh_split(nh_syntax *syntax, nh_arena *arena) {
    splitter s = {.syntax = syntax, .tokens = syntax->tokens.items};
    s.open.arena = s.spans.arena = arena;
    if (syntax->tokens.count > INT32_MAX) nh_raise(syntax->context, NH_E_LIMIT);
    while (s.tokens[s.next].kind != NH_TOKEN_END) {
        nh_token token = s.tokens[s.next];
        nh_tick(syntax->context, 1);
        if (is_line_end(&s, &token)) {
            read_line_ends(&s);
            continue;
        }
        note_bracket(&s, operator_of(&s, &token));
        s.span.has_bad |= token.kind == NH_TOKEN_BAD;
        s.tokens[s.kept++] = token;
        s.next++;
    }
    end_statement(&s, s.tokens[s.next]);
    NH_ASSERT(s.kept <= syntax->tokens.count);
    syntax->tokens.count = s.kept;
    return s.spans;
}

nh_span nh_split_none(nh_syntax *syntax) {
    nh_tokens *tokens = &syntax->tokens;
    nh_span span = {.outermost = NH_SYNTAX_NONE, .innermost = NH_SYNTAX_NONE};
    if (tokens->count > INT32_MAX) nh_raise(syntax->context, NH_E_LIMIT);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tokens->count; i++) {
        if (tokens->items[i].kind == NH_TOKEN_NEWLINE) continue;
        span.has_bad |= tokens->items[i].kind == NH_TOKEN_BAD;
        tokens->items[kept++] = tokens->items[i];
        nh_tick(syntax->context, 1);
    }
    tokens->count = kept;
    span.behind = kept - 1;
    return span;
}
