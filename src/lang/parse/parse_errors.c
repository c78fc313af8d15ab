/* What is said about statements that are wrong: one error each, in the words of the reader of expressions. */
#include <stdarg.h>
#include <string.h>

#include "base/text/closest.h"
#include "base/text/text.h"
#include "lang/parse/parse_private.h"

#define QUOTE(p, token) NH_TOKEN_QUOTE((p)->syntax->text, token)

static const nh_token *token_at(const nh_parser *p, uint32_t token) {
    return &p->syntax->tokens.items[token];
}

/* ---- breaking ---- */

/* A bracket that is still open at the end of the statement is the likely reason for all that is wrong after it. */
static bool say_unclosed(nh_parser *p, uint32_t token) {
    if (p->span.outermost == NH_SYNTAX_NONE || token < (uint32_t)p->span.outermost) return false;
    bool is_behind = token >= (uint32_t)p->span.innermost;
    const nh_token *bracket = token_at(p, (uint32_t)(is_behind ? p->span.innermost : p->span.outermost));
    nh_token_error(p->context, &p->syntax->tokens, bracket, "syntax", NULL, "this '%s' is never closed",
                   nh_name_text(p->context, bracket->name));
    return true;
}

static void say_error(nh_parser *p, uint32_t token, const char *code, const char *hint, const char *sentence) {
    if (p->is_broken) return;
    bool is_form = strcmp(code, "nesting") != 0;
    if (is_form && say_unclosed(p, token)) return;
    nh_token_error(p->context, &p->syntax->tokens, token_at(p, token), code, hint, "%s", sentence);
}

void nh_parser_error(nh_parser *p, uint32_t token, const char *code, const char *hint, const char *format, ...) {
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text sentence = nh_text_begin(scratch);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&sentence, format, list);
    va_end(list);
    say_error(p, token, code, hint, nh_text_string(&sentence));
    nh_arena_release(scratch, mark);
    p->is_broken = true;
    p->at = p->span.behind;
}

/* ---- something is missing ---- */

void nh_parser_due(nh_parser *p, const char *what, const char *hint) {
    const nh_token *token = nh_parser_token(p);
    if (token->kind == NH_TOKEN_END)
        nh_parser_error(p, p->at, "syntax", hint, "expected %s before the end of the text", what);
    else if (token->kind == NH_TOKEN_NEWLINE)
        nh_parser_error(p, p->at, "syntax", hint, "expected %s before the end of the line", what);
    else nh_parser_error(p, p->at, "syntax", hint, "expected %s before '%.*s'", what, QUOTE(p, token));
}

static bool begins_operand(const nh_parser *p) {
    nh_token_kind kind = nh_parser_token(p)->kind;
    int operator_ = nh_parser_operator(p);
    return kind == NH_TOKEN_NAME || kind == NH_TOKEN_NUMBER || operator_ == '(' || operator_ == '[' || operator_ == '|';
}

bool nh_parser_expect(nh_parser *p, int operator_, const char *what, const char *hint) {
    if (nh_parser_accept(p, operator_)) return true;
    bool is_beside = p->at > p->span.from && begins_operand(p) && token_at(p, p->at - 1)->kind != NH_TOKEN_OPERATOR;
    if (is_beside && hint == NULL) nh_parser_leftover(p);
    else nh_parser_due(p, what, hint);
    return false;
}

/* ---- something is too much ---- */

/* Two operands side by side. */
static void missing_operator(nh_parser *p, const nh_token *token) {
    const nh_token *before = token_at(p, p->at - 1);
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text hint = nh_text_begin(scratch);
    bool is_short = token->bytes <= NH_TOKEN_QUOTE_MAX && before->bytes <= NH_TOKEN_QUOTE_MAX;
    bool is_word = before->kind == NH_TOKEN_NAME || before->kind == NH_TOKEN_NUMBER;
    bool is_unit =
        p->statement.kind == NH_STATEMENT_PARAM && before->kind == NH_TOKEN_NUMBER && token->kind == NH_TOKEN_NAME;
    if (is_unit && is_short)
        nh_text_format(&hint, "write %.*s*%.*s for a product; put a unit in quotes", QUOTE(p, before), QUOTE(p, token));
    else if (token->kind != NH_TOKEN_OPERATOR && is_word && is_short)
        nh_text_format(&hint, "write %.*s*%.*s for a product", QUOTE(p, before), QUOTE(p, token));
    else nh_text_add(&hint, "write * for a product");
    nh_parser_error(p, p->at, "syntax", nh_text_string(&hint), "expected an operator before '%.*s'", QUOTE(p, token));
    nh_arena_release(scratch, mark);
}

/* Whether what comes next looks like a clause of its own: name { "'" | "." word | "[" ... "]" } then "=" or "~". */
static bool sees_clause(const nh_parser *p) {
    uint32_t depth = 0;
    if (!nh_parser_sees_name(p)) return false;
    for (uint32_t i = p->at + 1; i < p->span.behind; i++) {
        const nh_token *token = token_at(p, i);
        int operator_ = nh_operator_of(p->context, token);
        if (operator_ == '[') depth++;
        else if (operator_ == ']' && depth > 0) depth--;
        else if (depth == 0 && (operator_ == '=' || operator_ == '~')) return true;
        else if (depth == 0 && operator_ != '\'' && operator_ != '.' && token->kind != NH_TOKEN_NAME) return false;
        else if (depth == 0 && token->kind == NH_TOKEN_NAME && nh_operator_of(p->context, token - 1) != '.')
            return false;
    }
    return false;
}

const char *nh_parser_meant(const nh_parser *p, const nh_token *token, const char *const *words) {
    if (token->kind != NH_TOKEN_NAME || words == NULL || p->is_broken) return NULL;
    nh_closest search = nh_closest_begin(nh_name_text(p->context, token->name));
    for (; *words != NULL; words++) nh_closest_offer(&search, *words);
    return nh_closest_found(&search);
}

void nh_parser_unknown(nh_parser *p, uint32_t token, const char *code, const char *noun, const char *const *words,
                       const char *otherwise) {
    const nh_token *word = token_at(p, token);
    const char *meant = nh_parser_meant(p, word, words);
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text hint = nh_text_begin(scratch);
    if (meant != NULL) nh_text_format(&hint, "did you mean '%s'?", meant);
    nh_parser_error(p, token, code, meant != NULL ? nh_text_string(&hint) : otherwise, "unknown %s '%.*s'", noun,
                    QUOTE(p, word));
    nh_arena_release(scratch, mark);
}

/* A word that begins statements, in the middle of a line. */
static bool say_statement(nh_parser *p, const nh_token *token) {
    if (token->kind != NH_TOKEN_NAME) return false;
    if (nh_statement_kind_of(p->context, token->name) == NH_STATEMENT_KINDS) return false;
    nh_parser_error(p, p->at, "syntax", NULL, "'%s' must begin a new line", nh_name_text(p->context, token->name));
    return true;
}

void nh_parser_missing_comma(nh_parser *p) {
    const nh_token *token = nh_parser_token(p);
    if (say_statement(p, token)) return;
    nh_parser_error(p, p->at, "syntax", NULL, "expected a comma before '%.*s'", QUOTE(p, token));
}

static void wrong_word(nh_parser *p, const nh_token *token) {
    bool is_first = p->level == 0 && token->kind == NH_TOKEN_NAME && !p->is_broken;
    const char *meant = is_first ? nh_parser_meant(p, token, p->words) : NULL;
    bool is_known = meant != NULL && nh_token_is(p->context, token, meant);
    if (meant != NULL && !is_known) nh_parser_unknown(p, p->at, "syntax", "word", p->words, NULL);
    else if (is_first && say_statement(p, token)) return;
    else if (is_first && p->is_list && sees_clause(p)) nh_parser_missing_comma(p);
    else if (is_known || p->complete == p->at)
        nh_parser_error(p, p->at, "syntax", NULL, "unexpected '%.*s'", QUOTE(p, token));
    else missing_operator(p, token);
}

static void wrong_operator(nh_parser *p, int operator_) {
    const char *text = nh_name_text(p->context, nh_parser_token(p)->name);
    switch (operator_) {
        case ')':
        case ']':
        case '}': nh_parser_error(p, p->at, "syntax", NULL, "unmatched '%s'", text); break;
        case ',':
            nh_parser_error(p, p->at, "syntax",
                            p->level == 0 && !p->is_list ? "write one statement for each, on a line of its own" : NULL,
                            "unexpected comma");
            break;
        case '<':
        case '>':
        case NH_OP_AT_MOST:
        case NH_OP_AT_LEAST:
        case NH_OP_UNEQUAL:
            nh_parser_error(p, p->at, "syntax",
                            "comparisons are allowed in if(a < b, e1, e2), assume, stop when and event",
                            "a comparison is not allowed here");
            break;
        default: nh_parser_error(p, p->at, "syntax", NULL, "unexpected '%s'", text);
    }
}

void nh_parser_leftover(nh_parser *p) {
    const nh_token *token = nh_parser_token(p);
    if (token->kind == NH_TOKEN_STRING) nh_parser_error(p, p->at, "syntax", NULL, "unexpected text in quotes");
    else if (nh_parser_at_end(p)) nh_parser_error(p, p->at, "syntax", NULL, "unexpected end of the line");
    else if (begins_operand(p)) wrong_word(p, token);
    else wrong_operator(p, nh_parser_operator(p));
}

/* ---- brackets ---- */

bool nh_parser_close(nh_parser *p, int operator_, uint32_t opening) {
    if (nh_parser_accept(p, operator_)) return true;
    const nh_token *bracket = token_at(p, opening), *token = nh_parser_token(p);
    int found = nh_parser_operator(p);
    const char *text = nh_name_text(p->context, bracket->name);
    bool is_closing = found == ')' || found == ']' || found == '}' || (found == '|' && operator_ != '|');
    if (nh_parser_at_end(p) || token->kind == NH_TOKEN_NEWLINE)
        nh_parser_error(p, opening, "syntax", NULL, "this '%s' is never closed", text);
    else if (is_closing)
        nh_parser_error(p, p->at, "syntax", NULL, "'%.*s' does not match the '%s' in line %u, column %u",
                        QUOTE(p, token), text, (unsigned)bracket->line, (unsigned)bracket->column);
    else nh_parser_leftover(p);
    return false;
}
