/* Reading a whole text: its statements one by one, each by the parser of its kind. A statement that is broken stays
 * in the list with what was understood of it; one that begins with an unknown word does not. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "lang/parse/parse_private.h"

static void (*const parsers[NH_STATEMENT_KINDS])(nh_parser *p) = {
#define STATEMENT(NAME, word, parser, ...) [NH_STATEMENT_##NAME] = nh_parse_##parser,
#include "lang/statements.def"
#undef STATEMENT
    [NH_STATEMENT_SET] = nh_parse_set,
    [NH_STATEMENT_EQUATION] = nh_parse_plain_equation,
    [NH_STATEMENT_SECTION] = nh_parse_section,
};

/* ---- one statement ---- */

/* Puts the parser to the beginning of a statement. */
static void begin_statement(nh_parser *p, nh_span span) {
    static const char *const words[] = {"for", NULL};
    p->span = span;
    p->at = span.from;
    p->level = p->complete = 0;
    p->pending.count = 0;
    p->is_broken = span.has_bad;
    p->blank_ends = p->is_list = false;
    p->words = words;
    nh_tick(p->context, 1);
}

/* What follows the statement's word: its clauses, and [ "for" bindings ]. */
static void read_as(nh_parser *p, nh_statement_kind kind) {
    nh_syntax *syntax = p->syntax;
    p->statement = (nh_statement){.kind = kind,
                                  .from = p->span.from,
                                  .behind = p->span.behind,
                                  .first_clause = (uint32_t)syntax->clauses.count,
                                  .first_binding = (uint32_t)syntax->bindings.count};
    parsers[kind](p);
    nh_parse_bindings(p);
    if (!nh_parser_at_end(p)) nh_parser_leftover(p);
    NH_ASSERT(p->level == 0 && p->pending.count == 0);
    p->statement.is_broken = p->is_broken;
    nh_array_push(&syntax->statements, p->statement);
}

/* ---- words that begin none ---- */

static const char *const statement_words[] = {
#define STATEMENT(NAME, word, ...) #word,
#include "lang/statements.def"
#undef STATEMENT
    NULL,
};

/* The statement that a word was probably meant to begin: a near one, or one that it is the long form of
 * (parameter, coordinates). */
static const char *meant_word(const nh_parser *p, const nh_token *token) {
    enum { LEAST = 4 };
    const char *word = nh_name_text(p->context, token->name), *near = nh_parser_meant(p, token, statement_words);
    for (int i = 0; near == NULL && statement_words[i] != NULL; i++) {
        size_t length = strlen(statement_words[i]);
        if (length >= LEAST && strncmp(word, statement_words[i], length) == 0) near = statement_words[i];
    }
    return near;
}

/* Says what is wrong, and reads on in silence as the statement that was meant, so that the names in
 * it are known as failed. */
static void read_misspelt(nh_parser *p, const char *word) {
    nh_text hint = nh_text_begin(p->syntax->arena);
    nh_text_format(&hint, "did you mean '%s'?", word);
    uint32_t first = p->at;
    nh_parser_unknown(p, first, "unknown-statement", "statement", NULL, nh_text_string(&hint));
    p->at = first + 1; /* an error goes to the end of the statement */
    read_as(p, nh_statement_kind_of(p->context, nh_name_of_text(p->context, word)));
}

/* Something like `x = 5` or `x' = 1`, without its word. */
static void wrong_beginning(nh_parser *p, const nh_token *token) {
    int next = nh_parser_operator_ahead(p, 1);
    const char *meant = token->kind == NH_TOKEN_NAME ? meant_word(p, token) : NULL;
    if (meant != NULL) {
        read_misspelt(p, meant);
        return;
    }
    const char *hint = next == '='                     ? "write param, let or init before it"
                       : next == '\''                  ? "write init before an initial value"
                       : nh_parser_sees_word(p, "for") ? "write 'for' on the same line as its statement"
                                                       : NULL;
    if (token->kind == NH_TOKEN_NAME)
        nh_parser_unknown(p, p->at, "unknown-statement", "statement", statement_words, hint);
    else nh_parser_error(p, p->at, "syntax", NULL, "expected a statement");
}

/* "nonholo" version, first in a file */
static void read_version(nh_parser *p) {
    uint32_t word = p->at++;
    int64_t version;
    if (word != 0) {
        nh_parser_error(p, word, "version", NULL, "'nonholo' and its version must be the first line of the file");
    } else if (nh_parser_token(p)->kind != NH_TOKEN_NUMBER) {
        nh_parser_due(p, "the number of a version", "write nonholo 1");
    } else if (!nh_rat_get_int(nh_parser_token(p)->number, &version) || version != 1) {
        nh_parser_error(p, p->at, "version", "write nonholo 1", "this program reads only version 1 of the language");
    } else {
        p->complete = ++p->at;
        if (!nh_parser_at_end(p)) nh_parser_leftover(p);
    }
}

static void read_statement(nh_parser *p, nh_span span) {
    begin_statement(p, span);
    const nh_token *token = nh_parser_token(p);
    nh_statement_kind kind =
        token->kind == NH_TOKEN_NAME ? nh_statement_kind_of(p->context, token->name) : NH_STATEMENT_KINDS;
    if (kind != NH_STATEMENT_KINDS) {
        p->at++;
        read_as(p, kind);
    } else if (nh_parser_sees_word(p, "nonholo")) {
        read_version(p);
    } else {
        wrong_beginning(p, token);
    }
}

/* ---- a text ---- */

static nh_syntax *begin_syntax(nh_arena *arena, const char *text, nh_tokens tokens) {
    nh_syntax *syntax = NH_NEW(arena, nh_syntax);
    syntax->context = nh_arena_context(arena);
    syntax->arena = arena;
    syntax->text = text;
    syntax->tokens = tokens;
    syntax->nodes.arena = syntax->children.arena = syntax->dimensions.arena = syntax->parts.arena = arena;
    syntax->clauses.arena = syntax->bindings.arena = syntax->statements.arena = arena;
    nh_node_data none = {.kind = NH_NODE_NONE};
    nh_array_push(&syntax->nodes, none);
    return syntax;
}

static nh_syntax *read_statements(nh_syntax *syntax) {
    nh_arena *own = nh_arena_create(syntax->context);
    nh_parser p = {.syntax = syntax, .context = syntax->context};
    p.pending.arena = own;
    nh_spans spans = nh_split(syntax, own);
    for (size_t i = 0; i < spans.count; i++) read_statement(&p, spans.items[i]);
    nh_arena_destroy(own);
    return syntax;
}

nh_syntax *nh_syntax_read(nh_arena *arena, const char *text, size_t length, const char *file) {
    return read_statements(begin_syntax(arena, text, nh_tokens_read(arena, text, length, file)));
}

nh_syntax *nh_syntax_read_both(nh_arena *arena, const char *text, size_t length, const char *file,
                               const nh_added_text *more) {
    nh_tokens tokens = nh_tokens_read_both(arena, &text, length, file, more);
    return read_statements(begin_syntax(arena, text, tokens));
}

static nh_syntax *read_single(nh_syntax *syntax, nh_statement_kind kind) {
    NH_ASSERT(kind < NH_STATEMENT_KINDS);
    nh_arena *own = nh_arena_create(syntax->context);
    nh_parser p = {.syntax = syntax, .context = syntax->context};
    p.pending.arena = own;
    begin_statement(&p, nh_split_none(syntax));
    bool has_word = nh_parser_sees_word(&p, nh_statement_word(kind)) && syntax->tokens.items[1].kind == NH_TOKEN_NAME;
    if (has_word) p.at++; /* said twice, as in --init "init x = 1" */
    read_as(&p, kind);
    nh_arena_destroy(own);
    return syntax;
}

nh_syntax *nh_syntax_read_as(nh_arena *arena, nh_statement_kind kind, const char *text, size_t length,
                             const char *file) {
    return read_single(begin_syntax(arena, text, nh_tokens_read(arena, text, length, file)), kind);
}

nh_syntax *nh_syntax_read_option(const nh_syntax *file, nh_statement_kind kind, const char *text, const char *option) {
    nh_tokens tokens = nh_tokens_read_with(file->arena, text, strlen(text), option, &file->tokens);
    return read_single(begin_syntax(file->arena, text, tokens), kind);
}
