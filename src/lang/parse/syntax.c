/* Examining the form of a model text. */
#include "lang/parse/syntax.h"

#include <string.h>

#include "base/assert.h"

const nh_node_data *nh_syntax_node(const nh_syntax *syntax, nh_node node) {
    NH_ASSERT(node < syntax->nodes.count);
    return &syntax->nodes.items[node];
}

nh_node nh_syntax_child(const nh_syntax *syntax, nh_node node, uint32_t i) {
    const nh_node_data *data = nh_syntax_node(syntax, node);
    NH_ASSERT(i < data->count_children);
    return syntax->children.items[data->first + i];
}

const nh_token *nh_syntax_token(const nh_syntax *syntax, uint32_t token) {
    NH_ASSERT(token < syntax->tokens.count);
    return &syntax->tokens.items[token];
}

const nh_part *nh_syntax_part(const nh_syntax *syntax, const nh_clause *clause, nh_part_kind kind) {
    for (uint32_t i = 0; i < clause->parts; i++) {
        const nh_part *part = &syntax->parts.items[clause->first_part + i];
        if (part->kind == kind) return part;
    }
    return NULL;
}

nh_place nh_syntax_place(const nh_syntax *syntax, uint32_t from, uint32_t behind) {
    const nh_token *first = nh_syntax_token(syntax, from);
    nh_place place = nh_token_place(&syntax->tokens, first);
    for (uint32_t i = from + 1; i < behind; i++) {
        const nh_token *token = nh_syntax_token(syntax, i);
        if (token->line != first->line) break;
        place.length = token->column + token->length - first->column;
    }
    return place;
}

/* ---- the words that begin statements ---- */

static const char *const words[] = {
#define STATEMENT(NAME, word, ...) #word,
#include "lang/statements.def"
#undef STATEMENT
};

enum { WORDS = sizeof words / sizeof *words };

nh_statement_kind nh_statement_kind_of(const nh_context *context, nh_name word) {
    const char *text = nh_name_text(context, word);
    for (int i = 0; i < WORDS; i++)
        if (words[i][0] == text[0] && strcmp(words[i], text) == 0) return (nh_statement_kind)i;
    return NH_STATEMENT_KINDS;
}

const char *nh_statement_word(nh_statement_kind kind) {
    return (int)kind < WORDS ? words[kind] : "";
}
